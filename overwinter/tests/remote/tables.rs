//! Tables that are played: whole games in plain lines, one in full screen, talk, taking back, the waiting room.

use super::house::{House, Piped, random, token};
use crate::terminal::console::{Console, Home};
use serde_json::{Value, json};
use std::time::Duration;

/// Plays a whole game against bots in plain lines; what is played comes from what the server says is legal.
fn played(game: &str, args: &[&str]) {
    let (house, home) = (House::open(), Home::new());
    let url = house.url();
    let always = ["play", game, "--server", &url, "--guest", "Ann", "--plain"];
    let mut program = Piped::open(&home, &[&always, args].concat());
    let mut seed = 11;
    let mut decisions = 0;
    loop {
        program.asked();
        if program.words().contains("still answer; Enter ends.") {
            break;
        }
        let token = token(&home, &house);
        let path = format!("/api/tables/{}/legal", program.table());
        let mut asked = Value::Null;
        // What others do at the same time may have been told after the sign.
        program.wait_until("something to decide", |_| {
            asked = house.get(&path, &token);
            asked["legal"] != json!([]) || asked["stand"]["over"] == true
        });
        if asked["stand"]["over"] == true {
            program.expect("still answer; Enter ends.");
            break;
        }
        let legal: Vec<&str> =
            asked["legal"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let playable: Vec<&&str> = legal.iter().filter(|line| **line != "resign").collect();
        assert!(!playable.is_empty(), "{game} asks nothing: {}", program.printed());
        let line = playable[random(&mut seed) % playable.len()];
        program.write(line);
        decisions += 1;
        assert!(decisions < 4000, "{game} does not end");
    }
    let told = house.get(&format!("/api/tables/{}", program.table()), &token(&home, &house));
    let outcome = told["outcome"]["text"].as_str().unwrap();
    let outcome: Vec<&str> = outcome.split_whitespace().collect();
    assert!(program.words().contains(&outcome.join(" ")), "{outcome:?}\n{}", program.printed());
    assert!(decisions >= 5, "{game} was over after {decisions} decisions");
    program.write("");
    assert_eq!(program.end(), Some(0), "{}", program.printed());
}

#[test]
fn a_whole_game_of_outdoor_survival() {
    played("outdoor-survival", &["--scenario", "lost", "--seats", "you,random"]);
}

#[test]
fn a_whole_game_of_outlive() {
    played("outlive", &["--seats", "you,random"]);
}

#[test]
fn a_whole_game_of_survivors() {
    played("survivors", &["--scenario", "quick", "--seats", "you,random"]);
}

#[test]
fn a_whole_game_of_yellowstone() {
    played("yellowstone", &["--seats", "you,random"]);
}

#[test]
fn a_whole_game_of_survival_by_post() {
    played("postal-survival", &["--seats", "you,random*3"]);
}

const ESC: &str = "\x1b";
const F7: &str = "\x1b[18~";

/// A whole game on the whole screen against a person in a browser: decisions, talk, waiting, the result.
#[test]
fn a_whole_game_in_full_screen() {
    let (house, home) = (House::open(), Home::new());
    let ben = house.somebody("Ben");
    let table = house.table(&ben, "connect-four", &["open", "me"]);
    let url = house.url();
    let args = ["play", "--server", &url, "--table", &table, "--guest", "Ann", "--join"];
    let mut console = Console::open(home.program(&args));
    console.expect("F1 keys");
    console.wait_until("the welcome", |it| it.screen().contains("Signs on the board"));
    console.write(ESC);
    let act = |line: &str| {
        let path = format!("/api/tables/{table}/act");
        house.post(&path, &ben, &json!({ "line": line }));
    };
    for round in 0..3 {
        console.wait_until("my turn", |it| it.screen().contains("Which column"));
        if round == 0 {
            console.write("say Good luck, Ben\r");
            console.wait_until("what was said", |_| {
                let told = house.get(&format!("/api/tables/{table}/scene"), &ben);
                told["talk"][0]["text"] == "Good luck, Ben"
            });
        }
        console.write("4\r");
        console.wait_until("the other's turn", |it| it.screen().contains("Waiting for Ben"));
        if round == 0 {
            let path = format!("/api/tables/{table}/talk");
            house.post(&path, &ben, &json!({ "text": "\u{202e}You too" }));
            console.wait_until("talk", |it| it.screen().contains("You too"));
            assert!(!String::from_utf8_lossy(&console.printed).contains('\u{202e}'));
            console.write(F7);
            console.wait_until("all talk", |it| it.screen().contains("Ann: Good luck, Ben"));
            console.write(ESC);
        }
        act("3");
    }
    console.wait_until("my turn", |it| it.screen().contains("Which column"));
    console.write("4\r");
    console.expect("The game is over");
    console.wait(Duration::from_millis(900));
    console.write("\r");
    assert!(console.end().success());
    assert!(console.is_cooked());
    assert!(console.words().contains("Ann won") || console.words().contains("won"));
}

/// Whoever waits is told the time, and decides beforehand: in plain lines and on the whole screen. What was planned is played as
/// soon as the other has decided.
#[test]
fn the_time_is_told_and_a_plan_made_while_another_is_waited_for() {
    for plain in [true, false] {
        let (house, home) = (House::open(), Home::new());
        let ben = house.somebody("Ben");
        let wish = json!({
            "game": "connect-four", "seats": ["me", "open"], "listed": true,
            "clock": "3d + 12h up to 5d",
        });
        let table = house.post("/api/tables", &ben, &wish)["id"].as_str().unwrap().to_string();
        let url = house.url();
        let args = ["play", "--server", &url, "--table", &table, "--guest", "Ann", "--join"];
        let mut console = Console::open(home.program(&match plain {
            true => [&args[..], &["--plain"]].concat(),
            false => args.to_vec(),
        }));
        console.expect("Waiting for Ben");
        let asked = |console: &mut Console, line: &str, answer: &str| {
            if plain {
                console.forget();
            }
            console.write(&format!("{line}\r"));
            console.wait_until(answer, |it| match plain {
                true => it.words().contains(answer),
                false => it.screen().contains(answer),
            });
            // What is refused is told in a line, and everything else on a sheet of its own.
            if !plain && !answer.starts_with("Not") {
                console.write(ESC);
            }
        };
        asked(&mut console, "time", "Ben: 2 days 23 hours");
        asked(&mut console, "plan drop 3", "You will do, one after the other: `drop 3`.");
        asked(&mut console, "plan fly away", "Not planned: I do not understand");
        asked(&mut console, "plan none", "You have planned no line");
        asked(&mut console, "plan drop 5", "You will do, one after the other: `drop 5`.");
        let path = format!("/api/tables/{table}");
        house.post(&format!("{path}/act"), &ben, &json!({ "line": "drop 4" }));
        let mut played = Value::Null;
        console.wait_until("the plan", |_| {
            played = house.get(&path, "");
            played["steps"] == 2
        });
        let story = house.get(&format!("{path}/scene"), &ben)["story"].to_string();
        assert!(story.contains("Ann drops a disc into column 5"), "{story}");
    }
}

/// What was decided is taken back where the server offers it, also while another is waited for.
#[test]
fn a_decision_is_taken_back() {
    let (house, home) = (House::open(), Home::new());
    let ben = house.somebody("Ben");
    let table = house.table(&ben, "postal-survival", &["open", "me", "bot:random", "bot:random"]);
    let url = house.url();
    let args = ["play", "--server", &url, "--table", &table, "--guest=Ann", "--join", "--plain"];
    let mut program = Piped::open(&home, &args);
    program.asked();
    let path = format!("/api/tables/{table}/legal");
    let legal = house.get(&path, &token(&home, &house));
    let line = legal["legal"].as_array().unwrap().iter().filter_map(Value::as_str).next().unwrap();
    let before = legal["stand"]["turn"].as_u64().unwrap();
    program.write(line);
    program.asked();
    program.write("undo");
    program.expect("Taken back.");
    program.asked();
    let after = house.get(&path, &token(&home, &house));
    assert_eq!(after["legal"], legal["legal"]);
    assert_eq!(after["stand"]["turn"].as_u64().unwrap(), before + 2);
    program.write("quit");
    assert_eq!(program.end(), Some(0));
    let told = program.words();
    assert!(told.contains(&format!("overwinter play --server {url}/t/{table}")), "{told}");
}

/// Whoever gives up is asked; then the game ends for them.
#[test]
fn giving_up_is_asked() {
    let (house, home) = (House::open(), Home::new());
    let url = house.url();
    let args =
        ["play", "outdoor-survival", "--scenario=lost", "--seats=you,greedy", "--server", &url];
    let mut program = Piped::open(&home, &[&args[..], &["--guest=Ann", "--plain"]].concat());
    program.asked();
    program.write("resign");
    program.expect("Really? Write it once more.");
    program.asked();
    let path = format!("/api/tables/{}", program.table());
    assert_eq!(house.get(&path, "")["state"], "playing");
    program.write("resign");
    program.expect("Ann gives up");
}

/// A table that waits for players is waited at; who comes is told, and the game begins.
#[test]
fn a_table_that_waits_for_players_is_waited_at() {
    let (house, home) = (House::open(), Home::new());
    let url = house.url();
    let args = ["play", "connect-four", "--seats=you,link", "--server", &url, "--guest=Ann"];
    let mut program = Piped::open(&home, &[&args[..], &["--plain"]].concat());
    program.expect("waits for players");
    program.expect("sits down in seat 2");
    let printed = program.printed();
    let link = printed.split("/s/").nth(1).unwrap();
    let link: String = link.chars().take_while(char::is_ascii_alphanumeric).collect();
    let other = Home::new();
    let address = format!("{url}/s/{link}");
    let args = ["play", "--server", &address, "--guest=Ben", "--plain"];
    let mut ben = Piped::open(&other, &args);
    program.expect("Ben sits down.");
    program.asked();
    program.write("4");
    ben.asked();
    assert!(ben.words().contains("Ann drops a disc into column 4."), "{}", ben.printed());
    ben.write("say Well played");
    program.expect("Ben says: Well played");
    ben.write("time");
    ben.wait_until("the time", |it| it.words().contains("No clock runs at this table."));
    ben.write("plan");
    ben.wait_until("what is planned", |it| it.words().contains("You have planned no line"));
    ben.write("quit");
    assert_eq!(ben.end(), Some(0));
}

/// What is said to one alone, and what one notes for oneself, nobody else is told.
#[test]
fn private_talk_and_notes_are_for_whom_they_are() {
    let (house, home) = (House::open(), Home::new());
    let (ben, cyd) = (house.somebody("Ben"), house.somebody("Cyd"));
    let wish = json!({
        "game": "postal-survival", "seats": ["open", "me", "open"], "listed": true, "private_talk": true,
    });
    let table = house.post("/api/tables", &ben, &wish)["id"].as_str().unwrap().to_string();
    house.post(&format!("/api/tables/{table}/join"), &cyd, &json!({ "seat": 3 }));
    let url = house.url();
    let args = ["play", "--server", &url, "--table", &table, "--guest=Ann", "--join", "--plain"];
    let mut ann = Piped::open(&home, &args);
    ann.asked();
    let said = |token: &str| {
        let told = house.get(&format!("/api/tables/{table}/scene"), token);
        let lines = told["talk"].as_array().unwrap().clone();
        lines.iter().map(|line| line["text"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    ann.write("whisper 2 Leave the north to me");
    ann.wait_until("that Ben hears it", |_| said(&ben) == ["Leave the north to me"]);
    ann.write("say Good luck");
    ann.wait_until("that Cyd hears what all hear", |_| said(&cyd) == ["Good luck"]);
    let answer = json!({ "text": "Gladly", "to": "1" });
    house.post(&format!("/api/tables/{table}/talk"), &ben, &answer);
    ann.expect("Ben says to Ann alone: Gladly");
    ann.write("whisper 4 Who is there?");
    ann.expect("Not said:");
    ann.write("notes The north is mine");
    ann.write("notes");
    ann.wait_until("her notes", |it| it.words().matches("The north is mine").count() >= 2);
    let notes = |token: &str| house.get(&format!("/api/tables/{table}/notes"), token);
    assert_eq!(notes(&token(&home, &house))["text"], "The north is mine");
    assert_eq!(notes(&ben)["text"], "");
    assert_eq!(said(&cyd), ["Good luck"]);
    ann.write("talk");
    ann.expect("to Ben alone: Leave the north to me");
    ann.write("quit");
    assert_eq!(ann.end(), Some(0));
}
