//! The game in words: one line for every decision, and the story.

use crate::action::{Column, Drop};
use crate::event::Fell;
use crate::rule;
use table::{Misread, Names, Outcome, StoryLine};

/// The canonical line: `drop 4`.
pub(crate) fn notation(Drop(column): &Drop) -> String {
    format!("drop {}", column.number())
}

/// Reads `drop 4`, `Drop4`, `4`.
pub(crate) fn parse(line: &str) -> Result<Drop, Misread> {
    let lower = line.trim().to_lowercase();
    let number = lower.strip_prefix("drop").unwrap_or(&lower).trim();
    let column = number.parse().ok().and_then(Column::numbered);
    column.map(Drop).ok_or_else(|| Misread::new(line, "say a column from 1 to 7, such as `drop 4`"))
}

/// The fall of a disc as a line of the story.
pub(crate) fn narrate(fell: &Fell, names: Names<'_>) -> StoryLine {
    let (name, column) = (names.of(fell.seat), fell.column.number());
    StoryLine::by(rule::CF_DROP_01, format!("{name} drops a disc into column {column}."))
}

/// The end in a sentence.
pub(crate) fn conclusion(outcome: &Outcome, names: Names<'_>) -> String {
    match outcome.winners.lowest() {
        Some(winner) => format!("{} has four discs in a line.", names.of(winner)),
        None => "The board is full: a draw.".into(),
    }
}
