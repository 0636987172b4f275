//! Any legal action, each as likely as the other.

use table::{Bot, Dice, Rules, Sight};

/// Picks any legal action, each as likely as the other; never gives up.
pub struct Random;

impl<G: Rules> Bot<G> for Random {
    fn choose(&mut self, sight: &Sight<'_, G>, legal: &[G::Action], dice: &mut Dice) -> usize {
        any(sight.game(), legal, dice)
    }
}

/// Any of the actions that do not give up, by its index.
pub(crate) fn any<G: Rules>(game: &G, legal: &[G::Action], dice: &mut Dice) -> usize {
    let plays_on = |action: &G::Action| !game.gives_up(action);
    let choices = legal.iter().filter(|action| plays_on(action)).count();
    let chosen = dice.roll("random", choices as u32) as usize - 1;
    let mut others = (0..legal.len()).filter(|index| plays_on(&legal[*index]));
    others.nth(chosen).unwrap_or(0)
}
