//! Sandboxes: what somebody has tried from a table, seen by nobody else; and what bots think of games that are over.

use super::statements::{Deed, Question, Statement};
use super::value::{Row, UnsoundRow, values};
use super::{Store, StoreError};

/// How many sandboxes somebody has at most: whoever begins one more loses the one left alone the longest.
pub const MOST_SANDBOXES: i64 = 30;

/// Something that is asked about sandboxes, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SandboxQuestion {
    /// The sandbox of somebody at a table: table, person.
    Sandbox,
    /// What bots think of the game of a table: table.
    Estimate,
}

/// Something that is done about sandboxes, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SandboxDeed {
    /// Table, person, root, what was tried, when: in place of the one before.
    Begin,
    /// Person, how many stay: those left alone the longest go.
    DropMore,
    /// Table, person, what was tried, when, version before.
    Keep,
    /// Table, person.
    Drop,
    /// Table.
    DropAt,
    /// Table.
    DropEstimate,
    /// Person.
    DropOf,
    /// Those that were left alone before a time.
    DropOld,
    /// From, to: where both have one at a table, that of the second counts.
    JoinBoth,
    /// From, to.
    Join,
    /// Table, estimate: the first one.
    BeginEstimate,
    /// Table, estimate, version before.
    KeepEstimate,
}

/// What two who become one have of sandboxes: the deeds of it, in this order, each from and to.
pub const JOINS: [SandboxDeed; 2] = [SandboxDeed::JoinBoth, SandboxDeed::Join];

/// What goes with a table: the deeds of it.
pub const BELONGS: [SandboxDeed; 2] = [SandboxDeed::DropAt, SandboxDeed::DropEstimate];

/// What somebody has tried from a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxRow {
    /// The table.
    pub table: String,
    /// Whose it is.
    pub person: String,
    /// How often it was changed.
    pub version: i64,
    /// The position in which it begins, as bytes; empty if it begins with the game of the table.
    pub root: Vec<u8>,
    /// What was tried, as JSON.
    pub kept: String,
    /// When it was last changed, in seconds since 1970.
    pub at: i64,
}

/// Something that happens to sandboxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SandboxChange {
    /// Somebody begins one, in place of what they had at the table; its version is the store's to say.
    Begun(SandboxRow),
    /// Something was tried, named or cut off; the version is the one before.
    Moved {
        /// The table.
        table: String,
        /// Whose it is.
        person: String,
        /// The version that was changed.
        version: i64,
        /// What was tried, as JSON.
        kept: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// Somebody throws theirs away.
    Dropped {
        /// The table.
        table: String,
        /// Whose it is.
        person: String,
    },
    /// Those that nobody has touched since a time go.
    Expired {
        /// The time, in seconds since 1970.
        before: i64,
    },
    /// Bots have thought about a game that is over.
    Estimated {
        /// The table.
        table: String,
        /// The version that was changed; 0 if there was none.
        version: i64,
        /// What they think, as JSON.
        estimate: String,
    },
}

impl SandboxChange {
    /// To whom it gives something.
    pub fn given(&self) -> Vec<&str> {
        match self {
            SandboxChange::Begun(row) => vec![&row.person],
            _ => Vec::new(),
        }
    }

    /// What is to be done for it, in this order.
    pub fn statements(&self) -> Vec<Statement<'_>> {
        let one =
            |deed, values, must_find| Statement { deed: Deed::Sandbox(deed), values, must_find };
        match self {
            SandboxChange::Begun(SandboxRow { table, person, root, kept, at, .. }) => vec![
                one(SandboxDeed::Begin, values![table, person, root, kept, *at], false),
                one(SandboxDeed::DropMore, values![person, MOST_SANDBOXES], false),
            ],
            SandboxChange::Moved { table, person, version, kept, at } => {
                vec![one(SandboxDeed::Keep, values![table, person, kept, *at, *version], true)]
            }
            SandboxChange::Dropped { table, person } => {
                vec![one(SandboxDeed::Drop, values![table, person], false)]
            }
            SandboxChange::Expired { before } => {
                vec![one(SandboxDeed::DropOld, values![*before], false)]
            }
            SandboxChange::Estimated { table, version: 0, estimate } => {
                vec![one(SandboxDeed::BeginEstimate, values![table, estimate], true)]
            }
            SandboxChange::Estimated { table, version, estimate } => {
                vec![one(SandboxDeed::KeepEstimate, values![table, estimate, *version], true)]
            }
        }
    }
}

fn sandbox(mut row: Row) -> Result<SandboxRow, UnsoundRow> {
    Ok(SandboxRow {
        table: row.text(0)?,
        person: row.text(1)?,
        version: row.integer(2)?,
        root: row.bytes(3)?,
        kept: row.text(4)?,
        at: row.integer(5)?,
    })
}

fn estimate(mut row: Row) -> Result<(i64, String), UnsoundRow> {
    Ok((row.integer(0)?, row.text(1)?))
}

impl Store {
    /// What somebody has tried from a table.
    pub async fn sandbox(
        &self,
        table: &str,
        person: &str,
    ) -> Result<Option<SandboxRow>, StoreError> {
        let asked = Question::Sandbox(SandboxQuestion::Sandbox);
        self.first(asked, values![table.to_string(), person.to_string()], sandbox).await
    }

    /// What bots think of the game of a table, with its version.
    pub async fn estimate(&self, table: &str) -> Result<Option<(i64, String)>, StoreError> {
        let asked = Question::Sandbox(SandboxQuestion::Estimate);
        self.first(asked, values![table.to_string()], estimate).await
    }
}
