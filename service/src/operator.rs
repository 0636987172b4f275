//! What whoever runs the server sees and does: at an address of its own, which strangers do not reach.
//!
//! [`lifecycle`] is where a server stands between its start and its end, [`routes`] what the address answers, [`page`] how it looks,
//! [`ask`] how the program asks it.

mod ask;
mod lifecycle;
mod page;
mod people;
mod reports;
mod routes;

pub use ask::{
    OperatorDeed, PeopleQuestion, ReportQuestion, ask_about_people, ask_about_reports, ask_operator,
};
pub use lifecycle::{Lifecycle, Standing};
pub use people::{PersonDeed, PersonStatus};
pub use reports::{MUTED_DAYS, ReportClosing, ReportStatus};
pub use routes::{OperatorState, router};

use crate::error::ServiceError;
use crate::metrics::{ConnectionMetrics, Counted, Metrics, Snapshot};
use crate::store::{Change, LivingServer, Store};
use crate::tables::{LaneStatus, Sitting, StuckTable};
use crate::web::AppState;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use table::wording::readable_line;

/// The value of the house that says whether new games are paused.
const PAUSED: &str = "new_games";

/// What the value begins with while they are.
const PAUSED_BECAUSE: &str = "paused:";

/// The most letters of a reason.
const LONGEST_REASON: usize = 200;

/// How long the store may take to answer before it is called away.
const STORE_PATIENCE: Duration = Duration::from_secs(2);

/// Why new games are paused, over all servers of the house; nothing if they are not, and empty if no reason was given.
pub async fn paused(store: &Store) -> Result<Option<String>, ServiceError> {
    let value = store.house(PAUSED).await?;
    Ok(value.and_then(|value| Some(value.strip_prefix(PAUSED_BECAUSE)?.trim().to_string())))
}

/// What everybody is told while new games are paused.
pub fn paused_words(why: &str) -> String {
    match why {
        "" => "New games are paused for now; games that are on go on.".into(),
        why => format!("New games are paused for now, and games that are on go on: {why}"),
    }
}

/// Pauses new games over all servers of the house, for a reason that everybody may read.
pub async fn pause(store: &Store, why: &str) -> Result<(), ServiceError> {
    let why = readable_line(why).trim().to_string();
    if why.chars().count() > LONGEST_REASON {
        let problem = format!("A reason has at most {LONGEST_REASON} letters.");
        return Err(ServiceError::BadRequest(problem));
    }
    store.write(Change::House(PAUSED, format!("{PAUSED_BECAUSE} {why}"))).await?;
    tracing::info!(why, "new games are paused");
    Ok(())
}

/// Lets new games begin again, over all servers of the house.
pub async fn resume(store: &Store) -> Result<(), ServiceError> {
    store.write(Change::House(PAUSED, String::new())).await?;
    tracing::info!("new games may begin again");
    Ok(())
}

/// Why requests should not come to this server; nothing if they should.
pub async fn not_ready(app: &AppState) -> Option<&'static str> {
    if let Some(why) = app.lifecycle.standing().not_ready() {
        return Some(why);
    }
    let store = app.tables.store();
    if store.is_full() {
        return Some("the disk is full");
    }
    match tokio::time::timeout(STORE_PATIENCE, store.is_away()).await {
        Ok(false) => None,
        Ok(true) => Some("the store is away"),
        Err(_) => Some("the store does not answer"),
    }
}

/// How a server stands, for whoever runs it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OperatorStatus {
    /// The version of the program.
    pub version: String,
    /// The address at which it serves.
    pub address: String,
    /// Where it stands between its start and its end.
    pub standing: Standing,
    /// Why requests should not come here; nothing if they should.
    pub not_ready: Option<String>,
    /// Whether it has drained and has nothing left to finish: it can be stopped.
    pub drained: bool,
    /// Why new games are paused, over all servers; nothing if they are not.
    pub paused: Option<String>,
    /// How long it has run.
    pub uptime_seconds: u64,
    /// Tables of the house by state.
    pub tables: BTreeMap<String, i64>,
    /// Tables in memory here.
    pub tables_in_memory: usize,
    /// Those of them that somebody watches here.
    pub tables_watched: usize,
    /// Tables that cannot go on.
    pub stuck: Vec<StuckTable>,
    /// Event streams open here.
    pub streams: usize,
    /// Connections open here.
    pub connections: i64,
    /// Requests being answered here.
    pub requests: i64,
    /// Tables at which a bot is asked here.
    pub bots_asked: usize,
    /// The lanes in which bots wait and think.
    pub lanes: Vec<LaneStatus>,
    /// Changes that wait to be stored.
    pub changes_waiting: i64,
    /// The servers of the house; empty where one has the store for itself.
    pub servers: Vec<LivingServer>,
    /// Those who sit at tables that are in memory here.
    pub people: Vec<Sitting>,
}

/// What the operator's address knows of a server that has started.
pub struct Desk {
    /// What requests reach.
    pub app: AppState,
    /// Where the server listens.
    pub address: String,
    /// What is counted.
    metrics: Metrics,
    connections: ConnectionMetrics,
}

impl Desk {
    /// The desk of a server.
    pub fn new(app: AppState, address: String, connections: ConnectionMetrics) -> Desk {
        let metrics = Metrics::of(Counted {
            requests: &app.requests,
            refused: app.limiter.refused(),
            store: app.tables.store().metrics(),
            tables: app.tables.metrics(),
            connections: &connections,
        });
        Desk { app, address, metrics, connections }
    }

    /// Everything that is counted, as text. A store that does not answer keeps nobody from the rest.
    pub async fn metrics(&self) -> Result<String, ServiceError> {
        let tables = &self.app.tables;
        let asked = async {
            let servers = match tables.store().sharing() {
                Some(sharing) => sharing.living().await.ok(),
                None => Some(1),
            };
            (tables.counts().await, servers, paused(tables.store()).await)
        };
        let asked = tokio::time::timeout(STORE_PATIENCE, asked).await.ok();
        let (counts, servers, paused) = asked.unwrap_or((Ok(Vec::new()), None, Ok(None)));
        let told = self.metrics.text(&Snapshot {
            tables: counts.unwrap_or_default(),
            in_memory: tables.in_memory(),
            watched: tables.count_watched(),
            stuck: tables.count_stuck(),
            streams: self.app.limiter.open_streams(),
            lanes: tables.bot_lanes(),
            servers,
            ready: not_ready(&self.app).await.is_none(),
            draining: self.app.lifecycle.standing() == Standing::Draining,
            paused: matches!(paused, Ok(Some(_))),
            disk_free: tables.store().disk_space(),
            uptime: self.app.started.elapsed(),
        });
        told.map_err(|error| ServiceError::Internal(error.to_string()))
    }

    /// How the server stands. What the store does not tell is left out.
    pub async fn status(&self) -> OperatorStatus {
        let (app, tables) = (&self.app, &self.app.tables);
        let asked = async {
            let servers = match tables.store().sharing() {
                Some(sharing) => sharing.servers().await.unwrap_or_default(),
                None => Vec::new(),
            };
            let paused = paused(tables.store()).await.unwrap_or_default();
            (tables.counts().await.unwrap_or_default(), servers, paused)
        };
        let asked = tokio::time::timeout(STORE_PATIENCE, asked).await;
        let (counts, servers, paused) = asked.unwrap_or_default();
        let lane = |(lane, free, waiting): (&str, usize, usize)| LaneStatus {
            lane: lane.into(),
            free,
            waiting,
        };
        let (streams, requests) = (app.limiter.open_streams(), app.requests.open());
        let (bots_asked, changes_waiting) =
            (tables.count_thinking(), tables.store().metrics().waiting());
        let bots_rest = bots_asked == 0 || !tables.is_shared();
        let rests = streams == 0 && requests == 0 && changes_waiting == 0 && bots_rest;
        OperatorStatus {
            version: env!("CARGO_PKG_VERSION").into(),
            address: self.address.clone(),
            standing: app.lifecycle.standing(),
            not_ready: not_ready(app).await.map(str::to_string),
            drained: app.lifecycle.wants_nobody() && rests,
            paused,
            uptime_seconds: app.started.elapsed().as_secs(),
            tables: counts.into_iter().collect(),
            tables_in_memory: tables.in_memory(),
            tables_watched: tables.count_watched(),
            stuck: tables.stuck(),
            streams,
            connections: self.connections.open.get(),
            requests,
            bots_asked,
            lanes: tables.bot_lanes().into_iter().map(lane).collect(),
            changes_waiting,
            servers,
            people: tables.sitting(),
        }
    }
}
