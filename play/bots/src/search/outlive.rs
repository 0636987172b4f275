//! Counsel for Outlive: Shelters are compared as greedy values them.

use super::counsel::{Counsel, SURE, edge};
use crate::outlive::Mind;
use outlive::{Action, Outlive, Phase, Position};
use table::{Dice, Seat};

/// A lead, in hundredths of a point, that makes three to one.
const LEAD: i32 = 600;

/// Plays on to the end of the turn and compares Shelters.
#[derive(Clone, Default)]
pub struct Convoy;

impl Counsel<Outlive> for Convoy {
    const FAST: u32 = 200;
    const STRONG: u32 = 1000;

    fn habit(
        &mut self,
        game: &Outlive,
        position: &Position,
        seat: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        Mind { game, seat: seat.index() }.decide(position, legal, dice)
    }

    fn worth(&mut self, game: &Outlive, position: &Position, seat: Seat) -> i32 {
        let over = position.phase == Phase::Over;
        let worth = |seat: usize| match over {
            true => {
                let score = game.score(position, seat);
                // Ties are broken by what is left in store.
                score.total as i32 * 100 + score.supplies as i32 * 2
            }
            false => Mind { game, seat }.worth(position),
        };
        let own = worth(seat.index());
        let others = (0..game.seats()).filter(|other| *other != seat.index());
        let Some(best) = others.map(worth).max() else {
            return edge(own - game.level().bar as i32 * 100, 2 * LEAD);
        };
        let lead = edge(own - best, LEAD);
        match over {
            true if own > best => SURE / 4 + lead * 3 / 4,
            true => lead * 3 / 4,
            false => SURE / 8 + lead * 3 / 4,
        }
    }

    fn rests(&self, _: &Outlive, root: &Position, position: &Position, decisions: u32) -> bool {
        position.turn > root.turn.max(1) || decisions > 200
    }

    fn alternatives(
        &self,
        _: &Outlive,
        _: &Position,
        legal: &[Action],
        habit: usize,
        out: &mut Vec<usize>,
    ) {
        let idle = |action: &Action| matches!(action, Action::Revise | Action::Orders(_));
        out.extend((0..legal.len()).filter(|index| *index != habit && !idle(&legal[*index])));
    }
}
