//! Cups: who meets whom, round by round.

use crate::pairing;
use crate::standings::{self, Standing};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a cup is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// All against all, so many times, two at a table.
    RoundRobin {
        /// How often each meets each: 1 to 4.
        legs: u8,
    },
    /// Those who stand alike meet.
    Swiss {
        /// How many rounds.
        rounds: u16,
        /// How many sit at a table, 2 to 8; some tables have fewer where it does not come out even.
        size: u8,
    },
    /// Who loses is out, two at a table.
    KnockOut,
}

/// Somebody who plays in a cup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Who it is.
    pub person: String,
    /// Who had the place before, the last one last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// When each of them handed it over; cups stored before this was noted say nothing of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handed: Vec<Handover>,
    /// Whether the place is given up.
    #[serde(default)]
    pub out: bool,
}

/// When a place was handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handover {
    /// After so many rounds, the one that was being played among them.
    pub rounds: usize,
    /// Whether a game of that round was on, which both have played.
    pub amid: bool,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Who sits there in the order of seats, by their place among the entrants.
    pub seats: Vec<usize>,
    /// The rank of every seat, 1 the best, when the game is over.
    #[serde(default)]
    pub ranks: Option<Vec<u16>>,
    /// Whether it was decided without a game.
    #[serde(default)]
    pub walkover: bool,
    /// Games that ended without a winner where there must be one.
    #[serde(default)]
    pub drawn: u8,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Its tables.
    pub tables: Vec<Table>,
    /// Who has no table and counts as having won.
    #[serde(default)]
    pub byes: Vec<usize>,
}

/// A cup: its entrants, the strongest first, and what was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Cup {
    format: Format,
    entrants: Vec<Entrant>,
    rounds: Vec<Round>,
}

/// How it is stored; it is looked at before it is believed.
#[derive(Clone, Serialize, Deserialize)]
struct Stored {
    format: Format,
    entrants: Vec<Entrant>,
    rounds: Vec<Round>,
}

/// Why something cannot be done with a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CupFault {
    /// Too few or too many entrants.
    Entrants(usize),
    /// Somebody entered twice.
    Twice(String),
    /// A format that cannot be.
    Format(&'static str),
    /// A round is not over yet.
    NotOver(usize),
    /// The cup is over.
    Over,
    /// There is no such round, table or entrant.
    NotThere,
    /// The table has its result already.
    Known,
    /// Not as many ranks as seats, or none is first.
    Ranks(usize),
    /// The place is given up.
    Out,
    /// What was stored cannot be.
    Stored,
}

impl fmt::Display for CupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CupFault::Entrants(count) => {
                write!(f, "{count} cannot play a cup: there must be 2 to {MOST_ENTRANTS}.")
            }
            CupFault::Twice(person) => write!(f, "{person} has entered twice."),
            CupFault::Format(why) => f.write_str(why),
            CupFault::NotOver(open) => {
                write!(f, "The round is not over: {open} tables are still playing.")
            }
            CupFault::Over => f.write_str("The cup is over."),
            CupFault::NotThere => f.write_str("There is no such place in this cup."),
            CupFault::Known => f.write_str("The result of this table is known already."),
            CupFault::Ranks(seats) => {
                write!(
                    f,
                    "Give each of the {seats} seats a rank from 1, the best, and at least one of them 1."
                )
            }
            CupFault::Out => f.write_str("This place was given up."),
            CupFault::Stored => {
                f.write_str("This cup was not stored by us: its rounds do not fit its entrants.")
            }
        }
    }
}

impl std::error::Error for CupFault {}

const MOST_ENTRANTS: usize = 1024;
const MOST_ROUNDS: u16 = 64;
/// After so many games without a winner the stronger entrant goes on.
const MOST_DRAWN: u8 = 3;

impl Cup {
    /// A cup among these, the strongest first.
    pub fn new(format: Format, people: Vec<String>) -> Result<Cup, CupFault> {
        if people.len() < 2 || people.len() > MOST_ENTRANTS {
            return Err(CupFault::Entrants(people.len()));
        }
        let mut names: Vec<&String> = people.iter().collect();
        names.sort();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(CupFault::Twice(pair[0].clone()));
        }
        match format {
            Format::RoundRobin { legs: 1..=4 } | Format::KnockOut => {}
            Format::Swiss { rounds: 1..=MOST_ROUNDS, size: 2..=8 } => {}
            Format::RoundRobin { .. } => {
                return Err(CupFault::Format("Each meets each 1 to 4 times."));
            }
            Format::Swiss { .. } => {
                return Err(CupFault::Format(
                    "A Swiss cup has 1 to 64 rounds, and tables of 2 to 8.",
                ));
            }
        }
        let entrants = people
            .into_iter()
            .map(|person| Entrant { person, before: Vec::new(), handed: Vec::new(), out: false })
            .collect();
        Ok(Cup { format, entrants, rounds: Vec::new() })
    }

    /// How it is played.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Its entrants, the strongest first; a place among them is a place in this list.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// A round, counted from 0.
    pub fn round(&self, round: usize) -> Option<&Round> {
        self.rounds.get(round)
    }

    /// Who had a place in a round: one, or those who had it one after the other in a game of it.
    pub fn who(&self, place: usize, round: usize) -> Vec<&str> {
        let Some(entrant) = self.entrants.get(place) else { return Vec::new() };
        let Entrant { person, before, handed, .. } = entrant;
        if before.len() != handed.len() {
            return vec![person];
        }
        let first = |at: usize| {
            let handed = at.checked_sub(1).and_then(|at| handed.get(at));
            handed.map_or(0, |handed| handed.rounds - usize::from(handed.amid))
        };
        let end = |at: usize| handed.get(at).map_or(usize::MAX, |handed| handed.rounds);
        let all = before.iter().chain([person]).enumerate();
        let had = all.filter(|(at, _)| (first(*at)..end(*at)).contains(&round));
        had.map(|(_, person)| person.as_str()).collect()
    }

    /// The rounds so far.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Tables that are still playing: round and table.
    pub fn open(&self) -> Vec<(usize, usize)> {
        let tables = self.rounds.iter().enumerate().flat_map(|(round, own)| {
            own.tables
                .iter()
                .enumerate()
                .filter(|(_, table)| table.ranks.is_none())
                .map(move |(table, _)| (round, table))
        });
        tables.collect()
    }

    /// Pairs the next round; gives back its number. The last must be over.
    pub fn next_round(&mut self) -> Result<usize, CupFault> {
        let open = self.open().len();
        if open > 0 {
            return Err(CupFault::NotOver(open));
        }
        if self.is_over() {
            return Err(CupFault::Over);
        }
        let mut round = pairing::pair(self);
        for table in &mut round.tables {
            let present: Vec<bool> =
                table.seats.iter().map(|seat| !self.entrants[*seat].out).collect();
            if present.contains(&false) {
                walk_over(table, &present);
            }
        }
        self.rounds.push(round);
        Ok(self.rounds.len() - 1)
    }

    /// Whether nothing is left to be played.
    pub fn is_over(&self) -> bool {
        if !self.open().is_empty() {
            return false;
        }
        let present = self.entrants.iter().filter(|entrant| !entrant.out).count();
        let done = self.rounds.len();
        match self.format {
            Format::RoundRobin { .. } => done >= pairing::round_robin_rounds(self) || present < 2,
            Format::Swiss { rounds, .. } => done >= usize::from(rounds) || present < 2,
            Format::KnockOut => done > 0 && pairing::still_in(self).len() < 2,
        }
    }

    /// The result of a table: the rank of every seat, 1 the best. True if it is final; false if a winner is still
    /// needed and the same play again, the seats turned round.
    pub fn report(&mut self, round: usize, table: usize, ranks: &[u16]) -> Result<bool, CupFault> {
        let knock_out = self.format == Format::KnockOut;
        let table = self
            .rounds
            .get_mut(round)
            .and_then(|round| round.tables.get_mut(table))
            .ok_or(CupFault::NotThere)?;
        if table.ranks.is_some() {
            return Err(CupFault::Known);
        }
        let seats = table.seats.len();
        if ranks.len() != seats
            || !ranks.contains(&1)
            || ranks.iter().any(|rank| *rank == 0 || usize::from(*rank) > seats)
        {
            return Err(CupFault::Ranks(seats));
        }
        if knock_out && ranks.iter().filter(|rank| **rank == 1).count() > 1 {
            table.drawn += 1;
            if table.drawn < MOST_DRAWN {
                table.seats.reverse();
                return Ok(false);
            }
            let best = table.seats.iter().min().copied();
            table.ranks = Some(
                table.seats.iter().map(|seat| if Some(*seat) == best { 1 } else { 2 }).collect(),
            );
            return Ok(true);
        }
        table.ranks = Some(ranks.to_vec());
        Ok(true)
    }

    /// Somebody drops out: they are paired no more, and a table where they still play is won by the others.
    pub fn drop_out(&mut self, place: usize) -> Result<(), CupFault> {
        let entrant = self.entrants.get_mut(place).ok_or(CupFault::NotThere)?;
        if entrant.out {
            return Err(CupFault::Out);
        }
        entrant.out = true;
        for table in self.rounds.iter_mut().flat_map(|round| &mut round.tables) {
            if table.ranks.is_none() && table.seats.contains(&place) {
                let present: Vec<bool> =
                    table.seats.iter().map(|seat| !self.entrants[*seat].out).collect();
                let left = present.iter().filter(|present| **present).count();
                // At a table of many the others play on; who is gone is ranked when they are done.
                if left < 2 {
                    walk_over(table, &present);
                }
            }
        }
        Ok(())
    }

    /// Somebody else takes a place, with everything that was won and lost there; also a place that was given up.
    pub fn replace(&mut self, place: usize, person: String) -> Result<(), CupFault> {
        if self.entrants.iter().any(|entrant| entrant.person == person) {
            return Err(CupFault::Twice(person));
        }
        let rounds = self.rounds.len();
        let playing = |table: &Table| table.ranks.is_none() && table.seats.contains(&place);
        let amid = self.rounds.last().is_some_and(|round| round.tables.iter().any(playing));
        let entrant = self.entrants.get_mut(place).ok_or(CupFault::NotThere)?;
        let before = std::mem::replace(&mut entrant.person, person);
        if entrant.before.len() == entrant.handed.len() {
            entrant.handed.push(Handover { rounds, amid });
        }
        entrant.before.push(before);
        entrant.out = false;
        Ok(())
    }

    /// How all stand, the best first.
    pub fn standings(&self) -> Vec<Standing> {
        standings::standings(self)
    }
}

/// Who is there has won.
fn walk_over(table: &mut Table, present: &[bool]) {
    let anybody = present.contains(&true);
    let behind =
        u16::try_from(present.iter().filter(|present| **present).count() + 1).unwrap_or(u16::MAX);
    let rank = |present: &bool| if *present || !anybody { 1 } else { behind };
    table.ranks = Some(present.iter().map(rank).collect());
    table.walkover = true;
}

impl TryFrom<Stored> for Cup {
    type Error = CupFault;

    fn try_from(stored: Stored) -> Result<Cup, CupFault> {
        let people = stored.entrants.iter().map(|entrant| entrant.person.clone()).collect();
        let mut cup = Cup::new(stored.format, people)?;
        let count = stored.entrants.len();
        for round in &stored.rounds {
            let mut places: Vec<usize> =
                round.tables.iter().flat_map(|table| table.seats.clone()).collect();
            places.extend(&round.byes);
            places.sort_unstable();
            let once = places.windows(2).all(|pair| pair[0] < pair[1]);
            let there = places.last().is_none_or(|last| *last < count);
            let ranks = |table: &Table| {
                table.ranks.as_ref().is_none_or(|ranks| ranks.len() == table.seats.len())
            };
            let sound = |table: &Table| (2..=8).contains(&table.seats.len()) && ranks(table);
            if !once || !there || !round.tables.iter().all(sound) {
                return Err(CupFault::Stored);
            }
        }
        let begun = |handed: &Handover| handed.rounds >= usize::from(handed.amid);
        if !stored.entrants.iter().all(|entrant| entrant.handed.iter().all(begun)) {
            return Err(CupFault::Stored);
        }
        cup.entrants = stored.entrants;
        cup.rounds = stored.rounds;
        Ok(cup)
    }
}

impl From<Cup> for Stored {
    fn from(cup: Cup) -> Stored {
        Stored { format: cup.format, entrants: cup.entrants, rounds: cup.rounds }
    }
}
