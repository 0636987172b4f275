//! A real Chromium, driven over its own protocol; and a real [`Firefox`].

mod firefox;

pub use firefox::Firefox;

use crate::house::{Guest, House};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How long anything on a page may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running Chromium with one tab.
pub struct Browser {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    next: u64,
    /// Every message of the page's own console that is an error, and every exception.
    pub errors: Vec<String>,
    /// The worker that pages have registered, once `ServiceWorker.enable` was sent.
    pub registration: Option<String>,
    _profile: TempDir,
}

fn program() -> String {
    std::env::var("CHROMIUM").unwrap_or_else(|_| {
        let known = ["chromium", "chromium-browser", "google-chrome"];
        let found = known.iter().find(|name| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
        });
        found.expect("these tests need Chromium: `cargo xtask test` installs it").to_string()
    })
}

impl Browser {
    /// A browser in which a guest is signed in, with a light page that has the focus.
    pub fn of_guest(house: &House, guest: &Guest) -> Browser {
        let mut browser = Browser::launch();
        browser.theme("light");
        browser.send("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        let (name, value) = guest.cookie.split_once('=').unwrap();
        let home = format!("http://{}/", house.address);
        browser.send("Network.setCookie", json!({ "name": name, "value": value, "url": home }));
        browser
    }

    /// Starts Chromium without a window.
    pub fn launch() -> Browser {
        let profile = TempDir::new().unwrap();
        let mut process = Command::new(program())
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-extensions",
                "--remote-debugging-port=0",
                "--hide-scrollbars",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = lines
            .find_map(|line| line.ok()?.strip_prefix("DevTools listening on ").map(str::to_string))
            .expect("Chromium says where it listens");
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) = tungstenite::connect(address).unwrap();
        let mut browser = Browser {
            process,
            socket,
            session: String::new(),
            next: 0,
            errors: Vec::new(),
            registration: None,
            _profile: profile,
        };
        browser.tab();
        browser
    }

    /// Opens another tab and works in it from now on; gives its session, to come back to.
    pub fn tab(&mut self) -> String {
        self.opened(false)
    }

    /// Opens another window, which is seen beside the others, and works in it from now on; gives its session.
    pub fn window(&mut self) -> String {
        self.opened(true)
    }

    fn opened(&mut self, window: bool) -> String {
        self.session.clear();
        let wanted = json!({ "url": "about:blank", "newWindow": window });
        let made = self.send("Target.createTarget", wanted);
        let target = made["targetId"].clone();
        let attached =
            self.send("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        self.session = attached["sessionId"].as_str().unwrap().to_string();
        self.send("Page.enable", json!({}));
        self.send("Runtime.enable", json!({}));
        self.size(1280, 800);
        self.session.clone()
    }

    /// Goes back to a tab, which is seen from then on; the others are not.
    pub fn show(&mut self, tab: &str) {
        self.session = tab.to_string();
        self.send("Page.bringToFront", json!({}));
    }

    /// The tab in which one works.
    pub fn current(&self) -> String {
        self.session.clone()
    }

    /// Works in a tab without showing it.
    pub fn reach(&mut self, tab: &str) {
        self.session = tab.to_string();
    }

    /// Sends a command and waits for its answer.
    pub fn send(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let answer: Value = serde_json::from_str(&text).unwrap();
            match answer["method"].as_str() {
                Some("Runtime.exceptionThrown") => {
                    let details = &answer["params"]["exceptionDetails"];
                    self.errors.push(details.to_string());
                }
                Some("Runtime.consoleAPICalled") if answer["params"]["type"] == "error" => {
                    self.errors.push(answer["params"]["args"].to_string());
                }
                Some("ServiceWorker.workerRegistrationUpdated") => {
                    let id = &answer["params"]["registrations"][0]["registrationId"];
                    self.registration =
                        id.as_str().map(str::to_string).or(self.registration.take());
                }
                _ => {}
            }
            if answer["id"] == json!(id) {
                assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    /// The size of the window.
    pub fn size(&mut self, width: u32, height: u32) {
        let mobile = width < 600;
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.send("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Light or dark, as a reader prefers.
    pub fn theme(&mut self, theme: &str) {
        let features = json!([
            { "name": "prefers-color-scheme", "value": theme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]);
        self.send("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Goes to a page and waits until it is there.
    pub fn goto(&mut self, url: &str) {
        self.send("Page.navigate", json!({ "url": url }));
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /// What a script on the page gives.
    pub fn eval(&mut self, script: &str) -> Value {
        let params = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        let answer = self.send("Runtime.evaluate", params);
        if let Some(details) = answer.get("exceptionDetails") {
            panic!("{script}: {details}");
        }
        answer["result"]["value"].clone()
    }

    /// Waits until something is true on the page.
    pub fn wait(&mut self, condition: &str) {
        let began = Instant::now();
        loop {
            // While a page gives way to the next one there is nothing to ask.
            let script = format!(
                "(() => {{ try {{ return !!({condition}); }} catch {{ return false; }} }})()"
            );
            if self.eval_or_nothing(&script) == json!(true) {
                return;
            }
            if began.elapsed() > PATIENCE {
                let page = self.eval_or_nothing("document.body.innerText.slice(0, 2000)");
                panic!("never true: {condition}\nerrors: {:?}\npage: {page}", self.errors);
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    fn eval_or_nothing(&mut self, script: &str) -> Value {
        let params = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        self.next += 1;
        let id = self.next;
        let message = json!({ "id": id, "method": "Runtime.evaluate", "params": params, "sessionId": self.session });
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == json!(id) {
                return answer["result"]["result"]["value"].clone();
            }
        }
    }

    /// Clicks on the middle of the first element that a selector finds, with the mouse.
    pub fn click(&mut self, selector: &str) {
        let quoted = json!(selector);
        self.wait(&format!("document.querySelector({quoted})"));
        let at = self.eval(&format!(
            "(() => {{ const e = document.querySelector({quoted}); e.scrollIntoView({{block: 'center'}});
               const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        ));
        self.click_at(at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    }

    /// Clicks at a point of the window.
    pub fn click_at(&mut self, x: f64, y: f64) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let buttons = u8::from(kind == "mousePressed");
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let params = json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
            self.send("Input.dispatchMouseEvent", params);
        }
    }

    /// Presses a key, such as `a`, `Enter` or `ArrowLeft`.
    pub fn key(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            " " => 32,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            other => other.to_uppercase().bytes().next().map_or(0, u32::from),
        };
        let text = match key {
            "Enter" => "\r",
            key if key.chars().count() == 1 => key,
            _ => "",
        };
        let mut params = json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            params["text"] = json!(text);
        }
        self.send("Input.dispatchKeyEvent", params);
        let params = json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code });
        self.send("Input.dispatchKeyEvent", params);
    }

    /// Writes into whatever has the focus.
    pub fn write(&mut self, text: &str) {
        self.send("Input.insertText", json!({ "text": text }));
    }

    /// A picture of the window.
    pub fn picture(&mut self, path: &Path) {
        let shot = self.send("Page.captureScreenshot", json!({ "format": "png" }));
        std::fs::write(path, decoded(shot["data"].as_str().unwrap())).unwrap();
    }
}

/// Base 64, as far as it is needed here.
fn decoded(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').collect();
    let mut bytes = Vec::with_capacity(letters.len() * 3 / 4);
    for four in letters.chunks(4) {
        let bits = four.iter().fold(0u32, |bits, letter| bits << 6 | u32::from(value(*letter)));
        let bits = bits << (6 * (4 - four.len()));
        let all = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
        bytes.extend(&all[..four.len() - 1]);
    }
    bytes
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
