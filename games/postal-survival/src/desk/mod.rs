//! The game-master's desk: a whole game in a folder of plain files, as pure logic.
//!
//! A [`Folder`] is a value: paths and texts. Every operation gives back the [`Change`]s to make, in
//! order, and what to say; a program only has to read the files and to write each one atomically. The
//! change that makes a round count comes last, so that a program which dies in between has lost
//! nothing: a round is played when its `island.json` is there, and everything else can be written
//! again.
//!
//! ```text
//! game.toml                   name, scenario, options, seed
//! players.txt                 the list of readers: name, addresses, diet, code word
//! map.toml                    the island that somebody drew, if it was not made by chance
//! log.txt                     every act of the master, with time
//! rounds/00/island.json       the island before the first round
//! rounds/00/commitment.json   what the start report commits the master to
//! rounds/06/orders/017.txt    what species 17 has sent for round 6, message by message
//! rounds/06/late/017.txt      what came too late
//! rounds/06/answers/017.txt   what species 17 was answered, message by message
//! rounds/06/deadline.txt      the deadline of round 6, as reports print it
//! rounds/06/introduction.txt  what the report of round 6 begins with
//! rounds/06/account.json      what the master changed in the account of round 6
//! rounds/06/approved.txt      the report of round 6 may go out, if it waits for that
//! rounds/06/notices.txt       what the report of round 6 will say besides
//! rounds/06/island.json       the island after round 6: the round is played
//! rounds/06/events.json       what happened
//! rounds/06/report.*          the report as txt, md, html, json, and the map as svg
//! rounds/06/players/017.txt   the part for one player alone
//! draft/…                     the same of a preview
//! ```

mod amending;
mod commitment;
mod intake;
mod letters;
mod names;
mod opening;
mod parting;
mod publishing;
pub mod reader;
mod running;

pub use amending::Amendment;
pub use intake::{Mail, Proof};
pub use letters::{Owed, Tells};
pub use opening::{Enrolled, Handed, NewGame, new};
pub use publishing::{AccountEdit, Deadline};

use crate::action::Press;
use crate::desk::commitment::Commitment;
use crate::desk::reader::ReaderDesk;
use crate::position::{Kind, Number, Position, Sheet};
use crate::speech::report::account::Tone;
use crate::{PostalSurvival, edition};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use table::reading::Reading;
use table::{Dice, Edition, Fit, Rules, Seed, Setup, SetupError};

/// A folder: paths, with `/` between their parts, and texts.
pub type Folder = BTreeMap<String, String>;

/// One change of the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Write this text to this file, replacing what is there.
    Write {
        /// The path.
        path: String,
        /// The text.
        text: String,
    },
    /// Remove this file.
    Remove {
        /// The path.
        path: String,
    },
}

impl Change {
    /// Makes the change in a folder held in memory.
    pub fn make(&self, folder: &mut Folder) {
        match self {
            Change::Write { path, text } => drop(folder.insert(path.clone(), text.clone())),
            Change::Remove { path } => drop(folder.remove(path)),
        }
    }
}

/// What an operation does and says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The changes, to be made in this order.
    pub changes: Vec<Change>,
    /// What to tell the master.
    pub messages: Vec<String>,
    /// Answers to players: the species' number, its address, and the text.
    pub answers: Vec<(Number, String, String)>,
    /// Which of the mails that were handed in are of nobody who is known, by their places.
    pub unplaced: Vec<usize>,
}

impl Work {
    fn write(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.changes.push(Change::Write { path: path.into(), text: text.into() });
    }

    fn say(&mut self, message: impl Into<String>) {
        self.messages.push(message.into());
    }

    /// Makes all changes in a folder held in memory.
    pub fn make(&self, folder: &mut Folder) {
        self.changes.iter().for_each(|change| change.make(folder));
    }
}

/// Why something could not be done; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble(pub String);

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Trouble {}

impl From<SetupError> for Trouble {
    fn from(error: SetupError) -> Trouble {
        Trouble(error.to_string())
    }
}

fn trouble<T>(text: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble(text.into()))
}

/// `game.toml`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameFile {
    /// The game's name, as reports print it.
    pub name: String,
    /// The scenario.
    pub scenario: String,
    /// The secret from which all dice follow. It is shown in the final report.
    pub seed: String,
    /// Whether the clocks stand still.
    pub paused: bool,
    /// Whether the master plays too, and so must not look at orders. PS-GM-08
    pub master_plays: bool,
    /// Whether reports wait for the master's word before they go out by mail. PS-GM-11
    #[serde(skip_serializing_if = "is_off")]
    pub approve: bool,
    /// The calendar of deadlines, as a clock is written; empty if the master sets each. PS-GM-12
    #[serde(skip_serializing_if = "String::is_empty")]
    pub clock: String,
    /// How the account is told. PS-REP-12
    #[serde(skip_serializing_if = "is_usual")]
    pub tone: Tone,
    /// Options that differ from their defaults.
    pub options: BTreeMap<String, String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_off(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_usual(tone: &Tone) -> bool {
    *tone == Tone::default()
}

impl GameFile {
    /// The file as the folder keeps it, with its seed; faults are noted.
    fn read(reading: &Reading, text: &str) -> Option<(GameFile, Seed)> {
        let file = reading.text("game.toml", text);
        let (name, scenario) = (file.text("name"), file.value("scenario"));
        scenario.known("scenario", reading.edition().names_in("scenarios"));
        let seed: Option<Seed> = file.value("seed").parsed(str::parse);
        let (paused, master_plays) =
            (file.flag_or("paused", false), file.flag_or("master_plays", false));
        let (approve, clock) = (file.flag_or("approve", false), file.text_or("clock", ""));
        let tone = file.choice_or("tone", Tone::default());
        let options = file.optional_table("options");
        let offered = edition::options(reading.edition());
        let options = options.map(|table| table.options(&offered)).unwrap_or_default();
        let (scenario, seed) = (scenario.text()?, seed?);
        let file = GameFile {
            name,
            scenario,
            seed: seed.to_string(),
            paused,
            master_plays,
            approve,
            clock,
            tone,
            options,
        };
        Some((file, seed))
    }
}

/// An open folder.
pub struct Desk<'f> {
    folder: &'f Folder,
    file: GameFile,
    players: Vec<Enrolled>,
    game: PostalSurvival,
    position: Position,
    seed: Seed,
}

/// The island that somebody drew: its file, its name as an option, and its file in the edition.
const DRAWN: &str = "map.toml";
const DRAWN_NAME: &str = "drawn";
const DRAWN_PATH: &str = "maps/drawn.toml";

/// Where the files of an edition of one's own are kept.
const EDITION: &str = "edition/";

/// The path of a file of a round.
fn in_round(round: u16, file: &str) -> String {
    format!("rounds/{round:02}/{file}")
}

impl<'f> Desk<'f> {
    /// Opens a folder; every fault of its files is told with the file's name.
    pub fn open(folder: &'f Folder) -> Result<Desk<'f>, Trouble> {
        let text = folder.get("game.toml").ok_or_else(|| {
            Trouble("there is no game here: no game.toml. Begin one with `new`.".into())
        })?;
        let drawn = folder.get(DRAWN).map(String::as_str);
        let edition = edition_with(kept_edition(folder), drawn);
        let reading = Reading::of(&edition);
        let file = GameFile::read(&reading, text);
        let list = folder.get("players.txt").map_or("", String::as_str);
        let list = Handed { name: "players.txt", text: list };
        let players = opening::read_players(&reading, list, opening::Age::Kept);
        let (file, seed) = reading.finish(file)?;
        Commitment::of(&file, seed, &edition).hold(folder)?;
        let game = opened(edition, &file, &players, DRAWN)?;
        let round =
            last_round(folder).ok_or_else(|| Trouble("rounds/00/island.json is missing".into()))?;
        let position = read_position(folder, round)?;
        Ok(Desk { folder, file, players, game, position, seed })
    }

    /// The island and the game as of the last round played.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The coming round.
    pub fn coming(&self) -> u16 {
        self.position.island.coming()
    }

    /// Whether the master plays too, and so must not look at orders. PS-GM-08
    pub fn master_plays(&self) -> bool {
        self.file.master_plays
    }

    fn reading(&self, species: Kind) -> ReaderDesk<'_> {
        ReaderDesk {
            island: &self.position.island,
            rulings: self.game.rulings(),
            species,
            shared: false,
            at_table: false,
        }
    }

    fn orders_path(&self, species: Kind, place: &str) -> String {
        let number = self.position.island[species].number;
        in_round(self.coming(), &format!("{place}/{number:03}.txt"))
    }

    /// The orders of every species as they stand: messages are read again in the order they came.
    pub fn sheets(&self) -> Vec<Sheet> {
        self.position.island.kinds().map(|species| self.sheet(species)).collect()
    }

    /// The orders of one species as they stand.
    pub fn sheet(&self, species: Kind) -> Sheet {
        let kept = self.folder.get(&self.orders_path(species, "orders"));
        kept.map(|text| self.sheet_of(species, text)).unwrap_or_default()
    }

    fn sheet_of(&self, species: Kind, text: &str) -> Sheet {
        let mut sheet = Sheet::default();
        let own: Vec<Kind> = self.position.island.kinds().collect();
        let seat = self.position.island[species].seat;
        let shared =
            own.iter().filter(|other| self.position.island[**other].seat == seat).count() > 1;
        for message in intake::messages(text) {
            let desk = ReaderDesk { shared, ..self.reading(species) };
            let reading = reader::read_written(&message.written, desk);
            if reading.withdraws {
                sheet = Sheet::default();
            }
            // A message that holds only press or a vote leaves earlier orders in force.
            if reading.counts() && (reading.has_orders() || !reading.lines.is_empty()) {
                let replaces = reading.has_orders() && !reading.amends;
                let mut base = if replaces { Sheet::default() } else { sheet.clone() };
                reading.lines.iter().for_each(|line| line.write_on(&mut base));
                sheet = base;
            }
        }
        // What was sent twice is printed once.
        let mut printed: Vec<Press> = Vec::new();
        for press in std::mem::take(&mut sheet.press) {
            if !printed.contains(&press) {
                printed.push(press);
            }
        }
        sheet.press = printed;
        sheet
    }

    /// Who has sent what, for the master. PS-ORD-04
    pub fn status(&self) -> String {
        let island = &self.position.island;
        let round = self.coming();
        let mut lines = vec![format!(
            "{}, round {round} ({}).",
            self.file.name,
            crate::rules::calendar::spoken(round)
        )];
        if let Some(conclusion) = self.position.conclusion(self.game.rulings()) {
            lines.push(format!("The game is over. {conclusion}"));
            return lines.join("\n") + "\n";
        }
        let deadline = self.deadline(round);
        if !deadline.is_empty() {
            lines.push(format!("Deadline: {deadline}."));
        }
        if self.file.paused {
            lines.push("The game is paused.".into());
        }
        if self.waits_for_approval() {
            let last = self.position.island.round;
            lines.push(format!("The report of round {last} waits for your word: `approve`."));
        }
        let mut sent = 0;
        let mut rows = Vec::new();
        for index in island.kinds().filter(|species| island.lives(*species)) {
            let species = &island[index];
            let text = self.folder.get(&self.orders_path(index, "orders"));
            let messages = text.map_or(0, |text| intake::messages(text).len());
            let orders = self.sheet(index).has_orders();
            sent += usize::from(orders);
            let late = self.folder.contains_key(&self.orders_path(index, "late"));
            let what = match (orders, messages, species.standing.is_some()) {
                (true, ..) => "orders",
                (false, 0, true) => "nothing; standing orders",
                (false, 0, false) => "nothing",
                (false, _, true) => "no orders, but a message; standing orders",
                (false, _, false) => "no orders, but a message",
            };
            let late = if late { ", and something too late" } else { "" };
            rows.push(format!("  {:>4}  {:<24} {what}{late}", species.number, species.player));
        }
        lines.push(format!("{sent} of {} living species have sent orders.", rows.len()));
        if !self.file.master_plays {
            lines.append(&mut rows);
        }
        lines.join("\n") + "\n"
    }

    /// A line that the master wrote for a round; empty if none.
    fn words(&self, round: u16, file: &str) -> &str {
        self.folder.get(&in_round(round, file)).map_or("", |text| text.trim_end())
    }

    /// The deadline of a round, as reports print it.
    fn deadline(&self, round: u16) -> &str {
        self.words(round, "deadline.txt").lines().next().unwrap_or_default()
    }

    fn logged(&self, work: &mut Work, now: &str, act: &str) {
        let before = self.folder.get("log.txt").map_or("", String::as_str);
        work.write("log.txt", format!("{before}{now} round {}: {act}\n", self.coming()));
    }

    /// Where answers to a species' player go.
    fn address(&self, species: Kind) -> String {
        self.addresses(species).first().cloned().unwrap_or_default()
    }

    /// All addresses of a species' player.
    fn addresses(&self, species: Kind) -> &[String] {
        let seat = self.position.island[species].seat.index();
        self.players.get(seat).map_or(&[], |player| &player.addresses)
    }

    /// The seed of a round: new dice, where the master asked for them, change it from there on.
    /// PS-GM-03
    fn seed_of(&self, round: u16) -> Seed {
        let mut seed = self.seed;
        for earlier in 0..=round {
            let rolls = self.folder.get(&in_round(earlier, "new-dice.txt"));
            for number in 0..rolls.map_or(0, |text| text.lines().count()) {
                seed = renewed(seed, earlier, number as u64);
            }
        }
        seed
    }
}

/// Another seed that follows from this one.
fn renewed(seed: Seed, round: u16, number: u64) -> Seed {
    let mut dice = Dice::seeded(seed);
    dice.stream("new dice", &[u64::from(round), number], |dice| {
        Seed(std::array::from_fn(|_| (dice.roll("new dice", 256) - 1).fit::<u8>()))
    })
}

/// The game after a round, as the folder keeps it.
fn read_position(folder: &Folder, round: u16) -> Result<Position, Trouble> {
    let path = in_round(round, "island.json");
    let text = folder.get(&path);
    let text =
        text.ok_or_else(|| Trouble(format!("{path} is missing: round {round} was not played")))?;
    let position: Position =
        serde_json::from_str(text).map_err(|error| Trouble(format!("{path}: {error}")))?;
    if position.island.round != round {
        return trouble(format!(
            "{path}: this is the island after round {}",
            position.island.round
        ));
    }
    match position.island.fault() {
        Some(fault) => trouble(format!("{path}: {fault}")),
        None => Ok(position),
    }
}

/// The last round that was played.
fn last_round(folder: &Folder) -> Option<u16> {
    folder
        .keys()
        .filter_map(|path| path.strip_prefix("rounds/")?.strip_suffix("/island.json")?.parse().ok())
        .max()
}

/// The edition of a folder: the house's, with the files that the game was begun with laid over it.
fn kept_edition(folder: &Folder) -> Edition {
    let own = folder.iter().filter_map(|(path, text)| Some((path.strip_prefix(EDITION)?, text)));
    own.fold(PostalSurvival::house(), |edition, (path, text)| edition.with(path, text))
}

/// The edition with the island that somebody drew.
fn edition_with(edition: Edition, drawn: Option<&str>) -> Edition {
    match drawn {
        Some(map) => edition.with(DRAWN_PATH, map),
        None => edition,
    }
}

/// The game of a folder. Faults of the drawn island are told in the file of that name.
fn opened(
    edition: Edition,
    file: &GameFile,
    players: &[Enrolled],
    drawn: &str,
) -> Result<PostalSurvival, Trouble> {
    let setup = Setup {
        scenario: file.scenario.clone(),
        seats: players.len().fit::<u16>(),
        names: players.iter().map(|player| player.name.clone()).collect(),
        options: file.options.clone(),
    };
    PostalSurvival::open(&edition, &setup).map_err(|mut error| {
        for fault in error.0.iter_mut().filter(|fault| fault.file == DRAWN_PATH) {
            fault.file = drawn.into();
        }
        error.into()
    })
}
