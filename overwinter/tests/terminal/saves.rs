//! Every decision is kept as it is taken, and the game goes on from there.

use super::console::{Console, Home, decisions};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

const GAME: [&str; 6] = ["play", "connect-four", "--plain", "--seats", "you,random", "--seed=3"];

#[test]
fn a_game_that_was_left_goes_on_as_if_it_never_was() {
    let home = Home::new();
    let (whole, halves) = (home.path("whole.owr"), home.path("halves.owr"));
    let record = |path: &Path| format!("--record={}", path.display());
    home.piped(&[&GAME[..], &[&record(&whole)]].concat(), &"1\n".repeat(60));
    assert!(home.saves().is_empty(), "a game that is over is kept by --record alone");

    let (told, ..) = home.piped(&GAME, "1\n1\n1\n");
    assert!(told.contains("Go on with: overwinter play --resume"), "{told}");
    assert_eq!(home.saves().len(), 1, "{told}");
    let (told, error, code) =
        home.piped(&["play", "--resume", "--plain", &record(&halves)], &"1\n".repeat(60));
    assert_eq!(code, Some(0), "{error}");
    assert!(told.contains("won"), "{told}");
    assert_eq!(fs::read_to_string(whole).unwrap(), fs::read_to_string(halves).unwrap());
    assert!(home.saves().is_empty(), "a game that is over need not be kept");
}

#[test]
fn leaving_before_the_first_decision_keeps_nothing() {
    let home = Home::new();
    home.piped(&GAME, "help\nquit\n");
    assert!(home.saves().is_empty());
    let (_, error, code) = home.piped(&["play", "--resume"], "");
    assert_eq!(code, Some(2));
    assert!(error.contains("there is no game to go on with"), "{error}");
}

#[test]
fn what_was_taken_back_is_not_kept() {
    let home = Home::new();
    let two = ["play", "connect-four", "--plain", "--seats", "you,you"];
    home.piped(&two, "4\n:undo\n");
    home.piped(&two, "4\n3\n");
    let kept: Vec<Vec<String>> = home.saves().iter().map(|save| decisions(save)).collect();
    assert!(kept.contains(&vec!["drop 4".into(), "drop 3".into()]), "{kept:?}");

    let home = Home::new();
    home.piped(&["play", "outdoor-survival", "--scenario", "lost", "--plain"], "1\nundo\n2\n");
    let kept = decisions(&home.saves()[0]);
    assert!(kept.len() <= 2, "{kept:?}");
}

#[test]
fn the_newest_of_several_games_goes_on_or_the_one_that_is_named() {
    let home = Home::new();
    home.piped(&GAME, "1\n");
    let first = home.saves()[0].display().to_string();
    std::thread::sleep(Duration::from_millis(20));
    home.piped(&["play", "outdoor-survival", "--plain", "--seed=3"], "1\n");
    let (told, ..) = home.piped(&["play", "--resume"], "");
    assert!(told.contains("The newest of 2 games goes on: outdoor-survival"), "{told}");
    for named in [
        &["play", "--resume", &first][..],
        &["play", "--resume", "connect-four"],
        &["play", "connect-four", "--resume"],
    ] {
        let (told, error, _) = home.piped(named, "");
        assert!(told.contains("Connect four"), "{named:?}: {told}{error}");
    }
    let mut console = Console::open(home.program(&["play", "--resume", "--plain"]));
    console.expect("Which game do you go on with?");
    console.write("2\n");
    console.expect("Connect four");
    let (_, error, code) = home.piped(&["play", "--resume", &first], "");
    assert!(error.contains("being played in another terminal"), "{error}");
    assert_eq!(code, Some(2));
}

#[test]
fn a_save_of_other_rules_or_another_edition_is_refused_and_both_are_named() {
    let home = Home::new();
    home.piped(&GAME, "1\n");
    let save = home.saves()[0].clone();
    let text = fs::read_to_string(&save).unwrap();
    let rules = text.lines().find(|line| line.starts_with("rules: ")).unwrap();
    let edition = text.lines().find(|line| line.starts_with("edition: ")).unwrap();
    for (from, to, named) in [
        (rules, "rules: 77", ["version 77", "ours is"]),
        (edition, "edition: 00ff", ["edition 00ff", "ours is"]),
    ] {
        fs::write(&save, text.replace(from, to)).unwrap();
        let (_, error, code) = home.piped(&["play", "--resume"], "");
        assert_eq!(code, Some(2), "{error}");
        assert!(named.iter().all(|part| error.contains(part)), "{error}");
    }
    fs::write(&save, text.replace("drop", "dorp")).unwrap();
    let (_, error, code) = home.piped(&["play", "--resume"], "");
    assert!(code == Some(2) && error.contains("cannot be played again: step 1"), "{error}");
}

#[test]
fn a_record_that_cannot_be_written_is_told_before_the_first_move() {
    let home = Home::new();
    let nowhere = home.path("no/such/folder/game.owr").display().to_string();
    let folder = home.path("").display().to_string();
    for path in [&nowhere, &folder] {
        let (told, error, code) = home.piped(&[&GAME[..], &["--record", path]].concat(), "1\n");
        assert_eq!((told.as_str(), code), ("", Some(2)), "{error}");
        assert!(error.contains("--record"), "{error}");
    }
}

#[test]
fn a_game_that_cannot_be_kept_is_played_and_that_is_said() {
    let home = Home::new();
    fs::write(home.path("overwinter"), "in the way").unwrap();
    let (told, _, code) = home.piped(&GAME, &"1\n".repeat(60));
    assert!(told.contains("This game is not kept: ") && told.contains("won"), "{told}");
    assert_eq!(code, Some(0));
}

/// A plain game in a pipe, answered one line at a time.
struct Pipe {
    child: Child,
    printed: Vec<u8>,
}

impl Pipe {
    fn open(home: &Home, args: &[&str]) -> Pipe {
        let mut command = home.program(args);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        Pipe { child, printed: Vec::new() }
    }

    fn answer(&mut self, line: &str) {
        let mut input = self.child.stdin.as_ref().unwrap();
        // The game may have come to its end.
        let _ = input.write_all(line.as_bytes());
    }

    /// What it printed that was not read yet, once it is gone.
    fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        self.child.stdout.as_mut().unwrap().read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Waits until the next answer is asked for; false if the game is over.
    fn asked(&mut self) -> bool {
        self.printed.clear();
        let mut bytes = [0; 65536];
        loop {
            match self.child.stdout.as_mut().unwrap().read(&mut bytes) {
                Ok(0) | Err(_) => return false,
                Ok(read) => self.printed.extend_from_slice(&bytes[..read]),
            }
            if self.printed.ends_with(b"\n> ") {
                // When the game is over one may still read, and is asked nothing.
                let last = String::from_utf8_lossy(
                    &self.printed[self.printed.len().saturating_sub(200)..],
                );
                return !last.contains("Enter ends.");
            }
        }
    }
}

/// Kills the program at any moment, again and again: `OVERWINTER_KILLS=500` for more.
#[test]
fn a_killed_game_has_lost_nothing_that_was_answered() {
    let kills = std::env::var("OVERWINTER_KILLS").ok().and_then(|text| text.parse().ok());
    let kills: u64 = kills.unwrap_or(50);
    let home = Home::new();
    let (mut expected, mut total) = (Vec::new(), 0);
    for round in 0..kills {
        let begun = ["play", "outdoor-survival", "--plain", "--seats", "you,greedy", "--seed=5"];
        let mut game = match expected.is_empty() {
            true => Pipe::open(&home, &begun),
            false => Pipe::open(&home, &["play", "--resume", "--plain"]),
        };
        let mut answered = 0;
        let mut going = game.asked();
        for _ in 0..1 + round % 4 {
            game.answer("1\n");
            going = going && game.asked();
            answered += usize::from(going);
        }
        game.answer("1\n");
        std::thread::sleep(Duration::from_micros(round * 48_271 % 20_000));
        game.child.kill().unwrap();
        game.child.wait().unwrap();
        total += answered;
        let saves = home.saves();
        if saves.is_empty() {
            // The last answer, on which it was killed, may have ended the game.
            let over = !going || game.rest().contains("  won\n");
            assert!(over, "round {round}: nothing is kept");
            expected.clear();
            continue;
        }
        let kept = decisions(&saves[0]);
        let text = fs::read_to_string(&saves[0]).unwrap();
        let own = text.lines().filter(|line| line.contains(" | 1 | ")).count();
        assert!(kept.starts_with(&expected), "round {round}: what was kept has changed");
        assert!(own >= answered, "round {round}: {answered} answers, {own} kept");
        let before = kept_own(&text, expected.len());
        assert!(
            own - before >= answered,
            "round {round}: {answered} answers, {} kept",
            own - before
        );
        expected = kept;
    }
    println!("{kills} kills, {total} answers, none lost");
    assert!(total as u64 >= kills / 2, "the games were too short to show anything");
}

/// How many of the first decisions in a save were the person's.
fn kept_own(text: &str, first: usize) -> usize {
    let steps = text.lines().filter(|line| line.contains(" | ")).skip(1).take(first);
    steps.filter(|line| line.contains(" | 1 | ")).count()
}
