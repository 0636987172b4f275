//! Any legal action, each as likely as the other.

use table::{Bot, Dice, Fit, Rules, Seat, Sight};

/// Picks any legal action, each as likely as the other; never gives up.
///
/// ```
/// use bots::Random;
/// use connect_four::ConnectFour;
/// use table::{Bot, Dice, Log, Rules, Seat, Seed, Setup, Sight};
///
/// let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2)).unwrap();
/// let mut dice = Dice::seeded(Seed::from_number(1));
/// let position = game.start(&mut dice, &mut Log::quiet());
/// let mut legal = Vec::new();
/// game.legal(&position, Seat(0), &mut legal);
/// let choice = Random.choose(&Sight::new(&game, &position, Seat(0)), &legal, &mut dice);
/// assert!(choice < legal.len());
/// ```
pub struct Random;

impl<G: Rules> Bot<G> for Random {
    fn choose(&mut self, sight: &Sight<'_, G>, legal: &[G::Action], dice: &mut Dice) -> usize {
        any(sight.game(), legal, dice)
    }
}

impl Random {
    /// What [`choose`](Bot::choose) takes for the same dice, without a list where the game needs none to tell;
    /// none if there is nothing but to give up. `list` is a buffer.
    pub fn pick<G: Rules>(
        &self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        list: &mut Vec<G::Action>,
        dice: &mut Dice,
    ) -> Option<G::Action> {
        game.pick(position, seat, list, &mut |count| roll(count, dice))
    }
}

/// A place among so many, each as likely as the other.
fn roll(count: usize, dice: &mut Dice) -> usize {
    dice.roll("random", count.fit()) as usize - 1
}

/// Any of the actions that do not give up, by its index.
pub(crate) fn any<G: Rules>(game: &G, legal: &[G::Action], dice: &mut Dice) -> usize {
    let plays_on = |action: &G::Action| !game.gives_up(action);
    let mut giving_up = (0..legal.len()).filter(|index| !plays_on(&legal[*index]));
    let first = giving_up.next().unwrap_or(legal.len());
    let choices = legal.len() - usize::from(first < legal.len()) - giving_up.count();
    let chosen = roll(choices, dice);
    if chosen < first {
        return chosen;
    }
    let mut others = (0..legal.len()).filter(|index| plays_on(&legal[*index]));
    others.nth(chosen).unwrap_or(0)
}
