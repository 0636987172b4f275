//! Behind Caddy and nginx, over TLS, with the configurations that `docs/server.md` shows.

use crate::house::{House, between, quick};
use service::{Limits, Rate};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A configuration in the documentation, with the names of its example replaced.
fn shown(kind: &str, replaced: &[(&str, &str)]) -> String {
    let page = include_str!("../../docs/server.md");
    let text = between(page, &format!("```{kind}\n"), "```").to_string();
    replaced.iter().fold(text, |text, (old, new)| {
        assert!(text.contains(old), "`{old}` is not in the configuration of {kind}");
        text.replace(old, new)
    })
}

/// A proxy that runs until it is dropped.
struct Proxy {
    process: Child,
    port: u16,
    folder: TempDir,
    /// The certificate by which it is known.
    known_by: &'static str,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn start(program: &str, arguments: &[&str], folder: &Path) -> Child {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.env("HOME", folder).env("XDG_DATA_HOME", folder);
    command.spawn().unwrap_or_else(|error| {
        panic!("this needs {program}, which `cargo xtask test` installs: {error}")
    })
}

fn caddy(house: &House) -> Proxy {
    let (folder, port) = (TempDir::new().unwrap(), free_port());
    let site = shown(
        "Caddyfile",
        &[
            ("games.example.org", &format!("https://localhost:{port}")),
            ("127.0.0.1:4114", &house.address.to_string()),
        ],
    );
    let alone =
        "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n";
    std::fs::write(folder.path().join("Caddyfile"), format!("{alone}{site}")).unwrap();
    let process = start("caddy", &["run", "--config", "Caddyfile"], folder.path());
    Proxy { process, port, folder, known_by: "caddy/pki/authorities/local/root.crt" }
}

fn nginx(house: &House) -> Proxy {
    let (folder, port) = (TempDir::new().unwrap(), free_port());
    let place = folder.path().display().to_string();
    let request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
    let names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"];
    let files = ["-nodes", "-keyout", "games.key", "-out", "games.pem"];
    let arguments = [&request[..], &names[..], &files[..]].concat();
    assert!(start("openssl", &arguments, folder.path()).wait().unwrap().success());
    let site = shown(
        "nginx",
        &[
            ("listen 443 ssl", &format!("listen 127.0.0.1:{port} ssl")),
            ("games.example.org", "localhost"),
            ("/etc/ssl/games", &format!("{place}/games")),
            ("127.0.0.1:4114", &house.address.to_string()),
        ],
    );
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|kind| format!("{kind}_temp_path {place}/{kind};\n"))
        .collect();
    let alone = format!(
        "daemon off;\nmaster_process off;\npid {place}/pid;\nerror_log {place}/error.log;\n\
         events {{}}\nhttp {{\naccess_log off;\n{temporary}{site}}}\n"
    );
    std::fs::write(folder.path().join("nginx.conf"), alone).unwrap();
    let configuration = format!("{place}/nginx.conf");
    let process = start("nginx", &["-p", &place, "-c", &configuration], folder.path());
    Proxy { process, port, folder, known_by: "games.pem" }
}

impl Proxy {
    /// What curl gets from a path, head and body; nothing if there was no answer.
    fn curl(&self, path: &str, arguments: &[&str]) -> Option<String> {
        let certificate = self.folder.path().join(self.known_by);
        let curl = Command::new("curl")
            .args(["--silent", "--include", "--http1.1", "--cacert"])
            .arg(certificate)
            .args(arguments)
            .arg(format!("https://localhost:{}{path}", self.port))
            .output()
            .expect("this needs curl, which `cargo xtask test` installs");
        Some(String::from_utf8_lossy(&curl.stdout).to_string()).filter(|text| !text.is_empty())
    }

    fn wait(&self) -> String {
        let began = Instant::now();
        loop {
            if let Some(page) = self.curl("/", &[]) {
                return page;
            }
            let error = std::fs::read_to_string(self.folder.path().join("error.log"));
            assert!(began.elapsed().as_secs() < 30, "the proxy does not answer: {error:?}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

/// Plays through a proxy: cookies, forms and streams work, and everybody is who they are.
fn play(proxy: fn(&House) -> Proxy) {
    let house = House::with(|config| {
        quick(config);
        config.limits = Limits { requests: Rate { burst: 60.0, refill: 0.01 }, ..Limits::none() };
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    });
    let proxy = proxy(&house);
    let lobby = proxy.wait();
    assert_eq!(status(&lobby), "200", "{lobby}");
    let set = lobby.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).unwrap();
    assert!(set.contains("; Secure") && set.contains("; HttpOnly"), "{set}");
    let cookie = set.split_once(':').unwrap().1.split(';').next().unwrap().trim().to_string();
    let key = format!("key={}", between(&lobby, r#"name="key" value=""#, "\""));
    let (cookie, origin) =
        (format!("cookie: {cookie}"), format!("origin: https://localhost:{}", proxy.port));
    let form = |path: &str, fields: &[&str]| {
        let mut arguments = vec!["-H", &cookie, "-H", &origin, "--data-urlencode", &key];
        fields.iter().for_each(|field| arguments.extend(["--data-urlencode", field]));
        proxy.curl(path, &arguments).unwrap()
    };
    let named = form("/name", &["name=Ann"]);
    assert_eq!(status(&named), "303", "{named}");
    let opened = form("/new/connect-four", &["scenario=plain", "seat=me", "seat=bot:random"]);
    let table = between(&opened, "/t/", "\r\n").to_string();
    let page = proxy.curl(&format!("/t/{table}"), &["-H", &cookie]).unwrap();
    assert_eq!(status(&page), "200", "{page}");
    // A stream that is held back would say nothing before it ends.
    let stream = format!("/t/{table}/stream?as=1");
    let event = proxy.curl(&stream, &["-H", &cookie, "--no-buffer", "--max-time", "3"]).unwrap();
    assert!(event.contains("data: {"), "{event}");
    // Whatever a client writes itself, it has one address.
    let statuses: Vec<String> = (0..80)
        .map(|number| {
            let forged = format!("x-forwarded-for: 198.51.100.{number}");
            let standard = format!("forwarded: for=198.51.100.{number}");
            let answer = proxy.curl("/health", &["-H", &forged, "-H", &standard]).unwrap();
            status(&answer).to_string()
        })
        .collect();
    let turned_away = statuses.iter().filter(|status| *status == "429").count();
    assert!(turned_away >= 20, "{statuses:?}");
}

#[test]
fn behind_caddy() {
    play(caddy);
}

#[test]
fn behind_nginx() {
    play(nginx);
}
