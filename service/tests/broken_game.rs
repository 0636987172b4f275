//! A game whose rules fail takes down nothing but its own decision.

use crate::house::{House, quick};
use serde_json::json;
use shelf::Shelved;
use stage::{Block, Scene, Sketch, Target};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use table::*;

/// Whether the bot `search:fast` hangs.
static HANGS: AtomicBool = AtomicBool::new(true);

/// The people at whose tables the bot `search:strong` hangs.
static HELD_UP: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// How often a bot has begun to think at a table of Una's.
static THOUGHTS_OF_UNA: AtomicUsize = AtomicUsize::new(0);

/// Lets `search:strong` hang at the tables of somebody, or go on.
fn hold_up(name: &str, hangs: bool) {
    let mut held_up = HELD_UP.lock().unwrap();
    held_up.retain(|other| other != name);
    held_up.extend(hangs.then(|| name.to_string()));
}

/// A match whose rules panic when somebody writes `break`.
struct FragileMatch(Box<dyn AnyMatch>);

/// A shelf of such games.
fn fragile() -> Vec<Shelved> {
    crate::house::wrapped(|game, edition, setup, seed| {
        Ok(Box::new(FragileMatch(game.start(edition, setup, seed)?)))
    })
}

impl AnyMatch for FragileMatch {
    fn id(&self) -> &'static str {
        self.0.id()
    }
    fn setup(&self) -> &Setup {
        self.0.setup()
    }
    fn status(&self) -> Status {
        self.0.status()
    }
    fn conclusion(&self) -> String {
        self.0.conclusion()
    }
    fn read(&self, seat: Seat, line: &str) -> Result<String, NotDone> {
        self.0.read(seat, line)
    }
    fn digest_after(&self, seat: Seat, line: &str) -> Option<String> {
        self.0.digest_after(seat, line)
    }
    fn act_loaded(&mut self, seat: Seat, line: &str, dice: &mut Dice) -> Result<String, NotDone> {
        self.0.act_loaded(seat, line, dice)
    }
    fn unmet(&self, expected: &case::Expected, from: usize) -> Vec<String> {
        self.0.unmet(expected, from)
    }
    fn endings(&self) -> Vec<&'static str> {
        self.0.endings()
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn legal(&self, seat: Seat) -> Vec<String> {
        self.0.legal(seat)
    }
    fn act(&mut self, seat: Seat, line: &str) -> Result<String, NotDone> {
        if line == "break" {
            let first = self.0.legal(seat).swap_remove(0);
            self.0.act(seat, &first)?;
            panic!("a fault in the rules, half-way through a decision");
        }
        self.0.act(seat, line)
    }
    fn lapse(&self, seat: Seat) -> Option<String> {
        self.0.lapse(seat)
    }
    fn can_undo(&self, seat: Seat) -> bool {
        self.0.can_undo(seat)
    }
    fn undo(&mut self, seat: Seat) -> Option<usize> {
        self.0.undo(seat)
    }
    fn view(&self, viewer: Viewer) -> serde_json::Value {
        self.0.view(viewer)
    }
    fn scene(&self, viewer: Viewer) -> Scene {
        self.0.scene(viewer)
    }
    fn preview(&self, seat: Seat, line: &str) -> Result<(String, Sketch), NotDone> {
        self.0.preview(seat, line)
    }
    fn measure(&self, viewer: Viewer, from: &Target, to: Option<&Target>) -> Option<Sketch> {
        self.0.measure(viewer, from, to)
    }
    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        self.0.log(viewer, from)
    }
    fn chapters(&self, viewer: Viewer) -> Vec<(usize, String)> {
        self.0.chapters(viewer)
    }
    fn report(&self, viewer: Viewer, from: usize) -> Vec<Block> {
        self.0.report(viewer, from)
    }
    fn dice(&self, viewer: Viewer, step: usize) -> Vec<(String, u32)> {
        self.0.dice(viewer, step)
    }
    fn digest(&self) -> String {
        self.0.digest()
    }
    fn record(&self, reveal: bool) -> Record {
        self.0.record(reveal)
    }
    fn commitment(&self) -> String {
        self.0.commitment()
    }
    fn thought(&self, seat: Seat, bot: &str) -> Result<Thought, NotDone> {
        let thought = self.0.thought(seat, bot)?;
        let fails = bot == "greedy";
        let (bot, names) = (bot.to_string(), self.setup().names.clone());
        let of_una = names.iter().any(|name| name == "Una");
        let hangs = move || match bot.as_str() {
            "search:fast" => HANGS.load(Ordering::SeqCst),
            "search:strong" => names.iter().any(|name| HELD_UP.lock().unwrap().contains(name)),
            _ => false,
        };
        Ok(Box::new(move |dice| {
            assert!(!fails, "a fault in a bot");
            THOUGHTS_OF_UNA.fetch_add(usize::from(of_una), Ordering::SeqCst);
            while hangs() {
                std::thread::sleep(Duration::from_millis(5));
            }
            thought(dice)
        }))
    }
    fn ask(&mut self, seat: Seat, bot: &str, dice: &mut Dice) -> Result<String, NotDone> {
        self.0.ask(seat, bot, dice)
    }
}

#[test]
fn a_broken_game_loses_nothing_and_harms_nobody() {
    let house = House::with_games(fragile());
    let ann = house.guest();
    let broken = ann.open("outdoor-survival", "lost", &["me"]);
    let other = ann.open("outdoor-survival", "lost", &["me"]);
    let act = |table: &str| {
        let frame = ann.frame(table, "1");
        let line = frame["set"]["prompt"]["choices"][0]["notation"].as_str().unwrap().to_string();
        ann.act(table, 0, &line, frame["set"]["head"]["turn"].as_u64())
    };
    assert_eq!(act(&broken).status, 200);
    let before = ann.frame(&broken, "1");
    let failed = ann.act(&broken, 0, "break", None);
    assert_eq!((failed.status, failed.json()["error"].as_str()), (503, Some("broken_table")));
    assert!(!failed.text.contains("half-way"), "the fault itself is for the log, not for players");
    // Nothing of the failed decision is left, here or anywhere.
    assert_eq!(ann.frame(&broken, "1")["set"], before["set"]);
    assert_eq!(act(&other).status, 200);
    assert_eq!(act(&broken).status, 200);
    let steps = |house: &House| {
        let stands = house.guest().get(&format!("/api/tables/{broken}"));
        assert_eq!(stands.status, 200, "{}", stands.text);
        stands.json()["steps"].clone()
    };
    assert_eq!(steps(&house), 2, "two decisions were acknowledged");
    assert_eq!(ann.get("/health").json()["ok"], true);
    assert_eq!(steps(&house.restart()), 2);
}

#[test]
fn a_bot_that_fails_does_what_the_absent_do() {
    let house = House::with_games(fragile());
    let ann = house.guest();
    let table = ann.open("outdoor-survival", "lost", &["bot:greedy", "bot:random"]);
    let steps = || ann.get(&format!("/api/tables/{table}")).json()["steps"].as_u64().unwrap();
    let began = std::time::Instant::now();
    while steps() < 4 {
        assert!(began.elapsed().as_secs() < 20, "the table waits for a bot that fails");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(ann.get("/health").json()["ok"], true);
}

#[test]
fn bots_that_hang_keep_nobody_else_waiting_and_go_on_when_they_answer() {
    let house = House::with(|config| {
        quick(config);
        config.shelf = fragile();
        config.thinkers = 2;
        config.bot_patience = Duration::from_millis(500);
    });
    let ann = house.guest();
    let steps = |table: &str| ann.get(&format!("/api/tables/{table}")).json()["steps"].clone();
    let open = |bot: &str| ann.open("outdoor-survival", "lost", &[bot, bot]);
    let until = |what: &str, done: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !done() {
            assert!(began.elapsed().as_secs() < 60, "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let hanging: Vec<String> = (0..4).map(|_| open("bot:search:fast")).collect();
    until("all of them are told as stuck", &|| {
        let health = ann.get("/health").json();
        health["stuck_tables"] == hanging.len()
    });
    let other = open("bot:random");
    until("another's bots play", &|| steps(&other).as_u64() > Some(4));
    assert!(hanging.iter().all(|table| steps(table) == 0));
    // At their own tables one can still talk, look and go.
    let talk = ann.post(&format!("/t/{}/talk", hanging[0]), json!({ "text": "Wake up!" }));
    assert_eq!(talk.status, 200, "{}", talk.text);
    assert!(ann.frame(&hanging[0], "table")["set"].to_string().contains("Wake up!"));
    HANGS.store(false, Ordering::SeqCst);
    until("they go on", &|| hanging.iter().all(|table| steps(table).as_u64() > Some(2)));
    until("all is well", &|| ann.get("/health").json()["ok"] == true);
}

#[test]
fn a_bot_that_still_thinks_decides_nothing_for_a_player_who_is_back() {
    let house = House::with(|config| {
        quick(config);
        config.shelf = fragile();
        config.absent_minute = Duration::ZERO;
        config.bot_patience = Duration::from_millis(200);
    });
    hold_up("Bob", true);
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = ann.open("connect-four", "plain", &["open", "me"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "1")]).status, 303);
    let stands = || ann.get(&format!("/api/tables/{table}")).json();
    let deciding = stands()["deciding"][0].clone();
    assert_eq!(deciding, 1, "Bob must decide, and does not");
    let fields = [("seat", "1"), ("bot", "search:strong"), ("sure", "on")];
    let replaced = ann.form(&format!("/t/{table}/replace"), &fields);
    assert_eq!(replaced.status, 303, "{}", replaced.text);
    let until = |what: &str, stuck: usize| {
        let began = Instant::now();
        while ann.get("/health").json()["stuck_tables"] != stuck {
            assert!(began.elapsed().as_secs() < 60, "{what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    until("the bot thinks", 1);
    assert_eq!(bob.form(&format!("/t/{table}/back"), &[]).status, 303);
    hold_up("Bob", false);
    until("the bot has thought", 0);
    let stands = stands();
    assert_eq!((&stands["steps"], &stands["deciding"][0]), (&json!(0), &json!(1)), "{stands}");
    assert_eq!(stands["seats"][0]["kind"], "person");
}

#[test]
fn what_a_bot_thought_of_a_decision_that_was_taken_back_counts_for_nothing() {
    let house = House::with_games(fragile());
    hold_up("Una", true);
    let una = house.guest().called("Una");
    let table = una.open("connect-four", "plain", &["me", "bot:search:strong"]);
    let steps = || una.get(&format!("/api/tables/{table}")).json()["steps"].clone();
    assert_eq!(una.act(&table, 0, "drop 4", None).status, 200);
    let until = |what: &str, done: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !done() {
            assert!(began.elapsed().as_secs() < 60, "{what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    until("the bot thinks about it", &|| THOUGHTS_OF_UNA.load(Ordering::SeqCst) == 1);
    // Meanwhile Una thinks better of it.
    let undone = una.post(&format!("/t/{table}/undo"), json!({ "seat": 0, "line": "" }));
    assert_eq!(undone.status, 200, "{}", undone.text);
    assert_eq!(una.act(&table, 0, "drop 1", None).status, 200);
    hold_up("Una", false);
    until("the bot answers", &|| steps() == 2);
    assert_eq!(THOUGHTS_OF_UNA.load(Ordering::SeqCst), 2, "about what was, and about what is");
}
