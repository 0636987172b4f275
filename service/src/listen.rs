//! Connections: how many there may be, and how long one may keep us waiting.
//!
//! `axum::serve` gives no hold on either, so that a thousand connections that say nothing would stop it. Here each
//! has a time for its head, for the rest between two requests and for taking what it is sent; one address has only
//! so many, and all together never more than there are files.

use crate::client::Client;
use crate::metrics::ConnectionMetrics;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::HeaderMap;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use ipnet::IpNet;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower_service::Service as _;

/// What connections may cost.
///
/// ```
/// use service::Connections;
/// use std::time::Duration;
///
/// let few = Connections { from_one_address: 16, ..Connections::default() };
/// assert!(few.patience <= Duration::from_secs(60));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// How many there may be; less where the system allows less.
    pub most: usize,
    /// How many one address may have. A trusted proxy speaks for many and may have all.
    pub from_one_address: usize,
    /// How long the head of a request may take, and the rest between two requests; as long may a client leave
    /// unread what it is sent.
    pub patience: Duration,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections { most: 20_000, from_one_address: 300, patience: Duration::from_secs(20) }
    }
}

/// Files that the store, the logs and the games need.
const KEPT_FILES: usize = 128;

/// The longest head that a request may have; a connection keeps no more of what it has not answered yet.
const HEAD_BYTES: usize = 32 * 1024;

/// Counts connections.
struct Counter {
    limits: Connections,
    trusted: Vec<IpNet>,
    held: Mutex<(usize, HashMap<IpAddr, usize>)>,
    metrics: ConnectionMetrics,
}

/// An open connection, counted until this is dropped.
struct Counted {
    counter: Arc<Counter>,
    address: Option<IpAddr>,
}

impl Counter {
    /// Counts one more connection; nothing if that is one too many.
    fn admit(self: &Arc<Counter>, peer: IpAddr) -> Option<Counted> {
        let proxy = self.trusted.iter().any(|net| net.contains(&peer.to_canonical()));
        let address = (!proxy).then(|| Client::new(peer, &HeaderMap::new(), &[]).address);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.0 >= self.limits.most {
            return None;
        }
        if let Some(address) = address {
            let theirs = held.1.entry(address).or_default();
            if *theirs >= self.limits.from_one_address {
                return None;
            }
            *theirs += 1;
        }
        held.0 += 1;
        self.metrics.open.inc();
        Some(Counted { counter: self.clone(), address })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut held = self.counter.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.0 -= 1;
        self.counter.metrics.open.dec();
        if let Some(address) = self.address
            && let Some(theirs) = held.1.get_mut(&address)
        {
            *theirs -= 1;
            if *theirs == 0 {
                held.1.remove(&address);
            }
        }
    }
}

/// Serves until it is told to stop, and then finishes what is being answered.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Connections,
    trusted: Vec<IpNet>,
    metrics: ConnectionMetrics,
    mut stopping: watch::Receiver<bool>,
) {
    let most = limits.most.min(allowed_files().saturating_sub(KEPT_FILES)).max(1);
    let limits = Connections { most, ..limits };
    let counter = Arc::new(Counter { limits, trusted, held: Mutex::default(), metrics });
    let graceful = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.wait_for(|stop| *stop) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        let Some(counted) = counter.admit(peer.ip()) else {
            counter.metrics.refused.inc();
            continue;
        };
        cut_when_unread(&stream, limits.patience);
        let router = router.clone();
        let service = service_fn(move |mut request: axum::http::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().call(request.map(Body::new))
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.patience)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended");
            }
            drop(counted);
        });
    }
    drop(listener);
    graceful.shutdown().await;
}

/// How many files this process may have open: as many as it may ask for.
#[cfg(unix)]
fn allowed_files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let raised = setrlimit(Resource::Nofile, wanted).is_ok();
    let allowed = if raised { limit.maximum } else { limit.current };
    allowed.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn allowed_files() -> usize {
    usize::MAX
}

/// Ends a connection whose other end does not take what it is sent.
#[cfg(target_os = "linux")]
fn cut_when_unread(stream: &TcpStream, patience: Duration) {
    let millis = u32::try_from(patience.as_millis()).unwrap_or(u32::MAX);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, millis);
    let _ = stream.set_nodelay(true);
}

#[cfg(not(target_os = "linux"))]
fn cut_when_unread(stream: &TcpStream, _: Duration) {
    let _ = stream.set_nodelay(true);
}
