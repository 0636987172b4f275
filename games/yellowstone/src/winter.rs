//! Winter: the roll, Food Points and Need, the die-off.

use crate::Yellowstone;
use crate::action::Action;
use crate::herd::{Animal, Herd, Kind};
use crate::position::{Ending, NO_COUNTER, Position, Step};
use crate::predator::PredatorCounter;
use crate::readings::Enough;
use crate::season::Season;
use crate::story::{Death, Event};
use table::{Dice, Log, Refusal};

impl Yellowstone {
    /// Food Points of the counters that a herd holds.
    pub fn chip_points(&self, herd: &Herd) -> i16 {
        let worth = herd.chips.iter().zip(&self.food.values);
        worth.map(|(count, value)| *count as i16 * value).sum()
    }

    /// Food Points but for counters and the winter: what everybody may know. YS-FOOD-26
    pub fn public_points(&self, herd: &Herd) -> i16 {
        self.food.first * herd.first as i16
            + self.food.whole * herd.whole as i16
            + self.food.summer_turn * herd.summer_turns as i16
            + self.food.fall_turn * herd.fall_turns as i16
            + herd.gained
            + herd.lost
    }

    /// All Food Points of a herd. YS-NEED-03
    pub fn food_points(&self, position: &Position, herd: &Herd) -> i16 {
        self.chip_points(herd) + self.public_points(herd) + position.winter
    }

    /// What a herd needs for the winter. YS-NEED-01, 02
    pub fn need(&self, herd: &Herd) -> i16 {
        let census = herd.census();
        (0..3).map(|kind| census[kind] as i16 * self.needs[kind]).sum()
    }

    pub(crate) fn winter_name(&self, total: u8) -> &str {
        let row = (total as usize).checked_sub(2);
        row.and_then(|row| self.winters.get(row)).map_or("a winter", |(name, _)| name.as_str())
    }

    /// The row of the winter chart that the dice give.
    pub(crate) fn winter_total(&self, [a, b]: [u8; 2]) -> u8 {
        (a + b + self.scenario.winter_shift).min(12)
    }

    /// What a winter of these dice changes Food Points by.
    pub fn winter_change(&self, dice: [u8; 2]) -> i16 {
        let row = (self.winter_total(dice) as usize).checked_sub(2);
        let change = row.and_then(|row| self.winters.get(row)).map_or(0, |(_, change)| *change);
        self.scenario.fixed_winter.unwrap_or(change)
    }

    /// The winter comes, whatever turn it is. YS-SEAS-07, YS-WIN-01 to 07
    pub(crate) fn winter(
        &self,
        position: &mut Position,
        ending: Ending,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        position.moving = None;
        position.event = None;
        position.season = Season::Winter;
        position.ending = Some(ending);
        log.tell(Event::Ended { ending });
        let herds = self.places;
        let after = |i: usize| (position.active as usize + i) % herds;
        let roller =
            (1..=herds).map(after).find(|place| position.herd(*place).lives()).unwrap_or(after(1));
        let (rolled, total) = match self.scenario.fixed_winter {
            Some(_) => ([0, 0], 0),
            None => {
                let rolled = self.two_dice("winter", dice);
                (rolled, self.winter_total(rolled))
            }
        };
        let change = self.winter_change(rolled);
        position.winter_dice = rolled;
        position.winter = change;
        if let Some(species) = position.herd(roller).species {
            log.tell(Event::WinterRoll { species, dice: rolled, total, points: change });
        }
        position.predators = [PredatorCounter::POOL; crate::predator::PACK];
        for number in 0..position.laid.len() {
            let laid = std::mem::replace(&mut position.laid[number], NO_COUNTER);
            if laid != NO_COUNTER {
                position.aside[(laid - 1) as usize % crate::herd::VALUES] += 1;
            }
        }
        log.reveal();
        for place in 0..herds {
            let herd = position.herd(place);
            if let Some(species) = herd.species {
                log.tell(Event::Revealed {
                    species,
                    counters: herd.chip_count(),
                    points: self.chip_points(herd),
                });
                log.tell(Event::Counted {
                    species,
                    food: self.food_points(position, herd),
                    need: self.need(herd),
                });
            }
        }
        position.next = 0;
        position.step = Step::DieOff;
        self.die_off(position, log);
    }

    /// Whether a herd must lose an animal. YS-DIE-01, 02, 03, YS-OPT-04
    fn starves(&self, position: &Position, herd: &Herd) -> bool {
        let (food, need) = (self.food_points(position, herd), self.need(herd));
        match self.readings.enough {
            Enough::Equal => food < need,
            Enough::Exceed => food <= need && need > 0,
        }
    }

    /// Removes what hunger leaves no choice about, herd by herd. YS-DIE-04 to 12
    fn die_off(&self, position: &mut Position, log: &mut Log<Event>) {
        while (position.next as usize) < self.places {
            let place = position.next as usize;
            while self.starves(position, position.herd(place)) {
                let herd = position.herd(place);
                let injured =
                    |kind: Kind| herd.living_of(kind).find(|animal| herd.counter(*animal).injured);
                let hurt = Kind::ALL.map(injured);
                if hurt.iter().flatten().count() > 1 {
                    return;
                }
                let order = [Kind::Young, Kind::Male, Kind::Female];
                let next = hurt.into_iter().flatten().next();
                let next =
                    next.or_else(|| order.into_iter().find_map(|kind| herd.living_of(kind).last()));
                match next {
                    Some(animal) => self.starve(position, place, animal, log),
                    None => break,
                }
            }
            position.next += 1;
        }
        self.finish(position, position.ending.unwrap_or(Ending::Home), log);
    }

    fn starve(&self, position: &mut Position, place: usize, animal: Animal, log: &mut Log<Event>) {
        let herd = position.herd_mut(place);
        if let Some(slot) = herd.starved.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(animal);
        }
        herd.eliminate(animal);
        if let Some(species) = herd.species {
            let of = Death::Hunger;
            log.tell(Event::Died { species, animal, of });
        }
    }

    pub(crate) fn list_die_off(&self, position: &Position, out: &mut Vec<Action>) {
        let herd = position.herd(position.next as usize);
        let injured = herd.living().filter(|animal| herd.counter(*animal).injured);
        out.extend(injured.map(Action::Pick));
    }

    pub(crate) fn check_die_off(
        &self,
        position: &Position,
        action: &Action,
    ) -> Result<(), Refusal> {
        let herd = position.herd(position.next as usize);
        match *action {
            Action::Pick(animal) if !herd.counter(animal).lives() => {
                Err(Refusal::new("YS-DIE-03", format!("{animal} is not in play.")))
            }
            Action::Pick(animal) if !herd.counter(animal).injured => {
                Err(Refusal::new("YS-DIE-04", "The injured die first."))
            }
            Action::Pick(_) => Ok(()),
            _ => Err(Refusal::new(
                "YS-DIE-03",
                "Your herd starves: name the injured animal that dies first.",
            )),
        }
    }

    pub(crate) fn apply_die_off(
        &self,
        position: &mut Position,
        action: &Action,
        log: &mut Log<Event>,
    ) {
        if let Action::Pick(animal) = *action {
            self.starve(position, position.next as usize, animal, log);
            self.die_off(position, log);
        }
    }
}
