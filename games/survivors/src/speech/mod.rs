//! Decisions as lines of text, and events as lines of the story.

mod conclusion;
pub mod notation;
pub(crate) mod places;
mod reading;
pub(crate) mod story;
mod structure;

pub(crate) use conclusion::{conclusion, reckoning};
pub(crate) use notation::notation;
pub(crate) use reading::parse;
pub(crate) use story::{chapter, narrate};
pub(crate) use structure::{read_structure, structure};
