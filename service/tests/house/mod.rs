//! A server of its own for a test, and people who visit it over real HTTP.

#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "postgres")]
mod standby;
mod wrapped;

pub use wrapped::wrapped;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use rusqlite::Connection;
use serde_json::{Value, json};
use service::{Config, Limits, Server, StoreAddress};
use shelf::Shelved;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use table::{Contribution, Seed};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use ureq::Agent;
use ureq::http::Response;

/// A running server with a store of its own.
pub struct House {
    runtime: Runtime,
    server: Option<Server>,
    pub folder: TempDir,
    pub address: SocketAddr,
    /// The operator's address, if it has one.
    pub operator: Option<SocketAddr>,
}

pub fn quick(config: &mut Config) {
    config.limits = Limits::none();
    config.bot_pause = Duration::ZERO;
}

impl House {
    pub fn open() -> House {
        House::with(quick)
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> House {
        House::in_folder(TempDir::new().unwrap(), change)
    }

    /// With its store in a file whatever the others have: for what only a file can be put through.
    pub fn in_a_file(change: impl FnOnce(&mut Config)) -> House {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("overwinter.sqlite"), "").unwrap();
        House::in_folder(folder, change)
    }

    pub fn in_folder(folder: TempDir, change: impl FnOnce(&mut Config)) -> House {
        let runtime = Runtime::new().unwrap();
        let mut config =
            Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_path_buf(), &shelf::house());
        config.store = store_of(folder.path());
        change(&mut config);
        let server = runtime.block_on(Server::start(config)).unwrap();
        let (address, operator) = (server.address(), server.operator_address());
        House { runtime, server: Some(server), folder, address, operator }
    }

    /// Two servers with one store in PostgreSQL.
    #[cfg(feature = "postgres")]
    pub fn pair(address: &str, change: impl Fn(&mut Config)) -> [House; 2] {
        let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
        let keys = folders[1].path().to_path_buf();
        folders.map(|folder| {
            let is_first = folder.path() != keys;
            let house = House::in_folder(folder, |config| {
                quick(config);
                config.store = address.parse().unwrap();
                change(config);
            });
            if is_first {
                for key in ["seeds.key", "records.key"] {
                    std::fs::copy(house.folder.path().join(key), keys.join(key)).unwrap();
                }
            }
            house
        })
    }

    /// With games of the test's own on the shelf.
    pub fn with_games(shelf: Vec<Shelved>) -> House {
        House::with(|config| {
            quick(config);
            config.shelf = shelf;
        })
    }

    /// Stops the server and starts another one on the same store, at the same address.
    pub fn restart(self) -> House {
        let address = self.address;
        House::in_folder(self.close(), |config| {
            quick(config);
            config.bind = address;
        })
    }

    /// Stops the server; gives the folder of its store.
    pub fn close(mut self) -> TempDir {
        let server = self.server.take().unwrap();
        self.runtime.block_on(server.stop());
        self.runtime.shutdown_timeout(Duration::from_secs(1));
        self.folder
    }

    /// Ends the server much as if its process were killed: whatever is under way is cut off where it waits, and nobody is told.
    /// Gives the folder of its store.
    pub fn kill(mut self) -> TempDir {
        drop(self.server.take());
        self.runtime.shutdown_timeout(Duration::from_secs(5));
        self.folder
    }

    pub fn guest(&self) -> Guest {
        Guest::new(self.address)
    }

    /// The server's seed of a table and the seed of its dice, as only whoever has the key can know them.
    pub fn seeds(&self, table: &str) -> (Seed, Seed) {
        let column = |name: &str| {
            let asked = format!("SELECT {name} FROM tables WHERE id = '{table}'");
            ask_store(self.folder.path(), &asked)
        };
        let (sealed, given) = (column("seed"), column("contributions"));
        let key = std::fs::read_to_string(self.folder.path().join("seeds.key")).unwrap();
        let cipher = ChaCha20Poly1305::new_from_slice(&bytes(key.trim())).unwrap();
        let sealed = bytes(sealed.strip_prefix("sealed:").unwrap());
        let (nonce, msg) = sealed.split_first_chunk::<12>().unwrap();
        let payload = Payload { msg, aad: table.as_bytes() };
        let seed = cipher.decrypt(&Nonce::from(*nonce), payload).unwrap();
        let server = Seed(seed.try_into().unwrap());
        let given: Vec<Contribution> = given.lines().map(|line| line.parse().unwrap()).collect();
        (server, server.with_contributions(&given))
    }
}

/// Where the store of the house in a folder lies.
pub fn store_of(folder: &Path) -> StoreAddress {
    database_of(folder).map(|address| address.parse().unwrap()).unwrap_or_default()
}

/// Asks or changes the store of the house in a folder past its server: one row a line, with | between the columns.
pub fn ask_store(folder: &Path, sql: &str) -> String {
    #[cfg(feature = "postgres")]
    if let Some(address) = database_of(folder) {
        return postgres::ask(&address, sql);
    }
    let store = Connection::open(folder.join("overwinter.sqlite")).unwrap();
    let mut statement = store.prepare(sql).unwrap();
    let columns = statement.column_count();
    if columns == 0 {
        statement.execute([]).unwrap();
        return String::new();
    }
    let text = |row: &rusqlite::Row, place: usize| match row.get(place).unwrap() {
        rusqlite::types::Value::Integer(number) => number.to_string(),
        rusqlite::types::Value::Text(text) => text,
        other => panic!("{other:?}"),
    };
    let mut rows = statement.query([]).unwrap();
    let mut lines = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        lines.push((0..columns).map(|place| text(row, place)).collect::<Vec<_>>().join("|"));
    }
    lines.join("\n")
}

/// The address of the store of a house that has it in PostgreSQL, as all have for whom nothing else is said, where
/// `OVERWINTER_TEST_STORE=postgres`. A folder with a file of a store in it has that.
#[cfg(feature = "postgres")]
pub fn database_of(folder: &Path) -> Option<String> {
    let asked = std::env::var("OVERWINTER_TEST_STORE").is_ok_and(|store| store == "postgres");
    let noted = folder.join("store.address");
    if !asked || folder.join("overwinter.sqlite").exists() {
        return None;
    }
    Some(std::fs::read_to_string(&noted).unwrap_or_else(|_| {
        let address = postgres::new_store();
        std::fs::write(&noted, &address).unwrap();
        address
    }))
}

#[cfg(not(feature = "postgres"))]
pub fn database_of(_: &Path) -> Option<String> {
    None
}

/// Seals seeds for tables as the server in a folder would.
pub fn sealer(folder: &Path) -> impl Fn(&Seed, &str) -> String {
    let key = std::fs::read_to_string(folder.join("seeds.key")).unwrap();
    let cipher = ChaCha20Poly1305::new_from_slice(&bytes(key.trim())).unwrap();
    move |seed, table| {
        let nonce = [7; 12];
        let payload = Payload { msg: &seed.0, aad: table.as_bytes() };
        let closed = cipher.encrypt(&Nonce::from(nonce), payload).unwrap();
        let digits = nonce.iter().chain(&closed).map(|byte| format!("{byte:02x}"));
        format!("sealed:{}", digits.collect::<String>())
    }
}

/// The bytes of a text in hexadecimal.
fn bytes(text: &str) -> Vec<u8> {
    let digits = (0..text.len()).step_by(2);
    digits.map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// Somebody with a browser: a cookie and the key of their forms.
pub struct Guest {
    pub agent: Agent,
    pub address: SocketAddr,
    pub cookie: String,
    pub key: String,
}

/// An answer: status, headers and text.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub location: String,
    pub headers: ureq::http::HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text))
    }

    pub fn of(response: Result<Response<ureq::Body>, ureq::Error>) -> Answer {
        let mut response = response.unwrap();
        let location = response.headers().get("location");
        let location = location.map(|to| to.to_str().unwrap().to_string()).unwrap_or_default();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.body_mut().read_to_vec().unwrap();
        let text = match headers.get("content-encoding").map(|value| value.as_bytes()) {
            Some(b"gzip") => unpacked(&bytes),
            _ => String::from_utf8_lossy(&bytes).to_string(),
        };
        Answer { status, location, headers, text }
    }
}

fn unpacked(bytes: &[u8]) -> String {
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(bytes), &mut text).unwrap();
    text
}

pub fn agent() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(Duration::from_secs(60)))
        .build()
        .into()
}

impl Guest {
    pub fn new(address: SocketAddr) -> Guest {
        let mut guest =
            Guest { agent: agent(), address, cookie: String::new(), key: String::new() };
        let lobby = guest.get("/");
        assert_eq!(lobby.status, 200, "{}", lobby.text);
        let set = lobby.headers.get("set-cookie").unwrap().to_str().unwrap();
        guest.cookie = set.split(';').next().unwrap().to_string();
        guest.key = between(&lobby.text, r#"name="key" value=""#, "\"").to_string();
        guest
    }

    /// The same person at another server of the house.
    pub fn at(&self, house: &House) -> Guest {
        let (cookie, key) = (self.cookie.clone(), self.key.clone());
        Guest { agent: agent(), address: house.address, cookie, key }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn get(&self, path: &str) -> Answer {
        Answer::of(self.agent.get(self.url(path)).header("cookie", &self.cookie).call())
    }

    /// Sends a form with the guest's key.
    pub fn form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let mut all = vec![("key", self.key.as_str())];
        all.extend(fields);
        self.bare_form(path, &all)
    }

    pub fn bare_form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let request = self.agent.post(self.url(path)).header("cookie", &self.cookie);
        Answer::of(request.send_form(fields.iter().copied()))
    }

    pub fn post(&self, path: &str, mut body: Value) -> Answer {
        if body.get("key").is_none() {
            body["key"] = json!(self.key);
        }
        let request = self.agent.post(self.url(path)).header("cookie", &self.cookie);
        Answer::of(request.content_type("application/json").send(body.to_string()))
    }

    /// Takes a name.
    pub fn called(self, name: &str) -> Guest {
        assert_eq!(self.form("/name", &[("name", name)]).status, 303);
        self
    }

    /// Opens a table; gives its id.
    pub fn open(&self, game: &str, scenario: &str, seats: &[&str]) -> String {
        self.open_with(game, scenario, &[], seats)
    }

    pub fn open_with(
        &self,
        game: &str,
        scenario: &str,
        options: &[(&str, &str)],
        seats: &[&str],
    ) -> String {
        let options: Vec<(String, &str)> =
            options.iter().map(|(key, value)| (format!("option.{key}"), *value)).collect();
        let mut fields = vec![("scenario", scenario), ("listed", "on")];
        fields.extend(options.iter().map(|(key, value)| (key.as_str(), *value)));
        fields.extend(seats.iter().map(|seat| ("seat", *seat)));
        let answer = self.form(&format!("/new/{game}"), &fields);
        assert_eq!(answer.status, 303, "{}", answer.text);
        answer.location.strip_prefix("/t/").unwrap().to_string()
    }

    pub fn act(&self, table: &str, seat: u16, line: &str, turn: Option<u64>) -> Answer {
        let body = json!({ "seat": seat, "line": line, "turn": turn });
        self.post(&format!("/t/{table}/act"), body)
    }

    /// Follows a table through somebody's eyes, as browsers do: packed.
    pub fn follow(&self, table: &str, viewer: &str) -> Stream {
        self.try_follow(table, viewer).unwrap()
    }

    /// The same, if there is a server.
    pub fn try_follow(&self, table: &str, viewer: &str) -> Option<Stream> {
        let url = self.url(&format!("/t/{table}/stream?as={viewer}"));
        let request = self.agent.get(url).header("cookie", &self.cookie);
        let response = request.header("accept-encoding", "gzip").call().ok()?;
        let status = response.status().as_u16();
        let packed = response.headers().get("content-encoding").is_some();
        let come = Arc::new(AtomicUsize::new(0));
        let wire = Wire { from: response.into_body().into_reader(), come: come.clone() };
        let reader: Box<dyn BufRead + Send> = if packed {
            // The decoder waits for the wire before it hands out what it still holds back: there is
            // room for everything that an event can be.
            Box::new(BufReader::with_capacity(1 << 20, flate2::read::GzDecoder::new(wire)))
        } else {
            Box::new(BufReader::new(wire))
        };
        Some(Stream { status, packed, come, reader })
    }

    /// The whole frame of a table through somebody's eyes.
    pub fn frame(&self, table: &str, viewer: &str) -> Value {
        self.follow(table, viewer).next().unwrap()
    }
}

/// What comes through the wire, counted.
struct Wire<R> {
    from: R,
    come: Arc<AtomicUsize>,
}

impl<R: Read> Read for Wire<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.from.read(buffer)?;
        self.come.fetch_add(count, Ordering::Relaxed);
        Ok(count)
    }
}

/// An event stream.
pub struct Stream {
    pub status: u16,
    /// Whether it came packed.
    pub packed: bool,
    come: Arc<AtomicUsize>,
    reader: Box<dyn BufRead + Send>,
}

impl Stream {
    /// How many bytes have come through the wire.
    pub fn come(&self) -> usize {
        self.come.load(Ordering::Relaxed)
    }

    /// The next line that is not empty.
    pub fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        while line.trim_end().is_empty() {
            line.clear();
            match self.reader.read_line(&mut line) {
                Ok(0) | Err(_) => return None,
                Ok(_) => {}
            }
        }
        Some(line.trim_end().to_string())
    }

    /// The next event's text; signs of life have none.
    pub fn text(&mut self) -> Option<String> {
        loop {
            let line = self.line()?;
            if line == "event: alive" {
                self.line()?;
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some(data.to_string());
            }
        }
    }
}

impl Iterator for Stream {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        self.text().map(|text| serde_json::from_str(&text).unwrap())
    }
}

/// A text in which the id of its request, which is random and says nothing, is no more than that.
pub fn without_id(text: &str, headers: &ureq::http::HeaderMap) -> String {
    let id = headers.get("x-request-id").and_then(|id| id.to_str().ok()).unwrap();
    assert!(id.len() >= 16, "{id}");
    text.replace(id, "ID")
}

/// Waits until something holds; a test that waits for long has failed.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = std::time::Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(30), "{what} did not come about");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The text between two marks.
pub fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let start = text.find(before).unwrap_or_else(|| panic!("{before} is not in {text}"));
    let rest = &text[start + before.len()..];
    &rest[..rest.find(after).unwrap()]
}
