//! Everything that changes in play.

use crate::edition::components::{LEVELS, Start};
use crate::edition::scenarios::{MOST_POINTS, PERSONS};
use crate::event::Cause;
use crate::land::Hex;
use serde::{Deserialize, Serialize};

/// The most markers on the board.
pub(crate) const MARKERS: usize = 12;
/// The most outposts on the board.
pub(crate) const OUTPOSTS: usize = 12;
/// Days of which a hidden person's place is remembered.
pub(crate) const TRACKS: usize = 8;
/// The most hexes of one move, the first included.
pub(crate) const PATH: usize = MOST_POINTS as usize + 1;
/// No person, no seat, no hex.
pub(crate) const NONE: u8 = u8::MAX;
/// No heading yet.
pub(crate) const NO_HEADING: u8 = 6;
/// Stay days before the first day's end (OS-SET-10).
pub(crate) const NEW_HERE: u8 = u8::MAX;

/// Everything that changes during play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(crate) day: u16,
    pub(crate) phase: Phase,
    /// Place in the day's sequence.
    pub(crate) slot: u8,
    pub(crate) acting: u8,
    /// Persons who had their turn today, as bits.
    pub(crate) acted: u8,
    /// Seats in order of play.
    pub(crate) order: [u8; 4],
    /// Persons in the order in which they act.
    pub(crate) sequence: [u8; PERSONS],
    pub(crate) persons: [Person; PERSONS],
    pub(crate) journey: Journey,
    pub(crate) markers: [Marker; MARKERS],
    pub(crate) marker_count: u8,
    pub(crate) outposts: [Outpost; OUTPOSTS],
    pub(crate) outpost_count: u8,
    /// The edge that was named in secret, as a bit; 0 if none.
    pub(crate) border: u8,
    pub(crate) known: Known,
    pub(crate) verdict: Option<Verdict>,
}

impl Position {
    /// The day, counted from 1.
    pub fn day(&self) -> u16 {
        self.day
    }

    /// The person whose turn it is, counted from 0.
    pub fn acting(&self) -> usize {
        self.acting as usize
    }

    /// A person, counted from 0.
    pub fn person(&self, index: usize) -> &Person {
        &self.persons[index]
    }

    pub(crate) fn actor(&self) -> &Person {
        &self.persons[self.acting as usize]
    }

    pub(crate) fn markers(&self) -> &[Marker] {
        &self.markers[..self.marker_count as usize]
    }

    pub(crate) fn outposts(&self) -> &[Outpost] {
        &self.outposts[..self.outpost_count as usize]
    }
}

/// Where the game stands between two decisions, and what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Phase {
    /// The set-up decision of this number.
    SetUp(u8),
    Dawn,
    NextPerson,
    /// A player picks which of his persons acts.
    Pick,
    Begin,
    Decide,
    Move,
    /// The move is over and a shot is possible (option `shoot_at_end`).
    Aim,
    Needs,
    Encounter,
    Column,
    End,
    Dusk,
    Over,
}

/// A person: any moving piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub(crate) seat: u8,
    pub(crate) fate: Fate,
    pub(crate) cause: Cause,
    pub(crate) at: Hex,
    /// Life Level, 0 for A.
    pub(crate) level: u8,
    /// Best level possible, 0 for A (OS-PEAK-02).
    pub(crate) peak: u8,
    pub(crate) water: u8,
    pub(crate) food: u8,
    /// Entered this hex at the trail rate (OS-TRAIL-17).
    pub(crate) rate: bool,
    pub(crate) stay_days: u8,
    /// The rescuer whom this person is with; who found, captured or hit him.
    pub(crate) escort: u8,
    /// Edges over which this person left.
    pub(crate) edges: u8,
    /// The day on which this person's part ended.
    pub(crate) ended: u16,
    /// The column and row farthest towards the goal.
    pub(crate) far: (u8, u8),
    /// The last day on which water and food were met, for those who share.
    pub(crate) met: [u16; 2],
    pub(crate) tally: Tally,
}

/// What a person's part in the game has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// In play.
    Active,
    /// Not yet found, under some marker.
    Missing,
    /// Walking or carried with a rescuer.
    Escorted,
    /// Left behind face up, waiting for another rescuer.
    Stranded,
    /// Off the board over an edge that counts.
    Left,
    /// Out of the game.
    Out,
    /// Found.
    Found,
    /// Captured.
    Captured,
    /// Hit by a hunter.
    Hit,
}

impl Person {
    /// The hex.
    pub fn at(&self) -> Hex {
        self.at
    }

    pub(crate) fn walks_with(&self, leader: u8) -> bool {
        self.fate == Fate::Escorted && self.escort == leader
    }

    /// The Life Level, 0 for A.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// Water and Food blocks, counted from 1.
    pub fn blocks(&self) -> (u8, u8) {
        (self.water, self.food)
    }

    /// What has become of the person.
    pub fn fate(&self) -> Fate {
        self.fate
    }

    /// Why the person is out of the game.
    pub fn cause(&self) -> Cause {
        self.cause
    }
}

/// What is told of a person on the final sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub walked: u16,
    pub rested: u8,
    pub dry: u8,
    pub hungry: u8,
    pub encounters: u8,
    pub effect: [i8; 3],
}

/// The move of the person whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Journey {
    pub allowance: u8,
    pub points: u8,
    /// The Direction Ability die; 0 before the roll.
    pub die: u8,
    pub start: Start,
    pub turns: u8,
    pub may_stay: bool,
    /// The Random Direction; [`NO_HEADING`] if none was rolled.
    pub way: u8,
    /// The straight run in the random direction would cross the board's edge (OS-EDGE-06).
    pub off_board: bool,
    pub heading: u8,
    /// Arrived here through a side that the trail pierces.
    pub along: bool,
    pub shot: bool,
    /// Hexes of this move, the first included.
    pub steps: u8,
    #[serde(with = "path")]
    pub path: [Hex; PATH],
    /// Sides of each of them that a friendly die decided against the walker.
    #[serde(with = "path")]
    pub doubts: [u8; PATH],
}

/// Paths are written as long as they are, for they are mostly short.
mod path {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Serialize + Copy + PartialEq + Default, S: Serializer, const N: usize>(
        path: &[T; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let used = N - path.iter().rev().take_while(|e| **e == T::default()).count();
        path[..used].serialize(serializer)
    }

    pub fn deserialize<'de, T, D: Deserializer<'de>, const N: usize>(
        deserializer: D,
    ) -> Result<[T; N], D::Error>
    where
        T: Deserialize<'de> + Copy + Default,
    {
        let used = Vec::<T>::deserialize(deserializer)?;
        let mut path = [T::default(); N];
        path.iter_mut().zip(used).for_each(|(e, used)| *e = used);
        Ok(path)
    }
}

impl Journey {
    pub const NONE: Journey = Journey {
        allowance: 0,
        points: 0,
        die: 0,
        start: Start::Choice,
        turns: 0,
        may_stay: false,
        way: NO_HEADING,
        off_board: false,
        heading: NO_HEADING,
        along: false,
        shot: false,
        steps: 0,
        path: [Hex(0); PATH],
        doubts: [0; PATH],
    };

    /// The hexes entered in this move.
    pub fn entered(&self) -> &[Hex] {
        &self.path[1..=self.steps as usize]
    }

    /// The hexes of this move, the first included.
    pub fn hexes(&self) -> &[Hex] {
        &self.path[..=self.steps as usize]
    }
}

/// A marker, face down until somebody enters its hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marker {
    pub at: Hex,
    /// Whether a missing person lies under it.
    pub person: bool,
    pub turned: bool,
}

/// An outpost and whom it serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Outpost {
    pub at: Hex,
    pub side: u8,
}

/// What the pursuers know of a hidden person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Known {
    pub shown: bool,
    pub at: Hex,
    /// The hidden person's turns since he was there.
    pub turns: u16,
    pub level: u8,
    pub water: u8,
    pub food: u8,
    /// Where he began each of the last days, the newest first.
    pub trail: [Hex; TRACKS],
}

/// How the game ended: by which win condition ([`NONE`]: none), and by whose deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub win: u8,
    pub doer: u8,
    pub last_day: bool,
}

/// The letter of a Life Level.
pub(crate) fn letter(level: u8) -> char {
    (b'A' + level.min(LEVELS as u8 - 1)) as char
}
