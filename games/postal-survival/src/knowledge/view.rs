//! What a viewer may know: the island is public, orders and votes are not.

use crate::PostalSurvival;
use crate::action::{Berth, GeneList};
use crate::edition::{Diet, Gene, Mode};
use crate::land::{Hex, Island, Place, Terrain};
use crate::position::{Creature, Death, Id, Kind, Number, Phase, Position, Sheet, parent};
use crate::rules::calendar;
use crate::rules::ending::{self, Ended};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use table::{Seat, Viewer};

/// The game through one viewer's eyes.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// What is decided now.
    pub phase: Phase,
    /// The island as of the last report, without anybody else's standing orders.
    pub island: Island,
    /// The viewer's own orders for the coming round, by species number.
    pub orders: BTreeMap<Number, Sheet>,
    /// The diet that the viewer stated before the start.
    pub stated: Option<Diet>,
    /// The name that the viewer gave the species before the start.
    pub named: Option<String>,
    /// How many players have said that they are done; nobody is told who.
    pub done: usize,
    /// Whether the viewer has still to decide.
    pub deciding: bool,
    /// The last round.
    pub rounds: u16,
    /// The end, once it has come.
    pub over: Option<Ended>,
}

/// What the viewer may know of a position.
pub fn view(game: &PostalSurvival, position: &Position, viewer: Viewer) -> View {
    let mut island = position.island.clone();
    let sees = |seat: Seat| match viewer {
        Viewer::Referee => true,
        Viewer::Table => false,
        Viewer::Seat(own) => own == seat,
    };
    let mut orders = BTreeMap::new();
    for (species, sheet) in island.species.iter_mut().zip(&position.sheets) {
        if sees(species.seat) {
            orders.insert(species.number, sheet.clone());
        } else {
            species.standing = None;
        }
    }
    let stated = |seat: Seat| position.stated.get(seat.index()).copied().flatten();
    View {
        viewer,
        phase: position.phase,
        island,
        orders,
        stated: viewer.seat().and_then(stated),
        named: viewer.seat().filter(|_| position.phase == Phase::Enrol).and_then(|seat| {
            position.sheets.get(seat.index()).and_then(|sheet| sheet.name.clone())
        }),
        done: position.closed.iter().filter(|closed| **closed).count(),
        deciding: viewer.seat().is_some_and(|seat| position.awaits(seat)),
        rounds: game.rulings().rounds,
        over: position.over.as_ref().map(|ended| Ended {
            text: ending::told(&position.island, game.rulings(), ended),
            ..ended.clone()
        }),
    }
}

impl View {
    /// The viewer's living creatures, by id.
    pub fn own(&self) -> impl Iterator<Item = &Creature> {
        let seat = self.viewer.seat();
        self.island
            .living()
            .filter(move |creature| Some(self.island[creature.species].seat) == seat)
    }

    /// What the viewer has ordered for a creature's species.
    pub fn sheet(&self, creature: &Creature) -> Option<&Sheet> {
        let species = self.island.species.get(creature.species.index())?;
        self.orders.get(&species.number)
    }
}

#[derive(Serialize)]
struct HexShown {
    terrain: Terrain,
    food: String,
    corpses: u32,
    meals: i16,
    most: i16,
    ids: Vec<Id>,
}

#[derive(Serialize)]
struct CreatureShown {
    id: String,
    species: Number,
    hex: Option<Place>,
    mode: Mode,
    ap: u8,
    genes: Vec<&'static str>,
    hunger: u8,
    spare: bool,
    #[serde(serialize_with = "parent::serialize")]
    parent: Option<Id>,
    born: u16,
    kills: u16,
}

#[derive(Serialize)]
struct DeadShown {
    id: String,
    species: Number,
    hex: Option<Place>,
    ap: u8,
    round: u16,
    death: &'static str,
    by: Option<String>,
}

#[derive(Serialize)]
struct SpeciesShown<'a> {
    name: &'a str,
    player: &'a str,
    diet: Diet,
    creatures: u32,
    enemy: Option<Number>,
    extinct: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    orders: Option<OrdersShown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<OrdersShown>,
}

/// A sheet as lines of text.
#[derive(Serialize)]
struct OrdersShown {
    creatures: BTreeMap<Id, String>,
    all: String,
    newborn: String,
    births: BTreeMap<Id, Vec<String>>,
    genes: GeneList,
    enemy: Option<Number>,
    start: Option<Place>,
    pass: bool,
    sent: bool,
    press: usize,
}

impl OrdersShown {
    fn new(sheet: &Sheet) -> OrdersShown {
        let words = |berths: &[Berth]| berths.iter().map(ToString::to_string).collect();
        OrdersShown {
            creatures: sheet.one.iter().map(|(id, told)| (*id, told.to_string())).collect(),
            all: sheet.all.to_string(),
            newborn: sheet.newborn.to_string(),
            births: sheet.births.iter().map(|(id, berths)| (*id, words(berths))).collect(),
            genes: sheet.genes.clone(),
            enemy: sheet.enemy.flatten(),
            start: sheet.start,
            pass: sheet.pass,
            sent: sheet.has_orders(),
            press: sheet.press.len(),
        }
    }
}

#[derive(Serialize)]
struct Shown<'a> {
    phase: Phase,
    round: u16,
    season: String,
    rounds: u16,
    done: usize,
    deciding: bool,
    hexes: BTreeMap<String, HexShown>,
    creatures: BTreeMap<Id, CreatureShown>,
    dead: BTreeMap<Id, DeadShown>,
    species: BTreeMap<Number, SpeciesShown<'a>>,
    stated: Option<Diet>,
    over: &'a Option<Ended>,
}

impl View {
    fn hexes_shown(&self) -> BTreeMap<String, HexShown> {
        let island = &self.island;
        let mut ids: BTreeMap<Hex, Vec<Id>> = BTreeMap::new();
        for creature in island.living() {
            ids.entry(creature.hex).or_default().push(creature.id);
        }
        let hexes = island.land.hexes().map(|hex| {
            let food = island.food(hex);
            let shown = HexShown {
                terrain: island.terrain(hex),
                food: food.to_string(),
                corpses: food.corpses,
                meals: food.meals,
                most: food.most,
                ids: ids.remove(&hex).unwrap_or_default(),
            };
            (island.place(hex).to_string(), shown)
        });
        hexes.collect()
    }

    fn place_of(&self, creature: &Creature) -> Option<Place> {
        creature.placed().map(|hex| self.island.place(hex))
    }

    fn creature_shown(&self, creature: &Creature) -> CreatureShown {
        CreatureShown {
            id: creature.tag().to_string(),
            species: self.island[creature.species].number,
            hex: self.place_of(creature),
            mode: creature.mode,
            ap: creature.ap,
            genes: creature.genes.iter().map(Gene::name).collect(),
            hunger: creature.hunger,
            spare: creature.spare,
            parent: creature.parent,
            born: creature.born,
            kills: creature.kills,
        }
    }

    fn dead_shown(&self, creature: &Creature) -> Option<DeadShown> {
        let end = creature.end?;
        let (death, by) = match end.death {
            Death::Eaten(by) => ("eaten", Some(by.to_string())),
            Death::Killed(by) => ("killed", Some(by.to_string())),
            Death::Tussle => ("tussle", None),
            Death::Starved => ("starved", None),
        };
        Some(DeadShown {
            id: creature.tag().to_string(),
            species: self.island[creature.species].number,
            hex: self.place_of(creature),
            ap: creature.ap,
            round: end.round,
            death,
            by,
        })
    }

    fn species_shown(&self, kind: Kind) -> SpeciesShown<'_> {
        let species = &self.island[kind];
        SpeciesShown {
            name: &species.name,
            player: &species.player,
            diet: species.diet,
            creatures: self.island.count_of(kind),
            enemy: species.enemy,
            extinct: species.extinct,
            orders: self.orders.get(&species.number).map(OrdersShown::new),
            standing: species.standing.as_deref().map(OrdersShown::new),
        }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let island = &self.island;
        let dead = |creature: &Creature| Some((creature.id, self.dead_shown(creature)?));
        let species = |kind: Kind| (island[kind].number, self.species_shown(kind));
        Shown {
            phase: self.phase,
            round: island.coming(),
            season: calendar::spoken(island.coming()),
            rounds: self.rounds,
            done: self.done,
            deciding: self.deciding,
            hexes: self.hexes_shown(),
            creatures: island.living().map(|one| (one.id, self.creature_shown(one))).collect(),
            dead: island.creatures.iter().filter_map(dead).collect(),
            species: island.kinds().map(species).collect(),
            stated: self.stated,
            over: &self.over,
        }
        .serialize(serializer)
    }
}
