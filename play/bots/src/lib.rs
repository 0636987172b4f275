//! Bots: players that decide on what their seat may know, and on nothing else.
//!
//! What is the same for all games stands here: [`Random`] play, and [`search`], which looks ahead in
//! any game. A game's own players, and what it tells search, stand with the game.

#![warn(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless
)]

mod best;
mod random;
pub mod search;

pub use best::best;
pub use random::Random;
