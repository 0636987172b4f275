//! A store with very many tables: the server is there at once, holds in memory only what somebody looks at, and finds
//! every table when somebody does. `OVERWINTER_TABLES=1000000 cargo test --release -p service large:: -- --nocapture`
//! makes a million, one in a hundred of them live, and says how long the start took and how much memory there is.

use crate::house::{Guest, House, quick, sealer};
use rusqlite::{Connection, params};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use table::Seed;
use tempfile::TempDir;

/// What belongs to a table, and how its rows name it.
const KEPT: [(&str, &str); 5] = [
    ("tables", "id"),
    ("seats", "table_id"),
    ("steps", "table_id"),
    ("positions", "table_id"),
    ("records", "table_id"),
];

/// How many tables are made by one statement.
const BATCH: usize = 50_000;

/// A stored table that is copied, and the server's seed of it.
pub struct Original {
    pub table: String,
    pub seed: Seed,
}

/// The name of a copy.
pub fn copy_name(number: usize) -> String {
    format!("copy{number:08}")
}

/// Copies stored tables with all that belongs to them under other names: the rows of very many at a time.
pub fn make_copies<'a>(folder: &Path, count: usize, original: impl Fn(usize) -> &'a Original) {
    let mut store = Connection::open(folder.join("overwinter.sqlite")).unwrap();
    // A store that is not whole yet is nobody's loss.
    store.pragma_update(None, "journal_mode", "OFF").unwrap();
    store.pragma_update(None, "synchronous", "OFF").unwrap();
    store.pragma_update(None, "cache_size", -64 * 1024).unwrap();
    store.execute_batch("CREATE TEMP TABLE wanted (original, copy, seed)").unwrap();
    let statements = KEPT.map(|(kind, key)| {
        store
            .execute_batch(&format!(
                "CREATE TEMP TABLE original_{kind} AS SELECT * FROM main.{kind}; \
                 CREATE INDEX temp.original_{kind}_by_key ON original_{kind} ({key})"
            ))
            .unwrap();
        let mut columns =
            store.prepare(&format!("SELECT name FROM pragma_table_info('{kind}')")).unwrap();
        let columns = columns.query_map([], |row| row.get(0)).unwrap();
        let columns: Vec<String> = columns.map(Result::unwrap).collect();
        let copied = columns.iter().map(|column| match column.as_str() {
            name if name == key => "copy".to_string(),
            "seed" => "wanted.seed".into(),
            "link" | "token" => format!("copy || '{column}' || seat"),
            other => format!("kept.{other}"),
        });
        let copied: Vec<String> = copied.collect();
        format!(
            "INSERT INTO main.{kind} ({}) SELECT {} FROM wanted JOIN original_{kind} AS kept \
             ON kept.{key} = wanted.original ORDER BY wanted.rowid",
            columns.join(", "),
            copied.join(", ")
        )
    });
    let (seal, began) = (sealer(folder), Instant::now());
    for first in (0..count).step_by(BATCH) {
        let making = store.transaction().unwrap();
        making.execute("DELETE FROM wanted", []).unwrap();
        {
            let mut insert = making.prepare("INSERT INTO wanted VALUES (?1, ?2, ?3)").unwrap();
            for number in first..count.min(first + BATCH) {
                let (from, copy) = (original(number), copy_name(number));
                insert.execute(params![from.table, copy, seal(&from.seed, &copy)]).unwrap();
            }
        }
        for sql in &statements {
            making.execute(sql, []).unwrap();
        }
        making.commit().unwrap();
        println!("{} tables are made after {:?}", count.min(first + BATCH), began.elapsed());
    }
}

/// The memory of this process in MiB, now and at most.
pub fn memory() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        number.unwrap_or_default() / 1024
    };
    (line("VmRSS"), line("VmHWM"))
}

/// A game that is over, and one of each game that is on, in a store that nobody serves.
fn originals() -> (TempDir, Guest, Original, Vec<Original>) {
    let house = House::in_a_file(quick);
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
    let original = |table: String| Original { seed: house.seeds(&table).0, table };
    let (over, live) = (original(over), live.into_iter().map(original).collect());
    (house.close(), ann, over, live)
}

/// Starts a server that puts tables away after so long; says how long that took.
fn start(folder: TempDir, ann: &Guest, idle: Duration) -> (House, Guest) {
    let began = Instant::now();
    let house = House::in_folder(folder, |config| {
        quick(config);
        config.tidying = Duration::from_millis(200);
        config.idle = idle;
    });
    println!("the start took {:?}; memory {:?} MiB (now, at most)", began.elapsed(), memory());
    let (cookie, key) = (ann.cookie.clone(), ann.key.clone());
    let ann = Guest { cookie, key, address: house.address, ..house.guest() };
    assert_eq!(in_memory(&ann), 0, "nobody looks at any");
    (house, ann)
}

fn in_memory(guest: &Guest) -> u64 {
    guest.get("/health").json()["tables_in_memory"].as_u64().unwrap()
}

#[test]
fn a_server_with_very_many_tables_holds_only_those_that_somebody_looks_at() {
    let asked = std::env::var("OVERWINTER_TABLES").ok().and_then(|text| text.parse().ok());
    let tables: usize = asked.unwrap_or(2000);
    let live_ones = tables / 100;
    let (folder, ann, over, live) = originals();
    make_copies(folder.path(), tables, |number| match number < live_ones {
        true => &live[number % live.len()],
        false => &over,
    });
    let bytes = std::fs::metadata(folder.path().join("overwinter.sqlite")).unwrap().len();
    println!(
        "{tables} tables, {live_ones} of them live, {} MiB; memory {:?} MiB",
        bytes >> 20,
        memory()
    );
    // At first every live one is looked at, and stays.
    let (house, guest) = start(folder, &ann, Duration::from_secs(3600));
    let (next, began) = (AtomicUsize::new(0), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let visitor = Guest { address: house.address, ..house.guest() };
            let next = &next;
            scope.spawn(move || {
                let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::SeqCst));
                for number in numbers.take_while(|number| *number < live_ones) {
                    let table = visitor.get(&format!("/api/tables/{}", copy_name(number)));
                    assert_eq!(table.json()["state"], "playing", "{}", table.text);
                    if number % 1000 == 999 {
                        println!(
                            "{} live tables are in memory after {:?}",
                            number + 1,
                            began.elapsed()
                        );
                    }
                }
            });
        }
    });
    assert_eq!(in_memory(&guest), live_ones as u64);
    let held = memory();
    println!("with {live_ones} live tables in memory: {held:?} MiB (now, at most)");
    assert!(asked.is_none() || held.1 < 1024, "{held:?} MiB");
    // Then they are put away when nobody looks, and come back.
    let (house, guest) = start(house.close(), &ann, Duration::from_millis(400));
    let look = |number: usize| {
        let table = copy_name(number);
        let asked = Instant::now();
        let page = guest.get(&format!("/t/{table}?as=1"));
        assert_eq!(page.status, 200, "{table}: {}", page.text);
        let state = guest.get(&format!("/api/tables/{table}")).json()["state"].clone();
        assert_eq!(state, if number < live_ones { "playing" } else { "over" }, "{table}");
        asked.elapsed()
    };
    let looked_at: Vec<usize> = (0..10)
        .map(|number| number * live_ones / 10)
        .chain((1..10).map(|number| number * (tables - 1) / 10))
        .collect();
    let slowest = looked_at.iter().map(|number| look(*number)).max().unwrap();
    let waiting = Instant::now();
    while in_memory(&guest) > 0 {
        assert!(
            waiting.elapsed().as_secs() < 60,
            "{} tables are still in memory",
            in_memory(&guest)
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    for number in &looked_at {
        look(*number);
    }
    // Somebody who sits at all of these tables has a longer list than anybody else.
    let lobby = |guest: &Guest| {
        let asked = Instant::now();
        assert_eq!(guest.get("/").status, 200);
        asked.elapsed()
    };
    let (stranger, player) = (lobby(&house.guest()), lobby(&guest));
    println!(
        "the slowest look took {slowest:?}, the lobby {stranger:?}, that of who sits everywhere {player:?}; memory {:?} MiB",
        memory()
    );
    drop(house);
}
