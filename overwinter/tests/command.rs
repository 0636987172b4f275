//! The program as a person or another program meets it: output, errors, exit codes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program, which keeps no games in the folder of whoever runs the tests.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overwinter"));
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

fn overwinter(args: &[&str]) -> Output {
    program().args(args).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Standard output of a command that must succeed.
fn told(args: &[&str]) -> String {
    let output = overwinter(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The one error of a command that must be refused as bad input: no panic, nothing half done.
fn refused(args: &[&str]) -> String {
    let output = overwinter(args);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert!(!error.contains("panicked") && error.starts_with("error:"), "{args:?}: {error}");
    error
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_string()
    }
}

/// A finished game of two greedy players, recorded.
fn recorded(folder: &Folder) -> (String, String) {
    let file = folder.name("game.owr");
    told(&[
        "play",
        "outdoor-survival",
        "--scenario",
        "lost",
        "--seats",
        "greedy,greedy",
        "--seed",
        "7",
        "--record",
        &file,
    ]);
    let text = fs::read_to_string(&file).unwrap();
    (file, text)
}

#[test]
fn the_same_seed_prints_the_same_bytes() {
    let args = [
        "play",
        "outdoor-survival",
        "--scenario",
        "lost",
        "--seats",
        "greedy,greedy",
        "--seed",
        "7",
        "--json",
    ];
    let first = told(&args);
    assert_eq!(first, told(&args));
    assert_ne!(
        first,
        told(&[
            "play",
            "outdoor-survival",
            "--scenario",
            "lost",
            "--seats",
            "greedy,greedy",
            "--seed",
            "8",
            "--json"
        ])
    );
    let last: serde_json::Value = serde_json::from_str(first.lines().last().unwrap()).unwrap();
    assert_eq!(last["outcome"]["ranks"].as_array().unwrap().len(), 2);
}

#[test]
fn a_recorded_game_is_consistent_and_a_tampered_one_refused_at_its_step() {
    let folder = Folder::new();
    let (file, record) = recorded(&folder);
    let verdict = told(&["replay", &file, "--verify"]);
    assert!(verdict.contains(": consistent: ") && !verdict.contains("proved"), "{verdict}");
    let steps: Vec<&str> = record.lines().filter(|line| line.contains(" | ")).collect();
    let rolled = steps.iter().position(|line| line.contains("direction ")).unwrap();
    let other = steps[rolled].replace("direction 1", "direction 0");
    let other =
        if other == steps[rolled] { other.replacen("direction ", "direction 1", 1) } else { other };
    let tampered = folder.file("tampered.owr", &record.replace(steps[rolled], &other));
    let output = overwinter(&["replay", &tampered, "--verify"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains(&format!("step {rolled}: ")), "{error}");
}

/// What somebody does to a record, given a step at which to cut it and one at which dice fell.
type Meddling = fn(&mut table::Record, usize, usize);

/// What `--verify` says of a record that it must refuse as a failed check.
fn not_proved(folder: &Folder, text: &str, more: &[&str]) -> String {
    let file = folder.file("tampered.owr", text);
    let output = overwinter(&[&["replay", &file, "--verify"], more].concat());
    let error = self::text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    error
}

#[test]
fn a_record_that_was_meddled_with_is_refused() {
    let folder = Folder::new();
    let (_, text) = recorded(&folder);
    let record = table::Record::parse(&text).unwrap();
    let key = table::RecordKey::new([7; 32]);
    let signed = key.sign(record.clone());
    let file = folder.file("signed.owr", &signed.to_string());
    let unknown = told(&["replay", &file, "--verify"]);
    assert!(unknown.contains("consistent") && unknown.contains("not known here"), "{unknown}");
    let proved = told(&["replay", &file, "--verify", "--key", &key.public()]);
    assert!(proved.contains(": proved: ") && proved.contains(&key.public()), "{proved}");
    let json = format!("{{\"record_key\":\"{}\"}}", key.public());
    let known = folder.file("overwinter.json", &json);
    assert!(told(&["replay", &file, "--verify", "--key", &known]).contains(": proved: "));
    let other = table::RecordKey::new([8; 32]).public();
    let refused = not_proved(&folder, &signed.to_string(), &["--key", &other]);
    assert!(refused.contains("not by"), "{refused}");
    let unsigned = not_proved(&folder, &text, &["--key", &other]);
    assert!(unsigned.contains("nobody has signed it"), "{unsigned}");
    let digits = "0f".repeat(32);
    let secret = folder.file("records.key", &digits);
    let unread = self::refused(&["replay", &file, "--verify", "--key", &secret]);
    assert!(unread.contains("a secret") && !unread.contains(&digits), "{unread}");

    let kept = record.steps.len() / 2;
    let step = record.steps.iter().position(|step| !step.dice.is_empty()).unwrap();
    let meddled: [(&str, Meddling); 7] = [
        ("edition", |record, _, _| record.edition = "0123456789abcdef".into()),
        ("rules", |record, _, _| record.rules += 1),
        ("name", |record, _, _| record.setup.names = vec!["Mallory".into(), "Bob".into()]),
        ("scenario", |record, _, _| record.setup.scenario = "trek".into()),
        ("file", |record, _, _| {
            record.files.insert("scenarios/more.toml".into(), "id = \"more\"".into());
        }),
        ("cut", |record, kept, _| {
            record.steps.truncate(kept);
            record.ended.clear();
        }),
        ("die", |record, _, step| {
            record.seed = None;
            record.steps[step].dice[0].face += 1;
        }),
    ];
    for (what, meddle) in meddled {
        let mut other = signed.clone();
        meddle(&mut other, kept, step);
        // Whoever meddles writes a new hash too; the old signature stands for the old text alone.
        let file = folder.file("tampered.owr", &other.to_string());
        let output = overwinter(&["replay", &file, "--verify"]);
        let error = self::text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{what}: {error}");
        assert!(error.len() > 40, "{what}: {error}");
        // In the text alone, with the hash left as it was.
        let hash = text.lines().find(|line| line.starts_with("hash: ")).unwrap();
        let unsigned = table::Record { signed: None, ..other }.to_string();
        let lines =
            unsigned.lines().map(|line| if line.starts_with("hash: ") { hash } else { line });
        let text = lines.fold(String::new(), |text, line| text + line + "\n");
        let file = folder.file("careless.owr", &text);
        let output = overwinter(&["replay", &file, "--verify"]);
        assert_eq!(output.status.code(), Some(1), "{what}: {}", self::text(&output.stdout));
    }
    // Cut off with a hash of its own, and signed by nobody.
    let mut cut = record.clone();
    cut.steps.truncate(kept);
    cut.ended.clear();
    let refused = not_proved(&folder, &cut.to_string(), &[]);
    assert!(refused.contains("it may have been cut off"), "{refused}");
    // Whoever takes the signature out leaves the name of the server.
    let without = |line: &&str| !line.starts_with("signature: ");
    let text = signed.to_string();
    let taken_out = text.lines().filter(without).fold(String::new(), |all, line| all + line + "\n");
    let refused = not_proved(&folder, &taken_out, &[]);
    assert!(refused.contains("the signature is missing"), "{refused}");
    // Version 1 had no servers.
    let older = |line: &&str| !line.starts_with("hash: ") && without(line);
    let older = text.lines().filter(older).fold(String::new(), |all, line| all + line + "\n");
    let older = older.replacen("overwinter record 2", "overwinter record 1", 1);
    let refused = not_proved(&folder, &older, &[]);
    assert!(refused.contains("says version 1"), "{refused}");
    // Whoever takes the seed out proves nothing.
    let told_of = folder.file("seedless.owr", &table::Record { seed: None, ..record }.to_string());
    let verdict = told(&["replay", &told_of, "--verify"]);
    assert!(verdict.contains("consistent") && verdict.contains("taken as recorded"), "{verdict}");
}

#[test]
fn a_replay_can_be_looked_at_through_anybodys_eyes() {
    let folder = Folder::new();
    let (file, _) = recorded(&folder);
    let picture = folder.name("board.svg");
    for viewer in ["1", "2", "table", "referee"] {
        assert!(told(&["replay", &file, "--at", "5", "--as", viewer]).contains("outdoor-survival"));
    }
    told(&["replay", &file, "--at", "5", "--svg", &picture]);
    assert!(fs::read_to_string(picture).unwrap().starts_with("<svg"));
    assert!(refused(&["replay", &file, "--at", "999999"]).contains("--at 999999"));
    assert!(refused(&["replay", &file, "--as", "9"]).contains("2 seats"));
    assert!(refused(&["replay", &file, "--as", "nobody"]).contains("nobody"));
}

#[test]
fn bad_words_on_the_command_line_are_explained() {
    assert!(refused(&["play", "outdoor-survivl"]).contains("did you mean `outdoor-survival`?"));
    assert!(refused(&["play", "chess"]).contains("choose from"));
    let play = |more: &[&str]| refused(&[&["play", "outdoor-survival"], more].concat());
    assert!(play(&["--seats", "you,gredy"]).contains("did you mean `greedy`?"));
    assert!(play(&["--seats", "you,,greedy"]).contains("a seat is empty"));
    assert!(play(&["--seats", "you,greedy*x"]).contains("as in greedy*3"));
    assert!(play(&["--scenario", "lost", "--seats", "you,greedy*4"]).contains("1 to 4 seats"));
    assert!(
        play(&["--scenario", "lost", "--seats", "you,you,you,you,you"]).contains("1 to 4 seats")
    );
    assert!(play(&["--scenario", "lots"]).contains("did you mean `lost`?"));
    assert!(play(&["--seed", "seven"]).contains("a whole number or 64 hexadecimal digits"));
    assert!(play(&["--set", "encounters"]).contains("key=value"));
    assert!(play(&["--set", "encounters=sometimes"]).contains("choose from"));
    assert!(play(&["--set", "encounter=off"]).contains("did you mean `encounters`?"));
    assert!(play(&["--edition", "/nowhere"]).contains("/nowhere"));
    assert!(refused(&["replay", "/nowhere.owr"]).contains("no such file"));
    let nowhere = refused(&["cases", "outdor-survival"]);
    assert!(nowhere.contains("no such file or folder"), "{nowhere}");
    assert!(nowhere.contains("did you mean `outdoor-survival`?"), "{nowhere}");
    assert!(refused(&["rules", "outdoor-survival", "OS-NONE"]).contains("OS-NONE"));
    assert!(refused(&["map", "check", "/nowhere.toml"]).contains("no such file"));
    assert!(refused(&["frobnicate"]).contains("frobnicate"));
}

#[test]
fn bad_files_are_explained_with_line_and_reason() {
    let folder = Folder::new();
    let house = include_str!("../../games/outdoor-survival/data/maps/wilderness.toml");
    let map = folder.file("map.toml", &house.replacen("mm.m", "mmQm", 1));
    let error = refused(&["map", "check", &map]);
    assert!(error.contains("map.toml:") && error.contains('Q'), "{error}");
    let lost = include_str!("../../games/outdoor-survival/data/scenarios/lost.toml");
    let scenario = folder.file("mine.toml", &lost.replace("day_limit", "day_limmit"));
    let error =
        refused(&["play", "outdoor-survival", "--scenario", &scenario, "--seats", "greedy"]);
    assert!(error.contains("scenarios/mine.toml:") && error.contains("day_limmit"), "{error}");
    let record = folder.file("bad.owr", "overwinter record 1\ngame: outdoor-survival\nrules: x\n");
    assert!(refused(&["replay", &record]).contains("bad.owr:"));
    let empty = folder.file("empty.owr", "");
    assert!(refused(&["replay", &empty]).contains("this is no record"));
    let binary = folder.path("binary.owr");
    fs::write(&binary, [0xff, 0xfe, 0x00, 0x9f]).unwrap();
    assert!(refused(&["replay", binary.to_str().unwrap()]).contains("not UTF-8"));
    let case = folder.file(
        "case.toml",
        "title = 'x'\ngame = 'outdoor-survival'\nrules = ['OS-GEN-01']\nwhen = 3\n",
    );
    let error = refused(&["cases", &case]);
    assert!(error.contains("case.toml:4:1") && error.contains("when"), "{error}");
}

/// The places and problems of a message, without the folder of the file.
fn faults(error: &str, file: &str) -> Vec<String> {
    let lines = error.lines().filter_map(|line| line.split_once(&format!("{file}:")));
    lines.map(|(_, fault)| fault.to_string()).collect()
}

#[test]
fn every_fault_of_a_case_is_told_at_once() {
    let folder = Folder::new();
    let case = r#"titel = "many faults"
game = "connect-four"
rules = ["CF-DROP-02", "CF-DORP-01"]
seats = "two"
[given]
droped = "44"
[then]
refused = [{ do = "1: 4", rul = "CF-DROP-02" }]
legall = ["1: 4"]
[[next]]
doo = ["1: 4"]
then.deciding = ["one", 1, "three"]
"#;
    let error = refused(&["cases", &folder.file("case.toml", case)]);
    let expected = [
        "1:1: titel: there is no field `titel`: did you mean `title`?",
        "3:24: rules[2]: there is no rule `CF-DORP-01`: did you mean `CF-DROP-01`?",
        "4:9: seats: the text `two` is wrong here: say a whole number from 0 to 65535",
        "6:1: given.droped: there is no field `droped`: did you mean `dropped`?",
        "8:27: then.refused[1].rul: there is no field `rul`: did you mean `rule`?",
        "9:1: then.legall: there is no field `legall`: did you mean `legal`?",
        "11:1: next[1].doo: there is no field `doo`: did you mean `do`?",
        "12:18: next[1].then.deciding[1]: the text `one` is wrong here: say a whole number from 0 to 65535",
        "12:28: next[1].then.deciding[3]: the text `three` is wrong here: say a whole number from 0 to 65535",
    ];
    assert_eq!(faults(&error, "case.toml"), expected, "{error}");
    let no_game = folder.file("other.toml", &case.replace("connect-four", "connect-for"));
    let error = refused(&["cases", &no_game]);
    assert_eq!(faults(&error, "other.toml").len(), 8, "{error}");
    assert!(error.contains("did you mean `connect-four`"), "{error}");
    let two = folder.file("two.toml", "titel = 'x\n[given\n[then]\nview = { }\nrules = [\n");
    let error = refused(&["cases", &two]);
    assert!(faults(&error, "two.toml").len() > 1, "{error}");
}

#[test]
fn every_fault_of_a_lesson_is_told_at_once() {
    let folder = Folder::new();
    let lesson = r#"title = "Four"
game = "connect-four"
abuot = "How to win."
minutes = "one"
end = "Now play."
[given]
droped = "112233"
[[step]]
sya = "Drop."
rules = ["CF-END-99"]
do = "4"
hnit = "There."
[[step]]
say = "Play on."
rules = ["CF-DROP-01"]
play = "for ever"
"#;
    let error = refused(&["learn", "--check", &folder.file("lesson.toml", lesson)]);
    let expected = [
        "3:1: abuot: there is no field `abuot`: did you mean `about`?",
        "4:11: minutes: the text `one` is wrong here: say a whole number from 0 to 65535",
        "7:1: given.droped: there is no field `droped`: did you mean `dropped`?",
        "9:1: step[1].sya: there is no field `sya`: did you mean `say`?",
        "10:10: step[1].rules[1]: there is no rule `CF-END-99`: did you mean `CF-END-01`?",
        "12:1: step[1].hnit: there is no field `hnit`: did you mean `hint`?",
        "16:8: step[2].play: say a number of decisions, or `to the end`",
    ];
    assert_eq!(faults(&error, "lesson.toml"), expected, "{error}");
}

#[test]
fn the_cases_of_a_game_are_run_by_its_id() {
    let told = told(&["cases", "connect-four"]);
    assert!(told.ends_with("passed, 0 failed\n") && !told.starts_with("0 passed"), "{told}");
}

#[test]
fn a_failing_case_ends_with_one_and_says_what_was_found() {
    let folder = Folder::new();
    let case = "title = 'day one is day two'\ngame = 'outdoor-survival'\nrules = ['OS-GEN-01']\nscenario = 'lost'\n[then.view]\nday = 2\n";
    let file = folder.file("case.toml", case);
    let output = overwinter(&["cases", &file]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stdout);
    assert!(
        told.contains("day: expected 2, found 1") && told.ends_with("0 passed, 1 failed\n"),
        "{told}"
    );
}

#[test]
fn a_map_is_made_checked_and_drawn() {
    let folder = Folder::new();
    let map = folder.name("map.toml");
    told(&["map", "make", "outdoor-survival", "--seed", "5", "--out", &map]);
    assert!(
        told(&["map", "check", &map, "--house"]).contains("is a good map for outdoor-survival")
    );
    let (svg, png) = (folder.name("map.svg"), folder.name("map.png"));
    told(&["map", "draw", &map, "--svg", &svg, "--png", &png]);
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert!(told(&["map", "draw", &map, "--text"]).lines().count() > 34);
    assert!(Path::new(&svg).exists());
}

#[test]
fn a_plain_game_can_be_played_through_a_pipe() {
    let mut child = program()
        .args([
            "play",
            "outdoor-survival",
            "--scenario",
            "basic",
            "--seats",
            "you,greedy",
            "--seed",
            "3",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "help\nsheet\nboard\ndescribe\nlog\nrule OS-MOVE-05\nnonsense\nundo\n".to_string()
        + &"stay\n".repeat(60);
    // The game may be over before all of it is read.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let told = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(told.contains("I do not understand `nonsense`"), "{told}");
    assert!(told.contains("Greedy 2") && told.contains("won"), "{told}");
}

/// What the plain table answers to these lines.
fn answered(game: &str, lines: &str) -> String {
    let mut child = program()
        .args(["play", game, "--plain", "--seats", "you,random", "--seed", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    text(&child.wait_with_output().unwrap().stdout)
}

#[test]
fn help_and_rules_speak_of_the_game_that_is_played() {
    let told = answered("connect-four", "help\n\nrule cf-drop-02\nrule cf-drop\nrule cf-drop-0\n");
    assert!(told.contains("such as rule CF-"), "{told}");
    assert!(told.contains("Say a choice by its number or in words"), "{told}");
    assert_eq!(told.matches("CF-DROP-02  ").count(), 2, "{told}");
    assert_eq!(told.matches("CF-DROP-01  ").count(), 1, "{told}");
    assert!(
        told.contains("There is no rule CF-DROP-0; rules are named like CF-DROP-01."),
        "{told}"
    );
}

#[test]
fn the_password_of_a_store_is_never_repeated() {
    let folder = Folder::new();
    let data = folder.path("data").to_str().unwrap().to_string();
    for (store, says) in [
        ("mysql://ann:hush@db/games", "postgres://"),
        #[cfg(feature = "postgres")]
        ("postgres://ann:hush@db/games?sslmode=perhaps", "sslmode"),
        #[cfg(feature = "postgres")]
        ("postgres://ann:hush@db", "no database"),
        #[cfg(feature = "postgres")]
        ("postgres://ann:hush@127.0.0.1:1/games", "connect"),
    ] {
        let args = ["serve", "--bind", "127.0.0.1:0", "--data", &data];
        let error = refused(&[&args[..], &["--store", store]].concat());
        assert!(error.contains(says) && !error.contains("hush"), "{error}");
        let output = program().args(args).env("OVERWINTER_STORE", store).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(!text(&output.stderr).contains("hush"), "{}", text(&output.stderr));
        let help = program().args(["serve", "--help"]).env("OVERWINTER_STORE", store).output();
        assert!(!text(&help.unwrap().stdout).contains("hush"));
    }
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let error = refused(&["serve", "--bind", "not an address"]);
    assert!(error.contains("not an address"), "{error}");
    let folder = Folder::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = folder.path("data").display().to_string();
    let error = refused(&["serve", "--bind", &address, "--data", &data]);
    assert!(error.contains(&address), "{error}");
    let file = folder.file("file", "not a folder");
    let error = refused(&["serve", "--bind", "127.0.0.1:0", "--data", &file]);
    assert!(error.contains("file"), "{error}");
}

#[test]
fn cases_are_run_by_an_edition_of_ones_own() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("edition/scenarios")).unwrap();
    let lost = include_str!("../../games/outdoor-survival/data/scenarios/lost.toml");
    let short = lost.replace("id       = \"lost\"", "id       = \"short\"");
    folder.file("edition/scenarios/short.toml", &short);
    let case = "title = 'a scenario of our own begins on its first day'\ngame = 'outdoor-survival'\n\
                rules = ['OS-GEN-01']\nscenario = 'short'\n[then.view]\nday = 1\n";
    let (file, edition) = (folder.file("case.toml", case), folder.name("edition"));
    assert!(refused(&["cases", &file]).contains("short"));
    let by_edition = |edition| ["cases", &file, "--game", "outdoor-survival", "--edition", edition];
    assert_eq!(told(&by_edition(&edition)), "1 passed, 0 failed\n");
    assert!(refused(&by_edition("/nowhere")).contains("/nowhere"));
    // An edition is of one game.
    assert!(refused(&["cases", &file, "--edition", &edition]).contains("--game"));
}

#[test]
fn a_map_is_checked_within_an_edition_of_ones_own() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("edition")).unwrap();
    let house = include_str!("../../games/yellowstone/data/maps/park.toml");
    let park = folder.file("park.toml", house);
    let edition = folder.name("edition");
    let check = ["map", "check", &park, "--game", "yellowstone", "--edition", &edition];
    assert!(told(&check).contains("is a good map for yellowstone"));
    // Scenarios of an edition may ask more of a map than the game does of every map.
    fs::create_dir_all(folder.path("edition/scenarios")).unwrap();
    folder.file("edition/scenarios/broken.toml", "id = \"broken\"\n");
    assert!(!overwinter(&check).status.success());
    assert!(
        refused(&["map", "check", &park, "--game", "yellowstone", "--edition", "/nowhere"])
            .contains("/nowhere")
    );
}

#[test]
fn a_check_that_has_nothing_to_check_is_refused() {
    assert!(refused(&["learn", "--check", "outlive", "nope"]).contains("nope"));
    assert!(refused(&["cases", "outlive", "--game", "yellowstone"]).contains("of yellowstone"));
    let error = refused(&["rules", "outlive", "OL-PRES-21", "OL-PRES-2Z"]);
    assert!(error.contains("no rule `OL-PRES-2Z`: did you mean `OL-PRES-2"), "{error}");
    let folder = Folder::new();
    told(&["map", "make", "outdoor-survival", "--seed", "1", "--out", &folder.name("park.toml")]);
    let map = fs::read_to_string(folder.path("park.toml")).unwrap();
    let wrong = folder.file("wrong.toml", &map.replacen("\"clear\"", "\"claer\"", 1));
    let output = overwinter(&["map", "check", &wrong]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    let told = text(&output.stdout) + &text(&output.stderr);
    assert!(told.contains("there is no terrain `claer`: did you mean `clear`?"), "{told}");
}

#[test]
fn numbers_and_addresses_are_asked_for_in_words() {
    for (args, words) in [
        (&["sim", "outlive", "--games", "x"][..], "say a whole number"),
        (&["sim", "outlive", "--threads", "0"], "0 is not in 1..=1024"),
        (&["league", "outlive", "--games", "99999999999999999999"], "that number is too large"),
        (&["serve", "--bind", "nope"], "such as 127.0.0.1:8080"),
        (
            &["sim", "outlive", "--seats", "random*4", "--games", "1", "--out", "/proc/x"],
            "no such file or folder",
        ),
    ] {
        let error = refused(args);
        assert!(error.contains(words) && !error.contains("os error"), "{args:?}: {error}");
    }
}

#[test]
fn an_edition_is_sound_only_if_all_its_scenarios_can_be_played() {
    let folder = Folder::new();
    fs::write(folder.path("board.toml"), "nonsense = 1\n").unwrap();
    let error = refused(&["games", "outlive", "--edition", &folder.name("")]);
    assert!(error.contains("board.toml"), "{error}");
}

#[test]
fn the_whole_case_of_the_docs_passes() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cases.md");
    let docs = fs::read_to_string(docs).unwrap();
    let case = docs.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = Folder::new();
    assert_eq!(told(&["cases", &folder.file("case.toml", case)]), "1 passed, 0 failed\n");
}

#[test]
fn a_line_that_is_no_text_is_asked_again() {
    let mut playing = program()
        .args(["play", "outdoor-survival", "--seats", "you", "--seed", "1", "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    playing.stdin.take().unwrap().write_all(b"h\xe4\nroll\n").unwrap();
    let told = text(&playing.wait_with_output().unwrap().stdout);
    assert!(told.contains("I do not understand `h\u{fffd}`"), "{told}");
    assert!(told.contains("direction"), "the game goes on: {told}");
}

/// Settings of mail are looked at before a server has them: what is wrong is told with its place, and what does not work in a
/// sentence.
#[cfg(feature = "mail")]
#[test]
fn the_settings_of_mail_are_looked_at() {
    let folder = Folder::new();
    let missing = refused(&["mail", "test", &folder.name("no.toml")]);
    assert!(missing.contains("no.toml"), "{missing}");
    let wrong = folder.file("wrong.toml", "from = \"play\"\n[smtp]\nhots = \"localhost\"\n");
    for args in
        [vec!["mail", "test", &wrong], vec!["serve", "--bind", "127.0.0.1:0", "--mail", &wrong]]
    {
        let told = refused(&args);
        assert!(
            told.contains("wrong.toml:1:8: from:") && told.contains("did you mean `host`?"),
            "{told}"
        );
    }
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let settings = format!(
        "from = \"play@example.org\"\n[smtp]\nhost = \"127.0.0.1\"\nport = {port}\nsecurity = \"none\"\n[maildir]\npath = \"{}\"\n",
        folder.name("nowhere")
    );
    let nobody = folder.file("nobody.toml", &settings);
    let output = overwinter(&["mail", "test", &nobody]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains(&format!("Mail out, 127.0.0.1:{port} (not encrypted): it does not work:")),
        "{said}"
    );
    assert!(said.contains("this is no Maildir"), "{said}");
}
