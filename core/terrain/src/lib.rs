//! Hex maps: grids with printed labels, terrain, features, courses along hex sides, areas, and what
//! it costs to cross them.
//!
//! A [`Map`] is read once, from a file that a person can draw in an editor, and then only looked at.
//! Cells are dense indices ([`Cell`]), so that a rule can keep its own facts about a map in plain
//! arrays; neighbours are a table look-up.
//!
//! - [`Grid`]: cells, labels, neighbours; where they lie on the board, pieces and outlines;
//! - [`Lattice`]: centres, corners and sides of hexes, whatever grid they belong to;
//! - [`Map`]: a grid and what is drawn on it; [`Map::parse`] and [`Map::to_file`] for its file, and
//!   [`MapError`] for all that can be wrong there;
//! - [`CostField`]: costs and cheapest ways;
//! - [`growth`]: building blocks for map generators.

#![warn(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless
)]

mod course;
mod drawing;
mod fault;
mod field;
mod file;
mod fit;
mod grid;
pub mod growth;
mod lattice;
mod map;
mod page;
mod shape;
mod writing;

pub use fault::{MapError, MapFault};
pub use field::CostField;
pub use fit::{Fit, Integer};
pub use grid::{Cell, Grid, Labels, Lower, Side, Top};
pub use hexx::Hex;
pub use lattice::{APOTHEM, HEX_AREA, Lattice, Point, RADIUS};
pub use map::{Course, Layer, Map, SideMark};
pub use shape::{Edge, Outline};
