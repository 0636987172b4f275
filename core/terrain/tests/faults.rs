//! Every fault of a map file is told at its exact place.
//!
//! Each case changes a small good map; the mark `¦` stands before what is wrong.

use terrain::{Map, MapFault};

const GOOD: &str = r#"name = "Islet"
tops = "flat"
lower = "even"
labels = "A1"

[legend]
"." = "grass"
w = "woods"

[body]
terrain = """
1 ..w-
2 .ww.
3 ....
"""

[courses]
brook = ["N: A1 A2 B2", "(B1) C2 C3 :S"]

[features]
spring = "A1 B2"

[numbered.camp]
1 = "A1"
2 = "D3"

[[side]]
hex = "B2"
side = "NE"
mark = "cliff"

[layers.herds]
legend = { h = "hares" }
body = """
h..-
hh..
....
"""

[areas]
north = "A1 B1"
"#;

/// The faults of the good map after these changes, and where the marks stood.
fn told(changes: &[(&str, &str)]) -> (Vec<String>, Vec<(usize, usize)>) {
    let mut file = GOOD.to_string();
    for (from, to) in changes {
        assert_eq!(file.matches(from).count(), 1, "{from:?} is not once in the map");
        file = file.replace(from, to);
    }
    let mut places = Vec::new();
    let mut clean = String::new();
    for (number, line) in file.split_inclusive('\n').enumerate() {
        let mut column = 1;
        for letter in line.chars() {
            match letter {
                '¦' => places.push((number + 1, column)),
                letter => {
                    clean.push(letter);
                    column += 1;
                }
            }
        }
    }
    let errors = Map::parse(&clean).expect_err("the map should be refused");
    let found: Vec<_> = errors.iter().map(|e| (e.line, e.column)).collect();
    assert_eq!(found, places, "{errors:#?}");
    (errors.iter().map(|error| error.to_string()).collect(), found)
}

/// Asserts that the change makes exactly one fault, at the mark, with this text after the place.
fn one_fault(from: &str, to: &str, text: &str) {
    let (told, places) = told(&[(from, to)]);
    let (line, column) = places[0];
    assert_eq!(told, [format!("line {line}, column {column}: {text}")]);
}

#[test]
fn the_good_map_is_good() {
    let map = Map::parse(GOOD).expect("a good map");
    assert_eq!(map.grid.cells().count(), 11);
    assert_eq!(Map::parse(&map.to_file()), Ok(map));
}

#[test]
fn keys_and_kinds() {
    one_fault(
        "[areas]",
        "[¦region]",
        "unknown key \"region\"; known here: name, tops, lower, labels, legend, body, courses, \
         features, numbered, side, layers, areas",
    );
    one_fault(
        "\"A1\"\n\n[legend]",
        "¦7\n\n[legend]",
        "labels: this is of the kind integer; it should be text in quotes",
    );
    one_fault("\"flat\"", "\"¦round\"", "tops: \"round\" is not one of flat, pointy");
    one_fault("name = \"Islet\"", "¦", "name is missing; add it here");
    one_fault(
        "mark = \"cliff\"",
        "mark = \"cliff\"\n¦word = \"x\"",
        "side[1]: unknown key \"word\"; known here: hex, side, mark",
    );
    one_fault("[[side]]\nhex = \"B2\"", "¦[[side]]", "side[1]: hex is missing; add it here");
    one_fault(
        "[\"N: A1 A2 B2\", \"(B1) C2 C3 :S\"]",
        "¦\"N: A1 A2 B2\"",
        "courses.brook: this is of the kind string; it should be a list of courses, each a text in \
         quotes",
    );
    one_fault(
        "2 = \"D3\"",
        "¦two = \"D3\"",
        "numbered.camp: \"two\" is not a number; use 0 to 999999999, plain digits",
    );
}

#[test]
fn toml_itself() {
    let errors = Map::parse("name = \"Islet\"\ntops = = \"flat\"\n").expect_err("not TOML");
    assert_eq!((errors[0].line, errors[0].column), (2, 8));
    assert!(matches!(errors[0].fault, MapFault::NotToml(_)));
}

#[test]
fn legends_and_drawings() {
    one_fault(
        "w = \"woods\"",
        "w = \"woods\"\n¦\"-\" = \"nothing\"",
        "legend: \"-\" cannot stand for something in a drawing; use one character that is no digit, \
         blank, quote, backslash or hyphen (nor a full stop in a layer)",
    );
    one_fault("2 .ww.", "2 .w¦x.", "body.terrain: unknown letter 'x'; known here: . w -");
    one_fault("2 .ww.", "2 .ww¦", "body.terrain: row 2 has 3 letters; it should have 4");
    one_fault("2 .ww.", "2 . w w . ¦w w", "body.terrain: row 2 has 6 letters; it should have 4");
    one_fault("3 ....\n", "¦4 ....\n", "body.terrain: the row is numbered 4; it should be 3");
    one_fault(
        "1 ..w-\n2 .ww.\n3 ....\n",
        "¦",
        "body.terrain: there is no hex here; draw one row of letters per row of hexes",
    );
}

#[test]
fn long_legends() {
    let entries: String = ('一'..).take(300).map(|c| format!("\"{c}\" = \"\"\n")).collect();
    let file = GOOD.replace("w = \"woods\"\n", &format!("w = \"woods\"\n{entries}"));
    let errors = Map::parse(&file).expect_err("a long legend");
    let told: Vec<_> = errors.iter().map(|e| (e.line, e.fault.clone())).collect();
    assert_eq!(told, [(9 + 253, MapFault::LongLegend(255))]);
}

#[test]
fn layers_and_areas() {
    one_fault(
        "[layers.herds]\nlegend = { h = \"hares\" }\nbody = \"\"\"\nh..-\nhh..\n",
        "¦[layers.herds]\nbody = \"\"\"\n...-\n....\n",
        "layers.herds: legend is missing; add it here",
    );
    one_fault(
        "h..-\n",
        "h..¦h\n",
        "layers.herds.body: 'h' stands where the terrain has no hex; write - here",
    );
    one_fault(
        "hh..\n",
        "hh¦-.\n",
        "layers.herds.body: - stands where the terrain has a hex; write . for nothing special",
    );
    one_fault("hh..\n", "hh¦k.\n", "layers.herds.body: unknown letter 'k'; known here: h . -");
    one_fault(
        "body = \"\"\"\nh..-\nhh..\n",
        "body = \"\"\"\n¦h..-\n",
        "layers.herds.body: the layer has 2 rows; it should have 3, as the terrain",
    );
    one_fault(
        "{ h = \"hares\" }",
        "{ h = \"hares\", ¦k = \"hares\" }",
        "layers.herds.legend: the area \"hares\" is already said; once is enough",
    );
    one_fault(
        "north =",
        "hares = \"C2 ¦B2\"\nnorth =",
        "areas.hares: B2 is already said; once is enough",
    );
}

#[test]
fn names_of_hexes_and_sides() {
    one_fault(
        "\"A1 B2\"",
        "\"A1  ¦E9 B2\"",
        "features.spring: no hex is called \"E9\"; names run from A1 to D3, holes left out",
    );
    one_fault(
        "\"A1 B2\"",
        "\"A1 ¦D1 B2\"",
        "features.spring: no hex is called \"D1\"; names run from A1 to D3, holes left out",
    );
    one_fault("\"A1 B2\"", "\"A1 B2 ¦a01\"", "features.spring: A1 is already said; once is enough");
    one_fault("2 = \"D3\"", "2 = \"¦A1\"", "numbered.camp.2: A1 is already said; once is enough");
    one_fault(
        "2 = \"D3\"",
        "2 = \"D3\"\n¦02 = \"C3\"",
        "numbered.camp: the number 2 is already said; once is enough",
    );
    one_fault(
        "\"NE\"",
        "\"¦E\"",
        "side[1].side: no side is called \"E\"; the sides are N, NE, SE, S, SW, NW",
    );
    one_fault(
        "mark = \"cliff\"\n",
        "mark = \"cliff\"\n[[side]]\nhex = \"B2\"\nside = \"NE\"\nmark = \"¦cliff\"\n",
        "side[2].mark: \"cliff\" of the side NE of B2 is already said; once is enough",
    );
}

#[test]
fn courses() {
    let brook = "\"N: A1 A2 B2\"";
    one_fault(
        brook,
        "\"N: A1 A2 ¦C2\"",
        "courses.brook[1]: C2 does not touch A2; a course goes from hex to neighbour",
    );
    one_fault(
        brook,
        "\"¦S: A1 A2 B2\"",
        "courses.brook[1]: S of A1 is still the board: A2 lies there; name that hex, or a side that \
         leaves",
    );
    one_fault(
        brook,
        "\"N: A1 A2 ¦:N B2\"",
        "courses.brook[1]: \"N\" is out of place; a side as N: begins a course and one as :N ends \
         it, beside a hex without brackets",
    );
    one_fault(
        brook,
        "\"N: A1 ¦(A2) B2\"",
        "courses.brook[1]: (A2) is only pointed at, but the course goes on; only its first and its \
         last hex may be in brackets",
    );
    one_fault(
        brook,
        "\"¦\"",
        "courses.brook[1]: the course enters no hex; name at least one without brackets",
    );
    one_fault(
        brook,
        "\"¦Q: A1 A2 B2\"",
        "courses.brook[1]: no side is called \"Q\"; the sides are N, NE, SE, S, SW, NW",
    );
    one_fault(
        "(B1) C2 C3 :S",
        "¦(B2) C2 C3 :S",
        "courses.brook[2]: B2 has such a course itself, but none that crosses its NE side; enter it \
         without brackets, or point elsewhere",
    );
}

#[test]
fn sides_may_be_joined_to_their_hexes_and_leave_into_holes() {
    let changes = [("\"N: A1 A2 B2\"", "\"N:A1 A2 B2\""), ("C3 :S", "C3:S")];
    let joined = changes.iter().fold(GOOD.to_string(), |file, (from, to)| file.replace(from, to));
    assert_eq!(Map::parse(&joined), Map::parse(GOOD));
    let hole = GOOD.replace("\"N: A1 A2 B2\"", "\"NE: C2 B1\"");
    assert!(Map::parse(&hole).is_ok(), "{:?}", Map::parse(&hole));
}

#[test]
fn every_fault_is_told_in_the_order_of_the_file() {
    told(&[
        ("2 .ww.", "2 .w¦x."),
        ("N: A1 A2 B2", "N: A1 A2 ¦D3"),
        ("\"A1 B2\"", "\"A1 ¦Z9 B2\""),
        ("side = \"NE\"", "side = \"¦north\""),
        ("hh..", "h¦x.."),
        ("\"A1 B1\"", "\"A1 ¦A1\""),
    ]);
}

#[test]
fn places_count_characters_through_escapes_and_joined_lines() {
    told(&[("\"A1 B2\"", "\"\\u0041\\x31 \\u00e9 B2\"".replace("\\u00e9", "¦\\u00e9").as_str())]);
    told(&[("\"A1 B2\"", "\"\"\"A1 \\\n   \\\n  ¦É7 B2\"\"\"")]);
    told(&[
        ("name = \"Islet\"\n", "name = \"É\"\r\n"),
        ("\"A1 B2\"", "\"\"\"\r\nA1\r\n¦é B2\"\"\""),
    ]);
}

#[test]
fn sizes_have_limits() {
    let file = |labels: &str, columns: usize, rows: usize| {
        let row = ".".repeat(columns) + "\n";
        format!(
            "name = \"\"\ntops = \"pointy\"\nlower = \"odd\"\nlabels = \"{labels}\"\n\
             legend = {{ \".\" = \"sea\" }}\nbody = {{ terrain = \"\"\"\n{}\"\"\" }}\n",
            row.repeat(rows)
        )
    };
    let fault = |labels: &str, columns: usize, rows: usize| {
        let errors = Map::parse(&file(labels, columns, rows)).expect_err("too large");
        assert_eq!(errors.len(), 1);
        errors[0].fault.clone()
    };
    assert!(Map::parse(&file("0101", 99, 99)).is_ok());
    assert!(Map::parse(&file("A1", 1000, 1000)).is_ok());
    let too_large = |of, has, most| MapFault::TooLarge { of, has, most };
    assert_eq!(fault("0101", 100, 1), too_large("columns", 100, 99));
    assert_eq!(fault("0101", 1, 100), too_large("rows", 100, 99));
    assert_eq!(fault("A1", 1001, 2), too_large("columns", 1001, 1000));
    assert_eq!(fault("A1", 2, 1001), too_large("rows", 1001, 1000));
}

#[test]
fn a_flood_of_faults_is_counted_not_listed() {
    let errors = Map::parse(&GOOD.replace("\"A1 B2\"", &format!("\"{}\"", "Z9 ".repeat(5000))))
        .expect_err("many faults");
    assert_eq!(errors.len(), 201);
    assert_eq!(errors[200].fault, MapFault::More(4800));
}
