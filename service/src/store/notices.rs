//! Notices: what people are told, by which ways, and what became of it.

use super::statements::{Deed, Question, Statement};
use super::value::{Row, UnsoundRow, values};
use super::{Store, StoreError};
use notice::Kind;
use table::Seat;

/// A way by which somebody is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayRow {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// `push`, `discord`, `slack`, `matrix`, `json` or `feed`.
    pub kind: String,
    /// The address that is called; of feeds the secret in theirs.
    pub address: String,
    /// What is needed to be heard there; empty if nothing is.
    pub secret: String,
    /// What it is called.
    pub name: String,
    /// When it was set up, in seconds since 1970.
    pub created: i64,
    /// What is wrong with it, in words for its person; empty if nothing is.
    pub trouble: String,
}

/// Something that somebody is told: by no way (it is only in the feeds), or by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeRow {
    /// Whom.
    pub person: String,
    /// By what it is known: the same is told once by a way.
    pub key: String,
    /// The id of the way; empty for the notice itself.
    pub way: String,
    /// The table.
    pub table: String,
    /// The person's seat there.
    pub seat: Seat,
    /// What it is about.
    pub kind: Kind,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// When it is to be seen to, in milliseconds since 1970.
    pub at: i64,
    /// Whether it waits for others, to be sent with them.
    pub digest: bool,
    /// How often it was tried.
    pub tries: u32,
    /// What is known when it is made and cannot be told later; then the notice as JSON.
    pub text: String,
}

impl NoticeRow {
    /// A notice that is seen to at once.
    pub fn new(person: &str, key: String, table: &str, seat: Seat, kind: Kind, now: i64) -> Self {
        NoticeRow {
            person: person.into(),
            key,
            way: String::new(),
            table: table.into(),
            seat,
            kind,
            made: now,
            at: now,
            digest: false,
            tries: 0,
            text: String::new(),
        }
    }
}

/// What became of something that somebody was to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeEnd {
    /// They were told.
    Told,
    /// It was no longer so, or they knew.
    Past,
    /// It could not be told.
    Failed,
}

impl NoticeEnd {
    fn word(self) -> &'static str {
        match self {
            NoticeEnd::Told => "told",
            NoticeEnd::Past => "past",
            NoticeEnd::Failed => "failed",
        }
    }
}

/// Something to be written about notices.
#[derive(Clone, Debug)]
pub enum NoticeChange {
    /// Something to tell somebody, if they have a way to be told and were not told it before.
    Made(Box<NoticeRow>),
    /// It is seen to by whoever writes this, until a time, if nobody else sees to it.
    Claimed {
        /// Which.
        notice: Box<NoticeRow>,
        /// Until when, in milliseconds since 1970.
        until: i64,
    },
    /// It is seen to again at a time, in milliseconds since 1970.
    PutOff {
        /// Which, with how often it was tried.
        notice: Box<NoticeRow>,
        /// When.
        at: i64,
    },
    /// It is done.
    Done {
        /// Which.
        notice: Box<NoticeRow>,
        /// What became of it.
        end: NoticeEnd,
        /// What was told, as JSON, or why it was not.
        text: String,
    },
    /// The deadlines of a table have moved: its warnings are looked at anew.
    Warnings(String),
    /// What was made before a time, in milliseconds since 1970, is forgotten.
    Forgotten(i64),
    /// A way to be told, in place of any that has the same address and, of feeds, of all of the person's.
    Way(Box<WayRow>),
    /// A way is taken away by its person.
    WayRemoved {
        /// Which.
        id: String,
        /// Whose.
        person: String,
    },
    /// A way leads nowhere any more.
    WayGone(String),
    /// What is wrong with a way; empty if nothing is any more.
    Trouble {
        /// Which.
        id: String,
        /// In words for its person.
        trouble: String,
    },
}

impl NoticeChange {
    /// To whom it gives something.
    pub fn given(&self) -> Vec<&str> {
        match self {
            NoticeChange::Way(row) => vec![&row.person],
            _ => Vec::new(),
        }
    }

    /// What is to be done for it, in this order.
    pub fn statements(&self) -> Vec<Statement<'_>> {
        let plain = |deed, values| Statement { deed, values, must_find: false };
        let must = |deed, values| Statement { deed, values, must_find: true };
        match self {
            NoticeChange::Made(row) => {
                let NoticeRow { person, key, way, table, made, at, text, .. } = &**row;
                let (seat, kind) = (row.seat.0, kind_word(row.kind));
                let values =
                    values![person, key, way, table, seat, kind, *made, *at, row.digest, text];
                vec![plain(Deed::MakeNotice, values)]
            }
            NoticeChange::Claimed { notice: row, until } => {
                let values = values![&row.person, &row.key, &row.way, *until, row.at];
                vec![must(Deed::ClaimNotice, values)]
            }
            NoticeChange::PutOff { notice: row, at } => {
                let values = values![&row.person, &row.key, &row.way, *at, row.tries];
                vec![plain(Deed::PutOffNotice, values)]
            }
            NoticeChange::Done { notice: row, end, text } => {
                let values = values![&row.person, &row.key, &row.way, end.word(), text];
                vec![plain(Deed::EndNotice, values)]
            }
            NoticeChange::Warnings(table) => vec![plain(Deed::LookAtWarnings, values![table])],
            NoticeChange::Forgotten(before) => vec![plain(Deed::ForgetNotices, values![*before])],
            NoticeChange::Way(row) => {
                let WayRow { id, person, kind, address, secret, name, created, trouble } = &**row;
                let before = match kind.as_str() {
                    "feed" => plain(Deed::DropFeeds, values![person]),
                    _ => plain(Deed::DropSameWay, values![kind, address, person]),
                };
                let values = values![id, person, kind, address, secret, name, *created, trouble];
                vec![before, plain(Deed::AddWay, values)]
            }
            NoticeChange::WayRemoved { id, person } => {
                vec![must(Deed::RemoveWay, values![id, person])]
            }
            NoticeChange::WayGone(id) => vec![plain(Deed::DropWay, values![id])],
            NoticeChange::Trouble { id, trouble } => {
                vec![plain(Deed::KeepTrouble, values![id, trouble])]
            }
        }
    }
}

/// The statement that reads notices, with its columns in the order in which [`row`] takes them.
macro_rules! select_notices {
    ($which:literal) => {
        concat!(
            "SELECT person, key, way, table_id, seat, kind, made, at, digest, tries, text ",
            "FROM notices ",
            $which
        )
    };
}
pub(super) use select_notices;

/// The statement that reads ways, with its columns in the order in which [`way`] takes them.
macro_rules! select_ways {
    ($which:literal) => {
        concat!(
            "SELECT id, person, kind, address, secret, name, created, trouble FROM ways ",
            $which
        )
    };
}
pub(super) use select_ways;

/// The word of a kind in the store.
fn kind_word(kind: Kind) -> String {
    serde_json::to_value(kind)
        .ok()
        .and_then(|word| word.as_str().map(String::from))
        .unwrap_or_default()
}

/// Reads a notice.
pub fn row(mut row: Row) -> Result<NoticeRow, UnsoundRow> {
    let kind = serde_json::Value::String(row.text(5)?);
    Ok(NoticeRow {
        person: row.text(0)?,
        key: row.text(1)?,
        way: row.text(2)?,
        table: row.text(3)?,
        seat: Seat(row.number(4)?),
        kind: serde_json::from_value(kind).map_err(|_| UnsoundRow(5))?,
        made: row.integer(6)?,
        at: row.integer(7)?,
        digest: row.flag(8)?,
        tries: row.number(9)?,
        text: row.text(10)?,
    })
}

/// Reads a way.
fn way(mut row: Row) -> Result<WayRow, UnsoundRow> {
    Ok(WayRow {
        id: row.text(0)?,
        person: row.text(1)?,
        kind: row.text(2)?,
        address: row.text(3)?,
        secret: row.text(4)?,
        name: row.text(5)?,
        created: row.integer(6)?,
        trouble: row.text(7)?,
    })
}

impl Store {
    /// Writes something about notices; done when it is durably stored.
    pub async fn write_notice(&self, change: NoticeChange) -> Result<(), StoreError> {
        self.write(super::Change::Notice(change)).await
    }

    /// Claims so many notices at most that are to be seen to before a time, until another, both in milliseconds since 1970:
    /// nobody else sees to them until then. The earliest first.
    pub async fn claim_notices(
        &self,
        now: i64,
        until: i64,
        most: usize,
    ) -> Result<Vec<NoticeRow>, StoreError> {
        if let Some(sharing) = self.sharing() {
            return sharing.claim_notices(now, until, most).await;
        }
        let due = self.sound(Question::DueNotices, values![now, most], row).await?;
        if due.is_empty() {
            return Ok(due);
        }
        let claimed = |row: &NoticeRow| {
            let notice = Box::new(row.clone());
            super::Change::Notice(NoticeChange::Claimed { notice, until })
        };
        self.write(super::Change::Together(due.iter().map(claimed).collect())).await?;
        Ok(due.into_iter().map(|row| NoticeRow { tries: row.tries + 1, ..row }).collect())
    }

    /// Everything that waits to be sent together by a way, with the times up to one.
    pub async fn digest_of(&self, way: &str, until: i64) -> Result<Vec<NoticeRow>, StoreError> {
        self.sound(Question::DigestOf, values![way.to_string(), until], row).await
    }

    /// What a person was told last, so much at most, the newest first.
    pub async fn notices_of(&self, person: &str, most: u32) -> Result<Vec<NoticeRow>, StoreError> {
        self.sound(Question::NoticesOf, values![person.to_string(), most], row).await
    }

    /// When the last thing was made that a person was told of a table by any way, or is to be told; in milliseconds since
    /// 1970.
    pub async fn last_told(&self, person: &str, table: &str) -> Result<Option<i64>, StoreError> {
        let values = values![person.to_string(), table.to_string()];
        self.first(Question::LastTold, values, |row| row.integer(0)).await
    }

    /// The ways of a person, the oldest first.
    pub async fn ways(&self, person: &str) -> Result<Vec<WayRow>, StoreError> {
        self.sound(Question::WaysOf, values![person.to_string()], way).await
    }

    /// The way of that id.
    pub async fn way(&self, id: &str) -> Result<Option<WayRow>, StoreError> {
        self.first(Question::Way, values![id.to_string()], way).await
    }

    /// The feeds at a secret address.
    pub async fn feed(&self, secret: &str) -> Result<Option<WayRow>, StoreError> {
        self.first(Question::Feed, values![secret.to_string()], way).await
    }
}
