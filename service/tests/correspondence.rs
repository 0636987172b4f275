//! A whole correspondence game of each of the five: two people with passkeys in two browsers, over weeks of a clock that the test turns,
//! with premoves, a push, a vacation, an answer in grace, a bot at a deadline and a person who comes back, a sandbox, and
//! a rating at the end.

use crate::browser::Browser;
use crate::house::{Guest, House, ask_store, until};
use crate::notices::{DECRYPT, Place, SUBSCRIBE, bring, is_vapid, set};
use crate::people::browser as signed_in;
use crate::plans::token;
use crate::with_passkeys::{cookie, home, with_authenticator};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, Ordering};

/// Tue 17 Nov 2026, noon in London.
const START: i64 = 1_794_916_800;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

static NOW: AtomicI64 = AtomicI64::new(START);

fn clock() -> i64 {
    NOW.load(Ordering::SeqCst)
}

fn turn_to(at: i64) {
    NOW.fetch_max(at, Ordering::SeqCst);
}

/// Somebody with a passkey: their browser, and what they send without clicking.
struct Person {
    browser: Browser,
    guest: Guest,
    /// Their seat at all tables, counted from 0.
    seat: u16,
}

impl Person {
    /// Opens the house for the first time, makes a passkey with a click, and says a name.
    fn new(house: &House, name: &str, seat: u16) -> Person {
        let (mut browser, device) = with_authenticator();
        browser.send("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        browser.goto(&format!("{}/me", home(house)));
        browser.click("#add-passkey");
        browser.wait("document.querySelector('.things input[name=name]')");
        let kept = browser.send("WebAuthn.getCredentials", json!({ "authenticatorId": device }));
        assert_eq!(kept["credentials"].as_array().unwrap().len(), 1);
        let guest = signed_in(house, &cookie(&mut browser, house)).called(name);
        Person { browser, guest, seat }
    }

    fn visit(&mut self, house: &House, path: &str) {
        self.browser.goto(&format!("{}{path}", home(house)));
    }
}

/// A game that the two play.
struct Game {
    id: &'static str,
    title: String,
    table: String,
    tokens: [String; 2],
}

/// The house in which they play.
struct Weeks {
    house: House,
    ann: Person,
    bob: Person,
    games: Vec<Game>,
    luck: u64,
    /// Whether the games are to end now.
    ends: bool,
}

impl Weeks {
    fn draw(&mut self, below: usize) -> usize {
        self.luck = self
            .luck
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.luck >> 33) as usize % below
    }

    fn person(&self, seat: u16) -> &Person {
        if seat == self.bob.seat { &self.bob } else { &self.ann }
    }

    /// What a seat may decide now, without giving up.
    fn legal(&self, game: usize, seat: u16) -> Vec<String> {
        let Game { table, tokens, .. } = &self.games[game];
        let guest = &self.person(seat).guest;
        let request = guest.agent.get(guest.url(&format!("/api/tables/{table}/legal")));
        let bearer = format!("Bearer {}", tokens[usize::from(seat)]);
        let answer = crate::house::Answer::of(request.header("authorization", bearer).call());
        let legal = answer.json()["legal"].as_array().cloned().unwrap_or_default();
        let lines = legal.iter().map(|line| line.as_str().unwrap().to_string());
        lines.filter(|line| !["resign", "concede", "give up"].contains(&line.as_str())).collect()
    }

    fn asked(&self, game: usize, seat: u16) -> bool {
        let shown = self.shown(game);
        let deciding = shown["deciding"].as_array().cloned().unwrap_or_default();
        shown["state"] == "playing" && deciding.contains(&json!(seat + 1))
    }

    fn shown(&self, game: usize) -> Value {
        self.bob.guest.get(&format!("/api/tables/{}", self.games[game].table)).json()
    }

    fn is_over(&self, game: usize) -> bool {
        self.shown(game)["state"] == "over"
    }

    /// What a bot would do for a seat, in a sandbox of its person. Species that are ordered about at random die out too soon: so it is
    /// asked in that game, until its end is wanted.
    fn advised(&self, game: usize, seat: u16) -> Option<String> {
        let Game { id, table, .. } = &self.games[game];
        if *id != "postal-survival" || self.ends {
            return None;
        }
        let guest = &self.person(seat).guest;
        let begun = guest.form(&format!("/t/{table}/try"), &[]);
        if begun.status != 303 {
            return None;
        }
        let mut node = 0;
        if seat == 1 {
            // Whoever is asked first in it is done.
            let done = json!({ "seat": 0, "line": "done" });
            let done = guest.post(&format!("/t/{table}/try/0/act"), done);
            node = if done.status == 200 { done.json()["node"].as_u64()? } else { 0 };
        }
        let asked = guest.post(&format!("/t/{table}/try/{node}/bot"), json!({ "bot": "greedy" }));
        let frame = guest.get(&format!("/t/{table}/try/0/frame?as=")).json();
        let node = asked.json()["node"].clone();
        let tried = frame["set"]["tried"]["tried"].as_array()?;
        let last =
            tried.iter().find(|tried| tried["id"] == node && tried["seat"] == json!(seat))?;
        Some(last["line"].as_str()?.to_string())
    }

    /// One decision of a seat; whether it was asked for one.
    fn decide(&mut self, game: usize, seat: u16) -> bool {
        self.decide_but(game, seat, "")
    }

    /// The same, and never this line.
    fn decide_but(&mut self, game: usize, seat: u16, line: &str) -> bool {
        let mut legal = self.legal(game, seat);
        legal.retain(|known| known != line);
        if legal.is_empty() {
            return false;
        }
        let advised = self.advised(game, seat);
        if advised.as_deref() == Some(line) {
            return true;
        }
        let advised = advised.filter(|advised| legal.contains(advised));
        let line = advised.unwrap_or_else(|| legal[self.draw(legal.len())].clone());
        let done = self.person(seat).guest.act(&self.games[game].table, seat, &line, None);
        // A plan or a bot may have been faster.
        assert!([200, 409, 422].contains(&done.status), "{line}: {}", done.text);
        true
    }

    /// Lets both decide until one of the two is asked everywhere, and the other nowhere.
    fn until_asked_alone(&mut self, seat: u16) {
        let other = 1 - seat;
        for game in 0..self.games.len() {
            let id = self.games[game].id;
            let mut left = 600;
            loop {
                assert!(!self.is_over(game), "{id} is over too early: {}", self.shown(game));
                left -= 1;
                assert!(left > 0, "{id} never asks seat {seat} alone");
                match (self.asked(game, seat), self.asked(game, other)) {
                    (true, false) => break,
                    (_, true) => self.decide(game, other),
                    (false, false) => true,
                };
                if !self.asked(game, seat) && !self.asked(game, other) {
                    continue;
                }
                if !self.asked(game, seat) {
                    self.decide(game, other);
                }
            }
        }
    }

    /// When the answer of a seat is due in each game, and until when it is taken, the first first.
    fn deadlines(&self, seat: u16) -> Vec<(i64, i64, usize)> {
        let due = |game: usize| {
            let time = self.shown(game)["time"].clone();
            let deadlines = time["deadlines"].as_array().cloned().unwrap_or_default();
            let own = deadlines.into_iter().find(|deadline| deadline["seat"] == json!(seat + 1))?;
            let at = |name: &str| {
                let time: clock::Timestamp = own[name].as_str().unwrap().parse().unwrap();
                time.as_second()
            };
            Some((at("due"), at("until"), game))
        };
        let mut all: Vec<_> = (0..self.games.len()).filter_map(due).collect();
        all.sort_unstable();
        all
    }

    /// How many decisions there are, also those of which nobody else knows yet.
    fn decisions(&self, game: usize) -> usize {
        let sql =
            format!("SELECT count(*) FROM steps WHERE table_id = '{}'", self.games[game].table);
        ask_store(self.house.folder.path(), &sql).parse().unwrap()
    }

    fn kind(&self, game: usize, seat: u16) -> Value {
        self.shown(game)["seats"][usize::from(seat)]["kind"].clone()
    }

    /// What was said at a table.
    fn talk(&self, game: usize) -> Vec<String> {
        let told = self.bob.guest.get(&format!("/api/tables/{}/talk", self.games[game].table));
        let lines = told.json()["lines"].as_array().unwrap().clone();
        lines.iter().map(|line| line["text"].as_str().unwrap().to_string()).collect()
    }

    fn reliability(&self, column: &str) -> i64 {
        let sql = format!("SELECT coalesce(sum({column}), 0) FROM reliability");
        ask_store(self.house.folder.path(), &sql).parse().unwrap()
    }
}

/// Opens a rated table for two; the host has the first seat.
fn open(host: &Guest, (game, scenario): (&'static str, &str)) -> Game {
    let shelf = shelf::shelf();
    let shelved = shelf.iter().find(|shelved| shelved.game.id() == game).unwrap();
    let catalogue = shelved.game.catalogue(&shelved.game.house()).unwrap();
    let fields = [
        ("scenario", scenario),
        ("listed", "on"),
        ("rated", "on"),
        ("seat", "me"),
        ("seat", "open"),
        ("clock", "2d + 1d up to 3d, warn 1d, grace 6h"),
        ("at_deadline", "bot greedy"),
    ];
    let opened = host.form(&format!("/new/{game}"), &fields);
    assert_eq!(opened.status, 303, "{game}: {}", opened.text);
    let table = opened.location.strip_prefix("/t/").unwrap().to_string();
    Game { id: game, title: catalogue.title, table, tokens: Default::default() }
}

/// The games, each with a scenario that two play and that lasts for a while.
const GAMES: [(&str, &str); 5] = [
    ("outdoor-survival", "lost"),
    ("postal-survival", "pantheon"),
    ("outlive", "convoy"),
    ("survivors", "tollgate"),
    ("yellowstone", "standard"),
];

#[test]
fn two_people_play_all_five_games_by_correspondence() {
    let place = Place::open();
    let house = House::with(|config| set(config, clock));
    let (bob, ann) = (Person::new(&house, "Bob", 0), Person::new(&house, "Ann", 1));
    let games = GAMES.map(|game| open(&bob.guest, game));
    let mut weeks = Weeks { house, ann, bob, games: games.into(), luck: 5, ends: false };
    ann_sits_down(&mut weeks);
    bob_wants_to_be_told(&mut weeks, &place);
    what_is_planned_is_done(&mut weeks);
    a_push_brings_bob_back(&mut weeks, &place);
    no_deadline_falls_into_the_vacation(&mut weeks);
    an_answer_in_grace_counts(&mut weeks);
    a_bot_plays_until_ann_is_back(&mut weeks);
    bob_tries_a_plan(&mut weeks);
    the_end_is_rated(&mut weeks);
    for person in [&weeks.ann, &weeks.bob] {
        assert!(person.browser.errors.is_empty(), "{:?}", person.browser.errors);
    }
}

/// One table she finds in the lobby and clicks; at the others she sits down all the same.
fn ann_sits_down(weeks: &mut Weeks) {
    weeks.ann.visit(&weeks.house, "/");
    let first = weeks.games[0].table.clone();
    weeks.ann.browser.click(&format!("section.tables a[href='/t/{first}']"));
    weeks.ann.browser.wait("location.pathname.startsWith('/t/')");
    for told in ["Rated", "plays on until they are back"] {
        weeks.ann.browser.wait(&format!("document.body.innerText.includes('{told}')"));
    }
    weeks.ann.browser.click("form[action$='/join'] button");
    weeks.ann.browser.wait("document.getElementById('main').dataset.mine === '2'");
    for game in &weeks.games[1..] {
        let sat = weeks.ann.guest.form(&format!("/t/{}/join", game.table), &[("seat", "2")]);
        assert_eq!(sat.status, 303, "{}", sat.text);
    }
    for game in &mut weeks.games {
        game.tokens = [0, 1].map(|seat| token(&weeks.house, &game.table, seat));
    }
    assert_eq!(
        weeks.bob.guest.get("/api/tables?state=playing").json()["tables"].as_array().unwrap().len(),
        5
    );
}

/// His browser lets the house push.
fn bob_wants_to_be_told(weeks: &mut Weeks, place: &Place) {
    let home = home(&weeks.house);
    let browser = &mut weeks.bob.browser;
    browser.send(
        "Browser.grantPermissions",
        json!({ "permissions": ["notifications"], "origin": home }),
    );
    browser.goto(&format!("{home}/me"));
    browser.wait("document.getElementById('push-here').hidden === false");
    browser.eval(&SUBSCRIBE.replace("ENDPOINT", &json!(place.url("/push/bob")).to_string()));
    browser.click("#push-here");
    browser.wait("document.querySelector('form[action=\"/me/ways/test\"]')");
}

/// Bob writes down beforehand what he will say some time, in every game, and it is said when it can be; in one game with clicks.
fn what_is_planned_is_done(weeks: &mut Weeks) {
    weeks.until_asked_alone(1);
    for (game, line) in (1..).zip(["done", "end", "end", "roll"]) {
        let (id, table) = (weeks.games[game].id, weeks.games[game].table.clone());
        let path = format!("/t/{table}/plan?as=1");
        let plan = json!({ "premoves": [{ "line": line, "waits": true }] });
        let number = weeks.bob.guest.get(&path).json()["number"].clone();
        let body = json!({ "seat": 0, "number": number, "plan": plan });
        let put = weeks.bob.guest.post(&format!("/t/{table}/plan"), body);
        assert_eq!(put.status, 200, "{id}: {}", put.text);
        let sql = format!(
            "SELECT count(*) FROM steps WHERE table_id = '{table}' AND seat = 0 AND action = '{line}'"
        );
        let said =
            |weeks: &Weeks| ask_store(weeks.house.folder.path(), &sql).parse::<usize>().unwrap();
        let (before, mut left) = (said(weeks), 600);
        while said(weeks) == before {
            left -= 1;
            assert!(left > 0 && !weeks.is_over(game), "{id}: `{line}` is never said");
            if !weeks.decide_but(game, 0, line) && !weeks.decide(game, 1) {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
        }
        let sheet = weeks.bob.guest.get(&path).json();
        assert_eq!(sheet["plan"]["premoves"], json!([]), "{id}: it was the plan");
    }
    weeks.until_asked_alone(1);
    // Bob's day is over; while Ann walks he plans the next one.
    let table = weeks.games[0].table.clone();
    weeks.bob.visit(&weeks.house, &format!("/t/{table}"));
    let browser = &mut weeks.bob.browser;
    browser.wait("document.querySelector('#board .ground').childElementCount");
    browser.click("#open-menu");
    browser.click("#open-plans");
    browser.wait("document.getElementById('plans').open && document.getElementById('plan-line')");
    browser.click("#plan-line");
    browser.write("roll");
    browser.click("#plan-sheet form button");
    browser.wait("document.querySelector('#drop-0')");
    while weeks.asked(0, 1) {
        weeks.decide(0, 1);
    }
    weeks.bob.browser.wait("document.querySelector('#recap li.plan')");
    let told = weeks.bob.browser.eval("document.querySelector('#recap li.plan').textContent");
    assert!(told.as_str().unwrap().contains("roll"), "{told}");
    weeks.bob.visit(&weeks.house, "/");
}

/// Nobody looks; Ann decides, and Bob's browser shows that it is his turn in all five.
fn a_push_brings_bob_back(weeks: &mut Weeks, place: &Place) {
    weeks.until_asked_alone(1);
    turn_to(clock() + 6 * HOUR);
    let before = place.at("/push/bob").len();
    weeks.until_asked_alone(0);
    turn_to(clock() + HOUR);
    let mut titles = BTreeSet::new();
    until("all five are pushed", || {
        for push in place.at("/push/bob").iter().skip(before) {
            let read =
                weeks.bob.browser.eval(&DECRYPT.replace("BODY", &json!(push.body).to_string()));
            let told: Value = serde_json::from_str(read.as_str().unwrap()).unwrap();
            titles.insert(told["title"].as_str().unwrap().to_string());
        }
        weeks.games.iter().all(|game| {
            titles.iter().any(|title| {
                title.starts_with("Your turn: Bob") && title.ends_with(&format!("({})", game.title))
            })
        })
    });
    let push = place.at("/push/bob").pop().unwrap();
    is_vapid(&push, &format!("http://{}", place.address), clock());
    let browser = &mut weeks.bob.browser;
    let read = browser.eval(&DECRYPT.replace("BODY", &json!(push.body).to_string()));
    let told: Value = serde_json::from_str(read.as_str().unwrap()).unwrap();
    let page = browser.current();
    let worker = bring(browser, &home(&weeks.house), &read, 1);
    browser.reach(&worker);
    until("it is shown", || browser.eval("shown.length") == 1);
    assert_eq!(browser.eval("shown[0].title"), told["title"]);
    browser.reach(&page);
    // He comes back by the number in the title of his games.
    weeks.bob.visit(&weeks.house, "/my");
    let yours = "document.querySelectorAll('section[aria-labelledby=my-turn] li').length";
    assert_eq!(weeks.bob.browser.eval(yours), 5);
}

/// Ann is away for ten days; all five wait for her, and nothing is decided.
fn no_deadline_falls_into_the_vacation(weeks: &mut Weeks) {
    weeks.until_asked_alone(1);
    let zone: clock::Zone = "Europe/London".parse().unwrap();
    let day = |at: i64| {
        let at = clock::Timestamp::from_second(at).unwrap();
        zone.wall(at).date().to_string()
    };
    let steps = |weeks: &Weeks| -> Vec<usize> {
        (0..GAMES.len()).map(|game| weeks.decisions(game)).collect()
    };
    let before = steps(weeks);
    weeks.ann.visit(&weeks.house, "/my");
    let (first, last) = (day(clock()), day(clock() + 9 * DAY));
    let browser = &mut weeks.ann.browser;
    browser.eval(&format!(
        "(() => {{ const form = document.querySelector('#vacation form:has([value=take])');
           form.querySelector('[name=first]').value = '{first}'; form.querySelector('[name=last]').value = '{last}';
           const zone = form.querySelector('[name=zone]'); if (zone) zone.value = 'Europe/London'; }})()"
    ));
    browser.click("#vacation form:has([value=take]) button");
    browser
        .wait("/on vacation|Come back|back/i.test(document.getElementById('vacation').innerText)");
    let missed = weeks.reliability("missed");
    for _ in 0..9 {
        turn_to(clock() + DAY);
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
    assert_eq!(steps(weeks), before, "nothing was decided for her");
    assert_eq!(weeks.reliability("missed"), missed, "no deadline fell");
    let due = weeks.deadlines(1);
    assert_eq!(due.len(), 5);
    assert!(due.iter().all(|(due, ..)| *due > clock() + 12 * HOUR), "{due:?}");
    let back = weeks.ann.guest.form("/my/vacation", &[("deed", "back")]);
    assert_eq!(back.status, 303, "{}", back.text);
}

/// Bob answers an hour after it was due: that is taken, and known of him.
fn an_answer_in_grace_counts(weeks: &mut Weeks) {
    weeks.until_asked_alone(0);
    let (late, missed) = (weeks.reliability("late"), weeks.reliability("missed"));
    for (due, until, game) in weeks.deadlines(0) {
        assert_eq!(until - due, 6 * HOUR);
        turn_to(due + HOUR);
        assert_eq!(weeks.kind(game, 0), "person");
        while weeks.decide(game, 0) {}
    }
    assert_eq!(weeks.reliability("late"), late + 5, "late in each of the five");
    assert_eq!(weeks.reliability("missed"), missed);
}

/// Ann does not answer anywhere: a bot plays on, until she takes her seats back.
fn a_bot_plays_until_ann_is_back(weeks: &mut Weeks) {
    weeks.until_asked_alone(1);
    let mut waits: BTreeSet<usize> = (0..GAMES.len()).collect();
    let steps: Vec<usize> = (0..GAMES.len()).map(|game| weeks.decisions(game)).collect();
    for _ in 0..40 {
        let next = weeks.deadlines(1).first().map(|(_, until, _)| *until);
        let Some(next) = next.filter(|_| !waits.is_empty()) else { break };
        turn_to(next.min(clock() + 6 * HOUR));
        let fallen: Vec<usize> = weeks
            .deadlines(1)
            .iter()
            .filter(|(_, until, game)| *until <= clock() && waits.contains(game))
            .map(|(.., game)| *game)
            .collect();
        for game in fallen {
            until("a bot plays on", || weeks.kind(game, 1) == "bot");
        }
        waits.retain(|game| weeks.kind(*game, 1) != "bot");
        // Bob, who is asked by the bots, does not let his own time run out.
        for (due, _, game) in weeks.deadlines(0) {
            let mut left = if due < clock() + 12 * HOUR { 40 } else { 0 };
            while left > 0 && weeks.decide(game, 0) {
                left -= 1;
            }
        }
    }
    assert!(waits.is_empty(), "no bot plays in {waits:?}");
    let line = "The time of Ann has run out. A bot (medium) plays on until they are back.";
    for (game, before) in steps.into_iter().enumerate() {
        assert!(!weeks.is_over(game), "over too early: {}", weeks.shown(game));
        assert!(weeks.talk(game).contains(&line.to_string()), "{:?}", weeks.talk(game));
        until("the bot decides", || weeks.decisions(game) > before);
    }
    let first = weeks.games[0].table.clone();
    weeks.ann.visit(&weeks.house, &format!("/t/{first}"));
    weeks.ann.browser.wait("document.querySelector('#board .ground').childElementCount && document.querySelector('#seats li')");
    weeks.ann.browser.click("#away button");
    weeks.ann.browser.wait("document.getElementById('main')?.dataset.mine === '2'");
    for game in 1..GAMES.len() {
        let path = format!("/t/{}/back", weeks.games[game].table);
        let back = weeks.ann.guest.form(&path, &[]);
        assert_eq!(back.status, 303, "{}", back.text);
    }
    for game in 0..GAMES.len() {
        assert_eq!(weeks.kind(game, 1), "person", "{}", weeks.games[game].id);
        weeks.games[game].tokens[1] = token(&weeks.house, &weeks.games[game].table, 1);
    }
}

/// Bob tries a plan with clicks in one game, and without in the others; nothing of it happens at the table.
fn bob_tries_a_plan(weeks: &mut Weeks) {
    let steps = |weeks: &Weeks| -> Vec<usize> {
        (0..GAMES.len()).map(|game| weeks.decisions(game)).collect()
    };
    let before = steps(weeks);
    let last = weeks.games[4].table.clone();
    weeks.bob.visit(&weeks.house, &format!("/t/{last}"));
    let browser = &mut weeks.bob.browser;
    browser.wait("document.getElementById('headline').textContent.length > 0");
    browser.click("#open-menu");
    browser.click("#table-menu form[action$='/try'] button");
    browser.wait("location.pathname.endsWith('/try') && document.getElementById('at-words').textContent === 'The beginning'");
    browser.click("#bot-once");
    browser.wait("document.getElementById('at-words').textContent === 'Decision 1'");
    browser.wait("document.querySelectorAll('#tree button').length === 1");
    for game in 0..4 {
        let table = &weeks.games[game].table;
        let guest = &weeks.bob.guest;
        assert_eq!(guest.form(&format!("/t/{table}/try"), &[]).status, 303);
        let mut node = 0;
        for _ in 0..3 {
            let path = format!("/t/{table}/try/{node}/bot");
            let done = guest.post(&path, json!({ "bot": "greedy" }));
            assert_eq!(done.status, 200, "{}", done.text);
            node = done.json()["node"].as_u64().unwrap();
        }
    }
    assert_eq!(steps(weeks), before, "at the tables nothing has happened");
}

/// They play on to the end, a few decisions in the evening; then both have a rating in every game, and Ann, for whom a bot
/// has played, the lower one.
fn the_end_is_rated(weeks: &mut Weeks) {
    let mut evenings = 0;
    weeks.ends = true;
    while (0..GAMES.len()).any(|game| !weeks.is_over(game)) {
        evenings += 1;
        assert!(evenings < 2000, "some game never ends");
        for game in 0..GAMES.len() {
            for step in 0..40 {
                let seat = (step + evenings) % 2;
                if !weeks.decide(game, seat as u16) && !weeks.decide(game, 1 - seat as u16) {
                    break;
                }
            }
        }
        turn_to(clock() + 3 * HOUR);
    }
    assert!(clock() - START > 14 * DAY, "{} days", (clock() - START) / DAY);
    for game in &weeks.games {
        let all = weeks.bob.guest.get(&format!("/api/ratings/{}", game.id)).json();
        let all = all["ratings"].as_array().unwrap().clone();
        let of = |name: &str| {
            let row = all.iter().find(|row| row["name"] == name).expect("a rating");
            (row["games"].as_i64().unwrap(), row["points"].as_i64().unwrap())
        };
        let ((anns, ann), (bobs, bob)) = (of("Ann"), of("Bob"));
        assert_eq!((anns, bobs), (1, 1), "{}", game.id);
        assert!(ann < bob, "{}: Ann {ann}, Bob {bob}", game.id);
    }
    let first = weeks.games[0].table.clone();
    weeks.ann.visit(&weeks.house, &format!("/t/{first}"));
    weeks.ann.browser.wait("!document.getElementById('result').hidden");
    weeks.ann.browser.click(&format!("#result a[href='/t/{first}/result']"));
    weeks.ann.browser.wait("location.pathname.endsWith('/result')");
    let page = weeks.ann.browser.eval("document.getElementById('main').innerText").to_string();
    assert!(page.contains("Ann") && page.contains("Bob") && page.contains('+'), "{page}");
    println!(
        "{} days, {} decisions",
        (clock() - START) / DAY,
        ask_store(weeks.house.folder.path(), "SELECT count(*) FROM steps")
    );
}
