//! The game in words: lines of notation, and the story.

pub(crate) mod notation;
mod story;

pub(crate) use story::plural;
