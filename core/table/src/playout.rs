//! Whole games in one go, without a record: for tests, benchmarks and experiments.

use crate::bot::{Bot, Sight};
use crate::dice::{Dice, Seed};
use crate::log::Log;
use crate::rules::Rules;
use crate::seat::Seat;
use terrain::Fit;

/// Plays a game from its start to its end and gives its last position and the number of decisions.
/// `choose` picks from the list of whoever must decide first, by its index; it is handed the dice of
/// the game. `legal` is the buffer of those lists: a caller that plays many games keeps it.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Dice, Rules, Seed, Setup, playout};
///
/// let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2))?;
/// let mut dice = Dice::seeded(Seed::from_number(7));
/// let (end, decisions) = playout::play(&game, &mut dice, &mut Vec::new(), playout::at_random);
/// assert!(game.status(&end).outcome().is_some());
/// assert!((7..=42).contains(&decisions));
/// # Ok::<(), table::SetupError>(())
/// ```
pub fn play<G: Rules>(
    game: &G,
    dice: &mut Dice,
    legal: &mut Vec<G::Action>,
    mut choose: impl FnMut(&G::Position, Seat, &[G::Action], &mut Dice) -> usize,
) -> (G::Position, usize) {
    let mut log = Log::quiet();
    let mut position = game.start(dice, &mut log);
    let mut decisions = 0;
    while let Some(seat) = game.status(&position).first() {
        legal.clear();
        game.legal(&position, seat, legal);
        let chosen = choose(&position, seat, legal, dice);
        game.apply(&mut position, seat, &legal[chosen], dice, &mut log);
        decisions += 1;
    }
    (position, decisions)
}

/// Any of the list, all alike.
pub fn at_random<P, A>(_: &P, _: Seat, legal: &[A], dice: &mut Dice) -> usize {
    dice.roll("random play", legal.len().fit()) as usize - 1
}

/// Takes so many decisions at random, each from its full list, in game after game: what benchmarks
/// time. Gives the position that was reached.
pub fn random_decisions<G: Rules>(
    game: &G,
    count: usize,
    dice: &mut Dice,
    legal: &mut Vec<G::Action>,
) -> G::Position {
    let mut log = Log::quiet();
    let mut position = game.start(dice, &mut log);
    for _ in 0..count {
        let Some(seat) = game.status(&position).first() else {
            position = game.start(dice, &mut log);
            continue;
        };
        legal.clear();
        game.legal(&position, seat, legal);
        let chosen = at_random(&position, seat, legal, dice);
        game.apply(&mut position, seat, &legal[chosen], dice, &mut log);
    }
    position
}

/// Plays the game of this number with a bot in every seat and gives its last position. `watch` sees
/// every decision before it is carried out. The same number is the same game.
pub fn play_bots<G: Rules>(
    game: &G,
    number: u64,
    bots: &mut [&mut dyn Bot<G>],
    mut watch: impl FnMut(&G::Position, Seat, &G::Action),
) -> G::Position {
    let mut dice = Dice::seeded(Seed::from_number(number));
    let mut own = Dice::seeded(Seed::from_number(!number));
    let choose = |position: &G::Position, seat: Seat, legal: &[G::Action], _: &mut Dice| {
        let chosen = bots[seat.index()].choose(&Sight::new(game, position, seat), legal, &mut own);
        watch(position, seat, &legal[chosen]);
        chosen
    };
    play(game, &mut dice, &mut Vec::new(), choose).0
}
