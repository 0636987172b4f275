//! Reports say what happened, to everybody and to each player alone.

use postal_survival::rules::calendar;
use postal_survival::rules::ending::Master;
use postal_survival::speech::report::account::{self, Tone};
use postal_survival::speech::report::{
    Report, ReportSource, html, json, map, markdown, personal::Personal, text,
};
use postal_survival::{Event, Given, Id, Kind, Number, Position, PostalSurvival};
use stage::Block;
use std::collections::BTreeSet;
use table::{Dice, Log, Looks, Names, Rules, Seat, Seed, Setup, Shown, Speech, Viewer};

struct Played {
    game: PostalSurvival,
    position: Position,
    events: Vec<Event>,
}

/// A round played with loaded dice, everybody passing.
fn played(given: &str, options: &[(&str, &str)], faces: &[u32]) -> Played {
    let given: Given = toml::from_str(given).unwrap();
    let setup = options
        .iter()
        .fold(Setup::new("first-run", 2), |setup, (key, value)| setup.with(*key, *value));
    let mut dice = Dice::loaded(faces.to_vec());
    let (game, mut position) =
        PostalSurvival::arrange(&PostalSurvival::house(), &setup, given, &mut dice).unwrap();
    let mut log = Log::new();
    position.run(game.rulings(), Master::Present, &mut dice, &mut log);
    assert_eq!((dice.left(), dice.fault()), (0, None));
    let events = log.take().into_iter().map(|entry| entry.event).collect();
    Played { game, position, events }
}

impl Played {
    fn source(&self) -> ReportSource<'_> {
        ReportSource {
            game: "Gazette",
            island: &self.position.island,
            events: &self.events,
            rulings: self.game.rulings(),
            unusual: &self.game.choice().unusual,
            phrases: self.game.choice().voices.of(Tone::Wry),
            edits: &[],
            deadline: "Friday",
            introduction: "",
            notices: &[],
            over: self.position.over.as_ref(),
            seed: None,
        }
    }

    fn report(&self) -> Report {
        Report::compile(&self.source())
    }
}

const EXAMPLE: &str = r#"
hexes = ["B7 J 1 2 3"]
creatures = ["9C B7 AP3 A", "11C B7 AP2 SP", "13O B7 AP2 TW", "16H B7 AP2 SW", "19H B7 AP2 FO", "22H B7 SP"]
names = { 9 = "Ann", 11 = "Bob", 13 = "Cy", 16 = "Dee", 19 = "Eve", 22 = "Fay" }
pass = true
"#;

const DICE: [u32; 14] = [3, 2, 6, 5, 3, 4, 2, 3, 1, 2, 2, 6, 5, 6];

// rules: PS-REP-02, PS-REP-03, PS-REP-04, PS-REP-06
#[test]
fn the_status_table_of_the_worked_example() {
    let report = played(EXAMPLE, &[], &DICE).report();
    assert_eq!(
        text::status_head(true),
        ["player", "id", "hex", "behaviour", "AP", "advantages", "hunger", "enemy", "notes"]
    );
    let rows = text::status_rows(&report);
    let row = |cells: [&str; 9]| cells.map(String::from).to_vec();
    assert_eq!(
        rows[0],
        row(["Ann", "9C", "B7", "aggressive", "4", "-", "-", "-", "stayed; ate 22H"])
    );
    assert_eq!(
        rows[2],
        row([
            "Cy",
            "13O",
            "B7",
            "semi-defensive",
            "2",
            "Twins",
            "hungry",
            "-",
            "stayed; lost carrion tussle; lost plant tussle; went hungry"
        ])
    );
    assert_eq!(
        rows[5],
        row(["Fay", "22H", "B7", "defensive", "1", "Speed", "-", "-", "stayed; eaten by 9C"])
    );
    let mut later = played(EXAMPLE, &[], &DICE);
    later.position.island.round += 1;
    assert_eq!(later.report().status.len(), 5);
}

// rules: PS-REP-05
#[test]
fn notes_and_account_can_be_switched_off() {
    let quiet = played(EXAMPLE, &[("notes_column", "off"), ("account", "off")], &DICE).report();
    let written = text::write(&quiet);
    assert!(!written.contains("eaten by") && !written.contains("WHAT HAPPENED"), "{written}");
    assert!(written.contains("account = off"), "{written}");
    let columns = text::status_head(quiet.notes_column).len();
    assert!(text::status_rows(&quiet).iter().all(|row| row.len() == columns));
    let told = text::write(&played(EXAMPLE, &[], &DICE).report());
    assert!(told.contains("eaten by 9C") && told.contains("WHAT HAPPENED"));
}

const GOLDEN: &str = r#"
round = 3
hexes = ["A6 G 0 0 2", "A7 G 0 2 2", "A8 J 0 2 2", "B5 G 0 1 2", "B6 W", "B7 G 0 1 2", "B8 D 1 0 0", "C6 W", "C7 W", "C8 G 0 2 2", "D6 J 0 0 2", "D7 G 0 2 2"]
creatures = ["2H D6 TW", "3C A6 h2 KI", "4O B8 AP2 CA", "6H B5 AP2 SW", "7H A6 AP3 BA", "8C C8 h2 FA"]
"#;

fn before(given: &str) -> Played {
    let given: Given = toml::from_str(given).unwrap();
    let (game, position) = PostalSurvival::arrange(
        &PostalSurvival::house(),
        &Setup::new("first-run", 2),
        given,
        &mut Dice::loaded(vec![]),
    )
    .unwrap();
    Played { game, position, events: Vec::new() }
}

// rules: PS-REP-01, PS-REP-07, PS-MAP-09
#[test]
fn the_text_map_after_round_two_of_the_golden_game() {
    let expected = "           B5 G
           (0,1,2)
A6 G       6          C6 W
(0,0,2)
3,7        B6 W                  D6 J
                                 (0,0,2)
A7 G                  C7 W       2
(0,2,2)
           B7 G                  D7 G
           (0,1,2)               (0,2,2)
A8 J                  C8 G
(0,2,2)               (0,2,2)
           B8 D       8
           (1,0,0)
           4
";
    assert_eq!(map::text(&before(GOLDEN).report()), expected);
}

// rules: PS-MAP-15, PS-MAP-08
#[test]
fn the_picture_has_the_four_colours_the_numbers_and_the_ids() {
    let picture = map::svg(&before(GOLDEN).report(), &BTreeSet::from([Id(7)]));
    for part in [
        "#d3ebae",
        "#8cc084",
        "#f6e7ae",
        "#b5dcf2",
        ">(0,0,2)<",
        ">(1,0,0)<",
        "B7 G",
        "underline\">7</tspan>",
    ] {
        assert!(picture.contains(part), "{part}");
    }
}

// rules: PS-MAP-09
#[test]
fn every_id_on_the_picture_is_shown_or_counted() {
    let mut report = crowd(2, 1).report();
    for (ids, lines) in [
        (vec![], vec![]),
        (vec![7], vec!["7"]),
        (vec![68, 112, 142], vec!["68,112,", "142"]),
        (vec![7, 9, 13, 25, 63, 64], vec!["7,9,13,25,", "63,64"]),
        ((1000..1009).collect(), vec!["1000,1001,", "1002,1003,", "1004,+4"]),
        ((1..200).collect(), vec!["1,2,3,4,5,6,", "7,8,9,10,", "11,+188"]),
    ] {
        report.hexes.truncate(1);
        report.hexes[0].ids = ids.into_iter().map(Id).collect();
        let picture = map::svg(&report, &BTreeSet::new());
        let shown: Vec<&str> = picture
            .split("font-size=\"12.5\" fill=\"#111\">")
            .skip(1)
            .filter_map(|text| text.split("</text>").next())
            .collect();
        assert_eq!(shown, lines);
        // What is counted stands in a list below, whole.
        let page = html::write(&report, None);
        let counted = lines.last().is_some_and(|line| line.contains('+'));
        let hex = &report.hexes[0];
        let listed = format!("<li><b>{}</b>: {}</li>", hex.label, hex.id_list().replace(',', ", "));
        assert_eq!(page.contains("Where more stand than the map shows"), counted);
        assert_eq!(page.contains(&listed), counted);
    }
}

// rules: PS-REP-08, PS-REP-09, PS-END-07
#[test]
fn standings_and_what_comes_next() {
    let report = played(
        "round = 4\nhexes = ['A1 G 0 99 99', 'C1 D 0 0 0']\ncreatures = ['1H A1', '2H A1 AP3', '3H A1 of 1', '4H A1 of 2', '5O C1 h1 D']\npass = true",
        &[],
        &[],
    )
    .report();
    let order: Vec<(usize, u32)> =
        report.standings.iter().map(|row| (row.rank, row.number.0)).collect();
    assert_eq!(order, [(1, 2), (1, 1), (3, 5)]);
    let last = &report.standings[2];
    assert_eq!((last.extinct, last.starved, last.change), (Some(4), 1, -1));
    let next = text::next(&report).unwrap();
    assert_eq!(next, "Round 5, Spring, Year 1. Deadline: Friday. Births and new genes are due.");
    assert!(text::totals(&report).starts_with("Alive: 4 herbivores, 0 omnivores, 0 carnivores."));
}

// rules: PS-REP-10, PS-STAND-06
#[test]
fn the_personal_part_has_reach_orders_and_a_form() {
    let mut played = before("map = 't1'\ncreatures = ['1H B7 SW', '2C A7']\nnames = { 1 = 'Ann' }");
    let mut standing = postal_survival::Sheet::default();
    standing.tell(
        postal_survival::position::Who::All,
        &postal_survival::action::Telling::moving(postal_survival::action::Move::Forage),
    );
    played.position.island.species[0].standing = Some(Box::new(standing));
    let own = Personal::compile(&played.source(), Kind::at(0), None);
    assert_eq!(own.creatures[0].reach, ["A6", "A7", "A8", "B5", "B7", "B8", "C8", "D6", "D7"]);
    let text = own.text();
    assert!(
        text.contains("due by Friday")
            && text.contains("ALL forage")
            && text.contains("1H forage, defensive"),
        "{text}"
    );
    let other = Personal::compile(&played.source(), Kind::at(1), None).text();
    assert!(!other.contains("forage"), "{other}");
}

/// A silent game of many species before its first round.
pub fn crowd_from(players: u16, seed: u64) -> (PostalSurvival, Position) {
    let game =
        PostalSurvival::open(&PostalSurvival::house(), &Setup::new("first-run", players)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let mut position = game.start(&mut dice, &mut Log::quiet());
    for seat in table::Seat::first(players) {
        let done = game.lapse(&position, seat);
        game.apply(&mut position, seat, &done, &mut dice, &mut Log::quiet());
    }
    (game, position)
}

/// A silent game of many species, with what happened in its last round.
fn crowd(players: u16, rounds: usize) -> Played {
    let (game, mut position) = crowd_from(players, 5);
    let mut dice = Dice::seeded(Seed::from_number(5));
    let mut events = Vec::new();
    for _ in 0..rounds {
        let mut log = Log::new();
        position.run(game.rulings(), Master::Present, &mut dice, &mut log);
        events = log.take().into_iter().map(|entry| entry.event).collect();
    }
    Played { game, position, events }
}

// rules: PS-SCALE-03
#[test]
fn a_crowded_account_tells_the_forty_most_dramatic_events() {
    let played = crowd(120, 3);
    let story = account::story(
        &played.position.island,
        &played.events,
        played.game.choice().voices.of(Tone::Wry),
    );
    assert!(story.len() > 60);
    let report = played.report();
    assert_eq!((report.account.len(), report.untold), (40, story.len() - 40));
    let (told, _) = account::printed(&story, 120);
    let least = told.iter().map(|sentence| sentence.drama).min().unwrap();
    let left_out =
        story.iter().filter(|sentence| !told.iter().any(|t| std::ptr::eq(*t, *sentence)));
    assert!(left_out.map(|sentence| sentence.drama).max().unwrap() <= least);
    let (creature, _) = (played.events.iter().flat_map(Event::about).next().unwrap(), ());
    let species = played.position.island.creature(creature.id).unwrap().species;
    assert!(!Personal::compile(&played.source(), species, None).saw.is_empty());
    assert_eq!(crowd(20, 3).report().untold, 0);
}

// rules: PS-SCALE-04
#[test]
fn much_press_is_folded_away() {
    let mut played = crowd(60, 1);
    let piece = |i| Event::Printed { by: None, text: format!("Piece <{i}> & more") };
    played.events.extend((0..31).map(piece));
    let page = html::write(&played.report(), None);
    assert!(
        page.contains("<summary>31 pieces</summary>")
            && page.contains("Piece &lt;3&gt; &amp; more")
    );
    played.events.truncate(played.events.len() - 1);
    assert!(!html::write(&played.report(), None).contains("<summary>30 pieces"));
}

#[test]
fn all_forms_say_the_same_and_nothing_can_break_out_of_them() {
    let mut played = played(EXAMPLE, &[], &DICE);
    played.position.island.species[0].name = "<script>alert(1)</script> | *x*".into();
    let report = played.report();
    let (page, marked) = (html::write(&report, None), markdown::write(&report));
    assert!(!page.contains("<script>") && page.contains("&lt;script&gt;"));
    assert!(marked.contains("\\<script>") && marked.contains("\\| \\*x\\*"));
    let json: serde_json::Value = serde_json::from_str(&json::write(&report)).unwrap();
    assert_eq!(json["status"][5]["notes"], "stayed; eaten by 9C");
    assert_eq!(json["hexes"][0]["food"], serde_json::json!([0, 0, 3]));
}

#[test]
fn the_account_never_says_what_did_not_happen() {
    for players in [12, 44] {
        for rounds in 1..=9 {
            let played = crowd(players, rounds);
            let island = &played.position.island;
            let story =
                account::story(island, &played.events, played.game.choice().voices.of(Tone::Wry));
            assert!(story.iter().all(|sentence| !sentence.text.contains('{')));
            let died =
                |c: &&postal_survival::Creature| c.end.is_some_and(|end| end.round == island.round);
            for dead in island.creatures.iter().filter(died) {
                let told = story
                    .iter()
                    .any(|sentence| sentence.text.contains(&format!("{} (", dead.tag())));
                assert!(told, "nobody tells how {} died", dead.tag());
            }
            let extinct =
                island.species.iter().filter(|species| species.extinct == Some(island.round));
            assert_eq!(
                extinct.count(),
                story.iter().filter(|sentence| sentence.drama == 10).count()
            );
            let starved =
                played.events.iter().filter(|event| matches!(event, Event::Starved { .. })).count();
            let hungry = island
                .creatures
                .iter()
                .filter(|c| {
                    c.end.is_some_and(|end| {
                        end.round == island.round
                            && end.death == postal_survival::position::Death::Starved
                    })
                })
                .count();
            assert_eq!(starved, hungry);
        }
    }
}

// rules: PS-MOVE-05, PS-END-04
#[test]
fn the_table_tells_what_the_options_make_true() {
    let shown = |missing_order: &str, rounds: &str| {
        let given = "round = 6\nhexes = [\"A1 G 0 9 9\"]\ncreatures = [\"1H A1\", \"2H A1\"]";
        let given: Given = toml::from_str(given).unwrap();
        let setup =
            Setup::new("first-run", 2).with("missing_order", missing_order).with("rounds", rounds);
        let (house, mut dice) = (PostalSurvival::house(), Dice::loaded(Vec::new()));
        let (game, position) = PostalSurvival::arrange(&house, &setup, given, &mut dice).unwrap();
        let (viewer, mut choices) = (Viewer::Seat(Seat(0)), Vec::new());
        game.legal(&position, Seat(0), &mut choices);
        let scene = game.scene(&game.view(&position, viewer), viewer, &choices, Names::NONE);
        let facts =
            scene.panels.iter().flat_map(|panel| &panel.blocks).flat_map(|block| match block {
                Block::Facts(facts) => facts.as_slice(),
                _ => &[],
            });
        let births = facts.filter(|fact| fact.label == "Next births");
        (scene.prompt.clone().unwrap().hint, births.map(|fact| fact.value.clone()).collect())
    };
    let told = |fate: &str, births: &str| {
        let hint = format!("A creature that your orders leave out {fate}. Then choose Done.");
        (hint, vec![births.to_string()])
    };
    assert_eq!(shown("wander", "9"), told("wanders", "round 9"));
    assert_eq!(shown("stay", "8"), told("stays", "none"));
}

// rules: PS-BIRTH-01, PS-END-04
#[test]
fn no_births_are_promised_after_the_last_round() {
    let next = |rounds| calendar::NextBirths::from(14, rounds).to_string();
    assert_eq!(next(17), "the next is round 17");
    assert_eq!(next(15), "none is left before the game ends");
}

/// The scene of seat 1 in a given position.
fn shown(given: &str, options: &[(&str, &str)], told: &[&str]) -> stage::Scene {
    let given: Given = toml::from_str(given).unwrap();
    let setup = options
        .iter()
        .fold(Setup::new("first-run", 2), |setup, (key, value)| setup.with(*key, *value));
    let (house, mut dice) = (PostalSurvival::house(), Dice::loaded(Vec::new()));
    let (game, mut position) = PostalSurvival::arrange(&house, &setup, given, &mut dice).unwrap();
    for line in told {
        let action = game.parse(&position, Seat(0), line).unwrap();
        game.check(&position, Seat(0), &action).unwrap();
        game.apply(&mut position, Seat(0), &action, &mut dice, &mut Log::quiet());
    }
    let (viewer, mut choices) = (Viewer::Seat(Seat(0)), Vec::new());
    game.legal(&position, Seat(0), &mut choices);
    game.scene(&game.view(&position, viewer), viewer, &choices, Names::NONE)
}

/// What is said of a choice.
fn of_choice(scene: &stage::Scene, notation: &str) -> String {
    let prompt = scene.prompt.as_ref().unwrap();
    let choice = prompt.choices.iter().find(|choice| choice.notation == notation);
    choice.unwrap_or_else(|| panic!("no {notation}")).description.clone()
}

/// The rows of a sheet's tables.
fn rows(scene: &stage::Scene, sheet: &str) -> Vec<Vec<String>> {
    let panel = scene.panels.iter().find(|panel| panel.id == sheet).unwrap();
    let tables = panel.blocks.iter().filter_map(|block| match block {
        Block::Table { rows, .. } => Some(rows),
        _ => None,
    });
    tables.flatten().map(|row| row.cells.clone()).collect()
}

const SPRING: &str = "round = 5\nhexes = ['A1 G 0 1 2', 'A2 G 1 0 3']\ncreatures = ['1H A1 TW', '2C A2 h2 KI', '3H A2 of 1']";

// rules: PS-SEASON-04, PS-MAP-08
#[test]
fn in_spring_food_is_shown_as_it_will_have_grown() {
    let scene = shown(SPRING, &[], &[]);
    let met = "There now: carnivore 2 of Player 2 (ravenous; its attack wins 58 %, loses 25 %) and your creature 3.";
    let there = format!("grassland: 3 plant meals when they have grown. {met}");
    assert_eq!(of_choice(&scene, "1H A1 > A2"), there);
    assert_eq!(rows(&scene, "near")[0], ["A1", "grassland", "0", "2", "2", "1H"]);
    assert_eq!(rows(&scene, "hexes")[0], ["A1", "grassland", "0", "1", "2", "1H"]);
    let summer = shown(&SPRING.replace("round = 5", "round = 6"), &[], &[]);
    let there = format!("grassland: nothing that it eats. {met}");
    assert_eq!(of_choice(&summer, "1H A1 > A2"), there);
    let hint = scene.prompt.unwrap().hint;
    let wanders = "to 6; two hexes part them. A creature that your orders leave out wanders. Then choose Done.";
    assert!(
        hint.starts_with("Creature 1 has Twins: two young") && hint.ends_with(wanders),
        "{hint}"
    );
    let said = shown(SPRING, &[], &["all stay"]);
    let hint = "What you have said for all holds for every creature without an order of its own. So far: all creatures stay. Then choose Done.";
    assert!(said.prompt.unwrap().hint.ends_with(hint));
}

#[test]
fn choices_are_called_by_their_names_not_by_their_lines() {
    let scene = shown(SPRING, &[], &[]);
    let prompt = scene.prompt.as_ref().unwrap();
    let called = |notation: &str| {
        let choice = prompt.choices.iter().find(|choice| choice.notation == notation);
        choice.unwrap_or_else(|| panic!("no {notation}")).label.clone()
    };
    assert_eq!(called("gene Twins"), "Twins");
    assert_eq!(called("done"), "Done");
    assert_eq!(called("enemy none"), "No enemy");
    assert_eq!(called("draw all"), "Vote for a draw of all");
}

// rules: PS-TYPE-01, PS-ENEMY-01, PS-BIRTH-19, PS-MODE-13
#[test]
fn every_choice_says_what_it_does() {
    let hunter = "round = 13\nhexes = ['A1 J 0 1 2', 'A2 G 1 0 3']\ncreatures = ['1C A1 KI CM CA FO TR', '2H A1']";
    for given in [SPRING, hunter] {
        let scene = shown(given, &[], &["pass"]);
        for choice in &scene.prompt.as_ref().unwrap().choices {
            assert!(!choice.description.is_empty(), "{} is not explained", choice.notation);
        }
    }
    let scene = shown(SPRING, &[], &[]);
    assert_eq!(of_choice(&scene, "enemy 2"), "Herbivores never attack, so this changes nothing.");
    let twins = of_choice(&scene, "gene Twins");
    assert!(twins.ends_with("Young that inherit it gain another one, drawn for each."), "{twins}");
    let all = shown(&SPRING.replace("of 1", "TW of 1"), &[], &[]);
    let twins = of_choice(&all, "gene Twins");
    assert!(twins.contains("All your young inherit it"), "{twins}");
    let passed = shown(SPRING, &[], &["pass"]).prompt.unwrap().hint;
    assert!(passed.contains(" A creature without an order of its own stays"), "{passed}");
}

// rules: PS-MOVE-05, PS-STAND-01, PS-AP-04
#[test]
fn the_sheet_says_what_creatures_will_do() {
    let given =
        "round = 6\nhexes = ['A1 G 0 1 2', 'A2 G 1 0 3']\ncreatures = ['1C A1 h2', '2H A2']";
    let doing = |options: &[(&str, &str)], told: &[&str]| {
        let row = rows(&shown(given, options, told), "own").remove(0);
        (row[3].clone(), row[6].clone())
    };
    let does = |orders: &str| ("1+1".to_string(), orders.to_string());
    assert_eq!(doing(&[], &[]), does("wanders, semi-defensive"));
    assert_eq!(doing(&[], &["1C aggressive"]), does("wanders, aggressive"));
    assert_eq!(doing(&[("missing_order", "stay")], &["1C aggressive"]), does("stays, aggressive"));
    assert_eq!(doing(&[], &["pass"]), does("stays"));
    assert_eq!(doing(&[], &["standing: all forage"]), does("forages (standing orders)"));
}

// rules: PS-MAP-08, PS-REP-03
#[test]
fn the_board_is_described_in_whole_words() {
    let scene = shown(SPRING, &[], &[]);
    let told = stage::text::describe(&scene);
    assert!(told.contains("- A2 (grassland, 1 corpse, 0 plant meals left, 3 in Spring)"), "{told}");
    assert!(
        told.contains("2C of Player 2, semi-defensive, 1+1 AP, Killer Instinct, ravenous"),
        "{told}"
    );
    assert!(told.contains("1H of Player 1, defensive, 1 AP, Twins, not hungry"), "{told}");
}

/// The rule under which each event is told that says this.
fn rule_of(played: &Played, says: &str) -> &'static str {
    let lines = played.events.iter().map(|event| played.game.narrate(event, Names::NONE));
    let line = lines.into_iter().find(|line| line.text.contains(says));
    line.and_then(|line| line.rules.first().copied()).map_or("", |rule| rule.0)
}

// rules: PS-FIGHT-08, PS-FIGHT-10, PS-ARM-02, PS-ARM-04, PS-CARR-12, PS-PLANT-06, PS-SEASON-03
#[test]
fn what_happens_is_told_under_its_own_rule() {
    let fight = |creatures: &str, dice: &[u32]| {
        let given = format!("hexes = ['A1 D 0 0 0']\npass = true\ncreatures = [{creatures}]");
        rule_of(&played(&given, &[], dice), " attacks ")
    };
    assert_eq!(fight("'1C A1', '2H A1 BA'", &[4, 3]), "PS-ARM-02");
    assert_eq!(fight("'1C A1', '2H A1 BA B2'", &[5, 3]), "PS-ARM-04");
    assert_eq!(fight("'1C A1', '2H A1 BA'", &[3, 3]), "PS-FIGHT-04");
    assert_eq!(fight("'1C A1', '2H A1 A'", &[3, 3]), "PS-FIGHT-08");
    assert_eq!(fight("'1C A1 A', '2H A1'", &[3, 5]), "PS-FIGHT-10");
    assert_eq!(fight("'1C A1', '2H A1'", &[3, 5]), "PS-FIGHT-09");
    let tussle = |hex: &str, creatures: &str, dice: &[u32]| {
        let given = format!("hexes = ['{hex}']\npass = true\ncreatures = [{creatures}]");
        rule_of(&played(&given, &[], dice), "Tussle")
    };
    assert_eq!(tussle("A1 D 1 0 0", "'1C A1 D', '2C A1 D'", &[4, 4]), "PS-CARR-12");
    assert_eq!(tussle("A1 D 1 0 0", "'1C A1 D', '2C A1 D'", &[4, 3]), "PS-CARR-10");
    assert_eq!(tussle("A1 G 0 1 1", "'1H A1', '2H A1'", &[4, 4, 5, 1]), "PS-PLANT-06");
    assert_eq!(tussle("A1 G 0 1 1", "'1H A1', '2H A1'", &[4, 3]), "PS-PLANT-05");
    let round = |round: u16| {
        let given = format!(
            "round = {round}\nhexes = ['A1 G 0 9 9']\npass = true\ncreatures = ['1H A1', '2H A1']"
        );
        rule_of(&played(&given, &[], &[]), "Round ")
    };
    assert_eq!(round(6), "PS-SEASON-03");
}

// rules: PS-END-06, PS-END-12
#[test]
fn the_end_of_the_game_tells_its_numbers_everywhere() {
    let given = "round = 6\nhexes = ['A1 G 0 9 9']\npass = true\ncreatures = ['1H A1', '2H A1', '3H A1 of 2']";
    let end = played(given, &[("rounds", "6")], &[]);
    let told = "6 rounds are over. The winner is Player 2 with 2 creatures, before Player 1 with 1 creature.";
    let view = end.game.view(&end.position, Viewer::Table);
    assert_eq!(end.game.scene(&view, Viewer::Table, &[], Names::NONE).headline, told);
    assert_eq!(end.position.conclusion(end.game.rulings()).as_deref(), Some(told));
    assert_eq!(end.report().score.unwrap().text, told);
    assert_eq!(rule_of(&end, "rounds are over"), "PS-END-06");
    let stopped = postal_survival::rules::ending::stop(
        &end.position.island,
        end.game.rulings(),
        "the press broke.",
    );
    let told =
        postal_survival::rules::ending::told(&end.position.island, end.game.rulings(), &stopped);
    assert_eq!(
        told,
        "The game was ended: the press broke. The winner is Player 2 with 2 creatures, before Player 1 with 1 creature."
    );
}

// rules: PS-GEN-02
#[test]
fn slips_write_lines_that_can_be_read() {
    for scenario in ["first-run", "pantheon"] {
        let setup = Setup::new(scenario, 2).with("map", "t1");
        let game = PostalSurvival::open(&PostalSurvival::house(), &setup).unwrap();
        let mut dice = Dice::seeded(Seed::from_number(3));
        let mut position = game.start(&mut dice, &mut Log::quiet());
        for _ in 0..5 {
            let view = game.view(&position, Viewer::Seat(Seat(0)));
            let mut choices = Vec::new();
            game.legal(&position, Seat(0), &mut choices);
            let scene = game.scene(&view, Viewer::Seat(Seat(0)), &choices, Names::NONE);
            let living = view.island.species.iter().filter(|species| species.extinct.is_none());
            let draw: Vec<String> = living.map(|species| species.number.to_string()).collect();
            let draw = draw.join(", ");
            for slip in scene.prompt.map(|prompt| prompt.slips).unwrap_or_default() {
                let entry = |blank: &stage::Blank| match &blank.entry {
                    stage::BlankKind::OneOf(words) => words[words.len() - 1].0.clone(),
                    stage::BlankKind::Place { .. } => "B7".to_string(),
                    _ if slip.title.contains("draw") => draw.clone(),
                    _ if slip.title.contains("Standing") => "all forage; enemy none".to_string(),
                    _ => "Gnashers".to_string(),
                };
                let entries: Vec<String> = slip.blanks.iter().map(entry).collect();
                let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
                let line = slip.line(&entries);
                let action = game.parse(&position, Seat(0), &line);
                let action = action.unwrap_or_else(|_| panic!("`{line}` is no order"));
                if let Err(refusal) = game.check(&position, Seat(0), &action) {
                    let place = refusal.to_string();
                    assert!(line.contains("B7"), "`{line}` is refused: {place}");
                }
            }
            for seat in Seat::first(2) {
                let done = game.lapse(&position, seat);
                game.apply(&mut position, seat, &done, &mut dice, &mut Log::quiet());
            }
        }
    }
}

// rules: PS-MOVE-07
#[test]
fn a_hex_in_reach_is_the_way_there() {
    let given = "round = 6\nmap = 't1'\ncreatures = ['1H B7 SP', '2H D7']";
    let given: Given = toml::from_str(given).unwrap();
    let (house, mut dice) = (PostalSurvival::house(), Dice::loaded(Vec::new()));
    let setup = Setup::new("first-run", 2);
    let (game, position) = PostalSurvival::arrange(&house, &setup, given, &mut dice).unwrap();
    let mut offered = Vec::new();
    game.legal(&position, Seat(0), &mut offered);
    let ways: Vec<String> = offered.iter().map(|action| game.notation(action)).collect();
    let ways: Vec<&String> = ways.iter().filter(|line| line.contains('>')).collect();
    assert!(ways.len() > 2);
    for way in ways {
        let end = way.rsplit("> ").next().unwrap();
        let short = game.parse(&position, Seat(0), &format!("1H {end}")).unwrap();
        assert_eq!(game.notation(&short), *way);
    }
    let own = game.parse(&position, Seat(0), "1H B7, aggressive").unwrap();
    assert_eq!(game.notation(&own), "1H B7, aggressive");
}

// rules: PS-DEATH-06
#[test]
fn a_species_that_dies_at_once_lived_one_round() {
    let given = "hexes = ['A1 G 0 9 9']\npass = true\ncreatures = ['1H A1', '2H A1']";
    let mut played = played(given, &[], &[]);
    played.position.island.round = 1;
    let gone = Event::Extinct { species: Number(1), name: "Tufts".into(), creatures: 1 };
    for told in [&[gone.clone()][..], &[gone.clone(), gone]] {
        let phrases = played.game.choice().voices.of(Tone::Wry);
        let story = account::story(&played.position.island, told, phrases);
        let last = &story.last().unwrap().text;
        assert!(last.ends_with("1 creature in 1 round."), "{last}");
    }
}
