//! Players of Survivors that are no people: the greedy captain, and what search is told.

mod counsel;
mod greedy;
mod recall;

pub use counsel::Veteran;
pub use greedy::Greedy;
