//! Those who play, sit down, leave, talk and watch, at whichever server, and note what they asked and what they were told.

use super::Arena;
use super::plan::Luck;
use crate::house::{Guest, Stream, agent};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;
use ureq::Agent;

/// What was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    Decide(String),
    Undo,
    Say(String),
}

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It is done; the number of the seat's turn after it, where there is one.
    Done(u64),
    /// With this status.
    Refused(u16),
    /// Nobody knows; it may still be done.
    Nothing,
}

impl Told {
    pub fn is_refused(self) -> bool {
        matches!(self, Told::Refused(_))
    }
}

/// One thing that a client did.
#[derive(Clone, Debug)]
pub struct Deed {
    pub table: String,
    pub seat: u16,
    pub asked: Asked,
    pub told: Told,
}

/// What somebody did with the free seat of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    Sit,
    Leave,
    Back,
}

/// The same with who, where, and what they were told.
#[derive(Clone, Debug)]
pub struct Sat {
    pub table: String,
    pub name: &'static str,
    pub asked: Seating,
    pub told: Told,
}

/// What somebody was shown of a game with secrets.
#[derive(Clone, Debug)]
pub struct Shown {
    pub viewer: String,
    /// The moment that was shown.
    pub step: u64,
    /// The parts of the board, by name, each as a number that stands for its text.
    pub parts: BTreeMap<String, u64>,
    /// The lines of the story, each with its moment.
    pub lines: BTreeSet<(u64, String)>,
}

/// What is on the board of somebody who follows a stream.
#[derive(Default)]
pub struct Board {
    parts: BTreeMap<String, u64>,
    lines: BTreeSet<(u64, String)>,
}

impl Board {
    /// Takes an update, as a page does. What is said and who is there is not part of the game.
    pub fn take(&mut self, viewer: &str, update: &Value) -> Shown {
        let number = |value: &Value| {
            let mut hasher = DefaultHasher::new();
            value.to_string().hash(&mut hasher);
            hasher.finish()
        };
        for (name, part) in update["set"].as_object().into_iter().flatten() {
            if !name.starts_with("talk/") && name != "seats" {
                self.parts.insert(name.clone(), number(part));
            }
        }
        for gone in update["gone"].as_array().into_iter().flatten() {
            self.parts.remove(gone.as_str().unwrap_or_default());
        }
        if let Some(from) = update["log"]["from"].as_u64() {
            self.lines.retain(|(step, _)| *step < from);
            for line in update["log"]["lines"].as_array().into_iter().flatten() {
                let text = line["text"].as_str().unwrap_or_default().to_string();
                self.lines.insert((line["step"].as_u64().unwrap_or_default(), text));
            }
        }
        Shown {
            viewer: viewer.to_string(),
            step: update["step"].as_u64().unwrap_or_default(),
            parts: self.parts.clone(),
            lines: self.lines.clone(),
        }
    }
}

/// The updates of a stream that ends with its server, in the middle of one if need be.
struct Updates(Stream);

impl Iterator for Updates {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        serde_json::from_str(&self.0.text()?).ok()
    }
}

/// How many lines of talk a page begins with.
const FIRST_LINES: usize = 60;

/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(6);

fn impatient() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(PATIENCE))
        .build()
        .new_agent()
}

fn stranger(address: SocketAddr) -> Guest {
    Guest { agent: agent(), address, cookie: String::new(), key: String::new() }
}

/// The same person by way of another server.
fn as_well(guest: &Guest, address: SocketAddr) -> Guest {
    let (cookie, key) = (guest.cookie.clone(), guest.key.clone());
    Guest { agent: impatient(), address, cookie, key }
}

impl Arena {
    fn send(&self, agent: &Agent, (cookie, url): (&str, &str), body: &Value) -> Told {
        let request = agent.post(url).header("cookie", cookie);
        match request.content_type("application/json").send(body.to_string()) {
            Ok(mut answer) => {
                let text = answer.body_mut().read_to_string().unwrap_or_default();
                let read = serde_json::from_str::<Value>(&text).ok();
                match (answer.status().as_u16(), read) {
                    (200, Some(done)) => Told::Done(done["turn"].as_u64().unwrap_or_default()),
                    (status @ 400..=499, _) => Told::Refused(status),
                    _ => Told::Nothing,
                }
            }
            Err(_) => Told::Nothing,
        }
    }

    fn form(&self, guest: &Guest, path: &str, fields: &[(&str, &str)], luck: &mut Luck) -> Told {
        let url = format!("http://{}{path}", self.address(luck));
        let fields = [("key", guest.key.as_str())].into_iter().chain(fields.iter().copied());
        let answer = guest.agent.post(url).header("cookie", &guest.cookie).send_form(fields);
        match answer.map(|answer| answer.status().as_u16()) {
            Ok(303) => Told::Done(0),
            Ok(status @ 400..=499) => Told::Refused(status),
            _ => Told::Nothing,
        }
    }

    /// Plays, takes back and talks.
    pub fn play(&self, ann: &Guest, number: usize, mut luck: Luck) {
        let clients = self.plan.clients;
        let (place, seat, mut refused) = (number / clients, (number % 2) as u16, 0);
        let agent = impatient();
        for round in 0.. {
            if !self.goes_on() {
                return;
            }
            if refused > 20 && number.is_multiple_of(clients) {
                self.play_anew(&agent, ann, place, &mut luck);
                refused = 0;
            }
            let id = self.tables.read().unwrap()[place].clone();
            let asked = match luck.below(10) {
                0 | 1 => Asked::Undo,
                2 => Asked::Say(format!("client {number}, line {round}")),
                _ => Asked::Decide(format!("drop {}", luck.below(7) + 1)),
            };
            let (what, mut body) = match &asked {
                Asked::Decide(line) => ("act", json!({ "seat": seat, "line": line })),
                Asked::Undo => ("undo", json!({ "seat": seat, "line": "" })),
                Asked::Say(text) => ("talk", json!({ "text": text })),
            };
            body["key"] = json!(ann.key);
            let url = format!("http://{}/t/{id}/{what}", self.address(&mut luck));
            let told = self.send(&agent, (&ann.cookie, &url), &body);
            if let (Asked::Say(text), Told::Done(_)) = (&asked, told) {
                self.look_elsewhere(&id, text, &mut luck);
            }
            refused = match (&asked, told) {
                (Asked::Say(_), _) => refused,
                (_, Told::Refused(_)) => refused + 1,
                _ => 0,
            };
            self.history.lock().unwrap().push(Deed { table: id, seat, asked, told });
            std::thread::sleep(Duration::from_millis(luck.below(15) as u64));
        }
    }

    /// What was acknowledged at one server is shown at any other from then on.
    fn look_elsewhere(&self, table: &str, text: &str, luck: &mut Luck) {
        let guest = stranger(self.address(luck));
        let first = guest.try_follow(table, "table").and_then(|stream| Updates(stream).next());
        let Some(shown) = first.filter(|shown| shown.get("set").is_some()) else { return };
        let lines = shown["set"].as_object().into_iter().flat_map(|set| set.keys());
        let lines = lines.filter(|part| part.starts_with("talk/")).count();
        // A page begins with the last lines: where there are so many, others have been said since.
        if lines < FIRST_LINES && !shown["set"].to_string().contains(text) {
            self.complain(format!("`{text}` was acknowledged and is not shown elsewhere"));
        }
    }

    /// Opens a table; nothing where nobody answers.
    fn open(&self, agent: &Agent, by: &Guest, seats: [&str; 2], luck: &mut Luck) -> Option<String> {
        let url = format!("http://{}/new/connect-four", self.address(luck));
        let [one, other] = seats;
        let fields =
            [("key", by.key.as_str()), ("scenario", "plain"), ("seat", one), ("seat", other)];
        let answer = agent.post(url).header("cookie", &by.cookie).send_form(fields).ok()?;
        let location = answer.headers().get("location").and_then(|to| to.to_str().ok())?;
        Some(location.strip_prefix("/t/")?.to_string())
    }

    /// Opens another table where the game is over.
    fn play_anew(&self, agent: &Agent, ann: &Guest, place: usize, luck: &mut Luck) {
        if let Some(id) = self.open(agent, ann, ["me", "me"], luck) {
            self.all_tables.lock().unwrap().push(id.clone());
            self.tables.write().unwrap()[place] = id;
        }
    }

    /// Sits down where another wants to as well, leaves, and comes back.
    pub fn sit(&self, ann: &Guest, guest: &Guest, name: &'static str, mut luck: Luck) {
        let own = as_well(guest, guest.address);
        let mut seated: BTreeMap<String, bool> = BTreeMap::new();
        while self.goes_on() {
            let table = self.seat_table.read().unwrap().clone();
            let sits = seated.get(&table).copied();
            let (asked, path) = match (sits, luck.below(3)) {
                (None, _) => (Seating::Sit, "join"),
                (Some(true), 0 | 1) | (Some(false), 2) => (Seating::Leave, "leave"),
                _ => (Seating::Back, "back"),
            };
            let fields: &[(&str, &str)] =
                if asked == Seating::Sit { &[("seat", "2")] } else { &[] };
            let told = self.form(&own, &format!("/t/{table}/{path}"), fields, &mut luck);
            match (asked, told) {
                (Seating::Sit | Seating::Back, Told::Done(_)) => {
                    seated.insert(table.clone(), true);
                }
                (Seating::Leave, Told::Done(_)) => {
                    seated.insert(table.clone(), false);
                }
                // Somebody else has it: a new table.
                (Seating::Sit, Told::Refused(_)) => {
                    if let Some(id) = self.open(&own.agent, ann, ["me", "open"], &mut luck) {
                        self.seat_tables.lock().unwrap().push(id.clone());
                        *self.seat_table.write().unwrap() = id;
                    }
                }
                _ => {}
            }
            self.sat.lock().unwrap().push(Sat { table, name, asked, told });
            std::thread::sleep(Duration::from_millis(luck.below(60) as u64));
        }
    }

    /// Opens tables for bots one after the other and watches them, so that they take their time.
    pub fn employ_bots(&self, ann: &Guest, mut luck: Luck) {
        let agent = impatient();
        while self.goes_on() {
            let Some(id) = self.open(&agent, ann, ["bot:random", "bot:greedy"], &mut luck) else {
                std::thread::sleep(Duration::from_millis(50));
                continue;
            };
            self.bot_tables.lock().unwrap().push(id.clone());
            let mut over = false;
            while self.goes_on() && !over {
                let guest = stranger(self.address(&mut luck));
                let Some(stream) = guest.try_follow(&id, "table") else { continue };
                for update in Updates(stream).take(luck.below(20) + 1) {
                    over |= update["set"]["head"]["state"] == "over";
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }

    /// Plays all seats of a game with secrets.
    pub fn play_secretly(&self, tokens: &[String], mut luck: Luck) {
        let agent = impatient();
        while self.goes_on() {
            let token = &tokens[luck.below(tokens.len())];
            let bearer = format!("Bearer {token}");
            let url = |what: &str, luck: &mut Luck| {
                format!("http://{}/api/tables/{}/{what}", self.address(luck), self.secret_table)
            };
            let asked = agent.get(url("legal", &mut luck)).header("authorization", &bearer).call();
            let asked = asked.ok().and_then(|mut answer| answer.body_mut().read_to_string().ok());
            let asked = asked.and_then(|text| serde_json::from_str::<Value>(&text).ok());
            let legal = asked.as_ref().and_then(|asked| asked["legal"].as_array());
            let legal = legal.into_iter().flatten().filter_map(Value::as_str);
            let legal: Vec<&str> =
                legal.filter(|line| !["resign", "concede"].contains(line)).collect();
            if !legal.is_empty() {
                let body = json!({ "line": legal[luck.below(legal.len())] }).to_string();
                let request = agent.post(url("act", &mut luck)).header("authorization", &bearer);
                let done = request.content_type("application/json").send(body);
                let done = done.is_ok_and(|answer| answer.status().as_u16() == 200);
                self.secretly.fetch_add(usize::from(done), Ordering::SeqCst);
            }
            std::thread::sleep(Duration::from_millis(80 + luck.below(120) as u64));
        }
    }

    /// Watches a game with secrets through somebody's eyes, at one server after the other, and notes everything that is shown.
    pub fn watch_secrets(&self, ann: &Guest, viewer: &str, mut luck: Luck) {
        while self.goes_on() {
            let guest = as_well(ann, self.address(&mut luck));
            let Some(stream) = guest.try_follow(&self.secret_table, viewer) else { continue };
            let mut board = Board::default();
            for update in Updates(stream).take(luck.below(40) + 1) {
                if update.get("error").is_some() || !self.goes_on() {
                    break;
                }
                let shown = board.take(viewer, &update);
                self.shown.lock().unwrap().push(shown);
            }
        }
    }

    /// Somebody who watches tables, at one server after the other.
    pub fn watch(&self, place: usize, mut luck: Luck) {
        let (mut said, mut come, mut table) = (0, 0, String::new());
        while self.goes_on() {
            let id = self.tables.read().unwrap()[place].clone();
            if id != table {
                (said, table) = (0, id);
            }
            let guest = stranger(self.address(&mut luck));
            let Some(stream) = guest.try_follow(&table, "table") else { continue };
            let mut stream = Updates(stream);
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
}
