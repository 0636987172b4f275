//! The judge of events: which choices an event allows, and why not others.

use crate::Yellowstone;
use crate::action::Action;
use crate::chart::Effect;
use crate::edition::Footing;
use crate::herd::{Animal, Kind, Species};
use crate::hex::Hex;
use crate::park::Range;
use crate::position::Position;
use crate::predator::Hunter;
use table::Refusal;

impl Yellowstone {
    pub(crate) fn check_event(&self, position: &Position, action: &Action) -> Result<(), Refusal> {
        let herd = position.acting();
        let no = |rule, reason: String| Err(Refusal::new(rule, reason));
        let Some(effect) = self.effect(position) else {
            return no("YS-TURN-02", "No event asks for anything now.".into());
        };
        if let Action::Pick(animal) = *action
            && !herd.counter(animal).lives()
        {
            return no("YS-EVT-02", format!("{animal} is not in play."));
        }
        if let Action::PickPredator(predator) = *action
            && !position.predator(predator).lives()
        {
            return no("YS-EVT-36", format!("{predator} is not on the map."));
        }
        match (effect, *action) {
            (Effect::InjureMale, Action::Pick(animal)) => match animal.kind() {
                Kind::Male => self.check_unhurt(position, animal),
                _ => no("YS-EVT-06", "This event injures a Male.".into()),
            },
            (Effect::InjureFemaleOrYoung, Action::Pick(animal)) => {
                let [_, females, young] = herd.census();
                if animal.kind() == Kind::Male && females + young > 0 {
                    return no("YS-EVT-07", "This event injures a Female or Young.".into());
                }
                self.check_unhurt(position, animal)
            }
            (Effect::InjureAny, Action::Pick(animal)) => self.check_unhurt(position, animal),
            (
                Effect::InjureMale | Effect::InjureFemaleOrYoung | Effect::InjureAny,
                Action::Decline,
            ) => no("YS-EVT-10", "One of your animals must be injured.".into()),
            (Effect::Heal(_), Action::Pick(animal)) => match herd.counter(animal).injured {
                true => Ok(()),
                false => no("YS-EVT-11", format!("{animal} is healthy.")),
            },
            (Effect::HealOrFood(_), Action::Pick(animal)) => {
                if animal.kind() == Kind::Male {
                    return no("YS-EVT-14", "Only a Female or Young is healed.".into());
                }
                match herd.counter(animal).injured {
                    true => Ok(()),
                    false => no("YS-EVT-13", format!("{animal} is healthy.")),
                }
            }
            (Effect::HealOrFood(_), Action::Decline) => {
                no("YS-EVT-13", "An injured Female or Young is healed.".into())
            }
            (Effect::Birth(_), Action::Pick(animal)) => match animal.kind() {
                Kind::Female if herd.young_with(animal).count() >= 2 => {
                    no("YS-EVT-15", "She has two already.".into())
                }
                Kind::Female => Ok(()),
                _ => no("YS-EVT-15", "A Young is born to a Female.".into()),
            },
            (Effect::Birth(_), Action::Decline) if !self.readings.decline_births => {
                no("YS-EVT-17", "A birth that is possible must be made.".into())
            }
            (Effect::Abandon, Action::Pick(animal)) => match herd.counter(animal).with {
                Some(_) => Ok(()),
                None => no("YS-EVT-32", "Only a Young with a Female can be abandoned.".into()),
            },
            (Effect::Abandon, Action::Decline) => {
                no("YS-EVT-32", "One Young must be abandoned.".into())
            }
            (Effect::Place(hunter), Action::Put(hex)) => self.check_put(position, hunter, hex),
            (Effect::Place(_), Action::Decline) => {
                no("YS-EVT-28", "The predator must be placed.".into())
            }
            (Effect::InjurePredator, Action::PickPredator(predator)) => {
                let hurt = position.event.map_or(0, |event| event.hurt_predators);
                if predator.hunter() == Hunter::Human {
                    no("YS-EVT-37", "Humans are never hit.".into())
                } else if hurt >> predator.index() & 1 == 1 {
                    no("YS-INJ-08", "This event has injured it already.".into())
                } else {
                    Ok(())
                }
            }
            (Effect::InjurePredator, Action::Decline) => {
                no("YS-EVT-36", "One predator must be injured.".into())
            }
            (Effect::Ranger, Action::PickPredator(predator)) => match predator.hunter() {
                Hunter::Human => Ok(()),
                _ => no("YS-EVT-38", "A ranger removes a Human.".into()),
            },
            (Effect::Hibernate, Action::PickPredator(predator)) => match predator.hunter() {
                Hunter::Grizzly => Ok(()),
                _ => no("YS-EVT-39", "Only Grizzlies sleep through the winter.".into()),
            },
            (Effect::Hibernate, Action::Decline) => {
                no("YS-EVT-39", "One Grizzly must go to sleep.".into())
            }
            (Effect::ReturnOrFood(_), Action::Return(kind, hex)) => {
                self.check_return(position, kind, hex)
            }
            (
                Effect::Heal(_) | Effect::Birth(_) | Effect::Ranger | Effect::ReturnOrFood(_),
                Action::Decline,
            ) => Ok(()),
            _ => no("YS-TURN-04", format!("The event comes first: {effect}.")),
        }
    }

    fn check_unhurt(&self, position: &Position, animal: Animal) -> Result<(), Refusal> {
        let hurt = position.event.map_or(0, |event| event.hurt);
        match hurt & animal.bit() {
            0 => Ok(()),
            _ => Err(Refusal::new("YS-INJ-08", "This event has injured it already.")),
        }
    }

    fn check_put(&self, position: &Position, hunter: Hunter, hex: Hex) -> Result<(), Refusal> {
        let (right, rule, reason) = match hunter {
            Hunter::Grizzly => (self.park.dens[0].contains(&hex), "YS-EVT-20", "is no Grizzly den"),
            Hunter::Lion => (self.park.dens[1].contains(&hex), "YS-EVT-21", "is no Lion den"),
            Hunter::Human | Hunter::Coyote => {
                let winter = |species: Species| self.park.on_range(species, Range::Winter, hex);
                let any = Species::ALL.into_iter().any(winter);
                (any, "YS-EVT-22", "is on no Winter Range")
            }
        };
        if !right {
            return Err(Refusal::new(rule, format!("{hex} {reason}.")));
        }
        let animals = position.animals_in(hex).next().is_some();
        if animals || position.predators_in(hex).next().is_some() {
            let what = match hunter {
                Hunter::Human => "hex",
                _ => "den",
            };
            return Err(Refusal::new("YS-EVT-25", format!("That {what} is occupied.")));
        }
        Ok(())
    }

    fn check_return(&self, position: &Position, kind: Kind, hex: Hex) -> Result<(), Refusal> {
        let herd = position.acting();
        let no = |rule, reason: String| Err(Refusal::new(rule, reason));
        let Some(species) = herd.species.filter(|_| kind != Kind::Young) else {
            return no("YS-EVT-40", "Only an adult returns.".into());
        };
        if herd.spare(kind).is_none() {
            return no("YS-EVT-40", format!("No {} is lost.", kind.name()));
        }
        let beside = |animal: Animal| self.park.adjacent(herd.counter(animal).hex, hex);
        if !herd.living().any(beside) {
            return no("YS-EVT-41", format!("{hex} is not next to your herd."));
        }
        if self.park.footing(species, hex) == Footing::No {
            let terrain = self.park.terrain(hex);
            return no("YS-TERR-10", format!("{} cannot enter a {terrain}.", species.name()));
        }
        let taken = position.animals_in(hex).next().is_some();
        if taken || position.predators_in(hex).next().is_some() {
            return no("YS-EVT-41", format!("{hex} is occupied."));
        }
        if self.has_food(position, hex) {
            return no("YS-FOOD-07", format!("There is Food in {hex}."));
        }
        Ok(())
    }
}
