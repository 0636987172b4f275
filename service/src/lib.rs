//! The server: the table in your browser.
//!
//! One process, one SQLite file, no other service. Games come from the shelf and bring no HTML:
//! pages show the scenes that games make. [`Server::start`] is the way in.

mod api;
mod assets;
mod error;
mod extract;
mod frame;
mod games;
mod gzip;
mod identity;
mod keys;
mod limits;
mod pages;
mod protocol;
mod secret;
mod store;
mod stream;
mod tables;
mod web;

pub use limits::{Limits, Rate};

use crate::games::Games;
use crate::keys::Keys;
use crate::limits::RateLimiter;
use crate::secret::Signer;
use crate::store::{Change, Store};
use crate::tables::{TableSettings, Tables};
use crate::web::AppState;
use shelf::{Means, Shelf, Shelved};
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
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
    /// The folder of the store, which is made if it is not there.
    pub data: PathBuf,
    /// The games that it offers.
    pub shelf: Vec<Shelved>,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// How many bots think at the same time.
    pub thinkers: usize,
    /// How long a bot waits between decisions while somebody watches.
    pub bot_pause: Duration,
    /// How long a minute of absence lasts, after which a player may be replaced: tests make it short.
    pub absent_minute: Duration,
}

impl Config {
    /// A server of these games at this address, with its store in this folder. Bots answer in time, and
    /// each takes one core.
    pub fn new(bind: SocketAddr, data: PathBuf, shelf: &Shelf) -> Config {
        Config {
            bind,
            data,
            shelf: shelf.games(Means { clock: Some(clock), threads: 1 }),
            limits: Limits::default(),
            thinkers: std::thread::available_parallelism().map_or(2, usize::from),
            bot_pause: Duration::from_millis(250),
            absent_minute: Duration::from_secs(60),
        }
    }
}

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
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    tables: Tables,
}

impl Server {
    /// Opens the store, takes up the games that were going on, and listens.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let failed = |what: &str, why: &dyn fmt::Display| StartError(format!("{what}: {why}"));
        let folder = config.data.display().to_string();
        std::fs::create_dir_all(&config.data).map_err(|error| failed(&folder, &error))?;
        let listener = TcpListener::bind(config.bind)
            .await
            .map_err(|error| failed(&config.bind.to_string(), &error))?;
        let address =
            listener.local_addr().map_err(|error| failed(&config.bind.to_string(), &error))?;
        let games = Games::new(config.shelf, Some(&config.data.join("editions")))
            .map_err(|error| failed("an edition", &error))?;
        let path = config.data.join("overwinter.sqlite");
        let store = Store::open(&path).map_err(|error| failed(&folder, &error))?;
        let keys = Keys::open(&config.data).map_err(StartError)?;
        seal_seeds(&store, &keys).await.map_err(|error| failed(&folder, &error))?;
        let signer = signing_key(&store).await.map_err(|error| failed(&folder, &error))?;
        let settings = TableSettings {
            thinkers: config.thinkers,
            bot_pause: config.bot_pause,
            absent_minute: config.absent_minute,
        };
        let tables = Tables::new(store, Arc::new(games), keys, settings);
        let (stop, stopping) = watch::channel(false);
        let app = AppState {
            tables: tables.clone(),
            signer,
            limiter: Arc::new(RateLimiter::new(config.limits)),
            started: Instant::now(),
            stopping: stopping.clone(),
        };
        let service = web::router(app).into_make_service_with_connect_info::<SocketAddr>();
        let resumed =
            tables.resume().await.map_err(|error| failed("games that were going on", &error))?;
        tracing::info!(%address, data = folder, resumed, "the server starts");
        let evicting = tables.clone();
        let serving = tokio::spawn(async move {
            let eviction = tokio::spawn(async move {
                loop {
                    tokio::time::sleep(Duration::from_secs(60)).await;
                    evicting.evict_idle(Duration::from_secs(1800));
                }
            });
            let stopped = async move {
                let mut stopping = stopping;
                let _ = stopping.wait_for(|stop| *stop).await;
            };
            let served = axum::serve(listener, service).with_graceful_shutdown(stopped).await;
            eviction.abort();
            if let Err(error) = served {
                tracing::error!(%error, "the server failed");
            }
        });
        Ok(Server { address, stop, serving, tables })
    }

    /// The address at which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How many tables are in memory.
    pub fn tables_in_memory(&self) -> usize {
        self.tables.in_memory()
    }

    /// Stops: takes no more requests, finishes those that are being answered, and closes the store.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let patience = Duration::from_secs(5);
        if tokio::time::timeout(patience, self.serving).await.is_err() {
            tracing::warn!("some requests were still being answered");
        }
        self.tables.store().close();
        tracing::info!("the server stops");
    }
}

/// Seals the seeds that an older version kept in the clear. A store whose key is lost is refused: its games
/// could not go on.
async fn seal_seeds(store: &Store, keys: &Keys) -> Result<(), error::ServiceError> {
    for (table, seed) in store.secret_seeds().await? {
        if Keys::is_sealed(&seed) {
            if keys.new {
                let why = "`seeds.key` is missing, without which no game can go on: put it back";
                return Err(error::ServiceError::Internal(why.into()));
            }
            continue;
        }
        let seed = keys.seal(keys.unseal(&seed, &table)?, &table)?;
        store.write(Change::Sealed { table, seed }).await?;
    }
    Ok(())
}

/// The key with which cookies and forms are signed; made when a store is new.
async fn signing_key(store: &Store) -> Result<Signer, error::ServiceError> {
    if store.house("key").await?.is_none() {
        let key = secret::hexadecimal(&secret::random_key()?);
        store.write(Change::House("key", key)).await?;
    }
    let text = store.house("key").await?.unwrap_or_default();
    let key = secret::bytes(&text).and_then(|key| key.try_into().ok());
    let damaged = || error::ServiceError::Internal("the key of the store is damaged".into());
    Ok(Signer::new(key.ok_or_else(damaged)?))
}
