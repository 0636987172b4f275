//! Places in the order of turns.

use super::HERDS;
use serde::{Deserialize, Serialize};

/// A herd's place in the order of turns, counted from 0 inside and written from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(u8);

impl Place {
    /// The first place.
    pub const FIRST: Place = Place(0);

    /// Every place there can be, in order.
    pub const ALL: [Place; HERDS] = [Place(0), Place(1), Place(2), Place(3)];

    /// The place of that number, counted from 0 and round and round.
    pub fn new(number: usize) -> Place {
        Place::ALL[number % HERDS]
    }

    /// The index, for arrays of [`HERDS`] entries.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % HERDS
    }

    /// The number that players read, from 1.
    pub fn number(self) -> u16 {
        u16::from(self.0) + 1
    }
}
