//! What a generator offers, for those who want all of it and for those who want one.

/// Where a generator puts what it offers. Whoever takes one action by its place alone need not have the
/// others made.
///
/// ```
/// use table::{Offers, pick_offered};
///
/// fn offer(out: &mut impl Offers<String>) {
///     out.offer(|| "stay".to_string());
///     out.offer_each(3, |place| format!("go to {place}"));
/// }
///
/// let mut all = Vec::new();
/// offer(&mut all);
/// assert_eq!(all, ["stay", "go to 0", "go to 1", "go to 2"]);
/// let (any, last) = (|count: usize| count - 1, Some("go to 2".to_string()));
/// assert_eq!(pick_offered(&mut { any }, offer, offer), last);
/// ```
pub trait Offers<A> {
    /// Offers an action; `make` runs only if it is wanted.
    fn offer(&mut self, make: impl FnOnce() -> A);

    /// Offers so many actions in a row; `make` is told the place of one among them, from 0, and runs
    /// only for those that are wanted.
    fn offer_each(&mut self, count: usize, make: impl FnMut(usize) -> A);
}

impl<A> Offers<A> for Vec<A> {
    #[inline]
    fn offer(&mut self, make: impl FnOnce() -> A) {
        self.push(make());
    }

    #[inline]
    fn offer_each(&mut self, count: usize, make: impl FnMut(usize) -> A) {
        self.extend((0..count).map(make));
    }
}

/// Counts what is offered, and has none of it made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountedOffers(pub usize);

impl<A> Offers<A> for CountedOffers {
    #[inline]
    fn offer(&mut self, _: impl FnOnce() -> A) {
        self.0 += 1;
    }

    #[inline]
    fn offer_each(&mut self, count: usize, _: impl FnMut(usize) -> A) {
        self.0 += count;
    }
}

/// Has the one made that is offered at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickedOffer<A> {
    /// How many are offered before it that were not offered yet.
    before: usize,
    picked: Option<A>,
}

impl<A> PickedOffer<A> {
    /// The one at this place, from 0.
    pub fn at(place: usize) -> PickedOffer<A> {
        PickedOffer { before: place, picked: None }
    }

    /// What was offered there; none as long as too few were offered.
    pub fn picked(self) -> Option<A> {
        self.picked
    }
}

impl<A> Offers<A> for PickedOffer<A> {
    #[inline]
    fn offer(&mut self, make: impl FnOnce() -> A) {
        if self.before == 0 && self.picked.is_none() {
            self.picked = Some(make());
        }
        self.before = self.before.wrapping_sub(1);
    }

    #[inline]
    fn offer_each(&mut self, count: usize, mut make: impl FnMut(usize) -> A) {
        if self.before < count && self.picked.is_none() {
            self.picked = Some(make(self.before));
        }
        self.before = self.before.wrapping_sub(count);
    }
}

/// The one that `choose` names by its place, from 0, once it has heard how many are offered; none if nothing
/// is. Both generators offer the same: one is counted, from the other the one is taken.
pub fn pick_offered<A>(
    choose: &mut dyn FnMut(usize) -> usize,
    count: impl FnOnce(&mut CountedOffers),
    take: impl FnOnce(&mut PickedOffer<A>),
) -> Option<A> {
    let mut offered = CountedOffers::default();
    count(&mut offered);
    if offered.0 == 0 {
        return None;
    }
    let mut picked = PickedOffer::at(choose(offered.0));
    take(&mut picked);
    picked.picked()
}
