//! Decisions: taken, stored, then told.

use super::{Sitting, Table, Tables, guarded, now};
use crate::store::{Change, Moved, SeatKind, State, StepRow, TalkRow};
use crate::trouble::Trouble;
use serde::Serialize;
use std::sync::Arc;
use table::{Seat, Status};

/// A decision that was taken and stored.
#[derive(Clone, Debug, Serialize)]
pub struct Acted {
    /// The action's canonical notation; empty if one was taken back.
    pub notation: String,
    /// Decisions taken at the table so far.
    pub step: usize,
    /// The number that the seat's next decision must name.
    pub turn: u64,
}

impl Tables {
    /// Takes a seat's decision. `turn` is the number that the page shows: if the seat has decided
    /// since, nothing is done. Returns when the decision is durably stored.
    pub async fn act(
        &self,
        table: &Arc<Table>,
        seat: Seat,
        line: String,
        turn: Option<u64>,
    ) -> Result<Acted, Trouble> {
        let (tables, table) = (self.clone(), table.clone());
        // Once begun it is finished, even if whoever asked hangs up.
        let done = tokio::spawn(async move { tables.act_now(&table, seat, &line, turn).await });
        done.await.map_err(|error| Trouble::Failed(error.to_string()))?
    }

    async fn act_now(
        &self,
        table: &Arc<Table>,
        seat: Seat,
        line: &str,
        turn: Option<u64>,
    ) -> Result<Acted, Trouble> {
        let mut guard = self.change(table).await?;
        let Some(sitting) = guard.as_mut() else {
            return Err(Trouble::Failed("the table is gone".into()));
        };
        sitting.must_be_current(seat, turn)?;
        let Some(game) = sitting.game.as_mut() else {
            return Err(Trouble::Stale("The game has not started yet: seats are free.".into()));
        };
        let done = guarded(&table.id, || {
            let notation = game.act(seat, line)?;
            Ok::<_, table::NotDone>((notation, game.digest(), game.status(), game.conclusion()))
        });
        let (notation, digest, status, ended) = match done {
            Ok(done) => done?,
            Err(broken) => {
                // The match may be half changed: it is set up again from the store.
                *guard = None;
                return Err(broken);
            }
        };
        let step = StepRow { step: game.len(), seat, action: notation.clone(), digest };
        let number = step.step;
        let moved = sitting.moved(&status, ended, number);
        let change = Change::Step { table: table.id.clone(), step, moved: moved.clone() };
        if let Err(error) = self.0.store.write(change).await {
            *guard = None;
            return Err(error.into());
        }
        sitting.settle(moved);
        if let Some(turn) = sitting.turns.get_mut(seat.index()) {
            *turn += 1;
        }
        if let Some(last) = sitting.last_steps.get_mut(seat.index()) {
            *last = number;
        }
        let turn = sitting.turns.get(seat.index()).copied().unwrap_or_default();
        table.tell(sitting);
        let bots = sitting.row.bot_turn;
        drop(guard);
        if bots {
            self.wake_bots(table);
        }
        Ok(Acted { notation, step: number, turn })
    }

    /// Takes back a seat's last decision, if it can be.
    pub async fn undo(
        &self,
        table: &Arc<Table>,
        seat: Seat,
        turn: Option<u64>,
    ) -> Result<Acted, Trouble> {
        let (tables, table) = (self.clone(), table.clone());
        let done = tokio::spawn(async move { tables.undo_now(&table, seat, turn).await });
        done.await.map_err(|error| Trouble::Failed(error.to_string()))?
    }

    async fn undo_now(
        &self,
        table: &Arc<Table>,
        seat: Seat,
        turn: Option<u64>,
    ) -> Result<Acted, Trouble> {
        let mut guard = self.change(table).await?;
        let Some(sitting) = guard.as_mut() else {
            return Err(Trouble::Failed("the table is gone".into()));
        };
        sitting.must_be_current(seat, turn)?;
        let Some(game) = sitting.game.as_mut() else {
            return Err(Trouble::Stale("The game has not started yet: seats are free.".into()));
        };
        let step = game.len();
        if !guarded(&table.id, || game.undo(seat))? {
            return Err(Trouble::Stale(
                "Nothing to take back: dice fell, something hidden was shown, or somebody else \
                 has acted."
                    .into(),
            ));
        }
        let (status, left) = (game.status(), game.len());
        let moved = sitting.moved(&status, String::new(), left);
        let change = Change::Undone { table: table.id.clone(), step, seat, moved: moved.clone() };
        if let Err(error) = self.0.store.write(change).await {
            *guard = None;
            return Err(error.into());
        }
        sitting.settle(moved);
        if let Some(turn) = sitting.turns.get_mut(seat.index()) {
            *turn += 1;
        }
        table.tell(sitting);
        sitting.undone.push((sitting.version, left));
        let turn = sitting.turns.get(seat.index()).copied().unwrap_or_default();
        Ok(Acted { notation: String::new(), step: left, turn })
    }

    /// Says something at a table.
    pub async fn say(
        &self,
        table: &Arc<Table>,
        seat: Option<Seat>,
        name: &str,
        text: &str,
    ) -> Result<(), Trouble> {
        let text: String =
            text.chars().filter(|letter| !letter.is_control()).collect::<String>().trim().into();
        if text.is_empty() {
            return Err(Trouble::Bad("There is nothing to say.".into()));
        }
        if text.chars().count() > 500 {
            return Err(Trouble::Bad("At most 500 letters at a time.".into()));
        }
        let mut guard = self.change(table).await?;
        let Some(sitting) = guard.as_mut() else {
            return Err(Trouble::Failed("the table is gone".into()));
        };
        let number = sitting.talk.last().map_or(1, |line| line.number + 1);
        let line = TalkRow { number, at: now(), seat, name: name.to_string(), text };
        self.0.store.write(Change::Talk(table.id.clone(), line.clone())).await?;
        sitting.talk.push(line);
        if sitting.talk.len() > 200 {
            sitting.talk.remove(0);
        }
        table.tell(sitting);
        Ok(())
    }
}

impl Sitting {
    fn must_be_current(&self, seat: Seat, turn: Option<u64>) -> Result<(), Trouble> {
        let current = self.turns.get(seat.index()).copied();
        if current.is_none() {
            return Err(Trouble::Bad(format!("There is no seat {seat} at this table.")));
        }
        if turn.is_some() && turn != current {
            return Err(Trouble::Stale(
                "This was already decided, here or in another window. The board now shows how \
                 things stand."
                    .into(),
            ));
        }
        Ok(())
    }

    /// Where the table stands when the match has this status; `ended` is how it ended, in words.
    pub(super) fn moved(&self, status: &Status, ended: String, steps: usize) -> Moved {
        let (state, deciding) = match status {
            Status::Deciding(seats) => (State::Playing, seats.iter().collect()),
            Status::Over(_) => (State::Over, Vec::new()),
        };
        let bot_turn = self
            .seats
            .iter()
            .any(|seat| seat.kind == SeatKind::Bot && deciding.contains(&seat.seat));
        Moved { state, at: now(), steps, deciding, bot_turn, ended }
    }

    /// Takes over what the store now has.
    pub(super) fn settle(&mut self, moved: Moved) {
        self.row.state = moved.state;
        self.row.moved = moved.at;
        self.row.steps = moved.steps;
        self.row.deciding = moved.deciding;
        self.row.bot_turn = moved.bot_turn;
        self.row.ended = moved.ended;
    }
}
