//! The store: one SQLite file in which every acknowledged decision lies.
//!
//! All writing is done by one thread. It takes whatever is waiting, writes it in one transaction
//! and answers when that transaction is on the disk: under load many decisions share one
//! synchronisation of the disk, and alone a decision waits for just its own. Reading happens beside
//! it on connections of its own.

mod damage;
mod disk;
mod folder;
mod migrations;
mod rows;
mod writer;

pub use damage::Damage;
pub use disk::{Disk, RealDisk};
pub use folder::DataFolder;
pub use rows::{Absence, Phase, SeatKind, SeatRow, StepRow, TableRow, TalkRow};
pub use writer::{Change, TableProgress};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// Why the store could not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Somebody else has already written this step.
    Taken,
    /// The file or the disk failed.
    Failed(String),
    /// The server is stopping.
    Closed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Taken => f.write_str("this step has already been taken"),
            StoreError::Failed(why) => write!(f, "the store failed: {why}"),
            StoreError::Closed => f.write_str("the server is stopping"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match (error.sqlite_error_code(), &error) {
            (Some(rusqlite::ErrorCode::ConstraintViolation), _)
            | (_, rusqlite::Error::StatementChangedRows(_)) => StoreError::Taken,
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

/// The store of one server. Copies share it.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
    writer: Mutex<Option<writer::Writer>>,
    /// Why the last change could not be written; empty if it was.
    trouble: Arc<Mutex<String>>,
}

impl Store {
    /// Opens the store in a file, which is made if it is not there.
    pub fn open(path: &Path, disk: Arc<dyn Disk>) -> Result<Store, StoreError> {
        let connection = connect(path)?;
        let trouble = Arc::<Mutex<String>>::default();
        let writer = writer::Writer::start(connection, disk, trouble.clone())?;
        Ok(Store(Arc::new(Inner {
            path: path.to_path_buf(),
            readers: Mutex::default(),
            writer: Mutex::new(Some(writer)),
            trouble,
        })))
    }

    /// Why the last change could not be written, if it could not. Then another one is tried, so that trouble that
    /// is over is not told.
    pub async fn trouble(&self) -> Option<String> {
        let told = || {
            let trouble = self.0.trouble.lock().unwrap_or_else(PoisonError::into_inner);
            Some(trouble.clone()).filter(|trouble| !trouble.is_empty())
        };
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
        self.read(damage::find).await
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
    }

    /// Reads on a connection of its own, away from the threads that serve requests.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let inner = self.0.clone();
        let done = tokio::task::spawn_blocking(move || {
            let kept = inner.readers.lock().ok().and_then(|mut readers| readers.pop());
            let connection = match kept {
                Some(connection) => connection,
                None => {
                    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                    let connection = Connection::open_with_flags(&inner.path, flags)?;
                    connection.busy_timeout(std::time::Duration::from_secs(5))?;
                    connection
                }
            };
            let result = work(&connection);
            if let Ok(mut readers) = inner.readers.lock()
                && readers.len() < 4
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
            let rows = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Whether one of two guests is the referee of a table at which the other plays.
    pub async fn referees_among(&self, one: &str, other: &str) -> Result<bool, StoreError> {
        let (one, other) = (one.to_string(), other.to_string());
        self.read(move |connection| {
            let asked = "SELECT EXISTS (SELECT 1 FROM seats JOIN tables ON id = table_id \
                         WHERE state <> 'over' AND (holder = ?1 AND referee = ?2 \
                         OR holder = ?2 AND referee = ?1))";
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
            let rows = found.query_map([guest], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// A table with its seats, in their order.
    pub async fn table(&self, id: &str) -> Result<Option<(TableRow, Vec<SeatRow>)>, StoreError> {
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
            let done = found.query_map([guest], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(done.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Tables in a state, the last moved first; only listed ones.
    pub async fn listed(&self, phase: Phase, most: u32) -> Result<Vec<TableListing>, StoreError> {
        self.list(
            "WHERE state = ?1 AND listed = 1 ORDER BY ended_at DESC, told_at DESC LIMIT ?2",
            move |found| {
                Ok(found
                    .query_map(params![phase.word(), most], rows::table)?
                    .collect::<Result<_, _>>()?)
            },
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
            move |found| {
                Ok(found.query_map(params![guest, most], rows::table)?.collect::<Result<_, _>>()?)
            },
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
            let rows = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// All seeds that are sealed, with their tables.
    pub async fn sealed_seeds(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.read(|connection| {
            let mut found = connection
                .prepare_cached("SELECT id, seed FROM tables WHERE seed LIKE 'sealed:%'")?;
            let rows = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Tables at which a bot must decide.
    pub async fn waiting_for_bots(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut found = connection
                .prepare_cached("SELECT id FROM tables WHERE state = 'playing' AND bot_turn = 1")?;
            Ok(found.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
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
            Ok(found.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
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
            let ids = found.query_map(params![opened, moved], |row| row.get(0))?;
            Ok(ids.collect::<Result<_, _>>()?)
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
        self.read(move |connection| {
            let mut found = connection.prepare_cached(&rows::select_tables(which))?;
            let tables = rows(&mut found)?;
            tables
                .into_iter()
                .map(|table| {
                    let seats = seats_of(connection, &table.id)?;
                    Ok(TableListing { table, seats })
                })
                .collect()
        })
        .await
    }

    /// How many tables are in each state.
    pub async fn counts(&self) -> Result<Vec<(String, i64)>, StoreError> {
        self.read(|connection| {
            let mut found =
                connection.prepare_cached("SELECT state, COUNT(*) FROM tables GROUP BY state")?;
            Ok(found
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<Result<_, _>>()?)
        })
        .await
    }
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
}
