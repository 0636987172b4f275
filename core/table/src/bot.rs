//! Bots, and what they are allowed to see.

use crate::dice::Dice;
use crate::rules::Rules;
use crate::seat::{Seat, Viewer};

/// A game through one seat's eyes: everything that a bot gets. The true position is behind it and
/// cannot be reached; [`imagine`](Sight::imagine) gives one that the seat cannot tell from it.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Dice, Log, Rules, Seat, Seed, Setup, Sight};
///
/// let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2))?;
/// let mut dice = Dice::seeded(Seed::from_number(7));
/// let position = game.start(&mut dice, &mut Log::quiet());
/// let sight = Sight::new(&game, &position, Seat(0));
/// let mut legal = Vec::new();
/// sight.legal(&mut legal);
/// assert_eq!(legal.len(), 7);
/// let imagined = sight.imagine(&mut dice);
/// assert_eq!(imagined, position, "connect four hides nothing");
/// # Ok::<(), table::SetupError>(())
/// ```
pub struct Sight<'a, G: Rules> {
    game: &'a G,
    position: &'a G::Position,
    seat: Seat,
}

impl<'a, G: Rules> Sight<'a, G> {
    /// What this seat sees of this position.
    pub fn new(game: &'a G, position: &'a G::Position, seat: Seat) -> Sight<'a, G> {
        Sight { game, position, seat }
    }

    /// The rules as set up, known to all.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Whose eyes these are.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat may know.
    pub fn view(&self) -> G::View {
        self.game.view(self.position, Viewer::Seat(self.seat))
    }

    /// What the seat may do.
    pub fn legal(&self, out: &mut Vec<G::Action>) {
        self.game.legal(self.position, self.seat, out);
    }

    /// A position that fits everything the seat knows; what it does not know is drawn from `dice`.
    pub fn imagine(&self, dice: &mut Dice) -> G::Position {
        self.game.resample(self.position, self.seat, dice)
    }
}

/// Somebody who decides. A bot that keeps nothing between decisions can be asked about any game.
///
/// ```
/// use connect_four::{ConnectFour, Drop};
/// use table::{AnyGame, Bot, Dice, GameBox, Seat, Seed, Setup, Sight};
///
/// /// Takes the first column that has room.
/// struct First;
///
/// impl Bot<ConnectFour> for First {
///     fn choose(&mut self, _: &Sight<'_, ConnectFour>, _: &[Drop], _: &mut Dice) -> usize {
///         0
///     }
/// }
///
/// let game = GameBox::<ConnectFour>::new().bot("first", "fills the left side", || Box::new(First));
/// let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// let mut own = Dice::seeded(Seed::from_number(8));
/// assert_eq!(play.ask(Seat(0), "first", &mut own).unwrap(), "drop 1");
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait Bot<G: Rules>: Send {
    /// Picks one of the legal actions (never empty) by its index. `dice` are the bot's own, not the
    /// game's.
    fn choose(&mut self, sight: &Sight<'_, G>, legal: &[G::Action], dice: &mut Dice) -> usize;
}
