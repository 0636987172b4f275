//! The tables: every game that is being played here.
//!
//! A table that somebody looks at is kept in memory; any other lies in the store and is set up
//! again when it is asked for. A decision changes the table in memory, is handed to the store, and
//! is told to anybody only when the store has it.

mod absence;
mod deciding;
mod opening;
mod replaying;
mod seating;
mod thinking;

pub use deciding::Acted;
pub use opening::{Sitter, Wish};
pub use seating::Claim;

use crate::frame::{self, Frame, Grounds};
use crate::games::Games;
use crate::store::{SeatKind, SeatRow, State, Store, TableRow, TalkRow};
use crate::trouble::Trouble;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::{AnyMatch, Seat, Seed, Status, Viewer};
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock, Semaphore, watch};

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}

/// Does something that runs the rules of a game; a panic in them is trouble of that table alone.
pub fn guarded<T>(table: &str, work: impl FnOnce() -> T) -> Result<T, Trouble> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let why = panic
            .downcast_ref::<&str>()
            .map(ToString::to_string)
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        tracing::error!(table, why, "the rules failed at a table");
        Trouble::Broken(why)
    })
}

/// All tables of a server. Copies share them.
#[derive(Clone)]
pub struct Tables(Arc<Hall>);

/// What all tables share.
pub struct Hall {
    /// The store.
    pub store: Store,
    /// The games.
    pub games: Arc<Games>,
    /// The boards that were shown.
    pub grounds: Grounds,
    live: Mutex<HashMap<String, Arc<Table>>>,
    thinkers: Arc<Semaphore>,
    bot_pause: Duration,
    patience: Duration,
    replays: Mutex<Vec<Arc<replaying::Replayed>>>,
}

/// How a house treats bots and those who keep others waiting.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How many bots think at the same time.
    pub thinkers: usize,
    /// How long a bot waits between decisions while somebody watches.
    pub bot_pause: Duration,
    /// How long a table must have stood still before its host may close a round.
    pub patience: Duration,
}

/// A table in memory.
pub struct Table {
    /// Its id.
    pub id: String,
    version: watch::Sender<u64>,
    sitting: Arc<RwLock<Option<Sitting>>>,
    frames: Mutex<(u64, HashMap<Viewer, Arc<Frame>>)>,
    thinking: std::sync::atomic::AtomicBool,
    used: Mutex<Instant>,
}

/// A game with its people, as it stands.
pub struct Sitting {
    /// The table's row.
    pub row: TableRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// The match, once it has started.
    pub game: Option<Box<dyn AnyMatch>>,
    /// What was said, the last lines.
    pub talk: Vec<TalkRow>,
    /// Of each seat: how many decisions it took or took back. A page that shows another number is
    /// old.
    pub turns: Vec<u64>,
    /// Of each seat: the step of its last decision.
    pub last_steps: Vec<usize>,
    /// When things were taken back: the version after it, and the steps that were left.
    undone: Vec<(u64, usize)>,
    /// Rises with every change.
    pub version: u64,
}

impl Sitting {
    /// The match; trouble if it has not started.
    pub fn game(&self) -> Result<&dyn AnyMatch, Trouble> {
        self.game
            .as_deref()
            .ok_or_else(|| Trouble::Stale("The game has not started yet: seats are free.".into()))
    }

    /// The seats of a guest.
    pub fn seats_of(&self, guest: &str) -> Vec<Seat> {
        let held = |seat: &&SeatRow| seat.kind == SeatKind::Person && seat.holder == guest;
        self.seats.iter().filter(held).map(|seat| seat.seat).collect()
    }

    /// Who must decide.
    pub fn deciding(&self) -> Vec<Seat> {
        match self.game.as_ref().map(|game| game.status()) {
            Some(Status::Deciding(seats)) => seats.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The first bot that must decide.
    pub fn bot_to_decide(&self) -> Option<&SeatRow> {
        let deciding = self.deciding();
        self.seats.iter().find(|seat| seat.kind == SeatKind::Bot && deciding.contains(&seat.seat))
    }

    /// The first step of the story that somebody who saw `version` at `step` does not know.
    pub fn news_from(&self, version: u64, step: usize) -> usize {
        self.undone
            .iter()
            .filter(|(undone, _)| *undone > version)
            .map(|(_, left)| *left)
            .fold(step, usize::min)
            + 1
    }
}

/// A sitting that is being looked at.
pub struct Looking(OwnedRwLockReadGuard<Option<Sitting>, Sitting>);

impl std::ops::Deref for Looking {
    type Target = Sitting;

    fn deref(&self) -> &Sitting {
        &self.0
    }
}

impl Tables {
    /// No table is in memory yet.
    pub fn new(store: Store, games: Arc<Games>, manner: Manner) -> Tables {
        Tables(Arc::new(Hall {
            store,
            games,
            grounds: Grounds::default(),
            live: Mutex::default(),
            thinkers: Arc::new(Semaphore::new(manner.thinkers.max(1))),
            bot_pause: manner.bot_pause,
            patience: manner.patience,
            replays: Mutex::default(),
        }))
    }

    /// What all tables share.
    pub fn hall(&self) -> &Hall {
        &self.0
    }

    /// How many tables are in memory.
    pub fn in_memory(&self) -> usize {
        self.0.live.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Forgets tables that nobody has looked at for so long; they lie in the store.
    pub fn tidy(&self, idle: Duration) {
        let mut live = self.0.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.retain(|_, table| {
            let used = *table.used.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::strong_count(table) > 1
                || table.version.receiver_count() > 0
                || used.elapsed() < idle
        });
    }

    /// Lets the bots of all tables go on that were waiting when the server stopped.
    pub async fn resume(&self) -> Result<usize, Trouble> {
        let waiting = self.0.store.waiting_for_bots().await?;
        for id in &waiting {
            match self.table(id).await {
                Ok(table) => self.wake_bots(&table),
                Err(trouble) => tracing::warn!(table = %id, %trouble, "cannot be resumed"),
            }
        }
        Ok(waiting.len())
    }

    /// The table of that id, in memory.
    pub async fn table(&self, id: &str) -> Result<Arc<Table>, Trouble> {
        if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Trouble::NotFound("such table".into()));
        }
        let table = {
            let mut live = self.0.live.lock().unwrap_or_else(PoisonError::into_inner);
            live.entry(id.to_string()).or_insert_with(|| Arc::new(Table::new(id))).clone()
        };
        if let Err(trouble) = self.look(&table).await {
            self.0.live.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
            return Err(trouble);
        }
        Ok(table)
    }

    /// Looks at a table, which is set up from the store if it is not in memory.
    pub async fn look(&self, table: &Arc<Table>) -> Result<Looking, Trouble> {
        if let Ok(mut used) = table.used.lock() {
            *used = Instant::now();
        }
        loop {
            let guard = table.sitting.clone().read_owned().await;
            if let Ok(looking) =
                OwnedRwLockReadGuard::try_map(guard, |sitting| sitting.as_ref()).map(Looking)
            {
                return Ok(looking);
            }
            let mut guard = table.sitting.clone().write_owned().await;
            if guard.is_none() {
                *guard = Some(self.load(&table.id).await?);
            }
        }
    }

    /// A sitting that is going to be changed.
    async fn change(
        &self,
        table: &Arc<Table>,
    ) -> Result<OwnedRwLockWriteGuard<Option<Sitting>>, Trouble> {
        let mut guard = table.sitting.clone().write_owned().await;
        if guard.is_none() {
            *guard = Some(self.load(&table.id).await?);
        }
        Ok(guard)
    }

    async fn load(&self, id: &str) -> Result<Sitting, Trouble> {
        let store = &self.0.store;
        let (row, seats) =
            store.table(id).await?.ok_or_else(|| Trouble::NotFound("such table".into()))?;
        let talk = store.talk(id, 200).await?;
        let steps = store.steps(id).await?;
        let mut turns: Vec<u64> = seats.iter().map(|seat| 2 * seat.undos).collect();
        let mut last_steps = vec![0; seats.len()];
        for step in &steps {
            if let (Some(turn), Some(last)) =
                (turns.get_mut(step.seat.index()), last_steps.get_mut(step.seat.index()))
            {
                *turn += 1;
                *last = step.step;
            }
        }
        let game = if row.state == State::Open {
            None
        } else {
            let (games, row, seats) = (self.0.games.clone(), row.clone(), seats.clone());
            let played = tokio::task::spawn_blocking(move || {
                guarded(&row.id, || replaying::play_again(&games, &row, &seats, &steps))
            });
            let played = played.await.map_err(|error| Trouble::Failed(error.to_string()))?;
            Some(played??)
        };
        Ok(Sitting { row, seats, game, talk, turns, last_steps, undone: Vec::new(), version: 1 })
    }

    /// What a viewer sees of a sitting.
    pub fn frame_of(
        &self,
        table: &Table,
        sitting: &Sitting,
        viewer: Viewer,
    ) -> Result<Arc<Frame>, Trouble> {
        {
            let frames = table.frames.lock().unwrap_or_else(PoisonError::into_inner);
            if frames.0 == sitting.version
                && let Some(frame) = frames.1.get(&viewer)
            {
                return Ok(frame.clone());
            }
        }
        let frame =
            guarded(&table.id, || frame::live(sitting, viewer, &self.0.grounds)).map(Arc::new)?;
        let mut frames = table.frames.lock().unwrap_or_else(PoisonError::into_inner);
        if frames.0 != sitting.version {
            *frames = (sitting.version, HashMap::new());
        }
        frames.1.insert(viewer, frame.clone());
        Ok(frame)
    }
}

impl Table {
    fn new(id: &str) -> Table {
        Table {
            id: id.to_string(),
            version: watch::Sender::new(0),
            sitting: Arc::default(),
            frames: Mutex::default(),
            thinking: Default::default(),
            used: Mutex::new(Instant::now()),
        }
    }

    /// Hears of every change.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Whether anybody has the table open.
    pub fn is_watched(&self) -> bool {
        self.version.receiver_count() > 0
    }

    /// Tells everybody who looks that something has changed.
    fn tell(&self, sitting: &mut Sitting) {
        sitting.version += 1;
        self.version.send_replace(sitting.version);
    }
}

/// The seed that a row holds.
fn seed_of(row: &TableRow) -> Result<Seed, Trouble> {
    row.seed.parse().map_err(|_| Trouble::Failed("the seed in the store cannot be read".into()))
}
