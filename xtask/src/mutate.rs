//! Breaks rules on purpose, one at a time, and looks whether the cases and tests of the game notice.
//!
//! `games/GAME/mutations.toml` lists what to break: a rule, a file, the text there and what to put in
//! its place. Each is tried in a copy of the workspace under `target/mutate`, so that the checkout
//! stays as it is, and compiled without optimisation, so that it does not take long.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// One rule to break.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutation {
    /// The rule's id.
    rule: String,
    /// What is broken, in a few words.
    breaks: String,
    /// The file, from the game's folder.
    file: String,
    /// Text that stands in the file exactly once.
    find: String,
    /// What stands there instead.
    put: String,
}

/// The file of a game.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutations {
    mutation: Vec<Mutation>,
}

/// Tries the mutations of these games, or of all.
pub fn mutate(games: &[String]) -> Result<(), String> {
    let games = if games.is_empty() { all_games()? } else { games.to_vec() };
    let copy = copy_of_workspace()?;
    let mut survived = Vec::new();
    for game in &games {
        let file = Path::new("games").join(game).join("mutations.toml");
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let list: Mutations =
            toml::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("== {game}: {} rules to break", list.mutation.len());
        if !passes(&copy, game)? {
            return Err(format!("{game}: its tests fail before anything is broken"));
        }
        for mutation in &list.mutation {
            let start = Instant::now();
            let noticed = notices(&copy, game, mutation)?;
            let verdict = if noticed { "red" } else { "NOT NOTICED" };
            let seconds = start.elapsed().as_secs();
            println!("{:<14} {:<60} {verdict} ({seconds} s)", mutation.rule, mutation.breaks);
            if !noticed {
                survived.push(format!("{game} {}: {}", mutation.rule, mutation.breaks));
            }
        }
    }
    match survived.len() {
        0 => Ok(()),
        _ => Err(format!("nothing noticed that these were broken:\n  {}", survived.join("\n  "))),
    }
}

fn all_games() -> Result<Vec<String>, String> {
    let folders = fs::read_dir("games").map_err(|error| error.to_string())?;
    let mut games: Vec<String> = folders
        .flatten()
        .filter(|folder| folder.path().join("mutations.toml").exists())
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .collect();
    games.sort();
    Ok(games)
}

/// A copy of all that git knows or would know, fresh.
fn copy_of_workspace() -> Result<PathBuf, String> {
    let copy = PathBuf::from("target/mutate/workspace");
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(|error| error.to_string())?;
    }
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .output()
        .map_err(|error| format!("git ls-files cannot be started: {error}"))?;
    for name in String::from_utf8_lossy(&listed.stdout).split_terminator('\0') {
        let to = copy.join(name);
        let made = to.parent().map_or(Ok(()), fs::create_dir_all);
        // A file that git still lists but that is gone from the checkout is gone from the copy too.
        if Path::new(name).exists() {
            made.and_then(|()| fs::copy(name, &to)).map_err(|error| format!("{name}: {error}"))?;
        }
    }
    Ok(copy)
}

/// Whether some case or test of the game fails once the rule is broken.
fn notices(copy: &Path, game: &str, mutation: &Mutation) -> Result<bool, String> {
    let path = copy.join("games").join(game).join(&mutation.file);
    let whole = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", mutation.file))?;
    let found = whole.matches(&mutation.find).count();
    if found != 1 {
        let Mutation { rule, file, .. } = mutation;
        return Err(format!("{game} {rule}: its text stands {found} times in {file}, not once"));
    }
    let broken = whole.replacen(&mutation.find, &mutation.put, 1);
    fs::write(&path, broken).map_err(|error| error.to_string())?;
    let compiles = test(copy, game, &["--test", "cases", "--no-run"])?;
    let passes = compiles && passes(copy, game)?;
    fs::write(&path, whole).map_err(|error| error.to_string())?;
    if !compiles {
        let Mutation { rule, breaks, .. } = mutation;
        return Err(format!("{game} {rule}: does not compile with `{breaks}`"));
    }
    Ok(!passes)
}

/// The rule cases first: they are quick, and most rules are theirs.
fn passes(copy: &Path, game: &str) -> Result<bool, String> {
    Ok(test(copy, game, &["--test", "cases"])? && test(copy, game, &["--tests"])?)
}

fn test(copy: &Path, game: &str, more: &[&str]) -> Result<bool, String> {
    Command::new("cargo")
        .args(["test", "--quiet", "--package", game])
        .args(more)
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", "../target")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map(|status| status.success())
        .map_err(|error| format!("cargo cannot be started: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trying them takes hours; that their texts still stand where they say is seen every time.
    #[test]
    fn every_mutation_fits_the_code_as_it_is() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut tried = 0;
        for folder in fs::read_dir(root.join("games")).unwrap().flatten() {
            let Ok(text) = fs::read_to_string(folder.path().join("mutations.toml")) else {
                continue;
            };
            let list: Mutations = toml::from_str(&text).unwrap();
            for Mutation { rule, file, find, put, .. } in list.mutation {
                let whole = fs::read_to_string(folder.path().join(&file)).unwrap();
                assert_eq!(whole.matches(&find).count(), 1, "{rule}: `{find}` in {file}");
                assert_ne!(find, put, "{rule}");
                tried += 1;
            }
        }
        assert!(tried > 200, "only {tried}");
    }
}
