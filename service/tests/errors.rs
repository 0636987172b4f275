//! What goes wrong with a request is told in our words: as JSON to programs, as a page to browsers.

use crate::house::{Guest, House, agent, quick};
use service::{Limits, Rate};
use ureq::http::{Method, Request};

/// Words of the crates beneath, which nobody who plays should read.
const FOREIGN: [&str; 8] = [
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
        (asked("GET", &format!("/t/{table}/words"), "", ""), 400, "missing field `line`"),
        (asked("GET", &format!("/api/tables/{table}/log?from=x"), "", ""), 400, "after `?`"),
        (asked("GET", &format!("/t/{table}?as=x&as=y"), "", ""), 400, "after `?`"),
        (asked("POST", "/api/tables", "", "{}"), 415, "application/json"),
        (asked("POST", "/api/tables", "text/plain", "{}"), 415, "application/json"),
        (asked("POST", "/api/tables", json, ""), 400, "the body is empty"),
        (asked("POST", "/api/tables", json, "{"), 400, "not JSON (line 1, column 1)"),
        (asked("POST", "/api/tables", json, "{}"), 400, "missing field `game`"),
        (asked("POST", "/api/tables", json, r#"{"game":3}"#), 400, "line 1, column 9"),
        (asked("POST", "/api/tables", json, r#"{"gme":"x"}"#), 400, "unknown field `gme`"),
        (asked("POST", "/api/tables", json, &long), 413, "at most 65536 bytes"),
        (asked("POST", &format!("/t/{table}/act"), json, "{"), 400, "not JSON"),
        (asked("POST", "/name", json, "{}"), 415, "Send a form here"),
        (asked("POST", "/name", form, "name=x&name=y"), 400, "duplicate field `name`"),
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
                false => text.replace("&quot;", "\"").replace("&#39;", "'"),
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
    assert!(text.contains("wait a moment"), "{text}");
    let (status, kind, _, text) = send(&guest, &lobby, "application/json");
    assert_eq!((status, kind.as_str()), (429, "application/json"), "{text}");
}
