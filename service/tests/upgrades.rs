//! A newer program whose rules lead elsewhere: games that were going on go on, and those that are over stay as they
//! were written.

use crate::fair::rotate;
use crate::house::{Guest, House, ask_store, quick, wrapped};
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;

/// An older program: all dice of its games fall in another way, so that ours lead elsewhere.
fn older() -> Vec<shelf::Shelved> {
    wrapped(|game, edition, setup, seed| game.start(edition, setup, seed.child("older rules")))
}

/// The same store under our own rules.
fn upgraded(house: House) -> House {
    let address = house.address;
    again(house.close(), address)
}

fn again(folder: TempDir, address: SocketAddr) -> House {
    House::in_folder(folder, |config| {
        quick(config);
        config.bind = address;
    })
}

/// Waits until somebody in this seat is asked, and gives what they see then; none if the game is over.
fn asked_or_over(guest: &Guest, table: &str) -> Option<Value> {
    for _ in 0..500 {
        let frame = guest.frame(table, "1");
        match &frame["set"]["head"] {
            head if head["you"] == true => return Some(frame),
            head if head["state"] == "over" => return None,
            _ => std::thread::sleep(Duration::from_millis(20)),
        }
    }
    panic!("nobody is asked at {table}: {}", guest.frame(table, "1")["set"]["head"]);
}

/// The same in a game that is on.
fn asked(guest: &Guest, table: &str) -> Value {
    asked_or_over(guest, table).unwrap_or_else(|| panic!("the game at {table} is over"))
}

/// Takes one of the choices that do not give the game up.
fn decide(guest: &Guest, table: &str, number: usize) {
    let frame = asked(guest, table);
    let choices = frame["set"]["prompt"]["choices"].as_array().unwrap();
    let harmless: Vec<&Value> = choices.iter().filter(|choice| choice["grave"] != true).collect();
    let line = harmless[number % harmless.len()]["notation"].as_str().unwrap();
    assert_eq!(guest.act(table, 0, line, None).status, 200, "{line}");
}

/// Whether something holds of a table in the store.
fn holds(house: &House, table: &str, asked: &str) -> bool {
    let asked = asked.replace("?1", &format!("'{table}'"));
    ["1", "t"].contains(&ask_store(house.folder.path(), &asked).as_str())
}

/// Whether so many dice have fallen at a table that others would lead elsewhere.
fn dice_fell(house: &House, table: &str, enough: usize) -> bool {
    let written = "SELECT length(start_dice) + (SELECT coalesce(sum(length(dice)), 0) FROM steps \
                   WHERE table_id = ?1) > ";
    holds(house, table, &format!("{written}{enough} FROM tables WHERE id = ?1"))
}

#[test]
fn running_games_go_on_from_where_they_stood() {
    let house = House::with_games(older());
    let ann = house.guest();
    let mut tables = Vec::new();
    for shelved in shelf::shelf().into_iter().filter(|shelved| !shelved.example) {
        let game = shelved.game.id();
        let scenarios = shelved.game.catalogue(&shelved.game.house()).unwrap().scenarios;
        let scenario = scenarios.iter().find(|scenario| scenario.max_seats > 1).unwrap();
        let mut seats = vec!["me"];
        seats.resize(usize::from(scenario.seats_near(2)), "bot:greedy");
        let enough = if game == "survivors" { 600 } else { 120 };
        // By the dice a game may be over before enough of them fell.
        let begun = (0..20).find_map(|_| {
            let table = ann.open(game, &scenario.id, &seats);
            let mut decided = 0;
            while decided < 4 || !dice_fell(&house, &table, enough) {
                decided += 1;
                asked_or_over(&ann, &table)?;
                decide(&ann, &table, decided * 5);
            }
            while holds(&house, &table, "SELECT bot_turn FROM tables WHERE id = ?1") {
                std::thread::sleep(Duration::from_millis(20));
            }
            asked_or_over(&ann, &table).map(|frame| (table, frame))
        });
        let (table, frame) = begun.unwrap_or_else(|| panic!("{game} is over too soon each time"));
        tables.push((game, table, frame));
    }
    let house = upgraded(house);
    for (game, table, before) in tables {
        let after = asked(&ann, &table);
        for (part, shown) in before["set"].as_object().unwrap() {
            // What can be taken back is not kept, and the story begins anew.
            if part != "head" {
                assert_eq!(&after["set"][part], shown, "{game}: {part}");
            }
        }
        assert_eq!(after["set"]["head"]["turn"], before["set"]["head"]["turn"], "{game}");
        let story = ann.get(&format!("/t/{table}/story")).text;
        assert!(story.contains("begun under other rules"), "{game}: {story}");
        let past = ann.get(&format!("/t/{table}/at/1"));
        assert!(past.status >= 400 && past.text.contains("other rules"), "{game}: {}", past.text);
        decide(&ann, &table, 0);
        if asked_or_over(&ann, &table).is_some() {
            decide(&ann, &table, 0);
        }
    }
    assert_eq!(ann.get("/health").json()["ok"], true);
    drop(house);
}

#[test]
fn records_of_games_that_are_over_stay_as_they_were_written() {
    let house = House::with_games(older());
    let ann = house.guest();
    let table = ann.open("outdoor-survival", "lost", &["bot:greedy", "bot:random"]);
    let record = || ann.get(&format!("/api/tables/{table}/record"));
    for _ in 0..500 {
        if record().status == 200 {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let (before, page) = (record(), ann.get(&format!("/t/{table}")));
    assert_eq!((before.status, page.status), (200, 200));
    let ended = ann.frame(&table, "table")["set"]["result"].clone();
    let house = upgraded(house);
    assert_eq!(record().text, before.text);
    assert_eq!(ann.get(&format!("/t/{table}")).status, 200);
    assert_eq!(ann.frame(&table, "table")["set"]["result"], ended);
    // The key that signed it signs nothing any more.
    let address = house.address;
    let folder = house.close();
    rotate(folder.path());
    let house = again(folder, address);
    assert_eq!(record().text, before.text);
    drop(house);
}
