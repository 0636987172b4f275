//! Lines that are lost, servers that die, answers that never come.

use super::house::{House, Piped};
use crate::terminal::console::{Console, Home};
use rustix::process::Signal;
use serde_json::json;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A server that is killed in the middle: it is told, and the game goes on when it is there again.
#[test]
fn a_server_that_dies_is_told_and_found_again() {
    let (house, home) = (House::open(), Home::new());
    let (url, address) = (house.url(), house.address);
    let ben = house.somebody("Ben");
    let table = house.table(&ben, "connect-four", &["open", "me"]);
    let args = ["play", "--server", &url, "--table", &table, "--guest=Ann", "--join", "--plain"];
    let mut program = Piped::open(&home, &args);
    program.asked();
    program.write("4");
    program.expect("Waiting for Ben");
    let folder = house.kill();
    program.expect("The connection is lost");
    program.expect("The game goes on at the server; trying again.");
    let house = House::at(folder, address);
    program.expect("Connected again.");
    house.post(&format!("/api/tables/{table}/act"), &ben, &json!({ "line": "3" }));
    program.expect("Ben drops a disc into column 3.");
    program.asked();
    program.write("4");
    program.wait_until("the second decision", |_| {
        house.get(&format!("/api/tables/{table}"), &ben)["deciding"] == json!([2])
    });
    // The same while one is asked oneself.
    house.post(&format!("/api/tables/{table}/act"), &ben, &json!({ "line": "3" }));
    program.asked();
    let folder = house.kill();
    program.wait_until("the loss", |it| it.words().matches("The connection is lost").count() == 2);
    let house = House::at(folder, address);
    program.wait_until("the way back", |it| it.words().matches("Connected again.").count() == 2);
    program.asked();
    program.write("4");
    program.wait_until("the decision", |_| {
        let told = house.get(&format!("/api/tables/{table}"), &ben);
        told["deciding"] == json!([2])
    });
}

/// Something between the program and a server that lets everything through, or swallows the answers to decisions.
fn between(server: SocketAddr, swallows: Arc<AtomicBool>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut near in listener.incoming().flatten() {
            let swallows = swallows.clone();
            std::thread::spawn(move || {
                let Ok(mut far) = TcpStream::connect(server) else { return };
                let (mut from, mut to) = (near.try_clone().unwrap(), far.try_clone().unwrap());
                let decides = Arc::new(AtomicBool::new(false));
                let noted = decides.clone();
                std::thread::spawn(move || {
                    let mut bytes = [0; 65536];
                    while let Ok(count @ 1..) = from.read(&mut bytes) {
                        let asked = String::from_utf8_lossy(&bytes[..count]);
                        let first = asked.lines().next().unwrap_or_default();
                        noted.store(first.contains("/act?"), Ordering::SeqCst);
                        if to.write_all(&bytes[..count]).is_err() {
                            break;
                        }
                    }
                });
                let mut bytes = [0; 65536];
                while let Ok(count @ 1..) = far.read(&mut bytes) {
                    if decides.load(Ordering::SeqCst) && swallows.swap(false, Ordering::SeqCst) {
                        let _ = near.shutdown(std::net::Shutdown::Both);
                        return;
                    }
                    if near.write_all(&bytes[..count]).is_err() {
                        return;
                    }
                }
                let _ = near.shutdown(std::net::Shutdown::Both);
            });
        }
    });
    address
}

/// A decision whose answer is lost: it is said that it is not known, and then what became of it; it is not taken twice.
#[test]
fn a_decision_whose_answer_is_lost_is_found_out() {
    let (house, home) = (House::open(), Home::new());
    let swallows = Arc::new(AtomicBool::new(false));
    let url = format!("http://{}", between(house.address, swallows.clone()));
    let ben = house.somebody("Ben");
    let table = house.table(&ben, "connect-four", &["open", "me"]);
    let args = ["play", "--server", &url, "--table", &table, "--guest=Ann", "--join", "--plain"];
    let mut program = Piped::open(&home, &args);
    program.asked();
    swallows.store(true, Ordering::SeqCst);
    program.write("4");
    program.expect("It is not known whether `drop 4` was done");
    program.expect("Found out: `drop 4` was done.");
    program.expect("Waiting for Ben");
    let told = house.get(&format!("/api/tables/{table}"), &ben);
    assert_eq!((&told["steps"], &told["deciding"]), (&json!(1), &json!([2])));
}

/// A signal gives the terminal back, and says that the game goes on.
#[test]
fn a_signal_gives_the_terminal_back() {
    for signal in [Signal::INT, Signal::TERM] {
        let (house, home) = (House::open(), Home::new());
        let ben = house.somebody("Ben");
        let table = house.table(&ben, "connect-four", &["me", "open"]);
        let url = house.url();
        let args = ["play", "--server", &url, "--table", &table, "--guest=Ann", "--join"];
        let mut console = Console::open(home.program(&args));
        console.wait_until("waiting", |it| it.screen().contains("Waiting for Ben"));
        assert!(!console.is_cooked());
        console.signal(signal);
        let status = console.end();
        assert_eq!(status.code(), Some(128 + signal.as_raw()));
        assert!(console.is_cooked());
        console.wait(Duration::from_millis(50));
        let told = console.words();
        assert!(told.contains("The game goes on at the server."), "{told}");
        assert!(told.contains(&format!("--server {url}/t/{table}")), "{told}");
        assert_eq!(house.get(&format!("/api/tables/{table}"), "")["state"], "playing");
    }
}

/// A program that ends with the test.
#[cfg(feature = "https")]
struct Proxy(std::process::Child);

#[cfg(feature = "https")]
impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// By https a server is believed whose certificate comes from somebody whom the system trusts, and no other.
#[cfg(feature = "https")]
#[test]
fn https_is_spoken_with_those_whom_the_system_trusts() {
    let (house, home) = (House::open(), Home::new());
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let site = format!(
        "{{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}}\n\
         https://localhost:{port} {{\n\treverse_proxy {}\n}}\n",
        house.address
    );
    std::fs::write(folder.path().join("Caddyfile"), site).unwrap();
    let caddy = std::process::Command::new("caddy")
        .args(["run", "--config", "Caddyfile", "--adapter", "caddyfile"])
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("XDG_DATA_HOME", folder.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn();
    let caddy = caddy.expect("this needs caddy, which `cargo xtask test` installs");
    let _caddy = Proxy(caddy);
    let root = folder.path().join("caddy/pki/authorities/local/root.crt");
    let began = std::time::Instant::now();
    while !root.exists() || TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(began.elapsed() < Duration::from_secs(30), "caddy does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    let url = format!("https://localhost:{port}");
    let run = |args: &[&str], trusted: Option<&std::path::Path>| {
        let mut command = home.program(&[&["play", "--server", &url], args].concat());
        command.env_remove("SSL_CERT_FILE").env_remove("SSL_CERT_DIR");
        if let Some(trusted) = trusted {
            command.env("SSL_CERT_FILE", trusted);
        }
        let done = command.stdin(std::process::Stdio::null()).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&done.stdout), text(&done.stderr), done.status.code())
    };
    let (_, error, code) = run(&["--guest", "Ann"], None);
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("no encrypted line can be made"), "{error}");
    let (told, error, code) = run(&["--guest", "Ann"], Some(root.as_path()));
    assert_eq!(code, Some(0), "{error}");
    assert!(told.contains(&format!("You are Ann at {url}")), "{told}");
    assert!(!told.contains("not encrypted"), "{told}");
    // A token of one address is nobody's at another of the same server.
    let (_, error, code) = home.piped(&["play", "--server", &house.url()], "");
    assert_eq!(code, Some(2), "{error}");
}
