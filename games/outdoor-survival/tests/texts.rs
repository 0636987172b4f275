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
