//! The server is killed at random moments under load: nothing that was acknowledged is lost or doubled, nothing is
//! corrupted, and every game goes on. `OVERWINTER_KILLS=2000 cargo test -p overwinter kill::` does it 2,000 times.

#[path = "../../service/tests/load/mod.rs"]
pub mod load;
#[cfg(feature = "postgres")]
#[path = "../../service/tests/house/postgres.rs"]
#[allow(dead_code, reason = "the server's own tests need more of it")]
pub mod postgres;

use load::{Acknowledged, Player};
use rusqlite::Connection;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const PLAYERS: u64 = 8;

/// A server in a process of its own.
pub struct Running {
    pub process: Child,
    pub address: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn server(data: &Path) -> Command {
    let mut server = Command::new(env!("CARGO_BIN_EXE_overwinter"));
    server
        .args(["serve", "--bind", "127.0.0.1:0", "--no-limits", "--absent-minute", "0", "--data"])
        .arg(data);
    server
}

/// Starts a server without limits in a folder.
pub fn serve(data: &Path) -> Running {
    started(&mut server(data))
}

/// Starts a server, and waits for its address.
pub fn started(server: &mut Command) -> Running {
    let mut process = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit(' ').next().unwrap().to_string();
    assert!(address.starts_with("http://127.0.0.1:"), "{line}");
    Running { process, address }
}

/// How often a server is killed, unless it is said.
fn kills() -> u64 {
    let asked = std::env::var("OVERWINTER_KILLS").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(4)
}

/// Kills servers under load and holds the store to what they acknowledged: the store that `left` finds once one is dead.
fn kill(start: impl Fn() -> Running, left: impl Fn() -> Connection) {
    let kills = kills();
    let mut running = start();
    let mut players: Vec<Player> = (0..PLAYERS).map(Player::new).collect();
    let told = Acknowledged::default();
    for round in 0..kills {
        let (stop, before) = (AtomicBool::new(false), told.total());
        std::thread::scope(|scope| {
            for player in &mut players {
                let (stop, told, address) = (&stop, &told, &running.address);
                scope.spawn(move || player.play(address, told, stop));
            }
            // Some of this round is acknowledged; then it ends at any moment.
            let more = std::panic::catch_unwind(|| load::wait_for_more(&told, before + 15));
            std::thread::sleep(Duration::from_micros((round * 48_271) % 300_000));
            running.process.kill().unwrap();
            running.process.wait().unwrap();
            stop.store(true, Ordering::SeqCst);
            more.unwrap();
        });
        let store = left();
        told.moment().check(&store);
        told.settle(&store);
        told.forget(&players);
        drop(store);
        running = start();
        players.iter().for_each(|player| player.check_tables(&running.address));
    }
    running.process.kill().unwrap();
    running.process.wait().unwrap();
    println!("{kills} kills, {:?} acknowledged, none lost", told.deeds());
    assert!(told.total() as u64 >= kills, "the load was too light to show anything");
}

#[test]
fn a_killed_server_has_lost_nothing_that_it_acknowledged() {
    let folder = tempfile::TempDir::new().unwrap();
    kill(|| serve(folder.path()), || load::store_in(folder.path()));
}

#[cfg(feature = "postgres")]
#[test]
fn a_killed_server_on_postgresql_has_lost_nothing_that_it_acknowledged() {
    let (folder, address) = (tempfile::TempDir::new().unwrap(), postgres::new_store());
    let copied = folder.path().join("copied");
    kill(
        || started(server(folder.path()).args(["--store", &address])),
        || {
            // What PostgreSQL has is looked at in a file: a copy that is checked against it.
            let _ = std::fs::remove_dir_all(&copied);
            std::fs::create_dir(&copied).unwrap();
            let mut copy = Command::new(env!("CARGO_BIN_EXE_overwinter"));
            let copy = copy.args(["store", "copy", &address]).arg(&copied).output().unwrap();
            assert!(copy.status.success(), "{}", String::from_utf8_lossy(&copy.stderr));
            load::store_in(&copied)
        },
    );
}

#[test]
fn a_second_server_on_the_same_folder_is_refused_with_its_reason() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut first = serve(folder.path());
    let second = server(folder.path()).output().unwrap();
    first.process.kill().unwrap();
    first.process.wait().unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("another server serves this folder"), "{said}");
}
