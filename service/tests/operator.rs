//! What whoever runs a server sees and does at the operator's address, and that nobody else does.

use crate::house::{Answer, Guest, House, agent, between, quick, until};
use serde_json::{Value, json};
use service::{Config, Limits, Rate, Server};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;

/// A house with an operator's address, which drains at once.
pub fn with_operator(config: &mut Config) {
    quick(config);
    config.operator = Some(([127, 0, 0, 1], 0).into());
    config.drain_notice = Duration::ZERO;
}

/// Whoever runs a server.
pub struct Operator(pub SocketAddr);

impl Operator {
    pub fn of(house: &House) -> Operator {
        Operator(house.operator.unwrap())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let request = agent().get(format!("http://{}{path}", self.0));
        let request =
            headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        Answer::of(request.call())
    }

    pub fn post(&self, path: &str, headers: &[(&str, &str)], fields: &[(&str, &str)]) -> Answer {
        let request = agent().post(format!("http://{}{path}", self.0));
        let request =
            headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        Answer::of(request.send_form(fields.iter().copied()))
    }

    pub fn does(&self, path: &str) -> Value {
        let answer = self.post(path, &[], &[]);
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    }

    /// One number of the metrics; nothing if there is none of that name and these labels.
    fn number(&self, name: &str) -> Option<f64> {
        let told = self.get("/metrics").text;
        let line = told.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map(|number| number.parse().unwrap())
    }
}

#[test]
fn what_happens_is_counted_by_kind_and_never_by_table() {
    let house = House::with(|config| {
        with_operator(config);
        config.limits = Limits { talk: Rate { burst: 1.0, refill: 0.001 }, ..Limits::none() };
    });
    let (operator, ann) = (Operator::of(&house), house.guest().called("Ann"));
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    let _watching = {
        let mut stream = ann.follow(&table, "table");
        stream.next().unwrap();
        stream
    };
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 422);
    let undo = json!({ "seat": 0, "line": "", "turn": null });
    assert_eq!(ann.post(&format!("/t/{table}/undo"), undo).status, 200);
    let says = || ann.post(&format!("/t/{table}/talk"), json!({ "text": "Hello" })).status;
    assert_eq!((says(), says()), (200, 429));
    let answer = operator.get("/metrics");
    let kind = answer.headers.get("content-type").unwrap().to_str().unwrap();
    assert!(kind.starts_with("application/openmetrics-text; version=1.0.0"), "{kind}");
    assert!(answer.text.ends_with("# EOF\n"), "{}", answer.text);
    assert!(!answer.text.contains(&table), "the id of a table is in the metrics");
    let told = |name: &str, number: f64| {
        assert_eq!(
            operator.number(name),
            Some(number),
            "{name} in {}",
            operator.get("/metrics").text
        );
    };
    told(r#"overwinter_decisions_total{by="person",game="connect-four"}"#, 1.0);
    told("overwinter_decisions_taken_back_total", 1.0);
    told("overwinter_decision_seconds_count", 2.0);
    told(r#"overwinter_requests_total{method="POST",route="/t/{id}/act",status="200"}"#, 1.0);
    told(r#"overwinter_requests_total{method="POST",route="/t/{id}/act",status="422"}"#, 1.0);
    told(r#"overwinter_request_seconds_count{method="POST",route="/t/{id}/act"}"#, 2.0);
    told(r#"overwinter_errors_total{kind="not_now"}"#, 1.0);
    told(r#"overwinter_errors_total{kind="too_fast"}"#, 1.0);
    told(r#"overwinter_refused_total{kind="talk"}"#, 1.0);
    told("overwinter_streams", 1.0);
    told("overwinter_tables_watched", 1.0);
    told(r#"overwinter_tables{state="playing"}"#, 1.0);
    told("overwinter_tables_opened_total", 1.0);
    told("overwinter_ready", 1.0);
    assert!(operator.number("overwinter_store_group_size_count").unwrap() >= 4.0);
    assert!(operator.number("overwinter_store_read_seconds_count").unwrap() >= 1.0);
    assert!(operator.number("overwinter_memory_bytes").unwrap() > 1e6);
    // Whatever anybody asks for, there are no more labels than addresses that we know.
    for number in 0..20 {
        assert_eq!(ann.get(&format!("/nowhere-{number}")).status, 404);
    }
    told(r#"overwinter_requests_total{method="GET",route="none",status="404"}"#, 20.0);
}

#[test]
fn bots_are_timed_and_their_lanes_are_told() {
    let house = House::with(with_operator);
    let (operator, ann) = (Operator::of(&house), house.guest().called("Ann"));
    let table = ann.open("connect-four", "plain", &["bot:random", "bot:random"]);
    until("the bots end their game", || {
        ann.get(&format!("/api/tables/{table}")).json()["state"] == "over"
    });
    let decided = operator.number(r#"overwinter_decisions_total{by="bot",game="connect-four"}"#);
    assert!(decided.is_some_and(|count| count >= 7.0), "{decided:?}");
    assert!(operator.number("overwinter_bot_seconds_count") >= decided);
    for lane in ["quick", "slow", "unknown"] {
        let waiting = operator.number(&format!("overwinter_bots_waiting{{lane=\"{lane}\"}}"));
        assert_eq!(waiting, Some(0.0), "{lane}");
    }
}

/// The names of all metrics of a server at which something of everything has happened.
fn names(operator: &Operator) -> BTreeSet<String> {
    let told = operator.get("/metrics").text;
    let types = told.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let mut names = BTreeSet::new();
    for line in types {
        let (name, kind) = line.split_once(' ').unwrap();
        let ends: &[&str] = match kind {
            "counter" => &["_total"],
            "histogram" => &["_bucket", "_sum", "_count"],
            _ => &[""],
        };
        names.extend(ends.iter().map(|end| format!("{name}{end}")));
    }
    names
}

/// The metrics that a text names.
fn named(text: &str) -> BTreeSet<String> {
    let word = |letter: char| !(letter.is_ascii_alphanumeric() || letter == '_');
    let words = text.split(word).filter(|word| word.starts_with("overwinter_"));
    words.map(str::to_string).collect()
}

#[test]
fn every_query_of_the_dashboard_and_every_row_of_the_docs_names_a_metric_that_there_is() {
    let house = House::with(with_operator);
    let (operator, ann) = (Operator::of(&house), house.guest().called("Ann"));
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    let known = names(&operator);
    assert!(known.len() > 30, "{known:?}");
    let dashboard: Value =
        serde_json::from_str(include_str!("../../docs/operations/grafana.json")).unwrap();
    let mut asked = BTreeSet::new();
    for panel in dashboard["panels"].as_array().unwrap() {
        assert!(!panel["title"].as_str().unwrap().is_empty());
        for target in panel["targets"].as_array().into_iter().flatten() {
            let query = target["expr"].as_str().unwrap();
            let names = named(query);
            assert!(!names.is_empty(), "{query} asks for nothing of ours");
            for name in &names {
                assert!(known.contains(name), "{query}: there is no {name}");
            }
            asked.extend(names);
        }
    }
    assert!(asked.len() > 20, "{asked:?}");
    let alerts = include_str!("../../docs/operations/alerts.yml");
    for name in named(alerts) {
        assert!(known.contains(&name), "alerts.yml: there is no {name}");
    }
    // The docs have all of them, by their names without what a kind of metric adds.
    let docs = include_str!("../../docs/operations.md");
    let rows: BTreeSet<String> = docs
        .lines()
        .filter_map(|line| line.strip_prefix("| `overwinter_")?.split(['`', '{']).next())
        .map(|name| format!("overwinter_{name}"))
        .collect();
    let bare = |name: &String| {
        let name = name.strip_suffix("_total").unwrap_or(name);
        let ends = ["_bucket", "_sum", "_count"];
        ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name).to_string()
    };
    let there: BTreeSet<String> = known.iter().map(bare).collect();
    let told: BTreeSet<String> = rows.iter().map(bare).collect();
    let missing: Vec<&String> = there.symmetric_difference(&told).collect();
    // A store in a file has no disk of a database, and tells its space; nothing else differs.
    assert!(missing.is_empty(), "in the docs or in the metrics alone: {missing:?}");
}

#[test]
fn strangers_see_nothing_of_it() {
    let house = House::with(with_operator);
    let ann = house.guest();
    for path in ["/metrics", "/status", "/operator.css"] {
        assert_eq!(ann.get(path).status, 404, "{path}");
    }
    for path in ["/drain", "/undrain", "/pause", "/resume"] {
        assert_eq!(ann.form(path, &[]).status, 404, "{path}");
    }
    assert_eq!(ann.get("/ready").status, 200, "balancers ask where players do");
}

#[test]
fn an_operators_address_that_others_reach_needs_a_token() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().to_path_buf();
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), data, &shelf::house());
    config.operator = Some(([0, 0, 0, 0], 9114).into());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let refused = runtime.block_on(Server::start(config)).err().unwrap().to_string();
    assert!(
        refused.contains("OVERWINTER_ADMIN_TOKEN") && refused.contains("127.0.0.1:9114"),
        "{refused}"
    );
    let house = House::with(|config| {
        with_operator(config);
        config.operator_token = Some("a long word".into());
    });
    let operator = Operator::of(&house);
    for path in ["/", "/metrics", "/status", "/health", "/ready"] {
        let answer = operator.get(path);
        assert_eq!(answer.status, 401, "{path}: {}", answer.text);
        assert!(answer.headers.contains_key("www-authenticate"), "a browser asks for it");
        assert_eq!(operator.get_with(path, &[("authorization", "Bearer a long word")]).status, 200);
        // `prometheus:a long word`
        let basic = ("authorization", "Basic cHJvbWV0aGV1czphIGxvbmcgd29yZA==");
        assert_eq!(operator.get_with(path, &[basic]).status, 200, "{path}");
        assert_eq!(operator.get_with(path, &[("authorization", "Bearer a long")]).status, 401);
    }
    assert_eq!(operator.post("/drain", &[], &[]).status, 401);
    assert_eq!(house.guest().get("/ready").status, 200, "nothing was done");
}

#[test]
fn a_page_of_others_in_the_operators_browser_does_nothing_there() {
    let house = House::with(with_operator);
    let operator = Operator::of(&house);
    let here = operator.0.to_string();
    for foreign in [
        ("host", "overwinter.attacker.example"),
        ("origin", "http://attacker.example"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let answer = operator.post("/drain", &[foreign], &[]);
        assert_eq!(answer.status, 403, "{foreign:?}: {}", answer.text);
    }
    assert_eq!(operator.get_with("/status", &[("host", "attacker.example")]).status, 403);
    assert_eq!(operator.get("/ready").status, 200, "nothing was done");
    let ours = [
        ("origin", &*format!("http://{here}")),
        ("sec-fetch-site", "same-origin"),
        ("accept", "text/html"),
    ];
    let answer = operator.post("/drain", &ours, &[]);
    assert_eq!((answer.status, answer.location.as_str()), (303, "/"), "{}", answer.text);
    assert_eq!(operator.get("/ready").status, 503);
}

#[test]
fn the_operators_page_tells_who_is_there_and_nothing_that_is_secret() {
    let house = House::with(with_operator);
    let (operator, ann) = (Operator::of(&house), house.guest().called("Ann <b>"));
    let table = ann.open("outdoor-survival", "lost", &["me", "link"]);
    let link = between(&ann.get(&format!("/t/{table}")).text, "/s/", "<").to_string();
    let page = operator.get("/").text;
    for shown in [
        "This server is ready",
        "Ann &lt;b&gt;",
        "outdoor-survival",
        &table,
        "Drain",
        "Pause new games",
    ] {
        assert!(page.contains(shown), "{shown} is not in {page}");
    }
    let status = operator.get("/status").text;
    let guest = ann.cookie.split_once('=').unwrap().1.split(['-', '.']).next().unwrap();
    for secret in [link.as_str(), guest, &ann.key] {
        assert!(!page.contains(secret) && !status.contains(secret), "{secret} is told");
    }
    let status = operator.get("/status").json();
    assert_eq!(status["people"][0]["name"], "Ann <b>");
    assert_eq!(status["tables"]["open"], 1);
    assert_eq!(status["standing"], "serving");
}

#[test]
fn a_server_that_drains_refuses_nobody_and_ends_its_streams() {
    let house = House::with(with_operator);
    let (operator, ann) = (Operator::of(&house), house.guest().called("Ann"));
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    let mut watching = ann.follow(&table, "table");
    assert_eq!(watching.next().unwrap()["step"], 0);
    assert_eq!(operator.does("/drain")["standing"], "draining");
    let answer = house.guest().get("/ready");
    assert_eq!(answer.status, 503);
    assert_eq!(answer.json()["why"], "the server is draining");
    while watching.next().is_some() {}
    // Whoever comes all the same is served: decides, opens tables, and sees how things stand.
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    let another = ann.open("connect-four", "plain", &["me", "bot:random"]);
    assert_eq!(ann.act(&another, 0, "drop 1", None).status, 200);
    let mut again = ann.follow(&table, "table");
    assert_eq!(again.next().unwrap()["step"], 1, "everything as it stands");
    assert!(again.next().is_none(), "and then it ends, so that the page tries elsewhere");
    until("nothing is left to finish", || operator.get("/status").json()["drained"] == true);
    // Where there is one server its bots play on.
    until("the bot answers", || ann.get(&format!("/api/tables/{another}")).json()["steps"] == 2);
    assert_eq!(operator.does("/undrain")["standing"], "serving");
    assert_eq!(house.guest().get("/ready").status, 200);
    let mut stays = ann.follow(&table, "table");
    stays.next().unwrap();
    assert_eq!(ann.act(&table, 1, "drop 2", None).status, 200);
    assert_eq!(stays.next().unwrap()["step"], 2, "streams go on again");
}

#[test]
fn a_server_that_drains_goes_on_as_before_until_a_balancer_can_have_noticed() {
    let house = House::with(|config| {
        with_operator(config);
        config.drain_notice = Duration::from_secs(3600);
    });
    let (operator, ann) = (Operator::of(&house), house.guest().called("Ann"));
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    let mut watching = ann.follow(&table, "table");
    watching.next().unwrap();
    operator.does("/drain");
    assert_eq!(house.guest().get("/ready").status, 503);
    assert_eq!(operator.get("/status").json()["drained"], false);
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200);
    assert_eq!(watching.next().unwrap()["step"], 1);
    assert_eq!(ann.follow(&table, "table").next().unwrap()["step"], 1);
    operator.does("/undrain");
    assert_eq!(ann.act(&table, 1, "drop 1", None).status, 200);
    assert_eq!(watching.next().unwrap()["step"], 2);
}

#[test]
fn new_games_are_paused_in_one_sentence_and_games_go_on() {
    let house = House::with(with_operator);
    let (operator, ann) = (Operator::of(&house), house.guest().called("Ann"));
    let table = ann.open("connect-four", "plain", &["me", "me"]);
    let why = "We move house at eight <soon>.";
    let paused = operator.post("/pause", &[], &[("why", why)]);
    assert_eq!(paused.status, 200, "{}", paused.text);
    assert_eq!(paused.json()["paused"], why);
    let sentence = "New games are paused for now, and games that are on go on: We move house at eight &lt;soon&gt;.";
    assert_eq!(ann.get("/").text.matches(sentence).count(), 1);
    let fields = [("scenario", "plain"), ("seat", "me"), ("seat", "me")];
    let refused = ann.form("/new/connect-four", &fields);
    assert_eq!(refused.status, 503);
    assert!(refused.text.contains(sentence), "{}", refused.text);
    assert_eq!(ann.form("/play/connect-four", &[]).status, 503);
    let program = json!({ "game": "connect-four", "seats": ["me", "me"] });
    let refused = ann.post("/api/tables", program.clone());
    // A field that is not known is told first, as ever.
    let refused = if refused.status == 400 { bare(&ann, &program) } else { refused };
    assert_eq!((refused.status, &refused.json()["error"]), (503, &json!("paused")));
    assert_eq!(ann.act(&table, 0, "drop 1", None).status, 200, "games go on");
    assert_eq!(operator.number("overwinter_new_games_paused"), Some(1.0));
    let long = operator.post("/pause", &[], &[("why", &"x".repeat(201))]);
    assert_eq!(long.status, 400, "{}", long.text);
    // The store keeps it.
    let house = House::in_folder(house.close(), with_operator);
    let (operator, ann) = (Operator::of(&house), house.guest().called("Ann"));
    assert!(ann.get("/").text.contains(sentence));
    assert_eq!(operator.does("/resume")["paused"], Value::Null);
    assert!(!ann.get("/").text.contains("paused"));
    ann.open("connect-four", "plain", &["me", "me"]);
}

/// Sends JSON as a program does, without the key of a form.
fn bare(guest: &Guest, body: &Value) -> Answer {
    let request = agent().post(guest.url("/api/tables")).content_type("application/json");
    Answer::of(request.send(body.to_string()))
}

#[test]
fn every_answer_has_the_id_of_its_request_and_only_a_trusted_proxy_gives_one() {
    let id =
        |answer: &Answer| answer.headers.get("x-request-id").unwrap().to_str().unwrap().to_string();
    let ask = |house: &House, given: &str| {
        let url = format!("http://{}/t/nowhere", house.address);
        let request = agent().get(url).header("x-request-id", given);
        Answer::of(request.header("accept", "text/html").call())
    };
    let strangers = House::open();
    let (one, other) = (ask(&strangers, "given"), ask(&strangers, "given"));
    assert_eq!(one.status, 404);
    assert_ne!(id(&one), id(&other));
    assert_ne!(id(&one), "given");
    assert!(one.text.contains(&format!("request <code>{}</code>", id(&one))), "{}", one.text);
    let trusting = House::with(|config| {
        quick(config);
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    });
    assert_eq!(id(&ask(&trusting, "from-the-proxy:7")), "from-the-proxy:7");
    assert_ne!(id(&ask(&trusting, "<script>")), "<script>");
}

#[cfg(feature = "postgres")]
mod shared {
    use super::*;
    use crate::house::postgres::{self, Postgres};

    #[test]
    fn a_server_whose_disk_is_full_is_not_ready_at_once_and_is_again_with_room() {
        let Some((folder, _disk)) = postgres::small_disk(24) else { return };
        let house = House::in_folder(folder, |config| {
            with_operator(config);
            config.store = service::StoreAddress::default();
        });
        let (operator, ann) = (Operator::of(&house), house.guest());
        assert_eq!((ann.get("/ready").status, operator.get("/ready").status), (200, 200));
        let filling = house.folder.path().join("something-else");
        std::fs::write(&filling, vec![1; 12 << 20]).unwrap();
        // Nobody has written, and so nothing has failed yet.
        let answer = ann.get("/ready");
        assert_eq!((answer.status, answer.json()["why"].as_str()), (503, Some("the disk is full")));
        assert_eq!((operator.get("/ready").status, ann.get("/health").status), (503, 503));
        std::fs::remove_file(filling).unwrap();
        assert_eq!((ann.get("/ready").status, ann.get("/health").status), (200, 200));
    }

    #[test]
    fn ready_says_when_the_database_is_away_and_when_it_is_back() {
        let database = Postgres::start();
        let store = database.new_store();
        let house = House::with(|config| {
            with_operator(config);
            config.store = store.parse().unwrap();
        });
        let operator = Operator::of(&house);
        let ready = || {
            agent().get(format!("http://{}/ready", house.address)).call().unwrap().status().as_u16()
        };
        assert_eq!((ready(), operator.get("/ready").status), (200, 200));
        database.kill();
        until("the server is not ready", || ready() == 503);
        assert_eq!(operator.get("/ready").status, 503);
        // What does not need the database is told all the same.
        assert_eq!(operator.number("overwinter_ready"), Some(0.0));
        assert_eq!(operator.get("/status").status, 200);
        database.go_on();
        until("the server is ready again", || ready() == 200);
    }

    #[test]
    fn a_server_that_starts_says_so_at_the_operators_address() {
        let store = postgres::new_store();
        // Somebody is alone with the store for a moment, so that the start waits.
        let lock = "SELECT pg_advisory_lock(5709426, hashtext(current_schema())), pg_sleep(1.5)";
        let address = store.clone();
        let alone = std::thread::spawn(move || postgres::ask(&address, lock));
        until("the lock is taken", || {
            postgres::ask(
                &store,
                "SELECT count(*) FROM pg_locks WHERE classid = 5709426 AND granted",
            ) != "0"
        });
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let starting = std::thread::spawn(move || {
            House::with(|config| {
                with_operator(config);
                config.operator = Some(([127, 0, 0, 1], port).into());
                config.store = store.parse().unwrap();
            })
        });
        let ready = || {
            let asked = agent().get(format!("http://127.0.0.1:{port}/ready")).call();
            asked.ok().map(|answer| Answer::of(Ok(answer)))
        };
        let mut first = None;
        until("somebody answers", || {
            first = ready();
            first.is_some()
        });
        let first = first.unwrap();
        assert_eq!((first.status, &first.json()["why"]), (503, &json!("the server is starting")));
        let _house = starting.join().unwrap();
        assert_eq!(ready().unwrap().status, 200);
        alone.join().unwrap();
    }

    #[test]
    fn a_pause_holds_at_every_server_and_what_servers_do_to_each_other_is_counted() {
        let store = postgres::new_store();
        let start = |keys: Option<&House>| {
            let folder = TempDir::new().unwrap();
            for key in keys.into_iter().flat_map(|_| ["seeds.key", "records.key"]) {
                std::fs::copy(keys.unwrap().folder.path().join(key), folder.path().join(key))
                    .unwrap();
            }
            House::in_folder(folder, |config| {
                with_operator(config);
                config.store = store.parse().unwrap();
            })
        };
        let first = start(None);
        let second = start(Some(&first));
        let (here, there) = (Operator::of(&first), Operator::of(&second));
        let ann = first.guest().called("Ann");
        let elsewhere = Guest {
            agent: agent(),
            address: second.address,
            cookie: ann.cookie.clone(),
            key: ann.key.clone(),
        };
        let table = ann.open("connect-four", "plain", &["me", "me"]);
        let mut watching = elsewhere.follow(&table, "table");
        watching.next().unwrap();
        for step in 0..6 {
            let by = if step % 4 < 2 { &ann } else { &elsewhere };
            assert_eq!(by.act(&table, step % 2, &format!("drop {}", step + 1), None).status, 200);
        }
        until("the other server hears of it", || {
            there.number("overwinter_cluster_catch_ups_total").unwrap() >= 1.0
        });
        assert!(there.number("overwinter_cluster_notifications_total").unwrap() >= 1.0);
        until("both give signs of life", || here.number("overwinter_servers") == Some(2.0));
        let servers = here.get("/status").json()["servers"].clone();
        let asked = servers.as_array().unwrap().iter().filter(|server| server["asked"] == true);
        assert_eq!((servers.as_array().unwrap().len(), asked.count()), (2, 1), "{servers}");
        here.does("/pause");
        let sentence = "New games are paused for now; games that are on go on.";
        assert!(elsewhere.get("/").text.contains(sentence));
        let fields = [("scenario", "plain"), ("seat", "me"), ("seat", "me")];
        assert_eq!(elsewhere.form("/new/connect-four", &fields).status, 503);
        there.does("/resume");
        ann.open("connect-four", "plain", &["me", "me"]);
    }

    #[test]
    fn bots_among_themselves_leave_a_server_that_drains_and_those_with_people_answer_there() {
        let store = postgres::new_store();
        let slow = |config: &mut Config| {
            with_operator(config);
            config.bot_pause = Duration::from_millis(200);
            config.store = store.parse().unwrap();
        };
        let first = House::with(slow);
        let operator = Operator::of(&first);
        let ann = first.guest().called("Ann");
        let alone = ann.open("connect-four", "plain", &["bot:random", "bot:random"]);
        let mut watching = ann.follow(&alone, "table");
        watching.next().unwrap();
        let mine = ann.open("connect-four", "plain", &["me", "bot:random"]);
        operator.does("/drain");
        let claimed = || {
            postgres::ask(
                &store,
                &format!("SELECT server FROM bot_turns WHERE table_id = '{alone}'"),
            )
        };
        until("nobody has the bots", || claimed().is_empty());
        let steps = |table: &str| -> i64 {
            let asked = format!("SELECT count(*) FROM steps WHERE table_id = '{table}'");
            postgres::ask(&store, &asked).parse().unwrap()
        };
        let decided = steps(&alone);
        assert_eq!(ann.act(&mine, 0, "drop 1", None).status, 200);
        until("the bot answers Ann", || steps(&mine) == 2);
        // One may have been thinking.
        assert!(steps(&alone) <= decided + 1, "the others wait for a server");
        operator.does("/undrain");
        until("they go on", || {
            postgres::ask(&store, &format!("SELECT state FROM tables WHERE id = '{alone}'"))
                == "over"
        });
    }

    #[test]
    fn a_synchronous_standby_takes_over_with_everything_that_was_acknowledged() {
        let primary = Postgres::start();
        let standby = primary.standby();
        let address = primary.address_with(&standby);
        let house = House::with(|config| {
            with_operator(config);
            config.store = address.parse().unwrap();
        });
        let ann = house.guest().called("Ann");
        let table = ann.open("connect-four", "plain", &["me", "me"]);
        let decide = |step: usize| {
            let columns = [1, 2, 1, 2, 2, 1, 2, 1, 3, 4, 3, 4];
            ann.act(
                &table,
                (step % 2) as u16,
                &format!("drop {}", columns[step]),
                Some(step as u64 / 2),
            )
        };
        for step in 0..6 {
            assert_eq!(decide(step).status, 200);
        }
        primary.kill();
        assert_eq!(decide(6).status, 503, "nothing is taken that is kept nowhere");
        until("it is not ready", || Operator::of(&house).get("/ready").status == 503);
        standby.promote();
        until("it is ready again", || Operator::of(&house).get("/ready").status == 200);
        let steps = || postgres::ask(&standby.address(), "SELECT count(*) FROM steps");
        assert_eq!(steps(), "6");
        for step in 6..12 {
            let answer = decide(step);
            assert_eq!(answer.status, 200, "{step}: {}", answer.text);
        }
        assert_eq!(steps(), "12");
    }
}
