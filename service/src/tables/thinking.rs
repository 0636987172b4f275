//! Bots: they think on threads of their own, a few at a time, and decide like anybody else.

use super::{Table, Tables, guarded, seed_of};
use crate::trouble::Trouble;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use table::{AnyMatch, Dice, Seat};

impl Tables {
    /// Lets the bots of a table decide until a person must. Does nothing if they are at it.
    pub fn wake_bots(&self, table: &Arc<Table>) {
        if table.thinking.swap(true, Ordering::SeqCst) {
            return;
        }
        let (tables, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            loop {
                let went = tables.bot_decides(&table).await;
                table.thinking.store(false, Ordering::SeqCst);
                match went {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(trouble) => {
                        tracing::error!(table = %table.id, %trouble, "a bot could not decide");
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
    async fn bot_decides(&self, table: &Arc<Table>) -> Result<bool, Trouble> {
        let permit = self.0.thinkers.clone().acquire_owned().await;
        let _permit = permit.map_err(|_| Trouble::Failed("the server is stopping".into()))?;
        let sitting = self.look(table).await?;
        let Some(bot) = sitting.bot_to_decide() else {
            return Ok(false);
        };
        let (seat, name) = (bot.seat, bot.bot.clone());
        let turn = sitting.turns.get(seat.index()).copied();
        let seed = seed_of(&sitting.row)?.child("bots");
        let id = table.id.clone();
        let thought = tokio::task::spawn_blocking(move || {
            guarded(&id, || {
                let game = sitting.game()?;
                let mut dice = Dice::for_step(seed, game.len() as u64);
                choice(game, seat, &name, &mut dice)
            })
        });
        let line = thought.await.map_err(|error| Trouble::Failed(error.to_string()))???;
        match self.act(table, seat, line, turn).await {
            Ok(_) | Err(Trouble::Stale(_)) => Ok(true),
            Err(trouble) => Err(trouble),
        }
    }
}

/// What the bot does; what the absent do, if it does not know.
fn choice(game: &dyn AnyMatch, seat: Seat, name: &str, dice: &mut Dice) -> Result<String, Trouble> {
    match game.choose(seat, name, dice) {
        Ok(line) => Ok(line),
        Err(not_done) => game.lapse(seat).ok_or(Trouble::NotDone(not_done)),
    }
}
