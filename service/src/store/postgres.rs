//! The store in PostgreSQL: one connection writes, one listens for what other servers do, and reading happens beside them on
//! a few others.

mod company;
mod contests;
mod mails;
mod private;
mod sandboxes;
mod sharing;
mod sql;
mod tls;
mod transfer;
mod writing;

#[cfg(test)]
pub use sharing::CLAIM_DEADLINES;

pub use transfer::{PostgresRowReader, PostgresRowWriter};
pub use writing::PostgresWriting;

use super::address::PostgresAddress;
use super::home::{Answer, Asked, Home, Sharing};
use super::statements::Question;
use super::value::{Row, Value, values};
use super::{Disk, StoreError};
use bytes::BytesMut;
use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use futures_core::future::BoxFuture;
use std::error::Error as _;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

pub use writing::Hold;

/// How many read at the same time: each takes a connection, which is a process of the database.
const READERS: usize = 16;

/// How long somebody waits for a place to read.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a question is asked anew if its connection ends: it may be one of several that ended unnoticed.
const ASKED_ANEW: usize = 3;

/// A database that answers.
pub struct PostgresHome {
    pool: Pool,
    sharing: sharing::Shared,
}

/// Both halves of a store in a database; the one that writes is made where it writes.
pub fn open(
    address: &PostgresAddress,
    disk: Arc<dyn Disk>,
    hold: Hold,
) -> Result<
    (PostgresHome, impl FnOnce() -> Result<PostgresWriting, StoreError> + Send + 'static),
    StoreError,
> {
    let tls = tls::connector(address).map_err(StoreError::Failed)?;
    let how = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(address.config.clone(), tls.clone(), how);
    let pool = Pool::builder(manager)
        .max_size(READERS)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(PATIENCE))
        .create_timeout(Some(PATIENCE))
        .build()
        .map_err(|error| StoreError::Failed(error.to_string()))?;
    let config = address.config.clone();
    let sharing = sharing::Shared::new(pool.clone(), config.clone(), tls.clone(), hold)?;
    Ok((PostgresHome { pool, sharing }, move || PostgresWriting::start(config, tls, disk, hold)))
}

/// Takes a database that no server has, and brings its schema up to date; nobody else takes it as long as this is there.
pub fn lock(address: &PostgresAddress, disk: Arc<dyn Disk>) -> Result<PostgresWriting, StoreError> {
    let tls = tls::connector(address).map_err(StoreError::Failed)?;
    PostgresWriting::start(address.config.clone(), tls, disk, Hold::Alone)
}

impl PostgresHome {
    /// The answers, as of one moment if so asked; an error of the driver if the connection ended meanwhile.
    async fn answers(
        &self,
        asked: &[Asked],
        at_once: bool,
    ) -> Result<Result<Vec<Answer>, Error>, StoreError> {
        let connection = connection(&self.pool).await?;
        let mut statements = Vec::with_capacity(asked.len());
        for (question, _) in asked {
            match connection.prepare_cached(sql::question(*question)).await {
                Ok(statement) => statements.push(statement),
                Err(error) if has_ended(&error) => return Ok(Err(error)),
                Err(error) => return Err(failed(&error)),
            }
        }
        let client: &tokio_postgres::Client = &connection;
        let sent = statements.iter().zip(asked).map(|(statement, (_, values))| {
            let values: Vec<&(dyn ToSql + Sync)> =
                values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
            let answer = async move { client.query(statement, &values).await };
            Box::pin(answer) as Request
        });
        let mut sent: Vec<Request> = sent.collect();
        if at_once {
            // All of it is sent before anything is waited for: the connection is never left within a transaction.
            let run = |sql| -> Request {
                Box::pin(async move { client.batch_execute(sql).await.map(|()| Vec::new()) })
            };
            sent.insert(0, run(ONE_MOMENT));
            sent.push(run("COMMIT"));
        }
        let mut found = pipelined(sent).await;
        if at_once {
            for done in [found.pop(), (!found.is_empty()).then(|| found.remove(0))] {
                match done {
                    Some(Err(error)) if has_ended(&error) => return Ok(Err(error)),
                    Some(Err(error)) => return Err(failed(&error)),
                    _ => {}
                }
            }
        }
        let mut answers: Vec<Answer> = Vec::with_capacity(asked.len());
        for found in found {
            match found {
                Ok(rows) => answers.push(Ok(rows.iter().map(row).collect())),
                Err(error) if has_ended(&error) => return Ok(Err(error)),
                Err(error) => answers.push(Err(failed(&error))),
            }
        }
        Ok(Ok(answers))
    }

    async fn asked(&self, mut asked: Vec<Asked>, at_once: bool) -> Result<Vec<Answer>, StoreError> {
        // No text in PostgreSQL holds a zero, so that nothing is found by one.
        let none = |(_, values): &Asked| values.iter().any(has_zero);
        let nothing: Vec<bool> = asked.iter().map(none).collect();
        asked.retain(|asked| !none(asked));
        let mut tried = 1;
        let answers = loop {
            match self.answers(&asked, at_once).await? {
                Ok(answers) => break answers,
                Err(_) if tried < ASKED_ANEW => tried += 1,
                Err(error) => return Err(failed(&error)),
            }
        };
        let mut answers = answers.into_iter();
        let answer = |nothing: bool| match nothing {
            true => Ok(Vec::new()),
            false => answers.next().unwrap_or(Ok(Vec::new())),
        };
        Ok(nothing.into_iter().map(answer).collect())
    }
}

/// A transaction that only reads, and in which nothing changes.
const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// A connection that nobody else has meanwhile.
async fn connection(pool: &Pool) -> Result<Object, StoreError> {
    use deadpool_postgres::PoolError;
    pool.get().await.map_err(|error| match error {
        PoolError::Backend(error) => failed(&error),
        PoolError::Timeout(_) => StoreError::Failed("the database does not answer".into()),
        PoolError::Closed => StoreError::Closed,
        error => StoreError::Failed(error.to_string()),
    })
}

impl Home for PostgresHome {
    fn ask(&self, asked: Vec<Asked>) -> BoxFuture<'_, Result<Vec<Answer>, StoreError>> {
        Box::pin(self.asked(asked, false))
    }

    fn ask_at_once(&self, asked: Vec<Asked>) -> BoxFuture<'_, Result<Vec<Answer>, StoreError>> {
        Box::pin(self.asked(asked, true))
    }

    fn sharing(&self) -> Option<&dyn Sharing> {
        Some(&self.sharing)
    }

    fn absence(&self) -> BoxFuture<'_, Option<String>> {
        Box::pin(async {
            let answer = self.ask(vec![(Question::House, values!["key"])]).await;
            let error =
                answer.and_then(|mut answers| answers.pop().unwrap_or(Ok(Vec::new()))).err()?;
            tracing::error!(%error, "the database cannot be asked");
            Some("the database cannot be asked: the log says why".into())
        })
    }

    fn close(&self) {
        self.sharing.end();
        self.pool.close();
    }
}

/// A question on its way.
type Request<'a> =
    Pin<Box<dyn Future<Output = Result<Vec<tokio_postgres::Row>, Error>> + Send + 'a>>;

fn has_zero(value: &Value) -> bool {
    matches!(value, Value::Text(text) if text.contains('\0'))
}

/// Sends all requests in their order before the first answer is waited for; gives the answers in that order.
async fn pipelined<T, F: Future<Output = T> + ?Sized>(mut sent: Vec<Pin<Box<F>>>) -> Vec<T> {
    let mut answers: Vec<Option<T>> = poll_fn(|context| {
        let first = sent.iter_mut().map(|request| match request.as_mut().poll(context) {
            Poll::Ready(answer) => Some(answer),
            Poll::Pending => None,
        });
        Poll::Ready(first.collect())
    })
    .await;
    for (request, answer) in sent.into_iter().zip(&mut answers) {
        if answer.is_none() {
            *answer = Some(request.await);
        }
    }
    answers.into_iter().flatten().collect()
}

/// Whether an error says that the connection has ended: it is found closed, or the database says with its last words that it ends it.
fn has_ended(error: &Error) -> bool {
    let last_words = [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN];
    error.is_closed() || error.code().is_some_and(|code| last_words.contains(code))
}

/// What an error of the driver is to us.
fn failed(error: &Error) -> StoreError {
    match error.code() {
        Some(code) if code.code().starts_with("23") => StoreError::Taken,
        Some(&SqlState::DISK_FULL) => StoreError::Full,
        Some(&SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED) => {
            StoreError::Damaged(words(error))
        }
        _ => StoreError::Failed(words(error)),
    }
}

/// What went wrong, without what the database tells of values: that may be somebody's secret.
fn words(error: &Error) -> String {
    if let Some(told) = error.as_db_error() {
        return format!("{} ({})", told.message(), told.code().code());
    }
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !words.contains(&more) {
            words = format!("{words}: {more}");
        }
        cause = error.source();
    }
    words
}

fn row(row: &tokio_postgres::Row) -> Row {
    let value = |(place, column): (usize, &tokio_postgres::Column)| match *column.type_() {
        Type::INT8 => row.try_get(place).map(Value::Integer),
        Type::TEXT => row.try_get::<_, String>(place).map(|text| Value::Text(text.into())),
        Type::BYTEA => row.try_get::<_, Vec<u8>>(place).map(|bytes| Value::Bytes(bytes.into())),
        Type::BOOL => row.try_get::<_, bool>(place).map(Value::from),
        _ => Ok(Value::Unsound),
    };
    let values = row.columns().iter().enumerate().map(value);
    Row(values.map(|value| value.unwrap_or(Value::Unsound)).collect())
}

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match (self, kind) {
            (Value::Integer(number), &Type::INT8) => number.to_sql(kind, out),
            (Value::Text(text), &Type::TEXT) => text.as_ref().to_sql(kind, out),
            (Value::Bytes(bytes), &Type::BYTEA) => bytes.as_ref().to_sql(kind, out),
            _ => Err("a value of another kind than its column".into()),
        }
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::INT8 | Type::TEXT | Type::BYTEA)
    }

    to_sql_checked!();
}
