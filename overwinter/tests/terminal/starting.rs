//! How the program is started: lists to choose from, completions, manual pages, examples.

use super::console::{Console, Home};
use std::fs;

#[test]
fn bare_play_offers_the_games() {
    let home = Home::new();
    let mut console = Console::open(home.program(&["play", "--plain"]));
    console.expect("Which game?");
    console.expect("1 Outdoor Survival:");
    console.write("nonsense\n");
    console.expect("There are numbers from 1 to");
    console.write("1\n");
    console.expect("Which scenario?");
    console.write("\n");
    console.expect("Who plays?");
    console.write("you,gredy\n");
    console.expect("did you mean `greedy`?");
    console.write("you,greedy\n");
    console.expect("Say `help` for help");
    console.write("quit\n");
    assert!(console.end().success());
}

#[test]
fn bare_play_in_a_pipe_says_what_could_be_written() {
    let home = Home::new();
    let (told, error, code) = home.piped(&["play"], "1\n");
    assert_eq!((told.as_str(), code), ("", Some(2)));
    assert!(error.contains("overwinter play GAME") && error.contains("outlive"), "{error}");
}

#[test]
fn a_dumb_terminal_gets_the_plain_table() {
    let home = Home::new();
    let mut command = home.program(&["play", "connect-four"]);
    command.env("TERM", "dumb");
    let mut console = Console::open(command);
    console.expect("Say `help` for help");
    console.write("4\nquit\n");
    assert!(console.end().success());
    assert!(!console.printed.contains(&0x1b), "{:?}", String::from_utf8_lossy(&console.printed));
}

/// What a shell is offered for the last of these words.
fn offered(words: &[&str]) -> String {
    let home = Home::new();
    let mut command = home.program(&[&["--", "overwinter"], words].concat());
    let output = command.env("OVERWINTER_COMPLETE", "fish").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn completions_know_games_scenarios_bots_options_and_lessons() {
    assert!(offered(&["play", "outd"]).starts_with("outdoor-survival\t"));
    assert!(offered(&["play", "outlive", "--seats", "you,gr"]).contains("you,greedy"));
    let scenarios = offered(&["play", "outdoor-survival", "--scenario", ""]);
    assert!(scenarios.contains("lost\t") && !scenarios.contains("race"), "{scenarios}");
    assert!(offered(&["play", "outdoor-survival", "--set", "enc"]).contains("encounters="));
    assert!(offered(&["learn", "outlive", ""]).starts_with("1\t"));
    assert!(offered(&["com"]).starts_with("completions"));
}

#[test]
fn every_shell_has_a_completion_script_that_asks_the_program() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let (script, error, code) = home.piped(&["completions", shell], "");
        assert_eq!(code, Some(0), "{error}");
        assert!(script.contains("OVERWINTER_COMPLETE"), "{shell}: {script}");
    }
}

#[test]
fn there_are_manual_pages() {
    let home = Home::new();
    let (page, ..) = home.piped(&["man"], "");
    assert!(page.contains(".TH overwinter 1") && page.contains("play"), "{page}");
    let folder = home.path("man1");
    home.piped(&["man", "--out", folder.to_str().unwrap()], "");
    let page = fs::read_to_string(folder.join("overwinter-play.1")).unwrap();
    assert!(page.contains("resume") && page.contains("Examples"), "{page}");
}

#[test]
fn a_replay_is_stepped_through_on_a_terminal() {
    let home = Home::new();
    let record = home.path("game.owr").display().to_string();
    let game = ["play", "connect-four", "--seats=random,random", "--seed=3", "--record", &record];
    home.piped(&game, "");
    let mut console = Console::open(home.program(&["replay", &record]));
    console.expect("q leaves");
    console.write("\x1b[H");
    console.expect("step 0 of");
    console.write("\x1b[C\x1b[C");
    console.expect("step 2 of");
    console.write("q");
    assert!(console.end().success());
    assert!(console.is_cooked());
    let (told, ..) = home.piped(&["replay", &record], "");
    assert!(told.starts_with("connect-four plain, 2 seats\n   1  "), "{told}");
}
