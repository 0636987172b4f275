//! Scenario and map files that people write: good ones play, bad ones are refused with file, line,
//! column, field and reason, all faults at once.

use outdoor_survival::{Action, Given, OutdoorSurvival, Position};
use table::case::{Case, Verdict, judge};
use table::conformance::end_in_time;
use table::reading::complaints;
use table::{Dice, Edition, Log, Rules, Seed, Setup, Shown};

/// The first fenced TOML block of the guide after this heading.
fn example(heading: &str) -> String {
    let guide = include_str!("../../../docs/scenarios.md");
    let from = guide.find(heading).unwrap_or_else(|| panic!("{heading}"));
    let block = guide[from..].split("```toml\n").nth(1).unwrap();
    block.split("```").next().unwrap().to_string()
}

fn island() -> Edition {
    OutdoorSurvival::house()
        .with("maps/island.toml", example("## A map of your own"))
        .with("scenarios/ferry.toml", example("## A scenario of your own"))
}

// rules: OS-FILE-01, OS-FILE-02, OS-FILE-04
#[test]
fn the_example_of_the_guide_opens_and_plays_to_its_end() {
    let edition = island();
    for seats in 1..=2 {
        let setup = Setup::new("ferry", seats);
        let game =
            OutdoorSurvival::open(&edition, &setup).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.board().map.grid.cells().count(), 48);
        end_in_time::<OutdoorSurvival>(&edition, &setup, 50, 1).unwrap();
    }
}

/// The faults of the ferry with one thing changed.
fn faults(from: &str, to: &str) -> String {
    let text = example("## A scenario of your own");
    assert!(text.contains(from), "{from}");
    let edition = island().with("scenarios/ferry.toml", text.replace(from, to));
    match OutdoorSurvival::open(&edition, &Setup::new("ferry", 1)) {
        Ok(_) => panic!("`{to}` was accepted"),
        Err(error) => error.to_string(),
    }
}

// rules: OS-FILE-03, OS-END-01
#[test]
fn a_scenario_with_a_fault_is_refused_by_file_line_field_and_reason() {
    let to = "end       = \"end_of_day\"";
    let exits = "exits     = [\"E\"]";
    let start = "start     = { base = 1 }";
    for (from, to, wanted) in [
        ("day_limit = 12 ", "# ", "day_limit: is missing: say a whole number from 1 to 200"),
        ("day_limit = 12", "day_limit = 0", "day_limit: 0 is not possible: say a whole number"),
        ("day_limit = 12", "day_limit = 999", "day_limit: 999 is not possible"),
        ("base = 1", "base = 8", "role[1].start.base: the map has no base 8"),
        (
            start,
            "start = { hex = \"9999\" }",
            "role[1].start.hex: `9999` is not possible: name a hex",
        ),
        (
            "direction = \"castaway\"",
            "direction = \"castawy\"",
            "role[1].direction: there is no direction chart `castawy`: did you mean `castaway`?",
        ),
        (
            "needs     = \"lost\"",
            "needs     = \"nothing\"",
            "role[1].needs: there is no needs chart `nothing`",
        ),
        ("6 = \"C2\"", "", "direction.castaway: there is no row for the face 6"),
        (
            "6 = \"C2\"",
            "6 = \"C2\"\n7 = \"C2\"",
            "direction.castaway.7: `7` is not a face: say 1 to 6",
        ),
        ("6 = \"C2\"", "6 = \"Q2\"", "direction.castaway.6: `Q2` is not possible: say R or C"),
        (exits, "exits = []", "win[1].when: this goal (`left`) can never be reached"),
        (exits, "exits = [\"E\", \"E\"]", "role[1].exits[2]: `E` stands here twice"),
        (
            "left = \"castaway\"",
            "found = \"castaway\"",
            "win[1].when: this goal (`found`) can never be reached",
        ),
        ("left = \"castaway\"", "left = \"nobody\"", "win[1].when.left: there is no role `nobody`"),
        (
            "left = \"castaway\"",
            "left = \"castaway\", day_end = 3",
            "win[1].when: left and day_end stand here: say exactly one of",
        ),
        (
            "winner = \"leaver\"",
            "winner = \"lever\"",
            "win[1].winner: there is no role or side `lever`: did you mean `leaver`?",
        ),
        ("{who}", "{whom}", "win[1].text: there is no placeholder `whom`: did you mean `who`?"),
        (
            "map       = \"island\"",
            "map       = \"islands\"",
            "map: there is no map `islands`: did you mean `island`?",
        ),
        (
            "players   = { min = 1, max = 2 }",
            "players   = { min = 1, max = 5 }",
            "players.max: 5 is not possible: say a whole number from 1 to 4",
        ),
        (
            "players   = { min = 1, max = 2 }",
            "players   = { min = 2, max = 1 }",
            "players.min: the least, 2, is above the most, 1",
        ),
        (
            "side      = \"each\"",
            "sidee     = \"each\"",
            "role[1].sidee: there is no field `sidee`: did you mean `side`?",
        ),
        (
            "id        = \"ferry\"",
            "id        = \"fery\"",
            "id: `fery` is not possible: say the name of the file, \"ferry\"",
        ),
        (
            to,
            "switches  = { bases_suply = true }",
            "switches.bases_suply: there is no option `bases_suply`: did you mean `bases_supply`?",
        ),
        (
            to,
            "locked = [\"encounter\"]",
            "locked[1]: there is no option `encounter`: did you mean `encounters`?",
        ),
        (to, "end = \"at_onec\"", "end: there is no time `at_onec`: did you mean `at_once`?"),
        (
            to,
            "ratings = [[9, \"slow\"], [3, \"fast\"]]",
            "ratings[2]: day 3 comes after a later one",
        ),
        (
            to,
            "rows = { water = [] }",
            "rows.water: a list of 0 is not possible: say a list of 1 to 60",
        ),
        (
            to,
            "rows = { allowances = [6, 5] }",
            "rows.allowances: a list of 2 is not possible: say a list of 15 whole numbers from 0 to 24",
        ),
        (
            exits,
            "exits = [\"E\"]\noutposts = { total = 1, far_from = { base = 1 }, distance = 40 }",
            "role[1].outposts: the region has not room enough",
        ),
        (
            start,
            "start     = { base = 1, hex = \"0203\" }",
            "role[1].start: base and hex stand here: say exactly one of",
        ),
        (start, "start = { base = 1, distance = 3 }", "role[1].start.distance: there is no field"),
        (
            start,
            "start = { draw = { columns = [5, 2], rows = [1, 6] } }",
            "role[1].start.draw.columns: the least, 5, is above the most, 2",
        ),
    ] {
        let found = faults(from, to);
        let lines: Vec<&str> = found.lines().collect();
        assert_eq!(lines.len(), 1, "`{to}`: one thing is wrong, found\n{found}");
        assert!(found.contains(wanted), "`{to}`: expected `{wanted}`, found\n{found}");
        assert!(found.starts_with("scenarios/ferry.toml:"), "{found}");
    }
}

#[test]
fn two_roles_of_one_name_are_refused() {
    let text = example("## A scenario of your own");
    let (role, rest) = text.split_once("[[win]]").unwrap();
    let from = role.find("[[role]]").unwrap();
    let text = format!("{role}\n{}\n[[win]]{rest}", &role[from..]);
    let edition = island().with("scenarios/ferry.toml", text);
    let told = OutdoorSurvival::open(&edition, &Setup::new("ferry", 1)).err().unwrap().to_string();
    assert!(told.contains("role[2].id: the role `castaway` stands here twice"), "{told}");
}

#[test]
fn all_faults_of_all_files_are_told_at_once() {
    let change = |edition: Edition, path: &str, from: &str, to: &str| {
        let text = edition.text(path).unwrap();
        assert!(text.contains(from), "{from}");
        let text = text.replacen(from, to, 1);
        edition.with(path, text)
    };
    let edition = OutdoorSurvival::house();
    let edition = change(edition, "charts/life.toml", "[ 6, 5,", "[ 6, \"5\",");
    let edition = change(edition, "charts/directions.toml", "2 = \"R1\"\n", "");
    let edition = change(edition, "charts/necessities.toml", "\"basin\"", "\"bassin\"");
    let edition = change(edition, "charts/encounters.toml", "F-2: a flash", "F-2 a flash");
    let edition = change(edition, "scenarios/lost.toml", "\"S\"", "\"Q\"");
    let edition =
        change(edition, "maps/wilderness.toml", "[features]", "[features]\nwell = \"0101\"");
    let edition = edition.with("chart/life.toml", "").with("maps/readme.txt", "");
    let setup = Setup::new("lost", 5).with("encounter", "on");
    let error = OutdoorSurvival::open(&edition, &setup).err().unwrap().to_string();
    assert_eq!(
        error.lines().collect::<Vec<_>>(),
        [
            "seats: this scenario takes 1 to 4 seats",
            "encounter: there is no option `encounter`: did you mean `encounters`?",
            "chart/life.toml:1:1: there is no folder `chart`: did you mean `charts`?",
            "charts/directions.toml:7:1: lost: there is no row for the face 2: give each of 1 to 6 once",
            "charts/encounters.toml:7:5: lost.natural.1: `F-2 a flash flood carries off part of th…` is not possible: say an effect, a colon and what happens, such as \"W+1 F-2: a cold night\"",
            "charts/life.toml:4:43: allowances[2]: `\"5\"` is text in quotes: say a whole number from 0 to 24",
            "charts/necessities.toml:14:46: lost.water.sources[2]: there is no source `bassin`: did you mean `basin`?",
            "maps/readme.txt:1:1: `readme.txt` is no file of this folder: its files end in `.toml`",
            "maps/wilderness.toml:96:1: features: `well` means nothing here: write ford, basin, food",
            "scenarios/lost.toml:28:25: role[1].exits[3]: there is no edge `Q`: choose from N, E, S, W",
        ]
    );
}

#[test]
fn spoiled_files_are_refused_where_they_are_spoiled_and_never_panic() {
    let complaints = complaints::<OutdoorSurvival>(17, 12);
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

// rules: OS-FILE-03
#[test]
fn a_scenario_without_any_goal_is_refused_and_all_faults_are_listed() {
    let text = example("## A scenario of your own");
    let (before, rest) = text.split_once("[[win]]").unwrap();
    let after = rest.split_once("[direction").map_or("", |(_, after)| after);
    let text = format!("{before}[direction{after}").replace("base = 1", "base = 8");
    let edition = island().with("scenarios/ferry.toml", text);
    let error = OutdoorSurvival::open(&edition, &Setup::new("ferry", 1)).err().unwrap();
    let told = error.to_string();
    assert!(error.0.len() >= 2, "{told}");
    assert!(told.contains("win: is missing") && told.contains("no base 8"), "{told}");
}

// rules: OS-FILE-03
#[test]
fn a_locked_option_and_a_race_that_cannot_be_reversed_are_refused() {
    let text = example("## A scenario of your own")
        .replace("end       = \"end_of_day\"", "locked = [\"encounters\"]");
    let edition = island().with("scenarios/ferry.toml", text);
    let locked = Setup::new("ferry", 1).with("encounters", "rolled");
    let told = OutdoorSurvival::open(&edition, &locked).err().unwrap().to_string();
    assert_eq!(told, "encounters: this scenario fixes this option");
    let told = OutdoorSurvival::open(&island(), &Setup::new("ferry", 1).with("reverse", "on"));
    assert!(told.err().unwrap().to_string().contains("cannot be reversed"));
    let told = OutdoorSurvival::open(&island(), &Setup::new("ferry", 3)).err().unwrap().to_string();
    assert_eq!(told, "seats: this scenario takes 1 to 2 seats");
}

// rules: OS-FILE-02, OS-FILE-03
#[test]
fn a_map_with_a_fault_is_refused_by_file_line_field_and_reason() {
    let text = example("## A map of your own");
    for (from, to, wanted) in [
        ("w = \"woods\"", "w = \"jungle\"", ": legend: `w` is `jungle`"),
        ("ford = \"0404\"", "ford = \"0101\"", ": features.ford: 0101 is a ford without a river"),
        ("basin = \"0702\"", "well = \"0702\"", ": features: `well` means nothing here"),
        ("1 = \"0203\"", "1 = \"0999\"", "maps/island.toml:"),
        ("03 ..ww..m.", "03 ..ww..m", "maps/island.toml:"),
        ("lower = \"even\"", "lower = \"evn\"", "maps/island.toml:"),
    ] {
        assert!(text.contains(from), "{from}");
        let edition = island().with("maps/island.toml", text.replace(from, to));
        let error = OutdoorSurvival::open(&edition, &Setup::new("ferry", 1)).err();
        let told = error.unwrap_or_else(|| panic!("`{to}` was accepted")).to_string();
        assert!(told.contains(wanted), "`{to}`: expected `{wanted}`, found\n{told}");
        assert!(told.starts_with("maps/island.toml:"), "{told}");
    }
}

// rules: OS-FILE-02
#[test]
fn a_map_that_is_too_small_is_refused() {
    let small = "name = \"Pond\"\ntops = \"flat\"\nlower = \"even\"\nlabels = \"0101\"\n[legend]\n\".\" = \"clear\"\n[body]\nterrain = \"\"\"\n....\n....\n....\n....\n\"\"\"\n[numbered.base]\n1 = \"0203\"\n";
    let edition = island().with("maps/island.toml", small);
    let told = OutdoorSurvival::open(&edition, &Setup::new("ferry", 1)).err().unwrap().to_string();
    assert!(told.contains("from 5 by 5 to 99 by 99"), "{told}");
}

#[test]
fn a_case_that_gives_what_does_not_exist_is_faulty() {
    for (given, wanted) in [
        ("person.9 = { hex = \"2020\" }", "there is no person 9"),
        ("person.1 = { hex = \"9999\" }", "no hex `9999`"),
        ("person.1 = { level = \"Z\" }", "letter from A to O"),
        ("person.1 = { water = 9 }", "9 is no block"),
        ("terrain = { 2020 = \"lava\" }", "lava"),
        ("map = \"moon\"", "blank or scenario"),
        ("markers = { 2020 = \"blank\" }", "no markers"),
        ("colour = \"red\"", "there is no field `colour`"),
    ] {
        let text = format!(
            "title = \"x\"\ngame = \"outdoor-survival\"\nrules = [\"OS-GEN-01\"]\nscenario = \"lost\"\n[given]\n{given}\n[then]\nview.day = 1\n"
        );
        let cases = Case::parse("x.toml", &text).unwrap();
        match judge::<OutdoorSurvival>(&cases[0]) {
            Verdict::Faulty(faults) => {
                let told = faults[0].to_string();
                assert!(told.contains(wanted), "{told}");
            }
            other => panic!("{given}: {other:?}"),
        }
    }
    let _: Given = <OutdoorSurvival as Shown>::Given::default();
}

/// The house's edition with one thing of a chart changed.
fn with_chart(path: &str, from: &str, to: &str) -> Edition {
    let house = OutdoorSurvival::house();
    let text = house.text(path).unwrap();
    assert!(text.contains(from), "{from}");
    let text = text.replacen(from, to, 1);
    house.with(path, text)
}

/// Why nobody can play on this edition.
fn refusal(edition: &Edition) -> String {
    match OutdoorSurvival::open(edition, &Setup::new("lost", 1)) {
        Ok(_) => panic!("it was accepted"),
        Err(error) => error.to_string(),
    }
}

/// How a game of chance on this edition ends.
fn end(edition: &Edition, seed: u64) -> Position {
    let game = OutdoorSurvival::open(edition, &Setup::new("lost", 1)).unwrap();
    let (mut dice, mut own) =
        (Dice::seeded(Seed::from_number(seed)), Dice::seeded(Seed::from_number(7)));
    let (mut log, mut legal) = (Log::quiet(), Vec::new());
    let mut position = game.start(&mut dice, &mut log);
    while let Some(seat) = game.status(&position).first() {
        legal.clear();
        game.legal(&position, seat, &mut legal);
        legal.retain(|action| *action != Action::Resign);
        let chosen = own.roll("own", legal.len() as u32) as usize - 1;
        game.apply(&mut position, seat, &legal[chosen], &mut dice, &mut log);
    }
    position
}

// rules: OS-FILE-01
#[test]
fn a_face_of_the_direction_chart_is_written_short_or_long() {
    let short = with_chart("charts/directions.toml", "2 = \"R1\"", "2 = \"C2*\"");
    let long = "2 = { start = \"choice\", turns = 2, may_stay = true }";
    let long = with_chart("charts/directions.toml", "2 = \"R1\"", long);
    let house = OutdoorSurvival::house();
    let ends = |edition: &Edition| (0..20).map(|seed| end(edition, seed)).collect::<Vec<_>>();
    assert!(ends(&short) == ends(&long), "both are the same");
    assert!(ends(&short) != ends(&house), "the face is read");
    for wrong in ["", "X1", "C", "C10", "*", "Ré"] {
        let edition = with_chart("charts/directions.toml", "\"R1\"", &format!("{wrong:?}"));
        let refused = refusal(&edition);
        assert!(refused.contains("charts/directions.toml:9:5: lost.2: "), "{wrong}: {refused}");
    }
}

#[test]
fn an_effect_of_the_encounter_chart_is_its_figures_and_nothing_else() {
    for wrong in ["W1: x", "W+1 W+1: x", "Q+1: x", "W+99: x", "no colon", "W+é: x"] {
        let rain = "\"W+1: steady rain, some of it caught\"";
        let edition = with_chart("charts/encounters.toml", rain, &format!("{wrong:?}"));
        let refused = refusal(&edition);
        assert!(
            refused.contains("charts/encounters.toml:12:5: lost.natural.6: "),
            "{wrong}: {refused}"
        );
    }
}
