//! The server is killed at random moments under load: no acknowledged decision is lost, and nothing
//! is corrupted. `OVERWINTER_KILLS=500 cargo test -p overwinter kill::` does it 500 times.

use rusqlite::Connection;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use ureq::Agent;

const PLAYERS: usize = 8;

struct Running {
    process: Child,
    address: String,
}

fn serve(data: &Path) -> Running {
    let mut process = Command::new(env!("CARGO_BIN_EXE_overwinter"))
        .args(["serve", "--bind", "127.0.0.1:0", "--no-limits", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit(' ').next().unwrap().to_string();
    assert!(address.starts_with("http://127.0.0.1:"), "{line}");
    Running { process, address }
}

fn agent() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(20)))
        .build()
        .into()
}

/// A seat that a program plays.
struct Player {
    table: String,
    token: String,
}

fn open(address: &str, number: usize) -> Option<Player> {
    let game = ["outdoor-survival", "yellowstone", "outlive", "postal-survival"][number % 4];
    let body = json!({ "game": game, "seats": ["me", "bot:greedy"] });
    let answer = agent()
        .post(format!("{address}/api/tables"))
        .content_type("application/json")
        .send(body.to_string())
        .ok()?
        .body_mut()
        .read_to_string()
        .ok()?;
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let text = |value: &Value| {
        value.as_str().unwrap_or_else(|| panic!("no table was opened: {answer}")).to_string()
    };
    Some(Player { table: text(&answer["id"]), token: text(&answer["seats"][0]["token"]) })
}

impl Player {
    fn ask(&self, agent: &Agent, address: &str, what: &str) -> Option<Value> {
        let url = format!("{address}/api/tables/{}/{what}", self.table);
        let bearer = format!("Bearer {}", self.token);
        let mut answer = agent.get(url).header("authorization", bearer).call().ok()?;
        serde_json::from_str(&answer.body_mut().read_to_string().ok()?).ok()
    }

    /// Decides once, if it can; gives the step and line that were acknowledged.
    fn decide(&self, agent: &Agent, address: &str, pick: usize) -> Option<(usize, String)> {
        let legal = self.ask(agent, address, "legal")?;
        let lines = legal["legal"].as_array()?;
        if lines.is_empty() {
            std::thread::sleep(Duration::from_millis(5));
            return None;
        }
        let body = json!({ "line": lines[pick % lines.len()], "turn": legal["stand"]["turn"] });
        let mut answer = agent
            .post(format!("{address}/api/tables/{}/act", self.table))
            .header("authorization", format!("Bearer {}", self.token))
            .content_type("application/json")
            .send(body.to_string())
            .ok()?;
        if answer.status().as_u16() != 200 {
            return None;
        }
        let acted: Value = serde_json::from_str(&answer.body_mut().read_to_string().ok()?).ok()?;
        Some((acted["step"].as_u64()? as usize, acted["notation"].as_str()?.to_string()))
    }
}

#[test]
fn a_killed_server_has_lost_nothing_that_it_acknowledged() {
    let kills: usize =
        std::env::var("OVERWINTER_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let folder = tempfile::TempDir::new().unwrap();
    let mut running = serve(folder.path());
    let mut players: Vec<Arc<Player>> = (0..PLAYERS)
        .map(|number| Arc::new(open(&running.address, number).expect("a table")))
        .collect();
    let acknowledged: Arc<Mutex<BTreeMap<(String, usize), String>>> = Arc::default();
    let total = AtomicUsize::new(0);
    for round in 0..kills {
        let stop = Arc::new(AtomicBool::new(false));
        let before = acknowledged.lock().unwrap().len();
        std::thread::scope(|scope| {
            for (number, player) in players.iter().enumerate() {
                let (stop, acknowledged) = (stop.clone(), acknowledged.clone());
                let (address, player) = (running.address.clone(), player.clone());
                let total = &total;
                scope.spawn(move || {
                    let agent = agent();
                    let mut pick = round * 7919 + number * 104_729;
                    while !stop.load(Ordering::SeqCst) {
                        pick = pick
                            .wrapping_mul(6364136223846793005)
                            .wrapping_add(1442695040888963407);
                        if let Some((step, line)) = player.decide(&agent, &address, pick >> 33) {
                            let key = (player.table.clone(), step);
                            acknowledged.lock().unwrap().insert(key, line);
                            total.fetch_add(1, Ordering::SeqCst);
                        }
                    }
                });
            }
            // At least one decision of this round is acknowledged; then it ends at any moment.
            let patience = std::time::Instant::now();
            while acknowledged.lock().unwrap().len() == before && patience.elapsed().as_secs() < 20
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_micros((round as u64 * 48_271) % 300_000));
            running.process.kill().unwrap();
            running.process.wait().unwrap();
            stop.store(true, Ordering::SeqCst);
        });
        check(folder.path(), &acknowledged.lock().unwrap());
        running = serve(folder.path());
        for player in &mut players {
            let stand = player
                .ask(&agent(), &running.address, "view")
                .unwrap_or_else(|| panic!("the table {} cannot be set up again", player.table));
            assert!(stand.get("error").is_none(), "{stand}");
            if stand["stand"]["over"] == json!(true) {
                *player = Arc::new(open(&running.address, round).expect("a table"));
            }
        }
    }
    running.process.kill().unwrap();
    running.process.wait().unwrap();
    println!("{kills} kills, {} decisions acknowledged, none lost", total.load(Ordering::SeqCst));
    assert!(total.load(Ordering::SeqCst) >= kills, "the load was too light to show anything");
}

/// Holds the store to what was acknowledged.
fn check(folder: &Path, acknowledged: &BTreeMap<(String, usize), String>) {
    let store = Connection::open(folder.join("overwinter.sqlite")).unwrap();
    let sound: String = store.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    let mut found =
        store.prepare("SELECT action FROM steps WHERE table_id = ?1 AND step = ?2").unwrap();
    for ((table, step), line) in acknowledged {
        let stored: Option<String> = found.query_row((table, *step as i64), |row| row.get(0)).ok();
        assert_eq!(stored.as_deref(), Some(line.as_str()), "table {table}, step {step}");
    }
    let gaps: i64 = store
        .query_row(
            "SELECT COUNT(*) FROM (SELECT table_id, COUNT(*) AS n, MAX(step) AS m FROM steps \
             GROUP BY table_id) WHERE n <> m",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(gaps, 0, "steps are missing in between");
}
