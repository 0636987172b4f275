//! Islands as map files: read from one that somebody drew, and written to one. PS-MAP-01
//!
//! Terrain by name; corpses where the feature `corpse` stands; meals where an area is called after
//! their number (`2 meals`).

use crate::land::maker::Plan;
use crate::land::{Island, Land, Place, Terrain, maker};
use ::stage::hexmap::MapLook;
use std::sync::Arc;
use table::{Dice, Fault, Fit, Seed};
use terrain::{Cell, Grid, Labels, Lower, Map, Top};

/// The feature that is a corpse.
const CORPSE: &str = "corpse";

/// An island from a map. What the map leaves open the dice decide.
pub fn from_map(map: &Map, plan: &Plan, file: &str, dice: &mut Dice) -> Result<Island, Fault> {
    let land = read_land(map, file)?;
    let find = |cell: &Cell| land.find(place(&map.grid, *cell));
    let mut given: Vec<Option<i16>> = vec![None; land.len()];
    for (name, cells) in &map.areas {
        let meals = name.strip_suffix(" meals").or(name.strip_suffix(" meal"));
        let meals: Option<i16> = meals.and_then(|number| number.parse().ok());
        let meals = meals
            .filter(|meals| (1..=18).contains(meals))
            .ok_or_else(|| Fault::file(file, format!("`{name}` is no area here: say `2 meals`")))?;
        for hex in cells.iter().filter_map(find) {
            given[hex.index()] = Some(meals);
        }
    }
    let marked = map.features.get(CORPSE).map(|cells| {
        let mut bodies = vec![0; land.len()];
        for hex in cells.iter().filter_map(find).filter(|hex| land.terrain(*hex).is_land()) {
            bodies[hex.index()] += 1;
        }
        bodies
    });
    dice.stream("map", &[], |dice| {
        let most: Vec<i16> = land
            .hexes()
            .map(|hex| match (land.terrain(hex).fertile(), given[hex.index()]) {
                (false, _) => 0,
                (true, Some(meals)) => meals,
                (true, None) => (dice.roll("meals", plan.meal_die) + plan.meal_add).fit::<i16>(),
            })
            .collect();
        let (num, den) = plan.corpses;
        let bodies = marked.unwrap_or_else(|| {
            let drawn = |hex| {
                let desert = land.terrain(hex) == Terrain::Desert;
                u32::from(desert && num > 0 && dice.roll("corpse", den) <= num)
            };
            land.hexes().map(drawn).collect()
        });
        Ok(Island::new(Arc::new(land), most, bodies))
    })
}

fn place(grid: &Grid, cell: Cell) -> Place {
    let (column, row) = grid.place(cell);
    Place { column: column + 1, row: row + 1 }
}

fn read_land(map: &Map, file: &str) -> Result<Land, Fault> {
    let wrong = |problem: String| Fault::file(file, problem);
    let shaped = (map.grid.top, map.grid.lower, map.grid.labels)
        == (Top::Flat, Lower::Even, Labels::LetterNumber);
    if !shaped {
        return Err(wrong(
            "an island has flat tops, even columns lower, and labels such as A1".into(),
        ));
    }
    let mut hexes = Vec::new();
    for cell in map.grid.cells() {
        let name = map.terrain_name(cell);
        let terrain = Terrain::ALL.into_iter().find(|terrain| terrain.name() == name);
        let known = "grassland, jungle, desert or water";
        let terrain =
            terrain.ok_or_else(|| wrong(format!("`{name}` is no terrain here: say {known}")))?;
        hexes.push((place(&map.grid, cell), terrain));
    }
    match hexes.iter().any(|(_, terrain)| terrain.is_land()) {
        true => Ok(Land::new(hexes)),
        false => Err(wrong("an island needs land".into())),
    }
}

/// What is wrong with a map for this game, beyond what every map must be.
pub fn check_map(map: &Map) -> Vec<Fault> {
    let mut dice = Dice::seeded(Seed::from_number(1));
    from_map(map, &Plan::first_run(44), "", &mut dice).err().into_iter().collect()
}

/// What is wrong with a map that wants to be the island of 44 readers: the first run's, or one such
/// as the maker makes. PS-MAP-12
pub fn house_checks(map: &Map) -> Vec<Fault> {
    let mut faults = check_map(map);
    let Ok(land) = read_land(map, "") else { return faults };
    let [first, usual] = [Plan::first_run(44), Plan::usual(44)].map(|plan| plan.hexes);
    if ![first, usual].contains(&land.len()) {
        let hexes = land.len();
        let problem =
            format!("44 readers have {usual} hexes, in the first run {first}; not {hexes}");
        faults.push(Fault::file("", problem));
    }
    faults.extend(maker::unsound(&land).map(|problem| Fault::file("", problem)));
    faults
}

/// A new island for 44 readers, as it is made where nothing else is asked for; the same for the same
/// seed. PS-MAP-23
pub fn make_map(seed: Seed) -> Result<Map, String> {
    let island = maker::make(&Plan::usual(44), &mut Dice::seeded(seed));
    island.map(|island| to_map("An island", &island)).map_err(|fault| fault.to_string())
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
