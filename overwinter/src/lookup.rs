//! Finding games on the shelf, editions and scenarios on disk, and seeds.

use crate::error::CommandError;
use crate::files;
use shelf::{Means, Shelf, Shelved};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;
use table::{AnyGame, Edition, Seed};

/// Milliseconds since the program first asked.
fn clock() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_millis() as u64
}

/// What a program lends the bots of a table with people: a clock, and all cores.
fn means() -> Means {
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    Means { clock: Some(clock), threads }
}

/// The game of that id, with bots that have a clock and all cores: for a table with people.
pub fn find_game(shelf: &Shelf, id: &str) -> Result<Shelved, CommandError> {
    shelf.find(id, means()).map_err(CommandError::input)
}

/// The game of that id, with bots whose choices depend on nothing but their dice: for simulation.
pub fn find_game_without_clock(shelf: &Shelf, id: &str) -> Result<Shelved, CommandError> {
    shelf.find(id, Means::default()).map_err(CommandError::input)
}

/// All games.
pub fn all_games(shelf: &Shelf) -> Vec<Shelved> {
    shelf.games(Means::default())
}

/// The house edition with the files of a folder laid over it.
pub fn edition(game: &dyn AnyGame, folder: Option<&Path>) -> Result<Edition, CommandError> {
    let Some(folder) = folder else {
        return Ok(game.house());
    };
    if !folder.is_dir() {
        let why = match folder.exists() {
            true => "this is a file; an edition is a folder of files",
            false => "there is no such folder",
        };
        return Err(CommandError::input(format!("{}: {why}", folder.display())));
    }
    let mut edition = game.house();
    for path in files::files_below(folder, "toml")? {
        let inside =
            path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        edition = edition.with(inside, files::read(&path)?);
    }
    Ok(edition)
}

/// The edition with a scenario that may be a file on disk, and the scenario's id: the game's first if
/// none is named.
pub fn with_scenario(
    game: &dyn AnyGame,
    edition: Edition,
    scenario: Option<&str>,
) -> Result<(Edition, String), CommandError> {
    let Some(scenario) = scenario else {
        let first = game.catalogue(&edition)?.scenarios.into_iter().next();
        return Ok((edition, first.map(|first| first.id).unwrap_or_default()));
    };
    if !scenario.ends_with(".toml") {
        return Ok((edition, scenario.to_string()));
    }
    let path = Path::new(scenario);
    let name = path.file_stem().map(|stem| stem.to_string_lossy().to_string()).unwrap_or_default();
    Ok((edition.with(format!("scenarios/{name}.toml"), files::read(path)?), name))
}

/// Options as written: `key=value` each.
pub fn options(given: &[String]) -> Result<BTreeMap<String, String>, CommandError> {
    let read = |option: &String| match option.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_string(), value.trim().to_string())),
        None => Err(CommandError::input(format!("--set `{option}`: write key=value"))),
    };
    let mut options = BTreeMap::new();
    for option in given {
        let (key, value) = read(option)?;
        if let Some(before) = options.insert(key.clone(), value.clone()).filter(|it| *it != value) {
            return Err(CommandError::input(format!(
                "--set {key}: it is given twice, as {before} and as {value}"
            )));
        }
    }
    Ok(options)
}

/// A seed: from a number, from 64 hexadecimal digits, or a new one.
pub fn seed(text: Option<&str>) -> Result<Seed, CommandError> {
    let Some(text) = text else {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)
            .map_err(|error| CommandError::input(format!("no random numbers: {error}")))?;
        return Ok(Seed(bytes));
    };
    if let Ok(number) = text.parse::<u64>() {
        return Ok(Seed::from_number(number));
    }
    text.parse().map_err(|_| {
        CommandError::input(format!(
            "--seed `{text}`: a seed is a whole number or 64 hexadecimal digits"
        ))
    })
}
