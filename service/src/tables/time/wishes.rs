//! What players ask of each other about time: more of it, a pause, and to go on before that is over.

use super::Follows;
use crate::error::ServiceError;
use crate::store::{Change, NoticeChange, SeatKind};
use crate::tables::{Decider, TableHandle, TableState, Tables, catch_panic};
use ::clock::{Fault, Length, Timekeeper, Timestamp};
use std::sync::Arc;
use table::Seat;

/// What becomes of the time of a table as it stands, and what is told of it; or why nothing does.
type TimeChange<'a> = &'a (
        dyn Fn(&mut Timekeeper, &TableState, Timestamp) -> Result<Option<String>, Fault>
            + Send
            + Sync
    );

impl Tables {
    /// Changes the time of a table as one of its players asks; what it says is told to the table.
    pub(in crate::tables) async fn change_time(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, &Decider),
        change: TimeChange<'_>,
    ) -> Result<(), ServiceError> {
        self.judged(table, || self.change_time_now(table, (seat, by), change)).await
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

    /// A player declines a pause that is proposed, or takes back their own proposal.
    pub async fn decline_pause(
        &self,
        table: &Arc<TableHandle>,
        (seat, by): (Seat, Decider),
        until: Timestamp,
    ) -> Result<(), ServiceError> {
        self.change_time(table, (seat, &by), &|keeper, state, now| {
            let agreed = match keeper.proposal() {
                Some((proposed, agreed)) if proposed == until => agreed.has(seat),
                _ => return Err(Fault::NotNow("No such pause is proposed any more: look again.")),
            };
            keeper.decline_pause(seat)?;
            let name = state.name(seat);
            let until = ::clock::when(until, now, &keeper.clock().settings().zone);
            Ok(Some(match agreed {
                true => format!("{name} does not agree to the pause until {until} any more: it is proposed no longer."),
                false => format!("{name} declines the pause until {until}: it is proposed no longer."),
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
}
