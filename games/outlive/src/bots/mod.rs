//! Players of Outlive that are no people: the greedy tribe, and what search is told.

mod counsel;
mod greedy;

pub use counsel::Convoy;
pub use greedy::Greedy;
