//! The order in which the points of a table are tried. Ledger section 5.3, steps 6 and 11

use crate::route::Found;

const MOST_SPOTS: usize = 768;

/// Spots by their rank, the best first; within a rank in the order in which they were seen.
pub(super) struct Ranks {
    seen: [(u16, u8, i8, Option<Found>); MOST_SPOTS],
    counts: [u16; Ranks::PLACES + 1],
    count: usize,
}

impl Ranks {
    /// Ranks that are told apart.
    const PLACES: usize = 64;

    pub(super) fn new() -> Ranks {
        Ranks { seen: [(0, 0, 0, None); MOST_SPOTS], counts: [0; Ranks::PLACES + 1], count: 0 }
    }

    pub(super) fn see(&mut self, number: usize, found: Option<Found>, rank: i64, sure: bool) {
        if self.count == MOST_SPOTS {
            return;
        }
        let lifted = rank + if sure { Ranks::PLACES as i64 } else { 0 };
        let place = (Ranks::PLACES as i64 / 2 - lifted).clamp(0, Ranks::PLACES as i64 - 1);
        self.seen[self.count] = (number as u16, place as u8, rank.clamp(-99, 99) as i8, found);
        self.counts[place as usize + 1] += 1;
        self.count += 1;
    }

    /// Shows them in order until `each` has had enough.
    pub(super) fn in_order(mut self, mut each: impl FnMut(usize, Option<Found>, i32) -> bool) {
        for place in 1..=Ranks::PLACES {
            self.counts[place] += self.counts[place - 1];
        }
        let mut order = [0u16; MOST_SPOTS];
        for (i, (_, place, _, _)) in self.seen[..self.count].iter().enumerate() {
            let slot = &mut self.counts[*place as usize];
            order[*slot as usize] = i as u16;
            *slot += 1;
        }
        for i in &order[..self.count] {
            let (number, _, rank, found) = self.seen[*i as usize];
            if !each(number as usize, found, rank as i32) {
                break;
            }
        }
    }
}

/// The six points of cover farthest from their nearest enemy. Step 6
#[derive(Default)]
pub(super) struct Retreats {
    best: [(i64, u16, Option<Found>); 6],
    count: usize,
}

impl Retreats {
    pub(super) fn see(&mut self, far: i64, number: usize, found: Option<Found>) {
        let mut entry = (far, number as u16, found);
        for slot in &mut self.best[..self.count] {
            if entry.0 > slot.0 {
                std::mem::swap(slot, &mut entry);
            }
        }
        if self.count < self.best.len() {
            self.best[self.count] = entry;
            self.count += 1;
        }
    }

    pub(super) fn all(&self) -> &[(i64, u16, Option<Found>)] {
        &self.best[..self.count]
    }
}
