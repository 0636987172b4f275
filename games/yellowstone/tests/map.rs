//! The house map passes every check of validity and fairness, and each check can fail.

use terrain::{Cell, Map};
use yellowstone::{Hex, Park, Range, Species, Yellowstone, check_map, house_checks};

const PARK: &str = include_str!("../data/maps/park.toml");

fn park() -> Map {
    Map::parse(PARK).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn opened() -> Yellowstone {
    use table::{Rules, Setup};
    Yellowstone::open(&Yellowstone::house(), &Setup::new("standard", 4)).unwrap()
}

fn cell(map: &Map, label: &str) -> Cell {
    map.grid.find(label).unwrap()
}

/// What `check_map` says of the park with one change.
fn said(change: impl FnOnce(&mut Map)) -> String {
    let mut map = park();
    change(&mut map);
    let faults = check_map(&map);
    faults.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("\n")
}

fn set(map: &mut Map, label: &str, terrain: &str) {
    let number = map.legend.iter().position(|(_, name)| name == terrain).unwrap();
    let at = cell(map, label);
    map.terrain[at.index()] = number as u8;
}

fn put(map: &mut Map, area: &str, label: &str) {
    let at = cell(map, label);
    map.areas.entry(area.into()).or_default().push(at);
}

fn take(map: &mut Map, area: &str, label: &str) {
    let at = cell(map, label);
    map.areas.entry(area.into()).or_default().retain(|cell| *cell != at);
}

// rules: YS-MAP-06, YS-MAP-10, YS-MAP-11, YS-MAP-12, YS-FOOD-28, YS-SETUP-13
#[test]
fn the_house_map_passes() {
    assert_eq!(check_map(&park()), []);
    assert_eq!(house_checks(&park()), []);
}

// rules: YS-MAP-10
#[test]
fn neighbours_and_distances_are_those_of_shifted_rows() {
    let game = opened();
    let hex = |label: &str| Hex::parse(label).unwrap();
    let names = |label: &str| {
        let mut names: Vec<String> =
            game.park.neighbours(hex(label)).iter().map(|hex| hex.to_string()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(names("K15"), "J14 J15 J16 K14 K16 L15");
    assert_eq!(names("K14"), "J14 K13 K15 L13 L14 L15");
    assert_eq!((names("A1"), names("T20")), ("A2 B1".into(), "S20 T19".into()));
    for a in game.park.hexes() {
        for b in game.park.hexes() {
            assert_eq!(a.distance(*b) == 1, game.park.adjacent(*a, *b), "{a} {b}");
        }
    }
}

// rules: YS-MAP-06, YS-MAP-11
#[test]
fn ways_and_food_are_fair_to_all_four_herds() {
    let game = opened();
    let each = |figure: &dyn Fn(&Park, Species) -> usize| {
        Species::ALL.map(|species| figure(&game.park, species))
    };
    assert_eq!(each(&|park, species| park.range(species, Range::Winter).len()), [14; 4]);
    assert_eq!(each(&|park, species| park.range(species, Range::Summer).len()), [14; 4]);
    let ways = each(&|park, species| park.way(species).unwrap_or(0) as usize);
    assert!(ways.iter().all(|way| (7..=10).contains(way)), "{ways:?}");
    let sums = each(&|park, species| park.seven_ways(species) as usize);
    assert!(sums.iter().max().unwrap() - sums.iter().min().unwrap() <= 8, "{sums:?}");
    let food = each(&|park, species| park.food_near(species, 3));
    assert!(food.iter().all(|near| *near >= 4), "{food:?}");
}

// rules: YS-MAP-11, YS-MAP-12, YS-FOOD-28, YS-SETUP-13
#[test]
fn every_check_can_fail() {
    let faults = [
        (said(|map| take(map, "elk winter", "H19")), ""),
        (
            said(|map| ["G18", "H18", "I18"].iter().for_each(|hex| take(map, "elk winter", hex))),
            "elk winter: 11 hexes are too few for 12 animals",
        ),
        (said(|map| put(map, "elk winter", "A20")), "elk winter: is in 2 pieces"),
        (said(|map| put(map, "elk winter", "M17")), "belongs to another range too"),
        (said(|map| set(map, "C9", "mountain")), "bison winter: C9 is closed to its own herd"),
        (said(|map| set(map, "K17", "forest")), "food: K17 is not clear"),
        (said(|map| put(map, "food", "G19")), "food: G19 lies in a range"),
        (said(|map| put(map, "food", "H14")), "coyote: H14 has two marks"),
        (said(|map| ["A8", "A9"].iter().for_each(|hex| put(map, "food", hex))), "20 Food hexes"),
        (said(|map| take(map, "coyote", "H14")), "coyote: 5 hexes for 6 counters"),
        (said(|map| put(map, "grizzly den", "A20")), "grizzly den: 5 hexes for 4 counters"),
        (
            said(|map| {
                take(map, "lion den", "I5");
                put(map, "lion den", "K14")
            }),
            "K14 and K15 touch",
        ),
        (said(|map| map.legend[0].1 = "meadow".into()), "`meadow` is no terrain of this game"),
        (
            said(|map| {
                map.areas.insert("wolf den".into(), Vec::new());
            }),
            "`wolf den` means nothing",
        ),
        (
            said(|map| {
                let food = map.areas.get_mut("food").unwrap();
                food.truncate(4)
            }),
            "Food hexes within a detour of 3",
        ),
        (
            said(|map| {
                let hexes: Vec<Cell> = map.area("bison winter").to_vec();
                let deer: Vec<Cell> = map.area("deer winter").to_vec();
                map.areas.insert("bison winter".into(), deer);
                map.areas.insert("deer winter".into(), hexes);
            }),
            "7 to 10 are fair",
        ),
    ];
    for (said, wanted) in faults {
        assert_eq!(said.is_empty(), wanted.is_empty(), "wanted `{wanted}`, but: {said}");
        assert!(said.contains(wanted), "wanted `{wanted}`, but: {said}");
    }
}

// rules: YS-MAP-06
#[test]
fn a_map_without_a_way_is_unplayable() {
    let said = said(|map| {
        for row in 1..=20 {
            set(map, &format!("F{row}"), "mountain");
            set(map, &format!("G{row}"), "mountain");
        }
        take(map, "food", "G5");
        take(map, "food", "G12");
        take(map, "food", "F18");
    });
    assert!(said.contains("bison winter: there is no way from here to the Summer Range"), "{said}");
}
