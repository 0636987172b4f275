//! Seasons: who is on which range, arrivals, season changes and caps.

use crate::Yellowstone;
use crate::edition::options::{
    FallEnds, FirstArrival, SeasonRules, SeasonTest, SummerEnds, WinterComes,
};
use crate::event::{Death, Event};
use crate::land::{Hex, Range};
use crate::position::{Animal, Ending, Place, Position, Season, Species};
use table::{Dice, Log};

impl Yellowstone {
    /// Whether the herd has animals and all of them, orphans too, are on the range. YS-SEAS-18, YS-YNG-23
    pub fn wholly_on(&self, position: &Position, place: Place, range: Range) -> bool {
        let herd = position.herd(place);
        let Some(species) = herd.species else {
            return false;
        };
        let mut any = false;
        for hex in herd.counters.iter().filter_map(|counter| counter.hex.get()) {
            if !self.park.on_range(species, range, hex) {
                return false;
            }
            any = true;
        }
        any
    }

    fn any_on_summer_range(&self, position: &Position, place: Place, species: Species) -> bool {
        let counters = position.herd(place).counters.iter();
        let mut hexes = counters.filter_map(|counter| counter.hex.get());
        hexes.any(|hex| self.park.on_range(species, Range::Summer, hex))
    }

    /// The cap of the running season in turns. YS-STALL-01, YS-STALL-02, YS-STALL-03, YS-NPL-04, YS-OPT-05
    pub fn cap(&self, season: Season) -> u16 {
        let rounds = match self.caps.get(season.index()) {
            Some(cap) if self.readings.caps || self.scenario.spring_only => *cap,
            _ => self.cap_without,
        };
        rounds * u16::from(self.places)
    }

    /// The season whose prey, pace, parting and income hold now. YS-SEAS-09
    pub fn ruling_season(&self, position: &Position) -> Season {
        match self.readings.season_rules {
            SeasonRules::AtOnce => position.season,
            SeasonRules::NextTurn => position.began,
        }
    }

    /// At a forced Winter animals off their Winter Range are lost. YS-STALL-05, YS-V-59
    pub(super) fn lose_stragglers(&self, position: &mut Position, log: &mut Log<Event>) {
        for place in self.places() {
            let Some(species) = position.herd(place).species else {
                continue;
            };
            for animal in Animal::all() {
                let outside = |hex: Hex| !self.park.on_range(species, Range::Winter, hex);
                if position.herd(place).at(animal).is_some_and(outside) {
                    position.herd_mut(place).eliminate(animal);
                    let of = Death::Snow;
                    log.tell(Event::Died { species, animal, of });
                }
            }
        }
    }

    /// A season begins, in mid-turn if need be. YS-SEAS-03, YS-SEAS-05
    pub(super) fn season_begins(
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

    /// Looks whether herds have arrived and seasons change, after anything that may bring it about;
    /// false if the game goes to its end. Neither bonus asks for the season or for whose turn it is.
    /// YS-SEAS-10, YS-SEAS-11, YS-FOOD-14, YS-FOOD-15, YS-FOOD-16, YS-V-17, YS-V-18, YS-V-19
    pub(crate) fn survey(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        if !self.places().any(|place| position.herd(place).lives()) {
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
        let mut next = position.active;
        for _ in self.places() {
            self.pay_arrivals(position, next, log);
            next = self.after(next);
        }
        match self.readings.season_test {
            SeasonTest::EachStep | SeasonTest::EachMove => self.turn_seasons(position, dice, log),
            SeasonTest::EndOfMoves => {
                self.note_homes(position);
                true
            }
        }
    }

    /// An animal on its way has entered its Summer Range: what is reached is earned, and the season
    /// turns, though it walks on; false if that ends the game. Winter alone waits for the end of the
    /// move. YS-FOOD-13, YS-SEAS-10
    pub(super) fn reach_summer_range(&self, position: &mut Position, log: &mut Log<Event>) -> bool {
        if self.readings.first_arrival == FirstArrival::Touches {
            self.pay_arrivals(position, position.active, log);
        }
        self.readings.season_test != SeasonTest::EachStep || self.turn_to_fall(position, log)
    }

    /// Pays a herd's arrivals, each once: of its first animal and of its last. YS-FOOD-11, YS-FOOD-12
    fn pay_arrivals(&self, position: &mut Position, place: Place, log: &mut Log<Event>) {
        let Some(species) = position.herd(place).species else {
            return;
        };
        if !position.herd(place).first && self.any_on_summer_range(position, place, species) {
            self.pay_first(position, place, log);
        }
        if !position.herd(place).whole && self.wholly_on(position, place, Range::Summer) {
            position.herd_mut(place).whole = true; // YS-FOOD-17, YS-SEAS-19
            log.reveal();
            let points = self.food.whole;
            log.tell(Event::WholeArrived { species, points });
        }
    }

    /// Notes in Fall which herds are home. YS-SEAS-06
    fn note_homes(&self, position: &mut Position) {
        let fall = position.season == Season::Fall;
        for place in self.places() {
            let home = fall && self.wholly_on(position, place, Range::Winter);
            position.herd_mut(place).home |= home;
        }
    }

    /// Changes the season as often as the herds in play have earned it; false if the game goes to its
    /// end. YS-SEAS-15, YS-NPL-03, YS-V-23, YS-V-60
    pub(crate) fn turn_seasons(
        &self,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        if !self.turn_to_fall(position, log) {
            return false;
        }
        // YS-SEAS-06, YS-SEAS-14, YS-SEAS-17, YS-SEAS-21, YS-V-27
        if position.season == Season::Fall {
            self.note_homes(position);
            let home = |place: Place| match self.readings.fall_ends {
                FallEnds::AllAtOnce => self.wholly_on(position, place, Range::Winter),
                FallEnds::OnceEach => position.herd(place).home,
            };
            let all = self.places().all(|place| home(place) || !position.herd(place).lives());
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

    /// Summer and Fall begin if they have been earned; false if the short season ends with Spring.
    /// YS-SEAS-02, YS-SEAS-04
    fn turn_to_fall(&self, position: &mut Position, log: &mut Log<Event>) -> bool {
        let alive = |position: &Position, place: Place| position.herd(place).lives();
        // YS-SEAS-12
        if position.season == Season::Spring
            && self.places().any(|place| position.herd(place).whole && alive(position, place))
        {
            if self.scenario.spring_only {
                self.finish(position, Ending::Arrived, log);
                return false;
            }
            self.season_begins(position, Season::Summer, false, log);
        }
        // YS-SEAS-13, YS-SEAS-16, YS-V-24, YS-V-25
        if position.season == Season::Summer && !self.scenario.solo {
            let arrived = |place: Place| match self.readings.summer_ends {
                SummerEnds::OnceEach => position.herd(place).whole,
                SummerEnds::AllAtOnce => self.wholly_on(position, place, Range::Summer),
            };
            if self.places().all(|place| arrived(place) || !alive(position, place)) {
                self.season_begins(position, Season::Fall, false, log);
            }
        }
        true
    }
}
