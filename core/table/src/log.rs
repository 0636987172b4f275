//! The log: what happened, and who may know.

use crate::seat::{Audience, Viewer};
use serde::Serialize;
use std::ops::Range;

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

/// What happened in a whole match, in few bytes: a server holds many. Who may know is kept once for
/// all that the same may know.
pub(crate) struct Kept<E> {
    entries: Vec<(u32, E)>,
    audiences: Vec<Audience>,
}

impl<E> Kept<E> {
    pub(crate) fn new() -> Kept<E> {
        Kept { entries: Vec::new(), audiences: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Keeps more at the end.
    pub(crate) fn keep(&mut self, told: Vec<Entry<E>>) {
        make_room(&mut self.entries, told.len());
        for Entry { audience, event } in told {
            let known = self.audiences.iter().rposition(|known| *known == audience);
            let number = known.unwrap_or_else(|| {
                self.audiences.push(audience);
                self.audiences.len() - 1
            });
            self.entries.push((number as u32, event));
        }
    }

    /// Forgets everything from a place on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.entries.truncate(len);
    }

    /// What this viewer may know of a part of it.
    pub(crate) fn seen_by(&self, viewer: Viewer, part: Range<usize>) -> impl Iterator<Item = &E> {
        let entries = self.entries.get(part).unwrap_or_default().iter();
        let may_know = move |number: u32| {
            self.audiences.get(number as usize).is_some_and(|audience| audience.includes(viewer))
        };
        entries.filter(move |(number, _)| may_know(*number)).map(|(_, event)| event)
    }
}

/// Room for so many more at the end of a list, and for a quarter of what it holds at most: a server
/// holds many lists that grow slowly, and half of them empty would be a waste.
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 4));
    }
}

impl<E> Default for Log<E> {
    fn default() -> Log<E> {
        Log::new()
    }
}
