//! Opening a game: the list of readers, the map, the start report. PS-GEN-01, PS-SETUP-16

use super::commitment::{self, Commitment};
use super::{DRAWN, DRAWN_NAME, EDITION, Folder, GameFile, Trouble, Work};
use super::{edition_with, in_round, opened, running, trouble};
use crate::PostalSurvival;
use crate::action::{Action, Line};
use crate::edition::Diet;
use crate::event::Event;
use crate::position::{Phase, Position};
use std::collections::BTreeMap;
use table::reading::{Reading, Value};
use table::{Dice, Edition, Log, Rules, Seat, Seed};

/// A reader on the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enrolled {
    /// The name.
    pub name: String,
    /// Where answers go; empty if unknown.
    pub address: String,
    /// The stated diet, if any. PS-SETUP-02
    pub diet: Option<Diet>,
    /// The word that orders must carry, if any.
    pub code: String,
}

/// A file that is handed in: what it is called, for messages, and its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handed<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
}

/// What a new game needs.
pub struct NewGame<'a> {
    /// The game's name.
    pub name: &'a str,
    /// The list of readers: one a line, `name, address, diet, code word`; all but the name may be
    /// left out, lines that begin with `#` are skipped.
    pub players: Handed<'a>,
    /// The edition; its own files are kept with the game.
    pub edition: Edition,
    /// The scenario; empty for the first that is offered.
    pub scenario: &'a str,
    /// Options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// The secret from which all dice follow.
    pub seed: Seed,
    /// The first deadline, as the report prints it.
    pub deadline: &'a str,
    /// The island that somebody drew, as a map file; made by chance if there is none.
    pub map: Option<Handed<'a>>,
    /// The time, for the log.
    pub now: &'a str,
}

/// Reads the list of readers; faults are noted.
pub(super) fn read_players(reading: &Reading, list: Handed<'_>) -> Vec<Enrolled> {
    reading.lines(list.name, list.text).iter().map(read_player).collect()
}

fn read_player(line: &Value) -> Enrolled {
    let mut fields = line.pieces(&[',', '\t', ';']).into_iter();
    let first = fields.next().and_then(|field| field.text()).unwrap_or_default();
    let name = first.chars().filter(|letter| !letter.is_control()).collect::<String>();
    let (name, address) = match name.split_once('<') {
        Some((name, address)) => (name.trim().to_string(), address),
        None => (name, ""),
    };
    if name.chars().count() > 60 || !name.chars().any(char::is_alphanumeric) {
        line.fault(format!("`{name}` is no name: say 1 to 60 characters with a letter or digit"));
    }
    let address = address.trim_end_matches('>').trim().to_string();
    let mut player = Enrolled { name, address, diet: None, code: String::new() };
    for field in fields {
        let said = field.text().unwrap_or_default();
        let diet = named_diet(&said);
        let is_address = said.contains('@');
        match diet {
            _ if said.is_empty() => {}
            Some(diet) if player.diet.is_none() => player.diet = Some(diet),
            None if is_address && player.address.is_empty() => {
                player.address = said.trim_matches(['<', '>']).to_string();
            }
            None if !is_address && player.code.is_empty() => player.code = said.to_lowercase(),
            _ => field.fault(format!("`{said}` is too much: say name, address, diet, code word")),
        }
    }
    player
}

/// The diet of that name or letter.
fn named_diet(said: &str) -> Option<Diet> {
    let lower = said.to_lowercase();
    let letter = |diet: Diet| diet.letter().to_lowercase().to_string();
    Diet::ALL.into_iter().find(|diet| lower == diet.name() || lower == letter(*diet))
}

/// The list of readers as it is kept.
pub(super) fn write_players(players: &[Enrolled]) -> String {
    let mut text = String::from("# name, address, diet, code word\n");
    for player in players {
        let mut fields = vec![player.name.clone()];
        if !player.address.is_empty() {
            fields.push(player.address.clone());
        }
        fields.extend(player.diet.map(|diet| diet.name().to_string()));
        if !player.code.is_empty() {
            fields.push(player.code.clone());
        }
        text.push_str(&fields.join(", "));
        text.push('\n');
    }
    text
}

/// The scenario that is offered first.
fn usual_scenario(edition: &Edition) -> Result<String, Trouble> {
    let offered = PostalSurvival::catalogue(edition)?.scenarios;
    offered.into_iter().next().map_or_else(|| trouble("no scenario"), |first| Ok(first.id))
}

/// `game.toml` of a new game.
fn game_file(wanted: &NewGame<'_>) -> Result<GameFile, Trouble> {
    let mut options = wanted.options.clone();
    if wanted.map.is_some() {
        options.insert("map".into(), DRAWN_NAME.into());
    }
    let scenario = match wanted.scenario {
        "" => usual_scenario(&wanted.edition)?,
        scenario => scenario.to_string(),
    };
    Ok(GameFile {
        name: wanted.name.to_string(),
        scenario,
        seed: wanted.seed.to_string(),
        paused: false,
        master_plays: false,
        options,
    })
}

/// The game with everybody enrolled as the list says, and what happened on the way.
fn enrolled(game: &PostalSurvival, players: &[Enrolled], seed: Seed) -> (Position, Vec<Event>) {
    let (mut dice, mut log) = (Dice::for_step(seed, 0), Log::new());
    let mut position = game.start(&mut dice, &mut log);
    for (seat, player) in Seat::first(game.setup().seats).zip(players) {
        if position.phase == Phase::Enrol {
            position.stated[seat.index()] = player.diet;
            game.apply(&mut position, seat, &Action::from(Line::Done), &mut dice, &mut log);
        }
    }
    (position, log.take().into_iter().map(|entry| entry.event).collect())
}

/// Begins a game in an empty folder.
pub fn new(folder: &Folder, wanted: &NewGame<'_>) -> Result<Work, Trouble> {
    if folder.contains_key("game.toml") {
        return trouble("there is a game in this folder already");
    }
    let edition = edition_with(wanted.edition.clone(), wanted.map.map(|map| map.text));
    let reading = Reading::of(&edition);
    let players = read_players(&reading, wanted.players);
    reading.finish(Some(()))?;
    if players.len() < 2 {
        return trouble("a game has at least two players: give one name a line");
    }
    let file = game_file(wanted)?;
    let toml = toml::to_string(&file).map_err(|error| Trouble(error.to_string()))?;
    // As it will be read from now on: what is wrong with it is told when the game is opened.
    let kept = GameFile::read(&Reading::of(&edition), &toml);
    let kept = kept.map_or_else(|| file.clone(), |(kept, _)| kept);
    let commitment = Commitment::of(&kept, wanted.seed, &edition);
    let notices = commitment.notices();
    let drawn = wanted.map.map_or(DRAWN, |map| map.name);
    let game = opened(edition, &file, &players, drawn)?;
    let (position, events) = enrolled(&game, &players, wanted.seed);
    let mut work = Work::default();
    work.write("players.txt", write_players(&players));
    for (path, text) in wanted.edition.own_files() {
        work.write(format!("{EDITION}{path}"), text);
    }
    if let Some(map) = wanted.map {
        work.write(DRAWN, map.text);
    }
    if !wanted.deadline.is_empty() {
        work.write(in_round(1, "deadline.txt"), format!("{}\n", wanted.deadline));
    }
    work.write(
        "log.txt",
        format!("{} round 0: game begun with {} players\n", wanted.now, players.len()),
    );
    let published = running::Published {
        file: &file,
        game: &game,
        position: &position,
        events: &events,
        notices: &notices,
        sheets: &[],
        deadline: wanted.deadline,
        introduction: "",
    };
    published.write(&mut work, &in_round(0, ""));
    work.write(in_round(0, "notices.txt"), notices.join("\n") + "\n");
    work.write(commitment::path(), running::json(&commitment)?);
    work.write(in_round(0, "events.json"), running::json(&events)?);
    work.write("game.toml", toml);
    work.write(in_round(0, "island.json"), running::json(&position)?);
    work.say(format!(
        "{} begins: {} players, {} hexes. Send out rounds/00/report.html and wait for orders.",
        file.name,
        players.len(),
        position.island.land.len()
    ));
    Ok(work)
}
