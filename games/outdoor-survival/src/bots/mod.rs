//! Players of Outdoor Survival that are no people: the greedy hiker, and what search is told.

mod counsel;
mod greedy;

pub use counsel::Scout;
pub use greedy::Greedy;
