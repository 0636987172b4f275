//! A round, step by step: orders into effect, Spring, movement, feeding, hunger.
//!
//! The order in which dice are asked for is fixed by the steps; each block of dice has a stream of
//! its own, so that a change of one order leaves unrelated dice as they were. PS-DICE-01

use crate::births;
use crate::calendar;
use crate::event::{Event, How};
use crate::feeding::{Beast, Scratch, Spot, feed, tell};
use crate::founding;
use crate::gene::{Gene, Genes};
use crate::hunger;
use crate::island::Island;
use crate::land::{Hex, Terrain};
use crate::movement;
use crate::orders::{Move, Sheet, Standing, Telling};
use crate::rulings::{MissingOrder, Rulings};
use crate::tracking::{Span, Trail, follow_tracks};
use crate::wandering::{Crowd, forage, wander};
use table::{Dice, Log};

/// Where a species' orders of a round come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// They were sent.
    Sent,
    /// None were sent; its standing orders count. PS-STAND-01
    Standing,
    /// It is silent. PS-NMR-08
    Silent,
}

/// How a creature will move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    Stay,
    Path,
    Wander,
    Forage,
    Track,
}

/// What one creature does this round, besides its mode.
#[derive(Clone, Copy, Debug)]
struct Intent {
    plan: Plan,
    leaving: Genes,
    hide: bool,
    kill_poison: bool,
}

impl Intent {
    /// What a creature does that nobody told anything. PS-NMR-09
    const UNTOLD: Intent =
        Intent { plan: Plan::Wander, leaving: Genes::NONE, hide: false, kill_poison: false };

    fn of(telling: &Telling, plan: Plan) -> Intent {
        Intent {
            plan,
            leaving: telling.leaving,
            hide: telling.using.has(Gene::Camouflage),
            kill_poison: telling.kill_poison.unwrap_or(false),
        }
    }
}

/// Buffers for adjudicating rounds; the same value can serve any number of rounds and islands.
#[derive(Default)]
pub struct Round {
    intents: Vec<Intent>,
    trails: Vec<Trail>,
    paths: Vec<Hex>,
    starts: Vec<u32>,
    beasts: Vec<Beast>,
    enemies: Vec<u32>,
    scratch: Scratch,
}

const NO_ENEMY: u32 = u32::MAX;

impl Round {
    /// Fresh buffers.
    pub fn new() -> Round {
        Round::default()
    }

    /// Plays the island's next round. `sheets` holds the orders of each species in the island's
    /// order; a missing sheet is silence.
    pub fn adjudicate(
        &mut self,
        island: &mut Island,
        sheets: &[Sheet],
        rulings: &Rulings,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let round = island.coming();
        tell(log, || Event::Season { round });
        for (species, sheet) in sheets.iter().enumerate().take(island.species.len()) {
            match &sheet.standing {
                Some(Standing::Set(orders)) => {
                    island.species[species].standing = Some(orders.clone())
                }
                Some(Standing::Clear) => island.species[species].standing = None,
                None => {}
            }
        }
        let standing: Vec<Option<Box<Sheet>>> =
            island.species.iter_mut().map(|species| species.standing.take()).collect();
        let effective = |species: usize| -> (Source, Option<&Sheet>) {
            match (sheets.get(species), standing.get(species)) {
                (Some(sent), _) if sent.has_orders() => (Source::Sent, Some(sent)),
                (_, Some(Some(standing))) => (Source::Standing, Some(standing.as_ref())),
                _ => (Source::Silent, None),
            }
        };
        self.orders_into_effect(island, rulings, effective, log);
        let before = island.living.len();
        births::grow(island, rulings, dice, log);
        if calendar::births(round) {
            births::breed(island, rulings, |species| effective(species).1, dice, log);
        }
        founding::admit(island, sheets, rulings, dice, log);
        for place in before..island.living.len() {
            let slot = island.living[place] as usize;
            let species = island.creatures[slot].species as usize;
            let told = effective(species).1.map(|sheet| &sheet.newborn);
            self.intents.push(told.map_or(Intent::UNTOLD, |told| Intent::of(told, Plan::Stay)));
        }
        if round == 1 {
            for slot in 0..island.creatures.len() {
                let species = island.creatures[slot].species as usize;
                founding::found(island, slot, effective(species).1, rulings, dice, log);
            }
        } else {
            self.movement(island, rulings, before, dice, log);
        }
        self.feeding(island, rulings, dice, log);
        for (species, standing) in island.species.iter_mut().zip(standing) {
            species.standing = standing;
        }
        island.round = round;
        hunger::bury(island, round, log);
        island.count();
    }

    /// Step A: modes, moves, switches and enemies. PS-MODE-03, PS-MODE-04, PS-MOVE-04, PS-MOVE-05
    fn orders_into_effect<'s>(
        &mut self,
        island: &mut Island,
        rulings: &Rulings,
        effective: impl Fn(usize) -> (Source, Option<&'s Sheet>),
        log: &mut Log<Event>,
    ) {
        self.intents.clear();
        self.trails.clear();
        self.paths.clear();
        self.enemies.clear();
        for species in 0..island.species.len() {
            let declared = effective(species).1.and_then(|sheet| sheet.enemy.flatten());
            let enemy = declared
                .and_then(|number| island.species_of(number))
                .filter(|enemy| *enemy != species && island.lives(*enemy)); // PS-ENEMY-07
            self.enemies.push(enemy.map_or(NO_ENEMY, |enemy| enemy as u32));
            island.species[species].enemy = enemy.map(|enemy| island.species[enemy].number);
        }
        for place in 0..island.living.len() {
            let slot = island.living[place] as usize;
            let creature = island.creatures[slot];
            let (source, sheet) = effective(creature.species as usize);
            let mut trail = Trail {
                path: None,
                target: None,
                points: creature.genes.movement(),
                circling: false,
            };
            let Some(sheet) = sheet else {
                island.creatures[slot].mode = creature.diet.default_mode();
                self.intents.push(Intent::UNTOLD);
                self.trails.push(trail);
                continue;
            };
            let told = sheet.told(creature.id);
            island.creatures[slot].mode = told.mode.unwrap_or(creature.mode);
            let mut stated: Vec<&Move> = Vec::new();
            match source {
                Source::Sent => stated.extend(&told.movement),
                _ => {
                    // PS-STAND-05: the most specific that is possible now.
                    let own = sheet.one.get(&creature.id).and_then(|own| own.movement.as_ref());
                    stated.extend(own.into_iter().chain(&sheet.all.movement));
                }
            }
            let mut plan = None;
            for movement in stated {
                if island.round == 0 {
                    break;
                }
                match self.plan(island, rulings, slot, movement, &mut trail) {
                    Ok(possible) => {
                        plan = Some(possible);
                        break;
                    }
                    Err(why) if source == Source::Sent => {
                        tell(log, || Event::Refused { who: creature.tag(), why });
                        plan = Some(Plan::Stay);
                    }
                    Err(_) => {}
                }
            }
            let left_out = match (sheet.pass, rulings.missing_order, source) {
                (true, _, _) | (_, MissingOrder::Stay, Source::Sent) => Plan::Stay,
                _ => Plan::Wander,
            };
            self.intents.push(Intent::of(&told, plan.unwrap_or(left_out)));
            self.trails.push(trail);
        }
    }

    /// What a stated move comes to, or why it cannot be made.
    fn plan(
        &mut self,
        island: &Island,
        rulings: &Rulings,
        slot: usize,
        movement: &Move,
        trail: &mut Trail,
    ) -> Result<Plan, String> {
        let creature = &island.creatures[slot];
        match movement {
            Move::Stay => Ok(Plan::Stay),
            Move::Wander => Ok(Plan::Wander),
            Move::Forage => Ok(Plan::Forage),
            Move::Path(steps) => {
                let path = movement::follow(
                    &island.land,
                    creature.genes,
                    creature.hex,
                    steps,
                    rulings.swim_mix,
                )
                .map_err(|obstacle| obstacle.to_string())?;
                trail.path = Some(self.lay(&path));
                Ok(Plan::Path)
            }
            Move::Track(target) => {
                // PS-TRACK-10
                if !creature.genes.has(Gene::Tracking) {
                    return Err("it does not have Tracking".into());
                }
                let slot = island.slot(*target).map(|slot| slot as u32);
                let place = slot.and_then(|slot| island.living.binary_search(&slot).ok());
                let place = place.filter(|place| {
                    let other = &island.creatures[island.living[*place] as usize];
                    other.hex == creature.hex && other.id != creature.id
                });
                let place = place.ok_or("the creature to be tracked is not in the same hex")?;
                trail.target = Some(place as u32);
                Ok(Plan::Track)
            }
        }
    }

    fn lay(&mut self, path: &[Hex]) -> Span {
        let start = self.paths.len() as u32;
        self.paths.extend_from_slice(path);
        Span { start, len: path.len() as u32 }
    }

    /// Step C: all creatures move at the same moment. PS-MOVE-03
    fn movement(
        &mut self,
        island: &mut Island,
        rulings: &Rulings,
        old: usize,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let round = island.coming();
        let foragers = self.intents[..old].iter().any(|intent| intent.plan == Plan::Forage);
        let crowd = if foragers { Crowd::new(island) } else { Crowd::default() };
        for place in 0..old {
            let creature = &island.creatures[island.living[place] as usize];
            let start = self.paths.len() as u32;
            match self.intents[place].plan {
                Plan::Stay => {}
                Plan::Path | Plan::Track => continue,
                Plan::Forage => {
                    let way = forage(island, &crowd, creature, rulings.swim_mix);
                    self.paths.extend_from_slice(way.path());
                }
                Plan::Wander => {
                    let (land, paths) = (&island.land, &mut self.paths);
                    let keys = [round as u64, creature.id as u64];
                    dice.stream("wandering", &keys, |dice| {
                        wander(land, creature.genes, creature.hex, dice, paths);
                    });
                }
            }
            let len = self.paths.len() as u32 - start;
            self.trails[place].path = Some(Span { start, len });
        }
        follow_tracks(&island.land, &mut self.trails, &mut self.paths);
        for place in 0..old {
            let slot = island.living[place] as usize;
            let from = island.creatures[slot].hex;
            let path = self.trails[place].path.unwrap_or_default().of(&self.paths);
            if let Some(end) = path.last() {
                island.creatures[slot].hex = *end;
            }
            tell(log, || Event::Moved {
                who: island.creatures[slot].tag(),
                from: island.place(from),
                to: island.place(island.creatures[slot].hex),
                how: self.how(island, place, path),
            });
        }
    }

    fn how(&self, island: &Island, place: usize, path: &[Hex]) -> How {
        let trail = &self.trails[place];
        match (self.intents[place].plan, trail.target) {
            _ if trail.circling => How::InCircles,
            (Plan::Track, Some(target)) => {
                let ahead = self.trails[target as usize].path.unwrap_or_default();
                let who = island.creatures[island.living[target as usize] as usize].tag();
                if path.len() == ahead.len as usize {
                    How::Tracked(who)
                } else {
                    How::LostTracks(who)
                }
            }
            (Plan::Wander, _) => How::Wandered,
            _ if path.is_empty() => How::Stayed,
            _ if path.iter().any(|hex| !island.terrain(*hex).is_land()) => How::Swam,
            _ => How::Walked,
        }
    }

    /// Step D and the hunger of step E: every hex with creatures, in label order. PS-FEED-05
    fn feeding(
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
                meat: if terrain == Terrain::Water { 1 } else { lying },
                meals: island.meals[hex.index()],
                later: 0,
                fresh: 0,
                rulings,
            };
            let scratch = &mut self.scratch;
            let keys = [round as u64, hex.0 as u64 + 1];
            dice.stream("feeding", &keys, |dice| feed(&mut spot, herd, scratch, dice, log));
            let meals = spot.meals;
            hunger::settle(island, herd, &mut spot, round, log);
            island.meals[hex.index()] = meals;
            if terrain.is_land() {
                hunger::lay_out(island, hex, lying, &spot, round, rulings.carrion_life);
            }
        }
        hunger::rot(island, round, rulings.carrion_life);
    }

    /// The living sorted by hex, those of one hex by id.
    fn gather(&mut self, island: &Island) {
        let hexes = island.land.len();
        self.starts.clear();
        self.starts.resize(hexes + 1, 0);
        for slot in &island.living {
            self.starts[island.creatures[*slot as usize].hex.index() + 1] += 1;
        }
        for hex in 0..hexes {
            self.starts[hex + 1] += self.starts[hex];
        }
        let blank = |slot: u32, intent: &Intent| {
            let creature = &island.creatures[slot as usize];
            Beast {
                slot,
                id: creature.id,
                hex: creature.hex,
                species: creature.species,
                enemy: self.enemies[creature.species as usize],
                genes: creature.genes,
                leaving: intent.leaving,
                diet: creature.diet,
                mode: creature.mode,
                ap: creature.ap,
                ravenous: creature.hunger == 2,
                spare: creature.spare,
                hide: intent.hide,
                kill_poison: intent.kill_poison && creature.diet == crate::Diet::Carnivore,
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

/// Plays the island's next round with fresh buffers.
pub fn adjudicate(
    island: &mut Island,
    sheets: &[Sheet],
    rulings: &Rulings,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    Round::new().adjudicate(island, sheets, rulings, dice, log);
}
