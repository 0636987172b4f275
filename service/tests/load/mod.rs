//! People and programs who do everything that can be done at tables, and remember what was acknowledged: the
//! store is held to it after kills, power cuts and failing disks. `overwinter/tests/kill.rs` uses it too.

use rusqlite::{Connection, OptionalExtension};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use ureq::Agent;

const GAMES: [&str; 5] =
    ["outdoor-survival", "yellowstone", "connect-four", "postal-survival", "outlive"];
/// How many tables a player has at a time.
const TABLES: usize = 4;

/// What was acknowledged at a table.
#[derive(Clone, Debug, Default)]
struct Notes {
    /// The decisions of the first seat that were taken and not taken back, in their order.
    steps: Vec<String>,
    said: Vec<String>,
    sat: bool,
    left: bool,
    /// Whether the player hosts, and the rules decide for the first seat.
    hosted: bool,
    /// How often they did.
    lapsed: usize,
    /// What was asked for and not answered: it may have been done or not.
    doubt: Option<Deed>,
}

/// What can be done at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Deed {
    Open,
    Sit,
    Decide,
    Undo,
    Talk,
    Lapse,
    Leave,
}

/// What all players were told, by table.
#[derive(Default)]
pub struct Acknowledged {
    tables: Mutex<BTreeMap<String, Notes>>,
    deeds: Mutex<BTreeMap<Deed, usize>>,
    total: AtomicUsize,
}

/// What had been acknowledged at one moment.
pub struct Moment(BTreeMap<String, Notes>);

impl Acknowledged {
    fn note(&self, table: &str, deed: Deed, note: impl FnOnce(&mut Notes)) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let notes = tables.entry(table.to_string()).or_default();
        notes.doubt = None;
        note(notes);
        *self.deeds.lock().unwrap().entry(deed).or_default() += 1;
        self.total.fetch_add(1, Ordering::SeqCst);
    }

    /// What is in doubt stays so until the store is looked at: nobody answers any more then.
    fn doubt(&self, table: &str, deed: Deed) {
        let mut tables = self.tables.lock().unwrap();
        tables.entry(table.to_string()).or_default().doubt.get_or_insert(deed);
    }

    /// The server said no: nothing was done.
    fn refused(&self, table: &str) {
        self.tables.lock().unwrap().entry(table.to_string()).or_default().doubt = None;
    }

    pub fn total(&self) -> usize {
        self.total.load(Ordering::SeqCst)
    }

    pub fn deeds(&self) -> BTreeMap<Deed, usize> {
        self.deeds.lock().unwrap().clone()
    }

    pub fn moment(&self) -> Moment {
        Moment(self.tables.lock().unwrap().clone())
    }

    /// Goes back to a moment: what came later was lost with the power.
    #[allow(dead_code, reason = "a kill loses nothing to go back from; only a power cut does")]
    pub fn go_back(&self, moment: Moment, store: &Connection) {
        *self.tables.lock().unwrap() = moment.0;
        self.settle(store);
    }

    /// Goes on from what the store has, where nobody knows whether something was done.
    pub fn settle(&self, store: &Connection) {
        for (table, notes) in self.tables.lock().unwrap().iter_mut() {
            match notes.doubt.take() {
                Some(Deed::Leave) => notes.left = kind_of_second_seat(store, table) == "left",
                Some(_) if notes.hosted => notes.lapsed = own_steps(store, table).len(),
                Some(_) => notes.steps = own_steps(store, table),
                None => {}
            }
        }
    }

    /// Forgets tables at which nothing more is done, so that a long run does not look at them again and again.
    pub fn forget(&self, players: &[Player]) {
        let kept = |id: &String| {
            players.iter().flat_map(|player| &player.tables).any(|table| table.id == *id)
        };
        self.tables.lock().unwrap().retain(|id, _| kept(id));
    }
}

fn own_steps(store: &Connection, table: &str) -> Vec<String> {
    let own = "SELECT action FROM steps WHERE table_id = ?1 AND seat = 0 ORDER BY step";
    let mut found = store.prepare_cached(own).unwrap();
    let rows = found.query_map([table], |row| row.get(0));
    rows.unwrap().map(Result::unwrap).collect()
}

fn kind_of_second_seat(store: &Connection, table: &str) -> String {
    let kind = "SELECT kind FROM seats WHERE table_id = ?1 AND seat = 1";
    store.query_row(kind, [table], |row| row.get(0)).unwrap()
}

impl Moment {
    /// Holds a store to it: everything that was acknowledged is there, once and in order.
    pub fn check(&self, store: &Connection) {
        let sound: String =
            store.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(sound, "ok");
        for (table, notes) in &self.0 {
            self.check_table(store, table, notes);
        }
        let gaps = "SELECT COUNT(*) FROM (SELECT table_id, COUNT(*) AS n, MAX(step) AS m FROM steps \
                    GROUP BY table_id) WHERE n <> m";
        let gaps: i64 = store.query_row(gaps, [], |row| row.get(0)).unwrap();
        assert_eq!(gaps, 0, "steps are missing in between");
        let full = "SELECT COUNT(*) FROM tables WHERE state = 'open' AND NOT EXISTS \
                    (SELECT 1 FROM seats WHERE table_id = id AND kind IN ('open', 'link'))";
        let full: i64 = store.query_row(full, [], |row| row.get(0)).unwrap();
        assert_eq!(full, 0, "a table is full and its game has not begun");
    }

    fn check_table(&self, store: &Connection, table: &str, notes: &Notes) {
        let state: Option<(String, i64)> = store
            .query_row("SELECT state, steps FROM tables WHERE id = ?1", [table], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()
            .unwrap();
        let (state, count) = state.unwrap_or_else(|| panic!("the table {table} is gone"));
        let stored = own_steps(store, table);
        let taken_back = usize::from(notes.doubt == Some(Deed::Undo));
        let sure = &notes.steps[..notes.steps.len().saturating_sub(taken_back)];
        assert!(stored.starts_with(sure), "table {table}: {stored:?}, acknowledged {notes:?}");
        let more = stored.len().saturating_sub(notes.steps.len() + notes.lapsed);
        let may = matches!(notes.doubt, Some(Deed::Decide | Deed::Lapse));
        assert!(more <= usize::from(may), "{more} decisions too many at {table}: {notes:?}");
        for text in &notes.said {
            let times = "SELECT COUNT(*) FROM talk WHERE table_id = ?1 AND text = ?2";
            let times: i64 = store.query_row(times, [table, text], |row| row.get(0)).unwrap();
            assert_eq!(times, 1, "`{text}` at {table}");
        }
        if notes.sat && notes.doubt != Some(Deed::Sit) {
            let kind = kind_of_second_seat(store, table);
            let gone = notes.left || notes.doubt == Some(Deed::Leave);
            assert!(kind == "left" && gone || kind == "person" && !notes.left, "{kind}: {notes:?}");
            assert_ne!(state, "open", "the last seat of {table} was taken");
        }
        assert!(count as usize >= notes.lapsed, "{count} decisions at {table}: {notes:?}");
    }
}

/// Opens a store that nobody serves any more.
pub fn store_in(folder: &Path) -> Connection {
    Connection::open(folder.join("overwinter.sqlite")).unwrap()
}

/// A table of a player.
struct Table {
    id: String,
    /// The token of the first seat; empty if the player hosts and does not sit.
    token: String,
    /// Whether a friend sits in the second seat.
    friend: bool,
}

/// Somebody with a program, a browser, and a friend.
pub struct Player {
    number: u64,
    random: u64,
    tables: Vec<Table>,
    me: Browser,
    friend: Browser,
}

/// A cookie and the key of its forms; empty before the first visit.
#[derive(Default)]
struct Browser {
    cookie: String,
    key: String,
}

fn agent() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(Duration::from_secs(20)))
        .build()
        .into()
}

/// A visit to a server: ends when it does not answer any more.
struct Visit<'a> {
    agent: Agent,
    address: &'a str,
}

impl Visit<'_> {
    fn get(&self, path: &str, token: &str) -> Option<(u16, Value)> {
        let request = self.agent.get(format!("{}{path}", self.address));
        let request = request.header("authorization", format!("Bearer {token}"));
        let mut answer = request.call().ok()?;
        let text = answer.body_mut().read_to_string().ok()?;
        Some((answer.status().as_u16(), serde_json::from_str(&text).unwrap_or_default()))
    }

    fn post(&self, path: &str, token: &str, body: &Value) -> Option<(u16, Value)> {
        let request = self.agent.post(format!("{}{path}", self.address));
        let request = request.header("authorization", format!("Bearer {token}"));
        let mut answer = request.content_type("application/json").send(body.to_string()).ok()?;
        let text = answer.body_mut().read_to_string().ok()?;
        Some((answer.status().as_u16(), serde_json::from_str(&text).unwrap_or_default()))
    }

    /// Sends a form as this browser; gives the status and where it leads.
    fn form(
        &self,
        who: &mut Browser,
        path: &str,
        fields: &[(&str, &str)],
    ) -> Option<(u16, String)> {
        if who.key.is_empty() {
            let mut lobby = self.agent.get(format!("{}/", self.address)).call().ok()?;
            let set = lobby.headers().get("set-cookie")?.to_str().ok()?;
            who.cookie = set.split(';').next()?.to_string();
            let page = lobby.body_mut().read_to_string().ok()?;
            who.key = page.split_once(r#"name="key" value=""#)?.1.split('"').next()?.to_string();
        }
        let request = self.agent.post(format!("{}{path}", self.address));
        let request = request.header("cookie", &who.cookie);
        let all = [("key", who.key.as_str())].into_iter().chain(fields.iter().copied());
        let answer = request.send_form(all).ok()?;
        let to = answer.headers().get("location").and_then(|to| to.to_str().ok());
        Some((answer.status().as_u16(), to.unwrap_or_default().to_string()))
    }
}

impl Player {
    pub fn new(number: u64) -> Player {
        let (me, friend) = (Browser::default(), Browser::default());
        Player { number, random: number * 104_729 + 1, tables: Vec::new(), me, friend }
    }

    fn any(&mut self, below: usize) -> usize {
        self.random =
            self.random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.random >> 33) as usize % below
    }

    /// Does one thing after the other until told to stop; what is not answered stays in doubt.
    pub fn play(&mut self, address: &str, told: &Acknowledged, stop: &AtomicBool) {
        let visit = Visit { agent: agent(), address };
        while !stop.load(Ordering::SeqCst) {
            if self.do_something(&visit, told).is_none() {
                // Refused, or there is nobody to ask: the next thing may go better.
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn do_something(&mut self, visit: &Visit, told: &Acknowledged) -> Option<()> {
        if self.tables.len() < TABLES || self.any(20) == 0 {
            return match self.any(3) {
                0 => self.open(visit, told),
                1 => self.sit(visit, told),
                _ => self.host(visit, told),
            };
        }
        let place = self.any(self.tables.len());
        match self.any(12) {
            _ if self.tables[place].token.is_empty() => self.lapse(visit, told, place),
            0 => self.talk(visit, told, place),
            1 => self.undo(visit, told, place),
            2 if self.tables[place].friend => self.leave(visit, told, place),
            _ => self.decide(visit, told, place),
        }
    }

    fn keep(&mut self, table: Table) {
        if self.tables.len() >= TABLES {
            let oldest = self.any(TABLES);
            self.tables.remove(oldest);
        }
        self.tables.push(table);
    }

    fn open(&mut self, visit: &Visit, told: &Acknowledged) -> Option<()> {
        let body = json!({ "game": GAMES[self.any(5)], "seats": ["me", "bot:random"] });
        let (status, made) = visit.post("/api/tables", "", &body)?;
        assert!(matches!(status, 200 | 503), "{made}");
        let id = made["id"].as_str()?.to_string();
        let token = made["seats"][0]["token"].as_str()?.to_string();
        told.note(&id, Deed::Open, |_| ());
        self.keep(Table { id, token, friend: false });
        Some(())
    }

    /// A table at which the friend takes the last seat.
    fn sit(&mut self, visit: &Visit, told: &Acknowledged) -> Option<()> {
        let body = json!({ "game": GAMES[self.any(5)], "seats": ["me", "link"] });
        let (_, made) = visit.post("/api/tables", "", &body)?;
        let id = made["id"].as_str()?.to_string();
        told.note(&id, Deed::Open, |_| ());
        told.doubt(&id, Deed::Sit);
        let link = made["seats"][1]["link"].as_str()?;
        let (status, _) = visit.form(&mut self.friend, link, &[("name", "Friend")])?;
        if status != 303 {
            told.refused(&id);
            return None;
        }
        told.note(&id, Deed::Sit, |notes| notes.sat = true);
        let token = made["seats"][0]["token"].as_str()?.to_string();
        self.keep(Table { id, token, friend: true });
        Some(())
    }

    /// A table that the player hosts, for a friend who never answers.
    fn host(&mut self, visit: &Visit, told: &Acknowledged) -> Option<()> {
        let fields = [("scenario", "lost"), ("seat", "open")];
        let (_, to) = visit.form(&mut self.me, "/new/outdoor-survival", &fields)?;
        let id = to.strip_prefix("/t/")?.to_string();
        told.note(&id, Deed::Open, |_| ());
        told.doubt(&id, Deed::Sit);
        let joined = visit.form(&mut self.friend, &format!("/t/{id}/join"), &[("seat", "1")])?;
        if joined.0 != 303 {
            told.refused(&id);
            return None;
        }
        told.note(&id, Deed::Sit, |notes| notes.hosted = true);
        self.keep(Table { id, token: String::new(), friend: true });
        Some(())
    }

    fn lapse(&mut self, visit: &Visit, told: &Acknowledged, place: usize) -> Option<()> {
        let id = self.tables[place].id.clone();
        told.doubt(&id, Deed::Lapse);
        match visit.form(&mut self.me, &format!("/t/{id}/close"), &[])? {
            (303, _) => told.note(&id, Deed::Lapse, |notes| notes.lapsed += 1),
            // The game is over.
            (409, _) => drop(self.tables.remove(place)),
            _ => told.refused(&id),
        }
        Some(())
    }

    fn talk(&mut self, visit: &Visit, told: &Acknowledged, place: usize) -> Option<()> {
        let text = format!("words {} of {}", self.any(usize::MAX), self.number);
        let table = &self.tables[place];
        told.doubt(&table.id, Deed::Talk);
        let path = format!("/api/tables/{}/talk", table.id);
        let (status, _) = visit.post(&path, &table.token, &json!({ "text": text }))?;
        if status != 200 {
            told.refused(&table.id);
            return None;
        }
        told.note(&table.id, Deed::Talk, |notes| notes.said.push(text));
        Some(())
    }

    fn leave(&mut self, visit: &Visit, told: &Acknowledged, place: usize) -> Option<()> {
        let id = self.tables[place].id.clone();
        told.doubt(&id, Deed::Leave);
        let (status, _) = visit.form(&mut self.friend, &format!("/t/{id}/leave"), &[])?;
        if status != 303 {
            told.refused(&id);
            return None;
        }
        self.tables[place].friend = false;
        told.note(&id, Deed::Leave, |notes| notes.left = true);
        Some(())
    }

    fn undo(&mut self, visit: &Visit, told: &Acknowledged, place: usize) -> Option<()> {
        let table = &self.tables[place];
        told.doubt(&table.id, Deed::Undo);
        let path = format!("/api/tables/{}/undo", table.id);
        match visit.post(&path, &table.token, &json!({}))? {
            (200, _) => told.note(&table.id, Deed::Undo, |notes| drop(notes.steps.pop())),
            _ => told.refused(&table.id),
        }
        Some(())
    }

    fn decide(&mut self, visit: &Visit, told: &Acknowledged, place: usize) -> Option<()> {
        let pick = self.any(usize::MAX);
        let table = &self.tables[place];
        let path = format!("/api/tables/{}/legal", table.id);
        let (_, asked) = visit.get(&path, &table.token)?;
        if asked["stand"]["over"] == json!(true) {
            self.tables.remove(place);
            return None;
        }
        let lines = asked["legal"].as_array()?;
        if lines.is_empty() {
            // A friend who never answers: another table is more fun.
            if table.friend && self.any(3) == 0 {
                self.tables.remove(place);
            }
            return None;
        }
        let body = json!({ "line": lines[pick % lines.len()], "turn": asked["stand"]["turn"] });
        told.doubt(&table.id, Deed::Decide);
        let (status, done) =
            visit.post(&format!("/api/tables/{}/act", table.id), &table.token, &body)?;
        if status != 200 {
            told.refused(&table.id);
            return None;
        }
        let line = done["notation"].as_str()?.to_string();
        told.note(&table.id, Deed::Decide, |notes| notes.steps.push(line));
        Some(())
    }

    /// Forgets tables that were lost with the power, or never became full.
    #[allow(dead_code, reason = "a kill loses nothing to go back from; only a power cut does")]
    pub fn go_back(&mut self, store: &Connection) {
        let is_on = "SELECT 1 FROM tables WHERE id = ?1 AND state <> 'open'";
        self.tables.retain(|table| store.query_row(is_on, [&table.id], |_| Ok(())).is_ok());
    }

    /// Every table of the player can be looked at, on the server that has come up again.
    pub fn check_tables(&self, address: &str) {
        let visit = Visit { agent: agent(), address };
        for table in &self.tables {
            let (status, answer) = visit.get(&format!("/api/tables/{}", table.id), "").unwrap();
            assert_eq!(status, 200, "{answer}");
            assert_ne!(answer["state"], "open", "{answer}");
        }
    }
}

/// Waits until something more was acknowledged.
pub fn wait_for_more(told: &Acknowledged, before: usize) {
    let patience = Instant::now();
    while told.total() <= before && patience.elapsed().as_secs() < 20 {
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(told.total() > before, "nothing goes on any more");
}
