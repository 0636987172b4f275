//! The die-off: who starves when there is less Food than the herd needs.

use crate::Yellowstone;
use crate::action::Action;
use crate::edition::options::Enough;
use crate::event::{Death, Event};
use crate::position::{Animal, Ending, Herd, Kind, Position};
use crate::refusal::{DieOff, Refusal, no};
use table::Log;

impl Yellowstone {
    /// Whether a herd must lose an animal. YS-DIE-01, 02, 03, YS-OPT-04
    fn starves(&self, position: &Position, herd: &Herd) -> bool {
        let (food, need) = (self.food_points(position, herd), self.need(herd));
        match self.readings.enough {
            Enough::Equal => food < need,
            Enough::Exceed => food <= need && need > 0,
        }
    }

    /// Removes what hunger leaves no choice about, herd by herd. YS-DIE-04 to 12
    pub(super) fn die_off(&self, position: &mut Position, log: &mut Log<Event>) {
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

    pub(crate) fn offer_die_off(&self, position: &Position, out: &mut Vec<Action>) {
        let herd = position.herd(position.next as usize);
        let injured = herd.living().filter(|animal| herd.counter(*animal).injured);
        out.extend(injured.map(Action::Pick));
    }

    pub(crate) fn judge_die_off(
        &self,
        position: &Position,
        action: &Action,
    ) -> Result<(), Refusal> {
        let herd = position.herd(position.next as usize);
        match *action {
            Action::Pick(animal) if !herd.counter(animal).lives() => no(DieOff::NotInPlay(animal)),
            Action::Pick(animal) if !herd.counter(animal).injured => no(DieOff::InjuredFirst),
            Action::Pick(_) => Ok(()),
            _ => no(DieOff::NameInjured),
        }
    }

    pub(crate) fn carry_out_die_off(
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
