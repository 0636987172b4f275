//! Leaders of herds that are no people: the greedy one, and what search is told.

mod counsel;
mod greedy;

pub use counsel::Ranger;
pub use greedy::Greedy;
