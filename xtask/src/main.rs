//! `cargo xtask`: the chores of this workspace.
//!
//! `cargo xtask test` checks everything, on a machine with nothing but Rust and a C compiler.

mod client;
mod mutate;
mod new_game;
mod skeleton;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "cargo xtask COMMAND

  test    set up what is needed, then check everything: format, clippy, the client, tests, a game
          from outside, rule cases, that every rule is shown, docs, and that the pure crates compile
          to wasm32-unknown-unknown
  client  check types, lint and format of the client (installs TypeScript and Biome from npm into
          target/client-tools); --write puts the format right
  new-game NAME [PATH]
          write the crate of a new game, small and with all rooms, ready to be played; beside this
          checkout if no path is given (docs/new-game.md)
  skeleton  see whether every game has the same rooms by the same names
  bench   run all benchmarks
  compare play random games of connect four here and in OpenSpiel from Python, in one run
          (installs open_spiel from PyPI into target/openspiel)
  mutate  break rules on purpose, one at a time, as games/GAME/mutations.toml lists them, and see
          whether the game's cases and tests notice; all games, or those that are named
  study   play the balance study of Survival by post and write its tables and plots into
          docs/studies/postal-balance; GAMES a cell (400) and SEED (1) may follow
  pictures  take pictures of every page in a real browser: all into target/pictures, the one that
          the README shows into docs/pictures
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
];

fn main() -> ExitCode {
    let command = env::args().nth(1).unwrap_or_else(|| "help".into());
    let done = match command.as_str() {
        "test" => test(),
        "client" => npm().and_then(|()| client::check(&env::args().skip(2).collect::<Vec<_>>())),
        "bench" => cargo(&["bench", "--workspace"]),
        "compare" => compare(),
        "new-game" => new_game::new_game(&env::args().skip(2).collect::<Vec<_>>()),
        "skeleton" => skeleton::check(Path::new(".")),
        "mutate" => mutate::mutate(&env::args().skip(2).collect::<Vec<_>>()),
        "study" => study(&env::args().skip(2).collect::<Vec<_>>()),
        "pictures" => pictures(),
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
    step("set up the wasm32 target", || {
        run(Command::new("rustup").args(["target", "add", "wasm32-unknown-unknown"]))
    })?;
    step("Chromium for the tests in a browser", chromium)?;
    step("npm for the tools of the client and axe-core", npm)?;
    step("format", || cargo(&["fmt", "--all", "--check"]))?;
    step("clippy", || {
        cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])
    })?;
    step("client: types and lint", || client::check(&[]))?;
    step("tests", || cargo(&["test", "--workspace", "--all-features"]))?;
    step("a game from outside, written from the template", || {
        let outside = ["--test", "outside_game", "--", "--ignored"];
        cargo(&[&["test", "--workspace", "--all-features"], &outside[..]].concat())
    })?;
    step("rule cases", || overwinter(&["cases"]))?;
    step("every rule is shown", || overwinter(&["rules", "--unshown"]))?;
    step("docs", || {
        let mut docs = Command::new("cargo");
        docs.args(["doc", "--workspace", "--no-deps", "--quiet"])
            .env("RUSTDOCFLAGS", "-D warnings");
        run(&mut docs)
    })?;
    step("pure crates compile to wasm32", || {
        let mut args = vec!["check", "--quiet", "--target", "wasm32-unknown-unknown"];
        PURE.iter().for_each(|package| args.extend(["--package", package]));
        cargo(&args)
    })?;
    println!("== all good after {} s", start.elapsed().as_secs());
    Ok(())
}

/// Chromium for the tests in a browser.
fn chromium() -> Result<(), String> {
    installed("chromium", &["chromium", "chromium-browser", "google-chrome"])
        .map_err(|what| format!("{what}; install Chromium yourself and set CHROMIUM to its path"))
}

/// npm, with which the tools of the client are installed and a test fetches axe-core.
fn npm() -> Result<(), String> {
    installed("npm", &["npm"])
}

/// Installs a package of Debian's with apt-get if none of these programs is there; says so.
fn installed(package: &str, programs: &[&str]) -> Result<(), String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path)
        .flat_map(|folder| programs.iter().map(move |name| folder.join(name)))
        .find(|program| program.is_file());
    if let Some(program) = found {
        println!("found {}", program.display());
        return Ok(());
    }
    println!("{package} not found: installing it with apt-get");
    let sudo = match Command::new("id").arg("-u").output() {
        Ok(id) if id.stdout.starts_with(b"0") => None,
        _ => Some("sudo"),
    };
    let apt = |args: &[&str]| {
        let mut words: Vec<&str> = sudo.into_iter().chain(["apt-get"]).collect();
        words.extend(args);
        run(Command::new(words[0]).args(&words[1..]))
    };
    apt(&["update", "-qq"]).and_then(|()| apt(&["install", "-y", "-qq", package]))
}

/// The balance study of Survival by post, with so many games a cell and that seed.
fn study(settings: &[String]) -> Result<(), String> {
    let example = ["run", "--release", "--package", "shelf", "--example", "postal_balance", "--"];
    let mut words = example.to_vec();
    words.push("docs/studies/postal-balance");
    words.extend(settings.iter().map(String::as_str));
    cargo(&words)
}

/// Every page at desk and phone width, light and dark.
fn pictures() -> Result<(), String> {
    chromium()?;
    let folder = env::current_dir().unwrap_or_default().join("target/pictures");
    let args = ["test", "--package", "service", "--test", "pictures", "--", "--ignored"];
    run(Command::new("cargo").args(args).env("OVERWINTER_PICTURES", &folder))?;
    let shown = folder.join("yellowstone-light-desk.png");
    std::fs::copy(&shown, "docs/pictures/table.png")
        .map_err(|error| format!("{}: {error}", shown.display()))?;
    println!("all pictures are in {}", folder.display());
    Ok(())
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

/// Where cargo builds.
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
