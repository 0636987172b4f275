//! The server: the table in your browser.
//!
//! One process, one SQLite file, no other service; or several servers that share a PostgreSQL database. Games come from the shelf and bring no HTML:
//! pages show the scenes that games make. [`Server::start`] is the way in.

mod api;
mod assets;
mod client;
mod error;
mod extract;
mod faces;
mod fence;
mod frame;
mod games;
mod gzip;
mod identity;
mod keys;
mod limits;
mod listen;
mod mail;
mod metrics;
mod notices;
mod observe;
mod operator;
mod pages;
mod passkeys;
mod planted;
mod protocol;
mod qr;
pub mod remote;
mod secret;
mod settings;
mod store;
mod stream;
mod tables;
mod upkeep;
mod web;

pub use ipnet::IpNet;
pub use limits::{Limits, Rate};
pub use listen::Connections;
#[cfg(feature = "mail")]
pub use mailbox::MailSettings;
pub use notices::NameService;
pub use operator::{
    OperatorDeed, OperatorStatus, PeopleQuestion, PersonDeed, PersonStatus, ReportClosing,
    ReportQuestion, ReportStatus, Standing, ask_about_people, ask_about_reports, ask_operator,
};
pub use passkeys::PublicUrl;
pub use secret::constant_time_eq;
pub use store::{
    Archiving, CopiedRelation, Disk, LivingServer, StoreAddress, StoreAddressError, StoreCheck,
    StorePlace,
};
pub use tables::{LaneStatus, Sitting, StuckTable};
pub use upkeep::{
    Keeping, Pruned, Replayed, backup_store, check_store, copy_store, prune_store, replay_store,
};

use crate::games::Games;
use crate::keys::Keys;
use crate::limits::RateLimiter;
use crate::mail::Mail;
use crate::metrics::{ConnectionMetrics, RequestMetrics};
use crate::notices::{Outgoing, OutgoingSettings, name_service};
use crate::operator::{Desk, Lifecycle, OperatorState};
use crate::secret::Signer;
use crate::store::{Change, Damage, DataFolder, PersonRow, Place, RealDisk, Store, StoreError};
use crate::tables::{TableSettings, Tables};
use crate::web::{App, AppState};
use shelf::{Means, Shelf, Shelved};
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How a server is set up.
///
/// ```
/// use service::{Config, Limits};
/// use shelf::Shelf;
/// use std::path::PathBuf;
///
/// let shelf = Shelf::new().with(connect_four::entry);
/// let mut config = Config::new(([127, 0, 0, 1], 0).into(), PathBuf::from("data"), &shelf);
/// config.limits = Limits { streams: 20, ..Limits::default() };
/// assert_eq!(config.shelf.len(), 1);
/// ```
pub struct Config {
    /// The address to listen at; port 0 for any free one.
    pub bind: SocketAddr,
    /// The folder of the store and its keys, which is made if it is not there.
    pub data: PathBuf,
    /// Where the store lies, if not in that folder; its keys always do.
    pub store: StoreAddress,
    /// The games that it offers.
    pub shelf: Vec<Shelved>,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// How many connections there may be, and how long one may keep us waiting.
    pub connections: Connections,
    /// Proxies in front of the server: what they say of the client's address, of HTTPS and of the id of a request counts.
    pub trusted_proxies: Vec<IpNet>,
    /// The address under which people reach the server: passkeys are bound to it. Without it there are some on the machine
    /// itself only, as `localhost`.
    pub public_url: Option<PublicUrl>,
    /// The operator's address, with metrics, an overview and what can be done with the server; none if nobody asks there.
    /// Whoever reaches it may do everything: without a token only an address of the machine itself is taken.
    pub operator: Option<SocketAddr>,
    /// What every request to the operator's address has to bring, if anything.
    pub operator_token: Option<String>,
    /// How long a server that drains goes on as before, so that whoever balances can notice.
    pub drain_notice: Duration,
    /// How many bots think at the same time.
    pub thinkers: usize,
    /// How long a bot waits between decisions while somebody watches.
    pub bot_pause: Duration,
    /// How long a bot may think before it is said to hang, and nobody else waits for it.
    pub bot_patience: Duration,
    /// How long a minute of absence lasts, after which a player may be replaced: tests make it short.
    pub absent_minute: Duration,
    /// After how long a table that did not start is removed.
    pub unstarted: Duration,
    /// After how long a game in which nobody decides anything is removed.
    pub unfinished: Duration,
    /// After how long a game that is over is archived; never, if nothing is said.
    pub archive_after: Option<Duration>,
    /// How often tables are put away, archived and removed.
    pub tidying: Duration,
    /// After how long a table at which nobody looks is put away: it lies in the store, and comes back when somebody
    /// does.
    pub idle: Duration,
    /// The clock on the wall, in seconds since 1970, which tests turn.
    pub wall_clock: fn() -> i64,
    /// Whether that clock is believed when it jumps: for tests that turn it. Any other that jumps was set, or the machine slept,
    /// and that time is given back to those whose clocks ran.
    pub clock_is_turned: bool,
    /// How often deadlines are looked for.
    pub time_tick: Duration,
    /// Networks to which notices may be sent although they are not open to all, such as that of a chat server in the house; to these
    /// also without encryption.
    pub notices_may_call: Vec<IpNet>,
    /// What the names of those to whom notices are sent lead to, which tests say.
    pub name_service: NameService,
    /// How long sending a notice may take.
    pub notice_patience: Duration,
    /// The mail of the house, if it has any.
    #[cfg(feature = "mail")]
    pub mail: Option<MailSettings>,
    /// The disk under the store, which tests spoil.
    pub disk: Arc<dyn Disk>,
}

impl Config {
    /// A server of these games at this address, with its store in this folder. Bots answer in time, and
    /// each takes one core.
    pub fn new(bind: SocketAddr, data: PathBuf, shelf: &Shelf) -> Config {
        Config {
            bind,
            data,
            store: StoreAddress::default(),
            shelf: shelf.games(Means { clock: Some(clock), threads: 1 }),
            limits: Limits::default(),
            connections: Connections::default(),
            trusted_proxies: Vec::new(),
            public_url: None,
            operator: None,
            operator_token: None,
            drain_notice: Duration::from_secs(5),
            thinkers: std::thread::available_parallelism().map_or(2, usize::from),
            bot_pause: Duration::from_millis(250),
            bot_patience: Duration::from_secs(60),
            absent_minute: Duration::from_secs(60),
            unstarted: UNSTARTED,
            unfinished: UNFINISHED,
            archive_after: None,
            tidying: Duration::from_secs(60),
            idle: Duration::from_secs(30 * 60),
            wall_clock: tables::now,
            clock_is_turned: false,
            time_tick: Duration::from_millis(250),
            notices_may_call: Vec::new(),
            name_service,
            notice_patience: Duration::from_secs(10),
            #[cfg(feature = "mail")]
            mail: None,
            disk: Arc::new(RealDisk),
        }
    }
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// After how long a table that did not start is removed.
const UNSTARTED: Duration = Duration::from_secs(14 * DAY.as_secs());

/// After how long a game in which nobody decides anything is removed.
const UNFINISHED: Duration = Duration::from_secs(365 * DAY.as_secs());

/// Milliseconds since the server first asked: the clock of its bots.
fn clock() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_millis() as u64
}

/// Why a server could not start.
///
/// ```
/// use service::{Config, Server};
/// use shelf::Shelf;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("data");
/// std::fs::write(&file, "not a folder")?;
/// let shelf = Shelf::new().with(connect_four::entry);
/// let config = Config::new(([127, 0, 0, 1], 0).into(), file, &shelf);
/// let refused = tokio::runtime::Runtime::new()?.block_on(Server::start(config));
/// assert!(!refused.err().ok_or("it started")?.to_string().is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartError(String);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}

/// A server that is running.
///
/// ```
/// use service::{Config, Server};
/// use shelf::Shelf;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let runtime = tokio::runtime::Runtime::new()?;
/// runtime.block_on(async {
///     let shelf = Shelf::new().with(connect_four::entry);
///     let data = folder.path().to_path_buf();
///     let server = Server::start(Config::new(([127, 0, 0, 1], 0).into(), data, &shelf)).await?;
///     println!("Play at http://{}", server.address());
///     server.stop().await;
///     Ok(())
/// })
/// # }
/// ```
pub struct Server {
    address: SocketAddr,
    operator: Option<OperatorListener>,
    lifecycle: Lifecycle,
    drain_notice: Duration,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    tables: Tables,
    _data: DataFolder,
}

/// The operator's address, at which somebody is answered until this is dropped.
struct OperatorListener {
    address: SocketAddr,
    state: OperatorState,
    serving: JoinHandle<()>,
}

impl Drop for OperatorListener {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl OperatorListener {
    /// Listens before the server has started: until then it says that it is starting.
    async fn start(
        config: &Config,
        lifecycle: &Lifecycle,
    ) -> Result<Option<OperatorListener>, StartError> {
        let Some(wanted) = config.operator else { return Ok(None) };
        let token = config.operator_token.as_deref().filter(|token| !token.is_empty());
        if token.is_none() && !wanted.ip().is_loopback() {
            return Err(StartError(format!(
                "{wanted}: whoever reaches the operator's address may do everything. Choose one of this machine, such as \
                 127.0.0.1:{}, or set a token in OVERWINTER_ADMIN_TOKEN",
                wanted.port()
            )));
        }
        let failed =
            |error: std::io::Error| StartError(format!("{wanted}: {}", store::plain_words(&error)));
        let listener = TcpListener::bind(wanted).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let state = OperatorState {
            desk: Arc::default(),
            lifecycle: lifecycle.clone(),
            token: token.map(Into::into),
            notice: config.drain_notice,
        };
        let router = operator::router(state.clone());
        // It ends with the server and not before it: whoever waits for the end can ask.
        let (connections, metrics) = (Connections::default(), ConnectionMetrics::default());
        let serving = tokio::spawn(async move {
            let (_never, stopping) = watch::channel(false);
            listen::serve(listener, router, connections, Vec::new(), metrics, stopping).await;
        });
        Ok(Some(OperatorListener { address, state, serving }))
    }
}

impl Server {
    /// Opens the store, takes up the games that were going on, and listens.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let failed = |what: &str, why: &dyn fmt::Display| StartError(format!("{what}: {why}"));
        let place = shown(&config.store, &config.data);
        let lifecycle = Lifecycle::starting();
        let data = DataFolder::take(&config.data, &config.store).map_err(StartError)?;
        let operator = OperatorListener::start(&config, &lifecycle).await?;
        let listener = TcpListener::bind(config.bind)
            .await
            .map_err(|error| failed(&config.bind.to_string(), &store::plain_words(&error)))?;
        let address = listener
            .local_addr()
            .map_err(|error| failed(&config.bind.to_string(), &store::plain_words(&error)))?;
        let games = Games::new(config.shelf, Some(&config.data.join("editions")))
            .map_err(|error| failed("an edition", &error))?;
        let (store, damage, prepared) =
            open_store(&config.store, &data, config.disk, Purpose::Serving)
                .await
                .map_err(|error| failed(&place, &error))?;
        let Prepared { keys, signer, joined, people, blocks, full, waiting } = prepared;
        let rotating = store.house(ROTATING).await.map_err(|error| failed(&place, &error))?;
        if rotating.is_some_and(|key| !key.is_empty()) {
            let done = Change::House(ROTATING, String::new());
            store.write(done).await.map_err(|error| failed(&place, &error))?;
        }
        let base_url = match &config.public_url {
            Some(url) => url.to_string(),
            None => format!("http://{address}"),
        };
        let outgoing = OutgoingSettings {
            may_call: config.notices_may_call,
            name_service: config.name_service,
            patience: config.notice_patience,
            contact: base_url.clone(),
        };
        let outgoing = Outgoing::new(outgoing, &store).await;
        let outgoing = Arc::new(outgoing.map_err(|error| failed(&place, &error))?);
        #[cfg(feature = "mail")]
        let mail = Mail::new(config.mail, signer.clone());
        #[cfg(not(feature = "mail"))]
        let mail = Mail::none();
        let settings = TableSettings {
            thinkers: config.thinkers,
            bot_pause: config.bot_pause,
            bot_patience: config.bot_patience,
            absent_minute: config.absent_minute,
            wall_clock: config.wall_clock,
            turned: config.clock_is_turned,
            time_tick: config.time_tick,
            base_url,
            mail,
        };
        let games = Arc::new(games);
        let editions = games.clone();
        let tables = Tables::new(store, games, keys, settings);
        tables.remember_joined(joined);
        tables.remember_blocks(blocks);
        tables.remember_people(people.0, people.1);
        tables.see_to_bots().await.map_err(|error| failed(&place, &error))?;
        tables.begin_time().await.map_err(|error| failed(&place, &error))?;
        let (stop, stopping) = watch::channel(false);
        let app = AppState::from(App {
            tables: tables.clone(),
            signer,
            limiter: Arc::new(RateLimiter::new(config.limits)),
            trusted_proxies: config.trusted_proxies.clone().into(),
            outgoing: outgoing.clone(),
            public_url: config.public_url.clone().map(Arc::new),
            body_patience: config.connections.patience,
            damage,
            started: Instant::now(),
            stopping: lifecycle.streams_end(),
            requests: RequestMetrics::default(),
            lifecycle: lifecycle.clone(),
        });
        let connections = ConnectionMetrics::default();
        if let Some(operator) = &operator {
            let desk = Desk::new(app.clone(), address.to_string(), connections.clone());
            let _ = operator.state.desk.set(desk);
        }
        let limiter = app.limiter.clone();
        let router = web::router(app);
        tables.resume(full).await;
        lifecycle.serve();
        tracing::info!(%address, data = place, resumed = waiting.len(), "the server starts");
        let ages = [config.idle, config.unstarted, config.unfinished];
        let tidying = tidy_up(tables.clone(), config.tidying, ages, config.archive_after);
        let (resuming, sharing, timing) = (tables.clone(), tables.clone(), tables.clone());
        let (telling, counting) = (tables.clone(), tables.clone());
        #[cfg(feature = "mail")]
        let posting = tables.clone();
        let serving = tokio::spawn(async move {
            let tidying = tokio::spawn(tidying);
            let looking = tokio::spawn(look_at_editions(editions));
            let sharing = tokio::spawn(async move { sharing.share().await });
            let counting = tokio::spawn(count_servers(counting, limiter));
            let timing = tokio::spawn(async move { timing.keep_time().await });
            let telling = tokio::spawn(async move { telling.tell_people(outgoing).await });
            #[cfg(feature = "mail")]
            let posting = tokio::spawn(async move { posting.run_mail().await });
            // Nobody waits at the door until the last of many games has been set up again.
            let resuming = tokio::spawn(async move { resuming.resume(waiting).await });
            let (limits, trusted) = (config.connections, config.trusted_proxies);
            listen::serve(listener, router, limits, trusted, connections, stopping).await;
            tidying.abort();
            looking.abort();
            resuming.abort();
            sharing.abort();
            counting.abort();
            timing.abort();
            telling.abort();
            #[cfg(feature = "mail")]
            posting.abort();
        });
        let drain_notice = config.drain_notice;
        Ok(Server {
            address,
            operator,
            lifecycle,
            drain_notice,
            stop,
            serving,
            tables,
            _data: data,
        })
    }

    /// The address at which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The operator's address, if it has one.
    pub fn operator_address(&self) -> Option<SocketAddr> {
        self.operator.as_ref().map(|operator| operator.address)
    }

    /// Lets nobody come any more: `/ready` says so, and when whoever balances had the time to notice, streams end, so that pages
    /// connect elsewhere. Whoever asks something all the same is answered.
    pub async fn drain(&self) {
        if let Some(draining) = self.lifecycle.drain(self.tables.clone(), self.drain_notice) {
            draining.await;
        }
    }

    /// How many tables are in memory.
    pub fn tables_in_memory(&self) -> usize {
        self.tables.in_memory()
    }

    /// Stops: takes no more requests, gives its bots to other servers if there are any, finishes what is being answered, and
    /// closes the store.
    pub async fn stop(self) {
        self.lifecycle.stop();
        let _ = self.stop.send(true);
        self.tables.leave_house().await;
        let patience = Duration::from_secs(5);
        if tokio::time::timeout(patience, self.serving).await.is_err() {
            tracing::warn!("some requests were still being answered");
        }
        self.tables.store().close();
        tracing::info!("the server stops");
    }
}

/// What a store is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To be served, by this server and perhaps by others.
    Serving,
    /// To look at its keys, or to replace them, while nobody serves it.
    Keys,
}

/// Refuses a folder without the keys of a house that several servers share: new ones would be others.
async fn check_shared_keys(store: &Store, folder: &Path) -> Result<(), String> {
    for (known, file) in [("seeds_key", "seeds.key"), ("record_key", "records.key")] {
        let is_known = store.house(known).await.map_err(|error| error.to_string())?.is_some();
        let path = folder.join(file);
        if is_known && !path.exists() {
            return Err(format!("{}: this file is missing. {COPY_KEYS}", path.display()));
        }
    }
    Ok(())
}

/// What to do about keys that are not those of the house.
const COPY_KEYS: &str = "All servers of a house have the same keys: copy `seeds.key` and `records.key` from the folder of \
                         another one";

/// Notes by what the key of the seeds is known, so that no server with another one joins.
async fn note_seeds_key(store: &Store, keys: &Keys, folder: &Path) -> Result<(), String> {
    let words = |error: StoreError| error.to_string();
    let ours = keys.seeds_fingerprint();
    store.write(Change::HouseOnce("seeds_key", ours.clone())).await.map_err(words)?;
    match store.house("seeds_key").await.map_err(words)? {
        Some(known) if known != ours => {
            let path = folder.join("seeds.key");
            Err(format!("{}: this is not the key of this house. {COPY_KEYS}", path.display()))
        }
        _ => Ok(()),
    }
}

/// The keys in a folder. Seeds that an older version kept in the clear are sealed. A store whose key is lost, or is
/// another one, is refused: its games could not go on.
async fn seal_seeds(store: &Store, folder: &Path, purpose: Purpose) -> Result<Keys, String> {
    let shared = store.sharing().is_some() && purpose == Purpose::Serving;
    if shared {
        check_shared_keys(store, folder).await?;
    }
    let seeds = store.secret_seeds().await.map_err(|error| error.to_string())?;
    let sealed = |(_, seed): &&(String, String)| Keys::is_sealed(seed);
    Keys::settle(folder, seeds.iter().find(sealed))?;
    let mut keys = Keys::open(folder, seeds.iter().any(|seed| sealed(&seed)))?;
    note_record_key(store, &mut keys, folder, shared).await?;
    let mut tried = seeds.iter().filter(sealed).peekable();
    if tried.peek().is_some() && !tried.any(|(table, seed)| keys.unseal(seed, table).is_ok()) {
        return Err("`seeds.key` is not the key of this store: put the right one back".into());
    }
    if shared {
        note_seeds_key(store, &keys, folder).await?;
    }
    for (table, seed) in seeds.into_iter().filter(|(_, seed)| !Keys::is_sealed(seed)) {
        let sealed = keys.unseal(&seed, &table).and_then(|seed| keys.seal(seed, &table));
        match sealed {
            Ok(seed) => {
                let change = Change::Sealed { table, seed };
                store.write(change).await.map_err(|error| error.to_string())?;
            }
            Err(error) => tracing::error!(table, %error, "a seed is damaged"),
        }
    }
    Ok(keys)
}

/// Keeps the public half of the key of records in the store too: if its file is lost it is still known who signed the
/// records that there are, and it is said. Where several servers share a store, one with another key is refused.
async fn note_record_key(
    store: &Store,
    keys: &mut Keys,
    folder: &Path,
    shared: bool,
) -> Result<(), String> {
    let words = |error: StoreError| error.to_string();
    let public = keys.records().public();
    if shared {
        store.write(Change::HouseOnce("record_key", public.clone())).await.map_err(words)?;
    }
    let known = store.house("record_key").await.map_err(words)?;
    let lost = match &known {
        Some(known) => *known != public && !keys.retired().contains(known),
        None => keys.are_new() && store.has_records().await.map_err(words)?,
    };
    if lost && shared {
        let path = folder.join("records.key");
        return Err(format!("{}: this is not the key of this house. {COPY_KEYS}", path.display()));
    }
    if lost {
        let before = known.as_deref().unwrap_or("not known any more");
        tracing::error!(
            before,
            now = public,
            "`records.key` was lost or replaced, and a new one signs records from now on: records that the old one \
             signed are not proved by the new one. Put the old file back if you have it"
        );
        if let Some(known) = &known {
            keys.retire(folder, known)?;
        }
    }
    if known.as_ref() != Some(&public) {
        store.write(Change::House("record_key", public)).await.map_err(words)?;
    }
    Ok(())
}

/// By what the records of a server are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKeys {
    /// The key that signs records.
    pub record_key: String,
    /// Those that did before, the newest last.
    pub retired: Vec<String>,
}

impl PublicKeys {
    fn of(keys: &Keys) -> PublicKeys {
        PublicKeys { record_key: keys.records().public(), retired: keys.retired().to_vec() }
    }
}

/// The public keys of the server in a folder, which nobody serves now. Those that are missing are made.
pub async fn public_keys(folder: &Path, store: &StoreAddress) -> Result<PublicKeys, StartError> {
    let (_data, _, keys) = locked(folder, store).await?;
    Ok(PublicKeys::of(&keys))
}

/// Replaces all keys of the server in a folder, which nobody serves now. What was signed or sealed with the old ones
/// counts on; cookies until the keys are replaced again.
pub async fn rotate_keys(folder: &Path, store: &StoreAddress) -> Result<PublicKeys, StartError> {
    let place = shown(store, folder);
    let failed = |error: &dyn fmt::Display| StartError(format!("{place}: {error}"));
    let (_data, store, mut keys) = locked(folder, store).await?;
    let begun = store.house(ROTATING).await.map_err(|error| failed(&error))?;
    let unserved = begun.as_deref() == Some(UNSERVED);
    let begun = begun.filter(|key| !key.is_empty() && !unserved);
    if begun.is_none() {
        let rotated = rotate_stored_keys(&store, &keys, folder, unserved).await;
        rotated.map_err(|error| failed(&error))?;
    }
    let public = keys.records().public();
    if begun.is_none_or(|before| before == public) {
        keys.replace_records_key(folder).map_err(StartError)?;
    }
    let has_seeds = !store.sealed_seeds().await.map_err(|error| failed(&error))?.is_empty();
    let mut keys = Keys::open(folder, has_seeds).map_err(StartError)?;
    note_record_key(&store, &mut keys, folder, false).await.map_err(StartError)?;
    let done = Change::House(ROTATING, UNSERVED.into());
    store.write(done).await.map_err(|error| failed(&error))?;
    store.close();
    Ok(PublicKeys::of(&keys))
}

/// What is kept while keys are being replaced: the public half of the record key of before. Whoever is interrupted and begins
/// again goes on from there, so that no key is replaced twice; a server that starts takes it as done.
const ROTATING: &str = "rotating";

/// What is kept there when all are replaced and no server has given out a cookie of the new key: should they be replaced once more, by
/// somebody who was interrupted before they heard of it, the cookies that people have are still those of the key before.
const UNSERVED: &str = "unserved";

/// Replaces the keys that seal seeds and sign cookies, in one transaction of the store. Of those that nobody has served with the
/// key before stays the one before.
async fn rotate_stored_keys(
    store: &Store,
    keys: &Keys,
    folder: &Path,
    unserved: bool,
) -> Result<(), String> {
    let words = |error: StoreError| error.to_string();
    let next = keys.next_seeds_key(folder)?;
    let mut seeds = store.sealed_seeds().await.map_err(words)?;
    for (table, seed) in &mut seeds {
        // What cannot be opened stays as it is: the table is damaged, and `/health` says so.
        if let Ok(open) = keys.unseal(seed, table) {
            *seed = next.seal(open, table).map_err(|error| error.to_string())?;
        }
    }
    let sealed = seeds.iter().find(|(table, seed)| next.unseal(seed, table).is_ok()).cloned();
    signing_key(store).await.map_err(|error| error.to_string())?;
    let before = if unserved { "previous_key" } else { "key" };
    let previous = store.house(before).await.map_err(words)?.unwrap_or_default();
    let key = secret::random_key().map_err(|error| error.to_string())?;
    let (key, seeds_key) = (secret::hexadecimal(&key), next.seeds_fingerprint());
    let rotated = Change::Rotated { seeds, seeds_key, key, previous };
    let noted = Change::House(ROTATING, keys.records().public());
    store.write(Change::Together(vec![rotated, noted])).await.map_err(words)?;
    Keys::settle(folder, sealed.as_ref())
}

/// A folder that nobody else serves, with its store and keys.
async fn locked(
    folder: &Path,
    store: &StoreAddress,
) -> Result<(DataFolder, Store, Keys), StartError> {
    let place = shown(store, folder);
    let data = DataFolder::take(folder, store).map_err(StartError)?;
    let (store, _, prepared) = open_store(store, &data, Arc::new(RealDisk), Purpose::Keys)
        .await
        .map_err(|error| StartError(format!("{place}: {error}")))?;
    Ok((data, store, prepared.keys))
}

/// How often it is asked how many servers share the house.
const SERVERS_EVERY: Duration = Duration::from_secs(2);

/// Lets limits be those of the house, however many servers there are. Where nobody can tell, what was known last counts.
async fn count_servers(tables: Tables, limiter: Arc<RateLimiter>) {
    while let Some(sharing) = tables.store().sharing() {
        if let Ok(living) = sharing.living().await {
            limiter.share(living);
        }
        tokio::time::sleep(SERVERS_EVERY).await;
    }
}

/// How often the folders of editions are looked at.
const EDITIONS_EVERY: Duration = Duration::from_secs(1);

/// Looks at the folders of editions now and then, where nobody who asks for something waits for it.
async fn look_at_editions(games: Arc<Games>) {
    loop {
        tokio::time::sleep(EDITIONS_EVERY).await;
        let games = games.clone();
        let _ = tokio::task::spawn_blocking(move || games.look_at_editions()).await;
    }
}

/// Puts away tables that nobody looks at, removes those that nobody started or finished, and archives games that are over. A
/// clock that jumps removes nothing: it must have gone on as time has.
async fn tidy_up(
    tables: Tables,
    every: Duration,
    [idle, unstarted, unfinished]: [Duration; 3],
    archive_after: Option<Duration>,
) {
    loop {
        tokio::time::sleep(every).await;
        tables.evict_idle(idle);
        if let Some(steady) = tables.clock_is_steady_for() {
            let seconds = steady.as_secs();
            tracing::warn!(seconds, "the clock has jumped so long ago: no table is removed");
            continue;
        }
        // Of servers that share a store one does it.
        if let Some(sharing) = tables.store().sharing()
            && !matches!(sharing.claim_job("expiry", every / 2).await, Ok(true))
        {
            continue;
        }
        match tables.expire(unstarted, unfinished).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "tables that nobody started or finished"),
            Err(error) => tracing::warn!(%error, "tables could not be removed"),
        }
        if let Some(age) = archive_after {
            tables.archive(age).await;
        }
        if let Err(error) = tables.forget_sandboxes().await {
            tracing::warn!(%error, "old sandboxes could not be forgotten");
        }
        if let Err(error) = tables.forget_company().await {
            tracing::warn!(%error, "old seeks and invitations could not be forgotten");
        }
        #[cfg(feature = "mail")]
        if let Err(error) = tables.forget_mail().await {
            tracing::warn!(%error, "old mail could not be forgotten");
        }
        if let Err(error) = tables.forget_notices().await {
            tracing::warn!(%error, "old notices could not be forgotten");
        }
    }
}

/// How long the start waits for a look through the store. A large one is looked through while games go on.
const CHECK_PATIENCE: Duration = Duration::from_millis(500);

/// What a server takes from its store and its folder before it serves anybody.
struct Prepared {
    keys: Keys,
    signer: Signer,
    /// Guests who have become others.
    joined: Vec<(String, String)>,
    /// Cookies that count no more, and those who may do less than others.
    people: (Vec<String>, Vec<(String, PersonRow)>),
    /// Who blocks whom, and where.
    blocks: Vec<(String, String, String)>,
    /// Tables that are full and have not started.
    full: Vec<String>,
    /// Tables at which a bot must decide.
    waiting: Vec<String>,
}

async fn prepare(store: &Store, folder: &Path, purpose: Purpose) -> Result<Prepared, String> {
    let words = |error: StoreError| error.to_string();
    if store.house(store::UNFINISHED).await.map_err(words)?.is_some() {
        return Err(
            "a copy into this store was not finished: run `overwinter store copy` again".into()
        );
    }
    Ok(Prepared {
        keys: seal_seeds(store, folder, purpose).await?,
        signer: signing_key(store).await.map_err(|error| error.to_string())?,
        joined: store.joined().await.map_err(words)?,
        people: (store.ended().await.map_err(words)?, store.barred().await.map_err(words)?),
        blocks: store.blocks().await.map_err(words)?,
        full: store.full_but_not_started().await.map_err(words)?,
        // Where servers share it, each takes up what no other sees to.
        waiting: match store.sharing() {
            Some(_) => Vec::new(),
            None => store.waiting_for_bots().await.map_err(words)?,
        },
    })
}

/// Where a store lies, for people.
fn shown(store: &StoreAddress, folder: &Path) -> String {
    match store.is_in_folder() {
        true => folder.display().to_string(),
        false => store.to_string(),
    }
}

/// Opens a store, wherever it lies.
async fn open_store(
    address: &StoreAddress,
    data: &DataFolder,
    disk: Arc<dyn Disk>,
    purpose: Purpose,
) -> Result<(Store, Arc<OnceLock<Damage>>, Prepared), String> {
    match &address.0 {
        Place::Folder => open_file(&data.store(), data.path(), disk, purpose).await,
        #[cfg(feature = "postgres")]
        Place::Postgres(address) => {
            let store = match purpose {
                Purpose::Serving => Store::connect(address, disk).await,
                Purpose::Keys => Store::connect_alone(address, disk).await,
            };
            let store = store.map_err(|error| error.to_string())?;
            let (damage, _) = look_for_damage(&store).await;
            let prepared = prepare(&store, data.path(), purpose).await?;
            Ok((store, damage, prepared))
        }
    }
}

/// Opens a store in a file. One that is damaged is mended first: everything that can be read is taken over, and the rest is named
/// in the log.
async fn open_file(
    path: &Path,
    folder: &Path,
    disk: Arc<dyn Disk>,
    purpose: Purpose,
) -> Result<(Store, Arc<OnceLock<Damage>>, Prepared), String> {
    let faults = match Store::open(path, disk.clone()) {
        Ok(store) => {
            let (damage, looking) = look_for_damage(&store).await;
            if damage.get().is_none_or(|damage| damage.faults.is_empty()) {
                match prepare(&store, folder, purpose).await {
                    Err(_) if store.has_met_damage() => {}
                    prepared => return prepared.map(|prepared| (store, damage, prepared)),
                }
            }
            if !looking.is_finished() {
                let _ = looking.await;
            }
            store.close();
            damage.get().map(|damage| damage.faults.clone()).unwrap_or_default()
        }
        Err(StoreError::Damaged(fault)) => vec![fault],
        Err(error) => return Err(error.to_string()),
    };
    let damage = Store::mend(path, faults).await.map_err(|error| error.to_string())?;
    let (tables, count) = (damage.tables.join(" "), damage.tables.len());
    tracing::error!(
        tables,
        count,
        "the store was damaged and has been mended: of these tables something was lost. The damaged file is kept \
         as `overwinter.sqlite.damaged`"
    );
    let store = Store::open(path, disk).map_err(|error| error.to_string())?;
    let found = Arc::<OnceLock<Damage>>::default();
    let _ = found.set(damage);
    let prepared = prepare(&store, folder, purpose).await?;
    Ok((store, found, prepared))
}

/// Looks through the store for damage, and reports it; a large one is looked through further while games go on.
async fn look_for_damage(store: &Store) -> (Arc<OnceLock<Damage>>, JoinHandle<()>) {
    let (store, found) = (store.clone(), Arc::<OnceLock<Damage>>::default());
    let (told, marked) = (found.clone(), store.is_marked());
    let mut looking = tokio::spawn(async move {
        match store.find_damage().await {
            Ok(damage) if damage.faults.is_empty() => {
                let _ = told.set(store.earlier_damage());
            }
            Ok(damage) => {
                let (faults, tables) = (damage.faults.join("; "), damage.tables.join(" "));
                tracing::error!(
                    faults,
                    tables,
                    "the store is damaged: these tables cannot be read. It is mended when the server starts again"
                );
                store.mark_damaged();
                let _ = told.set(damage);
            }
            Err(error) => tracing::error!(%error, "the store could not be looked through"),
        }
    });
    let patience = if marked { Duration::MAX } else { CHECK_PATIENCE };
    let _ = tokio::time::timeout(patience, &mut looking).await;
    (found, looking)
}

/// The key with which cookies and forms are signed; made when a store is new, or if it was lost.
async fn signing_key(store: &Store) -> Result<Signer, error::ServiceError> {
    let read = |text: String| secret::bytes(&text).and_then(|key| key.try_into().ok());
    let found = store.house("key").await?;
    let key = match (found.clone().and_then(read), found) {
        (Some(key), _) => key,
        (None, found) => {
            if found.is_some() || store.was_mended() {
                tracing::error!("the key of cookies was lost: every browser is a new guest");
            }
            let key = secret::random_key()?;
            let written = secret::hexadecimal(&key);
            match found {
                Some(_) => store.write(Change::House("key", written)).await?,
                // Another server that starts at the same time may be first.
                None => store.write(Change::HouseOnce("key", written)).await?,
            }
            store.house("key").await?.and_then(read).unwrap_or(key)
        }
    };
    let previous = store.house("previous_key").await?.and_then(read);
    Ok(Signer::new(key).after(previous))
}
