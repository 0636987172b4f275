//! The map as the game knows it, its checks and its maker.

mod edge;
mod hex;
mod mapmaker;
mod survey;
mod wilderness;

pub use edge::Edge;
pub use hex::{Hex, Target};
pub use mapmaker::make_map;
pub use survey::{check_map, house_checks};
pub use wilderness::{Ground, Land, VICINITY, Way, Wilderness};
