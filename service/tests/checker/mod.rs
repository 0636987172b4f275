//! A checker in the manner of Jepsen: three servers in processes of their own share a database; clients decide, take back, talk, sit
//! down, leave and watch at whichever server, and note what they asked and what they were told; a nemesis kills servers and the
//! database, stops and continues them, cuts what lies between, turns clocks and fills the disk. Then the history is held to what is
//! stored, and games of bots and with secrets to the same games played alone.
//!
//! `OVERWINTER_CHECK_SECONDS=3600 OVERWINTER_CHECK_SEED=7 cargo test -p service --all-features checker:: -- --nocapture`
//!
//! A run that fails is done again with less and less of it, as often as `OVERWINTER_CHECK_RUNS` says, and the shortest plan that
//! failed is told.

mod clients;
mod control;
mod nemesis;
mod plan;
mod proxy;
mod verify;

use crate::cluster::Process;
use crate::house::postgres::{self, Postgres};
use crate::house::{Guest, until};
use clients::{Asked, Deed, Sat, Shown, Told};
use nemesis::Nemesis;
use plan::{Luck, Plan};
use proxy::Proxy;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use tempfile::TempDir;

const SERVERS: usize = 3;

/// Through whose eyes the game with secrets is watched.
const SECRET_VIEWERS: [&str; 3] = ["1", "2", "table"];

/// A house under attack.
struct Arena {
    plan: Plan,
    /// The bug that is planted in its servers; empty if none is.
    bug: &'static str,
    store: String,
    servers: RwLock<Vec<SocketAddr>>,
    /// The tables at which clients play now, and all that there were.
    tables: RwLock<Vec<String>>,
    all_tables: Mutex<Vec<String>>,
    history: Mutex<Vec<Deed>>,
    /// The table with a free seat, and all that there were.
    seat_table: RwLock<String>,
    seat_tables: Mutex<Vec<String>>,
    sat: Mutex<Vec<Sat>>,
    bot_tables: Mutex<Vec<String>>,
    secret_table: String,
    secretly: AtomicUsize,
    shown: Mutex<Vec<Shown>>,
    complaints: Mutex<Vec<String>>,
    over: AtomicBool,
}

/// A server with its way to the database.
struct Server {
    process: Process,
    proxy: Proxy,
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

    /// Starts a server that reaches the database by a way of its own.
    fn start(&self, proxy: &Proxy, keys: Option<&Path>) -> Process {
        start(&self.store, proxy, keys, self.bug)
    }
}

fn start(store: &str, proxy: &Proxy, keys: Option<&Path>, bug: &str) -> Process {
    let (before, after) = store.split_once("127.0.0.1:").unwrap();
    let after = after.split_once('/').unwrap().1;
    let store = format!("{before}{}/{after}", proxy.address);
    Process::with(&store, keys, &[("OVERWINTER_PLANTED_BUG", bug), ("OVERWINTER_BE_TIDY", "1")])
}

/// What came of a run.
struct Outcome {
    complaints: Vec<String>,
    told: String,
    acknowledged: usize,
}

/// Goes through a plan.
fn run(plan: &Plan, bug: &'static str) -> Outcome {
    // There is room for what a run leaves behind: about a quarter of a megabyte for every second.
    let small = Postgres::on_a_small_disk(192 + plan.seconds() / 3);
    let small_disk = small.is_some();
    let database = small.unwrap_or_else(Postgres::start);
    let store = database.new_store();
    let mut servers: Vec<Server> = Vec::new();
    let keys = TempDir::new().unwrap();
    while servers.len() < SERVERS {
        let proxy = Proxy::to(database.port());
        let known = (!servers.is_empty()).then(|| keys.path());
        let process = start(&store, &proxy, known, bug);
        for key in ["seeds.key", "records.key"] {
            std::fs::copy(process.folder.path().join(key), keys.path().join(key)).unwrap();
        }
        servers.push(Server { process, proxy });
    }
    let first = servers[0].process.address;
    let ann = Guest::new(first).called("Ann");
    let sitters =
        [("Bob", Guest::new(first).called("Bob")), ("Eve", Guest::new(first).called("Eve"))];
    let tables: Vec<String> =
        (0..plan.tables).map(|_| ann.open("connect-four", "plain", &["me", "me"])).collect();
    let seat_table = ann.open("connect-four", "plain", &["me", "open"]);
    let secret_table = open_secret(&ann);
    let asked = format!("SELECT token FROM seats WHERE table_id = '{secret_table}' ORDER BY seat");
    let tokens: Vec<String> = postgres::ask(&store, &asked).lines().map(str::to_string).collect();
    let arena = Arena {
        plan: plan.clone(),
        bug,
        store: store.clone(),
        servers: RwLock::new(servers.iter().map(|server| server.process.address).collect()),
        tables: RwLock::new(tables.clone()),
        all_tables: Mutex::new(tables),
        history: Mutex::default(),
        seat_table: RwLock::new(seat_table.clone()),
        seat_tables: Mutex::new(vec![seat_table]),
        sat: Mutex::default(),
        bot_tables: Mutex::default(),
        secret_table,
        secretly: AtomicUsize::new(0),
        shown: Mutex::default(),
        complaints: Mutex::default(),
        over: AtomicBool::new(false),
    };
    let mut seeds = Luck::new(plan.seed);
    let mut luck = || Luck::new(seeds.below(usize::MAX) as u64);
    let mut nemesis = Nemesis {
        arena: &arena,
        database: &database,
        small_disk,
        servers,
        keys: keys.path(),
        done: Default::default(),
    };
    std::thread::scope(|scope| {
        let (arena, ann, tokens) = (&arena, &ann, &tokens);
        for client in 0..plan.tables * plan.clients {
            let luck = luck();
            scope.spawn(move || arena.play(ann, client, luck));
        }
        for table in 0..plan.tables {
            let luck = luck();
            scope.spawn(move || arena.watch(table, luck));
        }
        for (name, guest) in sitters.iter().filter(|_| plan.sitting) {
            let luck = luck();
            scope.spawn(move || arena.sit(ann, guest, name, luck));
        }
        if plan.bots {
            for _ in 0..2 {
                let luck = luck();
                scope.spawn(move || arena.employ_bots(ann, luck));
            }
        }
        if plan.secrets {
            let own = luck();
            scope.spawn(move || arena.play_secretly(tokens, own));
            for viewer in SECRET_VIEWERS {
                let luck = luck();
                scope.spawn(move || arena.watch_secrets(ann, viewer, luck));
            }
        }
        nemesis.go_through();
        nemesis.end();
    });
    arena.verify();
    if arena.complaints.lock().unwrap().is_empty() {
        control::compare(&arena, keys.path(), &ann);
        go_on_afterwards(&arena, keys.path());
    }
    let done = nemesis.done.iter().map(|(kind, count)| format!("{kind} {count}"));
    let done = done.collect::<Vec<_>>().join(", ");
    let small = if small_disk { "" } else { ", no disk could be filled: mounting needs root" };
    outcome(&arena, &format!("{done}{small}"))
}

/// Opens a game in which players write in secret.
fn open_secret(ann: &Guest) -> String {
    let game = shelf::shelf().into_iter().find(|it| it.game.id() == "postal-survival").unwrap();
    let catalogue = game.game.catalogue(&game.game.house()).unwrap();
    let scenario = catalogue.scenarios.iter().min_by_key(|it| it.seats_near(2)).unwrap();
    let seats = vec!["me"; usize::from(scenario.seats_near(2))];
    ann.open("postal-survival", &scenario.id, &seats)
}

/// A server that starts afterwards goes on with what is there.
fn go_on_afterwards(arena: &Arena, keys: &Path) {
    let last = Process::start(&arena.store, Some(keys));
    until("the bots end their games", || {
        postgres::ask(&arena.store, "SELECT count(*) FROM bot_turns") == "0"
    });
    for table in arena.all_tables.lock().unwrap().iter() {
        let status = Guest::new(last.address).get(&format!("/api/tables/{table}")).status;
        if status != 200 {
            arena.complain(format!("table {table} is not shown afterwards: {status}"));
        }
    }
}

fn outcome(arena: &Arena, nemesis: &str) -> Outcome {
    let history = arena.history.lock().unwrap();
    let count = |told: fn(Told) -> bool| history.iter().filter(|deed| told(deed.told)).count();
    let acknowledged = count(|told| matches!(told, Told::Done(_)));
    let decided =
        |deed: &&Deed| matches!(deed.told, Told::Done(_)) && !matches!(deed.asked, Asked::Say(_));
    let length = |list: &Mutex<Vec<String>>| list.lock().unwrap().len();
    let sat = arena.sat.lock().unwrap();
    let sat = sat.iter().filter(|sat| matches!(sat.told, Told::Done(_))).count();
    let told = format!(
        "{acknowledged} acknowledged ({} decided or taken back), {} refused, {} without an answer at {} tables; \
         {sat} times sat down, left or come back at {}; {} tables of bots; {} decisions in secret, shown {} times; \
         {nemesis}",
        history.iter().filter(decided).count(),
        count(Told::is_refused),
        count(|told| told == Told::Nothing),
        length(&arena.all_tables),
        length(&arena.seat_tables),
        length(&arena.bot_tables),
        arena.secretly.load(Ordering::SeqCst),
        arena.shown.lock().unwrap().len(),
    );
    let complaints = arena.complaints.lock().unwrap().clone();
    Outcome { complaints, told, acknowledged }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Goes through a plan; one that fails is made short, and told with what it led to.
fn check(plan: Plan, bug: &'static str, runs: usize) -> Result<Outcome, (Plan, Vec<String>)> {
    let outcome = run(&plan, bug);
    println!("{}\n{}", plan, outcome.told);
    if outcome.complaints.is_empty() {
        return Ok(outcome);
    }
    println!("it fails: {:#?}", outcome.complaints);
    let mut last = outcome.complaints;
    let short = plan::shrink(plan, runs, |plan| {
        let found = run(plan, bug).complaints;
        let fails = !found.is_empty();
        println!(
            "{} with {} troubles",
            if fails { "fails" } else { "passes" },
            plan.troubles.len()
        );
        if fails {
            last = found;
        }
        fails
    });
    Err((short, last))
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled_whatever_dies() {
    let (seconds, seed) =
        (number("OVERWINTER_CHECK_SECONDS", 9), number("OVERWINTER_CHECK_SEED", 20_261_117));
    let runs = number("OVERWINTER_CHECK_RUNS", 0) as usize;
    match check(Plan::new(seed, seconds, SERVERS), "", runs) {
        Ok(outcome) => {
            assert!(outcome.acknowledged > 50, "too little was done to show anything");
        }
        Err((plan, complaints)) => panic!("{plan}\nleads to {complaints:#?}"),
    }
}

/// A bug is found, and the plan that finds it is made short.
#[cfg(feature = "planted-bugs")]
fn is_found(bug: &'static str) {
    let seed = number("OVERWINTER_CHECK_SEED", 20_261_117);
    let (seconds, runs) =
        (number("OVERWINTER_CHECK_SECONDS", 20), number("OVERWINTER_CHECK_RUNS", 6));
    for attempt in 0..3 {
        if let Err((plan, complaints)) =
            check(Plan::new(seed + attempt, seconds, SERVERS), bug, runs as usize)
        {
            println!("{bug} is found by\n{plan}\nwhich leads to {complaints:#?}");
            return;
        }
    }
    panic!("{bug} was not found");
}

macro_rules! planted {
    ($($test:ident $bug:literal)*) => {
        $(
            #[test]
            #[cfg(feature = "planted-bugs")]
            #[ignore = "takes minutes: cargo test -p service --all-features checker::planted -- --ignored --nocapture"]
            fn $test() {
                is_found($bug);
            }
        )*
    };
}

planted! {
    planted_no_fence_is_found "NoFence"
    planted_early_acknowledgement_is_found "EarlyAcknowledgement"
    planted_lazy_commit_is_found "LazyCommit"
    planted_notifications_alone_are_found "NotificationsAlone"
    planted_shared_frames_are_found "SharedFrames"
}
