//! Kills: what a predator may take in its hex, and what becomes of it.

use crate::Yellowstone;
use crate::action::Prey;
use crate::edition::options::Kills;
use crate::event::{Event, PreyLine};
use crate::land::Hex;
use crate::position::{
    Animal, Animals, Herd, Hunter, Kind, Pack, Place, Position, Predator, Season,
};
use crate::refusal::{Kill, Refusal, Safety, no};
use table::Log;

/// A herd of fewer animals is left in peace. YS-OPT-10
pub(crate) const SMALL_HERD: u8 = 5;

impl Yellowstone {
    /// Whether the herd may be hunted. YS-OPT-10
    fn fair_game(&self, position: &Position, place: Place) -> bool {
        !self.readings.peace || position.herd(place).living().count() >= usize::from(SMALL_HERD)
    }

    /// Every line of prey that the predator may take in its hex, from any herd, by the season of now.
    /// YS-KILL-01, YS-KILL-24, YS-PRED-24, YS-PRED-25, YS-V-26
    pub(crate) fn each_prey(
        &self,
        position: &Position,
        predator: Predator,
        mut each: impl FnMut(Prey),
    ) {
        let Some(here) = position.at(predator).filter(|_| !position.predator(predator).injured)
        else {
            return;
        };
        let kind = predator.hunter();
        let fall = self.ruling_season(position) == Season::Fall;
        let stands = |place: &Place| position.herd(*place).counters.iter().any(|c| c.hex == here);
        let place = Place::ALL.into_iter().find(stands);
        if let Some(place) = place.filter(|place| self.fair_game(position, *place)) {
            let herd = position.herd(place);
            for animal in Animal::all() {
                let counter = herd.counter(animal);
                if counter.hex != here {
                    continue;
                }
                let young = animal.kind() == Kind::Young;
                let mother = counter.with.map(|female| herd.counter(female).injured);
                let taken = match kind {
                    Hunter::Human => true, // YS-KILL-08, YS-V-38
                    // YS-KILL-07, YS-KILL-12, YS-KILL-14, YS-V-36
                    Hunter::Coyote => {
                        young && (counter.injured || (!fall && mother.is_none_or(|hurt| hurt)))
                    }
                    // YS-KILL-05, YS-KILL-06, YS-KILL-13, YS-KILL-16, YS-V-35, YS-V-37
                    Hunter::Lion | Hunter::Grizzly => {
                        counter.injured || (young && !fall && mother.is_none())
                    }
                };
                if taken {
                    each(Prey::Animal(animal));
                }
                let brood = animal.kind() == Kind::Female
                    && counter.injured
                    && !fall
                    && kind.territorial()
                    && herd.young_with(animal).next().is_some();
                if brood {
                    each(Prey::YoungOf(animal));
                }
            }
        }
        if kind != Hunter::Coyote {
            for prey in position.predators_in(here) {
                let taken = kind == Hunter::Human || position.predator(prey).injured;
                if prey != predator && taken {
                    each(Prey::Predator(prey)); // YS-KILL-09, YS-KILL-10, YS-V-39
                }
            }
        }
    }

    /// Whether there is anything to take.
    pub(crate) fn has_prey(&self, position: &Position, predator: Predator) -> bool {
        let mut any = false;
        self.each_prey(position, predator, |_| any = true);
        any
    }

    /// Whether the predator may take this prey.
    pub(super) fn judge_kill(
        &self,
        position: &Position,
        predator: Predator,
        prey: Prey,
    ) -> Result<(), Refusal> {
        let Some(here) = position.at(predator) else {
            return no(Kill::NotHere);
        };
        if position.predator(predator).injured {
            return no(Kill::Injured);
        }
        if self.readings.kills == Kills::Everything {
            return match prey {
                Prey::All if self.has_prey(position, predator) => Ok(()),
                Prey::All => no(Kill::NoPrey),
                _ => no(Kill::AllOrNone),
            };
        }
        let animal = match prey {
            Prey::All => return no(Kill::OneLine),
            Prey::Predator(other) => return judge_rival(position, predator, other, here),
            Prey::Animal(animal) | Prey::YoungOf(animal) => animal,
        };
        let Some((place, _)) = position.animals_in(here).find(|(_, found)| *found == animal) else {
            return no(Kill::NotHere);
        };
        let herd = position.herd(place);
        if self.readings.peace && herd.living().count() < usize::from(SMALL_HERD) {
            return no(Kill::Peace);
        }
        let fall = self.ruling_season(position) == Season::Fall;
        match prey {
            Prey::YoungOf(_) => judge_brood(herd, animal, predator.hunter(), fall),
            _ => judge_animal(herd, animal, predator.hunter(), fall),
        }
    }

    /// Removes the prey at once: of a brood the Female stays, of a Female her Young. YS-KILL-17, YS-KILL-18,
    /// YS-KILL-19, YS-OPT-07
    pub(crate) fn kill(
        &self,
        position: &mut Position,
        predator: Predator,
        prey: Prey,
        log: &mut Log<Event>,
    ) {
        let Some(here) = position.at(predator) else {
            return;
        };
        let place = position.animals_in(here).next().map(|(place, _)| place);
        let (doomed, beasts) = self.doomed(position, predator, prey);
        let fall = self.ruling_season(position) == Season::Fall;
        if let Some(place) = place
            && let Some(species) = position.herd(place).species
        {
            let before = *position.herd(place);
            for animal in Animal::all().filter(|animal| doomed.has(*animal)) {
                position.herd_mut(place).eliminate(animal);
                let line = prey_line(&before, animal, predator.hunter());
                log.tell(Event::Killed { predator, species, animal, hex: here, line, fall });
            }
        }
        for prey in Predator::all().filter(|other| beasts.has(*other)) {
            *position.predator_mut(prey) = crate::position::PredatorCounter::POOL;
            log.tell(Event::KilledPredator { predator, prey, hex: here });
        }
    }

    /// The animals of the herd in the predator's hex, and the other predators, that a kill takes.
    pub(crate) fn doomed(
        &self,
        position: &Position,
        predator: Predator,
        prey: Prey,
    ) -> (Animals, Pack) {
        let here = position.at(predator);
        let place = here.and_then(|hex| position.animals_in(hex).next()).map(|(place, _)| place);
        let (mut doomed, mut beasts) = (Animals::NONE, Pack::NONE);
        let mut mark = |prey: Prey| match prey {
            Prey::Animal(animal) => doomed.insert(animal),
            Prey::YoungOf(female) => {
                let herd = position.herd(place.unwrap_or(Place::FIRST));
                herd.young_with(female).for_each(|young| doomed.insert(young));
            }
            Prey::Predator(other) => beasts.insert(other),
            Prey::All => {}
        };
        match prey {
            Prey::All => self.each_prey(position, predator, mark),
            line => mark(line),
        }
        (doomed, beasts)
    }
}

/// By which line an animal is the prey of a hunter who may take it.
pub(crate) fn prey_line(herd: &Herd, animal: Animal, hunter: Hunter) -> PreyLine {
    let counter = herd.counter(animal);
    match hunter {
        Hunter::Human => PreyLine::Any,
        _ if counter.injured => PreyLine::Injured,
        _ if counter.with.is_some() => PreyLine::OfInjured,
        _ => PreyLine::Alone,
    }
}

fn safe(by: Safety) -> Result<(), Refusal> {
    no(Kill::Safe(by))
}

/// Whether a predator may take another one.
fn judge_rival(
    position: &Position,
    predator: Predator,
    other: Predator,
    here: Hex,
) -> Result<(), Refusal> {
    let counter = position.predator(other);
    match predator.hunter() {
        _ if counter.hex != here || other == predator => no(Kill::NotHere),
        Hunter::Human => Ok(()),
        Hunter::Coyote => safe(Safety::FromCoyote),
        _ if counter.injured => Ok(()),
        _ => safe(Safety::HealthyPredator),
    }
}

/// Whether a hunter may take the Young of a Female, all at once.
fn judge_brood(herd: &Herd, female: Animal, hunter: Hunter, fall: bool) -> Result<(), Refusal> {
    match hunter {
        Hunter::Human => safe(Safety::BroodFromHuman),
        Hunter::Coyote => safe(Safety::BroodFromCoyote),
        _ if herd.young_with(female).next().is_none() => safe(Safety::NoBrood),
        _ if fall => safe(Safety::YoungInFall),
        _ if !herd.counter(female).injured => safe(Safety::YoungOfHealthy),
        _ => Ok(()),
    }
}

/// Whether a hunter may take a single animal.
fn judge_animal(herd: &Herd, animal: Animal, hunter: Hunter, fall: bool) -> Result<(), Refusal> {
    let counter = herd.counter(animal);
    let mother = counter.with.map(|female| herd.counter(female));
    match (hunter, animal.kind()) {
        (Hunter::Human, _) => Ok(()),
        (Hunter::Coyote, Kind::Male | Kind::Female) => safe(Safety::FromCoyote),
        (_, _) if counter.injured => Ok(()),
        (_, Kind::Male | Kind::Female) => safe(Safety::HealthyAdult),
        (_, Kind::Young) if fall && mother.is_none() => safe(Safety::OrphanInFall),
        (Hunter::Coyote, Kind::Young) if fall => safe(Safety::FromCoyoteInFall),
        (_, Kind::Young) if fall => safe(Safety::YoungInFall),
        (_, Kind::Young) if mother.is_none() => Ok(()),
        (Hunter::Coyote, Kind::Young) if mother.is_some_and(|female| female.injured) => Ok(()),
        (_, Kind::Young) => safe(Safety::YoungOfHealthy),
    }
}
