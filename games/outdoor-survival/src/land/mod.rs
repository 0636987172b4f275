//! The map as the game knows it, its checks and its maker.

mod check;
mod edge;
mod hex;
mod maker;
mod sides;
mod wilderness;

pub use check::{check_map, house_checks};
pub use edge::{Edge, Edges};
pub use hex::{Hex, Target};
pub use maker::make_map;
pub use sides::Sides;
pub use wilderness::{Ground, Land, VICINITY, Way, Ways, Wilderness};
