//! The contract that every game signs, whole: [`Rules`], [`Speech`] and [`Looks`].

use crate::looks::Looks;

/// A game that can be played at every table: by its rules, in words, and on a board. There is nothing
/// to write for it: whoever signs the three parts has signed it.
pub trait Game: Looks {}

impl<G: Looks> Game for G {}
