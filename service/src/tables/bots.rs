//! Bots: they think in a pool, a few at a time, and decide like anybody else.

use super::pool::Precedence;
use super::{TableHandle, TableState, Tables, catch_panic, seed_of};
use crate::error::ServiceError;
use crate::store::{SeatKind, SeatRow, StoreError};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use table::{AnyMatch, Dice, Seat};

/// How long a bot that could not decide waits at first; every time twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// How long it waits at most.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

impl Tables {
    /// Lets the bots of a table decide until a person must. Does nothing if they are at it. What fails is tried
    /// again, ever more slowly, until it succeeds or the server stops.
    pub fn wake_bots(&self, table: &Arc<TableHandle>) {
        if table.thinking.swap(true, Ordering::SeqCst) {
            return;
        }
        let (tables, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            let mut wait = FIRST_WAIT;
            loop {
                let went = tables.play_one_bot(&table).await;
                let pause = match &went {
                    Ok(_) => {
                        wait = FIRST_WAIT;
                        tables.goes_on(&table.id);
                        if table.is_watched() { tables.0.bot_pause } else { Duration::ZERO }
                    }
                    Err(error) => {
                        tracing::error!(table = %table.id, %error, "a bot could not decide");
                        tables.is_stuck(&table.id, error);
                        wait = (wait * 2).min(LONGEST_WAIT);
                        wait
                    }
                };
                table.thinking.store(false, Ordering::SeqCst);
                let closed = went == Err(ServiceError::Store(StoreError::Closed));
                if went == Ok(false) || closed {
                    break;
                }
                tokio::time::sleep(pause).await;
                if table.thinking.swap(true, Ordering::SeqCst) {
                    break;
                }
            }
        });
    }

    /// Lets one bot decide; false if none must.
    async fn play_one_bot(&self, table: &Arc<TableHandle>) -> Result<bool, ServiceError> {
        let (kind, owner, precedence) = {
            let state = self.read(table).await?;
            let Some(bot) = state.bot_to_decide() else {
                return Ok(false);
            };
            let kind = format!("{} {}", state.row.game, bot.bot);
            (kind, state.row.host.clone(), precedence(table, &state))
        };
        let place = self.0.thinkers.place(&kind, &owner, precedence).await;
        let _place = place.ok_or(ServiceError::Store(StoreError::Closed))?;
        let state = self.read(table).await?;
        let Some(bot) = state.bot_to_decide() else {
            return Ok(false);
        };
        let (seat, name) = (bot.seat, bot.bot.clone());
        let turn = state.turns.get(seat.index()).copied();
        let seed = seed_of(&state.row)?.child("bots");
        let id = table.id.clone();
        let pool = self.0.thinkers.clone();
        let thought = tokio::task::spawn_blocking(move || {
            let game = state.game()?;
            let mut dice = Dice::for_step(seed, game.len() as u64);
            let began = thread_time();
            let chosen = choice(&id, game, seat, &name, &mut dice);
            pool.note(&kind, thread_time().saturating_sub(began));
            chosen
        });
        let line = thought.await??;
        match self.act(table, seat, line, turn).await {
            Ok(_) | Err(ServiceError::Stale(_)) => Ok(true),
            Err(error) => Err(error),
        }
    }
}

/// Who comes before whom where bots wait to think.
fn precedence(table: &TableHandle, state: &TableState) -> Precedence {
    let person = |seat: &SeatRow| seat.kind == SeatKind::Person;
    match (state.seats.iter().any(person), table.is_watched()) {
        (true, _) => Precedence::Person,
        (false, true) => Precedence::Watched,
        (false, false) => Precedence::Alone,
    }
}

/// How long this thread has been at work: time spent waiting for a core makes no bot slow.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

#[cfg(not(unix))]
fn thread_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// What the bot does; what the absent do, if it fails or does not know.
fn choice(
    table: &str,
    game: &dyn AnyMatch,
    seat: Seat,
    name: &str,
    dice: &mut Dice,
) -> Result<String, ServiceError> {
    let chosen = catch_panic(table, || game.choose(seat, name, dice));
    let failed = match chosen {
        Ok(Ok(line)) => return Ok(line),
        Ok(Err(not_done)) => ServiceError::NotDone(not_done),
        Err(broken) => broken,
    };
    catch_panic(table, || game.lapse(seat))?.ok_or(failed)
}
