//! Everything that changes in play.

use crate::edition::components::{LEVELS, Start, Turns};
use crate::edition::scenarios::{MOST_POINTS, PERSONS};
use crate::event::Cause;
use crate::land::{Edge, Edges, Hex, Sides};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};
use table::Seat;
use terrain::{Fit, Side};

/// The most markers on the board.
pub(crate) const MARKERS: usize = 12;
/// The most outposts on the board.
pub(crate) const OUTPOSTS: usize = 12;
/// Days of which a hidden person's place is remembered.
pub(crate) const TRACKS: usize = 8;
/// The most hexes of one move, the first included.
pub(crate) const PATH: usize = MOST_POINTS as usize + 1;

/// Everything that changes during play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(crate) day: u16,
    pub(crate) phase: Phase,
    /// Place in the day's sequence.
    pub(crate) slot: u8,
    pub(crate) acting: Who,
    /// Persons who had their turn today, as bits.
    pub(crate) acted: u8,
    /// Seats in order of play.
    pub(crate) order: [Seat; 4],
    /// Persons in the order in which they act.
    pub(crate) sequence: [Who; PERSONS],
    pub(crate) persons: Persons,
    pub(crate) journey: Journey,
    pub(crate) markers: [Marker; MARKERS],
    pub(crate) marker_count: u8,
    pub(crate) outposts: [Outpost; OUTPOSTS],
    pub(crate) outpost_count: u8,
    /// The edge that was named in secret.
    #[serde(with = "byte")]
    pub(crate) border: Option<Edge>,
    pub(crate) known: Known,
    pub(crate) verdict: Option<Verdict>,
}

/// A person by its place in the cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Who(pub u8);

impl Who {
    /// Its place in a list with an entry for every person.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// What it is called in the notation and in the story.
    pub fn number(self) -> Number {
        Number(self.0.saturating_add(1))
    }

    /// Its bit in a mask of persons.
    pub(crate) fn bit(self) -> u8 {
        1 << self.0
    }
}

/// Those who win and lose together and share outposts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Team(pub u8);

/// The number of a person, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Number(pub(crate) u8);

impl Number {
    /// The person of that number.
    pub fn who(self) -> Who {
        Who(self.0.saturating_sub(1))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Every person that there can be; the cast says how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Persons(pub [Person; PERSONS]);

impl Index<Who> for Persons {
    type Output = Person;

    #[inline]
    fn index(&self, who: Who) -> &Person {
        &self.0[who.index()]
    }
}

impl IndexMut<Who> for Persons {
    #[inline]
    fn index_mut(&mut self, who: Who) -> &mut Person {
        &mut self.0[who.index()]
    }
}

/// What may be missing is written in the one byte that it takes.
mod byte {
    use super::Who;
    use crate::land::Edge;
    use serde::{Deserialize, Deserializer, Serializer};
    use table::{Fit, Seat};
    use terrain::Side;

    /// What has a byte, and a byte to spare.
    pub trait Byte: Copy {
        const NONE: u8;
        fn to(self) -> u8;
        fn from(byte: u8) -> Option<Self>;
    }

    impl Byte for u8 {
        const NONE: u8 = u8::MAX;
        fn to(self) -> u8 {
            self
        }
        fn from(byte: u8) -> Option<u8> {
            (byte != u8::MAX).then_some(byte)
        }
    }

    impl Byte for Who {
        const NONE: u8 = u8::MAX;
        fn to(self) -> u8 {
            self.0
        }
        fn from(byte: u8) -> Option<Who> {
            (byte != u8::MAX).then_some(Who(byte))
        }
    }

    impl Byte for Seat {
        const NONE: u8 = u8::MAX;
        fn to(self) -> u8 {
            self.0.fit()
        }
        fn from(byte: u8) -> Option<Seat> {
            (byte != u8::MAX).then_some(Seat(byte.into()))
        }
    }

    impl Byte for Side {
        const NONE: u8 = 6;
        fn to(self) -> u8 {
            self.0
        }
        fn from(byte: u8) -> Option<Side> {
            (byte < 6).then_some(Side(byte))
        }
    }

    impl Byte for Edge {
        const NONE: u8 = 0;
        fn to(self) -> u8 {
            self.bit()
        }
        fn from(byte: u8) -> Option<Edge> {
            Edge::ALL.into_iter().find(|edge| edge.bit() == byte)
        }
    }

    pub fn serialize<T: Byte, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(value.map_or(T::NONE, T::to))
    }

    pub fn deserialize<'de, T: Byte, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        u8::deserialize(deserializer).map(T::from)
    }
}

impl Position {
    /// The day, counted from 1.
    pub fn day(&self) -> u16 {
        self.day
    }

    /// The person whose turn it is.
    pub fn acting(&self) -> Who {
        self.acting
    }

    /// A person.
    pub fn person(&self, who: Who) -> &Person {
        &self.persons[who]
    }

    pub(crate) fn actor(&self) -> &Person {
        &self.persons[self.acting]
    }

    pub(crate) fn markers(&self) -> &[Marker] {
        &self.markers[..usize::from(self.marker_count)]
    }

    pub(crate) fn outposts(&self) -> &[Outpost] {
        &self.outposts[..usize::from(self.outpost_count)]
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
    /// The seat that runs it; nothing if the game does.
    #[serde(with = "byte")]
    pub(crate) seat: Option<Seat>,
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
    /// Days on this hex without a move; nothing before the first turn there has ended (OS-SET-10).
    #[serde(with = "byte")]
    pub(crate) stay_days: Option<u8>,
    /// The rescuer whom this person is with; who found, captured or hit him.
    #[serde(with = "byte")]
    pub(crate) escort: Option<Who>,
    /// Edges over which this person left.
    pub(crate) edges: Edges,
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

    /// The seat that decides for it; nothing if the game does, from the start or since its player gave
    /// it up (OS-END-03).
    pub(crate) fn player(&self) -> Option<Seat> {
        self.seat.filter(|_| self.fate != Fate::Active || self.cause != Cause::Resigned)
    }

    pub(crate) fn walks_with(&self, leader: Who) -> bool {
        self.fate == Fate::Escorted && self.escort == Some(leader)
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

    /// Why the person is out of the game, or why its player no longer runs it.
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
    pub turns: Turns,
    pub may_stay: bool,
    /// The Random Direction, if one was rolled.
    #[serde(with = "byte")]
    pub way: Option<Side>,
    /// The straight run in the random direction would cross the board's edge (OS-EDGE-06).
    pub off_board: bool,
    /// The direction of the last step.
    #[serde(with = "byte")]
    pub heading: Option<Side>,
    /// Arrived here through a side that the trail pierces.
    pub along: bool,
    pub shot: bool,
    /// Hexes of this move, the first included.
    pub steps: u8,
    #[serde(with = "path")]
    pub path: [Hex; PATH],
    /// Sides of each of them that a friendly die decided against the walker.
    #[serde(with = "path")]
    pub doubts: [Sides; PATH],
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
        turns: Turns::NONE,
        may_stay: false,
        way: None,
        off_board: false,
        heading: None,
        along: false,
        shot: false,
        steps: 0,
        path: [Hex(0); PATH],
        doubts: [Sides::NONE; PATH],
    };

    /// The hexes entered in this move.
    pub fn entered(&self) -> &[Hex] {
        &self.path[1..=usize::from(self.steps)]
    }

    /// Sides of this hex that a friendly die decided against the walker.
    #[inline]
    pub fn doubts(&self) -> Sides {
        self.doubts[usize::from(self.steps)]
    }

    /// The hexes of this move, the first included.
    pub fn hexes(&self) -> &[Hex] {
        &self.path[..=usize::from(self.steps)]
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
    pub side: Team,
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

/// How the game ended: by which win condition, if any, and by whose deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    #[serde(with = "byte")]
    pub win: Option<u8>,
    #[serde(with = "byte")]
    pub doer: Option<Who>,
    pub last_day: bool,
}

/// The letter of a Life Level.
pub(crate) fn letter(level: u8) -> char {
    (b'A' + level.min(LEVELS.fit::<u8>() - 1)) as char
}
