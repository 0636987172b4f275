//! The measured table in whole numbers: points, lines, areas, sight, and the index over them.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a table is at most 72 inches a side: every length fits the kind that holds it, and its square the next"
)]

pub mod feature;
pub(crate) mod glances;
pub mod outlook;
pub mod point;
pub mod polygon;
pub(crate) mod room;
pub mod segment;
pub mod sight;
pub mod strips;
pub mod tabletop;
