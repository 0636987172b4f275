//! The end: Animal Points, ranks, ties.

use crate::Yellowstone;
use crate::event::Event;
use crate::land::{Hex, Range};
use crate::position::{Animal, ByKind, Ending, Herd, Place, Position, Step};
use table::{Fit, Log, Outcome, Seat, Seats, ranks_by};

/// For the whole herd on its Summer Range in the short season.
pub(crate) const SHORT_SEASON_BONUS: i16 = 5;

/// What the table counts at the end, in the order of the tie-breaks. YS-SCORE-03, YS-SCORE-04,
/// YS-SCORE-05, YS-SCORE-09
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Score {
    /// Animal Points.
    pub points: i16,
    /// Females.
    pub females: i16,
    /// Food Points less Need.
    pub surplus: i16,
}

/// Fewest Animal Points that win the solo game.
pub(crate) const HARD_YEAR: i16 = 15;

impl Yellowstone {
    /// Animal Points of the animals in play, injured or not. YS-SCORE-01, YS-SCORE-02, YS-INJ-06, YS-V-02
    pub fn herd_points(&self, herd: &Herd) -> i16 {
        herd.census().times(&self.animal_points)
    }

    /// The score of one herd as it stands.
    pub fn herd_score(&self, position: &Position, place: Place) -> Score {
        let herd = position.herd(place);
        let animals = self.scoring(herd);
        let need = if self.scenario.spring_only { 0 } else { self.need(herd) };
        Score {
            points: animals.times(&self.animal_points) + self.bonus(herd),
            females: animals.female,
            surplus: self.food_points(position, herd) - need, // YS-SCORE-08
        }
    }

    /// The animals that score: in the short season those on the Summer Range, else all in play.
    pub(crate) fn scoring(&self, herd: &Herd) -> ByKind<i16> {
        if !self.scenario.spring_only {
            return herd.census();
        }
        let there = |hex: Hex| {
            herd.species.is_some_and(|species| self.park.on_range(species, Range::Summer, hex))
        };
        let on = |animal: &Animal| herd.at(*animal).is_some_and(there);
        ByKind::of(|kind| Animal::of(kind).filter(on).count().fit())
    }

    /// What the short season adds for a herd that was wholly on its Summer Range.
    pub(crate) fn bonus(&self, herd: &Herd) -> i16 {
        SHORT_SEASON_BONUS * i16::from(self.scenario.spring_only && herd.whole)
    }

    /// The score of a seat: the sum over its herds. YS-NPL-05
    pub fn seat_score(&self, position: &Position, seat: Seat) -> Score {
        let mut sum = Score::default();
        for place in self.places().filter(|place| self.owner(*place) == seat) {
            let score = self.herd_score(position, place);
            sum.points += score.points;
            sum.females += score.females;
            sum.surplus += score.surplus;
        }
        sum
    }

    /// The game is over.
    pub(crate) fn finish(&self, position: &mut Position, ending: Ending, log: &mut Log<Event>) {
        if position.ending.is_none() {
            log.tell(Event::Ended { ending });
        }
        position.ending = Some(ending);
        position.step = Step::Over;
        position.moving = None;
        position.event = None;
        log.reveal();
        for place in self.places() {
            if let Some(species) = position.herd(place).species {
                let score = self.herd_score(position, place);
                let herd = position.herd(place);
                log.tell(Event::Scored {
                    species,
                    points: score.points,
                    animals: self.scoring(herd),
                    bonus: self.bonus(herd),
                    surplus: score.surplus,
                });
            }
        }
    }

    /// Ranks by score; who is alone in the first has won, else it is a draw. YS-GEN-04, YS-SCORE-06,
    /// YS-SCORE-07, YS-V-56, YS-V-57
    pub(crate) fn outcome(&self, position: &Position) -> Outcome {
        let seats = self.setup.seats;
        let scores: Vec<Score> =
            Seat::first(seats).map(|seat| self.seat_score(position, seat)).collect();
        let ranks = ranks_by(&scores);
        let ending = position.ending.unwrap_or(Ending::Home);
        let first: Seats = Seat::first(seats).filter(|seat| ranks[seat.index()] == 1).collect();
        let won = if self.scenario.solo {
            scores.first().is_some_and(|score| score.points >= HARD_YEAR)
        } else {
            first.len() == 1
        };
        let winners = if won { first } else { Seats::none() };
        Outcome {
            reason: ending.word().into(),
            ranks,
            winners,
            scores: Some(scores.iter().map(|score| i64::from(score.points)).collect()),
        }
    }
}
