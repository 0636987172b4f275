//! Food counters: their values, where they lie, and who holds them.

use serde::{Deserialize, Serialize};

/// Most different values of Food counters.
pub const VALUES: usize = 8;

/// A value of Food counters, by its number in the edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(u8);

impl Value {
    const ALL: [Value; VALUES] =
        [Value(0), Value(1), Value(2), Value(3), Value(4), Value(5), Value(6), Value(7)];

    /// The value of that number, counted from 0 and round and round.
    pub fn new(number: usize) -> Value {
        Value::ALL[number % VALUES]
    }

    /// The index, for arrays of [`VALUES`] entries.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A counter on the map as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Its value is seen.
    Up(Value),
    /// Its back is seen.
    Down,
}

/// What lies on a Food hex: nothing, a counter, or in views a counter face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Laid(u8);

impl Laid {
    /// No counter.
    pub const NOTHING: Laid = Laid(0);

    /// A counter whose value the viewer does not know; only in views.
    pub const FACE_DOWN: Laid = Laid(u8::MAX);

    /// A counter of this value.
    pub fn counter(value: Value) -> Laid {
        Laid(value.0 + 1)
    }

    /// The counter that lies there, if there is one.
    pub fn get(self) -> Option<Face> {
        match self {
            Laid::NOTHING => None,
            Laid::FACE_DOWN => Some(Face::Down),
            Laid(number) => Some(Face::Up(Value::new(usize::from(number - 1)))),
        }
    }

    /// The value of the counter that lies there, if there is one and it is known.
    pub fn value(self) -> Option<Value> {
        match self.get() {
            Some(Face::Up(value)) => Some(value),
            Some(Face::Down) | None => None,
        }
    }

    /// Whether a counter lies there.
    pub fn lies(self) -> bool {
        self != Laid::NOTHING
    }
}

/// Food counters off the map, by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chips([u8; VALUES]);

impl Chips {
    /// No counters.
    pub const NONE: Chips = Chips([0; VALUES]);

    /// One more of this value.
    pub fn add(&mut self, value: Value) {
        self.0[value.index()] += 1;
    }

    /// How many there are.
    pub fn count(&self) -> u8 {
        self.0.iter().sum()
    }

    /// How many there are of each value.
    pub fn each(&self) -> impl Iterator<Item = (Value, u8)> + '_ {
        Value::ALL.into_iter().zip(self.0)
    }

    /// The same number of counters with all values covered up: they stand under the first.
    pub fn covered(&self) -> Chips {
        let mut covered = Chips::NONE;
        covered.0[0] = self.count();
        covered
    }
}
