//! The game in words: the notation of orders, the story of events, and reports.

pub mod notation;
pub mod report;
pub mod story;
mod structure;
pub(crate) mod telling;

use crate::action::{Action, Line};

pub use notation::{notation, parse};
pub use report::page::report;
pub use story::{chapter, conclusion, narrate, reckoning};
pub(crate) use structure::{read_structure, structure};

/// Whether others read something in the player's own words: a name, press, or a note to the master of the game.
pub(crate) fn is_own_words(action: &Action) -> bool {
    fn own(line: &Line) -> bool {
        match line {
            Line::Name(_) | Line::Press(_) | Line::Note(_) => true,
            Line::Standing(Some(lines)) => lines.iter().any(own),
            _ => false,
        }
    }
    own(&action.line)
}

/// Names one after the other, with "and" before the last.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [] => "nobody".into(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
