//! Why not: every refusal with its rule and its sentence, in the order of the rulebook.

use crate::edition::roster::{Location, Token, Tokens, in_words};
use crate::rule::*;
use std::sync::Arc;
use table::RuleId;

table::refusals! {
    /// Why the rules do not allow a decision.
    pub enum Refusal {
        // At any time.
        GameOver => OL_END_01, "The game is over.";
        NotYourDecision => OL_REAC_01, "Not your decision.";
        NoToken { token: Token, rule: RuleId } => *rule, "You have no {}.", token.title();
        TooFewTokens { held: u8, token: Token, rule: RuleId } => *rule,
            "You have only {}.", token.counted(*held);
        LackOf { count: u8, token: Token, rule: RuleId } => *rule,
            "You lack {}.", token.counted(*count);
        NoSurvivorInReserve => OL_RES_05, "The reserve has no survivor.";

        // Rooms and equipment.
        NoSuchRoom => OL_BUILD_04, "You have no such room.";
        NoRoomOfKind { name: Arc<str> } => OL_BUILD_04, "You have no {name}.";
        RoomNotFull => OL_ROOM_01, "Every space must be occupied.";
        RoomUsed => OL_ROOM_04, "Already used this turn.";
        TileBroken => OL_EQ_02, "Broken.";
        NoTile { name: Arc<str>, rule: RuleId } => *rule, "You have no {name}.";
        NoWorkingTile { name: Arc<str> } => OL_EQ_02, "You have no working {name}.";
        TileUsed => OL_EQ_07, "Already used this turn.";

        // Set-up: the draft.
        RoomsFirst => OL_SETUP_08, "First choose your rooms.";
        DiscardTwo => OL_SETUP_08, "Discard two of your six rooms.";
        DiscardFromHand => OL_SETUP_08, "Discard two different cards of your hand.";
        KeepOne => OL_OPT_11, "Keep one room and hand on the rest.";
        NotInHand => OL_OPT_11, "That room is not in this hand.";
        FreeRoomFirst => OL_SETUP_13, "First name your free room.";
        NotOfTheSeven => OL_SETUP_13, "That is none of your 7 rooms.";
        FreeRoomBuilt => OL_SETUP_13, "That room is built already.";
        SurvivorsFirst => OL_SETUP_15, "First say how many survivors start in the free room.";
        TooManySurvivors { most: u8 } => OL_SETUP_16,
            "At most {} there; the others wait in the Airlock.",
            if *most == 1 { "1 survivor fits".into() } else { format!("{most} survivors fit") };
        LeaderFirst => OL_SETUP_18, "First choose your leader.";
        LeaderNotDealt => OL_SETUP_18, "That leader was not dealt to you.";
        ConfirmOrRevise => OL_SETUP_22, "Confirm your choices, or revise them.";
        RevisedOften => OL_SETUP_22, "You have started over often enough: confirm.";

        // Set-up: the first search and the heroes.
        LeaderSearchesFirst => OL_MARY_08, "First your leader searches the Cities.";
        AllTilesDrawn => OL_MARY_01, "You have drawn all your tiles.";
        NothingToDraw => OL_MARY_01, "Nothing left there.";
        DrawFirst => OL_MARY_03, "First draw all your tiles.";
        TileNotDrawn => OL_MARY_03, "You did not draw that tile.";
        PlaceFirst => OL_SETUP_26, "First place your heroes.";
        NoHeroInHand { strength: u8 } => OL_SETUP_26,
            "You have no hero of Strength {strength} in hand.";
        NotOnLeader { place: Location } => OL_SETUP_26, "{} is not on your leader.", place.title();
        PlaceTaken => OL_SETUP_26, "You already have a hero there.";

        // Day: losses by events.
        SupplyFirst => OL_EVT_27, "First give the rats a Supply.";
        RatsWantSupply => OL_EVT_27, "The rats want a Supply.";
        RatsWantTokens => OL_ROOM_A10C, "Virtual Water is not a token: the rats do not take it.";
        NoVirtualWater => OL_OPT_05, "You have no virtual Water left.";
        TokensFirst => OL_EVT_29, "First give the clan its tokens.";
        ClanWantsGoods => OL_EVT_29, "The clan wants Materials or Munitions.";
        PayInTokens => OL_EVT_12, "You can pay in tokens, so you must.";
        SurvivorFirst { rule: RuleId } => *rule, "First lose a survivor.";
        NobodyThere { rule: RuleId } => *rule, "There is no survivor to lose there.";

        // Day: movement and standing orders.
        HeroFirst => OL_MOVE_01, "First choose a hero and move it.";
        NoPassing => OL_MOVE_03, "Each hero must be activated.";
        HeroActed => OL_MOVE_20, "This hero has acted today.";
        MustMove => OL_MOVE_04, "This hero can move and must.";
        NotAway => OL_MOVE_05, "A hero moves 1 or 2 Locations.";
        TooFar => OL_MOVE_06, "A hero moves 1 or 2 Locations.";
        NearEnough => OL_MOVE_23, "That is near enough without the Exoskeleton.";
        OwnHeroThere => OL_MOVE_08, "You already have a hero there.";
        HookOnShipOnly => OL_EQ_34, "The Grappling Hook helps on the Cargo Ship only.";
        JettyOnShipOnly => OL_CARG_26, "The Jetty helps on the Cargo Ship only.";
        NoStandingOrders => OL_OPT_12, "This game is played without standing orders.";
        OrdersTooLate => OL_REAC_04, "Orders are left once a Day, before the first hero.";
        SameOrders => OL_REAC_04, "Those are your orders already.";
        OrdersKeepTooMuch { most: u8 } => OL_REAC_04, "Orders keep at most {most} Munitions.";

        // Day: Pressure.
        BatFirst => OL_PRES_25, "First say whether you use the Bat.";
        BatNeedsWeaker => OL_PRES_24, "The Bat needs a weaker Activated hero.";
        AnswerFirst => OL_PRES_06, "First answer the Pressure.";
        GuardRoomAlone => OL_REAC_03, "The Guard Room needs neither Gear nor Munitions beside it.";
        GuardsWeakest { strength: u8 } => OL_PRES_29, "Only a Strength {strength} hero.";
        DefendedEnough => OL_PRES_12, "More than needed.";
        LackMunitionsToDefend => OL_PRES_10, "You lack the Munitions.";
        MunitionsDefend => OL_PRES_09, "Munitions only defend.";
        TributeFirst => OL_PRES_14, "First the tribute is settled.";
        NoMunitionsAsTribute => OL_PRES_16, "Munitions are never tribute.";
        AggressorChooses => OL_PRES_30, "The aggressor chooses the tribute.";
        DefenderChooses => OL_PRES_15, "The defender chooses the tribute.";
        NoTributeOwed => OL_PRES_30, "No tribute is owed from there.";
        NothingToDemand { token: Token } => OL_PRES_30, "There is no {} to take.", token.title();
        PressureMandatory => OL_PRES_18, "Pressure is mandatory.";

        // Day: actions.
        NoActionHere => OL_ACT_02, "That is no action of this Location.";
        EndFirst => OL_ACT_08, "First end what this hero does.";
        TooFewPoints { left: u8, rule: RuleId } => *rule,
            "{left} action point{} left.", if *left == 1 { "" } else { "s" };
        NothingToScavenge { rule: RuleId } => *rule, "There is nothing to scavenge here.";
        ScavengeOne => OL_ACT_05, "Scavenge at least one.";
        PlaceEmpty => OL_ACT_04, "Nothing left here today.";
        TooFewHere { held: u8, token: Token } => OL_ACT_04,
            "Only {} left here today.", token.counted(*held);
        DamClosed => OL_DAM_01, "Open the Dam first: 1 Microchip.";
        NotAtTheDam => OL_DAM_01, "You are not at the Dam.";
        DamOpen => OL_DAM_03, "The Dam is open.";
        LackMicrochip => OL_DAM_05, "You lack 1 Microchip.";
        DamEmpty => OL_DAM_07, "The Dam holds no Water.";
        NoAlgaeHere => OL_BASE_02, "The Algae grows at the Military Base.";
        AlgaeGone => OL_BASE_03, "Nothing left here today.";
        NoEquipmentHere => OL_CITY_01, "Equipment lies in the Cities.";
        DisplayEmpty => OL_CITY_03, "Nothing left here today.";
        OwnedAlready => OL_CITY_04, "You own this equipment already.";
        NoSearchHere => OL_CITY_05, "One searches in the Cities.";
        StackEmpty => OL_CITY_15, "Nothing left here today.";
        SearchFirst => OL_CITY_16, "Search once with an action point first.";
        NoScouts => OL_CITY_16, "You have no Scouts' Room.";
        ScoutsUsed => OL_CITY_17, "Already used in this City.";
        NoGearNow => OL_EQ_12, "No equipment can be used here now.";
        OneGearOnly => OL_EQ_12, "Only one tile can be used: name it.";
        NoBonusTile => OL_EQ_12, "That equipment is not used in this way.";
        GearElsewhere => OL_EQ_12, "That equipment does not work here.";
        ScavengeFirst => OL_EQ_09, "Scavenge at least one first.";
        NothingToAdd => OL_EQ_10, "Nothing left here today.";
        FlashlightInCity => OL_EQ_31, "The Flashlight works in a City.";
        RefugeeFirst => OL_MINI_03, "First answer the Refugee.";
        LooterFirst => OL_MINI_04, "First the Looter takes a token.";
        MerchantFirst => OL_MINI_05, "First answer the Merchant.";
        MerchantLacks { token: Token } => OL_MINI_05, "The reserve has no {} to swap for.", token.title();
        MaterialsOnly => OL_MINI_05, "The Merchant swaps a Material for another Material.";

        // Day: hunting.
        NoWildGame => OL_BOARD_04, "There is no wild game here.";
        NoHunt => OL_HUNT_01, "That is no hunt.";
        TopTileOnly => OL_HUNT_02, "Only the top tile.";
        HeroHasHunted => OL_HUNT_03, "One catch per hero and turn.";
        PlayerHasHunted => OL_OPT_04, "One catch per player and Day.";
        NoSuchTile => OL_HUNT_16, "There is no such tile.";
        LackMunitionsToHunt => OL_HUNT_05, "You lack the Munitions.";
        HuntedEnough => OL_HUNT_06, "More than needed.";
        TooWeakToHunt { endurance: u8, lack: u8 } => OL_HUNT_04,
            "Endurance {endurance} asks for {lack} more than you bring.";
        SensorTooLate => OL_HUNT_28, "One catch per hero and turn.";
        NothingToSense => OL_HUNT_28, "The stack is empty.";
        HuntingRoomsFirst => OL_HUNT_20, "First say which Hunting rooms you use.";
        FourHuntingRooms => OL_HUNT_19, "There are four Hunting rooms at most.";

        // Day: the Cargo Ship.
        NoSlotForStrength => OL_CARG_03, "Only a slot equal to the hero's Strength.";
        SlotTaken { strength: u8 } => OL_CARG_05, "Slot {strength} is taken.";
        SlotFree { strength: u8 } => OL_CARG_26, "Slot {strength} is free: nothing to share.";
        NobodyWaits => OL_CARG_15, "No survivor waits for you here.";
        NotBuiltYet => OL_CARG_16, "That room is not built.";
        NoSpace => OL_CARG_16, "That room is full.";
        DormitoryFull { spaces: u8 } => OL_CARG_33, "Only its own ability goes beyond {spaces}.";
        AirlockFull => OL_RECR_02, "No free Airlock space.";

        // Night: its order, and events overcome.
        FeedFirst => OL_NIGHT_01, "First feed your people.";
        OtherStep { now: u8 } => OL_NIGHT_04, "This is Night step {now}: that belongs to another.";
        OvercomeOrPass => OL_OVER_01, "This is Night step 1: overcome an event or pass.";
        NotInPlay => OL_OVER_02, "That event is not in play.";
        NotAsked { token: Token } => OL_OVER_13,
            "The card asks for no {} to leave out.", token.title();
        MixedWaiver => OL_OVER_12, "Materials, or Munitions, or a Supply: not a mixture.";
        WrongWaiver { whole: u8 } => OL_OVER_12, "The Command Post takes off {whole} of these.";
        UnorderedWaiver => OL_OVER_12, "Name them in their printed order.";

        // Night: feeding and recruiting.
        OverFed { upkeep: u16 } => OL_FEED_01,
            "The rooms want only {upkeep} {}.", if *upkeep == 1 { "Supply" } else { "Supplies" };
        MustFeed { missing: u16, least: u16 } => OL_FEED_13,
            "You must feed them: this leaves {missing} missing, {least} is possible.";
        RecruitsCostSupplies => OL_RECR_01, "Recruits cost Supplies.";
        RecruitOne => OL_RECR_04, "Recruit at least one, or end.";

        // Night: building, and rooms that are used.
        OnlyWhileBuilding => OL_BUILD_10, "Only while building.";
        NoBuilding => OL_BUILD_01, "That is no building.";
        BuiltAlready => OL_BUILD_02, "That room is built already.";
        WrongPrice { price: u8 } => OL_BUILD_01,
            "The room costs {price} Material{}.", if *price == 1 { "" } else { "s" };
        RoomUnbuilt => OL_BUILD_05, "That room is not built.";
        MoveOne => OL_BUILD_05, "Move at least one.";
        RoomCrowded { spaces: u8 } => OL_BUILD_05, "The room has {spaces} spaces.";
        AirlockMovesOnly => OL_BUILD_06, "Only survivors of the Airlock move. Survivors in rooms stay.";
        NothingToUse => OL_ROOM_03, "That room has nothing to use in this step.";
        GaugeAtBest => OL_ROOM_A13, "The gauge is at its best.";
        DormitoryHoldsNoMore => OL_ROOM_A15, "The Dormitory holds no more.";
        RecyclingOnly => OL_ROOM_A17, "Only Recycling destroys equipment.";
        NothingToRecycle => OL_ROOM_A17, "You have no such equipment.";

        // Night: repair.
        RepairedAlready => OL_REP_04, "That tile is repaired already.";
        CostsOther { cost: Tokens, rule: RuleId } => *rule, "The tile asks for {}.", in_words(cost);
        ToolStoreFirst => OL_ROOM_S2B, "Use the Tool Store first.";
        OneAbility => OL_REP_08, "One room ability per repair.";
        NoSecondBench => OL_OPT_06, "You lack a second ready Bench.";
    }
}
