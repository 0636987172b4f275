//! What a player is told is what then happens.

use outdoor_survival::{Action, Given, OutdoorSurvival};
use stage::{Block, Choice, Prompt, Scene};
use table::{Dice, Log, Looks, Names, Rules, Seat, Seed, Setup, Shown, Speech, Status, Viewer};

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
        let charts = panel(scenario, options, "charts");
        assert!(charts.contains("end the day on river or basin, not in swamp"), "{charts}");
        assert!(charts.contains("any base serves too"), "{charts}");
        assert!(charts.contains("2 days' rest on a base give 1 back"), "{charts}");
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

/// A game as set up and a position as given.
pub(super) fn arranged(
    setup: &Setup,
    given: &str,
) -> (OutdoorSurvival, outdoor_survival::Position) {
    let given: Given = toml::from_str(given).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    OutdoorSurvival::arrange(&OutdoorSurvival::house(), setup, given, &mut dice).unwrap()
}

/// What the seat that decides sees.
pub(super) fn seen(game: &OutdoorSurvival, position: &outdoor_survival::Position) -> Scene {
    let status = game.status(position);
    let viewer = status.first().map_or(Viewer::Table, Viewer::Seat);
    let mut choices = Vec::new();
    viewer.seat().into_iter().for_each(|seat| game.legal(position, seat, &mut choices));
    game.scene(&game.view(position, viewer), viewer, &choices, Names::NONE)
}

/// Plays these actions of whoever decides, with these dice.
pub(super) fn played(
    game: &OutdoorSurvival,
    position: &mut outdoor_survival::Position,
    dice: &[u32],
    actions: &[&str],
) -> Vec<String> {
    let ann = ["Ann".to_string(), "Ben".to_string(), "Cleo".to_string(), "Dan".to_string()];
    let mut dice = Dice::loaded(dice.iter().copied().chain([1; 40]).collect::<Vec<u32>>());
    let mut log = Log::new();
    for action in actions {
        let seat = game.status(position).first().unwrap();
        let action = game.parse(position, seat, action).unwrap();
        game.play(position, seat, &action, &mut dice, &mut log).unwrap();
    }
    log.seen_by(Viewer::Referee).map(|event| game.narrate(event, Names::new(&ann)).text).collect()
}

pub(super) fn choice<'a>(prompt: &'a Prompt, notation: &str) -> &'a Choice {
    prompt.choices.iter().find(|choice| choice.notation == notation).unwrap()
}

/// The note under a track of the first sheet.
pub(super) fn note(scene: &Scene, label: &str) -> String {
    let mut tracks = scene.panels[0].blocks.iter().filter_map(|block| match block {
        Block::Track(track) if track.label == label => Some(track.note.clone()),
        _ => None,
    });
    tracks.next().unwrap()
}

// rules: OS-BASIC-05
#[test]
fn nobody_is_told_of_needs_where_there_are_none() {
    for (scenario, needs) in [("basic", false), ("lost", true)] {
        let (game, mut position) =
            arranged(&Setup::new(scenario, 1), "[person]\n1 = { hex = \"2201\" }\n");
        let prompt = seen(&game, &position).prompt.unwrap();
        assert_eq!(choice(&prompt, "stay").description.contains("water"), needs);
        played(&game, &mut position, &[1, 1], &["roll"]);
        let prompt = seen(&game, &position).prompt.unwrap();
        let stop = choice(&prompt, "stop");
        assert_eq!(stop.description.contains("water"), needs, "{}", stop.description);
        assert_eq!(stop.label, "Stay here");
    }
}

// rules: OS-MOVE-11, OS-MOVE-12, OS-EDGE-06
#[test]
fn until_when_one_may_rest_is_said_by_the_chart() {
    let hint = |scenario: &str, given: &str| {
        let (game, position) = arranged(&Setup::new(scenario, 1), given);
        seen(&game, &position).prompt.unwrap().hint
    };
    let rim = "map = \"blank\"\n[person]\n1 = { hex = \"2006\" }\n";
    assert!(hint("lost", rim).ends_with("unless the dice would send you off the board."));
    let inland = "map = \"blank\"\n[person]\n1 = { hex = \"2007\" }\n";
    assert_eq!(hint("lost", inland), "Resting must be chosen before the roll.");
    assert!(hint("rescue", "").ends_with("unless you roll 6."));
}

// rules: OS-MOVE-06, OS-MOVE-15, OS-BEAST-15
#[test]
fn who_must_go_on_is_told_so_and_that_he_may_shoot_instead() {
    let (game, mut position) = hunt("beast", "2018", "");
    played(&game, &mut position, &[2], &["roll"]);
    let hint = seen(&game, &position).prompt.unwrap().hint;
    assert!(hint.ends_with("You must set out."), "{hint}");
    played(&game, &mut position, &[], &["ne"]);
    let hint = seen(&game, &position).prompt.unwrap().hint;
    assert!(hint.ends_with("You must go on while the hex ahead can be entered."), "{hint}");
    let (game, mut position) = hunt("beast", "2019", "");
    played(&game, &mut position, &[2], &["roll"]);
    let hint = seen(&game, &position).prompt.unwrap().hint;
    assert!(hint.ends_with("You must set out, or shoot: that ends the move."), "{hint}");
}

// rules: OS-TRAIL-14, OS-TERR-10
#[test]
fn a_step_says_what_lies_in_the_hex() {
    let given = "map = \"blank\"\nterrain = { 2019 = \"woods\" }\nfood = [\"2019\"]\ntrail = { 2019 = \"N\" }\n[person]\n1 = { hex = \"2020\" }\n";
    let (game, mut position) = arranged(&Setup::new("lost", 1), given);
    played(&game, &mut position, &[4], &["roll"]);
    let prompt = seen(&game, &position).prompt.unwrap();
    let north = &choice(&prompt, "n").description;
    let here = "woods with a trail and food, 1 of 6 points";
    assert_eq!(*north, format!("{here}; straight on 6 hexes to clear"));
}

// rules: OS-RESC-09, OS-WATER-12, OS-BASE-03, OS-VAR-05
#[test]
fn a_sheet_threatens_only_with_what_can_happen() {
    let (game, position) = arranged(&Setup::new("rescue", 1), "");
    assert_eq!(note(&seen(&game, &position), "Water"), "Met every day");
    let (game, position) = arranged(&Setup::new("lost", 1), "");
    assert_eq!(note(&seen(&game, &position), "Water"), "2 more dry days: lose 1 level");
    let setup = Setup::new("lost", 1).with("bases_supply", "on").with("desert_sun", "on");
    let (game, position) = arranged(&setup, "[person]\n1 = { hex = \"2020\", water = 4 }\n");
    let note = note(&seen(&game, &position), "Water");
    assert_eq!(
        note,
        "The next dry day: lose 1 level; on desert such a day counts for 2; a day's rest on a \
         source gives 1 back; 2 days' rest on a base give 1 back"
    );
}

// rules: OS-SRCH-01, OS-OUTP-03
#[test]
fn roles_and_outposts_are_called_by_their_names() {
    let given = "outposts = [{ hex = \"1010\", person = 2 }]\n[person]\n2 = { hex = \"2005\" }\n";
    let (game, position) = arranged(&Setup::new("search", 2), given);
    let scene = seen(&game, &position);
    let sheet = format!("{:?}", scene.panels[0].blocks);
    assert!(sheet.contains("\"lost person\""), "{sheet}");
    let outpost = scene.pieces.iter().find(|piece| piece.id == "outpost-1010").unwrap();
    assert_eq!(outpost.description, "Outpost on 1010, supplies the searcher");
    let card = scene.panels.iter().find(|panel| panel.id == "card").unwrap();
    assert!(format!("{:?}", card.blocks).contains("both counters back on block 1"));
}

// rules: OS-ENC-04, OS-ENC-15
#[test]
fn a_column_says_what_its_six_faces_do() {
    let setup = Setup::new("search", 2).with("encounters", "chosen");
    let (game, mut position) =
        arranged(&setup, "turn = 2\nday = 4\n[person]\n2 = { hex = \"2005\" }\n");
    played(&game, &mut position, &[5], &["stay"]);
    let prompt = seen(&game, &position).prompt.unwrap();
    let animal = &choice(&prompt, "animal").description;
    assert_eq!(animal, "1 L-1, 2 F-2, 3 F-1, 4 F+1, 5 F+3, 6 F+4");
    let personal = &choice(&prompt, "personal").description;
    assert_eq!(personal, "1 L-2, 2 W-1, 3 F-2, 4 W+1, 5 W+1 F+2, 6 W+2 F+3 L+1");
}

// rules: OS-LIFE-04, OS-MOVE-03
#[test]
fn the_points_of_a_day_are_those_of_the_level_after_the_move_too() {
    let setup = Setup::new("lost", 1).with("encounters", "chosen");
    let (game, mut position) =
        arranged(&setup, "map = \"blank\"\n[person]\n1 = { hex = \"2020\", water = 2 }\n");
    played(&game, &mut position, &[5], &["stay"]);
    let scene = seen(&game, &position);
    let counter = scene.pieces.iter().find(|piece| piece.id == "person-1").unwrap();
    assert_eq!(counter.label, "B 5", "{}", counter.description);
}

// rules: OS-LOST-11, OS-SEQ-03, OS-END-04
#[test]
fn the_end_is_told_by_the_players_names_and_says_what_decided_it() {
    let given =
        "[person]\n1 = { hex = \"2201\", level = \"C\" }\n2 = { hex = \"2201\", level = \"B\" }\n";
    let (game, mut position) = arranged(&Setup::new("lost", 2), given);
    let story = played(&game, &mut position, &[4, 4], &["roll", "n", "roll", "n"]);
    let end = story.last().unwrap();
    assert_eq!(
        end,
        "Ben walks out of the wilderness. Ben: day 1, Life Level B; Ann: day 1, Life Level C."
    );
    let given = "map = \"blank\"\n[person]\n1 = { hex = \"2020\", level = \"K\", water = 4 }\n";
    let (game, mut position) = arranged(&Setup::new("lost", 1), given);
    played(&game, &mut position, &[], &["stay"]);
    let Status::Over(outcome) = game.status(&position) else { panic!("too weak to walk") };
    assert_eq!(
        game.conclusion(&position, &outcome, Names::NONE),
        "The wilderness keeps everybody. The hiker can go no farther on day 1."
    );
}

// rules: OS-WATER-06, OS-VAR-04
#[test]
fn a_hint_about_thirst_names_the_blocks_on_the_way_to_which_it_bites() {
    let house = OutdoorSurvival::house();
    let table = |path: &str| house.text(path).unwrap().parse::<toml::Table>().unwrap();
    let row = table("charts/life.toml")["water"].as_array().unwrap().clone();
    let triggers = (2..).zip(&row).filter(|(_, levels)| levels.as_integer() > Some(0));
    let blocks: Vec<String> = triggers.map(|(block, _)| block.to_string()).collect();
    let (last, before) = blocks.split_last().unwrap();
    let named = format!("on the way to blocks {} and {last}", before.join(", "));
    for scenario in ["lost", "family", "plane-crash"] {
        let file = table(&format!("scenarios/{scenario}.toml"));
        let hints = file["hints"].as_array().unwrap().iter().filter_map(toml::Value::as_str);
        let hint = hints.into_iter().find(|hint| hint.contains("Thirst bites")).unwrap();
        assert!(hint.contains(&named), "{scenario}: {hint}");
    }
}

// rules: OS-FILE-01
#[test]
fn the_catalogue_has_the_defaults_of_every_scenario() {
    let house = OutdoorSurvival::house();
    let catalogue = OutdoorSurvival::catalogue(&house).unwrap();
    let family = catalogue.scenarios.iter().find(|scenario| scenario.id == "family").unwrap();
    assert_eq!(family.defaults.get("bases_supply").map(String::as_str), Some("on"));
    let search = catalogue.scenarios.iter().find(|scenario| scenario.id == "search").unwrap();
    assert_eq!(search.defaults.get("order").map(String::as_str), Some("sought_first"));
    assert_eq!(search.defaults.get("end").map(String::as_str), Some("at_once"));
}

// rules: OS-RIV-01
#[test]
fn a_river_that_is_given_is_drawn() {
    let (game, position) = arranged(
        &Setup::new("lost", 1),
        "map = \"blank\"\nriver = [\"1010\", \"1011\"]\n[person]\n1 = { hex = \"2020\" }\n",
    );
    let stage::Field::Hexes(field) = &seen(&game, &position).ground.fields[0] else {
        panic!("a field of hexes")
    };
    let bare =
        arranged(&Setup::new("lost", 1), "map = \"blank\"\n[person]\n1 = { hex = \"2020\" }\n");
    let stage::Field::Hexes(without) = &seen(&bare.0, &bare.1).ground.fields[0] else {
        panic!("a field of hexes")
    };
    assert!(field.lines.len() > without.lines.len());
}

// rules: OS-LOST-08, OS-LIFE-08
#[test]
fn a_step_that_ends_ones_game_says_so_before_it_is_taken() {
    let house = OutdoorSurvival::house();
    let (mut warned, mut harmless) = (0, 0);
    for (hex, level, face) in [
        ("2020", "J", 6),
        ("1510", "J", 4),
        ("2412", "K", 6),
        ("0909", "J", 5),
        ("2020", "G", 6),
        ("1815", "F", 2),
        ("2020", "A", 6),
    ] {
        let given = format!(
            "[person]\n1 = {{ hex = \"{hex}\", level = \"{level}\", water = 6, food = 6 }}\n"
        );
        let given: Given = toml::from_str(&given).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(1));
        let setup = Setup::new("lost", 1);
        let (game, mut position) =
            OutdoorSurvival::arrange(&house, &setup, given, &mut dice).unwrap();
        let (seat, mut log) = (Seat(0), Log::quiet());
        let mut dice = Dice::loaded(vec![face; 20]);
        game.play(&mut position, seat, &Action::Roll, &mut dice, &mut log).unwrap();
        while game.status(&position).outcome().is_none() {
            let mut choices = Vec::new();
            game.legal(&position, seat, &mut choices);
            if !choices.iter().any(|choice| matches!(choice, Action::Step(_))) {
                break;
            }
            let view = game.view(&position, Viewer::Seat(seat));
            let scene = game.scene(&view, Viewer::Seat(seat), &choices, Names::NONE);
            let told = scene.prompt.unwrap().choices;
            let mut on = None;
            for action in choices.iter().filter(|choice| matches!(choice, Action::Step(_))) {
                let notation = game.notation(action);
                let choice = told.iter().find(|choice| choice.notation == notation).unwrap();
                let mut after = position.clone();
                let mut dice = Dice::loaded(vec![face; 20]);
                game.play(&mut after, seat, action, &mut dice, &mut Log::quiet()).unwrap();
                let end = game.status(&after).outcome().map(|outcome| outcome.reason.clone());
                let ended = end.as_deref() == Some("nobody left");
                let said = choice.description.contains("out of the game");
                assert!(said || !ended, "{hex}, {level}: {}", choice.description);
                assert!(ended || !choice.vain, "{hex}, {level}: {}", choice.description);
                assert!(choice.final_ || !choice.vain, "it is asked once more");
                warned += usize::from(ended && choice.vain);
                harmless += usize::from(!said);
                on = on.or_else(|| (!ended).then_some(after));
            }
            match on {
                Some(after) => position = after,
                None => break,
            }
        }
    }
    assert!(warned > 3 && harmless > 3, "{warned} steps that end it, {harmless} that do not");
}
