//! Bots: players that decide on what their seat may know, and on nothing else.
//!
//! `random` plays every game. Each game has a `greedy` of its own, in a file named after the game:
//! what a sensible beginner would do.

mod random;
pub mod survivors;

pub use random::Random;
