//! What a carnivore looks for: prey where it is likely to be after the moves, and bodies, near and far.

use crate::bots::instinct::{Neighbours, odds};
use crate::edition::{Diet, Gene};
use crate::land::{Hex, Island, Terrain};
use crate::position::{Creature, Kind};
use smallvec::{SmallVec, smallvec};
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

/// A certain meal, in per mille.
const CERTAIN: i32 = 1000;

/// What the rounds after are worth at most.
pub(crate) const MOST_LATER: i32 = CERTAIN * FURTHER[0] / 100;

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
pub fn pounces(herd: &Neighbours<'_>, hunter: &Creature, hex: Hex) -> bool {
    let island = herd.island;
    if meat(island, hex) > herd.count(hunter, hex, Diet::eats_meat) {
        return false;
    }
    hunter.hunger == 2
        || herd.prey(hunter, hex).is_some_and(|(slot, _)| {
            let prey = &island[slot];
            let fangs = i32::from(prey.genes.fangs()) - i32::from(hunter.genes.fangs());
            let dies = odds(prey.strength(), dice(hunter, prey), fangs - 1, 1);
            kills(hunter, prey, 1) >= SURE_OF_WINNING && dies < AFRAID_OF_DYING
        })
}

/// Where a creature may be after the coming moves: where it is, above all if that feeds it, or beside;
/// each with its chance in per mille.
pub struct Whereabouts(SmallVec<[(Hex, i32); 7]>);

impl Whereabouts {
    /// Those of a creature.
    pub(crate) fn of(herd: &Neighbours<'_>, prey: &Creature) -> Whereabouts {
        let island = herd.island;
        let stays = if feeds(herd, prey, prey.hex) { STAYS_FED } else { STAYS_UNFED };
        let mut places: SmallVec<[(Hex, i32); 7]> = smallvec![(prey.hex, stays)];
        let land = island.land.neighbours(prey.hex).filter(|next| island.terrain(*next).is_land());
        places.extend(land.map(|next| (next, if feeds(herd, prey, next) { DRAWN } else { 1 })));
        let beside = &mut places[1..];
        let all: i32 = beside.iter().map(|(_, weight)| weight).sum();
        for (_, weight) in beside {
            *weight = (1000 - stays) * *weight / all.max(1);
        }
        Whereabouts(places)
    }
}

/// Where the prey of a species is likely to be after the coming moves.
#[derive(Default)]
pub struct Quarry<'a> {
    /// Who may be in which hex, with its chance in per mille; hex by hex.
    likely: Vec<(Hex, &'a Creature, i32)>,
    /// Where each hex begins in that list, and one more.
    starts: Vec<u32>,
    /// The meals that the hunter at hand expects in each hex if it goes alone, as far as it asked.
    meals: Vec<Option<i32>>,
    /// When each hex was last looked at.
    seen: Vec<u32>,
    looks: u32,
    /// The hexes of the look at hand, the nearest first.
    around: Vec<Hex>,
}

impl<'a> Quarry<'a> {
    /// The prey around a species of carnivores that stands in these hexes.
    pub(crate) fn new(
        herd: &Neighbours<'a>,
        whereabouts: &[Whereabouts],
        species: Kind,
        own: impl Iterator<Item = Hex>,
    ) -> Quarry<'a> {
        let island = herd.island;
        let hexes = island.land.len();
        let mut quarry = Quarry { seen: vec![0; hexes], ..Quarry::default() };
        let mut area: Vec<Hex> = own.collect();
        area.sort_unstable();
        area.dedup();
        area.iter().for_each(|hex| quarry.seen[hex.index()] = 1);
        quarry.looks = 1;
        let mut from = 0;
        for _ in 0..SIGHT {
            let to = area.len();
            for place in from..to {
                for next in island.land.neighbours(area[place]) {
                    if std::mem::replace(&mut quarry.seen[next.index()], 1) == 0 {
                        area.push(next);
                    }
                }
            }
            from = to;
        }
        let mut likely = Vec::new();
        for slot in area.iter().flat_map(|hex| herd.slots(*hex)) {
            let prey = &island[*slot];
            if prey.species != species
                && prey.edible()
                && let Ok(place) = island.living.binary_search(slot)
            {
                let places = whereabouts[place].0.iter();
                likely.extend(places.map(|(hex, chance)| (*hex, prey, *chance)));
            }
        }
        quarry.starts.resize(hexes + 1, 0);
        likely.iter().for_each(|(hex, ..)| quarry.starts[hex.index() + 1] += 1);
        for hex in 0..hexes {
            quarry.starts[hex + 1] += quarry.starts[hex];
        }
        // In a hex they stand in the order in which they were noted.
        let mut next = quarry.starts.clone();
        quarry.likely.clone_from(&likely);
        for entry in likely {
            let place = &mut next[entry.0.index()];
            quarry.likely[*place as usize] = entry;
            *place += 1;
        }
        quarry
    }

    /// This creature asks from now on.
    pub(crate) fn hunt_for(&mut self, hunter: &Creature, hexes: usize) {
        if hunter.diet == Diet::Carnivore {
            self.meals.clear();
            self.meals.resize(hexes, None);
            self.seen.resize(hexes, 0);
            self.starts.resize(hexes + 1, 0);
        }
    }

    /// The chance in per mille of a meal by hunting in a hex, with so many of its own on their way there.
    fn hunted(&self, herd: &Neighbours<'_>, hunter: &Creature, hex: Hex, own: i32) -> i32 {
        let (mut nobody, mut expected, mut killed) = (1000, 0, 0);
        let span = self.starts[hex.index()] as usize..self.starts[hex.index() + 1] as usize;
        for (_, prey, chance) in &self.likely[span] {
            nobody = nobody * (1000 - chance) / 1000;
            expected += chance;
            killed += chance * kills(hunter, prey, 0).fit::<i32>() / 1000;
        }
        if expected == 0 {
            return 0;
        }
        let rivals = own + herd.count(hunter, hex, |diet| diet == Diet::Carnivore);
        (1000 - nobody) * (killed * 1000 / expected) / 1000 * 2 / (2 + rivals)
    }

    /// The chance in per mille of a meal in a hex: a body, or prey.
    pub(crate) fn meal(&self, herd: &Neighbours<'_>, hunter: &Creature, hex: Hex, own: i32) -> i32 {
        let mouths = 1 + own + herd.count(hunter, hex, Diet::eats_meat);
        let found = (1000 * meat(herd.island, hex) / mouths).min(1000);
        found.max(self.hunted(herd, hunter, hex, own))
    }

    /// The same for the hunter at hand, alone: it asks of the same hexes again and again.
    fn meal_alone(&mut self, herd: &Neighbours<'_>, hunter: &Creature, hex: Hex) -> i32 {
        if let Some(known) = self.meals[hex.index()] {
            return known;
        }
        let meal = self.meal(herd, hunter, hex, 0);
        self.meals[hex.index()] = Some(meal);
        meal
    }

    /// What the hexes around a hex promise for the rounds after, in per mille of a meal now.
    pub(crate) fn outlook(&mut self, herd: &Neighbours<'_>, hunter: &Creature, hex: Hex) -> i32 {
        let island = herd.island;
        self.looks += 1;
        self.seen[hex.index()] = self.looks;
        self.around.clear();
        self.around.push(hex);
        let (mut best, mut from) = (0, 0);
        for part in FURTHER {
            // No meal is more than certain.
            if best >= CERTAIN * part / 100 {
                break;
            }
            let to = self.around.len();
            for place in from..to {
                for next in island.land.neighbours(self.around[place]) {
                    if island.terrain(next).is_land() && self.seen[next.index()] != self.looks {
                        self.seen[next.index()] = self.looks;
                        self.around.push(next);
                        best = best.max(self.meal_alone(herd, hunter, next) * part / 100);
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
fn feeds(herd: &Neighbours<'_>, creature: &Creature, hex: Hex) -> bool {
    let island = herd.island;
    let plants = i32::from(island.food(hex).meals.max(0));
    let meals = match (creature.diet, island.terrain(hex)) {
        (Diet::Herbivore, _) => plants,
        (Diet::Omnivore, Terrain::Jungle) => plants + meat(island, hex),
        (Diet::Omnivore | Diet::Carnivore, _) => meat(island, hex),
    };
    meals > herd.count(creature, hex, |diet| diet == creature.diet)
}
