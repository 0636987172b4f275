//! The store: one SQLite file in which every acknowledged decision lies.
//!
//! All writing is done by one thread. It takes whatever is waiting, writes it in one transaction
//! and answers when that transaction is on the disk: under load many decisions share one
//! synchronisation of the disk, and alone a decision waits for just its own. Reading happens beside
//! it on connections of its own.

mod damage;
mod disk;
mod folder;
mod mending;
mod migrations;
mod rows;
mod writer;

pub use damage::Damage;
pub use disk::{Disk, RealDisk};
use folder::StoreFiles;
pub use folder::{DataFolder, plain_words};
pub use rows::{Absence, Phase, SeatKind, SeatRow, StepRow, TableRow, TalkRow};
pub use writer::{Change, TableProgress};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Semaphore, oneshot};

/// Why the store could not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Somebody else has already written this step.
    Taken,
    /// The file or the disk failed.
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
            StoreError::Taken | StoreError::Failed(_) => {
                "the last change could not be written: the log says why"
            }
            StoreError::Full => "the disk is full",
            StoreError::Damaged(_) => "a part of the store is damaged",
            StoreError::Closed => "the server is stopping",
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::{Error, ErrorCode};
        match (error.sqlite_error_code(), &error) {
            (Some(ErrorCode::ConstraintViolation), _) | (_, Error::StatementChangedRows(_)) => {
                StoreError::Taken
            }
            (Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase), _) => {
                StoreError::Damaged(error.to_string())
            }
            (Some(ErrorCode::DiskFull), _) => StoreError::Full,
            _ if is_unsound_row(&error) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

/// Whether a row was found that does not hold what it should.
fn is_unsound_row(error: &rusqlite::Error) -> bool {
    use rusqlite::Error;
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::InvalidColumnType(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::Utf8Error(..)
    )
}

/// The rows that hold what they should: one that does not keeps nobody from the others.
fn sound_rows<T>(rows: impl Iterator<Item = rusqlite::Result<T>>) -> Result<Vec<T>, StoreError> {
    let sound = rows.filter(|row| !row.as_ref().is_err_and(is_unsound_row));
    Ok(sound.collect::<Result<_, _>>()?)
}

/// How many read at the same time. Each takes a thread, a few files and some memory, and is done soon: however many ask
/// at once, it costs no more than this.
const READERS: usize = 16;

/// How many connections are kept for those who read next.
const KEPT_READERS: usize = 4;

/// The store of one server. Copies share it.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
    /// Places for those who read.
    reading: Semaphore,
    writer: Mutex<Option<writer::Writer>>,
    /// Why the last change could not be written; empty if it was.
    trouble: Arc<Mutex<String>>,
    /// Tables of which something was lost when the store was mended.
    lost: HashSet<String>,
    files: StoreFiles,
    met_damage: AtomicBool,
}

impl Store {
    /// Opens the store in a file, which is made if it is not there.
    pub fn open(path: &Path, disk: Arc<dyn Disk>) -> Result<Store, StoreError> {
        let connection = connect(path)?;
        let lost = lost_tables(&connection);
        let trouble = Arc::<Mutex<String>>::default();
        let files = StoreFiles::of(path);
        let writer = writer::Writer::start(connection, disk, files.clone(), trouble.clone())?;
        Ok(Store(Arc::new(Inner {
            path: path.to_path_buf(),
            readers: Mutex::default(),
            reading: Semaphore::new(READERS),
            writer: Mutex::new(Some(writer)),
            trouble,
            lost,
            files,
            met_damage: AtomicBool::new(false),
        })))
    }

    /// Puts a store with everything that can be read in the place of a damaged one, which nobody has open.
    pub async fn mend(path: &Path, faults: Vec<String>) -> Result<Damage, StoreError> {
        let path = path.to_path_buf();
        let mended = tokio::task::spawn_blocking(move || mending::mend(&path, faults));
        mended.await.map_err(|error| StoreError::Failed(error.to_string()))?
    }

    /// Whether damage was found while the server ran before: then a start waits until it is looked through.
    pub fn is_marked(&self) -> bool {
        mending::mark(&self.0.path).exists()
    }

    /// Notes for the next start that there is damage.
    pub fn mark_damaged(&self) {
        let _ = folder::private_file(&mending::mark(&self.0.path));
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
        mending::kept_aside(&self.0.path).exists()
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
        if !self.0.files.are_there() {
            return Some(GONE.into());
        }
        told()?;
        let _ = self.write(Change::Probe).await;
        told()
    }

    /// Bytes that are free on the disk of the store; nothing where that cannot be known.
    pub fn disk_space(&self) -> Option<u64> {
        #[cfg(unix)]
        {
            let disk = rustix::fs::statvfs(&self.0.path).ok()?;
            Some(disk.f_bavail.saturating_mul(disk.f_frsize))
        }
        #[cfg(not(unix))]
        None
    }

    /// Looks through the whole file for damage.
    pub async fn find_damage(&self) -> Result<Damage, StoreError> {
        // It takes as long as the file is large, and nobody waits for its place.
        let path = self.0.path.clone();
        let found = tokio::task::spawn_blocking(move || damage::find(&open_reader(&path)?));
        found.await.map_err(|error| StoreError::Failed(error.to_string()))?
    }

    /// Writes a change; done when it is durably stored.
    pub async fn write(&self, change: Change) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        {
            let writer = self.0.writer.lock().map_err(|_| StoreError::Closed)?;
            writer.as_ref().ok_or(StoreError::Closed)?.send(change, reply)?;
        }
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Stops the writer once everything handed to it is stored.
    pub fn close(&self) {
        let writer = self.0.writer.lock().ok().and_then(|mut writer| writer.take());
        if let Some(writer) = writer {
            writer.finish();
        }
        if let Ok(mut readers) = self.0.readers.lock() {
            readers.clear();
        }
    }

    /// Reads on a connection of its own, away from the threads that serve requests.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let inner = self.0.clone();
        let _place = self.0.reading.acquire().await.map_err(|_| StoreError::Closed)?;
        let done = tokio::task::spawn_blocking(move || {
            let kept = inner.readers.lock().ok().and_then(|mut readers| readers.pop());
            let connection = match kept {
                Some(connection) => connection,
                None => open_reader(&inner.path)?,
            };
            let result = work(&connection);
            if let Err(StoreError::Damaged(_)) = &result {
                inner.met_damage.store(true, Ordering::Relaxed);
            }
            if let Ok(mut readers) = inner.readers.lock()
                && readers.len() < KEPT_READERS
            {
                readers.push(connection);
            }
            result
        });
        done.await.map_err(|error| StoreError::Failed(error.to_string()))?
    }

    /// A value that the house keeps for itself.
    pub async fn house(&self, key: &'static str) -> Result<Option<String>, StoreError> {
        self.read(move |connection| {
            let mut found = connection.prepare_cached("SELECT value FROM house WHERE key = ?1")?;
            Ok(found.query_row([key], |row| row.get(0)).optional()?)
        })
        .await
    }

    /// What a guest calls themselves.
    pub async fn guest_name(&self, id: &str) -> Result<Option<String>, StoreError> {
        let id = id.to_string();
        self.read(move |connection| {
            let mut found = connection.prepare_cached("SELECT name FROM guests WHERE id = ?1")?;
            Ok(found.query_row([id], |row| row.get(0)).optional()?)
        })
        .await
    }

    /// Guests who have become others: the id in a cookie, and whose it is now.
    pub async fn joined(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.read(move |connection| {
            let mut found = connection.prepare_cached("SELECT guest, becomes FROM joined")?;
            sound_rows(found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
        .await
    }

    /// Whether one of two guests is the referee of a table at which the other plays, or has a seat that is kept.
    pub async fn referees_among(&self, one: &str, other: &str) -> Result<bool, StoreError> {
        let (one, other) = (one.to_string(), other.to_string());
        self.read(move |connection| {
            // Each question by its own index.
            let asked = "SELECT EXISTS (SELECT 1 FROM (\
                         SELECT table_id, ?2 AS other FROM seats WHERE holder = ?1 \
                         UNION SELECT table_id, ?2 FROM seats WHERE away = ?1 AND away <> '' \
                         UNION SELECT table_id, ?1 FROM seats WHERE holder = ?2 \
                         UNION SELECT table_id, ?1 FROM seats WHERE away = ?2 AND away <> '') \
                         JOIN tables ON id = table_id WHERE state <> 'over' AND referee = other)";
            Ok(connection.prepare_cached(asked)?.query_row([one, other], |row| row.get(0))?)
        })
        .await
    }

    /// The tables at which a guest has a seat, is the host or the referee.
    pub async fn tables_with(&self, guest: &str) -> Result<Vec<String>, StoreError> {
        let asked = "SELECT table_id FROM seats WHERE holder = ?1 OR away = ?1 \
                     UNION SELECT id FROM tables WHERE host = ?1 OR referee = ?1";
        self.ids(asked, guest).await
    }

    /// The tables that are not over at which a guest sits.
    pub async fn running_tables_of(&self, guest: &str) -> Result<Vec<String>, StoreError> {
        let asked = "SELECT DISTINCT table_id FROM seats JOIN tables ON id = table_id \
                     WHERE holder = ?1 AND state <> 'over'";
        self.ids(asked, guest).await
    }

    /// The ids that a question about a guest finds.
    async fn ids(&self, asked: &'static str, guest: &str) -> Result<Vec<String>, StoreError> {
        let guest = guest.to_string();
        self.read(move |connection| {
            let mut found = connection.prepare_cached(asked)?;
            sound_rows(found.query_map([guest], |row| row.get(0))?)
        })
        .await
    }

    /// A table with its seats, in their order.
    pub async fn table(&self, id: &str) -> Result<Option<(TableRow, Vec<SeatRow>)>, StoreError> {
        if self.0.lost.contains(id) {
            return Err(StoreError::Damaged("something of the table was lost".into()));
        }
        let id = id.to_string();
        self.read(move |connection| {
            let mut found = connection.prepare_cached(&rows::select_tables("WHERE id = ?1"))?;
            let Some(table) = found.query_row([&id], rows::table).optional()? else {
                return Ok(None);
            };
            Ok(Some((table, seats_of(connection, &id)?)))
        })
        .await
    }

    /// The decisions of a table, the first first.
    pub async fn steps(&self, id: &str) -> Result<Vec<StepRow>, StoreError> {
        let id = id.to_string();
        self.read(move |connection| {
            let mut found = connection.prepare_cached(
                "SELECT step, seat, action, digest, dice FROM steps WHERE table_id = ?1 ORDER BY step",
            )?;
            Ok(found.query_map([id], rows::step)?.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// The last position of a table's game, if one was kept.
    pub async fn position(&self, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let id = id.to_string();
        self.read(move |connection| {
            let mut found =
                connection.prepare_cached("SELECT position FROM positions WHERE table_id = ?1")?;
            Ok(found.query_row([id], |row| row.get(0)).optional()?)
        })
        .await
    }

    /// The record of a game that is over as it was written then, if it was kept.
    pub async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        let id = id.to_string();
        self.read(move |connection| {
            let mut found =
                connection.prepare_cached("SELECT record FROM records WHERE table_id = ?1")?;
            Ok(found.query_row([id], |row| row.get(0)).optional()?)
        })
        .await
    }

    /// Whether any record is kept.
    pub async fn has_records(&self) -> Result<bool, StoreError> {
        let asked = "SELECT EXISTS (SELECT 1 FROM records)";
        self.read(|connection| Ok(connection.query_row(asked, [], |row| row.get(0))?)).await
    }

    /// What was said at a table, the last `most` lines.
    pub async fn talk(&self, id: &str, most: u32) -> Result<Vec<TalkRow>, StoreError> {
        let id = id.to_string();
        self.read(move |connection| {
            let mut found = connection.prepare_cached(
                "SELECT number, at, seat, name, text FROM talk WHERE table_id = ?1 \
                 ORDER BY number DESC LIMIT ?2",
            )?;
            let mut lines: Vec<TalkRow> =
                found.query_map(params![id, most], rows::talk)?.collect::<Result<_, _>>()?;
            lines.reverse();
            Ok(lines)
        })
        .await
    }

    /// The table and seat to which a private link belongs.
    pub async fn seat_by_link(&self, link: &str) -> Result<Option<(String, SeatRow)>, StoreError> {
        let link = link.to_string();
        self.read(move |connection| {
            let mut found = connection.prepare_cached(&rows::select_seats("WHERE link = ?1"))?;
            let with_table = |row: &rusqlite::Row| Ok((row.get(0)?, rows::seat(row)?));
            Ok(found.query_row([link], with_table).optional()?)
        })
        .await
    }

    /// The lessons that a guest has played to their end: game and name.
    pub async fn lessons_done(&self, guest: &str) -> Result<Vec<(String, String)>, StoreError> {
        let guest = guest.to_string();
        self.read(move |connection| {
            let mut found = connection.prepare_cached(
                "SELECT DISTINCT tables.game, tables.lesson FROM seats \
                 JOIN tables ON tables.id = seats.table_id \
                 WHERE seats.holder = ?1 AND tables.lesson <> '' AND tables.state = 'over'",
            )?;
            sound_rows(found.query_map([guest], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
        .await
    }

    /// Tables in a state, the last moved first; only listed ones.
    pub async fn listed(&self, phase: Phase, most: u32) -> Result<Vec<TableListing>, StoreError> {
        self.list(
            "WHERE state = ?1 AND listed = 1 ORDER BY ended_at DESC, told_at DESC LIMIT ?2",
            move |found| sound_rows(found.query_map(params![phase.word(), most], rows::table)?),
        )
        .await
    }

    /// Tables at which a guest sits, or a bot for them, the last moved first.
    pub async fn tables_of(&self, guest: &str, most: u32) -> Result<Vec<TableListing>, StoreError> {
        let guest = guest.to_string();
        self.list(
            "WHERE id IN (SELECT table_id FROM seats WHERE holder = ?1 \
             UNION SELECT table_id FROM seats WHERE away = ?1 AND away <> '') \
             ORDER BY told_at DESC LIMIT ?2",
            move |found| sound_rows(found.query_map(params![guest, most], rows::table)?),
        )
        .await
    }

    /// When guests were last seen at a table, in seconds since 1970.
    pub async fn seen(&self, id: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let id = id.to_string();
        self.read(move |connection| {
            let mut found =
                connection.prepare_cached("SELECT guest, at FROM seen WHERE table_id = ?1")?;
            let rows = found.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// The seeds of tables that are not over, with the ids of the tables.
    pub async fn secret_seeds(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.read(|connection| {
            let mut found =
                connection.prepare_cached("SELECT id, seed FROM tables WHERE state <> 'over'")?;
            sound_rows(found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
        .await
    }

    /// All seeds that are sealed, with their tables.
    pub async fn sealed_seeds(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.read(|connection| {
            let mut found = connection
                .prepare_cached("SELECT id, seed FROM tables WHERE seed LIKE 'sealed:%'")?;
            sound_rows(found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
        .await
    }

    /// Tables at which a bot must decide.
    pub async fn waiting_for_bots(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut found = connection
                .prepare_cached("SELECT id FROM tables WHERE state = 'playing' AND bot_turn = 1")?;
            sound_rows(found.query_map([], |row| row.get(0))?)
        })
        .await
    }

    /// Tables at which nobody is missing and whose game has not begun: a server that ended between the two left
    /// them so, before both were one transaction.
    pub async fn full_but_not_started(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut found = connection.prepare_cached(
                "SELECT id FROM tables WHERE state = 'open' AND NOT EXISTS \
                 (SELECT 1 FROM seats WHERE table_id = tables.id AND kind IN ('open', 'link'))",
            )?;
            sound_rows(found.query_map([], |row| row.get(0))?)
        })
        .await
    }

    /// Tables that were opened before one time and not started, or in which nobody decided anything since another;
    /// a few hundred at a time.
    pub async fn expired(&self, opened: i64, moved: i64) -> Result<Vec<String>, StoreError> {
        self.read(move |connection| {
            let mut found = connection.prepare_cached(
                "SELECT id FROM tables WHERE state = 'open' AND created < ?1 \
                 OR state = 'playing' AND moved < ?2 LIMIT 500",
            )?;
            sound_rows(found.query_map(params![opened, moved], |row| row.get(0))?)
        })
        .await
    }

    /// How many tables a guest hosts that are not over.
    pub async fn hosted(&self, guest: &str) -> Result<usize, StoreError> {
        let guest = guest.to_string();
        self.read(move |connection| {
            let mut found = connection.prepare_cached(
                "SELECT COUNT(*) FROM tables WHERE host = ?1 AND state <> 'over'",
            )?;
            Ok(found.query_row([guest], |row| row.get::<_, i64>(0))?.max(0) as usize)
        })
        .await
    }

    async fn list(
        &self,
        which: &'static str,
        rows: impl FnOnce(&mut rusqlite::CachedStatement) -> Result<Vec<TableRow>, StoreError>
        + Send
        + 'static,
    ) -> Result<Vec<TableListing>, StoreError> {
        let inner = self.0.clone();
        self.read(move |connection| {
            let mut found = connection.prepare_cached(&rows::select_tables(which))?;
            let listing = |table: TableRow| match seats_of(connection, &table.id) {
                Ok(_) if inner.lost.contains(&table.id) => None,
                Ok(seats) => Some(Ok(TableListing { table, seats })),
                // A damaged table is missing in a list, and keeps nobody from the others.
                Err(StoreError::Damaged(_)) => None,
                Err(error) => Some(Err(error)),
            };
            rows(&mut found)?.into_iter().filter_map(listing).collect()
        })
        .await
    }

    /// How many tables are in each state.
    pub async fn counts(&self) -> Result<Vec<(String, i64)>, StoreError> {
        self.read(|connection| {
            let mut found =
                connection.prepare_cached("SELECT state, COUNT(*) FROM tables GROUP BY state")?;
            sound_rows(found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
        .await
    }
}

/// What is said of a store whose file is not there any more.
pub const GONE: &str = "the file of the store was deleted or replaced under the server: nothing is kept until it is \
                        put back and the server is started again";

/// The ids of tables of which something was lost when the store was mended.
fn lost_tables(connection: &Connection) -> HashSet<String> {
    let asked = "SELECT value FROM house WHERE key = ?1";
    let noted = connection.query_row(asked, [mending::LOST], |row| row.get::<_, String>(0));
    noted.ok().and_then(|noted| serde_json::from_str(&noted).ok()).unwrap_or_default()
}

/// A connection that reads.
fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    Ok(connection)
}

/// The connection that writes: a transaction is done when it is on the disk.
fn connect(path: &Path) -> Result<Connection, StoreError> {
    let mut connection = Connection::open(path)?;
    // A decision changes a few bytes of two pages, and whole pages are written: small ones.
    connection.pragma_update(None, "page_size", 1024)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // 32 MiB: the pages of games that go on are copied home once for many decisions.
    connection.pragma_update(None, "wal_autocheckpoint", 32 * 1024)?;
    connection.pragma_update(None, "cache_size", -8 * 1024)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.set_prepared_statement_cache_capacity(64);
    migrations::migrate(&mut connection)?;
    Ok(connection)
}

/// A table in a list.
#[derive(Clone, Debug)]
pub struct TableListing {
    /// The table.
    pub table: TableRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
}

fn seats_of(connection: &Connection, id: &str) -> Result<Vec<SeatRow>, StoreError> {
    let mut found =
        connection.prepare_cached(&rows::select_seats("WHERE table_id = ?1 ORDER BY seat"))?;
    Ok(found.query_map([id], rows::seat)?.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    /// Killing the process cannot show whether the disk was waited for: the system keeps what was
    /// written. So the settings are looked at, on the connection that writes.
    #[test]
    fn the_disk_is_waited_for() {
        let folder = tempfile::TempDir::new().unwrap();
        let connection = connect(&folder.path().join("store.sqlite")).unwrap();
        let setting = |name: &str| -> String {
            connection
                .pragma_query_value(None, name, |row| {
                    Ok(match row.get_ref(0)? {
                        rusqlite::types::ValueRef::Integer(number) => number.to_string(),
                        other => other.as_str()?.to_string(),
                    })
                })
                .unwrap()
        };
        assert_eq!(setting("synchronous"), "2", "FULL: every transaction is on the disk");
        assert_eq!(setting("journal_mode"), "wal");
    }

    #[test]
    fn however_many_ask_only_a_few_read_at_once() {
        let folder = tempfile::TempDir::new().unwrap();
        let store = Store::open(&folder.path().join("store.sqlite"), Arc::new(RealDisk)).unwrap();
        let (reading, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let asked: Vec<_> = (0..200)
            .map(|_| {
                let (store, reading, most) = (store.clone(), reading.clone(), most.clone());
                runtime.spawn(async move {
                    let work = move |_: &Connection| {
                        most.fetch_max(
                            reading.fetch_add(1, Ordering::SeqCst) + 1,
                            Ordering::SeqCst,
                        );
                        std::thread::sleep(std::time::Duration::from_millis(5));
                        reading.fetch_sub(1, Ordering::SeqCst);
                        Ok(())
                    };
                    store.read(work).await
                })
            })
            .collect();
        for answer in asked {
            assert_eq!(runtime.block_on(answer).unwrap(), Ok(()));
        }
        let most = most.load(Ordering::SeqCst);
        assert!((2..=READERS).contains(&most), "{most} read at once");
    }
}
