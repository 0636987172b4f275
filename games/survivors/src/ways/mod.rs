//! Ways over the table: turning points, routes, reach, and candidates for where to go.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "turning points, spots and candidates are counted in lists of a fixed length that fit the kind"
)]

pub mod candidates;
pub(crate) mod crowd;
mod journey;
pub mod roads;
mod round;
pub mod route;
pub mod spots;
