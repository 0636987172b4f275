//! The house map of Outdoor Survival, read from its file.

use terrain::{Cell, CostField, Edge, Map, Side};

const FILE: &str = include_str!("../../../games/outdoor-survival/data/maps/wilderness.toml");

fn wilderness() -> Map {
    Map::parse(FILE).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn count(on: &[bool]) -> usize {
    on.iter().filter(|on| **on).count()
}

#[test]
fn the_board_and_its_terrain_have_the_printed_totals() {
    let map = wilderness();
    assert_eq!((map.grid.columns(), map.grid.rows()), (43, 34));
    let hexes = |name: &str| {
        let cells = map.grid.cells();
        cells.filter(|cell| map.terrain_name(*cell) == name).count()
    };
    let totals = ["clear", "woods", "desert", "swamp", "mountain"].map(hexes);
    assert_eq!(totals, [684, 401, 78, 46, 253]);
    let swamps = map.grid.pieces(|cell| map.terrain_name(cell) == "swamp");
    assert_eq!(swamps.iter().map(Vec::len).collect::<Vec<_>>(), [31, 15]);
}

#[test]
fn the_symbols_have_the_printed_totals() {
    let map = wilderness();
    let totals = ["ford", "basin", "food"].map(|name| map.featured(name).len());
    assert_eq!(totals, [9, 24, 18]);
    assert_eq!(map.numbered["base"].len(), 9);
    assert_eq!(map.numbered("base", 5), map.grid.find("2217"));
    let river = map.on_course("river");
    assert!(map.featured("ford").iter().all(|ford| river[ford.index()]));
}

#[test]
fn the_rivers_are_unbroken_and_fork_once() {
    let map = wilderness();
    assert_eq!(count(&map.on_course("river")), 98);
    assert_eq!(map.one_sided("river"), []);
    let forks: Vec<String> = map
        .grid
        .cells()
        .filter(|cell| map.crossed_sides("river")[cell.index()].count_ones() > 2)
        .map(|cell| map.grid.label(cell))
        .collect();
    assert_eq!(forks, ["3607"]);
}

#[test]
fn the_trails_have_their_hexes_junctions_and_ends() {
    let map = wilderness();
    let trail = map.on_course("trail");
    assert_eq!(count(&trail), 119);
    let on = |name: &str| {
        let cells = map.grid.cells().filter(|cell| trail[cell.index()]);
        cells.filter(|cell| map.terrain_name(*cell) == name).count()
    };
    assert_eq!(["woods", "mountain", "swamp"].map(on), [80, 33, 6]);
    let sides = map.crossed_sides("trail");
    let with = |number: std::ops::RangeInclusive<u32>| -> Vec<String> {
        let cells = map.grid.cells().filter(|cell| trail[cell.index()]);
        let cells = cells.filter(|cell| number.contains(&sides[cell.index()].count_ones()));
        let mut labels: Vec<String> = cells.map(|cell| map.grid.label(cell)).collect();
        labels.sort();
        labels
    };
    assert_eq!(with(3..=6), ["0905", "2005", "4016"]);
    assert_eq!(with(0..=1), ["1317", "1929", "2007", "2431", "2526", "3517"]);
    let mouth = map.grid.find("0109").expect("a hex of the map");
    assert_ne!(sides[mouth.index()] & Side(5).bit(), 0, "trail 5 leaves by NW");
}

#[test]
fn the_file_survives_being_written() {
    let map = wilderness();
    assert_eq!(Map::parse(&map.to_file()), Ok(map));
}

/// OS 4.5 with every rate flag clear: what it costs to step from a hex, off the board included.
fn step_cost(map: &Map) -> impl Fn(Cell, Side) -> Option<u32> + '_ {
    let (river, trail) = (map.on_course("river"), map.on_course("trail"));
    let ford = map.has_feature("ford");
    let pierced = map.crossed_sides("trail");
    move |cell, side| {
        let Some(next) = map.grid.neighbour(cell, side) else {
            return Some(1);
        };
        let (here, there) = (cell.index(), next.index());
        let through = pierced[here] & side.bit() != 0
            || pierced[there] & side.opposite().bit() != 0
            || map.terrain_name(cell) == "clear";
        let own = match map.terrain_name(next) {
            _ if ford[there] => 1,
            "swamp" => 4,
            _ if river[there] => 3,
            "clear" => 1,
            "woods" | "desert" => 2,
            _ => 3,
        };
        let dry = !river[there] || ford[there];
        Some(if trail[there] && through && dry { 1 } else { own })
    }
}

#[test]
fn the_ways_off_the_board_cost_what_the_house_map_promises() {
    let map = wilderness();
    let cost = step_cost(&map);
    let mut field = CostField::new();
    let mut way_off = |base: u32, edge: Edge| {
        let start = map.numbered("base", base).expect("a base of the map");
        let off = |cell, side| map.grid.leaves_over(cell, side, edge);
        field.fill_towards_or_off(&map.grid, [], off, &cost);
        let mut way = Vec::new();
        let exit = field.way_onwards(&map.grid, start, &mut way);
        let last = *way.last().expect("a way");
        assert!(exit.is_some_and(|exit| map.grid.leaves_over(last, exit, edge)));
        field.cost(start)
    };
    let from_base_5 = [Edge::North, Edge::South, Edge::West, Edge::East].map(|e| way_off(5, e));
    assert_eq!(from_base_5, [24, 24, 26, 30].map(Some));
    assert_eq!(way_off(4, Edge::East), Some(50));
}

#[test]
fn water_and_food_are_as_near_as_the_house_map_promises() {
    let map = wilderness();
    let river = map.on_course("river");
    let rivers = map.grid.cells().filter(|cell| river[cell.index()]);
    let water: Vec<Cell> = rivers.chain(map.featured("basin").iter().copied()).collect();
    let base = map.numbered("base", 5).expect("a base of the map");
    let mut field = CostField::new();
    let mut nearness = |sources: &[Cell]| {
        field.fill_steps(&map.grid, sources.iter().copied(), |_| true);
        let farthest = map.grid.cells().filter_map(|cell| field.cost(cell)).max();
        (field.cost(base), farthest)
    };
    assert_eq!(nearness(&water), (Some(3), Some(7)));
    assert_eq!(nearness(map.featured("food")), (Some(5), Some(10)));
}
