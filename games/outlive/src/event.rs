//! What happens: everything that is told of a game.

use crate::edition::roster::{
    City, Equipment, EventCard, Leader, Location, Prey, RoomKind, SearchTile, Token, Tokens,
};
use crate::position::{Loss, Room, RoomName};
use crate::rule;
use crate::rules::sides::{HeroId, Side};
use crate::{Action, Key, Method, Pile, Score, Space, Waiver};
use serde::Serialize;
use table::RuleId;

/// Where something came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The leader's start.
    Leader,
    /// The scenario's start.
    Scenario,
    /// What a leader found in the Cities at set-up.
    FirstSearch,
    /// A Location's own tokens.
    Place(Location),
    /// A search tile.
    Search,
    /// The Merchant's swap.
    Merchant,
    /// A hunt.
    Hunt,
    /// The Cargo Ship.
    Ship,
    /// Equipment.
    Gear(Equipment),
    /// A room.
    Room(RoomKind),
    /// A recruit, for this Supply.
    Recruit(Token),
    /// What a pawn of the Horde took there and carries.
    Carried(Location),
}

impl Source {
    /// The rule by which it gives, if one rule says so.
    pub(crate) fn rule(self) -> Option<RuleId> {
        Some(match self {
            Source::Leader => rule::OL_SETUP_19,
            Source::Scenario => return None,
            Source::FirstSearch => rule::OL_MARY_04,
            Source::Place(Location::Forest) => rule::OL_ACT_05,
            Source::Place(Location::Mine) => rule::OL_ACT_06,
            Source::Place(Location::Fairgrounds) => rule::OL_ACT_07,
            Source::Place(Location::Dam) => rule::OL_DAM_04,
            Source::Place(Location::Base) => rule::OL_BASE_01,
            Source::Place(_) => rule::OL_ACT_04,
            Source::Search => rule::OL_CITY_08,
            Source::Merchant => rule::OL_MINI_05,
            Source::Hunt => rule::OL_HUNT_11,
            Source::Ship => rule::OL_CARG_13,
            Source::Gear(tile) => gear_rule(tile),
            Source::Room(kind) => room_rule(kind),
            Source::Recruit(_) => rule::OL_RECR_01,
            Source::Carried(_) => rule::OL_SOLO_18,
        })
    }
}

/// Why a Shelter loses a token or a survivor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// An event strikes it.
    Event(EventCard),
    /// Something was missing when the people were fed.
    Hunger,
    /// The gauge would pass its last cell.
    Radiation,
    /// A Looter was found.
    Looter,
}

impl Cause {
    /// The rule by which a token is lost to it.
    fn takes_tokens(self) -> RuleId {
        match self {
            Cause::Event(EventCard::RatInfestation) => rule::OL_EVT_27,
            Cause::Event(EventCard::EnemyClan) => rule::OL_EVT_29,
            Cause::Looter => rule::OL_MINI_04,
            Cause::Event(_) | Cause::Hunger | Cause::Radiation => rule::OL_RES_07,
        }
    }

    /// The rule by which a survivor is lost to it.
    fn takes_survivors(self) -> RuleId {
        match self {
            Cause::Event(EventCard::RatInfestation) => rule::OL_EVT_28,
            Cause::Event(EventCard::EnemyClan) => rule::OL_EVT_30,
            Cause::Event(EventCard::ColdSnap) => rule::OL_EVT_31,
            Cause::Hunger => rule::OL_FEED_10,
            Cause::Radiation | Cause::Event(EventCard::RadioactiveCloud) => rule::OL_RAD_07,
            Cause::Event(_) | Cause::Looter => rule::OL_RES_08,
        }
    }
}

/// What moves a tracer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Dose {
    /// The radiation of the Night.
    Night,
    /// The Radioactive Cloud.
    Cloud,
    /// The Algae of the Military Base.
    Algae,
    /// Algae Capsules that were found.
    Capsules,
    /// Algae Capsules that a leader found at set-up.
    FirstCapsules,
    /// The Infirmary.
    Infirmary,
}

impl Dose {
    fn rule(self) -> RuleId {
        match self {
            Dose::Night => rule::OL_RAD_01,
            Dose::Cloud => rule::OL_EVT_26,
            Dose::Algae => rule::OL_BASE_02,
            Dose::Capsules => rule::OL_CITY_13,
            Dose::FirstCapsules => rule::OL_MARY_06,
            Dose::Infirmary => rule::OL_ROOM_A13,
        }
    }
}

/// What a hunt was made of: what reached the Endurance, and what the tile yields. What was not there
/// is 0. OL-HUNT-04, OL-HUNT-17
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Hunt {
    /// Endurance added by the Animal Mutation.
    pub mutation: u8,
    /// Action points spent.
    pub points: u8,
    /// Munitions spent.
    pub munitions: u8,
    /// Strength added by the Shotgun.
    pub shotgun: u8,
    /// Strength added by the Bear Trap.
    pub trap: u8,
    /// Meat of the first catch of this type.
    pub base: u8,
    /// Earlier catches of this type.
    pub earlier: u8,
    /// Meat spoilt by the Epizootic Disease.
    pub disease: u8,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "what")]
#[allow(missing_docs, reason = "the told lines are the documentation")]
pub enum Event {
    Decided {
        seat: Side,
        action: Action,
        automatic: bool,
    },
    Revealed {
        seat: Side,
        leader: Leader,
        rooms: [Room; 7],
    },
    HordeComes {
        leader: Leader,
    },
    MiniTile {
        city: City,
        tile: SearchTile,
    },
    Placed {
        seat: Side,
        places: [Option<Location>; 4],
    },
    First {
        side: Side,
        aboard: bool,
    },
    Dawn {
        turn: u8,
    },
    Displayed {
        city: City,
        tile: Equipment,
    },
    Reshuffled,
    TurnedUp {
        city: City,
        tile: SearchTile,
        nomads: bool,
    },
    Flipped {
        turn: u8,
        card: EventCard,
    },
    Forecast {
        turn: u8,
        card: EventCard,
    },
    Stripped {
        card: EventCard,
        place: Location,
        count: u8,
    },
    Struck {
        seat: Side,
        card: EventCard,
        loss: Loss,
        count: u8,
    },
    Immune {
        seat: Side,
        card: EventCard,
    },
    Radiation {
        seat: Side,
        ambient: u8,
        airlock: u8,
        filters: u8,
        left: u8,
    },
    Gauge {
        seat: Side,
        from: u8,
        to: u8,
        dose: Dose,
    },
    Skull {
        seat: Side,
        alone: bool,
    },
    Died {
        seat: Side,
        space: Space,
        cause: Cause,
    },
    LostToken {
        seat: Side,
        token: Token,
        cause: Cause,
    },
    VirtualWater {
        seat: Side,
    },
    Arrived {
        side: Side,
        hero: HeroId,
        place: Location,
    },
    Shared {
        seat: Side,
        room: RoomName,
    },
    Pressure {
        side: Side,
        hero: HeroId,
        on: Side,
        target: HeroId,
        points: u8,
    },
    Bat {
        side: Side,
        on: Side,
        points: u8,
    },
    Defended {
        seat: Side,
        points: u8,
        immunity: bool,
        gear: bool,
        munitions: u8,
        left: u8,
        owed: u8,
    },
    Tribute {
        from: Side,
        to: Side,
        token: Token,
    },
    Gained {
        side: Side,
        token: Token,
        count: u8,
        source: Source,
    },
    DamOpened {
        seat: Side,
        key: Key,
    },
    Algae {
        side: Side,
    },
    UsedGear {
        side: Side,
        tile: Equipment,
    },
    Salvaged {
        side: Side,
        tile: Equipment,
    },
    Found {
        side: Side,
        city: City,
        tile: SearchTile,
    },
    FoundFirst {
        seat: Side,
        city: City,
        tile: SearchTile,
    },
    Peeked {
        seat: Side,
        city: City,
        stack: Pile<SearchTile, 11>,
    },
    Sensed {
        seat: Side,
        place: Location,
        tiles: Pile<Prey, 10>,
    },
    Caught {
        side: Side,
        hero: HeroId,
        place: Location,
        endurance: u8,
        hunt: Hunt,
    },
    Top {
        place: Location,
        endurance: u8,
    },
    Came {
        seat: Side,
        space: Space,
        source: Source,
    },
    HordeCard {
        card: u8,
    },
    HordeStays {
        pawn: HeroId,
    },
    SentAway {
        slot: u8,
    },
    DayEnds {
        turn: u8,
    },
    Overcame {
        seat: Side,
        card: EventCard,
        waiver: Waiver,
    },
    Fed {
        seat: Side,
        upkeep: u8,
        rows: u8,
        meat: u8,
        water: u8,
        canned: u8,
        missing: u8,
    },
    Built {
        seat: Side,
        room: RoomName,
        paid: [u8; 3],
        workshop: bool,
    },
    MovedIn {
        seat: Side,
        room: RoomName,
        count: u8,
        full: bool,
    },
    Rejected {
        seat: Side,
        tile: Equipment,
    },
    Drew {
        seat: Side,
        tile: Option<Equipment>,
        room: RoomKind,
    },
    Recycled {
        seat: Side,
        tile: Equipment,
    },
    Repaired {
        seat: Side,
        tile: Equipment,
        method: Method,
    },
    Spoiled {
        seat: Side,
        tokens: Tokens,
    },
    Standing {
        seat: Side,
        turn: u8,
        score: Score,
    },
    Convoy,
}

impl Event {
    /// The rule by which it happens, if one rule says so.
    pub fn rule(&self) -> Option<RuleId> {
        Some(match self {
            Event::Revealed { .. } => rule::OL_SETUP_22,
            Event::HordeComes { .. } => rule::OL_SOLO_04,
            Event::MiniTile { .. } => rule::OL_MINI_01,
            Event::Placed { .. } => rule::OL_SETUP_26,
            Event::First { aboard: false, .. } => rule::OL_SETUP_23,
            Event::First { aboard: true, .. } => rule::OL_CARG_20,
            Event::Dawn { .. } => rule::OL_DAWN_02,
            Event::Displayed { .. } => rule::OL_DAWN_14,
            Event::Reshuffled => rule::OL_DAWN_16,
            Event::TurnedUp { nomads: false, .. } => rule::OL_DAWN_21,
            Event::TurnedUp { nomads: true, .. } => rule::OL_EVT_24,
            Event::Flipped { .. } => rule::OL_EVT_01,
            Event::Forecast { .. } => rule::OL_OPT_10,
            Event::Stripped { card, .. } => stripping_rule(*card),
            Event::Struck { card, loss, count, .. } => striking_rule(*card, *loss, *count),
            Event::Immune { .. } => rule::OL_IMM_01,
            Event::Radiation { .. } => rule::OL_RAD_01,
            Event::Gauge { dose, .. } => dose.rule(),
            Event::Skull { alone: false, .. } => rule::OL_RAD_07,
            Event::Skull { alone: true, .. } => rule::OL_RAD_11,
            Event::Died { cause, .. } => cause.takes_survivors(),
            Event::LostToken { cause, .. } => cause.takes_tokens(),
            Event::VirtualWater { .. } => rule::OL_ROOM_A10,
            Event::Arrived { .. } => rule::OL_MOVE_12,
            Event::Shared { .. } => rule::OL_CARG_26,
            Event::Pressure { .. } => rule::OL_PRES_08,
            Event::Bat { .. } => rule::OL_PRES_23,
            Event::Defended { immunity: true, .. } => rule::OL_PRES_28,
            Event::Defended { left, owed, .. } if owed < left => rule::OL_PRES_17,
            Event::Defended { .. } => rule::OL_REAC_02,
            Event::Tribute { .. } => rule::OL_PRES_14,
            Event::DamOpened { key: Key::Chip, .. } => rule::OL_DAM_01,
            Event::DamOpened { key: Key::Card, .. } => rule::OL_DAM_08,
            Event::Algae { .. } => rule::OL_BASE_03,
            Event::Gained { source, .. } => return source.rule(),
            Event::UsedGear { tile, .. } => gear_rule(*tile),
            Event::Salvaged { .. } => rule::OL_CITY_01,
            Event::Found { .. } => rule::OL_CITY_08,
            Event::FoundFirst { .. } => rule::OL_MARY_02,
            Event::Peeked { .. } => rule::OL_CITY_24,
            Event::Sensed { .. } => rule::OL_HUNT_26,
            Event::Caught { .. } => rule::OL_HUNT_04,
            Event::Top { .. } => rule::OL_HUNT_15,
            Event::Came { source: Source::Ship, .. } => rule::OL_CARG_16,
            Event::Came { source: Source::Search, .. } => rule::OL_MINI_03,
            Event::Came { source, .. } => return source.rule(),
            Event::HordeCard { .. } => rule::OL_SOLO_07,
            Event::HordeStays { .. } => rule::OL_SOLO_16,
            Event::SentAway { .. } => rule::OL_SOLO_25,
            Event::DayEnds { .. } => rule::OL_DEND_01,
            Event::Overcame { .. } => rule::OL_OVER_10,
            Event::Fed { .. } => rule::OL_FEED_01,
            Event::Built { workshop: true, .. } => rule::OL_ROOM_S1,
            Event::Built { .. } => rule::OL_BUILD_01,
            Event::MovedIn { .. } => rule::OL_BUILD_05,
            Event::Rejected { .. } => rule::OL_EQ_04,
            Event::Drew { tile: None, .. } => rule::OL_EQ_06,
            Event::Drew { room, .. } => room_rule(*room),
            Event::Recycled { .. } => rule::OL_ROOM_A17,
            Event::Repaired { method, .. } => repair_rule(*method),
            Event::Spoiled { tokens, .. } => spoiling_rule(tokens),
            Event::Convoy => rule::OL_END_01,
            Event::Decided { .. } | Event::Standing { .. } => return None,
        })
    }

    /// The rules of the numbers that it is made of, in the order in which the story names them.
    pub fn factors(&self) -> Vec<RuleId> {
        match self {
            Event::Struck { card, loss, count, .. } => striking_factors(*card, *loss, *count),
            Event::Radiation { filters: 1.., .. } => vec![rule::OL_RAD_04],
            Event::Pressure { .. } => vec![rule::OL_PRES_08],
            Event::Bat { .. } => vec![rule::OL_EQ_37],
            Event::Defended { immunity, gear, munitions, left, owed, .. } => counted_in([
                (rule::OL_PRES_28, *immunity),
                (rule::OL_PRES_26, *gear),
                (rule::OL_PRES_10, *munitions > 0),
                (rule::OL_PRES_17, owed < left),
            ]),
            Event::DamOpened { key: Key::Card, .. } => vec![rule::OL_EQ_27],
            Event::Caught { hunt, .. } => hunt.factors(),
            Event::Overcame { waiver, .. } => counted_in([
                (rule::OL_OVER_07, true),
                (rule::OL_OVER_12, *waiver != Waiver::None),
                (rule::OL_OVER_11, true),
            ]),
            Event::Fed { rows, missing, .. } => {
                counted_in([(rule::OL_FEED_04, *rows > 0), (rule::OL_FEED_10, *missing > 0)])
            }
            Event::Repaired { method, .. } => repair_rooms(*method).to_vec(),
            Event::Spoiled { tokens, .. } => counted_in([
                (rule::OL_UPK_01, tokens[Token::Meat.index()] > 0),
                (rule::OL_UPK_02, tokens[Token::Water.index()] > 0),
            ]),
            Event::Standing { .. } => vec![
                rule::OL_SCORE_01,
                rule::OL_SCORE_02,
                rule::OL_SCORE_04,
                rule::OL_SCORE_05,
                rule::OL_SCORE_06,
                rule::OL_SCORE_07,
            ],
            _ => Vec::new(),
        }
    }
}

impl Hunt {
    /// The rules of what reached the Endurance and of what makes the yield.
    fn factors(&self) -> Vec<RuleId> {
        counted_in([
            (rule::OL_EVT_34, self.mutation > 0),
            (rule::OL_HUNT_05, self.munitions > 0),
            (rule::OL_EQ_35, self.shotgun > 0),
            (rule::OL_EQ_36, self.trap > 0),
            (rule::OL_HUNT_31, true),
            (rule::OL_HUNT_11, self.earlier > 0),
            (rule::OL_EVT_32, self.disease > 0),
        ])
    }
}

/// The rules of those factors that counted.
fn counted_in<const N: usize>(factors: [(RuleId, bool); N]) -> Vec<RuleId> {
    factors.into_iter().filter(|(_, counted)| *counted).map(|(rule, _)| rule).collect()
}

/// What an event strips from the board.
fn stripping_rule(card: EventCard) -> RuleId {
    match card {
        EventCard::Wildfire => rule::OL_EVT_20,
        EventCard::CaveIn => rule::OL_EVT_21,
        EventCard::Thieves => rule::OL_EVT_22,
        EventCard::LeanTimes => rule::OL_EVT_23,
        EventCard::Nomads => rule::OL_EVT_24,
        _ => rule::OL_EVT_09,
    }
}

/// What an event asks of a Shelter.
fn striking_rule(card: EventCard, loss: Loss, count: u8) -> RuleId {
    match (card, loss) {
        _ if count == 0 => rule::OL_EVT_11,
        (EventCard::RadioactiveCloud, _) => rule::OL_EVT_26,
        (EventCard::RatInfestation, Loss::Survivor) => rule::OL_EVT_28,
        (EventCard::RatInfestation, _) => rule::OL_EVT_27,
        (EventCard::EnemyClan, Loss::Survivor) => rule::OL_EVT_30,
        (EventCard::EnemyClan, _) => rule::OL_EVT_29,
        (EventCard::ColdSnap, _) => rule::OL_EVT_31,
        _ => rule::OL_EVT_06,
    }
}

/// What an event asked for where it takes another loss instead, or finds nothing to take.
fn striking_factors(card: EventCard, loss: Loss, count: u8) -> Vec<RuleId> {
    match (card, loss) {
        _ if count == 0 => vec![striking_rule(card, loss, 1)],
        (EventCard::RatInfestation, Loss::Survivor) => vec![rule::OL_EVT_27],
        (EventCard::EnemyClan, Loss::Survivor) => vec![rule::OL_EVT_29],
        _ => Vec::new(),
    }
}

/// The rooms through which a repair is cheaper.
fn repair_rooms(method: Method) -> &'static [RuleId] {
    match method {
        Method::Full | Method::Laboratory => &[],
        Method::ToolStore(_) => &[rule::OL_ROOM_S2],
        Method::Bench(_) | Method::TwoBenches => &[rule::OL_ROOM_A18],
        Method::StoreAndBench => &[rule::OL_ROOM_S2, rule::OL_ROOM_A18],
    }
}

/// How a repair is paid.
fn repair_rule(method: Method) -> RuleId {
    match method {
        Method::Full => rule::OL_REP_01,
        Method::ToolStore(_) => rule::OL_REP_06,
        Method::Bench(_) => rule::OL_REP_07,
        Method::Laboratory => rule::OL_ROOM_A19,
        Method::StoreAndBench | Method::TwoBenches => rule::OL_OPT_06,
    }
}

/// What is gone by morning.
fn spoiling_rule(tokens: &Tokens) -> RuleId {
    match (tokens[Token::Meat.index()], tokens[Token::Water.index()]) {
        (_, 0) => rule::OL_UPK_01,
        (0, _) => rule::OL_UPK_02,
        _ => rule::OL_RES_09,
    }
}

/// The row of a tile of equipment.
fn gear_rule(tile: Equipment) -> RuleId {
    match tile {
        Equipment::Axe => rule::OL_EQ_20,
        Equipment::Bow => rule::OL_EQ_21,
        Equipment::Pickaxe => rule::OL_EQ_22,
        Equipment::Purifier => rule::OL_EQ_23,
        Equipment::Backpack => rule::OL_EQ_24,
        Equipment::MetalDetector => rule::OL_EQ_25,
        Equipment::Jerrycan => rule::OL_EQ_26,
        Equipment::AccessCard => rule::OL_EQ_27,
        Equipment::AmmoBox => rule::OL_EQ_28,
        Equipment::Crowbar => rule::OL_EQ_29,
        Equipment::Chainsaw => rule::OL_EQ_30,
        Equipment::Flashlight => rule::OL_EQ_31,
        Equipment::Hacksaw => rule::OL_EQ_33,
        Equipment::GrapplingHook => rule::OL_EQ_34,
        Equipment::Shotgun => rule::OL_EQ_35,
        Equipment::BearTrap => rule::OL_EQ_36,
        Equipment::BaseballBat => rule::OL_EQ_37,
        Equipment::BattleGear => rule::OL_EQ_38,
        Equipment::Exoskeleton => rule::OL_EQ_39,
        Equipment::ThermalSensor => rule::OL_EQ_40,
    }
}

/// The row of a room.
fn room_rule(kind: RoomKind) -> RuleId {
    match kind {
        RoomKind::S1 => rule::OL_ROOM_S1,
        RoomKind::S2 => rule::OL_ROOM_S2,
        RoomKind::S3 => rule::OL_ROOM_S3,
        RoomKind::A1 => rule::OL_ROOM_A1,
        RoomKind::A2 => rule::OL_ROOM_A2,
        RoomKind::A3 => rule::OL_ROOM_A3,
        RoomKind::A4 => rule::OL_ROOM_A4,
        RoomKind::A5 => rule::OL_ROOM_A5,
        RoomKind::A6 => rule::OL_ROOM_A6,
        RoomKind::A7 => rule::OL_ROOM_A7,
        RoomKind::A8 => rule::OL_ROOM_A8,
        RoomKind::A9 => rule::OL_ROOM_A9,
        RoomKind::A10 => rule::OL_ROOM_A10,
        RoomKind::A11 => rule::OL_ROOM_A11,
        RoomKind::A12 => rule::OL_ROOM_A12,
        RoomKind::A13 => rule::OL_ROOM_A13,
        RoomKind::A14 => rule::OL_ROOM_A14,
        RoomKind::A15 => rule::OL_ROOM_A15,
        RoomKind::A16 => rule::OL_ROOM_A16,
        RoomKind::A17 => rule::OL_ROOM_A17,
        RoomKind::A18 => rule::OL_ROOM_A18,
        RoomKind::A19 => rule::OL_ROOM_A19,
    }
}
