//! The plain table: boards that can be read without colours, prompts that say what is needed, long lists in
//! steps, and words for those who cannot see.

use super::console::{Console, Home};

/// What the plain table of a game tells whoever writes these lines.
fn told(game: &[&str], lines: &str) -> String {
    let home = Home::new();
    let args = [&["play"], game, &["--plain", "--seed=3"]].concat();
    let (told, error, code) = home.piped(&args, lines);
    assert_eq!(code, Some(0), "{error}");
    told
}

const LOST: [&str; 4] =
    ["outdoor-survival", "--scenario=lost", "--seats=you,greedy", "--names=Ann"];
const OUTLIVE: [&str; 2] = ["outlive", "--seats=you,greedy"];
const QUICK: [&str; 3] = ["survivors", "--scenario=quick", "--seats=you,greedy"];
const HERDS: [&str; 2] = ["yellowstone", "--seats=you,greedy"];
const POST: [&str; 2] = ["postal-survival", "--seats=you,greedy*3"];
const ALL: [&[&str]; 5] = [&LOST, &OUTLIVE, &QUICK, &HERDS, &POST];

#[test]
fn the_signs_of_the_board_are_explained_on_the_first_turn_and_on_demand() {
    for (game, sign) in [(&LOST[..], "mountain"), (&QUICK, "a door"), (&POST, "jungle")] {
        let first = told(game, "");
        assert!(first.contains(sign) && first.contains("`legend` shows this again"), "{first}");
        let again = told(game, "legend\n");
        assert!(again.matches(sign).count() > first.matches(sign).count(), "{again}");
    }
}

#[test]
fn no_board_is_cut() {
    let outlive = told(&OUTLIVE, "");
    let (tops, bottoms) = (outlive.matches('┌').count(), outlive.matches('└').count());
    assert!(tops == bottoms && tops >= 9, "every box is whole:\n{outlive}");
    let quick = told(&QUICK, "");
    let ruler = quick.lines().find(|line| line.contains("0\"") && line.contains("12\""));
    assert!(ruler.is_some_and(|line| line.trim_end().ends_with('"')), "{quick}");
    assert!(ruler.is_some_and(|line| line.contains(" 0\"")), "{quick}");
}

#[test]
fn the_board_is_as_large_as_the_terminal_allows() {
    let rows = |told: &str| told.lines().filter(|line| line.contains('♠')).count();
    let home = Home::new();
    let args = [&["play"], &LOST[..], &["--plain", "--seed=3"]].concat();
    let mut console = Console::open(home.program(&args));
    console.wait_until("a question", |console| console.printed.ends_with(b"\n> "));
    let terminal = String::from_utf8_lossy(&console.printed).into_owned();
    console.write("quit\n");
    console.end();
    assert!(rows(&terminal) >= 24, "40 rows leave room for more than 15:\n{terminal}");
}

#[test]
fn every_prompt_says_the_aim_and_how_one_fares() {
    let lost = told(&LOST, "stay\n");
    assert!(lost.matches("Aim: Leave the board").count() >= 2, "{lost}");
    let flowing = lost.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flowing.contains("2 more dry days: lose 1 level"), "{lost}");
    for game in ALL {
        assert!(told(game, "").contains("Aim: "), "{game:?}");
    }
}

/// Choices between two questions.
fn longest_list(told: &str) -> usize {
    let number = |line: &&str| {
        let (number, rest) = line.trim_start().split_once("  ").unwrap_or_default();
        line.starts_with(' ') && number.parse::<u32>().is_ok() && !rest.is_empty()
    };
    told.split("\n> ").map(|part| part.lines().filter(number).count()).max().unwrap_or(0)
}

#[test]
fn long_lists_are_asked_in_steps() {
    let herd = told(&HERDS, "1\n");
    assert!(herd.contains("Male 1 ("), "{herd}");
    assert!(longest_list(&herd) <= 20, "{herd}");
    let looked = told(&HERDS, "1\n2\n\n");
    assert!(looked.contains("place M2 ") && looked.contains("Enter alone goes back"), "{looked}");
    assert!(longest_list(&looked) <= 20, "{looked}");
    let moves = told(&QUICK, "ready\n1 1 2 2\ntake A1\n");
    assert!(longest_list(&moves) <= 24, "{moves}");
    let rooms = told(&OUTLIVE, "");
    assert!(rooms.contains("Smokehouse"), "what can be given away is told:\n{rooms}");
}

#[test]
fn numbers_are_answers_where_numbers_are_asked_for() {
    let bid = told(&QUICK, "ready\n2 2 1 1\n");
    assert!(bid.contains("bid movement 2, firing 2, hand-to-hand 1, other 1"), "{bid}");
    assert!(longest_list(&bid) <= 24, "{bid}");
}

#[test]
fn rooms_are_understood_by_their_names() {
    let built = told(&OUTLIVE, "smokehouse bench\nworkshop\n");
    assert!(built.contains("Player 1: Build Workshop free."), "{built}");
}

#[test]
fn giving_up_is_asked_and_no_part_of_its_word_gives_up() {
    let told = told(&LOST, "re\nresig\nresign\nstay\nresign\nresign\n\n");
    assert_eq!(told.matches("Really? Write it once more.").count(), 2, "{told}");
    assert!(told.contains("Ann rests on"), "{told}");
}

#[test]
fn giving_up_is_let_be_by_anything_else_that_is_written() {
    let told = told(&LOST, "resign\naround\nresign\nno\nresign\n");
    assert_eq!(told.matches("Really? Write it once more.").count(), 3, "{told}");
    assert_eq!(told.matches("Not given up.").count(), 1, "{told}");
    assert!(!told.contains("Enter ends."), "the game goes on:\n{told}");
}

#[test]
fn a_game_that_nobody_wins_has_no_first() {
    let alone = ["outdoor-survival", "--scenario=lost", "--seats=you", "--names=Ann"];
    let told = told(&alone, "resign\nresign\n\n");
    assert!(told.contains("Ann") && !told.contains("1. Ann"), "{told}");
}

#[test]
fn moves_on_one_line_are_all_taken_until_one_cannot_be() {
    let basic = ["outdoor-survival", "--scenario=basic", "--seats=you", "--names=Ann"];
    let one = told(&basic, "roll\nchoices\n");
    let way = ["ne", "e", "se", "sw", "w", "nw"]
        .into_iter()
        .find(|way| one.lines().any(|line| line.split_whitespace().nth(1) == Some(way)));
    let way = way.expect("somebody can walk");
    let several = told(&basic, &format!("roll\n{}\n", [way; 9].join(" ")));
    assert!(several.matches(&format!("goes {}", way.to_uppercase())).count() > 1, "{several}");
    assert!(several.contains("Stopped here: ") && several.contains("Not done: "), "{several}");
}

#[test]
fn giving_up_is_asked_where_several_decide_at_once_and_it_is_not_offered() {
    let told = told(&QUICK, "concede\nready\n");
    assert_eq!(told.matches("Really? Write it once more.").count(), 1, "{told}");
    assert!(!told.contains("victory for"), "{told}");
}

#[test]
fn the_result_stays_and_sheets_can_be_read_at_the_end() {
    let told = told(&LOST, "resign\nresign\nsheet ann\nstory\nnonsense\n\nboard\n");
    let (_, end) = told.split_once("Enter ends.").expect("the end can be read");
    assert!(end.contains("Life Level"), "{end}");
    assert!(end.contains("Day 1.  [OS-GEN-01]"), "{end}");
    assert!(end.contains("The game is over."), "{end}");
    assert!(!end.contains("\n15  "), "an empty line ends it:\n{end}");
}

#[test]
fn help_speaks_of_the_game_that_is_played() {
    assert!(told(&LOST, "help\n").contains("such as `stay`"));
    let quick = told(&QUICK, "ready\n2 2 1 1\nhelp\n");
    assert!(quick.contains("such as `take A1`") && quick.contains("range A1"), "{quick}");
}

#[test]
fn what_is_asked_in_words_is_answered_in_words_in_every_game() {
    for game in ALL {
        let asked = "describe\nwhere\naround\nrange\nlast\npieces\nrange nothing-of-that-name\n";
        let answers = told(game, asked);
        assert!(answers.contains("Nothing here is called `nothing-of-that-name`"), "{answers}");
        for raw in ["Seat(", "Point {", "face (", "None"] {
            assert!(!answers.contains(raw), "{raw} in {answers}");
        }
    }
    let around = told(&LOST, "around\naround 2217\n");
    for words in ["Next to it:", "- south: 2218", "Nearest:", "river", "Edges of the board"] {
        assert!(around.contains(words), "{words}: {around}");
    }
    let figures = told(&QUICK, "ready\n2 2 1 1\nrange A1\n");
    assert!(figures.contains("inches") && figures.contains("kiosk"), "{figures}");
    let places = told(&OUTLIVE, "around forest\n");
    assert!(places.contains("Next to it: Dam"), "{places}");
}

#[test]
fn a_board_that_has_not_changed_is_not_printed_again() {
    let drafted = told(&OUTLIVE, "1\n1\n");
    assert_eq!(drafted.matches("Fairgrounds   ").count(), 1, "{drafted}");
}

/// On a terminal no word is broken where a line ends.
#[test]
fn lines_of_the_plain_table_break_between_words() {
    for game in ALL {
        let home = Home::new();
        let args = [&["play"], game, &["--plain", "--seed=3"]].concat();
        let mut console = Console::sized(home.program(&args), 60, 40);
        console.wait_until("a question", |console| console.printed.ends_with(b"\n> "));
        let printed = String::from_utf8_lossy(&console.printed).into_owned();
        let (_, asked) = printed.split_once("Aim: ").expect("the aim is told");
        let long = asked.lines().find(|line| line.trim_end().chars().count() > 60);
        assert_eq!(long, None, "{printed}");
        console.write("quit\n");
        console.end();
    }
}

/// The herd is placed at once by whoever wants that, by its number or by its name.
#[test]
fn several_decisions_are_taken_under_one_name() {
    for answer in ["8", "Place my herd"] {
        let placed = told(&HERDS, &format!("1\n{answer}\n"));
        assert!(placed.contains("Place my herd: All animals at once"), "{placed}");
        assert!(placed.matches(" starts in ").count() >= 7, "{placed}");
    }
}

/// What has only one answer takes one key, or none where somebody wants that.
#[test]
fn the_only_answer_takes_one_key_or_none() {
    let lost = ["outdoor-survival", "--scenario=lost", "--seats=you", "--names=Ann"];
    // The die leaves one way, twice.
    let asked = told(&lost, "roll\n");
    assert!(asked.contains("Enter alone takes it.") && !asked.contains("Ann goes"), "{asked}");
    let gone = told(&lost, "roll\n\n");
    assert_eq!(gone.matches("Ann goes NE").count(), 1, "{gone}");
    let routine = [&lost[..], &["--routine"]].concat();
    for (game, lines) in
        [(&routine[..], "roll\n"), (&lost, "routine\nroll\n"), (&lost, "roll\nroutine\n")]
    {
        let by_itself = told(game, lines);
        assert!(by_itself.contains("(By itself: NE to 2317)"), "{by_itself}");
        assert_eq!(by_itself.matches("Ann goes NE").count(), 2, "{by_itself}");
        assert!(!by_itself.contains("By itself: R"), "where there are two nothing is: {by_itself}");
    }
    let back = told(&lost, "routine\nroutine\nroll\n");
    assert!(back.contains("You are asked everything") && !back.contains("Ann goes"), "{back}");
}

/// What is played is said, not only where.
#[test]
fn the_scenario_is_named_before_the_first_question() {
    for (game, name) in [(&LOST[..], "Lost: "), (&QUICK, "Quick skirmish: ")] {
        let first = told(game, "");
        let (welcome, _) = first.split_once("Say `help`").unwrap();
        assert!(welcome.contains(name), "{welcome}");
    }
}

#[test]
fn whoever_has_no_place_yet_is_told_of_and_not_denied() {
    let unplaced = heard(&QUICK, "where A1\n");
    assert!(unplaced.contains("`A1` is not on the board."), "{unplaced}");
    assert!(unplaced.contains("`choices A1`"), "{unplaced}");
}

#[test]
fn of_many_rivers_all_are_told() {
    let rivers = heard(&LOST, "around river\n");
    assert!(rivers.contains("things here are called `river`"), "{rivers}");
}

/// A measured way is asked for by its direction; no list and no title is a row of numbers.
#[test]
fn measured_ways_are_told_in_words() {
    let ways = told(&QUICK, "ready\n1 1 2 2\ntake A1\n1\n1\n");
    assert!(ways.contains("run 8 inches north"), "{ways}");
    assert!(!ways.contains("face ("), "{ways}");
    let starts = told(&QUICK, "");
    for start in ["edge, 5 inches from the west", "edge, 7 inches from the west"] {
        assert!(starts.contains(start), "{starts}");
    }
}

/// What the table tells in words alone whoever writes these lines.
fn heard(game: &[&str], lines: &str) -> String {
    let home = Home::new();
    let args = [&["play"], game, &["--words", "--seed=3"]].concat();
    let (told, error, code) = home.piped(&args, lines);
    assert_eq!(code, Some(0), "{error}");
    told
}

#[test]
fn in_words_alone_nothing_is_drawn() {
    for game in ALL {
        let told = heard(game, "board\nsheet\nchoices\nlegend\ndescribe\naround\nrange\n");
        for drawn in ['┌', '│', '♠', '═', '▲', '≈', '█'] {
            assert!(!told.contains(drawn), "{drawn} in\n{told}");
        }
        let columns = |line: &&str| line.trim().contains("    ") || line.contains("---");
        assert_eq!(told.lines().find(columns), None, "columns:\n{told}");
        assert!(told.contains("Aim: ") && told.matches("Aim: ").count() == 1, "{told}");
    }
    let table = heard(&QUICK, "board\n");
    assert!(table.contains("kiosk door"), "what opens in walls is told:\n{table}");
}

/// The browser, the full screen and the plain table have one answer to a question.
#[test]
fn every_face_answers_with_the_same_words() {
    for game in ALL {
        let (plain, words) = (told(game, "around\nrange\n"), heard(game, "around\nrange\n"));
        let answer = |told: &str| -> Vec<String> {
            let after = told.split("> ").skip(1).take(2).map(str::to_string);
            after.collect()
        };
        assert_eq!(answer(&plain), answer(&words));
    }
}
