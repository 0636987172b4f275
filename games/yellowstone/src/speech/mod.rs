//! The game in words: lines of notation, and the story.

pub(crate) mod notation;
mod story;

pub(crate) use story::{change_words, plural, prey_words};
