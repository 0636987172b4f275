//! Nothing hidden ever leaves the server: every byte sent to each seat and to spectators in whole
//! games is searched for what they must not know at that moment.

use crate::house::{Guest, House, ask_store, between};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use table::{AnyMatch, ScenarioInfo, Seat, Setup, Viewer};

/// Everything that a viewer was sent, with the moment at which it was sent, as the viewer counts.
type Captured = Arc<Mutex<Vec<(usize, String)>>>;

/// Letters and digits alone: how a text is wrapped and escaped does not matter.
fn plain(text: &str) -> String {
    let unescaped =
        text.replace("&quot;", "").replace("&#39;", "").replace("&amp;", "").replace("\\n", " ");
    unescaped
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// All texts in a JSON value.
fn texts(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(found.insert(plain(text))),
        Value::Array(list) => list.iter().for_each(|value| texts(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// Everything that a viewer may know now, in texts.
fn known(game: &dyn AnyMatch, viewer: Viewer) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    texts(&serde_json::to_value(game.scene(viewer)).unwrap(), &mut found);
    texts(&serde_json::to_value(game.log(viewer, 0)).unwrap(), &mut found);
    found
}

struct Watcher {
    guest: Guest,
    word: String,
    viewer: Viewer,
    captured: Captured,
}

impl Watcher {
    fn keep(&self, step: usize, text: String) {
        self.captured.lock().unwrap().push((step, text));
    }

    /// Everything else that can be asked for.
    fn look_around(&self, table: &str, step: usize) {
        let (guest, word) = (&self.guest, &self.word);
        for path in [
            format!("/t/{table}?as={word}"),
            format!("/t/{table}/story?as={word}"),
            format!("/t/{table}/at/{step}?as={word}"),
            format!("/t/{table}/at/{}?as={word}", step / 2),
            format!("/t/{table}/picture/{step}.svg?as={word}"),
            format!("/t/{table}/replay?as={word}"),
            format!("/t/{table}/measure?as={word}&from=piece:A1&to=piece:B1"),
            format!("/t/{table}/measure?as={word}&from=piece:B1&to=piece:A2"),
            format!("/api/tables/{table}"),
            format!("/api/tables/{table}/view"),
            format!("/api/tables/{table}/log"),
        ] {
            let answer = guest.get(&path);
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
            self.keep(step, answer.text);
        }
        // There is none until a chapter has ended.
        self.keep(step, guest.get(&format!("/t/{table}/report/1?as={word}")).text);
        if let Some(seat) = self.viewer.seat() {
            let page = guest.get(&format!("/t/{table}?as={word}")).text;
            let token = between(&page, "programs: <code class=\"link\">", "<").to_string();
            for what in ["view", "legal", "log"] {
                let mut answer = guest
                    .agent
                    .get(guest.url(&format!("/api/tables/{table}/{what}")))
                    .header("authorization", format!("Bearer {token}"))
                    .call()
                    .unwrap();
                self.keep(step, answer.body_mut().read_to_string().unwrap());
            }
            for line in ["attack everybody", "take all", "look", "peek 1", "go A1"] {
                let refused = guest.act(table, seat.0, line, Some(u64::MAX));
                self.keep(step, refused.text);
            }
        }
    }
}

/// Plays a game of two and searches what was sent; how many secrets it looked for.
fn play(game: &str, scenario: &str, options: &[(&str, &str)], most: usize) -> usize {
    let house = House::open();
    let (ann, bob) = (house.guest().called("Ann Ambrose"), house.guest().called("Bob Burton"));
    let table = ann.open_with(game, scenario, options, &["me", "open"]);
    assert_eq!(bob.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    let watchers = [
        Watcher {
            guest: ann,
            word: "1".into(),
            viewer: Viewer::Seat(Seat(0)),
            captured: Captured::default(),
        },
        Watcher {
            guest: bob,
            word: "2".into(),
            viewer: Viewer::Seat(Seat(1)),
            captured: Captured::default(),
        },
        Watcher {
            guest: house.guest(),
            word: "table".into(),
            viewer: Viewer::Table,
            captured: Captured::default(),
        },
    ];
    for watcher in &watchers {
        let mut stream = watcher.guest.follow(&table, &watcher.word);
        let captured = watcher.captured.clone();
        std::thread::spawn(move || {
            while let Some(text) = stream.text() {
                let value: Value = serde_json::from_str(&text).unwrap();
                let step = value["step"].as_u64().unwrap_or_default() as usize;
                captured.lock().unwrap().push((step, text));
            }
        });
    }
    let mut random = 88_172_645_463_325_252u64;
    let mut step = 0;
    while step < most {
        let mut decided = false;
        for watcher in &watchers[..2] {
            let frame = watcher.guest.frame(&table, &watcher.word);
            step = frame["step"].as_u64().unwrap() as usize;
            watcher.keep(step, frame.to_string());
            let Some(choices) = frame["set"]["prompt"]["choices"].as_array() else { continue };
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let lines: Vec<&str> =
                choices.iter().map(|choice| choice["notation"].as_str().unwrap()).collect();
            // Nothing would be seen of a game that is given up.
            let going_on: Vec<&str> = lines
                .iter()
                .copied()
                .filter(|line| !["resign", "concede"].contains(line))
                .collect();
            let lines = if going_on.is_empty() { lines } else { going_on };
            let line = lines[random as usize % lines.len()];
            let seat = watcher.viewer.seat().unwrap().0;
            let acted = watcher.guest.act(&table, seat, line, None);
            assert_eq!(acted.status, 200, "{line}: {}", acted.text);
            watcher.keep(step + 1, acted.text);
            decided = true;
        }
        if !decided {
            break;
        }
        if step % 40 < 2 {
            for watcher in &watchers {
                let now = watcher.guest.frame(&table, &watcher.word)["step"].as_u64().unwrap();
                watcher.look_around(&table, now as usize);
            }
        }
    }
    let mut setup = Setup::new(scenario, 2);
    setup.names = vec!["Ann Ambrose".into(), "Bob Burton".into()];
    let setup = options.iter().fold(setup, |setup, (key, value)| setup.with(*key, *value));
    search(&house, game, &setup, &table, &watchers)
}

/// How many steps there were of which a viewer knows.
fn moment(game: &dyn AnyMatch, viewer: Viewer) -> usize {
    game.known_steps(viewer).len()
}

/// Plays the game again with its seed and looks through what each watcher got.
fn search(house: &House, game: &str, setup: &Setup, table: &str, watchers: &[Watcher]) -> usize {
    let (server, dice) = house.seeds(table);
    let asked = format!("SELECT seat, action FROM steps WHERE table_id = '{table}' ORDER BY step");
    let found = ask_store(house.folder.path(), &asked);
    let step = |line: &str| {
        let (seat, action) = line.split_once('|').unwrap();
        (seat.parse().unwrap(), action.to_string())
    };
    let steps: Vec<(u16, String)> = found.lines().map(step).collect();
    let shelved = shelf::shelf().into_iter().find(|shelved| shelved.game.id() == game).unwrap();
    let mut truth = shelved.game.start(shelved.game.house(), setup, dice).unwrap();
    let everything: Vec<Vec<(usize, String)>> =
        watchers.iter().map(|watcher| watcher.captured.lock().unwrap().clone()).collect();
    let over = steps.len();
    for (watcher, got) in watchers.iter().zip(&everything) {
        assert!(got.len() > over / 4, "{}: {} messages for {over} steps", watcher.word, got.len());
    }
    let mut known_so_far: Vec<String> = vec![String::new(); watchers.len()];
    let (mut secrets, mut bytes) = (0, 0);
    for step in 0..=over {
        if step > 0 {
            let (seat, line) = &steps[step - 1];
            truth.act(Seat(*seat), line).unwrap();
        }
        if truth.status().outcome().is_some() {
            break;
        }
        for (watcher, got) in watchers.iter().zip(&everything) {
            let now = moment(truth.as_ref(), watcher.viewer);
            for (_, text) in got.iter().filter(|(at, _)| *at == now) {
                for seed in [server.to_string(), dice.to_string()] {
                    assert!(!text.contains(&seed), "{}: the seed at step {step}", watcher.word);
                }
            }
        }
        let all = known(truth.as_ref(), Viewer::Referee);
        for ((watcher, got), so_far) in watchers.iter().zip(&everything).zip(&mut known_so_far) {
            for text in known(truth.as_ref(), watcher.viewer) {
                if !so_far.contains(&text) {
                    so_far.push_str(&text);
                    so_far.push(' ');
                }
            }
            let hidden: Vec<&String> =
                all.iter().filter(|text| text.len() >= 12 && !so_far.contains(*text)).collect();
            secrets += hidden.len();
            let now = moment(truth.as_ref(), watcher.viewer);
            for (_, text) in got.iter().filter(|(at, _)| *at == now) {
                bytes += text.len();
                let text = plain(text);
                for secret in &hidden {
                    assert!(
                        !text.contains(*secret),
                        "{game}, step {step}: {} was sent `{secret}` in {text}",
                        watcher.word
                    );
                }
            }
        }
    }
    println!(
        "{game} {}: {over} steps, {bytes} bytes searched for {secrets} secrets",
        setup.scenario
    );
    secrets
}

/// How far a game is played; `OVERWINTER_LONG=1` plays it to its end.
fn most(usual: usize) -> usize {
    if std::env::var_os("OVERWINTER_LONG").is_some() { 100_000 } else { usual }
}

/// The set-ups in which a game has the most to hide: scenario and options. A game that is not named here is
/// played as it begins, and may have nothing to hide.
fn secretive(game: &str) -> &'static [(&'static str, &'static [(&'static str, &'static str)])] {
    match game {
        "outdoor-survival" => &[("pursue-dark", &[])],
        "survivors" => &[("forecourt", &[]), ("mill", &[("fog", "on")])],
        "postal-survival" => &[("first-run", &[])],
        "outlive" => &[("convoy", &[])],
        "yellowstone" => &[("standard", &[])],
        _ => &[],
    }
}

#[test]
fn every_game_keeps_its_secrets() {
    for shelved in shelf::shelf() {
        let id = shelved.game.id();
        for (scenario, options) in secretive(id) {
            let secrets = play(id, scenario, options, most(100));
            assert!(secrets > 0, "{id}: nothing was hidden, so nothing was shown");
        }
        if secretive(id).is_empty() {
            let catalogue = shelved.game.catalogue(&shelved.game.house()).unwrap();
            let for_two = |scenario: &&ScenarioInfo| scenario.seats_near(2) == 2;
            if let Some(scenario) = catalogue.scenarios.iter().find(for_two) {
                play(id, &scenario.id, &[], most(100));
            }
        }
    }
}

#[test]
fn the_search_itself_finds_what_is_there() {
    let mut found = BTreeSet::new();
    texts(&json!({ "a": ["Bob's <b>hand</b> holds the \"Queen\""] }), &mut found);
    let secret = found.first().unwrap();
    assert!(plain("<li>Bob&#39;s &lt;b&gt;hand&lt;/b&gt; …").len() > 10);
    assert!(plain(r#"{"x":"Bob's <b>hand</b> holds the \"Queen\""}"#).contains(secret.as_str()));
}
