//! Deadlines that fall, each once: what is due is claimed, judged anew, and decided as the table has it.

use super::{Follows, Reckoned, STAND_IN};
use crate::error::ServiceError;
use crate::store::{Change, DueDeadline, Phase, SeatKind, SeatReliability, SeatRow, TableTime};
use crate::tables::decisions::{missing_step, progress, step_row};
use crate::tables::plans::Taken;
use crate::tables::{TableHandle, TableState, Tables, catch_panic, strength_within};
use ::clock::{AtDeadline, Timekeeper};
use plans::{Eyes, Manner};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{Dice, Seat, Seed, Viewer};
use tokio::task::JoinSet;

/// How many deadlines are taken up at once.
const AT_ONCE: usize = 256;

/// How many are carried out beside each other.
const BESIDE: usize = 8;

/// Decisions that are taken for a seat in one go, at most: after that others come first.
const IN_ONE_GO: usize = 300;

/// How long a deadline that cannot be carried out waits at first, and at most.
const FAILED_WAIT: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(20));

/// The table of a deadline, and whether that was carried out.
type Carried = (String, Result<(), ServiceError>);

/// What became of a deadline.
enum Fell {
    /// Nothing more is to be done.
    Done,
    /// Somebody decides for the seat again, at once.
    Again(DueDeadline),
}

impl Tables {
    /// Carries out the deadlines whose time has come, the earliest first.
    pub(super) async fn fall_due(
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
                let bot = strength_within(&strength);
                let told = format!(
                    "The time of {} has run out. A bot ({bot}) plays on until they are back.",
                    row.name
                );
                let own = format!(
                    "Your time has run out. A bot ({bot}) plays on for you until you are back: look at the table, and the seat is yours again."
                );
                self.give_to_bot(table, state, keeper, row, (told, own)).await?;
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
        (told, own): (String, String),
    ) -> Result<(), ServiceError> {
        let seats = with_seat(&state.seats, &row);
        let mut reckoned = catch_panic(&table.id, || {
            Ok::<_, ServiceError>(self.reckon(&keeper, &seats, state.game()?, Follows::Change))
        })??;
        count_missed(&mut reckoned.time, &keeper, &row);
        let (version, line) = (state.row.version, self.clock_says(&state, told));
        let id = || table.id.clone();
        let notice = self.notice_of_deadline(&state, &row, &own);
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
            let known = game.log(Viewer::Seat(seat), 0).len();
            let mut dice = Dice::seeded(Seed([0; 32]));
            let stands_in =
                plans::stand_in(offered.as_ref(), &*game, seat, &policy, &|_| false, &mut dice)?;
            game.act(seat, &stands_in.line)?;
            let step = step_row(game, game.len()).ok_or_else(missing_step)?;
            let progress = progress(table_row, &seats, game, now);
            let mut reckoned = self.reckon(&keeper, &seats, game, Follows::Decision(seat));
            reckoned.bind(seat, game.len() as u64);
            let story = game.log(Viewer::Seat(seat), 0).into_iter().skip(known);
            let story: Vec<String> = story.map(|line| line.text.trim().to_string()).collect();
            Ok::<_, ServiceError>((step, progress, reckoned, (stands_in.manner, story.join(" "))))
        });
        let (step, progress, mut reckoned, (manner, story)) = match done {
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
        let then = happens.map(|happens| then_in_words(&happens, &manner));
        let told = then.map(|then| format!("The time of {} has run out. {then}", row.name));
        let line = told.map(|told| self.clock_says(&state, told));
        if let (Some(line), Some(then)) = (&line, then) {
            changes.push(Change::Talk { table: id(), version, line: line.clone() });
            version += 1;
            let own = format!("Your time has run out. {then} {story}");
            changes.push(self.notice_of_deadline(&state, &row, own.trim()));
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

    /// Whether a bot that plays for somebody who is away spends what is scarce with a line, and may not.
    pub(in crate::tables) fn must_spare(&self, state: &TableState, seat: Seat, line: &str) -> bool {
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

/// What is told of what was done when somebody's time had run out and it was decided for them.
fn then_in_words(happens: &AtDeadline, manner: &Manner) -> &'static str {
    match (happens, manner) {
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
    }
}
