//! What happens: everything that is told of a game.

use crate::edition::roster::{
    City, Equipment, EventCard, Leader, Location, RoomKind, SearchTile, Token, Tokens,
};
use crate::position::{Room, RoomName};
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
    Decided { seat: u8, action: Action, automatic: bool },
    Revealed { seat: u8, leader: Leader, rooms: [Room; 7] },
    HordeComes { leader: Leader },
    MiniTile { city: City, tile: SearchTile },
    Placed { seat: u8, places: [Option<Location>; 4] },
    First { side: u8 },
    Dawn { turn: u8 },
    Displayed { city: City, tile: Equipment },
    Reshuffled,
    TurnedUp { city: City, tile: SearchTile },
    Flipped { turn: u8, card: EventCard },
    Forecast { turn: u8, card: EventCard },
    Stripped { card: EventCard, place: Location, count: u8 },
    Struck { seat: u8, card: EventCard },
    Immune { seat: u8, card: EventCard },
    Gauge { seat: u8, from: u8, to: u8 },
    Skull { seat: u8 },
    Died { seat: u8, space: Space },
    LostToken { seat: u8, token: Token },
    VirtualWater { seat: u8 },
    Arrived { side: u8, hero: u8, place: Location },
    Shared { seat: u8, room: RoomName },
    Pressure { side: u8, on: u8, points: u8 },
    Defended { seat: u8, immunity: bool, gear: bool, munitions: u8, left: u8 },
    Tribute { from: u8, to: u8, token: Token },
    Gained { side: u8, token: Token, count: u8, source: Source },
    UsedGear { side: u8, tile: Equipment },
    Salvaged { side: u8, tile: Equipment },
    Found { side: u8, city: City, tile: SearchTile },
    Peeked { seat: u8, city: City, stack: Pile<SearchTile, 11> },
    Sensed { seat: u8, place: Location, tiles: Pile<u8, 10> },
    Caught { side: u8, place: Location, endurance: u8 },
    Top { place: Location, endurance: u8 },
    Came { seat: u8, space: Space, source: Source },
    HordeCard { card: u8 },
    HordeStays { pawn: u8 },
    DayEnds { turn: u8 },
    Overcame { seat: u8, card: EventCard },
    Fed { seat: u8, meat: u8, water: u8, canned: u8, missing: u8 },
    Built { seat: u8, room: RoomName },
    MovedIn { seat: u8, room: RoomName, count: u8, full: bool },
    Rejected { seat: u8, tile: Equipment },
    Drew { seat: u8, tile: Option<Equipment> },
    Recycled { seat: u8, tile: Equipment },
    Repaired { seat: u8, tile: Equipment },
    Spoiled { seat: u8, tokens: Tokens },
    Standing { seat: u8, turn: u8, score: Score },
    Convoy,
}
