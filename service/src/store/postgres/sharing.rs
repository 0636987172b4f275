//! Servers that share a database: what they hear of each other, and who does what.

use super::writing::Hold;
use super::{ASKED_ANEW, connection, failed, has_ended};
use crate::secret;
use crate::store::home::{LivingServer, Sharing};
use crate::store::news::News;
use crate::store::{DueDeadline, NoticeRow, StoreError, notices};
use deadpool_postgres::Pool;
use futures_core::future::BoxFuture;
use std::future::poll_fn;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use table::Seat;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Config, Error, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The channel of a store: those of other schemas in the same database have others.
pub const CHANNEL: &str = "'overwinter_' || md5(current_schema())";

/// How long to wait before listening is tried again.
const LISTEN_AGAIN: Duration = Duration::from_millis(200);

/// How often the connection that listens is asked whether it is there, and how long it may take to answer.
const ALIVE: Duration = Duration::from_secs(5);

/// Who gives signs of life: a server that was not heard of for so long is dead to the others.
macro_rules! lives {
    () => {
        "seen > clock_timestamp() - interval '3 seconds'"
    };
}

/// Whether nobody who lives sees to the bots of a table.
macro_rules! forsaken {
    () => {
        concat!(
            "(server = '' OR NOT EXISTS (SELECT 1 FROM servers WHERE servers.id = bot_turns.server AND ",
            lives!(),
            "))"
        )
    };
}

const VERSIONS: &str = "SELECT id, version FROM tables WHERE id = ANY($1)";
const BEAT: &str = "INSERT INTO servers (id, seen, watched) VALUES ($1, clock_timestamp(), $2) \
                    ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, watched = excluded.watched \
                    RETURNING (extract(epoch FROM seen) * 1000)::bigint";
const CLAIM: &str = concat!(
    "UPDATE bot_turns SET server = $2 WHERE table_id = $1 AND (server = $2 OR ",
    forsaken!(),
    ") RETURNING EXISTS (SELECT 1 FROM servers WHERE $1 = ANY(watched) AND ",
    lives!(),
    ")"
);
// Whoever took the decision that asks a bot has a second to begin; what lies longer waits for a place there.
const TAKE_UP: &str = concat!(
    "UPDATE bot_turns SET server = $1 WHERE table_id IN (SELECT table_id FROM bot_turns WHERE ",
    forsaken!(),
    " AND (server <> '' OR since < clock_timestamp() - interval '1 second') \
     ORDER BY since LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING table_id"
);
// What somebody else has claimed is free again when nothing came of it for a while: whoever is too late then is refused.
pub const CLAIM_DEADLINES: &str = "INSERT INTO deadline_claims (table_id, seat, question, until) \
    SELECT table_id, seat, question, clock_timestamp() + interval '10 seconds' FROM deadlines \
    WHERE at <= $1 AND NOT EXISTS (SELECT 1 FROM deadline_claims AS claimed \
        WHERE claimed.table_id = deadlines.table_id AND claimed.seat = deadlines.seat \
        AND claimed.question = deadlines.question AND claimed.until > clock_timestamp()) \
    ORDER BY at, table_id, seat LIMIT $2 \
    ON CONFLICT (table_id, seat, question) DO UPDATE SET until = excluded.until \
    WHERE deadline_claims.until <= clock_timestamp() \
    RETURNING table_id, seat, question";
const FORGET_CLAIMS: &str =
    "DELETE FROM deadline_claims WHERE until < clock_timestamp() - interval '1 minute'";
// A claim is a later time: what comes of nothing is due again then.
const CLAIM_NOTICES: &str = "UPDATE notices SET at = $2, tries = tries + 1 WHERE (person, key, way) IN \
    (SELECT person, key, way FROM notices WHERE state = 'waiting' AND at <= $1 \
     ORDER BY at, person, key, way LIMIT $3 FOR UPDATE SKIP LOCKED) \
    RETURNING person, key, way, table_id, seat, kind, made, at, digest, tries, text";
const CLAIMED: &str = "SELECT table_id FROM bot_turns WHERE server = $1";
const JOB: &str = "INSERT INTO jobs (name, until) VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond') \
                   ON CONFLICT (name) DO UPDATE SET until = excluded.until \
                   WHERE jobs.until <= clock_timestamp() RETURNING name";
const LIVING: &str = concat!("SELECT count(*) FROM servers WHERE ", lives!());
const SERVERS: &str = concat!(
    "SELECT id, id = $1, extract(epoch FROM clock_timestamp() - seen)::float8, \
     (SELECT count(*) FROM bot_turns WHERE server = servers.id), cardinality(watched)::bigint \
     FROM servers WHERE ",
    lives!(),
    " ORDER BY id"
);
// Its bots are as if they had waited: whoever looks next takes them up.
const GIVE_BACK: &str = "UPDATE bot_turns SET server = '', since = clock_timestamp() - interval '1 hour' \
                         WHERE server = $1";
const LEAVE: &str =
    "DELETE FROM servers WHERE id = $1 OR seen < clock_timestamp() - interval '1 day'";

/// What a server has to do with the others.
pub struct Shared {
    pool: Pool,
    /// By what the others know this server.
    server: String,
    news: Mutex<Option<UnboundedReceiver<News>>>,
    listening: Option<JoinHandle<()>>,
}

impl Shared {
    /// A server of a random name, which listens from now on; one that is alone does not.
    pub fn new(
        pool: Pool,
        config: Config,
        tls: MakeRustlsConnect,
        hold: Hold,
    ) -> Result<Shared, StoreError> {
        let server =
            secret::random_token(16).map_err(|error| StoreError::Failed(error.to_string()))?;
        let (sender, news) = mpsc::unbounded_channel();
        let listening =
            (hold == Hold::Shared).then(|| tokio::spawn(listen_always(config, tls, sender)));
        Ok(Shared { pool, server, news: Mutex::new(Some(news)), listening })
    }

    /// Stops listening.
    pub fn end(&self) {
        if let Some(listening) = &self.listening {
            listening.abort();
        }
    }

    /// The rows of a statement, which does the same if it is run again because its connection had ended.
    async fn rows(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let mut tried = 1;
        loop {
            let connection = connection(&self.pool).await?;
            let asked = async {
                let statement = connection.prepare_cached(sql).await?;
                connection.query(&statement, values).await
            };
            match asked.await {
                Err(error) if has_ended(&error) && tried < ASKED_ANEW => tried += 1,
                rows => return rows.map_err(|error| failed(&error)),
            }
        }
    }

    /// The texts in the first column of what a statement gives.
    async fn texts(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<String>, StoreError> {
        let rows = self.rows(sql, values).await?;
        rows.iter().map(|row| row.try_get(0).map_err(|error| failed(&error))).collect()
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.end();
    }
}

impl Sharing for Shared {
    fn news(&self) -> Option<UnboundedReceiver<News>> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn versions(
        &self,
        tables: Vec<String>,
    ) -> BoxFuture<'_, Result<Vec<(String, i64)>, StoreError>> {
        Box::pin(async move {
            let rows = self.rows(VERSIONS, &[&tables]).await?;
            let read = |row: &Row| Ok((row.try_get(0)?, row.try_get(1)?));
            rows.iter().map(|row| read(row).map_err(|error| failed(&error))).collect()
        })
    }

    fn beat(&self, watched: Vec<String>) -> BoxFuture<'_, Result<i64, StoreError>> {
        Box::pin(async move {
            let rows = self.rows(BEAT, &[&self.server, &watched]).await?;
            let time = rows.first().map(|row| row.try_get(0)).transpose();
            let time = time.map_err(|error| failed(&error))?;
            time.ok_or_else(|| StoreError::Failed("the database does not tell the time".into()))
        })
    }

    fn claim_bots<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<Option<bool>, StoreError>> {
        Box::pin(async move {
            let rows = self.rows(CLAIM, &[&table, &self.server]).await?;
            let watched = rows.first().map(|row| row.try_get(0)).transpose();
            watched.map_err(|error| failed(&error))
        })
    }

    fn take_up_bots(&self, most: usize) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            self.texts(TAKE_UP, &[&self.server, &most]).await
        })
    }

    fn claim_deadlines(
        &self,
        until: i64,
        most: usize,
    ) -> BoxFuture<'_, Result<Vec<(String, DueDeadline)>, StoreError>> {
        Box::pin(async move {
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let rows = self.rows(CLAIM_DEADLINES, &[&until, &most]).await?;
            if !rows.is_empty() {
                self.rows(FORGET_CLAIMS, &[]).await?;
            }
            let read = |row: &Row| -> Result<_, Error> {
                let (seat, question): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
                let seat = Seat(u16::try_from(seat).unwrap_or(u16::MAX));
                let question = u64::try_from(question).unwrap_or_default();
                Ok((row.try_get(0)?, DueDeadline { seat, question, at: until }))
            };
            rows.iter().map(|row| read(row).map_err(|error| failed(&error))).collect()
        })
    }

    fn claim_notices(
        &self,
        now: i64,
        until: i64,
        most: usize,
    ) -> BoxFuture<'_, Result<Vec<NoticeRow>, StoreError>> {
        Box::pin(async move {
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let rows = self.rows(CLAIM_NOTICES, &[&now, &until, &most]).await?;
            let mut claimed = Vec::with_capacity(rows.len());
            for row in &rows {
                claimed.push(notices::row(super::row(row))?);
            }
            claimed.sort_by(|one, other| (one.made, &one.key).cmp(&(other.made, &other.key)));
            Ok(claimed)
        })
    }

    fn claimed_bots(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move { self.texts(CLAIMED, &[&self.server]).await })
    }

    fn claim_job(
        &self,
        job: &'static str,
        every: Duration,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async move {
            let every = every.as_millis() as f64;
            Ok(!self.rows(JOB, &[&job, &every]).await?.is_empty())
        })
    }

    fn living(&self) -> BoxFuture<'_, Result<usize, StoreError>> {
        Box::pin(async move {
            let rows = self.rows(LIVING, &[]).await?;
            let count: i64 =
                rows.first().map_or(Ok(0), |row| row.try_get(0)).map_err(|error| failed(&error))?;
            Ok(usize::try_from(count).unwrap_or_default())
        })
    }

    fn servers(&self) -> BoxFuture<'_, Result<Vec<LivingServer>, StoreError>> {
        Box::pin(async move {
            let rows = self.rows(SERVERS, &[&self.server]).await?;
            let read = |row: &Row| {
                Ok(LivingServer {
                    name: row.try_get(0)?,
                    asked: row.try_get(1)?,
                    seen: row.try_get(2)?,
                    bots: row.try_get(3)?,
                    watched: row.try_get(4)?,
                })
            };
            rows.iter().map(|row| read(row).map_err(|error: Error| failed(&error))).collect()
        })
    }

    fn leave(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.rows(GIVE_BACK, &[&self.server]).await?;
            self.rows(LEAVE, &[&self.server]).await.map(drop)
        })
    }
}

/// Listens until nobody wants to hear, on a new connection whenever one has ended.
async fn listen_always(config: Config, tls: MakeRustlsConnect, news: UnboundedSender<News>) {
    let mut failures = 0;
    while !news.is_closed() {
        let listened = listen(&config, &tls, &news).await;
        failures = if listened.is_ok() { 0 } else { failures + 1 };
        // Of a database that is not there when a server starts the server itself tells, and ends.
        if let Err(error) = listened
            && failures > 1
        {
            tracing::warn!(error = %failed(&error), "what other servers do is not heard just now, and looked for");
        }
        tokio::time::sleep(LISTEN_AGAIN).await;
    }
}

/// Listens as long as the connection holds.
async fn listen(
    config: &Config,
    tls: &MakeRustlsConnect,
    news: &UnboundedSender<News>,
) -> Result<(), Error> {
    let (client, mut connection) = config.connect(tls.clone()).await?;
    let (sender, mut heard) = mpsc::unbounded_channel();
    let driving = async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(told) = message
                && sender.send(told.payload().to_string()).is_err()
            {
                break;
            }
        }
    };
    let driving = Driving(tokio::spawn(driving));
    let channel: String = client.query_one(&format!("SELECT {CHANNEL}"), &[]).await?.try_get(0)?;
    client.batch_execute(&format!("LISTEN {channel}")).await?;
    // Whatever happened before was not heard.
    let _ = news.send(News::Missed);
    loop {
        match tokio::time::timeout(ALIVE, heard.recv()).await {
            Ok(Some(text)) => News::read(&text).for_each(|told| drop(news.send(told))),
            Ok(None) => break,
            Err(_) => match tokio::time::timeout(ALIVE, client.batch_execute("")).await {
                Ok(there) => there?,
                Err(_) => break,
            },
        }
    }
    drop(driving);
    Ok(())
}

/// A connection that is driven until this is dropped.
struct Driving(JoinHandle<()>);

impl Drop for Driving {
    fn drop(&mut self) {
        self.0.abort();
    }
}
