//! Hexes by their printed names, and sets of them.

use std::fmt;
use table::Fit;

/// Writes how a numbered thing is shown and kept: its name for people, its number for records, and
/// no number that does not exist.
macro_rules! kept_by_number {
    ($name:ident($number:ident), $exists:expr, $missing:literal) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match serializer.is_human_readable() {
                    true => serializer.collect_str(self),
                    false => self.0.serialize(serializer),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$name, D::Error> {
                let exists: fn($number) -> bool = $exists;
                match $number::deserialize(deserializer)? {
                    number if exists(number) => Ok($name(number)),
                    _ => Err(serde::de::Error::custom($missing)),
                }
            }
        }
    };
}

pub(crate) use kept_by_number;

/// One hex: column and row, each below 32. It knows its own name, whatever map it is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u16);

kept_by_number!(Hex(u16), |number| usize::from(number) < EXTENT, "there is no such hex");

/// Most columns and most rows of a map.
pub const MOST_LINES: u16 = 32;

/// Length of an array with an entry for every hex there can be.
pub const EXTENT: usize = 32 * 32;

impl Hex {
    /// The hex in that column and row, counted from 0 and round and round.
    pub fn at(column: u16, row: u16) -> Hex {
        Hex(row % MOST_LINES * MOST_LINES + column % MOST_LINES)
    }

    /// Column and row, counted from 0.
    pub fn place(self) -> (u16, u16) {
        (self.0 % MOST_LINES, self.0 / MOST_LINES)
    }

    /// The index, for arrays of [`EXTENT`] entries.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % EXTENT
    }

    /// The hex of a printed name, such as `G17`; case does not matter.
    pub fn parse(text: &str) -> Option<Hex> {
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, number) = (text.get(..letters)?, text.get(letters..)?);
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        if letters == 0 || letters > 2 || number.len() > 3 || !digits {
            return None;
        }
        let column =
            name.bytes().fold(0, |sum, b| sum * 26 + u16::from(b.to_ascii_uppercase() - b'A' + 1));
        let row: u16 = number.parse().ok()?;
        let (column, row) = (column.checked_sub(1)?, row.checked_sub(1)?);
        (column < MOST_LINES && row < MOST_LINES).then(|| Hex::at(column, row))
    }

    /// Steps to another hex as the crow flies.
    pub fn distance(self, other: Hex) -> u32 {
        let cube = |hex: Hex| {
            let (column, row) = hex.place();
            let (column, row) = (i32::from(column), i32::from(row));
            let x = column - (row - (row & 1)) / 2;
            (x, row, -x - row)
        };
        let (a, b) = (cube(self), cube(other));
        (a.0.abs_diff(b.0)).max(a.1.abs_diff(b.1)).max(a.2.abs_diff(b.2))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = self.place();
        if column >= 26 {
            write!(f, "A")?;
        }
        write!(f, "{}{}", char::from(b'A' + (column % 26).fit::<u8>()), row + 1)
    }
}

/// Where a counter stands: a hex, or nowhere while it is in the supply or in the pool.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Spot(u16);

kept_by_number!(
    Spot(u16),
    |number| number == u16::MAX || usize::from(number) < EXTENT,
    "there is no such hex"
);

impl Spot {
    /// Off the map.
    pub const NOWHERE: Spot = Spot(u16::MAX);

    /// The hex, if it is on the map.
    #[inline]
    pub fn get(self) -> Option<Hex> {
        (self != Spot::NOWHERE).then_some(Hex(self.0))
    }
}

impl From<Hex> for Spot {
    fn from(hex: Hex) -> Spot {
        Spot(hex.0)
    }
}

impl PartialEq<Hex> for Spot {
    #[inline]
    fn eq(&self, hex: &Hex) -> bool {
        self.0 == hex.0
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(hex) => hex.fmt(f),
            None => f.write_str("nowhere"),
        }
    }
}

/// A set of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexes([u64; EXTENT / 64]);

impl Hexes {
    /// No hexes.
    pub const NONE: Hexes = Hexes([0; EXTENT / 64]);

    /// Adds a hex.
    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        self.0[hex.index() / 64] |= 1 << (hex.0 % 64);
    }

    /// Adds the hex of a spot; nowhere adds nothing.
    #[inline]
    pub fn insert_spot(&mut self, spot: Spot) {
        if let Some(word) = self.0.get_mut(usize::from(spot.0) / 64) {
            *word |= 1 << (spot.0 % 64);
        }
    }

    /// Adds all hexes of another set.
    pub fn join(&mut self, other: &Hexes) {
        self.0.iter_mut().zip(other.0).for_each(|(word, bits)| *word |= bits);
    }

    /// Whether the hex is in the set.
    #[inline]
    pub fn has(&self, hex: Hex) -> bool {
        self.0[hex.index() / 64] >> (hex.0 % 64) & 1 == 1
    }
}

impl FromIterator<Hex> for Hexes {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Hexes {
        let mut set = Hexes::NONE;
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hex_is_found_by_its_name() {
        for index in 0..EXTENT.fit() {
            assert_eq!(Hex::parse(&Hex(index).to_string()), Some(Hex(index)));
        }
        for wrong in ["", "G", "17", "G0", "G33", "AG1", "G1x", "é7"] {
            assert_eq!(Hex::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set: Hexes = ["A1", "T20", "AF32"].iter().filter_map(|name| Hex::parse(name)).collect();
        let held = (0..EXTENT.fit()).filter(|index| set.has(Hex(*index)));
        assert_eq!(held.count(), 3);
    }
}
