//! Who is who: the sides with heroes, the four heroes and the seven rooms of each.

use crate::edition::roster::numbered;
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut, Index, IndexMut};
use table::Seat;

/// A side with heroes: a seat, or the Horde that one player meets.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Side(u8);

impl Side {
    /// The first seat.
    pub const FIRST: Side = Side(0);
    /// The Horde in the solo game. OL-SOLO-01
    pub const HORDE: Side = Side(1);

    /// The first sides, clockwise; there are four at most.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Side> + Clone {
        (0..count.min(4)).map(Side)
    }

    /// The side with this number, counted from 1.
    pub fn numbered(number: u8) -> Option<Side> {
        (1..=4).contains(&number).then(|| Side(number - 1))
    }

    /// Its number, counted from 1.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The place in arrays with one entry for each side.
    pub const fn index(self) -> usize {
        self.0 as usize % 4
    }

    /// The side so many steps clockwise among `count` sides.
    pub fn clockwise(self, steps: u8, count: u8) -> Side {
        Side((self.0 + steps) % count.max(1))
    }

    /// How many steps clockwise this side lies from another among `count` sides.
    pub fn steps_from(self, other: Side, count: u8) -> u8 {
        (self.0 + count - other.0 % count) % count
    }

    /// The seat of a player's side.
    pub fn seat(self) -> Seat {
        Seat(self.0.into())
    }
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Side {
        Side(seat.0.to_le_bytes()[0] % 4)
    }
}

/// A set of sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides(u8);

impl Sides {
    /// No side.
    pub const NONE: Sides = Sides(0);

    /// One side alone.
    pub const fn one(side: Side) -> Sides {
        Sides(1 << side.0)
    }

    /// Whether the side is among them.
    pub const fn has(self, side: Side) -> bool {
        self.0 >> side.0 & 1 != 0
    }

    /// Adds a side.
    pub fn insert(&mut self, side: Side) {
        self.0 |= 1 << side.0;
    }

    /// Takes a side out.
    pub fn remove(&mut self, side: Side) {
        self.0 &= !(1 << side.0);
    }

    /// Leaves no side but this one.
    pub fn retain(&mut self, side: Side) {
        self.0 &= 1 << side.0;
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.iter().count()
    }

    /// Each of them, clockwise from the first seat.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::first(4).filter(move |side| self.has(*side))
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Sides {
        let mut set = Sides::NONE;
        sides.into_iter().for_each(|side| set.insert(side));
        set
    }
}

numbered! {
    /// One of the four heroes of a side, or a pawn of the Horde. OL-COMP-01
    HeroId, 4
}

macro_rules! by {
    ($(#[$doc:meta])* $name:ident, $key:ty, $count:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct $name<T>(pub [T; $count]);

        impl<T> Index<$key> for $name<T> {
            type Output = T;

            fn index(&self, key: $key) -> &T {
                &self.0[key.index()]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key.index()]
            }
        }

        impl<T> Deref for $name<T> {
            type Target = [T; $count];

            fn deref(&self) -> &[T; $count] {
                &self.0
            }
        }

        impl<T> DerefMut for $name<T> {
            fn deref_mut(&mut self) -> &mut [T; $count] {
                &mut self.0
            }
        }
    };
}

by! {
    /// One thing for each side.
    BySide, Side, 4
}

by! {
    /// One thing for each hero of a side.
    ByHero, HeroId, 4
}

numbered! {
    /// A place for a room in a Shelter: three standard ones, then four advanced ones.
    RoomSlot, 7
}

by! {
    /// One thing for each place for a room.
    ByRoom, RoomSlot, 7
}
