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
    let label = "First animal on the Summer Range";
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
    assert_eq!(step.label, "Female 4 to F4");
    let told = |id: &str| {
        let scene = scene(&game, &position);
        scene.pieces.iter().find(|piece| piece.id == id).unwrap().description.clone()
    };
    assert_eq!(told("elk-M1"), "Elk Male 1 in G16, may go 4 hexes");
    assert_eq!(told("elk-F1"), "Elk Female 1 in J16, with Young 1, may go 2 hexes");
    assert!(step.description.contains("1 of 6 points"), "{}", step.description);
    assert!(!step.told().contains("-1"), "{}", step.told());
    story(&game, &mut position, &["step M1 G15"], &[]);
    assert!(question(&game, &position).starts_with("Male 1 may go 3 more hexes"));
    let scene = scene(&game, &position);
    let male = scene.pieces.iter().find(|piece| piece.id == "elk-M1").unwrap();
    assert_eq!(male.description, "Elk Male 1 in G15, may go 3 more hexes");
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
    assert_eq!(coyote, "Coyote, healthy: 3 hexes; nobody is prey of it now");
    story(&game, &mut position, &["pick C1"], &[]);
    assert!(question(&game, &position).starts_with("Coyote 1 may go "));
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
    let animals = "Animals (Male 1, Female 5, Young 3, a whole herd 5 more)";
    assert_eq!(reckoning.heads, ["Herd", animals, "Total", "Tie: Females", "Then: Food Points"]);
    assert_eq!(reckoning.rows[0][..2], ["Elk", "1 Female (9 at the start)"]);
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
    let fares = "Elk: Player 1: Animal Points 29, Food for the winter 20 of ";
    assert!(told.starts_with(fares), "{told}");
    assert!(told.ends_with(", Points left 10"), "{told}");
    for rubble in ["TOTAL", "none =", "a turn", "to be earned"] {
        assert!(!told.contains(rubble), "{rubble}: {told}");
    }
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

// rules: YS-STALL-05, YS-STALL-07
#[test]
fn the_last_rounds_of_fall_say_whom_the_snow_will_take() {
    let herds = "elk = { seat = 1, at = { F1 = 'H18', F2 = 'F5', Y1 = 'F2', M1 = 'F7' } }\n\
                 bison = { seat = 2, at = { F1 = 'B8' } }";
    let given = |step: &str, turns: u16| {
        let given = format!("season = 'fall'\nstep = '{step}'\nseason_turns = {turns}\n{herds}");
        arranged("standard", &given)
    };
    let lost = "3 animals are not home, and lost in the snow if it stays so.";
    for (turns, when) in [(36, "Fall lasts 2 rounds more at most"), (38, "Last round of Fall")] {
        for step in ["roll", "move"] {
            let (game, position) = given(step, turns);
            let warned = format!("{when}: {lost} ");
            assert!(question(&game, &position).starts_with(&warned), "{step}");
            let aim = scene_for(&game, &position, Seat(0)).aim;
            assert!(aim.starts_with(&format!("{warned}Lead your Elk home")), "{aim}");
            let other = scene_for(&game, &position, Seat(1)).aim;
            assert!(other.starts_with("Lead your Bison home"), "all of them are: {other}");
        }
    }
    let (game, position) = given("move", 35);
    assert!(question(&game, &position).starts_with("Who moves?"), "three rounds are left");
    let (game, mut position) = given("move", 39);
    let told = story(&game, &mut position, &["end", "roll", "decline"], &[1, 1, 3, 3]);
    let ended = told.iter().find(|(line, _)| line.starts_with("Snow closes the passes"));
    let ended = ended.unwrap_or_else(|| panic!("{told:?}"));
    assert!(ended.0.ends_with("and whoever was not home is lost."), "{ended:?}");
}

// rules: YS-EVT-06, YS-TURN-12
#[test]
fn an_event_that_is_over_is_not_ordered_again() {
    let herd = "elk = { seat = 1, at = { M1 = 'G16', F1 = 'J16' } }";
    let (game, mut position) =
        arranged("standard", &format!("step = 'roll'\npredators = {{}}\n{herd}"));
    story(&game, &mut position, &["roll", "pick M1"], &[2, 3]);
    assert!(question(&game, &position).starts_with("Who moves?"));
    let told = hint(&game, &position);
    assert!(told.starts_with("The event is over (2 and 3, "), "{told}");
    assert!(!told.contains("injure one"), "{told}");
}

// rules: YS-MOVE-21
#[test]
fn whoever_ends_the_move_of_another_is_told_so_before_and_after() {
    let (game, mut position) = arranged("standard", HERD);
    assert!(!described(&game, &position, "step F4 F4").contains("ends the move"));
    story(&game, &mut position, &["step M1 G15"], &[]);
    let other = described(&game, &position, "step F4 F4");
    assert!(other.ends_with("; ends the move of Male 1, 3 hexes unused"), "{other}");
    let own = described(&game, &position, "step M1 G14");
    assert!(!own.contains("ends the move"), "{own}");
    let warned = "If another animal moves, the move of Male 1 is over. ";
    assert!(hint(&game, &position).starts_with(warned));
    let told = story(&game, &mut position, &["step F4 F4"], &[]);
    let over = ("The move of Elk Male 1 is over, 3 hexes unused.".into(), "YS-MOVE-21".into());
    assert_eq!(told.first(), Some(&over), "{told:?}");
}

// rules: YS-SETUP-21
#[test]
fn a_head_start_is_known_before_the_herd_is_chosen() {
    let game = Yellowstone::open(&Yellowstone::house(), &Setup::new("standard", 2)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    let mut position = game.start(&mut dice, &mut Log::quiet());
    // 0, 8 and 40 for itself beside each of the others, and up to 12 for who plays second.
    let elk = described(&game, &position, "choose elk");
    assert!(elk.starts_with("Head start of 0 to 12 Food Points. Must stop "), "{elk}");
    story(&game, &mut position, &["choose elk"], &[]);
    let deer = described(&game, &position, "choose deer");
    assert!(deer.starts_with("Head start of 40 to 48 Food Points. "), "{deer}");
    let off = Setup::new("standard", 2).with("head_start", "off");
    let game = Yellowstone::open(&Yellowstone::house(), &off).unwrap();
    let position = game.start(&mut dice, &mut Log::quiet());
    assert!(described(&game, &position, "choose elk").starts_with("Must stop "));
}

// rules: YS-SCORE-09
#[test]
fn the_short_season_shows_no_food_that_cannot_be_earned_in_it() {
    let (game, position) = arranged("short-season", "elk = { seat = 1, chips = [20] }");
    let sheet = scene_for(&game, &position, Seat(0));
    assert_eq!(fact(&sheet, "sheet-elk", "Food Points, for ties alone").unwrap(), "20");
    assert_eq!(fact(&sheet, "sheet-elk", "Turns on the Summer Range, 10 each"), None);
    assert!(sheet.aim.contains("Food only parts equals"), "{}", sheet.aim);
    let (game, position) = arranged("standard", "elk = { seat = 1 }");
    let sheet = scene_for(&game, &position, Seat(0));
    assert_eq!(
        fact(&sheet, "sheet-elk", "Turns on the Summer Range, 10 each").unwrap(),
        "none = 0"
    );
}

// rules: YS-KILL-05, YS-KILL-07
#[test]
fn a_predator_is_told_with_whom_it_could_take() {
    let given = "step = 'predator_roll'\npredators = { C1 = 'H15', C2 = 'C3 injured' }\n\
                 elk = { seat = 1, at = { M1 = 'G16', F1 = 'J16', Y1 = 'F1' }, injured = ['F1'] }";
    let (game, mut position) = arranged("standard", given);
    story(&game, &mut position, &["roll"], &[1, 1]);
    let coyote = described(&game, &position, "pick C1");
    let prey = "Coyote, healthy: 3 hexes; its nearest prey is Elk Young 1 in J16, 3 hexes away";
    assert_eq!(coyote, prey);
    let hurt = described(&game, &position, "pick C2");
    assert!(hurt.ends_with(", and kills nobody"), "{hurt}");
    story(&game, &mut position, &["pick C1"], &[]);
    let male = described(&game, &position, "stalk G16");
    assert!(
        male.ends_with("occupied by Elk Male 1: it stops there, with nothing to take"),
        "{male}"
    );
}

// rules: YS-SEAS-02, YS-SEAS-06
#[test]
fn the_range_to_make_for_is_the_goal_on_the_board_and_in_the_aim() {
    let goals = |season: &str, seat: u16| {
        let given = format!("season = '{season}'\nelk = {{ seat = 1 }}\nbison = {{ seat = 2 }}");
        let (game, position) = arranged("standard", &given);
        let scene = scene_for(&game, &position, Seat(seat));
        let goal = |mark: &&stage::Mark| mark.kind == stage::MarkKind::Goal;
        let goals = scene.marks.iter().filter(goal).map(|mark| mark.place.clone());
        (goals.collect::<Vec<_>>(), scene.aim.clone())
    };
    let (summer, aim) = goals("spring", 0);
    assert!(summer.contains(&"E7".into()) && !summer.contains(&"K4".into()), "{summer:?}");
    let middle = aim.split("Summer Range around ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(summer.iter().any(|hex| hex == middle), "{aim}: {summer:?}");
    let (winter, aim) = goals("fall", 0);
    assert!(winter.contains(&"H18".into()) && !winter.contains(&"E7".into()), "{winter:?}");
    assert!(aim.contains("home to the Winter Range around "), "{aim}");
    assert!(goals("fall", 1).0.contains(&"B8".into()), "each has his own");
}

// rules: YS-GEN-02
#[test]
fn once_the_herds_are_chosen_only_their_ranges_are_outlined() {
    let outlined = |scene: &stage::Scene| {
        let stage::Field::Hexes(field) = &scene.ground.fields[0] else {
            panic!("a field of hexes")
        };
        field.outlines.iter().map(|outline| outline.label.clone()).collect::<Vec<_>>()
    };
    let (game, position) = arranged("standard", "elk = { seat = 1 }\ndeer = { seat = 2 }");
    let shown = scene(&game, &position);
    let mut labels = outlined(&shown);
    labels.sort();
    assert_eq!(labels, ["Deer summer", "Deer winter", "Elk summer", "Elk winter"]);
    assert!(!shown.ground.description.contains("Bison"), "{}", shown.ground.description);
    let again = scene(&game, &position);
    assert!(std::sync::Arc::ptr_eq(&shown.ground, &again.ground), "it is drawn once");
    let mut dice = Dice::seeded(Seed::from_number(1));
    let start = game.start(&mut dice, &mut Log::new());
    assert_eq!(outlined(&scene(&game, &start)).len(), 8);
}
