//! The log: what happened, and who may know.

use crate::seat::{Audience, Viewer};
use serde::Serialize;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry<E> {
    /// Who may know.
    pub audience: Audience,
    /// What happened.
    pub event: E,
}

/// Where a game says what happens while it happens. A quiet log keeps nothing and costs nothing.
#[derive(Clone, Debug)]
pub struct Log<E> {
    entries: Vec<Entry<E>>,
    quiet: bool,
    revealed: bool,
}

impl<E> Log<E> {
    /// A log that keeps what it is told.
    pub fn new() -> Log<E> {
        Log { entries: Vec::new(), quiet: false, revealed: false }
    }

    /// A log that keeps nothing: for simulation.
    pub fn quiet() -> Log<E> {
        Log { entries: Vec::new(), quiet: true, revealed: false }
    }

    /// Something happened that everybody may know.
    #[inline]
    pub fn tell(&mut self, event: E) {
        self.tell_to(|| Audience::All, || event);
    }

    /// Something happened that some may know. Neither closure runs on a quiet log.
    #[inline]
    pub fn tell_to(&mut self, audience: impl FnOnce() -> Audience, event: impl FnOnce() -> E) {
        if !self.quiet {
            self.entries.push(Entry { audience: audience(), event: event() });
        }
    }

    /// Something hidden was shown to somebody: what led to it cannot be taken back.
    pub fn reveal(&mut self) {
        self.revealed = true;
    }

    /// Whether something hidden was shown since the log was made or last taken.
    pub fn revealed(&self) -> bool {
        self.revealed
    }

    /// What was told so far.
    pub fn entries(&self) -> &[Entry<E>] {
        &self.entries
    }

    /// What was told so far, leaving the log empty.
    pub fn take(&mut self) -> Vec<Entry<E>> {
        self.revealed = false;
        std::mem::take(&mut self.entries)
    }

    /// What this viewer may know of it.
    pub fn seen_by(&self, viewer: Viewer) -> impl Iterator<Item = &E> {
        self.entries
            .iter()
            .filter(move |entry| entry.audience.includes(viewer))
            .map(|entry| &entry.event)
    }
}

impl<E> Default for Log<E> {
    fn default() -> Log<E> {
        Log::new()
    }
}
