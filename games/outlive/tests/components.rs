//! An edition of one's own, and what is said when it is wrong.

use outlive::Outlive;
use table::{Edition, Rules, Setup};

fn fault(path: &str, from: &str, to: &str) -> String {
    let house = Outlive::house();
    let text = house.text(path).unwrap();
    assert!(text.contains(from), "{path} has no `{from}`");
    let edition: Edition = house.clone().with(path, text.replacen(from, to, 1));
    match Outlive::open(&edition, &Setup::new("convoy", 2)) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_bad_edition_names_file_line_field_and_reason() {
    for (path, from, to, says) in [
        ("rooms.toml", "code = \"A3\"", "code = \"A2\"", "rooms.toml:11:"),
        ("rooms.toml", "code = \"A3\"", "code = \"A2\"", "code: `A2` stands here twice"),
        ("rooms.toml", "spaces = 3", "spaces = 0", "spaces: 0 is not possible"),
        ("rooms.toml", "code = \"A19\"", "code = \"A20\"", "there is no code `A20`"),
        ("equipment.toml", "cost = { wood = 3 }", "cost = { wod = 3 }", "did you mean `wood`"),
        (
            "equipment.toml",
            "cost = { wood = 3 }",
            "cost = { water = 3 }",
            "Wood, Metal and Microchips only",
        ),
        ("equipment.toml", "half = \"right\"", "half = \"left\"", "one left and one right"),
        ("events.toml", "id = \"nomads\"", "id = \"nomad\"", "did you mean `nomads`"),
        ("leaders.toml", "age = 51", "age = 66", "two leaders are 66"),
        ("leaders.toml", "\"dam\", \"silent-peak\"", "\"dam\", \"dam\"", "`dam` stands here twice"),
        ("leaders.toml", "equipment = \"axe\"", "equipment = \"ax\"", "did you mean `axe`"),
        ("search.toml", "cupboard  = 2", "cupboard  = 5", "tiles: 13 is not possible"),
        ("shelter.toml", "[3, 2, 1, 0, -1", "[3, 2, 2, 0, -1", "gauge.cells"),
        ("board.toml", "display     = 3", "display     = 4", "dawn.display: 4 is not possible"),
        ("board.toml", "six_days  = [1, 2,", "six_days  = [1,", "six_days needs 6"),
        ("wild_game.toml", "stack = [6, 8, 10]", "stack = [6, 8, 12]", "stack: 12"),
        ("horde.toml", "forecast  = 4", "forecast  = 9", "forecast: 9"),
        ("scenarios/convoy.toml", "seats   = [2, 4]", "seats   = [1, 4]", "seats"),
        (
            "scenarios/convoy.toml",
            "seats   = [2, 4]",
            "sets    = [2, 4]",
            "scenarios/convoy.toml:3",
        ),
    ] {
        let told = fault(path, from, to);
        assert!(told.contains(says), "{path}: {from} -> {to}: said `{told}`, wanted `{says}`");
    }
}

#[test]
fn house_values_can_be_changed() {
    let house = Outlive::house();
    let text = house.text("events.toml").unwrap();
    let other = text.replace(
        "points = 5, cost = { wood = 3, meat = 3 }",
        "points = 6, cost = { wood = 4, meat = 3 }",
    );
    assert_ne!(text, other);
    let edition = house.clone().with("events.toml", other);
    let game = Outlive::open(&edition, &Setup::new("convoy", 2)).unwrap();
    let cold = &game.parts().events[outlive::EventCard::ColdSnap.index()];
    assert_eq!((cold.points, cold.cost[outlive::Token::Wood.index()]), (6, 4));
}
