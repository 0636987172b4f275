//! What a player is told is what then happens, and nothing that one decides by is left out.

use serde_json::{Value, json};
use stage::text::{Asked, TextLook, answer, describe, legend};
use stage::{Choice, Field, Prompt, Scene, Target};
use std::collections::BTreeSet;
use survivors::Survivors;
use survivors::action::{Action, Answer, Gait};
use survivors::event::Event;
use survivors::position::{Position, Step};
use table::{
    AnyGame, Dice, GameBox, Log, Looks, Names, Rules, Seat, Seed, Setup, Shown, Speech, Viewer,
};

const SCENARIOS: [&str; 8] =
    ["quick", "forecourt", "barn", "tollgate", "surgery", "strays", "mill", "duel"];

/// A scenario as it begins.
fn start(scenario: &str, seats: u16) -> (Survivors, Position) {
    let game = Survivors::open(&Survivors::house(), &Setup::new(scenario, seats)).unwrap();
    let position = game.start(&mut Dice::seeded(Seed::from_number(1)), &mut Log::quiet());
    (game, position)
}

/// A position as a rule case gives it.
fn given(setup: Setup, given: Value) -> (Survivors, Position) {
    let given = serde_json::from_value(given).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(1));
    Survivors::arrange(&Survivors::house(), &setup, given, &mut dice).unwrap()
}

fn scene(game: &Survivors, position: &Position, seat: u16) -> Scene {
    let (seat, mut legal) = (Seat(seat), Vec::new());
    game.legal(position, seat, &mut legal);
    let view = game.view(position, Viewer::Seat(seat));
    game.scene(&view, Viewer::Seat(seat), &legal, Names::NONE)
}

fn prompt(game: &Survivors, position: &Position, seat: u16) -> Prompt {
    scene(game, position, seat).prompt.unwrap()
}

/// The choice of this line.
fn choice(game: &Survivors, position: &Position, seat: u16, line: &str) -> Choice {
    let choices = prompt(game, position, seat).choices;
    let lines: Vec<&str> = choices.iter().map(|choice| choice.notation.as_str()).collect();
    let found = choices.iter().find(|choice| choice.notation == line);
    found.unwrap_or_else(|| panic!("no `{line}` in {lines:?}")).clone()
}

/// Plays a line with these dice; gives what is told of it.
fn play(
    game: &Survivors,
    position: &mut Position,
    seat: u16,
    line: &str,
    dice: &[u32],
) -> Vec<String> {
    let action = game.parse(position, Seat(seat), line).unwrap();
    let (mut dice, mut log) = (Dice::loaded(dice.to_vec()), Log::new());
    game.play(position, Seat(seat), &action, &mut dice, &mut log).unwrap();
    let events = log.take();
    events.iter().map(|entry| game.narrate(&entry.event, Names::NONE).text).collect()
}

/// The answer to a question in words.
fn asked(game: &Survivors, position: &Position, seat: u16, line: &str) -> String {
    let scene = scene(game, position, seat);
    let measure = |from: &Target, to: Option<&Target>| {
        game.gauge(position, Viewer::Seat(Seat(seat)), from, to)
    };
    answer(&scene, Asked::read(line).unwrap(), &measure)
}

/// Looks at a position with everything that can be done in it.
type Look<'a> = &'a mut dyn FnMut(&Survivors, &Position, Seat, &[Action]);

/// Plays every scenario at random for so many decisions.
fn wander(decisions: usize, look: Look<'_>) {
    for (number, scenario) in SCENARIOS.into_iter().enumerate() {
        let (game, mut position) = start(scenario, 2);
        // The first side is asked before every fight.
        position.answers[0] = [Answer::Ask, Answer::No];
        let mut dice = Dice::seeded(Seed::from_number(40 + number as u64));
        for _ in 0..decisions {
            let Some(seat) = game.status(&position).first() else { break };
            let mut legal = Vec::new();
            game.legal(&position, seat, &mut legal);
            look(&game, &position, seat, &legal);
            legal.retain(|action| !game.gives_up(action));
            // Whoever may charge does, so that fights come about.
            let charges = |action: &&Action| matches!(action, Action::Move { charge: 1.., .. });
            let any = dice.roll("pick", legal.len() as u32) as usize - 1;
            let action = legal.iter().find(charges).unwrap_or(&legal[any]).clone();
            game.apply(&mut position, seat, &action, &mut dice, &mut Log::quiet());
        }
    }
}

/// Two guards who stand apart, with what is added.
fn field(phase: &str, more: Value) -> Value {
    let mut given = json!({
        "table": [36, 36],
        "phase": phase,
        "figures": {
            "A9": { "is": "Drifter", "at": [34, 2], "face": "N" },
            "B9": { "is": "Drifter", "at": [34, 34], "face": "S" },
        },
    });
    merge(&mut given, more);
    given
}

fn merge(into: &mut Value, more: Value) {
    match (into, more) {
        (Value::Object(into), Value::Object(more)) => {
            for (key, value) in more {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, more) => *into = more,
    }
}

#[test]
fn one_is_pointed_to_enemies_and_crates() {
    let (game, mut position) = start("forecourt", 2);
    let mut dice = Dice::seeded(Seed::from_number(2));
    while position.step != Step::Phase(survivors::position::Phase::Movement) {
        let seat = game.status(&position).first().unwrap();
        let lapse = game.lapse(&position, seat);
        game.apply(&mut position, seat, &lapse, &mut dice, &mut Log::quiet());
    }
    for (seat, theirs) in [(0, 'B'), (1, 'A')] {
        let shown = scene(&game, &position, seat);
        let pieces = shown.pieces.iter().map(|piece| &piece.id);
        let far: Vec<&String> =
            pieces.filter(|id| id.starts_with(theirs) || id.starts_with("token-")).collect();
        assert!(far.iter().any(|id| id.starts_with("token-")) && far.len() > 3, "{far:?}");
        let watched: Vec<&String> = shown.watched.iter().collect();
        assert!(far.iter().all(|id| watched.contains(id)), "{watched:?} of {far:?}");
        assert_eq!(watched.len(), far.len(), "{watched:?} of {far:?}");
    }
}

// rules: SV-CAN-02, SV-MOV-11
#[test]
fn a_run_is_offered_wherever_the_rules_allow_it() {
    let (game, mut position) = start("duel", 2);
    play(&game, &mut position, 0, "deploy A1 23,3", &[]);
    let mut dice = Dice::seeded(Seed::from_number(2));
    while position.step != Step::Phase(survivors::position::Phase::Movement) {
        let seat = game.status(&position).first().unwrap();
        let lapse = game.lapse(&position, seat);
        game.apply(&mut position, seat, &lapse, &mut dice, &mut Log::quiet());
    }
    let seat = game.status(&position).first().unwrap().0;
    let id = ["A1", "B1"][usize::from(seat)];
    play(&game, &mut position, seat, &format!("take {id}"), &[]);
    let shown = scene(&game, &position, seat);
    // Every line of sight is explained.
    let sight = shown.traces.iter().filter(|it| it.points.len() == 2);
    for trace in sight {
        let told = |(ink, dotted, _): (_, _, &str)| (ink, dotted) == (trace.ink, trace.dotted);
        assert!(shown.line_keys().any(told), "{trace:?}");
    }
    let free = shown.prompt.unwrap().free;
    assert!(free.iter().any(|free| free.notation == format!("run {id} {{at}}")), "{free:?}");
    assert!(shown.traces.iter().any(|trace| trace.label.starts_with("run 12\"")));
    wander(60, &mut |game, position, seat, legal| {
        let Some(figure) = position.active else { return };
        let free = prompt(game, position, seat.0).free;
        let subject = &position.figures[figure];
        let runs = free.iter().any(|free| free.notation.starts_with("run "));
        let listed = legal.iter().any(|it| matches!(it, Action::Move { gait: Gait::Run, .. }));
        assert!(runs || !listed);
        if position.step == Step::Phase(survivors::position::Phase::Movement) {
            let may = !subject.has_moved
                && subject.used == 0
                && !subject.ran_last
                && subject.carrying.is_none()
                && !subject.limbs.leg
                && !game.is_held(position, figure);
            assert_eq!(runs, may, "{}", game.figure_id(figure));
        }
    });
}

// rules: SV-MOV-11, SV-MOV-07
#[test]
fn a_refused_walk_speaks_of_running_only_where_one_could_run() {
    let given_line = |ran: bool| {
        field(
            "movement",
            json!({ "figures": { "A1": { "is": "Guard", "at": [10, 10], "face": "E", "ran_last": ran } } }),
        )
    };
    for (ran, x, offers) in [(false, 20, true), (true, 20, false), (false, 24, false)] {
        let (game, position) = given(Setup::new("forecourt", 2), given_line(ran));
        let action = game.parse(&position, Seat(0), &format!("walk A1 {x},10")).unwrap();
        let refused = game.check(&position, Seat(0), &action).unwrap_err().to_string();
        assert_eq!(refused.contains("Run?"), offers, "{refused}");
    }
}

#[test]
fn no_place_is_called_as_a_piece_is() {
    for scenario in SCENARIOS {
        let (game, position) = start(scenario, 2);
        let scene = scene(&game, &position, 0);
        let figures: BTreeSet<&str> = game.scenario.sheets.iter().map(|sheet| &*sheet.id).collect();
        for field in &scene.ground.fields {
            let Field::Plane(plane) = field else { continue };
            for area in plane.all_areas() {
                assert!(!figures.contains(area.id.as_str()), "{scenario}: {}", area.id);
            }
        }
    }
}

// rules: SV-GEO-22
#[test]
fn what_lies_upstairs_is_told_where_it_is_and_on_which_floor() {
    let (game, position) = start("surgery", 2);
    let told = asked(&game, &position, 0, "where Q3");
    assert!(told.contains("search point Q3") && told.contains("15,20"), "{told}");
    assert!(told.contains("upper floor"), "{told}");
    let board = asked(&game, &position, 0, "board");
    for point in ["Q3", "Q4"] {
        assert!(board.contains(&format!("search point {point}")), "{board}");
    }
    let windows = board.lines().filter(|line| line.contains("window") && line.contains("floor"));
    assert!(windows.count() > 0, "{board}");
    for question in ["describe", "pieces"] {
        let told = asked(&game, &position, 0, question);
        let all = (1..=7).all(|point| told.contains(&format!("search point Q{point}")));
        assert!(all && !told.contains("Nothing stands"), "{told}");
    }
    let (game, position) = start("mill", 2);
    let told = asked(&game, &position, 0, "where T2");
    assert!(told.contains("crate T2 at 18,25, upper floor"), "{told}");
    // From the same spot one floor below it is no way at all.
    let (game, position) = given(
        Setup::new("surgery", 2),
        json!({ "phase": "movement", "figures": {
            "B1": { "is": "Guard", "at": [15, 20], "face": "N" },
            "C1": { "is": "Guard", "at": [15, 20, 1], "face": "N" },
        }, "order": ["B", "C"] }),
    );
    let told = asked(&game, &position, 0, "where C1");
    assert!(told.contains("at 15,20, upper floor"), "{told}");
    assert!(!told.contains("north-east"), "{told}");
}

// rules: SV-OBS-14, SV-GEO-22
#[test]
fn the_story_names_the_floor_and_rounds_points_to_tenths() {
    let (game, mut position) = given(
        Setup::new("surgery", 2),
        json!({ "phase": "movement", "figures": {
            "B1": { "is": "Guard", "at": [15, 20, 1], "face": "N" },
            "C1": { "is": "Guard", "at": [2, 2], "face": "N" },
        }, "order": ["B", "C"] }),
    );
    let told = play(&game, &mut position, 0, "walk B1 16.123,19.456,1", &[]).join(" ");
    assert!(
        told.contains("walks 1.2\" south-east, to ") && told.contains(", upper floor."),
        "{told}"
    );
    assert!(!told.contains("16.1"), "{told}");
}

/// Two against one, whose losses leave a choice.
fn wounded() -> (Survivors, Position) {
    let (game, mut position) = given(
        Setup::new("forecourt", 2),
        json!({
            "table": [36, 36], "phase": "movement", "order": ["A"],
            "standing": { "A": ["no", "no"], "B": ["no", "no"] },
            "figures": {
                "A1": { "is": "Founder", "at": [11.01, 10], "hand": "edged" },
                "A2": { "is": "Founder", "at": [34, 5] },
                "B1": { "is": "Labourer", "at": [10, 10], "hand": "nothing", "strength": 2 },
                "B2": { "is": "Labourer", "at": [11.01, 11.01], "hand": "nothing" },
                "B3": { "is": "Labourer", "at": [11.01, 8.99] },
                "B9": { "is": "Drifter", "at": [34, 34], "face": "S" },
            },
        }),
    );
    let told = play(&game, &mut position, 0, "end", &[2, 3]).join(" ");
    assert!(told.contains("losses"), "{told}");
    (game, position)
}

// rules: SV-ALC-02, SV-CHR-02, SV-HTH-23
#[test]
fn a_wound_says_what_it_leaves_and_how_many_are_to_come() {
    let (game, mut position) = wounded();
    let asked = prompt(&game, &position, 1);
    let view = serde_json::to_value(game.view(&position, Viewer::Seat(Seat(1)))).unwrap();
    let [ours, theirs] = [1, 0].map(|side| view["fight"]["totals"][side].as_i64().unwrap());
    let left = view["fight"]["losses"][1].as_i64().unwrap();
    let given: i64 =
        ["B1", "B2", "B3"].map(|id| view["fight"]["given"][id].as_i64().unwrap()).iter().sum();
    assert!(given > 0 && left > 0);
    let words = format!("{} {}", asked.question, asked.hint);
    assert!(words.contains(&format!("{ours} to {theirs}")), "{words}");
    assert!(words.contains(&format!("{left} of {} points", left + given)), "{words}");
    let falls = choice(&game, &position, 1, "hurt B1");
    assert!(falls.description.contains("falls: killed"), "{}", falls.description);
    let stands = choice(&game, &position, 1, "hurt B3");
    assert!(stands.description.contains("Strength 1 of 3 left"), "{}", stands.description);
    let sheet = asked_sheet(&game, &position);
    assert!(
        sheet.contains(&format!("loses {}, {left} still to share out", left + given)),
        "{sheet}"
    );
    while position.step == Step::Allocate {
        let line = prompt(&game, &position, 1).choices[0].notation.clone();
        play(&game, &mut position, 1, &line, &[1; 6]);
    }
    let left = |id: &str| position.figures[game.figure_of(id).unwrap()].strength;
    assert!(left("B1") == 0 || left("B3") == 1);
}

fn asked_sheet(game: &Survivors, position: &Position) -> String {
    asked(game, position, 1, "sheet Hand-to-hand")
}

// rules: SV-CIV-01, SV-CIV-03, SV-CIV-09, SV-PRE-10, SV-PRE-11, SV-HTH-11
#[test]
fn a_charge_tells_of_the_test_the_fire_and_the_totals() {
    let charge = |is: &str, kit: Value, foe: Value| {
        let more = json!({ "figures": {
            "A1": { "is": is, "at": [10, 10], "face": "E", "kit": kit },
            "B1": foe,
        } });
        let (game, mut position) = given(Setup::new("forecourt", 2), field("movement", more));
        play(&game, &mut position, 0, "take A1", &[]);
        let choices = prompt(&game, &position, 0).choices;
        let charge = choices.into_iter().find(|it| it.notation.starts_with("charge A1 at B1"));
        charge.unwrap()
    };
    let guard =
        |loaded: bool| json!({ "is": "Guard", "at": [15, 10], "face": "W", "loaded": loaded });
    let knife = json!({ "is": "Knifeman", "at": [15, 10], "face": "W" });
    let layabout = charge("Layabout", json!([]), knife.clone());
    assert!(
        layabout.description.contains("test: 5+ on a D6 (Shirker -1)"),
        "{}",
        layabout.description
    );
    assert!(layabout.description.starts_with("Test 33 %, then you "), "{}", layabout.description);
    assert!(layabout.description.contains("nobody can fire first"), "{}", layabout.description);
    assert!(layabout.description.ends_with('.'), "{}", layabout.description);
    let nurse = charge("Nurse", json!([]), knife);
    assert!(nurse.description.contains("test: 4+ on a D6, or"), "{}", nurse.description);
    let armed = charge("Layabout", json!(["blunt"]), guard(true));
    assert!(!armed.description.to_lowercase().contains("test"), "{}", armed.description);
    assert!(armed.description.starts_with("if it comes unhurt, you win "), "{}", armed.description);
    assert!(armed.description.contains("may fire first"), "{}", armed.description);
    assert!(armed.description.contains("hits on 4+"), "{}", armed.description);
    let empty = charge("Layabout", json!(["blunt"]), guard(false));
    assert!(empty.description.contains("nobody can fire first"), "{}", empty.description);
    assert!(armed.label.starts_with("charge Guard B1"), "{}", armed.label);
}

// rules: SV-PRE-01, SV-PRE-05, SV-PRE-08, SV-HTH-16, SV-HTH-18, SV-HTH-20
#[test]
fn who_is_said_to_fire_first_is_then_asked() {
    let (mut fired, mut held) = (0, 0);
    wander(160, &mut |game, position, seat, legal| {
        let choices = prompt(game, position, seat.0).choices;
        for action in legal {
            let Action::Move { figure, charge: 1.., .. } = action else { continue };
            let line = game.notation(action);
            let told = &choices.iter().find(|it| it.notation == line).unwrap().description;
            let mut after = position.clone();
            // A six passes every test.
            let mut dice = Dice::loaded(vec![6; 200]);
            game.apply(&mut after, seat, action, &mut dice, &mut Log::quiet());
            if after.figures[*figure].shirked {
                continue;
            }
            let asked = after.step == Step::PreContact;
            assert_eq!(told.contains("may fire first"), asked, "{line}: {told}");
            assert_eq!(told.contains("nobody can fire first"), !asked, "{line}: {told}");
            fired += u32::from(asked);
            held += u32::from(!asked);
        }
    });
    assert!(fired > 10 && held > 10, "{fired} {held}");
}

// rules: SV-HTH-09, SV-HTH-11, SV-HTH-16, SV-HTH-18, SV-HTH-20
#[test]
fn the_totals_of_a_fight_to_come_are_those_of_the_fight() {
    let mut seen = 0;
    wander(200, &mut |game, position, seat, legal| {
        let capture = Action::Capture(false);
        let hint = prompt(game, position, seat.0).hint;
        let told = hint.strip_prefix("Before the dice: you ").filter(|_| legal.contains(&capture));
        let Some((ours, rest)) = told.and_then(|it| it.split_once(" + D6, they ")) else { return };
        let told = [ours, rest.split_once(" + D6").unwrap().0];
        let (mut after, mut log) = (position.clone(), Log::new());
        // Nobody's wits are as high as a six: the unarmed find nothing to fight with.
        game.apply(&mut after, seat, &capture, &mut Dice::loaded(vec![6; 200]), &mut log);
        for entry in log.take() {
            let Event::Totals { sides, totals, .. } = entry.event else { continue };
            let mine = usize::from(sides[0] != game.side_of(position, seat));
            let told = told.map(|it| it.parse::<i32>().unwrap() + 6);
            assert_eq!(told, [totals[mine], totals[1 - mine]], "{hint}");
            seen += 1;
        }
    });
    assert!(seen > 5, "{seen}");
}

// rules: SV-ACT-08, SV-MOV-03, SV-MOV-04, SV-MOV-10
#[test]
fn a_way_tells_what_it_takes() {
    let more = json!({ "figures": { "A1": { "is": "Guard", "at": [10, 10], "face": "E" } } });
    let (game, mut position) = given(Setup::new("forecourt", 2), field("movement", more));
    play(&game, &mut position, 0, "take A1", &[]);
    let preview = |line: &str| {
        let action = game.parse(&position, Seat(0), line).unwrap();
        game.preview(&position, Seat(0), &action).words
    };
    let walk = preview("walk A1 15.5,10");
    assert!(
        walk.contains("takes 2 of 2 actions") && walk.contains("0.5\" of 6\" are lost"),
        "{walk}"
    );
    let near = preview("walk A1 12,10");
    assert!(near.contains("takes no action"), "{near}");
    let run = preview("run A1 20,10");
    assert!(run.contains("takes all actions") && run.contains("no run next turn"), "{run}");
    let asked = prompt(&game, &position, 0);
    for choice in &asked.choices {
        let goes = choice.notation.starts_with("walk") || choice.notation.starts_with("run");
        assert!(!goes || choice.description.contains("takes "), "{}", choice.notation);
    }
    let walk = asked.free.iter().find(|free| free.label == "Walk").unwrap();
    assert_eq!(walk.words, "2\" keep 2 actions, 4\" keep 1, 6\" none; an obstacle takes 2\" more");
    assert!(!asked.hint.contains("A number at a point says"), "{}", asked.hint);
}

// rules: SV-GEO-15
#[test]
fn the_inches_of_a_way_are_those_that_are_gone() {
    let mut bent = 0;
    wander(60, &mut |game, position, seat, legal| {
        let choices = prompt(game, position, seat.0).choices;
        for action in legal {
            let Action::Move { figure, way, charge: 0, .. } = action else { continue };
            let (mut after, mut log) = (position.clone(), Log::new());
            game.apply(&mut after, seat, action, &mut Dice::loaded(vec![6; 9]), &mut log);
            let events = log.take();
            let length = events.iter().find_map(|entry| match entry.event {
                Event::Moves { length, .. } => Some(length),
                _ => None,
            });
            if length == Some(0) {
                continue;
            }
            let halves = (length.unwrap() + 250) / 500;
            let inches = match (halves.max(1) / 2, halves.max(1) % 2) {
                (0, _) => "half an inch".to_string(),
                (1, 0) => "1 inch".to_string(),
                (whole, 0) => format!("{whole} inches"),
                (whole, _) => format!("{whole}.5 inches"),
            };
            let line = game.notation(action);
            let choice = choices.iter().find(|it| it.notation == line).unwrap();
            let label = format!("{} {}", choice.label, choice.description);
            let gait = line.split(' ').next().unwrap();
            assert!(label.contains(&format!("{gait} {inches}")), "{line}: {label}, {length:?}");
            bent +=
                u32::from(position.figures[*figure].at.leg(way.end().at) + 600 < length.unwrap());
            let upstairs = way.end().level > 0;
            assert_eq!(label.contains("upper floor"), upstairs, "{label}");
        }
    });
    assert!(bent > 10, "{bent}");
}

/// What is said of the walks that stand before the others is so, and each is one of the list.
#[test]
fn useful_moves_are_useful_as_they_say() {
    let (mut goods, mut cover, mut exit, mut building) = (0, 0, 0, 0);
    wander(120, &mut |game, position, seat, legal| {
        let shown = scene(game, position, seat.0);
        let prompt = shown.prompt.unwrap();
        let useful: Vec<&Choice> =
            prompt.choices.iter().filter(|it| it.group.ends_with("useful moves")).collect();
        assert!(useful.len() <= 4, "{useful:?}");
        let first = prompt.choices.iter().take(useful.len()).collect::<Vec<_>>();
        assert_eq!(first, useful, "what is useful stands first");
        for choice in useful {
            let action = legal.iter().find(|it| game.notation(it) == choice.notation).unwrap();
            let Action::Move { figure, way, charge, gait, .. } = action else {
                panic!("{choice:?}")
            };
            if *charge != 0 {
                assert!(choice.label.starts_with("charge "), "{choice:?}");
                continue;
            }
            assert_eq!(*gait, Gait::Walk, "{choice:?}");
            let (from, end) = (position.figures[*figure].at, way.end().at);
            match choice.label.split_once(": walk ").unwrap().0.split_once(' ').unwrap() {
                (_, "cover") => {
                    let mut after = position.clone();
                    let mut dice = Dice::loaded(vec![6; 9]);
                    game.apply(&mut after, seat, action, &mut dice, &mut Log::quiet());
                    let hidden = choice.description.contains("no enemy in sight has a line to it");
                    let view = serde_json::to_value(game.view(&after, Viewer::Seat(seat))).unwrap();
                    let id = game.figure_id(*figure);
                    for (foe, it) in view["figures"].as_object().unwrap() {
                        // Strays are nobody's enemies.
                        if it["side"].is_null() {
                            continue;
                        }
                        let sees = &it["sees"][id];
                        assert!(!hidden || sees.is_null(), "{foe} sees {id}: {choice:?}");
                        assert_ne!(sees, "open", "{foe} sees {id}: {choice:?}");
                    }
                    cover += 1;
                }
                (_, "your exit") => {
                    let carries = position.figures[*figure].carrying.is_some();
                    let leaving = ["Tollgate", "The Surgery", "Night at the Long Barn"];
                    assert!(carries || leaving.contains(&&*game.scenario.name), "{choice:?}");
                    exit += 1;
                }
                (_, "the kiosk") => {
                    let plan = &game.table.buildings[0].plan;
                    let door = |at: survivors::geometry::point::Point| {
                        let doors = game.table.lines.iter().filter(|it| it.id.starts_with("B1.d"));
                        doors.map(|it| at.leg(it.middle())).min().unwrap()
                    };
                    let inside = choice.label.starts_with("into");
                    assert_eq!(plan.holds(end), inside, "{choice:?}");
                    assert!(inside || door(end) < door(from), "{choice:?}");
                    building += 1;
                }
                (_, goal) => {
                    let id = goal.rsplit_once(' ').unwrap().1;
                    let token = shown.pieces.iter().find(|it| it.id == format!("token-{id}"));
                    let at = match token.map(|it| &it.at) {
                        Some(stage::At::Point(at)) => *at,
                        _ => return,
                    };
                    let high = game.table.bounds.high.y;
                    let at = survivors::geometry::point::Point::new(at.x, high - at.y);
                    assert!(end.leg(at) < from.leg(at), "{choice:?}");
                    goods += 1;
                }
            }
        }
    });
    assert!(
        goods > 5 && cover > 5 && exit > 5 && building > 5,
        "{goods} {cover} {exit} {building}"
    );
}

/// Whoever can point is told what pointing does; whoever only reads is not.
#[test]
fn pointing_is_told_apart_from_advice() {
    let (game, mut position) = start("forecourt", 2);
    let asked = prompt(&game, &position, 0);
    assert!(asked.question.contains("(1 of 6)"), "{}", asked.question);
    assert!(
        asked.pointing.starts_with("Click or tap in your marked zone to place"),
        "{}",
        asked.pointing
    );
    let all = asked.choices.iter().find(|it| it.notation == "ready").unwrap();
    assert_eq!(all.label, "Place all 6 for me");
    let line = asked.choices[0].notation.clone();
    play(&game, &mut position, 0, &line, &[]);
    let asked = prompt(&game, &position, 0);
    assert!(asked.question.contains("(2 of 6)"), "{}", asked.question);
    let rest = asked.choices.iter().find(|it| it.notation == "ready").unwrap();
    assert_eq!(rest.label, "Place the other 5 for me");
    let more = json!({ "figures": { "A1": { "is": "Guard", "at": [10, 10], "face": "E" } } });
    let (game, mut position) = given(Setup::new("forecourt", 2), field("movement", more));
    play(&game, &mut position, 0, "take A1", &[]);
    let asked = prompt(&game, &position, 0);
    let rings = "Click or tap inside a ring to walk or run there. The rings show how far it comes";
    assert!(asked.pointing.starts_with(rings), "{}", asked.pointing);
    // Whoever hears it is told of nothing that is drawn, and how any point is written.
    for drawn in ["tap", "ring", "marked"] {
        assert!(!asked.hint.contains(drawn), "{}", asked.hint);
    }
    assert!(asked.hint.contains("`walk A1 3 north`"), "{}", asked.hint);
}

// rules: SV-MOV-17
#[test]
fn no_two_choices_have_the_same_words() {
    wander(80, &mut |game, position, seat, _| {
        let mut known = BTreeSet::new();
        for choice in prompt(game, position, seat.0).choices {
            let words = format!("{}: {}. {}", choice.group, choice.label, choice.told());
            assert!(known.insert(words.clone()), "{}: {words}", choice.notation);
        }
    });
}

// rules: SV-HRS-01, SV-HRS-03
#[test]
fn who_is_mounted_is_said_to_be() {
    let more = json!({
        "horses": { "H1": { "rider": "A1", "strength": 3 } },
        "figures": { "A1": { "is": "Drover", "at": [10, 10], "face": "E" } },
    });
    let (game, position) = given(Setup::new("forecourt", 2), field("movement", more));
    for question in ["describe", "where A1", "pieces"] {
        let told = asked(&game, &position, 0, question);
        assert!(told.contains("mounted on horse H1 of Strength 3"), "{question}: {told}");
    }
    let sheet = asked(&game, &position, 0, "sheet A:");
    assert!(sheet.contains("mounted on H1, Strength 3"), "{sheet}");
}

// rules: SV-PRE-03, SV-PRE-04, SV-PRE-10, SV-PRE-12
#[test]
fn fire_before_contact_tells_chance_and_cost() {
    let more = json!({ "order": ["B", "A"], "figures": {
        "A1": { "is": "Guard", "at": [10, 10], "face": "E" },
        "B1": { "is": "Knifeman", "at": [18, 10], "face": "W" },
    } });
    let (game, mut position) = given(Setup::new("forecourt", 2), field("movement", more));
    play(&game, &mut position, 1, "charge B1 at A1 run 11.01,10", &[]);
    let fire = choice(&game, &position, 0, "fire A1");
    assert!(
        fire.description.contains("no cover, hits on 4+ (3 in 6), loses"),
        "{}",
        fire.description
    );
    assert!(fire.description.contains("takes 1 of 2 actions"), "{}", fire.description);
    let aim = choice(&game, &position, 0, "aim A1");
    assert!(aim.description.contains("hits on 3+"), "{}", aim.description);
    assert!(aim.description.contains("takes 2 of 2 actions"), "{}", aim.description);
    // To hold is no way to keep the shot: in contact it never comes. SV-FIR-16
    let hold = choice(&game, &position, 0, "hold A1").description;
    assert!(hold.contains("gives up the shot of this turn") && hold.contains("loaded"), "{hold}");
    assert!(!hold.contains("keeps its shot"), "{hold}");
    let asked = prompt(&game, &position, 0);
    assert!(asked.hint.contains("one shot of the turn"), "{}", asked.hint);
    assert!(asked.hint.contains("only now") && !asked.hint.contains("home"), "{}", asked.hint);
    let last = asked.listed().last().unwrap();
    assert_eq!(last.notation, "hold A1", "{:?}", asked.choices);
    play(&game, &mut position, 0, "hold A1", &[]);
    play(&game, &mut position, 1, "end", &[]);
    play(&game, &mut position, 0, "end", &[3; 20]);
    assert!(!position.figures[game.figure_of("A1").unwrap()].fired);
    let shoot = game.parse(&position, Seat(0), "shoot A1 B1").unwrap();
    assert!(game.check(&position, Seat(0), &shoot).is_err());
}

// rules: SV-FIR-02, SV-FIR-05
#[test]
fn shots_that_are_given_up_are_named_and_asked_about() {
    let more = |loaded: bool| {
        json!({ "figures": {
            "A1": { "is": "Guard", "at": [10, 10], "face": "E", "loaded": loaded },
            "B1": { "is": "Knifeman", "at": [15, 10], "face": "W" },
        }, "order": ["A", "B"] })
    };
    let (game, position) = given(Setup::new("forecourt", 2), field("firing", more(true)));
    let end = choice(&game, &position, 0, "end");
    assert!(end.final_, "{end:?}");
    assert!(end.description.contains("Guard A1 gives up the shot"), "{}", end.description);
    assert!(end.ends && prompt(&game, &position, 0).default.is_none());
}

// rules: SV-HIT-02, SV-HIT-03, SV-HIT-04
#[test]
fn to_aim_for_nothing_stands_apart_and_is_said() {
    let aim = |is: &str| {
        let more = json!({ "order": ["A", "B"], "figures": {
            "A1": { "is": is, "at": [10, 10], "face": "E", "kit": ["shotgun"], "hand": "shotgun" },
            "B1": { "is": "Knifeman", "at": [15, 10], "face": "W" },
        } });
        let (game, position) = given(Setup::new("forecourt", 2), field("firing", more));
        let asked = prompt(&game, &position, 0);
        (choice(&game, &position, 0, "shoot A1 B1 aimed"), asked.hint)
    };
    let (hero, hint) = aim("Founder");
    assert!(hero.group.contains("adds nothing"), "{hero:?}");
    assert!(hint.contains("adds nothing") && !hint.contains("adds 1"), "{hint}");
    let (guard, hint) = aim("Guard");
    assert!(!guard.group.contains("nothing"), "{guard:?}");
    assert!(hint.contains("adds 1 to the roll") && !hint.contains("nothing"), "{hint}");
}

// rules: SV-END-01, SV-END-03, SV-PRI-03, SV-FIR-09, SV-ITM-01
#[test]
fn a_sheet_tells_points_as_points_and_what_each_has_in_hand() {
    let more = json!({ "order": ["A", "B"], "figures": {
        "A1": { "is": "Guard", "at": [10, 10], "face": "E", "loaded": false },
        "A2": { "is": "Guard", "at": [14, 10], "face": "E", "carrying": "T1" },
        "B1": { "is": "Knifeman", "at": [20, 10], "down_by": "A" },
    } });
    let (game, mut position) = given(Setup::new("forecourt", 2), field("movement", more));
    let sheet = asked(&game, &position, 0, "sheet A:");
    assert!(sheet.contains("Victory points if it ended now"), "{sheet}");
    assert!(sheet.contains("Points for enemy casualties"), "{sheet}");
    assert!(sheet.contains("shotgun (in hand, not loaded)"), "{sheet}");
    assert!(sheet.contains("carries T1"), "{sheet}");
    assert!(sheet.contains("Takes prisoners: yes"), "{sheet}");
    play(&game, &mut position, 0, "standing capture no", &[]);
    let sheet = asked(&game, &position, 0, "sheet A:");
    assert!(sheet.contains("Takes prisoners: no"), "{sheet}");
}

// rules: SV-PRI-03
#[test]
fn whoever_can_charge_is_told_how_to_want_no_prisoners() {
    let more = json!({ "order": ["A", "B"], "figures": {
        "A1": { "is": "Guard", "at": [10, 10], "face": "E" },
        "B1": { "is": "Knifeman", "at": [14, 10], "face": "W" },
    } });
    let (game, mut position) = given(Setup::new("forecourt", 2), field("movement", more));
    play(&game, &mut position, 0, "take A1", &[]);
    let hint = prompt(&game, &position, 0).hint;
    assert!(hint.contains("for prisoners: `standing capture no`"), "{hint}");
    play(&game, &mut position, 0, "standing capture no", &[]);
    let hint = prompt(&game, &position, 0).hint;
    assert!(hint.contains("without taking prisoners: `standing capture yes`"), "{hint}");
}

// rules: SV-FIR-01, SV-FIR-04
#[test]
fn who_looks_this_way_and_sees_nothing_does_not_look_away() {
    let (game, mut position) = start("quick", 2);
    for seat in [0, 1] {
        play(&game, &mut position, seat, "ready", &[1; 40]);
    }
    let figure = |id: &str| game.figure_of(id).unwrap();
    let look = |position: &Position| {
        let [from, to] = ["A1", "B1"].map(|id| Target::Piece(id.into()));
        game.gauge(position, Viewer::Seat(Seat(0)), &from, Some(&to)).unwrap().words
    };
    let kiosk = &game.table.buildings[0].plan;
    let (middle, south, north) = (kiosk.centre(), kiosk.low.y - 3000, kiosk.high.y + 3000);
    position.figures[figure("A1")].at = survivors::geometry::point::Point::new(middle.x, south);
    position.figures[figure("B1")].at = survivors::geometry::point::Point::new(middle.x, north);
    position.figures[figure("B1")].facing = "S".parse_facing();
    let told = look(&position);
    assert!(told.contains("B1 does not see A1"), "{told}");
    position.figures[figure("B1")].facing = "N".parse_facing();
    let told = look(&position);
    assert!(told.contains("B1 looks away from A1"), "{told}");
}

/// A wind by its letters.
trait Wind {
    fn parse_facing(&self) -> survivors::geometry::point::Facing;
}

impl Wind for str {
    fn parse_facing(&self) -> survivors::geometry::point::Facing {
        let mut winds = survivors::geometry::point::COMPASS.iter();
        winds.find(|(name, _)| *name == self).unwrap().1
    }
}

// rules: SV-END-09
#[test]
fn giving_up_is_known_as_such_also_where_several_decide_and_it_is_not_offered() {
    let (edition, setup) = (Survivors::house(), Setup::new("quick", 2));
    let mut game =
        GameBox::<Survivors>::new().start(edition, &setup, Seed::from_number(1)).unwrap();
    for line in ["ready", "bid 1 1 1 1"] {
        for seat in [Seat(0), Seat(1)] {
            assert!(!game.legal(seat).contains(&"concede".to_string()) || seat == Seat(1));
            assert!(game.gives_up(seat, "concede"), "{line}");
            assert!(!game.gives_up(seat, line) && !game.gives_up(seat, "conced"), "{line}");
            game.act(seat, line).unwrap();
        }
    }
}

// rules: SV-SET-05, SV-SCN-03, SV-SCN-04
#[test]
fn the_set_up_says_where_one_starts_and_over_which_edge() {
    let (game, mut position) = start("barn", 2);
    let defence = prompt(&game, &position, 1).hint;
    assert!(defence.contains("wholly inside the farmhouse"), "{defence}");
    assert!(defence.contains("2 sentries stand outside, "), "{defence}");
    assert!(!defence.contains("in your zone"), "{defence}");
    play(&game, &mut position, 1, "ready", &[1; 40]);
    let attack = prompt(&game, &position, 0);
    let words = format!("{} {:?}", attack.hint, attack.choices);
    assert!(attack.hint.contains("from turn 1 on"), "{words}");
    assert!(words.contains("enters from the west, ZA1"), "{words}");
    assert!(words.contains("enters from the south, ZA2"), "{words}");
    assert!(!words.contains("come later"), "{words}");
    assert!(attack.hint.contains("those for whom nothing is chosen come from"), "{words}");
}

// rules: SV-MOV-07, SV-MOV-11, SV-GEO-17
#[test]
fn what_is_too_far_is_said_to_be_so_and_not_to_be_walled_off() {
    let more = json!({ "figures": { "A1": { "is": "Guard", "at": [17, 3], "face": "N" } } });
    let mut there = json!({ "phase": "movement", "order": ["A", "B"], "figures": {
        "B1": { "is": "Guard", "at": [2, 34], "face": "S" },
    } });
    merge(&mut there, more);
    let (game, position) = given(Setup::new("forecourt", 2), there);
    for line in ["run A1 20,30", "walk A1 18,30", "walk A1 35,35"] {
        let action = game.parse(&position, Seat(0), line).unwrap();
        let refused = game.check(&position, Seat(0), &action).unwrap_err().to_string();
        assert!(refused.contains("this path is"), "{line}: {refused}");
    }
}

// rules: SV-MOV-16, SV-BRK-07
#[test]
fn who_is_held_is_told_why_it_cannot_go() {
    let more = json!({ "order": ["B", "A"], "figures": {
        "A1": { "is": "Knifeman", "at": [10, 10], "face": "E" },
        "B1": { "is": "Knifeman", "at": [15, 10], "face": "W" },
    } });
    let (game, mut position) = given(Setup::new("forecourt", 2), field("movement", more));
    play(&game, &mut position, 1, "charge B1 at A1 walk 11.01,10", &[]);
    play(&game, &mut position, 1, "end", &[]);
    play(&game, &mut position, 0, "take A1", &[]);
    let hint = prompt(&game, &position, 0).hint;
    assert!(hint.contains("held in contact with Knifeman B1"), "{hint}");
}

// rules: SV-CAN-06, SV-MOV-17
#[test]
fn lines_name_whom_and_what_they_are_about() {
    let more = json!({ "order": ["A", "B"], "figures": {
        "A1": { "is": "Guard", "at": [10, 10], "face": "E" },
        "B1": { "is": "Knifeman", "at": [14, 10], "face": "W" },
    } });
    let (game, position) = given(Setup::new("forecourt", 2), field("movement", more));
    let said = |line: &str| {
        let action = game.parse(&position, Seat(0), line).unwrap_or_else(|it| panic!("{it}"));
        let checked = game.check(&position, Seat(0), &action);
        assert!(checked.is_ok(), "{line}: {checked:?}");
        game.notation(&action)
    };
    for line in ["charge A1 B1", "charge A1 at B1"] {
        assert!(said(line).starts_with("charge A1 at B1 walk "), "{}", said(line));
    }
    assert_eq!(said("walk A1 north 4"), "walk A1 10,14");
    assert_eq!(said("walk A1 4 N"), "walk A1 10,14");
    assert_eq!(said("walk A1 10,12 face B1"), said("walk A1 10,12 face 14,10"));
    assert_eq!(said("face A1 B1"), said("face A1 14,10"));
    let slant = game.parse(&position, Seat(0), "walk A1 NE 4").unwrap();
    let Action::Move { way, .. } = slant else { panic!("{slant:?}") };
    let from = position.figures[game.figure_of("A1").unwrap()].at;
    assert!((3990..=4000).contains(&from.leg(way.end().at)));
}

#[test]
fn a_wrong_word_is_answered_with_the_verbs_of_the_moment() {
    let (game, mut position) = start("quick", 2);
    let answer = |position: &Position, line: &str| {
        game.parse(position, Seat(0), line).unwrap_err().to_string()
    };
    let told = answer(&position, "dploy A1 5,1");
    assert!(told.contains("deploy") && told.contains("ready"), "{told}");
    assert!(!told.contains("bid") && !told.contains("fight"), "{told}");
    let told = answer(&position, "deploy A1");
    assert!(told.contains("such as `deploy A1 10,2`") && !told.contains("walk"), "{told}");
    for seat in [0, 1] {
        play(&game, &mut position, seat, "ready", &[1; 40]);
    }
    let told = answer(&position, "bd 1 1 1 1");
    assert!(told.contains("bid") && !told.contains("deploy"), "{told}");
}

// rules: SV-HRS-12, SV-SCN-11
#[test]
fn own_pack_horses_come_last_among_targets_and_with_a_warning() {
    let more = json!({
        "horses": { "H1": { "at": [12, 10], "pack": true } },
        "figures": {
            "A1": { "is": "Guard", "at": [10, 10], "face": "E" },
            "B1": { "is": "Guard", "at": [14, 12], "face": "W" },
        },
    });
    let there = |first: &str, second: &str| {
        let mut there = field("firing", more.clone());
        there["order"] = json!([first, second]);
        given(Setup::new("tollgate", 2), there)
    };
    let (game, position) = there("A", "B");
    let choices = prompt(&game, &position, 0).choices;
    let shots: Vec<&Choice> =
        choices.iter().filter(|choice| choice.notation.starts_with("shoot A1")).collect();
    let first = shots.iter().position(|choice| choice.notation.contains("horse")).unwrap();
    assert!(shots[..first].iter().any(|choice| choice.notation.contains("B1")));
    assert!(shots[first..].iter().all(|choice| choice.notation.contains("horse")));
    let told = &shots[first].description;
    assert!(told.contains("you are to bring it off") && told.contains("hits on 4+"), "{told}");
    let (game, position) = there("B", "A");
    let enemy = choice(&game, &position, 1, "shoot B1 horse H1");
    assert!(!enemy.description.contains("bring it off"), "{}", enemy.description);
}

// rules: SV-STR-05, SV-SCN-19
#[test]
fn to_harm_a_stray_tells_what_that_brings() {
    let more = json!({ "figures": {
        "A1": { "is": "Guard", "at": [10, 10], "face": "E" },
        "C1": { "is": "Guard", "at": [34, 34], "face": "N" },
        "N1": { "is": "Teacher", "at": [15, 10], "stray": true },
    } });
    let mut there = json!({ "phase": "firing", "order": ["A"] });
    merge(&mut there, more);
    let (game, position) = given(Setup::new("strays", 2), there);
    let harm = choice(&game, &position, 0, "shoot A1 N1");
    assert!(harm.description.contains("hostile to you"), "{}", harm.description);
    assert!(harm.description.contains("costs you 2 points"), "{}", harm.description);
}

// rules: SV-IP-14, SV-IP-19, SV-HTH-18
#[test]
fn the_bid_says_what_a_phase_is_won_for() {
    let (game, mut position) = start("quick", 2);
    for seat in [0, 1] {
        play(&game, &mut position, seat, "ready", &[1; 40]);
    }
    let asked = prompt(&game, &position, 0);
    assert!(asked.hint.starts_with("Whoever bids most for a phase"), "{}", asked.hint);
    assert!(asked.hint.contains("names the order in it: who goes first"), "{}", asked.hint);
    assert!(asked.hint.contains("adds 2"), "{}", asked.hint);
}

// rules: SV-HRS-09
#[test]
fn leading_says_to_walk_first_and_where_the_horse_comes() {
    let more = json!({
        "horses": { "H1": { "at": [8.4, 10], "pack": true } },
        "figures": { "A1": { "is": "Guard", "at": [10, 10], "face": "E" } },
    });
    let (game, mut position) = given(Setup::new("tollgate", 2), field("movement", more));
    play(&game, &mut position, 0, "take A1", &[]);
    let leads = |position: &Position| {
        let choices = prompt(&game, position, 0).choices;
        choices.into_iter().filter(|choice| choice.notation.starts_with("lead")).collect::<Vec<_>>()
    };
    let first = leads(&position);
    assert!(!first.is_empty());
    assert!(first.iter().all(|lead| lead.description.contains("walk first")), "{first:?}");
    play(&game, &mut position, 0, "walk A1 16,10", &[]);
    let then = leads(&position);
    assert!(then.iter().all(|lead| !lead.description.contains("walk first")), "{then:?}");
    let told = play(&game, &mut position, 0, "lead A1 H1 14.4,10", &[]).join(" ");
    assert!(told.contains("leads horse H1 to "), "{told}");
}

// rules: SV-AOE-05, SV-AOE-07, SV-AOE-08
#[test]
fn a_test_says_about_whom_or_what_it_is() {
    let there = json!({ "phase": "other", "order": ["A"], "figures": {
        "A1": { "is": "Drifter", "at": [10, 10], "loaded": false },
        "C1": { "is": "Guard", "at": [34, 34], "face": "N" },
        "N1": { "is": "Teacher", "at": [12, 10], "stray": true },
    } });
    let (game, mut position) = given(Setup::new("strays", 2), there);
    let told = play(&game, &mut position, 0, "do A1 persuade N1", &[2]).join(" ");
    assert!(told.contains("tests to persuade stray N1"), "{told}");
    let there = json!({ "table": [36, 36], "phase": "other", "order": ["B", "C"],
        "searches": { "Q1": { "at": [11, 10], "medicine": true } },
        "figures": {
            "B1": { "is": "Guard", "at": [10, 10], "loaded": false },
            "C1": { "is": "Guard", "at": [34, 34], "face": "S" },
        },
    });
    let (game, mut position) = given(Setup::new("surgery", 2), there);
    let told = play(&game, &mut position, 0, "do B1 search Q1", &[2]).join(" ");
    assert!(told.contains("tests to search Q1"), "{told}");
}

// rules: SV-COM-08, SV-CIV-09
#[test]
fn encouragement_that_adds_nothing_stands_apart_and_is_said_once() {
    let there = |turn: u8| {
        field(
            "other",
            json!({ "turn": turn, "turns": 8, "figures": {
            "A1": { "is": "Guard", "at": [10, 10], "loaded": false },
            "A2": { "is": "Nurse", "at": [12, 10] },
            "A3": { "is": "Youngster", "at": [8, 10] },
        } }),
        )
    };
    let (game, position) = given(Setup::new("forecourt", 2), there(3));
    let nurse = choice(&game, &position, 0, "say A1 speech encourage A2");
    assert!(nurse.description.contains("next turn"), "{}", nurse.description);
    let plucky = choice(&game, &position, 0, "say A1 speech encourage A3");
    assert!(plucky.group.contains("adds nothing"), "{plucky:?}");
    assert!(!plucky.description.contains("adds nothing"), "{plucky:?}");
    let (game, position) = given(Setup::new("forecourt", 2), there(8));
    let last = choice(&game, &position, 0, "say A1 speech encourage A2");
    assert!(last.group.contains("adds nothing") && !last.told().contains("next turn"), "{last:?}");
}

#[test]
fn single_phrases_hold() {
    let (game, position) = start("duel", 2);
    let aim = scene(&game, &position, 0).aim;
    assert!(!aim.contains("above"), "{aim}");
    for scenario in SCENARIOS {
        let (game, position) = start(scenario, 2);
        let board = asked(&game, &position, 0, "board") + &asked(&game, &position, 0, "describe");
        for jargon in ["low solid", "storey", "level 1"] {
            assert!(!board.contains(jargon), "{scenario}: {jargon} in {board}");
        }
    }
    let (game, position) = start("tollgate", 2);
    let told = game.points(&position).iter().map(|it| it.heading.clone()).collect::<Vec<_>>();
    assert!(!told.iter().any(|heading| heading.contains("left")), "{told:?}");
}

#[test]
fn the_legend_calls_ground_and_lines_what_they_are() {
    for scenario in SCENARIOS {
        let (game, position) = start(scenario, 2);
        let scene = scene(&game, &position, 0);
        let legend: Vec<String> = legend(&scene, &TextLook { width: 110, ..TextLook::default() })
            .into_iter()
            .map(|entry| entry.words)
            .collect();
        for wrong in ["a trail", "swamp", "slate", "bare", "paper"] {
            assert!(!legend.iter().any(|words| words == wrong), "{scenario}: {legend:?}");
        }
        let fences = game.table.lines.iter().any(|line| line.kind.word() == "fence");
        assert_eq!(legend.iter().any(|words| words == "a fence"), fences, "{scenario}: {legend:?}");
        let zones = !game.scenario.zones.is_empty();
        assert!(!zones || legend.iter().any(|words| words == "a zone"), "{scenario}: {legend:?}");
        assert!(!legend.iter().any(|words| words.contains("fence or hedge")), "{legend:?}");
        assert!(!describe(&scene).contains("slate"));
    }
}

// rules: SV-CHR-02
#[test]
fn the_living_lie_over_the_fallen_and_wear_their_strength_on_the_rim() {
    let more = json!({ "figures": {
        "A1": { "is": "Drifter", "at": [10, 10], "face": "N", "strength": 1 },
        "B1": { "is": "Drifter", "at": [12, 10], "face": "S", "down_by": "A" },
    } });
    let (game, position) = given(Setup::new("forecourt", 2), field("movement", more));
    let scene = scene(&game, &position, 0);
    let place = |id: &str| scene.pieces.iter().position(|piece| piece.id == id).unwrap();
    assert!(place("B1") < place("A1"), "the fallen cover the living");
    let [fallen, living] = ["B1", "A1"].map(|id| scene.pieces[place(id)].pips);
    assert_eq!(fallen, None);
    assert_eq!(living.map(|pips| pips.left), Some(1));
}

/// Whoever decides sees how far it goes and who is near; whoever sets up, the zone.
// rules: SV-MOV-02
#[test]
fn the_view_holds_what_one_decides_by() {
    let (game, position) = start("forecourt", 2);
    let zone = scene(&game, &position, 0).outlook.unwrap();
    assert!(zone.width > zone.height, "the zone lies along an edge: {zone:?}");
    let more = json!({ "figures": {
        "A1": { "is": "Drifter", "at": [18, 14], "face": "N" },
        "B1": { "is": "Drifter", "at": [18, 29], "face": "S" },
    } });
    let (game, mut position) = given(Setup::new("forecourt", 2), field("movement", more));
    play(&game, &mut position, 0, "take A1", &[]);
    let seen = scene(&game, &position, 0).outlook.unwrap();
    // It runs 12 inches; B1 stands 15 inches to the north, and the guards are far.
    assert_eq!((seen.x, seen.width), (6000, 24_000));
    assert_eq!((seen.y, seen.y + seen.height), (7000, 34_000));
}

/// Ids of walls look like those of people.
// rules: SV-OBS-07
#[test]
fn doors_and_walls_are_told_by_their_building_and_side() {
    let (game, position) = start("forecourt", 2);
    let told = describe(&scene(&game, &position, 0));
    let id = |word: &str| word.split('.').count() > 1 && word.starts_with('B');
    let ids: Vec<&str> = told.split_whitespace().filter(|word| id(word)).collect();
    assert!(ids.is_empty(), "{ids:?}");
    assert!(told.contains("kiosk door on the south side"), "{told}");
}
