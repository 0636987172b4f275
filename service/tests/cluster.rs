//! Several servers that share one PostgreSQL database are one house: any of them serves any table, and what one has
//! acknowledged all of them know.

use crate::house::postgres::{self, Postgres};
use crate::house::{Guest, House, Stream, agent, between, quick, until};
use serde_json::{Value, json};
use service::{Config, Rate, Server};
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

/// How long something may take that is not measured: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// Several servers of one house.
pub struct Cluster {
    pub address: String,
    servers: Vec<House>,
}

impl Cluster {
    /// So many servers on a new store.
    pub fn of(count: usize) -> Cluster {
        Cluster::with(count, postgres::new_store(), quick)
    }

    /// The same, and an operator's address at each.
    pub fn operated(count: usize) -> Cluster {
        Cluster::with(count, postgres::new_store(), |config| {
            quick(config);
            config.operator = Some(([127, 0, 0, 1], 0).into());
        })
    }

    fn with(count: usize, address: String, change: impl Fn(&mut Config)) -> Cluster {
        let mut cluster = Cluster { address, servers: Vec::new() };
        (0..count).for_each(|_| cluster.join(&change));
        cluster
    }

    /// One more server.
    fn join(&mut self, change: impl Fn(&mut Config)) {
        let folder = TempDir::new().unwrap();
        if let Some(first) = self.servers.first() {
            copy_keys(first.folder.path(), folder.path());
        }
        let address = self.address.clone();
        self.servers.push(House::in_folder(folder, |config| {
            change(config);
            config.store = address.parse().unwrap();
        }));
    }

    /// Somebody who comes by a server.
    pub fn guest(&self, server: usize) -> Guest {
        self.servers[server].guest()
    }

    /// One of the servers.
    pub fn server(&self, server: usize) -> &House {
        &self.servers[server]
    }

    /// The same person, by way of another server.
    pub fn at(&self, server: usize, guest: &Guest) -> Guest {
        Guest {
            agent: agent(),
            address: self.servers[server].address,
            cookie: guest.cookie.clone(),
            key: guest.key.clone(),
        }
    }

    pub fn ask(&self, sql: &str) -> String {
        postgres::ask(&self.address, sql)
    }

    fn steps(&self, table: &str) -> Vec<String> {
        let steps = self.ask(&format!(
            "SELECT step || ' ' || seat || ' ' || action FROM steps WHERE table_id = '{table}' ORDER BY step"
        ));
        steps.lines().map(str::to_string).collect()
    }
}

fn copy_keys(from: &Path, to: &Path) {
    for key in ["seeds.key", "records.key"] {
        std::fs::copy(from.join(key), to.join(key)).unwrap();
    }
}

/// Everything that comes through a stream, each with when it came.
fn heard(stream: Stream) -> mpsc::Receiver<(Instant, Value)> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for update in stream {
            if sender.send((Instant::now(), update)).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Waits for an update that shows a moment.
fn moment(updates: &mpsc::Receiver<(Instant, Value)>, step: u64) -> (Instant, Value) {
    loop {
        let (at, update) = updates.recv_timeout(PATIENCE).expect("the moment is shown");
        assert!(update.get("error").is_none(), "{update}");
        if update["step"] == step {
            return (at, update);
        }
    }
}

/// The columns of a game of connect four that nobody wins soon.
const COLUMNS: [u8; 24] = [1, 2, 1, 2, 2, 1, 2, 1, 3, 4, 3, 4, 4, 3, 4, 3, 5, 6, 5, 6, 6, 5, 6, 5];

#[test]
fn a_game_is_played_by_turns_at_two_servers_and_watched_at_a_third() {
    let cluster = Cluster::of(3);
    let ann = cluster.guest(0).called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    let watching = heard(cluster.guest(2).follow(&table, "table"));
    moment(&watching, 0);
    let mut late = Vec::new();
    for (number, column) in COLUMNS.into_iter().enumerate() {
        let decided = cluster.at(number % 2, &ann);
        let answer = decided.act(&table, (number % 2) as u16, &format!("drop {column}"), None);
        let told = Instant::now();
        assert_eq!(answer.status, 200, "{number}: {}", answer.text);
        assert_eq!(answer.json()["step"], number + 1);
        let (seen, update) = moment(&watching, number as u64 + 1);
        late.push(seen.saturating_duration_since(told));
        assert_eq!(update["log"]["from"], number + 1, "nothing is told twice: {}", update["log"]);
    }
    assert_eq!(cluster.steps(&table).len(), COLUMNS.len());
    late.sort();
    println!("seen at another server after {:?} at the median", late[late.len() / 2]);
    for server in 0..3 {
        let shown = cluster.guest(server).get(&format!("/api/tables/{table}")).json();
        assert_eq!(shown["steps"], COLUMNS.len(), "server {server}");
    }
}

/// Somebody reads a table at a server for the first time, and is held up in the middle of it. Whoever asks there later, when more
/// has been acknowledged elsewhere, is not shown what the first one found.
#[test]
fn whoever_asks_while_another_still_reads_is_shown_what_was_so_when_they_asked() {
    let cluster = Cluster::of(2);
    let ann = cluster.guest(0).called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    // Whoever reads for the first time by a connection would be held up before they read anything.
    for _ in 0..12 {
        cluster.guest(1).frame(&ann.open("connect-four", "plain", &["me", "me"]), "table");
    }
    let count = |of: &str| cluster.ask(&format!("SELECT count(*) FROM {of}"));
    std::thread::scope(|scope| {
        let held_up = "SELECT pg_advisory_lock(7); LOCK TABLE steps IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(600)";
        scope.spawn(|| postgres::try_ask(&cluster.address, held_up));
        until("the decisions cannot be read", || {
            count("pg_stat_activity WHERE wait_event = 'PgSleep'") == "1"
        });
        let first = cluster.guest(1);
        let first = scope.spawn({
            let table = table.clone();
            move || first.frame(&table, "table")
        });
        until("the first one is held up", || {
            count("pg_locks WHERE NOT granted AND relation = 'steps'::regclass") == "1"
        });
        // As another server does it, but that this one is not told.
        cluster.ask(&format!(
            "INSERT INTO talk (table_id, number, at, seat, name, text) VALUES ('{table}', 1, 1, -1, 'Ann', 'I am here.'); \
             UPDATE tables SET version = version + 1 WHERE id = '{table}'"
        ));
        let second = cluster.guest(1);
        let second = scope.spawn({
            let table = table.clone();
            move || second.frame(&table, "table")
        });
        // The second one has come, as far as can be told from outside.
        std::thread::sleep(Duration::from_millis(300));
        cluster.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'",
        );
        first.join().unwrap();
        let shown = second.join().unwrap()["set"].to_string();
        assert!(shown.contains("I am here."), "{shown}");
    });
}

#[test]
fn of_two_decisions_at_two_servers_one_is_taken_and_the_other_is_judged_after_it() {
    let cluster = Cluster::of(2);
    let ann = cluster.guest(0).called("Ann");
    let both = [cluster.at(0, &ann), cluster.at(1, &ann)];
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    let mut taken = 0;
    for round in 0..30_usize {
        if both[0].get(&format!("/api/tables/{table}")).json()["state"] == "over" {
            break;
        }
        // Everybody wants to decide for the same seat, and says which turn they mean.
        let seat = (taken % 2) as u16;
        let turn = Some(taken as u64 / 2);
        let line = format!("drop {}", round % 7 + 1);
        let answers: Vec<u16> = std::thread::scope(|scope| {
            let asked = both.each_ref().map(|by| {
                let (table, line) = (&table, &line);
                scope.spawn(move || by.act(table, seat, line, turn).status)
            });
            asked.into_iter().map(|asked| asked.join().unwrap()).collect()
        });
        let done = answers.iter().filter(|status| **status == 200).count();
        assert!(done <= 1, "both were told that they decided: {answers:?}");
        assert!(answers.iter().all(|status| [200, 409, 422].contains(status)), "{answers:?}");
        taken += done;
        assert_eq!(cluster.steps(&table).len(), taken, "{answers:?}");
    }
    assert!(taken > 5, "{taken}");
}

#[test]
fn what_one_server_refuses_for_what_it_does_not_know_is_judged_anew() {
    let cluster = Cluster::of(2);
    let ann = cluster.guest(0).called("Ann");
    let there = cluster.at(1, &ann);
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    // Both know the table as it began, and nobody watches.
    assert_eq!(there.get(&format!("/t/{table}")).status, 200);
    for (step, column) in COLUMNS.into_iter().enumerate().take(20) {
        let by = if step % 2 == 0 { &ann } else { &there };
        let seat = (step % 2) as u16;
        let answer = by.act(&table, seat, &format!("drop {column}"), Some(step as u64 / 2));
        assert_eq!(answer.status, 200, "{step}: {}", answer.text);
    }
}

#[test]
fn what_is_taken_back_at_one_server_is_so_at_the_others() {
    let cluster = Cluster::of(3);
    let ann = cluster.guest(0).called("Ann");
    let (there, table) = (cluster.at(1, &ann), ann.open("connect-four", "plain", &["me", "me"]));
    let watching = heard(cluster.guest(2).follow(&table, "table"));
    moment(&watching, 0);
    for round in 0..6_u64 {
        let seat = (round % 2) as u16;
        assert_eq!(ann.act(&table, seat, "drop 4", None).status, 200);
        moment(&watching, round + 1);
        // Taken back at the other server, where another decision is taken at once.
        let undone = there
            .post(&format!("/t/{table}/undo"), json!({ "seat": seat, "line": "", "turn": null }));
        assert_eq!(undone.status, 200, "{}", undone.text);
        let (_, update) = moment(&watching, round);
        assert!(
            update["log"]["from"].as_u64().unwrap() <= round + 1,
            "the story is told anew: {update}"
        );
        let line = format!("drop {}", round + 1);
        // The turn is counted by both: a decision and an undo since the page was shown.
        let stale = ann.act(&table, seat, &line, Some(round / 2 * 3));
        assert_eq!(stale.status, 409, "{}", stale.text);
        assert_eq!(ann.act(&table, seat, &line, None).status, 200);
        let (_, update) = moment(&watching, round + 1);
        assert_eq!(
            update["log"]["from"],
            round + 1,
            "and no more of it than that: {}",
            update["log"]
        );
    }
    let taken: Vec<String> =
        (1..=6).map(|step| format!("{step} {} drop {step}", (step + 1) % 2)).collect();
    assert_eq!(cluster.steps(&table), taken);
    // An undo and a decision at the same time: one of them was first.
    for _ in 0..10 {
        let before = cluster.steps(&table).len();
        let seat = ((before + 1) % 2) as u16;
        let (undone, decided) = std::thread::scope(|scope| {
            let undone = scope.spawn(|| {
                let asked = json!({ "seat": seat, "line": "", "turn": null });
                ann.post(&format!("/t/{table}/undo"), asked).status
            });
            let decided = scope.spawn(|| there.act(&table, 1 - seat, "drop 7", None).status);
            (undone.join().unwrap(), decided.join().unwrap())
        });
        let after = cluster.steps(&table).len();
        let change = usize::from(decided == 200) as i64 - usize::from(undone == 200) as i64;
        assert_eq!(after as i64 - before as i64, change, "{undone} {decided}");
        if decided == 200 {
            let asked = json!({ "seat": 1 - seat, "line": "", "turn": null });
            assert_eq!(there.post(&format!("/t/{table}/undo"), asked).status, 200);
        } else if undone == 200 {
            assert_eq!(ann.act(&table, seat, "drop 7", None).status, 200);
        }
    }
}

#[test]
fn whoever_connects_to_another_server_sees_what_they_saw_before() {
    let cluster = Cluster::of(2);
    let ann = cluster.guest(0).called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    let there = cluster.at(1, &ann);
    assert_eq!(there.frame(&table, "1")["step"], 0);
    for (number, column) in COLUMNS.into_iter().enumerate() {
        let (by, other) = if number % 2 == 0 { (&ann, &there) } else { (&there, &ann) };
        assert_eq!(
            by.act(&table, (number % 2) as u16, &format!("drop {column}"), None).status,
            200
        );
        // At once, at the server that has not decided it.
        let frame = other.frame(&table, "1");
        assert_eq!(frame["step"], number + 1, "a stream that begins elsewhere goes back");
        assert_eq!(frame["log"]["from"], 0);
        let page = other.get(&format!("/api/tables/{table}")).json();
        assert_eq!(page["steps"], number + 1);
    }
}

#[test]
fn a_board_is_drawn_by_a_server_that_did_not_send_it() {
    let cluster = Cluster::of(2);
    let ann = cluster.guest(0).called("Ann");
    let table = ann.open("outdoor-survival", "lost", &["me"]);
    let frame = ann.frame(&table, "1");
    let ground = frame["set"]["ground"].as_str().unwrap();
    let there = cluster.at(1, &ann);
    for kind in ["svg", "json"] {
        let here = ann.get(&format!("/ground/{ground}.{kind}"));
        assert_eq!(here.status, 200);
        let address = there.url(&format!("/ground/{ground}.{kind}"));
        let page = there.url(&format!("/t/{table}"));
        let mut drawn = agent().get(address).header("referer", page).call().unwrap();
        assert_eq!(drawn.status().as_u16(), 200, "{kind}");
        assert_eq!(drawn.body_mut().read_to_string().unwrap(), here.text, "{kind}");
    }
    let page = there.url(&format!("/t/{table}/replay?as=1"));
    let drawn = agent().get(there.url("/ground/0.svg")).header("referer", page).call().unwrap();
    assert_eq!(drawn.status().as_u16(), 404);
}

#[test]
fn seats_talk_names_and_rematches_hold_at_every_server() {
    let cluster = Cluster::of(2);
    let (ann, bob) = (cluster.guest(0).called("Ann"), cluster.guest(1).called("Bob"));
    let eve = cluster.guest(0).called("Eve");
    let table = ann.open("connect-four", "plain", &["open", "me"]);
    let waiting = heard(cluster.at(1, &ann).follow(&table, "table"));
    let (_, first) = waiting.recv_timeout(PATIENCE).unwrap();
    assert_eq!(first["set"]["head"]["state"], "open", "{}", first["set"]["head"]);
    // Two sit down at once in the only seat there is, each at their server.
    let sit = |guest: &Guest| guest.form(&format!("/t/{table}/join"), &[("seat", "1")]).status;
    let sat: Vec<u16> = std::thread::scope(|scope| {
        let (one, other) = (scope.spawn(|| sit(&bob)), scope.spawn(|| sit(&eve)));
        vec![one.join().unwrap(), other.join().unwrap()]
    });
    assert_eq!(sat.iter().filter(|status| **status == 303).count(), 1, "{sat:?}");
    let player = if sat[0] == 303 { &bob } else { &eve };
    let begun = loop {
        let (_, update) = waiting.recv_timeout(PATIENCE).expect("it begins");
        if update["set"]["head"]["state"] == "playing" {
            break update;
        }
    };
    assert!(begun.get("error").is_none());
    // Many lines from both, at once: all are there, once, and both servers show them.
    let there = cluster.at(1, &ann);
    std::thread::scope(|scope| {
        for (name, guest) in [("here", &ann), ("there", &there)] {
            let path = format!("/t/{table}/talk");
            scope.spawn(move || {
                for number in 0..15 {
                    let said = guest.post(&path, json!({ "text": format!("{name} {number}") }));
                    assert_eq!(said.status, 200, "{}", said.text);
                }
            });
        }
    });
    let said = cluster.ask(&format!(
        "SELECT count(*), count(DISTINCT text), max(number) FROM talk WHERE table_id = '{table}'"
    ));
    assert_eq!(said, "30|30|30");
    for server in 0..2 {
        let frame = cluster.at(server, &ann).frame(&table, "table");
        let lines =
            frame["set"].as_object().unwrap().keys().filter(|part| part.starts_with("talk/"));
        assert_eq!(lines.count(), 30, "server {server}");
    }
    // The game ends at one, and both ask for a rematch at the same time.
    for (number, column) in [1, 2, 1, 2, 1, 2, 1].into_iter().enumerate() {
        let by = if number % 2 == 0 { player } else { &ann };
        let by = cluster.at(number % 2, by);
        let answer = by.act(&table, (number % 2) as u16, &format!("drop {column}"), None);
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
    let ask = |guest: &Guest| {
        let answer = guest.form(&format!("/t/{table}/rematch"), &[]);
        assert_eq!(answer.status, 303, "{}", answer.text);
        answer.location
    };
    let next: Vec<String> = std::thread::scope(|scope| {
        let (one, other) = (scope.spawn(|| ask(&there)), scope.spawn(|| ask(player)));
        vec![one.join().unwrap(), other.join().unwrap()]
    });
    assert_eq!(next[0], next[1], "there is one rematch");
    assert_eq!(cluster.ask("SELECT count(*) FROM tables"), "2");
}

#[test]
fn a_guest_who_became_another_is_so_at_every_server() {
    let cluster = Cluster::of(2);
    let (ann, bob) = (cluster.guest(0).called("Ann"), cluster.guest(0).called("Bob"));
    let (first, second) = (
        ann.open("connect-four", "plain", &["me", "me"]),
        bob.open("connect-four", "plain", &["me", "me"]),
    );
    // Both servers know both tables, and who sits there.
    let there = cluster.at(1, &ann);
    assert_eq!(there.act(&first, 0, "drop 1", None).status, 200);
    assert_eq!(cluster.at(1, &bob).act(&second, 0, "drop 1", None).status, 200);
    assert_eq!(there.act(&second, 1, "drop 1", None).status, 403);
    let link =
        cluster.ask(&format!("SELECT link FROM seats WHERE table_id = '{second}' AND seat = 0"));
    assert_eq!(ann.form(&format!("/s/{link}"), &[]).status, 303);
    // The old cookie, at the other server: it means both from now on.
    let mut there = there;
    until("the other server knows", || {
        there.key = between(&there.get("/").text, r#"name="key" value=""#, "\"").to_string();
        there.act(&second, 1, "drop 1", None).status == 200
    });
    assert_eq!(there.act(&first, 1, "drop 2", None).status, 200);
}

/// A clock that this test turns.
static AHEAD: AtomicI64 = AtomicI64::new(0);

fn turned_clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    since.as_secs() as i64 + AHEAD.load(Ordering::SeqCst)
}

#[test]
fn nobody_is_called_absent_who_gave_a_sign_of_life_at_another_server() {
    let cluster = Cluster::with(2, postgres::new_store(), |config| {
        quick(config);
        // Two minutes are twenty seconds.
        config.absent_minute = Duration::from_secs(10);
        config.wall_clock = turned_clock;
    });
    let (ann, bob) = (cluster.guest(0).called("Ann"), cluster.guest(1).called("Bob"));
    let fields = [("scenario", "plain"), ("absence", "2min"), ("seat", "me"), ("seat", "open")];
    let opened = bob.form("/new/connect-four", &fields);
    let table = opened.location.strip_prefix("/t/").expect(&opened.text).to_string();
    assert_eq!(ann.form(&format!("/t/{table}/join"), &[("seat", "2")]).status, 303);
    assert_eq!(bob.act(&table, 0, "drop 1", None).status, 200);
    let here = || assert_eq!(ann.post(&format!("/t/{table}/here"), json!({})).status, 204);
    let replace = || {
        let fields = [("seat", "2"), ("bot", "greedy"), ("sure", "on")];
        bob.form(&format!("/t/{table}/replace"), &fields)
    };
    here();
    for _ in 0..2 {
        AHEAD.fetch_add(16, Ordering::SeqCst);
        here();
        until("the sign of life is written down", || {
            let now = turned_clock() - 8;
            let seen =
                format!("SELECT count(*) FROM seen WHERE table_id = '{table}' AND at >= {now}");
            cluster.ask(&seen) != "0"
        });
    }
    AHEAD.fetch_add(8, Ordering::SeqCst);
    let refused = replace();
    assert_eq!(refused.status, 409, "{}", refused.text);
    assert!(refused.text.contains("sign of life"), "{}", refused.text);
    AHEAD.fetch_add(30, Ordering::SeqCst);
    assert_eq!(replace().status, 303);
}

/// A clock that is more than a year behind.
fn clock_far_behind() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    since.as_secs() as i64 - 400 * 86_400
}

#[test]
fn a_clock_that_is_a_year_behind_makes_no_game_old() {
    let address = postgres::new_store();
    let mut cluster = Cluster::with(1, address, |config| {
        quick(config);
        config.wall_clock = clock_far_behind;
    });
    let ann = cluster.guest(0).called("Ann");
    let waiting = ann.open("connect-four", "plain", &["me", "open"]);
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    // One whose clock is right looks for what is old.
    cluster.join(|config| {
        quick(config);
        config.tidying = Duration::from_millis(50);
    });
    let mut looks = std::collections::BTreeSet::new();
    until("it has looked for it several times", || {
        looks.insert(cluster.ask("SELECT until FROM jobs WHERE name = 'expiry'"));
        looks.len() > 5
    });
    for id in [&waiting, &table] {
        let status = cluster.guest(1).get(&format!("/api/tables/{id}")).status;
        assert_eq!(status, 200, "{id} is there");
    }
    assert_eq!(ann.act(&table, 1, "drop 1", None).status, 200);
}

#[test]
fn a_connection_that_hears_nothing_any_more_is_noticed_and_nothing_is_missed() {
    let cluster = Cluster::of(2);
    let ann = cluster.guest(0).called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    let watching = heard(cluster.guest(1).follow(&table, "table"));
    moment(&watching, 0);
    for (number, column) in COLUMNS.into_iter().enumerate().take(6) {
        // Nobody listens while it is decided.
        let schema = cluster.ask("SELECT 'overwinter_' || md5(current_schema())");
        let ended = cluster.ask(&format!(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query = 'LISTEN {schema}'"
        ));
        assert!(ended.parse::<usize>().unwrap() <= 2, "{ended}");
        let answer = ann.act(&table, (number % 2) as u16, &format!("drop {column}"), None);
        assert_eq!(answer.status, 200, "{}", answer.text);
        moment(&watching, number as u64 + 1);
    }
    // Written by somebody who tells nobody: it is found all the same.
    cluster.ask(&format!(
        "INSERT INTO talk (table_id, number, at, seat, name, text) VALUES ('{table}', 1, 1, -1, 'Eve', 'Psst'); \
         UPDATE tables SET version = version + 1 WHERE id = '{table}'"
    ));
    let (_, update) = watching.recv_timeout(PATIENCE).expect("the line is shown");
    let set = update["set"].as_object().unwrap();
    assert!(set.keys().any(|part| part.starts_with("talk/")), "{update}");
}

#[test]
fn bots_are_played_by_one_server_at_a_time_and_shared() {
    let cluster = Cluster::of(2);
    let ann = cluster.guest(0).called("Ann");
    let tables: Vec<String> =
        (0..6).map(|_| ann.open("connect-four", "plain", &["bot:greedy", "bot:greedy"])).collect();
    for table in &tables {
        until("the bots end their game", || {
            ann.get(&format!("/api/tables/{table}")).json()["state"] == "over"
        });
    }
    assert_eq!(cluster.ask("SELECT count(*) FROM bot_turns"), "0", "nothing is left to be done");
    let table = ann.open("connect-four", "plain", &["me", "bot:greedy"]);
    let there = cluster.at(1, &ann);
    for round in 0..8_u64 {
        let by = if round % 2 == 0 { &ann } else { &there };
        let mut shown = Value::Null;
        until("Ann is asked", || {
            shown = by.frame(&table, "1");
            shown["set"]["head"]["you"] == true || shown["set"]["head"]["state"] == "over"
        });
        if shown["set"]["head"]["state"] == "over" {
            break;
        }
        let line = shown["set"]["prompt"]["choices"][0]["notation"].as_str().unwrap();
        assert_eq!(by.act(&table, 0, line, None).status, 200);
    }
}

#[test]
fn a_server_that_stops_gives_its_bots_to_the_others_and_ends_its_streams() {
    let mut cluster = Cluster::with(2, postgres::new_store(), |config| {
        quick(config);
        config.bot_pause = Duration::from_millis(300);
    });
    let ann = cluster.guest(0).called("Ann");
    let watching = heard({
        let table = ann.open("connect-four", "plain", &["bot:random", "bot:random"]);
        let stream = ann.follow(&table, "table");
        std::thread::sleep(Duration::from_millis(300));
        stream
    });
    let (_, first) = watching.recv_timeout(PATIENCE).unwrap();
    assert!(first.get("error").is_none());
    let stopped = cluster.servers.remove(0);
    let began = Instant::now();
    stopped.close();
    until("the stream ends", || {
        matches!(
            watching.recv_timeout(Duration::from_millis(10)),
            Err(mpsc::RecvTimeoutError::Disconnected)
        )
    });
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!(cluster.ask("SELECT count(*) FROM servers"), "1", "it has left");
    until("the other server plays them to the end", || {
        cluster.ask("SELECT count(*) FROM tables WHERE state = 'over'") == "1"
    });
}

#[test]
fn a_server_with_other_keys_is_refused_with_what_to_do() {
    let cluster = Cluster::of(1);
    let house = cluster.servers[0].folder.path();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let start = |folder: &Path| {
        let mut config =
            Config::new(([127, 0, 0, 1], 0).into(), folder.to_path_buf(), &shelf::house());
        config.store = cluster.address.parse().unwrap();
        let started = runtime.block_on(Server::start(config));
        started.err().map(|error| error.to_string())
    };
    let none = TempDir::new().unwrap();
    let refused = start(none.path()).expect("it has no keys");
    assert!(
        refused.contains("seeds.key: this file is missing") && refused.contains("copy"),
        "{refused}"
    );
    assert!(!none.path().join("seeds.key").exists(), "and none are made");
    for (key, kept) in [("seeds.key", "records.key"), ("records.key", "seeds.key")] {
        let other = TempDir::new().unwrap();
        std::fs::copy(house.join(kept), other.path().join(kept)).unwrap();
        std::fs::write(other.path().join(key), "7".repeat(64)).unwrap();
        let refused = start(other.path()).expect("its key is another");
        assert!(
            refused.contains(key) && refused.contains("not the key of this house"),
            "{refused}"
        );
    }
    let keys = TempDir::new().unwrap();
    copy_keys(house, keys.path());
    let address = cluster.address.parse().unwrap();
    let refused =
        runtime.block_on(service::rotate_keys(keys.path(), &address)).unwrap_err().to_string();
    assert!(refused.contains("servers have this database"), "{refused}");
    assert_eq!(start(keys.path()), None, "with the same keys it joins");
}

#[test]
fn servers_that_start_at_the_same_time_on_a_new_store_are_one_house() {
    let address = postgres::new_store();
    let first = TempDir::new().unwrap();
    for key in ["seeds.key", "records.key"] {
        std::fs::write(first.path().join(key), "3".repeat(64)).unwrap();
    }
    let houses: Vec<House> = std::thread::scope(|scope| {
        let starting: Vec<_> = (0..3)
            .map(|_| {
                let folder = TempDir::new().unwrap();
                copy_keys(first.path(), folder.path());
                let address = &address;
                scope.spawn(move || {
                    House::in_folder(folder, |config| {
                        quick(config);
                        config.store = address.parse().unwrap();
                    })
                })
            })
            .collect();
        starting.into_iter().map(|starting| starting.join().unwrap()).collect()
    });
    let cluster = Cluster { address, servers: houses };
    let ann = cluster.guest(0).called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    // A cookie and a form of one are those of all.
    for (server, column) in [(1, 1), (2, 2)] {
        let answer = cluster.at(server, &ann).act(
            &table,
            (server - 1) as u16,
            &format!("drop {column}"),
            None,
        );
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
}

/// The clock of a server in a process of its own, which others turn by writing into its folder.
fn clock_of_process() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let turned = std::env::var("OVERWINTER_BE_IN")
        .ok()
        .and_then(|folder| std::fs::read_to_string(Path::new(&folder).join("turned")).ok())
        .and_then(|text| text.parse::<i64>().ok());
    since.as_secs() as i64 + turned.unwrap_or(0)
}

/// Kills of the real thing are in a process of its own: this test, run by the next one, is a server until it is killed.
#[test]
#[ignore = "is a server for another test"]
fn be_a_server() {
    let Ok(address) = std::env::var("OVERWINTER_BE_A_SERVER") else { return };
    let folder = std::env::var("OVERWINTER_BE_IN").unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut config =
        Config::new(([127, 0, 0, 1], 0).into(), folder.clone().into(), &shelf::house());
    quick(&mut config);
    config.bot_pause = Duration::from_millis(200);
    config.store = address.parse().unwrap();
    config.operator = Some(([127, 0, 0, 1], 0).into());
    config.drain_notice = Duration::from_secs(1);
    if let Ok(at) = std::env::var("OVERWINTER_BE_AT") {
        config.bind = at.parse().unwrap();
    }
    config.wall_clock = clock_of_process;
    if std::env::var("OVERWINTER_BE_TIDY").is_ok() {
        // What is over is archived at once.
        config.tidying = Duration::from_secs(1);
        config.archive_after = Some(Duration::ZERO);
    }
    let server = runtime.block_on(Server::start(config)).unwrap();
    let operator = server.operator_address().unwrap();
    std::fs::write(Path::new(&folder).join("operator"), operator.to_string()).unwrap();
    let noted = Path::new(&folder).join("address.new");
    std::fs::write(&noted, server.address().to_string()).unwrap();
    std::fs::rename(noted, Path::new(&folder).join("address")).unwrap();
    // Until it is killed, or asked to stop.
    while !Path::new(&folder).join("stop").exists() {
        std::thread::sleep(Duration::from_millis(50));
    }
    runtime.block_on(server.stop());
}

/// A server in a process of its own, which is killed when this is dropped.
pub struct Process {
    child: std::process::Child,
    pub address: std::net::SocketAddr,
    pub operator: std::net::SocketAddr,
    pub folder: TempDir,
}

impl Process {
    pub fn start(store: &str, keys: Option<&Path>) -> Process {
        Process::with(store, keys, &[])
    }

    /// At a certain address.
    pub fn start_at(store: &str, keys: Option<&Path>, bind: std::net::SocketAddr) -> Process {
        Process::with(store, keys, &[("OVERWINTER_BE_AT", &bind.to_string())])
    }

    /// With variables of the environment.
    pub fn with(store: &str, keys: Option<&Path>, variables: &[(&str, &str)]) -> Process {
        let folder = TempDir::new().unwrap();
        if let Some(keys) = keys {
            copy_keys(keys, folder.path());
        }
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "cluster::be_a_server", "--ignored"])
            .env("OVERWINTER_BE_A_SERVER", store)
            .env("OVERWINTER_BE_IN", folder.path())
            .envs(variables.iter().copied())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let noted = folder.path().join("address");
        until("the server starts", || noted.exists());
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        let (address, operator) = (read("address"), read("operator"));
        let (address, operator) = (address.parse().unwrap(), operator.parse().unwrap());
        Process { child, address, operator, folder }
    }

    /// Stops the process for a while, as a machine that is overloaded or put to sleep.
    pub fn stand_still(&self, time: Duration) {
        let signal = |name: &str| {
            let id = self.child.id().to_string();
            let sent = std::process::Command::new("kill").args([name, &id]).status();
            assert!(sent.is_ok_and(|sent| sent.success()));
        };
        signal("-STOP");
        std::thread::sleep(time);
        signal("-CONT");
    }

    /// Turns its clock to so many seconds ahead.
    pub fn turn_clock(&self, ahead: i64) {
        let noted = self.folder.path().join("turned.new");
        std::fs::write(&noted, ahead.to_string()).unwrap();
        std::fs::rename(noted, self.folder.path().join("turned")).unwrap();
    }

    /// Stops it as an operator does, so that it gives back what it has; whatever becomes of that, it is gone then.
    pub fn stop(&mut self) {
        std::fs::write(self.folder.path().join("stop"), "").unwrap();
        let asked = Instant::now();
        while self.child.try_wait().unwrap().is_none() && asked.elapsed().as_secs() < 10 {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.kill();
    }

    /// As `kill -9` does.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn bots_of_a_server_that_is_killed_go_on_at_another() {
    let database = Postgres::start();
    let store = database.new_store();
    let mut first = Process::start(&store, None);
    let ann = Guest::new(first.address).called("Ann");
    let table = ann.open("connect-four", "plain", &["bot:random", "bot:random"]);
    let mut watching = ann.follow(&table, "table");
    assert!(watching.next().is_some());
    let second = Process::start(&store, Some(first.folder.path()));
    let steps =
        || -> usize { postgres::ask(&store, "SELECT count(*) FROM steps").parse().unwrap() };
    until("bots play", || steps() >= 2);
    let claimed = postgres::ask(&store, "SELECT server FROM bot_turns");
    assert!(!claimed.is_empty());
    first.kill();
    let killed = Instant::now();
    let before = steps();
    let there = Guest::new(second.address);
    assert!(
        there.get(&format!("/api/tables/{table}")).json()["steps"].as_u64().unwrap() as usize
            >= before
    );
    until("they go on", || steps() > before);
    let after = killed.elapsed();
    println!("the bots of a killed server went on after {after:?}");
    until("and end their game", || {
        there.get(&format!("/api/tables/{table}")).json()["state"] == "over"
    });
    let claims = postgres::ask(&store, "SELECT count(*) FROM bot_turns");
    assert_eq!(claims, "0");
}

#[test]
fn a_browser_that_is_signed_out_at_one_server_is_nobody_at_the_others() {
    let cluster = Cluster::of(2);
    let ann = cluster.guest(0).called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let sits = |guest: &Guest| guest.get(&format!("/t/{table}")).text.contains(r#"data-mine="1""#);
    let elsewhere = cluster.at(1, &ann);
    assert!(sits(&elsewhere));
    let mut stream = elsewhere.follow(&table, "1");
    assert!(stream.next().is_some());
    let done = ann.form("/me/devices/end-others", &[]);
    assert_eq!(done.status, 303, "{}", done.text);
    // The next request is the one that counts: nobody waits for news.
    assert!(!sits(&elsewhere), "its cookie means nobody at once");
    assert_eq!(elsewhere.act(&table, 0, "drop 4", None).status, 403);
    let told = std::iter::from_fn(|| stream.next()).last().map(|last| last.to_string());
    assert!(told.is_some_and(|told| told.contains("signed out")), "the open page ends too");
    let set = done.headers.get("set-cookie").unwrap().to_str().unwrap();
    let mut now = cluster.at(1, &ann);
    now.cookie = set.split(';').next().unwrap().to_string();
    assert!(sits(&now), "the new one counts at once");
}

#[test]
fn limits_are_those_of_the_house_however_many_servers_there_are() {
    let limited = |config: &mut Config| {
        quick(config);
        config.limits.talk = Rate { burst: 4.0, refill: 1e-6 };
    };
    let cluster = Cluster::with(2, postgres::new_store(), limited);
    let ann = cluster.servers[0].guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    until("both live", || ann.get("/health").json()["servers"] == 2);
    // Each has heard of the other.
    std::thread::sleep(Duration::from_secs(5));
    let said = (0..12).filter(|number| {
        let server = &cluster.servers[number % 2];
        let line = json!({ "text": format!("Hello {number}") });
        ann.at(server).post(&format!("/t/{table}/talk"), line).status == 200
    });
    assert_eq!(said.count(), 4, "wherever they are said");
}
