//! The disk fails, is full, is slow or loses power: what was acknowledged is there, once and in order, and
//! everything goes on afterwards. `OVERWINTER_POWER_CUTS=1000 cargo test -p service faults::` cuts the power a
//! thousand times.

use crate::house::{Guest, House, ask_store, quick};
use crate::load::{self, Acknowledged, Moment, Player};
use serde_json::json;
use service::{Config, Disk, Server};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

/// A disk that does what a test tells it to.
#[derive(Default)]
struct SpoiltDisk {
    full: AtomicBool,
    /// Of so many commits the first two fail; none if 0.
    fails: AtomicUsize,
    /// How long a commit takes, in milliseconds.
    slow: AtomicU64,
    commits: AtomicUsize,
}

impl Disk for SpoiltDisk {
    fn before_commit(&self) -> io::Result<()> {
        std::thread::sleep(Duration::from_millis(self.slow.load(Ordering::SeqCst)));
        let number = self.commits.fetch_add(1, Ordering::SeqCst);
        let fails = self.fails.load(Ordering::SeqCst);
        // Two in a row, since what fails is tried once more.
        match self.full.load(Ordering::SeqCst) || fails > 0 && number % fails < 2 {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }
}

fn on(disk: &Arc<impl Disk>) -> impl FnOnce(&mut Config) {
    let disk = disk.clone();
    move |config| {
        quick(config);
        config.absent_minute = Duration::ZERO;
        config.disk = disk;
    }
}

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed().as_secs() < 60, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn state(guest: &Guest, table: &str) -> serde_json::Value {
    guest.get(&format!("/api/tables/{table}")).json()
}

#[test]
fn bots_and_people_go_on_after_a_full_disk() {
    let disk = Arc::new(SpoiltDisk::default());
    let house = House::with(on(&disk));
    let ann = house.guest().called("Ann");
    let mine = ann.open("connect-four", "plain", &["me", "bot:random"]);
    disk.slow.store(5, Ordering::SeqCst);
    let bots = ann.open("outdoor-survival", "lost", &["bot:random", "bot:random"]);
    disk.full.store(true, Ordering::SeqCst);
    wait("the bots are stuck", || ann.get("/health").json()["stuck_tables"] == 1);
    let health = ann.get("/health");
    assert!(!health.text.contains(&bots), "who knows its address can watch: {}", health.text);
    assert_eq!((health.status, &health.json()["ok"]), (503, &json!(false)));
    let steps = state(&ann, &mine)["steps"].clone();
    let refused = ann.act(&mine, 0, "drop 1", None);
    assert_eq!((refused.status, refused.json()["error"].as_str()), (503, Some("failed")));
    assert_eq!(state(&ann, &mine)["steps"], steps, "what was not kept was not done");
    disk.full.store(false, Ordering::SeqCst);
    disk.slow.store(0, Ordering::SeqCst);
    let legal = &ann.frame(&mine, "1")["set"]["prompt"]["choices"][0]["notation"];
    assert_eq!(ann.act(&mine, 0, legal.as_str().unwrap(), None).status, 200);
    wait("the bots play on", || state(&ann, &bots)["state"] == "over");
    wait("all is well", || ann.get("/health").json()["ok"] == true);
}

#[test]
fn the_last_seat_and_the_start_are_one_transaction() {
    let disk = Arc::new(SpoiltDisk::default());
    let house = House::with(on(&disk));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("connect-four", "plain", &["me", "open"]);
    let join = || bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status;
    disk.full.store(true, Ordering::SeqCst);
    assert_eq!(join(), 503);
    disk.full.store(false, Ordering::SeqCst);
    assert_eq!(state(&ann, &table)["seats"][1]["kind"], "open", "nobody sits there");
    // Bob's browser, which could not be noted, is noted with a request of its own.
    assert_eq!(bob.form("/name", &[("name", "Bob")]).status, 303);
    let before = disk.commits.load(Ordering::SeqCst);
    assert_eq!(join(), 303);
    assert_eq!(disk.commits.load(Ordering::SeqCst) - before, 1, "a kill cannot come in between");
    assert_eq!(state(&ann, &table)["state"], "playing");
    let before = disk.commits.load(Ordering::SeqCst);
    let hot_seat = ann.open("connect-four", "plain", &["me", "me"]);
    assert_eq!(disk.commits.load(Ordering::SeqCst) - before, 1);
    assert_eq!(state(&ann, &hot_seat)["state"], "playing");
}

#[test]
fn a_rematch_is_opened_once_and_in_one_transaction() {
    let disk = Arc::new(SpoiltDisk::default());
    let house = House::with(on(&disk));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("connect-four", "plain", &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    for step in 0..7u16 {
        let (guest, line) = if step % 2 == 0 { (&ann, "drop 1") } else { (&bob, "drop 2") };
        assert_eq!(guest.act(&table, step % 2, line, None).status, 200);
    }
    let ask = |guest: &Guest| guest.form(&format!("/t/{table}/rematch"), &[]);
    disk.full.store(true, Ordering::SeqCst);
    assert_eq!(ask(&ann).status, 503);
    disk.full.store(false, Ordering::SeqCst);
    disk.slow.store(100, Ordering::SeqCst);
    let before = disk.commits.load(Ordering::SeqCst);
    let (first, second) = std::thread::scope(|scope| {
        let (ann, bob) = (scope.spawn(|| ask(&ann)), scope.spawn(|| ask(&bob)));
        (ann.join().unwrap(), bob.join().unwrap())
    });
    assert_eq!((first.status, second.status), (303, 303), "{} {}", first.text, second.text);
    assert_eq!(first.location, second.location, "both have the same");
    let tables = ask_store(house.folder.path(), "SELECT count(*) FROM tables");
    assert_eq!(tables, "2", "and there is no other");
    assert_eq!(disk.commits.load(Ordering::SeqCst) - before, 1, "a kill cannot come in between");
}

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let house = House::open();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let data = house.folder.path().to_path_buf();
    let config = Config::new(([127, 0, 0, 1], 0).into(), data, &shelf::house());
    let refused = runtime.block_on(Server::start(config)).err().expect("it started").to_string();
    assert!(refused.contains("another server serves this folder"), "{refused}");
    assert_eq!(house.guest().get("/health").json()["ok"], true);
    assert_eq!(house.restart().guest().get("/health").json()["ok"], true);
}

#[cfg(unix)]
#[test]
fn the_store_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let inside = TempDir::new().unwrap();
    let data = inside.path().join("new/data");
    let house = House::with(|config| {
        quick(config);
        config.data = data.clone();
    });
    house.guest().called("Ann");
    assert_eq!(mode(&data), 0o700);
    for file in std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()) {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    // A store that an older version left open to all.
    let folder = House::in_a_file(quick).close();
    let store = folder.path().join("overwinter.sqlite");
    std::fs::set_permissions(&store, PermissionsExt::from_mode(0o644)).unwrap();
    let house = House::in_folder(folder, quick);
    assert_eq!(mode(&store), 0o600);
    drop(house);
}

#[test]
fn damage_is_noticed_and_everything_else_is_served() {
    let house = House::in_a_file(quick);
    let ann = house.guest().called("Ann");
    let tables: Vec<String> = (0..40)
        .map(|_| {
            let table = ann.open("connect-four", "plain", &["bot:random", "bot:random"]);
            wait("it is played", || state(&ann, &table)["state"] == "over");
            table
        })
        .collect();
    let (cookie, key, folder) = (ann.cookie.clone(), ann.key.clone(), house.close());
    // The middle of the leaf pages that hold the decisions of the tables is scribbled over.
    let path = folder.path().join("overwinter.sqlite");
    let page: i64 = load::store_in(folder.path())
        .query_row(
            "SELECT pageno FROM dbstat WHERE name = 'steps' AND pagetype = 'leaf' \
             ORDER BY path LIMIT 1 OFFSET 8",
            [],
            |row| row.get(0),
        )
        .unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let start = (page as usize - 1) * 1024;
    bytes[start..start + 900].fill(0x5a);
    std::fs::write(&path, bytes).unwrap();
    let house = House::in_folder(folder, quick);
    let ann = Guest { cookie, key, address: house.address, ..house.guest() };
    let health = ann.get("/health");
    assert_eq!((health.status, &health.json()["ok"]), (200, &json!(false)), "{}", health.text);
    let told = health.json()["damage"]["unreadable_tables"].as_u64().unwrap() as usize;
    assert!((1..=6).contains(&told), "{}", health.text);
    let readable = |table: &&String| ann.get(&format!("/api/tables/{table}/record")).status == 200;
    let lost: Vec<&String> = tables.iter().filter(|table| !readable(table)).collect();
    assert_eq!(lost.len(), told, "{lost:?}");
    assert!(!tables.iter().any(|table| health.text.contains(table)), "{}", health.text);
    assert_eq!(ann.get("/").status, 200);
    ann.open("connect-four", "plain", &["me", "bot:random"]);
}

/// By how much the clock of a test is wrong, in seconds.
static WRONG_BY: AtomicI64 = AtomicI64::new(0);

fn wrong_clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    since.as_secs() as i64 + WRONG_BY.load(Ordering::SeqCst)
}

#[test]
fn a_clock_that_jumps_makes_nobody_absent_and_no_table_old() {
    let house = House::with(|config| {
        quick(config);
        config.wall_clock = wrong_clock;
        config.tidying = Duration::from_millis(50);
    });
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let waiting = ann.open("connect-four", "plain", &["me", "open"]);
    let table = ann.open("connect-four", "plain", &["open", "me"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "1")]).status, 303);
    let fields = [("seat", "1"), ("bot", "random"), ("sure", "on")];
    let replace = || ann.form(&format!("/t/{table}/replace"), &fields);
    assert_eq!(replace().status, 409, "Bob has just sat down");
    // Two years: longer than anybody waits, and than any table is kept.
    for jump in [63_072_000, 0] {
        WRONG_BY.store(jump, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(500));
        let refused = replace();
        assert_eq!(refused.status, 409, "{}", refused.text);
        assert_eq!(state(&ann, &waiting)["state"], "open", "nobody was given time to come");
        assert_eq!(state(&ann, &table)["state"], "playing");
    }
    assert_eq!(bob.act(&table, 0, "drop 1", None).status, 200);
}

/// Players at work while something happens; gives them back.
fn under_load(
    players: &mut [Player],
    address: &str,
    told: &Acknowledged,
    happens: impl FnOnce() + Send,
) {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for player in players {
            let stop = &stop;
            scope.spawn(move || player.play(address, told, stop));
        }
        // They stop even if what happens fails.
        let _stopping = StopWhenDropped(&stop);
        happens();
    });
}

struct StopWhenDropped<'a>(&'a AtomicBool);

impl Drop for StopWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[test]
fn a_disk_that_fails_and_is_slow_keeps_what_was_acknowledged() {
    let disk = Arc::new(SpoiltDisk::default());
    let house = House::in_a_file(on(&disk));
    let told = Acknowledged::default();
    let mut players: Vec<Player> = (0..4).map(Player::new).collect();
    let address = format!("http://{}", house.address);
    under_load(&mut players, &address, &told, || {
        load::wait_for_more(&told, 20);
        disk.fails.store(3, Ordering::SeqCst);
        std::thread::sleep(Duration::from_secs(2));
        disk.slow.store(40, Ordering::SeqCst);
        std::thread::sleep(Duration::from_secs(2));
        disk.fails.store(0, Ordering::SeqCst);
        disk.slow.store(0, Ordering::SeqCst);
        load::wait_for_more(&told, told.total() + 20);
    });
    let ann = house.guest();
    wait("all is well", || ann.get("/health").json()["ok"] == true);
    players.iter().for_each(|player| player.check_tables(&address));
    let folder = house.close();
    told.moment().check(&load::store_in(folder.path()));
}

/// The files of a store.
#[derive(Clone)]
struct Files {
    store: Vec<u8>,
    log: Vec<u8>,
    keys: [(&'static str, Vec<u8>); 2],
}

impl Files {
    fn read(folder: &Path) -> Files {
        let read = |name| std::fs::read(folder.join(name)).unwrap_or_default();
        Files {
            store: read("overwinter.sqlite"),
            log: read("overwinter.sqlite-wal"),
            keys: ["seeds.key", "records.key"].map(|name| (name, read(name))),
        }
    }
}

/// Sectors of a disk are written whole, in any order, until it is told to synchronise.
const SECTOR: usize = 512;

/// What may be on the disk if the power fails on the way from one content to another.
fn torn(before: &[u8], after: &[u8], random: &mut u64) -> Vec<u8> {
    let mut any = || {
        *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        *random >> 33
    };
    let sectors = after.len().div_ceil(SECTOR);
    // The file may have become longer before its sectors were written, or not.
    let end = if any() % 2 == 0 { sectors } else { any() as usize % (sectors + 1) };
    let end = end.max(before.len().div_ceil(SECTOR)).min(sectors);
    let mut torn = Vec::with_capacity(after.len());
    for start in (0..end).map(|sector| sector * SECTOR) {
        let new = &after[start..after.len().min(start + SECTOR)];
        match before.get(start..before.len().min(start + SECTOR)) {
            Some(old) if old.len() == new.len() && any() % 2 == 0 => torn.extend(old),
            None if any() % 2 == 0 => torn.resize(torn.len() + new.len(), 0),
            _ => torn.extend(new),
        }
    }
    torn
}

/// The files before and after the transaction, and what had been acknowledged before it was.
type Seen = (Option<Files>, Option<(Files, Moment)>);

/// A disk whose power fails in the middle of one transaction.
struct PowerCut {
    folder: PathBuf,
    told: Arc<Acknowledged>,
    /// Commits until then.
    left: AtomicUsize,
    seen: Mutex<Seen>,
}

impl Disk for PowerCut {
    fn committed(&self) {
        let mut seen = self.seen.lock().unwrap();
        match self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
        {
            Ok(1) => seen.0 = Some(Files::read(&self.folder)),
            Err(_) if seen.1.is_none() => {
                seen.1 = Some((Files::read(&self.folder), self.told.moment()));
            }
            _ => {}
        }
    }
}

impl PowerCut {
    fn has_come(&self) -> bool {
        self.seen.lock().unwrap().1.is_some()
    }

    /// A folder as the cut left it, and what had been acknowledged.
    fn left(&self, random: &mut u64) -> (TempDir, Moment) {
        let mut seen = self.seen.lock().unwrap();
        let (before, (after, moment)) = (seen.0.take().unwrap(), seen.1.take().unwrap());
        let folder = TempDir::new().unwrap();
        let write = |name, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
        // The log is synchronised before anything of it goes into the store itself.
        if before.store == after.store {
            write("overwinter.sqlite", &before.store);
            write("overwinter.sqlite-wal", &torn(&before.log, &after.log, random));
        } else {
            write("overwinter.sqlite", &torn(&before.store, &after.store, random));
            write("overwinter.sqlite-wal", &after.log);
        }
        // Keys are on the disk before anything is sealed with them.
        after.keys.iter().for_each(|(name, bytes)| write(name, bytes));
        (folder, moment)
    }
}

#[test]
fn a_power_cut_loses_nothing_that_was_acknowledged() {
    let cuts = std::env::var("OVERWINTER_POWER_CUTS").ok().and_then(|text| text.parse().ok());
    let cuts: u64 = cuts.unwrap_or(5);
    let told = Arc::new(Acknowledged::default());
    let mut players: Vec<Player> = (0..4).map(Player::new).collect();
    let (mut folder, mut random) = (TempDir::new().unwrap(), 7u64);
    // A file, whatever the others have.
    std::fs::write(folder.path().join("overwinter.sqlite"), "").unwrap();
    for cut in 0..cuts {
        let disk = Arc::new(PowerCut {
            folder: folder.path().to_path_buf(),
            told: told.clone(),
            left: AtomicUsize::new(20 + (cut as usize * 48_271) % 200),
            seen: Mutex::default(),
        });
        let house = House::in_folder(folder, on(&disk));
        let address = format!("http://{}", house.address);
        players.iter().for_each(|player| player.check_tables(&address));
        under_load(&mut players, &address, &told, || wait("a power cut", || disk.has_come()));
        drop(house);
        let (left, moment) = disk.left(&mut random);
        let store = load::store_in(left.path());
        moment.check(&store);
        players.iter_mut().for_each(|player| player.go_back(&store));
        told.go_back(moment, &store);
        told.forget(&players);
        drop(store);
        folder = left;
    }
    println!("{cuts} power cuts, {:?} acknowledged, nothing lost", told.deeds());
}
