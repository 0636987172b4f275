//! The server under load: decisions per second with durable storage, memory per live game, many open
//! streams, and how soon the first board is there. `cargo bench -p service --bench load`.
//!
//! The server runs as a process of its own (this program again), so that its memory can be read.
//! `LOAD_GAMES`, `LOAD_SECONDS`, `LOAD_CLIENTS`, `LOAD_STREAMS` change what is done,
//! `LOAD_ONLY=connect-four` loads one game only, `LOAD_ONLY=streams` none; with
//! `LOAD_COMPARE=1` boardgame.io's own server gets the same load in the same run (needs node and npm).
//!
//! With `--features postgres` the store is in PostgreSQL as well (its programs must be there, as for the tests), with one server
//! and with several (`LOAD_SERVERS=1,3`): `LOAD_ONLY=postgres` measures decisions, `LOAD_ONLY=told` how soon those who watch are
//! told (`LOAD_STREAMS`), `LOAD_ONLY=deaths` how soon tables go on when servers are killed (`LOAD_DEATHS`).

#[cfg(feature = "postgres")]
mod cluster;
mod server;

use serde_json::{Value, json};
use server::{House, Times};
use service::{Config, Connections, Limits};
use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::Mutex;

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn main() {
    server::serve_if_asked(|config: &mut Config| {
        config.limits = Limits::none();
        let free = Connections::default();
        config.connections = Connections { from_one_address: free.most, ..free };
        // Those who measure deaths watch bots that take their time.
        let deaths = std::env::var("LOAD_ONLY").is_ok_and(|only| only == "deaths");
        config.bot_pause = Duration::from_millis(if deaths { 250 } else { 0 });
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(measure());
}

/// All clients share one thread, as those of the other server do.
async fn measure() {
    let (games, seconds) = (number("LOAD_GAMES", 1000), number("LOAD_SECONDS", 20));
    let clients = number("LOAD_CLIENTS", 32);
    let only = std::env::var("LOAD_ONLY").unwrap_or_default();
    #[cfg(feature = "postgres")]
    if cluster::measured(&only).await {
        return;
    }
    for shelved in shelf::shelf().iter().rev() {
        let game = shelved.game.id();
        if !only.is_empty() && only != game {
            continue;
        }
        let houses = [House::start()];
        let [house] = &houses;
        let empty = house.memory();
        let began = Instant::now();
        let seats = open_all(&houses, game, games).await;
        let opened = began.elapsed();
        let load = load(&houses, &seats, clients, Duration::from_secs(seconds as u64), game).await;
        // Games that ended during the load were followed by others, and are in memory as well.
        let (_, health) = house.connect().await.ask("GET", "/health", "", "").await;
        let tables = health["tables_in_memory"].as_u64().unwrap_or_default().max(1);
        println!(
            "{game}: {games} live games opened in {:.1} s; {load}; {} KiB for each of {tables} games in memory after {:.0} decisions each",
            opened.as_secs_f64(),
            house.memory().saturating_sub(empty) / tables,
            load.times.0.len() as f64 / tables as f64
        );
        if game == "connect-four" && number("LOAD_COMPARE", 0) == 1 {
            compare(games, seconds, clients, "");
        }
    }
    if !only.is_empty() && only != "streams" {
        return;
    }
    streams(number("LOAD_STREAMS", 2000), Duration::from_secs(number("LOAD_HOLD", 60) as u64))
        .await;
    for shelved in shelf::shelf() {
        first_board(shelved.game.id()).await;
    }
}

/// Connections to a server.
trait Connects {
    async fn connect(&self) -> Line;
}

impl Connects for House {
    async fn connect(&self) -> Line {
        let stream = TcpStream::connect(self.address).await.expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        Line { reader: BufReader::new(stream), address: self.address.to_string() }
    }
}

/// A connection that is kept open.
struct Line {
    reader: BufReader<TcpStream>,
    address: String,
}

impl Line {
    async fn send(&mut self, method: &str, path: &str, head: &str, body: &str) {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.reader.get_mut().write_all(request.as_bytes()).await.expect("it is sent");
    }

    /// Status, bytes of the head, and body of an answer that says its length.
    async fn answer(&mut self) -> (u16, usize, Vec<u8>) {
        let (mut status, mut length, mut head) = (0, 0, 0);
        loop {
            let mut line = String::new();
            head += self.reader.read_line(&mut line).await.expect("an answer");
            if status == 0 {
                status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(1);
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap_or(0);
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body).await.expect("the body");
        (status, head, body)
    }

    /// Bytes and body of a page or file.
    async fn fetch(&mut self, path: &str) -> (usize, Vec<u8>) {
        self.send("GET", path, BROWSER, "").await;
        let (status, head, body) = self.answer().await;
        assert_eq!(status, 200, "{path}");
        (head + body.len(), body)
    }

    async fn ask(&mut self, method: &str, path: &str, token: &str, body: &str) -> (u16, Value) {
        let head = if token.is_empty() {
            String::new()
        } else {
            format!("Authorization: Bearer {token}\r\n")
        };
        self.send(method, path, &head, body).await;
        let (status, _, body) = self.answer().await;
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }
}

/// Browsers read packed answers.
const BROWSER: &str = "Accept-Encoding: gzip\r\n";

/// All seats of a table.
struct Seat {
    table: String,
    tokens: Vec<String>,
    decided: usize,
}

impl Seat {
    async fn open(house: &House, game: &str) -> Seat {
        let seats = if game == "postal-survival" { 6 } else { 2 };
        let body = json!({ "game": game, "seats": vec!["me"; seats] }).to_string();
        let (status, made) = house.connect().await.ask("POST", "/api/tables", "", &body).await;
        assert_eq!(status, 200, "{made}");
        let tokens = made["seats"].as_array().expect("seats").iter();
        Seat {
            table: made["id"].as_str().expect("an id").to_string(),
            tokens: tokens.filter_map(|seat| Some(seat["token"].as_str()?.to_string())).collect(),
            decided: 0,
        }
    }
}

/// What was measured: the time of every decision in milliseconds.
struct Load {
    times: Times,
    spent: f64,
}

impl std::fmt::Display for Load {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:.0} decisions/s, p50 {:.2} ms, p99 {:.2} ms",
            self.times.0.len() as f64 / self.spent,
            self.times.within(0.5),
            self.times.within(0.99)
        )
    }
}

async fn open_all(houses: &[House], game: &str, games: usize) -> Vec<Mutex<Seat>> {
    let mut seats = Vec::new();
    for number in 0..games {
        seats.push(Mutex::new(Seat::open(&houses[number % houses.len()], game).await));
    }
    seats
}

/// Decisions at many tables. Where there are several servers each decision is sent to any of them, as by a balancer that knows
/// nothing of tables.
async fn load(
    houses: &[House],
    seats: &[Mutex<Seat>],
    clients: usize,
    time: Duration,
    game: &str,
) -> Load {
    let began = Instant::now();
    let all = (0..clients).map(|client| async move {
        let mut lines = Vec::new();
        for house in houses {
            lines.push(house.connect().await);
        }
        let mut own = Vec::new();
        let mut random = client as u64 * 7919 + 1;
        // Tables of its own: clients that wait for each other at a table would follow each other from then on.
        let mut tables = (client..seats.len()).step_by(clients).cycle();
        while let Some(at) = tables.next().filter(|_| began.elapsed() < time) {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mut seat = seats[at].lock().await;
            let server = (random >> 17) as usize % houses.len();
            if !decide(&mut lines[server], &mut seat, random >> 33, game, &mut own).await {
                *seat = Seat::open(&houses[server], game).await;
            }
        }
        own
    });
    let times = Times(futures_util::future::join_all(all).await.concat());
    let spent = began.elapsed().as_secs_f64();
    Load { times, spent }
}

/// One decision at a table; only the decision itself is timed. False if the game is over.
async fn decide(
    line: &mut Line,
    seat: &mut Seat,
    random: u64,
    game: &str,
    times: &mut Vec<f64>,
) -> bool {
    let act = format!("/api/tables/{}/act", seat.table);
    if game == "connect-four" {
        // Seats take turns, so nobody need ask; a full column is refused and not counted.
        let token = &seat.tokens[seat.decided % seat.tokens.len()];
        let body = json!({ "line": (random % 7 + 1).to_string() }).to_string();
        let began = Instant::now();
        let (status, answer) = line.ask("POST", &act, token, &body).await;
        if status == 200 {
            times.push(began.elapsed().as_secs_f64() * 1000.0);
            seat.decided += 1;
        }
        return !answer["message"].as_str().is_some_and(|words| words.contains("over"));
    }
    let mut over = false;
    for token in &seat.tokens {
        let path = format!("/api/tables/{}/legal", seat.table);
        let (_, asked) = line.ask("GET", &path, token, "").await;
        over = asked["stand"]["over"] == json!(true);
        let legal: Vec<&str> = asked["legal"]
            .as_array()
            .map(|legal| legal.iter().filter_map(|line| line.as_str()).collect())
            .unwrap_or_default();
        let going_on = |line: &&str| !["resign", "concede"].contains(line);
        let legal: Vec<&str> = legal.into_iter().filter(going_on).collect();
        let Some(chosen) = legal.get(random as usize % legal.len().max(1)) else { continue };
        let body = json!({ "line": chosen }).to_string();
        let began = Instant::now();
        let (status, _) = line.ask("POST", &act, token, &body).await;
        if status == 200 {
            times.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        return true;
    }
    !over
}

/// Many open streams while decisions go on at the tables that they follow.
async fn streams(count: usize, hold: Duration) {
    let houses = [House::start()];
    let [house] = &houses;
    let tables = 100;
    // A long game: those that end are followed by others, which nobody would watch.
    let game = "yellowstone";
    let seats = open_all(&houses, game, tables).await;
    let empty = house.memory();
    let mut open = Vec::new();
    for number in 0..count {
        let mut line = house.connect().await;
        let table = seats[number % tables].lock().await.table.clone();
        line.send("GET", &format!("/t/{table}/stream?as=table"), BROWSER, "").await;
        open.push(line.reader.into_inner());
    }
    let until = tokio::time::Instant::now() + hold;
    let readers = open.into_iter().map(|mut stream| async move {
        let mut buffer = vec![0; 4096];
        let mut received = 0;
        loop {
            match tokio::time::timeout_at(until, stream.read(&mut buffer)).await {
                Ok(Ok(bytes)) if bytes > 0 => received += bytes,
                Ok(_) => return (received, 1),
                Err(_) => return (received, 0),
            }
        }
    });
    let readers = futures_util::future::join_all(readers);
    let (load, read) = tokio::join!(load(&houses, &seats, 4, hold, game), readers);
    let (received, lost) = read.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    println!(
        "{count} open streams for {} s: {} lost, {:.1} MB received, {load}; {} KiB per stream",
        hold.as_secs(),
        lost,
        received as f64 / 1e6,
        house.memory().saturating_sub(empty) / count.max(1) as u64
    );
}

/// Everything that a browser needs until it shows the board: how long it takes and how much it is.
async fn first_board(game: &str) {
    let house = House::start();
    let seat = Seat::open(&house, game).await;
    let mut line = house.connect().await;
    let (_, page) = line.fetch(&format!("/t/{}", seat.table)).await;
    let page = String::from_utf8_lossy(&page).to_string();
    // The page names all scripts; one of them fetches the pictures, which lie beside the style.
    let mut assets: BTreeSet<String> =
        page.split('"').filter(|word| word.starts_with("/assets/")).map(str::to_string).collect();
    let style = assets.iter().find(|name| name.ends_with("/style.css")).expect("a style");
    assets.insert(style.replace("style.css", "sprite.svg"));
    let began = Instant::now();
    let (mut bytes, _) = line.fetch(&format!("/t/{}", seat.table)).await;
    for asset in &assets {
        bytes += line.fetch(asset).await.0;
    }
    let mut stream = house.connect().await;
    stream.send("GET", &format!("/t/{}/stream?as=table", seat.table), "", "").await;
    let mut first = String::new();
    while !first.contains("data: ") || !first.ends_with("\n\n") {
        let mut more = String::new();
        stream.reader.read_line(&mut more).await.expect("the first event");
        first.push_str(&more);
        if more == "\n" && first.contains("data: ") {
            break;
        }
    }
    bytes += first.len();
    let digest = first.split(r#""ground":""#).nth(1).and_then(|rest| rest.split('"').next());
    let digest = digest.expect("a ground").to_string();
    for kind in ["svg", "json"] {
        bytes += line.fetch(&format!("/ground/{digest}.{kind}")).await.0;
    }
    println!(
        "{game}: first board after {:.0} ms and {} KiB (first event {} KiB)",
        began.elapsed().as_secs_f64() * 1000.0,
        bytes / 1024,
        first.len() / 1024
    );
}

/// boardgame.io's own server under the same load, in memory and with its file store; or with its store in the PostgreSQL database
/// of an address.
fn compare(games: usize, seconds: usize, clients: usize, database: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/boardgame-io");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("boardgame-io");
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["package.json", "game.js", "server.js", "load.js"] {
        std::fs::copy(source.join(name), folder.join(name)).expect("its files");
    }
    let installed = Command::new("npm")
        .args(["install", "--silent", "--no-audit", "--no-fund"])
        .current_dir(&folder)
        .status();
    if !installed.is_ok_and(|status| status.success()) {
        println!("boardgame.io: npm could not install it");
        return;
    }
    let stores = if database.is_empty() { &["memory", "file"][..] } else { &["postgres"] };
    for store in stores {
        let files = tempfile::TempDir::new().expect("a folder");
        let place = match database.is_empty() {
            true => files.path().display().to_string(),
            false => database.to_string(),
        };
        let mut node = Command::new("node")
            .args(["server.js", "18123", store, &place])
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node");
        let mut out = std::io::BufReader::new(node.stdout.take().expect("its output"));
        let mut line = String::new();
        while !line.contains("ready") {
            line.clear();
            if out.read_line(&mut line).unwrap_or(0) == 0 {
                break;
            }
        }
        std::thread::spawn(move || out.lines().for_each(drop));
        let empty = server::memory(node.id());
        let load = Command::new("node")
            .args([
                "load.js",
                "18123",
                &games.to_string(),
                &seconds.to_string(),
                &clients.to_string(),
            ])
            .current_dir(&folder)
            .output()
            .expect("node");
        let per_game = server::memory(node.id()).saturating_sub(empty) / games as u64;
        println!(
            "boardgame.io, {store}: {} ({per_game} KiB per game)",
            String::from_utf8_lossy(&load.stdout).trim()
        );
        let _ = node.kill();
        let _ = node.wait();
    }
}
