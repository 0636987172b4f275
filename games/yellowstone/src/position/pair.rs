//! Two dice.

use serde::{Deserialize, Serialize};
use std::fmt;
use table::{Dice, Fit};

/// Two dice as they lie on the table. YS-GEN-05
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pair([u8; 2]);

impl Pair {
    /// Dice that nobody has rolled.
    pub const NOT_YET: Pair = Pair([0; 2]);

    /// Rolls both, of the recorded stream that the table hands in. YS-GEN-06
    pub fn roll(purpose: &'static str, dice: &mut Dice) -> Pair {
        Pair([0, 1].map(|_| dice.roll(purpose, 6).fit()))
    }

    /// Some pair with that total.
    pub fn summing(total: u8) -> Pair {
        Pair([total / 2, total - total / 2])
    }

    /// What they show, if they have been rolled.
    pub fn get(self) -> Option<[u8; 2]> {
        (self != Pair::NOT_YET).then_some(self.0)
    }

    /// Their sum; 0 if they have not been rolled.
    pub fn total(self) -> u8 {
        self.0[0] + self.0[1]
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {}", self.0[0], self.0[1])
    }
}
