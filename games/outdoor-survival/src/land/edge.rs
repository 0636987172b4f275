//! The four edges of the board.

use serde::{Deserialize, Serialize};

/// The four edges of the board, as bits of a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Edge {
    /// Above row 1.
    N,
    /// Right of the last column.
    E,
    /// Below the last row.
    S,
    /// Left of column 1.
    W,
}

impl Edge {
    /// All four, clockwise.
    pub const ALL: [Edge; 4] = [Edge::N, Edge::E, Edge::S, Edge::W];

    /// Its bit in a mask of edges.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Its letter.
    pub fn letter(self) -> &'static str {
        ["N", "E", "S", "W"][self as usize]
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    /// The edge of that letter or name.
    pub fn parse(text: &str) -> Option<Edge> {
        Edge::ALL.into_iter().find(|edge| {
            edge.letter().eq_ignore_ascii_case(text) || edge.word().eq_ignore_ascii_case(text)
        })
    }

    /// The edges of a mask, clockwise.
    pub fn of(mask: u8) -> impl Iterator<Item = Edge> {
        Edge::ALL.into_iter().filter(move |edge| mask & edge.bit() != 0)
    }
}
