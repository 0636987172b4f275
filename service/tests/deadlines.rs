//! Very many tables with running clocks: deadlines are found in the order of their times, each falls once, and the tables whose time
//! has not come are not in memory.
//!
//! `OVERWINTER_CLOCKS=100000 OVERWINTER_CLOCK_SECONDS=60 cargo test --release -p service deadlines:: -- --nocapture` makes a hundred
//! thousand, of which a hundred a second fall for a minute, and holds each to its second and all to 100 MiB.

use crate::house::{House, ask_store, quick, until};
use crate::large::{Original, copy_name, make_copies, memory};
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How many deadlines fall in a second.
const A_SECOND: usize = 100;

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}

/// The same with all times in it so many milliseconds later.
fn later(value: &Value, by: i64) -> Value {
    match value {
        Value::String(text) => match text.parse::<clock::Timestamp>() {
            Ok(time) => {
                let moved = clock::Timestamp::from_millisecond(time.as_millisecond() + by).unwrap();
                serde_json::to_value(moved).unwrap()
            }
            Err(_) => value.clone(),
        },
        Value::Array(list) => list.iter().map(|value| later(value, by)).collect(),
        Value::Object(fields) => {
            let moved = fields.iter().map(|(key, value)| (key.clone(), later(value, by)));
            Value::Object(moved.collect())
        }
        other => other.clone(),
    }
}

/// A table with a clock that runs, in a store that nobody serves; its keeper, and when its deadline falls.
fn original(line: &str) -> (tempfile::TempDir, Original, Value, i64) {
    let house = House::in_a_file(quick);
    let ann = house.guest().called("Ann");
    let fields = [
        ("scenario", "plain"),
        ("seat", "me"),
        ("seat", "me"),
        ("clock", line),
        ("at_deadline", "lapse"),
    ];
    let opened = ann.form("/new/connect-four", &fields);
    assert_eq!(opened.status, 303, "{}", opened.text);
    let table = opened.location.strip_prefix("/t/").unwrap().to_string();
    let seed = house.seeds(&table).0;
    let keeper = ask_store(house.folder.path(), "SELECT keeper FROM clocks");
    let at = ask_store(house.folder.path(), "SELECT at FROM deadlines").parse().unwrap();
    (house.close(), Original { table, seed }, serde_json::from_str(&keeper).unwrap(), at)
}

/// Files the deadlines of copies: each with a keeper that says the same.
fn file(folder: &Path, keeper: &Value, at: i64, times: impl Iterator<Item = i64>) {
    let mut store = Connection::open(folder.join("overwinter.sqlite")).unwrap();
    let question: i64 =
        store.query_row("SELECT question FROM deadlines", [], |row| row.get(0)).unwrap();
    let filing = store.transaction().unwrap();
    for (number, time) in times.enumerate() {
        let (table, keeper) = (copy_name(number), later(keeper, time - at).to_string());
        filing
            .execute(
                "INSERT INTO clocks (table_id, keeper) VALUES (?1, ?2)",
                params![table, keeper],
            )
            .unwrap();
        let due = "INSERT INTO deadlines (table_id, seat, question, at) VALUES (?1, 0, ?2, ?3)";
        filing.execute(due, params![table, question, time]).unwrap();
    }
    // The last sign of life: nobody was away.
    filing.execute("UPDATE house SET value = ?1 WHERE key = 'alive'", [now().to_string()]).unwrap();
    filing.commit().unwrap();
}

#[test]
fn of_very_many_clocks_each_deadline_falls_once_when_its_time_has_come() {
    let asked = number("OVERWINTER_CLOCKS");
    let tables = asked.unwrap_or(600);
    let seconds = number("OVERWINTER_CLOCK_SECONDS").unwrap_or(2);
    let fall = (A_SECOND * seconds).min(tables);
    let (folder, original, keeper, at) = original("10m");
    make_copies(folder.path(), tables, |_| &original);
    // The first ones fall one after the other, the others in ten days; the first begin when the server has long been there.
    let first = now() + 4000 + tables as i64 / 20;
    let time = |number: usize| match number < fall {
        true => first + (number * 1000 / A_SECOND) as i64,
        false => first + 10 * 24 * 3_600_000 + number as i64,
    };
    file(folder.path(), &keeper, at, (0..tables).map(time));
    let before = memory();
    let house = House::in_folder(folder, quick);
    let ready = memory();
    let overdue = |store: &Connection| -> i64 {
        let oldest = "SELECT coalesce(min(at), 0) FROM deadlines";
        let oldest: i64 = store.query_row(oldest, [], |row| row.get(0)).unwrap();
        if oldest == 0 { 0 } else { now() - oldest }
    };
    let store = Connection::open(house.folder.path().join("overwinter.sqlite")).unwrap();
    assert!(overdue(&store) < 0 || asked.is_none(), "the server was there too late to measure");
    // What is filed and was due is overdue: the most of it at any time.
    let (mut latest, began) = (0, Instant::now());
    let last = Duration::from_millis((time(fall - 1) - now()).max(0) as u64 + 2000);
    while began.elapsed() < last {
        latest = latest.max(overdue(&store));
        std::thread::sleep(Duration::from_millis(10));
    }
    let lines = "SELECT count(*) FROM talk WHERE text LIKE 'The time of %'";
    let folder = house.folder.path();
    until("all have fallen", || ask_store(folder, lines) == fall.to_string());
    let most = memory();
    println!(
        "{tables} clocks, {fall} deadlines at {A_SECOND} a second: the latest {latest} ms after its time; memory {before:?} MiB \
         before the server, {ready:?} with it, {most:?} when all had fallen (now, at most)"
    );
    // Each once: a decision for each, none for the others, and all that run still run.
    let count = |sql: &str| ask_store(folder, sql);
    assert_eq!(count("SELECT count(*) FROM steps WHERE table_id LIKE 'copy%'"), fall.to_string());
    let decided = "SELECT count(DISTINCT table_id) FROM steps WHERE table_id LIKE 'copy%'";
    assert_eq!(count(decided), fall.to_string());
    assert_eq!(
        count("SELECT count(*) FROM deadlines WHERE table_id LIKE 'copy%'"),
        tables.to_string()
    );
    let in_memory = house.guest().get("/health").json()["tables_in_memory"].as_u64().unwrap();
    assert!(in_memory <= fall as u64 + 1, "{in_memory} tables are in memory");
    assert_eq!(house.guest().get("/health").json()["stuck_tables"], json!(0));
    if asked.is_some() {
        assert!(latest <= 1000, "{latest} ms");
        assert!(most.1 - before.0 < 100, "{before:?} {most:?}");
    }
}
