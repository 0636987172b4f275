//! The measured table in whole numbers: points, lines, areas, sight, and the index over them.

pub mod feature;
pub mod outlook;
pub mod point;
pub mod polygon;
pub(crate) mod room;
pub mod segment;
pub mod sight;
pub mod strips;
pub mod tabletop;
