//! The levels of search that people choose at a table.

use super::{Clock, Counsel, Effort};
use table::Rules;

/// How `search:fast` plays, in a sentence.
pub const FAST: &str = "plays on in its head from what it can know, and answers within a second";

/// How `search:strong` plays, in a sentence.
pub const STRONG: &str = "the same with several times the thought, within five seconds";

/// Milliseconds after which no new playout begins, a little less than what is promised.
const FAST_LIMIT: u64 = 800;
const STRONG_LIMIT: u64 = 4_500;

/// What a program lends its bots.
///
/// ```
/// use bots::search::{Means, Plain, fast};
/// use connect_four::ConnectFour;
///
/// let effort = fast::<ConnectFour, Plain>(Means { clock: None, threads: 2 });
/// assert!(effort.limit.is_none() && effort.threads == 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// A clock, so that answers come in time even where playouts are slow.
    pub clock: Option<Clock>,
    /// Threads for one decision.
    pub threads: u32,
}

impl Default for Means {
    /// No clock, one thread: the same dice give the same choices everywhere.
    fn default() -> Means {
        Means { clock: None, threads: 1 }
    }
}

/// The effort of `search:fast` in a game.
pub fn fast<G: Rules, C: Counsel<G>>(means: Means) -> Effort {
    level(C::FAST, FAST_LIMIT, means)
}

/// The effort of `search:strong` in a game.
pub fn strong<G: Rules, C: Counsel<G>>(means: Means) -> Effort {
    level(C::STRONG, STRONG_LIMIT, means)
}

fn level(playouts: u32, limit: u64, means: Means) -> Effort {
    Effort::playouts(playouts)
        .with_threads(means.threads)
        .within(means.clock.map(|clock| (clock, limit)))
}
