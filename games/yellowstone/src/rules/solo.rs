//! Alone in the park: the game itself places and moves the predators.

use crate::Yellowstone;
use crate::action::Prey;
use crate::edition::options::Kills;
use crate::event::Event;
use crate::land::{EXTENT, Hex};
use crate::position::{Animal, Herd, Hunt, Hunter, Hunters, Kind, Position, Predator};
use std::cmp::Reverse;
use table::{Dice, Log};

/// Most hexes that a predator can reach in one move.
const MOST_REACH: usize = 128;

/// A way that a predator may go: the step before, the hex, the steps left there.
#[derive(Clone, Copy)]
struct Way {
    before: usize,
    position: Hex,
    left: u8,
}

/// The kill that the park would make: worth, kind, then the lowest predator and hex.
type Best = (i16, Reverse<u8>, Reverse<Predator>, Reverse<Hex>);

impl Yellowstone {
    /// Puts a predator on the vacant den, or the vacant Winter hex of this herd, nearest to any
    /// herd animal.
    pub(crate) fn park_places(
        &self,
        position: &mut Position,
        hunter: Hunter,
        log: &mut Log<Event>,
    ) {
        let species = position.acting().species;
        let own = |hex: &Hex| {
            hunter != Hunter::Human
                || species.is_some_and(|species| {
                    self.park.on_range(species, crate::land::Range::Winter, *hex)
                })
        };
        let near = |hex: &Hex| (nearest(position.acting(), *hex), *hex);
        let best = self.places_for(position, hunter).filter(own).min_by_key(near);
        if let Some(hex) = best {
            self.put(position, hunter, hex, log);
        }
    }

    /// Moves one predator of these kinds: to the kill worth most, else towards the nearest animal.
    pub(crate) fn park_hunts(
        &self,
        position: &mut Position,
        kinds: Hunters,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let mut best: Option<(Best, Predator, Prey)> = None;
        let mut ways = [Way { before: 0, position: Hex::at(0, 0), left: 0 }; MOST_REACH];
        for predator in position.pack_of(kinds) {
            if position.predator(predator).injured {
                continue;
            }
            let count = self.reach(position, predator, &mut ways);
            for way in &ways[..count] {
                let mut there = *position;
                there.predator_mut(predator).hex = way.position.into();
                let mut weigh = |prey| {
                    if let Some((worth, rank)) = self.worth(&there, predator, prey) {
                        let key = (worth, Reverse(rank), Reverse(predator), Reverse(way.position));
                        if best.as_ref().is_none_or(|(most, ..)| key > *most) {
                            best = Some((key, predator, prey));
                        }
                    }
                };
                match self.readings.kills {
                    Kills::OneLine => self.each_prey(&there, predator, weigh),
                    Kills::Everything => weigh(Prey::All), // YS-OPT-07
                }
            }
        }
        let (predator, goal, prey) = match best {
            Some(((.., Reverse(hex)), predator, prey)) => (predator, hex, Some(prey)),
            None => {
                let herd = position.acting();
                let near = |predator: &Predator| {
                    (position.at(*predator).map(|hex| nearest(herd, hex)), *predator)
                };
                let Some(predator) = position.pack_of(kinds).min_by_key(near) else {
                    return;
                };
                let count = self.reach(position, predator, &mut ways);
                let empty = |way: &&Way| herd.counters.iter().all(|c| c.hex != way.position);
                let goal = ways[..count]
                    .iter()
                    .filter(empty)
                    .min_by_key(|way| (nearest(herd, way.position), way.position));
                match goal {
                    Some(way) => (predator, way.position, None),
                    None => return,
                }
            }
        };
        self.walk(position, predator, goal, &mut ways, log);
        if let Some(prey) = prey {
            self.kill(position, predator, prey, log);
        }
        position.hunt = Hunt::NONE;
        self.survey(position, dice, log);
    }

    /// The hexes that the predator may end in, its own first, each once; how many there are.
    fn reach(
        &self,
        position: &Position,
        predator: Predator,
        ways: &mut [Way; MOST_REACH],
    ) -> usize {
        let mut seen = [false; EXTENT];
        let Some(start) = position.at(predator) else {
            return 0;
        };
        seen[start.index()] = true;
        ways[0] =
            Way { before: 0, position: start, left: self.predator_allowance(position, predator) };
        let (mut next, mut count) = (0, 1);
        while next < count {
            let way = ways[next];
            if way.left > 0 {
                let mut there = *position;
                there.predator_mut(predator).hex = way.position.into();
                self.each_stalk(&there, predator, next > 0, |hex| {
                    if seen[hex.index()] || count >= MOST_REACH {
                        return;
                    }
                    seen[hex.index()] = true;
                    let mut on = there;
                    on.hunt.left = way.left;
                    if self.stalk(&mut on, predator, hex, &mut Log::quiet()) {
                        ways[count] = Way { before: next, position: hex, left: on.hunt.left };
                        count += 1;
                    }
                });
            }
            next += 1;
        }
        count
    }

    /// Walks the predator to a hex in its reach.
    fn walk(
        &self,
        position: &mut Position,
        predator: Predator,
        goal: Hex,
        ways: &mut [Way; MOST_REACH],
        log: &mut Log<Event>,
    ) {
        let count = self.reach(position, predator, ways);
        let Some(mut at) = ways[..count].iter().position(|way| way.position == goal) else {
            return;
        };
        let mut path = [goal; MOST_REACH];
        let mut steps = 0;
        while at != 0 {
            path[steps] = ways[at].position;
            steps += 1;
            at = ways[at].before;
        }
        position.hunt.left = self.predator_allowance(position, predator);
        for hex in path[..steps].iter().rev() {
            self.stalk(position, predator, *hex, log);
        }
    }

    /// Animal Points of a kill, and its rank among equals: Female, Young, Male.
    fn worth(&self, position: &Position, predator: Predator, prey: Prey) -> Option<(i16, u8)> {
        let (doomed, _) = self.doomed(position, predator, prey);
        let rank = |kind: Kind| match kind {
            Kind::Female => 0,
            Kind::Young => 1,
            Kind::Male => 2,
        };
        let kinds = || Animal::all().filter(|animal| doomed.has(*animal)).map(Animal::kind);
        let points = kinds().map(|kind| self.animal_points[kind]).sum();
        Some((points, kinds().map(rank).min()?))
    }
}

fn nearest(herd: &Herd, hex: Hex) -> u32 {
    herd.standing().map(|(_, stands)| stands.distance(hex)).min().unwrap_or(u32::MAX)
}
