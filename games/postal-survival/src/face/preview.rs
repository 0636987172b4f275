//! What an order would do, drawn on the map before it is given.

use crate::PostalSurvival;
use crate::action::{Action, Berth, Line, Move, Step, Whom};
use crate::land::Island;
use crate::position::{Position, Tag};
use crate::rules::movement::reach;
use stage::{Ink, Point, Sketch, Trace};
use table::Fit;
use table::wording::counted;

/// What an order would do.
pub fn preview(game: &PostalSurvival, position: &Position, action: &Action) -> Sketch {
    sketch(game, &position.island, action)
}

/// The way that an order names, or would find.
pub(super) fn sketch(game: &PostalSurvival, island: &Island, action: &Action) -> Sketch {
    let (tag, steps) = match &action.line {
        Line::Tell(Whom::One(tag), telling) => match &telling.movement {
            Some(Move::Path(steps)) => (tag, steps.clone()),
            _ => return Sketch::default(),
        },
        Line::Birth(Whom::One(tag), berths) => {
            let at = berths.iter().filter_map(|berth| match berth {
                Berth::At(step) => Some(*step),
                _ => None,
            });
            return litter(island, tag, &at.collect::<Vec<_>>());
        }
        _ => return Sketch::default(),
    };
    let Some(creature) = island.creature(tag.id) else {
        return Sketch::default();
    };
    let grid = island.land.grid();
    let mut here = island.land.cell(creature.hex);
    let mut points: Vec<Point> = vec![grid.centre(here).into()];
    for step in &steps {
        let next = match step {
            Step::To(place) => island.land.find(*place).map(|hex| island.land.cell(hex)),
            Step::Through(side) => grid.neighbour(here, *side),
        };
        let Some(next) = next.filter(|next| *next != here) else { continue };
        // A single hex far away is reached by the best way.
        if grid.distance(here, next) > 1 {
            let ways = reach(&island.land, creature.genes, creature.hex, game.rulings().swim_mix);
            if let Some(way) = ways.iter().find(|way| island.land.cell(way.end) == next) {
                points.extend(
                    way.path().iter().map(|hex| Point::from(grid.centre(island.land.cell(*hex)))),
                );
                here = next;
                continue;
            }
        }
        points.push(grid.centre(next).into());
        here = next;
    }
    clear_of_pieces(&mut points);
    let species = &island[creature.species];
    let far = counted((points.len() - 1).fit::<u32>(), "hex", "hexes");
    Sketch::way(points, Ink::Seat(species.seat.0), "", format!("Creature {} goes {far}.", tag.id))
}

/// Lets a way from middle to middle begin and end beside the pieces that lie there, still within its first and last hex.
fn clear_of_pieces(points: &mut [Point]) {
    /// How much of the way between two hexes is left free of the line at either end, in hundredths.
    const FREE: i32 = 32;
    let aside = |from: Point, to: Point| {
        from.moved((to.x - from.x) * FREE / 100, (to.y - from.y) * FREE / 100)
    };
    if let [first, next, ..] = *points {
        let (start, count) = (aside(first, next), points.len());
        let end = aside(points[count - 1], points[count - 2]);
        points[0] = start;
        points[count - 1] = end;
    }
}

/// The ways from a parent to the hexes in which its young are put down. PS-BIRTH-23
fn litter(island: &Island, tag: &Tag, steps: &[Step]) -> Sketch {
    let Some(parent) = island.creature(tag.id) else { return Sketch::default() };
    let grid = island.land.grid();
    let home = island.land.cell(parent.hex);
    let cell = |step: &Step| match step {
        Step::To(place) => island.land.find(*place).map(|hex| island.land.cell(hex)),
        Step::Through(side) => grid.neighbour(home, *side),
    };
    let words = match steps {
        [_, _, ..] => {
            format!(
                "The first young of creature {} is put down in the first hex, a second in the other.",
                tag.id
            )
        }
        _ => format!("The young of creature {} are put down there.", tag.id),
    };
    let ink = Ink::Seat(island[parent.species].seat.0);
    let ways = steps.iter().filter_map(cell).filter(|cell| *cell != home);
    let traces = ways.map(|cell| {
        let mut points: Vec<Point> = vec![grid.centre(home).into(), grid.centre(cell).into()];
        clear_of_pieces(&mut points);
        Trace { points, ink, dotted: false, description: words.clone(), label: String::new() }
    });
    let traces: Vec<Trace> = traces.collect();
    match traces.is_empty() {
        true => Sketch::default(),
        false => Sketch { traces, tag: String::new(), words },
    }
}
