//! How a decent reader plays, as orders: food first, danger second, and never two of one's own where
//! a neighbouring hex can feed one.

use crate::action::{Berth, GeneList, Move, Step, Telling};
use crate::bots::quarry::{self, MOST_LATER, Quarry, Whereabouts};
use crate::edition::{Diet, Gene, Mode, Rulings};
use crate::land::{Hex, Island, Terrain};
use crate::position::{Creature, Kind, Sheet, Slot, Who};
use crate::rules::calendar;
use crate::rules::movement::{Way, reach};
use crate::rules::wandering::Crowd;
use smallvec::{SmallVec, smallvec};
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use table::Fit;

/// The chance in per mille that the best of `attack` dice beats the best of `defence` dice by at
/// least `need`, with a bonus on the attacker's.
pub fn odds(attack: u8, defence: u8, bonus: i32, need: u8) -> u32 {
    let lead = (bonus - i32::from(need)).clamp(LEAST_LEAD, -LEAST_LEAD);
    let known = ODDS.get(usize::from(attack)).and_then(|row| row.get(usize::from(defence)));
    known.map_or_else(
        || chance(attack, defence, lead),
        |row| row[(lead - LEAST_LEAD).fit::<usize>()].into(),
    )
}

/// The most dice of anybody.
const MOST_DICE: usize = 6;
/// A die that is so much behind never wins, and one so much ahead always does.
const LEAST_LEAD: i32 = -6;
const LEADS: usize = 13;

/// The odds by the dice of the attacker, those of the defender and the lead.
static ODDS: [[[u16; LEADS]; MOST_DICE + 1]; MOST_DICE + 1] = all_odds();

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "worked out by the compiler, where conversions are not to be had: dice are at most 6, odds 1000"
)]
const fn all_odds() -> [[[u16; LEADS]; MOST_DICE + 1]; MOST_DICE + 1] {
    let mut odds = [[[0; LEADS]; MOST_DICE + 1]; MOST_DICE + 1];
    let mut place = 0;
    while place < (MOST_DICE + 1) * (MOST_DICE + 1) * LEADS {
        let (dice, lead) = (place / LEADS, place % LEADS);
        let (attack, defence) = (dice / (MOST_DICE + 1), dice % (MOST_DICE + 1));
        let found = chance(attack as u8, defence as u8, lead as i32 + LEAST_LEAD);
        odds[attack][defence][lead] = found as u16;
        place += 1;
    }
    odds
}

/// The chance in per mille that the best die of the attack, moved by the lead, is no lower than the best
/// of the defence.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "worked out by the compiler too: a face lies between 0 and 6, a chance is at most 1000"
)]
const fn chance(attack: u8, defence: u8, lead: i32) -> u32 {
    const fn below(dice: u8, face: i32) -> u64 {
        let face = if face < 0 {
            0
        } else if face > 6 {
            6
        } else {
            face
        };
        (face as u64).pow(dice as u32)
    }
    let (mut wins, mut face) = (0, 1);
    while face <= 6 {
        wins += (below(attack, face) - below(attack, face - 1)) * below(defence, face + lead);
        face += 1;
    }
    (wins * 1000 / (6u64.pow(attack as u32) * 6u64.pow(defence as u32))) as u32
}

/// What a decent player of this species orders for the coming round. Uses public knowledge only.
pub fn orders(island: &Island, rulings: &Rulings, species: Kind) -> Sheet {
    Outlook::new(island).orders(rulings, species)
}

/// By what a move is preferred: its worth, to stay, the shorter way, the first hex.
type Preference = (i32, bool, Reverse<(u8, usize)>, Reverse<Hex>);

/// What everybody can see of an island at the start of a round, worked out once for all species.
pub struct Outlook<'a> {
    island: &'a Island,
    herd: Neighbours<'a>,
    /// Where creatures are likely to be after the moves; only carnivores ask.
    whereabouts: OnceCell<Vec<Whereabouts>>,
    /// Where the living of each species begin in `kin`, and one more.
    starts: Vec<u32>,
    /// The living by species, those of one by id.
    kin: Vec<Slot>,
}

impl<'a> Outlook<'a> {
    /// The outlook on an island.
    pub fn new(island: &'a Island) -> Outlook<'a> {
        let species = |slot: &Slot| island[*slot].species;
        let mut kin = island.living.clone();
        kin.sort_by_key(species);
        let mut starts = vec![0; island.species.len() + 1];
        kin.iter().for_each(|slot| starts[species(slot).index() + 1] += 1);
        for kind in 0..island.species.len() {
            starts[kind + 1] += starts[kind];
        }
        let herd = Neighbours { island, crowd: Crowd::new(island) };
        Outlook { island, herd, whereabouts: OnceCell::new(), starts, kin }
    }

    /// The living of one species, by id.
    fn of(&self, species: Kind) -> impl Iterator<Item = &'a Creature> {
        let span = self.starts[species.index()] as usize..self.starts[species.index() + 1] as usize;
        self.kin[span].iter().map(|slot| &self.island[*slot])
    }

    /// What a decent player of this species orders for the coming round.
    pub fn orders(&self, rulings: &Rulings, species: Kind) -> Sheet {
        let mut sheet = Sheet::default();
        let island = self.island;
        let round = island.coming();
        let diet = island[species].diet;
        if round == 1 {
            sheet.start = Some(island.place(start(island, species)));
            sheet.genes = wanted_genes(diet, round, rulings);
            return sheet;
        }
        let mut quarry = self.quarry(species);
        let mut planned: SmallVec<[(Hex, i32); 8]> = SmallVec::new();
        let mut targets: BTreeMap<Kind, u32> = BTreeMap::new();
        for creature in self.of(species) {
            let best = self.best_way(rulings, &mut quarry, &planned, creature);
            let Some(best) = best else { continue };
            match planned.iter_mut().find(|(hex, _)| *hex == best.end) {
                Some((_, coming)) => *coming += 1,
                None => planned.push((best.end, 1)),
            }
            sheet.tell(Who::One(creature.id), &self.telling(creature, best));
            if let Some((prey, _)) = self.herd.prey(creature, best.end) {
                *targets.entry(island[prey].species).or_default() += 1;
            }
        }
        if calendar::births(round) {
            sheet.genes = wanted_genes(diet, round, rulings);
            sheet.births_of_all = smallvec![Berth::Forage];
        }
        let rival = targets
            .iter()
            .max_by_key(|(rival, count)| (**count, island.count_of(**rival), Reverse(**rival)));
        if let Some((rival, _)) = rival {
            sheet.enemy = Some(Some(island[*rival].number));
        }
        sheet
    }

    /// The prey of a species of carnivores; others look for none.
    fn quarry(&self, species: Kind) -> Quarry<'a> {
        if self.island[species].diet != Diet::Carnivore {
            return Quarry::default();
        }
        let find = || self.island.living().map(|prey| Whereabouts::of(&self.herd, prey)).collect();
        let whereabouts = self.whereabouts.get_or_init(find);
        Quarry::new(&self.herd, whereabouts, species, self.of(species).map(|own| own.hex))
    }

    /// The best move of a creature, with so many of its own on their way to some hexes.
    fn best_way(
        &self,
        rulings: &Rulings,
        quarry: &mut Quarry<'a>,
        planned: &[(Hex, i32)],
        creature: &Creature,
    ) -> Option<&'a Way> {
        quarry.hunt_for(creature, self.island.land.len());
        let ways = reach(&self.island.land, creature.genes, creature.hex, rulings.swim_mix);
        let mut best: Option<(Preference, &Way)> = None;
        for way in ways {
            let coming = planned.iter().find(|(hex, _)| *hex == way.end);
            let own = coming.map_or(0, |(_, own)| *own);
            let now = value_now(&self.herd, quarry, creature, way.end, own);
            // What cannot become the best is not looked at further.
            if best.is_some_and(|((worth, ..), _)| now + MOST_LATER < worth) {
                continue;
            }
            let worth = now + value_later(&self.herd, quarry, creature, way.end);
            let here = way.end == creature.hex;
            let far = Reverse((way.cost, way.path().len()));
            let key = (worth, here, far, Reverse(way.end));
            if best.is_none_or(|(best, _)| key > best) {
                best = Some((key, way));
            }
        }
        best.map(|(_, way)| way)
    }

    /// What a creature is told that goes this way.
    fn telling(&self, creature: &Creature, way: &Way) -> Telling {
        let island = self.island;
        let movement = match way.path() {
            [] => Move::Stay,
            path => {
                let hexes = std::iter::once(&creature.hex).chain(path);
                Move::Path(hexes.map(|hex| Step::To(island.place(*hex))).collect())
            }
        };
        let mut telling = Telling::moving(movement);
        let diet = creature.diet;
        let fierce = diet == Diet::Carnivore && quarry::pounces(&self.herd, creature, way.end);
        telling.mode = Some(if fierce { Mode::Aggressive } else { diet.default_mode() });
        if creature.genes.has(Gene::Cannibalism) {
            telling.overlay(&Telling::switch(Gene::Cannibalism, creature.hunger == 2));
        }
        telling
    }
}

/// Who stands where, for looking around.
pub(crate) struct Neighbours<'a> {
    pub(crate) island: &'a Island,
    crowd: Crowd,
}

impl<'a> Neighbours<'a> {
    /// Where those in a hex stand in the island's list of the living, by id.
    pub(crate) fn slots(&self, hex: Hex) -> &[Slot] {
        self.crowd.slots(hex)
    }

    fn others(&self, creature: &Creature, hex: Hex) -> impl Iterator<Item = &'a Creature> {
        let id = creature.id;
        self.crowd.within(self.island, hex).filter(move |other| other.id != id)
    }

    /// How many others of such diets are in a hex.
    pub(crate) fn count(&self, creature: &Creature, hex: Hex, such: impl Fn(Diet) -> bool) -> i32 {
        let counts = self.crowd.others(creature, hex);
        Diet::ALL.into_iter().filter(|diet| such(*diet)).map(|diet| counts[diet.index()]).sum()
    }

    /// The best prey in a hex with the chance to beat it, in per mille.
    pub(crate) fn prey(&self, creature: &Creature, hex: Hex) -> Option<(Slot, u32)> {
        if creature.diet == Diet::Herbivore {
            return None;
        }
        self.crowd
            .slots(hex)
            .iter()
            .map(|slot| (*slot, &self.island[*slot]))
            .filter(|(_, other)| other.id != creature.id)
            .filter(|(_, other)| other.species != creature.species && other.edible())
            .map(|(slot, other)| (slot, quarry::kills(creature, other, 0)))
            .max_by_key(|(slot, chance)| (*chance, Reverse(*slot)))
    }
}

/// What a hex is worth to a creature in the coming round, in per mille of a certain meal, with so many of
/// its own on their way there.
fn value_now(
    herd: &Neighbours<'_>,
    quarry: &Quarry<'_>,
    creature: &Creature,
    hex: Hex,
    own: i32,
) -> i32 {
    let island = herd.island;
    let terrain = island.terrain(hex);
    let food = island.food(hex);
    let (mut h, mut o, mut c, mut danger) = (0, own, own, 0);
    for other in herd.others(creature, hex) {
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
            let hunted =
                || herd.prey(creature, hex).map_or(0, |(_, chance)| chance.fit::<i32>() * 6 / 10);
            if meat + fruit > 0 { found } else { hunted() }
        }
        Diet::Carnivore => quarry.meal(herd, creature, hex, own),
    };
    // Those who starve tomorrow do not look at danger.
    let desperate = creature.hunger + 1 >= creature.diet.starves_at();
    let fear = if desperate { danger / 8 } else { danger / 2 };
    meal - fear
}

/// What a hex promises a creature for the rounds after, in per mille of a certain meal.
fn value_later(
    herd: &Neighbours<'_>,
    quarry: &mut Quarry<'_>,
    creature: &Creature,
    hex: Hex,
) -> i32 {
    let plants = || i32::from(herd.island.food(hex).meals.max(0));
    match creature.diet {
        Diet::Carnivore => quarry.outlook(herd, creature, hex),
        _ if herd.island.terrain(hex).fertile() => plants().min(4) * 10,
        _ => 0,
    }
}

/// Genes in the order in which a decent player wants them.
fn wanted_genes(diet: Diet, round: u16, rulings: &Rulings) -> GeneList {
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
    land.sort_by_cached_key(|hex| (Reverse(worth(*hex)), *hex));
    let best = (land.len() / 3).max(1);
    // A stride that divides the third would lead many species to few hexes.
    let stride =
        [7, 11, 13, 17].into_iter().find(|stride| !best.is_multiple_of(*stride)).unwrap_or(1);
    land.get(species.index() * stride % best).copied().unwrap_or(Hex(0))
}
