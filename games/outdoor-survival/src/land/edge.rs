//! The four edges of the board.

use serde::{Deserialize, Serialize};
use table::reading::Word;

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
}

/// An edge in a file, by its letter.
impl Word for Edge {
    const WHAT: &'static str = "edge";
    const ALL: &'static [Edge] = &Edge::ALL;

    fn word(self) -> &'static str {
        self.letter()
    }
}

/// A set of edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edges(u8);

impl Edges {
    /// No edge.
    pub const NONE: Edges = Edges(0);
    /// All four.
    pub const ALL: Edges = Edges(0b1111);

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the edge is one of them.
    pub fn has(self, edge: Edge) -> bool {
        self.0 & edge.bit() != 0
    }

    /// Those that are in both sets.
    #[inline]
    pub fn and(self, other: Edges) -> Edges {
        Edges(self.0 & other.0)
    }

    /// Those that are not in the other set.
    pub fn but(self, other: Edges) -> Edges {
        Edges(self.0 & !other.0)
    }

    /// Whether some edge is in both sets.
    #[inline]
    pub fn meets(self, other: Edges) -> bool {
        self.0 & other.0 != 0
    }

    /// The edges, clockwise.
    pub fn iter(self) -> impl Iterator<Item = Edge> {
        Edge::ALL.into_iter().filter(move |edge| self.has(*edge))
    }
}

impl From<Edge> for Edges {
    fn from(edge: Edge) -> Edges {
        Edges(edge.bit())
    }
}

impl From<Option<Edge>> for Edges {
    fn from(edge: Option<Edge>) -> Edges {
        edge.map_or(Edges::NONE, Edges::from)
    }
}

impl FromIterator<Edge> for Edges {
    fn from_iter<I: IntoIterator<Item = Edge>>(edges: I) -> Edges {
        Edges(edges.into_iter().fold(0, |mask, edge| mask | edge.bit()))
    }
}
