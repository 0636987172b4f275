//! What whoever runs the server may see of its tables: how many there are, who sits there, what waits and what cannot go on.
//! Nothing of what is played: no position, no line of talk, no link and no token.

use super::{TableHandle, Tables};
use crate::store::{Phase, SeatKind};
use serde::{Deserialize, Serialize};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

/// A lane in which bots wait and think.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaneStatus {
    /// Its name.
    pub lane: String,
    /// Places in which one more could think.
    pub free: usize,
    /// Bots that wait for a place.
    pub waiting: usize,
}

/// A table that cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StuckTable {
    /// Its id.
    pub table: String,
    /// Why.
    pub why: String,
}

/// Somebody who sits at a table in memory whose game is not over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    /// What they are called there.
    pub name: String,
    /// The table.
    pub table: String,
    /// Its game.
    pub game: String,
    /// How many seconds ago they gave a sign of life there; nothing if that is not known here.
    pub seen: Option<i64>,
}

impl Tables {
    /// Of each lane of bots: its name, how many places are free, and how many wait for one.
    pub fn bot_lanes(&self) -> Vec<(&'static str, usize, usize)> {
        self.0.thinkers.lanes()
    }

    /// How many tables somebody watches here.
    pub fn count_watched(&self) -> usize {
        let loaded = self.0.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.values().filter(|table| table.is_watched()).count()
    }

    /// At how many tables a bot is asked here.
    pub fn count_thinking(&self) -> usize {
        let thinking = |table: &&std::sync::Arc<TableHandle>| table.thinking.load(Ordering::SeqCst);
        let loaded = self.0.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.values().filter(thinking).count()
    }

    /// The tables that cannot go on, by id.
    pub fn stuck(&self) -> Vec<StuckTable> {
        let stuck = self.0.stuck.lock().unwrap_or_else(PoisonError::into_inner);
        let told = |(table, why): (&String, &String)| StuckTable {
            table: table.clone(),
            why: why.clone(),
        };
        stuck.iter().map(told).collect()
    }

    /// Those who sit at tables in memory, by name; tables that are being changed at this moment are left out.
    pub fn sitting(&self) -> Vec<Sitting> {
        let tables = {
            let loaded = self.0.loaded.lock().unwrap_or_else(PoisonError::into_inner);
            loaded.values().cloned().collect::<Vec<_>>()
        };
        let mut sitting = Vec::new();
        for table in tables {
            let Ok(state) = table.state.try_read() else { continue };
            let Some(state) = state.as_ref().filter(|state| state.row.phase != Phase::Over) else {
                continue;
            };
            let seen = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
            for seat in state.seats.iter().filter(|seat| seat.kind == SeatKind::Person) {
                let last = seen.get(&(table.id.clone(), seat.holder.clone()));
                sitting.push(Sitting {
                    name: seat.name.clone(),
                    table: table.id.clone(),
                    game: state.row.game.clone(),
                    seen: last.map(|at| (self.now() - at).max(0)),
                });
            }
        }
        sitting.sort_by(|one, other| (&one.name, &one.table).cmp(&(&other.name, &other.table)));
        sitting
    }
}
