//! Calendars: deadlines on given days and hours, and holidays.

use crate::fault::Fault;
use crate::length::Length;
use crate::periods::Periods;
use crate::zone::Zone;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Weekday};
use std::fmt;
use std::str::FromStr;

/// Days of the week.
///
/// ```
/// use clock::Weekdays;
///
/// assert_eq!("Tue, Fri".parse::<Weekdays>().unwrap().to_string(), "Tue, Fri");
/// assert_eq!("Sat-Mon".parse::<Weekdays>().unwrap().to_string(), "Mon, Sat, Sun");
/// assert_eq!("every day".parse::<Weekdays>(), Ok(Weekdays::DAILY));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weekdays(u8);

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl Weekdays {
    /// Every day.
    pub const DAILY: Weekdays = Weekdays(0b111_1111);
    /// Monday to Friday.
    pub const WORKING: Weekdays = Weekdays(0b001_1111);

    /// Whether a day is among them.
    pub fn has(self, day: Weekday) -> bool {
        self.0 >> day.to_monday_zero_offset() & 1 == 1
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and others.
    #[must_use]
    pub fn and(self, others: Weekdays) -> Weekdays {
        Weekdays(self.0 | others.0)
    }

    /// The days that a word says: one, a range, or all.
    pub(crate) fn word(text: &str) -> Option<Weekdays> {
        let day = |word: &str| {
            let word = word.trim().to_ascii_lowercase();
            let long =
                ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
            let said = word.strip_suffix('s').filter(|_| word.len() > 3).unwrap_or(&word);
            long.iter().position(|name| said.len() >= 3 && name.starts_with(said))
        };
        match text.trim().to_ascii_lowercase().as_str() {
            "daily" | "every day" | "everyday" => return Some(Weekdays::DAILY),
            "weekdays" => return Some(Weekdays::WORKING),
            "weekends" => return Some(Weekdays(0b110_0000)),
            _ => {}
        }
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let (from, to) = (day(from)?, day(to)?);
        let length = (to + 7 - from) % 7;
        Some(Weekdays((from..=from + length).fold(0, |bits, day| bits | 1 << (day % 7))))
    }
}

impl FromStr for Weekdays {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Weekdays, Fault> {
        text.split(',').try_fold(Weekdays::default(), |days, word| {
            let more = Weekdays::word(word)
                .ok_or_else(|| Fault::NotAWeekday { text: word.trim().into() })?;
            Ok(days.and(more))
        })
    }
}

impl fmt::Display for Weekdays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Weekdays::DAILY => return f.write_str("daily"),
            Weekdays::WORKING => return f.write_str("Mon-Fri"),
            _ => {}
        }
        let days = DAYS.iter().enumerate().filter(|(day, _)| self.0 >> day & 1 == 1);
        f.write_str(&days.map(|(_, name)| *name).collect::<Vec<_>>().join(", "))
    }
}

/// An hour on some days of the week, by the clock on the wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hour {
    /// The hour, 0 to 23.
    pub hour: i8,
    /// The minute, 0 to 59.
    pub minute: i8,
    /// On which days.
    pub days: Weekdays,
}

/// The hour and the minute that a text such as `18:00` says.
pub(crate) fn hour_and_minute(text: &str) -> Result<(i8, i8), Fault> {
    let bad = || Fault::NotAnHour { text: text.trim().into() };
    let digits = |part: &str| part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let (hour, minute) = text.trim().split_once(':').ok_or_else(bad)?;
    if !digits(hour) || !digits(minute) || minute.len() != 2 {
        return Err(bad());
    }
    let (hour, minute) = (hour.parse().map_err(|_| bad())?, minute.parse().map_err(|_| bad())?);
    if (0..24).contains(&hour) && (0..60).contains(&minute) {
        Ok((hour, minute))
    } else {
        Err(bad())
    }
}

/// Deadlines on given days and hours.
///
/// ```
/// use clock::{Calendar, Clock, Length, Pace, Periods, Zone};
///
/// let clock: Clock = "Tue, Fri 18:00 Europe/London, at least 2d".parse().unwrap();
/// let Pace::Calendar(calendar) = &clock.settings().pace else { panic!() };
/// let at = |text: &str| text.parse::<jiff::Timestamp>().unwrap();
/// let due = |asked| calendar.due(at(asked), calendar.least, &clock.settings().zone, &Periods::default(), &Periods::default());
/// assert_eq!(due("2026-06-09T12:00Z"), at("2026-06-12T17:00Z"), "Tuesday at 13:00, summer time");
/// assert_eq!(due("2026-11-17T17:59Z"), at("2026-11-20T18:00Z"), "Tuesday at 17:59, winter time");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// The hours, in order; at least one.
    pub hours: Vec<Hour>,
    /// How much time there is at least after a question, and after every holiday, vacation or pause.
    pub least: Length,
    /// The first deadline of all, by the clock on the wall; no hour before it counts.
    pub first: Option<DateTime>,
}

impl Calendar {
    /// The least time that is meant if nothing is said.
    pub const USUAL_LEAST: Length = Length::days(1);

    /// The first of its hours that is not before a time.
    pub fn next(&self, time: Timestamp, zone: &Zone) -> Timestamp {
        let first = self.first.map(|first| zone.time(first));
        let time = first.map_or(time, |first| first.max(time));
        if first == Some(time) {
            return time;
        }
        let mut day = zone.wall(time).date();
        // The day before, because a clock that is put back can show it twice; then a week and a day.
        day = day.yesterday().unwrap_or(day);
        for _ in 0..10 {
            let on_day = self.hours.iter().filter(|hour| hour.days.has(day.weekday()));
            let found = on_day
                .map(|hour| zone.time(day.at(hour.hour, hour.minute, 0, 0)))
                .filter(|found| *found >= time)
                .min();
            if let Some(found) = found {
                return found;
            }
            let Ok(next) = day.tomorrow() else { break };
            day = next;
        }
        Timestamp::MAX
    }

    /// The deadline of a question asked at a time: the first hour that leaves the least time after it and after
    /// every period of `off` before it. After an outage there is as much time as the outage took. Whoever is asked later is due
    /// no earlier, whatever comes together.
    pub fn due(
        &self,
        asked: Timestamp,
        least: Length,
        zone: &Zone,
        off: &Periods,
        outages: &Periods,
    ) -> Timestamp {
        let mut from = least.after(asked);
        loop {
            let hour = self.next(from, zone);
            let due = outages.iter().fold(hour, |due, outage| match outage.from < due {
                true => due.max(Length::between(outage.from, outage.to).after(outage.to)),
                false => due,
            });
            match off.last_before(due).map(|period| least.after(period.to)) {
                Some(earliest) if earliest > hour && hour < Timestamp::MAX => {
                    from = earliest.max(Length::milliseconds(1).after(hour));
                }
                _ => return due,
            }
        }
    }
}

/// A day of any year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MonthDay {
    /// The month, 1 to 12.
    pub month: i8,
    /// The day, 1 to 31.
    pub day: i8,
}

/// Days on which no deadline falls, the first and the last among them.
///
/// ```
/// use clock::Holiday;
///
/// for text in ["24 Dec - 1 Jan", "5 Nov", "3 Apr 2026 - 6 Apr 2026"] {
///     assert_eq!(text.parse::<Holiday>().unwrap().to_string(), text);
/// }
/// assert_eq!("Dec 24 to 26 Dec".parse::<Holiday>().unwrap().to_string(), "24 Dec - 26 Dec");
/// assert!("31 Feb".parse::<Holiday>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holiday {
    /// Every year; over the turn of the year if the last day is before the first.
    Yearly(MonthDay, MonthDay),
    /// Once.
    Once(Date, Date),
}

impl Holiday {
    /// The first and the last day of the one that begins in a year, if one does.
    pub fn in_year(self, year: i16) -> Option<(Date, Date)> {
        match self {
            Holiday::Once(from, to) => (from.year() == year).then_some((from, to)),
            Holiday::Yearly(from, to) => {
                let over = i16::from(to < from);
                // 29 February in other years: what begins then begins a day later, what ends then a day earlier.
                let first =
                    Date::new(year, from.month, from.day).or_else(|_| Date::new(year, 3, 1));
                let last = Date::new(year + over, to.month, to.day)
                    .or_else(|_| Date::new(year + over, 2, 28));
                let (first, last) = (first.ok()?, last.ok()?);
                (first <= last).then_some((first, last))
            }
        }
    }
}

/// The holidays that begin in some years, as periods.
pub(crate) fn holidays(
    list: &[Holiday],
    zone: &Zone,
    years: std::ops::RangeInclusive<i16>,
) -> Periods {
    let mut periods = Periods::default();
    for (first, last) in years.flat_map(|year| list.iter().filter_map(move |day| day.in_year(year)))
    {
        let end = last.tomorrow().map_or(Timestamp::MAX, |day| zone.start_of(day));
        periods.add(zone.start_of(first), end);
    }
    periods
}

/// A date, with its year if one is said.
pub(crate) fn date(text: &str) -> Result<(Option<i16>, MonthDay), Fault> {
    let bad = || Fault::NotADate { text: text.trim().into() };
    if let Ok(date) = text.trim().parse::<Date>()
        && text.trim().len() == 10
    {
        return Ok((Some(date.year()), MonthDay { month: date.month(), day: date.day() }));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let month = |word: &str| {
        let word = word.to_ascii_lowercase();
        let known = MONTHS
            .iter()
            .position(|name| word.len() >= 3 && word.starts_with(&name.to_ascii_lowercase()));
        known
            .filter(|_| word.bytes().all(|byte| byte.is_ascii_alphabetic()))
            .and_then(|at| i8::try_from(at + 1).ok())
    };
    let (day, month, year) = match words[..] {
        [day, name] | [name, day] if month(name).is_some() => (day, month(name), None),
        [day, name, year] if month(name).is_some() => (day, month(name), Some(year)),
        [name, day, year] if month(name).is_some() => (day, month(name), Some(year)),
        _ => return Err(bad()),
    };
    let day: i8 = day.trim_end_matches(['.', ',']).parse().map_err(|_| bad())?;
    let month = month.ok_or_else(bad)?;
    let year: Option<i16> = year.map(str::parse).transpose().map_err(|_| bad())?;
    if year.is_some_and(|year| !(1970..=9000).contains(&year)) {
        return Err(bad());
    }
    // 2000 was a leap year: a day that it had not, no year has.
    Date::new(year.unwrap_or(2000), month, day).map_err(|_| bad())?;
    Ok((year, MonthDay { month, day }))
}

impl FromStr for Holiday {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Holiday, Fault> {
        let bad = || Fault::NotADate { text: text.trim().into() };
        let (from, to) = text
            .split_once(" - ")
            .or_else(|| text.split_once(" to "))
            .or_else(|| text.split_once('-').filter(|(_, rest)| !rest.contains('-')))
            .unwrap_or((text, text));
        let to = date(to)?;
        let from = match from.trim().parse::<i8>() {
            Ok(day) => date(&format!("{day} {}", MONTHS[to.1.month as usize - 1]))
                .map(|(_, day)| (to.0, day))?,
            Err(_) => date(from)?,
        };
        match (from, to) {
            ((None, from), (None, to)) => Ok(Holiday::Yearly(from, to)),
            ((from_year, from), (Some(year), to)) => {
                let first = from_year.unwrap_or(if to < from { year - 1 } else { year });
                let first = Date::new(first, from.month, from.day).map_err(|_| bad())?;
                let last = Date::new(year, to.month, to.day).map_err(|_| bad())?;
                if first > last { Err(Fault::Backwards) } else { Ok(Holiday::Once(first, last)) }
            }
            ((Some(_), _), (None, _)) => Err(bad()),
        }
    }
}

/// A day as people write it.
pub(crate) fn day_words(date: Date) -> String {
    format!("{} {} {}", date.day(), MONTHS[date.month() as usize - 1], date.year())
}

/// The name of a day of the week and of a month, in three letters.
pub(crate) fn names(date: Date) -> (&'static str, &'static str) {
    (DAYS[date.weekday().to_monday_zero_offset() as usize], MONTHS[date.month() as usize - 1])
}

impl fmt::Display for MonthDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let month = MONTHS.get((self.month as usize).wrapping_sub(1)).unwrap_or(&"?");
        write!(f, "{} {month}", self.day)
    }
}

impl fmt::Display for Holiday {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Holiday::Yearly(from, to) if from == to => from.fmt(f),
            Holiday::Yearly(from, to) => write!(f, "{from} - {to}"),
            Holiday::Once(from, to) if from == to => f.write_str(&day_words(*from)),
            Holiday::Once(from, to) => write!(f, "{} - {}", day_words(*from), day_words(*to)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_of_february_that_most_years_have_not_makes_no_trouble() {
        let leap: Holiday = "29 Feb".parse().unwrap();
        assert!(leap.in_year(2027).is_none() && leap.in_year(2028).is_some());
        let week: Holiday = "25 Feb - 29 Feb".parse().unwrap();
        assert_eq!(week.in_year(2027).unwrap().1, Date::constant(2027, 2, 28));
        let march: Holiday = "29 Feb - 3 Mar".parse().unwrap();
        assert_eq!(march.in_year(2027).unwrap().0, Date::constant(2027, 3, 1));
    }

    #[test]
    fn dates_are_read_as_people_write_them() {
        for (text, canonical) in [
            ("24-26 Dec", "24 Dec - 26 Dec"),
            ("24 December 2026", "24 Dec 2026"),
            ("2026-12-24 to 2026-12-26", "24 Dec 2026 - 26 Dec 2026"),
            ("24 Dec - 1 Jan 2027", "24 Dec 2026 - 1 Jan 2027"),
            ("Dec 24", "24 Dec"),
        ] {
            assert_eq!(text.parse::<Holiday>().unwrap().to_string(), canonical, "{text}");
        }
        for text in [
            "",
            "Dec",
            "32 Dec",
            "30 Feb",
            "24 Dec 2026 - 1 Jan",
            "1 Jan 2027 - 24 Dec 2026",
            "24 Foo",
        ] {
            assert!(text.parse::<Holiday>().is_err(), "{text}");
        }
    }

    #[test]
    fn hours_are_by_the_clock_on_the_wall() {
        assert_eq!(hour_and_minute("9:05"), Ok((9, 5)));
        for text in ["24:00", "9", "9:5", "9:60", "-1:00", "+9:00", "009:00", ":00"] {
            assert!(hour_and_minute(text).is_err(), "{text}");
        }
    }
}
