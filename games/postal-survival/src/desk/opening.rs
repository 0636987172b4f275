//! Opening a game: the list of readers, the map, the start report. PS-GEN-01, PS-SETUP-16

use super::{DRAWN, DRAWN_NAME, Folder, GameFile, Trouble, Work};
use super::{in_round, opened, running, trouble};
use crate::PostalSurvival;
use crate::action::{Action, Line};
use crate::edition::Diet;
use std::collections::BTreeMap;
use table::{Dice, Log, Rules, Seat, Seed};

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

/// What a new game needs.
pub struct NewGame<'a> {
    /// The game's name.
    pub name: &'a str,
    /// The list of readers: one a line, `name, address, diet, code word`; all but the name may be
    /// left out, lines that begin with `#` are skipped.
    pub players: &'a str,
    /// The scenario; empty for the first that is offered.
    pub scenario: &'a str,
    /// Options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// The secret from which all dice follow.
    pub seed: Seed,
    /// The first deadline, as the report prints it.
    pub deadline: &'a str,
    /// The island that somebody drew, as a map file; made by chance if there is none.
    pub map: Option<&'a str>,
    /// The time, for the log.
    pub now: &'a str,
}

/// Reads the list of readers.
pub(super) fn read_players(text: &str) -> Result<Vec<Enrolled>, Trouble> {
    let mut players = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fault = |problem: String| Trouble(format!("players.txt:{}: {problem}", number + 1));
        let mut fields = line.split([',', '\t', ';']).map(str::trim);
        let mut name: String =
            fields.next().unwrap_or_default().chars().filter(|c| !c.is_control()).collect();
        let mut player = Enrolled {
            name: String::new(),
            address: String::new(),
            diet: None,
            code: String::new(),
        };
        if let Some((before, address)) = name.clone().split_once('<') {
            player.address = address.trim_end_matches('>').trim().to_string();
            name = before.trim().to_string();
        }
        for field in fields.filter(|field| !field.is_empty()) {
            let diet = Diet::ALL.into_iter().find(|diet| {
                let lower = field.to_lowercase();
                lower == diet.name() || lower == diet.letter().to_lowercase().to_string()
            });
            match diet {
                Some(diet) => player.diet = Some(diet),
                None if field.contains('@') => {
                    player.address = field.trim_matches(['<', '>']).to_string()
                }
                None if player.code.is_empty() => player.code = field.to_lowercase(),
                None => {
                    return Err(fault(format!(
                        "`{field}` is too much: write name, address, diet, code word"
                    )));
                }
            }
        }
        if name.chars().count() > 60 || !name.chars().any(char::is_alphanumeric) {
            return Err(fault(format!(
                "`{name}` is no name: 1 to 60 characters with a letter or digit"
            )));
        }
        player.name = name;
        players.push(player);
    }
    Ok(players)
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
fn usual_scenario() -> Result<String, Trouble> {
    let offered = PostalSurvival::catalogue(&PostalSurvival::house());
    let offered = offered.map_err(|error| Trouble(error.to_string()))?;
    offered
        .scenarios
        .into_iter()
        .next()
        .map_or_else(|| trouble("no scenario"), |first| Ok(first.id))
}

/// Begins a game in an empty folder.
pub fn new(folder: &Folder, wanted: &NewGame<'_>) -> Result<Work, Trouble> {
    if folder.contains_key("game.toml") {
        return trouble("there is a game in this folder already");
    }
    let players = read_players(wanted.players)?;
    if players.len() < 2 {
        return trouble("a game has at least two players: give one name a line");
    }
    let mut options = wanted.options.clone();
    if wanted.map.is_some() {
        options.insert("map".into(), DRAWN_NAME.into());
    }
    let drawn = wanted.map.map(str::to_string);
    let scenario = match wanted.scenario {
        "" => usual_scenario()?,
        scenario => scenario.to_string(),
    };
    let file = GameFile {
        name: wanted.name.to_string(),
        scenario,
        seed: wanted.seed.to_string(),
        paused: false,
        master_plays: false,
        options,
    };
    let game = opened(&file, &players, drawn.as_ref())?;
    let mut dice = Dice::for_step(wanted.seed, 0);
    let mut log = Log::new();
    let mut position = game.start(&mut dice, &mut log);
    for seat in Seat::first(game.setup().seats) {
        if position.phase == crate::Phase::Enrol {
            if let Some(diet) = players[seat.index()].diet {
                position.stated[seat.index()] = Some(diet);
            }
            game.apply(&mut position, seat, &Action::from(Line::Done), &mut dice, &mut log);
        }
    }
    let mut work = Work::default();
    let toml = toml::to_string(&file).map_err(|error| Trouble(error.to_string()))?;
    work.write("players.txt", write_players(&players));
    if let Some(map) = drawn {
        work.write(DRAWN, map);
    }
    if !wanted.deadline.is_empty() {
        work.write(in_round(1, "deadline.txt"), format!("{}\n", wanted.deadline));
    }
    work.write(
        "log.txt",
        format!("{} round 0: game begun with {} players\n", wanted.now, players.len()),
    );
    let events: Vec<crate::Event> = log.take().into_iter().map(|entry| entry.event).collect();
    let published = running::Published {
        file: &file,
        game: &game,
        position: &position,
        events: &events,
        notices: &[],
        sheets: &[],
        deadline: wanted.deadline,
        introduction: "",
    };
    published.write(&mut work, &in_round(0, ""));
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
