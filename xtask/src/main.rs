//! `cargo xtask`: the chores of this workspace.
//!
//! `cargo xtask test` checks everything, on a machine with nothing but Rust and a C compiler.

mod beside;
mod client;
mod deny;
mod mutate;
mod new_game;
mod pictures;
mod python;
mod set_up;
mod skeleton;

use beside::Beside;
use set_up::{Need, set_up};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "cargo xtask COMMAND

  test    set up what is needed, then check everything: format, clippy, the client, tests, a game
          from outside, the Python package, rule cases, that every rule is shown, docs, and that the pure crates compile
          to wasm32-unknown-unknown. With --whole all tests of the server once more with a store in PostgreSQL, which takes
          about ten minutes longer
  client  check types, lint and format of the client (installs TypeScript, Biome and axe-core, with which
          a test audits the pages, from npm into target/client-tools); --write puts the format right
  new-game NAME [PATH]
          write the crate of a new game, small and with all rooms, ready to be played; beside this
          checkout if no path is given (docs/new-game.md)
  skeleton  see whether every game has the same rooms by the same names
  python  build the Python package, install it with what its tests need from PyPI into target/python,
          and run them; further words go to pytest. With --wheel first, by maturin, as pip installs it
  docs    make the documentation of all crates; target/doc/index.html is its front page
  deny    hold licences, bans and sources of all that Cargo.lock names to deny.toml, and known
          advisories where their database can be reached; without cargo-deny, builds it into target/tools
  bench   run all benchmarks
  compare play random games of connect four here and in OpenSpiel from Python, in one run
          (installs open_spiel from PyPI into target/openspiel)
  mutate  break rules on purpose, one at a time, as games/GAME/mutations.toml lists them, and see
          whether the game's cases and tests notice; all games and rules, or those that are named;
          --list only says how each would be tried
  study   play the balance study of Survival by post and write its tables and plots into
          docs/studies/postal-balance; GAMES a cell (400) and SEED (1) may follow
  pictures  take pictures of every page in a real browser: all into target/pictures, those that
          the README shows, made small, into docs/pictures
  help    this text";

/// The crates that know no files, no network and no clock.
const PURE: &[&str] = &[
    "table",
    "terrain",
    "stage",
    "outdoor-survival",
    "outlive",
    "postal-survival",
    "survivors",
    "yellowstone",
    "bots",
    "arena",
    "shelf",
    "ledger",
    "mail",
    "connect-four",
    "clock",
    "notice",
    "plans",
    "asking",
    "ratings",
];

fn main() -> ExitCode {
    let command = env::args().nth(1).unwrap_or_else(|| "help".into());
    let done = match command.as_str() {
        "test" => test(),
        beside::COMMAND => beside_the_tests(),
        "client" => set_up(&[Need::Npm])
            .and_then(|()| client::check(&env::args().skip(2).collect::<Vec<_>>())),
        "docs" => docs(),
        "python" => set_up(&[Need::Python])
            .and_then(|()| python::check(&env::args().skip(2).collect::<Vec<_>>())),
        "deny" => deny::deny(),
        "bench" => cargo(&["bench", "--workspace"]),
        "compare" => compare(),
        "new-game" => new_game::new_game(&env::args().skip(2).collect::<Vec<_>>()),
        "skeleton" => skeleton::check(Path::new(".")),
        "mutate" => mutate::mutate(&env::args().skip(2).collect::<Vec<_>>()),
        "study" => study(&env::args().skip(2).collect::<Vec<_>>()),
        "pictures" => pictures::pictures(),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        other => {
            eprintln!("error: there is no command `{other}`\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("FAILED: {what}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    let start = Instant::now();
    step(
        "set up wasm32, Chromium, Firefox, npm, Python, web servers, PostgreSQL and mail servers",
        || {
            let servers = [
                Need::Caddy,
                Need::Nginx,
                Need::Haproxy,
                Need::Openssl,
                Need::Curl,
                Need::Postgresql,
                Need::Postfix,
                Need::Dovecot,
            ];
            let browsers = [Need::Chromium, Need::Firefox];
            set_up(&[&[Need::Wasm, Need::Npm, Need::Python], &browsers[..], &servers[..]].concat())
        },
    )?;
    step("format", || cargo(&["fmt", "--all", "--check"]))?;
    step("clippy", || {
        cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])
    })?;
    step("skeleton: the same rooms in every game", || skeleton::check(Path::new(".")))?;
    step("client: types and lint", || client::check(&[]))?;
    step("tests, compiled", || {
        cargo(&["test", "--quiet", "--no-run", "--workspace", "--all-features"])
    })?;
    let beside = Beside::begin()?;
    step("tests", || {
        tests(&mut Command::new("cargo"), &["test", "--workspace", "--all-features"])
    })?;
    step("the server once more, with its stores in PostgreSQL", || {
        let mut again = Command::new("cargo");
        again.env("OVERWINTER_TEST_STORE", "postgres");
        // By the names of its tests: to build it alone would compile almost everything a second time.
        let named = in_postgresql()?;
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        let all = ["test", "--workspace", "--all-features", "--test", "all", "--"];
        tests(&mut again, &[&all[..], &named].concat())
    })?;
    beside.end()?;
    step("rule cases", || overwinter(&["cases"]))?;
    step("every rule is shown, and named beside its code", || {
        overwinter(&["rules", "--unshown", "--code"])
    })?;
    step("licences, bans and sources", deny::deny_if_installed)?;
    println!("== all good after {} s", start.elapsed().as_secs());
    Ok(())
}

/// What is checked while the tests run, which wait for browsers and clocks and leave half of the machine idle.
fn beside_the_tests() -> Result<(), String> {
    step("a game from outside, written from the template", || {
        let outside = ["--test", "all", "outside_game", "--", "--ignored"];
        cargo(&[&["test", "--workspace", "--all-features"], &outside[..]].concat())
    })?;
    step("the Python package: types and tests", || python::check(&[]))?;
    step("docs", docs)?;
    step("pure crates compile to wasm32", || {
        let mut args = vec!["check", "--quiet", "--target", "wasm32-unknown-unknown"];
        PURE.iter().for_each(|package| args.extend(["--package", package]));
        cargo(&args)
    })
}

/// Tests of the server that are run a second time, with a store in PostgreSQL in place of a file: what people and programs do at
/// tables, what fails under them, and a browser. With `--whole` all are.
const IN_POSTGRESQL: &[&str] = &[
    "archived::",
    "company::",
    "conduct::",
    "faults::",
    "identities::",
    "looking::",
    "plans::a_",
    "plans::nobody_",
    "plans::premoves_",
    "programs::",
    "upgrades::",
    "at_the_table::a_",
];

/// Files of the server's tests that have PostgreSQL anyway, or look at the file of a store.
const ALREADY_THERE: &[&str] =
    &["checker", "cluster", "damage", "databases", "large", "rolling", "stores"];

/// The names by which the server's tests begin that are run once more with stores in PostgreSQL.
fn in_postgresql() -> Result<Vec<String>, String> {
    if !env::args().any(|word| word == "--whole") {
        return Ok(IN_POSTGRESQL.iter().map(ToString::to_string).collect());
    }
    let path = "service/tests/all.rs";
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let files = text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    let wanted = files.filter(|file| !ALREADY_THERE.contains(file));
    Ok(wanted.map(|file| format!("{file}::")).collect())
}

/// Runs tests, some at a time.
fn tests(cargo: &mut Command, args: &[&str]) -> Result<(), String> {
    // They wait for browsers and clocks too: more of them than there are cores keep these busy.
    if env::var_os("RUST_TEST_THREADS").is_none() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        cargo.env("RUST_TEST_THREADS", (cores + 2).to_string());
    }
    run(cargo.args(args))
}

/// The documentation of all crates, with a front page that leads to the program's.
fn docs() -> Result<(), String> {
    let mut docs = Command::new("cargo");
    docs.args(["doc", "--workspace", "--all-features", "--no-deps", "--quiet"])
        .env("RUSTDOCFLAGS", "-D warnings");
    run(&mut docs)?;
    let front = target().join("doc/index.html");
    let leads =
        r#"<!doctype html><meta http-equiv="refresh" content="0; url=overwinter/index.html">"#;
    std::fs::write(&front, leads).map_err(|error| format!("{}: {error}", front.display()))?;
    println!("the front page is {}", front.display());
    Ok(())
}

/// The balance study of Survival by post, with so many games a cell and that seed.
fn study(settings: &[String]) -> Result<(), String> {
    let example = ["run", "--release", "--package", "shelf", "--example", "postal_balance", "--"];
    let mut words = example.to_vec();
    words.push("docs/studies/postal-balance");
    words.extend(settings.iter().map(String::as_str));
    cargo(&words)
}

/// Connect four through the contract beside OpenSpiel driven from Python, one after the other.
fn compare() -> Result<(), String> {
    let (folder, seconds) = ("target/openspiel", "10");
    let (python, pip) = (format!("{folder}/bin/python"), format!("{folder}/bin/pip"));
    if !std::path::Path::new(&python).exists() {
        run(Command::new("python3").args(["-m", "venv", folder]))?;
    }
    run(Command::new(pip).args(["install", "--quiet", "open_spiel"]))?;
    let example = ["--package", "connect-four", "--example", "random_games"];
    cargo(&[&["build", "--quiet", "--release"], &example[..]].concat())?;
    for round in 1..=3 {
        println!("== round {round}: {seconds} s each");
        println!("OpenSpiel from Python:");
        run(Command::new(&python).args(["xtask/connect_four_openspiel.py", seconds]))?;
        println!("Overwinter:");
        cargo(&[&["run", "--quiet", "--release"], &example[..], &["--", seconds]].concat())?;
    }
    Ok(())
}

fn step(name: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    println!("== {name}");
    let start = Instant::now();
    work().map_err(|what| format!("{name}: {what}"))?;
    println!("== {name}: done in {} s", start.elapsed().as_secs());
    Ok(())
}

/// Runs the program that the tests have just built. To build it alone would compile almost everything
/// a second time, because tests ask for more features of what it stands on.
fn overwinter(args: &[&str]) -> Result<(), String> {
    run(Command::new(target().join("debug/overwinter")).args(args))
}

/// Where cargo puts what it makes.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

fn cargo(args: &[&str]) -> Result<(), String> {
    run(Command::new("cargo").args(args))
}

fn run(command: &mut Command) -> Result<(), String> {
    let line = format!("{command:?}").replace('"', "");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{line} ended with {status}")),
        Err(error) => Err(format!("{line} cannot be started: {error}")),
    }
}
