//! `cargo xtask`: the chores of this workspace.
//!
//! `cargo xtask test` checks everything, on a machine with nothing but Rust and a C compiler.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "cargo xtask COMMAND

  test    set up what is needed, then check everything: format, clippy, tests, rule cases,
          rules coverage, docs, and that the pure crates compile to wasm32-unknown-unknown
  bench   run all benchmarks
  compare play random games of connect four here and in OpenSpiel from Python, in one run
          (installs open_spiel from PyPI into target/openspiel)
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
    "shelf",
];

fn main() -> ExitCode {
    let command = env::args().nth(1).unwrap_or_else(|| "help".into());
    let done = match command.as_str() {
        "test" => test(),
        "bench" => cargo(&["bench", "--workspace"]),
        "compare" => compare(),
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
    step("format", || cargo(&["fmt", "--all", "--check"]))?;
    step("clippy", || {
        cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])
    })?;
    step("tests", || cargo(&["test", "--workspace", "--all-features"]))?;
    step("rule cases", || overwinter(&["cases"]))?;
    step("rules coverage", || overwinter(&["rules", "--unshown"]))?;
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

/// Runs the program as the tests have built it: with the same features nothing is compiled twice.
fn overwinter(args: &[&str]) -> Result<(), String> {
    cargo(&["build", "--quiet", "--workspace", "--all-features", "--bins"])?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    run(Command::new(target.join("debug/overwinter")).args(args))
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
