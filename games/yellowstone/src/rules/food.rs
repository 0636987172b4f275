//! Food: counters in passing, arrivals, income, and what a herd has gathered.

use crate::Yellowstone;
use crate::edition::Effect;
use crate::event::{Event, FoodSum};
use crate::land::{Hex, Range};
use crate::position::{Herd, Laid, Place, Position, Season, Species};
use table::Log;

impl Yellowstone {
    /// Income of a turn begun wholly on the right range. YS-FOOD-18, YS-FOOD-19, YS-FOOD-20, YS-FOOD-21,
    /// YS-FOOD-22, YS-SEAS-16, YS-SEAS-17, YS-SEAS-20, YS-V-28, YS-V-29
    pub(crate) fn pay_income(&self, position: &mut Position, log: &mut Log<Event>) {
        let season = self.ruling_season(position);
        let (range, points) = match season {
            Season::Summer => (Range::Summer, self.food.summer_turn),
            Season::Fall => (Range::Winter, self.food.fall_turn),
            _ => return,
        };
        if !self.wholly_on(position, position.active, range) {
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

    /// Pays a herd's first arrival, once. YS-FOOD-11
    pub(crate) fn pay_first(&self, position: &mut Position, place: Place, log: &mut Log<Event>) {
        let herd = position.herd_mut(place);
        let Some(species) = herd.species.filter(|_| !herd.first) else {
            return;
        };
        herd.first = true;
        log.reveal();
        let points = self.food.first;
        log.tell(Event::FirstArrived { species, points });
    }

    /// An animal, whichever it is, takes the counter of the hex that it has just entered, in passing
    /// and without a choice. YS-FOOD-02, YS-FOOD-03, YS-FOOD-04, YS-FOOD-05, YS-FOOD-08, YS-FOOD-09,
    /// YS-FOOD-29, YS-V-12, YS-V-16
    pub(super) fn take_food(
        &self,
        position: &mut Position,
        species: Species,
        hex: Hex,
        log: &mut Log<Event>,
    ) {
        let Some(number) = self.park.food_number(hex) else {
            return;
        };
        let Some(value) = position.laid[number].value() else {
            return;
        };
        position.laid[number] = Laid::NOTHING;
        position.acting_mut().chips.add(value);
        log.reveal();
        log.tell(Event::FoodTaken { species, hex });
        let open = self.readings.open_food || self.scenario.open_map;
        let found = Event::FoodValue { species, value: self.food_value(value) };
        match open {
            true => log.tell(found), // YS-OPT-02
            false => log.tell_only(self.owner(position.active), || found),
        }
    }

    /// Food Points by an event; the sum may fall below 0. YS-FOOD-23, YS-FOOD-24
    pub(super) fn change_food(
        &self,
        position: &mut Position,
        points: i16,
        effect: Effect,
        log: &mut Log<Event>,
    ) {
        let herd = position.acting_mut();
        match points {
            0.. => herd.gained += points,
            _ => herd.lost += points,
        }
        if let Some(species) = herd.species {
            log.tell(Event::Food { species, points, effect });
        }
    }

    /// Whether a Food counter lies in the hex.
    pub fn has_food(&self, position: &Position, hex: Hex) -> bool {
        self.park.food_number(hex).is_some_and(|number| position.laid[number].lies())
    }

    /// Food Points of the counters that a herd holds.
    pub fn chip_points(&self, herd: &Herd) -> i16 {
        herd.chips.each().map(|(value, count)| i16::from(count) * self.food_value(value)).sum()
    }

    /// Food Points but for counters and the winter: what everybody may know. YS-FOOD-26
    pub fn public_points(&self, herd: &Herd) -> i16 {
        self.food.first * i16::from(herd.first)
            + self.food.whole * i16::from(herd.whole)
            + self.food.summer_turn * i16::from(herd.summer_turns)
            + self.food.fall_turn * i16::from(herd.fall_turns)
            + herd.gained
            + herd.lost
    }

    /// All Food Points of a herd, by where they came from. YS-NEED-03
    pub(super) fn food_sum(&self, position: &Position, herd: &Herd) -> FoodSum {
        FoodSum {
            counters: self.chip_points(herd),
            first: self.food.first * i16::from(herd.first),
            whole: self.food.whole * i16::from(herd.whole),
            summer_turns: self.food.summer_turn * i16::from(herd.summer_turns),
            fall_turns: self.food.fall_turn * i16::from(herd.fall_turns),
            events: herd.gained + herd.lost,
            winter: position.winter,
        }
    }

    /// All Food Points of a herd; what it never took counts for nobody. YS-NEED-03, YS-FOOD-10, YS-WIN-03,
    /// YS-V-61
    pub fn food_points(&self, position: &Position, herd: &Herd) -> i16 {
        self.chip_points(herd) + self.public_points(herd) + position.winter
    }
}
