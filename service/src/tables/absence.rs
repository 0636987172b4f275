//! Who is there: signs of life, and what may be done in place of those who give none.

use super::{TableHandle, TableState, Tables};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::store::{Change, SeatKind, SeatRow};
use std::sync::PoisonError;
use table::Seat;

/// A sign of life is written down if the last one was so many seconds earlier.
const WRITTEN_EVERY: i64 = 30;

/// Where other servers have to know of it, it is written down this often within a minute of absence: every five seconds.
const SHARED_A_MINUTE: u64 = 12;

impl Tables {
    /// Notes that a guest has given a sign of life at a table.
    pub fn notice(&self, table: &TableHandle, guest: &str) {
        let at = self.now();
        let key = (table.id.clone(), guest.to_string());
        let before = {
            let mut seen = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.insert(key.clone(), at)
        };
        let due = match self.is_shared() {
            true => self.is_due(key, at),
            false => before.is_none_or(|before| at - before >= WRITTEN_EVERY),
        };
        if due {
            let change = Change::Seen { table: table.id.clone(), guest: guest.to_string(), at };
            let store = self.0.store.clone();
            tokio::spawn(async move {
                if let Err(error) = store.write(change).await {
                    tracing::warn!(%error, "a sign of life was not written down");
                }
            });
        }
    }

    /// Whether a sign of life is to be written down for other servers; they are then not told of the next few.
    fn is_due(&self, key: (String, String), at: i64) -> bool {
        let mut written = self.0.seen_written.lock().unwrap_or_else(PoisonError::into_inner);
        let due = written.get(&key).is_none_or(|before| at - before >= self.shared_every());
        if due {
            written.insert(key, at);
        }
        due
    }

    /// After how many seconds other servers know of a sign of life at the latest.
    fn shared_every(&self) -> i64 {
        (self.0.absent_minute.as_secs() / SHARED_A_MINUTE) as i64
    }

    /// Takes over what other servers know of who was seen at a table.
    pub(super) async fn look_who_was_seen(&self, table: &TableHandle) -> Result<(), ServiceError> {
        if self.is_shared() {
            self.remember_seen(&table.id, self.0.store.seen(&table.id).await?);
        }
        Ok(())
    }

    /// The same of whoever looks, if it matters at this table whether they are there.
    pub fn notice_if_known(&self, table: &TableHandle, state: &TableState, guest: &Guest) {
        let host = state.row.host == guest.id;
        if !guest.new && (host || !state.seats_of(&guest.id).is_empty()) {
            self.notice(table, &guest.id);
        }
    }

    /// Takes over what the store knows of who was seen when.
    pub(super) fn remember_seen(&self, table: &str, rows: Vec<(String, i64)>) {
        let mut seen = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
        for (guest, at) in rows {
            let known = seen.entry((table.to_string(), guest)).or_insert(at);
            *known = at.max(*known);
        }
    }

    /// For how many seconds a guest has given no sign of life at a table that has waited since everybody last heard
    /// of something.
    fn silent_for(&self, state: &TableState, guest: &str) -> i64 {
        let seen = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (state.row.id.clone(), guest.to_string());
        let last = seen.get(&key).copied().unwrap_or_default().max(state.row.told_at);
        // What another server has seen and not yet written down counts for the player.
        let unwritten = if self.is_shared() { self.shared_every() } else { 0 };
        let silent = (self.now() - last - unwritten).max(0);
        // A clock that jumps makes nobody absent.
        match self.clock_is_steady_for() {
            Some(steady) => silent.min(i64::try_from(steady.as_secs()).unwrap_or(i64::MAX)),
            None => silent,
        }
    }

    /// How many seconds of silence a table's settings ask for, if any are enough.
    fn patience(&self, state: &TableState) -> Option<i64> {
        let minutes = state.row.absence.minutes()?;
        Some((self.0.absent_minute * minutes).as_secs() as i64)
    }

    /// In how many seconds a seat may be given to a bot: none if it may be now; an error if it never may.
    fn still_to_wait(&self, state: &TableState, seat: &SeatRow) -> Result<i64, ServiceError> {
        let stale = |why: &str| Err(ServiceError::Stale(why.into()));
        if !state.deciding().contains(&seat.seat) {
            return stale("The table does not wait for this player.");
        }
        match self.patience(state) {
            Some(patience) => Ok((patience - self.silent_for(state, &seat.holder)).max(0)),
            None => stale("At this table nobody can be replaced: that was set when it was opened."),
        }
    }

    /// Refuses to replace a player who is there, or to let somebody do it whose business it is not: it is the
    /// host's, and anybody's at the table once the host gives no sign of life either.
    pub(super) fn check_absent(
        &self,
        state: &TableState,
        seat: &SeatRow,
        guest: &str,
    ) -> Result<(), ServiceError> {
        let host = state.row.host == guest;
        let player = !state.seats_of(guest).is_empty();
        if !host && !player {
            return Err(ServiceError::Forbidden("Only those at the table can do this.".into()));
        }
        if seat.holder == guest {
            return Err(ServiceError::BadRequest("Leave the table to give up your seat.".into()));
        }
        let wait = self.still_to_wait(state, seat)?;
        if wait > 0 {
            return Err(ServiceError::Stale(format!(
                "{} has given a sign of life: wait {wait} more seconds. This table waits {} for an absent \
                 player.",
                seat.name,
                state.row.absence.words()
            )));
        }
        let host_is_there = seat.holder != state.row.host
            && self
                .patience(state)
                .is_none_or(|patience| self.silent_for(state, &state.row.host) < patience);
        if !host && host_is_there {
            let why = "The host is there and decides this; after the same absence the others can.";
            return Err(ServiceError::Forbidden(why.into()));
        }
        Ok(())
    }

    /// Whether a guest may give free seats to bots before the game starts: the host, and whoever sits there once the
    /// host has given no sign of life for as long as the table's settings say.
    pub fn may_fill(&self, state: &TableState, guest: &str) -> bool {
        let silent = |patience| self.silent_for(state, &state.row.host) >= patience;
        state.row.host == guest
            || !state.seats_of(guest).is_empty() && self.patience(state).is_some_and(silent)
    }

    /// The seats of people that may be given to a bot by this guest now.
    pub fn replaceable(&self, state: &TableState, guest: &str) -> Vec<Seat> {
        let may = |seat: &&SeatRow| match seat.kind {
            SeatKind::Person => self.check_absent(state, seat, guest).is_ok(),
            SeatKind::Left => state.row.host == guest || !state.seats_of(guest).is_empty(),
            _ => false,
        };
        state.seats.iter().filter(may).map(|seat| seat.seat).collect()
    }
}
