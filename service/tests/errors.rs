//! What goes wrong with a request is told in our words: as JSON to programs, as a page to browsers.

use crate::house::{Guest, House, agent, quick};
use service::{Limits, Rate};
use ureq::http::{Method, Request};

/// Words of the crates beneath, which nobody who plays should read.
const FOREIGN: [&str; 18] = [
    "missing field",
    "unknown field",
    "duplicate field",
    "invalid type",
    "invalid value",
    "invalid digit",
    "expected u",
    "expected a",
    "expected one of",
    "os error",
    "deserialize",
    "Failed to",
    "target type",
    "Cannot parse",
    "Invalid URL",
    "content-type",
    "request body as",
    "boundary",
];

struct Asked {
    method: Method,
    path: String,
    kind: &'static str,
    body: String,
}

fn asked(method: &str, path: &str, kind: &'static str, body: &str) -> Asked {
    let method = method.parse().unwrap();
    Asked { method, path: path.into(), kind, body: body.into() }
}

/// Sends a request as a program or as a browser that goes somewhere.
fn send(guest: &Guest, asked: &Asked, accept: &str) -> (u16, String, String, String) {
    let mut request = Request::builder()
        .method(asked.method.clone())
        .uri(guest.url(&asked.path))
        .header("cookie", &guest.cookie)
        .header("accept", accept);
    if !asked.kind.is_empty() {
        request = request.header("content-type", asked.kind);
    }
    let mut answer = match asked.body.is_empty() && asked.method != Method::POST {
        true => agent().run(request.body(()).unwrap()),
        false => agent().run(request.body(asked.body.clone()).unwrap()),
    }
    .unwrap();
    let head = |name: &str| {
        let value = answer.headers().get(name);
        value.map(|value| value.to_str().unwrap().to_string()).unwrap_or_default()
    };
    let (kind, allow) = (head("content-type"), head("allow"));
    (answer.status().as_u16(), kind, allow, answer.body_mut().read_to_string().unwrap())
}

#[test]
fn every_error_is_a_sentence_of_ours() {
    let house = House::open();
    let guest = house.guest();
    let table = guest.open("outdoor-survival", "lost", &["me"]);
    let (json, form) = ("application/json", "application/x-www-form-urlencoded");
    let long = format!("{{\"game\":\"{}\"}}", "x".repeat(70_000));
    let cases = [
        (asked("DELETE", "/api/tables", "", ""), 405, "`Allow`"),
        (asked("PUT", &format!("/t/{table}/act"), json, "{}"), 405, "`Allow`"),
        (asked("POST", &format!("/t/{table}"), "", ""), 405, "`Allow`"),
        (asked("PATCH", "/api/nowhere", "", ""), 404, "no such address"),
        (asked("GET", "/nowhere", "", ""), 404, "no such page"),
        (asked("GET", "/t/zzzzzz", "", ""), 404, "no such table"),
        (asked("GET", &format!("/t/{table}/at/first"), "", ""), 404, "no such address"),
        (asked("GET", &format!("/t/{table}/report/x"), "", ""), 404, "no such address"),
        (asked("GET", "/help/%ff", "", ""), 404, "no such"),
        (asked("GET", &format!("/t/{table}/words"), "", ""), 400, "`line` is missing"),
        (
            asked("GET", &format!("/api/tables/{table}/log?from=-5"), "", ""),
            400,
            "`from` must be a whole number, 0 or more",
        ),
        (
            asked("GET", &format!("/api/tables/{table}/log?from="), "", ""),
            400,
            "`from` must be a whole number",
        ),
        (asked("GET", &format!("/api/tables/{table}/log?from=x"), "", ""), 400, "after `?`"),
        (asked("GET", &format!("/t/{table}?as=x&as=y"), "", ""), 400, "after `?`"),
        (asked("POST", "/api/tables", "", "{}"), 415, "application/json"),
        (asked("POST", "/api/tables", "text/plain", "{}"), 415, "application/json"),
        (asked("POST", "/api/tables", json, ""), 400, "the body is empty"),
        (
            asked("POST", "/api/tables", json, "{"),
            400,
            "cannot be read as JSON (line 1, column 1): EOF while parsing an object",
        ),
        (asked("POST", "/api/tables", json, "{}"), 400, "`game` is missing"),
        (
            asked("POST", "/api/tables", json, r#"{"game":3}"#),
            400,
            "(line 1, column 9): `game` must be a text",
        ),
        (asked("POST", "/api/tables", json, r#"{"game":null}"#), 400, "`game` must be a text"),
        (
            asked("POST", "/api/tables", json, r#"{"game":"x","seats":"me"}"#),
            400,
            "`seats` must be a list",
        ),
        (
            asked("POST", "/api/tables", json, r#"{"game":"x","seats":["me",1]}"#),
            400,
            "`seats[1]` must be a text",
        ),
        (
            asked("POST", "/api/tables", json, r#"{"game":"x","seats":[],"listed":1}"#),
            400,
            "`listed` must be true or false",
        ),
        (asked("POST", "/api/tables", json, r#"[]"#), 400, "must be an object"),
        (asked("POST", "/api/tables", json, r#"{"game":1e999}"#), 400, "number out of range"),
        (
            asked("POST", "/api/tables", json, r#"{"game":"x","seats":[]} more"#),
            400,
            "trailing characters",
        ),
        (
            asked("POST", "/api/tables", json, r#"{"gme":"x"}"#),
            400,
            "there is no field `gme`: the fields are `game`,",
        ),
        (asked("POST", "/api/tables", json, &long), 413, "at most 65536 bytes"),
        (asked("POST", &format!("/t/{table}/act"), json, "{"), 400, "cannot be read as JSON"),
        (
            asked("POST", &format!("/t/{table}/act"), json, r#"{"seat":-1,"line":""}"#),
            400,
            "`seat` must be a whole number from 0 to 65535",
        ),
        (
            asked("POST", &format!("/t/{table}/act"), json, r#"{"seat":1.18e21,"line":""}"#),
            400,
            "`seat` must be a whole number",
        ),
        (asked("POST", "/name", json, "{}"), 415, "Send a form here"),
        (asked("POST", "/name", form, "name=x&name=y"), 400, "`name` stands there twice"),
        (asked("POST", "/name", form, "name=Ann"), 403, "does not come from a page"),
    ];
    for (asked, status, says) in cases {
        for accept in ["*/*", "text/html,application/xhtml+xml,*/*;q=0.8"] {
            let what = format!("{} {} for {accept}", asked.method, asked.path);
            let (got, kind, allow, text) = send(&guest, &asked, accept);
            assert_eq!(got, status, "{what}: {text}");
            let program = asked.path.starts_with("/api/");
            if program {
                assert_eq!(kind, "application/json", "{what}: {text}");
            }
            if accept.starts_with("text")
                && !asked.path.starts_with("/api/")
                && kind != "application/json"
            {
                assert!(kind.starts_with("text/html") && text.contains("<h1"), "{what}: {text}");
            }
            let said = match kind == "application/json" {
                true => {
                    let told: serde_json::Value = serde_json::from_str(&text).unwrap();
                    assert!(!told["error"].as_str().unwrap().is_empty(), "{what}: {text}");
                    told["message"].as_str().unwrap().to_string()
                }
                false => {
                    let plain = text.replace("<code>", "`").replace("</code>", "`");
                    plain.replace("&quot;", "\"").replace("&#39;", "'")
                }
            };
            assert!(said.contains(says), "{what}: {said}");
            for foreign in FOREIGN {
                assert!(!said.contains(foreign), "{what}: {said}");
            }
            assert_eq!(allow.is_empty(), status != 405, "{what}: allow {allow}");
        }
    }
}

#[test]
fn help_leads_to_pages_about_everything_at_the_table() {
    let house = House::open();
    let guest = house.guest();
    let help = guest.get("/help").text;
    for page in ["clocks", "plans", "sandbox", "people", "ratings", "notices", "mail"] {
        assert!(help.contains(&format!("href=\"/help/{page}\"")), "{page}");
        let answer = guest.get(&format!("/help/{page}"));
        assert_eq!(answer.status, 200, "{page}");
        let text = &answer.text;
        assert!(text.contains("<h1>") && !text.contains(".md\""), "{page}: {text}");
    }
    assert_eq!(guest.get("/help/about/nothing").status, 404);
}

#[test]
fn a_refused_form_leads_back_to_where_it_stood() {
    let house = House::open();
    let guest = house.guest().called("Ann");
    let refused = |referer: &str, site: &str| {
        let request = agent()
            .post(guest.url("/seek"))
            .header("cookie", &guest.cookie)
            .header("accept", "text/html")
            .header("referer", referer)
            .header("sec-fetch-site", site);
        let answer = request.send_form([("key", guest.key.as_str()), ("hours", "2")]);
        answer.unwrap().body_mut().read_to_string().unwrap()
    };
    let text = refused(&guest.url("/seek?game=outlive"), "same-origin");
    assert!(text.contains("<code>2</code> is no time: say 1, 12 or 72 hours."), "{text}");
    assert!(text.contains("href=\"/seek?game=outlive\""), "{text}");
    assert!(text.contains("Ann</a>"), "{text}");
    for (referer, site) in [
        ("http://elsewhere.example/seek".to_string(), "cross-site"),
        (guest.url("/seek"), "cross-site"),
        (guest.url("//elsewhere.example"), "same-origin"),
        (guest.url("/\\elsewhere.example"), "same-origin"),
        (format!("http://{}.example/seek", guest.address), "same-origin"),
        ("/seek".into(), "same-origin"),
    ] {
        let text = refused(&referer, site);
        assert!(!text.contains("Back to where you were"), "{referer}: {text}");
        assert!(!text.contains("elsewhere"), "{referer}: {text}");
    }
}

#[test]
fn a_browser_that_asks_too_often_gets_a_page_and_a_program_json() {
    let house = House::with(|config| {
        quick(config);
        config.limits = Limits { requests: Rate { burst: 3.0, refill: 0.001 }, ..Limits::none() };
    });
    let guest = house.guest();
    let lobby = asked("GET", "/", "", "");
    (0..3).for_each(|_| drop(send(&guest, &lobby, "*/*")));
    let (status, kind, _, text) = send(&guest, &lobby, "text/html");
    assert_eq!((status, kind.starts_with("text/html")), (429, true), "{text}");
    assert!(text.contains("Too many requests: there is room for one more in"), "{text}");
    let (status, kind, _, text) = send(&guest, &lobby, "application/json");
    assert_eq!((status, kind.as_str()), (429, "application/json"), "{text}");
}

#[test]
fn whoever_opens_too_many_tables_is_told_how_long_to_wait_and_refusals_do_not_count() {
    let house = House::with(|config| {
        quick(config);
        config.limits = Limits { tables: Rate { burst: 2.0, refill: 0.02 }, ..Limits::none() };
    });
    let guest = house.guest();
    let open = |game: &str| {
        let body = format!(
            "{{\"game\":\"connect-four\",\"scenario\":\"{game}\",\"seats\":[\"me\",\"bot:random\"]}}"
        );
        let request = agent().post(guest.url("/api/tables")).content_type("application/json");
        let mut answer = request.send(body).unwrap();
        let wait =
            answer.headers().get("retry-after").map(|wait| wait.to_str().unwrap().to_string());
        (answer.status().as_u16(), wait, answer.body_mut().read_to_string().unwrap())
    };
    let form = |seat: &str| {
        guest
            .form("/new/connect-four", &[("scenario", "plain"), ("seat", "me"), ("seat", seat)])
            .status
    };
    for _ in 0..5 {
        let refused = open("nonsense");
        assert_eq!(refused.0, 400, "{}", refused.2);
        assert_eq!(form("nonsense"), 400);
    }
    assert_eq!(open("plain").0, 200, "what was refused does not count");
    assert_eq!(form("bot:random"), 303);
    let (status, wait, text) = open("plain");
    assert_eq!(status, 429, "{text}");
    let seconds: u64 = wait.unwrap().parse().unwrap();
    assert!((30..=50).contains(&seconds), "{seconds}");
    assert!(text.contains("tables") && text.contains(&format!("{seconds} seconds")), "{text}");
    assert!(!text.contains("a moment"), "{text}");
}

#[test]
fn a_line_is_counted_in_letters_and_a_broken_body_is_not_too_large() {
    let house = House::open();
    let guest = house.guest();
    let table = guest.open("connect-four", "plain", &["me", "me"]);
    let long = guest.act(&table, 0, &"é".repeat(1999), None);
    assert_eq!(long.status, 422, "{}", long.text);
    let longer = guest.act(&table, 0, &"é".repeat(2001), None);
    assert_eq!(longer.status, 413, "{}", longer.text);
    let page = guest.get(&format!("/t/{table}")).text;
    assert!(page.contains("maxlength=\"2000\"") && !page.contains("4000"), "{page}");
    let described = guest.get("/api/openapi.json").json();
    assert_eq!(
        described["components"]["schemas"]["Decision"]["properties"]["line"]["maxLength"],
        2000
    );
    // A body whose pieces are not what they say.
    let (status, text) = raw(
        &guest,
        "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                        Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    );
    assert_eq!(status, 400, "{text}");
    assert!(text.contains("broke off"), "{text}");
}

/// What the server answers to bytes as they are: its status, and everything that came.
fn raw(guest: &Guest, bytes: &str) -> (u16, String) {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(guest.address).unwrap();
    stream.write_all(bytes.as_bytes()).unwrap();
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    let status = text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or_default();
    (status, text)
}

#[test]
fn the_description_knows_every_kind_of_error() {
    let house = House::open();
    let guest = house.guest();
    let described = guest.get("/api/openapi.json").json();
    let kinds =
        described["components"]["schemas"]["Trouble"]["properties"]["error"]["enum"].clone();
    for request in [
        asked("DELETE", "/api/tables", "", ""),
        asked("POST", "/api/tables", "", "{}"),
        asked("GET", "/api/nowhere", "", ""),
        asked("POST", "/api/tables", "application/json", "{"),
    ] {
        let text = send(&guest, &request, "*/*").3;
        let told: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(
            kinds.as_array().unwrap().contains(&told["error"]),
            "{} is not in {kinds}",
            told["error"]
        );
    }
    for kind in ["too_slow", "damaged", "broken_table"] {
        assert!(kinds.as_array().unwrap().contains(&kind.into()), "{kind}");
    }
}

#[test]
fn nobody_but_a_trusted_proxy_says_how_a_link_begins() {
    let house = House::open();
    let guest = house.guest();
    let table = guest.open("connect-four", "plain", &["me", "link"]);
    let asked = agent().get(guest.url(&format!("/t/{table}"))).header("cookie", &guest.cookie);
    let mut page = asked.header("x-forwarded-proto", "https").call().unwrap();
    let page = page.body_mut().read_to_string().unwrap();
    assert!(page.contains("http://127.0.0.1") && !page.contains("https://127.0.0.1"), "{page}");
}

#[test]
fn scripts_come_plain_to_whoever_does_not_read_gzip() {
    let house = House::open();
    let guest = house.guest();
    let page = guest.get("/").text;
    let path = format!("/assets/{}", crate::house::between(&page, "/assets/", "\""));
    let plain = agent().get(guest.url(&path)).header("accept-encoding", "identity").call().unwrap();
    assert!(!plain.headers().contains_key("content-encoding"));
    let packed = agent().get(guest.url(&path)).header("accept-encoding", "gzip").call().unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert_eq!(packed.headers()["vary"], "accept-encoding");
}

#[test]
fn whoever_asks_for_eyes_that_are_not_theirs_is_told_whose() {
    let house = House::open();
    let guest = house.guest();
    let table = guest.open("connect-four", "plain", &["me", "bot:random"]);
    let refused = guest.get(&format!("/t/{table}?as=referee"));
    assert_eq!(refused.status, 403);
    assert!(refused.text.contains("You are not the referee of this table"), "{}", refused.text);
}

#[test]
fn talk_cannot_turn_the_writing_of_others_round() {
    let house = House::open();
    let guest = house.guest();
    let table = guest.open("connect-four", "plain", &["me", "me"]);
    let words = "a \u{202e}line\u{2066} of\u{200b} talk";
    let said = guest.post(&format!("/t/{table}/talk"), serde_json::json!({ "text": words }));
    assert_eq!(said.status, 200);
    let frame = guest.frame(&table, "table").to_string();
    assert!(frame.contains("a line of talk"), "{frame}");
}

#[test]
fn what_is_written_within_a_game_is_cleaned_as_talk_is() {
    let house = House::open();
    let guest = house.guest();
    let table = guest.open("postal-survival", "first-run", &["me", "me"]);
    let tower = "\u{301}".repeat(20);
    let line = format!("note A \u{202e}word\u{2066}\u{200b}\u{1b}[2J to\tthe\u{2028}ma{tower}ster");
    let noted = guest.act(&table, 0, &line, None);
    assert_eq!(noted.status, 200, "{}", noted.text);
    assert_eq!(noted.json()["notation"], "note A word[2J to the ma\u{301}\u{301}ster");
}
