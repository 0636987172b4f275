//! The components: charts, map, scenarios and sheets are what the ledger says.

use outdoor_survival::{Action, Given, OutdoorSurvival, house_checks};
use table::{Dice, Log, Looks, Names, Rules, Seat, Seed, Setup, Shown, Viewer};
use terrain::Map;

fn house_map() -> Map {
    let house = OutdoorSurvival::house();
    Map::parse(house.text("maps/wilderness.toml").unwrap()).unwrap()
}

fn count(map: &Map, terrain: &str) -> usize {
    map.grid.cells().filter(|cell| map.terrain_name(*cell) == terrain).count()
}

// rules: OS-MAP-01, OS-MAP-02, OS-MAP-03, OS-MAP-04
#[test]
fn the_house_map_obeys_every_check_of_a_house_map() {
    let faults: Vec<String> = house_checks(&house_map()).iter().map(ToString::to_string).collect();
    assert_eq!(faults, Vec::<String>::new());
    let map = house_map();
    assert_eq!((map.grid.columns(), map.grid.rows(), map.grid.cells().count()), (43, 34, 1462));
    let totals = ["desert", "clear", "woods", "swamp", "mountain"].map(|name| count(&map, name));
    assert_eq!(totals, [78, 684, 401, 46, 253]);
    let rivers = map.on_course("river").into_iter().filter(|on| *on).count();
    let symbols = ["ford", "basin", "food"].map(|name| map.featured(name).len());
    assert_eq!((rivers, symbols, map.numbered["base"].len()), (98, [9, 24, 18], 9));
}

// rules: OS-MAP-04
#[test]
fn a_map_that_breaks_a_house_check_is_told_so() {
    let text = OutdoorSurvival::house().text("maps/wilderness.toml").unwrap().to_string();
    for (from, to, field) in [
        ("05 .wmmmmm", "05 wwmmmmm", "body.terrain"),
        ("0326 0910", "0212 0910", "features.basin"),
        ("5 = \"2217\"", "5 = \"2218\"", "numbered.base"),
        ("0215 0307", "0215 0413", "features.food"),
        ("ford = \"0429 0613", "ford = \"0613", "features.ford"),
        ("1929\",", "1929 1930\",", "courses.trail"),
    ] {
        assert!(text.contains(from), "{from}");
        let map =
            Map::parse(&text.replacen(from, to, 1)).unwrap_or_else(|e| panic!("{from}: {e:?}"));
        let faults = house_checks(&map);
        assert!(faults.iter().any(|fault| fault.field == field), "{from}: {faults:?}");
    }
}

// rules: OS-MAP-05
#[test]
fn hexes_are_named_by_two_digits_of_column_and_two_of_row() {
    let map = house_map();
    let first = map.grid.cells().next().unwrap();
    let last = map.grid.cells().last().unwrap();
    assert_eq!((map.grid.label(first), map.grid.label(last)), ("0101".into(), "4334".into()));
    let low = map.grid.find("0201").unwrap();
    let beside = map.grid.find("0102").unwrap();
    assert!(map.grid.side_towards(low, beside).is_some(), "even columns lie half a hex lower");
}

// rules: OS-ENC-15, OS-ENC-14
#[test]
fn encounter_columns_run_from_cautious_to_reckless_and_charts_grow_kinder_with_skill() {
    let house = OutdoorSurvival::house();
    let charts: toml::Table = house.text("charts/encounters.toml").unwrap().parse().unwrap();
    // In hundredths of a level: a water step 157, a food step 48, a level 100.
    let value = |text: &str| -> i64 {
        let figures = text.split(':').next().unwrap();
        figures
            .split_whitespace()
            .filter(|part| *part != "none")
            .map(|part| {
                let weight = match &part[..1] {
                    "W" => 157,
                    "F" => 48,
                    _ => 100,
                };
                weight * part[1..].parse::<i64>().unwrap()
            })
            .sum()
    };
    let mut means = Vec::new();
    for name in ["lost", "survival", "search", "rescue"] {
        let chart = charts[name].as_table().unwrap();
        let column = |column: &str| -> Vec<i64> {
            let rows = chart[column].as_table().unwrap();
            rows.values().map(|row| value(row.as_str().unwrap())).collect()
        };
        let spread = |values: &[i64]| {
            let mean = values.iter().sum::<i64>() / 6;
            values.iter().map(|value| (value - mean).pow(2)).sum::<i64>()
        };
        let [natural, animal, personal] = ["natural", "animal", "personal"].map(column);
        assert!(spread(&natural) < spread(&animal), "{name}");
        assert!(spread(&animal) < spread(&personal), "{name}");
        let sum = |values: &[i64]| values.iter().sum::<i64>();
        means.push(sum(&natural) + 2 * sum(&animal) + 3 * sum(&personal));
    }
    assert!(means.is_sorted(), "{means:?}");
}

// rules: OS-FOOD-05
#[test]
fn hunger_weakens_much_more_slowly_than_thirst() {
    let house = OutdoorSurvival::house();
    let rows: toml::Table = house.text("charts/life.toml").unwrap().parse().unwrap();
    let row = |name: &str| -> Vec<i64> {
        rows[name].as_array().unwrap().iter().map(|n| n.as_integer().unwrap()).collect()
    };
    assert_eq!(row("water").iter().sum::<i64>(), 11);
    assert_eq!(row("food").iter().take(10).sum::<i64>(), 3);
    assert_eq!((row("food").len(), row("food").iter().sum::<i64>()), (23, 11));
}

fn scene(setup: &Setup) -> stage::Scene {
    let game = OutdoorSurvival::open(&OutdoorSurvival::house(), setup).unwrap();
    let position = game.start(&mut Dice::seeded(Seed::from_number(1)), &mut Log::quiet());
    let mut legal = Vec::new();
    game.legal(&position, Seat(0), &mut legal);
    game.scene(
        &game.view(&position, Viewer::Seat(Seat(0))),
        Viewer::Seat(Seat(0)),
        &legal,
        Names::NONE,
    )
}

// rules: OS-GEN-02, OS-GEN-07, OS-GEN-08, OS-GEN-06
#[test]
fn the_card_the_charts_and_the_costs_are_always_beside_the_board_and_nothing_else_counts() {
    let catalogue = OutdoorSurvival::catalogue(&OutdoorSurvival::house()).unwrap();
    for scenario in &catalogue.scenarios {
        let scene = scene(&Setup::new(&scenario.id, scenario.min_seats));
        let ids: Vec<&str> = scene.panels.iter().map(|panel| panel.id.as_str()).collect();
        for wanted in ["card", "charts", "costs", "sheet-1"] {
            assert!(ids.contains(&wanted), "{}: {ids:?}", scenario.id);
        }
        assert!(!ids.contains(&"primer"));
        assert!(scene.ground.description.contains("five kilometres"));
    }
}

// rules: OS-BASE-06, OS-GEN-12, OS-GEN-04
#[test]
fn the_catalogue_leads_newcomers_to_the_basic_game_and_recommends_bases_for_the_race() {
    let catalogue = OutdoorSurvival::catalogue(&OutdoorSurvival::house()).unwrap();
    assert_eq!(catalogue.scenarios[0].id, "basic");
    let option = |key: &str| catalogue.options.iter().find(|option| option.key == key).unwrap();
    assert!(option("bases_supply").about.contains("Survival"));
    assert_eq!(option("encounters").default, "off");
    let solo = catalogue.scenarios.iter().filter(|scenario| scenario.min_seats == 1).count();
    assert!(solo > 5 && catalogue.scenarios.iter().any(|scenario| scenario.min_seats == 2));
}

// rules: OS-FILE-01, OS-BEAST-21
#[test]
fn every_scenario_is_a_file_and_its_numbers_are_data() {
    let house = OutdoorSurvival::house();
    let text = house.text("scenarios/beast.toml").unwrap();
    let faster = text
        .replace("times = [2, 1]", "times = [3, 1]")
        .replace("woods = [1, 2, 3]", "woods = [6]")
        .replace("quit_level = \"G\"", "quit_level = \"C\"")
        .replace("id       = \"beast\"", "id       = \"faster\"");
    assert_ne!(text, faster);
    let edition = house.with("scenarios/faster.toml", faster);
    let game = OutdoorSurvival::open(&edition, &Setup::new("faster", 2)).unwrap();
    let position = game.start(&mut Dice::seeded(Seed::from_number(3)), &mut Log::quiet());
    let view = game.view(&position, Viewer::Referee);
    assert_eq!(view.persons["1"].allowance, Some(18));
    let catalogue = OutdoorSurvival::catalogue(&edition).unwrap();
    assert!(catalogue.scenarios.iter().any(|scenario| scenario.id == "faster"));
}

// rules: OS-AUTO-02
#[test]
fn whom_nobody_answers_for_walks_on_straight_and_never_off_the_board() {
    for seed in 0..40 {
        let setup = Setup::new("lost", 1);
        let game = OutdoorSurvival::open(&OutdoorSurvival::house(), &setup).unwrap();
        let (mut dice, mut log) = (Dice::seeded(Seed::from_number(seed)), Log::quiet());
        let mut position = game.start(&mut dice, &mut log);
        while game.status(&position).awaits(Seat(0)) {
            let action = game.lapse(&position, Seat(0));
            assert_ne!(action, Action::Resign);
            game.play(&mut position, Seat(0), &action, &mut dice, &mut log).unwrap();
        }
        let outcome = game.status(&position);
        assert!(outcome.outcome().unwrap().winners.is_empty());
    }
}

// rules: OS-AUTO-02
#[test]
fn whom_nobody_answers_for_rests_where_he_can_drink_if_he_is_thirsty() {
    for (basin, water, wanted) in
        [("2020", 2, Action::Stay), ("2020", 1, Action::Roll), ("2021", 2, Action::Roll)]
    {
        let given = format!(
            "map = \"blank\"\nbasin = [\"{basin}\"]\n[person]\n1 = {{ hex = \"2020\", water = {water} }}\n"
        );
        let given: Given = toml::from_str(&given).unwrap();
        let (house, setup) = (OutdoorSurvival::house(), Setup::new("lost", 1));
        let mut dice = Dice::seeded(Seed::from_number(1));
        let (game, position) = OutdoorSurvival::arrange(&house, &setup, given, &mut dice).unwrap();
        assert_eq!(game.lapse(&position, Seat(0)), wanted, "a basin on {basin}, water {water}");
    }
}
