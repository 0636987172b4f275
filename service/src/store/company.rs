//! People among people: friends, blocks, invitations, seeks and reports.

use super::rows;
use super::statements::{Deed, Question, Statement};
use super::value::{Row, UnsoundRow, Value, values};
use super::{Store, StoreError};

/// Something that is asked about people among people, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompanyQuestion {
    /// How a person stands to others, the longest known first.
    FriendsOf,
    /// How one person stands to another.
    FriendState,
    /// The code in a person's link.
    CodeOf,
    /// Whose link has a code.
    PersonOfFriendCode,
    /// Everybody who blocks somebody, or does not hear them at a table: who, whom, where.
    Blocks,
    /// Whom a person blocks or does not hear.
    BlocksOf,
    /// The invitations of a person that they can accept, the newest first.
    InvitationsTo,
    /// Who is invited to a table.
    InvitationsAt,
    /// How many people a host has invited since a time, and how often one of them: host, person, since.
    InvitedSince,
    /// Who looks for partners at a time, the longest first.
    Seeks,
    /// Reports that are open, or all (1), so many at most, the newest first.
    Reports,
    /// The reports that a person made.
    ReportsBy,
    /// A report by its id.
    Report,
}

/// Something that is done about people among people, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompanyDeed {
    /// Person, other, id, `asked` or `asks`, when: who have asked each other are friends.
    KeepFriend,
    /// Person, other, id, when: a no that nobody hears of.
    KeepSilentNo,
    /// Person, other, how they stood, how they stand.
    SetFriend,
    /// Person, other: a no stays.
    DropFriend,
    /// Person, other: what was asked and not answered stays.
    DropAnswered,
    /// Person.
    DropFriendsOf,
    /// Person, code.
    KeepCode,
    /// Person.
    DropCodeOf,
    /// Person, other, table or nothing, id, name, when.
    Block,
    /// Id, person.
    Unblock,
    /// Person.
    DropBlocksOf,
    /// Table.
    DropBlocksAt,
    /// Table, person, host, when.
    Invite,
    /// Table, person, how it stood, how it stands.
    SetInvitation,
    /// One, another.
    DropInvitationsBetween,
    /// Person.
    DropInvitationsOf,
    /// A time.
    ForgetInvitations,
    /// A seek, column by column: in place of the person's seek for the same game.
    KeepSeek,
    /// Id, now, with whom: unless one of them blocks the other.
    TakeSeek,
    /// Id, person.
    WithdrawSeek,
    /// Person.
    DropSeeksOf,
    /// Now.
    ForgetSeeks,
    /// A report, column by column.
    AddReport,
    /// Id, when, with which word.
    CloseReport,
    /// Person: their reports stay without them.
    UnnameReports,
    /// Person: their talk stays without them.
    UnnameTalk,
    /// Table, whether it is listed, version before.
    List,
    /// From, to.
    JoinCloserFriends,
    /// From, to.
    JoinFriendsOfBoth,
    /// From, to.
    JoinFriends,
    /// From, to.
    JoinFriendsOf,
    /// From, to.
    JoinFriendCode,
    /// From, to.
    JoinBlocksOfBoth,
    /// From, to.
    JoinBlocks,
    /// From, to.
    JoinBlocksOf,
    /// From, to.
    JoinInvitationsOfBoth,
    /// From, to.
    JoinInvitations,
    /// From, to.
    JoinInvitationsBy,
    /// From, to.
    JoinReports,
    /// From, to.
    JoinReportsOf,
    /// From, to.
    JoinTalk,
}

/// What two who become one have among people: the deeds of it, in this order, each from and to.
pub const JOINS: [CompanyDeed; 14] = [
    CompanyDeed::JoinCloserFriends,
    CompanyDeed::JoinFriendsOfBoth,
    CompanyDeed::JoinFriends,
    CompanyDeed::JoinFriendsOf,
    CompanyDeed::JoinFriendCode,
    CompanyDeed::JoinBlocksOfBoth,
    CompanyDeed::JoinBlocks,
    CompanyDeed::JoinBlocksOf,
    CompanyDeed::JoinInvitationsOfBoth,
    CompanyDeed::JoinInvitations,
    CompanyDeed::JoinInvitationsBy,
    CompanyDeed::JoinReports,
    CompanyDeed::JoinReportsOf,
    CompanyDeed::JoinTalk,
];

/// What goes with a person who is forgotten: the deeds of it.
pub const FORGETS: [CompanyDeed; 7] = [
    CompanyDeed::DropFriendsOf,
    CompanyDeed::DropCodeOf,
    CompanyDeed::DropBlocksOf,
    CompanyDeed::DropInvitationsOf,
    CompanyDeed::DropSeeksOf,
    CompanyDeed::UnnameReports,
    CompanyDeed::UnnameTalk,
];

/// How somebody stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bond {
    /// Has asked, and was not answered.
    Asked,
    /// Is asked.
    Asks,
    /// They are friends.
    Friends,
    /// Has said no, which the other is not told.
    No,
}

impl Bond {
    /// Its word in the store and for programs.
    pub fn word(self) -> &'static str {
        match self {
            Bond::Asked => "asked",
            Bond::Asks => "asks",
            Bond::Friends => "friends",
            Bond::No => "no",
        }
    }

    fn read(word: &str) -> Option<Bond> {
        [Bond::Asked, Bond::Asks, Bond::Friends, Bond::No]
            .into_iter()
            .find(|bond| bond.word() == word)
    }
}

/// Somebody as another knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FriendRow {
    /// By what this one row is known: it tells nothing of either.
    pub id: String,
    /// Who.
    pub other: String,
    /// How one stands to them.
    pub bond: Bond,
    /// Since when, in seconds since 1970.
    pub made: i64,
    /// What they call themselves; empty if they have not said.
    pub name: String,
}

/// Somebody who is blocked, or not heard at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRow {
    /// By what it is known.
    pub id: String,
    /// Who.
    pub other: String,
    /// The table; empty if they are blocked everywhere.
    pub table: String,
    /// What they were called then.
    pub name: String,
    /// Since when, in seconds since 1970.
    pub made: i64,
}

/// An invitation, as whoever is invited sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationRow {
    /// The table.
    pub table: String,
    /// Who invites.
    pub host: String,
    /// When, in seconds since 1970.
    pub made: i64,
    /// What the host calls themselves; empty if they have not said.
    pub name: String,
}

/// Somebody who is invited, as the host sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitedRow {
    /// Who.
    pub person: String,
    /// `open`, `declined` or `gone`.
    pub state: String,
    /// When, in seconds since 1970.
    pub made: i64,
    /// What they call themselves; empty if they have not said.
    pub name: String,
}

/// Somebody who looks for partners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeekRow {
    /// By what it is known.
    pub id: String,
    /// Who.
    pub person: String,
    /// The game; empty for any.
    pub game: String,
    /// The scenario; empty for any.
    pub scenario: String,
    /// How many play; 0 for any number.
    pub players: u16,
    /// The line of the clock; empty for any.
    pub clock: String,
    /// What the server is bound to if their table opens; empty if it is not.
    pub commitment: String,
    /// The seed of that, sealed.
    pub promise: String,
    /// What they add to the dice, in hexadecimal; empty if nothing.
    pub contribution: String,
    /// The commitment that they had seen when they added it.
    pub added_to: String,
    /// When, in seconds since 1970.
    pub made: i64,
    /// Until when, in seconds since 1970.
    pub until: i64,
    /// What they call themselves; empty if they have not said.
    pub name: String,
}

/// What somebody told whoever runs the house of another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportRow {
    /// Its id.
    pub id: String,
    /// Who told it; empty if they are gone.
    pub reporter: String,
    /// Of whom.
    pub reported: String,
    /// What they were called.
    pub name: String,
    /// At which table; empty if at none.
    pub table: String,
    /// Why, in a word.
    pub reason: String,
    /// Why, in words; may be empty.
    pub words: String,
    /// The talk that whoever told it could see, a line each.
    pub lines: String,
    /// When, in seconds since 1970.
    pub made: i64,
    /// When it was closed, in seconds since 1970; 0 if it is open.
    pub closed: i64,
    /// With which word.
    pub verdict: String,
    /// What whoever told it calls themselves; empty if that is not known.
    pub reporter_name: String,
}

/// The statement that reads reports, with its columns in the order in which [`report`] takes them.
macro_rules! select_reports {
    ($which:literal) => {
        concat!(
            "SELECT reports.id, reports.reporter, reports.reported, reports.name, reports.table_id, ",
            "reports.reason, reports.words, reports.lines, reports.made, reports.closed, ",
            "reports.verdict, COALESCE(guests.name, '') FROM reports ",
            "LEFT JOIN guests ON guests.id = reports.reporter ",
            $which
        )
    };
}
pub(super) use select_reports;

/// Something to be written about people among people.
#[derive(Clone, Debug)]
pub enum CompanyChange {
    /// Somebody asks another to be friends; who ask each other are.
    Asked {
        /// Who.
        person: String,
        /// Whom.
        other: String,
        /// The ids of the rows of both.
        ids: [String; 2],
        /// When, in seconds since 1970.
        at: i64,
        /// Whether the other hears of it.
        heard: bool,
    },
    /// Somebody who was asked answers.
    Answered {
        /// Who.
        person: String,
        /// Whom.
        other: String,
        /// What.
        yes: bool,
    },
    /// Somebody asks no more, or is no friend any more.
    Ended {
        /// Who.
        person: String,
        /// Of whom.
        other: String,
    },
    /// The code in somebody's link, in place of the one before; none if it is empty.
    Code {
        /// Whose.
        person: String,
        /// The code.
        code: String,
    },
    /// Somebody blocks another, or does not hear them at a table. Every server has to know.
    Blocked {
        /// Who.
        person: String,
        /// Whom, by what it is known, and where.
        row: BlockRow,
    },
    /// Not any more. Every server has to know.
    Unblocked {
        /// Who.
        person: String,
        /// By what it was known.
        id: String,
    },
    /// Somebody is invited to a table; whoever is already, or has declined, is not again.
    Invited {
        /// The table.
        table: String,
        /// Who.
        person: String,
        /// By whom.
        host: String,
        /// When, in seconds since 1970.
        at: i64,
    },
    /// An invitation that was open is declined, or taken back.
    InvitationEnded {
        /// The table.
        table: String,
        /// Who was invited.
        person: String,
        /// Whether they declined.
        declined: bool,
    },
    /// Somebody looks for partners, in place of what they looked for in the same game. A commitment that stands in another seek,
    /// or that a table has had, is refused.
    Sought(Box<SeekRow>),
    /// Seeks have led to a table with a person; they are gone, each by its id. Whoever comes second is refused.
    Matched {
        /// The ids, in their order.
        ids: Vec<String>,
        /// With whom the last of them was found.
        with: String,
        /// What time it is.
        now: i64,
    },
    /// Somebody takes a seek back.
    Withdrawn {
        /// The seek.
        id: String,
        /// Whose.
        person: String,
    },
    /// Somebody is nobody's partner and nobody's guest for now: their seeks and invitations go.
    Kept(String),
    /// Something is told to whoever runs the house.
    Reported(Box<ReportRow>),
    /// A report is closed, once.
    Closed {
        /// Which.
        id: String,
        /// When, in seconds since 1970.
        at: i64,
        /// With which word.
        verdict: String,
    },
    /// Seeks that have ended go, and invitations of tables that are not open any more and were made before a time.
    Forgotten {
        /// What time it is.
        now: i64,
        /// The time.
        before: i64,
    },
    /// A table that waits for players is shown in the lobby, or not any more.
    Listed {
        /// The table.
        table: String,
        /// Whether.
        listed: bool,
        /// Its version before that.
        version: i64,
    },
}

fn done(deed: CompanyDeed, values: Vec<Value<'_>>) -> Statement<'_> {
    Statement { deed: Deed::Company(deed), values, must_find: false }
}

fn must(deed: CompanyDeed, values: Vec<Value<'_>>) -> Statement<'_> {
    Statement { must_find: true, ..done(deed, values) }
}

impl CompanyChange {
    /// Whether servers that share a store have to read anew who blocks whom.
    pub fn concerns_all(&self) -> bool {
        matches!(self, CompanyChange::Blocked { .. } | CompanyChange::Unblocked { .. })
    }

    /// To whom it gives something.
    pub fn given(&self) -> Vec<&str> {
        match self {
            CompanyChange::Asked { person, other, .. }
            | CompanyChange::Answered { person, other, yes: true } => vec![person, other],
            CompanyChange::Code { person, .. }
            | CompanyChange::Blocked { person, .. }
            | CompanyChange::Invited { person, .. } => vec![person],
            CompanyChange::Sought(row) => vec![&row.person],
            _ => Vec::new(),
        }
    }

    /// What is to be done for it, in this order.
    pub fn statements(&self) -> Vec<Statement<'_>> {
        use CompanyDeed as Do;
        let set = |one, other, from: Bond, to: Bond| {
            (Do::SetFriend, values![one, other, from.word(), to.word()])
        };
        let mut all = match self {
            CompanyChange::Asked { person, other, ids: [own, theirs], at, heard } => {
                let asked = values![person, other, own, Bond::Asked.word(), *at];
                let mut both = vec![(person, done(Do::KeepFriend, asked))];
                both.push(match heard {
                    true => {
                        let asks = values![other, person, theirs, Bond::Asks.word(), *at];
                        (other, done(Do::KeepFriend, asks))
                    }
                    false => (other, done(Do::KeepSilentNo, values![other, person, theirs, *at])),
                });
                // Of two who ask each other at the same time none waits for the other in a circle.
                both.sort_by_key(|(whose, _)| *whose);
                both.into_iter().map(|(_, statement)| statement).collect()
            }
            CompanyChange::Answered { person, other, yes } => {
                let answer = if *yes { Bond::Friends } else { Bond::No };
                let (deed, values) = set(person, other, Bond::Asks, answer);
                let mut all = vec![must(deed, values)];
                if *yes {
                    let (deed, values) = set(other, person, Bond::Asked, Bond::Friends);
                    all.push(done(deed, values));
                }
                all
            }
            CompanyChange::Ended { person, other } => vec![
                must(Do::DropFriend, values![person, other]),
                done(Do::DropFriend, values![other, person]),
            ],
            CompanyChange::Code { person, code } if code.is_empty() => {
                vec![done(Do::DropCodeOf, values![person])]
            }
            CompanyChange::Code { person, code } => {
                vec![done(Do::KeepCode, values![person, code])]
            }
            CompanyChange::Blocked { person, row } => {
                let BlockRow { id, other, table, name, made } = row;
                let mut all = vec![done(Do::Block, values![person, other, table, id, name, *made])];
                if table.is_empty() {
                    let (deed, values) = set(person, other, Bond::Asks, Bond::No);
                    all.push(done(deed, values));
                    all.push(done(Do::DropFriend, values![person, other]));
                    all.push(done(Do::DropAnswered, values![other, person]));
                    all.push(done(Do::DropInvitationsBetween, values![person, other]));
                }
                all
            }
            CompanyChange::Unblocked { person, id } => {
                vec![must(Do::Unblock, values![id, person])]
            }
            CompanyChange::Invited { table, person, host, at } => {
                vec![must(Do::Invite, values![table, person, host, *at])]
            }
            CompanyChange::InvitationEnded { table, person, declined } => {
                let state = if *declined { "declined" } else { "gone" };
                vec![must(Do::SetInvitation, values![table, person, "open", state])]
            }
            CompanyChange::Sought(row) => vec![seek_kept(row)],
            CompanyChange::Matched { ids, with, now } => {
                let taken = |id| must(Do::TakeSeek, values![id, *now, with]);
                ids.iter().map(taken).collect()
            }
            CompanyChange::Withdrawn { id, person } => {
                vec![must(Do::WithdrawSeek, values![id, person])]
            }
            CompanyChange::Kept(person) => vec![
                done(Do::DropSeeksOf, values![person]),
                done(Do::DropInvitationsOf, values![person]),
            ],
            CompanyChange::Reported(row) => vec![report_added(row)],
            CompanyChange::Closed { id, at, verdict } => {
                vec![must(Do::CloseReport, values![id, *at, verdict])]
            }
            CompanyChange::Forgotten { now, before } => vec![
                done(Do::ForgetSeeks, values![*now]),
                done(Do::ForgetInvitations, values![*before]),
            ],
            CompanyChange::Listed { table, listed, version } => {
                vec![must(Do::List, values![table, *listed, *version])]
            }
        };
        if self.concerns_all() {
            let counted =
                Statement { deed: Deed::CountJoined, values: Vec::new(), must_find: false };
            all.push(counted);
        }
        all
    }
}

fn seek_kept(row: &SeekRow) -> Statement<'_> {
    let values = values![
        &row.person,
        &row.game,
        &row.id,
        &row.scenario,
        row.players,
        &row.clock,
        &row.commitment,
        &row.promise,
        &row.contribution,
        &row.added_to,
        row.made,
        row.until,
    ];
    must(CompanyDeed::KeepSeek, values)
}

fn report_added(row: &ReportRow) -> Statement<'_> {
    let values = values![
        &row.id,
        &row.reporter,
        &row.reported,
        &row.name,
        &row.table,
        &row.reason,
        &row.words,
        &row.lines,
        row.made,
    ];
    done(CompanyDeed::AddReport, values)
}

fn friend(mut row: Row) -> Result<FriendRow, UnsoundRow> {
    Ok(FriendRow {
        id: row.text(0)?,
        other: row.text(1)?,
        bond: Bond::read(&row.text(2)?).ok_or(UnsoundRow(2))?,
        made: row.integer(3)?,
        name: row.text(4)?,
    })
}

fn bond(mut row: Row) -> Result<Bond, UnsoundRow> {
    Bond::read(&row.text(0)?).ok_or(UnsoundRow(0))
}

fn block(mut row: Row) -> Result<BlockRow, UnsoundRow> {
    Ok(BlockRow {
        id: row.text(0)?,
        other: row.text(1)?,
        table: row.text(2)?,
        name: row.text(3)?,
        made: row.integer(4)?,
    })
}

fn invitation(mut row: Row) -> Result<InvitationRow, UnsoundRow> {
    Ok(InvitationRow {
        table: row.text(0)?,
        host: row.text(1)?,
        made: row.integer(2)?,
        name: row.text(3)?,
    })
}

fn invited(mut row: Row) -> Result<InvitedRow, UnsoundRow> {
    Ok(InvitedRow {
        person: row.text(0)?,
        state: row.text(1)?,
        made: row.integer(2)?,
        name: row.text(3)?,
    })
}

fn seek(mut row: Row) -> Result<SeekRow, UnsoundRow> {
    Ok(SeekRow {
        id: row.text(0)?,
        person: row.text(1)?,
        game: row.text(2)?,
        scenario: row.text(3)?,
        players: row.number(4)?,
        clock: row.text(5)?,
        commitment: row.text(6)?,
        promise: row.text(7)?,
        contribution: row.text(8)?,
        added_to: row.text(9)?,
        made: row.integer(10)?,
        until: row.integer(11)?,
        name: row.text(12)?,
    })
}

fn report(mut row: Row) -> Result<ReportRow, UnsoundRow> {
    Ok(ReportRow {
        id: row.text(0)?,
        reporter: row.text(1)?,
        reported: row.text(2)?,
        name: row.text(3)?,
        table: row.text(4)?,
        reason: row.text(5)?,
        words: row.text(6)?,
        lines: row.text(7)?,
        made: row.integer(8)?,
        closed: row.integer(9)?,
        verdict: row.text(10)?,
        reporter_name: row.text(11)?,
    })
}

fn three(mut row: Row) -> Result<(String, String, String), UnsoundRow> {
    Ok((row.text(0)?, row.text(1)?, row.text(2)?))
}

impl Store {
    /// Writes something about people among people; done when it is durably stored.
    pub async fn write_company(&self, change: CompanyChange) -> Result<(), StoreError> {
        self.write(super::Change::Company(change)).await
    }

    /// How a person stands to others, but for those to whom they said no; the longest known first.
    pub async fn friends(&self, person: &str) -> Result<Vec<FriendRow>, StoreError> {
        let question = Question::Company(CompanyQuestion::FriendsOf);
        self.sound(question, values![person.to_string()], friend).await
    }

    /// How one person stands to another.
    pub async fn bond(&self, person: &str, other: &str) -> Result<Option<Bond>, StoreError> {
        let question = Question::Company(CompanyQuestion::FriendState);
        self.first(question, values![person.to_string(), other.to_string()], bond).await
    }

    /// The code in a person's link.
    pub async fn friend_code(&self, person: &str) -> Result<Option<String>, StoreError> {
        let question = Question::Company(CompanyQuestion::CodeOf);
        self.first(question, values![person.to_string()], rows::text).await
    }

    /// Whose link has a code.
    pub async fn person_of_friend_code(&self, code: &str) -> Result<Option<String>, StoreError> {
        let question = Question::Company(CompanyQuestion::PersonOfFriendCode);
        self.first(question, values![code.to_string()], rows::text).await
    }

    /// Everybody who blocks somebody, or does not hear them at a table: who, whom, where.
    pub async fn blocks(&self) -> Result<Vec<(String, String, String)>, StoreError> {
        self.sound(Question::Company(CompanyQuestion::Blocks), Vec::new(), three).await
    }

    /// Whom a person blocks, or does not hear at a table.
    pub async fn blocks_of(&self, person: &str) -> Result<Vec<BlockRow>, StoreError> {
        let question = Question::Company(CompanyQuestion::BlocksOf);
        self.sound(question, values![person.to_string()], block).await
    }

    /// The invitations that a person can accept, the newest first.
    pub async fn invitations_to(&self, person: &str) -> Result<Vec<InvitationRow>, StoreError> {
        let question = Question::Company(CompanyQuestion::InvitationsTo);
        self.sound(question, values![person.to_string()], invitation).await
    }

    /// Who is, or was, invited to a table.
    pub async fn invitations_at(&self, table: &str) -> Result<Vec<InvitedRow>, StoreError> {
        let question = Question::Company(CompanyQuestion::InvitationsAt);
        self.sound(question, values![table.to_string()], invited).await
    }

    /// How many a host has invited since a time, and how often one of them.
    pub async fn invited_since(
        &self,
        host: &str,
        person: &str,
        since: i64,
    ) -> Result<(i64, i64), StoreError> {
        let question = Question::Company(CompanyQuestion::InvitedSince);
        let values = values![host.to_string(), person.to_string(), since];
        let found = self.first(question, values, rows::period).await?;
        Ok(found.unwrap_or_default())
    }

    /// Who looks for partners at a time, the longest first.
    pub async fn seeks(&self, now: i64) -> Result<Vec<SeekRow>, StoreError> {
        self.sound(Question::Company(CompanyQuestion::Seeks), values![now], seek).await
    }

    /// Reports that are open, or all, so many at most, the newest first.
    pub async fn reports(&self, all: bool, most: u32) -> Result<Vec<ReportRow>, StoreError> {
        self.sound(Question::Company(CompanyQuestion::Reports), values![all, most], report).await
    }

    /// What a person has told, the newest first.
    pub async fn reports_by(&self, person: &str) -> Result<Vec<ReportRow>, StoreError> {
        let question = Question::Company(CompanyQuestion::ReportsBy);
        self.sound(question, values![person.to_string()], report).await
    }

    /// The report of that id.
    pub async fn report(&self, id: &str) -> Result<Option<ReportRow>, StoreError> {
        let question = Question::Company(CompanyQuestion::Report);
        self.first(question, values![id.to_string()], report).await
    }
}
