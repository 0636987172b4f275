//! Decisions that several seats owe at once, kept secret until all are in.

use crate::seat::{Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};

/// What seats that decide at the same time have decided: each knows its own until all are in. The
/// order in which they decided leaves no trace, so that equal decisions are equal bytes.
///
/// ```
/// use table::{Sealed, Seat, Seats, Viewer};
///
/// let mut bids = Sealed::asking(Seats::first(2));
/// assert!(!bids.put(Seat(1), 7));
/// assert_eq!(bids.awaited(), &Seats::one(Seat(0)));
/// assert_eq!(bids.open(), None);
///
/// // Everybody sees who has decided, and only the second seat what.
/// assert_eq!(bids.seen_by(Viewer::Table).given, [(Seat(1), None)]);
/// assert_eq!(bids.seen_by(Viewer::Seat(Seat(1))).given, [(Seat(1), Some(7))]);
///
/// assert!(bids.put(Seat(0), 4));
/// assert_eq!(bids.open(), Some(vec![(Seat(0), 4), (Seat(1), 7)]));
/// assert_eq!(bids, Sealed::default());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sealed<T> {
    awaited: Seats,
    /// In the order of seats.
    given: Vec<(Seat, T)>,
}

/// What a viewer may know of sealed decisions.
///
/// ```
/// use table::{Sealed, Seat, Seats, Viewer};
///
/// let mut bids = Sealed::asking(Seats::first(2));
/// bids.put(Seat(1), 7);
/// let seen = bids.seen_by(Viewer::Seat(Seat(0)));
/// assert_eq!((seen.awaited, seen.given), (Seats::one(Seat(0)), vec![(Seat(1), None)]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedView<T> {
    /// Who has yet to decide.
    pub awaited: Seats,
    /// Who has decided, and what, as far as the viewer may know it.
    pub given: Vec<(Seat, Option<T>)>,
}

/// Nobody is asked.
impl<T> Default for Sealed<T> {
    fn default() -> Sealed<T> {
        Sealed { awaited: Seats::none(), given: Vec::new() }
    }
}

impl<T> Sealed<T> {
    /// Each of these seats is asked.
    pub fn asking(seats: Seats) -> Sealed<T> {
        Sealed { awaited: seats, given: Vec::new() }
    }

    /// Who has yet to decide.
    pub fn awaited(&self) -> &Seats {
        &self.awaited
    }

    /// What this seat has decided, for itself and for the rules.
    pub fn of(&self, seat: Seat) -> Option<&T> {
        let place = self.given.binary_search_by_key(&seat, |(seat, _)| *seat).ok()?;
        self.given.get(place).map(|(_, decided)| decided)
    }

    /// Takes a seat's decision, and says whether it was the last that was awaited. A seat that is not
    /// awaited changes nothing.
    pub fn put(&mut self, seat: Seat, decided: T) -> bool {
        if !self.awaited.has(seat) {
            return false;
        }
        self.awaited.remove(seat);
        let place = self.given.partition_point(|(other, _)| *other < seat);
        self.given.insert(place, (seat, decided));
        self.awaited.is_empty()
    }

    /// All decisions in the order of seats, once all are in; nobody is asked afterwards.
    pub fn open(&mut self) -> Option<Vec<(Seat, T)>> {
        let complete = self.awaited.is_empty() && !self.given.is_empty();
        complete.then(|| std::mem::take(&mut self.given))
    }

    /// What a viewer may know: who has decided, and its own decision.
    pub fn seen_by(&self, viewer: Viewer) -> SealedView<T>
    where
        T: Clone,
    {
        let knows = |seat| viewer == Viewer::Referee || viewer == Viewer::Seat(seat);
        let given = self.given.iter();
        let given = given.map(|(seat, decided)| (*seat, knows(*seat).then(|| decided.clone())));
        SealedView { awaited: self.awaited.clone(), given: given.collect() }
    }

    /// What others than this seat have decided, drawn anew: for [`resample`](crate::Rules::resample).
    pub fn redraw(&mut self, seat: Seat, mut draw: impl FnMut(Seat) -> T) {
        for (other, decided) in self.given.iter_mut().filter(|(other, _)| *other != seat) {
            *decided = draw(*other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_deciding_leaves_no_trace_and_takes_few_bytes() {
        let decided = |order: [u16; 3]| {
            let mut sealed = Sealed::asking(Seats::first(3));
            for seat in order {
                sealed.put(Seat(seat), 10 + terrain::Fit::fit::<u8>(seat));
            }
            sealed
        };
        assert_eq!(decided([0, 1, 2]), decided([2, 0, 1]));
        let bytes = postcard::to_allocvec(&decided([1, 2, 0])).unwrap();
        assert_eq!(bytes, [0, 0, 3, 0, 10, 1, 11, 2, 12]);
        assert_eq!(postcard::from_bytes(&bytes), Ok(decided([0, 1, 2])));
    }

    #[test]
    fn who_is_not_asked_or_has_decided_changes_nothing() {
        let mut sealed = Sealed::asking(Seats::one(Seat(1)));
        assert!(!sealed.put(Seat(0), 'a') && sealed.of(Seat(0)).is_none());
        assert!(sealed.put(Seat(1), 'b') && !sealed.put(Seat(1), 'c'));
        assert_eq!(sealed.of(Seat(1)), Some(&'b'));
        sealed.redraw(Seat(1), |_| 'd');
        assert_eq!(sealed.of(Seat(1)), Some(&'b'));
        sealed.redraw(Seat(0), |_| 'd');
        assert_eq!(sealed.open(), Some(vec![(Seat(1), 'd')]));
        assert_eq!(sealed.open(), None);
    }
}
