//! Two people at one terminal: each hears their own story, whole and once, and nobody sees what is not for
//! them.

use super::console::{Console, Home};
use shelf::{Shelved, shelf};
use std::collections::BTreeMap;
use table::{AnyMatch, Dice, Seat, Seed, Setup, Viewer};

const NAMES: [&str; 2] = ["Ann", "Ben"];

/// A game of two people who decide at random, and what they write. Most games are cut off after a while.
fn played(shelved: &Shelved, decisions: usize) -> Option<(Box<dyn AnyMatch>, String, String)> {
    let game = shelved.game.as_ref();
    let catalogue = game.catalogue(&game.house()).unwrap();
    let for_two = |offered: &&table::ScenarioInfo| {
        (offered.min_seats..=offered.max_seats).contains(&2) && !offered.without.contains(&2)
    };
    let scenario = catalogue.scenarios.iter().find(for_two)?.id.clone();
    let mut setup = Setup::new(&scenario, 2);
    setup.names = NAMES.map(String::from).to_vec();
    let mut play = game.start(game.house(), &setup, Seed::from_number(11)).unwrap();
    let mut dice = Dice::seeded(Seed::from_number(12));
    let mut lines = String::new();
    for _ in 0..decisions {
        let Some(seat) = play.status().first() else { break };
        let line = play.choose(seat, "random", &mut dice).unwrap();
        if line.contains('\n') {
            break;
        }
        play.act(seat, &line).unwrap();
        lines.push_str(&format!("{line}\n"));
    }
    Some((play, scenario, lines))
}

/// The lines with a rule behind them that each person was told, by what stands above them.
fn heard(told: &str) -> BTreeMap<String, Vec<String>> {
    let (mut heard, mut who) = (BTreeMap::<String, Vec<String>>::new(), vec![String::new()]);
    for line in told.lines() {
        // What follows a prompt stands on the line of the prompt.
        let line = line.trim_start_matches("> ");
        if let Some(names) = line.strip_prefix("--- ").and_then(|rest| rest.strip_suffix(" ---")) {
            who = names.split(", ").map(String::from).collect();
        } else if line.ends_with(']')
            && line.rsplit_once("  [").is_some_and(|(_, rules)| rules.contains('-'))
        {
            for name in &who {
                heard.entry(name.clone()).or_default().push(line.to_string());
            }
        }
    }
    heard
}

#[test]
fn each_of_two_people_hears_their_own_story_whole_and_once() {
    let mut tried = 0;
    for shelved in shelf() {
        let Some((play, scenario, lines)) = played(&shelved, 400) else { continue };
        tried += 1;
        let id = shelved.game.id();
        let home = Home::new();
        let args = [
            "play",
            id,
            "--scenario",
            &scenario,
            "--seats=you,you",
            "--names=Ann,Ben",
            "--seed=11",
            "--plain",
        ];
        let (told, error, code) = home.piped(&args, &lines);
        assert_eq!(code, Some(0), "{id}: {error}");
        let heard = heard(&told);
        for (seat, name) in (0..).map(Seat).zip(NAMES) {
            let log = play.log(Viewer::Seat(seat), 0);
            let ruled = log.iter().filter(|line| !line.rules.is_empty());
            let story: Vec<String> =
                ruled.map(|line| format!("{}  [{}]", line.text, line.rules.join(", "))).collect();
            let story: Vec<&str> =
                story.iter().map(|line| line.lines().last().unwrap_or_default()).collect();
            let heard = heard.get(name).cloned().unwrap_or_default();
            // Whoever is not at the keyboard when input ends has not heard the last of it.
            let last = play.status().first().is_none_or(|next| next == seat);
            let length = if last { story.len() } else { heard.len().min(story.len()) };
            let wrong = (0..length.max(heard.len()))
                .find(|at| heard.get(*at).map(String::as_str) != story.get(*at).copied());
            if let Some(at) = wrong {
                panic!(
                    "{id}: {name} hears as line {at} {:?} and not {:?}",
                    heard.get(at),
                    story.get(at)
                );
            }
        }
    }
    assert!(tried >= 5, "too few games were played");
}

#[test]
fn the_terminal_is_cleared_between_hidden_hands() {
    let home = Home::new();
    let args = ["play", "outlive", "--plain", "--seats=you,you", "--names=Ann,Ben", "--seed=11"];
    let mut console = Console::open(home.program(&args));
    let hidden = "Pass the keyboard to";
    for _ in 0..40 {
        console.wait_until("a question", |console| {
            console.words().contains(hidden) || console.printed.ends_with(b"\n> ")
        });
        if console.words().contains(hidden) {
            break;
        }
        console.forget();
        console.write("1\n");
    }
    let printed = String::from_utf8_lossy(&console.printed).into_owned();
    let cleared = printed.rfind("\x1b[2J\x1b[3J").expect("the screen is cleared");
    assert!(printed[cleared..].contains(hidden), "{printed:?}");
    assert!(!printed[cleared..].contains("--- "), "nothing is shown before somebody is there");
    console.forget();
    console.write("\n");
    console.expect("---");
}

#[test]
fn lines_that_were_typed_ahead_do_not_lift_the_curtain() {
    let home = Home::new();
    let args = ["play", "outlive", "--plain", "--seats=you,you", "--names=Ann,Ben", "--seed=11"];
    let mut console = Console::open(home.program(&args));
    console.expect("Pass the keyboard to Ann");
    console.forget();
    console.write("\n");
    let hidden = "Pass the keyboard to Ben";
    for _ in 0..40 {
        console.wait_until("a question", |console| {
            console.words().contains(hidden) || console.printed.ends_with(b"\n> ")
        });
        if console.words().contains(hidden) {
            break;
        }
        console.forget();
        console.write("2\n\n\n\n");
        console.wait(std::time::Duration::from_millis(300));
    }
    assert!(console.words().contains(hidden), "{}", console.words());
    assert!(!console.words().contains("--- Ben"), "{}", console.words());
    console.write("\n");
    console.expect("--- Ben");
}

#[test]
fn there_is_no_curtain_where_nothing_is_hidden() {
    let home = Home::new();
    let args = ["play", "connect-four", "--seats=you,you", "--names=Ann,Ben"];
    let mut plain = Console::open(home.program(&[&args[..], &["--plain"]].concat()));
    plain.write("4\n3\n4\n3\n");
    plain.wait_until("four decisions", |console| {
        console.words().matches("drops a disc").count() >= 4
    });
    assert!(!plain.words().contains("Pass the keyboard"), "{}", plain.words());
    let mut screen = Console::open(home.program(&args));
    screen.expect("F1 keys");
    screen.write("4\r");
    screen.expect("drops");
    assert!(!screen.words().contains("Pass the keyboard"), "{}", screen.words());
}

/// What `hides` says of each game that two can play, from the start and some way on.

#[test]
fn open_games_hide_nothing_and_the_others_something() {
    let mut found = BTreeMap::new();
    for shelved in shelf() {
        for decisions in [0, 5, 40] {
            let Some((play, ..)) = played(&shelved, decisions) else { continue };
            let hides = play.hides(Seat(0), Seat(1)) || play.hides(Seat(1), Seat(0));
            *found.entry(shelved.game.id()).or_insert(false) |= hides;
        }
    }
    assert_eq!(found.get("connect-four"), Some(&false), "{found:?}");
    assert_eq!(found.get("outlive"), Some(&true), "{found:?}");
    assert_eq!(found.get("postal-survival"), Some(&true), "{found:?}");
}
