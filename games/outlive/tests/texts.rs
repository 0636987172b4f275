//! What a player reads is so: questions, choices, sheets, headlines, the story and the end, each
//! held to the position.

mod night;

use outlive::{Action, Given, Outlive, Position, Side};
use serde_json::json;
use stage::{At, Block, Card, Panel, Pose, Prompt, Scene, Target};
use table::{
    Dice, Log, Looks, Names, Rules, Seat, Seed, Setup, Shown, Speech, Status, StoryLine, Viewer,
};

fn players() -> Vec<String> {
    ["Ann", "Ben", "Cleo", "Dan"].map(String::from).to_vec()
}

/// A position as a case gives it.
fn given(setup: &Setup, given: serde_json::Value) -> (Outlive, Position) {
    let given: Given = serde_json::from_value(given).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    Outlive::arrange(&Outlive::house(), setup, given, &mut dice).unwrap()
}

fn for_two(position: serde_json::Value) -> (Outlive, Position) {
    given(&Setup::new("convoy", 2), position)
}

/// What is told while these lines are played.
fn played(game: &Outlive, position: &mut Position, lines: &[&str]) -> Vec<StoryLine> {
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(1)), Log::new());
    for line in lines {
        let (seat, line) = line.split_once(": ").unwrap();
        let seat = Seat(seat.parse::<u16>().unwrap() - 1);
        let action = game.parse(position, seat, line).unwrap();
        game.check(position, seat, &action).unwrap();
        game.apply(position, seat, &action, &mut dice, &mut log);
    }
    let names = players();
    log.entries().iter().map(|entry| game.narrate(&entry.event, Names::new(&names))).collect()
}

/// Somebody tells this, by this rule and those of its factors, with a blank between them.
#[track_caller]
fn tells(story: &[StoryLine], rules: &str, text: &str) {
    let by = |line: &StoryLine| line.rules.iter().map(|rule| rule.0).eq(rules.split(' '));
    let found = story.iter().any(|line| by(line) && line.text == text);
    assert!(found, "nothing tells `{text}` by {rules} in {story:#?}");
}

fn scene(game: &Outlive, position: &Position, seat: u16) -> Scene {
    let viewer = Viewer::Seat(Seat(seat));
    let mut legal = Vec::new();
    game.legal(position, Seat(seat), &mut legal);
    let names = players();
    game.scene(&game.view(position, viewer), viewer, &legal, Names::new(&names))
}

fn prompt(game: &Outlive, position: &Position, seat: u16) -> Prompt {
    scene(game, position, seat).prompt.unwrap()
}

/// What is said of a choice.
fn said_of(prompt: &Prompt, notation: &str) -> String {
    let choice = prompt.choices.iter().find(|choice| choice.notation == notation);
    choice.unwrap_or_else(|| panic!("no choice `{notation}`")).description.clone()
}

fn card(panels: &[Panel], id: &str) -> Card {
    let mut cards = panels.iter().flat_map(|panel| &panel.blocks).flat_map(|block| match block {
        Block::Cards(cards) => cards.as_slice(),
        _ => &[],
    });
    cards.find(|card| card.id == id).unwrap_or_else(|| panic!("no card `{id}`")).clone()
}

/// Whoever chooses an event, a room or a tile reads there what it does.
// rules: OL-EVT-02, OL-ROOM-04
#[test]
fn what_a_card_does_is_said_where_it_is_chosen() {
    let (game, position) = for_two(json!({
        "phase": "overcome",
        "events": ["enemy-clan"],
        "shelter": { "1": { "tokens": { "munitions": 6, "canned": 1 } } }
    }));
    let said = said_of(&prompt(&game, &position, 0), "overcome enemy-clan");
    assert!(said.contains("Every Day each Shelter loses"), "{said}");
    let game = Outlive::open(&Outlive::house(), &Setup::new("convoy", 2)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    let position = game.start(&mut dice, &mut Log::quiet());
    let draft = prompt(&game, &position, 0);
    for choice in draft.choices.iter().filter(|choice| !choice.ends && !choice.grave) {
        assert!(choice.description.contains("upkeep"), "{choice:?}");
    }
    for (word, meaning) in draft.slips.iter().flat_map(|slip| &slip.blanks).flat_map(rooms) {
        assert!(meaning.contains("upkeep"), "{word}: {meaning}");
    }
}

/// What can be filled into a blank, with what it means.
fn rooms(blank: &stage::Blank) -> Vec<(String, String)> {
    match &blank.entry {
        stage::BlankKind::OneOf(rooms) => rooms.clone(),
        _ => Vec::new(),
    }
}

/// Ann's 5 with a Bat comes to the Forest, where Ben's 3a stands.
fn bat() -> (Outlive, Position) {
    for_two(json!({
        "shelter": {
            "1": { "heroes": { "5": "dam", "4": "mine", "3a": "cargo", "3b": "base" },
                   "repaired": ["baseball-bat"] },
            "2": { "heroes": { "3a": "forest" }, "standing": ["3a"],
                   "repaired": ["battle-gear"],
                   "tokens": { "wood": 2, "water": 1, "munitions": 1 } }
        }
    }))
}

// rules: OL-PRES-08, OL-PRES-23, OL-REAC-02
#[test]
fn pressure_is_asked_and_told_with_every_number() {
    let (game, mut position) = bat();
    let mut story = played(&game, &mut position, &["1: activate 5 forest"]);
    let shown = scene(&game, &position, 0);
    assert_eq!(shown.headline, "Day 1: Pressure, Ann may use the Baseball Bat");
    assert_eq!(shown.prompt.unwrap().question, "Whom does the Bat strike?");
    story.extend(played(&game, &mut position, &["1: bat 2"]));
    let shown = scene(&game, &position, 1);
    assert_eq!(shown.headline, "Day 1: Pressure, Ben answers");
    let asked = shown.prompt.unwrap();
    assert_eq!(asked.question, "3 points of Pressure by Ann in the Forest: how do you answer?");
    assert_eq!(
        said_of(&asked, "defend gear mun=1"),
        "Costs 1 Munitions of your 1. 0 points are left."
    );
    story.extend(played(&game, &mut position, &["2: defend mun=1"]));
    let asked = prompt(&game, &position, 1);
    assert_eq!(asked.question, "Which token do you give Ann?");
    assert_eq!(asked.hint, "You owe 2 tokens for the Pressure in the Forest that is not answered.");
    story.extend(played(&game, &mut position, &["2: give wood"]));
    tells(&story, "OL-PRES-08", "Ann's 5 presses Ben's 3a: Strength 5 against 3 makes 2 points.");
    tells(&story, "OL-PRES-23 OL-EQ-37", "Ann's Bat adds 1: 3 points against Ben.");
    tells(
        &story,
        "OL-REAC-02 OL-PRES-10",
        "Ben answers 3 points with 1 Munitions: 2 points are left.",
    );
}

#[test]
fn heroes_of_one_strength_are_told_apart_on_the_board() {
    let (game, position) = for_two(json!({
        "shelter": { "1": { "heroes": { "5": "mine", "4": "base", "3a": "forest", "3b": "dam" } } }
    }));
    let shown = scene(&game, &position, 0);
    let label = |id: &str| shown.pieces.iter().find(|piece| piece.id == id).unwrap().label.clone();
    assert_eq!((label("hero-1-3a"), label("hero-1-3b")), ("3a".into(), "3b".into()));
}

/// Who has acted is pale; who acts now is not, though their move was made.
#[test]
fn the_hero_who_acts_is_not_done() {
    let (game, mut position) = for_two(json!({
        "shelter": { "1": { "heroes": { "5": "mine", "4": "base", "3a": "forest", "3b": "dam" } } }
    }));
    let pose = |position: &Position, id: &str| {
        scene(&game, position, 0).pieces.into_iter().find(|piece| piece.id == id).unwrap().pose
    };
    assert_eq!(pose(&position, "hero-1-4"), Pose::Upright);
    played(&game, &mut position, &["1: activate 4 silent-peak"]);
    assert_eq!(pose(&position, "hero-1-4"), Pose::Upright, "it acts");
    played(&game, &mut position, &["1: end"]);
    assert_eq!(pose(&position, "hero-1-4"), Pose::Done);
}

#[test]
fn before_the_first_day_the_aim_counts_every_day() {
    let setup = Setup::new("convoy", 3);
    let game = Outlive::open(&Outlive::house(), &setup).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    let position = game.start(&mut dice, &mut Log::new());
    let shown = scene(&game, &position, 0);
    assert!(shown.aim.contains("when the convoy comes, after 6 days:"), "{}", shown.aim);
    let all = "Set-up: Ann, Ben and Cleo choose rooms and a leader";
    assert_eq!(shown.headline, all);
}

// rules: OL-CARG-18, OL-CARG-19, OL-ACT-03
#[test]
fn a_hero_without_action_points_is_not_told_to_use_them() {
    let (game, mut position) = for_two(json!({
        "shelter": { "1": { "heroes": { "5": "mine", "4": "base", "3a": "forest", "3b": "dam" } } }
    }));
    played(&game, &mut position, &["1: activate 5 cargo"]);
    assert_eq!(prompt(&game, &position, 0).question, "Where does the ship's survivor go?");
    played(&game, &mut position, &["1: board airlock"]);
    let asked = prompt(&game, &position, 0);
    assert_eq!(
        (asked.question.as_str(), asked.hint.as_str()),
        ("This hero can do no more here.", "")
    );
}

// rules: OL-DAM-01, OL-BASE-02, OL-RECR-01, OL-ROOM-A13
#[test]
fn the_dam_the_gauge_and_recruits_have_their_own_rules() {
    let heroes = json!({ "5": "forest", "4": "silent-peak", "3a": "mine", "3b": "cargo" });
    let (game, mut position) = for_two(json!({
        "shelter": { "1": { "heroes": heroes, "tokens": { "chips": 1 } } }
    }));
    let story = played(&game, &mut position, &["1: activate 5 dam", "1: open chip"]);
    tells(&story, "OL-DAM-01", "Ann opens the Dam for 1 Microchip.");
    let (game, mut position) = for_two(json!({ "shelter": { "1": { "heroes": heroes } } }));
    let story = played(&game, &mut position, &["1: activate 4 base", "1: algae"]);
    tells(&story, "OL-BASE-02", "Ann's gauge goes from 0 to +1 by the Algae.");
    let taken = scene(&game, &position, 0);
    let algae = taken.pieces.iter().find(|piece| piece.id == "algae").unwrap();
    assert_eq!(algae.label, "-", "a plain board shows that it was taken");
    let (game, mut position) = for_two(json!({
        "phase": "recruit",
        "shelter": { "1": { "tokens": { "meat": 2 } } }
    }));
    let asked = prompt(&game, &position, 0);
    assert_eq!(asked.question, "How many do you recruit, and with what?");
    assert_eq!(asked.hint, "When this Night ends, all Meat and all but 2 Water will be gone.");
    let story = played(&game, &mut position, &["1: recruit meat 1"]);
    tells(&story, "OL-RECR-01", "Ann recruits 1 survivor for 1 Meat into the Airlock.");
}

// rules: OL-HUNT-04, OL-HUNT-17
#[test]
fn a_hunt_tells_every_factor() {
    let (game, mut position) = for_two(json!({
        "turn": 2,
        "events": ["animal-mutation", "epizootic-disease"],
        "game": { "forest": [5, 3] },
        "shelter": { "1": {
            "heroes": { "5": "dam", "4": "silent-peak", "3a": "mine", "3b": "cargo" },
            "repaired": ["shotgun"], "caught": { "5": 2 }, "tokens": { "munitions": 2 }
        } }
    }));
    played(&game, &mut position, &["1: activate 5 forest"]);
    let asked = prompt(&game, &position, 0);
    let said = said_of(&asked, "hunt 0 mun=2 shotgun");
    let costs = "Costs 2 Munitions of your 2. 3 action points for Endurance 6; 4 Meat.";
    assert_eq!(said, costs);
    let story = played(&game, &mut position, &["1: hunt 0 mun=2 shotgun"]);
    tells(
        &story,
        "OL-HUNT-04 OL-EVT-34 OL-HUNT-05 OL-EQ-35 OL-HUNT-31 OL-HUNT-11 OL-EVT-32",
        "Ann's 5 catches game of Endurance 5 and 1 by the Animal Mutation in the Forest with 3 action points, 2 Munitions and 1 by the Shotgun; its yield is 3 Meat, 2 more for those caught before, 1 less by the Epizootic Disease.",
    );
    tells(&story, "OL-HUNT-11", "Ann gets 4 Meat from the hunt.");
}

// rules: OL-EVT-20, OL-EVT-23, OL-EVT-24
#[test]
fn events_that_strip_the_board_are_told_by_their_own_rows() {
    for (event, rule, told) in [
        ("wildfire", "OL-EVT-20", "Wildfire: the Forest loses 2 Wood."),
        ("lean-times", "OL-EVT-23", "Lean Times: the Fairgrounds lose 2 Microchips."),
        ("nomads", "OL-EVT-24", ""),
    ] {
        let (game, mut position) = for_two(json!({
            "phase": "repair",
            "next_event": event,
            "shelter": { "2": { "asleep": true } }
        }));
        let story = played(&game, &mut position, &["1: end"]);
        let like = |line: &&StoryLine| {
            line.rules.first().is_some_and(|known| known.0 == rule)
                && match event {
                    // Which tiles go is a matter of luck.
                    "nomads" => line.text.starts_with("Nomads: "),
                    _ => line.text == told,
                }
        };
        assert!(story.iter().any(|line| like(&line)), "{event}: {story:#?}");
    }
}

// rules: OL-CITY-11
#[test]
fn a_search_says_what_the_stack_holds() {
    let (game, mut position) = for_two(json!({
        "search": { "silent-peak": ["chips", "cupboard", "cupboard", "munitions"] },
        "display": { "silent-peak": ["axe"] },
        "shelter": { "1": { "heroes": { "5": "dam", "4": "forest", "3a": "cargo", "3b": "base" } } }
    }));
    played(&game, &mut position, &["1: activate 5 silent-peak"]);
    let shown = scene(&game, &position, 0);
    assert_eq!(shown.headline, "Day 1: Ann's hero 5 in Silent Peak");
    let asked = shown.prompt.unwrap();
    let held = "In the stack: 1 Microchip, 2 Empty Cupboards and 1 Munitions.";
    assert_eq!(said_of(&asked, "search"), held);
    assert!(said_of(&asked, "salvage 1").starts_with("Broken, repair for 1 Wood and 2 Metal."));
    let story = played(&game, &mut position, &["1: search", "1: search"]);
    tells(&story, "OL-CITY-08", "Ann finds a Microchip in Silent Peak.");
    tells(&story, "OL-CITY-08", "Ann finds an Empty Cupboard in Silent Peak.");
}

// rules: OL-OPT-11, OL-SETUP-15
#[test]
fn a_tile_that_is_not_kept_says_what_the_others_bring() {
    let (game, mut position) = for_two(json!({
        "phase": "setup-search",
        "search": {
            "blackwood": ["water", "cupboard", "wood"],
            "silent-peak": ["capsules", "munitions", "metal"],
        },
        "shelter": { "1": { "leader": "mary" }, "2": { "leader": "solen" } },
    }));
    let draws =
        ["1: draw blackwood", "1: draw blackwood", "1: draw silent-peak", "1: draw silent-peak"];
    played(&game, &mut position, &draws);
    let prompt = prompt(&game, &position, 0);
    for (line, words) in [
        (
            "drop water",
            "The others bring 1 Munitions. Algae Capsules take your gauge back by 1 cell.",
        ),
        (
            "drop cupboard",
            "The others bring 1 Water and 1 Munitions. Algae Capsules take your gauge back by 1 cell.",
        ),
        ("drop capsules", "The others bring 1 Water and 1 Munitions."),
    ] {
        assert_eq!(said_of(&prompt, line), words);
    }
}

#[test]
fn the_draft_asks_what_it_offers() {
    let game =
        Outlive::open(&Outlive::house(), &Setup::new("convoy", 2).with("room_draft", "pass"))
            .unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    let position = game.start(&mut dice, &mut Log::quiet());
    assert_eq!(prompt(&game, &position, 0).question, "Which room do you keep?");
    let (game, mut position) = for_two(json!({
        "phase": "draft",
        "draft": { "1": { "hand": ["A1", "A2", "A5", "A6", "A7", "A8"], "leaders": ["mary", "liza"] },
                   "2": { "hand": ["A9", "A10", "A11", "A12", "A13", "A14"], "leaders": ["erin", "lily"] } }
    }));
    played(&game, &mut position, &["1: discard A1 A2", "1: free A6"]);
    assert_eq!(
        prompt(&game, &position, 0).question,
        "How many of 4 survivors start in the Watch Post?"
    );
}

// rules: OL-SETUP-23, OL-CARG-20, OL-SETUP-19
#[test]
fn the_first_player_token_says_how_it_was_won() {
    let game = Outlive::open(&Outlive::house(), &Setup::new("hard-rain", 2)).unwrap();
    let (mut dice, mut log) = (Dice::seeded(Seed::from_number(4)), Log::new());
    let mut position = game.start(&mut dice, &mut log);
    while position.turn == 0 {
        let seat = game.status(&position).first().unwrap();
        let action = game.lapse(&position, seat);
        game.apply(&mut position, seat, &action, &mut dice, &mut log);
    }
    let names = players();
    let story: Vec<StoryLine> =
        log.entries().iter().map(|entry| game.narrate(&entry.event, Names::new(&names))).collect();
    let oldest = story.iter().find(|line| line.text.contains("oldest leader")).unwrap();
    assert_eq!(oldest.rules[0].0, "OL-SETUP-23");
    let chips = story.iter().filter(|line| line.text.ends_with("1 Microchip by the scenario."));
    assert_eq!(chips.count(), 2, "{story:#?}");
}

/// The end of a position in which nothing is left to do.
fn ending(setup: &Setup, shelters: serde_json::Value) -> String {
    let (game, position) =
        given(setup, json!({ "phase": "upkeep", "turn": 6, "shelter": shelters }));
    let Status::Over(outcome) = game.status(&position) else { panic!("the game goes on") };
    let names = players();
    game.conclusion(&position, &outcome, Names::new(&names))
}

// rules: OL-TIE-01, OL-TIE-02, OL-TIE-03, OL-TIE-04, OL-SOLO-31
#[test]
fn the_end_says_what_decided_it() {
    let two = Setup::new("convoy", 2);
    assert_eq!(
        ending(&two, json!({ "1": { "airlock": 3 }, "2": { "airlock": 2 } })),
        "Night 6 was the last: Ann boards the convoy. Ann has 3 points and Ben has 2 points."
    );
    assert_eq!(
        ending(
            &two,
            json!({ "1": { "airlock": 3, "tokens": { "canned": 1 } }, "2": { "airlock": 3, "tokens": { "canned": 2 } } })
        ),
        "Night 6 was the last: Ben boards the convoy. Ben has 3 points and Ann has 3 points. The tie goes by Supplies left: Ben 2 and Ann 1."
    );
    assert_eq!(
        ending(
            &two,
            json!({ "1": { "airlock": 3, "tokens": { "wood": 1 } }, "2": { "airlock": 3 } })
        ),
        "Night 6 was the last: Ann boards the convoy. Ann has 3 points and Ben has 3 points. The tie goes by Supplies left: Ann 0 and Ben 0; then by Materials and Munitions left: Ann 1 and Ben 0."
    );
    assert!(
        ending(&two, json!({ "1": { "airlock": 3 }, "2": { "airlock": 3 } }))
            .ends_with("Ann 0 and Ben 0; so the victory is shared.")
    );
    assert_eq!(
        ending(&Setup::new("horde", 1), json!({ "1": { "airlock": 7 } })),
        "Night 6 was the last. Ann stays behind with 7 points where 32 were needed. Rank: Left behind."
    );
}

// rules: OL-SOLO-06, OL-SOLO-18
#[test]
fn the_cards_of_the_horde_can_be_looked_up() {
    let (game, position) = given(&Setup::new("horde", 1), json!({}));
    let panels = scene(&game, &position, 0).panels;
    let horde = panels.iter().find(|panel| panel.id == "horde").unwrap();
    let told = horde.blocks.iter().any(|block| match block {
        Block::Table { rows, .. } => rows.iter().any(|row| {
            row.cells[0] == "H3"
                && row.cells[1]
                    == "Cargo Ship, Fairgrounds, Forest, Hunting, Dam, Military Base, City, Mine"
        }),
        _ => false,
    });
    assert!(told, "{horde:#?}");
}

// rules: OL-OVER-10, OL-CARG-20
#[test]
fn a_given_position_says_who_won_what_and_who_is_aboard() {
    let (game, mut position) = for_two(json!({
        "turn": 3,
        "events": ["wildfire"],
        "slots": { "3": { "side": 2 } },
        "shelter": {
            "1": { "heroes": { "5": "mine", "4": "base", "3a": "forest", "3b": "dam" } },
            "2": { "won": ["nomads"] }
        }
    }));
    let view = game.view(&position, Viewer::Table);
    let by =
        view.events.iter().find(|event| event.card.is_some_and(|card| card.word() == "nomads"));
    assert_eq!(by.unwrap().by, Some(2));
    position.first = Side::FIRST.clockwise(1, 2);
    let story = played(&game, &mut position, &["1: activate 5 cargo"]);
    assert!(story.iter().all(|line| !line.text.contains("first player token")), "{story:#?}");
}

// rules: OL-REAC-01
#[test]
fn the_story_is_told_in_words() {
    for seed in 0..6 {
        let game = Outlive::open(&Outlive::house(), &Setup::new("convoy", 3)).unwrap();
        let (mut dice, mut log) = (Dice::seeded(Seed::from_number(seed)), Log::new());
        let mut position = game.start(&mut dice, &mut log);
        let mut legal: Vec<Action> = Vec::new();
        while let Some(seat) = game.status(&position).first() {
            legal.clear();
            game.legal(&position, seat, &mut legal);
            let action = *dice.pick("test", &legal).unwrap();
            game.apply(&mut position, seat, &action, &mut dice, &mut log);
        }
        let names = players();
        for entry in log.entries() {
            let told = game.narrate(&entry.event, Names::new(&names)).text;
            if told.is_empty() {
                continue;
            }
            assert!(
                told.ends_with('.') && !told.contains(['=', '+', '`']) || told.contains("gauge"),
                "{told}"
            );
            assert_eq!(table::wording::slip(&told), None);
        }
    }
}

/// Every decision that others hear of is told, and told once: by what it does, or by itself.
#[test]
fn every_decision_is_told_once() {
    let names = players();
    for (scenario, seats) in [("convoy", 3), ("horde", 1)] {
        let game = Outlive::open(&Outlive::house(), &Setup::new(scenario, seats)).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(5));
        let mut position = game.start(&mut dice, &mut Log::quiet());
        while let Status::Deciding(seats) = game.status(&position) {
            let seat = seats.iter().next().unwrap();
            let mut legal = Vec::new();
            game.legal(&position, seat, &mut legal);
            let action = *dice.pick("choice", &legal).unwrap();
            let mut log = Log::new();
            game.apply(&mut position, seat, &action, &mut dice, &mut log);
            let told: Vec<String> = log
                .entries()
                .iter()
                .map(|entry| game.narrate(&entry.event, Names::new(&names)).text)
                .filter(|text| !text.is_empty())
                .collect();
            let line = game.notation(&action);
            assert!(!told.is_empty() || action == Action::End, "`{line}` is not told");
            let said = told
                .iter()
                .filter(|text| text.contains("opens the Dam") || text.contains("Open the Dam"));
            assert!(said.count() <= 1, "{told:?}");
        }
    }
}

// rules: OL-DAM-01, OL-HUNT-04, OL-EVT-39
#[test]
fn a_move_promises_only_what_the_hero_can_have() {
    let heroes = json!({ "3a": "base", "3b": "mine", "4": "silent-peak", "5": "cargo" });
    let (game, position) = for_two(json!({
        "game": { "forest": [6, 3] },
        "shelter": { "1": { "heroes": { "3a": "blackwood", "3b": "base", "4": "mine", "5": "cargo" },
                            "tokens": { "munitions": 1 } } }
    }));
    let asked = prompt(&game, &position, 0);
    let dam = said_of(&asked, "activate 3b dam");
    assert!(dam.contains("which you cannot open: no Microchip, no Access Card"), "{dam}");
    // A way that brings nothing is told apart, in words too.
    assert!(dam.contains("No gain now."), "{dam}");
    let vain = asked.choices.iter().filter(|choice| choice.vain);
    let vain: Vec<&str> = vain.map(|choice| choice.notation.as_str()).collect();
    assert_eq!(vain, ["activate 3a dam", "activate 3b dam"]);
    let forest = said_of(&asked, "activate 3a forest");
    assert!(forest.contains("Endurance 6"), "{forest}");
    assert!(forest.contains("Meat (needs 6, this hero brings 4 at most)"), "{forest}");
    let (game, position) = for_two(json!({
        "shelter": { "1": { "heroes": heroes, "tokens": { "chips": 1, "munitions": 6 } } }
    }));
    let dam = said_of(&prompt(&game, &position, 0), "activate 3a dam");
    assert!(dam.contains("Water, for 1 Microchip"), "{dam}");
    let (game, position) = for_two(json!({
        "shelter": { "1": { "heroes": heroes, "repaired": ["access-card"] } }
    }));
    let dam = said_of(&prompt(&game, &position, 0), "activate 3a dam");
    assert!(dam.contains("Water, free with your Access Card"), "{dam}");
}

/// What a refusal says is so, by the rule that is meant.
// rules: OL-ACT-04, OL-FEED-11, OL-EVT-10
#[test]
fn a_refusal_says_how_much_is_there_and_by_which_rule() {
    let heroes = json!({ "3a": "base", "3b": "mine", "4": "silent-peak", "5": "dam" });
    let (game, mut position) = for_two(json!({ "shelter": { "1": { "heroes": heroes } } }));
    played(&game, &mut position, &["1: activate 5 forest"]);
    let refused = |game: &Outlive, position: &Position, line: &str| {
        let action = game.parse(position, Seat(0), line).unwrap();
        let refusal = game.check(position, Seat(0), &action).unwrap_err();
        format!("{refusal} {}", table::Refused::rule(&refusal).0)
    };
    let told = refused(&game, &position, "take 200");
    assert!(told.starts_with("Only ") && told.contains(" Wood left here today."), "{told}");
    let (game, mut position) = for_two(json!({
        "phase": "feed",
        "shelter": { "1": { "airlock": 1, "rooms": { "S1": 3 }, "tokens": { "meat": 3, "canned": 3 } } }
    }));
    played(&game, &mut position, &["1: feed meat=2"]);
    let told = refused(&game, &position, "end");
    assert!(told.contains("First lose a survivor.") && told.contains("OL-FEED-11"), "{told}");
}

/// Where a name is missing, those are listed that can be said.
// rules: OL-RECR-01
#[test]
fn a_missing_name_is_asked_for_among_what_can_be_meant() {
    let (game, position) = for_two(json!({
        "phase": "recruit",
        "shelter": { "1": { "tokens": { "meat": 2 }, "broken": ["axe"] } }
    }));
    let misread = |line: &str| game.parse(&position, Seat(0), line).unwrap_err().to_string();
    assert!(
        misread("recruit").ends_with("say which Supply: meat, water, canned"),
        "{}",
        misread("recruit")
    );
    assert!(
        misread("repair").ends_with("say which broken equipment: axe"),
        "{}",
        misread("repair")
    );
}

/// The ring is told in its order.
// rules: OL-BOARD-01, OL-MOVE-05
#[test]
fn the_ring_is_told_in_its_order() {
    let heroes = json!({ "3a": "base", "3b": "mine", "4": "silent-peak", "5": "cargo" });
    let (game, position) = for_two(json!({ "shelter": { "1": { "heroes": heroes } } }));
    let shown = scene(&game, &position, 0);
    let asked = |line: &str| {
        let asked = stage::text::Asked::read(line).unwrap();
        stage::text::answer(&shown, asked, &|_, _| None)
    };
    assert!(asked("board").contains("the last next to the first"), "{}", asked("board"));
}

/// That the only way was taken by itself is said.
// rules: OL-MOVE-03
#[test]
fn an_only_way_is_called_automatic() {
    let (game, _) = for_two(json!({}));
    let hero = outlive::HeroId::ALL[0];
    let to = outlive::Location::Dam;
    let action = Action::Activate { hero, to, exo: false, hook: false, share: false };
    let told = |automatic: bool| {
        let event = outlive::Event::Decided { seat: Side::FIRST, action, automatic };
        game.narrate(&event, Names::NONE).text
    };
    assert!(told(true).ends_with(" to the Dam, the only way (automatic)."), "{}", told(true));
    assert_eq!(told(false), "");
}

/// An end that throws points away is asked about; one that cannot do otherwise is not.
#[test]
fn unused_points_are_told_and_asked_about() {
    let heroes = json!({ "3a": "base", "3b": "blackwood", "4": "silent-peak", "5": "cargo" });
    let (game, mut position) = for_two(json!({
        "events": ["sandstorm"],
        "shelter": { "1": { "heroes": heroes } }
    }));
    played(&game, &mut position, &["1: activate 4 mine"]);
    let asked = prompt(&game, &position, 0);
    assert!(
        asked.hint.contains("In the Sandstorm every hero has 3 action points."),
        "{}",
        asked.hint
    );
    let end = asked.choices.iter().find(|choice| choice.notation == "done" || choice.ends).unwrap();
    assert!(end.final_ && end.description == "3 action points unused: lost.", "{end:?}");
    let (game, mut position) = for_two(json!({
        "shelter": { "1": { "heroes": { "3a": "base", "3b": "mine", "4": "silent-peak", "5": "cargo" } } }
    }));
    played(&game, &mut position, &["1: activate 3a dam"]);
    let asked = prompt(&game, &position, 0);
    assert!(asked.choices.iter().all(|choice| !choice.final_), "{:?}", asked.choices);
}

// rules: OL-EVT-01, OL-EVT-39
#[test]
fn an_event_says_what_it_does_when_it_comes() {
    let (game, _) = for_two(json!({}));
    let flipped = outlive::Event::Flipped { turn: 1, card: outlive::EventCard::Sandstorm };
    let told = game.narrate(&flipped, Names::NONE).text;
    assert!(told.starts_with("Event of turn 1: Sandstorm. Heroes have 3 action points"), "{told}");
}

// rules: OL-SOLO-31
#[test]
fn whoever_faces_the_horde_reads_the_bar() {
    let (game, position) = given(&Setup::new("horde", 1).with("level", "easy"), json!({}));
    let aim = scene(&game, &position, 0).aim;
    let bar = game.level().bar;
    assert!(aim.starts_with(&format!("At least {bar} Survival Points")), "{aim}");
}

// rules: OL-CARG-24, OL-CARG-25
#[test]
fn the_ship_promises_what_rooms_add() {
    let (game, position) = for_two(json!({
        "shelter": { "1": {
            "rooms": { "A3": 4 },
            "heroes": { "3a": "base", "3b": "blackwood", "4": "silent-peak", "5": "mine" }
        } }
    }));
    let said = said_of(&prompt(&game, &position, 0), "activate 5 cargo");
    assert!(said.contains("Canned Goods and 1 by the Pantry"), "{said}");
}

/// At set-up nothing is called used up that is not laid out yet.
#[test]
fn set_up_calls_nothing_used_up() {
    let game = Outlive::open(&Outlive::house(), &Setup::new("convoy", 2)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    let position = game.start(&mut dice, &mut Log::quiet());
    let words = stage::text::describe(&scene(&game, &position, 0));
    for wrong in ["no wild game is left", "0 tiles are left"] {
        assert!(!words.contains(wrong), "{words}");
    }
}

/// Alone nothing is tied, and who gives rooms away reads that they are gone.
// rules: OL-SOLO-31, OL-SETUP-09, OL-SETUP-10
#[test]
fn tokens_break_ties_only_where_there_are_any() {
    for (setup, words) in [
        (Setup::new("horde", 1), "tokens that are left count for nothing."),
        (Setup::new("convoy", 2), "tokens that are left count only in a tie."),
    ] {
        let night = json!({
            "phase": "recruit", "turn": 6, "shelter": { "1": { "tokens": { "meat": 2 } } }
        });
        let (game, position) = given(&setup, night);
        let hint = prompt(&game, &position, 0).hint;
        assert!(hint.ends_with(words), "{hint}");
    }
    let game = Outlive::open(&Outlive::house(), &Setup::new("convoy", 2)).unwrap();
    let position = game.start(&mut Dice::seeded(Seed::from_number(1)), &mut Log::quiet());
    let hint = prompt(&game, &position, 0).hint;
    assert_eq!(hint, "They leave the game; nobody gets them or sees which they were.");
}
