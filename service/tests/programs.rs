//! Programs over HTTP: the same rules and limits as for people, and nothing that makes the server
//! stumble.

use crate::house::{self, House, agent};
use serde_json::{Value, json};
use std::time::Duration;

struct Program {
    address: String,
    token: String,
    table: String,
}

fn call(method: &str, url: &str, token: &str, body: Option<String>) -> (u16, String) {
    let agent = agent();
    let response = match (method, body) {
        ("GET", _) => {
            let request = agent.get(url);
            match token {
                "" => request.call(),
                token => request.header("authorization", format!("Bearer {token}")).call(),
            }
        }
        (_, body) => {
            let request = if method == "PUT" { agent.put(url) } else { agent.post(url) };
            let request = request.content_type("application/json");
            let request = match token {
                "" => request,
                token => request.header("authorization", format!("Bearer {token}")),
            };
            request.send(body.unwrap_or_default())
        }
    };
    let mut response = response.unwrap();
    let status = response.status().as_u16();
    (status, response.body_mut().read_to_string().unwrap_or_default())
}

impl Program {
    fn new(house: &House, game: &str, seats: &[&str]) -> Program {
        let address = format!("http://{}", house.address);
        let body = json!({ "game": game, "seats": seats, "name": "Ada" }).to_string();
        let (status, text) = call("POST", &format!("{address}/api/tables"), "", Some(body));
        assert_eq!(status, 200, "{text}");
        let made: Value = serde_json::from_str(&text).unwrap();
        let token = made["seats"][0]["token"].as_str().unwrap().to_string();
        assert!(made["seats"][1].get("token").is_none(), "a bot's seat has no token to give");
        Program { address, token, table: made["id"].as_str().unwrap().to_string() }
    }

    fn ask(&self, method: &str, what: &str, body: Option<Value>) -> (u16, Value) {
        let url = format!("{}/api/tables/{}/{what}", self.address, self.table);
        let (status, text) = call(method, &url, &self.token, body.map(|body| body.to_string()));
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }
}

#[test]
fn a_program_plays_a_whole_game() {
    let house = House::open();
    let program = Program::new(&house, "outdoor-survival", &["me", "bot:greedy"]);
    let mut random = 7u64;
    for _ in 0..5000 {
        let (status, asked) = program.ask("GET", "legal", None);
        assert_eq!(status, 200, "{asked}");
        if asked["stand"]["over"] == json!(true) {
            break;
        }
        let legal = asked["legal"].as_array().unwrap();
        if legal.is_empty() {
            std::thread::sleep(Duration::from_millis(5));
            continue;
        }
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1);
        let line = &legal[(random >> 33) as usize % legal.len()];
        let turn = asked["stand"]["turn"].clone();
        let (status, acted) =
            program.ask("POST", "act", Some(json!({ "line": line, "turn": turn })));
        assert_eq!(status, 200, "{acted}");
        let (status, again) =
            program.ask("POST", "act", Some(json!({ "line": line, "turn": turn })));
        assert_eq!((status, &again["error"]), (409, &json!("stale")));
    }
    let (_, table) = program.ask("GET", "", None);
    let (status, record) = program.ask("GET", "record", None);
    assert_eq!(status, 200, "{table}");
    let record = table::Record::parse(record.as_str().unwrap()).unwrap();
    let shelved = shelf::shelf().into_iter().find(|shelved| shelved.game.id() == record.game);
    let replay = shelved.unwrap().game.replay(&record, usize::MAX).unwrap();
    assert!(replay.divergence.is_none() && record.seed.is_some());
}

#[test]
fn a_token_plays_its_own_seat_only() {
    let house = House::open();
    let program = Program::new(&house, "outdoor-survival", &["me", "bot:greedy"]);
    let other = Program::new(&house, "outdoor-survival", &["me", "bot:greedy"]);
    let stolen = Program { token: other.token.clone(), ..program };
    for (method, what, body) in [
        ("GET", "view", None),
        ("GET", "legal", None),
        ("GET", "log", None),
        ("POST", "act", Some(json!({ "line": "roll" }))),
        ("POST", "undo", Some(json!({}))),
        ("POST", "talk", Some(json!({ "text": "hello" }))),
    ] {
        let (status, answer) = stolen.ask(method, what, body.clone());
        assert_eq!(status, 403, "{what}: {answer}");
        if method == "POST" || what == "legal" {
            let nobody = Program {
                token: String::new(),
                address: stolen.address.clone(),
                table: stolen.table.clone(),
            };
            let (status, answer) = nobody.ask(method, what, body);
            assert_eq!(status, 403, "{what}: {answer}");
        }
    }
    let (status, _) = stolen.ask("GET", "record", None);
    assert_eq!(status, 403, "a running game's record is nobody's");
}

#[test]
fn the_description_describes_every_address() {
    let house = House::open();
    let (status, text) =
        call("GET", &format!("http://{}/api/openapi.json", house.address), "", None);
    assert_eq!(status, 200);
    let description: Value = serde_json::from_str(&text).unwrap();
    let program = Program::new(&house, "outlive", &["me", "bot:greedy"]);
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() >= 11);
    let format = json!({ "swiss": { "rounds": 1, "size": 2 } });
    let cup = crate::contests::cup(&house.guest().called("Ann"), format, json!({}));
    for (path, methods) in paths {
        let id = if path.starts_with("/api/cups/") { &cup } else { &program.table };
        let path = path.replace("{id}", id).replace("{game}", "outlive");
        let path = path.replace("{node}", "0");
        for (method, operation) in methods.as_object().unwrap() {
            if path.ends_with("/stream") {
                continue;
            }
            let method = method.to_uppercase();
            let url = format!("{}{path}", program.address);
            let (status, text) = call(&method, &url, &program.token, Some("{}".into()));
            assert!(![404, 405, 500, 503].contains(&status), "{method} {path}: {status} {text}");
            let listed = operation["responses"].as_object().unwrap();
            let told = listed.contains_key(&status.to_string()) || listed.contains_key("default");
            assert!(told, "{method} {path}: {status} is not described");
        }
    }
}

/// Requests of every shape, most of them nonsense: none may make the server fail.
#[test]
fn no_request_makes_the_server_fail() {
    let house = House::open();
    let program = Program::new(&house, "yellowstone", &["me", "bot:greedy"]);
    let guest = house.guest();
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as usize % below.max(1)
    };
    let words = [
        "",
        "0",
        "1",
        "-1",
        "99999999999999999999",
        "outlive",
        "yellowstone",
        "table",
        "referee",
        "%00",
        "%ff%fe",
        "..%2f..",
        "null",
        "true",
        "[]",
        "{}",
        "\u{202e}",
        "O'Brien",
        "<b>",
        "🐻",
        "bot:greedy",
        "me",
        "link",
        "bot:",
        "open",
        "x",
        "key",
        "18446744073709551616",
    ];
    let long = "a".repeat(5000);
    let rounds =
        std::env::var("OVERWINTER_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    for _ in 0..rounds {
        let mut word = |kind: usize| -> String {
            match next(kind) {
                0 => program.table.clone(),
                1 => long[..next(5000)].to_string(),
                _ => words[next(words.len())].to_string(),
            }
        };
        let (a, b, c) = (word(6), word(8), word(8));
        let encoded = |text: &str| -> String {
            text.bytes()
                .map(|byte| {
                    if byte.is_ascii_alphanumeric() || byte == b'%' {
                        (byte as char).to_string()
                    } else {
                        format!("%{byte:02X}")
                    }
                })
                .collect()
        };
        let id = if next(3) > 0 { program.table.clone() } else { encoded(&a) };
        let paths = [
            format!("/t/{id}"),
            format!("/t/{id}?as={}", encoded(&b)),
            format!("/t/{id}/at/{}?as={}", encoded(&b), encoded(&c)),
            format!("/t/{id}/story?as={}", encoded(&b)),
            format!("/t/{id}/picture/{}.svg", encoded(&b)),
            format!("/t/{id}/replay"),
            format!("/t/{id}/record"),
            format!("/t/{id}/back"),
            format!("/t/{id}/here"),
            format!("/t/{id}/hurry"),
            format!("/t/{id}/act"),
            format!("/t/{id}/undo"),
            format!("/t/{id}/talk"),
            format!("/t/{id}/join"),
            format!("/t/{id}/leave"),
            format!("/t/{id}/replace"),
            format!("/t/{id}/rematch"),
            format!("/s/{}", encoded(&b)),
            format!("/new/{}?scenario={}&edition={}", encoded(&b), encoded(&c), encoded(&a)),
            format!("/play/{}", encoded(&b)),
            "/name".into(),
            "/".into(),
            format!("/help/{}", encoded(&b)),
            format!("/help/{}/rules", encoded(&b)),
            format!(
                "/picture/{}.svg?scenario={}&seats={}&steps=3&as={}",
                encoded(&b),
                encoded(&c),
                encoded(&a),
                encoded(&c)
            ),
            format!("/ground/{}", encoded(&b)),
            format!("/assets/{}/{}", encoded(&b), encoded(&c)),
            "/health".into(),
            "/promise".into(),
            "/api/promise".into(),
            "/.well-known/overwinter.json".into(),
            "/api/games".into(),
            format!("/api/games/{}", encoded(&b)),
            format!("/api/tables?state={}", encoded(&b)),
            format!("/api/tables/{id}"),
            format!("/api/tables/{id}/view"),
            format!("/api/tables/{id}/legal"),
            format!("/api/tables/{id}/log?from={}", encoded(&b)),
            format!("/api/tables/{id}/act"),
            format!("/api/tables/{id}/undo"),
            format!("/api/tables/{id}/talk"),
            format!("/api/tables/{id}/record"),
            format!("/api/{}", encoded(&b)),
        ];
        let path = &paths[next(paths.len())];
        let bodies = [
            json!({ "line": b, "turn": null, "seat": next(5), "key": guest.key }).to_string(),
            json!({ "line": b, "turn": c, "text": a }).to_string(),
            json!({ "text": b, "key": guest.key }).to_string(),
            json!({ "game": b, "seats": [c, a], "options": { "x": b } }).to_string(),
            json!({ "game": "outlive", "seats": [b, "me"], "scenario": c, "name": a }).to_string(),
            json!([a, b, c]).to_string(),
            b.clone(),
            format!("{{\"line\":{b}"),
        ];
        let body = bodies[next(bodies.len())].clone();
        let token = if next(2) == 0 { program.token.as_str() } else { "nonsense" };
        let url = format!("{}{path}", program.address);
        if url.parse::<ureq::http::Uri>().is_err() {
            continue;
        }
        let (status, text) = match next(3) {
            0 => call("GET", &url, token, None),
            1 => call("POST", &url, token, Some(body)),
            _ => {
                let answer =
                    guest.form(path, &[("name", &a), ("seat", &b), ("bot", &c), ("scenario", &a)]);
                (answer.status, answer.text)
            }
        };
        assert!(status < 500, "{path}: {status} {text}");
    }
    assert_eq!(guest.get("/health").json()["ok"], true);
}

#[test]
fn editions_of_ones_own_are_offered_to_programs() {
    let folder = tempfile::TempDir::new().unwrap();
    let scenarios = folder.path().join("editions/outdoor-survival/moor/scenarios");
    std::fs::create_dir_all(&scenarios).unwrap();
    let lost = include_str!("../../games/outdoor-survival/data/scenarios/lost.toml");
    let bog = lost.replace("id       = \"lost\"", "id       = \"bog\"");
    std::fs::write(scenarios.join("bog.toml"), bog).unwrap();
    let house = House::in_folder(folder, house::quick);
    let get = |path: &str| -> (u16, Value) {
        let (status, text) = call("GET", &format!("http://{}{path}", house.address), "", None);
        (status, serde_json::from_str(&text).unwrap())
    };
    let (_, list) = get("/api/games");
    let games = list["games"].as_array().unwrap();
    let outdoor = games.iter().find(|game| game["id"] == "outdoor-survival").unwrap();
    assert_eq!(outdoor["editions"], json!(["moor"]));
    let has_bog = |game: &Value| {
        let scenarios = game["catalogue"]["scenarios"].as_array().unwrap();
        scenarios.iter().any(|scenario| scenario["id"] == "bog")
    };
    assert!(!has_bog(&get("/api/games/outdoor-survival").1));
    assert!(has_bog(&get("/api/games/outdoor-survival?edition=moor").1));
    assert_eq!(get("/api/games/outdoor-survival?edition=heath").0, 400);
    let body = json!({
        "game": "outdoor-survival", "edition": "moor", "scenario": "bog",
        "seats": ["me", "bot:greedy"],
    });
    let url = format!("http://{}/api/tables", house.address);
    let (status, text) = call("POST", &url, "", Some(body.to_string()));
    assert_eq!(status, 200, "{text}");
}
