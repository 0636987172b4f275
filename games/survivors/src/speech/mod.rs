//! Decisions as lines of text, and events as lines of the story.

pub mod notation;
mod reading;
pub(crate) mod story;
