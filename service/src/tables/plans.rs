//! Deciding beforehand: the plans of seats, asked whenever their seat is.
//!
//! A plan is its person's secret, and lies with the table: [`TableState::plan_of`] is the one door out, and opens to that person's
//! seat alone. Whatever changes a table notes in the same transaction which plans are to be asked; then each is asked, and what
//! it does is carried out as any decision is, together with what is left of it. So a server that ends between the two loses
//! nothing and does nothing twice: another one, or the next start, finds the note.

use super::replay::begin_match;
use super::{Decider, TableHandle, TableState, Tables, catch_panic};
use crate::client::Client;
use crate::error::ServiceError;
#[cfg(feature = "mail")]
use crate::store::MailChange;
use crate::store::{Change, Phase, PlanChange, PlanRow, SeatKind, SeatRow, StoreError};
use plans::{By, Decision, Eyes, Plan, QuestionKind, Survey};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use table::wording::readable_line;
use table::{Dice, Seat, Seed, Viewer};

/// How long others wait before they ask a plan that a server has noted and not asked, in milliseconds.
const LEFT_ALONE: i64 = 3000;

/// How many messages of a plan are kept.
const NOTES: usize = 60;

/// For how many decisions games are played to know what is asked and counted: one that is long to set up goes on for a while.
const PLAYED: usize = 1200;

/// Of how many set-ups of games the questions are remembered.
const REMEMBERED: usize = 64;

/// The word under which decisions of plans are counted.
const PLAN: &str = "plan";

/// What a seat has decided beforehand, and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeatPlan {
    /// How often it has changed: whoever changes it says which one they saw.
    pub number: u64,
    /// The plan.
    pub plan: Plan,
    /// What its person is told since they last decided by hand.
    pub notes: Vec<PlanNote>,
    /// The moment of that decision, if the plan has decided since.
    pub since: Option<usize>,
    /// Whether it does nothing until its person decides: they have taken back what it did.
    pub rests: bool,
}

/// Something that the person of a plan is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanNote {
    /// The moment of the game, as the seat counts them.
    pub step: usize,
    /// What is told.
    pub text: String,
}

/// Who has taken a decision, as far as the plan of its seat is concerned.
pub(super) enum Taken {
    /// The person themselves, or their program.
    ByHand,
    /// The person by mail: this is stored with it.
    #[cfg(feature = "mail")]
    ByMail(Box<MailChange>),
    /// The plan, of which this is left.
    ByPlan(SeatPlan),
    /// Somebody else, since the person was not there.
    ForThem,
}

/// The plan of a seat, as the table has it.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldPlan {
    /// Whose seat.
    pub seat: Seat,
    /// Whose it is: nobody else's, whoever sits there.
    person: String,
    /// What it is.
    kept: SeatPlan,
    /// From when on it is to be asked, in milliseconds since 1970; 0 if it was.
    due: i64,
}

/// What the person of a seat is shown of their plan, and what they can plan with.
pub struct PlanSheet {
    /// The plan; an empty one if there is none.
    pub plan: SeatPlan,
    /// The kinds of question that the game asks; the one that is asked now first.
    pub questions: Vec<QuestionKind>,
    /// What is counted on the seat's sheets.
    pub counts: Vec<SheetCount>,
}

/// Something that is counted on a seat's sheets, and changes in play.
pub struct SheetCount {
    /// What, by the word of the sheet.
    pub count: String,
    /// How much it is.
    pub now: i64,
    /// Whether decisions spend it, so that some of it can be kept.
    pub spent: bool,
}

impl SeatPlan {
    /// Adds what the person is told at a moment.
    fn tell(&mut self, step: usize, told: impl IntoIterator<Item = String>) {
        self.notes.extend(told.into_iter().map(|text| PlanNote { step, text }));
        let more = self.notes.len().saturating_sub(NOTES);
        self.notes.drain(..more);
    }

    /// The person has decided by hand: what was told was told.
    fn heard(&mut self) {
        (self.notes, self.since, self.rests) = (Vec::new(), None, false);
    }

    /// Whether there is nothing to keep.
    fn is_blank(&self) -> bool {
        self.plan.is_empty() && self.plan.keep.is_empty() && self.notes.is_empty()
    }
}

impl HeldPlan {
    /// Whether it is the plan of whoever sits in its seat now.
    fn is_of(&self, seats: &[SeatRow]) -> bool {
        let row = seats.get(self.seat.index());
        row.is_some_and(|row| row.kind == SeatKind::Person && row.holder == self.person)
    }

    /// The plan after a change of it.
    fn changed(&self, kept: SeatPlan, due: i64) -> HeldPlan {
        let number = self.kept.number + u64::from(kept != self.kept);
        HeldPlan { kept: SeatPlan { number, ..kept }, due, ..self.clone() }
    }

    fn row(&self) -> PlanRow {
        // Such a value can always be written.
        let plan = serde_json::to_string(&self.kept).unwrap_or_default();
        PlanRow { seat: self.seat, person: self.person.clone(), plan, due: self.due }
    }
}

/// Plans as they are stored. One that cannot be read is not acted by, and its person makes another.
pub(super) fn stored_plans(table: &str, rows: Vec<PlanRow>) -> Vec<HeldPlan> {
    let read = |row: PlanRow| match serde_json::from_str(&row.plan) {
        Ok(kept) => Some(HeldPlan { seat: row.seat, person: row.person, kept, due: row.due }),
        Err(error) => {
            tracing::error!(table, %error, "a plan cannot be read");
            None
        }
    };
    rows.into_iter().filter_map(read).collect()
}

impl TableState {
    /// The plan of a seat, if it is of whoever sits there.
    pub fn plan_of(&self, seat: Seat) -> Option<&SeatPlan> {
        let held = self.plans.iter().find(|held| held.seat == seat)?;
        held.is_of(&self.seats).then_some(&held.kept)
    }

    /// What a seat keeps whose person is away: whoever plays for them spends nothing of it.
    pub(super) fn kept_by_absent(&self, seat: Seat) -> Option<&Plan> {
        let away = &self.seats.get(seat.index())?.away;
        let held = self.plans.iter().find(|held| held.seat == seat)?;
        (!away.is_empty() && held.person == *away).then_some(&held.kept.plan)
    }

    /// Whether a plan is to be asked.
    pub(super) fn has_due_plans(&self) -> bool {
        self.plans.iter().any(|held| held.due > 0)
    }

    /// The plans that are others after a seat has taken something back. Nothing of its plan acts until its person has decided, and
    /// of premoves that the plan had begun the rest is dropped.
    pub(super) fn plans_after_undo(&self, seat: Seat) -> Vec<HeldPlan> {
        let own = self.plans.iter().find(|held| held.seat == seat && held.is_of(&self.seats));
        let Some(held) = own else { return Vec::new() };
        let mut kept = SeatPlan { rests: true, ..held.kept.clone() };
        if kept.since.is_some() {
            let moment = self
                .game
                .as_deref()
                .map_or(0, |game| self.moments(game, Viewer::Seat(seat)).count());
            let told = kept.plan.drop_premoves("You took back what the plan did");
            kept.tell(moment, told);
        }
        vec![held.changed(kept, 0)]
    }

    /// The change that stores what has become of plans, beside another one of the table.
    pub(super) fn plan_change(&self, plans: &[HeldPlan]) -> Option<Change> {
        let change = |after: &HeldPlan| {
            let before = self.plans.iter().find(|held| held.seat == after.seat);
            match before {
                _ if after.kept.is_blank() => PlanChange::Drop(after.seat),
                Some(before) if before.kept == after.kept && before.person == after.person => {
                    PlanChange::Due { seat: after.seat, at: after.due }
                }
                _ => PlanChange::Keep(after.row()),
            }
        };
        let plans: Vec<PlanChange> = plans.iter().map(change).collect();
        let table = self.row.id.clone();
        (!plans.is_empty()).then_some(Change::Plans { table, version: None, plans })
    }

    /// Takes over what the store now has of plans. When the game is over there are none.
    pub(super) fn set_plans(&mut self, plans: Vec<HeldPlan>) {
        for after in plans {
            self.plans.retain(|held| held.seat != after.seat);
            if !after.kept.is_blank() {
                self.plans.push(after);
            }
        }
        if self.row.phase == Phase::Over {
            self.plans.clear();
        }
    }
}

impl Tables {
    /// The plans that are others after it was decided for a seat, and these must decide.
    pub(super) fn plans_after(
        &self,
        state: &TableState,
        seat: Seat,
        deciding: &[Seat],
        taken: &Taken,
    ) -> Vec<HeldPlan> {
        if state.plans.is_empty() {
            return Vec::new();
        }
        let now = self.time().as_millisecond();
        let live = state.plans.iter().filter(|held| held.is_of(&state.seats));
        let after = live.map(|held| {
            let mut kept = held.kept.clone();
            match taken {
                Taken::ByPlan(left) if held.seat == seat => kept = left.clone(),
                Taken::ByHand if held.seat == seat => kept.heard(),
                #[cfg(feature = "mail")]
                Taken::ByMail(_) if held.seat == seat => kept.heard(),
                _ => {}
            }
            let asks = deciding.contains(&held.seat) && !kept.plan.is_empty() && !kept.rests;
            (held, held.changed(kept, if asks { now } else { 0 }))
        });
        after.filter(|(held, after)| *held != after).map(|(_, after)| after).collect()
    }

    /// Asks the plans of a table that are to be asked, where nobody waits for it.
    pub(super) fn wake_plans(&self, table: &Arc<TableHandle>) {
        let (tables, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            match tables.ask_plans(&table).await {
                Ok(()) | Err(ServiceError::Store(StoreError::Closed)) => {}
                // The note that it is to be asked is stored: it is found again.
                Err(error) => tracing::warn!(table = %table.id, %error, "a plan waits"),
            }
        });
    }

    /// Asks the plans of a table that are to be asked, until none is.
    pub(super) async fn ask_plans(&self, table: &Arc<TableHandle>) -> Result<(), ServiceError> {
        loop {
            match self.judged(table, || self.ask_one_plan(table)).await {
                Ok(true) => tokio::task::yield_now().await,
                Ok(false) => return Ok(()),
                Err(failed @ (ServiceError::NotDone(_) | ServiceError::BrokenTable(_))) => {
                    tracing::error!(table = %table.id, %failed, "a plan cannot be asked, and rests");
                    self.judged(table, || self.rest_plans(table)).await?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Asks one plan, and carries out what it does; false if none is to be asked.
    async fn ask_one_plan(&self, table: &Arc<TableHandle>) -> Result<bool, ServiceError> {
        if self.0.stopping.load(Ordering::SeqCst) {
            return Ok(false);
        }
        let mut state = self.write(table).await?;
        let Some(held) = state.plans.iter().find(|held| held.due > 0).cloned() else {
            return Ok(false);
        };
        let seat = held.seat;
        let asked = state.deciding().contains(&seat) && held.is_of(&state.seats);
        let plan = held.kept.plan.clone();
        let decided = match state.game.as_deref().filter(|_| asked && !held.kept.rests) {
            Some(game) => Some(catch_panic(&table.id, || plan.decide(&Eyes::new(game, seat)))?),
            None => None,
        };
        let Some(Decision { act, left, told }) = decided else {
            let after = held.changed(held.kept.clone(), 0);
            self.keep_plan(table, &mut state, after, None).await?;
            return Ok(true);
        };
        let moments = state.moments(state.game()?, Viewer::Seat(seat));
        let last = state.last_steps.get(seat.index()).copied().unwrap_or_default();
        let mut kept = SeatPlan { plan: left, ..held.kept.clone() };
        kept.tell(moments.count(), told);
        let muted = act.as_ref().and_then(|act| {
            let game = state.game.as_deref()?;
            self.check_may_say(&table.id, (&held.person, seat), game, &act.line).err()
        });
        match act {
            Some(act) if muted.is_some() => {
                let why = muted.map(|why| why.to_string()).unwrap_or_default();
                kept.tell(moments.count(), [format!("`{}` was not done: {why}", act.line)]);
                // What comes behind it goes on; a standing answer waits for its person.
                let goes_on = kept.plan != held.kept.plan;
                let due = if goes_on { self.time().as_millisecond() } else { 0 };
                self.keep_plan(table, &mut state, held.changed(kept, due), None).await?;
            }
            Some(act) => {
                kept.since = kept.since.or(Some(moments.number(last)));
                kept.tell(moments.count() + 1, [told_of(act.by, &act.line)]);
                self.carry_out(table, state, seat, PLAN, &act.line, Taken::ByPlan(kept)).await?;
            }
            None => {
                let after = held.changed(kept, 0);
                self.keep_plan(table, &mut state, after, None).await?;
            }
        }
        Ok(true)
    }

    /// Lets the plans that are to be asked rest, since one of them cannot be.
    async fn rest_plans(&self, table: &Arc<TableHandle>) -> Result<(), ServiceError> {
        let mut state = self.write(table).await?;
        while let Some(held) = state.plans.iter().find(|held| held.due > 0).cloned() {
            let mut kept = SeatPlan { rests: true, ..held.kept.clone() };
            kept.tell(0, ["The plan could not be asked, and rests until you decide.".into()]);
            let after = held.changed(kept, 0);
            self.keep_plan(table, &mut state, after, None).await?;
        }
        Ok(())
    }

    /// Stores a plan, and what belongs to it; nothing else of the table changes.
    async fn keep_plan(
        &self,
        table: &Arc<TableHandle>,
        state: &mut TableState,
        after: HeldPlan,
        along: Option<Change>,
    ) -> Result<(), ServiceError> {
        let version = Some(state.row.version);
        let change = match state.plan_change(std::slice::from_ref(&after)) {
            Some(Change::Plans { table, plans, .. }) => Change::Plans { table, version, plans },
            _ => return Ok(()),
        };
        let changes = [Some(change), along].into_iter().flatten().collect();
        self.keep(state, Change::Together(changes)).await?;
        state.row.version += 1;
        state.set_plans(vec![after]);
        table.notify(state);
        Ok(())
    }

    /// Asks the plans that were noted and not asked, by a server that ended then; all of them when a server starts that has
    /// its store for itself.
    pub(super) async fn take_up_plans(&self, starts: bool) -> Result<(), ServiceError> {
        let until = match starts && !self.is_shared() {
            true => i64::MAX,
            false => self.time().as_millisecond() - LEFT_ALONE,
        };
        for id in self.0.store.due_plans(until).await? {
            let asked = async { self.ask_plans(&self.table(&id).await?).await };
            match asked.await {
                Ok(()) | Err(ServiceError::NotFound(_)) => {}
                Err(error) => tracing::warn!(table = %id, %error, "a plan waits"),
            }
        }
        Ok(())
    }

    /// Puts a plan in the place of the one of that number; it acts at once if its seat is asked.
    pub async fn set_plan(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, Decider),
        number: u64,
        plan: Plan,
    ) -> Result<(), ServiceError> {
        let plan = readable(plan);
        self.judged(table, || self.set_plan_now(table, (seat, &by), number, &plan)).await?;
        self.wake_plans(table);
        Ok(())
    }

    async fn set_plan_now(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, &Decider),
        number: u64,
        plan: &Plan,
    ) -> Result<(), ServiceError> {
        let mut state = self.write(table).await?;
        state.check_decider(seat, by)?;
        if !state.row.lesson.is_empty() {
            let why = "Nothing is planned in a lesson: it says what to do next.";
            return Err(ServiceError::BadRequest(why.into()));
        }
        let game = state.game()?;
        if state.row.phase == Phase::Over {
            return Err(ServiceError::Stale("The game is over: there is nothing to plan.".into()));
        }
        let before = state.plan_of(seat).cloned().unwrap_or_default();
        if before.number != number {
            return Err(ServiceError::Stale(
                "Your plan has changed meanwhile: it has acted, or you changed it in another window. It now shows how \
                 it stands."
                    .into(),
            ));
        }
        let (faults, begun, asked) = catch_panic(&table.id, || {
            let eyes = Eyes::new(game, seat);
            (plan.faults(&eyes), plan.clone().begun(&eyes), eyes.asked())
        })?;
        if !faults.is_empty() {
            return Err(ServiceError::BadRequest(faults.join(" ")));
        }
        let person = state.seats.get(seat.index()).map(|row| row.holder.clone());
        let person = person.unwrap_or_default();
        let due = match asked && !begun.is_empty() {
            true => self.time().as_millisecond(),
            false => 0,
        };
        let kept = SeatPlan { number: number + 1, plan: begun, rests: false, ..before };
        let held = HeldPlan { seat, person, kept, due };
        self.keep_plan(table, &mut state, held, by.along()).await
    }

    /// The plan of a seat, and what its person can plan with.
    pub async fn plan_sheet(
        &self,
        table: &Arc<TableHandle>,
        seat: Seat,
        client: Client,
    ) -> Result<PlanSheet, ServiceError> {
        let all = self.questions_of(table, client).await?;
        let state = self.read(table).await?;
        let game = state.game()?;
        let plan = state.plan_of(seat).cloned().unwrap_or_default();
        catch_panic(&table.id, || {
            let eyes = Eyes::new(game, seat);
            let mut questions: Vec<QuestionKind> = plans::asked_now(&eyes).into_iter().collect();
            for kind in all.kinds(seat) {
                match questions.iter_mut().find(|known| known.kind == kind.kind) {
                    None => questions.push(kind.clone()),
                    Some(known) => {
                        let new = |reply: &&plans::Reply| {
                            !known.answers.iter().any(|other| other.line == reply.line)
                        };
                        let new: Vec<_> = kind.answers.iter().filter(new).cloned().collect();
                        known.answers.extend(new);
                    }
                }
            }
            let spends = |count: &str| {
                let choices = eyes.prompt().into_iter().flat_map(|prompt| &prompt.choices);
                let mut changes = choices.flat_map(|choice| &choice.changes);
                all.is_spent(count) || changes.any(|change| change.by < 0 && change.count == count)
            };
            let counts = eyes.counts().into_iter().map(|(count, now)| {
                let spent = spends(&count);
                SheetCount { count, now, spent }
            });
            let counts = counts.filter(|it| it.spent || all.varies(&it.count)).collect();
            PlanSheet { plan, questions, counts }
        })
    }

    /// What the game of a table asks and counts, known from games that nobody plays.
    async fn questions_of(
        &self,
        table: &Arc<TableHandle>,
        client: Client,
    ) -> Result<Arc<Survey>, ServiceError> {
        let (row, mut seats) = {
            let state = self.read(table).await?;
            (state.row.clone(), state.seats.clone())
        };
        for seat in &mut seats {
            seat.name = format!("Player {}", seat.seat);
        }
        let key = format!(
            "{} {} {} {} {:?}",
            row.game,
            row.edition,
            row.scenario,
            seats.len(),
            row.options
        );
        let mut known = self.0.questions.lock().await;
        if let Some((_, questions)) = known.iter().find(|(other, _)| *other == key) {
            return Ok(questions.clone());
        }
        let (games, id) = (self.0.games.clone(), table.id.clone());
        let place = self.place_to_look_back(client).await?;
        let played = tokio::task::spawn_blocking(move || {
            let _place = place;
            catch_panic(&id, || {
                let mut begin =
                    |number| begin_match(&games, &row, &seats, Seed::from_number(number)).ok();
                let mut dice = Dice::seeded(Seed::from_number(1));
                Ok::<_, ServiceError>(plans::survey(&mut begin, &mut dice, PLAYED))
            })
        });
        let questions = Arc::new(played.await???);
        if known.len() >= REMEMBERED {
            known.remove(0);
        }
        known.push((key, questions.clone()));
        Ok(questions)
    }
}

/// What the person of a plan is told of what it did.
fn told_of(by: By, line: &str) -> String {
    match by {
        By::Premove => format!("As planned: `{line}`."),
        By::Answer(_) => format!("Answered as always: `{line}`."),
        By::Condition(_) => format!("What you waited for has come about: `{line}`."),
    }
}

/// A plan whose lines are cleaned as decisions are.
fn readable(mut plan: Plan) -> Plan {
    let premoves = plan.premoves.iter_mut().map(|premove| &mut premove.line);
    let answers = plan.answers.iter_mut().flat_map(|answer| &mut answer.say);
    let conditions = plan.conditions.iter_mut().flat_map(|condition| &mut condition.say);
    for line in premoves.chain(answers).chain(conditions) {
        *line = readable_line(line).trim().to_string();
    }
    plan
}
