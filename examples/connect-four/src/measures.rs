//! What is counted when a game is over.

use crate::{ConnectFour, Position};
use arena::{Column, Measures, Part};
use table::Seat;

/// What one finished game yields.
pub struct Counted;

impl Measures<ConnectFour> for Counted {
    type Tally = ();

    fn columns(_: &ConnectFour) -> Vec<Column> {
        vec![Column::number("discs", "discs on the board")]
    }

    fn parts(_: &ConnectFour) -> Vec<Part<ConnectFour>> {
        Part::turns(2, |_, _| Some(Seat(0)))
    }

    fn measure(_: &ConnectFour, end: &Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        out.push(f64::from(end.dropped));
    }
}
