//! The park as the game knows it: hexes, ranges, marks, tables over them, and its checks.

mod check;
mod hex;
mod park;
mod terrain;

pub use check::{check_map, house_checks};
pub(crate) use hex::kept_by_number;
pub use hex::{EXTENT, Hex, Hexes, MOST_LINES, Spot};
pub use park::{MOST_FOOD, Park, Range};
pub use terrain::{Terrain, TerrainKind};
