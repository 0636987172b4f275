//! A rolling upgrade: two servers behind HAProxy or Caddy, with the configurations in `docs/operations`. One is drained and
//! replaced by a new process, then the other, while people decide and watch: nothing is refused, and nothing is lost.

use crate::cluster::Process;
use crate::house::postgres::{self, Postgres};
use crate::house::{Guest, agent, until};
use crate::operator::Operator;
use serde_json::json;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The columns of a game of connect four that nobody wins soon.
const COLUMNS: [u8; 24] = [1, 2, 1, 2, 2, 1, 2, 1, 3, 4, 3, 4, 4, 3, 4, 3, 5, 6, 5, 6, 6, 5, 6, 5];

/// How many people decide at the same time.
const PLAYERS: usize = 4;

/// A balancer that runs until it is dropped.
struct Balancer {
    process: Child,
    address: SocketAddr,
    _folder: TempDir,
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Balancer {
    /// A balancer in front of two servers, with a configuration of ours but for names and patience.
    fn start(
        [file, site]: [&str; 2],
        replaced: &dyn Fn(SocketAddr) -> Vec<(&'static str, String)>,
        program: &[&str],
    ) -> Balancer {
        let folder = TempDir::new().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let site = replaced(address).into_iter().fold(site.to_string(), |site, (old, new)| {
            assert!(site.contains(old), "`{old}` is not in {file}");
            site.replace(old, &new)
        });
        std::fs::write(folder.path().join(file), site).unwrap();
        let (name, arguments) = program.split_first().unwrap();
        let known = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map(|at| Path::new(at).join(name));
        let place = known.iter().find(|path| path.is_file());
        let mut command = Command::new(place.map_or(Path::new(name), |place| place.as_path()));
        command.args(arguments).current_dir(folder.path());
        command.env("HOME", folder.path()).env("XDG_DATA_HOME", folder.path());
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let process = process.unwrap_or_else(|error| {
            panic!("this needs {name}, which `cargo xtask test` installs: {error}")
        });
        Balancer { process, address, _folder: folder }
    }

    fn haproxy([one, two]: [SocketAddr; 2]) -> Balancer {
        let site = include_str!("../../docs/operations/haproxy.cfg");
        let replaced = |address: SocketAddr| {
            vec![
                (
                    "bind :443 ssl crt /etc/haproxy/games.pem alpn h2,http/1.1",
                    format!("bind {address}"),
                ),
                ("10.0.0.1:4114", one.to_string()),
                ("10.0.0.2:4114", two.to_string()),
                ("inter 1s", "inter 100ms".to_string()),
            ]
        };
        Balancer::start(
            ["haproxy.cfg", site],
            &replaced,
            &["haproxy", "-db", "-q", "-f", "haproxy.cfg"],
        )
    }

    fn caddy([one, two]: [SocketAddr; 2]) -> Balancer {
        let site = include_str!("../../docs/operations/Caddyfile");
        let alone = "{\n\tadmin off\n\tauto_https off\n}\n";
        let replaced = |address: SocketAddr| {
            vec![
                ("{$SITE:localhost} {", format!("{alone}http://{address} {{")),
                ("one:4114", one.to_string()),
                ("two:4114", two.to_string()),
                ("health_interval 1s", "health_interval 100ms".to_string()),
            ]
        };
        Balancer::start(["Caddyfile", site], &replaced, &["caddy", "run", "--config", "Caddyfile"])
    }
}

/// What people went through.
#[derive(Default)]
struct Story {
    over: AtomicBool,
    decided: AtomicUsize,
    /// Streams that ended and were begun again.
    connected_again: AtomicUsize,
    complaints: Mutex<Vec<String>>,
    slowest: Mutex<Duration>,
    /// The tables, each with how many decisions were acknowledged.
    tables: Mutex<Vec<(String, usize)>>,
}

/// With it a story is over: nobody plays or watches on for ever after something has failed.
struct Ending<'a>(&'a Story);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::SeqCst);
    }
}

impl Story {
    fn complain(&self, what: String) {
        self.complaints.lock().unwrap().push(what);
    }

    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::SeqCst)
    }

    /// Plays one game after the other, each decision through the balancer.
    fn play(&self, ann: &Guest) {
        while self.goes_on() {
            let table = ann.open("connect-four", "plain", &["me", "me"]);
            let mut taken = 0;
            for (step, column) in COLUMNS.into_iter().enumerate() {
                if !self.goes_on() {
                    break;
                }
                let body = json!({
                    "seat": step % 2, "line": format!("drop {column}"), "turn": step / 2, "key": ann.key,
                });
                let began = Instant::now();
                let request = agent().post(ann.url(&format!("/t/{table}/act")));
                let request =
                    request.header("cookie", &ann.cookie).content_type("application/json");
                let status = request.send(body.to_string()).map(|answer| answer.status().as_u16());
                let mut slowest = self.slowest.lock().unwrap();
                *slowest = slowest.max(began.elapsed());
                drop(slowest);
                match status {
                    Ok(200) => taken += 1,
                    other => {
                        self.complain(format!("decision {step} at {table}: {other:?}"));
                        break;
                    }
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            self.decided.fetch_add(taken, Ordering::SeqCst);
            self.tables.lock().unwrap().push((table, taken));
        }
    }

    /// Watches a table to its end, as a page does: a stream that ends is begun again.
    fn watch(&self, ann: &Guest, table: &str) {
        let mut known = 0;
        while self.goes_on() {
            let stream = ann.try_follow(table, "table").filter(|stream| stream.status == 200);
            let Some(mut stream) = stream else {
                if self.goes_on() {
                    self.complain("a stream could not be begun".into());
                }
                continue;
            };
            let first = stream.next().and_then(|update| update["step"].as_u64());
            match first {
                Some(step) if step < known => {
                    self.complain(format!("a stream begins at {step} after {known}"));
                }
                Some(step) => known = step,
                None => {}
            }
            for update in stream.by_ref() {
                known = update["step"].as_u64().unwrap_or(known);
            }
            self.connected_again.fetch_add(1, Ordering::SeqCst);
        }
    }
}

#[test]
fn servers_behind_haproxy_are_replaced_one_after_the_other_and_nobody_notices() {
    replace_servers_behind(Balancer::haproxy);
}

#[test]
fn servers_behind_caddy_are_replaced_one_after_the_other_and_nobody_notices() {
    replace_servers_behind(Balancer::caddy);
}

fn replace_servers_behind(balancer: fn([SocketAddr; 2]) -> Balancer) {
    let database = Postgres::start();
    let store = database.new_store();
    let first = Process::start(&store, None);
    let second = Process::start(&store, Some(first.folder.path()));
    let balancer = balancer([first.address, second.address]);
    until("the balancer has servers", || {
        let asked = agent().get(format!("http://{}/ready", balancer.address)).call();
        asked.is_ok_and(|answer| answer.status() == 200)
    });
    let ann = Guest::new(balancer.address).called("Ann");
    let watched = ann.open("connect-four", "plain", &["me", "bot:random"]);
    let story = Story::default();
    let keys = TempDir::new().unwrap();
    for key in ["seeds.key", "records.key"] {
        std::fs::copy(first.folder.path().join(key), keys.path().join(key)).unwrap();
    }
    std::thread::scope(|scope| {
        let (story, ann, watched) = (&story, &ann, &watched);
        let ending = Ending(story);
        let players: Vec<_> = (0..PLAYERS).map(|_| scope.spawn(|| story.play(ann))).collect();
        for _ in 0..3 {
            scope.spawn(|| story.watch(ann, watched));
        }
        let mut servers = [first, second];
        for server in &mut servers {
            let decided = story.decided.load(Ordering::SeqCst);
            until("people decide", || story.decided.load(Ordering::SeqCst) > decided + 20);
            let operator = Operator(server.operator);
            operator.does("/drain");
            until("it can be stopped", || operator.get("/status").json()["drained"] == true);
            server.kill();
            let decided = story.decided.load(Ordering::SeqCst);
            until("people decide at the other", || {
                story.decided.load(Ordering::SeqCst) > decided + 20
            });
            let next = Process::start_at(&store, Some(keys.path()), server.address);
            *server = next;
            let operator = Operator(server.operator);
            until("people decide at the new one", || {
                let told = operator.get("/metrics").text;
                told.contains(r#"overwinter_decisions_total{by="person",game="connect-four"}"#)
            });
        }
        drop(ending);
        players.into_iter().for_each(|player| player.join().unwrap());
        // Streams end with their servers.
        drop(servers);
    });
    let complaints = story.complaints.into_inner().unwrap();
    assert!(complaints.is_empty(), "{complaints:?}");
    println!(
        "{} decisions, {} streams begun again, the slowest decision took {:?}",
        story.decided.load(Ordering::SeqCst),
        story.connected_again.load(Ordering::SeqCst),
        story.slowest.into_inner().unwrap()
    );
    assert!(
        story.connected_again.load(Ordering::SeqCst) >= 6,
        "every watcher had to connect again twice"
    );
    for (table, taken) in story.tables.into_inner().unwrap() {
        let stored = postgres::ask(
            &store,
            &format!("SELECT count(*) FROM steps WHERE table_id = '{table}'"),
        );
        assert_eq!(stored, taken.to_string(), "table {table}");
    }
}
