//! Orders as people write them: mails of any shape in, order lines and a reading out. PS-ORD-01
//!
//! [`read`] never fails: what it understands becomes [`Line`]s, what it does not is quoted back with
//! the reason. Bad lines are dropped one by one; good lines count. PS-ORD-03

pub mod answer;
mod creature;
pub mod intent;
pub(crate) mod letter;
mod statement;
pub mod words;

use crate::action::Line;
use crate::edition::Rulings;
use crate::land::Island;
use crate::position::{Id, Kind, Sheet, Standing};
use mail::Written;

/// What the reader knows: public things, and whose orders these are.
#[derive(Clone, Copy)]
pub struct ReaderDesk<'a> {
    /// The island as of the last report.
    pub island: &'a Island,
    /// The readings of the rules.
    pub rulings: &'a Rulings,
    /// The index of the sender's species.
    pub species: Kind,
    /// Whether the message is for other species of the sender too: it then speaks of their creatures.
    pub shared: bool,
    /// Whether the writer sits at a table and is asked again: what cannot be is then left as it was said, for the
    /// rules to refuse, and nothing is put in its place.
    pub at_table: bool,
}

/// What was made of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It is an order: how it was understood, which may be not at all, and is then remarked on.
    Order(Vec<String>),
    /// It may be one and was not played: why it is not sure.
    Perhaps(String),
    /// It is something else.
    Talk,
}

/// Whether a remark stops something from happening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Something was left out or changed.
    Error,
    /// Everything counts, but may not be what was meant.
    Warning,
}

/// One remark on a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line, from 1; 0 for the whole message.
    pub line: usize,
    /// The line as it was sent, cut if long.
    pub quoted: String,
    /// The code, such as E05.
    pub code: &'static str,
    /// What is the matter and what will happen.
    pub text: String,
}

impl Remark {
    /// Whether it is an error or a warning.
    pub fn weight(&self) -> Weight {
        match self.code.starts_with('E') {
            true => Weight::Error,
            false => Weight::Warning,
        }
    }
}

impl std::fmt::Display for Remark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.text),
            line => write!(f, "Line {line}: \"{}\" - {}", self.quoted, self.text),
        }
    }
}

/// A message, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// What counts, in the order of the message.
    pub lines: Vec<Line>,
    /// What to tell the sender.
    pub remarks: Vec<Remark>,
    /// Whether it changes single lines of earlier orders instead of replacing them. PS-ORD-02
    pub amends: bool,
    /// Whether it takes earlier orders back. PS-ORD-07
    pub withdraws: bool,
    /// Whether the orders are final.
    pub done: bool,
    /// Whether it was for another round, so that nothing counts. PS-ORD-09
    pub wrong_round: bool,
    /// Words that the message gives as its personal order word.
    pub codes: Vec<String>,
    /// Every line with something on it: its number, its text, and what was made of it.
    pub heard: Vec<(usize, String, Heard)>,
    /// Whether everything in the message is quoted, forwarded or a signature.
    pub only_quoted: bool,
}

/// Reads the text of a message of a player, as it came: quotations and signatures are not the player's.
pub fn read(text: &str, desk: ReaderDesk<'_>) -> Reading {
    read_written(&Written::read(text), desk)
}

/// Reads a message of a player of which is known what is the player's.
pub fn read_written(written: &Written, desk: ReaderDesk<'_>) -> Reading {
    let only_quoted = written.is_empty() && !written.lines.is_empty();
    let mut reading = Reading { only_quoted, ..Reading::default() };
    let letter = letter::open(written);
    for notice in &letter.notices {
        reading.remarks.push(Remark {
            line: 0,
            quoted: String::new(),
            code: "W00",
            text: notice.clone(),
        });
    }
    statement::read_all(&letter.lines, desk, &mut reading);
    let extinct = !desk.island.lives(desk.species);
    if extinct {
        let before = reading.lines.len();
        reading.lines.retain(|line| matches!(line, Line::Press(_) | Line::Note(_)));
        if reading.lines.len() < before {
            reading.remarks.push(Remark {
                line: 0,
                quoted: String::new(),
                code: "E26",
                text: "Your species is extinct; only press is read.".into(),
            });
        }
    }
    if reading.wrong_round {
        reading.lines.clear();
        reading.withdraws = false;
        reading.done = false;
    }
    reading
}

impl Reading {
    /// The sheet after this message: the earlier one replaced, or amended. PS-ORD-02
    pub fn sheet(&self, before: &Sheet) -> Sheet {
        if self.wrong_round {
            return before.clone();
        }
        let mut sheet = match self.amends {
            true => before.clone(),
            false => Sheet::default(),
        };
        for line in &self.lines {
            line.write_on(&mut sheet);
        }
        sheet
    }

    /// Whether the message holds anything that counts as orders.
    pub fn has_orders(&self) -> bool {
        self.sheet(&Sheet::default()).has_orders()
    }

    /// Whether the message changes anything at all: orders, press, standing orders, a withdrawal.
    pub fn counts(&self) -> bool {
        !self.wrong_round && (self.withdraws || self.done || !self.lines.is_empty())
    }
}

/// The creatures that the words of a line may name.
pub(super) fn creature_ids(words: &[String]) -> Vec<Id> {
    let mut ids = Vec::new();
    for word in words {
        let bare = word.trim_start_matches('#');
        let range = bare.split_once('-').and_then(|(from, to)| {
            Some((from.parse::<u32>().ok()?, to.trim_start_matches('#').parse::<u32>().ok()?))
        });
        match (range, creature::number(bare)) {
            (Some((from, to)), _) => ids.extend((from..=to).take(1_000).map(Id)),
            (None, Some((id, _))) => ids.push(id),
            (None, None) => {}
        }
    }
    ids
}

/// The standing orders that a sheet leaves in force.
pub fn standing_after<'s>(sheet: &'s Sheet, before: Option<&'s Sheet>) -> Option<&'s Sheet> {
    match &sheet.standing {
        Some(Standing::Set(orders)) => Some(orders),
        Some(Standing::Clear) => None,
        None => before,
    }
}
