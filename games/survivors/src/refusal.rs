//! Why not: every refusal with its rule and its sentence, by chapter in the order of the rulebook.

use crate::edition::components::Item;
use crate::geometry::feature::{AreaKind, DoorState, LineKind};
use crate::rule::*;
use crate::speech::notation::InInches;
use std::fmt;
use std::sync::Arc;

/// Whether a decision is allowed, and if not, why not.
pub type Checked<T = ()> = Result<T, Refusal>;

/// A refusal, as the answer of a judge.
#[inline]
pub(crate) fn no<T>(why: impl Into<Refusal>) -> Checked<T> {
    Err(why.into())
}

/// What a thing of the table is called, as a refusal carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// As its file calls it.
    Given(Arc<str>),
    /// A horse that came with its rider, by its place among the horses.
    Mount(usize),
    /// It is in no file.
    Unknown,
}

impl From<&Arc<str>> for Name {
    fn from(id: &Arc<str>) -> Name {
        Name::Given(id.clone())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Given(id) => f.write_str(id),
            Name::Mount(horse) => write!(f, "H{}", horse + 1),
            Name::Unknown => f.write_str("?"),
        }
    }
}

/// A line or an area that is in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solid {
    /// A wall, door, window or the like, and the building of which it is part.
    Line(LineKind, Option<Name>),
    /// An area that nobody passes.
    Area(AreaKind, Name),
}

impl fmt::Display for Solid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Solid::Line(kind, Some(building)) => write!(f, "the {building} {}", kind.word()),
            Solid::Line(kind, None) => f.write_str(kind.word()),
            Solid::Area(kind, id) => f.write_str(&kind.told(&id.to_string())),
        }
    }
}

table::refusals! {
    /// Why the rules do not allow a decision, by chapter.
    pub enum Refusal by chapter;

    /// Whose decision it is, and what is decided now.
    Turn {
        GameOver => SV_END_04, "The game is over.";
        NotYourTurn => SV_SEQ_02, "It is not your turn to decide.";
        MovementPhase => SV_SEQ_01, "This is the Movement phase.";
        FiringPhase => SV_SEQ_01, "This is the Firing phase.";
        OtherPhase => SV_SEQ_01, "This is the phase of Any Other Events.";
        ShotsWait => SV_SEQ_01, "Shots wait for the Firing phase.";
        TalkWaits => SV_COM_01, "Talk waits for Any Other Events.";
        PlayOnOrStop => SV_END_05, "Play on, or stop.";
        NoSuchFigure => SV_SEQ_03, "There is no such figure.";
        NotYours => SV_SEQ_03, "That figure is not yours.";
        FigureNotYours { figure: Name } => SV_SEQ_03, "{figure} is not yours.";
        NotInPlay { figure: Name } => SV_GEN_13, "{figure} is not in play.";
        NotInPlayAndAwake => SV_GEN_13, "It is not in play and awake.";
        NoticedNothing { figure: Name } => SV_ALT_01, "{figure} has noticed nothing yet.";
        HasMoved => SV_SEQ_04, "This figure's move is over: each is moved once a turn.";
    }

    /// The umpire.
    Umpire {
        NotYou => SV_GEN_12, "Only an umpire rules.";
        RulesOrEnds => SV_GEN_12, "An umpire rules, or ends.";
        OneTest => SV_GEN_12, "One test a turn, on a figure in play.";
        TargetNumber => SV_GEN_12, "The target number is 2 to 6.";
        SmokeSize => SV_GEN_12, "Smoke: on the table, 1\" to 6\" wide, 1 to 6 turns, four at most.";
        NoSuchSmoke => SV_GEN_12, "There is no such smoke.";
    }

    /// Setting up.
    Deployment {
        PlaceOrReady => SV_SET_05, "Place your figures, or say ready.";
        NotYours => SV_SET_05, "That figure is not yours.";
        OutsideZone => SV_SET_05, "A base lies wholly inside its zone.";
        OutsideBuilding => SV_SET_05, "All but sentries start inside the building.";
        TouchesEnemy => SV_SET_05, "Not in contact with an enemy.";
        HeldBackNotYours => SV_SCN_21, "That figure is not yours.";
        NoSuchEntry => SV_SCN_21, "There is no such entry for your side.";
        EnoughHeldBack => SV_SCN_21, "No more may be held back.";
        OneLamp => SV_NGT_09,
            "One lamp a side, in dark scenarios, for a figure with room in its kit.";
    }

    /// Initiative points.
    Initiative {
        BidFirst => SV_IP_09, "Share out your initiative points first.";
        TooMuch { pool: u8 } => SV_IP_10, "You have {pool} points to share out.";
        OrderFirst => SV_IP_19, "Name the order of the sides first.";
        EachOnce => SV_IP_19, "Name each side once.";
    }

    /// Actions and what they leave of the move.
    Actions {
        Ran => SV_ACT_11, "A running figure can do nothing else this turn.";
        NoneLeft { allowance: u8 } => SV_ACT_01, "{allowance} actions a turn.";
        MovedTooFar { moved: InInches, most: InInches } => SV_ACT_08,
            "It moved {moved}\"; for this action at most {most}\" were allowed.";
        Waits => SV_ACT_14, "That waits for Any Other Events.";
        BusyFighting => SV_ACT_16, "Busy fighting.";
    }

    /// Room to stand, and what is in reach.
    Room {
        OffTable => SV_GEO_12, "No room to stand: the edge of the table.";
        Blocked { by: Solid } => SV_GEO_18, "No room to stand: {by}.";
        NoFloor => SV_GEO_18, "No room to stand: there is no floor.";
        NoStairs => SV_GEO_18, "No room to stand: there are no stairs.";
        Taken => SV_GEO_11, "No room to stand.";
        OutOfReach => SV_GEO_21, "Out of reach.";
    }

    /// Fog.
    Unseen {
        ChargeOrHalt => SV_FOG_06, "Charge whom you met, or halt.";
        Hidden { figure: Name } => SV_FOG_08, "You do not see {figure}.";
    }

    /// Movement: paths, entry and exit.
    Movement {
        Legs => SV_GEO_16, "A path has 1 to 16 legs.";
        MadeItsPath => SV_MOV_10, "This figure has made its path this turn.";
        HeldInCombat => SV_MOV_16, "Held in combat: it can only break off.";
        Acted => SV_MOV_03, "No run: it acted.";
        RanLastTurn => SV_MOV_04, "No run: it ran last turn.";
        Laden => SV_ITM_01, "No run: it carries a crate.";
        Lame => SV_CHR_19, "No run: it has a wounded leg.";
        OffTable => SV_GEO_12, "No way through here: the edge of the table.";
        Blocked { by: Solid } => SV_GEO_17, "No way through here: {by}.";
        NoFloor => SV_OBS_15, "No way through here: there is no floor.";
        NoStairs => SV_OBS_13, "No way through here: there are no stairs.";
        WalkTooLong { whole: InInches, most: InInches, length: InInches, run: bool } => SV_MOV_11,
            "{whole}\" less 2\" for each action and obstacle leaves {most}\"; this path is {length}\".{}",
            if *run { " Run?" } else { "" };
        BreakOffTooLong { whole: InInches, most: InInches, length: InInches } => SV_MOV_11,
            "{whole}\" less 2\" for each action and obstacle leaves {most}\"; this path is {length}\".";
        RunTooLong { whole: InInches, most: InInches, length: InInches } => SV_MOV_07,
            "{whole}\" less 2\" for each action and obstacle leaves {most}\"; this path is {length}\".";
        InTheWay { figure: Name } => SV_MOV_15, "No way through here: {figure}.";
        HorseInTheWay { horse: Name } => SV_MOV_15, "No way through here: horse {horse}.";
        WouldTouch { figure: Name } => SV_MOV_14,
            "That would be contact with {figure}: declare a charge or keep clear.";
        NotOnTable => SV_MOV_19, "It is not on the table yet.";
        EntersAtEdge { figure: Name, zone: Name } => SV_MOV_19,
            "{figure} enters with its base against the edge of {zone}.";
        LeavesAtEdge => SV_MOV_18,
            "It leaves only where its base ends a path at the edge inside an exit of its side.";
        LeavesAfterPath => SV_MOV_18, "It leaves at the end of a path.";
        HeldHere => SV_MOV_16, "Held in combat.";
    }

    /// Doors.
    Doors {
        NoDoor => SV_OBS_09, "That is no door.";
        Standing { state: DoorState } => SV_OBS_09, "The door is {}.", state.word();
        SomebodyInIt => SV_OBS_09, "Somebody stands in the door.";
        OnlyFromInside => SV_OBS_10, "Only from inside.";
        CannotLock { state: DoorState } => SV_OBS_10, "The door is {}.", state.word();
        NoBar => SV_OBS_10, "This door has no bar.";
        NothingToForce { state: DoorState } => SV_OBS_11, "The door is {}.", state.word();
    }

    /// Charging and fire before contact.
    Charging {
        OnlyEnemies => SV_CHG_02, "Only enemies can be charged.";
        LostNerve => SV_CIV_04, "It has lost its nerve for this turn.";
        FallsShort { by: InInches } => SV_CHG_02, "Falls short by {by}\".";
        EndsInContact { figure: Name } => SV_CHG_02, "Contact with {figure} as well.";
        PassesInContact { figure: Name } => SV_CHG_04, "Contact with {figure} as well.";
        NoWayThrough { figure: Name } => SV_CHG_04, "No way through {figure}.";
        HoldFireOrAim => SV_PRE_01, "You are being charged: hold, fire or aim.";
        NobodyCharges => SV_PRE_01, "Nobody is charging.";
        CannotFire => SV_PRE_05, "That figure cannot fire at this charge.";
        NoTimeToAim { gap: InInches } => SV_PRE_04, "No time to aim: the charge began {gap}\" away.";
        AimNeedsTwo => SV_PRE_03, "An aimed shot needs two actions.";
        NoHorse => SV_FIR_21, "The charger has no horse.";
    }

    /// Breaking off.
    BreakingOff {
        NoCombat => SV_BRK_01, "There is no combat to break off from.";
        FightFirst => SV_BRK_07, "Fight one round first.";
        NoActionLeft => SV_BRK_02, "Breaking off is an action, and none is left.";
        NoWayThrough { figure: Name } => SV_BRK_05, "No way through {figure}.";
        StillTouches { figure: Name } => SV_BRK_05, "It would still touch {figure}.";
    }

    /// Firing.
    Firing {
        OutOfPlay => SV_SEQ_05, "It is out of play.";
        NoticedNothing => SV_ALT_01, "It has noticed nothing yet.";
        Fired => SV_FIR_02, "It has fired this turn.";
        NoGun => SV_FIR_14, "It has no gun in hand.";
        NotLoaded => SV_FIR_09, "Its gun is not loaded.";
        Laden => SV_FIR_19, "It carries a crate.";
        ArmHurt => SV_CHR_19, "It cannot handle a shotgun with that arm.";
        InContact => SV_FIR_16, "It is in contact with an enemy.";
        OutOfRange { range: InInches, gap: InInches } => SV_FIR_08,
            "Out of range: range {range}\", gap {gap}\".";
        OutOfArc => SV_FIR_04, "It is not in the front arc.";
        NoSight => SV_FIR_01, "There is no line of sight to the target.";
        TooDark => SV_NGT_03, "It is too dark to see that far.";
        NoSuchHorse => SV_HRS_12, "There is no such horse.";
        NoSuchStructure => SV_STC_04, "There is no such structure.";
        ShotsDoNothing { structure: Solid } => SV_STC_03, "Shots do nothing to {structure}.";
        NoSuchTarget => SV_FIR_18, "There is no such figure.";
        Friend => SV_FIR_18, "Friends and allies may not be targeted.";
        TargetOut => SV_FIR_18, "It is out of play or a captive.";
        TargetFights => SV_FIR_17, "The target is in hand-to-hand combat.";
        TurnsInMovement => SV_LOS_16, "A figure turns only in its own movement.";
    }

    /// Hand-to-hand, losses, prisoners.
    HandToHand {
        FormAFight => SV_HTH_05, "Form a fight.";
        NoSuchFigure => SV_HTH_04, "There is no such figure.";
        TooMany { most: u32 } => SV_HTH_03, "At most {most} in one fight.";
        NotInPlay { figure: Name } => SV_HTH_01, "{figure} is not in play.";
        HasFought { figure: Name } => SV_HTH_06, "{figure} has fought this turn.";
        TwoSides => SV_HTH_08, "A fight has exactly two sides.";
        NoneOfYours => SV_HTH_05, "One of yours must be in it.";
        TouchesNobody { figure: Name } => SV_HTH_04, "{figure} touches no opponent in it.";
        NotOneGroup => SV_HTH_04, "They do not form one group.";
        NoFight => SV_PRI_03, "There is no fight.";
        Stated => SV_PRI_03, "That is stated already.";
        SayCapture => SV_PRI_03, "Say whether you want prisoners.";
        NotUnarmed => SV_HTH_12, "Only an unarmed figure in this fight improvises.";
        ShareLosses => SV_ALC_01, "Share out your losses.";
        NoLosses => SV_ALC_01, "There are no losses to share.";
        NoPart => SV_ALC_01, "It has no part in these losses.";
        Evenly => SV_ALC_02, "Losses must be shared as evenly as possible.";
        NoHorse => SV_ALC_07, "It has no horse to take it.";
    }

    /// Communication.
    Communication {
        OnceATurn => SV_COM_01, "Once a turn.";
        ThreeWords => SV_COM_04, "Three words at most.";
        TooLong => SV_COM_07, "A word has at most 20 characters, a speech at most 200.";
        SaySomething => SV_COM_05, "Say something.";
        SpokenNotShouted => SV_COM_08, "Encouragement is spoken, not shouted.";
        NobodyToEncourage => SV_COM_08, "Encourage a friendly civilian who hears it.";
    }

    /// Any other events.
    Other {
        NoSuchPlace => SV_AOE_05, "There is no such place.";
        Searched => SV_AOE_05, "It has been searched.";
        PlaceOutOfReach => SV_AOE_05, "Out of reach.";
        NoSuchPatient => SV_AOE_07, "There is no such figure.";
        OnlyMedic => SV_AOE_07, "Only a MEDIC gives first aid.";
        PatientOut => SV_AOE_07, "The patient is not in play.";
        NothingToHeal => SV_AOE_07, "There is nothing that first aid can do.";
        PatientFights => SV_AOE_07, "The patient is fighting.";
        NoSuchMachine => SV_AOE_09, "There is no such machine.";
        MachineRuns => SV_AOE_09, "It runs already.";
        MachineOutOfReach => SV_AOE_09, "Out of reach.";
        Loaded => SV_FIR_10, "It is loaded.";
        NothingToReload => SV_FIR_11, "There is no gun in hand to reload.";
        NoLampInHand => SV_AOE_11, "There is no lamp in hand.";
        LampIsSo => SV_AOE_11, "It is so already.";
        NoSuchLamp => SV_AOE_11, "There is no such lamp.";
        LampOutOfReach => SV_AOE_11, "Out of reach.";
        NoSuchBonfire => SV_SCN_13, "There is no such bonfire.";
        CannotBeLit => SV_SCN_13, "It cannot be lit.";
        BonfireOutOfReach => SV_SCN_13, "Out of reach.";
    }

    /// Strays.
    Strays {
        NoSuchFigure => SV_AOE_08, "There is no such figure.";
        NobodyToPersuade => SV_AOE_08, "There is nobody to persuade.";
        Communicated => SV_COM_09, "It has communicated this turn.";
        WillNotListen => SV_STR_05, "It will not listen to you any more.";
        OneAttempt => SV_AOE_08, "One attempt a turn.";
        TooFar => SV_AOE_08, "It must be within 4\".";
        HeldByOthers => SV_STR_04, "Another side has it by the arm.";
    }

    /// Horses.
    Horses {
        NoneToLead => SV_HRS_09, "There is no such horse.";
        LeaderOnFoot => SV_HRS_09, "Only a figure on foot leads a horse.";
        NoRun => SV_HRS_09, "No run with a horse on the rein.";
        CannotBeLed => SV_HRS_09, "That horse cannot be led now.";
        OutOfReach => SV_HRS_09, "The horse is out of reach.";
        LeadTooLong { most: InInches, length: InInches } => SV_HRS_09,
            "It can be led {most}\"; this path is {length}\".";
        NoWayThrough { figure: Name } => SV_HRS_09, "No way through {figure}.";
        EndsInReach => SV_HRS_09, "It must end in reach of its leader.";
        NoneToMount => SV_HRS_05, "There is no such horse.";
        CannotBeMounted => SV_HRS_05, "It cannot be mounted now.";
        PackHorse => SV_HRS_10, "A pack horse is never ridden.";
        NotWithCrate => SV_ITM_01, "Not with a crate.";
        NoRoomToMount => SV_HRS_05, "No room to mount.";
        NotMounted => SV_HRS_05, "It is not mounted.";
        OutOfReachOfHorse => SV_HRS_05, "Out of reach of the horse.";
        NoWayDown => SV_HRS_05, "No way down there.";
        TouchesEnemy => SV_HRS_05, "That would be contact with an enemy.";
        NoSuchHorse => SV_HRS_10, "There is no such horse.";
        CannotBeLoaded => SV_HRS_10, "It cannot be loaded.";
        NothingToLoad => SV_HRS_10, "There is nothing to load.";
        NothingToUnload => SV_HRS_10, "There is nothing to unload.";
    }

    /// Goods and kit.
    Goods {
        NotOnTable => SV_AOE_06, "It does not lie on the table.";
        OneCrate => SV_ITM_01, "One crate each, on foot.";
        ThreeThings => SV_CHR_20, "Three things at most.";
        HasNot => SV_AOE_06, "It does not have that.";
        TableFull => SV_ACT_15, "The table is full.";
        NoSuchFigure => SV_AOE_06, "There is no such figure.";
        OnlyToFriend => SV_AOE_06, "Only to a friend in play.";
        CannotTakeMore => SV_CHR_20, "It cannot take more.";
        InHand => SV_FIR_15, "It is in hand already.";
        HasNone { item: Item } => SV_FIR_15, "It has no {}.", item.word();
        HandsEmpty => SV_FIR_15, "Its hands are empty.";
    }

    /// The campaign.
    Episodes {
        NotYours { name: String } => SV_CAM_05, "{name} is not one of yours.";
        FourMustGo => SV_CAM_05, "At least four must go.";
        HeroMustGo => SV_CAM_05, "A Hero must go, if there is one.";
        TooDear { cost: i32, points: i32 } => SV_CAM_05, "They cost {cost} points of {points}.";
        TooFewSupplies => SV_CAM_13, "There are not enough supplies.";
        RosterFull { most: usize } => SV_CAM_15, "A roster has at most {most} people.";
        NobodyOfThatName => SV_CAM_13, "There is nobody of that name.";
        NothingToHeal => SV_CAM_13, "There is nothing to heal.";
        ThreeThings => SV_CAM_13, "Three things at most.";
        HorseForRider => SV_CAM_13, "A horse is for a RIDER or a Hero without one.";
        OnlyFitter => SV_CAM_13, "Only a Fitter learns to be a MECHANIC.";
    }
}
