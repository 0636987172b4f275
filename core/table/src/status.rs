//! Where a game stands: who must decide, or how it ended.

use crate::seat::{Seat, Seats};
use serde::{Deserialize, Serialize};
use terrain::Fit;

/// Who must decide now, or how the game ended.
///
/// ```
/// use table::{Seat, Status};
///
/// let status = Status::one(Seat(1));
/// assert!(status.awaits(Seat(1)) && !status.awaits(Seat(0)) && status.outcome().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Each of these seats owes a decision. More than one: they may decide in any order and,
    /// unless the game says that it is done openly, none learns what another decided before all
    /// of them have.
    Deciding(Seats),
    /// The game is over.
    Over(Box<Outcome>),
}

impl Status {
    /// One seat to decide.
    #[inline]
    pub fn one(seat: Seat) -> Status {
        Status::Deciding(Seats::one(seat))
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            Status::Over(outcome) => Some(outcome),
            Status::Deciding(_) => None,
        }
    }

    /// Whether this seat owes a decision.
    #[inline]
    pub fn awaits(&self, seat: Seat) -> bool {
        matches!(self, Status::Deciding(seats) if seats.has(seat))
    }

    /// The first seat that owes a decision.
    #[inline]
    pub fn first(&self) -> Option<Seat> {
        match self {
            Status::Deciding(seats) => seats.lowest(),
            Status::Over(_) => None,
        }
    }
}

/// How a game ended, for every seat.
///
/// ```
/// use table::{Outcome, Seat, Seats};
///
/// let outcome = Outcome::new("home", 3, Seats::one(Seat(2)));
/// assert_eq!((outcome.ranks, outcome.scores), (vec![2, 2, 1], None));
/// let lost = Outcome::new("frozen", 2, Seats::none());
/// assert_eq!(lost.ranks, [1, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Which of the game's declared ways to end this was.
    pub reason: String,
    /// The rank of every seat, 1 the best; equal ranks are shared.
    pub ranks: Vec<u16>,
    /// Who won. Nobody may have won, although somebody is ranked first.
    pub winners: Seats,
    /// Points of every seat, if the game counts any.
    pub scores: Option<Vec<i64>>,
}

impl Outcome {
    /// An end without points: winners are ranked first and all others after them; if nobody won,
    /// all share the first rank.
    pub fn new(reason: impl Into<String>, seats: u16, winners: Seats) -> Outcome {
        let behind = winners.iter().count().fit::<u16>() + 1;
        let rank = |seat| if winners.is_empty() || winners.has(seat) { 1 } else { behind };
        let ranks = Seat::first(seats).map(rank).collect();
        Outcome { reason: reason.into(), ranks, winners, scores: None }
    }

    /// An end by points: the most is ranked first, equal points share a rank, and all who are ranked
    /// first have won.
    ///
    /// ```
    /// let outcome = table::Outcome::by_score("counted", vec![7, 12, 7]);
    /// assert_eq!(outcome.ranks, [2, 1, 2]);
    /// assert!(outcome.winners.has(table::Seat(1)));
    /// ```
    pub fn by_score(reason: impl Into<String>, scores: Vec<i64>) -> Outcome {
        let ranks = ranks_by(&scores);
        let winners = ranks
            .iter()
            .zip(Seat::first(u16::MAX))
            .filter_map(|(rank, seat)| (*rank == 1).then_some(seat))
            .collect();
        Outcome { reason: reason.into(), ranks, winners, scores: Some(scores) }
    }
}

/// What decided a game, in parts: points by where they came from, then what breaks ties.
///
/// ```
/// use table::Reckoning;
///
/// let reckoning = Reckoning::new(["Females", "Total"], [vec!["10", "13"], vec!["15", "15"]]);
/// assert_eq!(reckoning.rows[1], ["15", "15"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reckoning {
    /// What the columns are about.
    pub heads: Vec<String>,
    /// A row for every seat, with an entry for every column.
    pub rows: Vec<Vec<String>>,
}

impl Reckoning {
    /// These columns, with these rows.
    pub fn new<H: ToString, C: ToString>(
        heads: impl IntoIterator<Item = H>,
        rows: impl IntoIterator<Item = Vec<C>>,
    ) -> Reckoning {
        Reckoning {
            heads: heads.into_iter().map(|head| head.to_string()).collect(),
            rows: rows
                .into_iter()
                .map(|row| row.iter().map(ToString::to_string).collect())
                .collect(),
        }
    }
}

/// The rank of every seat by what it has achieved, more being better: 1 the best, equal ones shared,
/// and after two firsts comes a third.
pub fn ranks_by<K: Ord>(achieved: &[K]) -> Vec<u16> {
    let better = |own: &K| achieved.iter().filter(|other| *other > own).count();
    achieved.iter().map(|own| u16::try_from(better(own) + 1).unwrap_or(u16::MAX)).collect()
}
