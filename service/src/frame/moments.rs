//! Which steps of a game a viewer knows of, and by which numbers.
//!
//! The numbers of steps themselves would tell everybody how much another has written in secret: whoever writes three
//! orders leaves three steps behind. So as long as a game is on, each viewer counts the moments of which they know.

use table::{AnyMatch, Viewer};

/// The moments of a game for one viewer: the steps of which they know, counted from 1. When the game is over
/// everything is known, and moments are steps.
pub struct Moments {
    steps: Vec<usize>,
}

impl Moments {
    /// The moments of a game; `over` says whether it is over by now, whatever it was at the step that is looked at.
    pub fn of(game: &dyn AnyMatch, viewer: Viewer, over: bool) -> Moments {
        let steps = if over { (1..=game.len()).collect() } else { game.known_steps(viewer) };
        Moments { steps }
    }

    /// Whether a step is one of them.
    pub fn has(&self, step: usize) -> bool {
        self.steps.binary_search(&step).is_ok()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// The moment in which a step lies: how many there were until then.
    pub fn number(&self, step: usize) -> usize {
        self.steps.partition_point(|known| *known <= step)
    }

    /// The step of a moment; the start for 0, nothing if there is no such moment.
    pub fn step(&self, moment: usize) -> Option<usize> {
        match moment.checked_sub(1) {
            None => Some(0),
            Some(index) => self.steps.get(index).copied(),
        }
    }
}
