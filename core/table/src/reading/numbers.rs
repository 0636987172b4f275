//! Numbers: in a range, in lists of a fixed length, as a minimum and a maximum.

use super::tables::Table;
use super::tree::Content;
use super::values::Value;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A whole number of any size.
///
/// ```
/// use table::{Edition, reading::{Reading, Whole}};
///
/// /// A number of the file that any kind of number can hold.
/// fn rows<N: Whole>(text: &str, range: std::ops::RangeInclusive<N>) -> Option<N> {
///     Reading::of(&Edition::new([("a.toml", text)])).file("a.toml").value("rows").number(range)
/// }
///
/// assert_eq!(rows("rows = 12", 1_u8..=60), Some(12));
/// assert_eq!(rows("rows = -1", -9_i64..=9), Some(-1));
/// assert_eq!(rows("rows = 300", 1_u8..=60), None);
/// ```
pub trait Whole: Copy + PartialOrd + Display + TryFrom<i128> {}

impl<N: Copy + PartialOrd + Display + TryFrom<i128>> Whole for N {}

/// The range in words.
fn in_words<N: Whole>(range: &RangeInclusive<N>) -> String {
    match (range.start(), range.end()) {
        (least, most) if least == most => format!("{least}"),
        (least, most) => format!("a whole number from {least} to {most}"),
    }
}

/// The numbers in words, such as `3 whole numbers from 0 to 9`.
fn several<N: Whole>(count: &RangeInclusive<usize>, range: &RangeInclusive<N>) -> String {
    let (fewest, most) = (count.start(), count.end());
    let count = match fewest == most {
        true => fewest.to_string(),
        false => format!("{fewest} to {most}"),
    };
    format!("a list of {count} whole numbers from {} to {}", range.start(), range.end())
}

impl Value {
    /// The whole number, which must lie in the range.
    pub fn number<N: Whole>(&self, range: RangeInclusive<N>) -> Option<N> {
        let right = in_words(&range);
        match self.content(&right)? {
            Content::Whole(number) => {
                let number = N::try_from(*number).ok().filter(|number| range.contains(number));
                if number.is_none() {
                    self.refuse(&right);
                }
                number
            }
            _ => self.wrong_kind(&right),
        }
    }

    /// A list of whole numbers, as many as `count` allows, each in the range.
    pub fn numbers<N: Whole>(
        &self,
        count: RangeInclusive<usize>,
        range: RangeInclusive<N>,
    ) -> Option<Vec<N>> {
        let right = several(&count, &range);
        let items = self.items_of(&right)?;
        if !count.contains(&items.len()) {
            self.fault(format!("a list of {} is not possible: say {right}", items.len()));
            return None;
        }
        let read: Vec<Option<N>> = items.iter().map(|item| item.number(range.clone())).collect();
        read.into_iter().collect()
    }

    /// A number with at most three decimals, in thousandths, which must lie in the range; `unit` says
    /// of what, such as `inches`.
    ///
    /// ```
    /// use table::{Edition, reading::Reading};
    ///
    /// let reading = Reading::of(&Edition::new([("a.toml", "at = [4, 2.125, 1.0625]")]));
    /// let at = reading.file("a.toml").list("at");
    /// let read: Vec<_> = at.iter().map(|at| at.thousandths(0..=72_000, "inches")).collect();
    /// assert_eq!(read, [Some(4000), Some(2125), None]);
    /// let faults = reading.finish(Some(())).unwrap_err();
    /// assert_eq!(faults.to_string(), "a.toml:1:17: at[3]: 1.0625 is not possible: say inches from 0 to 72, with at most three decimals");
    /// ```
    pub fn thousandths(&self, range: RangeInclusive<i32>, unit: &str) -> Option<i32> {
        let plain = |number: i32| f64::from(number) / 1000.0;
        let (least, most) = (plain(*range.start()), plain(*range.end()));
        let right = format!("{unit} from {least} to {most}, with at most three decimals");
        let number = match self.content(&right)? {
            Content::Whole(number) => number.checked_mul(1000).and_then(|n| i32::try_from(n).ok()),
            Content::Fraction(number) => thousandths(*number),
            _ => return self.wrong_kind(&right),
        };
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            self.refuse(&right);
        }
        number
    }

    /// A list `[least, most]`, both in the range and in this order.
    pub fn bounds<N: Whole>(&self, range: RangeInclusive<N>) -> Option<RangeInclusive<N>> {
        let right = format!("[least, most], both from {} to {}", range.start(), range.end());
        let [least, most] = self.parts(&right)?;
        let (least, most) = (least.number(range.clone()), most.number(range));
        in_order(self, least?, most?)
    }
}

fn in_order<N: Whole>(value: &Value, least: N, most: N) -> Option<RangeInclusive<N>> {
    if least > most {
        value.fault(format!("the least, {least}, is above the most, {most}: say the least first"));
        return None;
    }
    Some(least..=most)
}

/// The written decimals, exactly: the text of a float is its shortest one.
fn thousandths(number: f64) -> Option<i32> {
    let text = number.to_string();
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    if decimals.len() > 3 {
        return None;
    }
    format!("{whole}{decimals:0<3}").parse().ok()
}

impl Table {
    /// A whole number in a range; its least if the field is not right.
    pub fn number<N: Whole>(&self, key: &str, range: RangeInclusive<N>) -> N {
        let least = *range.start();
        self.value(key).number(range).unwrap_or(least)
    }

    /// A whole number in a range, or the default if the field is left out.
    pub fn number_or<N: Whole>(&self, key: &str, range: RangeInclusive<N>, default: N) -> N {
        self.optional(key).and_then(|value| value.number(range)).unwrap_or(default)
    }

    /// Exactly so many whole numbers, each in the range; the least of it where the field is not right.
    pub fn array<N: Whole, const COUNT: usize>(
        &self,
        key: &str,
        range: RangeInclusive<N>,
    ) -> [N; COUNT] {
        let least = *range.start();
        let read = self.value(key).numbers(COUNT..=COUNT, range);
        read.and_then(|numbers| numbers.try_into().ok()).unwrap_or([least; COUNT])
    }

    /// As many whole numbers as `count` allows, each in the range; none if the field is not right.
    pub fn numbers<N: Whole>(
        &self,
        key: &str,
        count: RangeInclusive<usize>,
        range: RangeInclusive<N>,
    ) -> Vec<N> {
        self.value(key).numbers(count, range).unwrap_or_default()
    }

    /// A list `[least, most]`, both in the range and in this order; the range if it is not right.
    ///
    /// ```
    /// use table::{Edition, reading::Reading};
    ///
    /// let reading = Reading::of(&Edition::new([("a.toml", "seats = [4, 2]")]));
    /// let seats = reading.file("a.toml").bounds("seats", 1..=6);
    /// let faults = reading.finish(Some(seats)).unwrap_err();
    /// assert_eq!(
    ///     faults.to_string(),
    ///     "a.toml:1:9: seats: the least, 4, is above the most, 2: say the least first"
    /// );
    /// ```
    pub fn bounds<N: Whole>(&self, key: &str, range: RangeInclusive<N>) -> RangeInclusive<N> {
        self.value(key).bounds(range.clone()).unwrap_or(range)
    }

    /// The fields `min` and `max`, both in the range and in this order; the range if they are not.
    pub fn min_max<N: Whole>(&self, range: RangeInclusive<N>) -> RangeInclusive<N> {
        let (min, max) = (self.value("min"), self.value("max"));
        match (min.number(range.clone()), max.number(range.clone())) {
            (Some(least), Some(most)) => in_order(&min, least, most).unwrap_or(range),
            _ => range,
        }
    }

    /// Notes a fault of a field if a number that was worked out from it lies outside the range; `what`
    /// says of what it is, such as `tiles in all`.
    pub fn within<N: Whole>(&self, key: &str, what: &str, number: N, range: RangeInclusive<N>) {
        if !range.contains(&number) {
            self.fault(key, format!("{number} {what} are not possible: say {}", in_words(&range)));
        }
    }
}
