//! The die-off: who starves when there is less Food than the herd needs.

use crate::Yellowstone;
use crate::action::Action;
use crate::edition::options::Enough;
use crate::event::Event;
use crate::position::{Animal, Ending, Herd, Kind, Place, Position};
use crate::refusal::{DieOff, Refusal, no};
use table::Log;

impl Yellowstone {
    /// Whether a herd must lose an animal. YS-DIE-01, YS-DIE-02, YS-DIE-03,
    /// YS-DIE-08, YS-DIE-11, YS-OPT-04, YS-V-54, YS-V-55
    pub(crate) fn starves(&self, position: &Position, herd: &Herd) -> bool {
        let (food, need) = (self.food_points(position, herd), self.need(herd));
        match self.readings.enough {
            Enough::Equal => food < need,
            Enough::Exceed => food <= need && need > 0,
        }
    }

    /// Removes what hunger leaves no choice about, herd by herd: the injured, then Young, Males, Females,
    /// one at a time and no more than must be. YS-DIE-04, YS-DIE-05, YS-DIE-06, YS-DIE-07, YS-DIE-09,
    /// YS-DIE-12, YS-V-52, YS-V-53
    pub(super) fn die_off(&self, position: &mut Position, log: &mut Log<Event>) {
        while position.next < self.places {
            let place = position.counted();
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

    /// One animal dies of hunger; Young of a Female stay. YS-DIE-10
    fn starve(&self, position: &mut Position, place: Place, animal: Animal, log: &mut Log<Event>) {
        let herd = position.herd_mut(place);
        if let Some(slot) = herd.starved.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(animal);
        }
        let injured = herd.counter(animal).injured;
        herd.eliminate(animal);
        let herd = position.herd(place);
        if let Some(species) = herd.species {
            let (food, need) = (self.food_points(position, herd), self.need(herd));
            log.tell(Event::Starved { species, animal, injured, food, need });
        }
    }

    /// The injured, of whom one dies first. YS-DIE-04
    pub(crate) fn offer_die_off(&self, position: &Position, out: &mut Vec<Action>) {
        let herd = position.herd(position.counted());
        let injured = herd.living().filter(|animal| herd.counter(*animal).injured);
        out.extend(injured.map(Action::Pick));
    }

    /// Whether this animal may die first.
    pub(crate) fn judge_die_off(
        &self,
        position: &Position,
        action: &Action,
    ) -> Result<(), Refusal> {
        let herd = position.herd(position.counted());
        match *action {
            Action::Pick(animal) if !herd.counter(animal).lives() => no(DieOff::NotInPlay(animal)),
            Action::Pick(animal) if !herd.counter(animal).injured => no(DieOff::InjuredFirst),
            Action::Pick(_) => Ok(()),
            _ => no(DieOff::NameInjured),
        }
    }

    /// The animal dies, and whoever must follow.
    pub(crate) fn carry_out_die_off(
        &self,
        position: &mut Position,
        action: &Action,
        log: &mut Log<Event>,
    ) {
        if let Action::Pick(animal) = *action {
            self.starve(position, position.counted(), animal, log);
            self.die_off(position, log);
        }
    }
}
