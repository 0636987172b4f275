//! One order line: what a player says in one breath, and its parts.

use crate::edition::{Diet, Gene, Genes, Mode};
use crate::land::Place;
use crate::position::{Id, Number, Tag, Who};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use terrain::Side;

/// The steps of a path: as many as a creature can go, its own hex first, take no room of their own.
pub type Steps = SmallVec<[Step; 7]>;

/// Where young are put down, twins one after the other.
pub type Berths = SmallVec<[Berth; 2]>;

/// Genes, the first choice first.
pub type GeneList = SmallVec<[Gene; 6]>;

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
    Genes(GeneList),
    /// Moves, modes and switches.
    Tell(Whom, Telling),
    /// Where young are put down.
    Birth(Whom, Berths),
    /// The enemy of this round, by number.
    Enemy(Option<Number>),
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
    pub of: Option<Number>,
    /// What is said.
    pub line: Line,
}

impl From<Line> for Action {
    fn from(line: Line) -> Action {
        Action { of: None, line }
    }
}

/// One step of a path: a hex, or a side of the hex before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Into this hex.
    To(Place),
    /// Through this side.
    Through(Side),
}

/// How a creature is to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// Not at all.
    Stay,
    /// Along these steps; the creature's own hex may stand first; a single hex far away is reached
    /// by the best way. PS-MOVE-07
    Path(Steps),
    /// At random. PS-MOVE-08
    Wander,
    /// To the best food in reach. PS-MOVE-09
    Forage,
    /// After this creature, and nowhere else; never without being told. PS-TRACK-01, PS-TRACK-11,
    /// PS-TRACK-12
    Track(Id),
}

/// What one creature, or a class of them, is told. What is not said is left as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telling {
    /// The move.
    pub movement: Option<Move>,
    /// The mode.
    pub mode: Option<Mode>,
    /// Genes to use: hide, attack twice.
    pub using: Genes,
    /// Genes to leave alone: show, attack once.
    pub leaving: Genes,
    /// Whether to go for poisonous creatures. PS-POIS-02
    pub kill_poison: Option<bool>,
}

impl Telling {
    /// Only a move.
    pub fn moving(movement: Move) -> Telling {
        Telling { movement: Some(movement), ..Telling::default() }
    }

    /// Only a mode.
    pub fn acting(mode: Mode) -> Telling {
        Telling { mode: Some(mode), ..Telling::default() }
    }

    /// A gene used or left alone.
    pub fn switch(gene: Gene, on: bool) -> Telling {
        let genes = Genes::NONE.with(gene);
        Telling {
            using: if on { genes } else { Genes::NONE },
            leaving: if on { Genes::NONE } else { genes },
            ..Telling::default()
        }
    }

    /// Whether nothing is told.
    pub fn is_empty(&self) -> bool {
        *self == Telling::default()
    }

    /// Lays another telling over this one: what the other says counts. PS-ORD-05
    pub fn overlay(&mut self, over: &Telling) {
        if over.movement.is_some() {
            self.movement.clone_from(&over.movement);
        }
        self.mode = over.mode.or(self.mode);
        self.using = self.using.minus(over.leaving).union(over.using);
        self.leaving = self.leaving.minus(over.using).union(over.leaving);
        self.kill_poison = over.kill_poison.or(self.kill_poison);
    }
}

/// Where a young is put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Berth {
    /// In the parent's hex.
    Here,
    /// Where the most food is.
    Forage,
    /// In this hex.
    At(Step),
}

/// A vote on ending the game as a draw. PS-END-09
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Vote {
    /// For a draw of all living species.
    All,
    /// For a draw of these species, by number, lowest first.
    These(Vec<Number>),
    /// Against any draw.
    No,
}

/// A piece for the report. PS-PRESS-01
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Press {
    /// Whether it is printed without a name. PS-PRESS-02
    pub anonymous: bool,
    /// The text.
    pub text: String,
}
