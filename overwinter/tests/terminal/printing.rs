//! What reaches a terminal: colours where they are wanted, and never anything that steers it.

use super::console::{Console, Home};
use std::fs;

/// Names that try to colour, to set the title, to ring, to clear the screen and to turn text around.
const EVIL: &str =
    "--names=\x1b[31mAnn\x1b]0;owned\x07\u{202e}\u{2066},Ben\x1b[2J\u{9b}2J\rX\x08\x1b[6n";

/// What may not be printed whoever asks for it.
fn steered(printed: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(printed).into_owned();
    let marks =
        ["\x1b[31m", "\x1b]0;", "\x07", "\u{202e}", "\u{2066}", "\u{9b}", "\x08", "\x1b[6n"];
    marks.iter().find(|mark| text.contains(**mark)).map(|mark| format!("{mark:?}"))
}

#[test]
fn control_codes_in_names_never_reach_a_terminal() {
    let home = Home::new();
    let game = ["play", "connect-four", "--seats=you,you", EVIL];
    for more in [&["--plain"][..], &[]] {
        let mut console = Console::open(home.program(&[&game[..], more].concat()));
        console.expect(if more.is_empty() { "F1 keys" } else { "Ann" });
        console.write(if more.is_empty() { "4\r" } else { "4\nlog\ndescribe\nsheet\n" });
        console.expect("drops");
        assert_eq!(steered(&console.printed), None, "{more:?}");
    }
    let (told, ..) = home.piped(&[&game[..], &["--plain"]].concat(), "4\n3\nlog\ndescribe\n");
    assert!(told.contains("Ann") && !told.contains(['\x1b', '\u{202e}']), "{told:?}");
}

#[test]
fn control_codes_in_files_never_reach_a_terminal() {
    let home = Home::new();
    let record = home.path("game.owr");
    let path = record.display().to_string();
    let game = ["play", "connect-four", "--seats=random,random", "--names=Ann,Ben", "--record"];
    home.piped(&[&game[..], &[&path]].concat(), "");
    let text = fs::read_to_string(&record).unwrap();
    let evil = r"A\u001b[31mn\u001b]0;owned\u0007\u202e\u2066\u009b2J\b";
    fs::write(&record, text.replace("\"Ann\"", &format!("\"{evil}\""))).unwrap();
    for more in [&["--plain"][..], &["--json"], &["--at=3", "--plain"], &[]] {
        let mut console = Console::open(home.program(&[&["replay", &path], more].concat()));
        console.expect("Ben");
        assert_eq!(steered(&console.printed), None, "{more:?}");
    }
    fs::write(&record, "overwinter record 1\ngame: \x1b[31m\u{202e}\n").unwrap();
    let (_, error, _) = home.piped(&["replay", &path], "");
    assert!(error.starts_with("error:") && !error.contains(['\x1b', '\u{202e}']), "{error:?}");
}

#[test]
fn colours_are_used_where_they_are_wanted_and_nowhere_else() {
    let home = Home::new();
    let map = "../games/outdoor-survival/data/maps/wilderness.toml";
    let prints_colour = |args: &[&str], variable: Option<(&str, &str)>| {
        let mut command = home.program(&[&["map", "draw", map], args].concat());
        command.envs(variable);
        let mut console = Console::open(command);
        console.end();
        String::from_utf8_lossy(&console.printed).contains("\x1b[")
    };
    assert!(prints_colour(&[], None));
    assert!(!prints_colour(&[], Some(("NO_COLOR", "1"))));
    assert!(!prints_colour(&[], Some(("CLICOLOR", "0"))));
    assert!(!prints_colour(&[], Some(("TERM", "dumb"))));
    assert!(!prints_colour(&["--color=never"], None));
    assert!(prints_colour(&["--color=always"], Some(("NO_COLOR", "1"))));
    let (told, ..) = home.piped(&["map", "draw", map], "");
    assert!(!told.contains('\x1b'));
    let (told, ..) = home.piped(&["--color", "always", "map", "draw", map], "");
    assert!(told.contains('\x1b'));
}

#[test]
fn the_full_screen_can_do_without_colours() {
    for (more, coloured) in [("--color=auto", true), ("--color=never", false)] {
        let home = Home::new();
        let mut console = Console::open(home.program(&["play", "connect-four", more]));
        console.expect("F1 keys");
        let text = String::from_utf8_lossy(&console.printed).into_owned();
        assert_eq!(text.contains("\x1b[38;5;"), coloured, "{more}");
    }
}
