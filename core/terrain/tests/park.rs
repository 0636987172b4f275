//! The house map of Yellowstone, read from its file.

use terrain::Map;

const FILE: &str = include_str!("../../../games/yellowstone/data/maps/park.toml");

fn park() -> Map {
    Map::parse(FILE).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

#[test]
fn the_terrain_has_its_totals() {
    let map = park();
    assert_eq!((map.grid.columns(), map.grid.rows()), (20, 20));
    let hexes = |name: &str| {
        let cells = map.grid.cells();
        cells.filter(|cell| map.terrain_name(*cell) == name).count()
    };
    let totals = ["clear", "forest", "mountain", "lake"].map(hexes);
    assert_eq!(totals, [210, 91, 77, 22]);
}

#[test]
fn every_range_is_one_piece_of_fourteen() {
    let map = park();
    for herd in ["bison", "sheep", "elk", "deer"] {
        for season in ["winter", "summer"] {
            let range = map.area(&format!("{herd} {season}"));
            assert_eq!(range.len(), 14, "{herd} {season}");
            assert_eq!(map.grid.pieces(|cell| range.contains(&cell)).len(), 1);
        }
    }
    let labels = |area: &str| -> Vec<String> {
        let cells = map.area(area).iter();
        cells.map(|cell| map.grid.label(*cell)).collect()
    };
    assert_eq!(
        labels("deer summer").join(" "),
        "J11 K11 I12 J12 K12 L12 I13 J13 K13 L13 M13 I14 J14 L14"
    );
}

#[test]
fn the_marks_have_their_totals_and_no_hex_has_two() {
    let map = park();
    let marks = ["food", "coyote", "grizzly den", "lion den", "geyser"];
    let totals = marks.map(|mark| map.area(mark).len());
    assert_eq!(totals, [18, 6, 4, 4, 1]);
    let mut marked: Vec<_> = marks.iter().flat_map(|mark| map.area(mark)).collect();
    marked.sort();
    marked.dedup();
    assert_eq!(marked.len(), 33);
}

#[test]
fn the_file_survives_being_written() {
    let map = park();
    assert_eq!(Map::parse(&map.to_file()), Ok(map));
}
