//! What is counted and timed, for whoever runs the server.
//!
//! Every part of the server owns what it counts, and nothing is global: servers in one process count apart. Labels have few
//! values, known beforehand: the template of an address and never the address itself, in which the id of a table stands.

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry};
use std::fmt;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// The kind of the text in which everything is told.
pub const TEXT_KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper ends of the times that are told apart, in seconds.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

/// Times by a label.
type Times<L> = Family<L, Histogram, fn() -> Histogram>;

/// One word by which something is told apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct KindLabel {
    kind: &'static str,
}

/// How many of each kind there were.
#[derive(Clone, Debug, Default)]
pub struct Kinds(Family<KindLabel, Counter>);

impl Kinds {
    /// These kinds, of which there was none yet.
    pub fn of(kinds: &[&'static str]) -> Kinds {
        let all = Kinds::default();
        for kind in kinds {
            drop(all.0.get_or_create(&KindLabel { kind }));
        }
        all
    }

    /// Counts one.
    pub fn count(&self, kind: &'static str) {
        self.0.get_or_create(&KindLabel { kind }).inc();
    }
}

/// A request by its method and the template of its address.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    method: &'static str,
    route: String,
}

/// An answer to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    route: String,
    status: u16,
}

/// What is counted of requests.
#[derive(Clone, Debug)]
pub struct RequestMetrics {
    answered: Family<Answered, Counter>,
    seconds: Times<Route>,
    errors: Kinds,
    open: Gauge,
}

impl Default for RequestMetrics {
    fn default() -> RequestMetrics {
        RequestMetrics {
            answered: Family::default(),
            seconds: Family::new_with_constructor(seconds as fn() -> Histogram),
            errors: Kinds::of(&crate::error::KINDS),
            open: Gauge::default(),
        }
    }
}

/// A request that is being answered, counted until this is dropped.
pub struct OpenRequest(Gauge);

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl RequestMetrics {
    /// Notes that a request is being answered.
    pub fn begin(&self) -> OpenRequest {
        self.open.inc();
        OpenRequest(self.open.clone())
    }

    /// How many requests are being answered.
    pub fn open(&self) -> i64 {
        self.open.get()
    }

    /// Counts an answer: by the method, the template of the address, the status, and what went wrong, if something did.
    pub fn answered(
        &self,
        (method, route): (&'static str, &str),
        status: u16,
        error: Option<&'static str>,
        took: Duration,
    ) {
        let route = route.to_string();
        self.seconds
            .get_or_create(&Route { method, route: route.clone() })
            .observe(took.as_secs_f64());
        self.answered.get_or_create(&Answered { method, route, status }).inc();
        if let Some(kind) = error {
            self.errors.count(kind);
        }
    }
}

/// What is counted of the store.
#[derive(Clone, Debug)]
pub struct StoreMetrics {
    reads: Histogram,
    commits: Histogram,
    groups: Histogram,
    waiting: Gauge,
    failures: Kinds,
}

impl Default for StoreMetrics {
    fn default() -> StoreMetrics {
        StoreMetrics {
            reads: seconds(),
            commits: seconds(),
            groups: Histogram::new(exponential_buckets(1.0, 2.0, 12)),
            waiting: Gauge::default(),
            failures: Kinds::of(&["read", "write"]),
        }
    }
}

/// A change that waits for the store, counted until this is dropped.
pub struct WaitingChange(Gauge);

impl Drop for WaitingChange {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl StoreMetrics {
    /// Notes how long questions took that began then, and whether they were answered.
    pub fn read(&self, began: Instant, answered: bool) {
        self.reads.observe(began.elapsed().as_secs_f64());
        if !answered {
            self.failures.count("read");
        }
    }

    /// Notes how long a group of so many changes took that began then, and whether it is stored.
    pub fn committed(&self, began: Instant, changes: usize, stored: bool) {
        self.commits.observe(began.elapsed().as_secs_f64());
        self.groups.observe(changes as f64);
        if !stored {
            self.failures.count("write");
        }
    }

    /// Notes that a change waits.
    pub fn wait(&self) -> WaitingChange {
        self.waiting.inc();
        WaitingChange(self.waiting.clone())
    }

    /// How many changes wait to be stored.
    pub fn waiting(&self) -> i64 {
        self.waiting.get()
    }
}

/// A decision by who took it and in which game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Decided {
    by: &'static str,
    game: String,
}

/// What is counted of tables, their bots, and what other servers do with them.
#[derive(Clone, Debug)]
pub struct TableMetrics {
    decisions: Family<Decided, Counter>,
    undone: Counter,
    opened: Counter,
    deadlines: Counter,
    notices: Counter,
    notices_not_taken: Counter,
    decision_seconds: Histogram,
    thinking: Histogram,
    /// What other servers told.
    pub notifications: Counter,
    /// Changes that came from an old version, because another server was faster.
    pub late: Counter,
    /// Requests that were judged anew for that.
    pub judged_anew: Counter,
    /// Tables brought up to what other servers did, step by step.
    pub catch_ups: Counter,
    /// Tables set up anew from all of their rows.
    pub set_ups: Counter,
    /// Looks for what was not heard of: the connection that listens was lost.
    pub missed: Counter,
}

impl Default for TableMetrics {
    fn default() -> TableMetrics {
        TableMetrics {
            decisions: Family::default(),
            undone: Counter::default(),
            opened: Counter::default(),
            notices: Counter::default(),
            notices_not_taken: Counter::default(),
            deadlines: Counter::default(),
            decision_seconds: seconds(),
            thinking: seconds(),
            notifications: Counter::default(),
            late: Counter::default(),
            judged_anew: Counter::default(),
            catch_ups: Counter::default(),
            set_ups: Counter::default(),
            missed: Counter::default(),
        }
    }
}

impl TableMetrics {
    /// Counts a decision that is stored.
    pub fn decided(&self, by: &'static str, game: &str) {
        self.decisions.get_or_create(&Decided { by, game: game.to_string() }).inc();
    }

    /// Notes how long a decision took, from being asked for to being stored or refused.
    pub fn decision_took(&self, began: Instant) {
        self.decision_seconds.observe(began.elapsed().as_secs_f64());
    }

    /// Counts a decision that was taken back.
    pub fn took_back(&self) {
        self.undone.inc();
    }

    /// Counts a table that was opened.
    pub fn opened(&self) {
        self.opened.inc();
    }

    /// Counts a deadline that fell, or a decision that was taken at once for somebody who is away.
    pub fn fell(&self) {
        self.deadlines.inc();
    }

    /// Counts a notice that left the house, or did not.
    pub fn told(&self, taken: bool) {
        if taken {
            self.notices.inc()
        } else {
            self.notices_not_taken.inc()
        };
    }

    /// Notes how long a bot was at work.
    pub fn thought(&self, took: Duration) {
        self.thinking.observe(took.as_secs_f64());
    }
}

/// What is counted of connections.
#[derive(Clone, Debug, Default)]
pub struct ConnectionMetrics {
    /// Those that are open.
    pub open: Gauge,
    /// Those that were turned away.
    pub refused: Counter,
}

/// A lane in which bots wait or think.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Lane {
    lane: &'static str,
}

/// Tables by how they stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct TablesIn {
    state: String,
}

/// Which program this is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Build {
    version: &'static str,
}

/// Numbers that are looked up when somebody asks.
#[derive(Clone, Debug, Default)]
struct Looked {
    tables: Family<TablesIn, Gauge>,
    in_memory: Gauge,
    watched: Gauge,
    stuck: Gauge,
    streams: Gauge,
    places: Family<Lane, Gauge>,
    waiting: Family<Lane, Gauge>,
    servers: Gauge,
    ready: Gauge,
    draining: Gauge,
    paused: Gauge,
    disk_free: Gauge,
    uptime: Gauge<f64, AtomicU64>,
    memory: Gauge,
    cpu: Counter<f64, AtomicU64>,
}

/// How things stand at the moment at which somebody asks; what is not known is left as it was.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Tables of the store by state.
    pub tables: Vec<(String, i64)>,
    /// Tables in memory.
    pub in_memory: usize,
    /// Those of them that somebody watches here.
    pub watched: usize,
    /// Tables that cannot go on.
    pub stuck: usize,
    /// Event streams.
    pub streams: usize,
    /// Of each lane of bots: its name, the places that are free, and who waits.
    pub lanes: Vec<(&'static str, usize, usize)>,
    /// Servers of the house.
    pub servers: Option<usize>,
    /// Whether requests should come here.
    pub ready: bool,
    /// Whether it drains.
    pub draining: bool,
    /// Whether new games are paused.
    pub paused: bool,
    /// Bytes that are free on the disk.
    pub disk_free: Option<u64>,
    /// How long the server has run.
    pub uptime: Duration,
}

/// Everything that is counted, as it is told.
pub struct Metrics {
    registry: Registry,
    looked: Looked,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Metrics")
    }
}

/// The parts of a server that count something.
pub struct Counted<'a> {
    /// Requests.
    pub requests: &'a RequestMetrics,
    /// What was refused by limits.
    pub refused: &'a Kinds,
    /// The store.
    pub store: &'a StoreMetrics,
    /// Tables.
    pub tables: &'a TableMetrics,
    /// Connections.
    pub connections: &'a ConnectionMetrics,
}

impl Metrics {
    /// Tells of these parts.
    pub fn of(counted: Counted) -> Metrics {
        let mut registry = Registry::with_prefix("overwinter");
        let build = Family::<Build, Gauge>::default();
        build.get_or_create(&Build { version: env!("CARGO_PKG_VERSION") }).set(1);
        let looked = Looked::default();
        let mut add = Registering(&mut registry);
        add.requests(counted.requests, counted.refused, counted.connections);
        add.store(counted.store);
        add.tables(counted.tables);
        add.cluster(counted.tables);
        add.looked(&looked);
        add.one("build_info", "The version of the program", build);
        Metrics { registry, looked }
    }

    /// Everything as text, with these numbers of the moment.
    pub fn text(&self, now: &Snapshot) -> Result<String, fmt::Error> {
        let looked = &self.looked;
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        for (state, number) in &now.tables {
            looked.tables.get_or_create(&TablesIn { state: state.clone() }).set(*number);
        }
        looked.in_memory.set(count(now.in_memory));
        looked.watched.set(count(now.watched));
        looked.stuck.set(count(now.stuck));
        looked.streams.set(count(now.streams));
        for (lane, free, waiting) in &now.lanes {
            looked.places.get_or_create(&Lane { lane }).set(count(*free));
            looked.waiting.get_or_create(&Lane { lane }).set(count(*waiting));
        }
        if let Some(servers) = now.servers {
            looked.servers.set(count(servers));
        }
        looked.ready.set(i64::from(now.ready));
        looked.draining.set(i64::from(now.draining));
        looked.paused.set(i64::from(now.paused));
        if let Some(free) = now.disk_free {
            looked.disk_free.set(i64::try_from(free).unwrap_or(i64::MAX));
        }
        looked.uptime.set(now.uptime.as_secs_f64());
        looked.memory.set(resident_bytes().unwrap_or_default());
        looked.cpu.inc_by((process_time().as_secs_f64() - looked.cpu.get()).max(0.0));
        let mut told = String::new();
        text::encode(&mut told, &self.registry)?;
        Ok(told)
    }
}

/// Gives everything its name, which dashboards know it by.
struct Registering<'a>(&'a mut Registry);

impl Registering<'_> {
    fn one(&mut self, name: &str, help: &str, metric: impl Metric) {
        self.0.register(name, help, metric);
    }

    fn requests(
        &mut self,
        requests: &RequestMetrics,
        refused: &Kinds,
        connections: &ConnectionMetrics,
    ) {
        let RequestMetrics { answered, seconds, errors, open } = requests.clone();
        self.one("requests", "Requests answered, by address template and status", answered);
        self.one("request_seconds", "How long an answer took; of a stream, its beginning", seconds);
        self.one("requests_open", "Requests being answered", open);
        self.one("errors", "Errors told, by the word that programs get", errors.0);
        self.one(
            "refused",
            "What limits turned away, by what there was too much of",
            refused.0.clone(),
        );
        self.one("connections", "Connections open", connections.open.clone());
        let refused = connections.refused.clone();
        self.one("connections_refused", "Connections turned away", refused);
    }

    fn store(&mut self, store: &StoreMetrics) {
        let StoreMetrics { reads, commits, groups, waiting, failures } = store.clone();
        self.one("store_read_seconds", "How long a question to the store took", reads);
        self.one(
            "store_commit_seconds",
            "How long a transaction took until it was durable",
            commits,
        );
        self.one("store_group_size", "How many changes shared a transaction", groups);
        self.one("store_waiting", "Changes that wait to be stored", waiting);
        self.one("store_failures", "Questions and transactions that failed", failures.0);
    }

    fn tables(&mut self, tables: &TableMetrics) {
        let tables = tables.clone();
        self.one(
            "decisions",
            "Decisions stored, by who took them and in which game",
            tables.decisions,
        );
        self.one("decisions_taken_back", "Decisions taken back", tables.undone);
        let seconds = tables.decision_seconds;
        self.one(
            "decision_seconds",
            "How long a decision took until it was stored or refused",
            seconds,
        );
        self.one("tables_opened", "Tables opened here", tables.opened);
        self.one(
            "deadlines",
            "Deadlines that fell, and decisions taken at once for the absent",
            tables.deadlines,
        );
        self.one("notices", "Notices that were taken where they were sent", tables.notices);
        self.one(
            "notices_not_taken",
            "Notices that were not taken when they were sent",
            tables.notices_not_taken,
        );
        self.one("bot_seconds", "How long a bot was at work on a decision", tables.thinking);
        self.one("table_set_ups", "Tables set up from all of their rows", tables.set_ups);
    }

    fn cluster(&mut self, tables: &TableMetrics) {
        let tables = tables.clone();
        self.one(
            "cluster_notifications",
            "What was heard of other servers and of itself",
            tables.notifications,
        );
        self.one("cluster_late", "Changes that another server was faster with", tables.late);
        self.one(
            "cluster_judged_anew",
            "Requests judged anew, after a change elsewhere",
            tables.judged_anew,
        );
        self.one(
            "cluster_catch_ups",
            "Tables brought up to what other servers did",
            tables.catch_ups,
        );
        self.one("cluster_missed", "Times when something may not have been heard", tables.missed);
    }

    fn looked(&mut self, looked: &Looked) {
        let looked = looked.clone();
        self.one("tables", "Tables in the store, by state", looked.tables);
        self.one("tables_in_memory", "Tables in memory", looked.in_memory);
        self.one("tables_watched", "Tables that somebody watches here", looked.watched);
        self.one("tables_stuck", "Tables that cannot go on", looked.stuck);
        self.one("streams", "Event streams open", looked.streams);
        self.one(
            "bot_places_free",
            "Places in which one more bot could think, by lane",
            looked.places,
        );
        self.one("bots_waiting", "Bots that wait for a place to think, by lane", looked.waiting);
        self.one("servers", "Servers of the house that give signs of life", looked.servers);
        self.one("ready", "Whether requests should come here", looked.ready);
        self.one("draining", "Whether the server drains", looked.draining);
        self.one("new_games_paused", "Whether new games are paused", looked.paused);
        self.one(
            "disk_free_bytes",
            "Bytes free where the file of the store lies",
            looked.disk_free,
        );
        self.one("uptime_seconds", "How long the server has run", looked.uptime);
        self.one("memory_bytes", "Memory that the process holds", looked.memory);
        self.one("cpu_seconds", "Time that cores spent on the process", looked.cpu);
    }
}

/// The memory that the process holds, where the system tells.
fn resident_bytes() -> Option<i64> {
    let told = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(unix)]
fn process_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

#[cfg(not(unix))]
fn process_time() -> Duration {
    Duration::ZERO
}
