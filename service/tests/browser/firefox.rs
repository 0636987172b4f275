//! A real Firefox, driven over WebDriver BiDi, which it speaks without a driver beside it.

use super::PATIENCE;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A running Firefox with one tab.
pub struct Firefox {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    context: Value,
    next: u64,
    /// Every error of the page's own scripts and console.
    pub errors: Vec<String>,
    _profile: TempDir,
}

fn program() -> String {
    std::env::var("FIREFOX").unwrap_or_else(|_| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let there = |name: &&&str| std::env::split_paths(&path).any(|at| at.join(name).is_file());
        let found = ["firefox-esr", "firefox"].iter().find(there);
        found.expect("these tests need Firefox: `cargo xtask test` installs it").to_string()
    })
}

impl Firefox {
    /// Starts Firefox without a window.
    pub fn launch() -> Firefox {
        let profile = TempDir::new().unwrap();
        let mut process = Command::new(program())
            .args(["--headless", "--no-remote", "--remote-debugging-port=0", "--profile"])
            .arg(profile.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let told =
            |line: String| line.split_once("BiDi listening on ").map(|(_, at)| at.to_string());
        let address =
            lines.find_map(|line| told(line.ok()?)).expect("Firefox says where it listens");
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) = tungstenite::connect(format!("{address}/session")).unwrap();
        let (context, errors) = (Value::Null, Vec::new());
        let mut firefox = Firefox { process, socket, context, next: 0, errors, _profile: profile };
        firefox.send("session.new", json!({ "capabilities": {} }));
        firefox.send("session.subscribe", json!({ "events": ["log.entryAdded"] }));
        let tree = firefox.send("browsingContext.getTree", json!({}));
        firefox.context = tree["contexts"][0]["context"].clone();
        let viewport = json!({ "width": 1280, "height": 800 });
        let params = json!({ "context": firefox.context, "viewport": viewport });
        firefox.send("browsingContext.setViewport", params);
        firefox
    }

    /// Sends a command and waits for its answer.
    fn send(&mut self, method: &str, params: Value) -> Value {
        self.try_send(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn try_send(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.next += 1;
        let message = json!({ "id": self.next, "method": method, "params": params });
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["method"] == "log.entryAdded" && answer["params"]["level"] == "error" {
                self.errors.push(answer["params"]["text"].to_string());
            }
            if answer["id"] == json!(self.next) {
                let failed = answer["type"] == "error";
                return if failed { Err(answer) } else { Ok(answer["result"].clone()) };
            }
        }
    }

    /// Goes to a page and waits until it is there.
    pub fn goto(&mut self, url: &str) {
        let params = json!({ "context": self.context, "url": url, "wait": "complete" });
        self.send("browsingContext.navigate", params);
    }

    /// What a script on the page gives; nothing while one page gives way to the next.
    pub fn eval(&mut self, script: &str) -> Value {
        let params = json!({
            "expression": format!("(async () => JSON.stringify((await ({script})) ?? null))()"),
            "target": { "context": self.context },
            "awaitPromise": true,
        });
        let Ok(answer) = self.try_send("script.evaluate", params) else { return Value::Null };
        if answer["type"] == "exception" {
            panic!("{script}: {}", answer["exceptionDetails"]["text"]);
        }
        let text = answer["result"]["value"].as_str().unwrap_or("null");
        serde_json::from_str(text).unwrap()
    }

    /// Whether something is true on the page before time is up.
    pub fn comes(&mut self, condition: &str, time: Duration) -> bool {
        let began = Instant::now();
        let script =
            format!("(() => {{ try {{ return !!({condition}); }} catch {{ return false; }} }})()");
        while self.eval(&script) != json!(true) {
            if began.elapsed() > time {
                return false;
            }
            std::thread::sleep(Duration::from_millis(30));
        }
        true
    }

    /// Waits until something is true on the page.
    pub fn wait(&mut self, condition: &str) {
        if !self.comes(condition, PATIENCE) {
            let page = self.eval("document.body.innerText.slice(0, 2000)");
            panic!("never true: {condition}\nerrors: {:?}\npage: {page}", self.errors);
        }
    }

    /// Clicks on the middle of the element that a script gives, with the mouse.
    pub fn click(&mut self, element: &str) {
        self.wait(element);
        let at = self.eval(&format!(
            "(() => {{ const e = {element}; e.scrollIntoView({{ block: 'center' }});
               const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        ));
        let (x, y) = (at[0].as_f64().unwrap() as i64, at[1].as_f64().unwrap() as i64);
        let actions = json!([
            { "type": "pointerMove", "x": x, "y": y },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let mouse = json!({ "type": "pointer", "id": "mouse", "actions": actions });
        self.send("input.performActions", json!({ "context": self.context, "actions": [mouse] }));
    }

    /// Writes into whatever has the focus, key by key; `\u{e007}` is Enter.
    pub fn write(&mut self, text: &str) {
        let keys = text.chars().flat_map(|key| {
            ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() }))
        });
        let keys = json!({ "type": "key", "id": "keys", "actions": keys.collect::<Vec<_>>() });
        self.send("input.performActions", json!({ "context": self.context, "actions": [keys] }));
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
