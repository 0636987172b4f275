//! A bad edition, set-up or folder is refused with file, line, field and what would be right.

use postal_survival::PostalSurvival;
use postal_survival::desk::{self, Desk, Folder, Handed, NewGame};
use std::collections::BTreeMap;
use table::reading::complaints;
use table::{Edition, Rules, Seed, Setup};

/// What is said about the house edition with one text of one file replaced.
fn said(path: &str, from: &str, to: &str) -> String {
    let house = PostalSurvival::house();
    let text = house.text(path).unwrap();
    assert!(text.contains(from), "{path} has no `{from}`");
    told(&house.clone().with(path, text.replacen(from, to, 1)))
}

fn told(edition: &Edition) -> String {
    let opened = PostalSurvival::open(edition, &Setup::new("balanced-island", 4));
    opened.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn every_fault_of_an_edition_names_its_place() {
    let t1 = "maps/t1.toml";
    let wanted = [
        (
            said("scenarios/blitz.toml", "rounds = 9", "ruonds = 9"),
            "scenarios/blitz.toml:6:1: options.ruonds: there is no option `ruonds`: did you mean `rounds`?",
        ),
        (
            said("scenarios/blitz.toml", "rounds = 9", "rounds = 99"),
            "scenarios/blitz.toml:6:10: options.rounds: `99` is not possible",
        ),
        (
            said("scenarios/pantheon.toml", "[2, 8]", "[8, 2]"),
            "scenarios/pantheon.toml:4:11: players: the least, 8, is above the most, 2",
        ),
        (
            said("scenarios/pantheon.toml", "[2, 8]", "[1, 8]"),
            "scenarios/pantheon.toml:4:12: players[1]: 1 is not possible",
        ),
        (
            said("scenarios/archipelago.toml", "water  = 35", "water  = 45"),
            "scenarios/archipelago.toml:7:10: options.water: water, desert, grass and jungle are 110 per cent",
        ),
        (
            said("account.toml", "{A} dined on {V}", "{A} dined on {W}"),
            "account.toml:8:3: eaten[3]: there is no placeholder `W`",
        ),
        (said("account.toml", "births = [", "birth = ["), "birth: there is no field `birth`"),
        (
            said(t1, "\"jungle\"", "\"jungel\""),
            "maps/t1.toml:9:5: legend.J: there is no terrain `jungel`: did you mean `jungle`?",
        ),
        (
            said(t1, "corpse =", "corps ="),
            "features.corps: there is no feature `corps`: did you mean `corpse`?",
        ),
        (said(t1, "\"B8\"", "\"B6\""), "features.corpse: B6 is water: no corpse lies there"),
        (said(t1, "A6 D6", "A6 D6 B8"), "areas.2 meals: B8 is desert: nothing grows there"),
        (said(t1, "2 meals", "2 males"), "`2 males` is no area of an island"),
        (
            said(t1, "[areas]", "[areas]\n\"3 meals\" = \"B5\""),
            "B5 has 2 and 3 meals: say one number",
        ),
        (
            said(t1, "\"flat\"", "\"pointy\""),
            "maps/t1.toml:3:10: tops: an island has tops = \"flat\"",
        ),
    ];
    let missing = wanted.iter().filter(|(said, right)| !said.contains(right));
    let missing: Vec<String> =
        missing.map(|(said, right)| format!("wanted {right}\n{said}\n")).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn all_faults_are_told_at_once_and_strange_files_too() {
    let edition = PostalSurvival::house()
        .with("scenario/mine.toml", "")
        .with("acount.toml", "")
        .with("scenarios/first-run.toml", "name = 7\nplayers = [2]\n");
    let said = told(&edition);
    let lines: Vec<&str> = said.lines().collect();
    let wanted = [
        "acount.toml:1:1: there is no file `acount.toml`: did you mean `account.toml`?",
        "scenario/mine.toml:1:1: there is no folder `scenario`: did you mean `scenarios`?",
        "scenarios/first-run.toml:1:1: order: is missing",
        "scenarios/first-run.toml:1:1: summary: is missing",
        "scenarios/first-run.toml:1:8: name: 7 is a whole number: say text in quotes",
        "scenarios/first-run.toml:2:11: players: a list of 1 is not possible",
    ];
    assert_eq!(lines.len(), wanted.len(), "{said}");
    assert!(lines.iter().zip(wanted).all(|(line, wanted)| line.starts_with(wanted)), "{said}");
}

#[test]
fn set_ups_that_cannot_be_are_refused() {
    let refused = |setup: Setup| {
        let opened = PostalSurvival::open(&PostalSurvival::house(), &setup);
        opened.err().map(|error| error.to_string()).unwrap_or_default()
    };
    let plain = || Setup::new("first-run", 2);
    let wanted = [
        (Setup::new("frist-run", 2), "did you mean `first-run`"),
        (Setup::new("pantheon", 9), "takes 2 to 8 seats, not 9"),
        (plain().with("map", "t2"), "choose from made, t1"),
        (plain().with("water", "50"), "are 138 per cent together: make it 100"),
        (plain().with("hexes", "6"), "at least 7 hexes"),
        (
            plain().with("herbivores", "0").with("omnivores", "0").with("carnivores", "0"),
            "must weigh something",
        ),
    ];
    for (setup, right) in wanted {
        let said = refused(setup);
        assert!(said.contains(right), "wanted {right}: {said}");
    }
}

/// What is said about a game of these readers, on this island.
fn begun(players: &str, map: Option<&str>) -> Result<Folder, String> {
    let game = NewGame {
        name: "G",
        players: Handed { name: "readers.txt", text: players },
        edition: PostalSurvival::house(),
        scenario: "",
        options: BTreeMap::new(),
        seed: Seed::from_number(1),
        deadline: desk::Deadline::default(),
        clock: "",
        tone: Default::default(),
        approve: false,
        map: map.map(|text| Handed { name: "atoll.toml", text }),
        now: "2001-05-01 12:00",
    };
    let mut folder = Folder::new();
    desk::new(&folder, &game).map_err(|trouble| trouble.to_string())?.make(&mut folder);
    Ok(folder)
}

#[test]
fn a_game_of_an_own_edition_keeps_its_files() {
    let house = PostalSurvival::house();
    let blitz = house.text("scenarios/blitz.toml").unwrap().to_string();
    let game = NewGame {
        name: "G",
        players: Handed { name: "readers.txt", text: "Ann\nBob\n" },
        edition: house.with("scenarios/own.toml", blitz.clone()),
        scenario: "own",
        options: BTreeMap::new(),
        seed: Seed::from_number(1),
        deadline: desk::Deadline::default(),
        clock: "",
        tone: Default::default(),
        approve: false,
        map: None,
        now: "2001-05-01 12:00",
    };
    let mut folder = Folder::new();
    desk::new(&folder, &game).unwrap().make(&mut folder);
    assert_eq!(folder.get("edition/scenarios/own.toml"), Some(&blitz));
    assert!(Desk::open(&folder).is_ok());
    folder.remove("edition/scenarios/own.toml");
    let trouble = Desk::open(&folder).map(|_| ()).unwrap_err().to_string();
    assert!(trouble.contains("there is no scenario `own`"), "{trouble}");
}

#[test]
fn a_list_of_readers_is_read_whole_before_its_faults_are_told() {
    let list =
        "Ann, ann@example.org, H, swordfish, sesame\n# a note\n!!!\nBob, b@c.org, b@d.org, O, C\n";
    let wanted = "\
readers.txt:1:37: `sesame` is too much: say name, address, diet, code
readers.txt:3:1: `!!!` is no name: say 1 to 60 characters with a letter or digit
readers.txt:4:27: `C` is a second diet: say name, address, diet, code";
    assert_eq!(begun(list, None).unwrap_err(), wanted);
}

#[test]
fn a_folder_tells_all_faults_of_its_files() {
    let mut folder = begun("Ann\nBob\n", None).unwrap();
    let game = "nmae = \"G\"\nscenario = \"blizt\"\nseed = \"7\"\npaused = 1\n[options]\nrounds = 2\nmaps = \"t1\"\n";
    folder.insert("game.toml".into(), game.into());
    folder.insert("players.txt".into(), "Ann\n?\n".into());
    let said = Desk::open(&folder).err().unwrap().to_string();
    let wanted = [
        "game.toml:1:1: nmae: there is no field `nmae`: did you mean `name`?",
        "game.toml:2:12: scenario: there is no scenario `blizt`: did you mean `blitz`?",
        "game.toml:3:8: seed: `7` is not possible",
        "game.toml:4:10: paused: 1 is a whole number: say true or false",
        "game.toml:6:10: options.rounds: `2` is not possible",
        "game.toml:7:1: options.maps: there is no option `maps`: did you mean `map`?",
        "players.txt:2:1: `?` is no name",
    ];
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), wanted.len(), "{said}");
    assert!(lines.iter().zip(wanted).all(|(line, wanted)| line.starts_with(wanted)), "{said}");
}

#[test]
fn faults_of_a_drawn_island_are_told_in_its_own_file() {
    let house = PostalSurvival::house();
    let map = house.text("maps/t1.toml").unwrap().replace("2 meals", "20 meals");
    let said = begun("Ann\nBob\n", Some(&map)).unwrap_err();
    assert!(said.starts_with("atoll.toml:") && said.contains("`20 meals` is no area"), "{said}");
}

#[test]
fn whatever_is_spoiled_is_told_in_a_players_words() {
    let complaints = complaints::<PostalSurvival>(17, 30);
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}
