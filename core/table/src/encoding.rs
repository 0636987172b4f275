//! A game in numbers, for programs that learn: what a seat may know as arrays of fixed shape, and what it
//! may do as a numbered space with a mask.
//!
//! [`Encoding`] is what a game brings; [`Plain`] serves every game that brings none. [`Encoded`] is a game
//! together with its encoding, ready to be asked.

mod plain;
mod sheet;
mod space;

pub use plain::Plain;
pub use sheet::{Layout, Part, Planes, Quantity, Sheet, Truth};
pub use space::{ActionSpace, Family, Place};

use crate::dice::{Dice, Seed};
use crate::log::Log;
use crate::rules::Rules;
use crate::seat::{Seat, Viewer};
use std::sync::Arc;

/// A game in numbers: how what a seat may know is written as arrays, and how its actions are numbered.
///
/// ```
/// use connect_four::{ConnectFour, encoding::InNumbers};
/// use std::sync::Arc;
/// use table::encoding::Encoded;
/// use table::{Dice, Log, Rules, Seat, Seed, Setup};
///
/// let game = Arc::new(ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2))?);
/// let encoded = Encoded::<ConnectFour, InNumbers>::new(game.clone());
/// assert_eq!(encoded.layout().parts[0].shape, [2, 6, 7]);
/// assert_eq!(encoded.space().size(), 7);
/// let position = game.start(&mut Dice::seeded(Seed::from_number(7)), &mut Log::quiet());
/// let mut seen = vec![0.0; encoded.layout().size()];
/// encoded.observe(&position, Seat(0), &mut seen);
/// assert!(seen.iter().all(|number| *number == 0.0), "the board is empty");
/// # Ok::<(), table::SetupError>(())
/// ```
pub trait Encoding<G: Rules>: Send + Sync + 'static {
    /// The encoding of a game as set up. What never changes in play is worked out here, once.
    fn new(game: &G) -> Self;

    /// Writes what the view holds, and nothing that does not follow from it: every view of a set-up fills
    /// the same parts with the same columns in the same order. All numbers lie between -1 and 1. `seat` is the
    /// seat through whose eyes the view is; what belongs to it comes first.
    fn observe(&self, game: &G, view: &G::View, seat: Seat, out: &mut Sheet<'_>);

    /// The kinds of actions, in the order of their numbers.
    fn families(&self, game: &G) -> Vec<Family>;

    /// Where an action stands among them. Two actions that are legal at the same time never stand in the
    /// same place.
    fn place(&self, game: &G, action: &G::Action) -> Place;
}

/// A game together with its encoding.
pub struct Encoded<G: Rules, E> {
    game: Arc<G>,
    encoding: E,
    layout: Layout,
    space: ActionSpace,
}

impl<G: Rules, E: Encoding<G>> Encoded<G, E> {
    /// The encoding of this game.
    pub fn new(game: Arc<G>) -> Encoded<G, E> {
        let encoding = E::new(&game);
        let start = game.start(&mut Dice::seeded(Seed::from_number(0)), &mut Log::quiet());
        let layout = described(game.as_ref(), &encoding, &start, Seat(0));
        let space = ActionSpace::new(encoding.families(&game));
        Encoded { game, encoding, layout, space }
    }

    /// The rules as set up.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The parts of an observation.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The numbered actions.
    pub fn space(&self) -> &ActionSpace {
        &self.space
    }

    /// Writes what the seat may know; `out` has the size of the layout.
    pub fn observe(&self, position: &G::Position, seat: Seat, out: &mut [f32]) {
        let view = self.game.view(position, Viewer::Seat(seat));
        self.encoding.observe(&self.game, &view, seat, &mut Sheet::writing(out));
    }

    /// The parts as this position writes them: the same for every position, if the encoding holds what it
    /// promises.
    pub fn described(&self, position: &G::Position, seat: Seat) -> Layout {
        described(self.game.as_ref(), &self.encoding, position, seat)
    }

    /// The number of every action of a list, in the order of the list; `out` is emptied first. An action for
    /// which there is no room has none: that breaks a promise of the encoding.
    pub fn numbers(&self, legal: &[G::Action], out: &mut Vec<Option<u32>>) {
        let places = legal.iter().map(|action| self.encoding.place(&self.game, action));
        self.space.numbers(places, out);
    }
}

fn described<G: Rules, E: Encoding<G>>(
    game: &G,
    encoding: &E,
    position: &G::Position,
    seat: Seat,
) -> Layout {
    let view = game.view(position, Viewer::Seat(seat));
    let mut layout = Layout::default();
    encoding.observe(game, &view, seat, &mut Sheet::describing(&mut layout));
    layout.finished()
}
