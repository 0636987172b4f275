//! A whole turn's moves at once, as habit has them: for playouts, which need no list of what else
//! could be done.

use super::{Greedy, Table};
use crate::{
    Action, Animal, Event, Footing, Herd, Hexes, Kind, Position, Season, Step, Yellowstone,
};
use table::{Dice, Log, Rules};

impl Greedy {
    /// Moves the herd whose turn it is until it has moved; how many decisions that stood for.
    pub(crate) fn drive(
        &mut self,
        game: &Yellowstone,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> u32 {
        let (place, turns) = (position.active, position.turns);
        let seat = game.owner(place);
        let mut decisions = 0;
        while position.step == Step::Move && (position.active, position.turns) == (place, turns) {
            let mut table = Table { game, position, seat, bot: self };
            let action = table.next_move().unwrap_or(Action::End);
            game.apply(position, seat, &action, dice, log);
            decisions += 1;
        }
        decisions
    }
}

impl Table<'_> {
    /// The step that habit would take next; none if the herd has moved.
    fn next_move(&mut self) -> Option<Action> {
        let herd = self.herd_on_its_way()?;
        let occupied = self.position.occupied();
        let mut best = None;
        if let Some(moving) = self.position.moving {
            self.steps_of(&herd, moving.animal, &occupied, true, &mut best);
        }
        // Who has begun goes on.
        if best.is_none() && self.position.points > 0 {
            if self.position.season == Season::Fall
                && let Some(young) = self.parting(&herd)
            {
                return Some(Action::Split(young));
            }
            // If nobody gains by the way that each likes best, any way that leads on will do.
            for eager in [true, false] {
                if best.is_some() {
                    break;
                }
                for animal in herd.living() {
                    let counter = herd.counter(animal);
                    if !counter.moved && counter.with.is_none() {
                        self.steps_of(&herd, animal, &occupied, eager, &mut best);
                    }
                }
            }
        }
        best.map(|(_, step)| step)
    }

    /// The best step of an animal that is possible, if it is better than what was found so far.
    fn steps_of(
        &mut self,
        herd: &Herd,
        animal: Animal,
        occupied: &Hexes,
        eager: bool,
        best: &mut Option<(i32, Action)>,
    ) {
        let species = self.species();
        let Some(from) = herd.at(animal) else { return };
        let game = self.game;
        for hex in game.park.neighbours(from).iter().copied() {
            if game.park.footing(species, hex) == Footing::No || occupied.has(hex) {
                continue;
            }
            let worth = match eager {
                true => self.step(herd, animal, hex),
                false => self.way(from) - self.way(hex),
            };
            let step = Action::Step(animal, hex);
            if worth > best.as_ref().map_or(0, |(most, _)| *most)
                && self.game.check(self.position, self.seat, &step).is_ok()
            {
                *best = Some((worth, step));
            }
        }
    }

    /// A Young far from home that goes faster alone, if few are left outside.
    fn parting(&self, herd: &Herd) -> Option<Animal> {
        let (species, goal) = (self.species(), self.goal());
        let outside = |animal: &Animal| {
            herd.at(*animal).is_some_and(|hex| !self.game.park.on_range(species, goal, hex))
        };
        let alone = |animal: &Animal| herd.counter(*animal).with.is_none();
        if herd.living().filter(alone).filter(outside).count() > 2 {
            return None;
        }
        herd.living_of(Kind::Young).filter(outside).find(|young| {
            let counter = herd.counter(*young);
            let far = !counter.moved && self.way_of(herd, *young) > 2 * super::STEP;
            let split = Action::Split(*young);
            far && !alone(young) && self.game.check(self.position, self.seat, &split).is_ok()
        })
    }
}
