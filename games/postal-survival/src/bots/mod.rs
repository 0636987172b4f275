//! Readers that are no people: the silent, the simple and the sensible, and what search is told.

mod counsel;
mod greedy;
pub mod instinct;
mod quarry;

pub use counsel::Naturalist;
pub use greedy::{Absent, Decent, Forager, Greedy};
