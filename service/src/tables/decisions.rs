//! Decisions: taken, stored, then told.

use super::plans::{HeldPlan, Taken};
use super::time::{Follows, Reckoned};
use super::{TableHandle, TableState, Tables, Undone, catch_panic};
use crate::error::ServiceError;
use crate::frame::Moments;
#[cfg(feature = "mail")]
use crate::store::MailChange;
use crate::store::{
    Change, Phase, SeatKind, SeatRow, StepRow, StoreError, TALK_LINES, TableProgress, TableRow,
    TalkRow,
};
use ::clock::Timekeeper;
use serde::Serialize;
use std::ops::DerefMut;
use std::sync::Arc;
use std::time::Instant;
use table::wording::readable_line;
use table::{AnyMatch, Face, Seat, Status, Viewer};
use tracing::Instrument as _;

/// A decision that was taken and stored.
#[derive(Clone, Debug, Serialize)]
pub struct DecisionReceipt {
    /// The action's canonical notation; empty if one was taken back.
    pub notation: String,
    /// Moments of the game of which the seat knows, so far.
    pub step: usize,
    /// The number that the seat's next decision must name.
    pub turn: u64,
}

/// Who decides for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The guest who holds it.
    Guest(String),
    /// The program that has its token.
    Token(String),
    /// The guest who holds it, by mail: this is stored with what they decide.
    #[cfg(feature = "mail")]
    Mail(String, Box<MailChange>),
    /// The rules, for somebody who is away.
    Rules,
    /// Its bot, which began to think at a moment: if something was taken back since then, nothing is done.
    Bot(Moment),
}

impl Decider {
    /// The word under which their decisions are counted.
    fn word(&self) -> &'static str {
        match self {
            Decider::Guest(_) => "person",
            Decider::Token(_) => "program",
            #[cfg(feature = "mail")]
            Decider::Mail(..) => "mail",
            Decider::Rules => "rules",
            Decider::Bot(_) => "bot",
        }
    }
}

impl Decider {
    /// What is stored with what they decide, beside it.
    pub(super) fn along(&self) -> Option<Change> {
        match self {
            #[cfg(feature = "mail")]
            Decider::Mail(_, along) => Some(Change::Mail((**along).clone())),
            _ => None,
        }
    }
}

/// How far a game had come when somebody began to think: its last step, and the digest of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    step: usize,
    digest: String,
}

/// The most letters that a line of notation may have: far more than any decision needs.
pub const LONGEST_LINE: usize = 2000;

/// The most letters that are said at a time.
const LONGEST_TALK: usize = 500;

impl Tables {
    /// Takes a seat's decision. `turn` is the number that the page shows: if the seat has decided
    /// since, nothing is done. Returns when the decision is durably stored.
    pub async fn act(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, Decider),
        line: String,
        turn: Option<u64>,
    ) -> Result<DecisionReceipt, ServiceError> {
        if line.chars().count() > LONGEST_LINE {
            let why = format!("This line is too long: at most {LONGEST_LINE} letters.");
            return Err(ServiceError::TooLarge(why));
        }
        // What is said within a game is cleaned as talk is, whichever game it is.
        let line = readable_line(&line);
        let (tables, table, began) = (self.clone(), table.clone(), Instant::now());
        // Once begun it is finished, even if whoever asked hangs up.
        let deciding = async move {
            let (tables, by, line) = (&tables, &by, line.as_str());
            tables.judged(&table, || tables.act_now(&table, (seat, by), line, turn)).await
        };
        let span = tracing::debug_span!("decision");
        let done = tokio::spawn(deciding.instrument(span).in_current_span()).await;
        self.metrics().decision_took(began);
        done?
    }

    async fn act_now(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, &Decider),
        line: &str,
        turn: Option<u64>,
    ) -> Result<DecisionReceipt, ServiceError> {
        let state = self.write(table).await?;
        state.check_decider(seat, by)?;
        state.check_turn(seat, turn)?;
        let taken = match by {
            Decider::Guest(_) | Decider::Token(_) => Taken::ByHand,
            #[cfg(feature = "mail")]
            Decider::Mail(_, along) => Taken::ByMail(along.clone()),
            Decider::Rules | Decider::Bot(_) => Taken::ForThem,
        };
        self.carry_out(table, state, seat, by.word(), line, taken).await
    }

    /// Carries out a decision of a seat, whoever took it. Whoever is asked then and has a plan is asked through it.
    pub(super) async fn carry_out(
        &self,
        table: &Arc<TableHandle>,
        mut state: impl DerefMut<Target = TableState>,
        seat: Seat,
        by: &'static str,
        line: &str,
        taken: Taken,
    ) -> Result<DecisionReceipt, ServiceError> {
        let (now, by_plan) = (self.now(), matches!(taken, Taken::ByPlan(_)));
        let (row, seats, keeper, game) = state.parts()?;
        let holder = seats.get(seat.index()).map_or("", |sits| &sits.holder);
        self.check_may_say(&table.id, (holder, seat), game, line)?;
        let done = catch_panic(&table.id, || {
            game.act(seat, line)?;
            let step = step_row(game, game.len()).ok_or_else(missing_step)?;
            let follows = Follows::Decision(seat);
            let reckoned = keeper.map(|keeper| self.reckon(keeper, seats, game, follows));
            Ok::<_, ServiceError>((step, progress(row, seats, game, now), reckoned))
        });
        let (step, progress, reckoned) = match done {
            Ok(done) => done?,
            Err(broken) => {
                // The match may be half changed: it is set up again from the store.
                (state.game, state.needs_reload) = (None, true);
                return Err(broken);
            }
        };
        let (number, notation) = (step.step, step.action.clone());
        let record = match progress.phase {
            Phase::Over if state.row.lesson.is_empty() => Some(self.signed_record(&state)?),
            _ => None,
        };
        let change = Change::Step {
            table: table.id.clone(),
            step,
            progress: progress.clone(),
            record: record.map(|record| record.to_string()),
        };
        let plans = self.plans_after(&state, seat, &progress.deciding, &taken);
        let changes = match taken {
            #[cfg(feature = "mail")]
            Taken::ByMail(along) => vec![change, Change::Mail(*along)],
            _ => vec![change],
        };
        self.commit(&mut state, seat, changes, (progress, reckoned), plans).await?;
        self.metrics().decided(by, &state.row.game);
        let turn = state.count_decision(seat, number);
        table.notify(&mut state);
        let step = state.moments(state.game()?, Viewer::Seat(seat)).count();
        let (bots, plans) = (state.row.bot_turn, state.has_due_plans());
        drop(state);
        if bots {
            self.wake_bots(table);
        }
        // Whoever asks plans goes on with it.
        if plans && !by_plan {
            self.wake_plans(table);
        }
        Ok(DecisionReceipt { notation, step, turn })
    }

    /// Takes back a seat's last decision, if it can be.
    pub async fn undo(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, Decider),
        turn: Option<u64>,
    ) -> Result<DecisionReceipt, ServiceError> {
        let (tables, table) = (self.clone(), table.clone());
        let undoing = async move {
            let (tables, by) = (&tables, &by);
            tables.judged(&table, || tables.undo_now(&table, (seat, by), turn)).await
        };
        let span = tracing::debug_span!("undo");
        tokio::spawn(undoing.instrument(span).in_current_span()).await?
    }

    async fn undo_now(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, &Decider),
        turn: Option<u64>,
    ) -> Result<DecisionReceipt, ServiceError> {
        let mut state = self.write(table).await?;
        state.check_decider(seat, by)?;
        state.check_turn(seat, turn)?;
        let last = state.last_steps.get(seat.index()).copied().unwrap_or_default();
        if state.is_bound(seat) {
            let why = "Nothing to take back: what this seat did last was decided for it, when nobody answered.";
            return Err(ServiceError::Stale(why.into()));
        }
        let known = state.left_without(last)?;
        let now = self.now();
        let (row, seats, keeper, game) = state.parts()?;
        let undone = catch_panic(&table.id, || {
            let step = game.undo(seat)?;
            // What others have written since, unknown to this seat, moves up.
            let moved = (step..=game.len()).filter_map(|number| step_row(game, number)).collect();
            let follows = Follows::Undo(seat);
            let reckoned = keeper.map(|keeper| self.reckon(keeper, seats, game, follows));
            Some((step, moved, progress(row, seats, game, now), reckoned))
        });
        if undone.is_err() {
            (state.game, state.needs_reload) = (None, true);
        }
        let Some((step, moved, progress, reckoned)) = undone? else {
            return Err(ServiceError::Stale(
                "Nothing to take back: dice fell, something hidden was shown, or somebody else \
                 has acted."
                    .into(),
            ));
        };
        let change = Change::Undone {
            table: table.id.clone(),
            step,
            seat,
            moved,
            progress: progress.clone(),
        };
        let plans = state.plans_after_undo(seat);
        let changes = [Some(change), by.along()].into_iter().flatten().collect();
        self.commit(&mut state, seat, changes, (progress, reckoned), plans).await?;
        self.metrics().took_back();
        state.count_last_steps();
        if let Some(seat) = state.seats.get_mut(seat.index()) {
            seat.undos += 1;
        }
        let left = state.moments(state.game()?, Viewer::Seat(seat)).count();
        let turn = state.next_turn(seat);
        table.notify(&mut state);
        let version = state.version;
        state.undone.push(Undone { version, known: Some(known) });
        Ok(DecisionReceipt { notation: String::new(), step: left, turn })
    }

    /// Writes changes by which a seat has brought the table this far.
    async fn commit(
        &self,
        state: &mut TableState,
        actor: Seat,
        mut changes: Vec<Change>,
        (progress, reckoned): (TableProgress, Option<Reckoned>),
        plans: Vec<HeldPlan>,
    ) -> Result<(), ServiceError> {
        let plans = if progress.phase == Phase::Over { Vec::new() } else { plans };
        changes.extend(reckoned.iter().map(|reckoned| reckoned.change(&state.row.id)));
        changes.extend(state.plan_change(&plans));
        changes.extend(self.notices_of_step(state, &state.seats, &progress, Some(actor)));
        let seats = state.seats.clone();
        let written = match progress.phase {
            Phase::Over => self.keep_ended(state, &seats, changes, progress.at).await,
            _ => self.keep(state, Change::Together(changes)).await,
        };
        // What is in memory has gone further.
        state.needs_reload |= written.is_err();
        written?;
        state.apply(progress);
        state.set_plans(plans);
        state.set_time(self.time(), reckoned.and_then(|reckoned| reckoned.keeper));
        Ok(())
    }

    /// Writes a change of a table. If that fails, what is in memory is in doubt and loaded again; if another server was
    /// faster it is merely old.
    pub(super) async fn keep(
        &self,
        state: &mut TableState,
        change: Change,
    ) -> Result<(), StoreError> {
        let written = self.0.store.write(change).await;
        self.note_kept(state, written)
    }

    /// Notes what became of a change of a table.
    pub(super) fn note_kept(
        &self,
        state: &mut TableState,
        written: Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let old = self.is_shared() && written == Err(StoreError::Taken);
        if old {
            self.metrics().late.inc();
        }
        state.needs_reload |= written.is_err() && !old;
        written
    }

    /// Says at a table what somebody has done there. That it is done does not hang on this: where it cannot be written,
    /// the log has it.
    pub async fn announce(&self, table: &Arc<TableHandle>, name: &str, text: &str) {
        if let Err(error) = self.say(table, None, ("", name), text).await {
            tracing::warn!(table = %table.id, %error, text, "could not be told to the table");
        }
    }

    /// Says something at a table: somebody does, or the table itself.
    pub async fn say(
        &self,
        table: &Arc<TableHandle>,
        seat: Option<Seat>,
        (person, name): (&str, &str),
        text: &str,
    ) -> Result<(), ServiceError> {
        let text = sayable(text)?;
        self.judged(table, || self.say_now(table, seat, (person, name), &text, None)).await
    }

    /// The same by mail: this is stored with it.
    #[cfg(feature = "mail")]
    pub(super) async fn say_by_mail(
        &self,
        table: &Arc<TableHandle>,
        seat: Seat,
        (person, name): (&str, &str),
        text: &str,
        along: &MailChange,
    ) -> Result<(), ServiceError> {
        let text: String = readable_line(text).trim().chars().take(500).collect();
        let along = || Some(Change::Mail(along.clone()));
        self.judged(table, || self.say_now(table, Some(seat), (person, name), &text, along())).await
    }

    async fn say_now(
        &self,
        table: &Arc<TableHandle>,
        seat: Option<Seat>,
        (person, name): (&str, &str),
        text: &str,
        along: Option<Change>,
    ) -> Result<(), ServiceError> {
        let mut state = self.write(table).await?;
        let number = state.talk.last().map_or(1, |line| line.number + 1);
        let (name, text) = (name.to_string(), text.to_string());
        let line = TalkRow { number, at: self.now(), seat, name, text, person: person.into() };
        let (id, version) = (table.id.clone(), state.row.version);
        let said = Change::Talk { table: id, version, line: line.clone() };
        let changes = [Some(said), along].into_iter().flatten().collect();
        self.keep(&mut state, Change::Together(changes)).await?;
        state.row.version += 1;
        state.talk.push(line);
        if state.talk.len() > TALK_LINES as usize {
            state.talk.remove(0);
        }
        table.notify(&mut state);
        Ok(())
    }
}

/// What somebody says, as a line that can be read; refused if it is nothing or too much.
pub(super) fn sayable(text: &str) -> Result<String, ServiceError> {
    let text = readable_line(text).trim().to_string();
    if text.is_empty() {
        return Err(ServiceError::BadRequest("There is nothing to say.".into()));
    }
    if text.chars().count() > LONGEST_TALK {
        let why = format!("At most {LONGEST_TALK} letters at a time.");
        return Err(ServiceError::BadRequest(why));
    }
    Ok(text)
}

impl TableState {
    /// Refuses a decision that names another number than the seat's own: its page is old.
    fn check_turn(&self, seat: Seat, turn: Option<u64>) -> Result<(), ServiceError> {
        let current = self.turns.get(seat.index()).copied();
        if current.is_none() {
            return Err(ServiceError::BadRequest(format!(
                "There is no seat {seat} at this table."
            )));
        }
        if turn.is_some() && turn != current {
            return Err(ServiceError::Stale(
                "This was already decided, here or in another window. The board now shows how \
                 things stand."
                    .into(),
            ));
        }
        Ok(())
    }

    /// Refuses whoever may not decide for a seat, or not any more.
    pub(super) fn check_decider(&self, seat: Seat, by: &Decider) -> Result<(), ServiceError> {
        match by {
            Decider::Rules => Ok(()),
            Decider::Guest(guest) => self.check_sits(guest, seat),
            #[cfg(feature = "mail")]
            Decider::Mail(guest, _) => self.check_sits(guest, seat),
            Decider::Token(token)
                if self.seat_of_token(token).is_some_and(|row| row.seat == seat) =>
            {
                Ok(())
            }
            Decider::Token(_) => Err(no_seat()),
            Decider::Bot(since) if self.is_bots(seat) && self.follows(since) => Ok(()),
            Decider::Bot(_) => Err(ServiceError::Stale(
                "Something was taken back since the bot began to think, or it plays no more."
                    .into(),
            )),
        }
    }

    fn check_sits(&self, guest: &str, seat: Seat) -> Result<(), ServiceError> {
        match self.seats_of(guest).contains(&seat) {
            true => Ok(()),
            false => Err(ServiceError::Forbidden("You do not sit in this seat.".into())),
        }
    }

    /// How far the game has come.
    pub(super) fn moment(&self) -> Result<Moment, ServiceError> {
        let game = self.game()?;
        Ok(Moment { step: game.len(), digest: game.digest() })
    }

    /// Whether a bot plays a seat.
    fn is_bots(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|seat| seat.kind == SeatKind::Bot)
    }

    /// Whether the game has gone on from a moment, and nothing before it was taken back.
    fn follows(&self, moment: &Moment) -> bool {
        let then = self.game.as_ref().and_then(|game| game.recorded(moment.step));
        then.is_some_and(|step| step.digest == moment.digest)
    }

    /// Notes a decision of a seat with its number; gives the one that its next one must name.
    pub(super) fn count_decision(&mut self, seat: Seat, number: usize) -> u64 {
        if let Some(last) = self.last_steps.get_mut(seat.index()) {
            *last = number;
        }
        self.next_turn(seat)
    }

    /// Counts a decision of a seat; the number that its next one must name.
    fn next_turn(&mut self, seat: Seat) -> u64 {
        self.turns.get_mut(seat.index()).map_or(0, |turn| {
            *turn += 1;
            *turn
        })
    }

    /// Takes over what the store now has.
    pub(super) fn apply(&mut self, progress: TableProgress) {
        self.row.phase = progress.phase;
        self.row.moved = progress.at;
        self.row.steps = progress.steps;
        self.row.deciding = progress.deciding;
        self.row.bot_turn = progress.bot_turn;
        self.row.ended = progress.ended;
        self.row.told_steps = progress.told_steps;
        self.row.told_at = progress.told_at;
        self.row.version = progress.version + 1;
    }

    /// The row, the seats, the keeper of the time, and the match to change.
    fn parts(&mut self) -> Result<Parts<'_>, ServiceError> {
        let game = self.game.as_deref_mut().ok_or_else(super::not_started)?;
        Ok((&self.row, &self.seats, self.keeper.as_ref(), game))
    }

    /// Everybody who knows of a step, with the moments that they would be left with if it were taken back.
    fn left_without(&self, step: usize) -> Result<Vec<(Viewer, usize)>, ServiceError> {
        let game = self.game()?;
        let seats = self.seats.iter().map(|seat| Viewer::Seat(seat.seat));
        let viewers = seats.chain([Viewer::Table, Viewer::Referee]);
        let left = |viewer| {
            let moments = self.moments(game, viewer);
            moments.has(step).then(|| (viewer, moments.number(step) - 1))
        };
        Ok(viewers.filter_map(left).collect())
    }
}

/// What a decision looks at, and the match that it changes.
type Parts<'a> =
    (&'a TableRow, &'a [SeatRow], Option<&'a Timekeeper>, &'a mut (dyn AnyMatch + 'static));

/// A step of a match as the store has it.
pub(super) fn step_row(game: &dyn AnyMatch, number: usize) -> Option<StepRow> {
    let step = game.recorded(number)?;
    Some(StepRow {
        step: number,
        seat: step.seat?,
        action: step.action,
        digest: step.digest,
        dice: Face::written(&step.dice),
    })
}

/// What a program is told whose token plays no seat.
pub fn no_seat() -> ServiceError {
    ServiceError::Forbidden(
        "This token plays no seat of this table: it ends when its player leaves or a bot gets the seat."
            .into(),
    )
}

pub(super) fn missing_step() -> ServiceError {
    ServiceError::Internal("a decision left no step".into())
}

/// Where a table with these seats stands from a time on when its match stands so. What nobody but its author knows of leaves no
/// trace in what is told to all.
pub(super) fn progress(
    row: &TableRow,
    seats: &[SeatRow],
    game: &dyn AnyMatch,
    at: i64,
) -> TableProgress {
    let status = game.status();
    let (phase, deciding) = match &status {
        Status::Deciding(seats) => (Phase::Playing, seats.iter().collect()),
        Status::Over(_) => (Phase::Over, Vec::new()),
    };
    let bot_turn =
        seats.iter().any(|seat| seat.kind == SeatKind::Bot && deciding.contains(&seat.seat));
    let told_steps = Moments::of(game, Viewer::Table, phase == Phase::Over).count();
    let told = (phase, told_steps, &deciding) != (row.phase, row.told_steps, &row.deciding);
    TableProgress {
        version: row.version,
        phase,
        at,
        steps: game.len(),
        told_steps,
        told_at: if told { at } else { row.told_at },
        deciding,
        bot_turn,
        ended: game.conclusion(),
        position: game.snapshot(),
    }
}
