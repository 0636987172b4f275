//! A server of its own for a test, and the program in a pipe at one of its tables.

use crate::terminal::console::{Home, PATIENCE};
use serde_json::{Value, json};
use service::{Config, Limits, Server};
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// A running server with a store of its own.
pub struct House {
    runtime: Runtime,
    server: Option<Server>,
    folder: Option<TempDir>,
    pub address: SocketAddr,
}

impl House {
    pub fn open() -> House {
        House::at(TempDir::new().unwrap(), ([127, 0, 0, 1], 0).into())
    }

    /// A server on this store, at this address.
    pub fn at(folder: TempDir, bind: SocketAddr) -> House {
        let runtime = Runtime::new().unwrap();
        let mut config = Config::new(bind, folder.path().to_path_buf(), &shelf::house());
        config.limits = Limits::none();
        config.bot_pause = Duration::ZERO;
        let server = runtime.block_on(Server::start(config)).unwrap();
        let address = server.address();
        House { runtime, server: Some(server), folder: Some(folder), address }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends the server much as if its process were killed; gives the folder of its store.
    pub fn kill(mut self) -> TempDir {
        drop(self.server.take());
        self.runtime.shutdown_timeout(Duration::from_secs(5));
        self.folder.take().unwrap()
    }

    /// What the server answers: its status and its text.
    pub fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, String) {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let url = format!("{}{path}", self.url());
        let bearer = format!("Bearer {token}");
        let answer = match method {
            "GET" => match token {
                "" => agent.get(url).call(),
                _ => agent.get(url).header("authorization", bearer).call(),
            },
            _ => {
                let request = agent.post(url).content_type("application/json");
                match token {
                    "" => request.send(body.to_string()),
                    _ => request.header("authorization", bearer).send(body.to_string()),
                }
            }
        };
        let mut answer = answer.unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    }

    pub fn get(&self, path: &str, token: &str) -> Value {
        let (status, text) = self.ask("GET", path, token, &Value::Null);
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    pub fn post(&self, path: &str, token: &str, body: &Value) -> Value {
        let (status, text) = self.ask("POST", path, token, body);
        assert!((200..300).contains(&status), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }

    /// Somebody else at this server: their token.
    pub fn somebody(&self, name: &str) -> String {
        let made = self.post("/api/sign-in", "", &json!({ "name": name }));
        made["token"].as_str().unwrap().to_string()
    }

    /// A table that somebody opens: its id.
    pub fn table(&self, token: &str, game: &str, seats: &[&str]) -> String {
        let wish = json!({ "game": game, "seats": seats, "listed": true });
        self.post("/api/tables", token, &wish)["id"].as_str().unwrap().to_string()
    }
}

/// The token that the program keeps for a server.
pub fn token(home: &Home, house: &House) -> String {
    let kept = std::fs::read_to_string(home.path("overwinter/servers.json")).unwrap();
    let kept: Value = serde_json::from_str(&kept).unwrap();
    kept[house.url()]["token"].as_str().unwrap().to_string()
}

/// The program in a pipe that is written to as its questions come.
pub struct Piped {
    child: Child,
    input: Option<ChildStdin>,
    printed: Arc<Mutex<Vec<u8>>>,
    /// How much had been printed when something was last written.
    seen: usize,
}

impl Piped {
    pub fn open(home: &Home, args: &[&str]) -> Piped {
        let mut command = home.program(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let printed: Arc<Mutex<Vec<u8>>> = Arc::default();
        let outputs: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for mut output in outputs {
            let printed = printed.clone();
            std::thread::spawn(move || {
                let mut bytes = [0; 65536];
                while let Ok(count @ 1..) = output.read(&mut bytes) {
                    printed.lock().unwrap().extend_from_slice(&bytes[..count]);
                }
            });
        }
        Piped { child, input, printed, seen: 0 }
    }

    pub fn printed(&self) -> String {
        String::from_utf8_lossy(&self.printed.lock().unwrap()).into_owned()
    }

    /// What was printed, each run of spaces and line ends as one space.
    pub fn words(&self) -> String {
        self.printed().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub fn write(&mut self, line: &str) {
        self.seen = self.printed.lock().unwrap().len();
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    #[track_caller]
    pub fn wait_until(&mut self, what: &str, mut holds: impl FnMut(&mut Piped) -> bool) {
        let start = Instant::now();
        while !holds(self) {
            let told = || self.printed();
            assert!(start.elapsed() < PATIENCE, "{what} did not come about:\n{}", told());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[track_caller]
    pub fn expect(&mut self, words: &str) {
        self.wait_until(words, |it| it.words().contains(words));
    }

    /// Waits for a sign that something can be written, after what was written last.
    #[track_caller]
    pub fn asked(&mut self) {
        self.wait_until("a question", |it| {
            let printed = it.printed.lock().unwrap();
            printed.len() > it.seen && printed.ends_with(b"\n> ")
        });
    }

    /// Ends its input; gives the code with which it ends.
    #[track_caller]
    pub fn end(&mut self) -> Option<i32> {
        drop(self.input.take());
        let mut code = None;
        self.wait_until("the end of the program", |it| {
            code = it.child.try_wait().unwrap();
            code.is_some()
        });
        // The last words are read by then.
        std::thread::sleep(Duration::from_millis(50));
        code.and_then(|code| code.code())
    }

    /// The table whose address was printed.
    pub fn table(&self) -> String {
        let printed = self.printed();
        let (_, rest) = printed.split_once("/t/").expect("an address of a table");
        rest.chars().take_while(char::is_ascii_alphanumeric).collect()
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Random numbers that are the same every time.
pub fn random(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*seed >> 33) as usize
}
