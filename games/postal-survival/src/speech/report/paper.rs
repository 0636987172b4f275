//! The account as a page of a paper: headlines, what goes on from round to round, what happened hex by hex; and the master's own
//! hand in it. PS-REP-12

use super::ReportSource;
use super::{account, threads};
use serde::{Deserialize, Serialize};

/// Which part of the account a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A headline.
    Headline,
    /// Something that goes on from round to round.
    Thread,
    /// Something that happened.
    Told,
}

/// A line of the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Which part it is.
    pub part: Part,
    /// What it says.
    pub text: String,
}

/// What the master changed in an account. Lines are named by what they say: numbers move when orders change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// A line says something else.
    Change {
        /// The line.
        line: String,
        /// What it says instead.
        to: String,
    },
    /// A line is left out.
    Drop {
        /// The line.
        line: String,
    },
    /// One more line.
    Add {
        /// Behind which line; nothing for the beginning, below the headlines.
        behind: Option<String>,
        /// What it says.
        say: String,
    },
}

/// The account of a round as it is printed, how many smaller things are left out, and the lines of which something was changed that are
/// not told any more.
pub fn compile(source: &ReportSource<'_>) -> (Vec<Line>, usize, Vec<String>) {
    let (island, events, phrases) = (source.island, source.events, source.phrases);
    if !source.rulings.account || island.round == 0 {
        return (Vec::new(), 0, Vec::new());
    }
    let story = account::story(island, events, phrases);
    let (told, untold) = account::printed(&story, island.species.len());
    let going_on = threads::threads(island, events);
    let line = |part: Part| move |text: String| Line { part, text };
    let mut lines: Vec<Line> = Vec::new();
    let heads = threads::headlines(island, events, &going_on, phrases);
    lines.extend(heads.into_iter().map(line(Part::Headline)));
    let going_on = threads::sentences(island, &going_on, phrases);
    lines.extend(going_on.into_iter().map(line(Part::Thread)));
    lines.extend(told.into_iter().map(|sentence| sentence.text.clone()).map(line(Part::Told)));
    let lost = edit(&mut lines, source.edits);
    (lines, untold, lost)
}

/// Makes the master's changes, in their order; gives the lines that are not there to be changed.
fn edit(lines: &mut Vec<Line>, edits: &[Edit]) -> Vec<String> {
    let mut lost = Vec::new();
    for edit in edits {
        let named = match edit {
            Edit::Change { line, .. } | Edit::Drop { line } => Some(line),
            Edit::Add { behind, .. } => behind.as_ref(),
        };
        let place = named.map(|named| lines.iter().position(|line| line.text == *named));
        if let (Some(None), Some(named)) = (place, named) {
            lost.push(named.clone());
        }
        match (edit, place) {
            (Edit::Change { to, .. }, Some(Some(place))) => lines[place].text.clone_from(to),
            (Edit::Drop { .. }, Some(Some(place))) => drop(lines.remove(place)),
            (Edit::Change { .. } | Edit::Drop { .. }, _) => {}
            (Edit::Add { say, .. }, Some(Some(place))) => {
                // Below a headline stands what goes on.
                let part = match lines[place].part {
                    Part::Headline => Part::Thread,
                    part => part,
                };
                lines.insert(place + 1, Line { part, text: say.clone() });
            }
            (Edit::Add { say, .. }, Some(None)) => {
                lines.push(Line { part: Part::Told, text: say.clone() });
            }
            (Edit::Add { say, .. }, None) => {
                let heads = lines.iter().take_while(|line| line.part == Part::Headline).count();
                lines.insert(heads, Line { part: Part::Thread, text: say.clone() });
            }
        }
    }
    lost
}
