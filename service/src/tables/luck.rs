//! The luck of a game: a seed that the server is bound to before anybody sits down, and what the players
//! add to it. `docs/records.md` says what this proves against whom.

use super::Tables;
use crate::error::ServiceError;
use crate::secret;
use crate::store::{SeatKind, SeatRow, TableRow};
use table::{Contribution, Seat, Seed};

/// What the luck of a new table comes from.
#[derive(Clone, Copy, Debug)]
pub struct Luck {
    /// The server's seed, whose commitment whoever opens the table has seen.
    pub seed: Seed,
    /// What whoever opens the table adds to it, if they bring something.
    pub contribution: Option<[u8; 32]>,
}

/// What somebody adds to the luck of a game, as a page or a program sends it; nothing if it is empty.
pub fn random_bytes(text: &str) -> Result<Option<[u8; 32]>, ServiceError> {
    if text.is_empty() {
        return Ok(None);
    }
    let bytes = secret::bytes(text).and_then(|bytes| bytes.try_into().ok());
    let wrong = || {
        let why = "A contribution to the dice is 32 bytes, written as 64 hexadecimal digits.";
        ServiceError::BadRequest(why.into())
    };
    bytes.map(Some).ok_or_else(wrong)
}

/// The contribution of whoever sits down in a seat; none if they bring none. The server never makes one: it knows its
/// seed, and could try until the dice pleased it.
pub(super) fn contribution(seat: Seat, brought: Option<[u8; 32]>) -> Option<Contribution> {
    brought.map(|random| Contribution { seat, by_player: true, random })
}

/// What the people at a table have added, in the order of their seats: a person at most once, bots nothing. What a server
/// of versions before made for somebody at a table that still waits does not count.
pub fn contributions(seats: &[SeatRow]) -> Vec<Contribution> {
    let people = seats.iter().filter(|seat| seat.kind == SeatKind::Person);
    people.filter_map(|seat| seat.contribution).filter(|given| given.by_player).collect()
}

impl Tables {
    /// The seed of the server's own at a table.
    pub(super) fn server_seed(&self, row: &TableRow) -> Result<Seed, ServiceError> {
        self.0.keys.unseal(&row.seed, &row.id)
    }

    /// The seed from which all dice of a table follow.
    pub(super) fn dice_seed(&self, row: &TableRow) -> Result<Seed, ServiceError> {
        Ok(self.server_seed(row)?.with_contributions(&row.contributions))
    }
}
