//! Closing a round: the rules decide for those who have been away for as long as the table's settings say.

use super::replay::rebuild_match;
use super::{Decider, TableHandle, Tables, catch_panic};
use crate::client::Client;
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::store::Phase;
use stage::Block;
use std::sync::Arc;
use table::{Seat, Status, Viewer};

/// Decisions that the rules take for others in a preview, at most.
const PREVIEW_STEPS: usize = 2000;

impl Tables {
    /// The seats that this guest may stop waiting for: those of people who must decide and have left, or were
    /// away for as long as the table's settings say.
    pub async fn absent(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
    ) -> Result<Vec<Seat>, ServiceError> {
        let state = self.read(table).await?;
        let deciding = state.deciding();
        let replaceable = self.replaceable(&state, guest);
        Ok(replaceable.into_iter().filter(|seat| deciding.contains(seat)).collect())
    }

    /// Closes the round: everybody else who must decide does what the rules say of those who do not
    /// answer. Whoever is there, or was a moment ago, is waited for. Gives the seats that were decided for.
    pub async fn close_round(
        &self,
        table: &Arc<TableHandle>,
        guest: &str,
    ) -> Result<Vec<Seat>, ServiceError> {
        {
            let state = self.read(table).await?;
            if state.row.phase != Phase::Playing {
                return Err(ServiceError::Stale("There is nobody to wait for.".into()));
            }
            if state.row.host != guest && state.seats_of(guest).is_empty() {
                let why = "Only those at the table can close a round.";
                return Err(ServiceError::Forbidden(why.into()));
            }
        }
        self.look_who_was_seen(table).await?;
        let absent = self.absent(table, guest).await?;
        if absent.is_empty() {
            let why = "Nobody has been away for as long as this table waits.";
            return Err(ServiceError::Stale(why.into()));
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
            match self.act(table, (seat, Decider::Rules), line, turn).await {
                Ok(_) => lapsed.push(seat),
                Err(ServiceError::Stale(_)) => {}
                Err(error) if lapsed.is_empty() => return Err(error),
                // What is done is done: the rest is waited for, and can be asked for again.
                Err(error) => {
                    tracing::warn!(table = %table.id, %error, "a round was closed in part");
                    break;
                }
            }
        }
        Ok(lapsed)
    }

    /// What would come if the round were closed now, as the referee would report it: the game is played
    /// again apart, and the rules decide for everybody until the round is over. Since it holds what is
    /// hidden, it is for the referee alone.
    pub async fn preview_round(
        &self,
        table: &Arc<TableHandle>,
        guest: &Guest,
        client: Client,
    ) -> Result<Vec<Block>, ServiceError> {
        let (row, seats) = {
            let state = self.read(table).await?;
            if !state.is_referee(guest) {
                return Err(ServiceError::Forbidden("Only the referee may look ahead.".into()));
            }
            if state.row.phase != Phase::Playing {
                return Err(ServiceError::Stale("There is no round to close.".into()));
            }
            (state.row.clone(), state.seats.clone())
        };
        let steps = self.0.store.steps(&table.id).await?;
        let seed = self.dice_seed(&row)?;
        let (games, id) = (self.0.games.clone(), table.id.clone());
        let place = self.place_to_look_back(client).await?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            catch_panic(&id, || {
                let mut game = rebuild_match(&games, &row, &seats, seed, &steps)?;
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
