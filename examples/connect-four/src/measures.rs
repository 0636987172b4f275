//! What is counted when a game is over.

use crate::{ConnectFour, Position};
use arena::{Column, Measures};

/// What one finished game yields.
pub struct Counted;

impl Measures<ConnectFour> for Counted {
    type Tally = ();

    fn columns(_: &ConnectFour) -> Vec<Column> {
        vec![Column::number("discs", "discs on the board")]
    }

    fn measure(_: &ConnectFour, end: &Position, _: &[&str], (): &(), out: &mut Vec<f64>) {
        out.push(f64::from(end.dropped));
    }
}
