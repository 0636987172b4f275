//! Wandering and foraging: moves that nobody spells out. PS-NMR-01, PS-MOVE-09

use crate::edition::{Diet, Gene, Genes};
use crate::land::{Hex, Island, Land, Terrain};
use crate::position::{Creature, Slot};
use crate::rules::movement::{Way, reach};
use table::{Dice, Fit};
use terrain::Side;

/// A random walk; the hexes entered are added to `path`. The extra steps of
/// the fast are taken half of the time. PS-NMR-01, PS-NMR-06, PS-NMR-07
pub fn wander(land: &Land, genes: Genes, from: Hex, dice: &mut Dice, path: &mut Vec<Hex>) {
    let mut here = step(land, genes, from, dice, path);
    for _ in 1..genes.movement() {
        if dice.roll("another step", 6) < 4 {
            break;
        }
        here = step(land, genes, here, dice, path);
    }
}

fn side(dice: &mut Dice, purpose: &'static str) -> Side {
    Side(dice.roll(purpose, 6).fit::<u8>() - 1)
}

/// One step at random: through water if it can swim, and out on a side at random. PS-NMR-02, PS-NMR-03,
/// PS-NMR-04, PS-NMR-05
fn step(land: &Land, genes: Genes, here: Hex, dice: &mut Dice, path: &mut Vec<Hex>) -> Hex {
    let Some(next) = land.neighbour(here, side(dice, "wandering")) else {
        return here;
    };
    if land.terrain(next).is_land() {
        path.push(next);
        return next;
    }
    if !genes.swims() {
        return here;
    }
    let out = land.neighbour(next, side(dice, "way out"));
    match out.filter(|out| land.terrain(*out).is_land()) {
        Some(out) => {
            path.extend([next, out]);
            out
        }
        None if genes.has(Gene::Amphibiousness) => {
            path.push(next);
            next
        }
        None => here,
    }
}

/// How much there is to eat for a creature in a hex, less the mouths that want it.
pub fn value(island: &Island, crowd: &Crowd, creature: &Creature, hex: Hex) -> i32 {
    let terrain = island.terrain(hex);
    let meals = i32::from(island.meals[hex.index()].max(0));
    let meat = meat(island, hex);
    let [h, o, c] = crowd.others(creature, hex);
    match creature.diet {
        Diet::Herbivore => {
            let treetops = creature.genes.has(Gene::LongNeck)
                && terrain.fertile()
                && island.meals[hex.index()] >= 0;
            let rivals = h + if terrain == Terrain::Jungle { o } else { 0 };
            meals + i32::from(treetops) - rivals
        }
        Diet::Omnivore if terrain == Terrain::Jungle => meat + meals - (c + o + h),
        Diet::Omnivore | Diet::Carnivore => meat - (c + o),
    }
}

/// Corpses, or the fish of a water hex.
fn meat(island: &Island, hex: Hex) -> i32 {
    match island.terrain(hex) {
        Terrain::Water => 1,
        _ => island.corpses[hex.index()].fit::<i32>(),
    }
}

/// Who is in each hex: public knowledge at the start of a move.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    counts: Vec<[u16; 3]>,
    /// Where the creatures of each hex begin in `slots`, and one more.
    starts: Vec<u32>,
    slots: Vec<Slot>,
}

impl Crowd {
    /// The crowd of this moment.
    pub fn new(island: &Island) -> Crowd {
        let hexes = island.land.len();
        let mut crowd = Crowd {
            counts: vec![[0; 3]; hexes],
            starts: vec![0; hexes + 1],
            slots: island.living.clone(),
        };
        for creature in island.living().filter(|creature| creature.hex.index() < hexes) {
            crowd.counts[creature.hex.index()][creature.diet.index()] += 1;
            crowd.starts[creature.hex.index() + 1] += 1;
        }
        for hex in 0..hexes {
            crowd.starts[hex + 1] += crowd.starts[hex];
        }
        let mut next = crowd.starts.clone();
        for slot in &island.living {
            let hex = island[*slot].hex.index();
            if hex < hexes {
                crowd.slots[next[hex] as usize] = *slot;
                next[hex] += 1;
            }
        }
        crowd
    }

    /// Herbivores, omnivores and carnivores in the hex besides this creature.
    pub fn others(&self, creature: &Creature, hex: Hex) -> [i32; 3] {
        let mut counts = self.counts[hex.index()].map(i32::from);
        if creature.hex == hex && creature.alive() {
            counts[creature.diet.index()] -= 1;
        }
        counts
    }

    /// Where the creatures in the hex stand in the island's list, by id.
    pub(crate) fn slots(&self, hex: Hex) -> &[Slot] {
        let (start, end) = (self.starts[hex.index()], self.starts[hex.index() + 1]);
        &self.slots[start as usize..end as usize]
    }

    /// The creatures in the hex, by id.
    pub fn within<'i>(&self, island: &'i Island, hex: Hex) -> impl Iterator<Item = &'i Creature> {
        self.slots(hex).iter().map(|slot| &island[*slot])
    }
}

/// The best hex in reach by public knowledge, with the way there; ties go to the own hex, then the
/// least cost, the fewest steps, label order.
pub fn forage(island: &Island, crowd: &Crowd, creature: &Creature, swim_mix: bool) -> Way {
    let ways = reach(&island.land, creature.genes, creature.hex, swim_mix);
    let hunting =
        creature.diet == Diet::Carnivore && ways.iter().all(|way| meat(island, way.end) == 0);
    let prey = |hex: Hex| {
        crowd
            .within(island, hex)
            .filter(|other| other.species != creature.species && other.edible())
            .filter(|other| other.strength() <= creature.strength())
            .count()
            .fit::<i32>()
    };
    let worth = |way: &Way| match hunting {
        true => prey(way.end),
        false => value(island, crowd, creature, way.end),
    };
    let key = |way: &Way| {
        let elsewhere = way.end != creature.hex;
        (-worth(way), elsewhere, way.cost, way.path().len(), way.end)
    };
    let best = ways.iter().min_by_key(|way| key(way));
    best.copied().unwrap_or(ways[0])
}
