//! Bots from outside: those that play, and those that hang, crash, lie or flood.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn play(seats: &str, patience: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overwinter"))
        .args(["play", "outdoor-survival", "--scenario", "lost", "--seed", "3", "--json"])
        .args(["--patience", patience, "--seats", seats])
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A shell script as a bot; the folder must live as long as it.
fn script(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot.sh");
    fs::write(&path, text).unwrap();
    let seats = format!("cmd:sh {}", path.display());
    (folder, seats)
}

/// The one error of a table with such a bot: exit code 2, in time, no panic.
fn shown_the_door(text: &str, patience: &str) -> String {
    let (_folder, seats) = script(text);
    let start = Instant::now();
    let output = play(&seats, patience);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.starts_with("error: cmd:sh") && !error.contains("panicked"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(30), "it took {:?}", start.elapsed());
    error
}

/// Answers every question with the first legal action.
const FIRST: &str = r#"
while read -r line; do
    case "$line" in
        *'"decide"'*) rest=${line#*'"legal":["'}; echo "{\"action\": \"${rest%%\"*}\"}" ;;
    esac
done
"#;

#[test]
fn a_program_plays_a_whole_game() {
    let (_folder, seats) = script(FIRST);
    let output = play(&seats, "20");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout).unwrap();
    let last: serde_json::Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert!(last["outcome"]["reason"].is_string(), "{last}");
}

#[test]
fn a_program_that_hangs_is_given_up() {
    let error = shown_the_door("sleep 60", "0.4");
    assert!(error.contains("no answer within 0.4 seconds"), "{error}");
}

#[test]
fn a_program_that_crashes_is_told_from_one_that_hangs() {
    let error = shown_the_door("read -r hello; read -r question; exit 3", "20");
    assert!(error.contains("it ended") && error.contains("seat 1"), "{error}");
    let error = shown_the_door("exit 0", "20");
    assert!(error.contains("it ended") || error.contains("does not read"), "{error}");
}

#[test]
fn a_program_that_lies_has_three_tries() {
    let error = shown_the_door(
        "while read -r line; do case \"$line\" in *decide*|*refused*) echo '{\"action\": \"fly home\"}';; esac; done",
        "20",
    );
    assert!(error.contains("3 answers") && error.contains("fly home"), "{error}");
    let error = shown_the_door(
        "while read -r line; do case \"$line\" in *decide*|*refused*) echo 'I resign';; esac; done",
        "20",
    );
    assert!(error.contains("is no answer") && error.contains("\"action\""), "{error}");
}

#[test]
fn a_program_that_floods_is_stopped_at_the_first_line_too_many() {
    let error = shown_the_door("while echo '{\"action\": \"roll\"}'; do :; done", "20");
    assert!(error.contains("without being asked"), "{error}");
    let error = shown_the_door(
        "read -r hello; head -c 300000 /dev/zero | tr '\\0' 'x'; echo; sleep 60",
        "20",
    );
    assert!(error.contains("longer than"), "{error}");
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let output = play("cmd:./no-such-bot", "20");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("./no-such-bot") && error.contains("does not start"), "{error}");
}
