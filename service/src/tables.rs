//! The tables: every game that is being played here.
//!
//! A table that somebody follows is kept in memory; any other lies in the store and is set up
//! again when it is asked for. A decision changes the table in memory, is handed to the store, and
//! is told to anybody only when the store has it.
//!
//! What is in memory is a copy of rows. Where servers share a store it may be old: every change says from which version of its
//! table it comes, so that an old copy changes nothing, and is brought up to date ([`cluster`]).

mod absence;
mod bots;
mod clock;
mod close_round;
mod cluster;
mod company;
mod cups;
mod decisions;
mod estimate;
mod identities;
mod luck;
#[cfg(feature = "mail")]
mod mail;
mod new_table;
mod notices;
mod overview;
mod people;
mod plans;
mod pool;
mod private;
pub(crate) mod ratings;
mod replay;
mod sandbox;
mod seats;
mod seeks;
mod time;

pub use company::{ONLY_FRIENDS, REASONS};
pub use cups::{CupState, CupTerms, Entry, LONGEST_NAME, MOST_ENTRANTS};
pub use decisions::{Decider, DecisionReceipt, LONGEST_LINE, no_seat};
pub use estimate::{Estimated, EstimatedPoint};
pub use luck::{Luck, contributions, random_bytes};
pub use new_table::{NewTable, SeatRequest, otherwise, strength, strength_within};
pub use overview::{LaneStatus, Sitting, StuckTable};
pub use plans::{PlanNote, PlanSheet, SeatPlan, SheetCount};
pub use private::{HeardLine, LONGEST_NOTES, LinePlace};
pub use replay::catalogue_of;
pub use sandbox::{Begun, SandboxPlace, SandboxState};
pub use seats::SeatInvitation;
pub use seeks::{SeekPromise, Sought, THERE, Wish, is_live, table_of as seek_table};
pub use time::VACATION_DAYS;

use crate::error::ServiceError;
use crate::frame::{self, BoardCache, Frame, Moments};
use crate::games::Games;
use crate::identity::Guest;
use crate::keys::Keys;
use crate::mail::Mail;
use crate::metrics::TableMetrics;
use crate::planted::{Bug, planted};
use crate::store::{
    Change, Known, Looked, Phase, SeatKind, SeatRow, Store, StoredTable, TableRow, TalkRow,
    WhisperRow,
};
use clock::SteadyClock;
use pool::Pool;
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::{AnyMatch, Seat, Status, Viewer};
use tokio::sync::{
    OwnedRwLockMappedWriteGuard, OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock, watch,
};

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}

/// Does something that runs the rules of a game; a panic in them is an error of that table alone.
pub fn catch_panic<T>(table: &str, work: impl FnOnce() -> T) -> Result<T, ServiceError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let why = panic
            .downcast_ref::<&str>()
            .map(ToString::to_string)
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        tracing::error!(table, why, "the rules failed at a table");
        ServiceError::BrokenTable(why)
    })
}

/// How much the clock of a server may differ from that of a store which others share.
const WRONG_CLOCK: Duration = Duration::from_secs(24 * 60 * 60);

/// How often the tables of the store are counted at most.
const COUNTED_EVERY: Duration = Duration::from_secs(2);

/// All tables of a server. Copies share them.
#[derive(Clone)]
pub struct Tables(Arc<Shared>);

/// What all tables share.
struct Shared {
    store: Store,
    games: Arc<Games>,
    boards: BoardCache,
    keys: Keys,
    seen: Mutex<HashMap<(String, String), i64>>,
    /// When that was last written down for other servers.
    seen_written: Mutex<HashMap<(String, String), i64>>,
    loaded: Mutex<HashMap<String, Arc<TableHandle>>>,
    thinkers: Pool,
    bot_pause: Duration,
    bot_patience: Duration,
    absent_minute: Duration,
    wall_clock: fn() -> i64,
    clock: Mutex<(Instant, SteadyClock)>,
    /// The time of a store that servers share, in milliseconds since 1970, and when it was that.
    store_time: Mutex<Option<(Instant, i64)>>,
    /// How often deadlines are looked for.
    time_tick: Duration,
    /// Where people reach the house.
    base_url: String,
    /// The mail of the house.
    mail: Mail,
    /// Whether the clock of the wall is believed when it jumps.
    turned: bool,
    /// When no server was there.
    outages: Mutex<Vec<(::clock::Timestamp, ::clock::Timestamp)>>,
    /// Whether deadlines ran when a sign of life was last due.
    deadlines_ran: AtomicBool,
    /// The kinds of question that games ask, by their set-ups.
    questions: tokio::sync::Mutex<Vec<KnownQuestions>>,
    replays: Mutex<Vec<Arc<replay::ReplayCursor>>>,
    /// The sandboxes that somebody has just looked into, the last one at the end.
    sandboxes: Mutex<Vec<sandbox::HeldSandbox>>,
    /// The places in which games are played again for those who look back: shared as bots share theirs.
    replaying: Pool,
    /// How many tables there are.
    counted: tokio::sync::Mutex<Option<TableCounts>>,
    /// Tables that cannot go on, and why.
    stuck: Mutex<BTreeMap<String, String>>,
    /// Guests who have become others, by the ids in their cookies.
    joined: std::sync::RwLock<HashMap<String, String>>,
    /// Which cookies count no more, and who may do less than others.
    people: people::KnownPeople,
    /// Who blocks whom.
    blocks: company::KnownBlocks,
    /// How often any of these had changed when they were read.
    joined_count: Mutex<Option<String>>,
    /// The last game that was looked at to be archived.
    looked: tokio::sync::Mutex<Looked>,
    /// Whether the server stops: bots begin nothing more.
    stopping: AtomicBool,
    /// Whether it drains: bots that play among themselves go on elsewhere.
    draining: AtomicBool,
    metrics: TableMetrics,
    /// Held by whoever ends a rated game, so that ratings change here one game after another.
    rating: tokio::sync::Mutex<()>,
    /// Held by whoever gives a guest something, and alone by whoever makes two guests one.
    becoming: Arc<RwLock<()>>,
}

/// How many tables are in each state, and when they were counted.
type TableCounts = (Instant, Vec<(String, i64)>);

/// A set-up of a game, and the kinds of question that it asks.
type KnownQuestions = (String, Arc<::plans::Survey>);

/// How bots are run, and how long people are waited for.
pub struct TableSettings {
    /// How many bots think at the same time.
    pub thinkers: usize,
    /// How long a bot waits between decisions while somebody watches.
    pub bot_pause: Duration,
    /// How long a bot may think before it is said to hang.
    pub bot_patience: Duration,
    /// How long a minute of absence lasts.
    pub absent_minute: Duration,
    /// What the clock on the wall shows, in seconds since 1970.
    pub wall_clock: fn() -> i64,
    /// Whether that clock is believed when it jumps, as one that a test turns.
    pub turned: bool,
    /// How often deadlines are looked for.
    pub time_tick: Duration,
    /// Where people reach the house, without a slash at the end.
    pub base_url: String,
    /// The mail of the house.
    pub mail: Mail,
}

/// A table in memory: its state behind a lock, and a channel that tells of changes.
pub struct TableHandle {
    /// Its id.
    pub id: String,
    version: watch::Sender<u64>,
    state: Arc<RwLock<Option<TableState>>>,
    frames: Mutex<(u64, HashMap<Viewer, Arc<Frame>>)>,
    thinking: AtomicBool,
    /// Whether nobody wants to see every decision of the bots.
    hurried: AtomicBool,
    /// Whether somebody watches it at another server.
    watched_elsewhere: AtomicBool,
    /// The version that is in memory.
    held: AtomicI64,
    /// The newest version of which this server has heard: what is older is not shown any more.
    newest: AtomicI64,
    used: Mutex<Instant>,
    /// Where it was opened from, as long as that is remembered.
    opened_from: OnceLock<String>,
}

/// The match of a table, its seats and its talk, as they stand.
pub struct TableState {
    /// The table's row.
    pub row: TableRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// Of these the seats that see what is hidden from others, each with what its game calls it.
    pub overseers: Vec<(Seat, String)>,
    /// The match, once it has started.
    pub game: Option<Box<dyn AnyMatch>>,
    /// The keeper of its time, as long as a clock runs.
    pub keeper: Option<::clock::Timekeeper>,
    /// When that was last reckoned.
    pub looked_at: ::clock::Timestamp,
    /// What seats have decided beforehand.
    plans: Vec<plans::HeldPlan>,
    /// What was said, the last lines.
    pub talk: Vec<TalkRow>,
    /// What was said to one alone, the last lines: [`private`] says who hears of which.
    whispers: Vec<WhisperRow>,
    /// Of each seat: how many decisions it took or took back. A page that shows another number is
    /// old.
    pub turns: Vec<u64>,
    /// Of each seat: the step of its last decision.
    pub last_steps: Vec<usize>,
    /// What was taken back, and made the story another one.
    undone: Vec<Undone>,
    /// If the game was begun under other rules that part from ours: the step from which on it is played by ours.
    pub other_rules_until: Option<usize>,
    /// Where it stands in somebody's sandbox, if it is one and no table.
    pub sandbox: Option<SandboxState>,
    /// Whether it may differ from the store: then nobody reads it, and it is loaded again.
    needs_reload: bool,
    /// Rises with every change.
    pub version: u64,
}

/// Something that was taken back: from here on whoever knew of it hears the story anew.
struct Undone {
    /// The version of the table after it.
    version: u64,
    /// Who knew of it, and the moments that each was left with; nothing if all hear everything anew.
    known: Option<Vec<(Viewer, usize)>>,
}

impl TableState {
    /// The moments of its match for a viewer.
    pub fn moments(&self, game: &dyn AnyMatch, viewer: Viewer) -> Moments {
        Moments::of(game, viewer, self.row.phase == Phase::Over)
    }

    /// The match; an error if it has not started.
    pub fn game(&self) -> Result<&dyn AnyMatch, ServiceError> {
        self.game.as_deref().ok_or_else(not_started)
    }

    /// The seats of a guest.
    pub fn seats_of(&self, guest: &str) -> Vec<Seat> {
        let held = |seat: &&SeatRow| seat.kind == SeatKind::Person && seat.holder == guest;
        self.seats.iter().filter(held).map(|seat| seat.seat).collect()
    }

    /// The seats of a guest; none of somebody who has just come.
    pub fn own_seats(&self, guest: &Guest) -> Vec<Seat> {
        if guest.new { Vec::new() } else { self.seats_of(&guest.id) }
    }

    /// Whether a guest was made the referee when the table was opened: the one person who sees everything.
    pub fn is_referee(&self, guest: &Guest) -> bool {
        let id = &guest.id;
        let plays = |seat: &SeatRow| seat.holder == *id || seat.away == *id;
        let chosen = !self.row.referee.is_empty() && self.row.referee == *id;
        !guest.new && chosen && !self.seats.iter().any(plays)
    }

    /// Through whose eyes a guest looks: a seat of theirs, by default the one that must decide; the
    /// public's if they have none.
    pub fn viewer(&self, guest: &Guest, wanted: &str) -> Result<Viewer, ServiceError> {
        let mine = self.own_seats(guest);
        if wanted.is_empty() {
            if self.is_referee(guest) {
                return Ok(Viewer::Referee);
            }
            let deciding = self.deciding();
            let seat = mine.iter().find(|seat| deciding.contains(seat)).or(mine.first());
            return Ok(seat.map_or(Viewer::Table, |seat| Viewer::Seat(*seat)));
        }
        match wanted.parse::<Viewer>().map_err(ServiceError::BadRequest)? {
            Viewer::Table => Ok(Viewer::Table),
            Viewer::Seat(seat) if mine.contains(&seat) => Ok(Viewer::Seat(seat)),
            Viewer::Referee if self.is_referee(guest) || self.sandbox.is_some() => {
                Ok(Viewer::Referee)
            }
            Viewer::Referee => {
                Err(ServiceError::Forbidden("You are not the referee of this table.".into()))
            }
            Viewer::Seat(_) => Err(ServiceError::Forbidden("You do not sit in this seat.".into())),
        }
    }

    /// Through whose eyes a guest may look back: their own and the public's; anybody's, and the
    /// referee's, when the game is over.
    pub fn replay_viewer(&self, guest: &Guest, wanted: &str) -> Result<Viewer, ServiceError> {
        let over = self.row.phase == Phase::Over;
        match wanted.parse::<Viewer>() {
            Ok(Viewer::Referee) if over => Ok(Viewer::Referee),
            Ok(Viewer::Seat(seat)) if over && seat.index() < self.seats.len() => {
                Ok(Viewer::Seat(seat))
            }
            _ => self.viewer(guest, wanted),
        }
    }

    /// What was published of the seed before the game.
    pub fn commitment(&self) -> String {
        match (&self.game, self.row.commitment.is_empty()) {
            (Some(game), true) => game.commitment(),
            _ => self.row.commitment.clone(),
        }
    }

    /// What the player of a seat is called; nothing if there is no such seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("", |seat| &seat.name)
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

    /// Whether the game is on and every person at the table is out of it or through it: bots play on alone.
    pub fn only_bots_play(&self) -> bool {
        let Some(game) = self.game.as_deref().filter(|_| !self.is_over()) else { return false };
        let mut people = self.seats.iter().filter(|seat| seat.kind == SeatKind::Person);
        people.all(|seat| game.scene(Viewer::Seat(seat.seat)).standing.is_some())
    }

    /// Whether somebody who plays several seats at one screen is shown something in this seat that another of
    /// them may not know, or the other way round.
    pub fn needs_curtain(&self, seat: Seat) -> bool {
        let (Some(game), Some(own)) = (self.game.as_deref(), self.seats.get(seat.index())) else {
            return false;
        };
        if self.sandbox.is_some() {
            return false;
        }
        let mut others = self.seats_of(&own.holder).into_iter().filter(|other| *other != seat);
        others.any(|other| game.hides(seat, other) || game.hides(other, seat))
    }

    /// The first moment of the story that a viewer who saw `version` at `moment` does not know.
    pub fn first_unseen(&self, viewer: Viewer, version: u64, moment: usize) -> usize {
        let left = |undone: &Undone| match &undone.known {
            None => Some(0),
            Some(known) => known.iter().find(|(who, _)| *who == viewer).map(|(_, left)| *left),
        };
        let since = self.undone.iter().filter(|undone| undone.version > version);
        since.filter_map(left).fold(moment, usize::min) + 1
    }
}

/// Of each seat: the step of its last decision, among all decisions in their order.
fn last_steps(seats: &[SeatRow], decisions: impl Iterator<Item = (Seat, usize)>) -> Vec<usize> {
    let mut last_steps = vec![0; seats.len()];
    for (seat, step) in decisions {
        if let Some(last) = last_steps.get_mut(seat.index()) {
            *last = step;
        }
    }
    last_steps
}

fn not_started() -> ServiceError {
    ServiceError::Stale("The game has not started yet: seats are free.".into())
}

/// The state that is in memory, unless it must be loaded again or is older than a version.
fn current(state: &Option<TableState>, newest: i64) -> Option<&TableState> {
    state.as_ref().filter(|state| !state.needs_reload && state.row.version >= newest)
}

/// A table's state, locked for reading.
pub struct TableGuard(OwnedRwLockReadGuard<Option<TableState>, TableState>);

impl std::ops::Deref for TableGuard {
    type Target = TableState;

    fn deref(&self) -> &TableState {
        &self.0
    }
}

impl Tables {
    /// No table is in memory yet.
    pub fn new(store: Store, games: Arc<Games>, keys: Keys, settings: TableSettings) -> Tables {
        let replaying = Pool::new(settings.thinkers.saturating_sub(1));
        replaying.note(replay::KIND, Duration::ZERO);
        Tables(Arc::new(Shared {
            store,
            games,
            boards: BoardCache::default(),
            keys,
            seen: Mutex::default(),
            seen_written: Mutex::default(),
            loaded: Mutex::default(),
            thinkers: Pool::new(settings.thinkers),
            bot_pause: settings.bot_pause,
            bot_patience: settings.bot_patience,
            absent_minute: settings.absent_minute,
            clock: Mutex::new((Instant::now(), SteadyClock::new((settings.wall_clock)()))),
            wall_clock: settings.wall_clock,
            store_time: Mutex::default(),
            time_tick: settings.time_tick,
            base_url: settings.base_url,
            mail: settings.mail,
            turned: settings.turned,
            outages: Mutex::default(),
            deadlines_ran: AtomicBool::new(false),
            questions: Default::default(),
            replays: Mutex::default(),
            sandboxes: Mutex::default(),
            replaying,
            counted: Default::default(),
            stuck: Mutex::default(),
            joined: Default::default(),
            people: Default::default(),
            blocks: Default::default(),
            joined_count: Mutex::default(),
            looked: Default::default(),
            stopping: AtomicBool::new(false),
            draining: AtomicBool::new(false),
            metrics: TableMetrics::default(),
            rating: tokio::sync::Mutex::default(),
            becoming: Arc::default(),
        }))
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The mail of the house.
    pub fn mail(&self) -> &Mail {
        &self.0.mail
    }

    /// Where people reach the house, without a slash at the end.
    pub fn base_url(&self) -> &str {
        &self.0.base_url
    }

    /// The games that are offered.
    pub fn games(&self) -> &Games {
        &self.0.games
    }

    /// The server's own keys.
    pub fn keys(&self) -> &Keys {
        &self.0.keys
    }

    /// The boards that were shown.
    pub fn boards(&self) -> &BoardCache {
        &self.0.boards
    }

    /// What the clock on the wall shows, in seconds since 1970. Where servers share a store, one that is more than a day wrong is
    /// not believed, and the store's is: a game would be old for the others that was played just now.
    pub fn now(&self) -> i64 {
        let wall = (self.0.wall_clock)();
        let known = *self.0.store_time.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((at, time)) = known.filter(|_| !self.0.turned) else { return wall };
        let time = time.saturating_add_unsigned(at.elapsed().as_millis() as u64) / 1000;
        if wall.abs_diff(time) > WRONG_CLOCK.as_secs() { time } else { wall }
    }

    /// Notes the time of the store.
    fn remember_time(&self, time: i64) {
        let known = Some((Instant::now(), time));
        *self.0.store_time.lock().unwrap_or_else(PoisonError::into_inner) = known;
    }

    /// For how long the clock has gone on as time has; nothing if it always did since the server started.
    pub fn clock_is_steady_for(&self) -> Option<Duration> {
        let mut clock = self.0.clock.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = clock.0.elapsed();
        clock.1.look(passed, self.now())
    }

    /// How many tables are in each state. A large store is not counted more often than every few seconds.
    pub async fn counts(&self) -> Result<Vec<(String, i64)>, ServiceError> {
        let mut counted = self.0.counted.lock().await;
        match &*counted {
            Some((at, counts)) if at.elapsed() < COUNTED_EVERY => Ok(counts.clone()),
            _ => {
                let counts = self.0.store.counts().await?;
                *counted = Some((Instant::now(), counts.clone()));
                Ok(counts)
            }
        }
    }

    /// What is counted of them.
    pub fn metrics(&self) -> &TableMetrics {
        &self.0.metrics
    }

    /// How many tables are in memory.
    pub fn in_memory(&self) -> usize {
        self.0.loaded.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Forgets tables that nobody has looked at for so long; they lie in the store.
    pub fn evict_idle(&self, idle: Duration) {
        let mut loaded = self.0.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.retain(|_, table| {
            let used = *table.used.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::strong_count(table) > 1
                || table.version.receiver_count() > 0
                || used.elapsed() < idle
        });
        let mut seen = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|(table, _), _| loaded.contains_key(table));
        let mut written = self.0.seen_written.lock().unwrap_or_else(PoisonError::into_inner);
        written.retain(|(table, _), _| loaded.contains_key(table));
    }

    /// Removes tables that nobody started or finished for so long; gives how many.
    pub async fn expire(
        &self,
        unstarted: Duration,
        unfinished: Duration,
    ) -> Result<usize, ServiceError> {
        let before = |age: Duration| self.now().saturating_sub_unsigned(age.as_secs());
        let (opened, moved) = (before(unstarted), before(unfinished));
        let mut removed = 0;
        for id in self.0.store.expired(opened, moved).await? {
            match self.remove_expired(&id, opened, moved).await {
                Ok(()) => removed += 1,
                // Another server was faster.
                Err(ServiceError::NotFound(_)) if self.is_shared() => {}
                // Somebody has just done something there, or it cannot be read: the others are removed.
                Err(error) => tracing::warn!(table = %id, %error, "cannot be removed"),
            }
        }
        Ok(removed)
    }

    /// Archives games that have been over for so long.
    pub async fn archive(&self, age: Duration) {
        let now = self.now();
        let before = now.saturating_sub_unsigned(age.as_secs());
        // What could not be archived is not looked at again until the server starts anew.
        let mut looked = self.0.looked.lock().await;
        let done = self.0.store.archive((before, now), &mut looked, false, &mut |_, _| {}).await;
        match done {
            Ok(done) => {
                if done.games > 0 {
                    tracing::info!(games = done.games, decisions = done.decisions, "archived");
                }
                for (table, why) in done.faults {
                    tracing::warn!(table, why, "cannot be archived");
                }
            }
            Err(error) => tracing::warn!(%error, "games could not be archived"),
        }
    }

    async fn remove_expired(&self, id: &str, opened: i64, moved: i64) -> Result<(), ServiceError> {
        let table = self.table(id).await?;
        let mut state = self.write(&table).await?;
        let change = Change::Expired { table: id.to_string(), opened, moved };
        self.keep(&mut state, change).await?;
        state.needs_reload = true;
        table.notify(&mut state);
        Ok(())
    }

    /// Lets these tables go on, one after the other, as they did when the server stopped.
    pub async fn resume(&self, waiting: Vec<String>) {
        for id in &waiting {
            let resumed = async {
                let table = self.table(id).await?;
                self.start_if_full(&table).await?;
                self.wake_bots(&table);
                Ok::<_, ServiceError>(())
            };
            if let Err(error) = resumed.await {
                tracing::warn!(table = %id, %error, "cannot be resumed");
                self.is_stuck(id, &error);
            }
        }
    }

    /// How many tables cannot go on.
    pub fn count_stuck(&self) -> usize {
        self.0.stuck.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Notes that a table cannot go on; the log says which and why.
    fn is_stuck(&self, id: &str, why: &ServiceError) {
        let why = why.to_string();
        let mut stuck = self.0.stuck.lock().unwrap_or_else(PoisonError::into_inner);
        if stuck.get(id) != Some(&why) {
            tracing::error!(table = id, why, "a table cannot go on");
            stuck.insert(id.to_string(), why);
        }
    }

    fn goes_on(&self, id: &str) {
        self.0.stuck.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    /// The handle of the table of that id, whether it is in memory or not.
    fn handle(&self, id: &str) -> Arc<TableHandle> {
        let mut loaded = self.0.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.entry(id.to_string()).or_insert_with(|| Arc::new(TableHandle::new(id))).clone()
    }

    /// The handle of the table of that id, unless no table can have it.
    fn known(&self, id: &str) -> Result<Arc<TableHandle>, ServiceError> {
        if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(ServiceError::NotFound("such table".into()));
        }
        Ok(self.handle(id))
    }

    /// The table of that id, in memory.
    pub async fn table(&self, id: &str) -> Result<Arc<TableHandle>, ServiceError> {
        let table = self.known(id)?;
        if let Err(error) = self.read(&table).await {
            let mut loaded = self.0.loaded.lock().unwrap_or_else(PoisonError::into_inner);
            // Whoever follows the table hears of it by this handle when it can be read again.
            let ours = loaded.get(id).is_some_and(|known| Arc::ptr_eq(known, &table));
            if ours && Arc::strong_count(&table) <= 2 {
                loaded.remove(id);
            }
            return Err(error);
        }
        Ok(table)
    }

    /// Locks a table's state for reading, which is set up from the store if it is not in memory.
    pub async fn read(&self, table: &Arc<TableHandle>) -> Result<TableGuard, ServiceError> {
        if let Ok(mut used) = table.used.lock() {
            *used = Instant::now();
        }
        loop {
            let guard = table.state.clone().read_owned().await;
            let newest = table.newest.load(Ordering::SeqCst);
            let looking = OwnedRwLockReadGuard::try_map(guard, |state| current(state, newest));
            if let Ok(looking) = looking.map(TableGuard) {
                return Ok(looking);
            }
            drop(self.write(table).await?);
        }
    }

    /// Locks a table's state for writing, which is loaded from the store if it is not in memory.
    async fn write(
        &self,
        table: &Arc<TableHandle>,
    ) -> Result<OwnedRwLockMappedWriteGuard<Option<TableState>, TableState>, ServiceError> {
        let mut guard = table.state.clone().write_owned().await;
        let newest = table.newest.load(Ordering::SeqCst);
        if current(&guard, newest).is_none() {
            let loaded = self.bring_up_to_date(table, &mut guard).await;
            match &loaded {
                Err(ServiceError::NotFound(_)) => {}
                Err(error) => self.is_stuck(&table.id, error),
                Ok(_) => self.goes_on(&table.id),
            }
            let version = loaded?;
            if version < newest {
                // Not even the store has it any more.
                let _ = table.newest.compare_exchange(
                    newest,
                    version,
                    Ordering::SeqCst,
                    Ordering::SeqCst,
                );
            }
        }
        OwnedRwLockWriteGuard::try_map(guard, Option::as_mut)
            .map_err(|_| ServiceError::Internal("the table is gone".into()))
    }

    async fn load(&self, id: &str) -> Result<TableState, ServiceError> {
        self.0.metrics.set_ups.inc();
        let mut stored = self.stored(id, Known::default()).await?;
        let position = stored.position.take();
        let StoredTable { row, seats, seen, talk, whispers, steps, keeper, plans, .. } = stored;
        self.remember_seen(id, seen);
        let mut turns: Vec<u64> = seats.iter().map(|seat| 2 * seat.undos).collect();
        for step in &steps {
            if let Some(turn) = turns.get_mut(step.seat.index()) {
                *turn += 1;
            }
        }
        let last_steps = last_steps(&seats, steps.iter().map(|step| (step.seat, step.step)));
        let (game, other_rules_until) = match row.phase {
            Phase::Open => (None, None),
            _ => {
                let (game, parted) = self.rebuild(&row, &seats, steps, position).await?;
                (Some(game), parted)
            }
        };
        let row = match &game {
            // Versions before did not count what is told.
            Some(game) if row.phase == Phase::Playing => {
                let told_steps = Moments::of(game.as_ref(), Viewer::Table, false).count();
                TableRow { told_steps, ..row }
            }
            _ => row,
        };
        let overseers = replay::overseers_of(&self.0.games, &row, &seats)?;
        let keeper = self.stored_keeper(&row, &seats, keeper.as_deref(), game.as_deref());
        Ok(TableState {
            row,
            seats,
            overseers,
            game,
            keeper,
            looked_at: self.time(),
            plans: plans::stored_plans(id, plans),
            talk,
            whispers,
            turns,
            last_steps,
            undone: Vec::new(),
            other_rules_until,
            sandbox: None,
            needs_reload: false,
            version: 0,
        })
    }

    /// What a viewer sees of a table.
    pub fn frame(
        &self,
        table: &TableHandle,
        state: &TableState,
        viewer: Viewer,
    ) -> Result<Arc<Frame>, ServiceError> {
        {
            let frames = table.frames.lock().unwrap_or_else(PoisonError::into_inner);
            let others = || frames.1.values().next().filter(|_| planted(Bug::SharedFrames));
            if frames.0 == state.version
                && let Some(frame) = frames.1.get(&viewer).or_else(others)
            {
                return Ok(frame.clone());
            }
        }
        let frame =
            catch_panic(&table.id, || frame::live(state, viewer, &self.0.boards)).map(Arc::new)?;
        let mut frames = table.frames.lock().unwrap_or_else(PoisonError::into_inner);
        if frames.0 != state.version {
            *frames = (state.version, HashMap::new());
        }
        frames.1.insert(viewer, frame.clone());
        Ok(frame)
    }
}

impl TableHandle {
    fn new(id: &str) -> TableHandle {
        TableHandle {
            id: id.to_string(),
            version: watch::Sender::new(0),
            state: Arc::default(),
            frames: Mutex::default(),
            thinking: Default::default(),
            hurried: Default::default(),
            watched_elsewhere: Default::default(),
            held: AtomicI64::new(-1),
            newest: AtomicI64::new(0),
            used: Mutex::new(Instant::now()),
            opened_from: OnceLock::new(),
        }
    }

    /// The address of its page.
    pub fn url(&self) -> String {
        format!("/t/{}", self.id)
    }

    /// Receives a number after every change.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Whether anybody has the table open.
    pub fn is_watched(&self) -> bool {
        self.version.receiver_count() > 0
    }

    /// Numbers a state that was loaded after the one before it, and notifies everybody who follows the table. What they have
    /// seen and is not so (any more) they hear anew.
    fn follow_on(&self, state: &mut TableState, before: Option<TableState>) {
        state.version = *self.version.borrow();
        let known = state.version > 0;
        let undone = match before {
            Some(before) => {
                let undone = state.not_so_any_more(&before);
                state.undone = before.undone;
                undone
            }
            None => Some(None).filter(|_| known),
        };
        self.notify(state);
        let version = state.version;
        state.undone.extend(undone.map(|known| Undone { version, known }));
    }

    /// Notifies everybody who follows the table that something has changed.
    fn notify(&self, state: &mut TableState) {
        self.held.store(state.row.version, Ordering::SeqCst);
        state.version += 1;
        self.version.send_replace(state.version);
    }
}
