//! Winter: the roll, Food Points and Need, the die-off.

use crate::Yellowstone;
use crate::event::Event;
use crate::position::{Ending, Herd, NO_COUNTER, Position, PredatorCounter, Season, Step};
use table::{Dice, Log};

impl Yellowstone {
    /// What a herd needs for the winter, the injured as much as the healthy. YS-NEED-01, YS-NEED-02, YS-INJ-06
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
        let herds = self.places;
        // YS-WIN-02
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
        // YS-WIN-07, YS-FOOD-10
        position.predators = [PredatorCounter::POOL; crate::position::PACK];
        for number in 0..position.laid.len() {
            let laid = std::mem::replace(&mut position.laid[number], NO_COUNTER);
            if laid != NO_COUNTER {
                position.aside[(laid - 1) as usize % crate::position::VALUES] += 1;
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
}
