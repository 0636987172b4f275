//! The guide to drawing maps tells the truth.

use terrain::Map;

const GUIDE: &str = include_str!("../../../docs/maps.md");

fn block(language: &str) -> &'static str {
    let opening = format!("```{language}\n");
    let (_, rest) = GUIDE.split_once(&opening).expect("a block of that kind");
    rest.split_once("```").expect("an end of the block").0
}

#[test]
fn its_example_is_a_map() {
    let map = Map::parse(block("toml")).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert_eq!(map.grid.cells().count(), 20);
    assert_eq!(Map::parse(&map.to_file()), Ok(map));
}

#[test]
fn its_errors_are_those_of_its_example() {
    let wrong = block("toml")
        .replace("2  ..ww.", "2  ..xw.")
        .replace("C4 B4 B5 :S", "C4 B4 B6 :S");
    let errors = Map::parse(&wrong).expect_err("a map with two faults");
    let told: Vec<String> = errors.iter().map(|error| error.to_string()).collect();
    assert_eq!(told, block("text").lines().collect::<Vec<_>>());
}
