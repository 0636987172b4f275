//! Feeding: what happens in one hex after the moves, as three phases. PS-FEED-01, PS-FEED-02

use crate::diet::{Diet, Mode};
use crate::event::Event;
use crate::gene::{Gene, Genes};
use crate::island::{Death, Tag};
use crate::land::{Hex, Place, Terrain};
use crate::rulings::{FangsScope, Rulings};
use table::{Audience, Dice, Log};

/// A creature at the table: what feeding needs to know of it and changes about it.
#[derive(Clone, Copy, Debug)]
pub struct Beast {
    /// Where it stands in the island's list.
    pub slot: u32,
    /// Its number.
    pub id: u32,
    /// The hex.
    pub hex: Hex,
    /// Its species.
    pub species: u32,
    /// The species that its own declared its enemy.
    pub enemy: u32,
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
    /// Whether it has eaten this round.
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

    /// Attack points as they count now: one more while ravenous and unfed, never above 6.
    /// PS-AP-01, PS-AP-05
    pub fn strength(&self) -> u8 {
        (self.ap + (self.ravenous && !self.fed) as u8).min(6)
    }

    /// Wins an attack point. PS-FIGHT-05
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

    /// Whether a body here can be eaten. PS-AMPH-08, PS-POIS-04
    pub fn leaves_corpse(&self, dead: &Beast) -> bool {
        self.terrain.is_land() && !dead.has(Gene::Poison)
    }
}

/// The best of `count` dice; the dice themselves go into `dice_out`.
pub fn best(dice: &mut Dice, purpose: &'static str, count: u8, out: &mut [u8; 6]) -> u8 {
    for die in out.iter_mut().take(count as usize) {
        *die = dice.roll(purpose, 6) as u8;
    }
    out.iter().copied().max().unwrap_or(0)
}

/// A creature's score in a tussle. PS-CARR-09, PS-PLANT-04
pub fn scramble(beast: &Beast, rulings: &Rulings, purpose: &'static str, dice: &mut Dice) -> u8 {
    let fangs = match rulings.fangs_scope {
        FangsScope::All => beast.genes.fangs(),
        FangsScope::Fights => 0,
    };
    best(dice, purpose, beast.strength(), &mut [0; 6]) + beast.mode.bonus() + fangs
}

/// Tells everybody what happened; costs nothing on a quiet log.
pub fn tell(log: &mut Log<Event>, event: impl FnOnce() -> Event) {
    log.tell_to(|| Audience::All, event);
}

/// Buffers that feeding uses again for every hex.
#[derive(Default)]
pub struct Scratch {
    pub(crate) queue: Vec<u16>,
    pub(crate) group: Vec<u16>,
    pub(crate) best: Vec<u16>,
    pub(crate) avoided: Vec<u16>,
    pub(crate) scored: Vec<(u8, u16)>,
    pub(crate) fed: Vec<u16>,
}

/// Lets the creatures of one hex feed; `herd` is in id order.
pub fn feed(
    spot: &mut Spot<'_>,
    herd: &mut [Beast],
    scratch: &mut Scratch,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    if herd.len() > 1 {
        crate::predators::hunt(spot, herd, scratch, dice, log);
    }
    crate::carrion::scavenge(spot, herd, scratch, dice, log);
    if spot.terrain.fertile() {
        crate::plants::graze(spot, herd, scratch, dice, log);
    }
}
