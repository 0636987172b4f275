//! A game that nobody here has heard of: written from the template, built as a crate of its own, and
//! played in a terminal and in a browser, beside the games of the house.

use crate::browser::Browser;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

/// The target folder of the workspace: crates from elsewhere that are built there need not be built again.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn succeeds(command: &mut Command) {
    let status = command.status().expect("it can be started");
    assert!(status.success(), "{command:?} ended with {status}");
}

/// What only asks for features of crates that stand below those of the house.
const AS_IN_THE_WORKSPACE: &str = r#"
[dependencies.chacha20]
version = "0.10"
default-features = false
features = ["rng"]

[dependencies.chrono]
version = "0.4"
default-features = false
features = ["wasmbind"]

[dependencies.getrandom]
version = "0.3"
features = ["std"]

[dependencies.num-integer]
version = "0.1"

[dependencies.num-traits]
version = "0.2"

[dependencies.thiserror]
version = "2"

[build-dependencies.syn]
version = "3"
features = ["visit-mut"]
"#;

/// The crates of the house that are built again for the outside game.
const HOUSE: [&str; 15] = [
    "arena",
    "bots",
    "connect-four",
    "mail",
    "outdoor-survival",
    "outlive",
    "overwinter",
    "postal-survival",
    "service",
    "shelf",
    "stage",
    "survivors",
    "table",
    "terrain",
    "yellowstone",
];

/// A crate fresh from the template, with its own tests passed; the program that it makes.
fn built(folder: &Path) -> PathBuf {
    let cargo = || {
        let mut cargo = Command::new("cargo");
        cargo.env("CARGO_TARGET_DIR", target());
        cargo
    };
    let new_game = ["run", "--quiet", "--package", "xtask", "--", "new-game", "fox-and-hens"];
    succeeds(cargo().args(new_game).arg(folder).current_dir(root()));
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file");
    // The features that the workspace's tests have built with, so that only the house's own crates are built again;
    // and those as quickly as can be, for they only have to be there.
    let manifest = folder.join("Cargo.toml");
    let mut text = std::fs::read_to_string(&manifest).expect("the manifest") + AS_IN_THE_WORKSPACE;
    for name in HOUSE {
        text += &format!("\n[profile.dev.package.{name}]\nopt-level = 0\ndebug = false\n");
    }
    std::fs::write(&manifest, text).expect("the manifest");
    let full = ["--quiet", "--features", "overwinter/full"];
    succeeds(cargo().arg("test").args(full).current_dir(folder));
    succeeds(cargo().arg("build").args(full).current_dir(folder));
    target().join("debug").join("fox-and-hens")
}

/// What the program prints when it is run so, with these lines typed.
fn run(program: &Path, args: &[&str], typed: &str) -> String {
    let mut running = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    running.stdin.take().expect("its input").write_all(typed.as_bytes()).expect("it reads");
    let output = running.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{args:?} ended with {}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A server that is stopped when it is no longer needed.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn in_the_terminal(program: &Path) {
    let bots = ["play", "fox-and-hens", "--seats", "greedy,random", "--seed", "7", "--json"];
    let last = run(program, &bots, "");
    let last: Value = serde_json::from_str(last.lines().last().expect("lines")).expect("JSON");
    assert_eq!(last["outcome"]["winners"], json!([1]), "greedy knows how to win: {last}");
    let typed = "nonsense\ntake 9\ntake 1\n".to_string() + &"1\n".repeat(30);
    let plain = ["play", "fox-and-hens", "--seats", "you,random", "--seed", "7", "--plain"];
    let told = run(program, &plain, &typed);
    for words in ["I do not understand", "FA-TAKE-02", "takes 1 stone", "wins."] {
        assert!(told.contains(words), "`{words}` is not in:\n{told}");
    }
    let rules = run(program, &["rules", "fox-and-hens", "--code"], "");
    assert!(rules.contains("src/rules/taking.rs"), "{rules}");
    run(program, &["cases", "--game", "fox-and-hens"], "");
    run(program, &["sim", "fox-and-hens", "--seats", "search:fast,random", "--games", "4"], "");
    assert!(run(program, &["games"], "").contains("yellowstone"), "the house is there too");
}

fn in_the_browser(program: &Path, data: &Path) {
    let mut served = Served(
        Command::new(program)
            .args(["serve", "--bind", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server can be started"),
    );
    let mut line = String::new();
    let out = served.0.stdout.take().expect("its output");
    BufReader::new(out).read_line(&mut line).expect("it says where it is");
    let address = line.trim().rsplit(' ').next().expect("an address").to_string();
    let mut browser = Browser::launch();
    browser.goto(&address);
    browser.click("form[action='/play/fox-and-hens'] button");
    browser.wait("location.pathname.startsWith('/t/')");
    let asked = "document.querySelector('#choices button:not([hidden])') && !document.querySelector('.busy')";
    let over = "!document.getElementById('result').hidden";
    for _ in 0..30 {
        browser.wait(&format!("({asked}) || ({over})"));
        if browser.eval(over) == json!(true) {
            break;
        }
        let before = browser.eval("document.getElementById('headline').textContent");
        browser.click("#choices button");
        let moved = format!("document.getElementById('headline').textContent !== {before}");
        browser.wait(&format!("({moved}) || ({over})"));
    }
    let result = browser.eval("document.getElementById('result').innerText").to_string();
    assert!(result.contains("wins."), "{result}");
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
}

#[test]
#[ignore = "builds a crate of its own, which takes a while: `cargo xtask test` runs it by name"]
fn an_outside_game_is_played_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = built(&folder.path().join("fox-and-hens"));
    in_the_terminal(&program);
    in_the_browser(&program, &folder.path().join("data"));
}
