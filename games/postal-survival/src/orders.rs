//! Orders: what a player may tell the creatures of a species for one round.

use crate::diet::Mode;
use crate::gene::{Gene, Genes};
use crate::land::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use terrain::Side;

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
    Path(Vec<Step>),
    /// At random. PS-MOVE-08
    Wander,
    /// To the best food in reach. PS-MOVE-09
    Forage,
    /// After this creature. PS-TRACK-01
    Track(u32),
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

/// Whom a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// One creature, by number.
    One(u32),
    /// The young of this round.
    Newborn,
    /// All creatures alive at the last report.
    All,
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
    These(Vec<u32>),
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

/// A change of the standing orders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// These from now on. PS-STAND-02
    Set(Box<Sheet>),
    /// None from now on.
    Clear,
}

/// The orders of one species for one round. An empty sheet is silence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sheet {
    /// For single creatures, by number.
    pub one: BTreeMap<u32, Telling>,
    /// For all creatures alive at the last report.
    pub all: Telling,
    /// For the young of this round.
    pub newborn: Telling,
    /// Where the young of single parents are put, first and second.
    pub births: BTreeMap<u32, Vec<Berth>>,
    /// Where all other young are put.
    pub births_of_all: Vec<Berth>,
    /// The wanted genes, the first choice first.
    pub genes: Vec<Gene>,
    /// The enemy by number; `Some(None)` if the player said that there is none.
    pub enemy: Option<Option<u32>>,
    /// The start hex. PS-SETUP-06
    pub start: Option<Place>,
    /// Whether every creature without another order stays. PS-ORD-10
    pub pass: bool,
    /// The vote on a draw.
    pub vote: Option<Vote>,
    /// A new name for the species.
    pub name: Option<String>,
    /// Press.
    pub press: Vec<Press>,
    /// Notes to the master of the game.
    pub notes: Vec<String>,
    /// A change of the standing orders.
    pub standing: Option<Standing>,
}

impl Sheet {
    /// Whether the sheet holds an order: press, names, votes and notes are none. PS-NMR-11
    pub fn has_orders(&self) -> bool {
        self.pass
            || !self.one.is_empty()
            || !self.all.is_empty()
            || !self.newborn.is_empty()
            || !self.births.is_empty()
            || !self.births_of_all.is_empty()
            || !self.genes.is_empty()
            || self.enemy.is_some()
            || self.start.is_some()
    }

    /// Whether the sheet holds nothing at all.
    pub fn is_empty(&self) -> bool {
        !self.has_orders()
            && self.vote.is_none()
            && self.name.is_none()
            && self.press.is_empty()
            && self.notes.is_empty()
            && self.standing.is_none()
    }

    /// Adds a telling to what the sheet already says.
    pub fn tell(&mut self, who: Who, telling: &Telling) {
        let told = match who {
            Who::One(id) => self.one.entry(id).or_default(),
            Who::Newborn => &mut self.newborn,
            Who::All => &mut self.all,
        };
        told.overlay(telling);
    }

    /// What a creature is told in the end: its own line over the line for all. PS-ORD-05
    pub fn told(&self, id: u32) -> Telling {
        let mut telling = self.all.clone();
        if let Some(own) = self.one.get(&id) {
            telling.overlay(own);
        }
        telling
    }

    /// Where the young of a parent are to be put.
    pub fn berths(&self, parent: u32) -> &[Berth] {
        self.births.get(&parent).unwrap_or(&self.births_of_all)
    }
}
