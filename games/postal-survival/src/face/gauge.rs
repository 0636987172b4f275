//! What a creature reaches, and how far it is from hex to hex.

use crate::PostalSurvival;
use crate::land::{Hex, Island};
use crate::position::{Creature, Position};
use crate::rules::movement::reach;
use crate::speech::listed;
use stage::{Ink, Point, Sketch, Target};
use table::Fit;
use table::wording::counted;

/// How far two things on the map are apart and whether the first can go there this round; of a creature alone,
/// where it can go. PS-MOVE-02
pub fn gauge(
    game: &PostalSurvival,
    position: &Position,
    from: &Target,
    to: Option<&Target>,
) -> Option<Sketch> {
    let island = &position.island;
    let (start, creature) = found(island, from)?;
    let ends: Option<Vec<Hex>> = creature.map(|creature| {
        let ways = reach(&island.land, creature.genes, creature.hex, game.rulings().swim_mix);
        ways.iter().map(|way| way.end).collect()
    });
    let Some(to) = to else {
        let (creature, ends) = (creature?, ends?);
        let mut hexes: Vec<Hex> = ends.into_iter().filter(|end| *end != creature.hex).collect();
        hexes.sort();
        hexes.dedup();
        let names: Vec<String> = hexes.iter().map(|hex| island.place(*hex).to_string()).collect();
        let words = match names.is_empty() {
            true => format!("{} can only stay.", creature.tag()),
            false => format!("{} can go to {}.", creature.tag(), listed(&names)),
        };
        return Some(Sketch { words, ..Sketch::default() });
    };
    let (end, _) = found(island, to)?;
    let grid = island.land.grid();
    let (here, there) = (island.land.cell(start), island.land.cell(end));
    let far = counted(grid.distance(here, there).fit::<u32>(), "hex", "hexes");
    let words = match (creature, ends) {
        (Some(creature), Some(ends)) if ends.contains(&end) => {
            format!("{far}: {} can go there.", creature.tag())
        }
        (Some(creature), Some(_)) => format!("{far}: out of reach of {}.", creature.tag()),
        _ => format!("{far}."),
    };
    let points: Vec<Point> = vec![grid.centre(here).into(), grid.centre(there).into()];
    Some(Sketch::way(points, Ink::Neutral, far, words))
}

/// The hex of a place or of a creature, and the creature.
fn found<'a>(island: &'a Island, target: &Target) -> Option<(Hex, Option<&'a Creature>)> {
    match target {
        Target::Place(place) => Some((island.land.find(place.parse().ok()?)?, None)),
        Target::Piece(piece) => {
            let id = piece.strip_prefix("creature-").and_then(|id| id.parse().ok());
            let creature = island.alive(id?)?;
            Some((creature.placed()?, Some(creature)))
        }
        Target::Card(_) | Target::Point(_) => None,
    }
}
