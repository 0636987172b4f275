//! `cargo xtask client`: the client held to its types and to the house style, by TypeScript's compiler and
//! by Biome. They come from npm, with axe-core for a test of the pages, as `service/client/package-lock.json`
//! pins them, into the target folder.

use crate::{run, target};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Where the client is.
const CLIENT: &str = "service/client";

/// Checks types, lint and format; puts the format right first if `words` say `--write`.
pub fn check(words: &[String]) -> Result<(), String> {
    let write = match words {
        [] => false,
        [word] if word == "--write" => true,
        _ => return Err("say `cargo xtask client` or `cargo xtask client --write`".into()),
    };
    let tools = tools()?;
    let tool = |name: &str, args: &[&str]| {
        run(Command::new(tools.join("node_modules/.bin").join(name)).args(args).current_dir(CLIENT))
    };
    if write {
        tool("biome", &["check", "--write"])?;
    }
    tool("tsc", &["--project", "."])?;
    tool("biome", &["ci", "--error-on-warnings"])
}

/// The folder with the tools, which are installed unless those of the lock file are there.
fn tools() -> Result<PathBuf, String> {
    let root = env::current_dir().map_err(|error| error.to_string())?;
    let folder = root.join(target()).join("client-tools");
    let (wanted, there) = (Path::new(CLIENT).join("package-lock.json"), folder.join("installed"));
    let lock = read(&wanted)?;
    if fs::read(&there).is_ok_and(|installed| installed == lock) {
        return Ok(folder);
    }
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in ["package.json", "package-lock.json"] {
        write(&folder.join(name), &read(&Path::new(CLIENT).join(name))?)?;
    }
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    write(&there, &lock)?;
    Ok(folder)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
