//! Predators: their kinds and their counters.

use crate::land::{Spot, kept_by_number};
use serde::{Deserialize, Serialize};
use std::fmt;
use table::Fit;

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
        ["coyote", "grizzly", "lion", "human"][self.index()]
    }

    /// The name in full.
    pub fn name(self) -> &'static str {
        ["Coyote", "Grizzly", "Mountain Lion", "Human"][self.index()]
    }

    /// The name in one word.
    pub fn short_name(self) -> &'static str {
        ["Coyote", "Grizzly", "Lion", "Human"][self.index()]
    }

    /// The letter of its counters.
    pub fn letter(self) -> char {
        ['C', 'G', 'L', 'H'][self.index()]
    }

    /// Whether it keeps rivals away. YS-TRTY-04
    pub fn territorial(self) -> bool {
        Hunters::TERRITORIAL.has(self)
    }

    /// The index, for arrays of four entries.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Hunter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Some kinds of predators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hunters(u8);

impl Hunters {
    /// No kind.
    pub const NONE: Hunters = Hunters(0);

    /// The kinds that keep rivals away. YS-TRTY-04
    pub const TERRITORIAL: Hunters =
        Hunters(Hunters::only(Hunter::Grizzly).0 | Hunters::only(Hunter::Lion).0);

    /// The kinds that events move or injure: all but Humans.
    pub const BEASTS: Hunters = Hunters(Hunters::only(Hunter::Coyote).0 | Hunters::TERRITORIAL.0);

    /// One kind.
    pub const fn only(hunter: Hunter) -> Hunters {
        Hunters(1 << hunter.index())
    }

    /// Whether the kind is among them.
    #[inline]
    pub fn has(self, hunter: Hunter) -> bool {
        self.meets(Hunters::only(hunter))
    }

    /// Whether they have a kind in common.
    #[inline]
    pub fn meets(self, others: Hunters) -> bool {
        self.0 & others.0 != 0
    }
}

/// Some predators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pack(u32);

impl Pack {
    /// No predator.
    pub const NONE: Pack = Pack(0);

    /// Adds one.
    pub fn insert(&mut self, predator: Predator) {
        self.0 |= 1 << predator.index();
    }

    /// Whether it is among them.
    #[inline]
    pub fn has(self, predator: Predator) -> bool {
        self.0 >> predator.index() & 1 == 1
    }
}

/// Most predators of one kind.
pub const MOST_OF_A_KIND: usize = 8;

/// Length of an array with an entry for every predator there can be.
pub const PACK: usize = 4 * MOST_OF_A_KIND;

/// The number after the last predator there can be.
const PACK_END: u8 = 32;

/// One predator by its permanent id: C1, G1, L1, H1 …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Predator(u8);

impl Predator {
    /// The predator of that kind and number, counted from 0.
    pub fn new(hunter: Hunter, number: usize) -> Predator {
        Predator((hunter.index() * MOST_OF_A_KIND + number % MOST_OF_A_KIND).fit())
    }

    /// Every id there can be, in order.
    pub fn all() -> impl Iterator<Item = Predator> {
        (0..PACK_END).map(Predator)
    }

    /// Its kind.
    pub fn hunter(self) -> Hunter {
        Hunter::ALL[self.index() / MOST_OF_A_KIND]
    }

    /// The index, for arrays of [`PACK`] entries.
    pub fn index(self) -> usize {
        usize::from(self.0) % PACK
    }

    /// Its number among those of its kind, from 1.
    pub fn number(self) -> usize {
        self.index() % MOST_OF_A_KIND + 1
    }

    /// What people call it, which no hex is called: "Grizzly 1".
    pub fn told(self) -> String {
        format!("{} {}", self.hunter(), self.number())
    }

    /// The predator of that id; case does not matter.
    pub fn parse(text: &str) -> Option<Predator> {
        let text = text.trim();
        Predator::all().find(|predator| predator.to_string().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for Predator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.hunter().letter(), self.number())
    }
}

kept_by_number!(Predator(u8), |number| usize::from(number) < PACK, "there is no such predator");

/// The counter of one predator: shared, the same to all. YS-PRED-01, YS-PRED-27
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredatorCounter {
    /// Where it stands; nowhere while it is in the pool.
    pub hex: Spot,
    /// Whether it is injured.
    pub injured: bool,
}

impl PredatorCounter {
    /// In the pool, healthy. YS-PRED-03, YS-EVT-44
    pub const POOL: PredatorCounter = PredatorCounter { hex: Spot::NOWHERE, injured: false };

    /// Whether it is on the map.
    pub fn lives(&self) -> bool {
        self.hex != Spot::NOWHERE
    }
}
