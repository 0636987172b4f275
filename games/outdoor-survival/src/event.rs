//! The story: what happened, event by event, and how it is told.

use crate::edition::components::{Column, Start};
use crate::land::Edge;
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
        person: u8,
        hex: HexName,
        way_off: Option<u16>,
    },
    Markers {
        count: u8,
        persons: u8,
    },
    OutpostPlaced {
        person: u8,
        hex: HexName,
    },
    BorderNamed {
        person: u8,
        edge: Edge,
    },
    Day {
        day: u16,
    },
    Turn {
        person: u8,
        level: char,
        allowance: u8,
    },
    TooWeak {
        person: u8,
    },
    Stayed {
        person: u8,
        hex: HexName,
    },
    Rolled {
        person: u8,
        die: u8,
        start: Start,
        turns: u8,
        may_stay: bool,
        way: Option<Compass>,
    },
    Friendly {
        person: u8,
        side: Compass,
        favour: bool,
    },
    Stepped {
        person: u8,
        side: Compass,
        hex: HexName,
        cost: u8,
        points: u8,
        turned: bool,
        turns: u8,
    },
    Stopped {
        person: u8,
        hex: HexName,
        lost: u8,
        moved: bool,
    },
    Left {
        person: u8,
        hex: HexName,
        edges: u8,
        cost: u8,
    },
    Needs {
        person: u8,
        water_met: bool,
        food_met: bool,
        water: [u8; 2],
        food: [u8; 2],
        lost: i8,
    },
    Level {
        person: u8,
        from: char,
        to: char,
        allowance: u8,
    },
    EncounterDie {
        person: u8,
        die: u8,
    },
    Encounter {
        person: u8,
        chart: u8,
        column: Column,
        row: u8,
    },
    Met {
        person: u8,
        water: [u8; 2],
        food: [u8; 2],
        lost: i8,
    },
    Out {
        person: u8,
        cause: Cause,
        hex: Option<HexName>,
    },
    Found {
        person: u8,
        by: u8,
        hex: HexName,
    },
    Captured {
        person: u8,
        by: u8,
        hex: HexName,
    },
    Turned {
        person: u8,
        hex: HexName,
        missing: bool,
    },
    Joined {
        person: u8,
        to: u8,
        level: char,
        water: u8,
        food: u8,
    },
    Stranded {
        person: u8,
        hex: HexName,
    },
    BroughtOut {
        person: u8,
        by: u8,
        level: char,
    },
    Shot {
        person: u8,
        at: u8,
        die: u8,
        hit: bool,
    },
    Sighted {
        person: u8,
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
