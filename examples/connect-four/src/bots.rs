//! A player that is no person.

use crate::action::Drop;
use crate::{ConnectFour, Position, rules};
use table::{Bot, Dice, Log, Seat, Sight};

/// Takes a win, blocks one, and otherwise likes the middle.
pub struct Greedy;

impl Bot<ConnectFour> for Greedy {
    fn choose(&mut self, sight: &Sight<'_, ConnectFour>, legal: &[Drop], dice: &mut Dice) -> usize {
        let (position, seat) = (sight.imagine(dice), sight.seat());
        let other = Seat(1 - seat.0 % 2);
        ::bots::best(legal, |drop| {
            let wins = has_four(&position, seat, drop);
            let blocks = has_four(&position, other, drop);
            (wins, blocks, 3 - drop.0.index().abs_diff(3))
        })
    }
}

/// Whether a seat would have four in a line with a disc there.
fn has_four(position: &Position, seat: Seat, drop: &Drop) -> bool {
    let mut then = *position;
    rules::apply(&mut then, seat, drop, &mut Log::quiet());
    then.won
}
