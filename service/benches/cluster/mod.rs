//! The same load with the store in PostgreSQL, at one server and at several; how soon those who watch are told; and how soon tables go
//! on when servers are killed.

#[allow(dead_code, reason = "the tests do more with it")]
#[path = "../../tests/house/postgres.rs"]
mod postgres;

use super::server::{House, Times};
use super::{Connects, Line, compare, load, number, open_all};
use postgres::Postgres;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use tokio::task::{JoinHandle, LocalSet};

/// Measures what was asked for by its word; false if that is none of these.
pub async fn measured(only: &str) -> bool {
    let servers: Vec<usize> = std::env::var("LOAD_SERVERS")
        .unwrap_or_else(|_| "1,3".into())
        .split(',')
        .filter_map(|count| count.trim().parse().ok())
        .collect();
    match only {
        "postgres" => decisions(&servers).await,
        "told" => {
            for count in servers {
                LocalSet::new().run_until(told(count)).await;
            }
        }
        "deaths" => {
            for count in servers.into_iter().filter(|count| *count > 1) {
                LocalSet::new().run_until(deaths(count)).await;
            }
        }
        _ => return false,
    }
    true
}

/// So many servers on a new database that waits for its disk.
fn house(count: usize) -> (Postgres, String, Vec<House>) {
    let database = Postgres::durable();
    let store = database.new_store();
    let mut houses: Vec<House> = Vec::new();
    while houses.len() < count {
        let next = House::on(Some(&store), houses.first());
        houses.push(next);
    }
    (database, store, houses)
}

/// Decisions a second at so many live games, one after the other with one server and with several.
async fn decisions(servers: &[usize]) {
    let time = Duration::from_secs(number("LOAD_SECONDS", 20) as u64);
    let clients = number("LOAD_CLIENTS", 32);
    let many: Vec<usize> = std::env::var("LOAD_GAMES")
        .unwrap_or_else(|_| "1000,10000".into())
        .split(',')
        .filter_map(|count| count.trim().parse().ok())
        .collect();
    for games in many {
        for count in servers {
            let (_database, _, houses) = house(*count);
            let began = Instant::now();
            let seats = open_all(&houses, "connect-four", games).await;
            let opened = began.elapsed().as_secs_f64();
            let load = load(&houses, &seats, clients, time, "connect-four").await;
            println!(
                "PostgreSQL, {count} servers, connect-four: {games} live games opened in {opened:.1} s; {load}"
            );
        }
        if number("LOAD_COMPARE", 0) == 1 {
            let database = Postgres::durable();
            compare(games, time.as_secs() as usize, clients, &database.address());
        }
    }
}

/// When something was shown, by table and stream.
type Seen = Rc<RefCell<HashMap<(usize, usize), Vec<Instant>>>>;

/// When something was first shown since a time.
fn first_since(seen: &Seen, which: (usize, usize), since: Instant) -> Option<Instant> {
    seen.borrow().get(&which)?.iter().find(|at| **at > since).copied()
}

/// Follows a table and notes when something is shown of it.
async fn follow(house: &House, table: &str, which: (usize, usize), seen: Seen) -> JoinHandle<()> {
    let mut line = house.connect().await;
    line.send("GET", &format!("/t/{table}/stream?as=table"), "", "").await;
    let mut stream = line.reader;
    tokio::task::spawn_local(async move {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(count @ 1..) = stream.read(&mut buffer).await {
            // Signs of life tell nothing.
            let shows = |text: &[u8]| text == b"\"step\":";
            if buffer[..count].windows(7).any(shows) {
                seen.borrow_mut().entry(which).or_default().push(Instant::now());
            }
        }
    })
}

/// How long after a decision was answered each of those who watch its table was told, with many streams open at all servers.
async fn told(count: usize) {
    let (streams, tables) = (number("LOAD_STREAMS", 10_000), 100);
    let rounds = number("LOAD_ROUNDS", 200);
    let (_database, _, houses) = house(count);
    // A long game: nobody is told of one that is over.
    let seats = open_all(&houses, "yellowstone", tables).await;
    let seen = Seen::default();
    let mut following = Vec::new();
    for number in 0..streams {
        let (table, server) = (number % tables, number / tables % houses.len());
        let id = seats[table].lock().await.table.clone();
        following.push(follow(&houses[server], &id, (table, number), seen.clone()).await);
        if number % 100 == 99 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    settled(&seen, streams).await;
    let (mut late, mut missing, mut answered) = (Times::default(), 0, Times::default());
    for round in 0..rounds {
        let (table, server) = (round % tables, round % houses.len());
        let mut line = houses[server].connect().await;
        let mut seat = seats[table].lock().await;
        let asked = Instant::now();
        let mut own = Vec::new();
        super::decide(&mut line, &mut seat, round as u64, "yellowstone", &mut own).await;
        let Some(took) = own.first() else { continue };
        let answer = Instant::now();
        answered.0.push(*took);
        tokio::time::sleep(Duration::from_millis(300)).await;
        for number in (table..streams).step_by(tables) {
            match first_since(&seen, (table, number), asked) {
                Some(at) => {
                    late.0.push(at.saturating_duration_since(answer).as_secs_f64() * 1000.0);
                }
                None => missing += 1,
            }
        }
    }
    println!(
        "PostgreSQL, {count} servers, {streams} open streams: after {} decisions (p50 {:.2} ms) {} were told \
         {:.2} ms after the answer at the median, p99 {:.2} ms; {missing} heard nothing within 300 ms; {} streams ended",
        answered.0.len(),
        answered.within(0.5),
        late.0.len(),
        late.within(0.5),
        late.within(0.99),
        following.iter().filter(|stream| stream.is_finished()).count()
    );
}

/// Waits until every stream has shown its first board.
async fn settled(seen: &Seen, streams: usize) {
    let began = Instant::now();
    while seen.borrow().len() < streams && began.elapsed() < Duration::from_secs(120) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!("{} of {streams} streams have begun", seen.borrow().len());
}

/// How long ago something was shown at a table that goes on, whose bots wait for a quarter of a second.
const LIVELY: Duration = Duration::from_millis(750);

/// A table at which bots play, and those who watch it.
struct Watched {
    id: String,
    /// At which server each watches.
    watching: Vec<(usize, JoinHandle<()>)>,
}

async fn open_bots(house: &House) -> String {
    let body = json!({ "game": "yellowstone", "seats": ["bot:random", "bot:random"] }).to_string();
    let (status, made): (u16, Value) =
        house.connect().await.ask("POST", "/api/tables", "", &body).await;
    assert_eq!(status, 200, "{made}");
    made["id"].as_str().expect("an id").to_string()
}

/// How long after a server was killed a person's decision is taken at another, and each table of bots goes on.
async fn deaths(count: usize) {
    let (deaths, tables) = (number("LOAD_DEATHS", 100), number("LOAD_TABLES", 30));
    let (_database, store, mut houses) = house(count);
    let person = open_all(&houses, "connect-four", 1).await.remove(0);
    let seen = Seen::default();
    let mut bots: Vec<Watched> = Vec::new();
    for number in 0..tables {
        let id = open_bots(&houses[number % count]).await;
        bots.push(Watched { id, watching: Vec::new() });
    }
    let (mut people, mut went_on, mut longest) =
        (Times::default(), Times::default(), Times::default());
    for death in 0..deaths {
        watch_all(&houses, &mut bots, &seen).await;
        tokio::time::sleep(Duration::from_secs(2)).await;
        let dead = death % count;
        houses[dead].kill();
        let killed = Instant::now();
        let lively = |table: usize| {
            let since = killed.checked_sub(LIVELY).unwrap_or(killed);
            first_since(&seen, (table, 0), since).is_some_and(|at| at <= killed)
        };
        let lively: Vec<bool> = (0..tables).map(lively).collect();
        let other = &houses[(dead + 1) % count];
        people.0.push(decided(other, &person, death).await);
        let mut worst = 0.0_f64;
        for (table, watched) in bots.iter_mut().enumerate() {
            let Some(after) = goes_on(other, watched, table, &seen, killed).await else {
                // It is over: another one.
                watched.id = open_bots(other).await;
                watched.watching.drain(..).for_each(|(_, stream)| stream.abort());
                continue;
            };
            // One at which nothing happened just before says nothing.
            if lively[table] {
                went_on.0.push(after);
                worst = worst.max(after);
            }
        }
        longest.0.push(worst);
        houses[dead] = House::on(Some(&store), Some(other));
    }
    let waited = Times(went_on.0.iter().copied().filter(|after| *after > 1000.0).collect());
    println!(
        "PostgreSQL, {count} servers, {deaths} deaths: a person's decision at another server took {:.1} ms at the median, \
         {:.1} ms at most; of {} looks at tables of bots {} waited for another server, {:.0} ms at the median and {:.0} ms \
         at most; all tables went on after {:.0} ms at the median of the deaths",
        people.within(0.5),
        people.within(1.0),
        went_on.0.len(),
        waited.0.len(),
        waited.within(0.5),
        waited.within(1.0),
        longest.within(0.5)
    );
}

/// Two watch every table, at two servers, so that bots take their time and one of them is left.
async fn watch_all(houses: &[House], bots: &mut [Watched], seen: &Seen) {
    for (table, watched) in bots.iter_mut().enumerate() {
        watched.watching.retain(|(_, stream)| !stream.is_finished());
        let servers = (0..houses.len()).map(|server| (table + server) % houses.len());
        for server in servers {
            let is_there = watched.watching.iter().any(|(at, _)| *at == server);
            if watched.watching.len() < 2 && !is_there {
                let stream = follow(&houses[server], &watched.id, (table, 0), seen.clone()).await;
                watched.watching.push((server, stream));
            }
        }
    }
}

/// How long a decision took, in milliseconds; a game that is over is followed by another.
async fn decided(house: &House, person: &tokio::sync::Mutex<super::Seat>, random: usize) -> f64 {
    let mut seat = person.lock().await;
    let mut line: Line = house.connect().await;
    loop {
        let mut own = Vec::new();
        for column in 0..7 {
            let random = (random + column) as u64;
            if !super::decide(&mut line, &mut seat, random, "connect-four", &mut own).await {
                *seat = super::Seat::open(house, "connect-four").await;
            }
            if let Some(took) = own.first() {
                return *took;
            }
        }
    }
}

/// How long after a time a table goes on, in milliseconds; nothing if its game is over.
async fn goes_on(
    house: &House,
    watched: &Watched,
    table: usize,
    seen: &Seen,
    since: Instant,
) -> Option<f64> {
    loop {
        if let Some(at) = first_since(seen, (table, 0), since) {
            return Some(at.duration_since(since).as_secs_f64() * 1000.0);
        }
        if since.elapsed() > Duration::from_secs(2) {
            let path = format!("/api/tables/{}", watched.id);
            let (_, shown) = house.connect().await.ask("GET", &path, "", "").await;
            if shown["state"] == "over" {
                return None;
            }
        }
        assert!(since.elapsed() < Duration::from_secs(60), "table {} does not go on", watched.id);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
