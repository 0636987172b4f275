//! The game in words: lines of notation, and the story.

mod notation;
mod story;
mod structure;

pub(crate) use notation::{notation, parse};
pub(crate) use story::{change_words, chapter, conclusion, narrate, plural, prey_words, reckoning};
pub(crate) use structure::structure;
