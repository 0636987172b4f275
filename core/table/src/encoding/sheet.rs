//! What an observation is written on, and what it is made of.

use serde::Serialize;
use std::fmt::Display;
use terrain::Fit;

/// One array of an observation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Its shape: the columns of a vector; rows and columns of a table; channels, height and width of planes.
    pub shape: Vec<usize>,
    /// What stands in every column or, of planes, in every channel.
    pub columns: Vec<String>,
}

impl Part {
    /// How many numbers it has.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// The arrays of an observation, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Layout {
    /// The arrays, in order.
    pub parts: Vec<Part>,
}

impl Layout {
    /// How many numbers an observation has.
    pub fn size(&self) -> usize {
        self.parts.iter().map(Part::size).sum()
    }

    /// Closes the last part.
    pub(super) fn finished(mut self) -> Layout {
        self.parts.iter_mut().for_each(|part| match part.shape.len() {
            1 => part.shape[0] = part.columns.len(),
            2 => part.shape[1] = part.columns.len(),
            _ => {}
        });
        self
    }
}

/// A number that may be missing or unknown: then it is written as -1.
pub trait Quantity {
    /// The number, if there is one.
    fn amount(self) -> Option<f32>;
}

macro_rules! quantities {
    ($($kind:ty),*) => {$(
        impl Quantity for $kind {
            #[inline]
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless, reason = "counts are small")]
            fn amount(self) -> Option<f32> {
                Some(self as f32)
            }
        }

        impl Quantity for Option<$kind> {
            #[inline]
            fn amount(self) -> Option<f32> {
                self.and_then(Quantity::amount)
            }
        }
    )*};
}

quantities!(u8, u16, u32, usize, i8, i16, i32, i64, f32);

/// A flag that may be unknown.
pub trait Truth {
    /// Whether it is so, if that is known.
    fn truth(self) -> Option<bool>;
}

impl Truth for bool {
    fn truth(self) -> Option<bool> {
        Some(self)
    }
}

impl Truth for Option<bool> {
    fn truth(self) -> Option<bool> {
        self
    }
}

/// What an observation is written on: numbers one after the other, in parts. The same calls that write an
/// observation describe its layout, so that neither can be wrong about the other.
pub struct Sheet<'a> {
    numbers: &'a mut [f32],
    at: usize,
    layout: Option<&'a mut Layout>,
    /// Whether a name is wanted for every column: in the first row of a part that is described.
    naming: bool,
}

impl<'a> Sheet<'a> {
    /// A sheet that is written on.
    pub fn writing(numbers: &'a mut [f32]) -> Sheet<'a> {
        Sheet { numbers, at: 0, layout: None, naming: false }
    }

    /// A sheet that only notes what is written where.
    pub fn describing(layout: &'a mut Layout) -> Sheet<'a> {
        Sheet { numbers: &mut [], at: 0, layout: Some(layout), naming: true }
    }

    /// How many numbers were written.
    pub fn written(&self) -> usize {
        self.at
    }

    fn part(&mut self, name: &str, shape: &[usize], columns: &[&str]) {
        self.naming = self.layout.is_some();
        if let Some(layout) = &mut self.layout {
            let columns = columns.iter().map(ToString::to_string).collect();
            layout.parts.push(Part { name: name.into(), shape: shape.to_vec(), columns });
        }
    }

    /// Begins a part that is a plain list of numbers.
    pub fn vector(&mut self, name: &str) {
        self.part(name, &[0], &[]);
    }

    /// Writes a part of so many rows: `row` is called for each with what stands in it, and with nothing where
    /// nothing does. What does not fit is left out.
    pub fn table<T>(
        &mut self,
        name: &str,
        rows: usize,
        things: impl IntoIterator<Item = T>,
        mut row: impl FnMut(&mut Sheet<'_>, Option<T>),
    ) {
        self.part(name, &[rows, 0], &[]);
        let mut things = things.into_iter();
        for _ in 0..rows {
            row(self, things.next());
            self.naming = false;
        }
    }

    /// Writes a part of planes, one for each channel, and gives them to be filled; they are empty.
    pub fn planes(
        &mut self,
        name: &str,
        channels: &[&str],
        height: usize,
        width: usize,
    ) -> Planes<'_> {
        self.part(name, &[channels.len(), height, width], channels);
        let size = height * width;
        let begin = self.at.min(self.numbers.len());
        self.at += channels.len() * size;
        let end = self.at.min(self.numbers.len());
        let numbers = &mut self.numbers[begin..end];
        numbers.fill(0.0);
        Planes { numbers, size }
    }

    #[inline]
    fn push(&mut self, number: f32) {
        if let Some(place) = self.numbers.get_mut(self.at) {
            *place = number;
        }
        self.at += 1;
    }

    fn name(&mut self, name: impl FnOnce() -> String) {
        if let (true, Some(layout)) = (self.naming, &mut self.layout)
            && let Some(part) = layout.parts.last_mut()
        {
            part.columns.push(name());
        }
    }

    /// A number, as a share of the most that it commonly is; more than that counts as the most. -1 if there is
    /// none.
    #[inline]
    pub fn number(&mut self, name: impl Display, amount: impl Quantity, most: impl Quantity) {
        self.name(|| name.to_string());
        let most = most.amount().unwrap_or(1.0).max(1.0);
        self.push(amount.amount().map_or(-1.0, |amount| (amount / most).clamp(-1.0, 1.0)));
    }

    /// 1 if it is so, 0 if not, -1 if that is not known.
    #[inline]
    pub fn flag(&mut self, name: impl Display, flag: impl Truth) {
        self.name(|| name.to_string());
        self.push(flag.truth().map_or(-1.0, |flag| f32::from(u8::from(flag))));
    }

    /// A column for each of these words, with 1 in that of the chosen one.
    pub fn one_of(&mut self, name: impl Display, words: &[&str], chosen: Option<usize>) {
        for (number, word) in words.iter().enumerate() {
            self.name(|| format!("{name}={word}"));
            self.push(f32::from(u8::from(chosen == Some(number))));
        }
    }

    /// A column for each number below `count`, with 1 in that of the chosen one.
    pub fn number_of(&mut self, name: impl Display, count: usize, chosen: Option<usize>) {
        self.numbers_of(name, count, chosen);
    }

    /// A column for each number below `count`, with 1 in those that are there.
    pub fn numbers_of(
        &mut self,
        name: impl Display,
        count: usize,
        there: impl IntoIterator<Item = usize>,
    ) {
        let begin = self.at;
        for number in 0..count {
            self.name(|| format!("{name}={number}"));
            self.push(0.0);
        }
        for number in there.into_iter().filter(|number| *number < count) {
            if let Some(place) = self.numbers.get_mut(begin + number) {
                *place = 1.0;
            }
        }
    }

    /// A column for each of these words, with how many there are of it, as a share of the most.
    pub fn counts<Q: Quantity>(
        &mut self,
        name: impl Display,
        words: &[&str],
        counts: impl IntoIterator<Item = Q>,
        most: f32,
    ) {
        let mut counts = counts.into_iter();
        for word in words {
            self.name(|| format!("{name}={word}"));
            let count = counts.next().and_then(Quantity::amount);
            self.push(count.map_or(-1.0, |count| (count / most).clamp(-1.0, 1.0)));
        }
    }

    /// A large whole number without loss: in digits to the base of 256, the lowest first.
    pub fn digits(&mut self, name: impl Display, digits: usize, amount: Option<u64>) {
        for place in 0..digits {
            self.name(|| format!("{name}/256^{place}"));
            let digit = amount.map(|amount| (amount >> (8 * place)) & 0xff);
            self.push(digit.map_or(-1.0, |digit| f32::from(digit.fit::<u8>()) / 255.0));
        }
    }
}

/// Planes of an observation: a number for every channel and every cell, counted row by row.
pub struct Planes<'a> {
    numbers: &'a mut [f32],
    size: usize,
}

impl Planes<'_> {
    /// Sets the number of a cell in a channel.
    #[inline]
    pub fn set(&mut self, channel: usize, cell: usize, number: f32) {
        if cell < self.size
            && let Some(place) = self.numbers.get_mut(channel * self.size + cell)
        {
            *place = number;
        }
    }

    /// Adds to the number of a cell in a channel, up to 1.
    #[inline]
    pub fn add(&mut self, channel: usize, cell: usize, number: f32) {
        if cell < self.size
            && let Some(place) = self.numbers.get_mut(channel * self.size + cell)
        {
            *place = (*place + number).min(1.0);
        }
    }

    /// Fills whole channels from the first on with what was worked out before.
    pub fn copy(&mut self, numbers: &[f32]) {
        let count = numbers.len().min(self.numbers.len());
        self.numbers[..count].copy_from_slice(&numbers[..count]);
    }
}
