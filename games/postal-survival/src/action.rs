//! One order line: what a player says in one breath.

use crate::diet::Diet;
use crate::gene::Gene;
use crate::island::Tag;
use crate::land::Place;
use crate::orders::{Berth, Press, Sheet, Standing, Telling, Vote, Who};
use serde::{Deserialize, Serialize};

/// Whom a line is for, with the letter that people write behind the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whom {
    /// One creature.
    One(Tag),
    /// The young of this round.
    Newborn,
    /// All creatures alive at the last report.
    All,
}

impl Whom {
    /// The same without the letter.
    pub fn who(self) -> Who {
        match self {
            Whom::One(tag) => Who::One(tag.id),
            Whom::Newborn => Who::Newborn,
            Whom::All => Who::All,
        }
    }
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The wanted diet, before the start.
    Diet(Diet),
    /// A name for the species.
    Name(String),
    /// The start hex of round 1.
    Start(Place),
    /// The wanted genes, the first choice first.
    Genes(Vec<Gene>),
    /// Moves, modes and switches.
    Tell(Whom, Telling),
    /// Where young are put down.
    Birth(Whom, Vec<Berth>),
    /// The enemy of this round, by number.
    Enemy(Option<u32>),
    /// A vote on a draw.
    Draw(Vote),
    /// Standing orders; `None` clears them.
    Standing(Option<Vec<Line>>),
    /// Press for the report.
    Press(Press),
    /// A note to the master of the game.
    Note(String),
    /// Everything stays as it is.
    Pass,
    /// The orders are final.
    Done,
    /// The orders are taken back.
    Withdraw,
}

/// One order line, for one species.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// The species' number, where a player owns several.
    pub of: Option<u32>,
    /// What is said.
    pub line: Line,
}

impl From<Line> for Action {
    fn from(line: Line) -> Action {
        Action { of: None, line }
    }
}

impl Line {
    /// Writes the line on a sheet: later lines replace earlier ones of the same thing.
    pub fn write_on(&self, sheet: &mut Sheet) {
        match self {
            Line::Diet(_) | Line::Done => {}
            Line::Name(name) => sheet.name = Some(name.clone()),
            Line::Start(place) => sheet.start = Some(*place),
            Line::Genes(genes) => sheet.genes.clone_from(genes),
            Line::Tell(whom, telling) => sheet.tell(whom.who(), telling),
            Line::Birth(Whom::One(tag), berths) => {
                drop(sheet.births.insert(tag.id, berths.clone()))
            }
            Line::Birth(_, berths) => sheet.births_of_all.clone_from(berths),
            Line::Enemy(enemy) => sheet.enemy = Some(*enemy),
            Line::Draw(vote) => sheet.vote = Some(vote.clone()),
            Line::Standing(None) => sheet.standing = Some(Standing::Clear),
            Line::Standing(Some(lines)) => {
                let mut standing = Sheet::default();
                lines.iter().for_each(|line| line.write_on(&mut standing));
                sheet.standing = Some(Standing::Set(Box::new(standing)));
            }
            Line::Press(press) => sheet.press.push(press.clone()),
            Line::Note(note) => sheet.notes.push(note.clone()),
            Line::Pass => sheet.pass = true,
            Line::Withdraw => *sheet = Sheet::default(), // PS-ORD-07
        }
    }
}
