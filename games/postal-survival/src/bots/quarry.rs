//! What a carnivore looks for: prey where it is likely to be after the moves, and bodies, near and far.

use crate::bots::instinct::{Neighbours, odds};
use crate::edition::{Diet, Gene};
use crate::land::{Hex, Island, Terrain};
use crate::position::{Creature, Kind};
use std::collections::BTreeMap;
use table::Fit;

/// How far around its own creatures a species looks for prey.
const SIGHT: usize = 5;

/// The chance in per mille that a creature stays where it finds food, and where it does not.
const STAYS_FED: i32 = 650;
const STAYS_UNFED: i32 = 150;

/// How much likelier prey moves to a hex that feeds it than to one that does not.
const DRAWN: i32 = 5;

/// What a meal one, two and three hexes further on is worth now, in per cent.
const FURTHER: [i32; 3] = [30, 20, 10];

/// The odds in per mille from which a carnivore is aggressive, and the chance of dying below which.
const SURE_OF_WINNING: u32 = 600;
const AFRAID_OF_DYING: u32 = 120;

/// Corpses, or the fish of a water hex.
pub fn meat(island: &Island, hex: Hex) -> i32 {
    match island.terrain(hex) {
        Terrain::Water => 1,
        _ => island.food(hex).corpses.fit::<i32>(),
    }
}

/// The chance in per mille that a hunter, its best die raised by so much, sees the prey and kills it.
pub fn kills(hunter: &Creature, prey: &Creature, bonus: i32) -> u32 {
    let seen = if prey.genes.has(Gene::Camouflage) { 3 } else { 1 };
    let fangs = i32::from(hunter.genes.fangs()) - i32::from(prey.genes.fangs());
    odds(dice(hunter, prey), prey.strength(), bonus + fangs, prey.genes.armour()) / seen
}

/// The dice of an attack on this prey.
fn dice(hunter: &Creature, prey: &Creature) -> u8 {
    let odour = u8::from(prey.genes.has(Gene::FoulOdour));
    hunter.strength().saturating_sub(odour).max(1)
}

/// Whether a carnivore should be aggressive in a hex: if it starves otherwise, or if it hardly can lose;
/// never where a body is left for it.
pub fn pounces(island: &Island, herd: &Neighbours, hunter: &Creature, hex: Hex) -> bool {
    if meat(island, hex) > herd.count(island, hunter, hex, Diet::eats_meat) {
        return false;
    }
    hunter.hunger == 2
        || herd.prey(island, hunter, hex).is_some_and(|(slot, _)| {
            let prey = &island[slot];
            let fangs = i32::from(prey.genes.fangs()) - i32::from(hunter.genes.fangs());
            let dies = odds(prey.strength(), dice(hunter, prey), fangs - 1, 1);
            kills(hunter, prey, 1) >= SURE_OF_WINNING && dies < AFRAID_OF_DYING
        })
}

/// Where the prey of a species is likely to be after the coming moves.
pub struct Quarry<'a> {
    /// Who may be in a hex, each with its chance in per mille.
    likely: BTreeMap<Hex, Vec<(&'a Creature, i32)>>,
}

impl<'a> Quarry<'a> {
    /// The prey around a species of carnivores; others look for none.
    pub fn new(island: &'a Island, herd: &Neighbours, species: Kind) -> Quarry<'a> {
        let mut quarry = Quarry { likely: BTreeMap::new() };
        if island[species].diet != Diet::Carnivore {
            return quarry;
        }
        let mut area: Vec<Hex> = island.of(species).map(|creature| creature.hex).collect();
        area.sort();
        area.dedup();
        let mut from = 0;
        for _ in 0..SIGHT {
            let to = area.len();
            for place in from..to {
                for next in island.land.neighbours(area[place]) {
                    if !area.contains(&next) {
                        area.push(next);
                    }
                }
            }
            from = to;
        }
        for hex in area {
            for prey in herd.within(island, hex) {
                if prey.species != species && prey.edible() {
                    quarry.expect(island, herd, prey);
                }
            }
        }
        quarry
    }

    /// Notes where a creature may be: where it is, above all if that feeds it, or beside.
    fn expect(&mut self, island: &Island, herd: &Neighbours, prey: &'a Creature) {
        let stays = if feeds(island, herd, prey, prey.hex) { STAYS_FED } else { STAYS_UNFED };
        self.likely.entry(prey.hex).or_default().push((prey, stays));
        let beside =
            || island.land.neighbours(prey.hex).filter(|next| island.terrain(*next).is_land());
        let weight = |next: Hex| if feeds(island, herd, prey, next) { DRAWN } else { 1 };
        let all: i32 = beside().map(weight).sum();
        for next in beside() {
            let chance = (1000 - stays) * weight(next) / all.max(1);
            self.likely.entry(next).or_default().push((prey, chance));
        }
    }

    /// The chance in per mille of a meal by hunting in a hex, with so many of its own on their way there.
    fn hunted(
        &self,
        island: &Island,
        herd: &Neighbours,
        hunter: &Creature,
        hex: Hex,
        own: i32,
    ) -> i32 {
        let (mut nobody, mut expected, mut killed) = (1000, 0, 0);
        for (prey, chance) in self.likely.get(&hex).map_or(&[][..], Vec::as_slice) {
            nobody = nobody * (1000 - chance) / 1000;
            expected += chance;
            killed += chance * kills(hunter, prey, 0).fit::<i32>() / 1000;
        }
        if expected == 0 {
            return 0;
        }
        let rivals = own + herd.count(island, hunter, hex, |diet| diet == Diet::Carnivore);
        (1000 - nobody) * (killed * 1000 / expected) / 1000 * 2 / (2 + rivals)
    }

    /// The chance in per mille of a meal in a hex: a body, or prey.
    pub fn meal(
        &self,
        island: &Island,
        herd: &Neighbours,
        hunter: &Creature,
        hex: Hex,
        own: i32,
    ) -> i32 {
        let mouths = 1 + own + herd.count(island, hunter, hex, Diet::eats_meat);
        let found = (1000 * meat(island, hex) / mouths).min(1000);
        found.max(self.hunted(island, herd, hunter, hex, own))
    }

    /// What the hexes around a hex promise for the rounds after, in per mille of a meal now.
    pub fn outlook(&self, island: &Island, herd: &Neighbours, hunter: &Creature, hex: Hex) -> i32 {
        let mut best = 0;
        let mut seen = vec![hex];
        let mut from = 0;
        for part in FURTHER {
            let to = seen.len();
            for place in from..to {
                for next in island.land.neighbours(seen[place]) {
                    if island.terrain(next).is_land() && !seen.contains(&next) {
                        seen.push(next);
                        best = best.max(self.meal(island, herd, hunter, next, 0) * part / 100);
                    }
                }
            }
            from = to;
        }
        best
    }
}

/// Whether a creature finds something to eat in a hex besides prey, with those of its diet who are
/// there.
fn feeds(island: &Island, herd: &Neighbours, creature: &Creature, hex: Hex) -> bool {
    let plants = i32::from(island.food(hex).meals.max(0));
    let meals = match (creature.diet, island.terrain(hex)) {
        (Diet::Herbivore, _) => plants,
        (Diet::Omnivore, Terrain::Jungle) => plants + meat(island, hex),
        (Diet::Omnivore | Diet::Carnivore, _) => meat(island, hex),
    };
    meals > herd.count(island, creature, hex, |diet| diet == creature.diet)
}
