//! The checks of the house map: the map in the box passes them, and each finds its fault.

use outdoor_survival::{check_map, house_checks};
use terrain::{Cell, Map};

fn house_map() -> Map {
    Map::parse(include_str!("../data/maps/wilderness.toml")).expect("the house map is a map")
}

fn hex(map: &Map, label: &str) -> Cell {
    map.grid.find(label).expect("a hex of the house map")
}

/// Gives hexes another terrain, by its place in the legend `.wdms`.
fn paint(map: &mut Map, labels: &str, terrain: u8) {
    for label in labels.split(' ') {
        let cell = hex(map, label);
        map.terrain[cell.index()] = terrain;
    }
}

const CLEAR: u8 = 0;
const WOODS: u8 = 1;
const DESERT: u8 = 2;
const MOUNTAIN: u8 = 3;
const SWAMP: u8 = 4;

#[test]
fn the_house_map_passes() {
    let map = house_map();
    assert_eq!(check_map(&map), []);
    assert_eq!(house_checks(&map), []);
}

#[test]
fn every_fault_of_the_land_is_found() {
    type Spoil = fn(&mut Map);
    let spoilt: [(Spoil, &str); 13] = [
        (|map| paint(map, "2217", WOODS), "683 hexes of clear, not 684"),
        (|map| paint(map, "2217", WOODS), "Base 5 is not on clear ground"),
        (|map| paint(map, "2734 0927", WOODS), "21 patches of woods, not 16..=20"),
        (|map| paint(map, "2734 3834 4304", MOUNTAIN), "21 patches of mountain, not 15..=20"),
        (|map| paint(map, "4304", SWAMP), "swamps of [31, 15, 1], not 31 and 15"),
        (|map| mirror(map), "the big swamp is not in the north-west"),
        (|map| mirror(map), "the small desert is not south-west of the big swamp"),
        (|map| mirror(map), "base 1 is on the wrong side of Base 5"),
        (|map| paint(map, "4304", DESERT), "3 deserts, not 2"),
        (
            |map| {
                let near = map.grid.cells().filter(|cell| {
                    let (column, row) = map.grid.place(*cell);
                    column > 31 && (9..15).contains(&row)
                });
                for cell in near.collect::<Vec<_>>() {
                    map.terrain[cell.index()] = DESERT;
                }
            },
            "the big desert is Some(",
        ),
        (
            |map| {
                let desert: Vec<Cell> =
                    map.grid.cells().filter(|cell| map.terrain_name(*cell) == "desert").collect();
                for cell in map.grid.cells().collect::<Vec<_>>() {
                    let beside = desert.iter().any(|other| map.grid.distance(cell, *other) == 1);
                    if beside && map.terrain_name(cell) != "desert" {
                        map.terrain[cell.index()] = MOUNTAIN;
                    }
                }
            },
            "0 gaps in the mountains around the big desert, not 2",
        ),
        (
            |map| {
                for letter in map.terrain.iter_mut().filter(|letter| **letter == MOUNTAIN) {
                    *letter = CLEAR;
                }
            },
            "around the big desert are mountains, not 60%",
        ),
        (|map| paint(map, "1505", WOODS), "1505 is not clear"),
    ];
    for (spoil, problem) in spoilt {
        let mut map = house_map();
        spoil(&mut map);
        finds(&map, problem);
    }
}

#[test]
fn every_fault_of_rivers_and_trails_is_found() {
    type Spoil = fn(&mut Map);
    let spoilt: [(Spoil, &str); 5] = [
        (|map| river(map, 7).to_edge = None, "a river ends at 1034 for no reason"),
        (
            |map| {
                river(map, 0).cells.truncate(8);
                river(map, 0).to_edge = None;
            },
            "no river runs from the big swamp over the north edge",
        ),
        (|map| river(map, 6).cells.clear(), "0 forks, not 1"),
        (
            |map| {
                // Trails 5 and 6 point at one ford; joined there they are 16 hexes.
                let ford = hex(map, "0613");
                for course in map.courses.get_mut("trail").into_iter().flatten() {
                    for (cell, pointed) in &mut course.cells {
                        *pointed &= *cell != ford;
                    }
                }
            },
            "16 hexes of trail hang together",
        ),
        (
            |map| {
                let ford = hex(map, "0613");
                for course in map.courses.get_mut("trail").into_iter().flatten() {
                    for (cell, pointed) in &mut course.cells {
                        *pointed &= *cell != ford;
                    }
                }
            },
            "0613 is no place for a trail",
        ),
    ];
    for (spoil, problem) in spoilt {
        let mut map = house_map();
        spoil(&mut map);
        finds(&map, problem);
    }
}

fn river(map: &mut Map, number: usize) -> &mut terrain::Course {
    &mut map.courses.get_mut("river").expect("the house map has rivers")[number]
}

/// Turns the terrain and the bases upside down, left to right.
fn mirror(map: &mut Map) {
    map.terrain.reverse();
    let last = map.grid.extent() as u32 - 1;
    for cell in map.numbered.get_mut("base").into_iter().flat_map(|bases| bases.values_mut()) {
        *cell = Cell(last - cell.0);
    }
}

fn finds(map: &Map, problem: &str) {
    let faults: Vec<String> = house_checks(map).iter().map(ToString::to_string).collect();
    assert!(faults.iter().any(|fault| fault.contains(problem)), "{problem}: {faults:#?}");
}
