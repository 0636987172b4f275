//! The order in which the points of a table are tried. SV-CAN-01

use arrayvec::ArrayVec;

const MOST_SPOTS: usize = 768;

/// Where a row of spots ends.
const END: u16 = u16::MAX;

/// A spot that was seen.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) number: u16,
    /// Which of the known ways leads there.
    pub(super) way: u16,
    /// How much nearer to the goal it is, in inches.
    pub(super) progress: i16,
    /// Whether the figure has an action left there.
    pub(super) acts: bool,
    /// Whether it comes before all that are not so.
    pub(super) sure: bool,
    /// The next in its row.
    next: u16,
}

/// Spots by their rank, the best first; within a rank in the order in which they were seen. What a spot is
/// worth is asked only when none that may be worth more is left.
pub(super) struct Ranks {
    seen: ArrayVec<Seen, MOST_SPOTS>,
    /// By the place that a spot has at best: the first of a row.
    at_best: [u16; Ranks::PLACES],
    /// By the place that it has.
    placed: [u16; Ranks::PLACES],
}

impl Ranks {
    /// Ranks that are told apart.
    const PLACES: usize = 64;

    /// No spot seen yet.
    pub(super) fn new() -> Ranks {
        let none = [END; Ranks::PLACES];
        Ranks { seen: ArrayVec::new(), at_best: none, placed: none }
    }

    #[inline]
    fn place(rank: i64, sure: bool) -> usize {
        let lifted = rank + if sure { Ranks::PLACES as i64 } else { 0 };
        (Ranks::PLACES as i64 / 2 - lifted).clamp(0, Ranks::PLACES as i64 - 1) as usize
    }

    /// Notes a spot, and which of the known ways leads there; its rank is `most` at best.
    #[inline]
    pub(super) fn see(
        &mut self,
        (number, way): (usize, usize),
        progress: i64,
        (acts, sure): (bool, bool),
        most: i64,
    ) {
        if self.seen.is_full() {
            return;
        }
        let row = &mut self.at_best[Ranks::place(most, sure)];
        let next = std::mem::replace(row, self.seen.len() as u16);
        let (number, way, progress) = (number as u16, way as u16, progress as i16);
        self.seen.push(Seen { number, way, progress, acts, sure, next });
    }

    /// Shows them in order, with their ranks, until `each` has had enough.
    pub(super) fn in_order(
        &mut self,
        rank: impl Fn(&Seen) -> i64,
        mut each: impl FnMut(&Seen, i32) -> bool,
    ) {
        let mut alike: ArrayVec<(u16, i8), MOST_SPOTS> = ArrayVec::new();
        let mut ranks = [0i8; MOST_SPOTS];
        for place in 0..Ranks::PLACES {
            let mut at = self.at_best[place];
            while at != END {
                let seen = &mut self.seen[usize::from(at)];
                let rank = rank(seen);
                ranks[usize::from(at)] = rank.clamp(-99, 99) as i8;
                let row = &mut self.placed[Ranks::place(rank, seen.sure)];
                let next = std::mem::replace(&mut seen.next, *row);
                *row = at;
                at = next;
            }
            alike.clear();
            let mut at = self.placed[place];
            while at != END {
                alike.push((at, ranks[usize::from(at)]));
                at = self.seen[usize::from(at)].next;
            }
            alike.sort_unstable();
            for (at, rank) in &alike {
                if !each(&self.seen[usize::from(*at)], i32::from(*rank)) {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However little is known of them beforehand, spots come by rank and then as they were seen.
    #[test]
    fn the_order_does_not_depend_on_what_is_known_beforehand() {
        let ranks = [3, -2, 7, 3, 40, -40, 0, 3, 7, -2, 99, 1];
        let mut expected: Vec<usize> = (0..ranks.len()).collect();
        // Beyond 32 either way ranks share a place, and what is sure has the first.
        expected.sort_by_key(|spot| if *spot == 6 { -32 } else { -ranks[*spot].clamp(-31, 32) });
        for slack in [0, 1, 5, 60] {
            let mut order = Ranks::new();
            for (spot, rank) in ranks.iter().enumerate() {
                let most = rank + slack * (spot as i64 % 3);
                order.see((spot, 0), *rank, (false, spot == 6), most);
            }
            let mut shown = Vec::new();
            order.in_order(
                |seen| i64::from(seen.progress),
                |seen, rank| {
                    assert_eq!(i64::from(rank), ranks[usize::from(seen.number)]);
                    shown.push(usize::from(seen.number));
                    true
                },
            );
            assert_eq!(shown, expected, "known to within {slack}");
        }
    }
}
