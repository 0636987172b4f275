//! What a player reads is true: the story with every factor and its rule, questions, sheets, the end.

use stage::{Block, Panel, Scene};
use table::{Dice, Log, Looks, Names, RuleId, Rules, Seat, Seed, Setup, Shown, Speech, Viewer};
use yellowstone::{Action, Position, Yellowstone};

/// The position of a case's `[given]`, of two seats.
pub(super) fn arranged(scenario: &str, given: &str) -> (Yellowstone, Position) {
    arranged_with(Setup::new(scenario, 2), given)
}

pub(super) fn arranged_with(setup: Setup, given: &str) -> (Yellowstone, Position) {
    let given = toml::from_str(given).unwrap();
    let mut dice = Dice::loaded(Vec::new());
    Yellowstone::arrange(&Yellowstone::house(), &setup, given, &mut dice).unwrap()
}

/// Plays these lines with these dice, and gives back the story: each line with its rules, with a blank between
/// them.
pub(super) fn story(
    game: &Yellowstone,
    position: &mut Position,
    lines: &[&str],
    faces: &[u32],
) -> Vec<(String, String)> {
    let (mut dice, mut log) = (Dice::loaded(faces.to_vec()), Log::new());
    for line in lines {
        let seat = game.status(position).first().unwrap();
        let action = game.parse(position, seat, line).unwrap();
        game.check(position, seat, &action).unwrap();
        game.apply(position, seat, &action, &mut dice, &mut log);
    }
    let told = log.take().into_iter().map(|entry| game.narrate(&entry.event, Names::NONE));
    let rules = |rules: Vec<RuleId>| rules.iter().map(|rule| rule.0).collect::<Vec<_>>().join(" ");
    told.map(|line| (line.text, rules(line.rules))).collect()
}

/// The story has this line under these rules, and no others.
#[track_caller]
fn tells(story: &[(String, String)], text: &str, rules: &str) {
    let told = story.iter().any(|line| line.0 == text && line.1 == rules);
    assert!(told, "{text} [{rules}] is not in {story:#?}");
}

pub(super) fn scene_for(game: &Yellowstone, position: &Position, seat: Seat) -> Scene {
    let mut legal: Vec<Action> = Vec::new();
    game.legal(position, seat, &mut legal);
    game.scene(&game.view(position, Viewer::Seat(seat)), Viewer::Seat(seat), &legal, Names::NONE)
}

/// The scene of whoever decides.
pub(super) fn scene(game: &Yellowstone, position: &Position) -> Scene {
    scene_for(game, position, game.status(position).first().unwrap())
}

pub(super) fn question(game: &Yellowstone, position: &Position) -> String {
    scene(game, position).prompt.unwrap().question
}

pub(super) fn hint(game: &Yellowstone, position: &Position) -> String {
    scene(game, position).prompt.unwrap().hint
}

pub(super) fn described(game: &Yellowstone, position: &Position, notation: &str) -> String {
    let choices = scene(game, position).prompt.unwrap().choices;
    choices.into_iter().find(|choice| choice.notation == notation).unwrap().description
}

fn panel<'a>(scene: &'a Scene, id: &str) -> Option<&'a Panel> {
    scene.panels.iter().find(|panel| panel.id == id)
}

pub(super) fn fact(scene: &Scene, panel_id: &str, label: &str) -> Option<String> {
    let blocks = &panel(scene, panel_id).unwrap().blocks;
    let lines = blocks.iter().flat_map(|block| match block {
        Block::Facts(facts) => {
            facts.iter().map(|fact| (fact.label.clone(), fact.value.clone())).collect()
        }
        Block::Table { rows, .. } => {
            let pair = |cells: &[String]| Some((cells.first()?.clone(), cells.last()?.clone()));
            rows.iter().filter_map(|row| pair(&row.cells)).collect()
        }
        _ => Vec::new(),
    });
    lines.into_iter().find(|(name, _)| name == label).map(|(_, value)| value)
}

// rules: YS-TURN-09, YS-EVT-30, YS-PRED-06
#[test]
fn a_predator_that_is_not_moved_is_told_as_that() {
    let (game, mut position) =
        arranged("standard", "step = 'predator_roll'\npredators = { L1 = 'K15' }");
    let told = story(&game, &mut position, &["roll", "decline"], &[4, 5]);
    let rolled = "The Bison roll 4 and 5 for predators: Mountain Lion (9 is in 8-10).";
    tells(&told, rolled, "YS-PRED-06");
    tells(&told, "The Bison move no predator.", "YS-TURN-09");

    let given = "season = 'summer'\nstep = 'roll'\npredators = { C1 = 'K2' }";
    let (game, mut position) = arranged("standard", given);
    let told = story(&game, &mut position, &["roll", "decline"], &[4, 4]);
    tells(&told, "The Bison move no predator.", "YS-EVT-30");
}

// rules: YS-TURN-13
#[test]
fn an_event_without_a_predator_to_move_says_so() {
    let given = "season = 'summer'\nstep = 'roll'\npredators = {}";
    let (game, mut position) = arranged("standard", given);
    let told = story(&game, &mut position, &["roll"], &[4, 4]);
    tells(&told, "No Coyote is there to be moved.", "YS-TURN-13");
}

// rules: YS-EVT-16
#[test]
fn a_twin_that_cannot_be_born_is_told() {
    let given = r#"
        step = "roll"
        predators = {}
        elk = { seat = 1, at = { F1 = "H18", F2 = "I18", Y1 = "F1", Y2 = "F1", Y3 = "F2" } }
    "#;
    let (game, mut position) = arranged("standard", given);
    let told = story(&game, &mut position, &["roll", "pick F2"], &[5, 6]);
    tells(&told, "Elk Young 4 is born to Female 2.", "YS-EVT-15");
    let lost = "No more Young of the Elk can be born: none is left, or no Female has room.";
    tells(&told, lost, "YS-TURN-13");
}

// rules: YS-KILL-05, YS-KILL-06, YS-KILL-07, YS-KILL-09, YS-KILL-10, YS-KILL-13
#[test]
fn a_kill_says_where_and_why_under_the_rule_of_hunter_and_season() {
    let kill = |season: &str, hunter: &str, faces: &[u32], prey: &str| {
        let given = format!(
            r#"
            season = "{season}"
            step = "predator_roll"
            predators = {{ {hunter} = "L16", C2 = "M16 injured" }}
            deer = {{ seat = 1, at = {{ F1 = "M16", Y1 = "F1", M1 = "C3" }}, injured = ["F1"] }}
            "#
        );
        let (game, mut position) = arranged("standard", &given);
        let pick = format!("pick {hunter}");
        story(&game, &mut position, &["roll", &pick, "stalk M16", prey], faces)
    };
    let female = "kills Mule Deer Female 1 in M16: it is injured.";
    let spring = kill("spring", "L1", &[4, 4], "kill F1");
    tells(&spring, "Mountain Lion 1 goes from L16 to M16; hexes left: 0.", "YS-PRED-10");
    tells(&spring, &format!("Mountain Lion 1 {female}"), "YS-KILL-05");
    let fall = kill("fall", "L1", &[4, 4], "kill F1");
    tells(&fall, &format!("Mountain Lion 1 {female}"), "YS-KILL-13");
    let brood = kill("summer", "G1", &[3, 4], "kill young of F1");
    let young = "Grizzly 1 kills Mule Deer Young 1 in M16: its Female is injured.";
    tells(&brood, young, "YS-KILL-06");
    let coyote = kill("summer", "C1", &[1, 1], "kill Y1");
    let young = "Coyote 1 kills Mule Deer Young 1 in M16: its Female is injured.";
    tells(&coyote, young, "YS-KILL-07");
    let lion = kill("spring", "L1", &[4, 4], "kill C2");
    tells(&lion, "Mountain Lion 1 kills Coyote 2 in M16: it is injured.", "YS-KILL-09");
    let human = kill("spring", "H1", &[6, 6], "kill C2");
    tells(
        &human,
        "Human 1 kills Coyote 2 in M16: a Human takes any animal.",
        "YS-KILL-10 YS-KILL-08",
    );
}

// rules: YS-TRTY-08, YS-TRTY-10
#[test]
fn who_is_driven_out_is_told_by_who_came() {
    let given = "step = 'predator_roll'\npredators = { L1 = 'K15', G1 = 'L15 injured' }";
    let (game, start) = arranged("standard", given);
    let told = story(&game, &mut start.clone(), &["roll", "pick G1", "stalk K15"], &[3, 4]);
    let out = "Grizzly 1 is driven out, injured, by the healthy rival of that hex.";
    tells(&told, out, "YS-TRTY-10");
    let told = story(&game, &mut start.clone(), &["roll", "pick L1", "stalk L15"], &[4, 4]);
    tells(&told, "Grizzly 1 is driven out, injured, by a healthy rival.", "YS-TRTY-08");
}

// rules: YS-EVT-05, YS-EVT-06, YS-EVT-13, YS-EVT-42
#[test]
fn an_event_is_told_with_what_it_does_and_each_part_under_its_rule() {
    let golden = |injured: &str, lines: &[&str]| {
        let given = format!(
            r#"
            season = "fall"
            step = "roll"
            predators = {{}}
            elk = {{ seat = 1, at = {{ M1 = "G18", F1 = "H17" }}, injured = ["{injured}"] }}
            "#
        );
        let (game, mut position) = arranged("standard", &given);
        story(&game, &mut position, lines, &[4, 4])
    };
    let healed = golden("F1", &["roll", "pick F1"]);
    let rolled = "The Elk roll 4 and 4: 8, Golden days (Fall chart): heal one of their injured Females or \
                  Young; Food +5 if there is none.";
    tells(&healed, rolled, "YS-TURN-14 YS-EVT-01 YS-EVT-13");
    tells(&healed, "Elk Female 1 is healed.", "YS-EVT-13");
    let fed = golden("M1", &["roll"]);
    let why = "The Elk: +5 Food Points, as no Female or Young of theirs is injured.";
    tells(&fed, why, "YS-EVT-13");

    let (game, mut spring) = arranged("standard", "step = 'roll'\npredators = {}");
    let told = story(&game, &mut spring, &["roll", "pick M1"], &[2, 3]);
    tells(&told, "Bison Male 1 is injured.", "YS-EVT-06");

    let given =
        "season = 'summer'\nstep = 'roll'\npredators = {}\nelk = { seat = 1, at = { F1 = 'G17' } }";
    let (game, mut summer) = arranged("standard", given);
    let told = story(&game, &mut summer, &["roll", "decline"], &[6, 6]);
    tells(&told, "The Elk: +10 Food Points, as no adult returns.", "YS-EVT-42");
}

const EXAMPLE: &str = r#"
    season = "fall"
    predators = {}
    [elk]
    seat = 1
    at = { M1 = "G17", M2 = "H18", F1 = "I18", F2 = "J18", F3 = "K18", Y1 = "F1", Y2 = "F1", Y3 = "F2" }
    chips = [20]
    first = true
    whole = true
    summer_turns = 2
    fall_turns = 2
"#;

// rules: YS-WIN-01, YS-NEED-03, YS-DIE-05, YS-SCORE-01, YS-SEAS-06, YS-GEN-04
#[test]
fn the_count_can_be_made_again_from_its_lines() {
    let (game, mut position) = arranged("standard", EXAMPLE);
    let told = story(&game, &mut position, &["step M1 G18", "stop"], &[2, 2]);
    tells(&told, "All herds are home.", "YS-SEAS-06");
    let winter =
        "The Bison roll 2 and 2 for the winter: 4, Moderate Winter, -5 Food Points for every herd.";
    tells(&told, winter, "YS-WIN-01 YS-WIN-03");
    let count = "The Elk have 120 Food Points and need 125: counters +20, first arrival +25, whole herd \
                 +50, Summer turns +20, Fall turns +10, winter -5; 2 Males at 25, 3 Females at 15, 3 Young \
                 at 10.";
    tells(
        &told,
        count,
        "YS-NEED-03 YS-FOOD-02 YS-FOOD-11 YS-FOOD-12 YS-FOOD-18 YS-FOOD-19 YS-WIN-03 YS-NEED-01",
    );
    let starved = "Elk Young 3 dies of hunger: 120 Food Points for a Need of 115 now.";
    tells(&told, starved, "YS-DIE-05 YS-DIE-03");
    let score =
        "The Elk: 23 Animal Points (2 Males at 1, 3 Females at 5, 2 Young at 3), surplus 5.";
    tells(&told, score, "YS-SCORE-01 YS-SCORE-05");
    let outcome = game.status(&position).outcome().unwrap().clone();
    let end = game.conclusion(&position, &outcome, Names::NONE);
    let expected = "All herds are home. Animal Points: 23 (Player 1), 0 (Player 2). Most Animal Points: the \
                    game goes to Player 1.";
    assert_eq!(end, expected);
}

// rules: YS-WIN-01
#[test]
fn what_is_added_to_the_winter_roll_is_told_and_a_winter_without_roll_is() {
    let home = "season = 'fall'\nelk = { seat = 1, at = { M1 = 'G17' } }";
    let (game, mut hard) = arranged("hard-winter", home);
    let told = story(&game, &mut hard, &["step M1 G18", "stop"], &[1, 1]);
    let winter = "The Bison roll 1 and 1 for the winter, plus 2 (12 at most): 4, Moderate Winter, -5 Food \
                  Points for every herd.";
    tells(&told, winter, "YS-WIN-01 YS-WIN-03");
    let (game, mut learning) = arranged("learning", home);
    let told = story(&game, &mut learning, &["step M1 G18", "stop"], &[]);
    tells(
        &told,
        "The winter is not rolled: -10 Food Points for every herd.",
        "YS-WIN-01 YS-WIN-03",
    );
}

// rules: YS-SCORE-04, YS-SCORE-05, YS-SCORE-06
#[test]
fn the_end_says_what_decided() {
    let herd =
        "{ M1 = 'H18', F1 = 'G17', F2 = 'J18', F3 = 'K18', F4 = 'G19', Y1 = 'F1', Y2 = 'F1' }";
    let other = "{ M1 = 'C9', F1 = 'B8', F2 = 'C8', F3 = 'D9', F4 = 'A10', Y1 = 'F1', Y2 = 'F1' }";
    let end = |elk: &str, chips: &str, bison: &str| {
        let given = format!(
            "season = 'fall'\npredators = {{}}\n\
             elk = {{ seat = 1, at = {elk}, chips = {chips}, first = true, whole = true }}\n\
             bison = {{ at = {bison}, chips = [20, 20, 20], first = true, whole = true }}"
        );
        let (game, mut position) = arranged("standard", &given);
        story(&game, &mut position, &["step F1 G18", "stop"], &[1, 1]);
        let outcome = game.status(&position).outcome().unwrap().clone();
        let names = ["Ann".to_string(), "Ben".to_string()];
        game.conclusion(&position, &outcome, Names::new(&names))
    };
    let surplus = end(herd, "[20, 20, 10]", other);
    assert!(surplus.ends_with("more surplus (30 to 20): the game goes to Ben."), "{surplus}");
    let draw = end(herd, "[20, 20, 20]", other);
    assert!(draw.ends_with("A draw between Ann and Ben: Females 4 and surplus 30 each."), "{draw}");
    let females = end(
        "{ M1 = 'H18', M2 = 'I18', F1 = 'G17', F2 = 'J18', F3 = 'K18', F4 = 'G19', Y1 = 'F1' }",
        "[20, 20, 20]",
        "{ F1 = 'B8', F2 = 'C8', Y1 = 'F1', Y2 = 'F1', Y3 = 'F2', Y4 = 'F2', Y5 = 'B9' }",
    );
    let by = "Animal Points: 25 (Ann), 25 (Ben). Equal in points, more Females (4 to 2): the game goes to Ann.";
    assert!(females.ends_with(by), "{females}");
}

// rules: YS-TURN-07, YS-MOVE-05, YS-MOVE-11
#[test]
fn questions_count_what_is_left() {
    let given = r#"
        movement_points = 2
        predators = {}
        elk = { seat = 1, at = { M1 = "G16", F1 = "J16", Y1 = "F1" }, injured = ["Y1"] }
    "#;
    let (game, mut position) = arranged("standard", given);
    assert_eq!(question(&game, &position), "Who moves? 2 points left.");
    let paces = "Hexes in a turn: Male 4 (injured 3), Female 3 (injured 2), Female with Young 2 (injured 1), \
                 Young alone 2 (injured 1).";
    assert_eq!(hint(&game, &position), paces);
    story(&game, &mut position, &["step M1 G15"], &[]);
    let asked = "Male 1 may go 1 more hex; the herd has 1 point left. Where to?";
    assert_eq!(question(&game, &position), asked);
    story(&game, &mut position, &["stop"], &[]);
    assert_eq!(question(&game, &position), "Who moves? 1 point left.");
    let action = game.parse(&position, Seat(0), "step M1 G14").unwrap();
    let refused = game.check(&position, Seat(0), &action).unwrap_err().to_string();
    assert_eq!(refused, "Already moved this turn: Male 1 moves once, 4 hexes at most.");
    story(&game, &mut position, &["step F1 J15"], &[]);
    assert_eq!(question(&game, &position), "Nobody can move any more.");
}

// rules: YS-MOVE-09, YS-YNG-06
#[test]
fn in_fall_the_hint_knows_the_pace_of_young() {
    let (game, position) = arranged("standard", "season = 'fall'");
    let hint = hint(&game, &position);
    assert!(hint.contains("Young alone 3 (injured 2). Young may be parted"), "{hint}");
}

// rules: YS-KILL-03, YS-PRED-17
#[test]
fn a_predator_that_has_arrived_is_not_asked_where_to() {
    let given = r#"
        step = "predator_roll"
        predators = { L1 = "L16" }
        deer = { seat = 1, at = { F1 = "M16", Y1 = "F1", M1 = "C3" }, injured = ["F1"] }
    "#;
    let (game, mut position) = arranged("standard", given);
    story(&game, &mut position, &["roll"], &[4, 4]);
    assert_eq!(question(&game, &position), "Which Mountain Lion do you move, if any?");
    assert_eq!(
        described(&game, &position, "pick L1"),
        "Mountain Lion, healthy: 5 hexes; its nearest prey is Mule Deer Female 1 or all Young of \
         Mule Deer Female 1 in M16, 1 hex away"
    );
    story(&game, &mut position, &["pick L1"], &[]);
    assert_eq!(question(&game, &position), "Mountain Lion 1 may go 5 more hexes. Where to?");
    assert!(described(&game, &position, "stalk M16").contains(
        "occupied by Mule Deer Female 1: it stops there, and may take Mule Deer Female 1 or "
    ));
    let view = serde_json::to_value(game.view(&position, Viewer::Table)).unwrap();
    assert_eq!(view["hunting_left"], 5);
    story(&game, &mut position, &["stalk M16"], &[]);
    assert_eq!(question(&game, &position), "Mountain Lion 1 is in M16. What does it take?");
    assert_eq!(described(&game, &position, "kill F1"), "Mule Deer Female: it is injured");
    let brood = "1 Young of the Mule Deer: their Female is injured";
    assert_eq!(described(&game, &position, "kill young of F1"), brood);
    let prey = "At the end of its move it may take one injured animal or predator, or all Young of an \
                injured Female, or one Young alone.";
    assert_eq!(hint(&game, &position), prey);
}

// rules: YS-FOOD-08, YS-FOOD-23
#[test]
fn a_sheet_is_whose_it_is_and_counts_its_chips() {
    let (game, position) = arranged("standard", "elk = { seat = 1, chips = [15], events = -5 }");
    let [own, other] = [0, 1].map(|seat| scene_for(&game, &position, Seat(seat)));
    let winter = |scene: &Scene| fact(scene, "sheet-elk", "Food for the winter").unwrap();
    assert!(winter(&own).starts_with("10 of "), "{}", winter(&own));
    assert_eq!(fact(&other, "sheet-elk", "Food Points").unwrap(), "-5 and 1 counter");
    assert!(winter(&other).ends_with(" needed"), "what is missing is secret: {}", winter(&other));
    assert_eq!(fact(&own, "sheet-elk", "By events and head start").unwrap(), "-5");
    assert_eq!(fact(&own, "year", "Rounds left").unwrap(), "16 at most");
}

// rules: YS-TERR-02, YS-KILL-14, YS-MAP-06
#[test]
fn the_guide_tells_ground_prey_and_ranges() {
    let (game, position) = arranged("standard", "season = 'fall'\nsheep = { seat = 1 }\nelk = {}");
    let scene = scene(&game, &position);
    let text = stage::text::panel(panel(&scene, "guide").unwrap(), 200);
    for (word, rest) in [
        ("Bighorn Sheep", vec!["stops", "yes", "no"]),
        ("Coyote", vec!["3", "2", "one injured Young"]),
        ("Elk", vec!["G18-K18"]),
        ("Young alone", vec!["3", "2"]),
    ] {
        let found = text.lines().any(|line| {
            line.trim_start().starts_with(word) && rest.iter().all(|part| line.contains(part))
        });
        assert!(found, "{word} {rest:?}: {text}");
    }
    assert!(!text.contains("Mule Deer"), "{text}");
}

// rules: YS-TURN-03, YS-TURN-08
#[test]
fn the_learning_game_shows_no_chart_and_no_predators() {
    let (game, position) = arranged("learning", "");
    let scene = scene(&game, &position);
    assert!(panel(&scene, "chart").is_none());
    assert_eq!(fact(&scene, "year", "Coyote (2-5)"), None);
    assert_eq!(fact(&scene, "year", "Event dice"), None);
}

// rules: YS-GEN-02
#[test]
fn a_herd_in_words_names_its_place_once_and_no_seat_but_the_one_asked() {
    let (game, position) = arranged("standard", "elk = { seat = 1, at = { M1 = 'K18' } }");
    let told = stage::text::describe(&scene(&game, &position));
    let male = told.lines().find(|line| line.contains("Elk Male 1")).unwrap();
    assert_eq!(male, "- Elk Male 1 in K18, may go 4 hexes (clear, Winter Range of the Elk).");
    assert!(told.contains("Elk: Winter Range G18-K18"), "{told}");
}

// rules: YS-SETUP-06
#[test]
fn counters_that_a_case_does_not_name_are_out_of_the_game() {
    let (game, position) =
        arranged("standard", "food = { K17 = 15 }\nelk = { seat = 1, chips = [20] }");
    let view = serde_json::to_value(game.view(&position, Viewer::Table)).unwrap();
    assert_eq!(view["aside"], 18);
}

// rules: YS-GEN-02, YS-TERR-01
#[test]
fn a_herd_can_be_looked_up_where_it_is_chosen() {
    let game = Yellowstone::open(&Yellowstone::house(), &Setup::new("standard", 2)).unwrap();
    let mut dice = Dice::seeded(table::Seed::from_number(1));
    let position = game.start(&mut dice, &mut Log::quiet());
    let bison = described(&game, &position, "choose bison");
    let ground = "Must stop on entering lake; cannot enter mountain. Winters in the ";
    assert!(bison.contains(ground), "{bison}");
}

#[test]
fn the_strip_of_time_tells_what_is_played() {
    let boxes = |scenario: &str, seats| {
        let house = Yellowstone::house();
        let game = Yellowstone::open(&house, &Setup::new(scenario, seats)).unwrap();
        let position = game.start(&mut Dice::seeded(Seed::from_number(3)), &mut Log::quiet());
        let scene = scene(&game, &position);
        let Block::Track(track) = &panel(&scene, stage::TIME).unwrap().blocks[0] else {
            panic!("no strip")
        };
        track.boxes.iter().map(|it| it.label.clone()).collect::<Vec<_>>()
    };
    let rounds: Vec<String> = (1..=12).map(|round| round.to_string()).collect();
    assert_eq!(boxes("short-season", 3), rounds);
    assert_eq!(boxes("solo", 1), ["Spring", "Summer", "Fall", "Winter"]);
}
