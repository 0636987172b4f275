//! Kills: what a predator may take in its hex, and what becomes of it.

use crate::Yellowstone;
use crate::action::Prey;
use crate::edition::options::Kills;
use crate::event::Event;
use crate::position::{Animal, Hunter, Kind, Position, Predator, Season};
use crate::rule;
use table::{Log, Refusal};

/// A herd of fewer animals is left in peace. YS-OPT-10
const SMALL_HERD: usize = 5;

impl Yellowstone {
    /// Whether the herd may be hunted. YS-OPT-10
    fn fair_game(&self, position: &Position, place: usize) -> bool {
        !self.readings.peace || position.herd(place).living().count() >= SMALL_HERD
    }

    /// Every line of prey that the predator may take in its hex. YS-KILL-01 to 16
    pub(crate) fn each_prey(
        &self,
        position: &Position,
        predator: Predator,
        mut each: impl FnMut(Prey),
    ) {
        let hunter = *position.predator(predator);
        if hunter.injured || !hunter.lives() {
            return;
        }
        let kind = predator.hunter();
        let fall = self.ruling_season(position) == Season::Fall;
        let place = position
            .herds
            .iter()
            .position(|herd| herd.counters.iter().any(|c| c.hex == hunter.hex));
        if let Some(place) = place.filter(|place| self.fair_game(position, *place)) {
            let herd = position.herd(place);
            for animal in Animal::all() {
                let counter = herd.counter(animal);
                if counter.hex != hunter.hex {
                    continue;
                }
                let young = animal.kind() == Kind::Young;
                let mother = counter.with.map(|female| herd.counter(female).injured);
                let taken = match kind {
                    Hunter::Human => true,
                    Hunter::Coyote => {
                        young && (counter.injured || (!fall && mother.is_none_or(|hurt| hurt)))
                    }
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
            for prey in position.predators_in(hunter.hex) {
                let taken = kind == Hunter::Human || position.predator(prey).injured;
                if prey != predator && taken {
                    each(Prey::Predator(prey)); // YS-KILL-09, 10
                }
            }
        }
    }

    pub(crate) fn has_prey(&self, position: &Position, predator: Predator) -> bool {
        let mut any = false;
        self.each_prey(position, predator, |_| any = true);
        any
    }

    pub(super) fn judge_kill(
        &self,
        position: &Position,
        predator: Predator,
        prey: Prey,
    ) -> Result<(), Refusal> {
        let no = |rule, reason: &str| Err(Refusal::new(rule, reason));
        let hunter = predator.hunter();
        let here = position.predator(predator).hex;
        let fall = self.ruling_season(position) == Season::Fall;
        if position.predator(predator).injured {
            return no(rule::YS_KILL_01, "Only a healthy predator kills.");
        }
        match (self.readings.kills, prey) {
            (Kills::Everything, Prey::All) => {
                return match self.has_prey(position, predator) {
                    true => Ok(()),
                    false => no(rule::YS_OPT_07, "There is no prey here."),
                };
            }
            (Kills::Everything, _) => return no(rule::YS_OPT_07, "It takes all its prey or none."),
            (Kills::OneLine, Prey::All) => {
                return no(rule::YS_KILL_04, "It takes one line of prey.");
            }
            _ => {}
        }
        let unfit = |rule| no(rule, "Not its prey in this season.");
        if let Prey::Predator(other) = prey {
            let counter = position.predator(other);
            if counter.hex != here || other == predator {
                return no(rule::YS_KILL_03, "It is not in the predator's hex.");
            }
            return match hunter {
                Hunter::Human => Ok(()),
                Hunter::Coyote => unfit(rule::YS_KILL_12),
                _ if counter.injured => Ok(()),
                _ => unfit(rule::YS_KILL_23),
            };
        }
        let (Prey::Animal(animal) | Prey::YoungOf(animal)) = prey else {
            return unfit(rule::YS_KILL_04);
        };
        let Some((place, _)) = position.animals_in(here).find(|(_, found)| *found == animal) else {
            return no(rule::YS_KILL_03, "It is not in the predator's hex.");
        };
        let herd = position.herd(place);
        if self.readings.peace && herd.living().count() < SMALL_HERD {
            return no(rule::YS_OPT_10, "A small herd is left in peace.");
        }
        let counter = herd.counter(animal);
        if let Prey::YoungOf(_) = prey {
            return match hunter {
                Hunter::Human => unfit(rule::YS_KILL_11),
                Hunter::Coyote => unfit(rule::YS_KILL_07),
                _ if herd.young_with(animal).next().is_none() => unfit(rule::YS_KILL_05),
                _ if fall => unfit(rule::YS_KILL_15),
                _ if !counter.injured => unfit(rule::YS_KILL_21),
                _ => Ok(()),
            };
        }
        let mother = counter.with.map(|female| herd.counter(female));
        match (hunter, animal.kind()) {
            (Hunter::Human, _) => Ok(()),
            (Hunter::Coyote, Kind::Male | Kind::Female) => unfit(rule::YS_KILL_12),
            (_, _) if counter.injured => Ok(()),
            (_, Kind::Male | Kind::Female) => unfit(rule::YS_KILL_22),
            (_, Kind::Young) if fall && mother.is_none() => unfit(rule::YS_KILL_16),
            (Hunter::Coyote, Kind::Young) if fall => unfit(rule::YS_KILL_14),
            (_, Kind::Young) if fall => unfit(rule::YS_KILL_15),
            (_, Kind::Young) if mother.is_none() => Ok(()),
            (Hunter::Coyote, Kind::Young) if mother.is_some_and(|female| female.injured) => Ok(()),
            (_, Kind::Young) => unfit(rule::YS_KILL_21),
        }
    }

    pub(crate) fn kill(
        &self,
        position: &mut Position,
        predator: Predator,
        prey: Prey,
        log: &mut Log<Event>,
    ) {
        let here = position.predator(predator).hex;
        let place = position.animals_in(here).next().map(|(place, _)| place);
        let mut doomed = 0u16;
        let mut beasts = 0u32;
        let mut mark = |prey: Prey| match prey {
            Prey::Animal(animal) => doomed |= animal.bit(),
            Prey::YoungOf(female) => {
                let herd = position.herd(place.unwrap_or(0));
                herd.young_with(female).for_each(|young| doomed |= young.bit());
            }
            Prey::Predator(other) => beasts |= 1 << other.index(),
            Prey::All => {}
        };
        match prey {
            Prey::All => self.each_prey(position, predator, mark),
            line => mark(line),
        }
        if let Some(place) = place
            && let Some(species) = position.herd(place).species
        {
            for animal in Animal::all().filter(|animal| doomed & animal.bit() != 0) {
                position.herd_mut(place).eliminate(animal);
                log.tell(Event::Killed { predator, species, animal });
            }
        }
        for other in Predator::all().filter(|other| beasts >> other.index() & 1 == 1) {
            *position.predator_mut(other) = crate::position::PredatorCounter::POOL;
            let prey = other;
            log.tell(Event::KilledPredator { predator, prey });
        }
    }
}
