//! A store with very many tables: the server is there at once, holds in memory only what somebody looks at, and finds
//! every table when somebody does. `OVERWINTER_TABLES=1000000 cargo test -p service large:: -- --nocapture` makes a
//! million, one in a hundred of them live, and says how long the start took and how much memory there is.

use crate::house::{Guest, House, quick, sealed};
use rusqlite::{Connection, Transaction};
use std::time::{Duration, Instant};

/// Copies a table with all that belongs to it under other names.
struct Copier<'a> {
    store: &'a Transaction<'a>,
    statements: Vec<String>,
}

impl<'a> Copier<'a> {
    fn new(store: &'a Transaction<'a>) -> Copier<'a> {
        let kept = [("tables", "id"), ("seats", "table_id"), ("steps", "table_id")];
        let kept = kept.into_iter().chain([("positions", "table_id"), ("records", "table_id")]);
        let statements = kept.map(|(table, key)| {
            let columns = format!("SELECT name FROM pragma_table_info('{table}')");
            let mut columns = store.prepare(&columns).unwrap();
            let columns = columns.query_map([], |row| row.get(0)).unwrap();
            let columns: Vec<String> = columns.map(Result::unwrap).collect();
            let copied = columns.iter().map(|column| match column.as_str() {
                name if name == key => "?2".to_string(),
                "seed" => "?3".into(),
                "link" | "token" => format!("?2 || '{column}' || seat"),
                other => other.into(),
            });
            let copied: Vec<String> = copied.collect();
            let used = if table == "tables" { "" } else { " AND ?3 = ?3" };
            format!(
                "INSERT INTO {table} ({}) SELECT {} FROM {table} WHERE {key} = ?1{used}",
                columns.join(", "),
                copied.join(", ")
            )
        });
        let statements = statements.collect();
        Copier { store, statements }
    }

    fn copy(&self, from: &str, to: &str, seed: &str) {
        for sql in &self.statements {
            self.store.prepare_cached(sql).unwrap().execute([from, to, seed]).unwrap();
        }
    }
}

/// The memory of this process in MiB, now and at most.
fn memory() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        number.unwrap_or_default() / 1024
    };
    (line("VmRSS"), line("VmHWM"))
}

#[test]
fn a_server_with_very_many_tables_holds_only_those_that_somebody_looks_at() {
    let tables = std::env::var("OVERWINTER_TABLES").ok().and_then(|text| text.parse().ok());
    let tables: usize = tables.unwrap_or(2000);
    let live_ones = tables / 100;
    let house = House::open();
    let ann = house.guest().called("Ann");
    let over = ann.open("connect-four", "plain", &["me", "me"]);
    for step in 0..7u16 {
        let line = if step % 2 == 0 { "drop 1" } else { "drop 2" };
        assert_eq!(ann.act(&over, step % 2, line, None).status, 200);
    }
    let mut live = Vec::new();
    for shelved in shelf::shelf().into_iter().filter(|shelved| !shelved.example) {
        let game = shelved.game.id();
        let scenarios = shelved.game.catalogue(&shelved.game.house()).unwrap().scenarios;
        let scenario = scenarios.iter().find(|scenario| scenario.max_seats > 1).unwrap();
        let seats = vec!["me"; usize::from(scenario.seats_near(2))];
        let table = ann.open(game, &scenario.id, &seats);
        for _ in 0..8 {
            let deciding = ann.get(&format!("/api/tables/{table}")).json()["deciding"][0].clone();
            let Some(seat) = deciding.as_u64() else { break };
            let frame = ann.frame(&table, &seat.to_string());
            let line = frame["set"]["prompt"]["choices"][0]["notation"].as_str().unwrap();
            assert_eq!(ann.act(&table, seat as u16 - 1, line, None).status, 200);
        }
        live.push(table);
    }
    let seeds: Vec<_> = live.iter().chain([&over]).map(|table| house.seeds(table).0).collect();
    let (cookie, key, folder) = (ann.cookie.clone(), ann.key.clone(), house.close());
    let mut store = Connection::open(folder.path().join("overwinter.sqlite")).unwrap();
    let copying = store.transaction().unwrap();
    let copier = Copier::new(&copying);
    for number in 0..tables {
        let (from, seed) = match number < live_ones {
            true => (&live[number % live.len()], &seeds[number % live.len()]),
            false => (&over, &seeds[live.len()]),
        };
        let to = format!("copy{number:08}");
        copier.copy(from, &to, &sealed(folder.path(), seed, &to));
    }
    drop(copier);
    copying.commit().unwrap();
    drop(store);
    let bytes = std::fs::metadata(folder.path().join("overwinter.sqlite")).unwrap().len();
    let before = memory();
    let began = Instant::now();
    let house = House::in_folder(folder, |config| {
        quick(config);
        config.tidying = Duration::from_millis(200);
        config.idle = Duration::from_millis(400);
    });
    let took = began.elapsed();
    let ann = Guest { cookie, key, address: house.address, ..house.guest() };
    let in_memory = || ann.get("/health").json()["tables_in_memory"].as_u64().unwrap();
    assert_eq!(in_memory(), 0, "nobody looks at any");
    let look = |number: usize| {
        let table = format!("copy{number:08}");
        let asked = Instant::now();
        let page = ann.get(&format!("/t/{table}?as=1"));
        assert_eq!(page.status, 200, "{table}: {}", page.text);
        let state = ann.get(&format!("/api/tables/{table}")).json()["state"].clone();
        assert_eq!(state, if number < live_ones { "playing" } else { "over" }, "{table}");
        asked.elapsed()
    };
    let looked_at: Vec<usize> = (0..10)
        .map(|number| number * live_ones / 10)
        .chain((1..10).map(|number| number * (tables - 1) / 10))
        .collect();
    let slowest = looked_at.iter().map(|number| look(*number)).max().unwrap();
    let waiting = Instant::now();
    while in_memory() > 0 {
        assert!(waiting.elapsed().as_secs() < 30, "{} tables are still in memory", in_memory());
        std::thread::sleep(Duration::from_millis(50));
    }
    for number in &looked_at {
        look(*number);
    }
    let lobby = Instant::now();
    assert_eq!(ann.get("/").status, 200);
    println!(
        "{tables} tables, {live_ones} of them live ({} MiB): the start took {took:?}; memory {:?} MiB before it, {:?} \
         MiB after looking (now, at most); the slowest look took {slowest:?}, the lobby {:?}",
        bytes >> 20,
        before,
        memory(),
        lobby.elapsed()
    );
}
