//! An edition of one's own, and what is said when it is wrong.

use outlive::Outlive;
use table::reading::complaints;
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
        (
            "rooms.toml",
            "code = \"A3\"",
            "code = \"A2\"",
            "room[6].code: the room `A2` stands here twice: it is on line 10 already",
        ),
        (
            "rooms.toml",
            "spaces = 3",
            "spaces = 0",
            "room[1].spaces: 0 is not possible: say a whole number from 1 to 8",
        ),
        ("rooms.toml", "code = \"A19\"", "code = \"A20\"", "there is no room `A20`"),
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
        (
            "search.toml",
            "cupboard  = 2",
            "cupboard  = 5",
            "tiles: 13 tiles in all are not possible",
        ),
        ("shelter.toml", "[3, 2, 1, 0, -1", "[3, 2, 2, 0, -1", "gauge.cells"),
        ("board.toml", "display     = 3", "display     = 4", "dawn.display: 4 is not possible"),
        (
            "board.toml",
            "six_days  = [1, 2,",
            "six_days  = [1,",
            "ambient.six_days: a list of 5 is not possible: say a list of 6",
        ),
        (
            "wild_game.toml",
            "stack = [6, 8, 10]",
            "stack = [6, 8, 12]",
            "stack[3]: 12 is not possible",
        ),
        ("horde.toml", "forecast  = 4", "forecast  = 9", "easy.forecast: 9"),
        ("scenarios/convoy.toml", "seats   = [2, 4]", "seats   = [1, 4]", "seats"),
        (
            "scenarios/convoy.toml",
            "seats   = [2, 4]",
            "sets    = [2, 4]",
            "scenarios/convoy.toml:3:1: sets: there is no field `sets`: did you mean `seats`?",
        ),
        ("board.toml", "forest      = [6, 8, 10]", "forest      = [6, 8]", "a list of 2"),
        ("wild_game.toml", "copies = 6", "copies = 60", "game[1].copies: 60"),
        ("horde.toml", "\"mine\"", "\"mines\"", "cycle[2]: there is no errand `mines`"),
        ("scenarios/hard-rain.toml", "turns = [1]", "turns = [7]", "events[1].turns[1]: 7"),
        (
            "scenarios/lean-week.toml",
            "turns = [6]",
            "turns = [5]",
            "events[2].turns[1]: the turn 5 stands here twice: it is on line 5 already",
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

#[test]
fn all_faults_of_all_files_are_told_at_once() {
    let house = Outlive::house();
    let change = |edition: Edition, path: &str, from: &str, to: &str| {
        let text = edition.text(path).unwrap().replacen(from, to, 1);
        edition.with(path, text)
    };
    let edition = change(house, "rooms.toml", "spaces = 3", "spaces = \"three\"");
    let edition = change(edition, "board.toml", "display     = 3", "dispaly     = 3");
    let edition = change(edition, "leaders.toml", "\"shotgun\"", "\"axe\"");
    let edition = change(edition, "leaders.toml", "\"baseball-bat\"", "\"axe\"");
    let edition = edition.with("leader.toml", "").with("scenario/mine.toml", "");
    let setup = Setup::new("convoi", 2).with("forcast", "on");
    let Err(error) = Outlive::open(&edition, &setup) else {
        panic!("nothing was wrong");
    };
    assert_eq!(
        error.to_string().lines().collect::<Vec<_>>(),
        [
            "scenario: there is no scenario `convoi`: did you mean `convoy`?",
            "forcast: there is no option `forcast`: did you mean `forecast`?",
            "board.toml:11:1: dawn.dispaly: there is no field `dispaly`: did you mean `display`?",
            "leader.toml:1:1: there is no file `leader.toml`: did you mean `leaders.toml`?",
            "leaders.toml:6:195: leader[4].equipment: this makes 3 of `axe`: there are only 2",
            "rooms.toml:6:68: room[1].spaces: `\"three\"` is text in quotes: say a whole number from 1 to 8",
            "scenario/mine.toml:1:1: there is no folder `scenario`: did you mean `scenarios`?",
        ]
    );
}

#[test]
fn spoiled_files_are_refused_where_they_are_spoiled_and_never_panic() {
    let complaints = complaints::<Outlive>(17, 40);
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}
