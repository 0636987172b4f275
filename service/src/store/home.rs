//! What a store asks of the place where it lies. A home has two halves: one that answers questions, many at a time, and
//! one that writes, which the one writing thread has for itself.

use super::news::News;
use super::statements::Question;
use super::value::{Row, Value};
use super::{Change, DueDeadline, NoticeRow, StoreError};
use futures_core::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// What is wrong with the file of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// What was found, for the log: nobody else needs to know how a file looks inside.
    pub faults: Vec<String>,
    /// Tables that cannot be read whole.
    pub tables: Vec<String>,
}

impl Damage {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        self.faults.is_empty() && self.tables.is_empty()
    }
}

/// A question with its values.
pub type Asked = (Question, Vec<Value<'static>>);

/// The rows that a question finds.
pub type Answer = Result<Vec<Row>, StoreError>;

/// The half that answers.
pub trait Home: Send + Sync + 'static {
    /// Answers questions on one connection, in their order; one that fails leaves the others alone.
    fn ask(&self, asked: Vec<Asked>) -> BoxFuture<'_, Result<Vec<Answer>, StoreError>>;

    /// The same, as of one moment: nothing changes between the first answer and the last.
    fn ask_at_once(&self, asked: Vec<Asked>) -> BoxFuture<'_, Result<Vec<Answer>, StoreError>>;

    /// How servers share it; nothing where one has it for itself.
    fn sharing(&self) -> Option<&dyn Sharing> {
        None
    }

    /// Why nothing can be kept there now, if that is known without trying to write.
    fn absence(&self) -> BoxFuture<'_, Option<String>>;

    /// Ends what is open. Nobody asks afterwards.
    fn close(&self);

    /// Bytes that are free where it lies; nothing where that cannot be known.
    fn disk_space(&self) -> Option<u64> {
        None
    }

    /// Looks for damage. A home that looks after itself has none to tell.
    fn find_damage(&self) -> BoxFuture<'_, Result<Damage, StoreError>> {
        Box::pin(async { Ok(Damage::default()) })
    }

    /// Whether damage was found while the server ran before: then a start waits until it is looked through.
    fn is_marked(&self) -> bool {
        false
    }

    /// Notes for the next start that there is damage.
    fn mark_damaged(&self) {}

    /// Whether it was damaged once, and what could be read taken over.
    fn was_mended(&self) -> bool {
        false
    }
}

/// A server that gives signs of life.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LivingServer {
    /// By what the others know it: random, and another one after every start.
    pub name: String,
    /// Whether it is the one that was asked.
    pub asked: bool,
    /// How many seconds ago it gave its last sign of life.
    pub seen: f64,
    /// At how many tables it sees to the bots.
    pub bots: i64,
    /// How many tables with bots somebody watches there.
    pub watched: i64,
}

/// What servers that share a store have to do with each other. Time is that of the store, so that no server's clock counts.
pub trait Sharing: Send + Sync {
    /// What happens from now on, here and elsewhere; whoever asks first has it.
    fn news(&self) -> Option<UnboundedReceiver<News>>;

    /// The versions of tables; those that are not there are left out.
    fn versions(
        &self,
        tables: Vec<String>,
    ) -> BoxFuture<'_, Result<Vec<(String, i64)>, StoreError>>;

    /// Gives a sign of life of this server, and says which tables with bots somebody watches here. Gives the time of the store, in
    /// milliseconds since 1970.
    fn beat(&self, watched: Vec<String>) -> BoxFuture<'_, Result<i64, StoreError>>;

    /// Claims the bots of a table for this server, which has them until it gives no more signs of life; nothing if another has
    /// them or none must decide. Says whether somebody watches the table, at whichever server.
    fn claim_bots<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<Option<bool>, StoreError>>;

    /// Claims the bots of so many tables at most that no living server sees to; gives those tables.
    fn take_up_bots(&self, most: usize) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;

    /// Claims so many deadlines at most that lie before a time, in milliseconds since 1970, and that no other server carries out
    /// just now; gives them with their tables, the earliest first.
    fn claim_deadlines(
        &self,
        until: i64,
        most: usize,
    ) -> BoxFuture<'_, Result<Vec<(String, DueDeadline)>, StoreError>>;

    /// Claims so many notices at most that are to be seen to before a time, until another, both in milliseconds since 1970, and
    /// that no other server is about to claim; the earliest first.
    fn claim_notices(
        &self,
        now: i64,
        until: i64,
        most: usize,
    ) -> BoxFuture<'_, Result<Vec<NoticeRow>, StoreError>>;

    /// The tables whose bots this server has claimed.
    fn claimed_bots(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;

    /// Whether this server is the one to do a job that is due only so often.
    fn claim_job(
        &self,
        job: &'static str,
        every: Duration,
    ) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// How many servers give signs of life.
    fn living(&self) -> BoxFuture<'_, Result<usize, StoreError>>;

    /// The servers that give signs of life, in the order of their names.
    fn servers(&self) -> BoxFuture<'_, Result<Vec<LivingServer>, StoreError>>;

    /// Gives back everything that this server has claimed: it stops.
    fn leave(&self) -> BoxFuture<'_, Result<(), StoreError>>;
}

/// What became of each change of a group that is stored, or why nothing of it is.
pub type Written = Result<Vec<Result<(), StoreError>>, StoreError>;

/// The half that writes.
pub trait Writing {
    /// Writes changes in their order, in one transaction, and is done when it is durable. A change that somebody
    /// else forestalled, or that meets a damaged place, leaves the others alone; an error means that nothing is known to be
    /// stored.
    fn write_group(&mut self, changes: &[Change]) -> Written;

    /// Called once, after the last group.
    fn finish(&mut self) {}
}
