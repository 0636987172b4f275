//! What a search is told about a game beyond its rules.

use table::{Dice, Fit, Log, Rules, Seat};

/// The worth of a won game.
pub const SURE: i32 = 1 << 16;

/// Advice about one game. All of it looks at imagined positions, never at the true one.
///
/// ```
/// use bots::search::{Counsel, Effort, Plain, SURE, Search};
/// use connect_four::{ConnectFour, Drop, Position};
/// use table::{Bot, Dice, Log, Rules, Seat, Seed, Setup, Sight};
///
/// /// By habit a player drops into the middle; all else is as without advice.
/// #[derive(Clone, Default)]
/// struct Middle;
///
/// impl Counsel<ConnectFour> for Middle {
///     const FAST: u32 = 500;
///     const STRONG: u32 = 5000;
///
///     fn habit(&mut self, _: &ConnectFour, _: &Position, _: Seat, legal: &[Drop], _: &mut Dice) -> usize {
///         bots::best(legal, |drop| 3 - drop.0.index().abs_diff(3))
///     }
///
///     fn worth(&mut self, game: &ConnectFour, position: &Position, seat: Seat) -> i32 {
///         Plain.worth(game, position, seat)
///     }
///
///     fn rests(&self, game: &ConnectFour, root: &Position, position: &Position, decisions: u32) -> bool {
///         Plain.rests(game, root, position, decisions)
///     }
/// }
///
/// let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2)).unwrap();
/// let mut dice = Dice::seeded(Seed::from_number(1));
/// let position = game.start(&mut dice, &mut Log::quiet());
/// let mut legal = Vec::new();
/// game.legal(&position, Seat(0), &mut legal);
/// let mut bot = Search::new(Middle, Effort::playouts(100));
/// let chosen = bot.choose(&Sight::new(&game, &position, Seat(0)), &legal, &mut dice);
/// assert!(chosen < legal.len() && Middle.worth(&game, &position, Seat(0)) == SURE / 2);
/// ```
pub trait Counsel<G: Rules>: Clone + Send + 'static {
    /// Playouts for a decision of the level `search:fast`: well within a second.
    const FAST: u32;
    /// Playouts for a decision of the level `search:strong`: well within five seconds.
    const STRONG: u32;

    /// Whether a playout may [`stride`](Counsel::stride) from its first decision on, or only where the
    /// tree has nothing to say any more.
    const STRIDES_AT_ONCE: bool = false;

    /// What somebody would do here who plays by habit: an index into `legal`, which is never empty.
    /// Playouts are played so; at the root it is the choice to beat.
    fn habit(
        &mut self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        legal: &[G::Action],
        dice: &mut Dice,
    ) -> usize;

    /// The habit for the first look at a real decision; slower and better, if there is such a one.
    fn first_thought(
        &mut self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        legal: &[G::Action],
        dice: &mut Dice,
    ) -> usize {
        self.habit(game, position, seat, legal, dice)
    }

    /// What the position is worth to a seat, from 0 (lost) to [`SURE`] (won). Also asked when the
    /// game is over.
    fn worth(&mut self, game: &G, position: &G::Position, seat: Seat) -> i32;

    /// Whether a playout may end here, after so many decisions since the root.
    fn rests(&self, game: &G, root: &G::Position, position: &G::Position, decisions: u32) -> bool;

    /// The stretch of luck that a position belongs to. Where it changes, dice are dealt anew, the same
    /// for all candidates: one who rolled once more than another meets the same weather afterwards.
    fn stretch(&self, _position: &G::Position) -> u64 {
        0
    }

    /// Forgets what it may have kept from another decision.
    fn begin(&mut self) {}

    /// Decisions below the root that are weighed in the tree; later ones follow habit. Where playouts
    /// are few for the choices there are, hasty choices of a tree blur what the root compares: none is
    /// better.
    fn depth(&self, _game: &G) -> u32 {
        u32::MAX
    }

    /// How much thought the decision is worth, in per cent of the effort.
    fn stakes(&self, _game: &G, _position: &G::Position) -> u32 {
        100
    }

    /// How many times the usual doubt a candidate must overcome to be taken instead of the habit. Where
    /// playouts only tell who wins in the end, and one decision of many matters little to that, the best
    /// of several candidates often looks good by chance: more is better.
    fn caution(&self, _game: &G) -> f64 {
        1.0
    }

    /// Adds what is worth a thought at the root besides the habit: indices into `legal`.
    fn alternatives(
        &self,
        game: &G,
        _position: &G::Position,
        legal: &[G::Action],
        habit: usize,
        out: &mut Vec<usize>,
    ) {
        out.extend(
            (0..legal.len()).filter(|index| *index != habit && !game.gives_up(&legal[*index])),
        );
    }

    /// Makes an imagined position more likely, within what the seat knows: what others have decided
    /// in secret can be what they would decide by habit.
    fn ponder(&mut self, _game: &G, _position: &mut G::Position, _seat: Seat, _dice: &mut Dice) {}

    /// Plays a whole stretch of an imagined position by habit, where that is quicker than decision by
    /// decision; how many decisions it stood for, or none if it does not know how.
    fn stride(
        &mut self,
        _game: &G,
        _position: &mut G::Position,
        _dice: &mut Dice,
        _log: &mut Log<G::Event>,
    ) -> u32 {
        0
    }
}

/// A lead on a scale where `half` turns an even game into three to one: a smooth step from 0 to
/// [`SURE`] in whole numbers.
pub fn edge(lead: i32, half: i32) -> i32 {
    let half = i64::from(half.max(1));
    let lead = i64::from(lead);
    (i64::from(SURE) / 2 + i64::from(SURE) / 2 * lead / (lead.abs() + half)).fit()
}
