//! Everything that changes in play.

use crate::action::Column;
use serde::{Deserialize, Serialize};
use table::{Fit, Seat};

/// Rows of the board.
pub(crate) const ROWS: usize = 6;

/// Each player's discs as bits, seven to a column: six places and an empty one on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(crate) discs: [u64; 2],
    pub(crate) dropped: u8,
    pub(crate) won: bool,
}

impl Position {
    /// The empty board.
    pub(crate) const EMPTY: Position = Position { discs: [0; 2], dropped: 0, won: false };

    /// Whose turn it is: players take turns. CF-DROP-01
    pub fn mover(&self) -> Seat {
        Seat(u16::from(self.dropped) % 2)
    }

    /// Every disc, whosever it is.
    pub(crate) fn taken(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    /// How many discs lie in a column.
    pub fn height(&self, column: Column) -> usize {
        let discs = self.taken() >> (7 * column.index()) & 0x3f;
        discs.count_ones().fit()
    }
}
