//! What somebody else notices of an attack: the times of a person's requests, and of the answers of a greedy bot,
//! before, during and after another lets thirty tables of strong bots think, holds a thousand slow connections,
//! floods the server from very many addresses, or asks for pictures. `cargo bench -p service --bench attacks`;
//! `ATTACK_SECONDS` says how long each lasts (20), and a third of that is looked at before and after it.
//!
//! The server runs as a process of its own with its usual limits; the person asks from one address of the loopback,
//! attackers from others.

mod server;

use serde_json::{Value, json};
use server::{House, Times};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpSocket;
use tokio::runtime::Runtime;

/// A proxy that the server trusts: it speaks for whom it likes.
const PROXY: [u8; 4] = [127, 0, 0, 99];
const ATTACKER: [u8; 4] = [127, 0, 0, 66];

/// How long an attack gets before anybody looks.
const TO_BEGIN: Duration = Duration::from_secs(3);

/// What one visitor does until it is told to stop, counting what it asked.
type Attack = fn(&House, &AtomicBool, &AtomicUsize);

fn main() {
    server::serve_if_asked(|config| {
        config.trusted_proxies = "127.0.0.99/32".parse().into_iter().collect();
    });
    let seconds = std::env::var("ATTACK_SECONDS").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(20));
    let attacks: [(&str, Attack); 4] = [
        ("30 tables of strong bots", bots),
        ("1,100 slow connections", slow_connections),
        ("very many addresses", addresses),
        ("pictures", pictures),
    ];
    let mut rows = Vec::new();
    for (number, (name, attack)) in (1..).zip(attacks) {
        eprintln!("{number} of {}: {name}", attacks.len());
        let house = House::start();
        let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
        let before = live(&house, time / 3);
        let during = std::thread::scope(|scope| {
            scope.spawn(|| attack(&house, &stop, &done));
            std::thread::sleep(TO_BEGIN);
            let during = live(&house, time);
            stop.store(true, Ordering::SeqCst);
            during
        });
        let after = live(&house, time / 3);
        let (asked, memory) = (done.load(Ordering::SeqCst), house.memory() / 1024);
        eprintln!("   {asked} requests of the attacker; the server has {memory} MiB");
        rows.push((name, [before, during, after]));
    }
    table("requests of a person", &rows, |seen| &seen.requests);
    table("answers of a greedy bot", &rows, |seen| &seen.answers);
}

/// Prints what somebody noticed of every attack, in milliseconds.
fn table(what: &str, rows: &[(&str, [Seen; 3])], times: fn(&Seen) -> &Times) {
    println!("\n{what:<26}{:>24}{:>24}{:>24}", "before", "during", "after");
    println!("{:<26}{}", "milliseconds", "     p50     p99     max".repeat(3));
    for (name, seen) in rows {
        let parts = seen
            .iter()
            .map(times)
            .flat_map(|times| [0.5, 0.99, 1.0].map(|share| times.within(share)));
        let parts: String = parts.map(|part| format!("{part:>8.1}")).collect();
        println!("{name:<26}{parts}");
    }
}

/// What a person noticed.
#[derive(Default)]
struct Seen {
    requests: Times,
    answers: Times,
}

fn wait(stop: &AtomicBool) {
    while !stop.load(Ordering::SeqCst) {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Connects from chosen addresses, which the standard library cannot.
static CONNECTING: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));

/// Connections to a server.
trait Connects {
    /// A connection from an address of the loopback.
    fn connect(&self, from: [u8; 4]) -> Line;
}

impl Connects for House {
    fn connect(&self, from: [u8; 4]) -> Line {
        let stream = CONNECTING.block_on(async {
            let socket = TcpSocket::new_v4().expect("a socket");
            socket.bind((from, 0).into()).expect("an address");
            socket.connect(self.address).await.expect("a connection").into_std()
        });
        let stream = stream.expect("a connection");
        stream.set_nonblocking(false).expect("a connection that is waited for");
        stream.set_nodelay(true).expect("no delay");
        Line { reader: BufReader::new(stream) }
    }
}

/// A connection that is kept open.
struct Line {
    reader: BufReader<TcpStream>,
}

impl Line {
    /// Sends a request and takes its answer; nothing if the connection was cut.
    fn ask(&mut self, method: &str, path: &str, head: &str, body: &str) -> Option<(u16, Vec<u8>)> {
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: here\r\n{head}Content-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        self.reader.get_mut().write_all(request.as_bytes()).ok()?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if status == 0 {
                status = line.split(' ').nth(1)?.parse().ok()?;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok()?;
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body).ok()?;
        Some((status, body))
    }

    fn json(&mut self, method: &str, path: &str, token: &str, body: &str) -> (u16, Value) {
        let head = match token.is_empty() {
            true => String::new(),
            false => format!("Authorization: Bearer {token}\r\n"),
        };
        let (status, body) = self.ask(method, path, &head, body).expect("an answer");
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }
}

/// People who play against a greedy bot and look around, one after the other: each plays one game, from an address of
/// their own, since nobody may open as many tables as all of them do.
fn live(house: &House, time: Duration) -> Seen {
    static PEOPLE: AtomicUsize = AtomicUsize::new(0);
    let (mut seen, began) = (Seen::default(), Instant::now());
    while began.elapsed() < time {
        let [.., high, low] = PEOPLE.fetch_add(1, Ordering::SeqCst).to_be_bytes();
        let mut line = house.connect([127, 1, high, low]);
        play(&mut line, &mut seen, &|| began.elapsed() < time);
    }
    seen
}

/// How long a person rests between two requests: the limits want it.
const REST: Duration = Duration::from_millis(12);

/// Asks for something.
fn timed(seen: &mut Seen, ask: impl FnOnce() -> (u16, Value)) -> Value {
    let began = Instant::now();
    let (status, answer) = ask();
    seen.requests.0.push(began.elapsed().as_secs_f64() * 1000.0);
    assert!(status < 429, "{status}: {answer}");
    answer
}

/// One game, as long as there is time.
fn play(line: &mut Line, seen: &mut Seen, goes_on: &dyn Fn() -> bool) {
    let body = json!({ "game": "outdoor-survival", "seats": ["me", "bot:greedy"] }).to_string();
    let made = timed(seen, || line.json("POST", "/api/tables", "", &body));
    let (id, token) = (made["id"].as_str(), made["seats"][0]["token"].as_str());
    let (id, token) = (id.expect("an id").to_string(), token.expect("a token").to_string());
    let at = |what: &str| format!("/api/tables/{id}{what}");
    while goes_on() {
        let asked = timed(seen, || line.json("GET", &at("/legal"), &token, ""));
        std::thread::sleep(REST);
        if asked["stand"]["over"] == true {
            return;
        }
        if let Some(chosen) = asked["legal"][0].as_str() {
            let (body, since) = (json!({ "line": chosen }).to_string(), Instant::now());
            let done = timed(seen, || line.json("POST", &at("/act"), &token, &body));
            while goes_on() {
                let stands = timed(seen, || line.json("GET", &at(""), &token, ""));
                if stands["deciding"][0] != 2 {
                    // Everybody knows everything here: more steps than the person's own are the bot's.
                    if stands["steps"].as_u64() > done["step"].as_u64() {
                        seen.answers.0.push(since.elapsed().as_secs_f64() * 1000.0);
                    }
                    break;
                }
                std::thread::sleep(REST);
            }
        }
        for page in [format!("/t/{id}"), "/".into()] {
            std::thread::sleep(REST);
            timed(seen, || line.json("GET", &page, "", ""));
        }
    }
}

fn bots(house: &House, stop: &AtomicBool, done: &AtomicUsize) {
    let mut line = house.connect(ATTACKER);
    let seats = ["bot:search:strong", "bot:search:strong"];
    for _ in 0..30 {
        let body = json!({ "game": "outdoor-survival", "seats": seats }).to_string();
        let (status, answer) = line.json("POST", "/api/tables", "", &body);
        assert_eq!(status, 200, "{answer}");
        done.fetch_add(1, Ordering::SeqCst);
    }
    wait(stop);
}

fn slow_connections(house: &House, stop: &AtomicBool, done: &AtomicUsize) {
    let mut held = Vec::new();
    // From four addresses: one alone may not have so many.
    for number in 0..1100 {
        let mut line = house.connect([127, 0, 0, 66 + (number % 4) as u8]);
        let said: &[u8] = match number % 3 {
            0 => b"",
            1 => b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ",
            _ => b"POST /name HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nname",
        };
        let _ = line.reader.get_mut().write_all(said);
        done.fetch_add(1, Ordering::SeqCst);
        held.push(line);
    }
    while !stop.load(Ordering::SeqCst) {
        for line in &mut held {
            let _ = line.reader.get_mut().write_all(b"x");
        }
        std::thread::sleep(Duration::from_secs(1));
    }
}

fn addresses(house: &House, stop: &AtomicBool, done: &AtomicUsize) {
    std::thread::scope(|scope| {
        for sender in 0..4u32 {
            scope.spawn(move || {
                let mut line = house.connect(PROXY);
                let mut number = sender;
                while !stop.load(Ordering::SeqCst) {
                    number += 4;
                    let [_, b, c, d] = number.to_be_bytes();
                    let head = format!("X-Forwarded-For: 10.{b}.{c}.{d}\r\n");
                    if line.ask("GET", "/help", &head, "").is_none() {
                        line = house.connect(PROXY);
                    }
                    done.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
}

fn pictures(house: &House, stop: &AtomicBool, done: &AtomicUsize) {
    let body = json!({ "game": "survivors", "seats": ["bot:random", "bot:random"] }).to_string();
    let (_, made) = house.connect(ATTACKER).json("POST", "/api/tables", "", &body);
    let table = made["id"].as_str().expect("a table").to_string();
    std::thread::scope(|scope| {
        for sender in 0..6u8 {
            let table = &table;
            scope.spawn(move || {
                let from = [127, 0, 0, 60 + sender];
                let mut line = house.connect(from);
                let mut number = usize::from(sender);
                while !stop.load(Ordering::SeqCst) {
                    number = (number * 7 + 13) % 40;
                    let path = match number % 3 {
                        0 => "/picture/survivors.svg".to_string(),
                        1 => format!("/picture/outlive.svg?steps=400&seed={number}"),
                        _ => format!("/t/{table}/picture/{number}.svg"),
                    };
                    if line.ask("GET", &path, "", "").is_none() {
                        line = house.connect(from);
                    }
                    done.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
}
