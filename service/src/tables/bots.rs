//! Bots: they think on threads of their own, a few at a time, and decide like anybody else.

use super::{TableHandle, Tables, catch_panic};
use crate::error::ServiceError;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use table::{AnyMatch, Dice, Seat};

impl Tables {
    /// Lets the bots of a table decide until a person must. Does nothing if they are at it.
    pub fn wake_bots(&self, table: &Arc<TableHandle>) {
        if table.thinking.swap(true, Ordering::SeqCst) {
            return;
        }
        let (tables, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            loop {
                let went = tables.play_one_bot(&table).await;
                table.thinking.store(false, Ordering::SeqCst);
                match went {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => {
                        tracing::error!(table = %table.id, %error, "a bot could not decide");
                        break;
                    }
                }
                if table.is_watched() {
                    tokio::time::sleep(tables.0.bot_pause).await;
                }
                if table.thinking.swap(true, Ordering::SeqCst) {
                    break;
                }
            }
        });
    }

    /// Lets one bot decide; false if none must.
    async fn play_one_bot(&self, table: &Arc<TableHandle>) -> Result<bool, ServiceError> {
        let permit = self.0.thinkers.clone().acquire_owned().await;
        let _permit =
            permit.map_err(|_| ServiceError::Internal("the server is stopping".into()))?;
        let state = self.read(table).await?;
        let Some(bot) = state.bot_to_decide() else {
            return Ok(false);
        };
        let (seat, name) = (bot.seat, bot.bot.clone());
        let turn = state.turns.get(seat.index()).copied();
        let seed = self.dice_seed(&state.row)?.child("bots");
        let id = table.id.clone();
        let thought = tokio::task::spawn_blocking(move || {
            catch_panic(&id, || {
                let game = state.game()?;
                let mut dice = Dice::for_step(seed, game.len() as u64);
                choice(game, seat, &name, &mut dice)
            })
        });
        let line = thought.await???;
        match self.act(table, seat, line, turn).await {
            Ok(_) | Err(ServiceError::Stale(_)) => Ok(true),
            Err(error) => Err(error),
        }
    }
}

/// What the bot does; what the absent do, if it does not know.
fn choice(
    game: &dyn AnyMatch,
    seat: Seat,
    name: &str,
    dice: &mut Dice,
) -> Result<String, ServiceError> {
    match game.choose(seat, name, dice) {
        Ok(line) => Ok(line),
        Err(not_done) => game.lapse(seat).ok_or(ServiceError::NotDone(not_done)),
    }
}
