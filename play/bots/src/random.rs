//! Any legal action, each as likely as the other.

use table::{Bot, Dice, Game, Sight};

/// Picks any legal action, each as likely as the other.
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, _: &Sight<'_, G>, legal: &[G::Action], dice: &mut Dice) -> usize {
        dice.roll("random", legal.len() as u32) as usize - 1
    }
}
