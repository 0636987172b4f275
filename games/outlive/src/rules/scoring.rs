//! The end: survival points, ties and the solo ranks.

use crate::edition::roster::{Token, materials, supplies, tiles};
use crate::position::Position;
use crate::{EventCard, Outlive, Side};
use serde::Serialize;
use table::{Fit, Outcome, Seat, Seats, Status};

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
    /// A Shelter's score as it stands; nothing else scores. OL-SCORE-08, OL-SCORE-09
    pub fn score(&self, p: &Position, seat: Side) -> Score {
        let shelter = &p.shelters[seat];
        let events = EventCard::ALL
            .into_iter()
            // OL-OVER-16
            .filter(|card| shelter.won >> card.index() & 1 != 0)
            .map(|card| i16::from(self.parts.events[card.index()].points))
            .sum();
        let full = shelter.rooms.iter().filter(|room| self.is_full(room)).count().fit::<u8>();
        let halves = tiles(shelter.repaired)
            .filter(|tile| {
                // OL-EQ-14
                let partner = self.parts.equipment[tile.index()].partner;
                shelter.repaired >> partner & 1 != 0
            })
            .count()
            .fit::<i16>();
        let mut score = Score {
            events,
            full,
            rooms: i16::from(self.parts.full_rooms[usize::from(full)]),
            survivors: i16::from(shelter.people()),
            equipment: shelter.repaired.count_ones().fit::<i16>(),
            pairs: halves / 2,
            gauge: i16::from(self.gauge_value(shelter.gauge)),
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

    /// How the game ended. OL-TIE-01, OL-TIE-02, OL-TIE-03, OL-TIE-04, OL-SOLO-31, OL-SOLO-32
    pub(crate) fn outcome(&self, p: &Position) -> Status {
        let scores: Vec<Score> = self.seats().map(|seat| self.score(p, seat)).collect();
        let key = |score: &Score| (score.total, score.supplies, score.others);
        let ranks = table::ranks_by(&scores.iter().map(key).collect::<Vec<_>>());
        let (reason, winners) = if self.seats > 1 {
            let first = |seat: &Seat| ranks[seat.index()] == 1;
            ("convoy", Seat::first(u16::from(self.seats)).filter(first).collect())
        } else if i64::from(scores[0].total) >= self.level().bar {
            ("aboard", Seats::one(Seat(0)))
        } else {
            ("left behind", Seats::none())
        };
        let scores = Some(scores.iter().map(|score| score.total.into()).collect());
        Status::Over(Box::new(Outcome { reason: reason.into(), ranks, winners, scores }))
    }
}
