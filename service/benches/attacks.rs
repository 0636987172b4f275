//! What somebody else notices of an attack: the times of a person's requests while another lets thirty tables of strong
//! bots think, holds a thousand slow connections, floods the server from a million addresses, or asks for
//! pictures. `cargo bench -p service --bench attacks`; `ATTACK_SECONDS` says how long each lasts (20).
//!
//! The server runs as a process of its own (this program again) with its usual limits; the person asks from one
//! address of the loopback, attackers from others.

use serde_json::{Value, json};
use service::{Config, Server};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpSocket;

/// A proxy that the server trusts: it speaks for whom it likes.
const PROXY: [u8; 4] = [127, 0, 0, 99];
const ATTACKER: [u8; 4] = [127, 0, 0, 66];
const PERSON: [u8; 4] = [127, 0, 0, 1];

/// What one visitor does until it is told to stop, counting what it asked.
type Attack = fn(&House, &AtomicBool, &AtomicUsize);

fn main() {
    if let Some(folder) = std::env::var_os("ATTACK_SERVER") {
        return serve(Path::new(&folder));
    }
    let seconds = std::env::var("ATTACK_SECONDS").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(20));
    let attacks: [(&str, Attack); 5] = [
        ("nothing", |_, stop, _| wait(stop)),
        ("30 tables of strong bots", bots),
        ("1,100 slow connections", slow_connections),
        ("a million addresses", addresses),
        ("pictures", pictures),
    ];
    for (name, attack) in attacks {
        let house = House::start();
        let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            scope.spawn(|| attack(&house, &stop, &done));
            std::thread::sleep(Duration::from_secs(3));
            let (requests, answers) = live(&house, time);
            stop.store(true, Ordering::SeqCst);
            let all = done.load(Ordering::SeqCst);
            println!("{name} ({all} requests): {requests}; a greedy bot's {answers}");
        });
    }
}

fn wait(stop: &AtomicBool) {
    while !stop.load(Ordering::SeqCst) {
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn serve(folder: &Path) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let mut config =
            Config::new(([127, 0, 0, 1], 0).into(), folder.to_path_buf(), &shelf::house());
        config.trusted_proxies = "127.0.0.99/32".parse().into_iter().collect();
        let server = Server::start(config).await.expect("the server starts");
        println!("{}", server.address());
        tokio::time::sleep(Duration::from_secs(3600)).await;
    });
}

/// A server in a process of its own.
struct House {
    process: Child,
    address: SocketAddr,
    _folder: tempfile::TempDir,
}

impl House {
    fn start() -> House {
        let folder = tempfile::TempDir::new().expect("a folder");
        let program = std::env::current_exe().expect("this program");
        let mut process = Command::new(program)
            .env("ATTACK_SERVER", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut address = String::new();
        let out = process.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut address).expect("its address");
        let address = address.trim().parse().expect("an address");
        House { process, address, _folder: folder }
    }

    /// A connection from an address of the loopback.
    fn connect(&self, from: [u8; 4]) -> Line {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let stream = runtime.expect("a runtime").block_on(async {
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

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
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

/// Times in milliseconds.
struct Times(Vec<f64>);

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut times = self.0.clone();
        times.sort_by(f64::total_cmp);
        let part = |share: f64| {
            let place = (times.len() as f64 * share) as usize;
            times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
        };
        let (middle, most, worst) = (part(0.5), part(0.99), part(1.0));
        write!(
            f,
            "{} times, p50 {middle:.1} ms, p99 {most:.1} ms, at most {worst:.1} ms",
            times.len()
        )
    }
}

/// A person who plays against a greedy bot and looks around: the times of the requests, and of the bot's answers.
fn live(house: &House, time: Duration) -> (Times, Times) {
    let mut line = house.connect(PERSON);
    let (mut requests, mut answers) = (Vec::new(), Vec::new());
    let began = Instant::now();
    let timed = |work: &mut dyn FnMut() -> (u16, Value), times: &mut Vec<f64>| {
        let began = Instant::now();
        let (status, answer) = work();
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        assert!(status < 429, "{status}: {answer}");
        std::thread::sleep(Duration::from_millis(15));
        answer
    };
    while began.elapsed() < time {
        let body = json!({ "game": "outdoor-survival", "seats": ["me", "bot:greedy"] }).to_string();
        let made = timed(&mut || line.json("POST", "/api/tables", "", &body), &mut requests);
        let (id, token) = (made["id"].as_str(), made["seats"][0]["token"].as_str());
        let (id, token) = (id.expect("an id").to_string(), token.expect("a token").to_string());
        let at = |what: &str| format!("/api/tables/{id}/{what}");
        let mut asked_bot = None;
        while began.elapsed() < time {
            let asked = timed(&mut || line.json("GET", &at("legal"), &token, ""), &mut requests);
            if asked["stand"]["over"] == true {
                break;
            }
            let Some(chosen) = asked["legal"][0].as_str().map(str::to_string) else { continue };
            if let Some(since) = asked_bot.take() {
                let since: Instant = since;
                answers.push(since.elapsed().as_secs_f64() * 1000.0);
            }
            let body = json!({ "line": chosen }).to_string();
            timed(&mut || line.json("POST", &at("act"), &token, &body), &mut requests);
            let stands = timed(&mut || line.json("GET", &at("view"), &token, ""), &mut requests);
            if stands["stand"]["deciding"][0] == 2 {
                asked_bot = Some(Instant::now());
            }
            timed(&mut || line.json("GET", &format!("/t/{id}"), "", ""), &mut requests);
            timed(&mut || line.json("GET", "/", "", ""), &mut requests);
        }
    }
    (Times(requests), Times(answers))
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
