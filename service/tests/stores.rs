//! Stores that earlier versions wrote: each is brought up to date by itself, and every game in it goes on.
//!
//! `stores/N.sqlite.gz` was written by the last version whose schema had the number N, and `stores/N.seeds.key` is the key
//! of its seeds, from the version on that seals them. Before a migration is added, the store of the present version
//! is kept:
//!
//! ```text
//! OVERWINTER_STORE_FILE=service/tests/stores/N.sqlite.gz cargo test -p service stores::write -- --ignored
//! ```

use crate::house::{Guest, House, agent, quick};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Takes so many decisions in a seat, or as many as the game asks for.
fn decide(guest: &Guest, table: &str, seat: u16, most: usize) {
    let mut taken = 0;
    for _ in 0..400 {
        let frame = guest.frame(table, &(seat + 1).to_string());
        if taken == most || frame["set"]["head"]["state"] == "over" {
            return;
        }
        let first = frame["set"]["prompt"]["choices"][0]["notation"].as_str();
        match first.map(|line| guest.act(table, seat, line, None).status) {
            Some(200) => taken += 1,
            _ => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// Writes a store with running games of all kinds, one that is over, one that waits for players, and one whose
/// last seat was taken by a server that ended before the game began.
#[test]
#[ignore = "keeps the store of the present version, before its schema changes"]
fn write_the_store_of_this_version() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let bob = house.guest().called("Bob");
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        let scenarios = shelved.game.catalogue(&shelved.game.house()).unwrap().scenarios;
        let scenario = scenarios.iter().find(|scenario| scenario.max_seats > 1).unwrap();
        let mut seats = vec!["me"];
        seats.resize(usize::from(scenario.seats_near(2)), "bot:greedy");
        let table = ann.open(game, &scenario.id, &seats);
        decide(&ann, &table, 0, 6);
        ann.post(&format!("/t/{table}/talk"), json!({ "text": "Good luck to all of us." }));
    }
    let over = ann.open("connect-four", "plain", &["me", "me"]);
    (0..42).for_each(|step| decide(&ann, &over, step % 2, 1));
    assert_eq!(ann.frame(&over, "1")["set"]["head"]["state"], "over");
    ann.open("outdoor-survival", "lost", &["me", "open"]);
    let full = ann.open("outdoor-survival", "lost", &["me", "open"]);
    let left = ann.open("outdoor-survival", "lost", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{left}/join"), &[("seat", "2")]).status, 303);
    let folder = house.close();
    let store = Connection::open(folder.path().join("overwinter.sqlite")).unwrap();
    let sat = "UPDATE seats SET kind = 'person', holder = 'bob', name = 'Bob' \
               WHERE table_id = ?1 AND seat = 1";
    assert_eq!(store.execute(sat, [&full]).unwrap(), 1);
    store.pragma_update(None, "journal_mode", "DELETE").unwrap();
    store.execute_batch("VACUUM").unwrap();
    drop(store);
    let bytes = std::fs::read(folder.path().join("overwinter.sqlite")).unwrap();
    let path =
        std::env::var("OVERWINTER_STORE_FILE").expect("OVERWINTER_STORE_FILE names the file");
    let path = Path::new("..").join(path);
    std::fs::copy(folder.path().join("seeds.key"), key_of(&path)).unwrap();
    let file = std::fs::File::create(path).unwrap();
    let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::best());
    packed.write_all(&bytes).unwrap();
    packed.finish().unwrap();
}

/// The file with the key of a store's seeds.
fn key_of(store: &Path) -> PathBuf {
    store.with_extension("").with_extension("seeds.key")
}

/// The folder of a server that had this store.
fn folder_with(store: &str) -> TempDir {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stores").join(store);
    let mut bytes = Vec::new();
    let file = std::fs::File::open(&path).unwrap();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("overwinter.sqlite"), bytes).unwrap();
    if let Ok(key) = std::fs::read(key_of(&path)) {
        std::fs::write(folder.path().join("seeds.key"), key).unwrap();
    }
    folder
}

/// Plays one decision at a table with the token of whoever must decide; false if the game is over.
fn play_on(house: &House, table: &str, tokens: &[String]) -> bool {
    let url = |what: &str| format!("http://{}/api/tables/{table}/{what}", house.address);
    for token in tokens.iter().cycle().take(500) {
        let bearer = format!("Bearer {token}");
        let mut asked = agent().get(url("legal")).header("authorization", &bearer).call().unwrap();
        let asked: Value =
            serde_json::from_str(&asked.body_mut().read_to_string().unwrap()).unwrap();
        assert!(asked.get("error").is_none(), "{table}: {asked}");
        if asked["stand"]["over"] == true {
            return false;
        }
        if let Some(line) = asked["legal"].get(0) {
            let body = json!({ "line": line, "turn": asked["stand"]["turn"] }).to_string();
            let request = agent().post(url("act")).header("authorization", &bearer);
            let done = request.content_type("application/json").send(body).unwrap();
            assert_eq!(done.status().as_u16(), 200, "{table}: {line}");
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the table {table} does not go on");
}

#[test]
fn stores_of_all_earlier_versions_are_brought_up_to_date_and_their_games_go_on() {
    for version in 0..VERSION {
        bring_up_to_date(&format!("{version}.sqlite.gz"));
    }
}

/// The version of the schema that this program writes.
const VERSION: i64 = 14;

fn bring_up_to_date(store: &str) {
    let folder = folder_with(store);
    let house = House::in_folder(folder, quick);
    let store = Connection::open(house.folder.path().join("overwinter.sqlite")).unwrap();
    let version: i64 = store.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, VERSION);
    let mut found = store.prepare("SELECT id, game, state FROM tables").unwrap();
    let tables: Vec<(String, String, String)> = found
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    for game in shelf::shelf().into_iter().filter(|shelved| !shelved.example) {
        let on =
            |(_, id, state): &&(String, String, String)| id == game.game.id() && state == "playing";
        let (table, ..) = tables.iter().find(on).expect("a game that is on");
        let people = "SELECT token FROM seats WHERE table_id = ?1 AND kind = 'person'";
        let mut tokens = store.prepare(people).unwrap();
        let tokens = tokens.query_map([table], |row| row.get(0)).unwrap();
        let tokens: Vec<String> = tokens.map(Result::unwrap).collect();
        assert!(play_on(&house, table, &tokens), "{}", game.game.id());
    }
    let guest = house.guest();
    let count = |state: &str| tables.iter().filter(|table| table.2 == state).count();
    assert_eq!(count("open"), 1, "the table that was full has started");
    assert!(count("over") > 0);
    for (table, _, state) in &tables {
        let record = guest.get(&format!("/api/tables/{table}/record"));
        assert_eq!(record.status == 200, state == "over", "{}", record.text);
    }
    assert_eq!(guest.get("/health").json()["ok"], true);
}
