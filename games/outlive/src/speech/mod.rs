//! The game in words: one line for every decision, and the story of what happens.

mod conclusion;
mod notation;
pub(crate) mod story;
mod structure;

pub(crate) use conclusion::{conclusion, reckoning};
pub(crate) use notation::{notation, parse};
pub(crate) use story::{chapter, narrate};
pub(crate) use structure::structure;

use crate::Outlive;
use std::ops::Deref;
use table::Names;

/// The game with the names of its players: what every text is told by.
pub(crate) struct Teller<'a> {
    game: &'a Outlive,
    names: Names<'a>,
}

impl Deref for Teller<'_> {
    type Target = Outlive;

    fn deref(&self) -> &Outlive {
        self.game
    }
}

impl Outlive {
    pub(crate) fn teller<'a>(&'a self, names: Names<'a>) -> Teller<'a> {
        Teller { game: self, names }
    }
}
