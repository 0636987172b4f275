//! `overwinter play --resume`: a game that is not over goes on.

use super::menu;
use super::save::{self, KeptGame};
use super::{PlaySession, played};
use crate::error::CommandError;
use crate::lookup::find_game;
use crate::program_bot::ProgramLimits;
use crate::seats;
use crate::terminal;
use shelf::Shelf;
use std::io::Write;
use std::path::Path;
use table::Seed;

/// The game in a file, or the one that is chosen among those that are kept; none if nobody chooses.
pub fn session(
    shelf: &Shelf,
    file: Option<&Path>,
    game: Option<&str>,
    terms: &ProgramLimits,
) -> Result<Option<PlaySession>, CommandError> {
    // `--resume outlive` means the newest game of that name, unless there is such a file.
    let named = file.filter(|path| !path.exists()).and_then(Path::to_str);
    let named = named.filter(|word| find_game(shelf, word).is_ok());
    let kept = match (file, named) {
        (Some(path), None) => Some(KeptGame::open(path)?),
        _ => choose(game.or(named))?,
    };
    kept.map(|kept| go_on(shelf, kept, terms)).transpose()
}

fn choose(game: Option<&str>) -> Result<Option<KeptGame>, CommandError> {
    let folder = save::folder();
    let mut kept = save::kept_games(&folder);
    kept.retain(|kept| game.is_none_or(|game| kept.record.game.eq_ignore_ascii_case(game)));
    if kept.is_empty() {
        let which = game.map(|game| format!(" of {game}")).unwrap_or_default();
        let folder = folder.display();
        return Err(CommandError::input(format!(
            "there is no game{which} to go on with in {folder}"
        )));
    }
    let number = match (kept.len(), terminal::has_person()) {
        (1, _) => Some(0),
        (_, true) => {
            let lines: Vec<String> = kept.iter().map(KeptGame::summary).collect();
            menu::pick("Which game do you go on with?", &lines, Some(0))?
        }
        (many, false) => {
            let newest = kept[0].summary();
            writeln!(terminal::stdout(), "The newest of {many} games goes on: {newest}")?;
            Some(0)
        }
    };
    Ok(number.map(|number| kept.swap_remove(number)))
}

fn go_on(
    shelf: &Shelf,
    kept: KeptGame,
    terms: &ProgramLimits,
) -> Result<PlaySession, CommandError> {
    let place = kept.path.display().to_string();
    let problem = |why: String| CommandError::input(format!("{place}: {why}"));
    let shelved = find_game(shelf, &kept.record.game).map_err(|why| problem(why.to_string()))?;
    let game = shelved.game.as_ref();
    let seed = kept.record.seed.as_deref().and_then(|seed| seed.parse::<Seed>().ok());
    let seed = seed.ok_or_else(|| problem("the seed of its dice is missing".into()))?;
    let words = kept.players.iter();
    let players = words.map(|word| seats::player(game, word)).collect::<Result<Vec<_>, _>>()?;
    if players.len() != kept.record.setup.seats as usize {
        let (named, seats) = (players.len(), kept.record.setup.seats);
        return Err(problem(format!("it names {named} players for {seats} seats")));
    }
    let mut record = kept.record.clone();
    record.setup.names.iter_mut().for_each(|name| *name = terminal::clean_name(name));
    let replay = game.replay(&record, record.steps.len() - 1)?;
    if let Some(differ) = replay.other_rules {
        return Err(problem(format!(
            "this game was {differ}; it can only go on with the program that began it"
        )));
    }
    if let Some(divergence) = replay.divergence {
        return Err(problem(format!("it cannot be played again: {divergence}")));
    }
    let files = kept.record.files.iter();
    let edition = files.fold(game.house(), |edition, (path, text)| edition.with(path, text));
    let catalogue = game.catalogue(&edition)?;
    let played = played(&catalogue, &kept.record.setup.scenario);
    let save = kept.go_on(&players);
    let session = PlaySession::new(replay.game, played, game.ledger(), players, seed, terms)?;
    Ok(session.kept(save))
}
