//! The map as the game knows it, its checks and its maker.

mod edge;
mod hex;
mod mapmaker;
mod sides;
mod survey;
mod wilderness;

pub use edge::{Edge, Edges};
pub use hex::{Hex, Target};
pub use mapmaker::make_map;
pub use sides::Sides;
pub use survey::{check_map, house_checks};
pub use wilderness::{Ground, Land, VICINITY, Way, Ways, Wilderness};
