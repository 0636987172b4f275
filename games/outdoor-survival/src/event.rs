//! The story: what happened, event by event, and how it is told.

use crate::edition::components::{Column, Start, Turns};
use crate::land::{Edge, Edges};
use crate::position::Number;
use serde::{Deserialize, Serialize, Serializer};
use terrain::{Side, Top};

/// The printed name of a hex, by column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexName(pub(crate) u8, pub(crate) u8);

impl std::fmt::Display for HexName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}{:02}", self.0, self.1)
    }
}

impl Serialize for HexName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A direction by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compass(pub(crate) u8);

impl Compass {
    /// N, NE, SE, S, SW or NW.
    pub fn name(self) -> &'static str {
        Side(self.0 % 6).name(Top::Flat)
    }
}

impl Serialize for Compass {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Why a person is out of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Not out.
    None,
    /// A level was to be lost beyond O.
    Weakness,
    /// The Water counter ran off its row.
    Thirst,
    /// The Food counter ran off its row.
    Hunger,
    /// Too weak to move, in a scenario where that is the end.
    Immobile,
    /// At or below the level at which the role gives up.
    GaveUp,
    /// Left over an edge that does not count.
    WrongEdge,
    /// Given up by the player.
    Resigned,
}

/// One thing that happened. Persons and seats are counted from 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
#[allow(missing_docs, reason = "the names are those of the rules")]
pub enum Event {
    OrderDie {
        seat: u16,
        die: u8,
        again: bool,
    },
    Order {
        seats: [u16; 4],
        count: u8,
    },
    Placed {
        person: Number,
        hex: HexName,
        way_off: Option<u16>,
    },
    Markers {
        count: u8,
        persons: u8,
    },
    OutpostPlaced {
        person: Number,
        hex: HexName,
    },
    BorderNamed {
        person: Number,
        edge: Edge,
    },
    Day {
        day: u16,
    },
    Turn {
        person: Number,
        level: char,
        allowance: u8,
    },
    TooWeak {
        person: Number,
    },
    Stayed {
        person: Number,
        hex: HexName,
    },
    Rolled {
        person: Number,
        die: u8,
        start: Start,
        turns: Turns,
        may_stay: bool,
        way: Option<Compass>,
    },
    Friendly {
        person: Number,
        side: Compass,
        favour: bool,
    },
    Stepped {
        person: Number,
        side: Compass,
        hex: HexName,
        cost: u8,
        points: u8,
        turned: bool,
        turns: Turns,
    },
    Stopped {
        person: Number,
        hex: HexName,
        lost: u8,
        moved: bool,
    },
    Left {
        person: Number,
        hex: HexName,
        edges: Edges,
        cost: u8,
    },
    Needs {
        person: Number,
        water_met: bool,
        food_met: bool,
        water: [u8; 2],
        food: [u8; 2],
        lost: i8,
    },
    Level {
        person: Number,
        from: char,
        to: char,
        allowance: u8,
    },
    EncounterDie {
        person: Number,
        die: u8,
    },
    Encounter {
        person: Number,
        chart: u8,
        column: Column,
        row: u8,
    },
    Met {
        person: Number,
        water: [u8; 2],
        food: [u8; 2],
        lost: i8,
    },
    Out {
        person: Number,
        cause: Cause,
        hex: Option<HexName>,
    },
    GivenUp {
        person: Number,
    },
    Found {
        person: Number,
        by: Number,
        hex: HexName,
    },
    Captured {
        person: Number,
        by: Number,
        hex: HexName,
    },
    Turned {
        person: Number,
        hex: HexName,
        missing: bool,
    },
    Joined {
        person: Number,
        to: Number,
        level: char,
        water: u8,
        food: u8,
    },
    Stranded {
        person: Number,
        hex: HexName,
    },
    BroughtOut {
        person: Number,
        by: Number,
        level: char,
    },
    Shot {
        person: Number,
        at: Number,
        die: u8,
        hit: bool,
    },
    Sighted {
        person: Number,
        hex: HexName,
    },
    Tracks {
        hex: HexName,
        day: u16,
    },
    Over {
        reason: &'static str,
        text: String,
    },
}
