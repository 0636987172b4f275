//! The end: survival points, ties and the solo ranks.

use crate::position::Position;
use crate::roster::{Token, materials, supplies, tiles};
use crate::{EventCard, Outlive, Teller};
use serde::Serialize;
use table::{Outcome, Seat, Seats, Status};

/// A Shelter's survival points by category, and what breaks ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Points of events overcome. OL-SCORE-01
    pub events: i16,
    /// Full rooms. OL-SCORE-03
    pub full: u8,
    /// Points for full rooms. OL-SCORE-02
    pub rooms: i16,
    /// One for every survivor. OL-SCORE-04
    pub survivors: i16,
    /// One for every repaired tile. OL-SCORE-05
    pub equipment: i16,
    /// One more for every matching pair. OL-SCORE-06
    pub pairs: i16,
    /// The gauge cell. OL-SCORE-07
    pub gauge: i16,
    /// The sum.
    pub total: i16,
    /// Supply tokens left. OL-TIE-02
    pub supplies: u8,
    /// Material and Munitions tokens left. OL-TIE-03
    pub others: u8,
}

impl Outlive {
    /// A Shelter's score as it stands.
    pub fn score(&self, p: &Position, seat: usize) -> Score {
        let shelter = &p.shelters[seat];
        let events = EventCard::ALL
            .into_iter()
            .filter(|card| shelter.won >> card.index() & 1 != 0)
            .map(|card| self.parts.events[card.index()].points as i16)
            .sum();
        let full = shelter.rooms.iter().filter(|room| self.is_full(room)).count() as u8;
        let halves = tiles(shelter.repaired)
            .filter(|tile| {
                let partner = self.parts.equipment[tile.index()].partner;
                shelter.repaired >> partner & 1 != 0
            })
            .count() as i16;
        let mut score = Score {
            events,
            full,
            rooms: self.parts.full_rooms[full as usize] as i16,
            survivors: shelter.people() as i16,
            equipment: shelter.repaired.count_ones() as i16,
            pairs: halves / 2,
            gauge: self.gauge_value(shelter.gauge) as i16,
            total: 0,
            supplies: supplies(&shelter.stock),
            others: materials(&shelter.stock) + shelter.has(Token::Munitions),
        };
        score.total = score.events
            + score.rooms
            + score.survivors
            + score.equipment
            + score.pairs
            + score.gauge;
        score
    }

    /// The data of the level that is played against the Horde.
    pub fn level(&self) -> &crate::LevelData {
        match self.options.level {
            crate::Level::Easy => &self.parts.horde.easy,
            crate::Level::Normal => &self.parts.horde.normal,
            crate::Level::Hard => &self.parts.horde.hard,
        }
    }

    /// How the game ended. OL-TIE-01 to 04, OL-SOLO-31, OL-SOLO-32
    pub(crate) fn outcome(&self, p: &Position) -> Status {
        let scores: Vec<Score> = (0..self.seats()).map(|seat| self.score(p, seat)).collect();
        let key = |score: &Score| (score.total, score.supplies, score.others);
        let ranks: Vec<u16> = scores
            .iter()
            .map(|score| 1 + scores.iter().filter(|other| key(other) > key(score)).count() as u16)
            .collect();
        let points = scores.iter().map(|score| score.total as i64).collect();
        let (reason, winners) = if self.seats > 1 {
            let first = |seat: &Seat| ranks[seat.index()] == 1;
            ("convoy", Seat::first(self.seats as u16).filter(first).collect())
        } else if scores[0].total as i64 >= self.level().bar {
            ("aboard", Seats::one(Seat(0)))
        } else {
            ("left behind", Seats::none())
        };
        Status::Over(Box::new(Outcome {
            reason: reason.into(),
            ranks,
            winners,
            scores: Some(points),
        }))
    }
}

impl Teller<'_> {
    /// The end in a sentence.
    pub(crate) fn ending(&self, outcome: &Outcome) -> String {
        let scores = outcome.scores.as_deref().unwrap_or_default();
        let best = scores.iter().max().copied().unwrap_or(0);
        if self.seats == 1 {
            return self.solo_end(best);
        }
        let names = self.names.listed(outcome.winners.iter());
        let verb = if outcome.winners.len() == 1 { "boards" } else { "board" };
        format!("{names} {verb} the convoy with {best} points.")
    }

    fn solo_end(&self, total: i64) -> String {
        let rank = self
            .parts
            .horde
            .rank
            .iter()
            .find(|rank| total >= rank.score)
            .map_or("Left behind", |rank| rank.name.as_str());
        let bar = self.level().bar;
        let name = self.names.of(Seat(0));
        if total >= bar {
            format!("{name} boards the convoy with {total} points: {rank}.")
        } else {
            format!("{name} has {total} points and needed {bar}: {rank}.")
        }
    }
}
