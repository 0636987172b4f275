//! Sides of a hex, as a set.

use serde::{Deserialize, Serialize};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};
use terrain::{Fit, Side};

/// A set of the six sides of a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides(u8);

impl Sides {
    /// No side.
    pub const NONE: Sides = Sides(0);
    /// All six.
    pub const ALL: Sides = Sides(0b11_1111);

    /// The sides whose bits are set.
    pub fn of_bits(bits: u8) -> Sides {
        Sides(bits) & Sides::ALL
    }

    /// The sides for which `holds` holds.
    #[inline]
    pub fn which(holds: impl Fn(Side) -> bool) -> Sides {
        let bits = Side::ALL.map(|side| u8::from(holds(side)) << side.0);
        Sides(bits.into_iter().fold(0, |all, bit| all | bit))
    }

    /// Whether the side is one of them.
    #[inline]
    pub fn has(self, side: Side) -> bool {
        self.0 & side.bit() != 0
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The sides, clockwise.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let first = left.trailing_zeros();
                left &= left - 1;
                Side(first.fit::<u8>())
            })
        })
    }
}

impl From<Side> for Sides {
    #[inline]
    fn from(side: Side) -> Sides {
        Sides(side.bit())
    }
}

impl BitOr for Sides {
    type Output = Sides;

    #[inline]
    fn bitor(self, other: Sides) -> Sides {
        Sides(self.0 | other.0)
    }
}

impl BitOrAssign for Sides {
    #[inline]
    fn bitor_assign(&mut self, other: Sides) {
        self.0 |= other.0;
    }
}

impl BitAnd for Sides {
    type Output = Sides;

    #[inline]
    fn bitand(self, other: Sides) -> Sides {
        Sides(self.0 & other.0)
    }
}

impl Not for Sides {
    type Output = Sides;

    #[inline]
    fn not(self) -> Sides {
        Sides(!self.0 & Sides::ALL.0)
    }
}
