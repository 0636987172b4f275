//! Spring: growth, births, twins, new genes, and where the young are put. PS-BIRTH-01

use super::calendar::NextBirths;
use super::feeding::tell;
use super::standing::Effective;
use super::wandering::{Crowd, value};
use super::{Judge, Judged, calendar};
use crate::action::{Action, Berth, Line, Step, Telling, Whom};
use crate::edition::options::{Climate, NeckRefill};
use crate::edition::{Diet, Gene, Genes, Mode, Rulings};
use crate::event::{Event, Gain};
use crate::land::{Hex, Island};
use crate::position::{Creature, Slot};
use crate::refusal::Refusal;
use smallvec::smallvec;
use table::{Dice, Fit, Log, Offers};

/// Offers the places for the young of a parent. PS-BIRTH-04, PS-BIRTH-05
pub(super) fn offer_berths(island: &Island, parent: &Creature, out: &mut impl Offers<Action>) {
    if !calendar::births(island.coming()) || !island.terrain(parent.hex).is_land() {
        return;
    }
    let birth = |berth| Line::Birth(Whom::One(parent.tag()), smallvec![berth]).into();
    out.offer(|| birth(Berth::Here));
    out.offer(|| birth(Berth::Forage));
    let amphibious = parent.genes.has(Gene::Amphibiousness);
    for next in island.land.neighbours(parent.hex) {
        if island.terrain(next).is_land() || amphibious {
            out.offer(|| birth(Berth::At(Step::To(island.place(next)))));
        }
    }
}

/// Offers the modes of the young. PS-BIRTH-13
pub(super) fn offer_newborn_modes(island: &Island, say: &mut impl Offers<Line>) {
    if calendar::births(island.coming()) {
        say.offer_each(Mode::ALL.len(), |place| {
            Line::Tell(Whom::Newborn, Telling::acting(Mode::ALL[place]))
        });
    }
}

impl Judge<'_> {
    /// Young come in Spring. PS-BIRTH-01
    fn judge_spring(&self) -> Judged {
        match calendar::births(self.round()) {
            true => Ok(()),
            false => Err(Refusal::NoYoungNow(self.next_births())),
        }
    }

    /// The births that are still to come.
    pub(super) fn next_births(&self) -> NextBirths {
        NextBirths::from(self.round(), self.game.rulings().rounds)
    }

    /// What the young are told. PS-BIRTH-09
    pub(super) fn judge_newborn(&self, telling: &Telling, standing: bool) -> Judged {
        match telling.movement {
            Some(_) => Err(Refusal::NewbornStays),
            None if standing => Ok(()),
            None => self.judge_spring(),
        }
    }

    pub(super) fn judge_birth(&self, whom: Whom, berths: &[Berth]) -> Judged {
        self.judge_spring()?;
        judge_berth_count(berths)?;
        let id = match whom {
            Whom::All => return Ok(()),
            Whom::Newborn => return Err(Refusal::NewbornParent),
            Whom::One(tag) => tag.id,
        };
        let parent = self.island.alive(id).ok_or(Refusal::NoCreature(id))?;
        if !self.island.terrain(parent.hex).is_land() {
            return Err(Refusal::ParentInWater(parent.tag())); // PS-BIRTH-02
        }
        berths.iter().try_for_each(|berth| self.judge_berth(parent, berth))
    }

    fn judge_berth(&self, parent: &Creature, berth: &Berth) -> Judged {
        let home = self.island.place(parent.hex);
        let hex = match berth {
            Berth::Here | Berth::Forage => return Ok(()),
            Berth::At(Step::To(place)) => self.island.land.find(*place),
            Berth::At(Step::Through(side)) => self.island.land.neighbour(parent.hex, *side),
        };
        let near = hex.filter(|hex| *hex == parent.hex || self.island.land.touch(parent.hex, *hex));
        let hex = near.ok_or(Refusal::BerthTooFar(*berth, home))?; // PS-BIRTH-05
        // The young may own Amphibiousness although the parent does not. PS-BIRTH-07
        let gains =
            self.round() >= self.game.rulings().advanced_from && parent.genes.has(Gene::Swimming);
        if !self.island.terrain(hex).is_land() && !parent.genes.has(Gene::Amphibiousness) && !gains
        {
            return Err(Refusal::BerthInWater(self.island.place(hex)));
        }
        Ok(())
    }
}

/// One place, or two for twins. PS-BIRTH-23
fn judge_berth_count(berths: &[Berth]) -> Judged {
    match berths.len() {
        1 | 2 => Ok(()),
        _ => Err(Refusal::BerthCount),
    }
}

/// What the plants do at the start of a round. PS-SEASON-04, PS-SEASON-05
pub fn grow(island: &mut Island, rulings: &Rulings, dice: &mut Dice, log: &mut Log<Event>) {
    let round = island.coming();
    if calendar::births(round) {
        if rulings.climate == Climate::Drift {
            dice.stream("climate", &[round.into()], |dice| drift(island, rulings, dice, log));
        }
        island.meals.copy_from_slice(&island.most);
        tell(log, || Event::Grew);
    } else if rulings.neck_refill == NeckRefill::Seasonal {
        for meals in &mut island.meals {
            *meals = (*meals).max(0);
        }
    }
}

/// The plant maxima move by one, up and down equally often. PS-MAP-11
fn drift(island: &mut Island, rulings: &Rulings, dice: &mut Dice, log: &mut Log<Event>) {
    let (least, greatest) = rulings.meal_range;
    for hex in island.land.hexes() {
        if !island.terrain(hex).fertile() {
            continue;
        }
        let most = &mut island.most[hex.index()];
        let before = *most;
        match dice.roll("climate", 6) {
            1 => *most = (*most - 1).max(least),
            6 => *most = (*most + 1).min(greatest),
            _ => {}
        }
        if *most != before {
            tell(log, || Event::Drifted { hex: island.place(hex), food: island.food(hex) });
        }
    }
}

/// Every creature on land has young. Dice: twins of all, then species by species
/// their genes. PS-BIRTH-01, PS-BIRTH-22, PS-NMR-10
pub(super) fn breed(
    island: &mut Island,
    rulings: &Rulings,
    orders: &Effective<'_>,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let crowd = Crowd::new(island);
    let first = island.creatures.len();
    bear(island, orders, dice, log);
    let gains = inherit(island, first, rulings, orders, dice);
    settle_young(island, first, &crowd, &gains, orders, log);
}

/// The young are born in their parents' hexes: parents by id, twins side by side. PS-ID-04
fn bear(island: &mut Island, orders: &Effective<'_>, dice: &mut Dice, log: &mut Log<Event>) {
    let round = island.coming();
    let litters = dice.stream("twins", &[round.into()], |dice| twins(island, dice, log));
    for (slot, young) in litters {
        for _ in 0..young {
            let parent = &island[slot];
            let told = orders.sheet(parent.species).map(|sheet| &sheet.newborn);
            let mode = told.and_then(|told| told.mode);
            let young = Creature {
                genes: parent.genes,                              // PS-BIRTH-14
                mode: mode.unwrap_or(parent.diet.default_mode()), // PS-BIRTH-13
                parent: Some(parent.id),
                born: round,
                // One attack point, no hunger, no spare. PS-BIRTH-11, PS-BIRTH-12
                ..Creature::new(island.next_id, parent.species, parent.diet, parent.hex)
            };
            island.add(young);
        }
    }
}

/// The young from this place of the list on gain a gene, species by species; their parents none. Gives
/// back how each came by its gene. PS-BIRTH-15, PS-BIRTH-16
fn inherit(
    island: &mut Island,
    first: usize,
    rulings: &Rulings,
    orders: &Effective<'_>,
    dice: &mut Dice,
) -> Vec<Option<Gain>> {
    let round = island.coming();
    let mut gains = vec![None; island.creatures.len() - first];
    let mut by_species: Vec<Slot> = (first..island.creatures.len()).map(Slot::at).collect();
    by_species.sort_by_key(|slot| (island[*slot].species, *slot));
    let mut rest = by_species.as_slice();
    while let Some(eldest) = rest.first() {
        let species = island[*eldest].species;
        let kin = |slot: &&Slot| island[**slot].species == species;
        let (litter, others) = rest.split_at(rest.iter().take_while(kin).count());
        rest = others;
        let wanted = orders.sheet(species).map_or(&[][..], |sheet| &sheet.genes);
        let number = island[species].number;
        let gained = dice.stream("genes", &[round.into(), number.0.into()], |dice| {
            evolve(island, litter, wanted, rulings, dice)
        });
        for (slot, gene) in litter.iter().zip(gained) {
            if let Some((gene, gain)) = gene {
                island[*slot].genes = island[*slot].genes.with(gene);
                gains[slot.index() - first] = Some(gain);
            }
        }
    }
    gains
}

/// The young from this place of the list on are put down where they were ordered to. PS-BIRTH-04
fn settle_young(
    island: &mut Island,
    first: usize,
    crowd: &Crowd,
    gains: &[Option<Gain>],
    orders: &Effective<'_>,
    log: &mut Log<Event>,
) {
    let mut sibling = (None, 0);
    for slot in (first..island.creatures.len()).map(Slot::at) {
        let young = island[slot];
        let Some(parent) = young.parent.and_then(|parent| island.creature(parent)).copied() else {
            continue;
        };
        sibling = match sibling {
            (of, place) if of == young.parent => (of, place + 1),
            _ => (young.parent, 0),
        };
        let berths = orders.sheet(young.species).map_or(&[][..], |sheet| sheet.berths(parent.id));
        let berth = berths.get(sibling.1).or(berths.first()); // PS-BIRTH-23
        if let Some(hex) = berth.and_then(|berth| put_down(island, crowd, &young, *berth)) {
            island[slot].hex = hex;
        }
        tell(log, || Event::Born {
            who: young.tag(),
            parent: parent.tag(),
            hex: island.place(island[slot].hex),
            gene: young.genes.minus(parent.genes).iter().next(),
            by: gains.get(slot.index() - first).copied().flatten(),
        });
    }
}

/// Owners of Twins have two young for certain while fewer than so many of the species live, and from then
/// on by this die or a higher one. PS-TWIN-02, PS-TWIN-03
pub(crate) const FEW_KIN: u32 = 4;
pub(crate) const TWINS: u8 = 4;

/// The parents with the size of their litters, in id order, hungry or not: where each ended Winter
/// decides. PS-TWIN-02, PS-TWIN-03, PS-TWIN-04, PS-BIRTH-03, PS-HUNG-09
fn twins(island: &Island, dice: &mut Dice, log: &mut Log<Event>) -> Vec<(Slot, u8)> {
    let mut living = vec![0u32; island.species.len()];
    for creature in island.living() {
        living[creature.species.index()] += 1;
    }
    let mut litters = Vec::with_capacity(island.living.len());
    for slot in &island.living {
        let parent = &island[*slot];
        if !island.terrain(parent.hex).is_land() {
            tell(log, || Event::Barren { who: parent.tag() }); // PS-BIRTH-02
            continue;
        }
        if !parent.genes.has(Gene::Twins) {
            litters.push((*slot, 1)); // PS-TWIN-05
            continue;
        }
        let kin = living[parent.species.index()];
        let die = (kin >= FEW_KIN).then(|| dice.roll("twins", 6).fit::<u8>());
        let young = 1 + u8::from(die.is_none_or(|die| die >= TWINS));
        tell(log, || Event::Litter { who: parent.tag(), kin, die, young });
        litters.push((*slot, young));
    }
    litters
}

/// The genes of a player's list that count for a litter: those that are open to it and that not all of it
/// own. PS-GENE-06, PS-BIRTH-19
pub(crate) fn usable(
    wanted: &[Gene],
    litter: &[Genes],
    (diet, round): (Diet, u16),
    rulings: &Rulings,
) -> Vec<Gene> {
    let allowed = |gene: &&Gene| gene.suits(diet) && gene.open(round, rulings.advanced_from);
    let lacking = |gene: &&Gene| litter.iter().any(|genes| !genes.has(**gene));
    wanted.iter().filter(allowed).filter(lacking).copied().collect()
}

/// The gene that a young with these genes gains by the list of its species: the first that it lacks, or
/// what that one needs; none if it owns them all. PS-BIRTH-18, PS-BIRTH-19
pub(crate) fn gained(list: &[Gene], genes: Genes, chosen: Gain) -> Option<(Gene, Gain)> {
    let gene = *list.iter().find(|gene| !genes.has(**gene))?;
    Some(match gene.needs() {
        Some(needed) if !genes.has(needed) => (needed, Gain::Needed),
        _ => (gene, chosen),
    })
}

/// The gene that each of a species' young gains: the same for all, as far as they can take it.
/// PS-BIRTH-15, PS-BIRTH-17, PS-BIRTH-18, PS-BIRTH-19, PS-BIRTH-20, PS-BIRTH-21
fn evolve(
    island: &Island,
    litter: &[Slot],
    wanted: &[Gene],
    rulings: &Rulings,
    dice: &mut Dice,
) -> Vec<Option<(Gene, Gain)>> {
    let round = island.coming();
    let diet = island[litter[0]].diet;
    let takes = |slot: Slot| island[slot].genes.takeable(diet, round, rulings.advanced_from);
    let owned: Vec<Genes> = litter.iter().map(|slot| island[*slot].genes).collect();
    let mut list = usable(wanted, &owned, (diet, round), rulings);
    let chosen = if list.is_empty() { Gain::Drawn } else { Gain::Chosen };
    if list.is_empty() {
        let pool: Genes = litter.iter().flat_map(|slot| takes(*slot)).collect();
        let pool: Vec<Gene> = pool.iter().collect();
        list.extend(dice.pick("gene of the species", &pool)); // PS-BIRTH-20
    }
    litter
        .iter()
        .zip(owned)
        .map(|(slot, genes)| {
            gained(&list, genes, chosen).or_else(|| {
                let pool: Vec<Gene> = takes(*slot).collect();
                let drawn = dice.pick("gene of one young", &pool).copied(); // PS-BIRTH-19
                drawn.map(|gene| (gene, Gain::DrawnAlone))
            })
        })
        .collect()
}

/// The hex of a berth, if the young may be put there. PS-BIRTH-05, PS-BIRTH-07, PS-BIRTH-08
pub fn put_down(island: &Island, crowd: &Crowd, young: &Creature, berth: Berth) -> Option<Hex> {
    let home = young.hex; // Where the parent stands before its move. PS-BIRTH-06
    let bears = |hex: Hex| {
        (hex == home || island.land.touch(home, hex))
            && (island.terrain(hex).is_land() || young.genes.has(Gene::Amphibiousness))
    };
    match berth {
        Berth::Here => Some(home),
        Berth::At(Step::To(place)) => island.land.find(place).filter(|hex| bears(*hex)),
        Berth::At(Step::Through(side)) => {
            island.land.neighbour(home, side).filter(|hex| bears(*hex))
        }
        Berth::Forage => {
            // The young itself is not yet anybody's rival.
            let unborn = Creature { hex: Hex::NOWHERE, ..*young };
            let around = std::iter::once(home).chain(island.land.neighbours(home));
            let worth = |hex: &Hex| value(island, crowd, &unborn, *hex);
            let mut best: Option<Hex> = None;
            for hex in around.filter(|hex| bears(*hex)) {
                if best.is_none_or(|best| worth(&hex) > worth(&best)) {
                    best = Some(hex);
                }
            }
            best
        }
    }
}
