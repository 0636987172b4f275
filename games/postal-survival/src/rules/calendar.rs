//! Rounds, seasons and years. PS-GEN-05, PS-SEASON-01, PS-SEASON-03

use serde::{Deserialize, Serialize};
use std::fmt;

/// A season of the year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// The season of a round; round 0 is the time before the first.
pub fn season(round: u16) -> Season {
    match round.max(1).wrapping_sub(1) % 4 {
        0 => Season::Spring,
        1 => Season::Summer,
        2 => Season::Autumn,
        _ => Season::Winter,
    }
}

/// The year of a round, from 0. PS-SEASON-01, PS-SEASON-02
pub fn year(round: u16) -> u16 {
    (round.max(1) - 1) / 4
}

/// Whether young are born at the start of a round. PS-SEASON-06, PS-BIRTH-01
pub fn births(round: u16) -> bool {
    round > 1 && season(round) == Season::Spring
}

/// The first round from this one on in which young are born.
pub fn next_births(round: u16) -> u16 {
    (round.max(2)..).find(|round| births(*round)).unwrap_or(5)
}

/// The next births that a game of so many rounds still sees, if it sees any. PS-END-04
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextBirths(Option<u16>);

impl NextBirths {
    /// Those from this round on.
    pub fn from(round: u16, rounds: u16) -> NextBirths {
        NextBirths(Some(next_births(round)).filter(|next| *next <= rounds))
    }

    /// The round in which they come.
    pub fn round(self) -> Option<u16> {
        self.0
    }
}

impl fmt::Display for NextBirths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(round) => write!(f, "the next is round {round}"),
            None => f.write_str("none is left before the game ends"),
        }
    }
}

/// The round as people say it: `Spring, Year 0`.
pub fn spoken(round: u16) -> String {
    format!("{}, Year {}", season(round), year(round))
}

impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Season::Spring => "Spring",
            Season::Summer => "Summer",
            Season::Autumn => "Autumn",
            Season::Winter => "Winter",
        })
    }
}
