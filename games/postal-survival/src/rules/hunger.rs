//! The end of a round: hunger, starvation, bodies, extinction. PS-HUNG-07

use crate::event::Event;
use crate::land::{Hex, Island};
use crate::position::{Death, End};
use crate::rules::feeding::{Beast, Spot, tell};
use table::{Fit, Log};

/// Settles the hunger of the creatures of one hex and writes them back to the island.
/// PS-HUNG-01, PS-HUNG-02, PS-HUNG-03, PS-HUNG-04, PS-HUNG-07
pub fn settle(
    island: &mut Island,
    herd: &mut [Beast],
    spot: &mut Spot<'_>,
    round: u16,
    log: &mut Log<Event>,
) {
    for beast in herd {
        let creature = &mut island[beast.slot];
        if beast.alive() {
            if beast.fed {
                creature.hunger = 0; // PS-HUNG-05; a spare is kept, PS-STOM-06
            } else if beast.spare {
                // Its own, and nobody else's. PS-GEN-08
                beast.spare = false;
                creature.hunger = 0; // PS-STOM-05, PS-HUNG-08
                tell(log, || Event::UsedSpare { who: beast.tag() });
            } else {
                creature.hunger += 1;
                if creature.hunger >= beast.diet.starves_at() {
                    beast.death = Some(Death::Starved);
                    spot.later += u32::from(spot.leaves_corpse(beast)); // PS-DEATH-01, PS-DEATH-02, PS-DEATH-03
                    tell(log, || Event::Starved { who: beast.tag(), hex: spot.place });
                } else if creature.hunger == 2 {
                    tell(log, || Event::Ravenous { who: beast.tag(), hex: spot.place });
                } else {
                    tell(log, || Event::Hungry { who: beast.tag() });
                }
            }
        }
        creature.ap = beast.ap;
        creature.spare = beast.spare;
        creature.kills += u16::from(beast.kills);
        creature.end = beast.death.map(|death| End { round, death });
    }
}

/// The corpses of a land hex after the round. PS-DEATH-04, PS-CARR-02
pub fn lay_out(island: &mut Island, hex: Hex, lying: u32, spot: &Spot<'_>, round: u16, rots: bool) {
    island.corpses[hex.index()] = spot.meat + spot.later;
    if rots {
        // The oldest are eaten first. PS-MAP-20
        let bodies = island.bodies.entry(hex).or_default();
        bodies.resize(bodies.len() + spot.fresh as usize, round);
        let eaten = (lying + spot.fresh).saturating_sub(spot.meat) as usize;
        bodies.drain(..eaten.min(bodies.len()));
        bodies.resize(bodies.len() + spot.later as usize, round + 1);
    }
}

/// Drops the bodies that are too old. PS-MAP-20
pub fn rot(island: &mut Island, round: u16, carrion_life: Option<u16>) {
    let Some(carrion_life) = carrion_life else { return };
    for (hex, bodies) in &mut island.bodies {
        bodies.retain(|first| round + 1 < first + carrion_life);
        island.corpses[hex.index()] = bodies.len().fit::<u32>();
    }
    island.bodies.retain(|_, bodies| !bodies.is_empty());
}

/// Takes the dead from the living and marks species that died out. PS-DEATH-06
pub fn bury(island: &mut Island, round: u16, log: &mut Log<Event>) {
    let creatures = &island.creatures;
    island.living.retain(|slot| creatures[slot.index()].alive());
    let mut left = vec![false; island.species.len()];
    for slot in &island.living {
        left[creatures[slot.index()].species.index()] = true;
    }
    for (index, species) in island.species.iter_mut().enumerate() {
        if !left[index] && species.extinct.is_none() && species.enters.is_none() {
            species.extinct = Some(round);
            let ever = creatures.iter().filter(|c| c.species.index() == index);
            tell(log, || Event::Extinct {
                species: species.number,
                name: species.name.clone(),
                creatures: ever.count().fit::<u32>(),
            });
        }
    }
}
