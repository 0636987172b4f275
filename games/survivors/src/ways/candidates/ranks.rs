//! The order in which the points of a table are tried. SV-CAN-01

use arrayvec::ArrayVec;

const MOST_SPOTS: usize = 768;
/// Ranks that are told apart.
const PLACES: usize = 64;
/// The end of a chain.
const END: u16 = u16::MAX;

/// A spot that was seen, by its number and the known way that leads there, with what is plain of its rank.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) number: u16,
    pub(super) way: u16,
    pub(super) plain: i8,
    /// Whether it goes before all that are not.
    pub(super) sure: bool,
    /// Whether one has an action left there.
    pub(super) acts: bool,
}

impl Seen {
    /// Where it stands in the order with so much more to its rank than is plain.
    fn place(&self, more: i64) -> usize {
        let lifted = i64::from(self.plain) + more + if self.sure { PLACES as i64 } else { 0 };
        (PLACES as i64 / 2 - lifted).clamp(0, PLACES as i64 - 1) as usize
    }
}

/// Spots by their rank, the best first; within a rank in the order in which they were seen. What a rank is
/// beyond what is plain of it is asked only of those that can come next.
pub(super) struct Ranks {
    seen: ArrayVec<Seen, MOST_SPOTS>,
}

/// Spots by place: the last in each place, and the one before each of them.
struct Chains {
    last: [u16; PLACES],
    before: ArrayVec<u16, MOST_SPOTS>,
}

impl Chains {
    fn new(count: usize) -> Chains {
        let before = std::iter::repeat_n(END, count).collect();
        Chains { last: [END; PLACES], before }
    }

    fn add(&mut self, place: usize, spot: u16) {
        self.before[usize::from(spot)] = std::mem::replace(&mut self.last[place], spot);
    }

    /// Those in a place, in order.
    fn at(&self, place: usize, out: &mut ArrayVec<u16, MOST_SPOTS>) {
        out.clear();
        let mut spot = self.last[place];
        while spot != END {
            out.push(spot);
            spot = self.before[usize::from(spot)];
        }
        out.sort_unstable();
    }
}

impl Ranks {
    pub(super) fn new() -> Ranks {
        Ranks { seen: ArrayVec::new() }
    }

    /// Notes a spot.
    #[inline]
    pub(super) fn see(&mut self, seen: Seen) {
        let _ = self.seen.try_push(seen);
    }

    /// Shows them in order until `each` has had enough, each with its rank: what is plain of it, and what
    /// `more` says, which is never above `most`.
    pub(super) fn in_order(
        &self,
        most: impl Fn(&Seen) -> i64,
        more: impl Fn(&Seen) -> i64,
        mut each: impl FnMut(&Seen, i32) -> bool,
    ) {
        let mut possible = Chains::new(self.seen.len());
        for (spot, seen) in self.seen.iter().enumerate() {
            possible.add(seen.place(most(seen)), spot as u16);
        }
        let mut ranked = Chains::new(self.seen.len());
        let mut ranks: ArrayVec<i8, MOST_SPOTS> = std::iter::repeat_n(0, self.seen.len()).collect();
        let mut here = ArrayVec::new();
        for place in 0..PLACES {
            possible.at(place, &mut here);
            for spot in &here {
                let seen = &self.seen[usize::from(*spot)];
                let more = more(seen);
                ranks[usize::from(*spot)] = (i64::from(seen.plain) + more).clamp(-99, 99) as i8;
                ranked.add(seen.place(more), *spot);
            }
            ranked.at(place, &mut here);
            for spot in &here {
                let spot = usize::from(*spot);
                if !each(&self.seen[spot], ranks[spot].into()) {
                    return;
                }
            }
        }
    }
}
