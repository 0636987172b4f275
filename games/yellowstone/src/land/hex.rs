//! Hexes by their printed names, and sets of them.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// One hex: column and row, each below 32. It knows its own name, whatever map it is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(transparent)]
pub struct Hex(u16);

/// Most columns and most rows of a map.
pub const MOST_LINES: u16 = 32;

/// Length of an array with an entry for every hex there can be.
pub const EXTENT: usize = (MOST_LINES * MOST_LINES) as usize;

impl Hex {
    /// No hex: in the supply, in the pool, off the map.
    pub const NONE: Hex = Hex(u16::MAX);

    /// The hex in that column and row, counted from 0.
    pub fn at(column: u16, row: u16) -> Hex {
        if column < MOST_LINES && row < MOST_LINES {
            Hex(row * MOST_LINES + column)
        } else {
            Hex::NONE
        }
    }

    /// Whether it is a hex at all.
    pub fn is_some(self) -> bool {
        self != Hex::NONE
    }

    /// Column and row, counted from 0.
    pub fn place(self) -> (u16, u16) {
        (self.0 % MOST_LINES, self.0 / MOST_LINES)
    }

    /// The index, for arrays of [`EXTENT`] entries; of no hex, the last.
    pub fn index(self) -> usize {
        self.0 as usize % EXTENT
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
            name.bytes().fold(0u16, |sum, b| sum * 26 + (b.to_ascii_uppercase() - b'A' + 1) as u16);
        let row: u16 = number.parse().ok()?;
        Some(Hex::at(column.checked_sub(1)?, row.checked_sub(1)?)).filter(|hex| hex.is_some())
    }

    /// Steps to another hex as the crow flies.
    pub fn distance(self, other: Hex) -> u32 {
        let cube = |hex: Hex| {
            let (column, row) = hex.place();
            let (column, row) = (column as i32, row as i32);
            let x = column - (row - (row & 1)) / 2;
            (x, row, -x - row)
        };
        let (a, b) = (cube(self), cube(other));
        (a.0.abs_diff(b.0)).max(a.1.abs_diff(b.1)).max(a.2.abs_diff(b.2))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_some() {
            return f.write_str("nowhere");
        }
        let (column, row) = self.place();
        if column >= 26 {
            write!(f, "A")?;
        }
        write!(f, "{}{}", (b'A' + (column % 26) as u8) as char, row + 1)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Its name for people, its number for records.
impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u16(self.0)
        }
    }
}

/// A set of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexes([u64; EXTENT / 64]);

impl Hexes {
    /// No hexes.
    pub const NONE: Hexes = Hexes([0; EXTENT / 64]);

    /// Adds a hex; no hex adds nothing.
    pub fn insert(&mut self, hex: Hex) {
        if let Some(word) = self.0.get_mut(hex.0 as usize / 64) {
            *word |= 1 << (hex.0 % 64);
        }
    }

    /// Adds all hexes of another set.
    pub fn join(&mut self, other: &Hexes) {
        self.0.iter_mut().zip(other.0).for_each(|(word, bits)| *word |= bits);
    }

    /// Whether the hex is in the set.
    pub fn has(&self, hex: Hex) -> bool {
        let word = self.0.get(hex.0 as usize / 64).copied().unwrap_or(0);
        word >> (hex.0 % 64) & 1 == 1
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
        for index in 0..EXTENT as u16 {
            assert_eq!(Hex::parse(&Hex(index).to_string()), Some(Hex(index)));
        }
        for wrong in ["", "G", "17", "G0", "G33", "AG1", "G1x", "é7"] {
            assert_eq!(Hex::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set: Hexes = ["A1", "T20", "AF32"].iter().filter_map(|name| Hex::parse(name)).collect();
        let held = (0..EXTENT as u16).filter(|index| set.has(Hex(*index)));
        assert_eq!(held.count(), 3);
        assert!(!set.has(Hex::NONE));
    }
}
