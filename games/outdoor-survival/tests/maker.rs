//! Maps from seeds: good boards all, the same from the same seed.

use outdoor_survival::{check_map, house_checks, make_map};
use table::Seed;
use terrain::Map;

fn made(number: u64) -> Map {
    make_map(Seed::from_number(number)).expect("every seed makes a map")
}

#[test]
fn every_map_passes_all_checks() {
    for number in 1..=5 {
        let map = made(number);
        assert_eq!(check_map(&map), [], "seed {number}");
        assert_eq!(house_checks(&map), [], "seed {number}");
    }
}

#[test]
fn a_seed_makes_one_map_and_another_seed_another() {
    assert_eq!(made(1).to_file(), made(1).to_file());
    assert_ne!(made(1).to_file(), made(2).to_file());
}

#[test]
fn a_made_map_is_written_and_read_back() {
    for number in 1..=3 {
        let map = made(number);
        assert_eq!(Map::parse(&map.to_file()).as_ref(), Ok(&map), "seed {number}");
    }
}
