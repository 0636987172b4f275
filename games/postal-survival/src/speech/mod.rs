//! The game in words: the notation of orders, the story of events, and reports.

pub mod notation;
pub mod report;
pub mod story;
mod structure;
pub(crate) mod telling;

pub use notation::{notation, parse};
pub use report::page::report;
pub use story::{chapter, conclusion, narrate, reckoning};
pub(crate) use structure::{read_structure, structure};

/// Names one after the other, with "and" before the last.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [] => "nobody".into(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
