//! What is asked of a store and what is done in it, without the words of a database: every home has its SQL for each of
//! these in one place, and what it is asked with and what it gives are the same everywhere.

use super::change::{Change, PlanChange, SeatReliability, TableProgress, TableTime};
use super::company::{self, CompanyDeed, CompanyQuestion};
use super::contests::{self, ContestDeed, ContestQuestion};
use super::mails::{self, MailDeed, MailQuestion};
use super::private::{self, PrivateDeed, PrivateQuestion};
use super::rows::{Phase, PlanRow, SeatRow, StepRow, TableRow, contribution_lines, deciding_word};
use super::sandboxes::{self, SandboxDeed, SandboxQuestion};
use super::value::{Value, values};
use table::Seat;

/// Something that is asked, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// The value of a key of the house.
    House,
    /// The name of a guest.
    GuestName,
    /// Guests who have become others: who, whom.
    Joined,
    /// The version of a guest.
    GuestVersion,
    /// Whether one guest is the referee where another plays.
    RefereesAmong,
    /// The ids of tables with which a guest has to do.
    TablesWith,
    /// The ids of tables that are not over at which a guest sits, or where a seat is kept for them.
    RunningTablesOf,
    /// A table by its id.
    Table,
    /// The seats of a table, in their order.
    SeatsOf,
    /// The decisions of a table after so many, in their order.
    Steps,
    /// The last position of a table, archived or not.
    Position,
    /// The record of a table.
    Record,
    /// The record of a table whose game is archived.
    ArchivedRecord,
    /// Some games that ended before a time, are not archived and come after one that ended then and has that id: table, when.
    Archivable,
    /// Whether any record is kept.
    HasRecords,
    /// The last lines said at a table after one of that number, so many at most, the last first.
    Talk,
    /// The seat of a private link.
    SeatByLink,
    /// The lessons that a guest has ended: game, name.
    LessonsDone,
    /// The listed tables in a state, so many at most, the last moved first.
    Listed,
    /// The tables of a guest, so many at most, the last moved first.
    TablesOf,
    /// When guests were seen at a table: who, when.
    Seen,
    /// The seeds of tables that are not over: table, seed.
    SecretSeeds,
    /// All sealed seeds: table, seed.
    SealedSeeds,
    /// The ids of tables at which a bot must decide.
    WaitingForBots,
    /// The ids of tables at which nobody is missing and whose game has not begun.
    FullButNotStarted,
    /// The ids of some tables that were opened before one time, or moved before another.
    Expired,
    /// How many tables a guest hosts that are not over.
    Hosted,
    /// How many tables are in each state.
    Counts,
    /// The browsers of a person, the last seen first.
    Devices,
    /// Cookies that count no more.
    Ended,
    /// Whether a cookie counts no more: id, browser.
    HasEnded,
    /// Who may not talk or not do anything, and who is a referee of the house: id, until when, since when, why, since when.
    Barred,
    /// The passkeys of a person, the oldest first.
    Passkeys,
    /// A passkey by its id.
    Passkey,
    /// When a person got their recovery code.
    CodeMade,
    /// Whose recovery code has a hash.
    PersonOfCode,
    /// What is needed to judge an answer: id, owner, now.
    Challenge,
    /// What a person has set, and what is said of them.
    Person,
    /// Some people: name like a pattern, ids after one, so many at most, or the one of an id.
    People,
    /// The time of a table as it runs.
    Keeper,
    /// The deadlines until a time, so many at most, the earliest first: table, seat, question, when.
    DueDeadlines,
    /// Whether any deadline runs.
    HasDeadlines,
    /// When no server was there: from, to.
    Outages,
    /// The vacations of a guest.
    Vacations,
    /// What is known of how reliable a guest is, in sum: kept, late, missed, finished, gone.
    Reliability,
    /// The ids of tables at which a guest must decide.
    TurnsOf,
    /// The notices to be seen to until a time, so many at most, the earliest first.
    DueNotices,
    /// What waits to be sent together by a way and was made until a time.
    DigestOf,
    /// What a person was told, so much at most, the newest first.
    NoticesOf,
    /// When the last thing was made that a person was told of a table by any way: person, table.
    LastTold,
    /// The ways by which a person is told, the oldest first.
    WaysOf,
    /// A way by its id.
    Way,
    /// Feeds by the secret in their addresses.
    Feed,
    /// The plans of a table: seat, person, plan, due.
    PlansOf,
    /// The ids of some tables with plans that were due before a time.
    DuePlans,
    /// Something about people among people.
    Company(CompanyQuestion),
    /// Something about results, ratings and cups.
    Contest(ContestQuestion),
    /// Something about sandboxes.
    Sandbox(SandboxQuestion),
    /// Something about what is said to one alone, and about notes.
    Private(PrivateQuestion),
    /// Something about mail.
    Mail(MailQuestion),
}

/// Something that is done, with its values in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Key, value.
    KeepHouseValue,
    /// Key, value: if there is none.
    KeepFirstHouseValue,
    /// Id, name, when.
    NameGuest,
    /// Guest: their version rises.
    RaiseGuest,
    /// Guest: found as long as they have neither become another nor been forgotten.
    StillThemselves,
    /// Guest: they are given nothing any more.
    BuryGuest,
    /// Guest, version before: it rises.
    RaiseGuestFrom,
    /// From, to: the versions of all tables with which the first has to do rise.
    JoinVersions,
    /// From, to: the seats of one guest become another's.
    JoinHolders,
    /// From, to.
    JoinAbsent,
    /// From, to.
    JoinHosts,
    /// From, to.
    JoinReferees,
    /// From, to: where both were seen, the sign of life of the first counts.
    JoinSeenByBoth,
    /// From, to.
    JoinSeen,
    /// From, to: who became the first becomes the second.
    JoinEarlier,
    /// From, to.
    JoinDevices,
    /// From, to.
    JoinPasskeys,
    /// From, to: if the second has none.
    JoinCode,
    /// From: what is left of its code.
    DropCode,
    /// From, to: what the second has set counts, and whatever is said of either.
    JoinPeople,
    /// Person: all of it.
    DropPerson,
    /// From, to.
    Join,
    /// Nothing: how often two guests became one.
    CountJoined,
    /// Commitment.
    UseCommitment,
    /// A table, column by column.
    OpenTable,
    /// Table, seat and so on, column by column: in place of what the seat was.
    KeepSeat,
    /// Table.
    ClearSeats,
    /// Table, first digest, contributions, seats before they were dealt, rules, first dice.
    StartTable,
    /// Table, record.
    KeepRecord,
    /// Table, step, seat, action, digest, when, dice.
    TakeStep,
    /// Table, step, seat.
    TakeBackStep,
    /// Table, new number of the step, digest.
    MoveStep,
    /// Table, seat.
    CountUndo,
    /// Table, position.
    KeepPosition,
    /// Table, state, when, steps, deciding, bot turn, how it ended, when, told steps, told when, version before.
    Progress,
    /// Table, bot turn, version before.
    SetBotTurn,
    /// Table, version before.
    Raise,
    /// Table, guest, when.
    See,
    /// Table, seed.
    KeepSeed,
    /// Table.
    CloseTable,
    /// Table, opened before, moved before.
    ExpireTable,
    /// Table.
    DropSteps,
    /// Table.
    DropSeats,
    /// Table.
    DropTalk,
    /// Table.
    DropSeen,
    /// Table.
    DropPosition,
    /// Table, when.
    Archive,
    /// Table.
    ArchivePosition,
    /// Table, number, when, seat, name, text, person.
    Say,
    /// Table, next table, version before.
    Rematch,
    /// Nothing.
    Probe,
    /// Id, person, name, first seen, last seen.
    KeepDevice,
    /// Id.
    DropDevice,
    /// Person.
    DropDevices,
    /// Id, browser: whoever ends it from now on waits until what is written is stored.
    UseCookie,
    /// Id, browser: found as long as neither has ended.
    CookieCounts,
    /// Id, or browser: what is being written for its cookie is stored first.
    AwaitCookie,
    /// Id, when.
    End,
    /// A passkey, column by column.
    AddPasskey,
    /// Id, state, when.
    UsePasskey,
    /// Id, person, name.
    NamePasskey,
    /// Id, person.
    RemovePasskey,
    /// Person.
    DropPasskeys,
    /// Hash, person, when.
    AddCode,
    /// Hash.
    UseCode,
    /// Now.
    DropOldChallenges,
    /// Id, owner, state, until.
    AddChallenge,
    /// Id, owner.
    TakeChallenge,
    /// Person, settings.
    KeepSettings,
    /// Person: what is said of them stays.
    DropSettings,
    /// Guest.
    DropVacations,
    /// Person, muted until, banned since, why, referee since.
    KeepStanding,
    /// Table, its time as it runs.
    KeepKeeper,
    /// Table.
    DropKeeper,
    /// Table, seat, question, when.
    KeepDeadline,
    /// Table.
    DropDeadlines,
    /// A time: the last sign of life of the house, unless a later one is known.
    LiveOn,
    /// A time, the sign of life before.
    LiveAgain,
    /// From, to.
    KeepOutage,
    /// Guest, vacations.
    KeepVacations,
    /// Guest, table, seat, kept, late, missed, finished, gone.
    KeepReliability,
    /// From, to: the vacations of the second count, where both have some.
    JoinVacationsOfBoth,
    /// From, to.
    JoinVacations,
    /// From, to.
    JoinReliability,
    /// Person, key, way, table, seat, kind, made, when, whether with others, text: if the person has a way, and it is not known.
    MakeNotice,
    /// Person, key, way, until when, when it was due.
    ClaimNotice,
    /// Person, key, way, when, how often it was tried.
    PutOffNotice,
    /// Person, key, way, what became of it, text.
    EndNotice,
    /// Table.
    LookAtWarnings,
    /// A time.
    ForgetNotices,
    /// Table.
    DropNotices,
    /// Person.
    DropNoticesOf,
    /// A way, column by column.
    AddWay,
    /// Kind, address, person.
    DropSameWay,
    /// Person.
    DropFeeds,
    /// Id, person.
    RemoveWay,
    /// Id.
    DropWay,
    /// Person.
    DropWaysOf,
    /// Id, what is wrong.
    KeepTrouble,
    /// From, to: where both were told the same, once is enough.
    JoinNoticesOfBoth,
    /// From, to.
    JoinNotices,
    /// From, to: where both have the same, or feeds, those of the second count.
    JoinWaysOfBoth,
    /// From, to.
    JoinWays,
    /// Table, seat, person, plan, due: in place of the one before.
    KeepPlan,
    /// Table, seat, due.
    SetPlanDue,
    /// Table, seat.
    DropPlan,
    /// Table.
    DropPlans,
    /// Person.
    DropPlansOf,
    /// From, to.
    JoinPlans,
    /// Something about people among people.
    Company(CompanyDeed),
    /// Something about results, ratings and cups.
    Contest(ContestDeed),
    /// Something about sandboxes.
    Sandbox(SandboxDeed),
    /// Something about what is said to one alone, and about notes.
    Private(PrivateDeed),
    /// Something about mail.
    Mail(MailDeed),
}

/// A deed with its values.
#[derive(Clone, Debug)]
pub struct Statement<'a> {
    /// What is done.
    pub deed: Deed,
    /// With what.
    pub values: Vec<Value<'a>>,
    /// Whether it must find exactly one row: if not, somebody else was faster.
    pub must_find: bool,
}

impl Change {
    /// What is to be done for it, in this order.
    pub fn statements(&self) -> Vec<Statement<'_>> {
        let mut all = Statements(Vec::with_capacity(4));
        all.change(self);
        all.0
    }
}

/// What was judged by a version of a guest is done if it is still theirs, and if they are still themselves: nobody has been
/// given anything since.
pub(super) fn judged(guest: &str, version: i64) -> [Statement<'_>; 2] {
    let must = |deed, values| Statement { deed, values, must_find: true };
    [
        must(Deed::RaiseGuestFrom, values![guest, version]),
        must(Deed::StillThemselves, values![guest]),
    ]
}

struct Statements<'a>(Vec<Statement<'a>>);

impl<'a> Statements<'a> {
    fn add(&mut self, deed: Deed, values: Vec<Value<'a>>) {
        self.0.push(Statement { deed, values, must_find: false });
    }

    fn must(&mut self, deed: Deed, values: Vec<Value<'a>>) {
        self.0.push(Statement { deed, values, must_find: true });
    }

    fn change(&mut self, change: &'a Change) {
        self.given(change.given());
        match change {
            Change::Asked([id, device]) => {
                self.add(Deed::UseCookie, values![id, device]);
                self.must(Deed::CookieCounts, values![id, device]);
            }
            Change::House(key, value) => self.add(Deed::KeepHouseValue, values![*key, value]),
            Change::HouseOnce(key, value) => {
                self.add(Deed::KeepFirstHouseValue, values![*key, value]);
            }
            Change::Guest { id, name, at } => self.add(Deed::NameGuest, values![id, name, *at]),
            Change::Joined { from, to, versions } => self.joined(from, to, *versions),
            Change::Opened(table, seats) => self.opened(table, seats),
            Change::Started {
                table,
                seats,
                contributions,
                dealt,
                rules,
                start_digest,
                start_dice,
                progress,
            } => {
                self.progress(table, progress);
                self.add(Deed::ClearSeats, values![table]);
                seats.iter().for_each(|seat| self.seat(table, seat));
                let (given, dealt) = (contribution_lines(contributions), deciding_word(dealt));
                let values = values![table, start_digest, given, dealt, *rules, start_dice];
                self.add(Deed::StartTable, values);
            }
            Change::Step { table, step, progress, record } => {
                self.progress(table, progress);
                self.step(table, step, progress.at);
                if let Some(record) = record {
                    self.add(Deed::KeepRecord, values![table, record]);
                }
                if progress.phase == Phase::Over {
                    self.add(Deed::DropPlans, values![table]);
                }
            }
            Change::Undone { table, step, seat, moved, progress } => {
                self.progress(table, progress);
                self.undone(table, *step, *seat, moved);
            }
            Change::Seat { table, version, seat, bot_turn } => {
                self.must(Deed::SetBotTurn, values![table, *bot_turn, *version]);
                self.seat(table, seat);
            }
            Change::Seen { table, guest, at } => self.add(Deed::See, values![table, guest, *at]),
            Change::Rotated { seeds, seeds_key, key, previous } => {
                for (table, seed) in seeds {
                    self.add(Deed::KeepSeed, values![table, seed]);
                }
                self.add(Deed::KeepHouseValue, values!["seeds_key", seeds_key]);
                self.add(Deed::KeepHouseValue, values!["key", key]);
                self.add(Deed::KeepHouseValue, values!["previous_key", previous]);
            }
            Change::Sealed { table, seed } => self.add(Deed::KeepSeed, values![table, seed]),
            Change::Closed(table) => {
                self.must(Deed::CloseTable, values![table]);
                self.drop_what_belongs_to(table);
            }
            Change::Talk { table, version, line } => {
                self.must(Deed::Raise, values![table, *version]);
                let seat = line.seat.map_or(-1, |seat| i64::from(seat.0));
                let values = values![table, line.number, line.at, seat, &line.name, &line.text];
                let values = [values, values![&line.person]].concat();
                self.add(Deed::Say, values);
            }
            Change::Rematch { table, version, next } => {
                self.must(Deed::Rematch, values![table, next, *version]);
            }
            Change::Expired { table, opened, moved } => {
                self.must(Deed::ExpireTable, values![table, *opened, *moved]);
                self.drop_what_belongs_to(table);
            }
            Change::Archived { table, at } => {
                self.must(Deed::Archive, values![table, *at]);
                self.add(Deed::ArchivePosition, values![table]);
                for deed in [Deed::DropSteps, Deed::DropPosition, Deed::DropSeen] {
                    self.add(deed, values![table]);
                }
            }
            Change::Together(changes) => changes.iter().for_each(|change| self.change(change)),
            Change::Time { table, version, time } => {
                if let Some(version) = version {
                    self.must(Deed::Raise, values![table, *version]);
                }
                self.time(table, time);
            }
            Change::Alive(at) => self.add(Deed::LiveOn, values![at.to_string()]),
            Change::Outage { from, to } => {
                self.must(Deed::LiveAgain, values![to.to_string(), from.to_string()]);
                self.add(Deed::KeepOutage, values![*from, *to]);
            }
            Change::Vacations { guest, days, version } => {
                self.0.extend(judged(guest, *version));
                self.add(Deed::KeepVacations, values![guest, days]);
            }
            Change::Plans { table, version, plans } => {
                if let Some(version) = version {
                    self.must(Deed::Raise, values![table, *version]);
                }
                plans.iter().for_each(|plan| self.plan(table, plan));
            }
            Change::Hurried(_) => {}
            Change::Notice(change) => self.0.extend(change.statements()),
            Change::Person(change) => self.0.extend(change.statements()),
            Change::Company(change) => self.0.extend(change.statements()),
            Change::Contest(change) => self.0.extend(change.statements()),
            Change::Sandbox(change) => self.0.extend(change.statements()),
            Change::Private(change) => self.0.extend(change.statements()),
            Change::Mail(change) => self.0.extend(change.statements()),
            Change::Probe => self.add(Deed::Probe, Vec::new()),
        }
    }

    /// Whatever gives a guest something raises their version, and is refused once they have become another: whoever makes two
    /// of them one person has judged what both have.
    fn given(&mut self, guests: Vec<&'a str>) {
        for guest in guests {
            self.add(Deed::RaiseGuest, values![guest]);
            self.must(Deed::StillThemselves, values![guest]);
        }
    }

    fn joined(&mut self, from: &'a str, to: &'a str, versions: (i64, i64)) {
        let mut both = [(from, versions.0), (to, versions.1)];
        // By id: two servers that make the same two one, each the other way round, do not wait for each other in a circle.
        both.sort_unstable();
        for (guest, version) in both {
            self.0.extend(judged(guest, version));
        }
        for deed in [
            Deed::JoinVersions,
            Deed::JoinHolders,
            Deed::JoinAbsent,
            Deed::JoinHosts,
            Deed::JoinReferees,
            Deed::JoinSeenByBoth,
            Deed::JoinSeen,
            Deed::JoinVacationsOfBoth,
            Deed::JoinVacations,
            Deed::JoinReliability,
            Deed::JoinNoticesOfBoth,
            Deed::JoinNotices,
            Deed::JoinWaysOfBoth,
            Deed::JoinWays,
            Deed::JoinPlans,
            Deed::JoinEarlier,
            Deed::JoinDevices,
            Deed::JoinPasskeys,
            Deed::JoinCode,
            Deed::JoinPeople,
            Deed::Join,
        ] {
            self.add(deed, values![from, to]);
        }
        for deed in company::JOINS {
            self.add(Deed::Company(deed), values![from, to]);
        }
        for deed in contests::JOINS {
            self.add(Deed::Contest(deed), values![from, to]);
        }
        for deed in sandboxes::JOINS {
            self.add(Deed::Sandbox(deed), values![from, to]);
        }
        for deed in private::JOINS {
            self.add(Deed::Private(deed), values![from, to]);
        }
        for deed in mails::JOINS {
            self.add(Deed::Mail(deed), values![from, to]);
        }
        self.add(Deed::Company(CompanyDeed::DropCodeOf), values![from]);
        // What was promised to the first for a seek cannot be redeemed by the second.
        self.add(Deed::Company(CompanyDeed::DropSeeksOf), values![from]);
        self.add(Deed::DropCode, values![from]);
        self.add(Deed::DropPerson, values![from]);
        self.add(Deed::CountJoined, Vec::new());
    }

    fn opened(&mut self, table: &'a TableRow, seats: &'a [SeatRow]) {
        if !table.commitment.is_empty() {
            self.add(Deed::UseCommitment, values![&table.commitment]);
        }
        let values = values![
            &table.id,
            &table.game,
            &table.scenario,
            serde_json::to_string(&table.options).unwrap_or_default(),
            &table.edition,
            &table.files,
            table.rules,
            &table.host,
            table.listed,
            table.shuffled,
            &table.seed,
            table.phase.word(),
            table.created,
            table.moved,
            table.steps,
            deciding_word(&table.deciding),
            table.bot_turn,
            &table.start_digest,
            &table.ended,
            &table.rematch,
            &table.lesson,
            &table.commitment,
            contribution_lines(&table.contributions),
            deciding_word(&table.dealt),
            &table.referee,
            &table.referee_name,
            table.absence.word(),
            table.told_steps,
            table.told_at,
            &table.clock,
            &table.at_deadline,
            table.reliable,
            table.rated,
            &table.cup,
            &table.cup_place,
            table.sandboxes,
            table.whispers,
        ];
        self.add(Deed::OpenTable, values);
        seats.iter().for_each(|seat| self.seat(&table.id, seat));
    }

    fn seat(&mut self, table: &'a str, seat: &'a SeatRow) {
        let values = values![
            table,
            seat.seat.0,
            seat.kind.word(),
            &seat.holder,
            &seat.name,
            &seat.bot,
            &seat.link,
            &seat.token,
            seat.undos,
            contribution_lines(&seat.contribution),
            &seat.away,
            &seat.began,
            seat.gone,
        ];
        self.add(Deed::KeepSeat, values);
    }

    fn step(&mut self, table: &'a str, step: &'a StepRow, at: i64) {
        let values =
            values![table, step.step, step.seat.0, &step.action, &step.digest, at, &step.dice];
        self.add(Deed::TakeStep, values);
    }

    fn undone(&mut self, table: &'a str, step: usize, seat: Seat, moved: &'a [StepRow]) {
        self.must(Deed::TakeBackStep, values![table, step, seat.0]);
        for row in moved {
            self.must(Deed::MoveStep, values![table, row.step, &row.digest]);
        }
        self.add(Deed::CountUndo, values![table, seat.0]);
    }

    /// First in its change: it is the fence, and whoever waits for another server waits here.
    fn progress(&mut self, table: &'a str, progress: &'a TableProgress) {
        let values = values![
            table,
            progress.phase.word(),
            progress.at,
            progress.steps,
            deciding_word(&progress.deciding),
            progress.bot_turn,
            &progress.ended,
            if progress.phase == Phase::Over { progress.at } else { 0 },
            progress.told_steps,
            progress.told_at,
            progress.version,
        ];
        self.must(Deed::Progress, values);
        if !progress.position.is_empty() {
            self.add(Deed::KeepPosition, values![table, &progress.position]);
        }
    }

    fn time(&mut self, table: &'a str, time: &'a TableTime) {
        match time.keeper.is_empty() {
            true => self.add(Deed::DropKeeper, values![table]),
            false => self.add(Deed::KeepKeeper, values![table, &time.keeper]),
        }
        self.add(Deed::DropDeadlines, values![table]);
        for due in &time.deadlines {
            let values = values![table, due.seat.0, due.question, due.at];
            self.add(Deed::KeepDeadline, values);
        }
        for SeatReliability { guest, seat, known } in &time.reliability {
            let values = values![
                guest,
                table,
                seat.0,
                known.kept,
                known.late,
                known.missed,
                known.finished,
                known.left
            ];
            self.add(Deed::KeepReliability, values);
        }
    }

    fn plan(&mut self, table: &'a str, plan: &'a PlanChange) {
        match plan {
            PlanChange::Keep(PlanRow { seat, person, plan, due }) => {
                self.add(Deed::KeepPlan, values![table, seat.0, person, plan, *due]);
            }
            PlanChange::Due { seat, at } => {
                self.add(Deed::SetPlanDue, values![table, seat.0, *at]);
            }
            PlanChange::Drop(seat) => self.add(Deed::DropPlan, values![table, seat.0]),
        }
    }

    fn drop_what_belongs_to(&mut self, table: &'a str) {
        for deed in [
            Deed::DropSteps,
            Deed::DropSeats,
            Deed::DropTalk,
            Deed::DropSeen,
            Deed::DropPosition,
            Deed::DropKeeper,
            Deed::DropDeadlines,
            Deed::DropNotices,
            Deed::DropPlans,
            Deed::Company(CompanyDeed::DropBlocksAt),
        ] {
            self.add(deed, values![table]);
        }
        for deed in sandboxes::BELONGS {
            self.add(Deed::Sandbox(deed), values![table]);
        }
        for deed in private::BELONGS {
            self.add(Deed::Private(deed), values![table]);
        }
        for deed in mails::BELONGS {
            self.add(Deed::Mail(deed), values![table]);
        }
    }
}
