//! Periods in which no time runs.

use crate::length::Length;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A stretch of time. A deadline may fall on its first and on its last moment, but not between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// When it begins.
    pub from: Timestamp,
    /// When it is over.
    pub to: Timestamp,
}

/// Periods in order, none touching another.
///
/// ```
/// use clock::{Length, Periods};
///
/// let at = |text: &str| text.parse::<jiff::Timestamp>().unwrap();
/// let mut off = Periods::default();
/// off.add(at("2026-12-24T00:00Z"), at("2026-12-27T00:00Z"));
/// let end = off.advance(at("2026-12-23T12:00Z"), Length::days(1));
/// assert_eq!(end, at("2026-12-27T12:00Z"), "half a day before, half a day after");
/// assert_eq!(off.running(at("2026-12-23T12:00Z"), end), Length::days(1));
/// assert!(off.cover(at("2026-12-25T00:00Z")) && !off.cover(end));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Period>", into = "Vec<Period>")]
pub struct Periods(Vec<Period>);

impl Periods {
    /// Adds a period; nothing if it ends before it begins.
    pub fn add(&mut self, from: Timestamp, to: Timestamp) {
        if from >= to {
            return;
        }
        let first = self.0.partition_point(|period| period.to < from);
        let last = self.0.partition_point(|period| period.from <= to);
        let merged = self.0[first..last].iter().fold(Period { from, to }, |whole, part| Period {
            from: whole.from.min(part.from),
            to: whole.to.max(part.to),
        });
        self.0.splice(first..last, [merged]);
    }

    /// Adds all periods of another list.
    pub fn join(&mut self, others: &Periods) {
        others.0.iter().for_each(|period| self.add(period.from, period.to));
    }

    /// Takes away what lies after a time.
    pub fn cut(&mut self, after: Timestamp) {
        self.0.retain(|period| period.from < after);
        if let Some(last) = self.0.last_mut() {
            last.to = last.to.min(after);
        }
    }

    /// Forgets what was over before a time.
    pub fn forget(&mut self, before: Timestamp) {
        self.0.retain(|period| period.to >= before);
    }

    /// The periods in order.
    pub fn iter(&self) -> impl Iterator<Item = Period> + '_ {
        self.0.iter().copied()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a time lies within one of them.
    pub fn cover(&self, time: Timestamp) -> bool {
        self.last_before(time).is_some_and(|period| time < period.to)
    }

    /// The last period that begins before a time.
    pub fn last_before(&self, time: Timestamp) -> Option<Period> {
        let after = self.0.partition_point(|period| period.from < time);
        after.checked_sub(1).map(|at| self.0[at])
    }

    /// When so much time has run from a time on, the periods not counted.
    pub fn advance(&self, from: Timestamp, length: Length) -> Timestamp {
        let (mut time, mut rest) = (from, length);
        for period in &self.0[self.0.partition_point(|period| period.to <= from)..] {
            let until = Length::between(time, period.from);
            if period.from >= time && until >= rest {
                break;
            }
            rest = rest.less(until);
            time = period.to;
        }
        rest.after(time)
    }

    /// How much time runs between two times, the periods not counted.
    pub fn running(&self, from: Timestamp, to: Timestamp) -> Length {
        let within = |period: &Period| Length::between(period.from.max(from), period.to.min(to));
        let off = self.0.iter().map(within).fold(Length::NONE, Length::plus);
        Length::between(from, to).less(off)
    }
}

impl From<Vec<Period>> for Periods {
    fn from(list: Vec<Period>) -> Periods {
        let mut periods = Periods::default();
        list.into_iter().for_each(|period| periods.add(period.from, period.to));
        periods
    }
}

impl From<Periods> for Vec<Period> {
    fn from(periods: Periods) -> Vec<Period> {
        periods.0
    }
}
