//! Looking ahead: where an animal on the move can still go, and what a step costs.

use super::scene::ink;
use crate::Yellowstone;
use crate::action::Action;
use crate::edition::Footing;
use crate::land::{Hex, Range};
use crate::position::{Animal, Moving, Position, Species, Step};
use crate::speech::notation;
use stage::{Ahead, Ink, Point, Sketch};
use table::Seat;

/// What a step costs and where it ends.
pub(crate) fn preview(game: &Yellowstone, position: &Position, action: &Action) -> Sketch {
    match *action {
        Action::Step(animal, hex) => {
            let herd = position.acting();
            let Some(species) = herd.species else {
                return Sketch::default();
            };
            let going = position.moving.filter(|moving| moving.animal == animal);
            let allowance = match going {
                Some(moving) => moving.left,
                None => game.allowance(game.ruling_season(position), herd, animal),
            };
            let stops = game.park.footing(species, hex) == Footing::Stop;
            let left = if stops { 0 } else { allowance.saturating_sub(1) };
            let stop = if stops { ", where it must stop" } else { "" };
            let words = format!(
                "{} to {hex}, {}{stop}; {left} more for it, {} left for the herd.",
                animal.told(),
                game.park.terrain(hex),
                position.points.saturating_sub(1)
            );
            let Some(from) = herd.at(animal) else {
                return Sketch::default();
            };
            game.line(from, hex, ink(species), format!("{left} left"), words)
        }
        Action::Stalk(hex) => match position.hunting() {
            Some((predator, from)) => {
                let words = format!("{} to {hex}, {}.", predator.told(), game.park.terrain(hex));
                game.line(from, hex, Ink::Neutral, String::new(), words)
            }
            None => Sketch::default(),
        },
        _ => Sketch::default(),
    }
}

/// Where the animal on the move can go on to, and where every other that may still move can go, step by step, as far as
/// nothing is turned up and nothing holds it.
pub(crate) fn ahead(game: &Yellowstone, position: &Position, seat: Seat) -> Vec<Ahead> {
    let mut list: Vec<Ahead> = Vec::new();
    let decides = game.deciding(position).is_some_and(|place| game.owner(place) == seat);
    let herd = position.acting();
    if let (true, Step::Move, Some(species)) = (decides, position.step, herd.species) {
        for (animal, start) in herd.standing() {
            let left = match position.moving {
                Some(moving) if moving.animal == animal => moving.left,
                _ => game.allowance(game.ruling_season(position), herd, animal),
            };
            ahead_of(game, position, species, Walk { animal, start, left }, &mut list);
        }
    }
    list
}

/// An animal that may go so many hexes from where it stands.
struct Walk {
    animal: Animal,
    start: Hex,
    left: u8,
}

/// Where one animal can go, added to a list; nothing if it gets no further than its first step.
fn ahead_of(
    game: &Yellowstone,
    position: &Position,
    species: Species,
    Walk { animal, start, left }: Walk,
    list: &mut Vec<Ahead>,
) {
    let first = list.len();
    let mut seen = vec![start];
    let mut edge = vec![(None, *position, start)];
    for far in 1..=left.min(position.points) {
        let mut next = Vec::new();
        for (after, from, here) in edge {
            for hex in game.park.neighbours(here).iter().copied() {
                let action = Action::Step(animal, hex);
                if seen.contains(&hex) || game.judge_move(&from, &action).is_err() {
                    continue;
                }
                seen.push(hex);
                list.push(Ahead {
                    after,
                    notation: notation(&action),
                    place: hex.to_string(),
                    tag: if far > 1 { far.to_string() } else { String::new() },
                });
                let mut on = from;
                on.acting_mut().counter_mut(animal).hex = hex.into();
                let held = game.park.footing(species, hex) == Footing::Stop
                    || game.has_food(position, hex)
                    || game.arrives(&on, species, hex);
                if !held {
                    on.moving = Some(Moving { animal, left: left - far });
                    on.points = on.points.saturating_sub(1);
                    next.push((Some(list.len() - 1), on, hex));
                }
            }
        }
        edge = next;
    }
    // Steps that are open now and lead no further are choices already.
    if list[first..].iter().all(|step| step.after.is_none()) {
        list.truncate(first);
    }
}

impl Yellowstone {
    pub(super) fn point(&self, hex: Hex) -> Option<Point> {
        let (column, row) = hex.place();
        let grid = &self.park.map.grid;
        Some(grid.centre(grid.at(column.into(), row.into())?).into())
    }

    fn line(&self, from: Hex, to: Hex, ink: Ink, tag: String, words: String) -> Sketch {
        match (self.point(from), self.point(to)) {
            (Some(a), Some(b)) => Sketch::way(vec![a, b], ink, tag, words),
            _ => Sketch::default(),
        }
    }

    /// Whether the herd whose animal stands in this hex earns an arrival by it. YS-FOOD-13
    fn arrives(&self, position: &Position, species: Species, hex: Hex) -> bool {
        let herd = position.acting();
        self.park.on_range(species, Range::Summer, hex)
            && (!herd.first
                || (!herd.whole && self.wholly_on(position, position.active, Range::Summer)))
    }
}
