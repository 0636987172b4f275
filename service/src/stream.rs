//! Event streams: every change of a table, as soon as it is stored.

use crate::error::ServiceError;
use crate::frame::{self, SentParts};
use crate::limits::StreamPermit;
use crate::protocol::StoryLines;
use crate::tables::{TableGuard, TableHandle, Tables};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_core::Stream;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use table::Viewer;
use tokio::sync::{mpsc, watch};
use tracing::Instrument as _;

/// How many lines of the story a page gets at first; the rest on demand.
pub const FIRST_LINES: usize = 200;

/// How often somebody hears from us while nothing happens.
const ALIVE: Duration = Duration::from_secs(20);

/// What keeps the line of a program open: a comment, which it need not know of.
pub fn comments() -> KeepAlive {
    KeepAlive::new().interval(ALIVE)
}

/// The same for pages: an event of its own, so that scripts can tell silence from a line that is dead.
pub fn signs_of_life() -> KeepAlive {
    comments().event(Event::default().event("alive").data("1"))
}

/// Somebody's event stream; ends when they hang up, or the server drains or stops.
pub struct EventStream {
    receiver: mpsc::Receiver<String>,
    _permit: StreamPermit,
}

impl Stream for EventStream {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Self::Item>> {
        self.receiver
            .poll_recv(context)
            .map(|text| text.map(|text| Ok(Event::default().data(text))))
    }
}

/// Sends what `next` makes of the table, at once and after every change, also of who may look.
pub fn events<F, N>(
    table: Arc<TableHandle>,
    permit: StreamPermit,
    mut stopping: watch::Receiver<bool>,
    mut people: watch::Receiver<u64>,
    alive: KeepAlive,
    mut next: N,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>>
where
    N: FnMut() -> F + Send + 'static,
    F: Future<Output = Result<Option<String>, ServiceError>> + Send,
{
    let (sender, receiver) = mpsc::channel(2);
    let following = async move {
        let mut changes = table.changes();
        loop {
            match next().await {
                Ok(Some(text)) => {
                    if sender.send(text).await.is_err() {
                        break;
                    }
                }
                Ok(None) => {}
                Err(error) => {
                    let text = serde_json::to_string(&error.body()).unwrap_or_default();
                    let _ = sender.send(text).await;
                    break;
                }
            }
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { break },
                changed = people.changed() => if changed.is_err() { break },
                _ = stopping.wait_for(|stop| *stop) => break,
                _ = sender.closed() => break,
            }
        }
    };
    tokio::spawn(following.in_current_span());
    Sse::new(EventStream { receiver, _permit: permit }).keep_alive(alive)
}

/// Why somebody who follows a table hears no more of it: a table that was there and is not was closed.
pub fn closed(error: ServiceError) -> ServiceError {
    match error {
        ServiceError::NotFound(_) => {
            let why = "This table was closed by its host, or removed since nobody went on with it.";
            ServiceError::Stale(why.into())
        }
        other => other,
    }
}

/// What one page has been sent so far.
#[derive(Default)]
pub struct UpdateTracker {
    sent: SentParts,
    seen: Option<Seen>,
}

/// The version of a table that a page has seen, the moment that it showed, and whether the game was over.
#[derive(Clone, Copy)]
struct Seen {
    version: u64,
    moment: usize,
    over: bool,
}

impl UpdateTracker {
    /// What the page does not know yet, as JSON: the parts that changed and the story from where it
    /// changed. Nothing if it knows everything: a page does not hear that something happened of which its viewer
    /// knows nothing, and nobody whom the reader does not want to hear.
    pub fn next_update(
        &mut self,
        tables: &Tables,
        table: &TableHandle,
        state: &TableGuard,
        viewer: Viewer,
        reader: &str,
    ) -> Result<Option<String>, ServiceError> {
        if self.seen.is_some_and(|seen| seen.version == state.version) {
            return Ok(None);
        }
        let frame = tables.frame(table, state, viewer)?;
        let whispers = frame::whispers(state, &tables.whispers_for(state, reader));
        let mut update = frame.patch_with(&whispers, &mut self.sent);
        // Whoever does not want to hear somebody hears nothing of them.
        for line in &state.talk {
            if !tables.hears(reader, &line.person, &table.id) {
                update.set.remove(frame::talk_part(line.number).as_str());
            }
        }
        let now = Seen { version: state.version, moment: frame.step, over: state.is_over() };
        // When the game is over everything is told by steps.
        let before = self.seen.replace(now).filter(|seen| seen.over == now.over);
        if state.game.is_some() {
            let from =
                before.map_or(0, |seen| state.first_unseen(viewer, seen.version, seen.moment));
            let told = || frame::told(state, viewer, from);
            let mut lines = crate::tables::catch_panic(&table.id, told)??;
            let earlier = before.is_none() && lines.len() > FIRST_LINES;
            if earlier {
                lines.drain(..lines.len() - FIRST_LINES);
            }
            update.log = Some(StoryLines { from, earlier, lines });
        }
        if before.is_some_and(|seen| update.tells_nothing_after(seen.moment)) {
            return Ok(None);
        }
        let text = serde_json::to_string(&update);
        text.map(Some).map_err(|error| ServiceError::Internal(error.to_string()))
    }
}
