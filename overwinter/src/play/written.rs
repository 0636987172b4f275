//! What a written line means where choices are offered: the same in the plain table and in full screen.

use super::table_session::TableSession;
pub use asking::written::{as_shown, bare, in_turn, no_such_number, words};
use table::Seat;

/// Why the next of several decisions on one line is not taken, and what is not done; none if it can be.
pub fn stopped(session: &dyn TableSession, seat: Seat, left: &[String]) -> Option<String> {
    let line = left.first()?;
    let asked = session.person_to_decide() == Some(seat);
    let why = match asked && session.allows(seat, line) {
        _ if asked && session.gives_up(seat, line) => {
            format!("`{line}` ends your own game and is written by itself")
        }
        true if session.offers_undo(seat) => return None,
        true => "the last step cannot be taken back".to_string(),
        false => format!("`{line}` cannot be done now"),
    };
    Some(format!("Stopped here: {why}. Not done: {}.", left.join(", ")))
}
