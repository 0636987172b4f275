//! The game in numbers, for programs that learn: a plane of own discs, one of the other's, seven columns.

use crate::ConnectFour;
use crate::action::{Column, Drop};
use crate::knowledge::View;
use crate::position::ROWS;
use table::Seat;
use table::encoding::{Encoding, Family, Place, Sheet};

/// Connect four in numbers.
pub struct InNumbers;

impl Encoding<ConnectFour> for InNumbers {
    fn new(_: &ConnectFour) -> InNumbers {
        InNumbers
    }

    fn observe(&self, _: &ConnectFour, view: &View, seat: Seat, out: &mut Sheet<'_>) {
        let columns = Column::ALL.len();
        let mut planes = out.planes("board", &["own", "other"], ROWS, columns);
        for (column, discs) in view.iter().enumerate() {
            for (row, owner) in discs.iter().enumerate() {
                planes.set(usize::from(*owner != seat), row * columns + column, 1.0);
            }
        }
    }

    fn families(&self, _: &ConnectFour) -> Vec<Family> {
        vec![Family::new("drop", Column::ALL.len(), "a disc into this column, from the left")]
    }

    fn place(&self, _: &ConnectFour, Drop(column): &Drop) -> Place {
        Place::At(0, column.index())
    }
}
