//! The time of tables: clocks that run with decisions, deadlines that fall once, and what becomes of those who do not answer.
//!
//! A table with a clock has a [`Timekeeper`], which is stored in the transaction of whatever changes it, together with a row for
//! every deadline that runs. Those rows are found in the order of their times, claimed as bots are, and carried out as decisions
//! are: fenced by the version of the table, and named by the number of their question. What was told too late to be in them (a
//! vacation, a time in which no server was there) is reckoned when one is due: then it is filed anew.

mod deadlines;
mod reliability;
mod vacations;
mod wishes;

use super::{TableState, Tables};
use crate::error::ServiceError;
use crate::store::{
    Change, DueDeadline, Phase, SeatKind, SeatReliability, SeatRow, StoreError, TALK_LINES,
    TableRow, TableTime, TalkRow,
};
use ::clock::{
    Absence, AtDeadline, Clock, Fault, Moment, Pace, Part, Reliability, Timekeeper, Timestamp,
};
use std::collections::HashMap;
use std::sync::PoisonError;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::{AnyMatch, Seat, Seats, Status, Viewer};
pub use vacations::VACATION_DAYS;

/// From this number on a deadline is no question's: somebody decides for the seat as soon as can be. The rest of the number is
/// that of the step after which it is so, so that no two are the same.
const STAND_IN: u64 = 1 << 40;

/// After so many looks for deadlines the house gives a sign of life.
const LOOKS_A_SIGN: u32 = 20;

/// If the house gave no sign of life for so long while it ran, it was not there.
const AWAY: i64 = 15_000;

/// As whom the clock speaks at a table.
pub(super) const CLOCK_NAME: &str = "The clock";

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

    /// A clock by its line, as somebody wants it who writes it now.
    pub fn clock_of(&self, line: &str) -> Result<Clock, ServiceError> {
        let (clock, _) = self.check_clock(line, "", &[])?;
        clock.check_warnings().map_err(|fault| ServiceError::BadRequest(fault.to_string()))?;
        Ok(clock)
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
