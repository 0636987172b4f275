//! The full screen: what is lit, what is pointed at, what covers the board, and what no key does by
//! accident.

use super::console::{Console, Home, decisions};
use std::time::Duration;

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const END: &str = "\x1b[F";
const F3: &str = "\x1bOR";
const F10: &str = "\x1b[21~";
const ESC: &str = "\x1b";

/// Longer than the moment after which an Enter counts again.
const A_MOMENT: Duration = Duration::from_millis(900);

/// A game with its welcome put away.
fn table(home: &Home, args: &[&str], size: (u16, u16)) -> Console {
    let args = [&["play"], args].concat();
    let mut console = Console::sized(home.program(&args), size.0, size.1);
    console.expect("F1 keys");
    console.write(ESC);
    console.wait(Duration::from_millis(150));
    console.wait_until("the welcome to go", |it| {
        !["Signs on the board", "arrows scroll"].iter().any(|words| it.screen().contains(words))
    });
    console
}

fn kept(home: &Home) -> Vec<String> {
    home.saves().first().map(|save| decisions(save)).unwrap_or_default()
}

#[track_caller]
fn expect_kept(console: &mut Console, home: &Home, count: usize) -> Vec<String> {
    console.wait_until(&format!("decision {count}"), |_| kept(home).len() >= count);
    kept(home)
}

#[test]
fn the_first_turn_shows_the_aim_and_every_sign() {
    let home = Home::new();
    let args = ["play", "outdoor-survival", "--scenario=lost", "--seed=5"];
    let mut console = Console::open(home.program(&args));
    console.expect("Your aim:");
    console.expect("Signs on the board");
    assert!(console.screen().contains("woods"), "{}", console.screen());
}

#[test]
fn enter_alone_does_no_harm() {
    for game in ["outdoor-survival", "survivors", "yellowstone", "postal-survival"] {
        let home = Home::new();
        let mut console = table(&home, &[game, "--seed=5"], (100, 40));
        for _ in 0..3 {
            console.write("\r");
            console.wait(Duration::from_millis(150));
        }
        let told = console.screen();
        assert!(kept(&home).is_empty(), "{game}: {:?}\n{told}", kept(&home));
        assert!(told.contains("Nothing is lit"), "{game}: {told}");
    }
}

#[test]
fn giving_up_is_in_a_menu_and_asked() {
    let home = Home::new();
    let game = ["outdoor-survival", "--scenario=lost", "--seed=5"];
    let mut console = table(&home, &game, (100, 40));
    for key in [UP, "\r"] {
        console.write(key);
        console.wait(Duration::from_millis(100));
    }
    assert!(!kept(&home).iter().any(|line| line.contains("resign")));
    console.write(F10);
    console.expect("Give up");
    console.click("Give up");
    console.expect("This ends your own game.");
    console.write("\r");
    console.wait_until("the question to go", |it| !it.screen().contains("This ends your own"));
    assert!(console.runs() && !kept(&home).iter().any(|line| line.contains("resign")));
    console.write("resign\r");
    console.expect("This ends your own game.");
    console.write("y");
    console.expect("The game is over");
}

#[test]
fn enters_that_were_typed_ahead_do_not_skip_the_result() {
    let home = Home::new();
    let mut console = table(&home, &["connect-four", "--seats=you,you"], (100, 40));
    console.write(&format!("4\r3\r4\r3\r4\r3\r4\r{}", "\r".repeat(20)));
    console.expect("The game is over");
    // Also while the key is held down.
    for _ in 0..20 {
        console.write("\r");
        console.wait(Duration::from_millis(60));
    }
    assert!(console.runs(), "the result was skipped");
    assert!(console.screen().contains("The game is over"), "{}", console.screen());
    // Where the machine is busy the last of them arrive late.
    for _ in 0..10 {
        console.wait(A_MOMENT);
        console.write("\r");
        console.wait(A_MOMENT);
        if !console.runs() {
            break;
        }
    }
    assert!(console.end().success());
    assert!(console.words().contains("won"));
}

#[test]
fn enters_that_were_typed_ahead_do_not_lift_the_curtain() {
    let home = Home::new();
    let args = ["play", "outlive", "--seats=you,you", "--names=Ann,Ben", "--seed=11"];
    let mut console = Console::open(home.program(&args));
    let hidden = "Pass the keyboard to";
    console.expect(hidden);
    console.write(&"\r".repeat(20));
    console.wait(Duration::from_secs(1));
    assert!(console.screen().contains(hidden), "{}", console.screen());
    console.wait(A_MOMENT);
    console.write("\r");
    console.wait_until("the table", |it| !it.screen().contains(hidden));
}

#[test]
fn the_story_opens_at_its_end() {
    let home = Home::new();
    let mut console = table(&home, &["connect-four", "--seats=you,you"], (80, 16));
    for column in ["1", "2", "3", "4", "5", "6", "7", "1", "2", "3", "4", "5", "6", "7", "7"] {
        let before = kept(&home).len();
        console.write(&format!("{column}\r"));
        expect_kept(&mut console, &home, before + 1);
    }
    console.write(F3);
    console.expect("The story");
    console.wait_until("the end of the story", |it| {
        it.screen().contains("▲") && !it.screen().contains("▼")
    });
}

#[test]
fn what_happened_since_ones_last_turn_opens_by_itself() {
    let home = Home::new();
    let game = ["outdoor-survival", "--scenario=search", "--seats=you,greedy*3", "--seed=5"];
    let mut console = table(&home, &game, (80, 24));
    for _ in 0..30 {
        if console.screen().contains("arrows scroll") {
            break;
        }
        let before = kept(&home).len();
        console.write(&format!("{DOWN}\r"));
        console.wait_until("a decision", |_| kept(&home).len() > before);
        console.wait(Duration::from_millis(400));
    }
    let told = console.screen();
    assert!(told.contains("Since your last turn") && told.contains("arrows scroll"), "{told}");
}

#[test]
fn a_place_is_chosen_with_the_cursor() {
    let home = Home::new();
    let mut console = table(&home, &["outdoor-survival", "--scenario=lost", "--seed=5"], (100, 40));
    // Then there is somewhere to go.
    console.write("roll\r");
    expect_kept(&mut console, &home, 1);
    console.wait(Duration::from_millis(400));
    let before = kept(&home).len();
    console.write("\t");
    console.expect("Here");
    console.write(END);
    console.expect("Enter:");
    console.write("\r");
    expect_kept(&mut console, &home, before + 1);
}

#[test]
fn a_figure_is_put_on_a_measured_point_with_the_cursor() {
    let home = Home::new();
    let mut console = table(&home, &["survivors", "--seed=5"], (120, 40));
    console.write("\t");
    console.expect("Here");
    // From a point that is offered to one that is not.
    console.write(END);
    console.wait(Duration::from_millis(100));
    console.write(RIGHT);
    console.expect("Enter:");
    console.write("\r");
    // The other side has said that it is ready.
    let kept = expect_kept(&mut console, &home, 2);
    let deployed = kept.iter().find(|line| line.starts_with("deploy A1 "));
    assert!(deployed.is_some_and(|line| line.contains('.')), "between the offered ones: {kept:?}");
}

#[test]
fn rows_can_be_clicked_and_typing_filters_with_numbers_that_stay() {
    let home = Home::new();
    let mut console = table(&home, &["connect-four", "--seats=you,you"], (100, 40));
    console.write("colum");
    console.wait(Duration::from_millis(100));
    console.write("n 6");
    console.wait_until("the filter", |it| it.screen().contains("Choices: 1 of 7"));
    let rows = console.rows();
    let row = rows.iter().find(|row| row.contains("► ")).expect("the only one is lit");
    assert!(row.contains(" 6 "), "{row}");
    console.write(ESC);
    console.wait_until("all choices", |it| it.screen().contains("Choices: 7"));
    console.click(" 5 ");
    console.wait_until("a lit row", |it| it.rows().iter().any(|row| row.contains("►  5 ")));
    assert!(kept(&home).is_empty());
    console.click("►  5 ");
    assert_eq!(expect_kept(&mut console, &home, 1), ["drop 5"]);
}

#[test]
fn outlive_is_readable_on_a_small_screen() {
    let home = Home::new();
    let console = table(&home, &["outlive", "--seed=5"], (80, 24));
    let told = console.screen();
    for place in [
        "Forest",
        "Dam",
        "Military Base",
        "Blackwood",
        "Convoy",
        "Silent Peak",
        "Fairgrounds",
        "Cargo Ship",
        "Mine",
    ] {
        assert!(told.contains(place), "{place} is not in sight:\n{}", console.rows().join("\n"));
    }
    assert!(told.contains("Which two rooms"), "{told}");
}

#[test]
fn no_word_of_a_sheet_is_broken() {
    let home = Home::new();
    let mut console = table(&home, &["survivors", "--seed=5"], (120, 40));
    console.write("\x1bOQ");
    console.expect("Sheets and cards");
    console.wait(Duration::from_millis(300));
    let told = console.screen();
    for word in ["to be placed", "shotgun", "Marian"] {
        assert!(told.contains(word), "{word}:\n{}", console.rows().join("\n"));
    }
}

#[test]
fn an_ascii_screen_is_ascii() {
    for game in ["outlive", "survivors", "outdoor-survival"] {
        let home = Home::new();
        let args = ["play", game, "--seed=5", "--ascii"];
        let mut console = Console::sized(home.program(&args), 120, 40);
        console.expect("Signs on the board");
        console.write(ESC);
        console.wait(Duration::from_millis(300));
        let printed = String::from_utf8_lossy(&console.printed).into_owned();
        let other: String = printed.chars().filter(|letter| !letter.is_ascii()).collect();
        assert!(other.is_empty(), "{game}: {other}");
    }
}

#[test]
fn palettes_follow_the_terminal() {
    let colours = |more: &[&str], term: &str| {
        let home = Home::new();
        let args = [&["play", "outdoor-survival", "--seed=5"], more].concat();
        let mut command = home.program(&args);
        command.env("TERM", term);
        let mut console = Console::open(command);
        console.expect("Signs on the board");
        console.write(ESC);
        console.wait(Duration::from_millis(300));
        let text = String::from_utf8_lossy(&console.printed).into_owned();
        let codes = text.split("8;5;").skip(1);
        let number = |rest: &str| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u8>().unwrap_or(0)
        };
        codes.map(number).collect::<std::collections::BTreeSet<u8>>()
    };
    let few = colours(&[], "xterm");
    assert!(few.len() > 3 && few.iter().all(|colour| *colour < 16), "{few:?}");
    let many = colours(&[], "xterm-256color");
    assert!(many.iter().any(|colour| *colour > 15), "{many:?}");
    let light = colours(&["--theme=light"], "xterm-256color");
    assert_ne!(many, light);
}

/// A small screen has what acts in its middle, the aim in its head, and every count that one decides by.
#[test]
fn a_small_screen_shows_what_matters() {
    let home = Home::new();
    let args = ["outdoor-survival", "--scenario=lost", "--seats=you", "--names=Ann", "--seed=5"];
    let mut console = table(&home, &args, (80, 24));
    console.expect("Rest here");
    let rows = console.rows();
    let at = rows.iter().skip(2).find_map(|row| row.find("H1").map(|at| row[..at].chars().count()));
    assert!(at.is_some_and(|at| (20..60).contains(&at)), "{at:?} in\n{}", rows.join("\n"));
    assert!(rows[0].contains("Lost"), "{}", rows[0]);
    assert!(rows[1].contains("Water 1") && rows[1].contains("Food 1"), "{}", rows[1]);
    assert!(rows[..3].iter().any(|row| row.contains("Aim: Leave the board")), "{:?}", &rows[..3]);
}

/// What of aim and stocks has no room on a small screen ends with a whole part and the key that shows the rest.
#[test]
fn no_head_is_cut_within_a_part() {
    for game in ["outdoor-survival", "outlive", "survivors", "yellowstone", "postal-survival"] {
        let home = Home::new();
        let mut console = table(&home, &[game, "--seed=5"], (80, 24));
        let rows = console.rows();
        let head = &rows[..3];
        assert!(head.iter().any(|row| row.contains("Aim: ")), "{game}: {head:?}");
        for row in head {
            let cut = row.matches('…').count();
            assert_eq!(cut, row.matches("… F2").count(), "{game}: {row}");
        }
        console.write("\x1bOQ");
        console.expect("Sheets and cards");
        console.expect("Aim: ");
    }
}

/// What has only one answer takes one key; none where somebody wants that.
#[test]
fn the_only_answer_takes_one_key_or_none() {
    let lost = ["outdoor-survival", "--scenario=lost", "--seats=you", "--seed=3"];
    let rolled = |more: &[&str]| {
        let home = Home::new();
        let mut console = table(&home, &[&lost[..], more].concat(), (100, 40));
        console.write("roll\r");
        expect_kept(&mut console, &home, 1);
        console.wait(A_MOMENT);
        (home, console)
    };
    // The die leaves one way, twice.
    let (home, mut console) = rolled(&[]);
    assert_eq!(kept(&home).len(), 1);
    console.write("\r");
    assert_eq!(expect_kept(&mut console, &home, 2)[1..], ["ne"]);
    let (home, mut console) = rolled(&["--routine"]);
    assert_eq!(expect_kept(&mut console, &home, 3)[1..], ["ne", "ne"]);
    let (home, mut console) = rolled(&[]);
    console.write("routine\r");
    assert_eq!(expect_kept(&mut console, &home, 3)[1..], ["ne", "ne"]);
}

#[test]
fn questions_in_words_are_answered_on_the_screen_too() {
    let home = Home::new();
    let args = ["outdoor-survival", "--scenario=lost", "--seed=5"];
    let mut console = table(&home, &args, (100, 40));
    console.write("around\r");
    console.expect("Next to it:");
    console.expect("Edges of the board");
    assert!(kept(&home).is_empty(), "a question decides nothing");
}

#[test]
fn a_herd_is_placed_at_once_on_the_screen() {
    let home = Home::new();
    let args = ["yellowstone", "--seats=you,greedy", "--seed=3"];
    let mut console = table(&home, &args, (100, 40));
    console.write("1\r");
    console.expect("Place my herd");
    console.write("place my herd\r");
    expect_kept(&mut console, &home, 8);
}
