//! Bots: players that decide on what their seat may know, and on nothing else.
//!
//! `random` plays every game. Each game has a `greedy` of its own, in a file named after the game:
//! what a sensible beginner would do. [`search`] looks ahead in any game, with the game's habits to
//! guide it.

mod best;
pub mod outdoor_survival;
pub mod outlive;
pub mod postal_survival;
mod random;
pub mod search;
pub mod survivors;
pub mod yellowstone;

pub use random::Random;
