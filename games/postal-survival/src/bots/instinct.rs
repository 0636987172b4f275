//! How a decent reader plays, as orders: food first, danger second, and never two of one's own where
//! a neighbouring hex can feed one.

use crate::action::{Berth, Move, Step, Telling};
use crate::bots::quarry;
use crate::bots::quarry::Quarry;
use crate::edition::{Diet, Gene, Mode, Rulings};
use crate::land::{Hex, Island, Terrain};
use crate::position::{Creature, Kind, Sheet, Slot, Who};
use crate::rules::calendar;
use crate::rules::movement::{Way, reach};
use crate::rules::wandering::Crowd;
use std::collections::BTreeMap;
use table::Fit;

/// The chance in per mille that the best of `attack` dice beats the best of `defence` dice by at
/// least `need`, with a bonus on the attacker's.
pub fn odds(attack: u8, defence: u8, bonus: i32, need: u8) -> u32 {
    let below = |dice: u8, face: i32| face.clamp(0, 6).fit::<u64>().pow(dice.into());
    let exactly = |dice: u8, face: i32| below(dice, face) - below(dice, face - 1);
    let mut wins = 0;
    for face in 1..=6 {
        wins += exactly(attack, face) * below(defence, face + bonus - i32::from(need));
    }
    let all = 6u64.pow(u32::from(attack)) * 6u64.pow(u32::from(defence));
    (wins * 1000 / all).fit::<u32>()
}

/// What a decent player of this species orders for the coming round. Uses public knowledge only.
pub fn orders(island: &Island, rulings: &Rulings, species: Kind) -> Sheet {
    let mut sheet = Sheet::default();
    let round = island.coming();
    let diet = island[species].diet;
    if round == 1 {
        sheet.start = Some(island.place(start(island, species)));
        sheet.genes = wanted_genes(diet, round, rulings);
        return sheet;
    }
    let herd = Neighbours::new(island);
    let quarry = Quarry::new(island, &herd, species);
    let mut planned: BTreeMap<Hex, i32> = BTreeMap::new();
    let mut targets: BTreeMap<Kind, u32> = BTreeMap::new();
    for creature in island.of(species) {
        let ways = reach(&island.land, creature.genes, creature.hex, rulings.swim_mix);
        let worth = |way: &Way| {
            let crowd = planned.get(&way.end).copied().unwrap_or(0);
            value(island, &herd, &quarry, creature, way.end, crowd)
        };
        let best = ways.iter().max_by_key(|way| {
            let here = way.end == creature.hex;
            (
                worth(way),
                here,
                std::cmp::Reverse((way.cost, way.path().len())),
                std::cmp::Reverse(way.end),
            )
        });
        let Some(best) = best else { continue };
        *planned.entry(best.end).or_default() += 1;
        let movement = match best.path() {
            [] => Move::Stay,
            path => {
                let hexes = std::iter::once(&creature.hex).chain(path);
                Move::Path(hexes.map(|hex| Step::To(island.place(*hex))).collect())
            }
        };
        let mut telling = Telling::moving(movement);
        let prey = herd.prey(island, creature, best.end);
        let fierce = diet == Diet::Carnivore && quarry::pounces(island, &herd, creature, best.end);
        telling.mode = Some(if fierce { Mode::Aggressive } else { diet.default_mode() });
        if creature.genes.has(Gene::Cannibalism) {
            telling.overlay(&Telling::switch(Gene::Cannibalism, creature.hunger == 2));
        }
        if let Some((prey, _)) = prey {
            *targets.entry(island[prey].species).or_default() += 1;
        }
        sheet.tell(Who::One(creature.id), &telling);
    }
    if calendar::births(round) {
        sheet.genes = wanted_genes(diet, round, rulings);
        sheet.births_of_all = vec![Berth::Forage];
    }
    let rival = targets.iter().max_by_key(|(rival, count)| {
        (**count, island.count_of(**rival), std::cmp::Reverse(**rival))
    });
    if let Some((rival, _)) = rival {
        sheet.enemy = Some(Some(island[*rival].number));
    }
    sheet
}

/// Who stands where, for looking around.
pub(crate) struct Neighbours {
    crowd: Crowd,
}

impl Neighbours {
    fn new(island: &Island) -> Neighbours {
        Neighbours { crowd: Crowd::new(island) }
    }

    /// Those in a hex, by id.
    pub(crate) fn within<'a>(
        &self,
        island: &'a Island,
        hex: Hex,
    ) -> impl Iterator<Item = &'a Creature> {
        self.crowd.within(island, hex)
    }

    fn others<'a>(
        &'a self,
        island: &'a Island,
        creature: &'a Creature,
        hex: Hex,
    ) -> impl Iterator<Item = &'a Creature> {
        self.within(island, hex).filter(|other| other.id != creature.id)
    }

    /// How many others of such diets are in a hex.
    pub(crate) fn count(
        &self,
        island: &Island,
        creature: &Creature,
        hex: Hex,
        such: impl Fn(Diet) -> bool,
    ) -> i32 {
        self.others(island, creature, hex).filter(|other| such(other.diet)).count().fit::<i32>()
    }

    /// The best prey in a hex with the chance to beat it, in per mille.
    pub(crate) fn prey(
        &self,
        island: &Island,
        creature: &Creature,
        hex: Hex,
    ) -> Option<(Slot, u32)> {
        if creature.diet == Diet::Herbivore {
            return None;
        }
        self.others(island, creature, hex)
            .filter(|other| other.species != creature.species && other.edible())
            .filter_map(|other| Some((island.slot(other.id)?, quarry::kills(creature, other, 0))))
            .max_by_key(|(slot, chance)| (*chance, std::cmp::Reverse(*slot)))
    }
}

/// What a hex is worth to a creature, in per mille of a certain meal, with so many of its own on
/// their way there.
fn value(
    island: &Island,
    herd: &Neighbours,
    quarry: &Quarry<'_>,
    creature: &Creature,
    hex: Hex,
    own: i32,
) -> i32 {
    let terrain = island.terrain(hex);
    let food = island.food(hex);
    let (mut h, mut o, mut c, mut danger) = (0, own, own, 0);
    for other in herd.others(island, creature, hex) {
        match other.diet {
            Diet::Herbivore => h += 1,
            Diet::Omnivore => o += 1,
            Diet::Carnivore => c += 1,
        }
        let hunts = other.diet == Diet::Carnivore || other.mode == Mode::Aggressive;
        if hunts && other.diet.eats_meat() && other.species != creature.species {
            let beaten = odds(
                other.strength(),
                creature.strength(),
                i32::from(other.genes.fangs() + other.mode.bonus()),
                creature.genes.armour(),
            );
            let seen = if creature.genes.has(Gene::Camouflage) { 3 } else { 1 };
            danger += (beaten / seen).fit::<i32>();
        }
    }
    let share = |meals: i32, mouths: i32| (1000 * meals / (mouths + 1)).min(1000);
    let plants = i32::from(food.meals.max(0));
    let meat = quarry::meat(island, hex);
    let meal = match creature.diet {
        Diet::Herbivore => {
            let treetops =
                creature.genes.has(Gene::LongNeck) && terrain.fertile() && food.meals >= 0;
            let rivals = h + own + if terrain == Terrain::Jungle { o - own } else { 0 };
            share(if terrain.fertile() { plants + i32::from(treetops) } else { 0 }, rivals)
        }
        Diet::Omnivore => {
            let fruit = if terrain == Terrain::Jungle { plants } else { 0 };
            let rivals = o + c - own + if terrain == Terrain::Jungle { h } else { 0 };
            let found = share(meat + fruit, rivals);
            let hunted = herd
                .prey(island, creature, hex)
                .map_or(0, |(_, chance)| chance.fit::<i32>() * 6 / 10);
            if meat + fruit > 0 { found } else { hunted }
        }
        Diet::Carnivore => quarry.meal(island, herd, creature, hex, own),
    };
    // Those who starve tomorrow do not look at danger.
    let desperate = creature.hunger + 1 >= creature.diet.starves_at();
    let fear = if desperate { danger / 8 } else { danger / 2 };
    let later = match creature.diet {
        Diet::Carnivore => quarry.outlook(island, herd, creature, hex),
        _ if terrain.fertile() => plants.min(4) * 10,
        _ => 0,
    };
    meal + later - fear
}

/// Genes in the order in which a decent player wants them.
fn wanted_genes(diet: Diet, round: u16, rulings: &Rulings) -> Vec<Gene> {
    let list: &[Gene] = match diet {
        Diet::Herbivore => &[
            Gene::LongNeck,
            Gene::Twins,
            Gene::Speed,
            Gene::Camouflage,
            Gene::FoulOdour,
            Gene::BodyArmour,
        ],
        Diet::Omnivore => &[
            Gene::Twins,
            Gene::Speed,
            Gene::Camouflage,
            Gene::FoulOdour,
            Gene::Swimming,
            Gene::Speed2,
        ],
        // Nothing helps a hunter as much as being many; fangs come next.
        Diet::Carnivore => &[
            Gene::Twins,
            Gene::Fangs,
            Gene::Fangs2,
            Gene::Speed,
            Gene::KillerInstinct,
            Gene::FoulOdour,
        ],
    };
    let open = |gene: &&Gene| match round {
        1 => gene.basic(),
        round => gene.open(round, rulings.advanced_from),
    };
    list.iter().filter(open).copied().collect()
}

/// A start hex with food around it; species spread over the best third of the island.
fn start(island: &Island, species: Kind) -> Hex {
    let diet = island[species].diet;
    let food = |hex: Hex| -> i32 {
        let meals = i32::from(island.most[hex.index()]);
        let corpses = island.corpses[hex.index()].fit::<i32>();
        match (diet, island.terrain(hex)) {
            (Diet::Herbivore, _) | (Diet::Omnivore, Terrain::Jungle) => meals,
            (Diet::Omnivore | Diet::Carnivore, _) => 2 * corpses,
        }
    };
    let worth = |hex: Hex| 3 * food(hex) + island.land.neighbours(hex).map(food).sum::<i32>();
    let mut land: Vec<Hex> =
        island.land.hexes().filter(|hex| island.terrain(*hex).is_land()).collect();
    land.sort_by_cached_key(|hex| (std::cmp::Reverse(worth(*hex)), *hex));
    let best = (land.len() / 3).max(1);
    // A stride that divides the third would lead many species to few hexes.
    let stride =
        [7, 11, 13, 17].into_iter().find(|stride| !best.is_multiple_of(*stride)).unwrap_or(1);
    land.get(species.index() * stride % best).copied().unwrap_or(Hex(0))
}
