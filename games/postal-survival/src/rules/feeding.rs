//! Feeding: what happens in every hex after the moves, as three phases. PS-FEED-01, PS-FEED-02

use super::orders::Intent;
use super::{Round, carrion, hunger, plants, predators};
use crate::edition::options::FangsScope;
use crate::edition::{Diet, Gene, Genes, Mode, Rulings};
use crate::event::{Event, Side};
use crate::land::{Hex, Island, Place, Terrain};
use crate::position::{Death, Id, Kind, Slot, Tag};
use table::{Audience, Dice, Fit, Log};

/// A creature at the table: what feeding needs to know of it and changes about it.
#[derive(Clone, Copy, Debug)]
pub struct Beast {
    /// Where it stands in the island's list.
    pub slot: Slot,
    /// Its number.
    pub id: Id,
    /// The hex.
    pub hex: Hex,
    /// Its species.
    pub species: Kind,
    /// The species that its own declared its enemy.
    pub enemy: Option<Kind>,
    /// Its genes.
    pub genes: Genes,
    /// Genes not in use this round. PS-GENE-10
    pub leaving: Genes,
    /// What it eats.
    pub diet: Diet,
    /// Its mode.
    pub mode: Mode,
    /// Attack points.
    pub ap: u8,
    /// Whether it is ravenous.
    pub ravenous: bool,
    /// Whether it carries a spare meal.
    pub spare: bool,
    /// Whether it was told to hide. PS-CAMO-05
    pub hide: bool,
    /// Whether it was told to go for poisonous creatures.
    pub kill_poison: bool,
    /// Whether it has eaten this round: one meal satisfies it. PS-TYPE-08, PS-FEED-06
    pub fed: bool,
    /// Whether it has fought this round.
    pub fought: bool,
    /// Whether it is hidden.
    pub hidden: bool,
    /// Attackers that it killed before its own turn. PS-KILL-03
    pub defence_kills: u8,
    /// Creatures killed this round.
    pub kills: u8,
    /// How it died.
    pub death: Option<Death>,
}

impl Beast {
    /// Number and letter.
    pub fn tag(&self) -> Tag {
        Tag { id: self.id, diet: self.diet }
    }

    /// Whether it lives.
    pub fn alive(&self) -> bool {
        self.death.is_none()
    }

    /// Whether it owns the gene.
    pub fn has(&self, gene: Gene) -> bool {
        self.genes.has(gene)
    }

    /// Whether it owns the gene and uses it.
    pub fn uses(&self, gene: Gene) -> bool {
        self.genes.has(gene) && !self.leaving.has(gene)
    }

    /// Attack points as they count now: one more while ravenous and unfed, never above 6; hunger
    /// alone changes nothing. PS-AP-01, PS-AP-05, PS-HUNG-06
    pub fn strength(&self) -> u8 {
        (self.ap + u8::from(self.ravenous && !self.fed)).min(6)
    }

    /// Wins an attack point; they rise in no other way. PS-FIGHT-05, PS-AP-01, PS-AP-02
    pub fn grow(&mut self) {
        self.ap = (self.ap + 1).min(6);
    }
}

/// The hex itself while its creatures feed.
pub struct Spot<'a> {
    /// Its label.
    pub place: Place,
    /// What it is.
    pub terrain: Terrain,
    /// Corpses, or the fish of a water hex. PS-AMPH-03
    pub meat: u32,
    /// Plant meals.
    pub meals: i16,
    /// Bodies that can be eaten from the next round on. PS-CARR-19, PS-PLANT-13
    pub later: u32,
    /// Bodies that fell in the predator phase and can be eaten at once. PS-PRED-11
    pub fresh: u32,
    /// The readings in force.
    pub rulings: &'a Rulings,
}

impl Spot<'_> {
    /// Whether there is a meal other than prey for a creature, however many want it. PS-MODE-10
    pub fn meal_for(&self, beast: &Beast) -> bool {
        match beast.diet {
            Diet::Herbivore => false,
            Diet::Carnivore => self.meat > 0,
            Diet::Omnivore => self.meat > 0 || self.terrain == Terrain::Jungle && self.meals > 0,
        }
    }

    /// Whether a body here can be eaten. PS-AMPH-08, PS-POIS-04, PS-MAP-22
    pub fn leaves_corpse(&self, dead: &Beast) -> bool {
        self.terrain.is_land() && !dead.has(Gene::Poison)
    }
}

/// The best of `count` dice, each asked for by its purpose; they go into `out`. PS-DICE-03
fn best(dice: &mut Dice, purpose: &'static str, count: u8, out: &mut [u8; 6]) -> u8 {
    for die in out.iter_mut().take(count.into()) {
        *die = dice.roll(purpose, 6).fit::<u8>();
    }
    out.iter().copied().max().unwrap_or(0)
}

/// What a creature rolls with so many dice; mode and fangs add up on the best. PS-FIGHT-02, PS-MODE-13,
/// PS-FANG-05
pub fn throw(beast: &Beast, count: u8, fangs: u8, purpose: &'static str, dice: &mut Dice) -> Side {
    let mut faces = [0; 6];
    let score = best(dice, purpose, count, &mut faces) + beast.mode.bonus() + fangs;
    Side {
        who: beast.tag(),
        dice: faces,
        score,
        ap: beast.ap,
        ravenous: beast.strength() > beast.ap,
        odour: false,
        aggressive: beast.mode == Mode::Aggressive,
        fangs,
        after: beast.ap,
    }
}

/// What a creature rolls in a tussle: armour, odour and enemies play no part. PS-CARR-09, PS-PLANT-04,
/// PS-ARM-05, PS-ODOUR-07, PS-ENEMY-05
pub fn scramble(beast: &Beast, rulings: &Rulings, purpose: &'static str, dice: &mut Dice) -> Side {
    let fangs = match rulings.fangs_scope {
        FangsScope::All => beast.genes.fangs(),
        FangsScope::Fights => 0,
    };
    throw(beast, beast.strength(), fangs, purpose, dice)
}

/// Notes the attack points that everybody has after a tussle.
pub fn note_growth(herd: &[Beast], rolled: &mut [Side]) {
    for side in rolled {
        let beast = herd.iter().find(|beast| beast.id == side.who.id);
        side.after = beast.map_or(side.ap, |beast| beast.ap);
    }
}

/// Tells everybody what happened; costs nothing on a quiet log.
pub fn tell(log: &mut Log<Event>, event: impl FnOnce() -> Event) {
    log.tell_to(|| Audience::All, event);
}

/// Buffers that feeding uses again for every hex.
#[derive(Default)]
pub struct Scratch {
    pub(crate) queue: Vec<usize>,
    pub(crate) group: Vec<usize>,
    pub(crate) best: Vec<usize>,
    pub(crate) avoided: Vec<usize>,
    pub(crate) scored: Vec<(u8, usize)>,
    pub(crate) fed: Vec<usize>,
}

/// Lets the creatures of one hex feed; `herd` is in id order. One alone meets nobody. PS-FEED-02,
/// PS-FEED-03
pub fn feed(
    spot: &mut Spot<'_>,
    herd: &mut [Beast],
    scratch: &mut Scratch,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    if herd.len() > 1 {
        predators::hunt(spot, herd, scratch, dice, log);
    }
    carrion::scavenge(spot, herd, scratch, dice, log);
    // In water and desert no plants grow. PS-AMPH-07
    if spot.terrain.fertile() {
        plants::graze(spot, herd, scratch, dice, log);
    }
}

impl Round {
    /// Feeding and hunger: every hex with creatures, in label order. PS-FEED-05
    pub(super) fn feeding(
        &mut self,
        island: &mut Island,
        rulings: &Rulings,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let round = island.coming();
        self.gather(island);
        let mut rest = self.beasts.as_mut_slice();
        while let Some(first) = rest.first() {
            let hex = first.hex;
            let size = rest.iter().take_while(|beast| beast.hex == hex).count();
            let (herd, others) = rest.split_at_mut(size);
            rest = others;
            let terrain = island.terrain(hex);
            let lying = island.corpses[hex.index()];
            let mut spot = Spot {
                place: island.place(hex),
                terrain,
                // A new fish every round. PS-AMPH-02, PS-AMPH-04
                meat: if terrain == Terrain::Water { 1 } else { lying },
                meals: island.meals[hex.index()],
                later: 0,
                fresh: 0,
                rulings,
            };
            let scratch = &mut self.scratch;
            let keys = [round.into(), u64::from(hex.0) + 1];
            dice.stream("feeding", &keys, |dice| feed(&mut spot, herd, scratch, dice, log));
            let meals = spot.meals;
            hunger::settle(island, herd, &mut spot, round, log);
            island.meals[hex.index()] = meals;
            if terrain.is_land() {
                hunger::lay_out(island, hex, lying, &spot, round, rulings.carrion_life.is_some());
            }
        }
        hunger::rot(island, round, rulings.carrion_life);
    }

    /// The living sorted by hex, any number of them in each, those of one hex by id. PS-GEN-09
    fn gather(&mut self, island: &Island) {
        let hexes = island.land.len();
        self.starts.clear();
        self.starts.resize(hexes + 1, 0);
        for slot in &island.living {
            self.starts[island[*slot].hex.index() + 1] += 1;
        }
        for hex in 0..hexes {
            self.starts[hex + 1] += self.starts[hex];
        }
        let blank = |slot: Slot, intent: &Intent| {
            let creature = &island[slot];
            Beast {
                slot,
                id: creature.id,
                hex: creature.hex,
                species: creature.species,
                enemy: self.enemies[creature.species.index()],
                genes: creature.genes,
                leaving: intent.leaving,
                diet: creature.diet,
                mode: creature.mode,
                ap: creature.ap,
                ravenous: creature.hunger == 2,
                spare: creature.spare,
                hide: intent.hide,
                kill_poison: intent.kill_poison && creature.diet == Diet::Carnivore,
                fed: false,
                fought: false,
                hidden: false,
                defence_kills: 0,
                kills: 0,
                death: None,
            }
        };
        self.beasts.clear();
        let Some(first) = island.living.first() else {
            return;
        };
        self.beasts.resize(island.living.len(), blank(*first, &Intent::UNTOLD));
        for (slot, intent) in island.living.iter().zip(&self.intents) {
            let beast = blank(*slot, intent);
            let place = &mut self.starts[beast.hex.index()];
            self.beasts[*place as usize] = beast;
            *place += 1;
        }
    }
}
