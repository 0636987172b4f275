//! A person's vacations.

use crate::calendar::day_words;
use crate::fault::Fault;
use crate::length::Length;
use crate::periods::Periods;
use crate::words::when;
use crate::zone::Zone;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The vacations of one person: so many days a year, whole days by their own clock on the wall, usable at once.
/// What is over cannot be changed.
///
/// ```
/// use clock::{Vacations, Zone};
///
/// let at = |text: &str| text.parse::<jiff::Timestamp>().unwrap();
/// let day = |text: &str| text.parse::<jiff::civil::Date>().unwrap();
/// let mut mine = Vacations::new(30, "Europe/Paris".parse().unwrap());
/// let now = at("2026-07-01T12:00Z");
/// mine.take(day("2026-07-01"), day("2026-07-14"), now).unwrap();
/// assert_eq!(mine.until(now), Some(at("2026-07-14T22:00Z")), "at once, to the end of the last day");
/// assert_eq!(mine.left(2026), 16);
/// let fault = mine.take(day("2026-08-01"), day("2026-08-31"), now).unwrap_err();
/// assert_eq!(fault.to_string(), "That takes 31 days of vacation in 2026, and 16 are left: choose fewer.");
/// mine.come_back(at("2026-07-04T08:00Z"));
/// assert_eq!((mine.left(2026), mine.until(at("2026-07-04T09:00Z"))), (26, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Vacations {
    days_a_year: u32,
    zone: Zone,
    taken: Vec<Stay>,
}

/// One vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stay {
    first: Date,
    last: Date,
    from: Timestamp,
    to: Timestamp,
}

/// How it is stored; it is looked at before it is believed.
#[derive(Clone, Serialize, Deserialize)]
struct Stored {
    days_a_year: u32,
    zone: Zone,
    taken: Vec<Stay>,
}

impl TryFrom<Stored> for Vacations {
    type Error = Fault;

    fn try_from(stored: Stored) -> Result<Vacations, Fault> {
        let apart = stored
            .taken
            .windows(2)
            .all(|pair| pair[0].to <= pair[1].from && pair[0].last < pair[1].first);
        let forward =
            stored.taken.iter().all(|stay| stay.first <= stay.last && stay.from <= stay.to);
        if !apart || !forward {
            return Err(Fault::Backwards);
        }
        Ok(Vacations { days_a_year: stored.days_a_year, zone: stored.zone, taken: stored.taken })
    }
}

impl From<Vacations> for Stored {
    fn from(own: Vacations) -> Stored {
        Stored { days_a_year: own.days_a_year, zone: own.zone, taken: own.taken }
    }
}

impl Vacations {
    /// So many days in every year of the calendar, by the person's time zone; none taken yet.
    pub fn new(days_a_year: u32, zone: Zone) -> Vacations {
        Vacations { days_a_year, zone, taken: Vec::new() }
    }

    /// By which clock on the wall its days begin and end.
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// From now on days begin and end by another clock on the wall; those that were taken stay as they are.
    pub fn move_to(&mut self, zone: Zone) {
        self.zone = zone;
    }

    /// The days of a year that are left.
    pub fn left(&self, year: i16) -> u32 {
        let taken: u32 = self.taken.iter().map(|stay| days_in(stay.first, stay.last, year)).sum();
        self.days_a_year.saturating_sub(taken)
    }

    /// Takes the days from one to another, both among them. If the first is today it begins at once.
    pub fn take(&mut self, first: Date, last: Date, now: Timestamp) -> Result<(), Fault> {
        let today = self.zone.wall(now).date();
        if first > last {
            return Err(Fault::Backwards);
        }
        if first < today {
            let now = when(now, Timestamp::MIN, &self.zone);
            return Err(Fault::Past {
                what: "The first day of the vacation",
                at: day_words(first),
                now,
            });
        }
        if self.taken.iter().any(|stay| stay.first <= last && first <= stay.last) {
            return Err(Fault::NotNow("You are on vacation then already: choose other days."));
        }
        for year in first.year()..=last.year() {
            let (asked, left) = (days_in(first, last, year), self.left(year));
            if asked > left {
                return Err(Fault::NoVacationLeft { year, asked, left });
            }
        }
        let from = self.zone.start_of(first).max(now);
        let to = self.zone.start_of(last.tomorrow().unwrap_or(last));
        let at = self.taken.partition_point(|stay| stay.first < first);
        self.taken.insert(at, Stay { first, last, from, to });
        Ok(())
    }

    /// Ends the vacation that runs, if one does; days that have not begun are given back.
    pub fn come_back(&mut self, now: Timestamp) {
        let today = self.zone.wall(now).date();
        for stay in self.taken.iter_mut().filter(|stay| stay.from <= now && now < stay.to) {
            stay.to = now;
            stay.last = today.clamp(stay.first, stay.last);
        }
    }

    /// Gives back a vacation that has not begun; false if there is none that begins on this day.
    pub fn cancel(&mut self, first: Date, now: Timestamp) -> bool {
        let before = self.taken.len();
        self.taken.retain(|stay| stay.first != first || stay.from <= now);
        self.taken.len() < before
    }

    /// When the vacation that runs is over; none if none runs.
    pub fn until(&self, now: Timestamp) -> Option<Timestamp> {
        self.taken.iter().find(|stay| stay.from <= now && now < stay.to).map(|stay| stay.to)
    }

    /// All vacations as periods.
    pub fn periods(&self) -> Periods {
        let mut periods = Periods::default();
        self.taken.iter().for_each(|stay| periods.add(stay.from, stay.to));
        periods
    }

    /// The first and the last day of every vacation.
    pub fn days(&self) -> impl Iterator<Item = (Date, Date)> + '_ {
        self.taken.iter().map(|stay| (stay.first, stay.last))
    }
}

/// How many days from one to another, both among them, lie in a year.
fn days_in(first: Date, last: Date, year: i16) -> u32 {
    let (Ok(new_year), Ok(eve)) = (Date::new(year, 1, 1), Date::new(year, 12, 31)) else {
        return 0;
    };
    let (first, last) = (first.max(new_year), last.min(eve));
    if first > last {
        return 0;
    }
    let length = Length::between(Zone::UTC.start_of(first), Zone::UTC.start_of(last));
    u32::try_from(length.as_milliseconds() / Length::days(1).as_milliseconds()).unwrap_or(u32::MAX)
        + 1
}
