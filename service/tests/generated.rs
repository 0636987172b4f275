//! Requests that nobody thought of, generated from the description of the interface for programs by
//! [Schemathesis](https://pypi.org/project/schemathesis/): every answer is one that the description knows, and none
//! is an error of the server. `OVERWINTER_REQUESTS=100000 cargo test --release -p service generated:: -- --nocapture` goes
//! on until there were so many.

use crate::house::{House, agent, quick};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use tempfile::TempDir;

/// The version that is fetched if it is not there.
const VERSION: &str = "4.32.5";

/// What an answer is held to.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_schema_conformance,unsupported_method,allow_header_conformance";

/// The tool, in a folder of its own beside what cargo makes.
fn schemathesis() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let target = program.ancestors().nth(3).unwrap();
    let folder = target.join("tools").join(format!("schemathesis-{VERSION}"));
    let tool = folder.join("bin/schemathesis");
    if !tool.is_file() {
        let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).status();
        assert!(made.unwrap().success(), "python3 -m venv (Debian: python3-venv)");
        let wanted = format!("schemathesis=={VERSION}");
        let mut pip = Command::new(folder.join("bin/pip"));
        let fetched = pip.args(["install", "--quiet", &wanted]).status();
        assert!(fetched.unwrap().success(), "{wanted} could not be fetched from PyPI");
    }
    tool
}

/// Opens a table as a program does; gives its id and the token of its first seat.
fn open(house: &House, body: &Value) -> (String, String) {
    let request = agent().post(format!("http://{}/api/tables", house.address));
    let mut made = request.content_type("application/json").send(body.to_string()).unwrap();
    let made: Value = serde_json::from_str(&made.body_mut().read_to_string().unwrap()).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    (text(&made["id"]), text(&made["seats"][0]["token"]))
}

/// Sends requests of one seed for so many seconds, with tables of which some exist and the token of one of them; gives
/// how many there were.
fn ask(
    house: &House,
    folder: &Path,
    tables: &[String],
    token: &str,
    seed: usize,
    seconds: u64,
) -> usize {
    let ids: Vec<String> = tables.iter().map(|id| format!("{id:?}")).collect();
    let config = format!("[parameters]\n\"path.id\" = [{}]\n", ids.join(", "));
    let file = folder.join("schemathesis.toml");
    std::fs::write(&file, if tables.is_empty() { String::new() } else { config }).unwrap();
    let mut tool = Command::new(schemathesis());
    tool.arg("--config-file").arg(&file).arg("--no-color").arg("run");
    tool.arg(format!("http://{}/api/openapi.json", house.address))
        .args(["--checks", CHECKS, "--max-time", &seconds.to_string(), "--warnings", "off"])
        // One worker: Python's parser fails now and then where two threads use it.
        .args(["--seed", &seed.to_string(), "--workers", "1"])
        .args(["--header", &format!("Authorization: Bearer {token}")])
        // A stream ends when nobody follows it any more.
        .args(["--exclude-path", "/api/tables/{id}/stream", "--suppress-health-check", "all"])
        .args(["--request-timeout", "20", "--continue-on-failure"])
        .current_dir(folder);
    let done = tool.output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).to_string();
    let failed = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}\n{failed}");
    let counted = said.lines().find(|line| line.contains("generated"));
    let count = counted.and_then(|line| line.split_whitespace().next()?.parse().ok());
    count.unwrap_or_else(|| panic!("it does not say how many there were: {said}"))
}

#[test]
fn generated_requests_get_answers_that_the_description_knows() {
    let wanted = std::env::var("OVERWINTER_REQUESTS").ok().and_then(|text| text.parse().ok());
    let wanted: Option<usize> = wanted;
    let house = House::with(quick);
    let folder = TempDir::new().unwrap();
    let mut tables = Vec::new();
    let mut first = String::new();
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        let seats = ["me", "bot:random"];
        let (id, token) = open(&house, &json!({ "game": game, "seats": seats, "listed": true }));
        tables.push(id);
        first = token;
    }
    let seconds = if wanted.is_some() { 60 } else { 10 };
    let (began, mut sent) = (Instant::now(), 0);
    for round in 0.. {
        // With tables that are there, and with any.
        let known = if round % 2 == 0 { &tables[..] } else { &[] };
        sent += ask(&house, folder.path(), known, &first, round, seconds);
        println!("{sent} requests after {:?}", began.elapsed());
        if round > 0 && sent >= wanted.unwrap_or_default() {
            break;
        }
    }
    assert!(sent > 20, "only {sent} requests");
    assert_eq!(house.guest().get("/health").json()["ok"], true);
}
