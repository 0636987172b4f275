//! Counsel for a game that brings none.

use super::counsel::{Counsel, SURE};
use crate::random::any;
use table::{Dice, Fit, Rules, Seat, Status};

/// Decisions after which a playout is cut short, and the game taken for even.
const HORIZON: u32 = 400;

/// Knows nothing but the rules: plays on at random to the end and counts whom a seat leaves behind.
#[derive(Clone, Default)]
pub struct Plain;

impl<G: Rules> Counsel<G> for Plain {
    const FAST: u32 = 2000;
    const STRONG: u32 = 10_000;

    fn habit(
        &mut self,
        game: &G,
        _: &G::Position,
        _: Seat,
        legal: &[G::Action],
        dice: &mut Dice,
    ) -> usize {
        any(game, legal, dice)
    }

    fn worth(&mut self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        let Status::Over(outcome) = game.status(position) else {
            return SURE / 2;
        };
        let Some(own) = outcome.ranks.get(seat.index()) else {
            return 0;
        };
        let others = outcome.ranks.len().fit::<i32>() - 1;
        if others == 0 {
            return if outcome.winners.has(seat) { SURE } else { 0 };
        }
        let behind = outcome.ranks.iter().filter(|rank| *rank > own).count().fit::<i32>();
        let level = outcome.ranks.iter().filter(|rank| *rank == own).count().fit::<i32>() - 1;
        SURE / 2 * (2 * behind + level) / others
    }

    fn rests(&self, game: &G, _: &G::Position, position: &G::Position, decisions: u32) -> bool {
        decisions >= HORIZON || game.status(position).outcome().is_some()
    }
}
