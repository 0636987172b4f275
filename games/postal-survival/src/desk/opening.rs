//! Opening a game: the list of readers, the map, the start report. PS-GEN-01, PS-SETUP-16

use super::commitment::{self, Commitment};
use super::{DRAWN, DRAWN_NAME, Deadline, EDITION, Folder, GameFile, Trouble, Work};
use super::{edition_with, in_round, opened, running, trouble};
use crate::PostalSurvival;
use crate::action::{Action, Line};
use crate::edition::Diet;
use crate::event::Event;
use crate::position::{Phase, Position};
use crate::speech::report::account::Tone;
use std::collections::BTreeMap;
use table::reading::{Kind, Reading, Value};
use table::{Dice, Edition, Fault, Log, Rules, Seat, Seed};

/// A reader on the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enrolled {
    /// The name.
    pub name: String,
    /// Where mail may come from; answers go to the first.
    pub addresses: Vec<String>,
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
    /// The list of readers, as CSV (name, address, diet, code; all but the name may be left out) or as
    /// TOML with `[[reader]]` tables.
    pub players: Handed<'a>,
    /// The edition; its own files are kept with the game.
    pub edition: Edition,
    /// The scenario; empty for the first that is offered.
    pub scenario: &'a str,
    /// Options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// The secret from which all dice follow.
    pub seed: Seed,
    /// The first deadline.
    pub deadline: Deadline,
    /// The calendar of deadlines, as a clock is written; empty if the master sets each.
    pub clock: &'a str,
    /// How the account is told.
    pub tone: Tone,
    /// Whether reports wait for the master's word before they go out by mail.
    pub approve: bool,
    /// The island that somebody drew, as a map file; made by chance if there is none.
    pub map: Option<Handed<'a>>,
    /// The time, for the log.
    pub now: &'a str,
}

/// Where a list of readers comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Age {
    /// It is handed in for a new game: everything in it must be as it should.
    New,
    /// A folder keeps it, which an older version may have written.
    Kept,
}

/// The columns of a list of readers.
const COLUMNS: [&str; 4] = ["name", "address", "diet", "code"];

/// Reads the list of readers, as CSV or as TOML; faults are noted where they stand.
pub(super) fn read_players(reading: &Reading, list: Handed<'_>, age: Age) -> Vec<Enrolled> {
    let tables = list.text.lines().any(|line| line.trim_start().starts_with("[["));
    match list.name.ends_with(".toml") || tables {
        true => read_tables(reading, list),
        false => read_rows(reading, list, age),
    }
}

/// `[[reader]]` tables with `name`, `address`, `diet` and `code`.
fn read_tables(reading: &Reading, list: Handed<'_>) -> Vec<Enrolled> {
    let file = reading.text(list.name, list.text);
    let mut players = Vec::new();
    let mut codes: Vec<Value> = Vec::new();
    let tables = file.tables("reader");
    for table in &tables {
        let name = table.value("name");
        let said = name.text().unwrap_or_default();
        if let Some(problem) = bad_name(&said) {
            name.fault(problem);
        }
        let addresses = table.optional("address").map_or(Vec::new(), |value| match value.kind() {
            Some(Kind::List) => {
                value.items().unwrap_or_default().iter().filter_map(Value::text).collect()
            }
            _ => value.text().into_iter().collect(),
        });
        let diet = table.optional("diet").and_then(|value| {
            let said = value.text()?;
            let diet = named_diet(&said);
            if diet.is_none() {
                value.fault(no_diet(&said));
            }
            diet
        });
        let code = table.optional("code");
        let word = code.as_ref().and_then(Value::text).unwrap_or_default().to_lowercase();
        codes.extend(code);
        players.push(Enrolled { name: said, addresses, diet, code: word });
    }
    if !codes.is_empty() && codes.len() < tables.len() {
        for (table, player) in tables.iter().zip(&players) {
            if player.code.is_empty() {
                table.wrong(NO_CODE);
            }
        }
    }
    players
}

const NO_CODE: &str = "code is missing: other readers have one; say `-` for none";

/// Rows of CSV: quotes around what holds a comma, several addresses, `#` before a remark. A first row of
/// column names is understood.
fn read_rows(reading: &Reading, list: Handed<'_>, age: Age) -> Vec<Enrolled> {
    let text = list.text.trim_start_matches('\u{feff}');
    let sign = delimiter(text);
    let mut rows = csv::ReaderBuilder::new();
    rows.has_headers(false).flexible(true).comment(Some(b'#')).delimiter(sign).trim(csv::Trim::All);
    let mut players: Vec<(Row<'_>, Enrolled)> = Vec::new();
    let mut columns: Option<Vec<usize>> = None;
    for (place, record) in rows.from_reader(text.as_bytes()).records().enumerate() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let byte = error.position().map_or(0, csv::Position::byte);
                let (line, said) = line_at(text, byte);
                let row = Row { reading, file: list.name, line, text: said, asks_code: false };
                row.fault("", format!("this is no CSV: {error}"));
                continue;
            }
        };
        let (line, said) = line_at(text, record.position().map_or(0, csv::Position::byte));
        let mut row = Row { reading, file: list.name, line, text: said, asks_code: false };
        // What stands in quotes is not parted again.
        let other = if said.starts_with('"') { None } else { resplit(&record) };
        let record = other.as_ref().unwrap_or(&record);
        let fields: Vec<&str> = record.iter().collect();
        if fields.iter().all(|field| field.is_empty()) {
            continue;
        }
        if place == 0 && fields[0].eq_ignore_ascii_case("name") {
            columns = row.columns(&fields);
            continue;
        }
        let player = match &columns {
            Some(columns) => {
                row.asks_code = columns.contains(&3);
                row.by_columns(columns, &fields)
            }
            None => row.by_shape(&fields, age),
        };
        players.push((row, player));
    }
    // Where others have a code word, one that is left empty was forgotten.
    if age == Age::New && players.iter().any(|(_, player)| !player.code.is_empty()) {
        let forgotten =
            |(row, player): &&(Row<'_>, Enrolled)| row.asks_code && player.code.is_empty();
        for (row, _) in players.iter().filter(forgotten) {
            row.fault("", NO_CODE.to_string());
        }
    }
    let uncoded = |player: Enrolled| Enrolled {
        code: if player.code == "-" { String::new() } else { player.code },
        ..player
    };
    players.into_iter().map(|(_, player)| uncoded(player)).collect()
}

/// The line of a row, which begins at this byte or behind the blank lines and remarks that do; and its
/// number.
fn line_at(text: &str, byte: u64) -> (usize, &str) {
    let from = usize::try_from(byte).unwrap_or(usize::MAX).min(text.len());
    let before = text.get(..from).unwrap_or_default().matches('\n').count();
    let rest = text.get(from..).unwrap_or_default();
    let is_row = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let mut lines = rest.lines().enumerate();
    let row = lines.find(|(_, line)| is_row(line));
    row.map_or((before + 1, ""), |(skipped, line)| (before + skipped + 1, line))
}

/// What stands between the fields: a tab, a semicolon or a comma, whichever the first row has.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let mut quoted = false;
    let mut found = b',';
    for letter in first.unwrap_or_default().bytes() {
        match letter {
            b'"' => quoted = !quoted,
            b'\t' | b';' | b',' if !quoted => {
                found = letter;
                break;
            }
            _ => {}
        }
    }
    found
}

/// A row that is parted by another sign than the first.
fn resplit(record: &csv::StringRecord) -> Option<csv::StringRecord> {
    let only = record.get(0).filter(|_| record.len() == 1)?;
    let sign = [b'\t', b';', b','].into_iter().find(|sign| only.as_bytes().contains(sign))?;
    let mut again = csv::ReaderBuilder::new();
    again.has_headers(false).flexible(true).delimiter(sign).trim(csv::Trim::All);
    again.from_reader(only.as_bytes()).records().next()?.ok()
}

/// A row of the list, for faults.
struct Row<'r> {
    reading: &'r Reading,
    file: &'r str,
    /// The number of its line, from 1, and the line itself.
    line: usize,
    text: &'r str,
    /// Whether there is a place for a code word.
    asks_code: bool,
}

impl Row<'_> {
    /// Notes a fault where these words stand in the row, or at its beginning.
    fn fault(&self, said: &str, problem: String) {
        let byte = if said.is_empty() { None } else { self.text.rfind(said) };
        let column = byte.map_or(1, |byte| self.text[..byte].chars().count() + 1);
        self.reading.fault(Fault {
            file: self.file.to_string(),
            at: Some((self.line, column)),
            field: String::new(),
            problem,
        });
    }

    /// Which column is which.
    fn columns(&self, fields: &[&str]) -> Option<Vec<usize>> {
        let mut columns = Vec::new();
        for field in fields {
            let lower = field.to_lowercase();
            let wanted = match lower.as_str() {
                "addresses" | "mail" | "email" | "e-mail" => "address",
                "code word" | "codeword" => "code",
                lower => lower,
            };
            match COLUMNS.iter().position(|column| *column == wanted) {
                Some(column) => columns.push(column),
                None => {
                    self.fault(
                        "",
                        format!("`{field}` is no column: say name, address, diet, code"),
                    );
                    columns.push(COLUMNS.len());
                }
            }
        }
        Some(columns)
    }

    fn by_columns(&self, columns: &[usize], fields: &[&str]) -> Enrolled {
        let mut values = [""; COLUMNS.len()];
        for (place, field) in fields.iter().enumerate() {
            match columns.get(place) {
                Some(column) if *column < COLUMNS.len() => values[*column] = field,
                Some(_) => {}
                None if field.is_empty() => {}
                None => {
                    self.fault(field, format!("`{field}` is too much: there is no such column"))
                }
            }
        }
        let [name, addresses, diet, code] = values;
        let (name, inside) = self.name(name);
        let apart = addresses.split([' ', ';', ',']).filter(|address| !address.is_empty());
        let addresses = inside.into_iter().chain(apart.filter_map(|said| self.address(said)));
        Enrolled {
            name,
            addresses: addresses.collect(),
            diet: self.diet(diet),
            code: code.to_lowercase(),
        }
    }

    /// Name, addresses (known by their @), diet and code, in this order; all but the name may be left
    /// out at the end.
    fn by_shape(&mut self, fields: &[&str], age: Age) -> Enrolled {
        let (name, inside) = self.name(fields[0]);
        let mut player = Enrolled {
            name,
            addresses: inside.into_iter().collect(),
            diet: None,
            code: String::new(),
        };
        let mut rest = Vec::new();
        for field in &fields[1..] {
            match field.contains('@') {
                true => player
                    .addresses
                    .extend(field.split_whitespace().filter_map(|said| self.address(said))),
                false => rest.push(*field),
            }
        }
        // A place that was left empty for an address.
        if rest.first() == Some(&"") && player.addresses.is_empty() {
            rest.remove(0);
        }
        // Older versions left out the diet before a code.
        if age == Age::Kept && rest.len() == 1 && named_diet(rest[0]).is_none() {
            rest.insert(0, "");
        }
        player.diet = rest.first().and_then(|said| self.diet(said));
        player.code = rest.get(1).map(|said| said.to_lowercase()).unwrap_or_default();
        self.asks_code = rest.len() > 1;
        if named_diet(&player.code).is_some() {
            let said = rest[1];
            self.fault(said, format!("`{said}` is a second diet: say name, address, diet, code"));
        }
        for much in rest.iter().skip(2).filter(|much| !much.is_empty()) {
            self.fault(much, format!("`{much}` is too much: say name, address, diet, code"));
        }
        player
    }

    /// A name, and the address in angle brackets behind it.
    fn name(&self, said: &str) -> (String, Option<String>) {
        let said: String = said.chars().filter(|letter| !letter.is_control()).collect();
        let (name, address) = match said.split_once('<') {
            Some((name, address)) => (
                name.trim().trim_matches('"').trim().to_string(),
                Some(address.trim_end_matches('>').trim()),
            ),
            None => (said.trim().to_string(), None),
        };
        if let Some(problem) = bad_name(&name) {
            self.fault("", problem);
        }
        (name, address.and_then(|address| self.address(address)))
    }

    fn address(&self, said: &str) -> Option<String> {
        let said = said.trim_matches(['<', '>', ' ']);
        let parts = said.split_once('@');
        match parts.is_some_and(|(who, place)| {
            !who.is_empty() && !place.is_empty() && !place.contains('@')
        }) {
            true => Some(said.to_string()),
            false => {
                self.fault(said, format!("`{said}` is no address: say somebody@example.org"));
                None
            }
        }
    }

    fn diet(&self, said: &str) -> Option<Diet> {
        let diet = named_diet(said);
        if diet.is_none() && !said.is_empty() {
            self.fault(said, no_diet(said));
        }
        diet
    }
}

fn bad_name(name: &str) -> Option<String> {
    let bad = name.chars().count() > 60 || !name.chars().any(char::is_alphanumeric);
    bad.then(|| format!("`{name}` is no name: say 1 to 60 characters with a letter or digit"))
}

fn no_diet(said: &str) -> String {
    format!(
        "`{said}` is no diet: say herbivore, omnivore or carnivore (H, O, C), or nothing for one by chance; a code word stands behind the diet"
    )
}

/// The diet of that name or letter.
fn named_diet(said: &str) -> Option<Diet> {
    let lower = said.to_lowercase();
    let letter = |diet: Diet| diet.letter().to_lowercase().to_string();
    Diet::ALL.into_iter().find(|diet| lower == diet.name() || lower == letter(*diet))
}

/// The list of readers as it is kept.
pub(super) fn write_players(players: &[Enrolled]) -> String {
    let mut rows = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail.
    let _ = rows.write_record(COLUMNS);
    for player in players {
        let addresses = player.addresses.join(" ");
        let diet = player.diet.map_or("", |diet| diet.name());
        let _ = rows.write_record([player.name.as_str(), &addresses, diet, &player.code]);
    }
    let bytes = rows.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
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
        approve: wanted.approve,
        clock: wanted.clock.to_string(),
        tone: wanted.tone,
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
    let players = read_players(&reading, wanted.players, Age::New);
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
    if !wanted.deadline.words.is_empty() {
        work.write(in_round(1, "deadline.txt"), wanted.deadline.file());
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
        deadline: &wanted.deadline.words,
        introduction: "",
        edits: &[],
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
