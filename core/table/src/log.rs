//! The log: what happened, and who may know.

use crate::seat::{Audience, Seat, Viewer};
use serde::Serialize;
use std::ops::Range;
use terrain::Fit;

/// One thing that happened.
///
/// ```
/// use table::{Audience, Log, Seat};
///
/// let mut log = Log::new();
/// log.tell_only(Seat(0), || "you hear wolves");
/// let entry = &log.entries()[0];
/// assert_eq!((&entry.audience, entry.event), (&Audience::only(Seat(0)), "you hear wolves"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogEntry<E> {
    /// Who may know.
    pub audience: Audience,
    /// What happened.
    pub event: E,
}

/// Where a game says what happens while it happens. A quiet log keeps nothing and costs nothing.
///
/// ```
/// use table::{Log, Seat, Viewer};
///
/// let mut log = Log::new();
/// log.tell("night falls");
/// log.tell_only(Seat(0), || "you hear wolves");
/// assert_eq!(log.seen_by(Viewer::Seat(Seat(0))).count(), 2);
/// assert_eq!(log.seen_by(Viewer::Table).collect::<Vec<_>>(), [&"night falls"]);
/// ```
#[derive(Clone, Debug)]
pub struct Log<E> {
    entries: Vec<LogEntry<E>>,
    keeps: Keeps,
    revealed: bool,
}

/// What a log keeps of what it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeps {
    Everything,
    /// What everybody may know.
    Public,
    Nothing,
}

impl<E> Log<E> {
    /// A log that keeps what it is told.
    pub fn new() -> Log<E> {
        Log { entries: Vec::new(), keeps: Keeps::Everything, revealed: false }
    }

    /// A log that keeps what everybody may know, and makes nothing else: for those who count what
    /// happens in many games.
    ///
    /// ```
    /// use table::{Log, Seat};
    ///
    /// let mut log = Log::public();
    /// log.tell("night falls");
    /// log.tell_only(Seat(0), || unreachable!("nobody listens"));
    /// assert_eq!(log.entries().len(), 1);
    /// ```
    pub fn public() -> Log<E> {
        Log { entries: Vec::new(), keeps: Keeps::Public, revealed: false }
    }

    /// A log that keeps nothing: for simulation.
    pub fn quiet() -> Log<E> {
        Log { entries: Vec::new(), keeps: Keeps::Nothing, revealed: false }
    }

    /// Something happened that everybody may know.
    #[inline]
    pub fn tell(&mut self, event: E) {
        self.tell_to(|| Audience::All, || event);
    }

    /// Something happened that some may know. Neither closure runs on a quiet log.
    #[inline]
    pub fn tell_to(&mut self, audience: impl FnOnce() -> Audience, event: impl FnOnce() -> E) {
        if self.keeps == Keeps::Nothing {
            return;
        }
        let audience = audience();
        if self.keeps == Keeps::Everything || audience == Audience::All {
            self.entries.push(LogEntry { audience, event: event() });
        }
    }

    /// Tells it to one seat (and the referee) alone; the event is made only if somebody listens.
    #[inline]
    pub fn tell_only(&mut self, seat: Seat, event: impl FnOnce() -> E) {
        self.tell_to(|| Audience::only(seat), event);
    }

    /// Something hidden was shown to somebody: what led to it cannot be taken back.
    #[inline]
    pub fn reveal(&mut self) {
        self.revealed = true;
    }

    /// Whether something hidden was shown since the log was made or last taken.
    pub fn revealed(&self) -> bool {
        self.revealed
    }

    /// What was told so far.
    pub fn entries(&self) -> &[LogEntry<E>] {
        &self.entries
    }

    /// Forgets what was told so far, and keeps the room for more.
    pub fn clear(&mut self) {
        self.revealed = false;
        self.entries.clear();
    }

    /// What was told so far, leaving the log empty.
    pub fn take(&mut self) -> Vec<LogEntry<E>> {
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
/// all that the same may know; entries lie in sheets of one size, all full but the last, so that a
/// log that grows leaves no holes in memory.
pub(crate) struct Kept<E> {
    sheets: Vec<Vec<(u32, E)>>,
    audiences: Vec<Audience>,
}

/// How many entries a sheet holds.
const SHEET: usize = 64;

impl<E> Kept<E> {
    pub(crate) fn new() -> Kept<E> {
        Kept { sheets: Vec::new(), audiences: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.sheets.last().map_or(0, |last| (self.sheets.len() - 1) * SHEET + last.len())
    }

    /// Keeps more at the end.
    pub(crate) fn keep(&mut self, told: Vec<LogEntry<E>>) {
        for LogEntry { audience, event } in told {
            let known = self.audiences.iter().rposition(|known| *known == audience);
            let number = known.unwrap_or_else(|| {
                self.audiences.push(audience);
                self.audiences.len() - 1
            });
            let entry = (number.fit(), event);
            match self.sheets.last_mut().filter(|last| last.len() < SHEET) {
                Some(last) => last.push(entry),
                None => {
                    let mut sheet = Vec::with_capacity(SHEET);
                    sheet.push(entry);
                    self.sheets.push(sheet);
                }
            }
        }
    }

    /// Forgets everything from a place on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.sheets.truncate(len.div_ceil(SHEET));
        if let Some(last) = self.sheets.last_mut()
            && !len.is_multiple_of(SHEET)
        {
            last.truncate(len % SHEET);
        }
    }

    /// What this viewer may know of a part of it.
    pub(crate) fn seen_by(&self, viewer: Viewer, part: Range<usize>) -> impl Iterator<Item = &E> {
        part.filter_map(move |place| {
            let (number, event) = self.sheets.get(place / SHEET)?.get(place % SHEET)?;
            self.audiences.get(*number as usize)?.includes(viewer).then_some(event)
        })
    }

    /// Whether this viewer was told anything that the other was not; what was taken back may count.
    pub(crate) fn may_differ(&self, viewer: Viewer, other: Viewer) -> bool {
        let apart = |audience: &Audience| audience.includes(viewer) && !audience.includes(other);
        self.audiences.iter().any(apart)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_log_is_what_was_told_however_long() {
        let audience = |number: usize| match number % 3 {
            0 => Audience::All,
            1 => Audience::only(Seat(0)),
            _ => Audience::Referee,
        };
        for len in [0, 1, SHEET - 1, SHEET, SHEET + 1, 5 * SHEET, 5 * SHEET + 7] {
            let mut kept = Kept::new();
            let told = |from: usize, to: usize| {
                (from..to).map(|event| LogEntry { audience: audience(event), event }).collect()
            };
            kept.keep(told(0, len / 2));
            kept.keep(told(len / 2, len));
            for left in (0..=len).rev() {
                kept.truncate(left);
                assert_eq!(kept.len(), left, "{left} of {len}");
            }
            kept.keep(told(0, len));
            let public: Vec<usize> = kept.seen_by(Viewer::Table, 0..len).copied().collect();
            assert_eq!(public, (0..len).filter(|event| event % 3 == 0).collect::<Vec<_>>());
            let part = len / 3..len;
            let seat: Vec<usize> =
                kept.seen_by(Viewer::Seat(Seat(0)), part.clone()).copied().collect();
            assert_eq!(seat, part.filter(|event| event % 3 < 2).collect::<Vec<_>>());
        }
    }
}
