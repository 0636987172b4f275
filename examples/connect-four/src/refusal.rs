//! Why not: what the rules refuse, as values that carry their numbers.

use crate::action::Column;
use crate::rule;
use std::fmt;
use table::{Refused, RuleId};

/// Why a disc may not be dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// It is the other player's turn.
    NotYourTurn,
    /// The column holds six discs already.
    Full(Column),
}

impl Refused for Refusal {
    fn rule(&self) -> RuleId {
        match self {
            Refusal::Over => rule::CF_END_01,
            Refusal::NotYourTurn => rule::CF_DROP_01,
            Refusal::Full(_) => rule::CF_DROP_02,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Over => f.write_str("The game is over."),
            Refusal::NotYourTurn => f.write_str("It is not your turn."),
            Refusal::Full(column) => write!(f, "Column {} takes no more discs.", column.number()),
        }
    }
}
