//! QR codes: a short text as a square of dots that a phone reads. Bytes, error correction M, versions 1 to 6
//! (ISO/IEC 18004); enough for our links.

use std::fmt::Write;

/// Of each version from 1: data bytes in all, blocks, and correction bytes of each block, at level M.
const CAPACITY: [(usize, usize, usize); 6] =
    [(16, 1, 10), (28, 1, 16), (44, 1, 26), (64, 2, 18), (86, 2, 24), (108, 4, 16)];

/// The code of a text as a drawing, dark on light with the margin that readers need; nothing if it is too long.
pub fn svg(text: &str) -> Option<String> {
    let code = Code::of(text.as_bytes())?;
    let whole = code.size + 8;
    let mut path = String::new();
    for (y, row) in code.dark.chunks(code.size).enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, dark)| **dark) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + 4, y + 4);
        }
    }
    Some(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" role="img" aria-label="QR code of the link"><path fill="#fff" d="M0 0h{whole}v{whole}H0z"/><path fill="#000" d="{path}"/></svg>"##
    ))
}

/// A square of dots.
struct Code {
    size: usize,
    dark: Vec<bool>,
    /// Which dots are not data.
    fixed: Vec<bool>,
}

impl Code {
    fn of(bytes: &[u8]) -> Option<Code> {
        let (version, (room, blocks, correction)) =
            (1..).zip(CAPACITY).find(|(_, (room, ..))| bytes.len() + 2 <= *room)?;
        let words = interleaved(&padded(bytes, room), blocks, correction);
        let size = 17 + 4 * version;
        let mut code =
            Code { size, dark: vec![false; size * size], fixed: vec![false; size * size] };
        code.draw_patterns(version);
        code.draw_data(&words);
        let masks = (0..8).map(|mask| code.masked(mask));
        masks.min_by_key(Code::penalty)
    }

    fn set(&mut self, x: usize, y: usize, dark: bool) {
        self.dark[y * self.size + x] = dark;
        self.fixed[y * self.size + x] = true;
    }

    /// Everything that is the same whatever the text: where to look, how large a dot is.
    fn draw_patterns(&mut self, version: usize) {
        let last = self.size - 7;
        for along in 0..self.size {
            self.set(along, 6, along % 2 == 0);
            self.set(6, along, along % 2 == 0);
        }
        for (left, top) in [(0, 0), (last, 0), (0, last)] {
            for y in 0..9 {
                for x in 0..9 {
                    let (Some(at_x), Some(at_y)) =
                        ((left + x).checked_sub(1), (top + y).checked_sub(1))
                    else {
                        continue;
                    };
                    if at_x < self.size && at_y < self.size {
                        let ring = x.abs_diff(4).max(y.abs_diff(4));
                        self.set(at_x, at_y, ring != 2 && ring != 4);
                    }
                }
            }
        }
        if version > 1 {
            let middle = self.size - 7;
            for y in 0..5_usize {
                for x in 0..5_usize {
                    let ring = x.abs_diff(2).max(y.abs_diff(2));
                    self.set(middle + x - 2, middle + y - 2, ring != 1);
                }
            }
        }
        self.draw_format(0);
    }

    /// The level and the mask, written twice.
    fn draw_format(&mut self, mask: u32) {
        // Level M is 00.
        let mut rest = mask << 10;
        for bit in (10..13).rev() {
            if rest >> bit & 1 == 1 {
                rest ^= 0b101_0011_0111 << (bit - 10);
            }
        }
        let bits = (mask << 10 | rest) ^ 0b101_0100_0001_0010;
        let (size, bit) = (self.size, |number: usize| bits >> number & 1 == 1);
        for number in 0..15 {
            let (x, y) = match number {
                0..6 => (8, number),
                6 => (8, 7),
                7 => (8, 8),
                8 => (7, 8),
                _ => (14 - number, 8),
            };
            self.set(x, y, bit(number));
            match number {
                0..8 => self.set(size - 1 - number, 8, bit(number)),
                _ => self.set(8, size - 15 + number, bit(number)),
            }
        }
        self.set(8, size - 8, true);
    }

    /// The words in columns of two, up and down in turn, from the right.
    fn draw_data(&mut self, words: &[u8]) {
        let mut bits =
            words.iter().flat_map(|word| (0..8).rev().map(move |bit| word >> bit & 1 == 1));
        let columns = (0..self.size).rev().filter(|right| *right != 6).collect::<Vec<_>>();
        for (number, pair) in columns.chunks(2).enumerate() {
            for step in 0..self.size {
                let y = if number % 2 == 0 { self.size - 1 - step } else { step };
                for x in pair {
                    if !self.fixed[y * self.size + x] {
                        self.dark[y * self.size + x] = bits.next().unwrap_or_default();
                    }
                }
            }
        }
    }

    /// The same code under a mask.
    fn masked(&self, mask: u32) -> Code {
        let (dark, fixed) = (self.dark.clone(), self.fixed.clone());
        let mut code = Code { size: self.size, dark, fixed };
        for y in 0..self.size {
            for x in 0..self.size {
                let turns = match mask {
                    0 => (x + y) % 2,
                    1 => y % 2,
                    2 => x % 3,
                    3 => (x + y) % 3,
                    4 => (x / 3 + y / 2) % 2,
                    5 => x * y % 2 + x * y % 3,
                    6 => (x * y % 2 + x * y % 3) % 2,
                    _ => ((x + y) % 2 + x * y % 3) % 2,
                } == 0;
                code.dark[y * self.size + x] ^= turns && !self.fixed[y * self.size + x];
            }
        }
        code.draw_format(mask);
        code
    }

    /// How hard the code is to read: long runs, squares, and far more of one colour than of the other.
    fn penalty(&self) -> usize {
        let at = |x: usize, y: usize| self.dark[y * self.size + x];
        let mut penalty = 0;
        for line in 0..self.size {
            for across in [true, false] {
                let dots: Vec<bool> = (0..self.size)
                    .map(|i| if across { at(i, line) } else { at(line, i) })
                    .collect();
                let runs = dots.chunk_by(|one, other| one == other).map(<[bool]>::len);
                penalty += runs.filter(|run| *run >= 5).map(|run| run - 2).sum::<usize>();
                let finder = [true, false, true, true, true, false, true];
                penalty += 40 * dots.windows(7).filter(|window| **window == finder).count();
            }
        }
        for y in 1..self.size {
            for x in 1..self.size {
                let square = [at(x - 1, y - 1), at(x, y - 1), at(x - 1, y), at(x, y)];
                penalty += 3 * usize::from(square.iter().all(|dark| *dark == square[0]));
            }
        }
        let dark = self.dark.iter().filter(|dark| **dark).count();
        penalty + 10 * ((dark * 20).abs_diff(self.dark.len() * 10) / self.dark.len())
    }
}

/// The text as data words: that bytes follow, how many, they, and what fills the rest.
fn padded(bytes: &[u8], room: usize) -> Vec<u8> {
    let length = u8::try_from(bytes.len()).unwrap_or(u8::MAX);
    let mut nibbles = vec![0b0100, length >> 4, length & 15];
    nibbles.extend(bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]));
    nibbles.push(0);
    let words =
        nibbles.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or_default());
    words.chain([0xec, 0x11].into_iter().cycle()).take(room).collect()
}

/// Data and correction words of all blocks, the first of each, then the second of each, and so on.
fn interleaved(data: &[u8], blocks: usize, correction: usize) -> Vec<u8> {
    let each = data.len() / blocks;
    // The last blocks are longer by one where it does not come out even.
    let short = blocks - data.len() % blocks;
    let mut rest = data;
    let mut parts = Vec::new();
    for number in 0..blocks {
        let (part, behind) = rest.split_at(each + usize::from(number >= short));
        parts.push((part, remainder(part, correction)));
        rest = behind;
    }
    let first = (0..=each).flat_map(|at| parts.iter().filter_map(move |(part, _)| part.get(at)));
    let second =
        (0..correction).flat_map(|at| parts.iter().filter_map(move |(_, code)| code.get(at)));
    first.chain(second).copied().collect()
}

/// The Reed-Solomon code of a block.
fn remainder(data: &[u8], length: usize) -> Vec<u8> {
    let mut divisor = vec![0; length];
    if let Some(last) = divisor.last_mut() {
        *last = 1;
    }
    let mut root = 1;
    for _ in 0..length {
        for at in 0..length {
            let next = divisor.get(at + 1).copied().unwrap_or_default();
            divisor[at] = times(divisor[at], root) ^ next;
        }
        root = times(root, 2);
    }
    let mut rest = vec![0; length];
    for byte in data {
        let factor = byte ^ rest.remove(0);
        rest.push(0);
        for (word, coefficient) in rest.iter_mut().zip(&divisor) {
            *word ^= times(*coefficient, factor);
        }
    }
    rest
}

/// The product of two elements of the field that the code is made in.
fn times(one: u8, other: u8) -> u8 {
    (0..8).rev().fold(0, |sum: u8, bit| {
        let doubled = (sum << 1) ^ ((sum >> 7) * 0x1d);
        doubled ^ ((other >> bit & 1) * one)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the standard: `01234567` is numeric there, so the code of the block alone is compared.
    #[test]
    fn the_code_of_the_standards_example_comes_out() {
        let data = [16, 32, 12, 86, 97, 128, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17];
        assert_eq!(remainder(&data, 10), [165, 36, 212, 193, 237, 54, 199, 135, 44, 85]);
    }

    #[test]
    fn a_link_has_a_code_and_a_book_has_none() {
        let drawn = svg("https://games.example.org/s/abcdefghijklmnopqrstuvwxyz").unwrap();
        assert!(drawn.starts_with("<svg") && drawn.contains("M4 4h1v1h-1z"), "{drawn}");
        assert_eq!(svg(&"long ".repeat(40)), None);
    }
}
