//! What happens: everything that is told of a game.

use crate::edition::roster::{
    City, Equipment, EventCard, Leader, Location, Prey, RoomKind, SearchTile, Token, Tokens,
};
use crate::position::{Room, RoomName};
use crate::rules::sides::{HeroId, Side};
use crate::{Action, Pile, Score, Space};
use serde::Serialize;

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
