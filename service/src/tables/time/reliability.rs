//! Who answers in time and who does not, and seats that others take over from those.

use super::{CLOCK_NAME, Follows};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::store::{Change, SeatKind, SeatReliability, SeatRow, TableTime};
use crate::tables::seats::unique_name;
use crate::tables::{TableHandle, TableState, Tables};
use ::clock::Reliability;
use std::sync::Arc;
use table::Seat;

impl Tables {
    /// How reliable a guest was so far.
    pub async fn reliability(&self, guest: &Guest) -> Result<Reliability, ServiceError> {
        match guest.new {
            true => Ok(Reliability::default()),
            false => Ok(self.0.store.reliability(&guest.id).await?),
        }
    }

    /// Refuses a seat to somebody of whom is known that they are less reliable than a table asks for.
    pub(in crate::tables) async fn check_reliable(
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
}
