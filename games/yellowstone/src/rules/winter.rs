//! Winter: the roll, Food Points and Need, the die-off.

use crate::Yellowstone;
use crate::event::Event;
use crate::position::{
    Ending, Herd, Laid, PACK, Pair, Place, Position, PredatorCounter, Season, Step,
};
use table::{Dice, Log};

impl Yellowstone {
    /// What a herd needs for the winter, the injured as much as the healthy. YS-NEED-01, YS-NEED-02, YS-INJ-06
    pub fn need(&self, herd: &Herd) -> i16 {
        herd.census().times(&self.needs)
    }

    pub(crate) fn winter_name(&self, total: u8) -> &str {
        let row = usize::from(total).checked_sub(2);
        row.and_then(|row| self.winters.get(row)).map_or("a winter", |(name, _)| name.as_str())
    }

    /// The row of the winter chart that the dice give.
    pub(crate) fn winter_total(&self, dice: Pair) -> u8 {
        (dice.total() + self.scenario.winter_shift).min(12)
    }

    /// What a winter of these dice changes Food Points by.
    pub fn winter_change(&self, dice: Pair) -> i16 {
        let row = usize::from(self.winter_total(dice)).checked_sub(2);
        let change = row.and_then(|row| self.winters.get(row)).map_or(0, |(_, change)| *change);
        self.scenario.fixed_winter.unwrap_or(change)
    }

    /// The first herd with animals after the one in whose turn Winter came. YS-WIN-02
    fn winter_roller(&self, position: &Position) -> Place {
        let next = self.after(position.active);
        let mut roller = next;
        while !position.herd(roller).lives() {
            roller = self.after(roller);
            if roller == next {
                break;
            }
        }
        roller
    }

    /// The winter comes, whatever turn it is: one roll for all, and nothing moves any more. YS-SEAS-07,
    /// YS-WIN-01, YS-WIN-03, YS-WIN-06, YS-V-01
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
        let roller = self.winter_roller(position);
        let (rolled, total) = match self.scenario.fixed_winter {
            Some(_) => (Pair::NOT_YET, 0),
            None => {
                let rolled = Pair::roll("winter", dice);
                (rolled, self.winter_total(rolled))
            }
        };
        let change = self.winter_change(rolled);
        position.winter_dice = rolled;
        position.winter = change;
        if let Some(species) = position.herd(roller).species {
            log.tell(Event::WinterRoll { species, dice: rolled, total, points: change });
        }
        // YS-WIN-07, YS-FOOD-10
        position.predators = [PredatorCounter::POOL; PACK];
        for laid in &mut position.laid {
            if let Some(value) = std::mem::replace(laid, Laid::NOTHING).value() {
                position.aside.add(value);
            }
        }
        log.reveal();
        for place in self.places() {
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
                    sum: self.food_sum(position, herd),
                    animals: herd.census(),
                });
            }
        }
        position.next = 0;
        position.step = Step::DieOff;
        self.die_off(position, log);
    }
}
