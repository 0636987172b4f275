//! The story: what happened, event by event, and how it is told.

use crate::edition::components::{Column, Start, Terrain, Turns};
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

impl Cause {
    /// What became of somebody, such as "dies of thirst".
    pub(crate) fn words(self) -> &'static str {
        match self {
            Cause::Weakness => "has not survived",
            Cause::Thirst => "dies of thirst",
            Cause::Hunger => "dies of hunger",
            Cause::Immobile => "can go no farther",
            Cause::GaveUp => "gives up the hunt",
            Cause::WrongEdge => "leaves over the wrong edge",
            Cause::Resigned | Cause::None => "gives up",
        }
    }
}

/// How a day's need was met, or that it was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Supply {
    /// It was not met.
    None,
    /// There is no such need.
    NoNeed,
    /// It is met every day.
    EveryDay,
    /// The day ends on a source.
    Here,
    /// A source was entered on the way.
    Passing,
    /// The day ends on an own outpost.
    Outpost,
    /// Somebody of the same side in the same hex met it before.
    Shared,
}

impl Supply {
    /// Whether the need was met.
    pub fn met(self) -> bool {
        self != Supply::None
    }
}

/// What made the cost of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Toll {
    /// The ground of the hex entered.
    Ground,
    /// The trail rate of the hex entered.
    Trail,
    /// The ground of the trail hex left, which was entered at the trail rate.
    LeavingTrail,
}

/// The faces of a die that hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces(pub(crate) u8);

impl Serialize for Faces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((1..=6u8).filter(|face| self.0 & (1 << face) != 0))
    }
}

/// A shot as it is judged: from where, how far, and what hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Aiming {
    /// The ground under the shooter.
    pub ground: Terrain,
    /// Hexes to the target.
    pub distance: u16,
    /// The faces that hit; none if no die is needed.
    pub faces: Faces,
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
        die: u8,
        /// What the opponent rolled, if there is one.
        against: Option<u8>,
        favour: bool,
    },
    Stepped {
        person: Number,
        side: Compass,
        hex: HexName,
        cost: u8,
        points: u8,
        toll: Toll,
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
        hex: HexName,
        /// How water and food were met.
        supply: [Supply; 2],
        water: [u8; 2],
        food: [u8; 2],
        lost: i8,
        /// By how much the letter moves; less than the sum at the best level that there is.
        moved: i8,
        best: char,
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
    Column {
        person: Number,
        column: Column,
        /// The die that picked it, unless the player did.
        die: Option<u8>,
        /// Whether the game took it for somebody whom nobody plays.
        automatic: bool,
    },
    Encounter {
        person: Number,
        chart: u8,
        column: Column,
        row: u8,
    },
    Met {
        person: Number,
        /// Steps of water and food and levels, as the chart says.
        effect: [i8; 3],
        water: [u8; 2],
        food: [u8; 2],
        lost: i8,
        moved: i8,
        best: char,
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
        /// Nothing where it would tell the place of somebody hidden.
        aim: Option<Aiming>,
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
