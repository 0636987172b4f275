//! Breaks rules on purpose, one at a time, and looks who notices.
//!
//! `games/GAME/mutations.toml` lists what to break: a rule, a file, the text there and what to put in
//! its place. All that can be switched while the program runs are built into one program per game, in a
//! copy of the workspace under `target/mutate` ([`switching`]); what cannot (constants, data files) is
//! built one by one. Then the game's tests are run for each, until one fails ([`noticing`]).

mod noticing;
mod switching;

use noticing::{Noticed, Tests};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// One rule to break.
#[derive(Clone, Debug, serde::Deserialize)]
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

/// Tries the mutations of these games, or of all; `--list` only says how each would be tried.
pub fn mutate(words: &[String]) -> Result<(), String> {
    let (flags, named): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| word.starts_with("--"));
    if let Some(flag) = flags.iter().find(|flag| flag.as_str() != "--list") {
        return Err(format!("there is no `{flag}`: say --list, or names of games"));
    }
    let games = match named.is_empty() {
        true => all_games(Path::new("."))?,
        false => named.into_iter().cloned().collect(),
    };
    if !flags.is_empty() {
        return games.iter().try_for_each(|game| list(game));
    }
    let copy = copy_of_workspace()?;
    let (mut tried, mut survived) = (0, Vec::new());
    for game in &games {
        let mutations = read(Path::new("."), game)?;
        tried += mutations.len();
        survived.extend(try_all(&copy, game, &mutations)?);
    }
    println!("== {tried} rules broken, {} not noticed", survived.len());
    match survived.is_empty() {
        true => Ok(()),
        false => {
            Err(format!("nothing noticed that these were broken:\n  {}", survived.join("\n  ")))
        }
    }
}

/// Tries the mutations of one game; those that nobody noticed.
fn try_all(copy: &Path, game: &str, mutations: &[Mutation]) -> Result<Vec<String>, String> {
    let start = Instant::now();
    let folder = copy.join("games").join(game);
    let plan = switching::plan(&folder, mutations)?;
    println!(
        "== {game}: {} rules to break, {} in one program, {} built one by one",
        mutations.len(),
        plan.switched.len(),
        plan.apart.len()
    );
    let originals = plan.install(&folder)?;
    let mut tests = Tests::build(copy, game)?;
    tests.pass_unbroken()?;
    let mut survived = Vec::new();
    let mut say = |mutation: &Mutation, noticed: &Noticed| {
        let Mutation { rule, breaks, .. } = mutation;
        println!("{rule:<14} {breaks:<66} {noticed}");
        if *noticed == Noticed::ByNobody {
            survived.push(format!("{game} {rule}: {breaks}"));
        }
    };
    tests.notice(&plan.switched, |number, noticed| say(&mutations[number], noticed));
    for (path, text) in originals {
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    for number in &plan.apart {
        let mutation = &mutations[*number];
        let path = folder.join(&mutation.file);
        let whole =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", mutation.file))?;
        let put = |text: &str| fs::write(&path, text).map_err(|error| error.to_string());
        put(&whole.replacen(&mutation.find, &mutation.put, 1))?;
        let noticed = Tests::build(copy, game).map(|tests| tests.notice_now());
        put(&whole)?;
        let noticed = noticed.map_err(|what| format!("{game} {}: {what}", mutation.rule))?;
        say(mutation, &noticed);
    }
    println!("== {game}: done in {} s", start.elapsed().as_secs());
    Ok(survived)
}

/// How each mutation of a game would be tried.
fn list(game: &str) -> Result<(), String> {
    let mutations = read(Path::new("."), game)?;
    let plan = switching::plan(&Path::new("games").join(game), &mutations)?;
    for (number, mutation) in mutations.iter().enumerate() {
        let how = if plan.switched.contains(&number) { "switched" } else { "built apart" };
        println!("{:<14} {how:<12} {}", mutation.rule, mutation.breaks);
    }
    println!("{game}: {} switched, {} built apart", plan.switched.len(), plan.apart.len());
    Ok(())
}

fn read(root: &Path, game: &str) -> Result<Vec<Mutation>, String> {
    let file = root.join("games").join(game).join("mutations.toml");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let list: Mutations =
        toml::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(list.mutation)
}

fn all_games(root: &Path) -> Result<Vec<String>, String> {
    let folders = fs::read_dir(root.join("games")).map_err(|error| error.to_string())?;
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
        if Path::new(name).is_file() {
            made.and_then(|()| fs::copy(name, &to)).map_err(|error| format!("{name}: {error}"))?;
        }
    }
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trying them takes long; that their texts still stand where they say, and how each would be
    /// tried, is seen every time.
    #[test]
    fn every_mutation_fits_the_code_as_it_is() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let (mut tried, mut apart) = (0, 0);
        for game in all_games(&root).unwrap() {
            let mutations = read(&root, &game).unwrap();
            let plan = switching::plan(&root.join("games").join(&game), &mutations).unwrap();
            tried += mutations.len();
            apart += plan.apart.len();
        }
        assert!(tried > 200, "only {tried}");
        assert!(apart * 8 < tried, "{apart} of {tried} must be built one by one");
    }
}
