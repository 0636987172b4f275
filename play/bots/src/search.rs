//! Search: looks ahead by playing on in imagined positions, many times, and takes what came out best.
//!
//! It is an information-set Monte-Carlo tree search, open loop: every playout starts from a position
//! that fits what the seat knows ([`Sight::imagine`]), and the tree remembers decisions, not
//! positions, so that dice and hidden things average out. What somebody decides in secret is not
//! seen by others in the tree either: each seat walks the tree by what it has seen. Lists of many
//! choices are widened as a node is visited.
//!
//! At the root all candidates are tried under the same imagined positions and the same dice, the
//! worse half is dropped, and so on until few are left. The game's habit ([`Counsel::habit`]) is one
//! of them to the end: another is taken only when it came out better by more than chance would.

mod counsel;
mod deliberation;
mod levels;
mod plain;
mod tree;

pub use counsel::{Counsel, SURE, edge};
pub use deliberation::Deliberation;
pub use levels::{FAST, Means, STRONG, fast, strong};
pub use plain::Plain;

use table::{Bot, Dice, Rules, Sight};

/// Tells milliseconds since any fixed moment. Handed in, because bots know no clock of their own.
pub type Clock = fn() -> u64;

/// How hard to think about one decision.
///
/// ```
/// use bots::search::Effort;
///
/// let effort = Effort::playouts(500).with_threads(4);
/// assert_eq!((effort.playouts, effort.threads), (500, 4));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Playouts for one decision, over all trees.
    pub playouts: u32,
    /// Trees that grow apart and are merged in order. The choice depends on it.
    pub trees: u32,
    /// The most candidates that are tried at the root.
    pub candidates: u32,
    /// Standard errors by which a candidate must beat the habit.
    pub doubt: f64,
    /// Threads that share the trees. The choice does not depend on it.
    pub threads: u32,
    /// No playout begins later than so many milliseconds after the first. A search that meets its
    /// limit is not repeatable.
    pub limit: Option<(Clock, u64)>,
}

impl Effort {
    /// So many playouts and no more, on one thread.
    pub fn playouts(playouts: u32) -> Effort {
        Effort { playouts, trees: 2, candidates: 24, doubt: 1.5, threads: 1, limit: None }
    }

    /// As many playouts as fit into so many milliseconds.
    pub fn time(clock: Clock, milliseconds: u64) -> Effort {
        Effort { limit: Some((clock, milliseconds)), ..Effort::playouts(1 << 20) }
    }

    /// The same with so many threads.
    pub fn with_threads(self, threads: u32) -> Effort {
        Effort { threads: threads.max(1), ..self }
    }

    /// The same with a limit of time.
    pub fn within(self, limit: Option<(Clock, u64)>) -> Effort {
        Effort { limit, ..self }
    }
}

/// A bot that searches. The same dice and the same effort without a limit of time give the same
/// choice, on any number of threads.
///
/// ```
/// use bots::search::{Effort, Plain, Search};
/// use connect_four::ConnectFour;
/// use table::{Bot, Dice, Log, Rules, Seat, Seed, Setup, Sight};
///
/// let game = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 2)).unwrap();
/// let mut dice = Dice::seeded(Seed::from_number(1));
/// let position = game.start(&mut dice, &mut Log::quiet());
/// let mut legal = Vec::new();
/// game.legal(&position, Seat(0), &mut legal);
/// let mut bot = Search::new(Plain, Effort::playouts(100));
/// let sight = Sight::new(&game, &position, Seat(0));
/// assert!(bot.choose(&sight, &legal, &mut dice) < legal.len());
/// ```
pub struct Search<G: Rules, C: Counsel<G>> {
    deliberation: Deliberation<G, C>,
}

impl<G: Rules, C: Counsel<G>> Search<G, C> {
    /// A bot with this counsel that thinks so hard.
    pub fn new(counsel: C, effort: Effort) -> Search<G, C> {
        Search { deliberation: Deliberation::new(counsel, effort) }
    }

    /// Playouts and playout decisions so far.
    pub fn spent(&self) -> (u64, u64) {
        self.deliberation.spent()
    }
}

impl<G: Rules, C: Counsel<G>> Bot<G> for Search<G, C> {
    fn choose(&mut self, sight: &Sight<'_, G>, legal: &[G::Action], dice: &mut Dice) -> usize {
        self.deliberation.choose(sight, legal, dice)
    }
}
