//! Who may know what: everybody sees everything.

use crate::action::Column;
use crate::position::Position;
use table::Seat;

/// Columns from the left, discs from the bottom, each by the seat that it belongs to.
pub type View = Vec<Vec<Seat>>;

/// What a seat cannot tell from the position: nothing is hidden, so it is the position itself.
pub(crate) fn resample(position: &Position) -> Position {
    *position
}

/// What everybody sees.
pub(crate) fn view(position: &Position) -> View {
    let owner = |place: usize| if position.discs[0] >> place & 1 == 1 { Seat(0) } else { Seat(1) };
    let column = |column: Column| {
        (0..position.height(column)).map(|row| owner(7 * column.index() + row)).collect()
    };
    Column::ALL.into_iter().map(column).collect()
}
