//! A server that runs, seen and steered from the command line, and what its logs say of a request.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A server in a process of its own, with an operator's address.
struct Served {
    process: Child,
    address: String,
    operator: String,
    folder: TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Served {
    fn start(arguments: &[&str], settings: &[(&str, &str)]) -> Served {
        let folder = TempDir::new().unwrap();
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_overwinter"))
            .args(["serve", "--bind", "127.0.0.1:0", "--admin", "0", "--json-logs", "--data"])
            .arg(folder.path().join("data"))
            .args(arguments)
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut address = || {
            let line = lines.find_map(|line| line.ok().filter(|line| line.contains("http://")));
            let (_, address) = line.as_deref().unwrap_or_default().split_once("http://").unwrap();
            address.to_string()
        };
        let (address, operator) = (address(), address());
        Served { process, address, operator, folder }
    }

    fn log(&self) -> Vec<Value> {
        let log: PathBuf = self.folder.path().join("log");
        let log = std::fs::read_to_string(log).unwrap();
        log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    fn admin(&self, words: &[&str]) -> Output {
        admin(&self.operator, words, &[])
    }

    /// What a command prints; it must be done.
    fn told(&self, words: &[&str]) -> String {
        let output = self.admin(words);
        let (out, err) = texts(&output);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {out}{err}");
        out
    }

    fn get(&self, path: &str) -> Option<(u16, String, String)> {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut answer = agent.get(format!("http://{}{path}", self.address)).call().ok()?;
        let id = answer.headers().get("x-request-id")?.to_str().ok()?.to_string();
        let text = answer.body_mut().read_to_string().ok()?;
        Some((answer.status().as_u16(), id, text))
    }
}

fn admin(operator: &str, words: &[&str], settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overwinter"));
    command.env_remove("OVERWINTER_ADMIN_TOKEN").envs(settings.iter().copied());
    command.args(["admin", "--admin", operator]).args(words).output().unwrap()
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    (text(&output.stdout), text(&output.stderr))
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(30), "{what} did not come about");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_server_is_seen_paused_and_drained_from_the_command_line() {
    let served = Served::start(&["--drain-notice", "0"], &[]);
    let status = served.told(&["status"]);
    assert!(status.starts_with(&format!("{} serving, ready\n", served.address)), "{status}");
    assert!(served.told(&["tables"]).contains("in memory here"));
    assert!(served.told(&["people"]).contains("Nobody sits"));
    assert!(served.told(&["queues"]).contains("changes for the store"));
    assert!(served.told(&["servers"]).contains("for itself"));
    let json: Value = serde_json::from_str(&served.told(&["status", "--json"])).unwrap();
    assert_eq!(json["standing"], "serving");
    served.told(&["pause", "We move at eight."]);
    assert!(served.told(&["status"]).contains("new games are paused: We move at eight."));
    assert!(served.get("/").unwrap().2.contains("go on: We move at eight."));
    served.told(&["resume"]);
    assert!(!served.get("/").unwrap().2.contains("paused"));
    let drained = served.told(&["drain"]);
    assert_eq!(drained, "The server is drained: it can be stopped.\n");
    assert_eq!(served.get("/ready").unwrap().0, 503);
    assert!(served.told(&["status"]).contains("draining, not ready: the server is draining"));
    served.told(&["drain", "--undo"]);
    assert_eq!(served.get("/ready").unwrap().0, 200);
    let long = "x".repeat(300);
    let refused = served.admin(&["pause", &long]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(texts(&refused).1.contains("at most 200 letters"), "{:?}", texts(&refused));
}

#[test]
fn a_command_that_finds_nobody_or_may_not_says_so() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let output = admin(&nobody.to_string(), &["status"], &[]);
    let (out, err) = texts(&output);
    assert_eq!((output.status.code(), out.as_str()), (Some(2), ""));
    assert!(err.contains("nobody answers there") && err.contains("--admin"), "{err}");
    let token = ("OVERWINTER_ADMIN_TOKEN", "a long word");
    let served = Served::start(&[], &[token]);
    let output = served.admin(&["drain"]);
    let (_, err) = texts(&output);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("needs the token"), "{err}");
    assert_eq!(admin(&served.operator, &["status"], &[token]).status.code(), Some(0));
    // What players reach is no operator's address.
    let output = admin(&served.address, &["status"], &[]);
    assert!(
        texts(&output).1.contains("no such page")
            || texts(&output).1.contains("no operator's address")
    );
    assert_eq!(output.status.code(), Some(2));
    let served = Command::new(env!("CARGO_BIN_EXE_overwinter"))
        .args(["serve", "--bind", "127.0.0.1:0", "--admin", "0.0.0.0:9114", "--data"])
        .arg(TempDir::new().unwrap().path())
        .env_remove("OVERWINTER_ADMIN_TOKEN")
        .output()
        .unwrap();
    assert_eq!(served.status.code(), Some(2));
    assert!(texts(&served).1.contains("OVERWINTER_ADMIN_TOKEN"), "{:?}", texts(&served));
}

#[test]
fn every_line_that_is_logged_for_a_request_has_its_id() {
    let served = Served::start(&[], &[("OVERWINTER_LOG", "warn,service=debug")]);
    let (status, id, text) = served.get("/t/nowhere").unwrap();
    assert_eq!(status, 404, "{text}");
    let (_, other, _) = served.get("/health").unwrap();
    assert_ne!(id, other);
    let of = |id: &str| {
        let lines = served.log();
        let theirs = |line: &&Value| line["span"]["id"] == id;
        lines.iter().filter(theirs).cloned().collect::<Vec<Value>>()
    };
    until("the log has both", || !of(&id).is_empty() && !of(&other).is_empty());
    let line = &of(&id)[0];
    assert_eq!(line["fields"]["status"], 404, "{line}");
    assert_eq!(line["fields"]["path"], "/t/nowhere", "{line}");
    assert_eq!(line["span"]["route"], "/t/{id}", "{line}");
}

#[cfg(unix)]
#[test]
fn a_server_that_is_stopped_says_first_that_nobody_should_come() {
    let mut served = Served::start(&["--drain-notice", "2"], &[]);
    assert_eq!(served.get("/ready").unwrap().0, 200);
    let process = served.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
    until("it is not ready", || served.get("/ready").is_some_and(|(status, _, _)| status == 503));
    assert_eq!(served.get("/").unwrap().0, 200, "whoever comes all the same is served");
    let ended = served.process.wait().unwrap();
    assert_eq!(ended.code(), Some(0));
}

/// What a collector of OpenTelemetry would be sent.
#[cfg(feature = "otel")]
#[test]
fn spans_of_requests_and_decisions_go_to_a_collector() {
    use std::io::{Read, Write};
    use std::sync::mpsc;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let collector = format!("http://{}", listener.local_addr().unwrap());
    let (sender, received) = mpsc::channel::<(String, Vec<u8>)>();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let sender = sender.clone();
            std::thread::spawn(move || {
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                loop {
                    let (mut head, mut length) = (String::new(), 0);
                    loop {
                        let mut line = String::new();
                        if reader.read_line(&mut line).unwrap_or(0) == 0 {
                            return;
                        }
                        let small = line.to_ascii_lowercase();
                        if let Some(number) = small.strip_prefix("content-length:") {
                            length = number.trim().parse().unwrap();
                        }
                        head.push_str(&line);
                        if line.trim().is_empty() {
                            break;
                        }
                    }
                    let mut body = vec![0; length];
                    reader.read_exact(&mut body).unwrap();
                    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
                    if sender.send((head, body)).is_err() {
                        return;
                    }
                }
            });
        }
    });
    let settings =
        [("OTEL_EXPORTER_OTLP_ENDPOINT", collector.as_str()), ("OTEL_BSP_SCHEDULE_DELAY", "100")];
    let served = Served::start(&[], &settings);
    let (_, id, _) = served.get("/t/nowhere").unwrap();
    let opened = ureq::post(format!("http://{}/api/tables", served.address))
        .content_type("application/json")
        .send(r#"{"game":"outdoor-survival","seats":["me"]}"#)
        .unwrap();
    assert_eq!(opened.status().as_u16(), 200);
    let (mut heads, mut all) = (String::new(), Vec::new());
    let has = |all: &[u8], word: &str| all.windows(word.len()).any(|part| part == word.as_bytes());
    let wanted = ["overwinter", "request", &id, "/t/{id}", "/api/tables", "store", "service.name"];
    until("all spans have come", || {
        if let Ok((head, body)) = received.recv_timeout(Duration::from_millis(200)) {
            heads.push_str(&head);
            all.extend(body);
        }
        wanted.iter().all(|word| has(&all, word))
    });
    assert!(heads.contains("POST /v1/traces"), "{heads}");
    assert!(heads.to_ascii_lowercase().contains("content-type: application/x-protobuf"), "{heads}");
    let output = Command::new(env!("CARGO_BIN_EXE_overwinter"))
        .args(["serve", "--bind", "127.0.0.1:0", "--data"])
        .arg(TempDir::new().unwrap().path())
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", "https://elsewhere.example")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(texts(&output).1.contains("http://127.0.0.1:4318"), "{:?}", texts(&output));
}

#[test]
fn people_are_seen_and_judged_from_the_command_line() {
    let served = Served::start(&[], &[]);
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
    let url = |path: &str| format!("http://{}{path}", served.address);
    let mut cookies = Vec::new();
    for name in ["Ann", "Bob", "Bob"] {
        let mut lobby = agent.get(url("/")).call().unwrap();
        let cookie = lobby.headers().get("set-cookie").unwrap().to_str().unwrap().to_string();
        let text = lobby.body_mut().read_to_string().unwrap();
        let key = text.split(r#"name="key" value=""#).nth(1).unwrap().split('"').next().unwrap();
        let named = agent.post(url("/name")).header("cookie", &cookie);
        let named = named.send_form([("key", key), ("name", name)]).unwrap();
        assert_eq!(named.status().as_u16(), 303);
        cookies.push((cookie, key.to_string()));
    }
    let people = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_overwinter"));
        command.env_remove("OVERWINTER_ADMIN_TOKEN");
        let output =
            command.args(["people", "--admin", &served.operator]).args(words).output().unwrap();
        let (out, err) = texts(&output);
        (output.status.code(), out + &err)
    };
    let (code, list) = people(&["list"]);
    assert_eq!((code, list.lines().count()), (Some(0), 3), "{list}");
    assert_eq!(people(&["list", "an"]).1.lines().count(), 1);
    let (code, told) = people(&["mute", "Ann", "--days", "3", "--why", "No insults."]);
    assert!(code == Some(0) && told.contains("muted for 3 days more, told: No insults."), "{told}");
    let (code, told) = people(&["show", "Ann"]);
    assert!(code == Some(0) && told.contains("No insults."), "{told}");
    assert!(people(&["ban", "Ann"]).1.contains("banned"));
    let (cookie, key) = &cookies[0];
    let refused = agent.post(url("/name")).header("cookie", cookie);
    let refused = refused.send_form([("key", key.as_str()), ("name", "Eve")]).unwrap();
    assert_eq!(refused.status().as_u16(), 403);
    assert!(!people(&["unban", "Ann"]).1.contains("banned"));
    for (words, why) in [
        (&["ban", "Bob"][..], "several people are called `Bob`: say an id"),
        (&["ban", "Nemo"], "nobody here"),
        (&["delete", "Ann"], "--yes"),
        (&["mute", "Ann", "--days", "0"], "1 to"),
    ] {
        let (code, told) = people(words);
        assert!(code == Some(2) && told.contains(why), "{words:?}: {told}");
    }
    let (code, told) = people(&["delete", "Ann", "--yes"]);
    assert!(code == Some(0) && told.starts_with("Somebody"), "{told}");
}
