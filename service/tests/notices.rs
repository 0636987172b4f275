//! Notices: told once whatever ends in between, left out while somebody looks, put off while they sleep, tried again, given up and
//! told; never to the server's own networks. The push service and the webhooks are run by the tests, and the clock is theirs.

use crate::browser::Browser;
use crate::house::{Guest, House, ask_store, between, quick, until};
use crate::own_programs::{Program, code};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use service::Config;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Tue 17 Nov 2026, noon in London.
const START: i64 = 1_794_916_800;
const MINUTE: i64 = 60;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

macro_rules! turned_clock {
    ($now:ident, $clock:ident) => {
        static $now: AtomicI64 = AtomicI64::new(START);
        fn $clock() -> i64 {
            $now.load(Ordering::SeqCst)
        }
    };
}

/// Something that came to a place of the test's.
#[derive(Clone, Debug)]
pub struct Came {
    method: String,
    path: String,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Came {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// A place that takes what is sent to it, and answers as its paths say: `/500` fails, `/slow` never answers, `/away` leads elsewhere,
/// `/gone` is gone, and everything else is taken.
pub struct Place {
    pub address: SocketAddr,
    came: Arc<Mutex<Vec<Came>>>,
}

impl Place {
    pub fn open() -> Place {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let came: Arc<Mutex<Vec<Came>>> = Arc::default();
        let kept = came.clone();
        std::thread::spawn(move || {
            for line in listener.incoming() {
                let Ok(mut line) = line else { return };
                let kept = kept.clone();
                std::thread::spawn(move || {
                    let mut reader = BufReader::new(line.try_clone().unwrap());
                    let mut first = String::new();
                    reader.read_line(&mut first).unwrap();
                    let mut words = first.split_whitespace().map(str::to_string);
                    let (Some(method), Some(path)) = (words.next(), words.next()) else { return };
                    let mut headers = BTreeMap::new();
                    loop {
                        let mut header = String::new();
                        reader.read_line(&mut header).unwrap();
                        let Some((name, value)) = header.trim_end().split_once(':') else { break };
                        headers.insert(name.to_lowercase(), value.trim().to_string());
                    }
                    let length =
                        headers.get("content-length").map_or(0, |text| text.parse().unwrap());
                    let mut body = vec![0; length];
                    reader.read_exact(&mut body).unwrap();
                    let answer = match path.as_str() {
                        path if path.starts_with("/500") => {
                            "500 Oh\r\ncontent-length: 9\r\n\r\nNot <now>"
                        }
                        "/slow" => {
                            std::thread::sleep(Duration::from_secs(3));
                            return;
                        }
                        "/away" => {
                            "302 Found\r\nlocation: http://127.0.0.1:1/inside\r\ncontent-length: 0\r\n\r\n"
                        }
                        "/gone" => "410 Gone\r\ncontent-length: 0\r\n\r\n",
                        _ => "204 No Content\r\n\r\n",
                    };
                    kept.lock().unwrap().push(Came { method, path, headers, body });
                    let _ = line.write_all(format!("HTTP/1.1 {answer}").as_bytes());
                });
            }
        });
        Place { address, came }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What came to a path.
    pub fn at(&self, path: &str) -> Vec<Came> {
        let came = self.came.lock().unwrap();
        came.iter().filter(|came| came.path.starts_with(path)).cloned().collect()
    }

    fn wait(&self, path: &str, count: usize) -> Vec<Came> {
        until(&format!("{count} at {path}"), || self.at(path).len() >= count);
        let all = self.at(path);
        assert_eq!(all.len(), count, "{all:?}");
        all
    }
}

/// Settings of a server by a clock that the test turns, which may call the places of the test.
pub fn set(config: &mut Config, clock: fn() -> i64) {
    quick(config);
    config.wall_clock = clock;
    config.clock_is_turned = true;
    config.time_tick = Duration::from_millis(5);
    config.notices_may_call = vec!["127.0.0.0/8".parse().unwrap()];
    config.notice_patience = Duration::from_millis(900);
}

fn turn(clock: &AtomicI64, by: i64) {
    clock.fetch_add(by, Ordering::SeqCst);
}

/// Waits until everything that is due was seen to: nothing is due, and nothing claimed.
fn settled(folder: &Path, clock: &AtomicI64) {
    until("what is due is done", || {
        let now = clock.load(Ordering::SeqCst) * 1000;
        let claimed = now + 60_000;
        let due = "SELECT count(*) FROM notices WHERE state = 'waiting' AND";
        ask_store(folder, &format!("{due} (at <= {now} OR at = {claimed})")) == "0"
    });
}

fn two(ann: &Guest, bob: &Guest, clock: &str) -> String {
    let fields = [
        ("scenario", "plain"),
        ("seat", "me"),
        ("seat", "open"),
        ("clock", clock),
        ("at_deadline", "lapse"),
    ];
    let answer = ann.form("/new/connect-four", &fields);
    assert_eq!(answer.status, 303, "{}", answer.text);
    let table = answer.location.strip_prefix("/t/").unwrap().to_string();
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    table
}

fn add_hook(guest: &Guest, kind: &str, address: &str) {
    let fields = [("kind", kind), ("address", address), ("secret", "syt_token")];
    let added = guest.form("/me/ways", &fields);
    assert_eq!(added.status, 303, "{}", added.text);
}

/// The point of the curve from which all others are made: a key as good as any to be told nothing that is read.
const POINT: &str =
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";

fn add_browser(guest: &Guest, endpoint: &str) {
    let keys = json!({ "endpoint": endpoint, "p256dh": POINT, "auth": "AAECAwQFBgcICQoLDA0ODw" });
    let added = guest.post("/me/push", keys);
    assert_eq!(added.status, 204, "{}", added.text);
}

fn letters(text: &str) -> Vec<u8> {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bits = text.bytes().flat_map(|letter| {
        let value = LETTERS.bytes().position(|known| known == letter).unwrap();
        (0..6).rev().map(move |bit| value >> bit & 1)
    });
    let mut bytes = Vec::new();
    loop {
        let eight: Vec<usize> = bits.by_ref().take(8).collect();
        if eight.len() < 8 {
            return bytes;
        }
        bytes.push(eight.iter().fold(0, |byte, bit| byte << 1 | *bit as u8));
    }
}

/// Whether a push proves who sends it, as whoever carries pushes checks it.
pub fn is_vapid(came: &Came, origin: &str, now: i64) {
    let value = came.headers["authorization"].strip_prefix("vapid t=").unwrap();
    let (token, key) = value.split_once(", k=").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, letters(key));
    key.verify(signed.as_bytes(), &letters(signature)).expect("signed by the key of the house");
    let (head, claims) = signed.split_once('.').unwrap();
    let read = |text: &str| serde_json::from_slice::<Value>(&letters(text)).unwrap();
    assert_eq!(read(head)["alg"], "ES256");
    let claims = read(claims);
    assert_eq!(claims["aud"], origin);
    let until = claims["exp"].as_i64().unwrap() - now;
    assert!((1..=24 * HOUR).contains(&until), "{claims}");
}

turned_clock!(FILE_NOW, file_clock);
#[cfg(feature = "postgres")]
turned_clock!(DATABASE_NOW, database_clock);

#[test]
fn a_turn_is_told_once_by_every_way_however_often_the_server_ends() {
    told_once(&FILE_NOW, file_clock, None);
}

#[cfg(feature = "postgres")]
#[test]
fn in_a_database_too() {
    told_once(&DATABASE_NOW, database_clock, Some(crate::house::postgres::new_store()));
}

fn told_once(now: &AtomicI64, clock: fn() -> i64, store: Option<String>) {
    let place = Place::open();
    let start = |folder: tempfile::TempDir, bind: Option<SocketAddr>| {
        House::in_folder(folder, |config| {
            set(config, clock);
            if let Some(store) = &store {
                config.store = store.parse().unwrap();
            }
            config.bind = bind.unwrap_or(config.bind);
        })
    };
    let ask = |house: &House, sql: &str| match &store {
        #[cfg(feature = "postgres")]
        Some(store) => crate::house::postgres::ask(store, sql),
        _ => ask_store(house.folder.path(), sql),
    };
    let mut house = start(tempfile::TempDir::new().unwrap(), None);
    let (mut ann, mut bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "3d + 12h up to 5d, warn 1d, grace 6h");
    add_hook(&bob, "json", &place.url("/json"));
    add_hook(&bob, "matrix", &place.url("/m/send/m.room.message"));
    add_browser(&bob, &place.url("/push"));
    turn(now, 2 * MINUTE);
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    // It ends again and again, in the middle of whatever it does.
    for _ in 0..4 {
        let address = house.address;
        house = start(house.kill(), Some(address));
        (ann, bob) = (ann.at(&house), bob.at(&house));
    }
    turn(now, 61);
    until("it is told", || {
        let left = "SELECT count(*) FROM notices WHERE state = 'waiting' AND kind = 'your_turn'";
        ask(&house, left) == "0"
    });
    let all = place.at("/json");
    let keys: std::collections::BTreeSet<String> =
        all.iter().map(|came| came.headers["idempotency-key"].clone()).collect();
    assert_eq!(keys.len(), 1, "told twice it would bear the same id: {all:?}");
    let first = all[0].json();
    assert_eq!(first["kind"], "your_turn");
    assert_eq!(first["subject"], "Your turn: Ann and Bob (Connect four)", "{first}");
    assert!(first["happened"].as_str().unwrap().contains("Ann"), "{first}");
    assert!(!first["asked"].as_str().unwrap().is_empty(), "{first}");
    assert_eq!(first["otherwise"], "the game goes on as its rules say when nobody answers");
    assert_eq!(first["link"], ann.url(&format!("/t/{table}")));
    let by: clock::Timestamp = first["by"].as_str().unwrap().parse().unwrap();
    let matrix = &place.at("/m/send/m.room.message/")[0];
    assert_eq!(
        (matrix.method.as_str(), matrix.headers["authorization"].as_str()),
        ("PUT", "Bearer syt_token")
    );
    assert!(matrix.path.ends_with(&all[0].headers["idempotency-key"]), "twice is once there");
    let push = &place.at("/push")[0];
    is_vapid(push, &format!("http://{}", place.address), clock());
    assert_eq!(push.headers["content-encoding"], "aes128gcm");
    assert_eq!(push.headers["topic"].len(), 32);
    assert!(push.headers["ttl"].parse::<i64>().unwrap() <= 4 * DAY, "{push:?}");
    assert!(!String::from_utf8_lossy(&push.body).contains("Ann"), "nobody on the way reads it");

    // A day before the time runs out, once; then that it ran out, and what was done.
    let seen = place.at("/json").len();
    turn(now, by.as_second() - DAY - clock());
    let warned = place.wait("/json", seen + 1).pop().unwrap().json();
    assert_eq!(warned["kind"], "warning", "{warned}");
    turn(now, DAY + 6 * HOUR);
    let told = place.wait("/json", seen + 2).pop().unwrap().json();
    assert_eq!(told["kind"], "ran_out", "{told}");
    let happened = told["happened"].as_str().unwrap();
    assert!(happened.starts_with("Your time has run out. The game goes on"), "{told}");
    assert!(happened.contains("Bob drops a disc"), "what was done: {told}");
    // Nobody who decides is told of it, and whoever has looked is told of the next turn.
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    until("it is told or not", || {
        ask(
            &house,
            "SELECT count(*) FROM notices WHERE way = '' AND state = 'waiting' AND kind = 'your_turn'",
        ) == "0"
    });
    assert_eq!(place.at("/json").len(), seen + 2, "of a table one is told once until one looks");
    turn(now, MINUTE);
    assert_eq!(bob.act(&table, 1, "drop 3", None).status, 200);
    turn(now, 2 * MINUTE);
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    let again = place.wait("/json", seen + 3).pop().unwrap().json();
    assert_eq!(again["kind"], "your_turn", "{again}");
    assert_ne!(again["key"], first["key"]);
    assert_eq!(
        ask(
            &house,
            "SELECT count(*) FROM notices WHERE person <> (SELECT person FROM ways LIMIT 1)"
        ),
        "0",
        "nobody else asked for any"
    );

    // What was told stands in the feeds, at addresses that end when one wishes.
    assert_eq!(bob.form("/me/feeds", &[]).status, 303);
    let page = bob.get("/me").text;
    let atom = between(&page, "id=\"feed-atom\" readonly value=\"", "\"").to_string();
    let path = atom.strip_prefix(&format!("http://{}", house.address)).unwrap().to_string();
    let feed = house.guest().get(&path);
    let xml = roxmltree::Document::parse(&feed.text).unwrap();
    let entries = xml
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2005/Atom", "entry")));
    assert!(entries.count() >= 4, "{}", feed.text);
    let ics = house.guest().get(&path.replace(".atom", ".ics")).text;
    let unfolded = icalendar::parser::unfold(&ics);
    let calendar = icalendar::Calendar::from(icalendar::parser::read_calendar(&unfolded).unwrap());
    assert_eq!(calendar.components.len(), 1, "{ics}");
    assert!(ics.contains("BEGIN:VALARM") && ics.contains("Connect four: your turn"), "{ics}");
    assert_eq!(bob.form("/me/feeds", &[]).status, 303);
    assert_eq!(house.guest().get(&path).status, 404, "a new address ends the old one");
}

#[test]
fn a_terminal_that_only_follows_a_table_keeps_nobody_from_being_told() {
    turned_clock!(NOW, clock);
    let place = Place::open();
    let house = House::in_a_file(|config| set(config, clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "none");
    add_hook(&bob, "json", &place.url("/bob"));
    let terminal = Program::by_code(&house, &code(&bob)).unwrap();
    turn(&NOW, 5 * MINUTE);
    // News made it look; nobody sits there.
    let scene = format!("/api/tables/{table}/scene?as=2&by_itself=true");
    assert_eq!(terminal.get(&scene).status, 200);
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    settled(house.folder.path(), &NOW);
    place.wait("/bob", 1);
}

#[test]
fn who_looks_or_sleeps_is_left_alone_and_a_digest_tells_all_at_once() {
    turned_clock!(NOW, clock);
    let place = Place::open();
    let house = House::in_a_file(|config| set(config, clock));
    let folder = house.folder.path();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let (one, other) = (two(&ann, &bob, "none"), two(&ann, &bob, "none"));
    add_hook(&bob, "json", &place.url("/bob"));
    // Whoever looks sees it; if they were gone, they are told a little later.
    turn(&NOW, 2 * MINUTE);
    assert_eq!(bob.post(&format!("/t/{one}/here"), json!({})).status, 204);
    turn(&NOW, 20);
    assert_eq!(ann.act(&one, 0, "drop 4", None).status, 200);
    settled(folder, &NOW);
    turn(&NOW, 10);
    settled(folder, &NOW);
    assert_eq!(place.at("/bob").len(), 0, "he has the page open");
    assert_eq!(bob.post(&format!("/t/{one}/here"), json!({})).status, 204);
    turn(&NOW, 5 * MINUTE);
    settled(folder, &NOW);
    assert_eq!(place.at("/bob").len(), 0, "he has seen it");
    assert_eq!(bob.act(&one, 1, "drop 3", None).status, 200);
    turn(&NOW, 30);
    assert_eq!(ann.act(&one, 0, "drop 4", None).status, 200);
    turn(&NOW, 50);
    place.wait("/bob", 1);

    // In quiet hours nothing comes; when they end, what is still so.
    let fields = [("zone", "Europe/London"), ("quiet-from", "22:00"), ("quiet-until", "07:00")];
    assert_eq!(bob.form("/me/settings", &fields).status, 303);
    assert_eq!(bob.act(&one, 1, "drop 3", None).status, 200);
    NOW.store(START + 11 * HOUR, Ordering::SeqCst);
    for table in [&one, &other] {
        assert_eq!(ann.act(table, 0, "drop 5", None).status, 200);
    }
    settled(folder, &NOW);
    turn(&NOW, 3 * HOUR);
    settled(folder, &NOW);
    assert_eq!(place.at("/bob").len(), 1, "he sleeps");
    // At one table he is awake anyway, and answers.
    assert_eq!(bob.act(&one, 1, "drop 2", None).status, 200);
    turn(&NOW, 5 * HOUR);
    let told = place.wait("/bob", 2).pop().unwrap().json();
    assert!(told["link"].as_str().unwrap().ends_with(&other), "{told}");
    assert_eq!(bob.act(&other, 1, "drop 2", None).status, 200);

    // A digest: both at once, at its hour. A time that is none is told.
    assert_eq!(bob.form("/me/notices", &[("digest", "late")]).status, 400);
    let all = ["tell-turn", "tell-warning", "tell-ran-out", "tell-over"].map(|word| (word, "on"));
    let fields: Vec<(&str, &str)> = all.into_iter().chain([("digest", "18:00")]).collect();
    assert_eq!(bob.form("/me/notices", &fields).status, 303);
    assert!(bob.get("/me").text.contains("value=\"18:00\""));
    turn(&NOW, 10 * MINUTE);
    for table in [&one, &other] {
        assert_eq!(ann.act(table, 0, "drop 6", None).status, 200);
    }
    settled(folder, &NOW);
    turn(&NOW, HOUR);
    settled(folder, &NOW);
    assert_eq!(place.at("/bob").len(), 2, "it waits for the digest");
    NOW.store(START + DAY + 6 * HOUR, Ordering::SeqCst);
    let told = place.wait("/bob", 3).pop().unwrap().json();
    assert_eq!(told["subject"], "2 tables wait for you", "{told}");
    assert_eq!(told["notices"].as_array().unwrap().len(), 2);
    let settings = bob.get("/api/me").json();
    assert_eq!(settings["settings"]["quiet"]["from"], 22 * 60, "one form leaves the other alone");
    // What is not wanted does not come, and who is deleted is told nothing.
    assert_eq!(bob.form("/me/notices", &[("digest", "")]).status, 303);
    assert_eq!(bob.act(&one, 1, "drop 1", None).status, 200);
    turn(&NOW, 5 * MINUTE);
    assert_eq!(ann.act(&one, 0, "drop 1", None).status, 200);
    settled(folder, &NOW);
    assert_eq!(place.at("/bob").len(), 3);
    assert_eq!(bob.form("/me/delete", &[("sure", "on")]).status, 303);
    assert_eq!(
        ask_store(folder, "SELECT (SELECT count(*) FROM ways) + (SELECT count(*) FROM notices)"),
        "0"
    );
}

#[test]
fn signing_out_everywhere_else_ends_what_was_set_up_to_be_told() {
    turned_clock!(NOW, clock);
    let place = Place::open();
    let house = House::in_a_file(|config| set(config, clock));
    let ann = house.guest().called("Ann");
    add_hook(&ann, "json", &place.url("/thief"));
    assert_eq!(ann.form("/me/feeds", &[]).status, 303);
    let page = ann.get("/me").text;
    let feed = between(&page, "id=\"feed-atom\" readonly value=\"", "\"");
    let feed = feed.split_once("/feed/").map(|(_, secret)| format!("/feed/{secret}")).unwrap();
    assert_eq!(house.guest().get(&feed).status, 200);
    assert_eq!(ann.form("/me/devices/end-others", &[]).status, 303);
    assert_eq!(house.guest().get(&feed).status, 404);
    let left = ask_store(house.folder.path(), "SELECT count(*) FROM ways");
    assert_eq!(left, "0");
}

#[test]
fn who_is_asked_to_agree_is_told_and_nobody_who_has_answered() {
    turned_clock!(NOW, clock);
    let place = Place::open();
    let house = House::in_a_file(|config| set(config, clock));
    let folder = house.folder.path();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "1d + 1d up to 1d, extensions 3 of 2d by all");
    add_hook(&bob, "json", &place.url("/bob"));
    turn(&NOW, 2 * MINUTE);
    let time =
        |guest: &Guest, fields: &[(&str, &str)]| guest.form(&format!("/t/{table}/time"), fields);
    let ask = [("seat", "1"), ("deed", "ask"), ("length", "2d")];
    assert_eq!(time(&ann, &ask).status, 303);
    let told = place.wait("/bob", 1).pop().unwrap().json();
    assert_eq!(told["kind"], "consent", "{told}");
    assert_eq!(told["happened"], "Ann asks the others for 2 days more.");
    assert!(told["asked"].as_str().unwrap().contains("under Time"), "{told}");
    // To answer ends it; another wish is told anew, unless it is answered before.
    let no = [("seat", "2"), ("deed", "grant"), ("of", "1"), ("answer", "no")];
    assert_eq!(time(&bob, &no).status, 303);
    turn(&NOW, 5 * MINUTE);
    settled(folder, &NOW);
    assert_eq!(place.at("/bob").len(), 1);
    assert_eq!(time(&ann, &[("seat", "1"), ("deed", "pause"), ("length", "3d")]).status, 303);
    let told = place.wait("/bob", 2).pop().unwrap().json();
    assert!(told["happened"].as_str().unwrap().starts_with("Ann proposes a pause until"), "{told}");
}

/// How often a name was asked for.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// Names as an attacker's server tells them: first a place that is open to all, then the machine itself.
fn lying_names(name: &str, port: u16) -> std::io::Result<Vec<SocketAddr>> {
    let asked = ASKED.fetch_add(1, Ordering::SeqCst);
    let inside = SocketAddr::from(([127, 0, 0, 1], port));
    Ok(match name {
        "inside.example" => vec![inside],
        "both.example" => vec![SocketAddr::from(([93, 184, 215, 14], port)), inside],
        "nowhere.example" => Vec::new(),
        _ if asked.is_multiple_of(2) => vec![SocketAddr::from(([192, 0, 2, 1], port))],
        _ => vec![inside],
    })
}

#[test]
fn what_is_not_taken_is_tried_again_given_up_and_told_and_nothing_reaches_the_servers_own_networks()
{
    turned_clock!(NOW, clock);
    let place = Place::open();
    let house = House::in_a_file(|config| set(config, clock));
    let folder = house.folder.path();
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "none");
    for path in ["/500", "/away", "/slow"] {
        add_hook(&bob, "json", &place.url(path));
    }
    add_browser(&bob, &place.url("/gone"));
    turn(&NOW, 2 * MINUTE);
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    place.wait("/500", 1);
    place.wait("/away", 1);
    until("the browser is gone", || {
        ask_store(folder, "SELECT count(*) FROM ways WHERE kind = 'push'") == "0"
    });
    for (tries, pause) in (2..).zip([30, 120, 600, HOUR, 4 * HOUR]) {
        let (tried, at) = (tries - 1, (clock() + pause) * 1000);
        let waits = format!("SELECT count(*) FROM notices WHERE tries = {tried} AND at = {at}");
        until("both wait", || ask_store(folder, &waits) == "2");
        turn(&NOW, pause - 1);
        settled(folder, &NOW);
        assert_eq!(place.at("/500").len(), tries - 1, "not before its time");
        turn(&NOW, 1);
        place.wait("/500", tries);
    }
    until("it is given up", || bob.get("/me").text.contains("after 6 tries"));
    let page = bob.get("/me").text;
    assert!(page.contains("it answered 500 and said “Not &lt;now&gt;”"), "{page}");
    assert!(page.contains("302 and leads elsewhere"), "{page}");
    until("the slow one too", || bob.get("/me").text.contains("did not answer within"));
    turn(&NOW, DAY);
    settled(folder, &NOW);
    assert_eq!(
        (place.at("/500").len(), place.at("/away").len(), place.at("/inside").len()),
        (6, 1, 0)
    );

    // A test says what came back; what goes well again is said no more.
    let id = |page: &str, name: &str| {
        let from = page.find(name).unwrap();
        between(&page[from..], "name=\"id\" value=\"", "\"").to_string()
    };
    let hook = ask_store(folder, "SELECT id FROM ways WHERE address LIKE '%/500'");
    let test = |id: &str| bob.form("/me/ways/test", &[("id", id)]);
    assert!(
        test(&hook).text.contains("It was not taken now: it answered 500"),
        "{}",
        test(&hook).text
    );
    assert_eq!(ann.form("/me/ways/test", &[("id", &hook)]).status, 404, "it is Bob's");
    assert_eq!(ann.form("/me/ways/remove", &[("id", &hook)]).status, 404);
    add_hook(&bob, "slack", &place.url("/fine"));
    let fine = id(&bob.get("/me").text, "Slack at");
    assert!(test(&fine).text.contains("It was taken: it answered 204."));
    assert_eq!(bob.form("/me/ways/remove", &[("id", &fine)]).status, 303);
    for (kind, address, why) in [
        ("json", "http://hooks", "no web address"),
        ("matrix", "https://m.example/room", "/send/m.room.message"),
        ("pigeon", "https://m.example/", "no such service"),
    ] {
        let fields = [("kind", kind), ("address", address), ("secret", "x")];
        let refused = bob.form("/me/ways", &fields);
        assert!(refused.status == 400 && refused.text.contains(why), "{}", refused.text);
    }
    let bad =
        bob.post("/me/push", json!({ "endpoint": place.url("/p"), "p256dh": "AAAA", "auth": "" }));
    assert_eq!(bad.status, 400, "{}", bad.text);
    drop(house);

    // Where the operator allows nothing, no way of writing an address leads inside.
    let before = place.came.lock().unwrap().len();
    let strict = House::in_a_file(|config| {
        set(config, clock);
        config.notices_may_call.clear();
        config.name_service = lying_names;
    });
    let eve = strict.guest().called("Eve");
    let port = place.address.port();
    for inside in ["127.0.0.1", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254"] {
        let address = format!("https://{inside}:{port}/");
        let refused = eve.form("/me/ways", &[("kind", "json"), ("address", &address)]);
        assert!(refused.status == 400 && refused.text.contains("not open to all"), "{inside}");
    }
    let plain = eve.form("/me/ways", &[("kind", "json"), ("address", "http://hooks.example/")]);
    assert!(plain.text.contains("must begin with https://"), "{}", plain.text);
    for (name, why) in [
        ("inside.example", "not open to all"),
        ("both.example", "not open to all"),
        ("nowhere.example", "leads nowhere"),
        ("turning.example", "not open to all"),
    ] {
        ASKED.store(0, Ordering::SeqCst);
        add_hook(&eve, "json", &format!("https://{name}:{port}/"));
        let id = ask_store(
            strict.folder.path(),
            &format!("SELECT id FROM ways WHERE address LIKE '%{name}%'"),
        );
        let told = eve.form("/me/ways/test", &[("id", &id)]).text;
        assert!(told.contains(why), "{name}: {told}");
        assert_eq!(ASKED.load(Ordering::SeqCst), 1, "a name is asked for once");
    }
    assert_eq!(place.came.lock().unwrap().len(), before, "nobody called");
}

/// What stands in for a push service that browsers know: keys of the page's own, and the address of the test's.
pub const SUBSCRIBE: &str = "PushManager.prototype.subscribe = async function (options) {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const point = await crypto.subtle.exportKey('raw', pair.publicKey);
  const auth = crypto.getRandomValues(new Uint8Array(16)).buffer;
  sessionStorage.asked = JSON.stringify(options);
  sessionStorage.own = JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey));
  sessionStorage.auth = JSON.stringify([...new Uint8Array(auth)]);
  sessionStorage.point = JSON.stringify([...new Uint8Array(point)]);
  return { endpoint: ENDPOINT, getKey: (name) => (name === 'auth' ? auth : point) };
}; true";

/// Reads a push as a browser does (RFC 8291), by the browser's own means.
pub const DECRYPT: &str = "(async () => {
  const [body, point, auth] = [BODY, JSON.parse(sessionStorage.point), JSON.parse(sessionStorage.auth)].map((list) => new Uint8Array(list));
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const own = await crypto.subtle.importKey('jwk', JSON.parse(sessionStorage.own), curve, false, ['deriveBits']);
  const [salt, theirs, sealed] = [body.slice(0, 16), body.slice(21, 86), body.slice(86)];
  const other = await crypto.subtle.importKey('raw', theirs, curve, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256);
  const derive = async (key, salt, info, bits) => crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info },
    await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']), bits);
  const words = (text) => new TextEncoder().encode(text);
  const key = await derive(shared, auth, new Uint8Array([...words('WebPush: info\\0'), ...point, ...theirs]), 256);
  const content = await crypto.subtle.importKey('raw', await derive(key, salt, words('Content-Encoding: aes128gcm\\0'), 128), 'AES-GCM', false, ['decrypt']);
  const iv = await derive(key, salt, words('Content-Encoding: nonce\\0'), 96);
  const read = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, content, sealed));
  return new TextDecoder().decode(read.slice(0, read.lastIndexOf(2)));
})()";

/// Notes what the worker shows and opens, in the worker itself.
const NOTE: &str = "self.shown = []; self.opened = [];
  const really = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
    shown.push({ title, ...options }); return really.call(this, title, options); };
  clients.openWindow = async (to) => { opened.push(to); }; true";

/// Clicks on what is shown, as far as the worker can tell.
const CLICK: &str = "(async () => { let waited; const { data } = shown[0];
  const notification = { data, close() {} };
  const waitUntil = (work) => { waited = work; };
  self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
  await waited; return opened; })()";

/// Brings the words of a push to the worker of the pages that a browser shows, so many times; gives the worker's session.
pub fn bring(browser: &mut Browser, home: &str, words: &Value, times: usize) -> String {
    browser.send("ServiceWorker.enable", json!({}));
    until("a worker is registered", || {
        browser.eval("1");
        browser.registration.is_some()
    });
    let registration = browser.registration.clone().expect("a worker is registered");
    browser.send("ServiceWorker.startWorker", json!({ "scopeURL": format!("{home}/") }));
    let page = browser.current();
    browser.reach("");
    let mut worker = Value::Null;
    until("the worker runs", || {
        let found = browser.send("Target.getTargets", json!({}));
        let all = found["targetInfos"].as_array().cloned().unwrap_or_default();
        let own = all.into_iter().find(|target| target["type"] == "service_worker");
        worker = own.map_or(Value::Null, |own| own["targetId"].clone());
        !worker.is_null()
    });
    let attached = json!({ "targetId": worker, "flatten": true });
    let attached = browser.send("Target.attachToTarget", attached);
    let worker = attached["sessionId"].as_str().unwrap().to_string();
    browser.reach(&worker);
    browser.eval(NOTE);
    browser.reach(&page);
    for _ in 0..times {
        let push = json!({ "origin": home, "registrationId": registration, "data": words });
        browser.send("ServiceWorker.deliverPushMessage", push);
    }
    worker
}

#[test]
fn a_browser_is_told_and_shows_it_once() {
    turned_clock!(NOW, clock);
    let place = Place::open();
    let house = House::in_a_file(|config| set(config, clock));
    let (ann, bob) = (house.guest().called("Ann"), house.guest().called("Bob"));
    let table = two(&ann, &bob, "3d + 12h up to 5d, warn 1d");
    let home = format!("http://{}", house.address);
    let mut browser = Browser::of_guest(&house, &bob);
    browser.send(
        "Browser.grantPermissions",
        json!({ "permissions": ["notifications"], "origin": home }),
    );
    browser.goto(&format!("{home}/me"));
    browser.wait("document.getElementById('push-here').hidden === false");
    browser.eval(&SUBSCRIBE.replace("ENDPOINT", &json!(place.url("/push/bob")).to_string()));
    browser.click("#push-here");
    browser.wait("document.querySelector('form[action=\"/me/ways/test\"]')");
    let asked = browser.eval("JSON.parse(sessionStorage.asked)");
    assert_eq!(asked["userVisibleOnly"], true);
    turn(&NOW, 2 * MINUTE);
    assert_eq!(ann.act(&table, 0, "drop 4", None).status, 200);
    let push = place.wait("/push/bob", 1).pop().unwrap();
    is_vapid(&push, &format!("http://{}", place.address), clock());
    let key = push.headers["authorization"].split_once(", k=").unwrap().1.to_string();
    assert_eq!(asked["applicationServerKey"], key, "the browser was told whose pushes to take");
    let read = browser.eval(&DECRYPT.replace("BODY", &json!(push.body).to_string()));
    let told: Value = serde_json::from_str(read.as_str().unwrap()).unwrap();
    assert_eq!(told["title"], "Your turn: Ann and Bob (Connect four)", "{told}");
    assert!(told["body"].as_str().unwrap().contains("otherwise the game goes on"), "{told}");
    assert_eq!(bob.form("/me/feeds", &[]).status, 303);
    if let Ok(folder) = std::env::var("OVERWINTER_PICTURES") {
        for (theme, name, width, height) in [
            ("light", "desktop", 1280, 800),
            ("dark", "desktop", 1280, 800),
            ("light", "phone", 390, 844),
            ("dark", "phone", 390, 844),
        ] {
            browser.theme(theme);
            browser.size(width, height);
            browser.goto(&format!("{home}/me"));
            browser.eval("document.querySelector('.notices details').open = true");
            for (part, at) in [("notices", "#notices"), ("wishes", "#tell-turn")] {
                browser.eval(&format!("document.querySelector('{at}').scrollIntoView()"));
                browser.picture(&Path::new(&folder).join(format!("me-{part}-{name}-{theme}.png")));
            }
        }
    }
    let wide = browser.eval("document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(wide, true, "nothing sticks out");
    // The browser's own push service brings it to the worker, which shows it; the same has the same name and stands there once.
    let page = browser.current();
    let worker = bring(&mut browser, &home, &read, 2);
    browser.reach(&worker);
    until("it is shown", || browser.eval("shown.length") == 2);
    let shown = browser.eval("shown");
    assert_eq!((&shown[0]["title"], &shown[0]["body"]), (&told["title"], &told["body"]));
    assert!(shown[0]["tag"] == told["tag"] && shown[1]["tag"] == told["tag"], "{shown}");
    assert_eq!(browser.eval(CLICK), json!([format!("/t/{table}")]), "a click opens the table");
    browser.reach(&page);
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}
