//! The store in a file, by SQLite: one thread writes, and reading happens beside it on connections of its own.

mod company;
mod contests;
mod damage;
mod files;
mod mails;
mod mending;
mod private;
mod sandboxes;
mod sql;
mod transfer;

pub use mending::mend;
pub use transfer::{SqliteRowReader, SqliteRowWriter};

use super::home::{Answer, Asked, Damage, Home, Writing, Written};
use super::migrations::{self, Migration, Versioned};
use super::statements::{Question, Statement};
use super::value::{Row, Value};
use super::{Change, Disk, GONE, StoreError, folder};
use files::StoreFiles;
use futures_core::future::BoxFuture;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql, Transaction, TransactionBehavior, params_from_iter};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;

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

/// How many read at the same time. Each takes a thread, a few files and some memory, and is done soon: however many ask
/// at once, it costs no more than this.
const READERS: usize = 16;

/// How many connections are kept for those who read next.
const KEPT_READERS: usize = 4;

/// A file that answers.
#[derive(Clone)]
pub struct SqliteHome(Arc<Inner>);

struct Inner {
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
    /// Places for those who read.
    reading: Semaphore,
    files: StoreFiles,
}

/// Opens the store in a file, which is made if it is not there: both halves, and the tables of which something was lost
/// when it was mended.
pub fn open(
    path: &Path,
    disk: Arc<dyn Disk>,
) -> Result<(SqliteHome, SqliteWriting, HashSet<String>), StoreError> {
    let connection = connect(path)?;
    let lost = lost_tables(&connection);
    let home = reading(path);
    let files = home.0.files.clone();
    Ok((home, SqliteWriting { connection, disk, files }, lost))
}

/// A file that answers and is not written.
pub fn reading(path: &Path) -> SqliteHome {
    SqliteHome(Arc::new(Inner {
        path: path.to_path_buf(),
        readers: Mutex::default(),
        reading: Semaphore::new(READERS),
        files: StoreFiles::of(path),
    }))
}

impl SqliteHome {
    /// Reads on a connection of its own, away from the threads that serve requests.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> T + Send + 'static,
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
            if let Ok(mut readers) = inner.readers.lock()
                && readers.len() < KEPT_READERS
            {
                readers.push(connection);
            }
            Ok(result)
        });
        done.await.map_err(|error| StoreError::Failed(error.to_string()))?
    }
}

impl Home for SqliteHome {
    fn ask(&self, asked: Vec<Asked>) -> BoxFuture<'_, Result<Vec<Answer>, StoreError>> {
        Box::pin(self.read(move |connection| {
            let answers = asked.iter().map(|(question, values)| {
                answer(connection, *question, values).map_err(StoreError::from)
            });
            answers.collect()
        }))
    }

    fn ask_at_once(&self, asked: Vec<Asked>) -> BoxFuture<'_, Result<Vec<Answer>, StoreError>> {
        Box::pin(async move {
            let answers = self.read(move |connection| -> Result<Vec<Answer>, StoreError> {
                // A transaction that only reads keeps nobody from writing, and nobody changes what it sees.
                let moment = connection.unchecked_transaction()?;
                let answers = asked.iter().map(|(question, values)| {
                    answer(&moment, *question, values).map_err(StoreError::from)
                });
                let answers = answers.collect();
                moment.finish()?;
                Ok(answers)
            });
            answers.await?
        })
    }

    fn absence(&self) -> BoxFuture<'_, Option<String>> {
        Box::pin(async { (!self.0.files.are_there()).then(|| GONE.into()) })
    }

    fn close(&self) {
        if let Ok(mut readers) = self.0.readers.lock() {
            readers.clear();
        }
    }

    fn disk_space(&self) -> Option<u64> {
        #[cfg(unix)]
        {
            let disk = rustix::fs::statvfs(&self.0.path).ok()?;
            Some(disk.f_bavail.saturating_mul(disk.f_frsize))
        }
        #[cfg(not(unix))]
        None
    }

    fn find_damage(&self) -> BoxFuture<'_, Result<Damage, StoreError>> {
        // It takes as long as the file is large, and nobody waits for its place.
        let path = self.0.path.clone();
        let found = tokio::task::spawn_blocking(move || damage::find(&open_reader(&path)?));
        Box::pin(async { found.await.map_err(|error| StoreError::Failed(error.to_string()))? })
    }

    fn is_marked(&self) -> bool {
        mending::mark(&self.0.path).exists()
    }

    fn mark_damaged(&self) {
        let _ = folder::private_file(&mending::mark(&self.0.path));
    }

    fn was_mended(&self) -> bool {
        mending::kept_aside(&self.0.path).exists()
    }
}

/// The rows that a question finds.
fn answer(
    connection: &Connection,
    question: Question,
    values: &[Value],
) -> rusqlite::Result<Vec<Row>> {
    let mut found = connection.prepare_cached(sql::question(question))?;
    let columns = found.column_count();
    let mut rows = found.query(params_from_iter(values))?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let values = (0..columns).map(|place| row.get_ref(place).map(owned));
        all.push(Row(values.collect::<Result<_, _>>()?));
    }
    Ok(all)
}

fn owned(value: ValueRef) -> Value<'static> {
    match value {
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Text(text) => match std::str::from_utf8(text) {
            Ok(text) => Value::Text(text.to_string().into()),
            Err(_) => Value::Unsound,
        },
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec().into()),
        ValueRef::Null | ValueRef::Real(_) => Value::Unsound,
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
            Value::Unsound => ValueRef::Null,
        }))
    }
}

/// The half that writes.
pub struct SqliteWriting {
    connection: Connection,
    disk: Arc<dyn Disk>,
    files: StoreFiles,
}

impl Writing for SqliteWriting {
    /// In one transaction; if that fails, once more with each change on its own within the transaction. Where the disk
    /// fails nothing of the group is written.
    fn write_group(&mut self, changes: &[Change]) -> Written {
        if !self.files.are_there() {
            return Err(StoreError::Failed(GONE.into()));
        }
        let written = self.write_together(changes).or_else(|_| self.write_apart(changes));
        if written.is_ok() {
            self.files.note_log();
        }
        written
    }

    fn finish(&mut self) {
        let _ = self.connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
    }
}

impl SqliteWriting {
    fn write_together(&mut self, changes: &[Change]) -> Written {
        let behaviour = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behaviour)?;
        for change in changes {
            write_one(&transaction, change)?;
        }
        commit(transaction, self.disk.as_ref())?;
        Ok(vec![Ok(()); changes.len()])
    }

    fn write_apart(&mut self, changes: &[Change]) -> Written {
        let behaviour = TransactionBehavior::Immediate;
        let mut transaction = self.connection.transaction_with_behavior(behaviour)?;
        let mut results = Vec::with_capacity(changes.len());
        for change in changes {
            let savepoint = transaction.savepoint()?;
            let done = write_one(&savepoint, change).map_err(StoreError::from);
            match &done {
                Ok(()) => savepoint.commit()?,
                Err(StoreError::Taken | StoreError::Damaged(_)) => savepoint.finish()?,
                Err(_) => done.clone()?,
            }
            results.push(done);
        }
        commit(transaction, self.disk.as_ref())?;
        Ok(results)
    }
}

fn commit(transaction: Transaction, disk: &dyn Disk) -> Result<(), StoreError> {
    disk.before_commit()?;
    transaction.commit()?;
    disk.committed();
    Ok(())
}

fn write_one(connection: &Connection, change: &Change) -> rusqlite::Result<()> {
    for Statement { deed, values, must_find } in change.statements() {
        let mut statement = connection.prepare_cached(sql::deed(deed))?;
        let values = params_from_iter(values);
        let found = match statement.column_count() {
            0 => statement.execute(values)?,
            _ => usize::from(statement.exists(values)?),
        };
        if must_find && found != 1 {
            return Err(rusqlite::Error::StatementChangedRows(found));
        }
    }
    Ok(())
}

/// The ids of tables of which something was lost when the store was mended.
fn lost_tables(connection: &Connection) -> HashSet<String> {
    let noted = answer(connection, Question::House, &[mending::LOST.into()]).ok();
    let noted = noted.and_then(|mut rows| rows.pop()?.text(0).ok());
    noted.and_then(|noted| serde_json::from_str(&noted).ok()).unwrap_or_default()
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

impl Versioned for Connection {
    fn version(&mut self) -> Result<i64, StoreError> {
        Ok(self.pragma_query_value(None, "user_version", |row| row.get(0))?)
    }

    fn run(&mut self, migration: &Migration, leads_to: i64) -> Result<(), StoreError> {
        let transaction = self.transaction_with_behavior(TransactionBehavior::Immediate)?;
        (migration.sqlite)(&transaction)?;
        transaction.pragma_update(None, "user_version", leads_to)?;
        Ok(transaction.commit()?)
    }
}

/// Version 1: the tables, with what the last of them lacked before versions were written down.
pub fn name_the_version(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(include_str!("sqlite/schema.sql"))?;
    let known = "SELECT count(*) FROM pragma_table_info('tables') WHERE name = 'lesson'";
    let lessons: i64 = connection.query_row(known, [], |row| row.get(0))?;
    if lessons == 0 {
        connection
            .execute_batch("ALTER TABLE tables ADD COLUMN lesson TEXT NOT NULL DEFAULT ''")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::RealDisk;
    use std::sync::atomic::{AtomicUsize, Ordering};

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
        let path = folder.path().join("store.sqlite");
        let (home, _writing, _) = open(&path, Arc::new(RealDisk)).unwrap();
        let (reading, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let asked: Vec<_> = (0..200)
            .map(|_| {
                let (home, reading, most) = (home.clone(), reading.clone(), most.clone());
                runtime.spawn(async move {
                    let work = move |_: &Connection| {
                        most.fetch_max(
                            reading.fetch_add(1, Ordering::SeqCst) + 1,
                            Ordering::SeqCst,
                        );
                        std::thread::sleep(std::time::Duration::from_millis(5));
                        reading.fetch_sub(1, Ordering::SeqCst);
                    };
                    home.read(work).await
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
