//! Scenario and map files that people write: good ones play, bad ones are refused with file, line,
//! column, field and reason, all faults at once.

use outdoor_survival::{Given, OutdoorSurvival};
use table::case::{Case, Verdict, judge};
use table::conformance::end_in_time;
use table::{Edition, Rules, Setup, Shown};

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
    for (from, to, wanted) in [
        (
            "day_limit = 12 ",
            "# ",
            "scenarios/ferry.toml:1:1: day_limit: every scenario needs a day limit",
        ),
        ("day_limit = 12", "day_limit = 0", ": day_limit: must be from 1 to 200"),
        ("day_limit = 12", "day_limit = 999", ": day_limit: must be from 1 to 200"),
        ("base = 1", "base = 8", ": role.castaway.start: the map has no base 8"),
        (
            "direction = \"castaway\"",
            "direction = \"castawy\"",
            ": role.castaway.direction: there is no direction chart `castawy`: did you mean `castaway`?",
        ),
        (
            "needs     = \"lost\"",
            "needs     = \"nothing\"",
            ": role.castaway.needs: there is no needs chart `nothing`",
        ),
        ("6 = \"C2\"", "", ": direction.castaway: die face 6 is missing"),
        ("6 = \"C2\"", "7 = \"C2\"", ": direction.castaway: `7` is not a face of a die"),
        ("6 = \"C2\"", "6 = \"Q2\"", "is not R or C"),
        (
            "exits     = [\"E\"]",
            "exits     = []",
            ": win.when: this goal (`left`) can never be reached",
        ),
        (
            "left = \"castaway\"",
            "found = \"castaway\"",
            ": win.when: this goal (`found`) can never be reached",
        ),
        ("left = \"castaway\"", "left = \"nobody\"", ": win.when: there is no role `nobody`"),
        (
            "winner = \"leaver\"",
            "winner = \"lever\"",
            ": win.winner: there is no role or side `lever`",
        ),
        (
            "map       = \"island\"",
            "map       = \"islands\"",
            ": map: there is no map `islands`: did you mean `island`?",
        ),
        (
            "players   = { min = 1, max = 2 }",
            "players   = { min = 1, max = 5 }",
            ": players: from 1 to 4 players",
        ),
        ("side      = \"each\"", "sidee     = \"each\"", "unknown field `sidee`"),
        ("id        = \"ferry\"", "id        = \"fery\"", ": id: must be the name of the file"),
        (
            "end       = \"end_of_day\"",
            "switches  = { bases_suply = true }",
            "there is no option `bases_suply`: did you mean `bases_supply`?",
        ),
        (
            "end       = \"end_of_day\"",
            "locked = [\"encounter\"]",
            ": locked: there is no option `encounter`: did you mean `encounters`?",
        ),
        (
            "end       = \"end_of_day\"",
            "rows = { water = [] }",
            ": rows.water: a row has from 1 to 60 triggers",
        ),
        (
            "exits     = [\"E\"]",
            "exits     = [\"E\"]\noutposts  = { total = 1, far_from = { base = 1 }, distance = 40 }",
            ": role.castaway.outposts: the region has not room enough",
        ),
        (
            "start     = { base = 1 }",
            "start     = { base = 1, hex = \"0203\" }",
            ": role.castaway.start: say exactly one of",
        ),
        (
            "end       = \"end_of_day\"",
            "rows = { allowances = [6, 5] }",
            ": rows.allowances: needs 15 allowances",
        ),
    ] {
        let found = faults(from, to);
        assert!(found.contains(wanted), "`{to}`: expected `{wanted}`, found\n{found}");
        assert!(
            found.contains("scenarios/ferry.toml:") || found.contains("bases_suply"),
            "{found}"
        );
    }
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
    assert!(told.contains("win: no goal") && told.contains("no base 8"), "{told}");
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
        ("w = \"woods\"", "w = \"jungle\"", "maps/island.toml: legend: `w` is `jungle`"),
        (
            "ford = \"0404\"",
            "ford = \"0101\"",
            "maps/island.toml: features.ford: 0101 is a ford without a river",
        ),
        (
            "basin = \"0702\"",
            "well = \"0702\"",
            "maps/island.toml: features: `well` means nothing here",
        ),
        ("1 = \"0203\"", "1 = \"0999\"", "maps/island.toml:"),
        ("03 ..ww..m.", "03 ..ww..m", "maps/island.toml:"),
        ("lower = \"even\"", "lower = \"evn\"", "maps/island.toml:"),
    ] {
        assert!(text.contains(from), "{from}");
        let edition = island().with("maps/island.toml", text.replace(from, to));
        let error = OutdoorSurvival::open(&edition, &Setup::new("ferry", 1)).err();
        let told = error.unwrap_or_else(|| panic!("`{to}` was accepted")).to_string();
        assert!(told.contains(wanted), "`{to}`: expected `{wanted}`, found\n{told}");
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
        ("colour = \"red\"", "unknown field"),
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
