//! A file that was damaged at one place: what can be read is served, what cannot is named, and everything goes on.
//! `OVERWINTER_DAMAGES=500 cargo test -p service damage::` damages five hundred stores.

use crate::house::{Guest, House, agent, quick};
use crate::load;
use serde_json::{Value, json};
use service::{Config, Server};
use std::path::Path;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// A table of a program, with the token of its seat.
struct Table {
    id: String,
    token: String,
}

fn ask(guest: &Guest, table: &Table) -> (u16, Value) {
    let url = guest.url(&format!("/api/tables/{}/legal", table.id));
    let bearer = format!("Bearer {}", table.token);
    let mut answer = agent().get(url).header("authorization", bearer).call().unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap())
}

fn act(guest: &Guest, table: &Table, line: &Value) -> u16 {
    let url = guest.url(&format!("/api/tables/{}/act", table.id));
    let request = agent().post(url).header("authorization", format!("Bearer {}", table.token));
    let body = json!({ "line": line }).to_string();
    request.content_type("application/json").send(body).unwrap().status().as_u16()
}

/// A store with so many games that are on, some lines of talk and some guests.
fn played(tables: usize) -> (TempDir, Vec<Table>) {
    let house = House::in_a_file(quick);
    let ann = house.guest().called("Ann");
    let games = ["connect-four", "outlive", "outdoor-survival"];
    let tables = (0..tables).map(|number| {
        let table = program_table(&ann, games[number % games.len()]);
        for _ in 0..4 {
            if let Some(line) = ask(&ann, &table).1["legal"].get(0) {
                act(&ann, &table, line);
            }
        }
        table
    });
    let tables = tables.collect();
    let mine = ann.open("connect-four", "plain", &["me", "bot:random"]);
    ann.post(&format!("/t/{mine}/talk"), json!({ "text": "Good luck to all of us." }));
    (house.close(), tables)
}

fn program_table(guest: &Guest, game: &str) -> Table {
    let url = guest.url("/api/tables");
    let body = json!({ "game": game, "seats": ["me", "bot:greedy"], "listed": true }).to_string();
    let mut opened = agent().post(url).content_type("application/json").send(body).unwrap();
    let opened: Value = serde_json::from_str(&opened.body_mut().read_to_string().unwrap()).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{opened}")).to_string();
    Table { id: text(&opened["id"]), token: text(&opened["seats"][0]["token"]) }
}

/// The next of a row of numbers that look random.
fn next(random: &mut u64) -> usize {
    *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*random >> 33) as usize
}

fn copy_of(folder: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    for entry in std::fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().is_file())
    {
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

/// Why a server does not start on a folder, if it does not.
fn refusal(folder: &Path) -> Option<String> {
    let runtime = Runtime::new().unwrap();
    let data = folder.to_path_buf();
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), data, &shelf::house());
    quick(&mut config);
    match runtime.block_on(Server::start(config)) {
        Ok(server) => {
            runtime.block_on(server.stop());
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

/// The pages by which others are found.
struct Signposts {
    /// Where the store says what it holds: without them nothing else can be found.
    schema: Vec<usize>,
    /// Where a table begins, or leads to its rows: without them many of its rows cannot be found.
    inner: Vec<usize>,
}

fn signposts(folder: &Path) -> Signposts {
    let store = load::store_in(folder);
    let pages = |which: &str| {
        let asked = format!("SELECT pageno FROM dbstat WHERE {which}");
        let mut found = store.prepare(&asked).unwrap();
        let pages = found.query_map([], |row| row.get::<_, i64>(0)).unwrap();
        pages.map(|page| page.unwrap() as usize).collect()
    };
    Signposts {
        schema: pages("name = 'sqlite_schema'"),
        inner: pages("name <> 'sqlite_schema' AND (path = '/' OR pagetype = 'internal')"),
    }
}

const PAGE: usize = 1024;

#[test]
fn one_damaged_place_stops_no_server_and_no_other_game() {
    let (base, tables) = played(24);
    let signposts = signposts(base.path());
    let whole = std::fs::read(base.path().join("overwinter.sqlite")).unwrap();
    let seeds = std::env::var("OVERWINTER_DAMAGES").ok().and_then(|text| text.parse().ok());
    let (mut lost, mut refused) = (0, 0);
    for seed in 0..seeds.unwrap_or(16u64) {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1;
        let folder = copy_of(base.path());
        let count = [50, 500, 4096][next(&mut random) % 3];
        let from = PAGE + next(&mut random) % (whole.len() - PAGE - count);
        let mut bytes = whole.clone();
        bytes[from..from + count].fill_with(|| next(&mut random) as u8);
        std::fs::write(folder.path().join("overwinter.sqlite"), bytes).unwrap();
        let what = format!("seed {seed}: {count} bytes at {from}");
        let damaged = from / PAGE + 1..=(from + count - 1) / PAGE + 1;
        if let Some(why) = refusal(folder.path()) {
            assert!(signposts.schema.iter().any(|page| damaged.contains(page)), "{what}: {why}");
            assert!(why.contains("put a copy back"), "{what}: {why}");
            refused += 1;
            continue;
        }
        let here = look_at(&what, folder, &tables);
        let led_there = signposts.inner.iter().any(|page| damaged.contains(page));
        assert!(here <= 12 || led_there, "{what}: {here} games are lost");
        lost += here;
    }
    println!("{lost} games lost of {} each, {refused} stores without a schema", tables.len());
}

/// Everything that can be asked of a damaged store; gives how many games are lost.
fn look_at(what: &str, folder: TempDir, tables: &[Table]) -> usize {
    let house = House::in_folder(folder, quick);
    let ann = house.guest();
    let health = ann.get("/health");
    assert_eq!(health.status, 200, "{what}: {}", health.text);
    for foreign in ["malformed", "database", "btree", "SQL", "Tree ", "page "] {
        assert!(!health.text.contains(foreign), "{what}: {}", health.text);
    }
    let mut lost = 0;
    for table in tables {
        let (status, told) = ask(&ann, table);
        if status != 200 {
            let words = told["message"].as_str().unwrap();
            let damaged = status == 500 && words.contains("damaged") && !words.contains("again");
            // Where its token is lost with its seat, the table does not know who asks; where all of it is lost, there is
            // none to ask.
            assert!(damaged || matches!(status, 403 | 404), "{what}: {status} {words}");
            lost += 1;
        }
    }
    if lost > 0 {
        assert_eq!(health.json()["ok"], false, "{what}: {}", health.text);
    }
    // Whoever comes plays as if nothing had been.
    assert_eq!(ann.get("/").status, 200, "{what}");
    let ann = ann.called("Ann");
    let table = program_table(&ann, "connect-four");
    let legal = ask(&ann, &table);
    assert_eq!(act(&ann, &table, &legal.1["legal"][0]), 200, "{what}: {legal:?}");
    let house = house.restart();
    let again = house.guest();
    assert_eq!(ask(&again, &table).0, 200, "{what}");
    let still = tables.iter().filter(|table| ask(&again, table).0 != 200).count();
    assert_eq!(still, lost, "{what}: nothing more is lost when the server starts again");
    lost
}

#[test]
fn a_store_cut_in_half_is_served_as_far_as_it_goes() {
    let (base, tables) = played(12);
    let path = base.path().join("overwinter.sqlite");
    // What is cut off is not where the store says what it holds.
    let told = signposts(base.path()).schema.into_iter().max().unwrap_or(0);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.truncate((bytes.len() / 2 / PAGE).max(told) * PAGE);
    std::fs::write(&path, &bytes).unwrap();
    let house = House::in_folder(base, quick);
    let ann = house.guest();
    assert_eq!(ann.get("/health").json()["ok"], false);
    assert_eq!(ann.get("/").status, 200);
    let served = tables.iter().filter(|table| ask(&ann, table).0 == 200).count();
    println!("{served} of {} games are left in half a store", tables.len());
    let kept = std::fs::read(house.folder.path().join("overwinter.sqlite.damaged")).unwrap();
    assert_eq!(kept, bytes, "the damaged file is kept as it was");
}

#[test]
fn a_store_whose_head_is_gone_is_refused_with_what_to_do() {
    let (base, _) = played(1);
    let path = base.path().join("overwinter.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[..200].fill(0x5a);
    std::fs::write(&path, &bytes).unwrap();
    let why = refusal(base.path()).expect("it started");
    assert!(why.contains("damaged") && why.contains("put a copy back"), "{why}");
    assert!(!why.contains("not a database"), "{why}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "nothing was done to it");
}

#[test]
fn a_store_that_is_deleted_under_a_running_server_takes_no_more() {
    let house = House::in_a_file(quick);
    let ann = house.guest().called("Ann");
    let table = program_table(&ann, "connect-four");
    let line = ask(&ann, &table).1["legal"][0].clone();
    for name in ["overwinter.sqlite", "overwinter.sqlite-wal", "overwinter.sqlite-shm"] {
        let _ = std::fs::remove_file(house.folder.path().join(name));
    }
    assert_eq!(act(&ann, &table, &line), 503, "it would be lost");
    let health = ann.get("/health");
    assert_eq!((health.status, &health.json()["ok"]), (503, &json!(false)), "{}", health.text);
    assert!(health.text.contains("deleted or replaced"), "{}", health.text);
}

#[test]
fn what_health_tells_of_the_disk_tells_of_no_decision() {
    let house = House::in_a_file(quick);
    let free = house.guest().get("/health").json()["disk_free_bytes"].as_u64().unwrap();
    assert_eq!(free % (64 * 1024 * 1024), 0, "{free}");
}
