//! The store: where every acknowledged decision lies.
//!
//! It has one of two homes: a SQLite file, or a PostgreSQL database. What is asked and written is the same for both
//! ([`statements`]), and so are its rows ([`rows`]); a home brings its SQL, and knows how to ask it and how to write a
//! group of changes ([`home`]).
//!
//! All writing is done by one thread. It takes whatever is waiting, writes it in one transaction
//! and answers when that transaction is durable: under load many decisions share one
//! synchronisation of the disk, and alone a decision waits for just its own. Reading happens beside
//! it on connections of its own.

mod address;
mod archive;
mod change;
mod company;
mod contests;
mod disk;
mod folder;
mod home;
mod mails;
mod migrations;
mod news;
mod notices;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod private;
mod rows;
mod sandboxes;
mod sqlite;
mod statements;
#[cfg(test)]
mod suite;
mod transfer;
mod upkeep;
mod value;
mod writer;

pub(crate) use address::Place;
pub use address::{StoreAddress, StoreAddressError};
pub use archive::{Archiving, Looked};
pub use change::{Change, DueDeadline, PlanChange, SeatReliability, TableProgress, TableTime};
pub use company::{BlockRow, Bond, CompanyChange, FriendRow, ReportRow, SeekRow};
pub use contests::{ContestChange, CupRow, Meeting, Played, RatingRow, ResultRow};
pub use disk::{Disk, RealDisk};
pub use folder::{DataFolder, give_to_owner, plain_words};
pub use home::{Damage, LivingServer, Sharing};
#[cfg_attr(
    not(any(feature = "mail", test)),
    expect(unused_imports, reason = "no mail comes in or goes out")
)]
pub use mails::{ArrivalRow, LetterRow, MailChange};
pub use news::News;
pub use notices::{NoticeChange, NoticeEnd, NoticeRow, WayRow};
pub use people::{DeviceRow, ListedPerson, PasskeyRow, PersonChange, PersonRow};
pub use private::{NotesRow, PrivateChange, WHISPERS, WhisperRow};
pub use rows::{Absence, Phase, PlanRow, SeatKind, SeatRow, StepRow, TableRow, TalkRow};
pub use sandboxes::{MOST_SANDBOXES, SandboxChange, SandboxRow};
pub use transfer::{CopiedRelation, UNFINISHED};
pub use upkeep::{
    StoreCheck, StorePlace, backup, check, copy, is_there, opened_for_reading, opened_for_writing,
};

use crate::fence;
use crate::metrics::StoreMetrics;
use crate::planted::{Bug, planted};
use futures_core::future::BoxFuture;
use home::{Asked, Home, Writing, Written};
use private::PrivateQuestion;
use statements::Question;
use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::oneshot;
use tracing::Instrument as _;
use value::{Row, UnsoundRow, Value, values};
use writer::{Trouble, Writer};

/// Why the store could not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Somebody else has already written this step.
    Taken,
    /// Whoever asked for it was signed out before it could be written.
    SignedOut,
    /// The file, the disk or the database failed: whether what was to be written is there is not known.
    Failed(String),
    /// The disk is full.
    Full,
    /// What was to be read or changed is damaged, for good.
    Damaged(String),
    /// The server is stopping.
    Closed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Taken => f.write_str("this step has already been taken"),
            StoreError::SignedOut => f.write_str("whoever asked for it is signed out"),
            StoreError::Failed(why) => write!(f, "the store failed: {why}"),
            StoreError::Full => f.write_str("the disk is full"),
            StoreError::Damaged(why) => f.write_str(why),
            StoreError::Closed => f.write_str("the server is stopping"),
        }
    }
}

impl StoreError {
    /// What anybody may know of it: what lies beneath is told to the log.
    pub fn in_our_words(&self) -> &'static str {
        match self {
            StoreError::Failed(why) if why == GONE => GONE,
            StoreError::Taken | StoreError::SignedOut | StoreError::Failed(_) => {
                "the last change could not be written: the log says why"
            }
            StoreError::Full => "the disk is full",
            StoreError::Damaged(_) => "a part of the store is damaged",
            StoreError::Closed => "the server is stopping",
        }
    }
}

impl std::error::Error for StoreError {}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> StoreError {
        match error.kind() {
            std::io::ErrorKind::StorageFull => StoreError::Full,
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

/// How a row is read.
type Reading<T> = fn(Row) -> Result<T, UnsoundRow>;

/// All rows: one that does not hold what it should is an error.
fn all_rows<T>(rows: Vec<Row>, read: Reading<T>) -> Result<Vec<T>, StoreError> {
    Ok(rows.into_iter().map(read).collect::<Result<_, _>>()?)
}

/// The rows that hold what they should: one that does not keeps nobody from the others.
fn sound_rows<T>(rows: Vec<Row>, read: Reading<T>) -> Vec<T> {
    rows.into_iter().filter_map(|row| read(row).ok()).collect()
}

/// Less than this on the disk is a full disk.
const FULL_DISK: u64 = 16 * 1024 * 1024;

/// The store of one server. Copies share it.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    home: Box<dyn Home>,
    writer: Mutex<Option<Writer>>,
    /// Why the last change could not be written; empty if it was.
    trouble: Trouble,
    /// Tables of which something was lost when the store was mended.
    lost: HashSet<String>,
    met_damage: AtomicBool,
    metrics: StoreMetrics,
}

/// What writes, timed.
struct Timed<W>(W, StoreMetrics);

impl<W: Writing> Writing for Timed<W> {
    fn write_group(&mut self, changes: &[Change]) -> Written {
        let began = Instant::now();
        let written = self.0.write_group(changes);
        self.1.committed(began, changes.len(), written.is_ok());
        written
    }

    fn finish(&mut self) {
        self.0.finish();
    }
}

impl Store {
    /// Opens the store in a file, which is made if it is not there.
    pub fn open(path: &Path, disk: Arc<dyn Disk>) -> Result<Store, StoreError> {
        let (home, writing, lost) = sqlite::open(path, disk)?;
        let (trouble, metrics) = (Trouble::default(), StoreMetrics::default());
        let timed = Timed(writing, metrics.clone());
        let (writer, _) = Writer::start(move || Ok(timed), trouble.clone())?;
        Ok(Store::of(home, writer, trouble, metrics, lost))
    }

    /// Opens the store in a database, whose tables are made if they are not there. Other servers may share it.
    #[cfg(feature = "postgres")]
    pub async fn connect(
        address: &address::PostgresAddress,
        disk: Arc<dyn Disk>,
    ) -> Result<Store, StoreError> {
        Store::connect_as(address, disk, postgres::Hold::Shared).await
    }

    /// The same, if no server has it, and so that none takes it until this is closed.
    #[cfg(feature = "postgres")]
    pub async fn connect_alone(
        address: &address::PostgresAddress,
        disk: Arc<dyn Disk>,
    ) -> Result<Store, StoreError> {
        Store::connect_as(address, disk, postgres::Hold::Alone).await
    }

    #[cfg(feature = "postgres")]
    async fn connect_as(
        address: &address::PostgresAddress,
        disk: Arc<dyn Disk>,
        hold: postgres::Hold,
    ) -> Result<Store, StoreError> {
        let (trouble, metrics) = (Trouble::default(), StoreMetrics::default());
        let (home, writing) = postgres::open(address, disk, hold)?;
        let counted = metrics.clone();
        let timed = move || writing().map(|writing| Timed(writing, counted));
        let (writer, made) = Writer::start(timed, trouble.clone())?;
        made.await.map_err(|_| StoreError::Closed)??;
        Ok(Store::of(home, writer, trouble, metrics, HashSet::new()))
    }

    /// A store that is read and not written: a server may go on with it.
    fn reading(home: impl Home) -> Store {
        Store(Arc::new(Inner {
            home: Box::new(home),
            writer: Mutex::new(None),
            trouble: Trouble::default(),
            lost: HashSet::new(),
            met_damage: AtomicBool::new(false),
            metrics: StoreMetrics::default(),
        }))
    }

    fn of(
        home: impl Home,
        writer: Writer,
        trouble: Trouble,
        metrics: StoreMetrics,
        lost: HashSet<String>,
    ) -> Store {
        Store(Arc::new(Inner {
            home: Box::new(home),
            writer: Mutex::new(Some(writer)),
            trouble,
            lost,
            met_damage: AtomicBool::new(false),
            metrics,
        }))
    }

    /// What is counted of it.
    pub fn metrics(&self) -> &StoreMetrics {
        &self.0.metrics
    }

    /// How servers share it; nothing if one has it for itself.
    pub fn sharing(&self) -> Option<&dyn Sharing> {
        self.0.home.sharing()
    }

    /// Puts a store with everything that can be read in the place of a damaged one, which nobody has open.
    pub async fn mend(path: &Path, faults: Vec<String>) -> Result<Damage, StoreError> {
        let path = path.to_path_buf();
        let mended = tokio::task::spawn_blocking(move || sqlite::mend(&path, faults));
        mended.await.map_err(|error| StoreError::Failed(error.to_string()))?
    }

    /// Whether damage was found while the server ran before: then a start waits until it is looked through.
    pub fn is_marked(&self) -> bool {
        self.0.home.is_marked()
    }

    /// Notes for the next start that there is damage.
    pub fn mark_damaged(&self) {
        self.0.home.mark_damaged();
    }

    /// What was lost when the store was mended, as long as the damaged file is kept beside it.
    pub fn earlier_damage(&self) -> Damage {
        match self.was_mended() {
            true => Damage { faults: Vec::new(), tables: self.0.lost.iter().cloned().collect() },
            false => Damage::default(),
        }
    }

    /// Whether the store was damaged once, and what could be read taken over.
    pub fn was_mended(&self) -> bool {
        self.0.home.was_mended()
    }

    /// Whether something was to be read that is damaged.
    pub fn has_met_damage(&self) -> bool {
        self.0.met_damage.load(Ordering::Relaxed)
    }

    /// Why the last change could not be written, if it could not. Then another one is tried, so that trouble that
    /// is over is not told.
    pub async fn trouble(&self) -> Option<String> {
        let told = || {
            let trouble = self.0.trouble.lock().unwrap_or_else(PoisonError::into_inner);
            Some(trouble.clone()).filter(|trouble| !trouble.is_empty())
        };
        if let Some(absence) = self.0.home.absence().await {
            return Some(absence);
        }
        told()?;
        let _ = self.write(Change::Probe).await;
        told()
    }

    /// Whether nothing can be read from the store, or nothing written, without a word to the log.
    pub async fn is_away(&self) -> bool {
        if self.sharing().is_none() && self.0.home.absence().await.is_some() {
            return true;
        }
        if self.house("key").await.is_err() {
            return true;
        }
        let is_troubled = !self.0.trouble.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        is_troubled && self.write(Change::Probe).await.is_err()
    }

    /// Bytes that are free on the disk of the store; nothing where that cannot be known.
    pub fn disk_space(&self) -> Option<u64> {
        self.0.home.disk_space()
    }

    /// Whether so little is free there that what is decided can soon not be kept.
    pub fn is_full(&self) -> bool {
        self.disk_space().is_some_and(|free| free < FULL_DISK)
    }

    /// Looks through the whole store for damage.
    pub async fn find_damage(&self) -> Result<Damage, StoreError> {
        self.0.home.find_damage().await
    }

    /// Writes a change; done when it is durably stored. What somebody asked for whose cookie has ended is refused.
    pub async fn write(&self, change: Change) -> Result<(), StoreError> {
        let Some(cookie) = fence::cookie() else { return self.write_any(change).await };
        let fenced = Change::Together(vec![Change::Asked(cookie.clone()), change]);
        match self.write_any(fenced).await {
            Err(StoreError::Taken) if self.has_ended(cookie).await? => Err(StoreError::SignedOut),
            written => written,
        }
    }

    async fn write_any(&self, change: Change) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        let _waiting = self.0.metrics.wait();
        let step = match &change {
            Change::Together(all) => matches!(all.first(), Some(Change::Step { .. })),
            change => matches!(change, Change::Step { .. }),
        };
        let early = planted(Bug::EarlyAcknowledgement) && step;
        {
            let writer = self.0.writer.lock().map_err(|_| StoreError::Closed)?;
            writer.as_ref().ok_or(StoreError::Closed)?.send(change, reply)?;
        }
        if early {
            return Ok(());
        }
        let span = tracing::debug_span!("store");
        answer.instrument(span).await.map_err(|_| StoreError::Closed)?
    }

    /// Stops the writer once everything handed to it is stored.
    pub fn close(&self) {
        let writer = self.0.writer.lock().ok().and_then(|mut writer| writer.take());
        if let Some(writer) = writer {
            writer.finish();
        }
        self.0.home.close();
    }

    /// Asks several questions, and makes of their rows what is to be known; damage that is met is noted.
    async fn ask<T>(
        &self,
        asked: Vec<Asked>,
        read: impl FnOnce(Vec<home::Answer>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let result = self.timed(self.0.home.ask(asked)).await.and_then(read);
        self.note_damage(result)
    }

    /// The answers to questions, timed.
    async fn timed(
        &self,
        asked: BoxFuture<'_, Result<Vec<home::Answer>, StoreError>>,
    ) -> Result<Vec<home::Answer>, StoreError> {
        let began = Instant::now();
        let answers = asked.await;
        self.0.metrics.read(began, answers.is_ok());
        answers
    }

    fn note_damage<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(StoreError::Damaged(_)) = &result {
            self.0.met_damage.store(true, Ordering::Relaxed);
        }
        result
    }

    /// The rows that a question finds: all of them, or none if one does not hold what it should.
    async fn all<T>(
        &self,
        question: Question,
        values: Vec<Value<'static>>,
        read: Reading<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.ask(vec![(question, values)], |answers| all_rows(only(answers)?, read)).await
    }

    /// The rows that a question finds and that hold what they should.
    async fn sound<T>(
        &self,
        question: Question,
        values: Vec<Value<'static>>,
        read: Reading<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.ask(vec![(question, values)], |answers| Ok(sound_rows(only(answers)?, read))).await
    }

    /// The first row that a question finds.
    async fn first<T>(
        &self,
        question: Question,
        values: Vec<Value<'static>>,
        read: Reading<T>,
    ) -> Result<Option<T>, StoreError> {
        let first = |answers| Ok(only(answers)?.into_iter().next().map(read).transpose()?);
        self.ask(vec![(question, values)], first).await
    }

    /// A value that the house keeps for itself.
    pub async fn house(&self, key: &'static str) -> Result<Option<String>, StoreError> {
        self.first(Question::House, values![key], rows::text).await
    }

    /// What a guest calls themselves.
    pub async fn guest_name(&self, id: &str) -> Result<Option<String>, StoreError> {
        self.first(Question::GuestName, values![id.to_string()], rows::text).await
    }

    /// Guests who have become others: the id in a cookie, and whose it is now.
    pub async fn joined(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.sound(Question::Joined, Vec::new(), rows::texts).await
    }

    /// How often a guest was given something that counts when two become one person.
    pub async fn guest_version(&self, guest: &str) -> Result<i64, StoreError> {
        let found =
            self.first(Question::GuestVersion, values![guest.to_string()], |row| row.integer(0));
        Ok(found.await?.unwrap_or(0))
    }

    /// Whether one of two guests is the referee of a table at which the other plays, or has a seat that is kept.
    pub async fn referees_among(&self, one: &str, other: &str) -> Result<bool, StoreError> {
        let values = values![one.to_string(), other.to_string()];
        let found = self.first(Question::RefereesAmong, values, |row| row.flag(0)).await?;
        Ok(found.unwrap_or(false))
    }

    /// The tables at which a guest has a seat, is the host or the referee.
    pub async fn tables_with(&self, guest: &str) -> Result<Vec<String>, StoreError> {
        self.sound(Question::TablesWith, values![guest.to_string()], rows::text).await
    }

    /// The tables that are not over at which a guest sits, or where a seat is kept for them.
    pub async fn running_tables_of(&self, guest: &str) -> Result<Vec<String>, StoreError> {
        self.sound(Question::RunningTablesOf, values![guest.to_string()], rows::text).await
    }

    /// A table with its seats, in their order.
    pub async fn table(&self, id: &str) -> Result<Option<(TableRow, Vec<SeatRow>)>, StoreError> {
        if self.0.lost.contains(id) {
            return Err(StoreError::Damaged("something of the table was lost".into()));
        }
        let asked = [Question::Table, Question::SeatsOf];
        let asked = asked.map(|question| (question, values![id.to_string()])).into();
        self.ask(asked, |answers| {
            let mut answers = answers.into_iter();
            let mut next = || answers.next().unwrap_or(Ok(Vec::new()));
            let Some(table) = next()?.into_iter().next() else { return Ok(None) };
            Ok(Some((rows::table(table)?, all_rows(next()?, rows::seat)?)))
        })
        .await
    }

    /// A table as it stands at one moment, with what is new of its game and its talk after what is known.
    pub async fn stored_table(
        &self,
        id: &str,
        known: Known,
    ) -> Result<Option<StoredTable>, StoreError> {
        if self.0.lost.contains(id) {
            return Err(StoreError::Damaged("something of the table was lost".into()));
        }
        let id = || id.to_string();
        let mut asked = vec![
            (Question::Table, values![id()]),
            (Question::SeatsOf, values![id()]),
            (Question::Seen, values![id()]),
            (Question::Talk, values![id(), known.talk, TALK_LINES]),
            (Question::Steps, values![id(), known.steps]),
            (Question::Keeper, values![id()]),
            (Question::PlansOf, values![id()]),
            (Question::Private(PrivateQuestion::Whispers), values![id(), known.whispers, WHISPERS]),
        ];
        if known == Known::default() {
            asked.push((Question::Position, values![id()]));
            asked.push((Question::ArchivedRecord, values![id()]));
        }
        let read = |answers: Vec<home::Answer>| {
            let mut answers = answers.into_iter();
            let mut next = || answers.next().unwrap_or(Ok(Vec::new()));
            let Some(table) = next()?.into_iter().next() else { return Ok(None) };
            let row = rows::table(table)?;
            let seats = all_rows(next()?, rows::seat)?;
            let seen = all_rows(next()?, rows::counted)?;
            let mut talk = all_rows(next()?, rows::talk)?;
            talk.reverse();
            let mut steps = all_rows(next()?, rows::step)?;
            let keeper = next()?.into_iter().next().map(rows::text).transpose()?;
            let plans = all_rows(next()?, rows::plan)?;
            let mut whispers = all_rows(next()?, private::whisper)?;
            whispers.reverse();
            let position = next()?.into_iter().next().map(|mut row| row.bytes(0)).transpose()?;
            if row.archived > 0 && known == Known::default() {
                let record = next()?.into_iter().next().map(rows::text).transpose()?;
                steps = archive::steps_of(record.as_deref(), row.steps)?;
            }
            let stored =
                StoredTable { row, seats, seen, talk, whispers, steps, keeper, plans, position };
            Ok(Some(stored))
        };
        let result = self.timed(self.0.home.ask_at_once(asked)).await.and_then(read);
        self.note_damage(result)
    }

    /// The decisions of a table, the first first.
    pub async fn steps(&self, id: &str) -> Result<Vec<StepRow>, StoreError> {
        self.all(Question::Steps, values![id.to_string(), 0_i64], rows::step).await
    }

    /// Whether the game of a table is archived.
    #[cfg(test)]
    pub async fn is_archived(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.table(id).await?.is_some_and(|(row, _)| row.archived > 0))
    }

    /// The last position of a table's game, if one was kept.
    #[cfg(test)]
    pub async fn position(&self, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.first(Question::Position, values![id.to_string()], |mut row| row.bytes(0)).await
    }

    /// The record of a game that is over as it was written then, if it was kept.
    pub async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        self.first(Question::Record, values![id.to_string()], rows::text).await
    }

    /// Whether any record is kept.
    pub async fn has_records(&self) -> Result<bool, StoreError> {
        let found = self.first(Question::HasRecords, Vec::new(), |row| row.flag(0)).await?;
        Ok(found.unwrap_or(false))
    }

    /// What was said at a table, the last `most` lines.
    #[cfg(test)]
    pub async fn talk(&self, id: &str, most: u32) -> Result<Vec<TalkRow>, StoreError> {
        let values = values![id.to_string(), 0_i64, most];
        let mut lines = self.all(Question::Talk, values, rows::talk).await?;
        lines.reverse();
        Ok(lines)
    }

    /// The table and seat to which a private link belongs.
    pub async fn seat_by_link(&self, link: &str) -> Result<Option<(String, SeatRow)>, StoreError> {
        self.first(Question::SeatByLink, values![link.to_string()], rows::seat_of_table).await
    }

    /// The lessons that a guest has played to their end: game and name.
    pub async fn lessons_done(&self, guest: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.sound(Question::LessonsDone, values![guest.to_string()], rows::texts).await
    }

    /// Tables in a state, the last moved first; only listed ones.
    pub async fn listed(&self, phase: Phase, most: u32) -> Result<Vec<TableListing>, StoreError> {
        self.list(Question::Listed, values![phase.word(), most]).await
    }

    /// Tables at which a guest sits, or a bot for them, the last moved first.
    pub async fn tables_of(&self, guest: &str, most: u32) -> Result<Vec<TableListing>, StoreError> {
        self.list(Question::TablesOf, values![guest.to_string(), most]).await
    }

    /// When guests were last seen at a table, in seconds since 1970.
    pub async fn seen(&self, id: &str) -> Result<Vec<(String, i64)>, StoreError> {
        self.all(Question::Seen, values![id.to_string()], rows::counted).await
    }

    /// The seeds of tables that are not over, with the ids of the tables.
    pub async fn secret_seeds(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.sound(Question::SecretSeeds, Vec::new(), rows::texts).await
    }

    /// All seeds that are sealed, with their tables.
    pub async fn sealed_seeds(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.sound(Question::SealedSeeds, Vec::new(), rows::texts).await
    }

    /// Tables at which a bot must decide.
    pub async fn waiting_for_bots(&self) -> Result<Vec<String>, StoreError> {
        self.sound(Question::WaitingForBots, Vec::new(), rows::text).await
    }

    /// Tables at which nobody is missing and whose game has not begun: a server that ended between the two left
    /// them so, before both were one transaction.
    pub async fn full_but_not_started(&self) -> Result<Vec<String>, StoreError> {
        self.sound(Question::FullButNotStarted, Vec::new(), rows::text).await
    }

    /// Tables that were opened before one time and not started, or in which nobody decided anything since another;
    /// a few hundred at a time.
    pub async fn expired(&self, opened: i64, moved: i64) -> Result<Vec<String>, StoreError> {
        self.sound(Question::Expired, values![opened, moved], rows::text).await
    }

    /// How many tables a guest hosts that are not over.
    pub async fn hosted(&self, guest: &str) -> Result<usize, StoreError> {
        let values = values![guest.to_string()];
        let found = self.first(Question::Hosted, values, |row| row.count(0)).await?;
        Ok(found.unwrap_or(0))
    }

    async fn list(
        &self,
        question: Question,
        values: Vec<Value<'static>>,
    ) -> Result<Vec<TableListing>, StoreError> {
        let mut tables = self.sound(question, values, rows::table).await?;
        tables.retain(|table| !self.0.lost.contains(&table.id));
        if tables.is_empty() {
            return Ok(Vec::new());
        }
        let seats = tables.iter().map(|table| (Question::SeatsOf, values![table.id.clone()]));
        let seats = self.timed(self.0.home.ask(seats.collect())).await?;
        let listing = |(table, seats): (TableRow, home::Answer)| {
            match seats.and_then(|seats| all_rows(seats, rows::seat)) {
                Ok(seats) => Some(Ok(TableListing { table, seats })),
                // A damaged table is missing in a list, and keeps nobody from the others.
                Err(StoreError::Damaged(_)) => None,
                Err(error) => Some(Err(error)),
            }
        };
        tables.into_iter().zip(seats).filter_map(listing).collect()
    }

    /// Deadlines that lie before a time, in milliseconds since 1970, with their tables; the earliest first.
    pub async fn due_deadlines(
        &self,
        until: i64,
        most: usize,
    ) -> Result<Vec<(String, DueDeadline)>, StoreError> {
        self.sound(Question::DueDeadlines, values![until, most], rows::deadline).await
    }

    /// Whether any deadline runs.
    pub async fn has_deadlines(&self) -> Result<bool, StoreError> {
        let found = self.first(Question::HasDeadlines, Vec::new(), |row| row.flag(0)).await?;
        Ok(found.unwrap_or(false))
    }

    /// When no server was there, in milliseconds since 1970.
    pub async fn outages(&self) -> Result<Vec<(i64, i64)>, StoreError> {
        self.sound(Question::Outages, Vec::new(), rows::period).await
    }

    /// The vacations of a guest as JSON, if they ever took one.
    pub async fn vacations(&self, guest: &str) -> Result<Option<String>, StoreError> {
        self.first(Question::Vacations, values![guest.to_string()], rows::text).await
    }

    /// How reliable a guest was so far.
    pub async fn reliability(&self, guest: &str) -> Result<clock::Reliability, StoreError> {
        let values = values![guest.to_string()];
        Ok(self.first(Question::Reliability, values, rows::reliability).await?.unwrap_or_default())
    }

    /// The tables at which a guest must decide.
    pub async fn turns_of(&self, guest: &str) -> Result<Vec<String>, StoreError> {
        self.sound(Question::TurnsOf, values![guest.to_string()], rows::text).await
    }

    /// Tables with plans that were to be asked before a time, in milliseconds since 1970; a few hundred at a time.
    pub async fn due_plans(&self, until: i64) -> Result<Vec<String>, StoreError> {
        self.sound(Question::DuePlans, values![until], rows::text).await
    }

    /// The keeper of a table's time as JSON, if its clock runs.
    pub async fn keeper(&self, table: &str) -> Result<Option<String>, StoreError> {
        self.first(Question::Keeper, values![table.to_string()], rows::text).await
    }

    /// How many tables are in each state.
    pub async fn counts(&self) -> Result<Vec<(String, i64)>, StoreError> {
        self.sound(Question::Counts, Vec::new(), rows::counted).await
    }
}

/// The answer of a single question.
fn only(answers: Vec<home::Answer>) -> home::Answer {
    answers.into_iter().next().unwrap_or(Ok(Vec::new()))
}

/// What is said of a store whose file is not there any more.
pub const GONE: &str = "the file of the store was deleted or replaced under the server: nothing is kept until it is \
                        put back and the server is started again";

/// How many lines of talk are known of a table at most.
pub const TALK_LINES: u32 = 200;

/// What is known of a table: so many decisions, and what was said up to this number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Decisions.
    pub steps: usize,
    /// The number of the last line of talk.
    pub talk: i64,
    /// The number of the last line that was said to one alone.
    pub whispers: i64,
}

/// A table as it stands in the store.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// Its row.
    pub row: TableRow,
    /// Its seats, in their order.
    pub seats: Vec<SeatRow>,
    /// When guests were last seen there, in seconds since 1970.
    pub seen: Vec<(String, i64)>,
    /// What was said, the last lines.
    pub talk: Vec<TalkRow>,
    /// What was said to one alone, the last lines.
    pub whispers: Vec<WhisperRow>,
    /// Its decisions, in their order.
    pub steps: Vec<StepRow>,
    /// The keeper of its time as JSON, if its clock runs.
    pub keeper: Option<String>,
    /// Its plans.
    pub plans: Vec<PlanRow>,
    /// Its last position, if one was kept and nothing was known.
    pub position: Option<Vec<u8>>,
}

/// A table in a list.
#[derive(Clone, Debug)]
pub struct TableListing {
    /// The table.
    pub table: TableRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
}
