//! Whatever ends or stops the program, the terminal is given back and the game is kept.

use super::console::{Console, Home};
use rustix::process::Signal;
use std::fs;
use std::time::{Duration, Instant};

const GAME: [&str; 5] = ["play", "connect-four", "--seats", "you,random", "--seed=3"];
const ENTER_SCREEN: &str = "\x1b[?1049h";
const LEAVE_SCREEN: &str = "\x1b[?1049l";
const SHOW_CURSOR: &str = "\x1b[?25h";
const NO_MOUSE: &str = "\x1b[?1000l";

/// A game on the whole screen after the first decision.
fn begun(home: &Home) -> Console {
    let mut console = Console::open(home.program(&GAME));
    console.expect("F1 keys");
    assert!(!console.is_cooked());
    console.write("4\r");
    console.wait_until("the save", |_| !home.saves().is_empty());
    console
}

#[test]
fn signals_give_the_terminal_back_and_keep_the_game() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let home = Home::new();
        let mut console = begun(&home);
        console.signal(signal);
        let status = console.end();
        assert_eq!(status.code(), Some(128 + signal.as_raw()), "{signal:?}: {status}");
        let printed = String::from_utf8_lossy(&console.printed).into_owned();
        for sequence in [LEAVE_SCREEN, SHOW_CURSOR, NO_MOUSE] {
            assert!(printed.contains(sequence), "{signal:?}: no {sequence:?}");
        }
        assert!(console.is_cooked(), "{signal:?}");
        assert!(console.words().contains("Go on with: overwinter play --resume"), "{signal:?}");
        assert_eq!(home.saves().len(), 1);
    }
}

#[test]
fn signals_end_the_plain_table_and_keep_the_game() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let home = Home::new();
        let mut console = Console::open(home.program(&[&GAME[..], &["--plain"]].concat()));
        console.expect("Say `help`");
        console.write("4\n");
        console.wait_until("the save", |_| !home.saves().is_empty());
        console.signal(signal);
        assert_eq!(console.end().code(), Some(128 + signal.as_raw()), "{signal:?}");
        assert!(console.words().contains("Go on with: overwinter play --resume"), "{signal:?}");
    }
}

#[test]
fn a_game_can_be_stopped_and_goes_on() {
    let home = Home::new();
    let mut console = begun(&home);
    console.forget();
    console.signal(Signal::TSTP);
    console.wait_until("a program that is stopped", |console| console.is_stopped());
    console.expect_bytes(LEAVE_SCREEN);
    assert!(console.is_cooked());
    console.forget();
    console.signal(Signal::CONT);
    console.expect_bytes(ENTER_SCREEN);
    console.expect("F1 keys");
    assert!(!console.is_cooked());
    console.write("\x03");
    assert!(console.end().success());
    assert!(console.is_cooked());
}

/// A program that reads and never answers.
fn silent_bot(home: &Home) -> String {
    let path = home.path("silent.sh");
    fs::write(&path, "while read -r line; do :; done\n").unwrap();
    format!("you,cmd:sh {}", path.display())
}

#[test]
fn a_program_without_its_terminal_ends() {
    for more in [&[][..], &["--plain"]] {
        let home = Home::new();
        let mut console = Console::open(home.program(&[&GAME[..], more].concat()));
        console.expect(if more.is_empty() { "F1 keys" } else { "Say `help`" });
        let went_on = console.unplug();
        assert!(went_on < Duration::from_secs(2), "{more:?}: {went_on:?}");
    }
    // Also while a bot thinks.
    let home = Home::new();
    let seats = silent_bot(&home);
    let thinking = ["play", "connect-four", "--seats", &seats, "--patience=60"];
    let mut console = Console::open(home.program(&thinking));
    console.expect("F1 keys");
    console.write("4\r");
    console.expect("thinks");
    let went_on = console.unplug();
    assert!(went_on < Duration::from_secs(3), "while a bot thinks: {went_on:?}");
}

#[test]
fn a_bot_that_thinks_is_shown_and_can_be_interrupted() {
    for (more, interrupt) in [(&[][..], "\x03"), (&["--plain"], "")] {
        let home = Home::new();
        let seats = silent_bot(&home);
        let args = ["play", "connect-four", "--seats", &seats, "--patience=60"];
        let mut console = Console::open(home.program(&[&args[..], more].concat()));
        console.expect(if more.is_empty() { "F1 keys" } else { "Say `help`" });
        console.write(if more.is_empty() { "4\r" } else { "4\n" });
        console.expect("silent 2 thinks");
        let start = Instant::now();
        match interrupt.is_empty() {
            false => console.write(interrupt),
            true => console.signal(Signal::INT),
        }
        console.end();
        assert!(start.elapsed() < Duration::from_secs(3), "{more:?}: {:?}", start.elapsed());
        assert!(console.words().contains("overwinter play --resume"), "{}", console.words());
        assert!(console.is_cooked());
    }
}
