//! Territory: what Grizzlies and Lions keep from each other.

use crate::Yellowstone;
use crate::edition::options::Intruder;
use crate::event::{Event, Removal};
use crate::land::{Hex, Hexes};
use crate::position::{Hunters, Position, Predator, PredatorCounter};
use crate::refusal::{Refusal, Territory, no};
use table::Log;

/// The healthy Grizzlies and Lions on the map, this one left out.
fn healthy_rivals(
    position: &Position,
    but: Option<Predator>,
) -> impl Iterator<Item = Predator> + '_ {
    position
        .pack_of(Hunters::TERRITORIAL)
        .filter(move |rival| Some(*rival) != but && !position.predator(*rival).injured)
}

impl Yellowstone {
    /// The hexes next to healthy Grizzlies and Lions, those of this one left out. YS-TRTY-01,
    /// YS-TRTY-03, YS-TRTY-05
    pub(crate) fn territory(&self, position: &Position, but: Option<Predator>) -> Hexes {
        let mut hexes = Hexes::NONE;
        for rival in healthy_rivals(position, but) {
            for hex in position.at(rival).into_iter().flat_map(|lair| self.park.neighbours(lair)) {
                hexes.insert(*hex);
            }
        }
        hexes
    }

    /// What healthy rivals keep from this predator, injured or not: the hexes beside them, and their own.
    /// Coyotes and Humans have no rivals. YS-TRTY-04, YS-TRTY-06
    pub(super) fn rivals(&self, position: &Position, predator: Predator) -> (Hexes, Hexes) {
        if !predator.hunter().territorial() {
            return (Hexes::NONE, Hexes::NONE);
        }
        let lairs = healthy_rivals(position, Some(predator));
        let lairs = lairs.filter_map(|rival| position.at(rival)).collect();
        (self.territory(position, Some(predator)), lairs)
    }

    /// Whether no healthy rival keeps the predator from this hex. YS-V-05, YS-V-07
    pub(super) fn judge_territory(
        &self,
        position: &Position,
        predator: Predator,
        hex: Hex,
    ) -> Result<(), Refusal> {
        let counter = position.predator(predator);
        if !predator.hunter().territorial() {
            return Ok(());
        }
        for rival in position.pack().filter(|rival| *rival != predator) {
            let other = position.predator(rival);
            if !rival.hunter().territorial() || other.injured {
                continue;
            }
            let beside = other.hex.get().is_some_and(|lair| lair.distance(hex) == 1);
            let kind = rival.hunter();
            if beside {
                return no(Territory::BesideRival(kind));
            }
            if other.hex == hex && !counter.injured {
                return no(Territory::HexOfRival(kind));
            }
            if other.hex == hex && self.readings.intruder == Intruder::Barred {
                return no(Territory::IntruderBarred(kind));
            }
        }
        Ok(())
    }

    /// A predator has come into a hex: of a healthy and an injured rival there the injured one goes;
    /// false if that is the newcomer. Its kill is still to come; two injured ones live side by side.
    /// YS-TRTY-09, YS-TRTY-11, YS-V-06, YS-V-08
    pub(super) fn meet_rivals(
        &self,
        position: &mut Position,
        predator: Predator,
        log: &mut Log<Event>,
    ) -> bool {
        let PredatorCounter { hex, injured } = *position.predator(predator);
        if !predator.hunter().territorial() {
            return true;
        }
        for rival in Predator::all() {
            let other = *position.predator(rival);
            if rival == predator || !rival.hunter().territorial() || other.hex != hex {
                continue;
            }
            match (injured, other.injured) {
                (false, true) => self.remove(position, rival, Removal::Rival, log), // YS-TRTY-08
                (true, false) => {
                    self.remove(position, predator, Removal::Intruded, log); // YS-TRTY-10
                    return false;
                }
                _ => {}
            }
        }
        true
    }
}
