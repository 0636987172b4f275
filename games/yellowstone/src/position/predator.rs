//! Predators: their kinds and their counters.

use crate::land::Hex;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// The kind of a predator. YS-PRED-02
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hunter {
    /// A Coyote.
    Coyote,
    /// A Grizzly.
    Grizzly,
    /// A Mountain Lion.
    Lion,
    /// A Human.
    Human,
}

impl Hunter {
    /// All four.
    pub const ALL: [Hunter; 4] = [Hunter::Coyote, Hunter::Grizzly, Hunter::Lion, Hunter::Human];

    /// The word of the data files.
    pub fn word(self) -> &'static str {
        ["coyote", "grizzly", "lion", "human"][self as usize]
    }

    /// The name in full.
    pub fn name(self) -> &'static str {
        ["Coyote", "Grizzly", "Mountain Lion", "Human"][self as usize]
    }

    /// The name in one word.
    pub fn short_name(self) -> &'static str {
        ["Coyote", "Grizzly", "Lion", "Human"][self as usize]
    }

    /// The letter of its counters.
    pub fn letter(self) -> char {
        ['C', 'G', 'L', 'H'][self as usize]
    }

    /// Whether it keeps rivals away. YS-TRTY-04
    pub fn territorial(self) -> bool {
        self.bit() & TERRITORIAL != 0
    }

    /// Its bit in a mask of kinds.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The kinds that keep rivals away, as a mask. YS-TRTY-04
pub const TERRITORIAL: u8 = Hunter::Grizzly.bit() | Hunter::Lion.bit();

/// Most predators of one kind.
pub const MOST_OF_A_KIND: usize = 8;

/// Length of an array with an entry for every predator there can be.
pub const PACK: usize = 4 * MOST_OF_A_KIND;

/// One predator by its permanent id: C1, G1, L1, H1 …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Predator(u8);

impl Predator {
    /// The predator of that kind and number, counted from 0.
    pub fn new(hunter: Hunter, number: usize) -> Predator {
        Predator((hunter as usize * MOST_OF_A_KIND + number % MOST_OF_A_KIND) as u8)
    }

    /// Every id there can be, in order.
    pub fn all() -> impl Iterator<Item = Predator> {
        (0..PACK as u8).map(Predator)
    }

    /// Its kind.
    pub fn hunter(self) -> Hunter {
        Hunter::ALL[self.index() / MOST_OF_A_KIND]
    }

    /// The index, for arrays of [`PACK`] entries.
    pub fn index(self) -> usize {
        self.0 as usize % PACK
    }

    /// The predator of that id; case does not matter.
    pub fn parse(text: &str) -> Option<Predator> {
        let text = text.trim();
        Predator::all().find(|predator| predator.to_string().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for Predator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.index() % MOST_OF_A_KIND + 1;
        write!(f, "{}{number}", self.hunter().letter())
    }
}

impl fmt::Debug for Predator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Predator {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Predator {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Predator, D::Error> {
        let number = u8::deserialize(deserializer)?;
        if (number as usize) < PACK {
            Ok(Predator(number))
        } else {
            Err(serde::de::Error::custom("there is no such predator"))
        }
    }
}

/// The counter of one predator: shared, the same to all. YS-PRED-01, YS-PRED-27
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredatorCounter {
    /// Where it stands; no hex while it is in the pool.
    pub hex: Hex,
    /// Whether it is injured.
    pub injured: bool,
}

impl PredatorCounter {
    /// In the pool, healthy. YS-PRED-03, YS-EVT-44
    pub const POOL: PredatorCounter = PredatorCounter { hex: Hex::NONE, injured: false };

    /// Whether it is on the map.
    pub fn lives(&self) -> bool {
        self.hex.is_some()
    }
}
