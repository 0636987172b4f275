//! One hex of the board.

use serde::{Deserialize, Serialize};
use terrain::{Cell, Fit};

/// One hex of the board, row by row from the top left.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Hex(pub(crate) u16);

impl Hex {
    /// Its place in a list with an entry for every hex.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The same on the map.
    pub fn cell(self) -> Cell {
        Cell(self.0.into())
    }

    /// The same on the board; a board has fewer hexes than there are numbers.
    pub fn of(cell: Cell) -> Hex {
        Hex(cell.0.fit())
    }
}

/// A hex, or off the board, in the room of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target(Hex);

impl Target {
    const OFF: Target = Target(Hex(u16::MAX));

    /// The hex; nothing off the board.
    #[inline]
    pub fn get(self) -> Option<Hex> {
        (self != Target::OFF).then_some(self.0)
    }
}

impl From<Option<Hex>> for Target {
    fn from(hex: Option<Hex>) -> Target {
        hex.map_or(Target::OFF, Target)
    }
}
