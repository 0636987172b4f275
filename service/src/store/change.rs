//! Everything that can be written.

use super::company::CompanyChange;
use super::contests::ContestChange;
use super::mails::MailChange;
#[cfg(feature = "postgres")]
use super::news::News;
use super::notices::NoticeChange;
use super::people::PersonChange;
use super::private::PrivateChange;
use super::rows::{Phase, PlanRow, SeatRow, StepRow, TableRow, TalkRow};
use super::sandboxes::SandboxChange;
use clock::Reliability;
use table::{Contribution, Seat};

/// Where a table stands after a decision.
#[derive(Clone, Debug)]
pub struct TableProgress {
    /// The version of the table from which it comes: if it has another, somebody else was faster.
    pub version: i64,
    /// Where it stands.
    pub phase: Phase,
    /// When, in seconds since 1970.
    pub at: i64,
    /// Decisions taken.
    pub steps: usize,
    /// Moments of the game of which the public knows.
    pub told_steps: usize,
    /// When the public last heard of something, in seconds since 1970.
    pub told_at: i64,
    /// Who must decide now.
    pub deciding: Vec<Seat>,
    /// Whether a bot is among them.
    pub bot_turn: bool,
    /// How it ended, in a sentence; empty while it runs.
    pub ended: String,
    /// The position, with which the game goes on under newer rules; empty if it cannot.
    pub position: Vec<u8>,
}

/// The time of a table as it is to be stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableTime {
    /// The keeper of its time as JSON; empty if none is needed any more.
    pub keeper: String,
    /// All deadlines that run.
    pub deadlines: Vec<DueDeadline>,
    /// What has changed of how reliable its players are.
    pub reliability: Vec<SeatReliability>,
}

/// A deadline of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueDeadline {
    /// Whose.
    pub seat: Seat,
    /// The number of the question; 0 if it is decided for the seat as soon as can be.
    pub question: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// How reliable somebody was in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatReliability {
    /// Who.
    pub guest: String,
    /// In which seat.
    pub seat: Seat,
    /// How.
    pub known: Reliability,
}

/// What becomes of a plan of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanChange {
    /// It is this one from now on.
    Keep(PlanRow),
    /// It is to be asked what it does.
    Due {
        /// Whose.
        seat: Seat,
        /// From when on, in milliseconds since 1970.
        at: i64,
    },
    /// There is none any more.
    Drop(Seat),
}

/// One thing to be written. Either all of it is stored or nothing.
///
/// What concerns a table that others may change at the same time is fenced: it says from which version of the table it comes, and
/// raises it, or (`Closed`, `Expired`) it says in its statement what must be so. Whoever comes second is told
/// [`Taken`](super::StoreError::Taken).
#[derive(Clone, Debug)]
pub enum Change {
    /// What is written with it was asked for with this cookie, known by its id and its browser: it is stored if that counts.
    Asked([String; 2]),
    /// A value that the house keeps for itself, in place of the one before.
    House(&'static str, String),
    /// A value that the house keeps for itself, unless it has one.
    HouseOnce(&'static str, String),
    /// What a guest calls themselves.
    Guest {
        /// The guest's id.
        id: String,
        /// The name.
        name: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// Two guests turn out to be one person: what the first has belongs to the second.
    Joined {
        /// The guest whose cookie means the other from now on.
        from: String,
        /// The other.
        to: String,
        /// The versions of both when it was judged whether they can be one: whoever was given something since is judged anew.
        versions: (i64, i64),
    },
    /// A new table with its seats.
    Opened(Box<TableRow>, Vec<SeatRow>),
    /// The game starts: seats as they were dealt, and where it stands.
    Started {
        /// The table.
        table: String,
        /// Its seats.
        seats: Vec<SeatRow>,
        /// What the players added to the seed.
        contributions: Vec<Contribution>,
        /// The seats that the players had before they were dealt; empty if they were not.
        dealt: Vec<Seat>,
        /// The version of the rules.
        rules: u32,
        /// The digest of the first position.
        start_digest: String,
        /// The dice that fell, as records write them.
        start_dice: String,
        /// Where it stands.
        progress: TableProgress,
    },
    /// A decision.
    Step {
        /// The table.
        table: String,
        /// The decision.
        step: StepRow,
        /// Where it stands after it.
        progress: TableProgress,
        /// The record, if the game is over.
        record: Option<String>,
    },
    /// A decision was taken back.
    Undone {
        /// The table.
        table: String,
        /// Which decision.
        step: usize,
        /// Whose.
        seat: Seat,
        /// Those that others have taken since, as they are now, the first first: each had one number more.
        moved: Vec<StepRow>,
        /// Where it stands after that.
        progress: TableProgress,
    },
    /// Somebody sat down, left, or was replaced.
    Seat {
        /// The table.
        table: String,
        /// Its version before that.
        version: i64,
        /// The seat as it is now.
        seat: Box<SeatRow>,
        /// Whether a bot must decide now.
        bot_turn: bool,
    },
    /// A guest gave a sign of life at a table.
    Seen {
        /// The table.
        table: String,
        /// The guest.
        guest: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// The keys are others: every seed is sealed with the new one, and what was signed with the key of cookies and
    /// forms counts until they are replaced again.
    Rotated {
        /// Tables and their seeds, sealed.
        seeds: Vec<(String, String)>,
        /// By what the new key of the seeds is known.
        seeds_key: String,
        /// The new key of cookies and forms.
        key: String,
        /// The one before.
        previous: String,
    },
    /// The seed of a table is kept in another form.
    Sealed {
        /// The table.
        table: String,
        /// The seed, sealed.
        seed: String,
    },
    /// A table that never started was given up.
    Closed(String),
    /// Something said.
    Talk {
        /// The table.
        table: String,
        /// Its version before that.
        version: i64,
        /// What was said.
        line: TalkRow,
    },
    /// A rematch was opened.
    Rematch {
        /// The table that was played.
        table: String,
        /// Its version before that.
        version: i64,
        /// The new one.
        next: String,
    },
    /// A table that nobody started or finished is removed.
    Expired {
        /// The table.
        table: String,
        /// It has not started and was opened before that, in seconds since 1970 ...
        opened: i64,
        /// ... or is not over and nobody has decided anything since then.
        moved: i64,
    },
    /// A game that is over is archived: its decisions stand in its record alone from now on. What is told of it stays the same,
    /// so that nobody hears of it.
    Archived {
        /// The table.
        table: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// Somebody wants the bots of a table to play without a pause: nothing is kept of it, and all servers hear of it.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(dead_code, reason = "only servers that share a store read it")
    )]
    Hurried(String),
    /// Something about notices.
    Notice(NoticeChange),
    /// Something about a person.
    Person(PersonChange),
    /// Something about people among people.
    Company(CompanyChange),
    /// Something about results, ratings and cups.
    Contest(ContestChange),
    /// Something about sandboxes.
    Sandbox(SandboxChange),
    /// Something that is said to one alone, or written down.
    Private(PrivateChange),
    /// Something about mail.
    Mail(MailChange),
    /// The time of a table goes on.
    Time {
        /// The table.
        table: String,
        /// Its version before that; nothing if another change of the same table, which is fenced, is written with it.
        version: Option<i64>,
        /// Its time.
        time: Box<TableTime>,
    },
    /// Plans of a table are others, or are to be asked.
    Plans {
        /// The table.
        table: String,
        /// Its version before that; nothing if another change of the same table, which is fenced, is written with it.
        version: Option<i64>,
        /// What becomes of them.
        plans: Vec<PlanChange>,
    },
    /// The house was alive at this time, in milliseconds since 1970.
    Alive(i64),
    /// The house was not alive between two times, in milliseconds since 1970; the first was its last sign of life.
    Outage {
        /// From when on.
        from: i64,
        /// Until when.
        to: i64,
    },
    /// When a guest is on vacation.
    Vacations {
        /// The guest.
        guest: String,
        /// The days, as JSON.
        days: String,
        /// The version of the guest by which it was judged: whoever was given something since is judged anew.
        version: i64,
    },
    /// Several changes at once.
    Together(Vec<Change>),
    /// Nothing but the question whether the store can write.
    Probe,
}

impl Change {
    /// The guests to whom it gives something that would be lost, or seen by somebody who may not see it, if they had become
    /// another at the same time; in their order.
    pub fn given(&self) -> Vec<&str> {
        let mut given = match self {
            Change::Seat { seat, .. } => vec![seat.person()],
            Change::Opened(table, seats) => {
                let seats = seats.iter().map(SeatRow::person);
                seats.chain([table.host.as_str(), &table.referee]).collect()
            }
            Change::Guest { id, .. } => vec![id.as_str()],
            Change::Talk { line, .. } => vec![line.person.as_str()],
            Change::Notice(change) => change.given(),
            Change::Sandbox(change) => change.given(),
            Change::Person(change) => change.given(),
            Change::Company(change) => change.given(),
            Change::Contest(change) => change.given(),
            Change::Private(change) => change.given(),
            _ => return Vec::new(),
        };
        given.retain(|guest| !guest.is_empty());
        given.sort_unstable();
        given.dedup();
        given
    }
}

#[cfg(feature = "postgres")]
impl Change {
    /// The table by whose row it is fenced; empty if there is none. Whoever writes several changes at once does so in the order
    /// of these, so that two servers never wait for each other.
    pub fn table(&self) -> &str {
        match self {
            Change::Started { table, .. }
            | Change::Step { table, .. }
            | Change::Undone { table, .. }
            | Change::Seat { table, .. }
            | Change::Seen { table, .. }
            | Change::Sealed { table, .. }
            | Change::Closed(table)
            | Change::Talk { table, .. }
            | Change::Rematch { table, .. }
            | Change::Archived { table, .. }
            | Change::Time { table, .. }
            | Change::Plans { table, .. }
            | Change::Expired { table, .. } => table,
            Change::Company(CompanyChange::Listed { table, .. })
            | Change::Private(PrivateChange::Said { table, .. }) => table,
            Change::Opened(table, _) => &table.id,
            Change::Together(changes) => {
                let tables = changes.iter().map(Change::table);
                tables.into_iter().find(|table| !table.is_empty()).unwrap_or_default()
            }
            Change::Asked(_)
            | Change::House(..)
            | Change::HouseOnce(..)
            | Change::Guest { .. }
            | Change::Joined { .. }
            | Change::Notice(_)
            | Change::Person(_)
            | Change::Company(_)
            | Change::Contest(_)
            | Change::Sandbox(_)
            | Change::Private(_)
            | Change::Mail(_)
            | Change::Rotated { .. }
            | Change::Hurried(_)
            | Change::Alive(_)
            | Change::Outage { .. }
            | Change::Vacations { .. }
            | Change::Probe => "",
        }
    }

    /// What other servers that share the store have to hear of it.
    pub fn news(&self, told: &mut Vec<News>) {
        let raised = |table: &String, before: i64| News::Raised(table.clone(), before + 1);
        match self {
            Change::Started { table, progress, .. }
            | Change::Step { table, progress, .. }
            | Change::Undone { table, progress, .. } => told.push(raised(table, progress.version)),
            Change::Seat { table, version, .. }
            | Change::Talk { table, version, .. }
            | Change::Rematch { table, version, .. } => told.push(raised(table, *version)),
            Change::Closed(table) | Change::Expired { table, .. } => {
                told.push(News::Gone(table.clone()));
            }
            Change::Time { table, version, .. } | Change::Plans { table, version, .. } => {
                told.extend(version.map(|version| raised(table, version)));
            }
            Change::Joined { .. } => told.push(News::Joined),
            Change::Person(change) if change.concerns_all() => told.push(News::Joined),
            Change::Company(CompanyChange::Listed { table, version, .. })
            | Change::Private(PrivateChange::Said { table, version, .. }) => {
                told.push(raised(table, *version));
            }
            Change::Company(change) if change.concerns_all() => told.push(News::Joined),
            Change::Hurried(table) => told.push(News::Hurried(table.clone())),
            Change::Together(changes) => changes.iter().for_each(|change| change.news(told)),
            Change::Asked(_)
            | Change::House(..)
            | Change::HouseOnce(..)
            | Change::Guest { .. }
            | Change::Notice(_)
            | Change::Person(_)
            | Change::Company(_)
            | Change::Contest(_)
            | Change::Sandbox(_)
            | Change::Private(_)
            | Change::Mail(_)
            | Change::Opened(..)
            | Change::Seen { .. }
            | Change::Rotated { .. }
            | Change::Sealed { .. }
            | Change::Archived { .. }
            | Change::Alive(_)
            | Change::Outage { .. }
            | Change::Vacations { .. }
            | Change::Probe => {}
        }
    }
}
