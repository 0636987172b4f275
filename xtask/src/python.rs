//! The Python package: built, installed into a folder of its own, typed and tested.

use crate::{run, target};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is installed from PyPI for the tests.
const REQUIREMENTS: &str = "python/requirements-tests.txt";

/// Builds the package, installs it into `target/python` and runs its tests; further words go to pytest. With `--wheel` it
/// is built by maturin into a wheel, as `pip install ./python` does; without, its library is built with everything else in the
/// workspace, which a wheel cannot use again.
pub fn check(further: &[String]) -> Result<(), String> {
    let folder = target().join("python");
    let python = environment(&folder)?;
    let by_wheel = further.first().is_some_and(|word| word == "--wheel");
    match by_wheel {
        true => install_wheel(&folder, &python)?,
        false => install_library(&folder, &python)?,
    }
    run(Command::new(&python).args(["-m", "mypy"]).current_dir("python"))?;
    let tests = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider"];
    let further = &further[usize::from(by_wheel)..];
    run(Command::new(&python).args(tests).args(further).current_dir("python"))
}

fn install_wheel(folder: &Path, python: &Path) -> Result<(), String> {
    let wheels = folder.join("wheels");
    remove_folder(&wheels)?;
    let mut maturin = Command::new(python);
    maturin.args(["-m", "maturin", "build", "--quiet", "--profile", "dev"]);
    maturin.args(["--manifest-path", "python/Cargo.toml", "--out"]).arg(&wheels);
    run(&mut maturin)?;
    let wheel = only_wheel(&wheels)?;
    remove_folder(&folder.join(LAID_OUT))?;
    pip(python, &["--force-reinstall", "--no-deps", &wheel.to_string_lossy()])
}

/// Where the package lies if no wheel was made of it, below `target/python`.
const LAID_OUT: &str = "package";

/// Lays the package out as a wheel would be, and tells Python where it is.
fn install_library(folder: &Path, python: &Path) -> Result<(), String> {
    let targets = ["--lib", "--bins", "--tests", "--examples"];
    let build = ["build", "--quiet", "--workspace", "--all-features"];
    run(Command::new("cargo").args(build).args(targets))?;
    let failed = |error: std::io::Error| format!("the Python package: {error}");
    let package = folder.join(LAID_OUT);
    remove_folder(&package)?;
    std::fs::create_dir_all(package.join("overwinter")).map_err(failed)?;
    for entry in std::fs::read_dir("python/package/overwinter").map_err(failed)?.flatten() {
        if entry.path().is_file() {
            let copy = package.join("overwinter").join(entry.file_name());
            std::fs::copy(entry.path(), copy).map_err(failed)?;
        }
    }
    let library = target().join("debug").join(library_name());
    std::fs::copy(&library, package.join("overwinter/_overwinter.abi3.so"))
        .map_err(|error| format!("{}: {error}", library.display()))?;
    let uninstall = ["-m", "pip", "uninstall", "--quiet", "--yes", "overwinter"];
    run(Command::new(python).args(uninstall))?;
    let where_packages_lie = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let asked = Command::new(python).args(["-c", where_packages_lie]).output().map_err(failed)?;
    let packages = String::from_utf8_lossy(&asked.stdout).trim().to_string();
    let package = std::path::absolute(&package).map_err(failed)?;
    std::fs::write(Path::new(&packages).join("overwinter.pth"), package.display().to_string())
        .map_err(|error| format!("{packages}: {error}"))
}

/// What cargo calls the library of the package on this system.
fn library_name() -> &'static str {
    match () {
        () if cfg!(windows) => "_overwinter.dll",
        () if cfg!(target_os = "macos") => "lib_overwinter.dylib",
        () => "lib_overwinter.so",
    }
}

fn remove_folder(folder: &Path) -> Result<(), String> {
    match folder.is_dir() {
        true => std::fs::remove_dir_all(folder)
            .map_err(|error| format!("{}: {error}", folder.display())),
        false => Ok(()),
    }
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
