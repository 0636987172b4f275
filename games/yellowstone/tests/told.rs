//! What stands beside a question is so, and is said to whom it concerns.

use super::texts::{arranged, described, fact, hint, question, scene, scene_for, story};
use table::{Dice, Log, Names, Rules, Seat, Seed, Setup, Speech, Viewer};
use yellowstone::{Action, Position, Yellowstone};

/// A game in which a herd is to be placed.
fn placing(scenario: &str, seed: u64) -> (Yellowstone, Position) {
    let seats = if scenario == "solo" { 1 } else { 2 };
    let game = Yellowstone::open(&Yellowstone::house(), &Setup::new(scenario, seats)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let mut position = game.start(&mut dice, &mut Log::quiet());
    while scene(&game, &position).headline == "Choosing herds" {
        let seat = game.status(&position).first().unwrap();
        let mut legal: Vec<Action> = Vec::new();
        game.legal(&position, seat, &mut legal);
        let any = dice.roll("any", u32::try_from(legal.len()).unwrap()) as usize - 1;
        game.apply(&mut position, seat, &legal[any], &mut dice, &mut Log::quiet());
    }
    (game, position)
}

// rules: YS-SETUP-09, YS-SETUP-20
#[test]
fn a_herd_that_is_placed_at_once_stands_as_the_quick_set_up_has_it() {
    for scenario in ["standard", "short-season", "winter-kill", "solo"] {
        for seed in 1..=6 {
            let (game, mut position) = placing(scenario, seed);
            let plans = scene(&game, &position).prompt.unwrap().plans;
            let [plan] = plans.as_slice() else { panic!("one plan") };
            let lines: Vec<&str> = plan.lines.iter().map(String::as_str).collect();
            let first = lines[0];
            assert!(first.starts_with("place F1 "), "{scenario}: Females first: {lines:?}");
            assert!(lines.iter().all(|line| line.starts_with("place ")), "{lines:?}");
            story(&game, &mut position, &lines, &[]);
            let after = scene(&game, &position).prompt.unwrap();
            assert!(after.plans.is_empty(), "{scenario}: it is placed: {:?}", after.plans);
            let quick = Setup::new(scenario, game.setup().seats).with("quick_placement", "on");
            let quick = Yellowstone::open(&Yellowstone::house(), &quick).unwrap();
            let seat = game.status(&position).first().unwrap();
            let herd = |game: &Yellowstone, position: &Position| {
                let view = serde_json::to_value(game.view(position, Viewer::Referee)).unwrap();
                let herds = view["herds"].as_object().unwrap().clone();
                herds
                    .into_iter()
                    .map(|(name, herd)| (name, herd["at"].clone(), herd["with"].clone()))
                    .collect::<Vec<_>>()
            };
            let species = herd(&game, &position);
            let own =
                species.iter().find(|(_, at, _)| at.as_object().is_some_and(|at| !at.is_empty()));
            let (name, at, with) = own.unwrap();
            let mut dice = Dice::seeded(Seed::from_number(seed));
            let mut other = quick.start(&mut dice, &mut Log::quiet());
            while scene(&quick, &other).headline == "Choosing herds" {
                let seat = quick.status(&other).first().unwrap();
                let mut legal: Vec<Action> = Vec::new();
                quick.legal(&other, seat, &mut legal);
                let any = dice.roll("any", u32::try_from(legal.len()).unwrap()) as usize - 1;
                quick.apply(&mut other, seat, &legal[any], &mut dice, &mut Log::quiet());
            }
            let placed = herd(&quick, &other);
            let same = placed.iter().find(|(other, ..)| other == name);
            if let Some((_, there, along)) = same {
                assert_eq!((at, with), (there, along), "{scenario} {seed} {seat:?}");
            }
        }
    }
}

// rules: YS-SETUP-09
#[test]
fn the_example_of_a_placement_is_one_that_is_taken() {
    for seed in 1..=8 {
        let (game, mut position) = placing("standard", seed);
        let told = hint(&game, &position);
        let example = told.split('`').nth(1).unwrap().to_string();
        story(&game, &mut position, &[&example], &[]);
    }
}

// rules: YS-TURN-14, YS-EVT-04
#[test]
fn what_befalls_one_herd_is_not_told_to_others_as_theirs() {
    let (game, mut position) = arranged("standard", "step = 'roll'\npredators = {}");
    let told = story(&game, &mut position, &["roll"], &[4, 4]);
    let rolled = told.iter().find(|(line, _)| line.contains("roll 4 and 4")).unwrap();
    assert!(
        !rolled.0.contains("your") && rolled.0.contains("their herd has at most"),
        "{rolled:?}"
    );
    let asked = question(&game, &position);
    assert_eq!(asked, "Rivers in flood. Who moves? 6 points left.");
    let why =
        "You rolled 4 and 4: your herd has at most 6 movement points this turn. Hexes in a turn:";
    assert!(hint(&game, &position).starts_with(why), "{}", hint(&game, &position));
}

// rules: YS-FOOD-11, YS-FOOD-12
#[test]
fn what_is_not_earned_is_not_on_the_sheet_as_if_it_were() {
    let label = "First herd member on Summer Range";
    let (game, position) = arranged("standard", "elk = { seat = 1 }");
    let sheet = scene_for(&game, &position, Seat(0));
    assert_eq!(fact(&sheet, "sheet-elk", label).unwrap(), "0 (25 to be earned)");
    let (game, position) = arranged("standard", "elk = { seat = 1, first = true }");
    let sheet = scene_for(&game, &position, Seat(0));
    assert_eq!(fact(&sheet, "sheet-elk", label).unwrap(), "25");
}

// rules: YS-V-02, YS-SEAS-02, YS-SCORE-09
#[test]
fn the_aim_is_that_of_the_scenario_and_of_the_herd_that_acts() {
    let (game, position) = arranged("short-season", "elk = { seat = 1 }");
    let aim = scene_for(&game, &position, Seat(0)).aim;
    assert!(aim.contains("The first whole herd there ends the game and has 5 more"), "{aim}");
    assert!(aim.contains("only animals there count"), "{aim}");
    let (game, position) = placing("solo", 1);
    let aim = scene(&game, &position).aim;
    assert!(aim.contains("15 Animal Points or more are a win"), "{aim}");
    assert!(!aim.contains("Most Animal Points win"), "{aim}");
    let given = "active = 3\nbison = { seat = 1 }\nelk = { seat = 2 }\nsheep = { seat = 3 }\ndeer = { seat = 4 }";
    let (game, position) = arranged("two-herds", given);
    let asked = scene(&game, &position);
    let herd =
        asked.headline.split("the ").nth(1).unwrap().split(" move").next().unwrap().to_string();
    assert!(asked.aim.contains(&format!("Lead your {herd} ")), "{}: {}", asked.headline, asked.aim);
    assert!(asked.aim.ends_with("Those of your herds are added."), "{}", asked.aim);
}

const HERD: &str = r#"
    movement_points = 6
    predators = { C1 = "H15" }
    elk = { seat = 1, at = { M1 = "G16", F4 = "F5", F1 = "J16", Y1 = "F1" } }
"#;

// rules: YS-MOVE-02, YS-HERD-01
#[test]
fn an_animal_is_told_by_its_kind_beside_a_hex_and_a_step_by_its_cost() {
    let (game, mut position) = arranged("standard", HERD);
    let prompt = scene(&game, &position).prompt.unwrap();
    let step = prompt.choices.iter().find(|it| it.notation == "step F4 F4").unwrap();
    assert_eq!(step.label, "Female F4 to F4");
    assert!(step.description.contains("1 of 6 points"), "{}", step.description);
    assert!(!step.told().contains("-1"), "{}", step.told());
    story(&game, &mut position, &["step M1 G15"], &[]);
    assert!(question(&game, &position).starts_with("Male M1 may go 3 more hexes"));
    let scene = scene(&game, &position);
    let male = scene.pieces.iter().find(|piece| piece.id == "elk-M1").unwrap();
    assert_eq!(male.description, "Elk Male M1 in G15, may go 3 more hexes");
}

// rules: YS-EVT-06, YS-EVT-15, YS-MOVE-05
#[test]
fn an_event_says_what_becomes_of_the_one_that_is_named() {
    let herd = "elk = { seat = 1, at = { M1 = 'G16', F1 = 'J16', F2 = 'K16', Y1 = 'F1' } }";
    let (game, mut position) =
        arranged("standard", &format!("step = 'roll'\npredators = {{}}\n{herd}"));
    let mut injured = position;
    story(&game, &mut injured, &["roll"], &[2, 3]);
    let male = described(&game, &injured, "pick M1");
    assert_eq!(male, "Male, healthy: injured, it goes 3 hexes a turn instead of 4 and is prey");
    story(&game, &mut position, &["roll"], &[5, 6]);
    let born = described(&game, &position, "pick F2");
    assert_eq!(
        born,
        "Female, healthy: without Young so far; with one she goes 2 hexes a turn instead of 3"
    );
}

// rules: YS-PRED-04, YS-PRED-17
#[test]
fn a_predator_is_told_with_who_is_near() {
    let (game, mut position) = arranged(
        "standard",
        &format!("step = 'predator_roll'\n{}", HERD.replace("movement_points = 6", "")),
    );
    story(&game, &mut position, &["roll"], &[1, 1]);
    let coyote = described(&game, &position, "pick C1");
    assert!(
        coyote.starts_with("Coyote, healthy: 3 hexes; nearest is Elk Male M1 in G16, "),
        "{coyote}"
    );
    story(&game, &mut position, &["pick C1"], &[]);
    assert!(question(&game, &position).starts_with("Coyote C1 may go "));
}

// rules: YS-SEAS-02, YS-SCORE-01
#[test]
fn the_end_names_the_herd_that_arrived_and_what_each_has() {
    let given = "elk = { seat = 1, at = { F1 = 'C6' }, first = true }\nbison = { seat = 2, at = { F1 = 'B8' } }";
    let (game, position) = arranged("short-season", given);
    let summer = scene(&game, &position).ground.description.clone();
    let elk = summer.split("Elk: ").nth(1).unwrap().split("Summer Range ").nth(1).unwrap();
    let hex = elk.split(['-', ',', '.']).next().unwrap().to_string();
    let (column, row) = hex.split_at(1);
    let beside = format!("{column}{}", row.parse::<u8>().unwrap() + 1);
    let given = given.replace("'C6'", &format!("'{beside}'"));
    let (game, mut position) = arranged("short-season", &given);
    let told = story(&game, &mut position, &[&format!("step F1 {hex}")], &[]);
    assert!(told.iter().any(|(line, _)| line.contains("(none on the Summer Range)")), "{told:?}");
    let outcome = game.status(&position).outcome().unwrap().clone();
    let end = game.conclusion(&position, &outcome, Names::NONE);
    assert!(end.starts_with("The whole herd of the Elk is on its Summer Range."), "{end}");
    let reckoning = game.reckoning(&position, &outcome).unwrap();
    assert_eq!(reckoning.heads, ["Herd", "Animals", "Total", "Tie: Females", "Then: Food Points"]);
    assert_eq!(reckoning.rows[0][..2], ["Elk", "1 Female"]);
}

// rules: YS-FOOD-09
#[test]
fn the_ground_shows_food_only_where_it_lies() {
    let (game, position) = arranged("standard", "food = { K17 = 15 }\nelk = { seat = 1 }");
    let shown = scene(&game, &position);
    let stage::Field::Hexes(field) = &shown.ground.fields[0] else { panic!("a field of hexes") };
    assert!(field.cells.iter().all(|cell| !cell.description.contains("Food hex")));
    assert!(shown.pieces.iter().any(|piece| piece.id == "food-K17"));
}

// rules: YS-SETUP-19
#[test]
fn whoever_is_asked_is_told_how_the_own_herd_fares() {
    let (game, position) = arranged("standard", "elk = { seat = 1, chips = [20] }");
    let told = stage::text::brief(&scene(&game, &position));
    assert!(told.contains("TOTAL FOOD POINTS 20"), "{told}");
}

// rules: YS-NPL-05, YS-SETUP-21
#[test]
fn whoever_leads_two_herds_is_told_which_is_asked_about() {
    let game = Yellowstone::open(&Yellowstone::house(), &Setup::new("two-herds", 2)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(3));
    let mut position = game.start(&mut dice, &mut Log::quiet());
    let mut asked = Vec::new();
    while scene(&game, &position).headline == "Choosing herds" {
        asked.push(question(&game, &position));
        let seat = game.status(&position).first().unwrap();
        let mut legal: Vec<Action> = Vec::new();
        game.legal(&position, seat, &mut legal);
        game.apply(&mut position, seat, &legal[0], &mut dice, &mut Log::quiet());
    }
    for number in [1, 2] {
        let told = format!("Which herd will you lead? It is {number} of 2.");
        assert_eq!(asked.iter().filter(|asked| **asked == told).count(), 2, "{asked:?}");
    }
    let headline = scene(&game, &position).headline;
    let herd = headline.trim_start_matches("The ").trim_end_matches(" take their places");
    assert_eq!(question(&game, &position), format!("Where do your {herd} start?"));
}

// rules: YS-TURN-07
#[test]
fn who_ends_the_moves_with_points_left_can_be_asked_again() {
    for (scenario, points, final_) in
        [("learning", 5, true), ("learning", 0, false), ("standard", 5, false)]
    {
        let given = format!("movement_points = {points}\nelk = {{ seat = 1 }}");
        let (game, position) = arranged(scenario, &given);
        let choices = scene(&game, &position).prompt.map(|prompt| prompt.choices);
        let end = choices.iter().flatten().find(|choice| choice.notation == "end");
        assert_eq!(end.is_some_and(|end| end.final_), final_, "{scenario} {points}");
    }
}
