//! The turn: event, herd movement, predators, one after the other; and who has the next.

use crate::Yellowstone;
use crate::edition::options::{Income, SeasonTest, WithoutAnimals};
use crate::event::Event;
use crate::position::{Ending, Hunt, Position, Season, Step};
use table::{Dice, Fit, Log};

/// Own turns of a solo Summer after the turn of arrival.
pub(crate) const SOLO_SUMMER: u16 = 3;

impl Yellowstone {
    /// The round that is being played, from 1. YS-GEN-07
    pub fn round(&self, position: &Position) -> u16 {
        position.turns / u16::from(self.places) + 1
    }

    /// Turns begin; herds without animals are passed over or only hunt, and keep what they hold.
    /// YS-DEAD-01, YS-DEAD-02, YS-NPL-06
    pub(crate) fn begin_turn(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let hunts = self.scenario.predators
            && self.readings.without_animals == WithoutAnimals::MovesPredators;
        while !(position.acting().lives() || hunts) {
            if !self.close_turn(position, dice, log) {
                return;
            }
        }
        let Some(species) = position.acting().species else {
            return;
        };
        if self.scenario.solo
            && position.season == Season::Summer
            && position.season_turns > SOLO_SUMMER
        {
            self.season_begins(position, Season::Fall, false, log);
        }
        position.began = position.season;
        log.tell(Event::Turn { species, season: position.season, round: self.round(position) });
        let left = self.cap(position.season).saturating_sub(position.season_turns);
        let herds = u16::from(self.places);
        // YS-STALL-07
        if self.readings.caps && left <= 2 * herds && left.is_multiple_of(herds) {
            log.tell(Event::Warning { season: position.season, rounds: left / herds });
        }
        if !position.acting().lives() {
            self.predator_segment(position, dice, log);
            return;
        }
        position.points = self.movement_points; // YS-MOVE-01, YS-MOVE-04
        if self.readings.staggered && position.turns < herds {
            let behind = herds - 1 - position.turns; // YS-OPT-01
            position.points = position.points.saturating_sub(behind.fit());
        }
        if self.readings.income == Income::BeforeEvent {
            self.pay_income(position, log);
        }
        position.step = match self.scenario.events {
            true => Step::Roll,
            false => Step::Move,
        };
    }

    /// The turn is over; false if the game is, too. YS-TURN-11, YS-STALL-04
    fn close_turn(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) -> bool {
        for counter in &mut position.acting_mut().counters {
            counter.moved = false;
        }
        position.moving = None;
        position.event = None;
        position.hunt = Hunt::NONE;
        position.predator_rolls = 0;
        position.season_turns += 1;
        position.turns += 1;
        if position.winter_due {
            self.season_begins(position, Season::Winter, false, log);
            self.winter(position, Ending::Home, dice, log);
            return false;
        }
        if position.season_turns >= self.cap(position.season) {
            // YS-V-58
            if self.scenario.spring_only {
                self.finish(position, Ending::TimeUp, log);
                return false;
            }
            if position.season == Season::Fall {
                self.lose_stragglers(position, log);
                self.season_begins(position, Season::Winter, true, log);
                self.winter(position, Ending::Snowed, dice, log);
                return false;
            }
            self.season_begins(position, position.season.next(), true, log); // YS-STALL-06
        }
        position.active = self.after(position.active);
        true
    }

    /// The turn is over and the next begins, unless the game has ended. YS-TURN-11
    pub(crate) fn end_turn(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        if self.close_turn(position, dice, log) {
            self.begin_turn(position, dice, log);
        }
    }

    /// The predator segment begins. YS-TURN-08
    pub(crate) fn predator_segment(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        if self.readings.season_test == SeasonTest::EndOfMoves
            && !self.turn_seasons(position, dice, log)
        {
            return;
        }
        if !self.scenario.predators {
            self.end_turn(position, dice, log);
            return;
        }
        position.predator_rolls = if self.scenario.solo { 2 } else { 1 };
        position.step = Step::PredatorRoll;
    }
}
