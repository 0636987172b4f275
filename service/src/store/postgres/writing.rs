//! The connection that writes. It has a part in the lock of its store, which all servers share and nobody can take alone as
//! long as one of them runs.

use super::sharing::CHANNEL;
use super::{failed, pipelined, sql, words};
use crate::planted::{Bug, planted};
use crate::store::home::{Writing, Written};
use crate::store::migrations::{self, Migration, Versioned};
use crate::store::news::News;
use crate::store::statements::{Deed, Statement};
use crate::store::value::Value;
use crate::store::{Change, Disk, StoreError};
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, Error};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The number by which the lock of a store is known, beside the name of its schema.
const LOCK: i32 = 0x0057_1e72;

/// The number of the lock that whoever brings the schema up to date has for itself meanwhile.
const MIGRATING: i32 = 0x0057_1e73;

/// How often a group is tried that others were in the way of.
const GROUP_TRIES: usize = 4;

/// How a database is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Beside other servers.
    Shared,
    /// By one program, while no server runs.
    Alone,
}

/// How often the lock is tried for, and how long apart: a server that has just ended may have it for a moment more.
const LOCK_TRIES: u32 = 60;
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// How many changes are sent at once where each has a savepoint of its own: PostgreSQL keeps so many in fast memory.
const SAVEPOINTS: usize = 60;

/// Why a group was not written.
enum Fault {
    /// The connection ended, or others were in the way, before it was committed: nothing is stored, and it can be tried again.
    Again(StoreError),
    /// The database refused it, or its connection ended while it was committed: then it may be stored or not.
    Final(StoreError),
}

impl Fault {
    /// An error before the transaction was committed.
    fn early(error: Error) -> Fault {
        let passes = [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED];
        let server_ends = [
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
        ];
        match error.code() {
            None => Fault::Again(failed(&error)),
            Some(code) if passes.contains(code) || server_ends.contains(code) => {
                Fault::Again(failed(&error))
            }
            Some(_) => Fault::Final(failed(&error)),
        }
    }

    fn error(self) -> StoreError {
        match self {
            Fault::Again(error) | Fault::Final(error) => error,
        }
    }
}

/// The half that writes.
pub struct PostgresWriting {
    runtime: Runtime,
    hold: Hold,
    config: Config,
    tls: MakeRustlsConnect,
    session: Option<Session>,
    disk: Arc<dyn Disk>,
}

impl PostgresWriting {
    /// Connects, takes its part of the lock and brings the schema up to date, while other servers that start wait.
    pub fn start(
        config: Config,
        tls: MakeRustlsConnect,
        disk: Arc<dyn Disk>,
        hold: Hold,
    ) -> Result<PostgresWriting, StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        let session = runtime.block_on(Session::open(&config, &tls, hold)).map_err(Fault::error)?;
        let session = Some(session);
        let mut writing = PostgresWriting { runtime, hold, config, tls, session, disk };
        writing.migration_lock("pg_advisory_lock")?;
        migrations::migrate(&mut writing)?;
        writing.migration_lock("pg_advisory_unlock")?;
        Ok(writing)
    }

    fn migration_lock(&mut self, function: &str) -> Result<(), StoreError> {
        let asked = format!("SELECT {function}({MIGRATING}, hashtext(current_schema()))");
        self.with_session(async |session| session.run(&asked).await)
    }

    fn try_group(&mut self, changes: &[Change]) -> Result<Vec<Result<(), StoreError>>, Fault> {
        let PostgresWriting { runtime, hold, config, tls, session, disk } = self;
        runtime.block_on(async {
            let mut open = match session.take().filter(|open| !open.client.is_closed()) {
                Some(open) => open,
                None => Session::open(config, tls, *hold).await?,
            };
            let written = open.write(changes, disk.as_ref()).await;
            if written.is_ok() || open.run("ROLLBACK").await.is_ok() {
                *session = Some(open);
            }
            written
        })
    }

    /// Does something with the connection, which is there from the start on.
    fn with_session<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut Session) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        let session = self.session.as_mut().ok_or(StoreError::Closed)?;
        self.runtime.block_on(work(session)).map_err(|error| failed(&error))
    }
}

impl Writing for PostgresWriting {
    /// In one transaction, on a new connection if the one there was has ended: as long as the transaction was not to be
    /// committed yet, nothing of it is stored.
    fn write_group(&mut self, changes: &[Change]) -> Written {
        let mut written = self.try_group(changes);
        for _ in 1..GROUP_TRIES {
            match written {
                Err(Fault::Again(_)) => written = self.try_group(changes),
                _ => break,
            }
        }
        written.map_err(Fault::error)
    }

    fn finish(&mut self) {
        self.session = None;
    }
}

impl Versioned for PostgresWriting {
    fn version(&mut self) -> Result<i64, StoreError> {
        let made = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)";
        let asked = "SELECT coalesce(max(version), 0) FROM schema_version";
        let found = self.with_session(async |session| {
            session.client.batch_execute(made).await?;
            session.client.query_one(asked, &[]).await?.try_get(0)
        });
        found.map_err(|error| match error {
            StoreError::Failed(why) => StoreError::Failed(format!(
                "the tables of the store cannot be made or read: {why}. The user in its address must own the \
                 database"
            )),
            error => error,
        })
    }

    fn run(&mut self, migration: &Migration, leads_to: i64) -> Result<(), StoreError> {
        let sql = migration.postgres;
        self.with_session(async |session| {
            let transaction = session.client.transaction().await?;
            transaction.batch_execute(sql).await?;
            transaction.execute("DELETE FROM schema_version", &[]).await?;
            let note = "INSERT INTO schema_version (version) VALUES ($1)";
            transaction.execute(note, &[&leads_to]).await?;
            transaction.commit().await
        })
    }
}

/// A connection that has its part of the lock.
struct Session {
    client: Client,
    prepared: HashMap<Deed, tokio_postgres::Statement>,
    telling: tokio_postgres::Statement,
    connection: JoinHandle<()>,
}

impl Drop for Session {
    fn drop(&mut self) {
        self.connection.abort();
    }
}

/// The settings of a connection that writes: what is committed is durable whatever the database does otherwise, and a
/// server that is gone without a word does not keep the lock for long, nor one that stands still the rows that it changes.
const SETTINGS: &str = "SET client_min_messages = warning;
    SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off';
    SET idle_in_transaction_session_timeout = '3s';
    SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";

const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

impl Session {
    async fn open(config: &Config, tls: &MakeRustlsConnect, hold: Hold) -> Result<Session, Fault> {
        let last = |error: Error| Fault::Final(failed(&error));
        let (client, connection) = config.connect(tls.clone()).await.map_err(last)?;
        // How it ends is told by whatever is asked next.
        let connection = tokio::spawn(async move { drop(connection.await) });
        let telling = format!("SELECT pg_notify({CHANNEL}, $1)");
        let telling = client.prepare(&telling).await.map_err(last)?;
        let session = Session { client, prepared: HashMap::new(), telling, connection };
        session.run(SETTINGS).await.map_err(last)?;
        if planted(Bug::LazyCommit) {
            session.run("SET synchronous_commit = off").await.map_err(last)?;
        }
        session.take_lock(hold).await?;
        Ok(session)
    }

    /// Takes the lock or a part of it, which is free again when this connection ends, however it ends.
    async fn take_lock(&self, hold: Hold) -> Result<(), Fault> {
        let last = |error: Error| Fault::Final(failed(&error));
        let asked = match hold {
            Hold::Shared => "SELECT pg_try_advisory_lock_shared($1, hashtext(current_schema()))",
            Hold::Alone => "SELECT pg_try_advisory_lock($1, hashtext(current_schema()))",
        };
        for _ in 0..LOCK_TRIES {
            let found = self.client.query_one(asked, &[&LOCK]).await.map_err(last)?;
            match found.try_get(0).map_err(last)? {
                Some(true) => return Ok(()),
                Some(false) => tokio::time::sleep(LOCK_PAUSE).await,
                None => {
                    let why = "the schema that the address of the store names is not there: create it first";
                    return Err(Fault::Final(StoreError::Failed(why.into())));
                }
            }
        }
        let why = match hold {
            Hold::Shared => {
                "a program that has to be alone with this database has it, or a server of an older version \
                             that does not share it: wait for its end, or stop it first"
            }
            Hold::Alone => "servers have this database. Stop all of them first",
        };
        Err(Fault::Final(StoreError::Failed(why.into())))
    }

    async fn run(&self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql).await
    }

    async fn write(
        &mut self,
        changes: &[Change],
        disk: &dyn Disk,
    ) -> Result<Vec<Result<(), StoreError>>, Fault> {
        // By table: of two servers that change the same ones none waits for the other in a circle.
        let mut order: Vec<&Change> = changes.iter().collect();
        order.sort_by_key(|change| change.table());
        let results = self.write_in_order(&order, disk).await?;
        let mut places: Vec<usize> = (0..changes.len()).collect();
        places.sort_by_key(|place| changes.get(*place).map(Change::table));
        let mut sorted: Vec<_> = places.into_iter().zip(results).collect();
        sorted.sort_by_key(|(place, _)| *place);
        Ok(sorted.into_iter().map(|(_, result)| result).collect())
    }

    async fn write_in_order(
        &mut self,
        order: &[&Change],
        disk: &dyn Disk,
    ) -> Result<Vec<Result<(), StoreError>>, Fault> {
        let changes: Vec<Vec<Statement>> = order.iter().map(|change| change.statements()).collect();
        self.prepare(&changes).await.map_err(Fault::early)?;
        let results = match self.send(Some(BEGIN), &changes, false).await? {
            None => vec![Ok(()); changes.len()],
            // The only one there is.
            Some((_, error)) if changes.len() == 1 => {
                self.run("ROLLBACK").await.map_err(Fault::early)?;
                return Ok(vec![Err(error)]);
            }
            Some(_) => {
                self.run("ROLLBACK").await.map_err(Fault::early)?;
                self.write_apart(&changes).await?
            }
        };
        disk.before_commit().map_err(|error| Fault::Final(error.into()))?;
        let mut news = Vec::new();
        let stored = order.iter().zip(&results).filter(|(_, result)| result.is_ok());
        stored.for_each(|(change, _)| change.news(&mut news));
        self.commit(&News::written(&news)).await?;
        disk.committed();
        Ok(results)
    }

    /// Commits, and tells all servers what has happened: they hear of it if it is stored, and only then.
    async fn commit(&self, news: &[String]) -> Result<(), Fault> {
        let tell = |text: &String| -> Request {
            let text = Value::Text(text.clone().into());
            Box::pin(async move { self.client.execute_raw(&self.telling, [text]).await })
        };
        let mut requests: Vec<Request> = news.iter().map(tell).collect();
        requests.push(Box::pin(async { self.run("COMMIT").await.map(|()| 0) }));
        // What fails before COMMIT makes a ROLLBACK of it, which is no error of its own.
        for answer in pipelined(requests).await {
            answer.map_err(in_commit)?;
        }
        Ok(())
    }

    /// Writes every change behind a savepoint of its own, many at a time: one that is refused is rolled back, and those
    /// behind it are sent again.
    async fn write_apart(
        &self,
        changes: &[Vec<Statement<'_>>],
    ) -> Result<Vec<Result<(), StoreError>>, Fault> {
        self.run(BEGIN).await.map_err(Fault::early)?;
        let mut results = Vec::with_capacity(changes.len());
        while results.len() < changes.len() {
            let rest = &changes[results.len()..];
            let next = &rest[..rest.len().min(SAVEPOINTS)];
            let close = match self.send(None, next, true).await? {
                None => {
                    results.resize(results.len() + next.len(), Ok(()));
                    "RELEASE SAVEPOINT change_0".to_string()
                }
                Some((place, error)) => {
                    results.resize(results.len() + place, Ok(()));
                    results.push(Err(error));
                    format!("ROLLBACK TO SAVEPOINT change_{place}; RELEASE SAVEPOINT change_0")
                }
            };
            self.run(&close).await.map_err(Fault::early)?;
        }
        Ok(results)
    }

    async fn prepare(&mut self, changes: &[Vec<Statement<'_>>]) -> Result<(), Error> {
        for statement in changes.iter().flatten() {
            if !self.prepared.contains_key(&statement.deed) {
                let prepared = self.client.prepare(sql::deed(statement.deed)).await?;
                self.prepared.insert(statement.deed, prepared);
            }
        }
        Ok(())
    }

    /// Sends changes, all before the first answer is waited for; gives the place of the first that is refused, and why.
    async fn send(
        &self,
        first: Option<&'static str>,
        changes: &[Vec<Statement<'_>>],
        savepoints: bool,
    ) -> Result<Option<(usize, StoreError)>, Fault> {
        let mut requests: Vec<Request> = Vec::new();
        let mut belongs: Vec<(usize, bool)> = Vec::new();
        if let Some(first) = first {
            requests.push(Box::pin(async move { self.run(first).await.map(|()| 0) }));
            belongs.push((0, false));
        }
        for (place, statements) in changes.iter().enumerate() {
            if savepoints {
                let named = format!("SAVEPOINT change_{place}");
                requests.push(Box::pin(async move { self.run(&named).await.map(|()| 0) }));
                belongs.push((place, false));
            }
            for statement in statements {
                requests.push(Box::pin(self.execute(statement)));
                belongs.push((place, statement.must_find));
            }
        }
        let answers = pipelined(requests).await;
        for (answer, (place, must_find)) in answers.into_iter().zip(belongs) {
            match answer {
                Ok(found) if must_find && found != 1 && !planted(Bug::NoFence) => {
                    return Ok(Some((place, StoreError::Taken)));
                }
                Ok(_) => {}
                Err(error) => match of_one_change(&error) {
                    Some(why) => return Ok(Some((place, why))),
                    None => return Err(Fault::early(error)),
                },
            }
        }
        Ok(None)
    }

    async fn execute(&self, statement: &Statement<'_>) -> Result<u64, Error> {
        match self.prepared.get(&statement.deed) {
            Some(prepared) => self.client.execute_raw(prepared, &statement.values).await,
            None => self.client.execute_raw(sql::deed(statement.deed), &statement.values).await,
        }
    }
}

/// A request on its way.
type Request<'a> = Pin<Box<dyn Future<Output = Result<u64, Error>> + 'a>>;

/// Why a single change cannot be written, if the others can: somebody was faster, it holds what the database cannot keep, or it
/// meets a damaged place.
fn of_one_change(error: &Error) -> Option<StoreError> {
    let code = error.code()?;
    let classes = ["22", "23", "54"];
    let damaged = [SqlState::DATA_CORRUPTED, SqlState::INDEX_CORRUPTED];
    let one = classes.iter().any(|class| code.code().starts_with(class)) || damaged.contains(code);
    one.then(|| failed(error))
}

/// A connection that ends during COMMIT leaves open whether it was done.
fn in_commit(error: Error) -> Fault {
    Fault::Final(match error.as_db_error() {
        Some(_) => failed(&error),
        None => StoreError::Failed(format!(
            "the connection to the database ended while changes were committed, so that they may be stored or not: {}",
            words(&error)
        )),
    })
}
