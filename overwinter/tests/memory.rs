//! A server that has little memory. Its limits keep what anybody can make it hold within bounds; and where the system
//! gives it no more all the same, it ends, as a program does that cannot get memory, and has lost nothing that it
//! acknowledged.

use crate::kill::load::{self, Acknowledged, Player};
use crate::kill::{Running, serve, started};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const MIB: u64 = 1024 * 1024;

/// The memory that a process has for its data, in bytes.
fn data_of(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmData:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// Gives a process no more memory for its data than this.
fn limit(process: &Child, bytes: u64) {
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    prlimit(Some(Pid::from_child(process)), Resource::Data, limit).unwrap();
}

/// Waits until a process has ended by itself; false if it goes on with what it has.
fn has_ended(process: &mut Child, patience: Duration) -> bool {
    let began = Instant::now();
    while began.elapsed() < patience {
        if process.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

#[test]
fn a_server_that_gets_no_more_memory_has_lost_nothing_that_it_acknowledged() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut running = serve(folder.path());
    let mut players: Vec<Player> = (0..8).map(Player::new).collect();
    let told = Acknowledged::default();
    let mut ended = 0;
    for _ in 0..3 {
        let (stop, before) = (AtomicBool::new(false), told.total());
        std::thread::scope(|scope| {
            for player in &mut players {
                let (stop, told, address) = (&stop, &told, &running.address);
                scope.spawn(move || player.play(address, told, stop));
            }
            let more = std::panic::catch_unwind(|| load::wait_for_more(&told, before + 20));
            limit(&running.process, data_of(&running.process));
            ended += usize::from(has_ended(&mut running.process, Duration::from_secs(20)));
            let _ = running.process.kill();
            running.process.wait().unwrap();
            stop.store(true, Ordering::SeqCst);
            more.unwrap();
        });
        let store = load::store_in(folder.path());
        told.moment().check(&store);
        told.settle(&store);
        told.forget(&players);
        drop(store);
        running = serve(folder.path());
        players.iter().for_each(|player| player.check_tables(&running.address));
    }
    println!("{ended} of 3 servers ended without memory, {:?} acknowledged", told.deeds());
    assert!(ended > 0, "no server ran out of memory: this shows nothing");
}

/// A connection of somebody for whom a proxy speaks.
struct Line {
    reader: BufReader<TcpStream>,
    from: &'static str,
}

impl Line {
    fn new(running: &Running, from: &'static str) -> Line {
        let address = running.address.strip_prefix("http://").unwrap();
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Line { reader: BufReader::new(stream), from }
    }

    fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.reader.get_mut().write_all(bytes)
    }

    /// The beginning of a request.
    fn begin(&mut self, method: &str, path: &str) -> std::io::Result<()> {
        let head =
            format!("{method} {path} HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: {}\r\n", self.from);
        self.write(head.as_bytes())
    }

    /// The status of the answer, and the bytes that its body has.
    fn head(&mut self) -> Option<(u16, usize)> {
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest.split(' ').next()?.parse().ok()?;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok()?;
            }
            if line.trim().is_empty() {
                return Some((status, length));
            }
        }
    }

    fn ask(&mut self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        self.begin(method, path).unwrap();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut rest =
            format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        if !token.is_empty() {
            rest.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        self.write(format!("{rest}\r\n{body}").as_bytes()).unwrap();
        let (status, length) = self.head().unwrap();
        let mut text = vec![0; length];
        self.reader.read_exact(&mut text).unwrap();
        (status, serde_json::from_slice(&text).unwrap_or_default())
    }
}

/// What a server with these limits can be made to hold, and some more; not what it is sent.
const ENOUGH: u64 = 512 * MIB;
/// What is sent on one connection where there is nobody who stops it.
const ENDLESS: u64 = 16 * MIB;

/// Sends without end after a beginning; gives the answer's status, if there is one.
fn endless(running: &Running, rest: &str) -> Option<u16> {
    let mut line = Line::new(running, "192.0.2.66");
    line.begin("POST", "/name").unwrap();
    let mut sent = line.write(rest.as_bytes());
    let piece = vec![b'x'; 64 * 1024];
    for _ in 0..ENDLESS / piece.len() as u64 {
        sent = sent.and_then(|()| line.write(&piece));
    }
    line.head().map(|(status, _)| status)
}

/// Somebody plays; gives the table and the decisions that were acknowledged.
fn play(running: &Running, from: &'static str) -> (String, i64) {
    let mut line = Line::new(running, from);
    let new = json!({ "game": "outdoor-survival", "seats": ["me", "bot:random"] });
    let (status, made) = line.ask("POST", "/api/tables", "", &new);
    assert_eq!(status, 200, "{made}");
    let (id, token) = (made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    let mut decided = 0;
    while decided < 10 {
        let (_, asked) = line.ask("GET", &format!("/api/tables/{id}/legal"), token, &Value::Null);
        assert_ne!(asked["stand"]["over"], true);
        let Some(first) = asked["legal"].get(0) else { continue };
        let act = format!("/api/tables/{id}/act");
        assert_eq!(line.ask("POST", &act, token, &json!({ "line": first })).0, 200);
        decided += 1;
    }
    (id.to_string(), decided)
}

#[test]
fn whatever_is_sent_a_server_holds_a_bounded_part_of_it() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_overwinter"));
    server.args(["serve", "--bind", "127.0.0.1:0", "--trusted-proxy", "127.0.0.1/32", "--data"]);
    let mut running = started(server.arg(folder.path()));
    let (table, decided) = play(&running, "192.0.2.1");
    limit(&running.process, data_of(&running.process) + ENOUGH);
    // Bodies and heads without end, more of them at once than there is memory.
    for rest in [
        "Content-Length: 4000000000\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3b9aca00\r\n",
        "X-Long: ",
    ] {
        let answers: Vec<Option<u16>> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..64).map(|_| scope.spawn(|| endless(&running, rest))).collect();
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        // Whoever still sends may find the connection cut before the answer can be read.
        let refused = |status: &Option<u16>| matches!(status, None | Some(400 | 413 | 429 | 431));
        assert!(answers.iter().all(refused), "{answers:?}");
        assert!(running.process.try_wait().unwrap().is_none(), "{rest:?} ended the server");
    }
    // Tables and streams, as many as one may have and more; nobody reads what comes.
    let mut line = Line::new(&running, "192.0.2.67");
    let new = json!({ "game": "survivors", "seats": ["bot:random", "bot:random"] });
    let opened: Vec<(u16, Value)> =
        (0..80).map(|_| line.ask("POST", "/api/tables", "", &new)).collect();
    let open = opened.iter().filter(|(status, _)| *status == 200).count();
    assert!((60..70).contains(&open), "{open} tables of one visitor");
    let mut streams = Vec::new();
    for number in 0..260 {
        let id = opened[number % open].1["id"].as_str().unwrap();
        let mut line = Line::new(&running, "192.0.2.67");
        line.begin("GET", &format!("/t/{id}/stream?as=table")).unwrap();
        line.write(b"\r\n").unwrap();
        let (status, _) = line.head().unwrap();
        streams.push((status, line));
    }
    let held = streams.iter().filter(|(status, _)| *status == 200).count();
    assert_eq!(held, 200, "streams of one visitor");
    // Somebody else plays all the while, and what was acknowledged before is there.
    let (other, others) = play(&running, "192.0.2.2");
    assert!(running.process.try_wait().unwrap().is_none());
    println!("{} MiB of data", data_of(&running.process) / MIB);
    drop(streams);
    running.process.kill().unwrap();
    running.process.wait().unwrap();
    let store = load::store_in(folder.path());
    for (table, decided) in [(table, decided), (other, others)] {
        let own = "SELECT count(*) FROM steps WHERE table_id = ?1 AND seat = 0";
        let kept: i64 = store.query_row(own, [&table], |row| row.get(0)).unwrap();
        assert_eq!(kept, decided);
    }
}
