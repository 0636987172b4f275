//! What stands beside a question is so: what comes of a rest, what is still to be done, who is who.

use super::texts::{arranged, choice, note, played, seen};
use outdoor_survival::{OutdoorSurvival, Position};
use stage::{Block, MarkKind, Scene};
use table::{Dice, Log, Looks, Names, Rules, Seat, Seed, Setup, Speech, Status, Viewer};

/// How the game ended, with these players.
fn ended(game: &OutdoorSurvival, position: &Position) -> String {
    let names = ["Ann".to_string(), "Ben".to_string()];
    let Status::Over(outcome) = game.status(position) else { panic!("the game is over") };
    game.conclusion(position, &outcome, Names::new(&names))
}

/// What a seat sees, whoever decides.
fn seen_from(game: &OutdoorSurvival, position: &Position, seat: Seat) -> Scene {
    let viewer = Viewer::Seat(seat);
    game.scene(&game.view(position, viewer), viewer, &[], Names::NONE)
}

/// Everything on the sheets of a scene.
fn sheets(scene: &Scene) -> String {
    format!("{:?}", scene.panels)
}

// rules: OS-BEAST-17
#[test]
fn the_level_at_which_a_hunter_gives_up_is_told_as_his() {
    let given = "day = 8\nturn = 2\n[person]\n1 = { hex = \"3001\" }\n2 = { hex = \"2020\", level = \"F\", water = 4 }\n";
    let (game, mut position) = arranged(&Setup::new("beast", 1), given);
    played(&game, &mut position, &[], &["stay"]);
    let told = ended(&game, &position);
    assert!(told.starts_with("The hunter gives up. The deer wins. The hunter is at Life Level "));
}

// rules: OS-LOST-11
#[test]
fn who_alone_has_left_is_not_named_twice() {
    let given = "day = 6\n[person]\n1 = { hex = \"2001\" }\n2 = { hex = \"2020\" }\n";
    let (game, mut position) = arranged(&Setup::new("lost", 2), given);
    played(&game, &mut position, &[4], &["roll", "n", "stay"]);
    assert_eq!(ended(&game, &position), "Ann walks out of the wilderness. Day 6.");
    // The board shows where everybody ended, and who walked off it.
    let shown = seen_from(&game, &position, Seat(0));
    let ids: Vec<&str> = shown.pieces.iter().map(|piece| piece.id.as_str()).collect();
    assert!(ids.contains(&"person-1") && ids.contains(&"person-2"), "{ids:?}");
    let off: Vec<&str> = shown.traces.iter().map(|trace| trace.label.as_str()).collect();
    assert_eq!(off, ["day 6"]);
    assert_eq!(shown.focus.as_deref(), Some("2001"));
    let Status::Over(outcome) = game.status(&position) else { panic!("the game is over") };
    let reckoning = game.reckoning(&position, &outcome).unwrap();
    let walked = reckoning.heads.iter().position(|head| head == "Hexes walked").unwrap();
    assert_eq!(reckoning.rows[0][1], "A, 15 from death");
    assert_eq!(reckoning.rows[1][walked], "0");
}

// rules: OS-SRCH-01
#[test]
fn where_parts_differ_the_result_says_who_had_which() {
    let given = "day = 4\nturn = 2\n[person]\n1 = { hex = \"2019\" }\n2 = { hex = \"2020\" }\n";
    let (game, mut position) = arranged(&Setup::new("search", 2), given);
    played(&game, &mut position, &[], &["resign"]);
    let Status::Over(outcome) = game.status(&position) else { panic!("the game is over") };
    let reckoning = game.reckoning(&position, &outcome).unwrap();
    assert_eq!(reckoning.heads[0], "Part");
    assert_eq!([&reckoning.rows[0][0], &reckoning.rows[1][0]], ["lost person", "searcher"]);
}

// rules: OS-EDGE-01, OS-EDGE-02
#[test]
fn the_aim_counts_the_step_that_leaves_the_board() {
    for (hex, far) in [
        ("2001", "1 step off it, at least 1 point"),
        ("2002", "1 hex away, at least 2 points"),
        ("2007", "6 hexes away, at least 7 points"),
    ] {
        let given = format!("map = \"blank\"\n[person]\n1 = {{ hex = \"{hex}\" }}\n");
        let (game, mut position) = arranged(&Setup::new("lost", 1), &given);
        let aim = seen(&game, &position).aim;
        assert!(aim.contains(&format!("over any edge: {far} with the step off.")), "{aim}");
        if hex == "2001" {
            played(&game, &mut position, &[4], &["roll", "n"]);
            let aim = seen_from(&game, &position, Seat(0)).aim;
            assert!(!aim.contains("at least"), "he has left: {aim}");
        }
    }
}

/// The label of the first person's counter, and what is said of it.
fn counter(game: &OutdoorSurvival, position: &Position) -> (String, String) {
    let scene = seen_from(game, position, Seat(0));
    let piece = scene.pieces.into_iter().find(|piece| piece.id == "person-1").unwrap();
    (piece.label, piece.description)
}

#[test]
fn the_counter_of_who_walks_shows_the_points_that_are_left() {
    let given = "map = \"blank\"\n[person]\n1 = { hex = \"2010\" }\n2 = { hex = \"2020\" }\n";
    let (game, mut position) = arranged(&Setup::new("lost", 2), given);
    assert_eq!(counter(&game, &position).0, "A 6");
    played(&game, &mut position, &[4], &["roll", "n"]);
    let (label, words) = counter(&game, &position);
    assert_eq!(label, "A 5");
    assert!(words.ends_with(", 5 points left"), "{words}");
    while game.status(&position).first() == Some(Seat(0)) {
        let scene = seen(&game, &position);
        let lines = scene.prompt.unwrap().choices;
        let line = lines[0].notation.clone();
        played(&game, &mut position, &[6, 6, 6], &[&line]);
    }
    assert_eq!(counter(&game, &position).0, "A 6", "his day is over");
}

// rules: OS-LIFE-05
#[test]
fn who_is_out_has_no_way_before_him_and_no_next_dry_day() {
    let given = "[person]\n1 = { hex = \"2001\", level = \"O\", water = 8 }\n2 = { hex = \"2020\" }\n3 = { hex = \"2020\" }\n";
    let (game, mut position) = arranged(&Setup::new("lost", 3), given);
    while game.status(&position).first() == Some(Seat(0)) {
        played(&game, &mut position, &[], &["stay"]);
    }
    let scene = seen_from(&game, &position, Seat(0));
    let standing = scene.standing.clone().unwrap();
    assert!(standing.starts_with("You are out: Hiker 1 "), "{standing}");
    assert!(!standing.contains("left the game"), "to leave is to win: {standing}");
    assert!(standing.contains(" on day 1, at Life Level "), "{standing}");
    assert!(!scene.aim.contains("at least"), "{}", scene.aim);
    assert_eq!(note(&scene, "Water"), "");
    assert_eq!(note(&scene, "Life Level"), "");
    assert!(sheets(&scene).contains("out of the game"));
}

// rules: OS-RESC-18, OS-RESC-04
#[test]
fn a_rescuer_has_an_edge_to_go_to_once_he_escorts_somebody() {
    let goals = |scene: &Scene| {
        let goals = scene.marks.iter().filter(|mark| mark.kind == MarkKind::Goal);
        goals.map(|mark| mark.place.clone()).collect::<Vec<_>>()
    };
    let (game, position) = arranged(&Setup::new("rescue", 1), "");
    let scene = seen(&game, &position);
    assert_eq!(goals(&scene), [""; 0], "nobody leaves alone");
    assert!(scene.aim.contains("8 markers"), "{}", scene.aim);
    assert!(!scene.aim.contains("at least"), "{}", scene.aim);
    let with = "[person]\n1 = { hex = \"2005\" }\n2 = { hex = \"2005\", status = \"escorted\", escorted_by = 1 }\n";
    let (game, position) = arranged(&Setup::new("rescue", 1), with);
    let scene = seen(&game, &position);
    assert_eq!(goals(&scene).len(), 43, "the whole south edge");
    assert!(scene.aim.starts_with("Bring "), "{}", scene.aim);
    assert!(sheets(&scene).contains("Escorts"), "whom he escorts");
}

// rules: OS-RESC-04
#[test]
fn a_marker_keeps_its_number_when_another_is_turned() {
    let marked =
        "markers = { 2019 = \"blank\", 2510 = \"blank\" }\n[person]\n1 = { hex = \"2020\" }\n";
    let marked = format!("map = \"blank\"\n{marked}");
    let (game, mut position) = arranged(&Setup::new("rescue", 1), &marked);
    let told = |scene: &Scene| {
        let found = scene.pieces.iter().find(|piece| piece.id == "marker-2510").unwrap();
        found.description.clone()
    };
    let before = told(&seen(&game, &position));
    played(&game, &mut position, &[4], &["roll"]);
    let prompt = seen(&game, &position).prompt.unwrap();
    let step = &choice(&prompt, "n").description;
    assert!(step.contains("turns marker "), "{step}");
    played(&game, &mut position, &[], &["n"]);
    assert_eq!(told(&seen(&game, &position)), before);
}

// rules: OS-RESC-18, OS-RESC-19
#[test]
fn leaving_with_some_of_the_missing_says_how_many() {
    let with = "[person]\n1 = { hex = \"2034\" }\n2 = { hex = \"2034\", status = \"escorted\", escorted_by = 1 }\n";
    let (game, mut position) = arranged(&Setup::new("rescue", 1), with);
    played(&game, &mut position, &[4], &["roll"]);
    let prompt = seen(&game, &position).prompt.unwrap();
    let leave = &choice(&prompt, "s").description;
    assert!(leave.contains("with 1 of 2 missing persons: a win, but no full win"), "{leave}");
}

// rules: OS-SEQ-04, OS-SEQ-05, OS-REC-02, OS-NEED-07
#[test]
fn what_a_rest_brings_is_said_before_it_and_so_it_comes() {
    for (scenario, seats) in [
        ("lost", 2),
        ("survival", 1),
        ("family", 1),
        ("search", 2),
        ("rescue", 1),
        ("trek", 2),
        ("beast", 1),
        ("pursue-escape", 2),
    ] {
        let setup = Setup::new(scenario, seats);
        let game = OutdoorSurvival::open(&OutdoorSurvival::house(), &setup).unwrap();
        for seed in 1..=6 {
            let mut dice = Dice::seeded(Seed::from_number(seed));
            let mut position = game.start(&mut dice, &mut Log::quiet());
            for turn in 0..120_u32 {
                let Some(seat) = game.status(&position).first() else { break };
                let mut choices = Vec::new();
                game.legal(&position, seat, &mut choices);
                let viewer = Viewer::Seat(seat);
                let scene =
                    game.scene(&game.view(&position, viewer), viewer, &choices, Names::NONE);
                let prompt = scene.prompt.unwrap();
                let plain: Vec<_> = prompt.choices.iter().filter(|it| !it.grave).collect();
                let rest = plain.iter().find(|it| matches!(it.notation.as_str(), "stay" | "stop"));
                let some =
                    plain[dice.roll("any", u32::try_from(plain.len()).unwrap()) as usize - 1];
                let taken = rest.filter(|_| turn % 3 > 0).unwrap_or(&some);
                let action = game.parse(&position, seat, &taken.notation).unwrap();
                let out = taken.description.contains("out of the game");
                assert!(!out || taken.final_, "{scenario} {seed}: `{}` is asked", taken.notation);
                let mut log = Log::new();
                game.play(&mut position, seat, &action, &mut dice, &mut log).unwrap();
                let needs =
                    log.seen_by(Viewer::Referee).map(|event| game.narrate(event, Names::NONE).text);
                let needs: Vec<String> = needs
                    .filter(|line| line.contains(": water ") || line.contains(": no need of water"))
                    .collect();
                let rests = matches!(taken.notation.as_str(), "stay" | "stop");
                if let Some(first) = needs.first().filter(|_| rests && scenario != "trek") {
                    let brought = first.split_once(": ").unwrap().1.trim_end_matches('.');
                    assert!(
                        taken.description.contains(brought),
                        "{scenario} {seed}: {} / {first}",
                        taken.description
                    );
                }
            }
        }
    }
}

// rules: OS-PURA-02, OS-PURA-03, OS-OUTP-02
#[test]
fn guards_are_numbered_and_told_where_outposts_may_stand() {
    let setup = Setup::new("pursue-escape", 2);
    let (game, position) = arranged(&setup, "day = 3\n");
    let scene = seen(&game, &position);
    let labels: Vec<&str> = scene.pieces.iter().map(|piece| piece.label.as_str()).collect();
    assert!(["G1", "G2", "G3"].iter().all(|label| labels.contains(label)), "{labels:?}");
    let (game, mut position) = arranged(&setup, "set_up = true\n");
    let hint = seen(&game, &position).prompt.unwrap().hint;
    assert!(hint.starts_with("Outpost 1 of 2, not in columns 38 to 43."), "{hint}");
    played(&game, &mut position, &[], &["outpost 1010"]);
    let hint = seen(&game, &position).prompt.unwrap().hint;
    assert!(hint.starts_with("Outpost 2 of 2,"), "{hint}");
    let (game, mut position) = arranged(&Setup::new("search", 1), "set_up = true\n");
    played(&game, &mut position, &[], &["base 1"]);
    let hint = seen(&game, &position).prompt.unwrap().hint;
    assert!(hint.starts_with("Outpost 1 of 1, at least 6 hexes from Base 5."), "{hint}");
}

// rules: OS-BEAST-09, OS-BEAST-10, OS-BEAST-11, OS-BEAST-17
#[test]
fn a_hunter_is_told_how_far_the_deer_is_and_when_he_hits() {
    let given = "map = \"blank\"\nday = 2\nturn = 2\n[person]\n1 = { hex = \"2016\" }\n2 = { hex = \"2020\" }\n";
    let (game, position) = arranged(&Setup::new("beast", 1), given);
    let aim = seen(&game, &position).aim;
    assert!(aim.contains("It is 4 hexes away, north in 2016."), "{aim}");
    assert!(aim.contains("from a clear hex in the next one too"), "{aim}");
    assert!(aim.contains("You give up at Life Level G."), "{aim}");
}

// rules: OS-GEN-07, OS-NEED-01
#[test]
fn charts_say_whose_they_are_and_letters_what_they_mean() {
    let (game, position) = arranged(&Setup::new("beast", 1), "");
    let charts = sheets(&seen(&game, &position));
    for head in [
        "Direction Ability of the hunter",
        "Direction Ability of the deer",
        "Necessities of the deer",
    ] {
        assert!(charts.contains(head), "{head}");
    }
    let setup = Setup::new("search", 2).with("encounters", "chosen");
    let (game, mut position) =
        arranged(&setup, "turn = 2\nday = 4\n[person]\n2 = { hex = \"2005\" }\n");
    played(&game, &mut position, &[5], &["stay"]);
    let hint = seen(&game, &position).prompt.unwrap().hint;
    assert!(hint.contains("W and F are steps of water and food, L Life Levels"), "{hint}");
}

// rules: OS-REC-03, OS-REC-06
#[test]
fn what_an_arrival_gives_back_stands_beside_what_a_rest_does() {
    let given = "day = 4\nturn = 2\n[person]\n2 = { hex = \"2020\", water = 4 }\n";
    let (game, position) = arranged(&Setup::new("beast", 1), given);
    let scene = seen(&game, &position);
    let sheet = scene.panels.iter().find(|panel| panel.title == "The hunter").unwrap();
    let water = sheet.blocks.iter().find_map(|block| match block {
        Block::Track(track) if track.label == "Water" => Some(track.note.clone()),
        _ => None,
    });
    let water = water.unwrap();
    assert!(water.contains("arriving at a source gives 1 back; a day's rest there 2"), "{water}");
}

// rules: OS-MOVE-10, OS-MOVE-13
#[test]
fn a_day_on_which_the_way_was_barred_is_no_day_of_rest() {
    let (game, mut position) = arranged(&Setup::new("lost", 1), "");
    played(&game, &mut position, &[], &["resign"]);
    let told = sheets(&seen_from(&game, &position, Seat(0)));
    assert!(told.contains("Days without a move") && !told.contains("Days rested"), "{told}");
}

// rules: OS-EDGE-01
#[test]
fn a_way_that_leads_off_the_board_says_so() {
    let given = "map = \"blank\"\n[person]\n1 = { hex = \"2003\" }\n";
    let (game, mut position) = arranged(&Setup::new("lost", 1), given);
    played(&game, &mut position, &[4], &["roll"]);
    let prompt = seen(&game, &position).prompt.unwrap();
    let north = &choice(&prompt, "n").description;
    assert_eq!(north, "clear, 1 of 6 points; straight on it leads off the board for 3 in all");
    let south = &choice(&prompt, "s").description;
    assert_eq!(south, "clear, 1 of 6 points; straight on 6 hexes to clear");
}

// rules: OS-LIFE-04, OS-MOVE-03
#[test]
fn a_life_level_is_told_with_the_points_that_it_gives() {
    let (game, position) =
        arranged(&Setup::new("lost", 1), "[person]\n1 = { hex = \"2020\", level = \"C\" }\n");
    let brief = stage::text::brief(&seen(&game, &position));
    assert!(brief.contains("Life Level C (5 points a day; 4 from "), "{brief}");
}

// rules: OS-SEAT-01
#[test]
fn a_table_says_before_it_is_opened_which_seat_plays_whom() {
    let catalogue = OutdoorSurvival::catalogue(&OutdoorSurvival::house()).unwrap();
    let parts = |id: &str| {
        let found = catalogue.scenarios.iter().find(|scenario| scenario.id == id).unwrap();
        found.parts_in_words()
    };
    assert_eq!(
        parts("search").unwrap(),
        "Seat 1: lost person. Seats 2 to 4: searcher. Alone: searcher."
    );
    assert_eq!(parts("lost"), None);
    for scenario in &catalogue.scenarios {
        for seats in scenario.seats() {
            let setup = Setup::new(&scenario.id, seats);
            let game = OutdoorSurvival::open(&OutdoorSurvival::house(), &setup).unwrap();
            let mut dice = Dice::seeded(Seed::from_number(1));
            let position = game.start(&mut dice, &mut Log::quiet());
            let view = game.view(&position, Viewer::Table);
            for person in view.persons.values() {
                let Some(seat) = person.seat else { continue };
                let part = scenario.part(seats, Seat(seat - 1));
                let role = person.role.as_str();
                assert!(part.is_none_or(|part| part.contains(role)), "{}: {part:?}", scenario.id);
            }
        }
    }
}

// rules: OS-LIFE-05
#[test]
fn a_rest_that_ends_ones_game_is_asked_again() {
    let stay = |level: &str, water: u8| {
        let own = format!("{{ hex = \"2001\", level = \"{level}\", water = {water} }}");
        let given = format!("map = \"blank\"\n[person]\n1 = {own}\n2 = {own}\n");
        let (game, position) = arranged(&Setup::new("lost", 2), &given);
        choice(&seen(&game, &position).prompt.unwrap(), "stay").clone()
    };
    let deadly = stay("I", 7);
    assert!(deadly.description.contains("out of the game"), "{}", deadly.description);
    assert!(deadly.final_, "{}", deadly.description);
    let harmless = stay("A", 1);
    assert!(!harmless.description.contains("out of the game"), "{}", harmless.description);
    assert!(!harmless.final_, "{}", harmless.description);
}

// rules: OS-SRCH-05
#[test]
fn a_base_is_told_with_how_far_the_lost_person_is() {
    let (game, position) = arranged(&Setup::new("search", 1), "set_up = true\n");
    let prompt = seen(&game, &position).prompt.unwrap();
    let told = &choice(&prompt, "base 1").description;
    assert!(told.contains("; the lost person is "), "{told}");
    assert!(told.contains(" hexes away, south-east in 2217."), "{told}");
}

// rules: OS-VAR-02
#[test]
fn each_edge_that_may_be_named_says_how_far_it_is() {
    let (game, mut position) = arranged(&Setup::new("pursue-secret", 2), "set_up = true\n");
    let asks = |game: &OutdoorSurvival, position: &Position| {
        let prompt = seen(game, position).prompt;
        prompt.is_some_and(|prompt| prompt.question.starts_with("Which edge"))
    };
    while !asks(&game, &position) {
        let prompt = seen(&game, &position).prompt.unwrap();
        let line = prompt.choices[0].notation.clone();
        played(&game, &mut position, &[], &[&line]);
    }
    let prompt = seen(&game, &position).prompt.unwrap();
    let told: Vec<&str> = prompt.listed().map(|it| it.description.as_str()).collect();
    let far = told.iter().filter(|it| {
        it.contains(" hexes away, at least ") && it.contains(" points with the step off. To the")
    });
    assert_eq!(far.count(), told.len(), "{told:?}");
}

// rules: OS-GEN-07
#[test]
fn what_can_be_said_is_what_the_scenario_knows() {
    let expected = |scenario: &str, seats: u16| {
        let (game, position) = arranged(&Setup::new(scenario, seats), "");
        game.parse(&position, Seat(0), "xyzzy plugh").unwrap_err().to_string()
    };
    let lost = expected("lost", 1);
    for unknown in ["shoot", "natural", "base", "outpost", "edge", "person 2"] {
        assert!(!lost.contains(unknown), "{unknown}: {lost}");
    }
    assert!(lost.contains("a direction (n ne se s sw nw), stop or resign"), "{lost}");
    assert!(expected("beast", 1).contains("shoot"));
    assert!(expected("search", 1).contains("`base 3`, `outpost "));
}

// rules: OS-DIR-02, OS-MOVE-11
#[test]
fn whoever_leads_one_person_is_that_person_and_is_told_what_the_die_brings_and_what_lack_costs() {
    let (game, mut position) =
        arranged(&Setup::new("lost", 1), "map = \"blank\"\n[person]\n1 = { hex = \"2020\" }\n");
    let scene = seen(&game, &position);
    let prompt = scene.prompt.as_ref().unwrap();
    assert_eq!(prompt.question, "Rest, or roll for direction? You have 6 points.");
    let roll = &choice(prompt, "roll").description;
    let faces = "1 random, no turn; 2 or 3 random, one turn; 4 to 6 own choice, no turn";
    assert_eq!(*roll, format!("By the die: {faces}."));
    assert_eq!(scene.headline.split(':').next(), Some("Day 1 of 30"));
    let brief = stage::text::brief(&scene);
    assert!(brief.contains("Water 2 dry days until −1 level"), "{brief}");
    played(&game, &mut position, &[4], &["roll"]);
    let prompt = seen(&game, &position).prompt.unwrap();
    assert_eq!(prompt.question, "Which way? You set out with 6 points.");
    assert_eq!(choice(&prompt, "n").tag, "−1");
}
