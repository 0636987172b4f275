//! The clock of a table: a setting, chosen when it is opened.

use crate::calendar::{Calendar, Holiday, holidays};
use crate::fault::Fault;
use crate::keeper::Moment;
use crate::length::Length;
use crate::words::when;
use crate::zone::Zone;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How much time there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As much as anybody wants.
    None,
    /// All are at the table: minutes in a bank.
    Live {
        /// What every seat has at the start.
        bank: Length,
        /// What an answer adds.
        increment: Length,
        /// What of every turn is free.
        delay: Length,
    },
    /// By and by: days in a bank.
    Correspondence {
        /// What every seat has at the start.
        bank: Length,
        /// What an answer adds.
        increment: Length,
        /// The most that a bank holds.
        cap: Length,
    },
    /// By a calendar, as postal games have it.
    Calendar(Calendar),
}

/// Rounds or a phase with a length of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// From a round to a round, both among them; the first is round 1.
    Rounds(u32, u32),
    /// A phase by its name.
    Phase(String),
}

/// Who must agree before somebody gets more time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// All others.
    All,
    /// More than half of the others.
    Most,
    /// Any other.
    One,
}

/// More time, which the others may grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extensions {
    /// How often each seat can be granted more in a game.
    pub times: u8,
    /// How much at most.
    pub longest: Length,
    /// Who must agree.
    pub consent: Consent,
}

/// What a clock is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How much time there is.
    pub pace: Pace,
    /// By which clock on the wall hours and holidays are meant.
    pub zone: Zone,
    /// Parts of the game with lengths of their own, the first that fits counting: what a bank gets for an
    /// answer, or what a calendar leaves at least.
    pub parts: Vec<(Part, Length)>,
    /// Days that do not count.
    pub holidays: Vec<Holiday>,
    /// How long before a deadline its seat is warned, the longest first.
    pub warnings: Vec<Length>,
    /// How long after a deadline an answer is still taken.
    pub grace: Length,
    /// Whether the others may grant more time.
    pub extensions: Option<Extensions>,
    /// Whether no deadline falls into a player's vacation.
    pub vacations: bool,
}

impl Settings {
    /// A pace with nothing besides; vacations count but in live games.
    pub fn new(pace: Pace) -> Settings {
        let vacations = usual_vacations(&pace);
        Settings {
            pace,
            zone: Zone::UTC,
            parts: Vec::new(),
            holidays: Vec::new(),
            warnings: Vec::new(),
            grace: Length::NONE,
            extensions: None,
            vacations,
        }
    }
}

/// Whether vacations count if nothing is said.
pub(crate) fn usual_vacations(pace: &Pace) -> bool {
    !matches!(pace, Pace::Live { .. } | Pace::None)
}

/// A table's clock. It can only be made of settings that make sense; it is written, read and stored as one
/// line of text.
///
/// ```
/// use clock::{Clock, Length, Pace, Settings};
///
/// let pace = Pace::Correspondence { bank: Length::days(3), increment: Length::hours(12), cap: Length::days(5) };
/// let clock = Clock::new(Settings { grace: Length::hours(6), ..Settings::new(pace) }).unwrap();
/// assert_eq!(clock.to_string(), "3d + 12h up to 5d, grace 6h");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Clock(Box<Settings>);

/// The longest bank, and the longest that a calendar may leave at least.
/// What a first turn has at least: shorter, and nobody could answer it.
const LEAST_LIVE: Length = Length::seconds(5);
const LEAST_BANK: Length = Length::minutes(1);
const LONGEST_BANK: Length = Length::days(366);
const LONGEST_LIVE: Length = Length::days(1);
const LONGEST_LEAST: Length = Length::days(60);
const LONGEST_GRACE: Length = Length::days(30);

impl Clock {
    /// A clock of these settings, put in order.
    pub fn new(mut settings: Settings) -> Result<Clock, Fault> {
        settings.warnings.sort_by(|a, b| b.cmp(a));
        settings.warnings.dedup();
        if let Pace::Calendar(calendar) = &mut settings.pace {
            calendar.hours.sort();
            let mut merged: Vec<crate::Hour> = Vec::new();
            for hour in calendar.hours.drain(..).filter(|hour| !hour.days.is_empty()) {
                match merged.last_mut() {
                    Some(last) if (last.hour, last.minute) == (hour.hour, hour.minute) => {
                        last.days = last.days.and(hour.days);
                    }
                    _ => merged.push(hour),
                }
            }
            calendar.hours = merged;
        }
        check(&settings)?;
        Ok(Clock(Box::new(settings)))
    }

    /// No clock at all.
    pub fn none() -> Clock {
        Clock(Box::new(Settings::new(Pace::None)))
    }

    /// What it is made of.
    pub fn settings(&self) -> &Settings {
        &self.0
    }

    /// Whether it can begin at a time: its first deadline is not over by then.
    pub fn check_from(&self, now: Timestamp) -> Result<(), Fault> {
        let Pace::Calendar(Calendar { first: Some(first), .. }) = &self.0.pace else {
            return Ok(());
        };
        let first = self.0.zone.time(*first);
        if first > now {
            return Ok(());
        }
        let told = |time| when(time, Timestamp::MIN, &self.0.zone);
        Err(Fault::Past { what: "The first deadline", at: told(first), now: told(now) })
    }

    /// Whether every warning can be given: none comes before anybody could have been asked. Tables that run with another go on.
    pub fn check_warnings(&self) -> Result<(), Fault> {
        let all = match self.0.pace {
            Pace::Correspondence { cap, .. } => cap,
            Pace::Live { bank, increment, delay }
                if increment.is_none() && self.0.parts.is_empty() =>
            {
                bank.plus(delay)
            }
            _ => return Ok(()),
        };
        // The longest stands first.
        match self.0.warnings.first() {
            Some(warning) if *warning >= all => Err(Fault::VainWarning { warning: *warning, all }),
            _ => Ok(()),
        }
    }

    /// What an answer adds to a bank at a moment of the game, or what a calendar leaves at least.
    pub fn length_at(&self, moment: &Moment) -> Length {
        let fits = |part: &Part| match part {
            Part::Rounds(from, to) => (*from..=*to).contains(&moment.round),
            Part::Phase(name) => name.eq_ignore_ascii_case(&moment.phase),
        };
        let own = self.0.parts.iter().find(|(part, _)| fits(part)).map(|(_, length)| *length);
        own.unwrap_or(match &self.0.pace {
            Pace::None => Length::NONE,
            Pace::Live { increment, .. } | Pace::Correspondence { increment, .. } => *increment,
            Pace::Calendar(calendar) => calendar.least,
        })
    }

    /// What every seat has in its bank at the start; none if nobody has one.
    pub fn bank(&self) -> Option<Length> {
        match self.0.pace {
            Pace::Live { bank, .. } | Pace::Correspondence { bank, .. } => Some(bank),
            Pace::None | Pace::Calendar(_) => None,
        }
    }
}

/// Whether settings make sense together.
fn check(settings: &Settings) -> Result<(), Fault> {
    if settings.pace == Pace::None {
        return check_none(settings);
    }
    check_pace(settings)?;
    check_counts(settings)?;
    settings.warnings.iter().try_for_each(|warning| check_warning(*warning))?;
    settings.parts.iter().try_for_each(|(part, _)| check_part(part))?;
    at_most("Grace", settings.grace, LONGEST_GRACE)?;
    settings.extensions.map_or(Ok(()), check_extensions)?;
    let (longest, needed) = (longest_without(&settings.holidays), room_needed(settings));
    if longest < needed { Err(Fault::NoRoom { longest, needed }) } else { Ok(()) }
}

fn at_most(what: &str, length: Length, most: Length) -> Result<(), Fault> {
    if length > most { Err(Fault::TooLong { what: what.into(), most }) } else { Ok(()) }
}

fn at_least(what: &str, length: Length, least: Length) -> Result<(), Fault> {
    if length < least { Err(Fault::TooShort { what: what.into(), least }) } else { Ok(()) }
}

/// Without a clock nothing else can be set.
fn check_none(settings: &Settings) -> Result<(), Fault> {
    let plain = settings.parts.is_empty()
        && settings.holidays.is_empty()
        && settings.warnings.is_empty()
        && settings.grace.is_none()
        && settings.extensions.is_none()
        && !settings.vacations
        && settings.zone == Zone::UTC;
    match plain {
        true => Ok(()),
        false => Err(Fault::Unfit { what: "anything beside `none`", only: "a clock that runs" }),
    }
}

/// The lengths of a pace, those of single rounds and phases too.
fn check_pace(settings: &Settings) -> Result<(), Fault> {
    let mut lengths = settings.parts.iter().map(|(_, length)| *length);
    match &settings.pace {
        Pace::None => {}
        Pace::Live { bank, increment, delay } => {
            at_most("A live bank", *bank, LONGEST_LIVE)?;
            at_most("A live increment", *increment, LONGEST_LIVE)?;
            at_most("A delay", *delay, LONGEST_LIVE)?;
            at_least("A live bank with its delay", bank.plus(*delay), LEAST_LIVE)?;
            if !settings.holidays.is_empty() {
                let only = "correspondence and calendars";
                return Err(Fault::Unfit { what: "holidays", only });
            }
            lengths.try_for_each(|own| at_most("A live increment", own, LONGEST_LIVE))?;
        }
        Pace::Correspondence { bank, increment, cap } => {
            at_most("A bank", *cap, LONGEST_BANK)?;
            at_least("A cap", *cap, LEAST_BANK)?;
            if bank > cap {
                return Err(Fault::BankAboveCap { bank: *bank, cap: *cap });
            }
            if let Some(increment) = lengths.chain([*increment]).find(|own| own > cap) {
                return Err(Fault::IncrementAboveCap { increment, cap: *cap });
            }
            at_least("A bank", *bank, LEAST_BANK)?;
        }
        Pace::Calendar(calendar) => {
            if calendar.hours.is_empty() {
                return Err(Fault::NoPace);
            }
            lengths
                .chain([calendar.least])
                .try_for_each(|least| at_most("The least time", least, LONGEST_LEAST))?;
        }
    }
    Ok(())
}

/// How many days without holidays there must be at a stretch.
fn room_needed(settings: &Settings) -> Length {
    let least = match &settings.pace {
        Pace::Calendar(calendar) => {
            settings.parts.iter().map(|(_, length)| *length).chain([calendar.least]).max()
        }
        _ => None,
    };
    least.map_or(Length::days(8), |least| Length::days(8).plus(least))
}

fn check_counts(settings: &Settings) -> Result<(), Fault> {
    for (what, count, most) in [
        ("warnings", settings.warnings.len(), 8),
        ("holidays", settings.holidays.len(), 64),
        ("rounds and phases", settings.parts.len(), 32),
    ] {
        if count > most {
            return Err(Fault::TooMany { what, most });
        }
    }
    Ok(())
}

fn check_warning(warning: Length) -> Result<(), Fault> {
    at_most("A warning", warning, LONGEST_LEAST)?;
    match warning.is_none() {
        true => Err(Fault::TooShort { what: "A warning".into(), least: Length::milliseconds(1) }),
        false => Ok(()),
    }
}

fn check_part(part: &Part) -> Result<(), Fault> {
    match part {
        Part::Rounds(from, to) if *from == 0 || from > to => Err(Fault::Backwards),
        Part::Phase(name) if !is_phase(name) => Err(Fault::Unknown {
            what: "name of a phase",
            text: name.clone(),
            right: "say a word or two, without commas",
        }),
        _ => Ok(()),
    }
}

fn check_extensions(extensions: Extensions) -> Result<(), Fault> {
    at_most("An extension", extensions.longest, LONGEST_LEAST)?;
    match extensions.longest.is_none() || extensions.times == 0 {
        true => {
            Err(Fault::TooShort { what: "An extension".into(), least: Length::milliseconds(1) })
        }
        false => Ok(()),
    }
}

/// Whether a phase can be called so: it must be read as it was written.
fn is_phase(name: &str) -> bool {
    let lower = name.to_lowercase();
    let words = [" at least ", " + ", ",", ";", "–", "—"];
    !name.is_empty()
        && name.len() <= 40
        && name.split_whitespace().collect::<Vec<_>>().join(" ") == name
        && !words.iter().any(|word| format!(" {lower} ").contains(word))
}

/// The longest stretch of a year that has no yearly holiday.
fn longest_without(list: &[Holiday]) -> Length {
    let yearly: Vec<Holiday> =
        list.iter().copied().filter(|day| matches!(day, Holiday::Yearly(..))).collect();
    let mut longest = Length::NONE;
    let mut end = None;
    let off = holidays(&yearly, &Zone::UTC, 2000..=2005);
    for period in off.iter() {
        if let Some(end) = end {
            longest = longest.max(Length::between(end, period.from));
        }
        end = Some(period.to);
    }
    if off.is_empty() { LONGEST_BANK } else { longest }
}
