//! What happens: everything that is told of a game.

use crate::edition::roster::{
    City, Equipment, EventCard, Leader, Location, Prey, RoomKind, SearchTile, Token, Tokens,
};
use crate::position::{Room, RoomName};
use crate::rule;
use crate::rules::sides::{HeroId, Side};
use crate::{Action, Pile, Score, Space};
use serde::Serialize;
use table::RuleId;

/// Where something came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The leader's start.
    Leader,
    /// A Location's own tokens.
    Place(Location),
    /// A search tile.
    Search,
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
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "what")]
#[allow(missing_docs, reason = "the told lines are the documentation")]
pub enum Event {
    Decided { seat: Side, action: Action, automatic: bool },
    Revealed { seat: Side, leader: Leader, rooms: [Room; 7] },
    HordeComes { leader: Leader },
    MiniTile { city: City, tile: SearchTile },
    Placed { seat: Side, places: [Option<Location>; 4] },
    First { side: Side },
    Dawn { turn: u8 },
    Displayed { city: City, tile: Equipment },
    Reshuffled,
    TurnedUp { city: City, tile: SearchTile },
    Flipped { turn: u8, card: EventCard },
    Forecast { turn: u8, card: EventCard },
    Stripped { card: EventCard, place: Location, count: u8 },
    Struck { seat: Side, card: EventCard },
    Immune { seat: Side, card: EventCard },
    Gauge { seat: Side, from: u8, to: u8 },
    Skull { seat: Side },
    Died { seat: Side, space: Space },
    LostToken { seat: Side, token: Token },
    VirtualWater { seat: Side },
    Arrived { side: Side, hero: HeroId, place: Location },
    Shared { seat: Side, room: RoomName },
    Pressure { side: Side, on: Side, points: u8 },
    Defended { seat: Side, immunity: bool, gear: bool, munitions: u8, left: u8 },
    Tribute { from: Side, to: Side, token: Token },
    Gained { side: Side, token: Token, count: u8, source: Source },
    UsedGear { side: Side, tile: Equipment },
    Salvaged { side: Side, tile: Equipment },
    Found { side: Side, city: City, tile: SearchTile },
    Peeked { seat: Side, city: City, stack: Pile<SearchTile, 11> },
    Sensed { seat: Side, place: Location, tiles: Pile<Prey, 10> },
    Caught { side: Side, place: Location, endurance: u8 },
    Top { place: Location, endurance: u8 },
    Came { seat: Side, space: Space, source: Source },
    HordeCard { card: u8 },
    HordeStays { pawn: HeroId },
    DayEnds { turn: u8 },
    Overcame { seat: Side, card: EventCard },
    Fed { seat: Side, meat: u8, water: u8, canned: u8, missing: u8 },
    Built { seat: Side, room: RoomName },
    MovedIn { seat: Side, room: RoomName, count: u8, full: bool },
    Rejected { seat: Side, tile: Equipment },
    Drew { seat: Side, tile: Option<Equipment> },
    Recycled { seat: Side, tile: Equipment },
    Repaired { seat: Side, tile: Equipment },
    Spoiled { seat: Side, tokens: Tokens },
    Standing { seat: Side, turn: u8, score: Score },
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
            Event::First { .. } => rule::OL_CARG_20,
            Event::Dawn { .. } => rule::OL_DAWN_02,
            Event::Displayed { .. } => rule::OL_DAWN_14,
            Event::Reshuffled => rule::OL_DAWN_16,
            Event::TurnedUp { .. } => rule::OL_DAWN_21,
            Event::Flipped { .. } => rule::OL_EVT_01,
            Event::Forecast { .. } => rule::OL_OPT_10,
            Event::Stripped { .. } => rule::OL_EVT_09,
            Event::Struck { .. } => rule::OL_EVT_06,
            Event::Immune { .. } => rule::OL_IMM_01,
            Event::Gauge { .. } => rule::OL_RAD_06,
            Event::Skull { .. } => rule::OL_RAD_07,
            Event::Died { .. } => rule::OL_RES_08,
            Event::LostToken { .. } => rule::OL_RES_07,
            Event::VirtualWater { .. } => rule::OL_ROOM_A10,
            Event::Arrived { .. } => rule::OL_MOVE_12,
            Event::Shared { .. } => rule::OL_CARG_26,
            Event::Pressure { .. } => rule::OL_PRES_08,
            Event::Defended { .. } => rule::OL_REAC_02,
            Event::Tribute { .. } => rule::OL_PRES_14,
            Event::UsedGear { .. } => rule::OL_EQ_07,
            Event::Salvaged { .. } => rule::OL_CITY_01,
            Event::Found { .. } => rule::OL_CITY_08,
            Event::Peeked { .. } => rule::OL_CITY_24,
            Event::Sensed { .. } => rule::OL_HUNT_26,
            Event::Caught { .. } => rule::OL_HUNT_10,
            Event::Top { .. } => rule::OL_HUNT_15,
            Event::Came { .. } => rule::OL_CARG_16,
            Event::HordeCard { .. } => rule::OL_SOLO_07,
            Event::HordeStays { .. } => rule::OL_SOLO_16,
            Event::DayEnds { .. } => rule::OL_DEND_01,
            Event::Overcame { .. } => rule::OL_OVER_10,
            Event::Fed { .. } => rule::OL_FEED_01,
            Event::Built { .. } => rule::OL_BUILD_01,
            Event::MovedIn { .. } => rule::OL_BUILD_05,
            Event::Rejected { .. } => rule::OL_EQ_04,
            Event::Drew { .. } => rule::OL_EQ_01,
            Event::Recycled { .. } => rule::OL_ROOM_A17,
            Event::Repaired { .. } => rule::OL_REP_04,
            Event::Spoiled { .. } => rule::OL_UPK_01,
            Event::Convoy => rule::OL_END_01,
            Event::Decided { .. } | Event::Gained { .. } | Event::Standing { .. } => return None,
        })
    }
}
