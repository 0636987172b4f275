//! Those who keep everybody waiting: the host may let the rules decide for them.

use super::replay::rebuild_match;
use super::{TableHandle, Tables, catch_panic, now};
use crate::error::ServiceError;
use crate::store::{Phase, SeatKind};
use stage::Block;
use std::sync::Arc;
use table::{Seat, Status, Viewer};

/// Decisions that the rules take for others in a preview, at most.
const PREVIEW_STEPS: usize = 2000;

impl Tables {
    /// The seats that a host may stop waiting for: those of other people who must decide.
    pub async fn absent(&self, table: &Arc<TableHandle>) -> Result<Vec<Seat>, ServiceError> {
        let state = self.read(table).await?;
        let deciding = state.deciding();
        let waited = state.seats.iter().filter(|seat| {
            deciding.contains(&seat.seat)
                && seat.kind != SeatKind::Bot
                && seat.holder != state.row.host
        });
        Ok(waited.map(|seat| seat.seat).collect())
    }

    /// Closes the round: everybody else who must decide does what the rules say of those who do not
    /// answer. The host alone may, once nobody has done anything for as long as the house is patient.
    /// Gives the seats that were decided for.
    pub async fn close_round(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
    ) -> Result<Vec<Seat>, ServiceError> {
        {
            let state = self.read(table).await?;
            if state.row.host != guest {
                return Err(ServiceError::Forbidden("Only the host can close a round.".into()));
            }
            if state.row.phase != Phase::Playing {
                return Err(ServiceError::Stale("There is nobody to wait for.".into()));
            }
            let waited = (now() - state.row.moved).max(0) as u64;
            let patience = self.0.patience.as_secs();
            if waited < patience {
                return Err(ServiceError::Stale(format!(
                    "Give them {} more seconds: somebody decided a moment ago.",
                    patience - waited
                )));
            }
        }
        let absent = self.absent(table).await?;
        if absent.is_empty() {
            return Err(ServiceError::Stale("Nobody else keeps the table waiting.".into()));
        }
        let mut lapsed = Vec::new();
        for seat in absent {
            let (line, turn) = {
                let state = self.read(table).await?;
                let line = catch_panic(&table.id, || state.game().map(|game| game.lapse(seat)))??;
                (line, state.turns.get(seat.index()).copied())
            };
            // Whoever answers in the meantime has answered.
            let Some(line) = line else { continue };
            match self.act(table, seat, line, turn).await {
                Ok(_) => lapsed.push(seat),
                Err(ServiceError::Stale(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(lapsed)
    }

    /// What would come if the round were closed now, as the referee would report it: the game is played
    /// again apart, and the rules decide for everybody until the round is over. Since it holds what is
    /// hidden, it is for a host who does not play.
    pub async fn preview_round(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
    ) -> Result<Vec<Block>, ServiceError> {
        let (row, seats) = {
            let state = self.read(table).await?;
            if state.row.host != guest || !state.seats_of(guest).is_empty() {
                let why = "Only a host who does not play may look ahead.";
                return Err(ServiceError::Forbidden(why.into()));
            }
            if state.row.phase != Phase::Playing {
                return Err(ServiceError::Stale("There is no round to close.".into()));
            }
            (state.row.clone(), state.seats.clone())
        };
        let steps = self.0.store.steps(&table.id).await?;
        let (games, id) = (self.0.games.clone(), table.id.clone());
        let done = tokio::task::spawn_blocking(move || {
            catch_panic(&id, || {
                let mut game = rebuild_match(&games, &row, &seats, &steps)?;
                let begun = game.chapters(Viewer::Referee);
                for _ in 0..PREVIEW_STEPS {
                    let Status::Deciding(deciding) = game.status() else { break };
                    if game.chapters(Viewer::Referee).len() > begun.len() {
                        break;
                    }
                    let lapse = deciding.iter().find_map(|seat| Some((seat, game.lapse(seat)?)));
                    let Some((seat, line)) = lapse else { break };
                    game.act(seat, &line)?;
                }
                let from = begun.last().map_or(0, |(step, _)| *step);
                Ok(game.report(Viewer::Referee, from))
            })
        });
        done.await??
    }
}
