//! A bad edition or set-up is refused with file, line, field and reason.

use table::reading::complaints;
use table::{Dice, Edition, Log, Refused, Rules, Setup, Shown, Speech};
use yellowstone::{Position, Value, Yellowstone};

/// What is said about the house edition with one text of one file replaced.
fn said(path: &str, from: &str, to: &str) -> String {
    let house = Yellowstone::house();
    let text = house.text(path).unwrap();
    assert!(text.contains(from), "{path} has no `{from}`");
    let edition: Edition = Yellowstone::house().with(path, text.replacen(from, to, 1));
    let scenario = path.strip_prefix("scenarios/").and_then(|file| file.strip_suffix(".toml"));
    match Yellowstone::open(&edition, &Setup::new(scenario.unwrap_or("standard"), 2)) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_fault_of_an_edition_names_its_place() {
    let wanted = [
        (said("charts/spring.toml", "limit 4", "limit 40"), "charts/spring.toml:6:", "say limit N"),
        (
            said("charts/spring.toml", "roll = 3", "roll = 2"),
            "charts/spring.toml:9:8",
            "stands here twice",
        ),
        (
            said("charts/fall.toml", "roll = 12", "roll = 13"),
            "charts/fall.toml:",
            "13 is not possible: say a whole number from 2 to 12",
        ),
        (
            said("charts/winter.toml", "change = -40", "change = \"much\""),
            "charts/winter.toml:57:",
            "say a whole number from -500 to 500",
        ),
        (
            said("charts/summer.toml", "name = ", "title = "),
            "charts/summer.toml:",
            "there is no field `title`",
        ),
        (
            said("food.toml", "value = 5", "value = 0"),
            "food.toml:",
            "say a whole number from 1 to 100",
        ),
        (
            said("herds.toml", "males   = 3", "males   = 4"),
            "herds.toml:",
            "4 is not possible: say a whole number from 0 to 3",
        ),
        (
            said("predators.toml", "count = 6", "count = 9"),
            "predators.toml:",
            "9 is not possible: say a whole number from 0 to 8",
        ),
        (
            said("predators.toml", "count = 6", "count = 5"),
            "maps/park.toml:",
            "6 hexes for 5 counters",
        ),
        (
            said("seasons.toml", "spring = 16", "spring = 0"),
            "seasons.toml:",
            "0 is not possible: say a whole number from 1 to 999",
        ),
        (
            said("predators.toml", "roll = [8, 10]", "roll = [8, 9]"),
            "predators.toml:1:1:",
            "there is no row for the total of two dice 10",
        ),
        (
            said("scenarios/two-herds.toml", "seats = [2, 2]", "seats = [2, 3]"),
            "scenarios/two-herds.toml:4:",
            "too many",
        ),
        (
            said("scenarios/predator-summer.toml", r#"["lion", "C5"]"#, r#"["lion", "C55"]"#),
            "scenarios/predator-summer.toml:5:",
            "say a letter and a number",
        ),
        (
            said("scenarios/predator-summer.toml", r#"["lion", "K15"]"#, r#"["lion", "C5"]"#),
            "scenarios/predator-summer.toml:5:",
            "two predators are put on C5",
        ),
        (
            said("scenarios/standard.toml", r#"["bison", "elk"]"#, r#"["bison", "sheep"]"#),
            "scenarios/standard.toml:",
            "these herds stand here twice",
        ),
        (
            said("scenarios/standard.toml", r#"["bison", "elk"]"#, r#"["bison", "wolf"]"#),
            "scenarios/standard.toml:",
            "there is no herd `wolf`",
        ),
        (
            said("scenarios/standard.toml", r#"["bison", "elk"]"#, r#"["bison"]"#),
            "scenarios/standard.toml:",
            "a list of 2 is not possible",
        ),
        (said("maps/park.toml", "1   m m f", "1   m q f"), "maps/park.toml:16:", "q"),
        (
            said("maps/park.toml", "f = \"forest\"", "f = \"jungle\""),
            "maps/park.toml:",
            "no terrain of this game",
        ),
        (
            said("herds.toml", "lake = \"stop\"", "lake = \"swim\""),
            "herds.toml:32:",
            "there is no footing `swim`",
        ),
    ];
    for (said, place, reason) in wanted {
        let found = said.lines().any(|line| line.starts_with(place) && line.contains(reason));
        assert!(found, "wanted {place} … {reason}: {said}");
    }
}

#[test]
fn whatever_is_spoiled_in_an_edition_is_told_in_words() {
    let complaints = complaints::<Yellowstone>(11, 40);
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

#[test]
fn set_ups_that_cannot_be_are_refused() {
    let refuse = |setup: Setup| {
        Yellowstone::open(&Yellowstone::house(), &setup).err().map(|e| e.to_string())
    };
    let wanted = [
        (Setup::new("standard", 5), "takes 2 to 4 seats"),
        (Setup::new("standard", 1), "takes 2 to 4 seats"),
        (Setup::new("standart", 2), "did you mean `standard`"),
        (Setup::new("two-herds", 3), "takes 2 seats, not 3"),
        (Setup::new("standard", 2).with("kills", "some"), "choose from one_line, everything"),
        (Setup::new("standard", 2).with("killls", "all"), "did you mean `kills`"),
    ];
    for (setup, reason) in wanted {
        let said = refuse(setup).unwrap_or_default();
        assert!(said.contains(reason), "wanted {reason}: {said}");
    }
}

#[test]
fn an_edition_of_ones_own_is_played() {
    let house = Yellowstone::house();
    let text = house.text("food.toml").unwrap().replace("value = 20", "value = 30");
    let edition = Yellowstone::house().with("food.toml", text);
    let game = Yellowstone::open(&edition, &Setup::new("standard", 2)).unwrap();
    let values = [0, 1, 2, 3].map(|number| game.food_value(Value::new(number)));
    assert_eq!(values, [5, 10, 15, 30]);
}

// rules: YS-INJ-08
#[test]
fn an_event_that_injures_twice_hits_two_animals() {
    let text = Yellowstone::house().text("charts/summer.toml").unwrap().to_string();
    let twice = text.replacen(r#""limit 4", "injure any""#, r#""injure any", "injure any""#, 1);
    assert_ne!(text, twice);
    let edition = Yellowstone::house().with("charts/summer.toml", twice);
    let given = r#"
        season = "summer"
        event = 2
        [elk]
        at = { M1 = "G18", F1 = "H18" }
    "#;
    let setup = Setup::new("standard", 2);
    let mut dice = Dice::loaded(Vec::new());
    let (game, mut position) =
        Yellowstone::arrange(&edition, &setup, toml::from_str(given).unwrap(), &mut dice).unwrap();
    let seat = game.status(&position).first().unwrap();
    let listed = |position: &Position| {
        let mut legal = Vec::new();
        game.legal(position, seat, &mut legal);
        legal.iter().map(|action| game.notation(action)).collect::<Vec<_>>()
    };
    assert_eq!(listed(&position), ["pick M1", "pick F1"]);
    let male = game.parse(&position, seat, "pick M1").unwrap();
    game.apply(&mut position, seat, &male, &mut dice, &mut Log::quiet());
    assert_eq!(listed(&position), ["pick F1"]);
    assert_eq!(game.check(&position, seat, &male).unwrap_err().rule().0, "YS-INJ-08");
}
