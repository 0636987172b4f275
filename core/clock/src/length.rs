//! Lengths of time.

use crate::fault::Fault;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A length of time to the millisecond, never less than none. A day is 24 hours.
///
/// ```
/// use clock::Length;
///
/// let length: Length = "1 day 12 hours".parse().unwrap();
/// assert_eq!((length, length.to_string().as_str()), (Length::hours(36), "1d 12h"));
/// assert_eq!(Length::seconds(187_202).words(), "2 days 4 hours");
/// assert_eq!(Length::hours(1).less(Length::hours(2)), Length::NONE);
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Length(u64);

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The units, longest first: how many milliseconds, the letter, and the word.
const UNITS: [(u64, &str, &str); 5] = [
    (DAY, "d", "day"),
    (HOUR, "h", "hour"),
    (MINUTE, "m", "minute"),
    (SECOND, "s", "second"),
    (1, "ms", "millisecond"),
];

impl Length {
    /// No time at all.
    pub const NONE: Length = Length(0);
    /// The longest that can be written: ten years of 366 days.
    pub const LONGEST: Length = Length::days(3660);

    /// So many milliseconds.
    pub const fn milliseconds(count: u64) -> Length {
        Length(count)
    }

    /// So many seconds.
    pub const fn seconds(count: u64) -> Length {
        Length(count.saturating_mul(SECOND))
    }

    /// So many minutes.
    pub const fn minutes(count: u64) -> Length {
        Length(count.saturating_mul(MINUTE))
    }

    /// So many hours.
    pub const fn hours(count: u64) -> Length {
        Length(count.saturating_mul(HOUR))
    }

    /// So many days of 24 hours.
    pub const fn days(count: u64) -> Length {
        Length(count.saturating_mul(DAY))
    }

    /// The length in milliseconds.
    pub const fn as_milliseconds(self) -> u64 {
        self.0
    }

    /// Whether it is no time at all.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// What lies between two times; none if the second is not later.
    pub fn between(from: Timestamp, to: Timestamp) -> Length {
        let apart = to.as_millisecond().saturating_sub(from.as_millisecond());
        Length(u64::try_from(apart).unwrap_or(0))
    }

    /// Both lengths together.
    pub const fn plus(self, more: Length) -> Length {
        Length(self.0.saturating_add(more.0))
    }

    /// What is left of it without the other; none if the other is longer.
    pub const fn less(self, other: Length) -> Length {
        Length(self.0.saturating_sub(other.0))
    }

    /// So long after a time; the end of time if that is beyond it.
    pub fn after(self, time: Timestamp) -> Timestamp {
        let by = i64::try_from(self.0).unwrap_or(i64::MAX);
        Timestamp::from_millisecond(time.as_millisecond().saturating_add(by))
            .unwrap_or(Timestamp::MAX)
    }

    /// So long before a time; the beginning of time if that is before it.
    pub fn before(self, time: Timestamp) -> Timestamp {
        let by = i64::try_from(self.0).unwrap_or(i64::MAX);
        Timestamp::from_millisecond(time.as_millisecond().saturating_sub(by))
            .unwrap_or(Timestamp::MIN)
    }

    /// The two longest of its units in words, what is shorter left out: "2 days 3 hours".
    pub fn words(self) -> String {
        let mut rest = self.0;
        let mut words: Vec<String> = Vec::new();
        for (unit, _, name) in UNITS {
            let count = rest / unit;
            rest %= unit;
            if count > 0 {
                let more = if count == 1 { "" } else { "s" };
                words.push(format!("{count} {name}{more}"));
            } else if !words.is_empty() {
                break;
            }
            if words.len() == 2 || (unit == SECOND && !words.is_empty()) {
                break;
            }
        }
        if words.is_empty() { "no time".into() } else { words.join(" ") }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("0s");
        }
        let mut rest = self.0;
        let mut between = "";
        for (unit, letter, _) in UNITS {
            if rest >= unit {
                write!(f, "{between}{}{letter}", rest / unit)?;
                rest %= unit;
                between = " ";
            }
        }
        Ok(())
    }
}

impl FromStr for Length {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Length, Fault> {
        let bad = || Fault::NotALength { text: text.trim().into() };
        let mut rest = text.trim();
        let (mut total, mut last) = (0_u64, u64::MAX);
        if rest.is_empty() {
            return Err(bad());
        }
        while !rest.is_empty() {
            let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
            let count: u64 = rest[..digits].parse().map_err(|_| bad())?;
            rest = rest[digits..].trim_start();
            let letters = rest.find(|letter: char| !letter.is_alphabetic()).unwrap_or(rest.len());
            let unit = match rest[..letters].to_ascii_lowercase().as_str() {
                "w" | "week" | "weeks" => 7 * DAY,
                "d" | "day" | "days" => DAY,
                "h" | "hour" | "hours" => HOUR,
                "m" | "min" | "mins" | "minute" | "minutes" => MINUTE,
                "s" | "sec" | "secs" | "second" | "seconds" => SECOND,
                "ms" => 1,
                _ => return Err(bad()),
            };
            if unit >= last {
                return Err(bad());
            }
            last = unit;
            total = count
                .checked_mul(unit)
                .and_then(|more| total.checked_add(more))
                .ok_or_else(|| Fault::TooLong { what: "A length".into(), most: Length::LONGEST })?;
            rest = rest[letters..].trim_start();
        }
        if total > Length::LONGEST.0 {
            return Err(Fault::TooLong { what: "A length".into(), most: Length::LONGEST });
        }
        Ok(Length(total))
    }
}

impl TryFrom<String> for Length {
    type Error = Fault;

    fn try_from(text: String) -> Result<Length, Fault> {
        text.parse()
    }
}

impl From<Length> for String {
    fn from(length: Length) -> String {
        length.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_read_as_people_write_it() {
        for (text, length) in [
            ("3d", Length::days(3)),
            ("2w", Length::days(14)),
            ("1d12h", Length::hours(36)),
            ("1 Day 12 Hours", Length::hours(36)),
            ("90 min", Length::minutes(90)),
            ("1m 30s", Length::seconds(90)),
            ("500ms", Length::milliseconds(500)),
            ("0s", Length::NONE),
        ] {
            assert_eq!(text.parse(), Ok(length), "{text}");
        }
        for text in
            ["", "3", "d", "3x", "-3d", "12h 3d", "1d 1d", "3.5d", "99999999999999999999d", "é"]
        {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
        assert!("4000d".parse::<Length>().unwrap_err().to_string().contains("3660d"));
    }

    #[test]
    fn words_say_the_two_longest_units() {
        for (length, words) in [
            (Length::NONE, "no time"),
            (Length::milliseconds(20), "20 milliseconds"),
            (Length::seconds(1), "1 second"),
            (Length::seconds(61), "1 minute 1 second"),
            (Length::days(2).plus(Length::minutes(5)), "2 days"),
            (Length::days(1).plus(Length::hours(1)), "1 day 1 hour"),
        ] {
            assert_eq!(length.words(), words);
        }
    }
}
