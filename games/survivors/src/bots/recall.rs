//! What was thought through already: in playout after playout a Movement phase begins alike, and somebody
//! who plays by habit does the same there every time.

use crate::action::Action;
use crate::position::{Phase, Position, Step};
use table::Fit;

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
    let mix =
        |mixed: u64, more: u64| (mixed ^ more).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let active = position.active.map_or(u64::MAX, |figure| figure.bit());
    let mixed = position.figures.iter().fold(active, |mixed, figure| {
        let (x, y) = (u64::from(figure.at.x.unsigned_abs()), u64::from(figure.at.y.unsigned_abs()));
        let done = u64::from(figure.used) << 2
            | u64::from(figure.activated) << 1
            | u64::from(figure.has_moved);
        mix(mixed, x << 32 | y << 8 | done)
    });
    (mixed >> 32).fit::<usize>() % SLOTS
}

#[cfg(test)]
mod tests {
    use super::{Recall, is_clear};
    use crate::Survivors;
    use crate::bots::Greedy;
    use table::{Bot, Dice, Log, Rules, Seed, Setup, Sight};

    /// Whatever a seat cannot know is drawn anew, and habit still does what it is remembered for.
    #[test]
    fn what_is_recalled_is_what_habit_does() {
        for (scenario, seats) in [("forecourt", 2), ("surgery", 3), ("mill", 2), ("strays", 2)] {
            let setup = Setup::new(scenario, seats);
            let game = Survivors::open(&Survivors::house(), &setup).expect("a sound edition");
            let mut dice = Dice::seeded(Seed::from_number(1));
            let (mut log, mut legal, mut anew) = (Log::quiet(), Vec::new(), Vec::new());
            let (mut recall, mut recalled) = (Recall::default(), 0);
            let mut position = game.start(&mut dice, &mut log);
            for number in 0..400 {
                let Some(seat) = game.status(&position).first() else { break };
                legal.clear();
                game.legal(&position, seat, &mut legal);
                let chosen = Greedy.choose(&Sight::new(&game, &position, seat), &legal, &mut dice);
                let mut luck = Dice::seeded(Seed::from_number(number));
                let other = game.resample(&position, seat, &mut luck);
                if game.is_open(&position) {
                    let mut untouched = Dice::seeded(Seed::from_number(number));
                    assert_eq!(other, position, "{scenario}: something was hidden");
                    assert_eq!(luck.roll("next", 1 << 30), untouched.roll("next", 1 << 30));
                }
                recall.keep(&position, &legal[chosen]);
                assert_eq!(recall.find(&position).is_some(), is_clear(&position));
                if let Some(action) = recall.find(&other) {
                    anew.clear();
                    game.legal(&other, seat, &mut anew);
                    let chosen = Greedy.choose(&Sight::new(&game, &other, seat), &anew, &mut luck);
                    assert_eq!(action, &anew[chosen], "{scenario}, decision {number}");
                    recalled += 1;
                    recall.forget();
                    assert!(recall.find(&other).is_none(), "another search has begun");
                }
                game.apply(&mut position, seat, &legal[chosen], &mut dice, &mut log);
            }
            assert!(recalled > 40, "{scenario}: {recalled}");
        }
    }
}
