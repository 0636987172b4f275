//! The order in which the points of a table are tried. SV-CAN-01

use arrayvec::ArrayVec;

const MOST_SPOTS: usize = 768;

/// A spot that was seen.
#[derive(Clone, Copy)]
struct Seen {
    number: u16,
    way: u16,
    place: u8,
    rank: i8,
}

/// Spots by their rank, the best first; within a rank in the order in which they were seen.
pub(super) struct Ranks {
    seen: ArrayVec<Seen, MOST_SPOTS>,
    counts: [u16; Ranks::PLACES + 1],
}

impl Ranks {
    /// Ranks that are told apart.
    const PLACES: usize = 64;

    pub(super) fn new() -> Ranks {
        Ranks { seen: ArrayVec::new(), counts: [0; Ranks::PLACES + 1] }
    }

    /// Notes a spot, and which of the known ways leads there.
    pub(super) fn see(&mut self, number: usize, way: usize, rank: i64, sure: bool) {
        if self.seen.is_full() {
            return;
        }
        let lifted = rank + if sure { Ranks::PLACES as i64 } else { 0 };
        let place = (Ranks::PLACES as i64 / 2 - lifted).clamp(0, Ranks::PLACES as i64 - 1);
        self.seen.push(Seen {
            number: number as u16,
            way: way as u16,
            place: place as u8,
            rank: rank.clamp(-99, 99) as i8,
        });
        self.counts[place as usize + 1] += 1;
    }

    /// Shows them in order until `each` has had enough.
    pub(super) fn in_order(&mut self, mut each: impl FnMut(usize, usize, i32) -> bool) {
        for place in 1..=Ranks::PLACES {
            self.counts[place] += self.counts[place - 1];
        }
        let mut order: ArrayVec<u16, MOST_SPOTS> =
            std::iter::repeat_n(0, self.seen.len()).collect();
        for (i, seen) in self.seen.iter().enumerate() {
            let slot = &mut self.counts[usize::from(seen.place)];
            order[*slot as usize] = i as u16;
            *slot += 1;
        }
        for i in &order {
            let Seen { number, way, rank, .. } = self.seen[usize::from(*i)];
            if !each(usize::from(number), usize::from(way), i32::from(rank)) {
                break;
            }
        }
    }
}
