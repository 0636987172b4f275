//! How far a person can be relied on.

use serde::{Deserialize, Serialize};

/// Deadlines kept and games finished: a figure in a profile, which tables may ask for.
///
/// ```
/// use clock::Reliability;
///
/// let person = Reliability { kept: 90, late: 6, missed: 4, finished: 9, left: 1 };
/// assert_eq!(person.percent(), Some(91));
/// assert_eq!(Reliability::default().percent(), None, "nothing is known of a newcomer");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reliability {
    /// Questions that were answered in time.
    pub kept: u32,
    /// Questions that were answered in grace.
    pub late: u32,
    /// Questions that were not answered.
    pub missed: u32,
    /// Games that were played to their end.
    pub finished: u32,
    /// Games that were left before it.
    pub left: u32,
}

/// As many questions and games there must be before anything is said.
const ENOUGH: u32 = 10;

impl Reliability {
    /// Of questions and games, each game counting as ten, how many in a hundred were kept; a late answer is
    /// half kept. Nothing is said of people who have been asked fewer than ten times.
    pub fn percent(&self) -> Option<u32> {
        let count = |number: u32, weight: u64| u64::from(number) * weight;
        let kept = count(self.kept, 2) + count(self.late, 1) + count(self.finished, 20);
        let all = count(self.kept, 2) + count(self.late, 2) + count(self.missed, 2);
        let all = all + count(self.finished, 20) + count(self.left, 20);
        let known = count(self.kept, 1) + count(self.late, 1) + count(self.missed, 1);
        let known = known + count(self.finished, 10) + count(self.left, 10);
        if known < u64::from(ENOUGH) {
            return None;
        }
        u32::try_from(kept * 100 / all).ok()
    }

    /// This and what another table has seen.
    #[must_use]
    pub fn plus(self, more: Reliability) -> Reliability {
        Reliability {
            kept: self.kept.saturating_add(more.kept),
            late: self.late.saturating_add(more.late),
            missed: self.missed.saturating_add(more.missed),
            finished: self.finished.saturating_add(more.finished),
            left: self.left.saturating_add(more.left),
        }
    }
}
