//! The Python package: built, installed into a folder of its own, typed and tested.

use crate::{run, target};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is installed from PyPI for the tests.
const REQUIREMENTS: &str = "python/requirements-tests.txt";

/// Builds the package, installs it into `target/python` and runs its tests; further words go to pytest.
pub fn check(further: &[String]) -> Result<(), String> {
    let folder = target().join("python");
    let python = environment(&folder)?;
    let wheels = folder.join("wheels");
    if wheels.is_dir() {
        std::fs::remove_dir_all(&wheels)
            .map_err(|error| format!("{}: {error}", wheels.display()))?;
    }
    // The profile of the tests, so that what they compiled is used again.
    let mut maturin = Command::new(&python);
    maturin.args(["-m", "maturin", "build", "--quiet", "--profile", "dev"]);
    maturin.args(["--manifest-path", "python/Cargo.toml", "--out"]).arg(&wheels);
    run(&mut maturin)?;
    let wheel = only_wheel(&wheels)?;
    pip(&python, &["--force-reinstall", "--no-deps", &wheel.to_string_lossy()])?;
    run(Command::new(&python).args(["-m", "mypy"]).current_dir("python"))?;
    let tests = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider"];
    run(Command::new(&python).args(tests).args(further).current_dir("python"))
}

/// An environment of Python's with what the tests need; its interpreter.
fn environment(folder: &Path) -> Result<PathBuf, String> {
    let python = folder.join("bin/python");
    if !python.is_file() {
        run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    }
    let python = std::path::absolute(python).map_err(|error| error.to_string())?;
    pip(&python, &["--requirement", REQUIREMENTS])?;
    Ok(python)
}

fn pip(python: &Path, what: &[&str]) -> Result<(), String> {
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(Command::new(python).args(install).args(what))
}

fn only_wheel(folder: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let wheel = entries
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = wheel.ok_or_else(|| format!("{}: no wheel was built", folder.display()))?;
    std::path::absolute(wheel).map_err(|error| error.to_string())
}
