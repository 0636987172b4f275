//! Injury: whom an event may hit, and what a second injury does.

use crate::Yellowstone;
use crate::edition::Effect;
use crate::event::{Death, Event};
use crate::position::{Animal, Animals, Kind, Position};
use crate::refusal::{Refusal, SeasonalEvent, no};
use table::Log;

impl Yellowstone {
    /// Own animals that an injury may hit. YS-EVT-06, YS-EVT-07, YS-EVT-08, YS-INJ-08, YS-V-31, YS-V-32
    pub(super) fn victim(&self, position: &Position, effect: Effect, animal: Animal) -> bool {
        let herd = position.acting();
        let hurt = position.event.map_or(Animals::NONE, |event| event.hurt);
        let wanted = match effect {
            Effect::InjureMale => animal.kind() == Kind::Male,
            Effect::InjureFemaleOrYoung => {
                let mut others = herd.living().filter(|animal| animal.kind() != Kind::Male);
                animal.kind() != Kind::Male || others.next().is_none()
            }
            _ => true,
        };
        wanted && herd.counter(animal).lives() && !hurt.has(animal)
    }

    /// Injures one animal and no other, by an event; a second injury eliminates. YS-INJ-02, YS-INJ-04,
    /// YS-INJ-05, YS-EVT-09, YS-V-30
    pub(super) fn injure(
        &self,
        position: &mut Position,
        effect: Effect,
        animal: Animal,
        log: &mut Log<Event>,
    ) {
        let herd = position.acting_mut();
        let Some(species) = herd.species else {
            return;
        };
        if herd.counter(animal).injured {
            herd.eliminate(animal);
            let of = Death::Injury;
            log.tell(Event::Died { species, animal, of });
        } else {
            herd.counter_mut(animal).injured = true;
            log.tell(Event::Injured { species, animal, effect: Some(effect) });
        }
    }

    /// Whether this event has not injured the animal yet. YS-INJ-08
    pub(super) fn judge_unhurt(&self, position: &Position, animal: Animal) -> Result<(), Refusal> {
        let hurt = position.event.map_or(Animals::NONE, |event| event.hurt);
        match hurt.has(animal) {
            true => no(SeasonalEvent::InjuredAlready),
            false => Ok(()),
        }
    }
}
