//! Breaks rules on purpose, one at a time, and looks who notices.
//!
//! `games/GAME/mutations.toml` lists what to break: a rule, a file, the text there and what to put in
//! its place. All that can be switched while the program runs are built into one program per game, in a
//! copy of the workspace under `target/mutate` ([`switching`]); what cannot (constants, data files) is
//! built one by one. Then the game's tests are run for each, until one fails ([`noticing`]).

mod noticing;
mod switching;

use noticing::{NotBuilt, Noticed, Tests};
use std::collections::BTreeSet;
use std::fs;
use std::io;
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
    /// Whether it is tried. All are built in, so that a program is the same whichever are.
    #[serde(skip)]
    wanted: bool,
}

impl Mutation {
    /// The rule, what is broken, and the line of the file that is changed, given the file's text.
    fn place(&self, text: &str) -> String {
        let Mutation { rule, breaks, file, find, .. } = self;
        let before = text.find(find.as_str()).map_or("", |at| &text[..at]);
        let blank = find.len() - find.trim_start().len();
        let line = 1 + before.matches('\n').count() + find[..blank].matches('\n').count();
        format!("{rule} ({breaks}), {file}:{line}")
    }
}

/// The file of a game.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutations {
    mutation: Vec<Mutation>,
}

/// Tries the mutations of these games, or of all, and of these rules, or of all; `--list` only says how
/// each would be tried.
pub fn mutate(words: &[String]) -> Result<(), String> {
    let (flags, named): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| word.starts_with("--"));
    if let Some(flag) = flags.iter().find(|flag| flag.as_str() != "--list") {
        return Err(format!("there is no `{flag}`: say --list, or names of games and rules"));
    }
    let chosen = choose(Path::new("."), &named)?;
    if !flags.is_empty() {
        return chosen.iter().try_for_each(|(game, mutations)| list(game, mutations));
    }
    let copy = copy_of_workspace()?;
    let (mut tried, mut survived) = (0, Vec::new());
    for (game, mutations) in &chosen {
        tried += mutations.iter().filter(|mutation| mutation.wanted).count();
        survived.extend(try_all(&copy, game, mutations)?);
    }
    println!("== {tried} rules broken, {} not noticed", survived.len());
    match survived.is_empty() {
        true => Ok(()),
        false => {
            Err(format!("nothing noticed that these were broken:\n  {}", survived.join("\n  ")))
        }
    }
}

/// The games that are meant by names of games and ids of rules, with all their mutations, of which those
/// that are meant are wanted; a word that means none is an error.
fn choose(root: &Path, words: &[&String]) -> Result<Vec<(String, Vec<Mutation>)>, String> {
    let all = all_games(root)?;
    let (named, rules): (Vec<&String>, Vec<&String>) =
        words.iter().copied().partition(|word| all.contains(word));
    let mut chosen = Vec::new();
    for game in all.iter().filter(|game| named.is_empty() || named.contains(game)) {
        let mut mutations = read(root, game)?;
        for mutation in &mut mutations {
            mutation.wanted = rules.is_empty() || rules.contains(&&mutation.rule);
        }
        chosen.push((game.clone(), mutations));
    }
    let listed = |rule: &str| chosen.iter().flat_map(|(_, list)| list).any(|one| one.rule == rule);
    if let Some(word) = rules.iter().find(|rule| !listed(rule)) {
        return Err(format!("`{word}` is no game with mutations, and no rule that they break"));
    }
    chosen.retain(|(_, mutations)| mutations.iter().any(|mutation| mutation.wanted));
    Ok(chosen)
}

/// Tries the mutations of one game; those that nobody noticed.
fn try_all(copy: &Path, game: &str, mutations: &[Mutation]) -> Result<Vec<String>, String> {
    let start = Instant::now();
    let folder = copy.join("games").join(game);
    let mut plan = switching::plan(&folder, mutations)?;
    plan.switched.retain(|number| mutations[*number].wanted);
    plan.apart.retain(|number| mutations[*number].wanted);
    println!(
        "== {game}: {} rules to break, {} in one program, {} built one by one",
        plan.switched.len() + plan.apart.len(),
        plan.switched.len(),
        plan.apart.len()
    );
    let originals = plan.install(&folder)?;
    let mut tests = Tests::build(copy, game).map_err(|why| blame(&why, copy, game, mutations))?;
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
        let noticed =
            noticed.map_err(|why| format!("{game}: {}: {why}", mutation.place(&whole)))?;
        say(mutation, &noticed);
    }
    println!("== {game}: done in {} s", start.elapsed().as_secs());
    Ok(survived)
}

/// Why the tests were not built, with the mutations that the compiler refuses by their names.
fn blame(why: &NotBuilt, copy: &Path, game: &str, mutations: &[Mutation]) -> String {
    let mut said = vec![format!("{game} does not compile with its rules broken")];
    let NotBuilt::Refused(faults) = why else { return format!("{game}: {why}") };
    for fault in faults {
        let text = fs::read_to_string(copy.join(&fault.file)).unwrap_or_default();
        let broken = switching::broken_at(&text, fault.byte).and_then(|at| mutations.get(at));
        said.push(match broken {
            Some(mutation) => {
                let original = Path::new("games").join(game).join(&mutation.file);
                let original = fs::read_to_string(original).unwrap_or_default();
                format!("{}: {}", mutation.place(&original), fault.says)
            }
            None => fault.to_string(),
        });
    }
    said.join("\n  ")
}

/// How each mutation of a game would be tried.
fn list(game: &str, mutations: &[Mutation]) -> Result<(), String> {
    let plan = switching::plan(&Path::new("games").join(game), mutations)?;
    for (number, mutation) in mutations.iter().enumerate().filter(|(_, one)| one.wanted) {
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

/// A copy of all that git knows or would know, and of nothing else. What is the same as at the last run
/// is left alone, so that cargo does not build it again.
fn copy_of_workspace() -> Result<PathBuf, String> {
    let copy = PathBuf::from("target/mutate/workspace");
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .output()
        .map_err(|error| format!("git ls-files cannot be started: {error}"))?;
    // A file that git still lists but that is gone from the checkout is gone from the copy too.
    let names: BTreeSet<PathBuf> = String::from_utf8_lossy(&listed.stdout)
        .split_terminator('\0')
        .map(PathBuf::from)
        .filter(|name| name.is_file())
        .collect();
    for name in &names {
        renew(name, &copy.join(name)).map_err(|error| format!("{}: {error}", name.display()))?;
    }
    keep_only(&copy, &copy, &names).map_err(|error| format!("{}: {error}", copy.display()))?;
    Ok(copy)
}

/// Makes a file the same as another, unless it is.
fn renew(from: &Path, to: &Path) -> io::Result<()> {
    let text = fs::read(from)?;
    if fs::read(to).is_ok_and(|before| before == text) {
        return Ok(());
    }
    to.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(to, text)
}

/// Removes all files of a folder in the copy but those named.
fn keep_only(copy: &Path, folder: &Path, names: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            keep_only(copy, &path, names)?;
        } else if !path.strip_prefix(copy).is_ok_and(|name| names.contains(name)) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

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

    #[test]
    fn words_choose_games_and_rules() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let chosen = |words: &[&str]| -> Result<Vec<(String, usize)>, String> {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let chosen = choose(&root, &words.iter().collect::<Vec<_>>())?;
            let wanted = |list: Vec<Mutation>| list.iter().filter(|one| one.wanted).count();
            Ok(chosen.into_iter().map(|(game, list)| (game, wanted(list))).collect())
        };
        assert_eq!(chosen(&["OL-DAWN-12"]).unwrap(), [("outlive".to_string(), 1)]);
        assert_eq!(chosen(&["outlive", "OL-DAWN-12"]).unwrap().len(), 1);
        assert_eq!(chosen(&[]).unwrap().len(), 5);
        assert!(chosen(&["yellowstone", "OL-DAWN-12"]).unwrap_err().contains("OL-DAWN-12"));
    }

    #[test]
    fn a_copy_holds_what_is_named_and_nothing_else() {
        let folder = env::temp_dir().join(format!("overwinter-mutate-{}", std::process::id()));
        let (from, copy) = (folder.join("from"), folder.join("copy"));
        for (path, text) in [("from", "new"), ("copy/a/kept", "old"), ("copy/a/gone", "old")] {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        renew(&from, &copy.join("a/kept")).unwrap();
        keep_only(&copy, &copy, &BTreeSet::from([PathBuf::from("a/kept")])).unwrap();
        assert_eq!(fs::read_to_string(copy.join("a/kept")).unwrap(), "new");
        let written = fs::metadata(copy.join("a/kept")).unwrap().modified().unwrap();
        renew(&from, &copy.join("a/kept")).unwrap();
        assert_eq!(fs::metadata(copy.join("a/kept")).unwrap().modified().unwrap(), written);
        assert!(!copy.join("a/gone").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
