//! Seasons: the order of turns, income, arrivals, season changes and caps.

use crate::Yellowstone;
use crate::herd::Species;
use crate::park::Range;
use crate::position::{Ending, Hunt, Position, Step};
use crate::readings::{
    FallEnds, Income, SeasonRules, SeasonTest, SummerEnds, WinterComes, WithoutAnimals,
};
use crate::story::{Death, Event};
use serde::{Deserialize, Serialize};
use table::{Dice, Log};

/// A season. YS-SEAS-01
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Season {
    /// The season of rebirth.
    Spring,
    /// The warm season.
    Summer,
    /// The waning season.
    Fall,
    /// The deadly season: the game is decided.
    Winter,
}

impl Season {
    /// The word of the data files.
    pub fn word(self) -> &'static str {
        ["spring", "summer", "fall", "winter"][self as usize]
    }

    /// The name.
    pub fn name(self) -> &'static str {
        ["Spring", "Summer", "Fall", "Winter"][self as usize]
    }

    fn next(self) -> Season {
        match self {
            Season::Spring => Season::Summer,
            Season::Summer => Season::Fall,
            _ => Season::Winter,
        }
    }
}

/// Own turns of a solo Summer after the turn of arrival.
const SOLO_SUMMER: u16 = 3;

impl Yellowstone {
    /// Whether the herd has animals and all of them are on the range. YS-SEAS-18
    pub fn wholly_on(&self, position: &Position, place: usize, range: Range) -> bool {
        let herd = position.herd(place);
        let Some(species) = herd.species else {
            return false;
        };
        let mut any = false;
        for counter in herd.counters.iter().filter(|counter| counter.lives()) {
            if !self.park.on_range(species, range, counter.hex) {
                return false;
            }
            any = true;
        }
        any
    }

    fn any_on_summer_range(&self, position: &Position, place: usize, species: Species) -> bool {
        let mut counters = position.herd(place).counters.iter();
        counters.any(|counter| self.park.on_range(species, Range::Summer, counter.hex))
    }

    /// The cap of the running season in turns. YS-STALL-01, 02, 03, YS-NPL-04, YS-OPT-05
    pub fn cap(&self, season: Season) -> u16 {
        let rounds = match self.caps.get(season as usize) {
            Some(cap) if self.readings.caps || self.scenario.spring_only => *cap,
            _ => self.cap_without,
        };
        rounds * self.places as u16
    }

    /// The round that is being played, from 1. YS-GEN-07
    pub fn round(&self, position: &Position) -> u16 {
        position.turns / self.places as u16 + 1
    }

    /// The season whose prey, pace, parting and income hold now. YS-SEAS-09
    pub fn ruling_season(&self, position: &Position) -> Season {
        match self.readings.season_rules {
            SeasonRules::AtOnce => position.season,
            SeasonRules::NextTurn => position.began,
        }
    }

    /// Turns begin; herds without animals are passed over or only hunt. YS-DEAD-01
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
        let herds = self.places as u16;
        if self.readings.caps && left <= 2 * herds && left.is_multiple_of(herds) {
            log.tell(Event::Warning { season: position.season, rounds: left / herds });
        }
        if !position.acting().lives() {
            self.predator_segment(position, dice, log);
            return;
        }
        position.points = self.movement_points;
        if self.readings.staggered && (position.turns as usize) < self.places {
            let behind = self.places - 1 - position.turns as usize; // YS-OPT-01
            position.points = position.points.saturating_sub(behind as u8);
        }
        if self.readings.income == Income::BeforeEvent {
            self.pay_income(position, log);
        }
        position.step = match self.scenario.events {
            true => Step::Roll,
            false => Step::Move,
        };
    }

    /// YS-FOOD-18 to 22
    pub(crate) fn pay_income(&self, position: &mut Position, log: &mut Log<Event>) {
        let season = self.ruling_season(position);
        let (range, points) = match season {
            Season::Summer => (Range::Summer, self.food.summer_turn),
            Season::Fall => (Range::Winter, self.food.fall_turn),
            _ => return,
        };
        if !self.wholly_on(position, position.active as usize, range) {
            return;
        }
        let herd = position.acting_mut();
        match range {
            Range::Summer => herd.summer_turns += 1,
            Range::Winter => herd.fall_turns += 1,
        }
        if let Some(species) = herd.species {
            log.tell(Event::Income { species, season, points });
        }
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
            self.season_begins(position, position.season.next(), true, log);
        }
        position.active = (position.active + 1) % self.places as u8; // YS-SETUP-16
        true
    }

    pub(crate) fn end_turn(&self, position: &mut Position, dice: &mut Dice, log: &mut Log<Event>) {
        if self.close_turn(position, dice, log) {
            self.begin_turn(position, dice, log);
        }
    }

    /// YS-STALL-05
    fn lose_stragglers(&self, position: &mut Position, log: &mut Log<Event>) {
        for place in 0..self.places {
            let Some(species) = position.herd(place).species else {
                continue;
            };
            for animal in crate::herd::Animal::all() {
                let hex = position.herd(place).counter(animal).hex;
                if hex.is_some() && !self.park.on_range(species, Range::Winter, hex) {
                    position.herd_mut(place).eliminate(animal);
                    let of = Death::Snow;
                    log.tell(Event::Died { species, animal, of });
                }
            }
        }
    }

    fn season_begins(
        &self,
        position: &mut Position,
        season: Season,
        forced: bool,
        log: &mut Log<Event>,
    ) {
        position.season = season;
        position.season_turns = 0;
        log.reveal();
        log.tell(Event::SeasonBegins { season, forced });
    }

    /// Pays a herd's first arrival, once. YS-FOOD-11
    pub(crate) fn pay_first(&self, position: &mut Position, place: usize, log: &mut Log<Event>) {
        let herd = position.herd_mut(place);
        let Some(species) = herd.species.filter(|_| !herd.first) else {
            return;
        };
        herd.first = true;
        log.reveal();
        let points = self.food.first;
        log.tell(Event::FirstArrived { species, points });
    }

    /// Looks whether herds have arrived and seasons change, after anything that may bring it about;
    /// false if the game goes to its end. YS-SEAS-10, 11, YS-FOOD-11 to 17
    pub(crate) fn survey(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        let herds = self.places;
        if !(0..herds).any(|place| position.herd(place).lives()) {
            // YS-STALL-08
            match self.scenario.spring_only {
                true => self.finish(position, Ending::WipedOut, log),
                false => {
                    self.season_begins(position, Season::Winter, false, log);
                    self.winter(position, Ending::WipedOut, dice, log);
                }
            }
            return false;
        }
        let from = position.active as usize;
        for place in (0..herds).map(|i| (from + i) % herds) {
            let Some(species) = position.herd(place).species else {
                continue;
            };
            if !position.herd(place).first && self.any_on_summer_range(position, place, species) {
                self.pay_first(position, place, log);
            }
            if !position.herd(place).whole && self.wholly_on(position, place, Range::Summer) {
                position.herd_mut(place).whole = true;
                log.reveal();
                let points = self.food.whole;
                log.tell(Event::WholeArrived { species, points });
            }
        }
        match self.readings.season_test {
            SeasonTest::EachMove => self.turn_seasons(position, dice, log),
            SeasonTest::EndOfMoves => {
                self.note_homes(position);
                true
            }
        }
    }

    /// Notes in Fall which herds are home. YS-SEAS-06
    fn note_homes(&self, position: &mut Position) {
        let fall = position.season == Season::Fall;
        for place in 0..self.places {
            let home = fall && self.wholly_on(position, place, Range::Winter);
            position.herd_mut(place).home |= home;
        }
    }

    /// Changes the season as often as the herds have earned it; false if the game goes to its end.
    /// YS-SEAS-02 to 06, 12 to 15
    pub(crate) fn turn_seasons(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        let herds = self.places;
        let alive = |position: &Position, place: usize| position.herd(place).lives();
        if position.season == Season::Spring
            && (0..herds).any(|place| position.herd(place).whole && alive(position, place))
        {
            if self.scenario.spring_only {
                self.finish(position, Ending::Arrived, log);
                return false;
            }
            self.season_begins(position, Season::Summer, false, log);
        }
        if position.season == Season::Summer && !self.scenario.solo {
            let arrived = |place: usize| match self.readings.summer_ends {
                SummerEnds::OnceEach => position.herd(place).whole,
                SummerEnds::AllAtOnce => self.wholly_on(position, place, Range::Summer),
            };
            if (0..herds).all(|place| arrived(place) || !alive(position, place)) {
                self.season_begins(position, Season::Fall, false, log);
            }
        }
        if position.season == Season::Fall {
            self.note_homes(position);
            let home = |place: usize| match self.readings.fall_ends {
                FallEnds::AllAtOnce => self.wholly_on(position, place, Range::Winter),
                FallEnds::OnceEach => position.herd(place).home,
            };
            let all = (0..herds).all(|place| home(place) || !alive(position, place));
            match self.readings.winter_comes {
                _ if !all || position.winter_due => {}
                WinterComes::AtOnce => {
                    self.season_begins(position, Season::Winter, false, log);
                    self.winter(position, Ending::Home, dice, log);
                    return false;
                }
                WinterComes::AfterTurn => {
                    position.winter_due = true;
                    log.reveal();
                    log.tell(Event::WinterNears);
                }
            }
        }
        true
    }
}
