//! `sim` and `league`: the same results on any number of threads, runs that go on, files that fit.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn overwinter(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overwinter")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn told(args: &[&str]) -> String {
    let output = overwinter(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(args: &[&str]) -> String {
    let output = overwinter(args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert!(error.starts_with("error:") && !error.contains("panicked"), "{args:?}: {error}");
    error
}

const SIM: [&str; 8] = [
    "sim",
    "yellowstone",
    "--scenario",
    "short-season",
    "--seats",
    "greedy,random",
    "--games",
    "40",
];

fn sim<'a>(more: &[&'a str]) -> Vec<&'a str> {
    SIM.into_iter().chain(more.iter().copied()).collect()
}

/// Enough games that a run can be killed in their middle.
fn long<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let games = SIM.into_iter().map(|word| if word == "40" { "600" } else { word });
    games.chain(more.iter().copied()).collect()
}

#[test]
fn the_same_seed_gives_the_same_table_on_any_number_of_threads() {
    let one = told(&sim(&["--json", "--threads", "1", "--seed", "9"]));
    assert_eq!(one, told(&sim(&["--json", "--threads", "3", "--seed", "9"])));
    assert_ne!(one, told(&sim(&["--json", "--threads", "1", "--seed", "8"])));
    let cell: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(cell["games"], 40);
    assert!(cell["results"]["first.greedy"]["value"].as_f64().unwrap() > 0.8, "{cell}");
}

#[test]
fn a_folder_gets_tables_plots_and_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("study");
    let out = out.to_str().unwrap();
    told(&sim(&["--sweep", "herds=dealt,rolled", "--out", out]));
    let read = |name: &str| fs::read_to_string(Path::new(out).join(name)).unwrap();
    let games = read("games.csv");
    assert_eq!(games.lines().count(), 81);
    assert!(games.starts_with("herds,game,decisions,"), "{}", &games[..60]);
    assert_eq!(read("games.jsonl").lines().count(), 80);
    let row: serde_json::Value =
        serde_json::from_str(read("games.jsonl").lines().next().unwrap()).unwrap();
    assert!(row["decisions"].as_f64().unwrap() > 1.0);
    if cfg!(feature = "parquet") {
        let parquet = fs::read(Path::new(out).join("games.parquet")).unwrap();
        assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    }
    let page = read("report.html");
    assert!(page.contains("<svg") && page.contains("overwinter sim yellowstone"));
    assert!(page.contains("<h1>Yellowstone"), "{}", &page[..page.len().min(2000)]);
    assert!(page.contains("At a glance"), "the page begins with what it says");
    assert!(
        !page.contains("http://")
            || page.matches("http://").count()
                == page.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(!Path::new(out).join("resume.json").exists());
}

#[test]
fn a_table_says_how_often_each_side_and_each_turn_won() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("sides");
    let out = out.to_str().unwrap();
    let table = told(&sim(&["--out", out, "--formats", "csv,jsonl,html"]));
    let row = |name: &str| table.lines().find(|line| line.trim_start().starts_with(name));
    assert!(row("sides and turns").is_some_and(|head| head.ends_with("won, of decided games")));
    for name in ["Bison ", "Bighorn Sheep ", "Elk ", "Mule Deer ", "Elk before Mule Deer "] {
        assert!(row(name).is_some_and(|row| row.contains(" % ")), "{name}: {table}");
    }
    assert!(row("moves second").is_some_and(|row| row.contains("    40 ")), "{table}");
    let read = |name: &str| fs::read_to_string(Path::new(out).join(name)).unwrap();
    assert!(read("cells.csv").contains("\ndecided.turn.1,"));
    assert!(read("games.csv").lines().next().unwrap().contains(",side.elk,decided.side.elk,"));
    assert!(read("games.jsonl").contains("\"pair.elk.deer\":null"));
    assert!(read("report.html").contains("<h2>Sides and turns</h2>"));
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let halves = folder.path().join("halves");
    let (whole, halves) = (whole.to_str().unwrap(), halves.to_str().unwrap());
    let run = |out: &str| told(&long(&["--out", out, "--formats", "csv", "--threads", "1"]));
    run(whole);
    // A run that is killed in the middle: as much of it as was written, cut in the middle of a game.
    let mut child = Command::new(env!("CARGO_BIN_EXE_overwinter"))
        .args(long(&["--out", halves, "--formats", "csv", "--threads", "1"]))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let values = Path::new(halves).join("resume.bin");
    let written = || fs::metadata(&values).map_or(0, |about| about.len());
    let start = Instant::now();
    while written() <= 2000 && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let bytes = fs::read(&values).expect("the run was killed before it was done");
    fs::write(&values, &bytes[..bytes.len() - bytes.len() / 3 - 3]).unwrap();
    let other = refused(&long(&["--out", halves, "--formats", "csv", "--seed", "77"]));
    assert!(other.contains("other settings"), "{other}");
    run(halves);
    let read = |out: &str, name: &str| fs::read_to_string(Path::new(out).join(name)).unwrap();
    assert_eq!(read(whole, "games.csv"), read(halves, "games.csv"));
    assert_eq!(read(whole, "cells.csv"), read(halves, "cells.csv"));
}

#[test]
fn a_league_has_ratings_and_a_cross_table() {
    let args = [
        "league",
        "yellowstone",
        "--scenario",
        "short-season",
        "--bots",
        "random,greedy",
        "--games",
        "30",
        "--seed",
        "4",
    ];
    let table = told(&args);
    assert!(table.lines().nth(1).unwrap().starts_with("greedy"), "{table}");
    let json = told(&[&args[..], &["--json", "--threads", "2"]].concat());
    assert_eq!(json, told(&[&args[..], &["--json", "--threads", "1"]].concat()));
    let league: serde_json::Value = serde_json::from_str(&json).unwrap();
    let best = &league["standings"][0];
    assert_eq!(best["name"], "greedy");
    assert!(best["rating"]["low"].as_f64() > league["standings"][1]["rating"]["high"].as_f64());
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (more, what) in [
        (vec!["--seats", "greedy,genius"], "genius"),
        (vec!["--sweep", "herds"], "key="),
        (vec!["--sweep", "herds=1..x"], "whole number"),
        (vec!["--sweep", "no-such-option=1,2"], "no-such-option"),
        (vec!["--set", "herds"], "key=value"),
        (vec!["--games", "0"], "--games"),
        (vec!["--seats", "greedy*0"], "greedy*0"),
        (vec!["--seats", "greedy,,random"], "empty"),
    ] {
        let base = ["sim", "yellowstone", "--scenario", "short-season"];
        let seats = if more[0] == "--seats" { vec![] } else { vec!["--seats", "greedy,random"] };
        let args: Vec<&str> = base.into_iter().chain(seats).chain(more).collect();
        let error = refused(&args);
        assert!(error.contains(what), "{args:?}: {error}");
    }
    let error = refused(&["league", "yellowstone", "--bots", "greedy,greedy"]);
    assert!(error.contains("twice"), "{error}");
}
