//! A pile of tiles that never allocates.

use crate::edition::roster::{Equipment, HordeCard, Leader, Prey, RoomKind, SearchTile};
use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use table::{Dice, Fit};

/// Up to `N` tiles, the last one on top.
#[derive(Clone, Copy)]
pub struct Pile<T, const N: usize> {
    count: u8,
    tiles: [T; N],
}

impl<T: Copy, const N: usize> Pile<T, N> {
    /// An empty pile; `blank` fills what is never looked at.
    pub const fn empty(blank: T) -> Pile<T, N> {
        Pile { count: 0, tiles: [blank; N] }
    }

    /// Puts a tile on top; a full pile takes no more.
    pub fn push(&mut self, tile: T) {
        if let Some(place) = self.tiles.get_mut(usize::from(self.count)) {
            *place = tile;
            self.count += 1;
        }
    }

    /// Takes the top tile.
    pub fn pop(&mut self) -> Option<T> {
        self.count = self.count.checked_sub(1)?;
        Some(self.tiles[usize::from(self.count)])
    }

    /// Takes the tile at this depth, 0 being the top; the others keep their order.
    pub fn take(&mut self, depth: usize) -> Option<T> {
        let at = usize::from(self.count).checked_sub(depth + 1)?;
        let tile = self.tiles[at];
        self.tiles.copy_within(at + 1..usize::from(self.count), at);
        self.count -= 1;
        Some(tile)
    }

    /// The tile at this depth, 0 being the top.
    pub fn peek(&self, depth: usize) -> Option<T> {
        let at = usize::from(self.count).checked_sub(depth + 1)?;
        Some(self.tiles[at])
    }

    /// Takes all tiles off.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Shuffles the whole pile.
    pub fn shuffle(&mut self, purpose: &'static str, dice: &mut Dice) {
        dice.shuffle(purpose, self);
    }

    /// Draws one tile by lot; the order of the rest means nothing.
    pub fn draw(&mut self, purpose: &'static str, dice: &mut Dice) -> Option<T> {
        let face = dice.roll(purpose, u32::from(self.count)).fit::<usize>();
        let last = self.pop()?;
        Some(match self.get_mut(face - 1) {
            Some(place) => std::mem::replace(place, last),
            None => last,
        })
    }
}

impl<T, const N: usize> Deref for Pile<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.tiles[..usize::from(self.count)]
    }
}

impl<T, const N: usize> DerefMut for Pile<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.tiles[..usize::from(self.count)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Pile<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Pile<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].fmt(f)
    }
}

impl<T: Serialize, const N: usize> Serialize for Pile<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.len()))?;
        for tile in self.iter() {
            seq.serialize_element(tile)?;
        }
        seq.end()
    }
}

/// A value to fill the unused places of a pile with.
pub trait Blank: Copy {
    /// The value.
    const BLANK: Self;
}

impl Blank for u8 {
    const BLANK: u8 = 0;
}

impl Blank for Prey {
    const BLANK: Prey = Prey::ALL[0];
}

impl Blank for HordeCard {
    const BLANK: HordeCard = HordeCard::ALL[0];
}

impl Blank for Equipment {
    const BLANK: Equipment = Equipment::Bow;
}

impl Blank for SearchTile {
    const BLANK: SearchTile = SearchTile::Cupboard;
}

impl Blank for RoomKind {
    const BLANK: RoomKind = RoomKind::S1;
}

impl Blank for Leader {
    const BLANK: Leader = Leader::Jacob;
}

impl<T: Blank, const N: usize> Default for Pile<T, N> {
    fn default() -> Self {
        Pile::empty(T::BLANK)
    }
}

impl<T: Blank, const N: usize> FromIterator<T> for Pile<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(tiles: I) -> Self {
        let mut pile = Pile::default();
        tiles.into_iter().for_each(|tile| pile.push(tile));
        pile
    }
}

impl<'de, T: Blank + Deserialize<'de>, const N: usize> Deserialize<'de> for Pile<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<T, const N: usize>(PhantomData<T>);
        impl<'de, T: Blank + Deserialize<'de>, const N: usize> Visitor<'de> for Reader<T, N> {
            type Value = Pile<T, N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "up to {N} tiles")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut pile = Pile::default();
                while let Some(tile) = seq.next_element()? {
                    if pile.len() == N {
                        return Err(A::Error::invalid_length(N + 1, &self));
                    }
                    pile.push(tile);
                }
                Ok(pile)
            }
        }
        deserializer.deserialize_seq(Reader(PhantomData))
    }
}
