//! Where a server stands between its start and its end.

use crate::tables::Tables;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Where a server stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It opens its store.
    Starting,
    /// It serves.
    Serving,
    /// It serves whoever still comes, and wants nobody to come any more.
    Draining,
    /// It ends.
    Stopping,
}

impl Standing {
    /// Why requests should not come here; nothing if they should.
    pub fn not_ready(self) -> Option<&'static str> {
        match self {
            Standing::Starting => Some("the server is starting"),
            Standing::Serving => None,
            Standing::Draining => Some("the server is draining"),
            Standing::Stopping => Some("the server is stopping"),
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Standing::Starting => "starting",
            Standing::Serving => "serving",
            Standing::Draining => "draining",
            Standing::Stopping => "stopping",
        })
    }
}

/// The life of a server. Copies share it.
#[derive(Clone)]
pub struct Lifecycle(Arc<Shared>);

struct Shared {
    standing: watch::Sender<Standing>,
    /// Whether streams end, so that pages connect elsewhere.
    streams_end: watch::Sender<bool>,
}

impl Lifecycle {
    /// Of a server that starts.
    pub fn starting() -> Lifecycle {
        let (standing, _) = watch::channel(Standing::Starting);
        let (streams_end, _) = watch::channel(false);
        Lifecycle(Arc::new(Shared { standing, streams_end }))
    }

    /// Where the server stands.
    pub fn standing(&self) -> Standing {
        *self.0.standing.borrow()
    }

    /// Whether the server drains, and whoever balances had the time to notice.
    pub fn wants_nobody(&self) -> bool {
        self.standing() == Standing::Draining && *self.0.streams_end.borrow()
    }

    /// Tells when streams end.
    pub fn streams_end(&self) -> watch::Receiver<bool> {
        self.0.streams_end.subscribe()
    }

    /// The server has started.
    pub fn serve(&self) {
        self.0.standing.send_replace(Standing::Serving);
    }

    /// The server ends, and with it its streams.
    pub fn stop(&self) {
        self.0.standing.send_replace(Standing::Stopping);
        self.0.streams_end.send_replace(true);
    }

    /// Lets nobody come any more, from now on, and gives what is left to do for it: nothing if the server does not serve.
    ///
    /// For a time in which whoever balances can notice, everything is as before; then streams end, each after it has shown what
    /// it has to, and bots that play among themselves go to other servers. Whoever asks something all the same is
    /// answered: nothing is refused, and nobody waits.
    pub fn drain(
        &self,
        tables: Tables,
        notice: Duration,
    ) -> Option<impl Future<Output = ()> + Send + 'static> {
        let begins = self.0.standing.send_if_modified(|standing| {
            let serves = *standing == Standing::Serving;
            if serves {
                *standing = Standing::Draining;
            }
            serves
        });
        begins.then(|| self.clone().end_streams_after(tables, notice))
    }

    async fn end_streams_after(self, tables: Tables, notice: Duration) {
        let seconds = notice.as_secs_f64();
        tracing::info!(seconds, "the server drains: its streams end after this time");
        let mut standing = self.0.standing.subscribe();
        let changed = standing.wait_for(|standing| *standing != Standing::Draining);
        if tokio::time::timeout(notice, changed).await.is_ok() {
            return;
        }
        self.0.streams_end.send_replace(true);
        tables.hand_over_bots().await;
        if self.standing() == Standing::Serving {
            // Somebody thought better of it meanwhile.
            self.serve_again(&tables);
        }
    }

    /// Serves on after all; does nothing if the server does not drain.
    pub fn undrain(&self, tables: &Tables) {
        let drained = self.0.standing.send_if_modified(|standing| {
            let drains = *standing == Standing::Draining;
            if drains {
                *standing = Standing::Serving;
            }
            drains
        });
        if drained {
            self.serve_again(tables);
            tracing::info!("the server serves on");
        }
    }

    fn serve_again(&self, tables: &Tables) {
        self.0.streams_end.send_replace(false);
        tables.take_up_bots_again();
    }
}
