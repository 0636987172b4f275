//! What a player is told is what then happens.

use outdoor_survival::{Action, Given, OutdoorSurvival};
use table::{Dice, Log, Looks, Names, Rules, Seat, Seed, Setup, Shown, Viewer};

/// The hunter's game with the deer on this hex, the hunter on 2020 and in turn.
fn hunt(scenario: &str, deer: &str, land: &str) -> (OutdoorSurvival, outdoor_survival::Position) {
    let given = format!(
        "map = \"blank\"\nday = 2\nturn = 2\nterrain = {{ {land} }}\n[person]\n1 = {{ hex = \"{deer}\" }}\n2 = {{ hex = \"2020\" }}\n"
    );
    let given: Given = toml::from_str(&given).unwrap();
    let house = OutdoorSurvival::house();
    let mut dice = Dice::seeded(Seed::from_number(1));
    OutdoorSurvival::arrange(&house, &Setup::new(scenario, 2), given, &mut dice).unwrap()
}

/// What stands beside the choice to shoot.
fn told(game: &OutdoorSurvival, position: &outdoor_survival::Position) -> String {
    let seat = Seat(1);
    let mut choices = Vec::new();
    game.legal(position, seat, &mut choices);
    let view = game.view(position, Viewer::Seat(seat));
    let scene = game.scene(&view, Viewer::Seat(seat), &choices, Names::NONE);
    let choices = scene.prompt.unwrap().choices;
    choices.into_iter().find(|choice| choice.notation == "shoot").unwrap().description
}

// rules: OS-BEAST-09, OS-BEAST-11, OS-BEAST-12, OS-VAR-01
#[test]
fn the_odds_of_a_shot_are_those_of_its_distance_and_land() {
    for (scenario, deer, land, words) in [
        ("beast", "2019", "", "over 1 hex it hits without a roll"),
        ("beast", "2020", "2020 = \"woods\"", "in the same hex it hits on a roll of 1, 2 or 3"),
        ("beast", "2020", "2020 = \"swamp\"", "in the same hex it hits without a roll"),
        ("beast-rifle", "2019", "", "over 1 hex it hits on a roll of 1, 2, 3, 4 or 5"),
        ("beast-rifle", "2017", "", "over 3 hexes it hits on a roll of 1, 2 or 3"),
        ("beast-rifle", "2017", "2017 = \"woods\"", "over 3 hexes it hits on a roll of 1 or 2"),
        ("beast-rifle", "2015", "", "over 5 hexes it hits on a roll of 1"),
        (
            "beast-rifle",
            "2020",
            "2020 = \"woods\"",
            "in the same hex it hits on a roll of 1, 2 or 3",
        ),
    ] {
        let (game, position) = hunt(scenario, deer, land);
        let told = told(&game, &position);
        assert!(told.contains(&format!("{words}.")), "{scenario}, {deer}, {land}: {told}");
        for face in 1..=6 {
            let mut shot = position.clone();
            let mut dice = Dice::loaded(vec![face; 60]);
            game.play(&mut shot, Seat(1), &Action::Shoot, &mut dice, &mut Log::quiet()).unwrap();
            let hit = game.status(&shot).outcome().is_some_and(|outcome| outcome.reason == "hit");
            let promised = words.contains("without") || words[10..].contains(&face.to_string());
            assert_eq!(hit, promised, "{told}: {face}");
        }
    }
}

// rules: OS-VAR-01, OS-BEAST-10
#[test]
fn why_there_is_no_shot_is_told_by_the_land_of_the_scenario() {
    for (scenario, land, words) in [
        ("beast", "", "next to it"),
        ("beast", "2020 = \"desert\"", "share its hex"),
        ("beast-rifle", "2020 = \"desert\"", "too far for the rifle"),
        ("beast-rifle", "2020 = \"woods\"", "share its hex"),
    ] {
        let (game, position) = hunt(scenario, "2010", land);
        let refused = game.check(&position, Seat(1), &Action::Shoot).unwrap_err().to_string();
        assert!(refused.contains(words), "{scenario}, {land}: {refused}");
    }
}

// rules: OS-SRCH-04
#[test]
fn nobody_stands_on_the_board_before_his_base_is_chosen() {
    for scenario in ["search", "search-dark"] {
        let game =
            OutdoorSurvival::open(&OutdoorSurvival::house(), &Setup::new(scenario, 4)).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(5));
        let truth = game.start(&mut dice, &mut Log::quiet());
        let seat = game.status(&truth).first().unwrap();
        let sample = game.resample(&truth, seat, &mut dice);
        for position in [truth, sample] {
            for viewer in [Viewer::Referee, Viewer::Seat(seat), Viewer::Table] {
                let view = game.view(&position, viewer);
                assert_eq!(view.persons.values().filter(|it| it.hex.is_some()).count(), 1);
                let scene = game.scene(&view, viewer, &[], Names::NONE);
                let persons = scene.pieces.iter().filter(|piece| piece.id.starts_with("person-"));
                assert_eq!(persons.count(), 1, "the lost person alone has a place");
                assert_eq!(scene.focus, None);
            }
        }
    }
}

/// Every text of a panel.
fn panel(scenario: &str, options: &[(&str, &str)], id: &str) -> String {
    let mut setup = Setup::new(scenario, 1);
    setup.options =
        options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let game = OutdoorSurvival::open(&OutdoorSurvival::house(), &setup).unwrap();
    let position = game.start(&mut Dice::seeded(Seed::from_number(2)), &mut Log::quiet());
    let view = game.view(&position, Viewer::Table);
    let scene = game.scene(&view, Viewer::Table, &[], Names::NONE);
    let panel = scene.panels.into_iter().find(|panel| panel.id == id).unwrap();
    format!("{:?}", panel.blocks)
}

// rules: OS-BASE-01, OS-BASE-03, OS-VAR-06
#[test]
fn where_bases_supply_card_and_charts_say_so() {
    let supplied = [("bases_supply", "true")];
    for (scenario, options) in [("family", &[][..]), ("lost", &supplied[..])] {
        assert!(
            panel(scenario, options, "charts").contains("end the day on river, basin, any base")
        );
        assert!(panel(scenario, options, "card").contains("Every base is a source of water"));
    }
    assert!(panel("family", &[], "card").contains("a river, a basin or a base"));
    assert!(!panel("lost", &[], "card").contains("a source of water"));
    assert!(!panel("lost", &[], "charts").contains("any base"));
}

// rules: OS-GEN-07, OS-END-01
#[test]
fn every_card_names_the_last_day_and_the_base_on_which_one_starts() {
    let house = OutdoorSurvival::house();
    for scenario in OutdoorSurvival::catalogue(&house).unwrap().scenarios {
        let text = house.text(&format!("scenarios/{}.toml", scenario.id)).unwrap();
        let file: toml::Table = text.parse().unwrap();
        let said = |key: &str| file[key].as_str().unwrap().to_string();
        let limit = file["day_limit"].as_integer().unwrap().to_string();
        assert!(said("win_text").contains(&limit), "{}: {limit}", scenario.id);
        for role in file["role"].as_array().unwrap() {
            let base = role.get("start").and_then(|start| start.get("base"));
            if let Some(base) = base.and_then(toml::Value::as_integer) {
                assert!(said("card").contains(&format!("Base {base}")), "{}", scenario.id);
            }
        }
    }
}

// rules: OS-ENC-14, OS-NEED-01
#[test]
fn the_rules_hold_every_chart_that_the_table_shows() {
    let (house, rules) = (OutdoorSurvival::house(), include_str!("../RULES.md"));
    let charts = |file: &str| house.text(file).unwrap().parse::<toml::Table>().unwrap();
    for (name, chart) in charts("charts/encounters.toml") {
        assert!(rules.contains(&format!("\n| {name} | Natural Hazards |")), "{name}");
        for row in 1..=6 {
            let cell = |column: &str| chart[column][row.to_string()].as_str().unwrap();
            let cells = ["natural", "animal", "personal"].map(cell).join(" | ");
            assert!(rules.contains(&format!("\n| {row} | {cells} |\n")), "{name} {row}");
        }
    }
    for name in charts("charts/necessities.toml").keys() {
        assert!(rules.contains(&format!("\n| {name} | ")), "{name}");
    }
}
