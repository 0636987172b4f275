//! The time of tables: clocks that run with decisions, deadlines that fall once, and what becomes of those who do not answer.
//!
//! A table with a clock has a [`Timekeeper`], which is stored in the transaction of whatever changes it, together with a row for
//! every deadline that runs. Those rows are found in the order of their times, claimed as bots are, and carried out as decisions
//! are: fenced by the version of the table, and named by the number of their question. What was told too late to be in them (a
//! vacation, a time in which no server was there) is reckoned when one is due: then it is filed anew.

use super::decisions::{progress, step_row};
use super::plans::Taken;
use super::seats::unique_name;
use super::{Decider, TableHandle, TableState, Tables, catch_panic};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::store::{
    Change, DueDeadline, NoticeChange, Phase, SeatKind, SeatReliability, SeatRow, StoreError,
    TALK_LINES, TableRow, TableTime, TalkRow,
};
use ::clock::{
    Absence, AtDeadline, Clock, Fault, Length, Moment, Pace, Part, Reliability, Timekeeper,
    Timestamp, Vacations, Zone,
};
use plans::{Eyes, Manner};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::{AnyMatch, Dice, Seat, Seats, Seed, Status, Viewer};
use tokio::task::JoinSet;

/// From this number on a deadline is no question's: somebody decides for the seat as soon as can be. The rest of the number is
/// that of the step after which it is so, so that no two are the same.
const STAND_IN: u64 = 1 << 40;

/// How many deadlines are taken up at once.
const AT_ONCE: usize = 256;

/// How many are carried out beside each other.
const BESIDE: usize = 8;

/// Decisions that are taken for a seat in one go, at most: after that others come first.
const IN_ONE_GO: usize = 300;

/// After so many looks for deadlines the house gives a sign of life.
const LOOKS_A_SIGN: u32 = 20;

/// If the house gave no sign of life for so long while it ran, it was not there.
const AWAY: i64 = 15_000;

/// How long a deadline that cannot be carried out waits at first, and at most.
const FAILED_WAIT: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(20));

/// As whom the clock speaks at a table.
pub(super) const CLOCK_NAME: &str = "The clock";

/// How often a table is told anew of vacations that change while it is told.
const TOLD_ANEW: usize = 12;

/// How many days of vacation there are in a year.
pub const VACATION_DAYS: u32 = 30;

/// What has happened at a table whose time goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    /// A seat has decided.
    Decision(Seat),
    /// A seat has taken a decision back.
    Undo(Seat),
    /// Something outside the rules.
    Change,
}

/// The time of a table as it goes on, and what is to be stored of it.
pub(super) struct Reckoned {
    /// The keeper; none when the game is over.
    pub(super) keeper: Option<Timekeeper>,
    /// What is to be stored.
    pub(super) time: TableTime,
}

impl Reckoned {
    /// Nothing of so many steps is a seat's to take back.
    fn bind(&mut self, seat: Seat, steps: u64) {
        if let Some(keeper) = &mut self.keeper {
            keeper.bind(seat, steps);
            self.time.keeper = text_of(keeper);
        }
    }

    /// The change that stores it beside another of the same table.
    pub(super) fn change(&self, table: &str) -> Change {
        Change::Time { table: table.into(), version: None, time: Box::new(self.time.clone()) }
    }
}

/// The table of a deadline, and whether that was carried out.
type Carried = (String, Result<(), ServiceError>);

/// What becomes of the time of a table as it stands, and what is told of it; or why nothing does.
type TimeChange<'a> = &'a (
        dyn Fn(&mut Timekeeper, &TableState, Timestamp) -> Result<Option<String>, Fault>
            + Send
            + Sync
    );

/// What became of a deadline.
enum Fell {
    /// Nothing more is to be done.
    Done,
    /// Somebody decides for the seat again, at once.
    Again(DueDeadline),
}

impl Tables {
    /// What time it is: where servers share a store it is the store's, so that all of them go by one clock.
    pub fn time(&self) -> Timestamp {
        let shared = *self.0.store_time.lock().unwrap_or_else(PoisonError::into_inner);
        let milliseconds = match shared.filter(|_| !self.0.turned) {
            Some((at, time)) => time.saturating_add_unsigned(at.elapsed().as_millis() as u64),
            None => {
                let wall = (self.0.wall_clock)();
                let real = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                // A clock that shows the second that it is shows its parts too.
                match real.as_secs() as i64 == wall {
                    true => real.as_millis() as i64,
                    false => wall.saturating_mul(1000),
                }
            }
        };
        Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// A clock by its line, if it can begin now.
    pub fn clock_of(&self, line: &str) -> Result<Clock, ServiceError> {
        self.check_clock(line, "", &[]).map(|(clock, _)| clock)
    }

    /// The clock and what happens at deadlines, as somebody who opens a table wants them.
    pub(super) fn check_clock(
        &self,
        clock: &str,
        at_deadline: &str,
        bots: &[&str],
    ) -> Result<(Clock, Absence), ServiceError> {
        let bad = |fault: Fault| ServiceError::BadRequest(fault.to_string());
        let clock: Clock = match clock.trim() {
            "" => Clock::none(),
            line => line.parse().map_err(bad)?,
        };
        clock.check_from(self.time()).map_err(bad)?;
        if clock.settings().parts.iter().any(|(part, _)| matches!(part, Part::Phase(_))) {
            let why = "Rounds can have lengths of their own here, and phases cannot: say round 1 at least 7d.";
            return Err(ServiceError::BadRequest(why.into()));
        }
        let absence: Absence = match at_deadline.trim() {
            "" => Absence::default(),
            line => line.parse().map_err(bad)?,
        };
        for happens in
            std::iter::once(&absence.first).chain(absence.then.iter().map(|(_, then)| then))
        {
            if let AtDeadline::Bot { strength, .. } = happens
                && !bots.contains(&strength.as_str())
            {
                return Err(ServiceError::BadRequest(table::unknown(
                    "bot",
                    strength,
                    bots.to_vec(),
                )));
            }
        }
        Ok((clock, absence))
    }

    /// The keeper of a game that begins; none if it has no clock.
    pub(super) fn first_keeper(&self, row: &TableRow, seats: &[SeatRow]) -> Option<Timekeeper> {
        let clock = row.running_clock()?;
        let mut keeper = Timekeeper::new(clock, seats.len() as u16);
        for seat in seats.iter().filter(|seat| seat.kind == SeatKind::Bot) {
            keeper.cover(seat.seat);
        }
        Some(keeper)
    }

    /// The keeper as it is stored. One that cannot be read is begun anew: nobody loses by it.
    pub(super) fn stored_keeper(
        &self,
        row: &TableRow,
        seats: &[SeatRow],
        stored: Option<&str>,
        game: Option<&dyn AnyMatch>,
    ) -> Option<Timekeeper> {
        if row.phase != Phase::Playing {
            return None;
        }
        row.running_clock()?;
        let read = stored.and_then(|text| serde_json::from_str(text).ok());
        let read = read.map(|mut keeper: Timekeeper| {
            self.give_back(&mut keeper);
            keeper
        });
        read.or_else(|| {
            tracing::error!(table = %row.id, "the time of a table is lost, and begins anew");
            let keeper = self.first_keeper(row, seats)?;
            game.and_then(|game| self.reckon(&keeper, seats, game, Follows::Change).keeper)
        })
    }

    /// The time of a table with these seats and this match, after something has happened.
    pub(super) fn reckon(
        &self,
        before: &Timekeeper,
        seats: &[SeatRow],
        game: &dyn AnyMatch,
        what: Follows,
    ) -> Reckoned {
        let (now, mut keeper) = (self.time(), before.clone());
        self.give_back(&mut keeper);
        let (awaited, moment) = awaited(game);
        match what {
            Follows::Decision(seat) => keeper.follow(Some(seat), &awaited, &moment, now),
            Follows::Undo(seat) => keeper.taken_back(seat, &awaited, &moment, now),
            Follows::Change => keeper.follow(None, &awaited, &moment, now),
        }
        let over = game.status().outcome().is_some();
        let known = |keeper: &Timekeeper, row: &SeatRow| Reliability {
            finished: u32::from(over && row.kind == SeatKind::Person),
            left: u32::from(over && row.kind != SeatKind::Person),
            ..keeper.reliability(row.seat)
        };
        let changed = |row: &&SeatRow| over || known(before, row) != known(&keeper, row);
        let people = seats.iter().filter(|row| !row.person().is_empty());
        let reliability = people.filter(changed).map(|row| SeatReliability {
            guest: row.person().to_string(),
            seat: row.seat,
            known: known(&keeper, row),
        });
        let reliability = reliability.collect();
        if over {
            return Reckoned {
                keeper: None,
                time: TableTime { reliability, ..TableTime::default() },
            };
        }
        let running = keeper.deadlines().into_iter().map(|deadline| DueDeadline {
            seat: deadline.seat,
            question: deadline.question,
            at: deadline.until.as_millisecond(),
        });
        let bot =
            |seat: &Seat| seats.get(seat.index()).is_some_and(|row| row.kind == SeatKind::Bot);
        let stood_in =
            awaited.iter().filter(|seat| keeper.stood_in(*seat) && !bot(seat)).map(|seat| {
                DueDeadline {
                    seat,
                    question: STAND_IN + game.len() as u64,
                    at: now.as_millisecond(),
                }
            });
        let deadlines = running.chain(stood_in).collect();
        let text = text_of(&keeper);
        Reckoned { keeper: Some(keeper), time: TableTime { keeper: text, deadlines, reliability } }
    }

    /// Gives back the time in which no server was there.
    fn give_back(&self, keeper: &mut Timekeeper) {
        let outages = self.0.outages.lock().unwrap_or_else(PoisonError::into_inner);
        outages.iter().for_each(|(from, to)| keeper.outage(*from, *to));
    }

    /// Finds out how long no server was there, and gives a sign of life; nobody is served before that.
    pub async fn begin_time(&self) -> Result<(), ServiceError> {
        self.live_on(true).await
    }

    /// Lets deadlines fall and gives signs of life, until it is dropped.
    pub async fn keep_time(&self) {
        let mut failed: HashMap<String, (Instant, Duration)> = HashMap::new();
        let mut troubled = false;
        for look in 1_u32.. {
            tokio::time::sleep(self.0.time_tick).await;
            let mut done = match look == 1 || look.is_multiple_of(LOOKS_A_SIGN) {
                true => match self.take_up_cups().await {
                    Ok(()) => self.take_up_plans(look == 1).await,
                    failed => failed,
                },
                false => Ok(()),
            };
            if done.is_ok() {
                done = self.fall_due(&mut failed).await;
            }
            if done.is_ok() && look.is_multiple_of(LOOKS_A_SIGN) {
                done = self.live_on(false).await;
            }
            if let Err(error) = &done
                && !troubled
            {
                tracing::error!(%error, "deadlines wait until the store can be read and written again");
            }
            troubled = done.is_err();
        }
    }

    /// A sign of life. If the last one is too long ago, nobody was there between the two, whatever the reason: the server was
    /// down, the store could not be written, or the clock was set. That time is given back to everybody.
    async fn live_on(&self, starts: bool) -> Result<(), ServiceError> {
        let store = &self.0.store;
        let now = self.time().as_millisecond();
        let alive = store.house("alive").await?.and_then(|text| text.parse::<i64>().ok());
        let running = store.has_deadlines().await?;
        let longest = if starts && !self.is_shared() { 0 } else { AWAY };
        let away = alive.filter(|alive| running && now - alive > longest);
        match away.filter(|_| starts || !self.0.turned && !self.is_first_sign()) {
            Some(from) => match store.write(Change::Outage { from, to: now }).await {
                Ok(()) => {
                    let seconds = (now - from) / 1000;
                    tracing::warn!(seconds, "the house was away: clocks stood still for so long");
                }
                // Another server was faster.
                Err(StoreError::Taken) => {}
                Err(error) => return Err(error.into()),
            },
            None if running || starts => store.write(Change::Alive(now)).await?,
            None => {}
        }
        self.0.deadlines_ran.store(running, std::sync::atomic::Ordering::SeqCst);
        if starts || away.is_some() {
            let read = |(from, to)| {
                let time = |at| Timestamp::from_millisecond(at).ok();
                Some((time(from)?, time(to)?))
            };
            let known = store.outages().await?.into_iter().filter_map(read).collect();
            *self.0.outages.lock().unwrap_or_else(PoisonError::into_inner) = known;
        }
        Ok(())
    }

    /// Whether no deadline ran when a sign of life was last due: then none was given, and nothing follows from that.
    fn is_first_sign(&self) -> bool {
        !self.0.deadlines_ran.load(std::sync::atomic::Ordering::SeqCst)
    }

    /// The last sign of life of a server that stops.
    pub(super) async fn last_sign(&self) {
        if let Ok(true) = self.0.store.has_deadlines().await {
            let _ = self.0.store.write(Change::Alive(self.time().as_millisecond())).await;
        }
    }

    /// Carries out the deadlines whose time has come, the earliest first.
    async fn fall_due(
        &self,
        failed: &mut HashMap<String, (Instant, Duration)>,
    ) -> Result<(), ServiceError> {
        if self.0.stopping.load(std::sync::atomic::Ordering::SeqCst) {
            return Ok(());
        }
        let until = self.time().as_millisecond();
        let due = match self.0.store.sharing() {
            Some(sharing) => sharing.claim_deadlines(until, AT_ONCE).await?,
            None => self.0.store.due_deadlines(until, AT_ONCE).await?,
        };
        let mut falling = JoinSet::new();
        for (id, due) in due {
            if failed.get(&id).is_some_and(|(again, _)| *again > Instant::now()) {
                continue;
            }
            if falling.len() >= BESIDE {
                self.note_fallen(falling.join_next().await, failed);
            }
            let tables = self.clone();
            falling.spawn(async move {
                let done = tables.fall(&id, due).await;
                (id, done)
            });
        }
        while let Some(fallen) = falling.join_next().await {
            self.note_fallen(Some(fallen), failed);
        }
        Ok(())
    }

    fn note_fallen(
        &self,
        fallen: Option<Result<Carried, tokio::task::JoinError>>,
        failed: &mut HashMap<String, (Instant, Duration)>,
    ) {
        let Some(Ok((id, done))) = fallen else { return };
        match done {
            Ok(()) => drop(failed.remove(&id)),
            Err(error) => {
                self.is_stuck(&id, &error);
                let wait = failed.get(&id).map_or(FAILED_WAIT.0, |(_, wait)| *wait * 2);
                let wait = wait.min(FAILED_WAIT.1);
                failed.insert(id, (Instant::now() + wait, wait));
            }
        }
    }

    /// Carries out one deadline, and whatever is decided for the seat at once after it.
    async fn fall(&self, id: &str, mut due: DueDeadline) -> Result<(), ServiceError> {
        let table = match self.table(id).await {
            // The table is gone, and its deadlines with it.
            Err(ServiceError::NotFound(_)) => return Ok(()),
            table => table?,
        };
        // What was decided beforehand is decided: a plan that a server has noted and not asked is asked first.
        self.ask_plans(&table).await?;
        for _ in 0..IN_ONE_GO {
            match self.judged(&table, || self.fall_now(&table, due)).await? {
                Fell::Again(next) => due = next,
                Fell::Done => break,
            }
        }
        Ok(())
    }

    async fn fall_now(
        &self,
        table: &Arc<TableHandle>,
        due: DueDeadline,
    ) -> Result<Fell, ServiceError> {
        let mut state = self.write(table).await?;
        let (now, seat) = (self.time(), due.seat);
        let (Some(before), Some(row)) =
            (state.keeper.clone(), state.seats.get(seat.index()).cloned())
        else {
            return self.file_anew(table, &mut state, None).await;
        };
        let mut keeper = before;
        self.give_back(&mut keeper);
        if !row.person().is_empty() {
            keeper.set_away(seat, self.vacations(row.person()).await?.periods());
        }
        let game = state.game()?;
        let happens = if due.question >= STAND_IN {
            let waits = game.status().awaits(seat) && keeper.stood_in(seat);
            if !waits || row.kind == SeatKind::Bot {
                return self.file_anew(table, &mut state, Some(keeper)).await;
            }
            None
        } else {
            match keeper.run_out(seat, due.question, now) {
                Ok(missed) => Some(state.row.at_deadlines().at(missed.in_a_row).clone()),
                Err(_) => return self.file_anew(table, &mut state, Some(keeper)).await,
            }
        };
        self.metrics().fell();
        match happens {
            Some(AtDeadline::Bot { strength, .. }) => {
                keeper.cover(seat);
                let row = row.left_to(SeatKind::Bot, &strength)?;
                let told = format!(
                    "The time of {} has run out. A bot ({strength}) plays on until they are back.",
                    row.name
                );
                self.give_to_bot(table, state, keeper, row, told).await?;
                Ok(Fell::Done)
            }
            happens => self.decide_for(table, state, keeper, row, happens).await,
        }
    }

    /// Writes down again which deadlines run: one that was due is not, or not yet.
    async fn file_anew(
        &self,
        table: &Arc<TableHandle>,
        state: &mut TableState,
        keeper: Option<Timekeeper>,
    ) -> Result<Fell, ServiceError> {
        let reckoned = match (keeper, &state.game) {
            (Some(keeper), Some(game)) => {
                self.reckon(&keeper, &state.seats, game.as_ref(), Follows::Change)
            }
            _ => Reckoned { keeper: None, time: TableTime::default() },
        };
        let (version, time) = (Some(state.row.version), Box::new(reckoned.time));
        self.keep(state, Change::Time { table: table.id.clone(), version, time }).await?;
        state.row.version += 1;
        state.set_time(self.time(), reckoned.keeper);
        table.notify(state);
        Ok(Fell::Done)
    }

    /// Gives the seat of somebody whose time has run out to a bot.
    async fn give_to_bot(
        &self,
        table: &Arc<TableHandle>,
        mut state: impl std::ops::DerefMut<Target = TableState>,
        keeper: Timekeeper,
        row: SeatRow,
        told: String,
    ) -> Result<(), ServiceError> {
        let seats = with_seat(&state.seats, &row);
        let mut reckoned = catch_panic(&table.id, || {
            Ok::<_, ServiceError>(self.reckon(&keeper, &seats, state.game()?, Follows::Change))
        })??;
        count_missed(&mut reckoned.time, &keeper, &row);
        let (version, line) = (state.row.version, self.clock_says(&state, told));
        let id = || table.id.clone();
        let notice = self.notice_of_deadline(&state, &row, &line.text);
        let changes = vec![
            Change::Seat { table: id(), version, seat: Box::new(row), bot_turn: true },
            Change::Talk { table: id(), version: version + 1, line: line.clone() },
            reckoned.change(&table.id),
            notice,
        ];
        self.keep(&mut state, Change::Together(changes)).await?;
        state.row.version += 2;
        state.row.bot_turn = true;
        state.seats = seats;
        state.set_time(self.time(), reckoned.keeper);
        state.hear(line);
        table.notify(&mut state);
        drop(state);
        self.wake_bots(table);
        Ok(())
    }

    /// Decides for a seat whose time has run out as the rules say, or by giving up.
    async fn decide_for(
        &self,
        table: &Arc<TableHandle>,
        mut state: impl std::ops::DerefMut<Target = TableState>,
        mut keeper: Timekeeper,
        row: SeatRow,
        happens: Option<AtDeadline>,
    ) -> Result<Fell, ServiceError> {
        let seat = row.seat;
        let policy = happens.clone().unwrap_or(AtDeadline::Lapse);
        let row = match policy {
            AtDeadline::Open | AtDeadline::Resign if row.kind == SeatKind::Person => {
                row.left_to(SeatKind::Left, "")?
            }
            _ => row,
        };
        if matches!(policy, AtDeadline::Open | AtDeadline::Resign) {
            keeper.cover(seat);
        }
        let seats = with_seat(&state.seats, &row);
        let left = state.seats.get(seat.index()) != Some(&row);
        let games = self.0.games.clone();
        let offered = &games.find(&state.row.game)?.game;
        let (table_row, game) = state.row_and_match()?;
        let now = self.now();
        let done = catch_panic(&table.id, || {
            let mut dice = Dice::seeded(Seed([0; 32]));
            let stands_in =
                plans::stand_in(offered.as_ref(), &*game, seat, &policy, &|_| false, &mut dice)?;
            game.act(seat, &stands_in.line)?;
            let step = step_row(game, game.len()).ok_or_else(super::decisions::missing_step)?;
            let progress = progress(table_row, &seats, game, now);
            let mut reckoned = self.reckon(&keeper, &seats, game, Follows::Decision(seat));
            reckoned.bind(seat, game.len() as u64);
            Ok::<_, ServiceError>((step, progress, reckoned, stands_in.manner))
        });
        let (step, progress, mut reckoned, manner) = match done {
            Ok(Ok(done)) => done,
            Ok(Err(refused)) | Err(refused) => {
                state.spoil();
                return Err(refused);
            }
        };
        count_missed(&mut reckoned.time, &keeper, &row);
        let number = step.step;
        let record = match progress.phase {
            Phase::Over => Some(self.signed_record(&state)?.to_string()),
            _ => None,
        };
        let id = || table.id.clone();
        let mut version = state.row.version;
        let mut changes =
            vec![Change::Step { table: id(), step, progress: progress.clone(), record }];
        version += 1;
        if left {
            let (seat, bot_turn) = (Box::new(row.clone()), progress.bot_turn);
            changes.push(Change::Seat { table: id(), version, seat, bot_turn });
            version += 1;
        }
        let told = happens.map(|happens| fell_in_words(&row.name, &happens, &manner));
        let line = told.map(|told| self.clock_says(&state, told));
        if let Some(line) = &line {
            changes.push(Change::Talk { table: id(), version, line: line.clone() });
            version += 1;
            changes.push(self.notice_of_deadline(&state, &row, &line.text));
        }
        changes.push(reckoned.change(&table.id));
        changes.extend(self.notices_of_step(&state, &seats, &progress, None));
        let plans = match progress.phase {
            Phase::Over => Vec::new(),
            _ => self.plans_after(&state, seat, &progress.deciding, &Taken::ForThem),
        };
        changes.extend(state.plan_change(&plans));
        let written = match progress.phase {
            Phase::Over => self.keep_ended(&mut state, &seats, changes, progress.at).await,
            _ => self.keep(&mut state, Change::Together(changes)).await,
        };
        // What is in memory has gone further.
        state.needs_reload |= written.is_err();
        written?;
        self.metrics().decided("clock", &state.row.game);
        state.apply(progress);
        state.row.version = version;
        state.seats = seats;
        state.set_plans(plans);
        let again = reckoned.time.deadlines.iter().copied();
        let again = again.filter(|due| due.question >= STAND_IN).find(|due| due.seat == seat);
        state.set_time(self.time(), reckoned.keeper);
        line.into_iter().for_each(|line| state.hear(line));
        state.count_decision(seat, number);
        table.notify(&mut state);
        let (bots, plans) = (state.row.bot_turn, state.has_due_plans());
        drop(state);
        if bots {
            self.wake_bots(table);
        }
        if plans {
            self.wake_plans(table);
        }
        Ok(again.map_or(Fell::Done, Fell::Again))
    }

    /// A line of talk that the clock says.
    fn clock_says(&self, state: &TableState, text: String) -> TalkRow {
        let number = state.talk.last().map_or(1, |line| line.number + 1);
        TalkRow {
            number,
            at: self.now(),
            seat: None,
            name: CLOCK_NAME.into(),
            text,
            person: String::new(),
        }
    }

    /// Changes the time of a table as one of its players asks; what it says is told to the table.
    pub(super) async fn change_time(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, &Decider),
        change: TimeChange<'_>,
    ) -> Result<(), ServiceError> {
        self.judged(table, || self.change_time_now(table, (seat, by), change)).await
    }

    /// Whether a player is asked to agree to something of a table's time, and has not.
    pub(super) fn is_asked_to_agree(keeper: &Timekeeper, seat: Seat, now: Timestamp) -> bool {
        let wishes = keeper.deadlines().into_iter().filter(|deadline| deadline.seat != seat);
        let mut wishes = wishes.filter_map(|deadline| keeper.wished(deadline.seat));
        let proposed = keeper.proposal().filter(|(until, _)| *until > now);
        wishes.any(|(_, granted)| !granted.has(seat))
            || proposed.is_some_and(|(_, agreed)| !agreed.has(seat))
    }

    async fn change_time_now(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, &Decider),
        change: TimeChange<'_>,
    ) -> Result<(), ServiceError> {
        let mut state = self.write(table).await?;
        state.check_decider(seat, by)?;
        let Some(mut keeper) = state.keeper.clone() else {
            return Err(ServiceError::Stale("No clock runs at this table now.".into()));
        };
        self.give_back(&mut keeper);
        let told = change(&mut keeper, &state, self.time())
            .map_err(|fault| ServiceError::BadRequest(fault.to_string()))?;
        let reckoned = catch_panic(&table.id, || {
            Ok::<_, ServiceError>(self.reckon(
                &keeper,
                &state.seats,
                state.game()?,
                Follows::Change,
            ))
        })??;
        let (id, version) = (table.id.clone(), state.row.version);
        let time = Box::new(reckoned.time);
        let mut changes = vec![Change::Time { table: id.clone(), version: Some(version), time }];
        let line = told.map(|told| self.clock_says(&state, told));
        if let Some(line) = &line {
            let (table, line) = (id.clone(), line.clone());
            changes.push(Change::Talk { table, version: version + 1, line });
        }
        let raised = changes.len() as i64;
        if let (Some(keeper), Some(line)) = (&reckoned.keeper, &line) {
            changes.extend(self.notices_of_consent(&state, keeper, seat, &line.text));
        }
        changes.push(Change::Notice(NoticeChange::Warnings(id)));
        self.keep(&mut state, Change::Together(changes)).await?;
        state.row.version += raised;
        state.set_time(self.time(), reckoned.keeper);
        line.into_iter().for_each(|line| state.hear(line));
        table.notify(&mut state);
        Ok(())
    }

    /// A player asks the others for more time.
    pub async fn ask_for_time(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, Decider),
        length: Length,
    ) -> Result<(), ServiceError> {
        self.change_time(table, (seat, &by), &|keeper, state, _| {
            let mut granted = keeper.ask_extension(seat, length)?;
            // Nobody is there who could say no.
            for empty in state.seats.iter().filter(|row| row.kind == SeatKind::Left) {
                granted = granted || keeper.grant(empty.seat, seat, length).unwrap_or(false);
            }
            let (name, more) = (state.name(seat), length.words());
            Ok(Some(match granted {
                true => format!("{name} has {more} more."),
                false => format!("{name} asks the others for {more} more."),
            }))
        })
        .await
    }

    /// A player grants so much as they have seen another ask for, or refuses it.
    pub async fn answer_for_time(
        &self,
        table: &Arc<TableHandle>,
        (by, decider): (Seat, Decider),
        seat: Seat,
        grants: Option<Length>,
    ) -> Result<(), ServiceError> {
        self.change_time(table, (by, &decider), &|keeper, state, _| {
            let (name, other) = (state.name(by), state.name(seat));
            let Some(length) = grants else {
                if keeper.wished(seat).is_none() {
                    return Err(Fault::NotNow("Nobody asks for more time there."));
                }
                keeper.refuse(by, seat);
                return Ok(Some(format!("{name} does not grant {other} more time.")));
            };
            Ok(Some(match keeper.grant(by, seat, length)? {
                true => format!("{other} has {} more, as {name} grants.", length.words()),
                false => format!("{name} grants {other} more time."),
            }))
        })
        .await
    }

    /// A player proposes a pause of the table until a time, or agrees to the one that they have seen proposed.
    pub async fn pause_time(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, Decider),
        until: Timestamp,
        agrees: bool,
    ) -> Result<(), ServiceError> {
        self.change_time(table, (seat, &by), &|keeper, state, now| {
            let proposed = keeper.proposal().map(|(until, _)| until);
            if agrees && proposed != Some(until) {
                return Err(Fault::NotNow("No such pause is proposed any more: look again."));
            }
            let mut begun = keeper.pause(seat, until, now)?;
            for empty in state.seats.iter().filter(|row| row.kind == SeatKind::Left) {
                begun = begun || keeper.pause(empty.seat, until, now)?;
            }
            let name = state.name(seat);
            let until = ::clock::when(until, now, &keeper.clock().settings().zone);
            Ok(Some(match (begun, proposed.is_some()) {
                (true, _) => format!("The table pauses until {until}: all agree."),
                (false, true) => format!("{name} agrees to a pause until {until}."),
                (false, false) => format!("{name} proposes a pause until {until}."),
            }))
        })
        .await
    }

    /// A player wishes to go on before a pause is over.
    pub async fn resume_time(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, Decider),
    ) -> Result<(), ServiceError> {
        self.change_time(table, (seat, &by), &|keeper, state, now| {
            let mut over = keeper.resume(seat, now)?;
            for empty in state.seats.iter().filter(|row| row.kind == SeatKind::Left) {
                over = over || keeper.resume(empty.seat, now)?;
            }
            let name = state.name(seat);
            Ok(Some(match over {
                true => "The pause is over: all wish to go on.".into(),
                false => format!("{name} wishes to go on before the pause is over."),
            }))
        })
        .await
    }

    /// The vacations of a guest.
    pub async fn vacations(&self, guest: &str) -> Result<Vacations, ServiceError> {
        let stored = self.0.store.vacations(guest).await?;
        let read = stored.and_then(|text| serde_json::from_str(&text).ok());
        Ok(read.unwrap_or_else(|| Vacations::new(VACATION_DAYS, Zone::UTC)))
    }

    /// Changes the vacations of a guest, here and at every table of theirs.
    pub async fn change_vacations(
        &self,
        guest: &Guest,
        change: impl Fn(&mut Vacations, Timestamp) -> Result<(), Fault>,
    ) -> Result<(), ServiceError> {
        let who = self.settled(&guest.id).await;
        let (change, id) = (&change, who.id.as_str());
        self.judged_of(id, |version| async move {
            let mut vacations = self.vacations(id).await?;
            change(&mut vacations, self.time())
                .map_err(|fault| ServiceError::BadRequest(fault.to_string()))?;
            let days = serde_json::to_string(&vacations)
                .map_err(|error| ServiceError::Internal(error.to_string()))?;
            let guest = id.to_string();
            Ok(self.0.store.write(Change::Vacations { guest, days, version }).await?)
        })
        .await?;
        for table in self.0.store.running_tables_of(id).await? {
            self.tell_last_vacations(&table, id).await;
        }
        Ok(())
    }

    /// Tells a table when a guest is on vacation, as it is stored, and once more where that has changed meanwhile: of several who
    /// tell it whoever is last tells what is so. A deadline asks for vacations before it falls: what cannot be told now counts
    /// all the same.
    async fn tell_last_vacations(&self, table: &str, guest: &str) {
        let told = async {
            let mut vacations = self.vacations(guest).await?;
            for _ in 0..TOLD_ANEW {
                self.tell_vacations(table, guest, &vacations).await?;
                let now = self.vacations(guest).await?;
                if now == vacations {
                    break;
                }
                vacations = now;
            }
            Ok::<_, ServiceError>(())
        };
        if let Err(error) = told.await {
            tracing::warn!(%table, %error, "a vacation is told when a deadline is due");
        }
    }

    /// Tells a table when a guest is on vacation.
    async fn tell_vacations(
        &self,
        id: &str,
        guest: &str,
        vacations: &Vacations,
    ) -> Result<(), ServiceError> {
        let table = self.table(id).await?;
        let (seats, runs) = {
            let state = self.read(&table).await?;
            (state.seats_of(guest), state.keeper.is_some())
        };
        for seat in seats.into_iter().filter(|_| runs) {
            let away = vacations.periods();
            let by = Decider::Guest(guest.to_string());
            self.change_time(&table, (seat, &by), &|keeper, state, now| {
                let was = keeper.stands_still(seat, now);
                keeper.set_away(seat, away.clone());
                let zone = &keeper.clock().settings().zone;
                let until = vacations.until(now).filter(|_| keeper.clock().settings().vacations);
                Ok(until.filter(|_| !was).map(|until| {
                    let until = ::clock::when(until, now, zone);
                    format!("{} is on vacation until {until}.", state.name(seat))
                }))
            })
            .await?;
        }
        Ok(())
    }

    /// Brings the vacations of all who sit at a table to its clock.
    pub(super) async fn look_at_vacations(&self, table: &Arc<TableHandle>) {
        let people: Vec<String> = match self.read(table).await {
            Ok(state) if state.keeper.is_some() => {
                let people = state.seats.iter().filter(|row| row.kind == SeatKind::Person);
                people.map(|row| row.holder.clone()).collect()
            }
            _ => return,
        };
        for guest in people {
            let told = async {
                let vacations = self.vacations(&guest).await?;
                match vacations.periods().is_empty() {
                    true => Ok(()),
                    false => self.tell_vacations(&table.id, &guest, &vacations).await,
                }
            };
            if let Err(error) = told.await {
                tracing::warn!(table = %table.id, %error, "a vacation is told when a deadline is due");
            }
        }
    }

    /// How reliable a guest was so far.
    pub async fn reliability(&self, guest: &Guest) -> Result<Reliability, ServiceError> {
        match guest.new {
            true => Ok(Reliability::default()),
            false => Ok(self.0.store.reliability(&guest.id).await?),
        }
    }

    /// Refuses a seat to somebody of whom is known that they are less reliable than a table asks for.
    pub(super) async fn check_reliable(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
    ) -> Result<(), ServiceError> {
        let asked = self.read(table).await?.row.reliable;
        if asked == 0 {
            return Ok(());
        }
        match self.0.store.reliability(guest).await?.percent() {
            Some(percent) if percent < asked => Err(ServiceError::Forbidden(format!(
                "This table asks for players who keep {asked} of 100 deadlines and games: you have kept {percent}."
            ))),
            _ => Ok(()),
        }
    }

    /// Somebody takes a seat whose player did not answer, at a table where anybody may.
    pub async fn take_open_seat(
        &self,
        table: &Arc<TableHandle>,
        seat: Seat,
        guest: &str,
        name: &str,
    ) -> Result<(), ServiceError> {
        let who = self.settled(guest).await;
        let guest = who.id.as_str();
        self.check_reliable(table, guest).await?;
        let (before, known) = {
            let state = self.read(table).await?;
            let row = state.seats.get(seat.index());
            let known = state.keeper.as_ref().map(|keeper| keeper.reliability(seat));
            (row.cloned(), known)
        };
        let change = |state: &TableState, row: &mut SeatRow| {
            state.check_may_play(guest, seat)?;
            self.check_welcome(&state.row.host, guest)?;
            if !state.is_offered(row) {
                return Err(ServiceError::Stale("This seat is not free.".into()));
            }
            if state.has_had_a_seat(guest) {
                let why = "You have or had a seat in this game: nobody sees it through two. Go back to yours, if it is kept for you.";
                return Err(ServiceError::Forbidden(why.into()));
            }
            row.kind = SeatKind::Person;
            row.holder = guest.to_string();
            let referee = state.row.referee_name.as_str();
            let taker = unique_name(name, &state.seats, row.seat, referee)?;
            // Story and record name whoever began. Somebody may be called so already.
            let called = format!("{taker} for {}", row.name);
            row.name = unique_name(&called, &state.seats, row.seat, referee)?;
            row.away.clear();
            row.bot.clear();
            row.renew_secrets()
        };
        self.update_seat(table, seat, &change).await?;
        // The match knows its players by name, and its story is told anew.
        {
            let mut state = self.write(table).await?;
            state.needs_reload = true;
            table.notify(&mut state);
        }
        if let Some(before) = before {
            let left = Reliability { left: 1, ..known.unwrap_or_default() };
            let reliability = vec![SeatReliability { guest: before.away, seat, known: left }];
            self.count_left(table, reliability).await;
            let told = format!("{name} plays on in the seat of {}.", before.name);
            self.announce(table, CLOCK_NAME, &told).await;
        }
        self.look_at_vacations(table).await;
        Ok(())
    }

    /// Notes that somebody has left a game for good.
    async fn count_left(&self, table: &Arc<TableHandle>, reliability: Vec<SeatReliability>) {
        let counted = async {
            let mut state = self.write(table).await?;
            let Some(keeper) = &state.keeper else { return Ok(()) };
            let reckoned = self.reckon(keeper, &state.seats, state.game()?, Follows::Change);
            let time = Box::new(TableTime { reliability, ..reckoned.time });
            let version = Some(state.row.version);
            self.keep(&mut state, Change::Time { table: table.id.clone(), version, time }).await?;
            state.row.version += 1;
            table.notify(&mut state);
            Ok::<_, ServiceError>(())
        };
        if let Err(error) = counted.await {
            tracing::warn!(table = %table.id, %error, "that somebody left was not counted");
        }
    }

    /// How the clock of a listed table stands, if it runs.
    pub async fn listed_keeper(&self, table: &TableRow) -> Option<Timekeeper> {
        if table.phase != Phase::Playing || table.clock == "none" {
            return None;
        }
        let stored = self.0.store.keeper(&table.id).await.ok()??;
        let mut keeper: Timekeeper = serde_json::from_str(&stored).ok()?;
        self.give_back(&mut keeper);
        Some(keeper)
    }

    /// Whether a bot that plays for somebody who is away spends what is scarce with a line, and may not.
    pub(super) fn must_spare(&self, state: &TableState, seat: Seat, line: &str) -> bool {
        use ::clock::Spending;
        if let (Some(plan), Some(game)) = (state.kept_by_absent(seat), state.game.as_deref())
            && !plan.spares(&Eyes::new(game, seat), line)
        {
            return true;
        }
        let away = state.seats.get(seat.index()).is_some_and(|row| !row.away.is_empty());
        let absence = state.row.at_deadlines();
        let never = |happens: &AtDeadline| {
            matches!(happens, AtDeadline::Bot { spending: Spending::Never, .. })
        };
        let never = never(&absence.first) || absence.then.is_some_and(|(_, then)| never(&then));
        let Some(game) = state.game.as_deref().filter(|_| away && never && state.keeper.is_some())
        else {
            return false;
        };
        plans::spends_scarce(&Eyes::new(game, seat), line)
    }
}

/// A keeper as it is stored; such a value can always be written.
fn text_of(keeper: &Timekeeper) -> String {
    serde_json::to_string(keeper).unwrap_or_default()
}

/// Whom a match awaits, bots among them, whose time nobody counts; and where it stands.
fn awaited(game: &dyn AnyMatch) -> (Seats, Moment) {
    let awaited = match game.status() {
        Status::Deciding(seats) => seats.clone(),
        Status::Over(_) => Seats::none(),
    };
    let round = u32::try_from(game.chapters(Viewer::Table).len()).unwrap_or(u32::MAX);
    (awaited, Moment { round, phase: String::new() })
}

/// The seats, with one of them as it is now.
fn with_seat(seats: &[SeatRow], row: &SeatRow) -> Vec<SeatRow> {
    seats
        .iter()
        .map(|other| if other.seat == row.seat { row.clone() } else { other.clone() })
        .collect()
}

/// Counts what somebody has missed: the keeper knew it before the rest followed.
fn count_missed(time: &mut TableTime, keeper: &Timekeeper, row: &SeatRow) {
    if !row.person().is_empty() && !time.reliability.iter().any(|known| known.seat == row.seat) {
        let (guest, seat) = (row.person().to_string(), row.seat);
        let known = keeper.reliability(seat);
        time.reliability.push(SeatReliability { guest, seat, known });
    }
}

/// What is told when the time of somebody has run out and it was decided for them.
fn fell_in_words(name: &str, happens: &AtDeadline, manner: &Manner) -> String {
    let then = match (happens, manner) {
        (AtDeadline::Open, _) => {
            "The game goes on as its rules say when nobody answers, and anybody may take the seat."
        }
        (_, Manner::Resignation) => "The seat is given up.",
        (AtDeadline::Resign, Manner::WouldEnd) => {
            "To give the seat up would end the game for the others: it goes on as its rules say when nobody answers."
        }
        (AtDeadline::Resign, _) => {
            "The seat is empty from now on, and the game goes on as its rules say when nobody answers."
        }
        _ => "The game goes on as its rules say when nobody answers.",
    };
    format!("The time of {name} has run out. {then}")
}

/// The time of a keeper after a seat has become another, in a game of so many steps: whoever comes into it takes nothing back of
/// what was decided there without them.
pub(super) fn seat_changed(
    keeper: &mut Timekeeper,
    before: &SeatRow,
    after: &SeatRow,
    steps: usize,
) {
    use SeatKind::{Bot, Left, Person};
    let seat = after.seat;
    match (before.kind, after.kind) {
        (Person | Left, Bot) => keeper.cover(seat),
        (Bot | Left, Person) if before.away == after.holder => keeper.returns(seat),
        (Bot | Left, Person) => keeper.replace(seat, ::clock::Periods::default()),
        _ => return,
    }
    if after.kind == Person {
        keeper.bind(seat, steps as u64);
    }
}

impl SeatRow {
    /// The person whose seat it is, whether they are there or not; empty if it is nobody's.
    pub fn person(&self) -> &str {
        if self.kind == SeatKind::Person { &self.holder } else { &self.away }
    }

    /// The seat as it is when its person is away.
    fn left_to(mut self, kind: SeatKind, bot: &str) -> Result<SeatRow, ServiceError> {
        if self.kind == SeatKind::Person {
            self.away = std::mem::take(&mut self.holder);
            self.gone = true;
        }
        (self.kind, self.bot) = (kind, bot.to_string());
        self.renew_secrets()?;
        Ok(self)
    }
}

impl TableRow {
    /// Its clock; none if none runs.
    pub fn running_clock(&self) -> Option<Clock> {
        let clock: Clock = self.clock.parse().ok()?;
        (clock.settings().pace != Pace::None).then_some(clock)
    }

    /// What happens at its deadlines.
    pub fn at_deadlines(&self) -> Absence {
        self.at_deadline.parse().unwrap_or_default()
    }
}

impl TableState {
    /// Whether somebody has a seat in this game, or has had one.
    pub fn has_had_a_seat(&self, guest: &str) -> bool {
        let theirs =
            |row: &SeatRow| [&row.holder, &row.away, &row.began].contains(&&guest.to_string());
        !guest.is_empty() && self.seats.iter().any(theirs)
    }

    /// Whether anybody may take a seat, since its player did not answer. It is taken over once: so it is known for ever who has
    /// had it. One that sees what is hidden from others is never taken over.
    pub fn is_offered(&self, row: &SeatRow) -> bool {
        let absence = self.row.at_deadlines();
        let opens = absence.first == AtDeadline::Open
            || absence.then.is_some_and(|(_, then)| then == AtDeadline::Open);
        self.row.phase == Phase::Playing
            && self.keeper.is_some()
            && opens
            && row.kind == SeatKind::Left
            && (row.away.is_empty() || row.away == row.began)
            && self.role(row.seat).is_none()
    }

    /// Whether what a seat did last was decided for it, since nobody answered.
    pub fn is_bound(&self, seat: Seat) -> bool {
        let last = self.last_steps.get(seat.index()).copied().unwrap_or_default();
        let bound = self.keeper.as_ref().map_or(0, |keeper| keeper.bound(seat));
        bound > 0 && last as u64 <= bound
    }

    /// Takes over the keeper of its time.
    pub(super) fn set_time(&mut self, now: Timestamp, keeper: Option<Timekeeper>) {
        (self.looked_at, self.keeper) = (now, keeper);
    }

    /// Takes over a line of talk.
    fn hear(&mut self, line: TalkRow) {
        self.talk.push(line);
        if self.talk.len() > TALK_LINES as usize {
            self.talk.remove(0);
        }
    }

    /// Nobody reads what is in memory: it may be half changed.
    fn spoil(&mut self) {
        (self.game, self.needs_reload) = (None, true);
    }

    fn row_and_match(
        &mut self,
    ) -> Result<(&TableRow, &mut (dyn AnyMatch + 'static)), ServiceError> {
        let game = self.game.as_deref_mut().ok_or_else(super::not_started)?;
        Ok((&self.row, game))
    }
}
