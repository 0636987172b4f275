//! The list of candidates while it is made. SV-CAN-01, SV-CAN-06

use super::Kind;
use crate::action::{Figures, Gait, Stop};
use crate::ways::roads::MOST_NODES;
use crate::ways::route::Found;
use arrayvec::ArrayVec;

const MOST_RAW: usize = 192;

/// A point that may become a candidate.
#[derive(Clone, Copy)]
pub(super) struct Raw {
    pub(super) stop: Stop,
    pub(super) kind: Kind,
    pub(super) found: Found,
    pub(super) gait: Gait,
    pub(super) charge: Figures,
    pub(super) rank: i32,
}

/// The list being made, on the stack.
pub(super) struct List {
    raw: ArrayVec<Raw, MOST_RAW>,
    /// A short key for each of them, so that one is found fast.
    keys: ArrayVec<u64, MOST_RAW>,
    /// A mark for each key, which other keys may share: what has no mark is not in the list.
    marks: [u64; 4],
    /// Whether the ways to turning points are open, as far as anybody asked; by their numbers.
    pub(super) turns: ArrayVec<Turn, MOST_NODES>,
}

/// Whether the way to a turning point is open.
#[derive(Clone, Copy)]
pub(super) enum Turn {
    Unknown,
    /// Somebody stands in the way.
    Barred,
    /// So many legs lead there.
    Open(u8),
}

impl List {
    /// An empty list, on a table with so many turning points.
    pub(super) fn new(turns: usize) -> List {
        List {
            raw: ArrayVec::new(),
            keys: ArrayVec::new(),
            marks: [0; 4],
            turns: std::iter::repeat_n(Turn::Unknown, turns).collect(),
        }
    }

    pub(super) fn all(&self) -> &[Raw] {
        &self.raw
    }

    pub(super) fn len(&self) -> usize {
        self.raw.len()
    }

    /// Leaves only so many, the first.
    pub(super) fn cut_to(&mut self, most: usize) {
        self.raw.truncate(most);
        self.keys.truncate(most);
    }

    pub(super) fn has(&self, stop: Stop, charge: Figures) -> bool {
        let key = List::key(stop);
        let (word, mark) = List::mark(key);
        if self.marks[word] & mark == 0 {
            return false;
        }
        let keys = self.keys.iter().enumerate();
        let mut alike = keys.filter(|(_, known)| **known == key).map(|(at, _)| &self.raw[at]);
        alike.any(|known| known.stop == stop && known.charge == charge)
    }

    fn key(stop: Stop) -> u64 {
        u64::from(stop.at.x as u32) << 32 | u64::from(stop.at.y as u32) << 2 | stop.level as u64 & 3
    }

    /// The mark of a key: a word and a bit of it.
    #[inline]
    fn mark(key: u64) -> (usize, u64) {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56;
        (mixed as usize >> 6, 1 << (mixed & 63))
    }

    /// Adds a point that is not in it yet.
    pub(super) fn push(&mut self, raw: Raw) {
        if !self.raw.is_full() {
            let key = List::key(raw.stop);
            let (word, mark) = List::mark(key);
            self.marks[word] |= mark;
            self.keys.push(key);
            self.raw.push(raw);
        }
    }

    /// Step 11, where contacts and goals alone are too many: one contact for each enemy, then the
    /// rest by cost.
    pub(super) fn cut_to_sure(&mut self, most: usize) {
        if self.len() <= most {
            return;
        }
        let mut met: Figures = 0;
        for raw in &mut self.raw {
            let first = raw.kind == Kind::Contact && raw.charge & !met != 0;
            raw.rank = i32::from(first);
            met |= raw.charge;
        }
        self.raw.sort_unstable_by_key(|raw| (-raw.rank, raw.found.cost, raw.stop));
        self.cut_to(most);
        for (key, raw) in self.keys.iter_mut().zip(&self.raw) {
            *key = List::key(raw.stop);
        }
    }
}
