//! A checker in the manner of Jepsen: three servers in processes of their own share a database; clients decide, take back, talk and
//! watch at whichever server, and note what they asked and what they were told; a nemesis kills servers, stops and continues them
//! and cuts what they hear of each other. Then the history is held to what is stored.
//!
//! `OVERWINTER_CHECK_SECONDS=3600 OVERWINTER_CHECK_SEED=7 cargo test -p service --all-features checker:: -- --nocapture`

use crate::cluster::{Process, until};
use crate::house::postgres::{self, Postgres};
use crate::house::{Guest, agent};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};

const SERVERS: usize = 3;
const TABLES: usize = 3;
/// Clients at each table: two for each seat, so that they are in each other's way.
const CLIENTS: usize = 4;

/// Random numbers that follow from a seed.
#[derive(Clone)]
struct Luck(u64);

impl Luck {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }
}

/// What was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    Decide(String),
    Undo,
    Say(String),
}

/// What was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Told {
    /// It is done; the number of the seat's turn after it.
    Done(u64),
    Refused,
    /// Nobody knows.
    Nothing,
}

/// One thing that a client did.
#[derive(Clone, Debug)]
struct Deed {
    table: String,
    seat: u16,
    asked: Asked,
    told: Told,
}

/// A house under attack.
struct Arena {
    store: String,
    servers: RwLock<Vec<SocketAddr>>,
    /// The tables at which clients play now, and all that there were.
    tables: RwLock<Vec<String>>,
    all_tables: Mutex<Vec<String>>,
    history: Mutex<Vec<Deed>>,
    complaints: Mutex<Vec<String>>,
    kills: AtomicUsize,
    over: AtomicBool,
}

impl Arena {
    fn address(&self, luck: &mut Luck) -> SocketAddr {
        let servers = self.servers.read().unwrap();
        servers[luck.below(servers.len())]
    }

    fn complain(&self, what: String) {
        self.complaints.lock().unwrap().push(what);
    }

    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::SeqCst)
    }

    /// A client that decides, takes back and talks.
    fn play(&self, cookie: &str, key: &str, number: usize, mut luck: Luck) {
        let (place, seat, mut refused) = (number / CLIENTS, (number % 2) as u16, 0);
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(Duration::from_secs(8)))
            .build()
            .new_agent();
        for round in 0.. {
            if !self.goes_on() {
                return;
            }
            if refused > 20 && number.is_multiple_of(CLIENTS) {
                self.play_anew(&agent, (cookie, key), place, &mut luck);
                refused = 0;
            }
            let id = self.tables.read().unwrap()[place].clone();
            let asked = match luck.below(10) {
                0 | 1 => Asked::Undo,
                2 => Asked::Say(format!("client {number}, line {round}")),
                _ => Asked::Decide(format!("drop {}", luck.below(7) + 1)),
            };
            let (what, body) = match &asked {
                Asked::Decide(line) => ("act", json!({ "seat": seat, "line": line, "key": key })),
                Asked::Undo => ("undo", json!({ "seat": seat, "line": "", "key": key })),
                Asked::Say(text) => ("talk", json!({ "text": text, "key": key })),
            };
            let url = format!("http://{}/t/{id}/{what}", self.address(&mut luck));
            let request = agent.post(url).header("cookie", cookie);
            let answer = request.content_type("application/json").send(body.to_string());
            let told = match answer {
                Ok(mut answer) => {
                    let text = answer.body_mut().read_to_string().unwrap_or_default();
                    let read = serde_json::from_str::<Value>(&text).ok();
                    match (answer.status().as_u16(), read) {
                        (200, Some(done)) => Told::Done(done["turn"].as_u64().unwrap_or_default()),
                        (400..=499, _) => Told::Refused,
                        _ => Told::Nothing,
                    }
                }
                Err(_) => Told::Nothing,
            };
            if let (Asked::Say(text), Told::Done(_)) = (&asked, &told) {
                self.look_elsewhere(&id, text, &mut luck);
            }
            refused = match (&asked, &told) {
                (Asked::Say(_), _) => refused,
                (_, Told::Refused) => refused + 1,
                _ => 0,
            };
            self.history.lock().unwrap().push(Deed { table: id, seat, asked, told });
            std::thread::sleep(Duration::from_millis(luck.below(15) as u64));
        }
    }

    /// What was acknowledged at one server is shown at any other from then on.
    fn look_elsewhere(&self, table: &str, text: &str, luck: &mut Luck) {
        let address = self.address(luck);
        let guest = Guest { agent: agent(), address, cookie: String::new(), key: String::new() };
        let first = guest.try_follow(table, "table").and_then(|mut stream| stream.next());
        let Some(shown) = first.filter(|shown| shown.get("set").is_some()) else { return };
        if !shown["set"].to_string().contains(text) {
            self.complain(format!("`{text}` was acknowledged and is not shown elsewhere"));
        }
    }

    /// Opens another table where the game is over.
    fn play_anew(
        &self,
        agent: &ureq::Agent,
        (cookie, key): (&str, &str),
        place: usize,
        luck: &mut Luck,
    ) {
        let url = format!("http://{}/new/connect-four", self.address(luck));
        let fields = [("key", key), ("scenario", "plain"), ("seat", "me"), ("seat", "me")];
        let Ok(answer) = agent.post(url).header("cookie", cookie).send_form(fields) else { return };
        let location = answer.headers().get("location").and_then(|to| to.to_str().ok());
        if let Some(id) = location.and_then(|to| to.strip_prefix("/t/")) {
            self.all_tables.lock().unwrap().push(id.to_string());
            self.tables.write().unwrap()[place] = id.to_string();
        }
    }

    /// Somebody who watches tables, at one server after the other.
    fn watch(&self, place: usize, mut luck: Luck) {
        let (mut said, mut come, mut table) = (0, 0, String::new());
        while self.goes_on() {
            let id = self.tables.read().unwrap()[place].clone();
            if id != table {
                (said, table) = (0, id);
            }
            let guest = Guest {
                agent: agent(),
                address: self.address(&mut luck),
                cookie: String::new(),
                key: String::new(),
            };
            let Some(mut stream) = guest.try_follow(&table, "table") else { continue };
            let mut known: Option<u64> = None;
            // Now and then whoever watches goes elsewhere by themselves.
            for _ in 0..luck.below(60) + 1 {
                let Some(update) = stream.next().filter(|update| update.get("error").is_none())
                else {
                    break;
                };
                come += 1;
                let lines = update["set"].as_object().into_iter().flat_map(|set| set.keys());
                let numbers =
                    lines.filter_map(|part| part.strip_prefix("talk/")?.parse::<u64>().ok());
                let last = numbers.max();
                if known.is_none() && last.unwrap_or(0) < said {
                    self.complain(format!(
                        "table {table}: a stream begins at line {last:?} after {said}"
                    ));
                }
                said = said.max(last.unwrap_or(0));
                let (step, from) = (update["step"].as_u64(), update["log"]["from"].as_u64());
                if let (Some(known), Some(from)) = (known, from)
                    && from > known + 1
                {
                    self.complain(format!(
                        "table {table}: the story goes on at {from} after {known}"
                    ));
                }
                known = step.or(known);
            }
        }
        if come == 0 {
            self.complain(format!("at {place} nothing was ever shown"));
        }
    }

    /// Kills, stops and deafens servers.
    fn trouble(
        &self,
        processes: &mut [Process],
        mut luck: Luck,
        keys: &std::path::Path,
        until: Instant,
    ) {
        while Instant::now() < until {
            std::thread::sleep(Duration::from_millis(300 + luck.below(900) as u64));
            let which = luck.below(processes.len());
            match luck.below(4) {
                0 | 1 => {
                    processes[which].kill();
                    self.kills.fetch_add(1, Ordering::SeqCst);
                    processes[which] = Process::start(&self.store, Some(keys));
                    self.servers.write().unwrap()[which] = processes[which].address;
                }
                2 => processes[which]
                    .stand_still(Duration::from_millis(500 + luck.below(4000) as u64)),
                _ => {
                    let ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                                 WHERE query LIKE 'LISTEN %'";
                    postgres::ask(&self.store, ended);
                }
            }
        }
        self.over.store(true, Ordering::SeqCst);
    }

    /// Holds the history to what is stored.
    fn verify(&self) {
        let history = self.history.lock().unwrap();
        for id in self.all_tables.lock().unwrap().iter() {
            for seat in 0..2_u16 {
                let deeds: Vec<&Deed> = history
                    .iter()
                    .filter(|deed| deed.table == *id && deed.seat == seat)
                    .filter(|deed| {
                        !matches!(deed.asked, Asked::Say(_)) && deed.told != Told::Refused
                    })
                    .collect();
                if let Err(why) = self.verify_seat(id, seat, &deeds) {
                    self.complain(format!("table {id}, seat {seat}: {why}"));
                }
            }
            let said = postgres::ask(
                &self.store,
                &format!("SELECT text FROM talk WHERE table_id = '{id}'"),
            );
            let mut stored: BTreeMap<&str, usize> = BTreeMap::new();
            said.lines().for_each(|line| *stored.entry(line).or_default() += 1);
            for deed in history.iter().filter(|deed| deed.table == *id) {
                let Asked::Say(text) = &deed.asked else { continue };
                let count = stored.get(text.as_str()).copied().unwrap_or(0);
                let right = match deed.told {
                    Told::Done(_) => count == 1,
                    Told::Refused => count == 0,
                    Told::Nothing => count <= 1,
                };
                if !right {
                    self.complain(format!(
                        "`{text}` was {:?} and is there {count} times",
                        deed.told
                    ));
                }
            }
        }
    }

    /// Every acknowledged decision and undo of a seat had a turn of its own, and played in their order they lead to what is
    /// stored; what was not answered may fill the turns that are missing.
    fn verify_seat(&self, id: &str, seat: u16, deeds: &[&Deed]) -> Result<(), String> {
        let ask = |sql: &str| postgres::ask(&self.store, sql);
        let undos: u64 =
            ask(&format!("SELECT undos FROM seats WHERE table_id = '{id}' AND seat = {seat}"))
                .parse()
                .map_err(|error| format!("undos: {error}"))?;
        let stored = ask(&format!(
            "SELECT action FROM steps WHERE table_id = '{id}' AND seat = {seat} ORDER BY step"
        ));
        let stored: Vec<String> = stored.lines().map(str::to_string).collect();
        let turns = 2 * undos + stored.len() as u64;
        let mut done: BTreeMap<u64, &Asked> = BTreeMap::new();
        for deed in deeds {
            if let Told::Done(turn) = deed.told
                && let Some(before) = done.insert(turn, &deed.asked)
            {
                return Err(format!(
                    "turn {turn} was acknowledged twice: {before:?}, {:?}",
                    deed.asked
                ));
            }
        }
        if let Some((turn, asked)) = done.iter().next_back().filter(|(turn, _)| **turn > turns) {
            return Err(format!("{asked:?} was acknowledged as turn {turn} of {turns}"));
        }
        let mut open: Vec<&Asked> = deeds
            .iter()
            .filter(|deed| deed.told == Told::Nothing)
            .map(|deed| &deed.asked)
            .collect();
        match leads_to(1, turns, &done, &mut open, &mut Vec::new(), &stored, &mut 200_000) {
            true => Ok(()),
            false => {
                Err(format!("{} turns do not lead to {stored:?}: {done:?}, open {open:?}", turns))
            }
        }
    }
}

/// Whether turns lead to what is stored, where any of the open ones may have been taken in place of one that is missing.
fn leads_to<'a>(
    turn: u64,
    turns: u64,
    done: &BTreeMap<u64, &'a Asked>,
    open: &mut Vec<&'a Asked>,
    taken: &mut Vec<String>,
    stored: &[String],
    patience: &mut usize,
) -> bool {
    *patience = patience.saturating_sub(1);
    if *patience == 0 {
        // Too many ways to look through all of them: nothing is proved against it.
        return true;
    }
    if turn > turns {
        return taken == stored;
    }
    let mut go = |asked: &'a Asked, open: &mut Vec<&'a Asked>, taken: &mut Vec<String>| match asked
    {
        Asked::Decide(line) => {
            taken.push(line.clone());
            let leads = leads_to(turn + 1, turns, done, open, taken, stored, patience);
            taken.pop();
            leads
        }
        _ => {
            let Some(last) = taken.pop() else { return false };
            let leads = leads_to(turn + 1, turns, done, open, taken, stored, patience);
            taken.push(last);
            leads
        }
    };
    if let Some(asked) = done.get(&turn) {
        return go(asked, open, taken);
    }
    let mut tried = BTreeSet::new();
    for place in 0..open.len() {
        let asked = open.remove(place);
        let leads = tried.insert(format!("{asked:?}")) && go(asked, open, taken);
        open.insert(place, asked);
        if leads {
            return true;
        }
    }
    false
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled_while_servers_die() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (seconds, seed) =
        (number("OVERWINTER_CHECK_SECONDS", 12), number("OVERWINTER_CHECK_SEED", 20_261_117));
    let database = Postgres::start();
    let store = database.new_store();
    let mut processes = vec![Process::start(&store, None)];
    let keys = tempfile::TempDir::new().unwrap();
    for key in ["seeds.key", "records.key"] {
        std::fs::copy(processes[0].folder.path().join(key), keys.path().join(key)).unwrap();
    }
    while processes.len() < SERVERS {
        processes.push(Process::start(&store, Some(keys.path())));
    }
    let ann = Guest::new(processes[0].address).called("Ann");
    let tables: Vec<String> =
        (0..TABLES).map(|_| ann.open("connect-four", "plain", &["me", "me"])).collect();
    let arena = Arena {
        store: store.clone(),
        servers: RwLock::new(processes.iter().map(|process| process.address).collect()),
        tables: RwLock::new(tables.clone()),
        all_tables: Mutex::new(tables),
        history: Mutex::default(),
        complaints: Mutex::default(),
        kills: AtomicUsize::new(0),
        over: AtomicBool::new(false),
    };
    let bots = ann.open("connect-four", "plain", &["bot:random", "bot:random"]);
    let mut seeds = Luck(seed | 1);
    let mut luck = || Luck(seeds.below(usize::MAX) as u64 | 1);
    std::thread::scope(|scope| {
        for client in 0..TABLES * CLIENTS {
            let (arena, luck, ann) = (&arena, luck(), &ann);
            scope.spawn(move || arena.play(&ann.cookie, &ann.key, client, luck));
        }
        for table in 0..TABLES {
            let (arena, luck) = (&arena, luck());
            scope.spawn(move || arena.watch(table, luck));
        }
        let end = Instant::now() + Duration::from_secs(seconds);
        arena.trouble(&mut processes, luck(), keys.path(), end);
        // Streams that stand still hear one thing more, and end.
        postgres::ask(&store, "UPDATE tables SET version = version + 1");
        for process in &mut processes {
            process.kill();
        }
    });
    arena.verify();
    let complaints = arena.complaints.lock().unwrap();
    let history = arena.history.lock().unwrap();
    let count = |told: fn(&Told) -> bool| history.iter().filter(|deed| told(&deed.told)).count();
    let done = |deed: &&Deed| matches!(deed.told, Told::Done(_));
    let decided = |deed: &&Deed| !matches!(deed.asked, Asked::Say(_));
    println!("{} decided or taken back", history.iter().filter(done).filter(decided).count());
    println!(
        "seed {seed}, {seconds} s, {} tables: {} acknowledged, {} refused, {} without an answer, {} kills",
        arena.all_tables.lock().unwrap().len(),
        count(|told| matches!(told, Told::Done(_))),
        count(|told| *told == Told::Refused),
        count(|told| *told == Told::Nothing),
        arena.kills.load(Ordering::SeqCst)
    );
    assert!(complaints.is_empty(), "seed {seed}: {complaints:#?}");
    assert!(
        count(|told| matches!(told, Told::Done(_))) > 50,
        "too little was done to show anything"
    );
    // A server that starts afterwards goes on with what is there.
    let last = Process::start(&store, Some(keys.path()));
    until("the bots end their game", || {
        let state = format!("SELECT state FROM tables WHERE id = '{bots}'");
        postgres::ask(&store, &state) == "over"
    });
    for table in arena.all_tables.lock().unwrap().iter() {
        assert_eq!(Guest::new(last.address).get(&format!("/api/tables/{table}")).status, 200);
    }
}
