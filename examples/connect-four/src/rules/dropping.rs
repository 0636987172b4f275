//! Dropping discs: what is offered, what is judged, what happens.

use crate::action::{Column, Drop};
use crate::event::Fell;
use crate::position::{Position, ROWS};
use crate::refusal::Refusal;
use crate::rules::ending;
use table::{Log, Seat};

/// The highest place of every column.
const TOP_ROW: u64 = 0x8102_0408_1020;

/// The first position: an empty board.
pub(crate) fn start() -> Position {
    Position::EMPTY
}

/// The columns with room, from the left. CF-DROP-02
pub(crate) fn legal(position: &Position, seat: Seat, out: &mut Vec<Drop>) {
    if position.won || seat != position.mover() {
        return;
    }
    let free = !position.taken() & TOP_ROW;
    let is_free = |column: &&Column| free >> (7 * column.index()) & 0x3f != 0;
    out.extend(Column::ALL.iter().filter(is_free).copied().map(Drop));
}

/// Whether a seat may drop a disc there now.
pub(crate) fn check(position: &Position, seat: Seat, Drop(column): &Drop) -> Result<(), Refusal> {
    if ending::reason(position).is_some() {
        return Err(Refusal::Over);
    }
    // CF-DROP-01
    if seat != position.mover() {
        return Err(Refusal::NotYourTurn);
    }
    // CF-DROP-02
    if position.height(*column) == ROWS {
        return Err(Refusal::Full(*column));
    }
    Ok(())
}

/// The disc falls to the lowest free place. CF-DROP-02
pub(crate) fn apply(position: &mut Position, seat: Seat, Drop(column): &Drop, log: &mut Log<Fell>) {
    let bottom = 1 << (7 * column.index());
    // Adding one to a column that is filled from below sets its lowest free bit.
    let place = (position.taken() + bottom) & (bottom * 0x3f);
    let own = &mut position.discs[seat.index() % 2];
    *own |= place;
    position.won = ending::four_in_line(*own);
    position.dropped += 1;
    log.tell(Fell { seat, column: *column });
}

/// What an absent player does: the free column nearest to the middle.
pub(crate) fn lapse(position: &Position) -> Drop {
    let free = Column::ALL.into_iter().filter(|column| position.height(*column) < ROWS);
    Drop(free.min_by_key(|column| column.index().abs_diff(3)).unwrap_or(Column::ALL[3]))
}
