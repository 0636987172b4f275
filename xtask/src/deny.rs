//! What may stand in Cargo.lock, as `deny.toml` says.

use crate::set_up::found;
use crate::{run, target};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Checks with cargo-deny, which is built first where it is missing.
pub fn deny() -> Result<(), String> {
    let tools = tools();
    let program = match installed() {
        Some(program) => program,
        None => {
            println!("cargo-deny is not installed: building it into {}", tools.display());
            let install = ["install", "cargo-deny", "--locked", "--root"];
            run(Command::new("cargo").args(install).arg(&tools))?;
            tools.join("bin/cargo-deny")
        }
    };
    check(&program)
}

/// Checks if cargo-deny is there; says what to type if it is not, since to build it takes longer than
/// many of the tests.
pub fn deny_if_installed() -> Result<(), String> {
    match installed() {
        Some(program) => check(&program),
        None => {
            println!(
                "not checked, since cargo-deny is not installed: `cargo xtask deny` builds it"
            );
            Ok(())
        }
    }
}

/// Licences, bans and sources always; advisories where their database can be reached.
fn check(program: &Path) -> Result<(), String> {
    let check = ["check", "--hide-inclusion-graph", "licenses", "bans", "sources"];
    run(Command::new(program).args(check))?;
    let fetched = Command::new(program).args(["--log-level", "off", "fetch", "db"]).status();
    match fetched.is_ok_and(|status| status.success()) {
        true => run(Command::new(program).args(["check", "advisories"])),
        false => {
            println!("advisories were not checked: their database cannot be reached from here");
            Ok(())
        }
    }
}

fn installed() -> Option<PathBuf> {
    let ours = tools().join("bin/cargo-deny");
    found(&["cargo-deny"]).or_else(|| ours.is_file().then_some(ours))
}

/// Where programs that only the chores need are kept.
fn tools() -> PathBuf {
    target().join("tools")
}
