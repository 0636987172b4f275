//! A person's own program: how it is let in, whose it is, and what it is told.

use crate::house::{Answer, Guest, House, agent, between, until};
use serde_json::{Value, json};

/// A program that brings a token.
pub struct Program {
    address: String,
    token: String,
}

impl Program {
    /// A new guest's.
    fn of(house: &House, name: &str) -> Program {
        let nobody = Program { address: format!("http://{}", house.address), token: String::new() };
        let made = nobody.post("/api/sign-in", json!({ "name": name })).json();
        Program { token: made["token"].as_str().unwrap().to_string(), ..nobody }
    }

    /// One that has signed in with a code.
    pub fn by_code(house: &House, code: &str) -> Result<Program, Box<Answer>> {
        let nobody = Program { address: format!("http://{}", house.address), token: String::new() };
        let answer = nobody.post("/api/sign-in", json!({ "code": code }));
        match answer.status {
            200 => {
                let token = answer.json()["token"].as_str().unwrap().to_string();
                Ok(Program { token, ..nobody })
            }
            _ => Err(Box::new(answer)),
        }
    }

    pub fn get(&self, path: &str) -> Answer {
        let request = agent().get(format!("{}{path}", self.address));
        Answer::of(request.header("authorization", format!("Bearer {}", self.token)).call())
    }

    fn post(&self, path: &str, body: Value) -> Answer {
        let request = agent().post(format!("{}{path}", self.address));
        let request = request.content_type("application/json");
        let request = request.header("authorization", format!("Bearer {}", self.token));
        Answer::of(request.send(body.to_string()))
    }

    fn known(&self) -> bool {
        self.get("/api/me").json()["known"] == json!(true)
    }
}

/// A code for a program, from the page of somebody.
pub fn code(guest: &Guest) -> String {
    let page = guest.form("/me/program", &[]).text;
    between(&page, "<p class=\"code\"><code>", "<").to_string()
}

#[test]
fn a_code_makes_a_program_that_of_whoever_made_it() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let program = Program::by_code(&house, &code(&ann)).unwrap();
    assert_eq!(program.get("/api/me").json()["name"], "Ann");
    assert_eq!(program.get("/api/me/games").json()["games"][0]["id"], json!(table));
    let seen = program.get(&format!("/api/tables/{table}/scene")).json();
    assert_eq!((&seen["seat"], &seen["asked"]), (&json!(1), &json!(true)));
    let acted = program.post(&format!("/api/tables/{table}/act"), json!({ "line": "4" }));
    assert_eq!(acted.status, 200, "{}", acted.text);
    // It stands among the browsers, and is ended there.
    let page = ann.get("/me").text;
    assert!(page.contains("Browsers"), "{page}");
    let list = between(&page, "id=\"devices\"", "</section>");
    let device = between(list, "name=\"device\" value=\"", "\"");
    assert_eq!(ann.form("/me/devices/end", &[("device", device)]).status, 303);
    assert!(!program.known());
    let late = program.post(&format!("/api/tables/{table}/act"), json!({ "line": "4" }));
    assert_eq!(late.status, 403, "{}", late.text);
}

#[test]
fn a_code_counts_once_and_no_longer_than_the_browser_that_made_it() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let used = code(&ann);
    assert!(Program::by_code(&house, &used).is_ok());
    let again = Program::by_code(&house, &used).err().unwrap();
    assert_eq!(again.status, 403, "{}", again.text);
    for wrong in ["", "aaaa-aaaa-aaaa", "zzzzz-zzzzz-zzzzz-zzzzz", &used[1..]] {
        let refused = Program::by_code(&house, wrong).err().unwrap();
        assert!([400, 403].contains(&refused.status), "{wrong}: {}", refused.text);
    }
    // Whoever had somebody's browser for a moment may have made one.
    let stolen = code(&ann);
    assert_eq!(ann.form("/me/devices/end-others", &[]).status, 303);
    let refused = Program::by_code(&house, &stolen).err().unwrap();
    assert_eq!(refused.status, 403, "{}", refused.text);
}

#[test]
fn signing_out_everywhere_else_ends_programs() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let program = Program::by_code(&house, &code(&ann)).unwrap();
    assert!(program.known());
    assert_eq!(ann.form("/me/devices/end-others", &[]).status, 303);
    assert!(!program.known());
    assert_eq!(program.get("/api/me/games").status, 403);
}

/// What stands in a cookie counts as a token; a cookie still needs the key of its forms, also beside a token.
#[test]
fn a_cookie_needs_its_key_also_beside_a_token() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let body = json!({ "deed": "withdraw", "id": "x", "key": "" }).to_string();
    let send = |cookie: Option<&str>, token: Option<&str>| {
        let mut request = agent()
            .post(ann.url("/api/me/company"))
            .content_type("application/json")
            .header("accept", "application/json");
        if let Some(cookie) = cookie {
            request = request.header("cookie", cookie);
        }
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        Answer::of(request.send(body.clone())).status
    };
    let token = ann.cookie.strip_prefix("overwinter=").unwrap();
    assert_ne!(send(None, Some(token)), 403);
    assert_eq!(send(Some(&ann.cookie), None), 403);
    assert_eq!(send(Some(&ann.cookie), Some(token)), 403);
    assert_eq!(send(None, Some(&format!("{token}0"))), 403);
}

#[test]
fn a_program_plays_its_persons_seats_and_no_others() {
    let house = House::open();
    let (ann, ben) = (Program::of(&house, "Ann"), Program::of(&house, "Ben"));
    let wish = json!({ "game": "connect-four", "seats": ["me", "open"], "listed": true });
    let table = ann.post("/api/tables", wish).json()["id"].as_str().unwrap().to_string();
    let at = |what: &str| format!("/api/tables/{table}/{what}");
    // Links are the host's to give away.
    let seen = ann.get(&at("scene")).json();
    assert!(seen["players"][1]["link"].as_str().unwrap().starts_with("/s/"), "{seen}");
    assert!(ben.get(&at("scene")).json()["players"][1].get("link").is_none());
    let sat = ben.post(&at("join"), json!({}));
    assert_eq!(sat.status, 200, "{}", sat.text);
    assert_eq!(ben.post(&at("join"), json!({})).status, 200, "whoever sits stays");
    let other = ben.get(&at("scene?as=1"));
    assert_eq!(other.status, 403, "{}", other.text);
    let other = ben.post(&at("act?as=1"), json!({ "line": "4" }));
    assert_eq!(other.status, 403, "{}", other.text);
    assert_eq!(ben.post(&at("act"), json!({ "line": "4" })).status, 422, "not asked yet");
    let turn = ann.get(&at("scene")).json()["turn"].clone();
    assert_eq!(ann.post(&at("act"), json!({ "line": "4", "turn": turn })).status, 200);
    assert_eq!(ann.post(&at("act"), json!({ "line": "4", "turn": turn })).status, 409);
    let eve = Program::of(&house, "Eve");
    let late = eve.post(&at("join"), json!({}));
    assert_eq!(late.status, 409, "{}", late.text);
    assert_eq!(eve.get(&at("read?line=4")).status, 403);
}

/// Whoever has left comes back to the seat that is kept for them.
#[test]
fn a_seat_that_is_kept_is_taken_back() {
    let house = House::open();
    let ann = house.guest().called("Ann");
    let table = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let program = Program::by_code(&house, &code(&ann)).unwrap();
    let at = |what: &str| format!("/api/tables/{table}/{what}");
    assert_eq!(ann.form(&format!("/t/{table}/leave"), &[]).status, 303);
    let seen = program.get(&at("scene")).json();
    assert_eq!((&seen["seat"], &seen["players"][0]["yours"]), (&Value::Null, &json!(false)));
    assert_eq!(seen["players"][0]["kept"], true);
    let back = program.post(&at("join"), json!({}));
    assert_eq!(back.status, 200, "{}", back.text);
    assert_eq!(program.get(&at("scene")).json()["players"][0]["yours"], true);
    let stranger = Program::of(&house, "Eve");
    assert_eq!(stranger.get(&at("scene")).json()["players"][0]["kept"], false);
}

/// A line is read without being played, and what ends one's own game is known before.
#[test]
fn a_line_is_read_before_it_is_played() {
    let house = House::open();
    let ann = Program::of(&house, "Ann");
    let seats = ["me", "bot:greedy"];
    let wish = json!({ "game": "outdoor-survival", "scenario": "lost", "seats": seats });
    let table = ann.post("/api/tables", wish).json()["id"].as_str().unwrap().to_string();
    until("a question", || ann.get(&format!("/api/tables/{table}/scene")).json()["asked"] == true);
    let read = |line: &str| ann.get(&format!("/api/tables/{table}/read?line={line}")).json();
    assert_eq!(read("resign")["grave"], true);
    let stay = read("stay");
    assert_eq!((&stay["notation"], &stay["grave"]), (&json!("stay"), &json!(false)));
    assert_eq!(read("xyzzy")["understood"], false);
    let scene = ann.get(&format!("/api/tables/{table}/scene")).json();
    assert_eq!((&scene["asked"], &scene["turn"]), (&json!(true), &json!(0)));
}

/// Whoever is blocked is not heard through a program either.
#[test]
fn a_program_does_not_hear_whom_its_person_blocks() {
    let house = House::open();
    let (ann, ben) = (Program::of(&house, "Ann"), Program::of(&house, "Ben"));
    let wish = json!({ "game": "connect-four", "seats": ["me", "open"], "listed": true });
    let table = ann.post("/api/tables", wish).json()["id"].as_str().unwrap().to_string();
    let at = |what: &str| format!("/api/tables/{table}/{what}");
    assert_eq!(ben.post(&at("join"), json!({})).status, 200);
    assert_eq!(ben.post(&at("talk"), json!({ "text": "hello" })).status, 200);
    assert_eq!(ann.get(&at("scene")).json()["talk"][0]["text"], "hello");
    let who = format!("/t/{table}/person/2");
    let blocked = ann.post("/api/me/company", json!({ "deed": "block", "who": who }));
    assert_eq!(blocked.status, 200, "{}", blocked.text);
    assert_eq!(ann.get(&at("scene")).json()["talk"], json!([]));
    assert_eq!(ben.get(&at("scene")).json()["talk"][0]["text"], "hello");
}

/// A line over which nothing comes is taken for dead; one that gives signs of life is not.
#[test]
fn a_silent_line_is_noticed() {
    use service::remote::{RemoteError, ServerClient, ServerUrl};
    use std::io::{Read, Write};
    use std::time::Duration;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut line, _) = listener.accept().unwrap();
        let _ = line.read(&mut [0; 4096]);
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {\"step\":1}\n\n";
        line.write_all(head.as_bytes()).unwrap();
        for _ in 0..5 {
            std::thread::sleep(Duration::from_millis(200));
            line.write_all(b":\n\n").unwrap();
        }
        // From here on it says nothing, and does not hang up.
        std::thread::sleep(Duration::from_secs(20));
    });
    let (url, _) = ServerUrl::read(&url).unwrap();
    let client = ServerClient::new(url, None).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut news = client.follow("/api/tables/x/stream").await.unwrap();
        news.next(Duration::from_millis(600)).await.unwrap();
        let began = std::time::Instant::now();
        let error = news.next(Duration::from_millis(600)).await.unwrap_err();
        assert!(matches!(&error, RemoteError::Lost(why) if why.contains("silent")), "{error}");
        assert!(began.elapsed() > Duration::from_millis(1200), "signs of life count");
    });
    runtime.shutdown_background();
}
