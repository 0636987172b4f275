//! The rows of the store.

use super::change::DueDeadline;
use super::value::{Row, UnsoundRow};
use clock::Reliability;
use serde::Serialize;
use std::collections::BTreeMap;
use table::{Contribution, Seat, Setup};

/// Where a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Seats are free.
    Open,
    /// The game is on.
    Playing,
    /// The game is over.
    Over,
}

impl Phase {
    /// The word in the store.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Open => "open",
            Phase::Playing => "playing",
            Phase::Over => "over",
        }
    }

    fn read(word: &str) -> Phase {
        match word {
            "open" => Phase::Open,
            "playing" => Phase::Playing,
            _ => Phase::Over,
        }
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its id, which is in its address.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// The name of the edition; empty for the house's own.
    pub edition: String,
    /// The edition's own files, as JSON.
    pub files: String,
    /// The version of the rules under which it began.
    pub rules: u32,
    /// The guest who opened it.
    pub host: String,
    /// Whether it stands in the lobby's lists.
    pub listed: bool,
    /// Whether seats are dealt at random when the game starts.
    pub shuffled: bool,
    /// The server's seed, sealed; never shown before the end.
    pub seed: String,
    /// What was published of the seed before anybody sat down; empty at tables of older versions.
    pub commitment: String,
    /// What the players added to the seed, as the game began.
    pub contributions: Vec<Contribution>,
    /// The seats that the players had before they were dealt, in the order of seats; empty if they were not.
    pub dealt: Vec<Seat>,
    /// The guest who sees everything and never plays; empty if there is none.
    pub referee: String,
    /// What the referee is called.
    pub referee_name: String,
    /// After how long without a sign of life a player may be replaced.
    pub absence: Absence,
    /// Where it stands.
    pub phase: Phase,
    /// When it was opened, in seconds since 1970.
    pub created: i64,
    /// When somebody last decided, in seconds since 1970; nobody is told it while the game is on.
    pub moved: i64,
    /// Decisions taken; nobody is told this number while the game is on.
    pub steps: usize,
    /// Moments of the game of which the public knows.
    pub told_steps: usize,
    /// When the public last heard of something, in seconds since 1970.
    pub told_at: i64,
    /// The seats that must decide.
    pub deciding: Vec<Seat>,
    /// Whether a bot is among them.
    pub bot_turn: bool,
    /// The digest of the first position.
    pub start_digest: String,
    /// The dice that fell as the game began, as records write them.
    pub start_dice: String,
    /// How it ended, in a sentence.
    pub ended: String,
    /// The table of the rematch; empty if there is none.
    pub rematch: String,
    /// The lesson that is played at it; empty if a game is.
    pub lesson: String,
    /// How often it was changed: by this servers that share the store know what they do not know yet. Nobody is told it, since
    /// what is written in secret counts.
    pub version: i64,
    /// How much time there is, as the line of a clock.
    pub clock: String,
    /// What happens when it has run out, as a line.
    pub at_deadline: String,
    /// How reliable players must be, in a hundred; 0 if anybody may play.
    pub reliable: u32,
    /// Whether its game changes ratings.
    pub rated: bool,
    /// The cup to which its game belongs; empty if it belongs to none.
    pub cup: String,
    /// Where it stands in that cup: round, table and game, each from 0, with spaces between.
    pub cup_place: String,
    /// Whether plans may be tried from it while its game is on.
    pub sandboxes: bool,
    /// Whether players may say something to one of the others alone.
    pub whispers: bool,
    /// When its game was archived, in seconds since 1970, so that its decisions stand in its record alone; 0 if it was not.
    pub archived: i64,
}

impl TableRow {
    /// The set-up with these players.
    pub fn setup(&self, seats: &[SeatRow]) -> Setup {
        Setup {
            scenario: self.scenario.clone(),
            seats: seats.len() as u16,
            names: seats.iter().map(|seat| seat.name.clone()).collect(),
            options: self.options.clone(),
        }
    }
}

/// How long a player must have given no sign of life, while the table waits for them, before a bot may be
/// given their seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Absence {
    /// Two minutes.
    TwoMinutes,
    /// Ten minutes.
    #[default]
    TenMinutes,
    /// An hour.
    Hour,
    /// A day.
    Day,
    /// Three days.
    ThreeDays,
    /// No absence is long enough.
    Never,
}

impl Absence {
    /// All of them, the shortest first.
    pub const ALL: [Absence; 6] = [
        Absence::TwoMinutes,
        Absence::TenMinutes,
        Absence::Hour,
        Absence::Day,
        Absence::ThreeDays,
        Absence::Never,
    ];

    /// The word in the store, in forms and for programs.
    pub fn word(self) -> &'static str {
        match self {
            Absence::TwoMinutes => "2min",
            Absence::TenMinutes => "10min",
            Absence::Hour => "1h",
            Absence::Day => "1day",
            Absence::ThreeDays => "3days",
            Absence::Never => "never",
        }
    }

    /// The absence of that word.
    pub fn read(word: &str) -> Option<Absence> {
        Absence::ALL.into_iter().find(|absence| absence.word() == word)
    }

    /// How long it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Absence::TwoMinutes => "2 minutes",
            Absence::TenMinutes => "10 minutes",
            Absence::Hour => "an hour",
            Absence::Day => "a day",
            Absence::ThreeDays => "3 days",
            Absence::Never => "never",
        }
    }

    /// What it means for those at the table, in a sentence.
    pub fn rule(self) -> String {
        match self {
            Absence::Never => "At this table no player is replaced by a bot.".into(),
            absence => format!(
                "A player who is asked and gives no sign of life for {} may be replaced by a bot.",
                absence.words()
            ),
        }
    }

    /// How many minutes it is, if it ever ends.
    pub fn minutes(self) -> Option<u32> {
        match self {
            Absence::TwoMinutes => Some(2),
            Absence::TenMinutes => Some(10),
            Absence::Hour => Some(60),
            Absence::Day => Some(24 * 60),
            Absence::ThreeDays => Some(3 * 24 * 60),
            Absence::Never => None,
        }
    }
}

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Whoever comes first.
    Open,
    /// Whoever has the private link.
    Link,
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// A person who has left the game.
    Left,
}

impl SeatKind {
    /// The word in the store.
    pub fn word(self) -> &'static str {
        match self {
            SeatKind::Open => "open",
            SeatKind::Link => "link",
            SeatKind::Person => "person",
            SeatKind::Bot => "bot",
            SeatKind::Left => "left",
        }
    }

    fn read(word: &str) -> SeatKind {
        match word {
            "open" => SeatKind::Open,
            "link" => SeatKind::Link,
            "person" => SeatKind::Person,
            "bot" => SeatKind::Bot,
            _ => SeatKind::Left,
        }
    }
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// Which seat.
    pub seat: Seat,
    /// Who sits there.
    pub kind: SeatKind,
    /// The guest who holds it; empty if none does.
    pub holder: String,
    /// What the player is called.
    pub name: String,
    /// The bot's name; empty for people.
    pub bot: String,
    /// The secret of its private link.
    pub link: String,
    /// The secret with which a program plays it.
    pub token: String,
    /// How often its player took something back.
    pub undos: u64,
    /// What its player added to the seed before the game began.
    pub contribution: Option<Contribution>,
    /// The guest for whom the seat is kept, by a bot or empty, while they are away; empty if none.
    pub away: String,
    /// The guest who held it when the game began; empty if a bot did, or it has not begun.
    pub began: String,
    /// Whether that guest has given it up before they were through.
    pub gone: bool,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRow {
    /// Its number, from 1.
    pub step: usize,
    /// Who decided.
    pub seat: Seat,
    /// What, in notation.
    pub action: String,
    /// The digest of the position after it.
    pub digest: String,
    /// The dice that fell, as records write them.
    pub dice: String,
}

/// Something said at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkRow {
    /// Its number, from 1.
    pub number: i64,
    /// When, in seconds since 1970.
    pub at: i64,
    /// Who said it; nobody's seat if it was a spectator.
    pub seat: Option<Seat>,
    /// What they are called.
    pub name: String,
    /// What was said.
    pub text: String,
    /// Who they are; empty if the table itself says it, or a version before wrote it down.
    pub person: String,
}

/// The statement that reads tables, with its columns in the order in which [`table`] takes them.
macro_rules! select_tables {
    ($which:literal) => {
        concat!(
            "SELECT id, game, scenario, options, edition, files, rules, host, listed, shuffled, seed, ",
            "state, created, moved, steps, deciding, bot_turn, start_digest, ended, rematch, lesson, ",
            "commitment, contributions, dealt, referee, referee_name, absence, start_dice, ",
            "told_steps, told_at, version, archived, clock, at_deadline, reliable, rated, cup, cup_place, sandboxes, whispers FROM tables ",
            $which
        )
    };
}
pub(super) use select_tables;

/// The statement that reads seats, with its columns in the order in which [`seat`] takes them.
macro_rules! select_seats {
    ($which:literal) => {
        concat!(
            "SELECT table_id, seat, kind, holder, name, bot, link, token, undos, contribution, away, began, gone ",
            "FROM seats ",
            $which
        )
    };
}
pub(super) use select_seats;

/// Reads a table.
pub fn table(mut row: Row) -> Result<TableRow, UnsoundRow> {
    Ok(TableRow {
        id: row.text(0)?,
        game: row.text(1)?,
        scenario: row.text(2)?,
        options: serde_json::from_str(&row.text(3)?).unwrap_or_default(),
        edition: row.text(4)?,
        files: row.text(5)?,
        rules: row.number(6)?,
        host: row.text(7)?,
        listed: row.flag(8)?,
        shuffled: row.flag(9)?,
        seed: row.text(10)?,
        phase: Phase::read(&row.text(11)?),
        created: row.integer(12)?,
        moved: row.integer(13)?,
        steps: row.count(14)?,
        deciding: deciding_seats(&row.text(15)?),
        bot_turn: row.flag(16)?,
        start_digest: row.text(17)?,
        ended: row.text(18)?,
        rematch: row.text(19)?,
        lesson: row.text(20)?,
        commitment: row.text(21)?,
        contributions: row.text(22)?.lines().filter_map(|line| line.parse().ok()).collect(),
        dealt: deciding_seats(&row.text(23)?),
        referee: row.text(24)?,
        referee_name: row.text(25)?,
        absence: Absence::read(&row.text(26)?).unwrap_or_default(),
        start_dice: row.text(27)?,
        told_steps: row.count(28)?,
        told_at: row.integer(29)?,
        version: row.integer(30)?,
        archived: row.integer(31)?,
        clock: row.text(32)?,
        at_deadline: row.text(33)?,
        reliable: row.number(34)?,
        rated: row.flag(35)?,
        cup: row.text(36)?,
        cup_place: row.text(37)?,
        sandboxes: row.flag(38)?,
        whispers: row.flag(39)?,
    })
}

/// Contributions as the store writes them: one a line.
pub fn contribution_lines<'a>(given: impl IntoIterator<Item = &'a Contribution>) -> String {
    given.into_iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Seats as the store writes them: numbers from 0 with spaces between.
pub fn deciding_word(seats: &[Seat]) -> String {
    let words: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
    words.join(" ")
}

fn deciding_seats(word: &str) -> Vec<Seat> {
    word.split_whitespace().filter_map(|number| number.parse().ok().map(Seat)).collect()
}

/// Reads a seat.
pub fn seat(mut row: Row) -> Result<SeatRow, UnsoundRow> {
    Ok(SeatRow {
        seat: Seat(row.number(1)?),
        kind: SeatKind::read(&row.text(2)?),
        holder: row.text(3)?,
        name: row.text(4)?,
        bot: row.text(5)?,
        link: row.text(6)?,
        token: row.text(7)?,
        undos: row.integer(8)?.max(0) as u64,
        contribution: row.text(9)?.parse().ok(),
        away: row.text(10)?,
        began: row.text(11)?,
        gone: row.flag(12)?,
    })
}

/// Reads a seat with the id of its table.
pub fn seat_of_table(mut row: Row) -> Result<(String, SeatRow), UnsoundRow> {
    Ok((row.text(0)?, seat(row)?))
}

/// Reads a step.
pub fn step(mut row: Row) -> Result<StepRow, UnsoundRow> {
    Ok(StepRow {
        step: row.count(0)?,
        seat: Seat(row.number(1)?),
        action: row.text(2)?,
        digest: row.text(3)?,
        dice: row.text(4)?,
    })
}

/// Reads a line of talk.
pub fn talk(mut row: Row) -> Result<TalkRow, UnsoundRow> {
    Ok(TalkRow {
        number: row.integer(0)?,
        at: row.integer(1)?,
        seat: row.integer(2)?.try_into().ok().map(Seat),
        name: row.text(3)?,
        text: row.text(4)?,
        person: row.text(5)?,
    })
}

/// Reads a single text.
pub fn text(mut row: Row) -> Result<String, UnsoundRow> {
    row.text(0)
}

/// Reads two texts.
pub fn texts(mut row: Row) -> Result<(String, String), UnsoundRow> {
    Ok((row.text(0)?, row.text(1)?))
}

/// Reads a text and a number.
pub fn counted(mut row: Row) -> Result<(String, i64), UnsoundRow> {
    Ok((row.text(0)?, row.integer(1)?))
}

/// Reads a deadline with the id of its table.
pub fn deadline(mut row: Row) -> Result<(String, DueDeadline), UnsoundRow> {
    let due = DueDeadline {
        seat: Seat(row.number(1)?),
        question: row.integer(2)?.max(0) as u64,
        at: row.integer(3)?,
    };
    Ok((row.text(0)?, due))
}

/// Reads two times.
pub fn period(row: Row) -> Result<(i64, i64), UnsoundRow> {
    Ok((row.integer(0)?, row.integer(1)?))
}

/// What a seat has decided beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRow {
    /// Whose seat.
    pub seat: Seat,
    /// Who has decided it: it is nobody else's, whoever sits there.
    pub person: String,
    /// The plan, as JSON.
    pub plan: String,
    /// From when on it is to be asked, in milliseconds since 1970; 0 if it was.
    pub due: i64,
}

/// Reads a plan.
pub fn plan(mut row: Row) -> Result<PlanRow, UnsoundRow> {
    Ok(PlanRow {
        seat: Seat(row.number(0)?),
        person: row.text(1)?,
        plan: row.text(2)?,
        due: row.integer(3)?,
    })
}

/// Reads how reliable somebody is.
pub fn reliability(row: Row) -> Result<Reliability, UnsoundRow> {
    Ok(Reliability {
        kept: row.number(0)?,
        late: row.number(1)?,
        missed: row.number(2)?,
        finished: row.number(3)?,
        left: row.number(4)?,
    })
}
