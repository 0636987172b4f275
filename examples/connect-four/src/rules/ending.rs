//! How a game ends: four in a line, or a full board.

use crate::position::Position;
use table::{Outcome, Seat, Seats, Status};

/// The ways to end.
pub(crate) fn endings() -> Vec<&'static str> {
    vec!["four", "full"]
}

/// Whether four discs lie in a line: up, or in one of the three directions across. CF-END-01
pub(crate) fn four_in_line(discs: u64) -> bool {
    let line = |step: u32| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    };
    line(1) | line(6) | line(7) | line(8)
}

/// The way in which the game has ended, if it has.
pub(crate) fn reason(position: &Position) -> Option<&'static str> {
    match position.won {
        true => Some("four"),                            // CF-END-01
        false if position.dropped == 42 => Some("full"), // CF-END-02
        false => None,
    }
}

/// Who must decide, or how the game ended.
pub(crate) fn status(position: &Position) -> Status {
    let Some(reason) = reason(position) else {
        return Status::one(position.mover());
    };
    // Only the player who dropped last can have four in a line.
    let last = Seat((position.mover().0 + 1) % 2);
    let winners = if position.won { Seats::one(last) } else { Seats::none() };
    Status::Over(Box::new(Outcome::new(reason, 2, winners)))
}
