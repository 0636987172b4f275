//! Bots: they think in a pool, a few at a time, and decide like anybody else.

use super::pool::Precedence;
use super::{Decider, TableHandle, TableState, Tables, catch_panic};
use crate::error::ServiceError;
use crate::store::{Change, SeatKind, SeatRow, StoreError};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use table::{Dice, NotDone, Seat};
use tokio::sync::oneshot;

/// How long a bot that could not decide waits at first; every time twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// How long it waits at most.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// What came of the wish to let a bot decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Went {
    /// It has decided, or need not any more.
    On,
    /// None must decide.
    NobodyMust,
    /// Another server sees to it, or this one stops.
    Elsewhere,
}

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
                        let watched =
                            table.is_watched() || table.watched_elsewhere.load(Ordering::SeqCst);
                        let seen = watched && !table.hurried.load(Ordering::SeqCst);
                        if seen { tables.0.bot_pause } else { Duration::ZERO }
                    }
                    Err(error) => {
                        tracing::error!(table = %table.id, %error, "a bot could not decide");
                        tables.is_stuck(&table.id, error);
                        wait = (wait * 2).min(LONGEST_WAIT);
                        wait
                    }
                };
                table.thinking.store(false, Ordering::SeqCst);
                match went {
                    // Whoever decided while this one was still called thinking could not wake another.
                    Ok(Went::NobodyMust) if !tables.waits_for_a_bot(&table).await => break,
                    Ok(Went::Elsewhere) => break,
                    Err(ServiceError::Store(StoreError::Closed)) => break,
                    Err(ServiceError::NotFound(_)) => {
                        tables.goes_on(&table.id);
                        break;
                    }
                    _ => tokio::time::sleep(pause).await,
                }
                if table.thinking.swap(true, Ordering::SeqCst) {
                    break;
                }
            }
        });
    }

    /// Whether a bot must decide.
    async fn waits_for_a_bot(&self, table: &Arc<TableHandle>) -> bool {
        self.read(table).await.is_ok_and(|state| state.bot_to_decide().is_some())
    }

    /// Lets the bots of a table play on without a pause, as somebody asks who is out of the game. Refused while
    /// people still play.
    pub async fn hurry(&self, table: &Arc<TableHandle>, guest: &str) -> Result<(), ServiceError> {
        let state = self.read(table).await?;
        if state.seats_of(guest).is_empty() {
            return Err(ServiceError::Forbidden("You do not sit at this table.".into()));
        }
        if !state.only_bots_play() {
            return Err(ServiceError::Stale("There is somebody who still plays.".into()));
        }
        table.hurried.store(true, Ordering::SeqCst);
        if self.is_shared() {
            // Its bots may be played at another server.
            self.0.store.write(Change::Hurried(table.id.clone())).await?;
        }
        Ok(())
    }

    /// Whether the bots of a table are this server's to play: always, where it has the store for itself.
    async fn claims_bots(&self, table: &Arc<TableHandle>) -> Result<bool, ServiceError> {
        if self.0.stopping.load(Ordering::SeqCst) {
            return Ok(false);
        }
        let Some(sharing) = self.0.store.sharing() else { return Ok(true) };
        if self.0.draining.load(Ordering::SeqCst) {
            let state = self.read(table).await?;
            if catch_panic(&table.id, || state.only_bots_play())? {
                return Ok(false);
            }
        }
        let watched = sharing.claim_bots(&table.id).await?;
        table.watched_elsewhere.store(watched == Some(true), Ordering::SeqCst);
        Ok(watched.is_some())
    }

    /// Lets one bot decide.
    async fn play_one_bot(&self, table: &Arc<TableHandle>) -> Result<Went, ServiceError> {
        let (kind, owner, precedence) = {
            let state = self.read(table).await?;
            let Some(bot) = state.bot_to_decide() else {
                return Ok(Went::NobodyMust);
            };
            let kind = format!("{} {}", state.row.game, bot.bot);
            let owner = table.opened_from.get().unwrap_or(&state.row.host).clone();
            (kind, owner, precedence(table, &state))
        };
        let place = self.0.thinkers.place(&kind, &owner, precedence).await;
        let place = place.ok_or(ServiceError::Store(StoreError::Closed))?;
        if !self.claims_bots(table).await? {
            return Ok(Went::Elsewhere);
        }
        let state = self.read(table).await?;
        let Some(bot) = state.bot_to_decide() else {
            return Ok(Went::NobodyMust);
        };
        let (seat, name) = (bot.seat, bot.bot.clone());
        let turn = state.turns.get(seat.index()).copied();
        let seed = self.dice_seed(&state.row)?.child("bots");
        let (game, since) = (state.game()?, state.moment()?);
        let mut dice = Dice::for_step(seed, game.len() as u64);
        let thought = catch_panic(&table.id, || game.thought(seat, &name))?;
        // Nobody waits at the table until it has thought.
        drop(state);
        let known = kind.clone();
        let patient = place.may_take_long();
        let mut thought = pin!(self.think(&table.id, kind, patient, move || thought?(&mut dice)));
        let line = match tokio::time::timeout(self.0.bot_patience, &mut thought).await {
            Ok(line) => line,
            Err(_) => {
                // Nobody else waits for it: its place is free again.
                drop(place);
                self.0.thinkers.note(&known, self.0.bot_patience);
                let why = ServiceError::Internal(format!("the bot {known} does not answer"));
                tracing::error!(table = %table.id, %why, "a bot hangs");
                self.is_stuck(&table.id, &why);
                thought.await
            }
        };
        let line = match line {
            Ok(line) if self.spares(table, seat, &line).await? => {
                self.lapse_of(table, seat).await?.unwrap_or(line)
            }
            Ok(line) => line,
            // What the absent do, if it fails or does not know.
            Err(failed @ (ServiceError::NotDone(_) | ServiceError::BrokenTable(_))) => {
                self.lapse_of(table, seat).await?.ok_or(failed)?
            }
            Err(error) => return Err(error),
        };
        match self.act(table, (seat, Decider::Bot(since)), line, turn).await {
            Ok(_) | Err(ServiceError::Stale(_)) => Ok(Went::On),
            Err(error) => Err(error),
        }
    }

    /// Lets a bot of a kind think, on a thread for those who may take long or not; what it costs is counted.
    pub(super) fn think<T, F>(
        &self,
        id: &str,
        kind: String,
        patient: bool,
        thought: F,
    ) -> impl Future<Output = Result<T, ServiceError>> + use<T, F>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, NotDone> + Send + 'static,
    {
        let (id, pool, metrics) = (id.to_string(), self.0.thinkers.clone(), self.metrics().clone());
        let think = move || {
            let began = thread_time();
            let chosen = catch_panic(&id, thought);
            let took = thread_time().saturating_sub(began);
            metrics.thought(took);
            pool.note(&kind, took);
            Ok::<_, ServiceError>(chosen??)
        };
        async move {
            match patient {
                true => on_a_patient_thread(think).await?,
                false => tokio::task::spawn_blocking(think).await?,
            }
        }
    }

    /// Whether a bot that plays for somebody who is away keeps what a line would spend.
    async fn spares(
        &self,
        table: &Arc<TableHandle>,
        seat: Seat,
        line: &str,
    ) -> Result<bool, ServiceError> {
        let state = self.read(table).await?;
        catch_panic(&table.id, || self.must_spare(&state, seat, line))
    }

    /// What a seat does when nobody answers; nothing if it need not decide.
    async fn lapse_of(
        &self,
        table: &Arc<TableHandle>,
        seat: Seat,
    ) -> Result<Option<String>, ServiceError> {
        let state = self.read(table).await?;
        let game = state.game()?;
        catch_panic(&table.id, || game.lapse(seat))
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

/// Does long work on a thread of its own, to which the system prefers all others.
async fn on_a_patient_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ServiceError> {
    let (sender, done) = oneshot::channel();
    let failed = |why: &dyn std::fmt::Display| ServiceError::Internal(format!("a bot: {why}"));
    std::thread::Builder::new()
        .name("bot".into())
        .spawn(move || {
            // On Linux this is the thread's own; elsewhere the whole process would be meant.
            #[cfg(target_os = "linux")]
            let _ = rustix::process::nice(10);
            let _ = sender.send(work());
        })
        .map_err(|error| failed(&error))?;
    done.await.map_err(|_| failed(&"its thread ended"))
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
