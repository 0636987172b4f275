//! What was thought through already: in playout after playout a Movement phase begins alike, and somebody
//! who plays by habit does the same there every time.

use crate::action::Action;
use crate::position::{Phase, Position, Step};

/// How many thoughts are kept.
const SLOTS: usize = 512;

/// What habit did in positions of a Movement phase. It answers only for a position that is told from the
/// one it was asked about by nothing that habit looks at, and keeps nothing from one search to the next.
#[derive(Clone, Default)]
pub(super) struct Recall {
    thoughts: Vec<Option<Thought>>,
    /// The search that is going on: what is older is forgotten.
    search: u64,
}

#[derive(Clone)]
struct Thought {
    search: u64,
    position: Position,
    action: Action,
}

impl Recall {
    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.search += 1;
    }

    /// What habit did here, if it is known.
    pub(super) fn find(&self, position: &Position) -> Option<&Action> {
        let thought = self.thoughts.get(slot(position))?.as_ref()?;
        let known = is_clear(position)
            && thought.search == self.search
            && thought.position.is_alike_in_the_open(position);
        known.then_some(&thought.action)
    }

    /// Notes what habit did, in place of what else had the same slot.
    pub(super) fn keep(&mut self, position: &Position, action: &Action) {
        if !is_clear(position) {
            return;
        }
        if self.thoughts.is_empty() {
            self.thoughts.resize(SLOTS, None);
        }
        self.thoughts[slot(position)] = Some(Thought {
            search: self.search,
            position: position.clone(),
            action: action.clone(),
        });
    }
}

/// Whether habit sees all that it looks at: where it must guess who somebody is or where, it may guess
/// otherwise the next time.
fn is_clear(position: &Position) -> bool {
    let stray = position.figures.iter().any(|figure| figure.side.is_none() && figure.is_playing());
    position.step == Step::Phase(Phase::Movement) && position.fog.is_none() && !stray
}

/// Where a position is looked for: by who stands where and has done what.
fn slot(position: &Position) -> usize {
    let mix = |mixed: u64, more: u64| (mixed ^ more).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let active = position.active.map_or(u64::MAX, |figure| figure.bit());
    let mixed = position.figures.iter().fold(active, |mixed, figure| {
        let (x, y) = (u64::from(figure.at.x.unsigned_abs()), u64::from(figure.at.y.unsigned_abs()));
        let done = u64::from(figure.used) << 2
            | u64::from(figure.activated) << 1
            | u64::from(figure.has_moved);
        mix(mixed, x << 32 | y << 8 | done)
    });
    (mixed >> 32) as usize % SLOTS
}
