//! Islands as map files: read from one that somebody drew, and written to one. PS-MAP-01
//!
//! Terrain by name; corpses where the feature `corpse` stands; meals where an area is called after
//! their number (`2 meals`).

use crate::land::maker::Plan;
use crate::land::{Hex, Island, Land, Place, Terrain, maker};
use ::stage::hexmap::MapLook;
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::{Dice, Fault, Fit, unknown};
use terrain::{Cell, Grid, Labels, Lower, Map, Top};

/// The feature that is a corpse.
const CORPSE: &str = "corpse";

/// The meals that an area may promise.
const MEALS: RangeInclusive<i16> = 1..=18;

/// An island that somebody drew. What the map leaves open the dice decide.
#[derive(Clone, Debug)]
pub struct Drawn {
    land: Arc<Land>,
    /// The meals of each hex, where the map says them.
    meals: Vec<Option<i16>>,
    /// The corpses in each hex, if the map says where they lie.
    corpses: Option<Vec<u32>>,
}

impl Drawn {
    /// The island of a map, or everything that is wrong with it for this game.
    pub fn read(map: &Map) -> Result<Drawn, Vec<Fault>> {
        let land = read_land(map)?;
        let mut faults = unknown_parts(map);
        let meals = read_meals(map, &land, &mut faults);
        let corpses = read_corpses(map, &land, &mut faults);
        match faults.is_empty() {
            true => Ok(Drawn { land: Arc::new(land), meals, corpses }),
            false => Err(faults),
        }
    }

    /// The island in its first Spring.
    pub fn island(&self, plan: &Plan, dice: &mut Dice) -> Island {
        let land = &self.land;
        dice.stream("map", &[], |dice| {
            let mut meals = |hex: Hex| match (land.terrain(hex).fertile(), self.meals[hex.index()])
            {
                (false, _) => 0,
                (true, Some(meals)) => meals,
                (true, None) => (dice.roll("meals", plan.meal_die) + plan.meal_add).fit::<i16>(),
            };
            let most: Vec<i16> = land.hexes().map(&mut meals).collect();
            let corpses = self.corpses.clone();
            let corpses = corpses.unwrap_or_else(|| maker::corpses(plan, land, dice));
            Island::new(land.clone(), most, corpses)
        })
    }
}

fn place(grid: &Grid, cell: Cell) -> Place {
    let (column, row) = grid.place(cell);
    Place { column: column + 1, row: row + 1 }
}

pub(super) fn read_land(map: &Map) -> Result<Land, Vec<Fault>> {
    let shape = (map.grid.top, map.grid.lower, map.grid.labels);
    if shape != (Top::Flat, Lower::Even, Labels::LetterNumber) {
        let right = "tops = \"flat\", lower = \"even\" and labels = \"A1\"";
        return Err(vec![Fault::field("tops", format!("an island has {right}"))]);
    }
    let known = Terrain::ALL.map(Terrain::name);
    let strange = map.legend.iter().filter(|(_, name)| Terrain::named(name).is_none());
    let faults: Vec<Fault> = strange
        .map(|(letter, name)| {
            Fault::field(format!("legend.{letter}"), unknown("terrain", name, known))
        })
        .collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let hexes = map
        .grid
        .cells()
        .filter_map(|cell| Some((place(&map.grid, cell), Terrain::named(map.terrain_name(cell))?)));
    let hexes: Vec<(Place, Terrain)> = hexes.collect();
    match hexes.iter().any(|(_, terrain)| terrain.is_land()) {
        true => Ok(Land::new(hexes)),
        false => Err(vec![Fault::field("body.terrain", "an island needs land")]),
    }
}

/// Parts of a map that mean nothing on an island.
fn unknown_parts(map: &Map) -> Vec<Fault> {
    let parts = [
        ("courses", map.courses.is_empty()),
        ("numbered", map.numbered.is_empty()),
        ("side", map.sides.is_empty()),
    ];
    let strange = parts.into_iter().filter(|(_, absent)| !absent);
    let mut faults: Vec<Fault> = strange
        .map(|(part, _)| Fault::field(part, "this means nothing on an island: leave it out"))
        .collect();
    let features = map.features.keys().filter(|name| *name != CORPSE);
    faults.extend(
        features.map(|name| {
            Fault::field(format!("features.{name}"), unknown("feature", name, [CORPSE]))
        }),
    );
    faults
}

/// The meals of each hex: areas are called after their number.
fn read_meals(map: &Map, land: &Land, faults: &mut Vec<Fault>) -> Vec<Option<i16>> {
    let mut given: Vec<Option<i16>> = vec![None; land.len()];
    for (name, cells) in &map.areas {
        let field = format!("areas.{name}");
        let number = name.strip_suffix(" meals").or(name.strip_suffix(" meal"));
        let number = number.and_then(|number| number.parse().ok());
        let Some(meals) = number.filter(|meals| MEALS.contains(meals)) else {
            let right = "areas are called after their meals, such as `2 meals`, from 1 to 18";
            faults.push(Fault::field(field, format!("`{name}` is no area of an island: {right}")));
            continue;
        };
        for cell in cells {
            let at = place(&map.grid, *cell);
            let Some(hex) = land.find(at) else { continue };
            let terrain = land.terrain(hex);
            if !terrain.fertile() {
                let problem = format!("{at} is {}: nothing grows there", terrain.name());
                faults.push(Fault::field(&field, problem));
            } else if let Some(other) = given[hex.index()].replace(meals) {
                let problem = format!("{at} has {other} and {meals} meals: say one number");
                faults.push(Fault::field(&field, problem));
            }
        }
    }
    given
}

/// The corpses in each hex, if the map says where they lie. PS-MAP-22
fn read_corpses(map: &Map, land: &Land, faults: &mut Vec<Fault>) -> Option<Vec<u32>> {
    let mut corpses = vec![0; land.len()];
    for cell in map.features.get(CORPSE)? {
        let at = place(&map.grid, *cell);
        match land.find(at) {
            Some(hex) if land.terrain(hex).is_land() => corpses[hex.index()] += 1,
            _ => {
                let problem = format!("{at} is water: no corpse lies there");
                faults.push(Fault::field(format!("features.{CORPSE}"), problem));
            }
        }
    }
    Some(corpses)
}

/// The island as a map, with its meals and corpses as they are in Spring.
pub fn to_map(name: &str, island: &Island) -> Map {
    let land = &island.land;
    let grid = land.grid();
    let legend = Terrain::ALL.map(|terrain| (terrain.letter(), terrain.name().to_string()));
    let hex_of = |cell: Cell| land.find(place(grid, cell));
    let ground = |cell: Cell| hex_of(cell).map_or(0, |hex| index_of(land.terrain(hex)));
    let mut map = Map::new(name, grid.clone(), legend.to_vec(), ground);
    for cell in grid.cells() {
        let Some(hex) = hex_of(cell) else { continue };
        let food = island.food(hex);
        if food.most > 0 {
            let plural = if food.most == 1 { "" } else { "s" };
            map.areas.entry(format!("{} meal{plural}", food.most)).or_default().push(cell);
        }
        if food.corpses > 0 {
            map.features.entry(CORPSE.into()).or_default().push(cell);
        }
    }
    map
}

fn index_of(terrain: Terrain) -> u8 {
    Terrain::ALL.iter().position(|other| *other == terrain).unwrap_or(0).fit::<u8>()
}

/// How an island is shown: every hex with its label.
pub fn map_look() -> MapLook<'static> {
    MapLook { labelled: true, ..MapLook::default() }
}
