//! The sides, and what is one side's, a set's or nobody's.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU8;
use table::Fit;

/// A side, by its place in the scenario's list. What may be nobody's is an `Option<Side>`: strays are
/// nobody's. SV-STR-01
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Side(NonZeroU8);

impl Side {
    /// The side at this place of the scenario's list.
    #[inline]
    pub fn new(index: usize) -> Side {
        Side(NonZeroU8::MIN.saturating_add(index.fit()))
    }

    /// Its place in the scenario's list.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0.get() - 1)
    }

    /// The set of it alone.
    #[inline]
    pub fn bit(self) -> u8 {
        u8::checked_shl(1, u32::from(self.0.get() - 1)).unwrap_or(0)
    }

    /// The set of whoever it is; empty for nobody.
    #[inline]
    pub fn set_of(whose: Option<Side>) -> u8 {
        whose.map_or(0, Side::bit)
    }

    /// Whether it is in a set.
    #[inline]
    pub fn is_in(self, sides: u8) -> bool {
        sides & self.bit() != 0
    }
}

/// The first of the scenario's list.
impl Default for Side {
    fn default() -> Side {
        Side::new(0)
    }
}

impl From<Side> for u8 {
    fn from(side: Side) -> u8 {
        side.0.get() - 1
    }
}

impl TryFrom<u8> for Side {
    type Error = &'static str;

    fn try_from(index: u8) -> Result<Side, Self::Error> {
        index.checked_add(1).and_then(NonZeroU8::new).map(Side).ok_or("no side has this number")
    }
}

/// The sides one after another, each at most once: an order in which they act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Order(#[serde(with = "or_nobody")] [Option<Side>; Order::MOST]);

impl Order {
    /// How many sides it has room for.
    pub const MOST: usize = 4;

    /// The side at this place, while there is one.
    #[inline]
    pub fn get(&self, place: u8) -> Option<Side> {
        self.0.get(usize::from(place)).copied().flatten()
    }

    /// The sides in order.
    pub fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        self.0.iter().map_while(|side| *side)
    }

    /// The same with one more side at its end, if there is room.
    #[must_use]
    pub fn then(mut self, side: Side) -> Order {
        if let Some(place) = self.0.iter_mut().find(|place| place.is_none()) {
            *place = Some(side);
        }
        self
    }
}

/// As many as there is room for.
impl FromIterator<Side> for Order {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Order {
        sides.into_iter().fold(Order::default(), Order::then)
    }
}

/// A side or nobody as one byte, as positions hold it: 255 is nobody.
pub(super) mod or_nobody {
    use super::Side;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// What is written as bytes, one for each side or nobody.
    pub trait Bytes: Copy {
        type Form: Serialize + for<'de> Deserialize<'de>;
        fn form(self) -> Self::Form;
        fn of(form: Self::Form) -> Self;
    }

    impl Bytes for Option<Side> {
        type Form = u8;
        fn form(self) -> u8 {
            self.map_or(u8::MAX, u8::from)
        }
        fn of(form: u8) -> Self {
            Side::try_from(form).ok()
        }
    }

    macro_rules! arrays {
        ($($length:literal)*) => {$(
            impl Bytes for [Option<Side>; $length] {
                type Form = [u8; $length];
                fn form(self) -> Self::Form {
                    self.map(Bytes::form)
                }
                fn of(form: Self::Form) -> Self {
                    form.map(Bytes::of)
                }
            }
        )*};
    }

    arrays!(2 4);

    pub fn serialize<T: Bytes, S: Serializer>(sides: &T, to: S) -> Result<S::Ok, S::Error> {
        sides.form().serialize(to)
    }

    pub fn deserialize<'de, T: Bytes, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        T::Form::deserialize(from).map(T::of)
    }
}
