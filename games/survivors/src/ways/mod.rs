//! Ways over the table: turning points, routes, reach, and candidates for where to go.

pub mod candidates;
pub(crate) mod crowd;
mod journey;
pub mod roads;
pub mod route;
pub mod spots;
