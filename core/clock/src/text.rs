//! A clock as one line of text.

use crate::calendar::{Calendar, Holiday, Hour, Weekdays, date, day_words, hour_and_minute};
use crate::fault::Fault;
use crate::length::Length;
use crate::setting::{Clock, Consent, Extensions, Pace, Part, Settings, usual_vacations};
use crate::zone::Zone;
use jiff::civil::{Date, DateTime};
use std::fmt;
use std::str::FromStr;

/// The longest text that is read.
const LONGEST_TEXT: usize = 4000;

/// What has been read so far.
#[derive(Default)]
struct Reading {
    pace: Option<Pace>,
    hours: Vec<Hour>,
    days: Weekdays,
    delay: Option<Length>,
    least: Option<Length>,
    first: Option<DateTime>,
    zone: Option<Zone>,
    parts: Vec<(Part, Joint, Length)>,
    holidays: Vec<Holiday>,
    warnings: Vec<Length>,
    grace: Option<Length>,
    extensions: Option<Extensions>,
    vacations: Option<bool>,
    list: Option<List>,
}

/// A list that what follows a comma may go on with.
#[derive(Clone, Copy, PartialEq)]
enum List {
    Warnings,
    Holidays,
}

/// How a part says its length.
#[derive(Clone, Copy, PartialEq)]
enum Joint {
    /// `phase combat + 6h`, for banks.
    Plus,
    /// `phase combat at least 12h`, for calendars.
    AtLeast,
}

fn once<T>(place: &mut Option<T>, what: &'static str, value: T) -> Result<(), Fault> {
    match place.replace(value) {
        Some(_) => Err(Fault::Twice { what }),
        None => Ok(()),
    }
}

const CLAUSES: &str = "after the time itself say warn, grace, holidays, extensions, vacations, round, phase, \
                       at least, first, delay or a time zone";

impl Reading {
    fn clause(&mut self, clause: &str) -> Result<(), Fault> {
        let list = self.list.take();
        let lower = clause.to_ascii_lowercase();
        let (word, rest) =
            clause.split_once(' ').map_or((clause, ""), |(word, rest)| (word, rest.trim()));
        match word.to_ascii_lowercase().as_str() {
            "none" | "untimed" if rest.is_empty() => {
                once(&mut self.pace, "how much time there is", Pace::None)
            }
            "warn" | "warning" | "warnings" => {
                self.list = Some(List::Warnings);
                self.warnings.push(rest.parse()?);
                Ok(())
            }
            "holiday" | "holidays" => {
                self.list = Some(List::Holidays);
                self.holidays.push(rest.parse()?);
                Ok(())
            }
            "grace" => once(&mut self.grace, "grace", rest.parse()?),
            "delay" => once(&mut self.delay, "delay", rest.parse()?),
            "zone" => once(&mut self.zone, "a time zone", rest.parse()?),
            "first" => once(&mut self.first, "first", first(rest)?),
            "vacations" if rest.is_empty() => once(&mut self.vacations, "vacations", true),
            "no" if rest.eq_ignore_ascii_case("vacations") => {
                once(&mut self.vacations, "vacations", false)
            }
            "extension" | "extensions" => {
                once(&mut self.extensions, "extensions", extensions(rest)?)
            }
            "at" if lower.starts_with("at least ") => {
                once(&mut self.least, "at least", clause["at least ".len()..].parse()?)
            }
            "round" | "rounds" | "phase" => self.part(word, rest),
            "live" => self.bank(rest, true),
            _ if list == Some(List::Warnings) && clause.parse::<Length>().is_ok() => {
                self.list = list;
                self.warnings.push(clause.parse()?);
                Ok(())
            }
            _ if list == Some(List::Holidays) && may_be_date(clause) => {
                self.list = list;
                self.holidays.push(clause.parse()?);
                Ok(())
            }
            _ if clause.contains(':') || Weekdays::word(clause).is_some() => self.hour(clause),
            _ if starts_with_digit(clause) => self.bank(clause, false),
            _ if clause.contains('/') => once(&mut self.zone, "a time zone", clause.parse()?),
            _ => match clause.parse() {
                Ok(zone) => once(&mut self.zone, "a time zone", zone),
                Err(_) => Err(Fault::Unknown {
                    what: "part of a clock",
                    text: clause.into(),
                    right: CLAUSES,
                }),
            },
        }
    }

    /// `Fri`, `Fri 18:00` or `Fri 18:00 Europe/London`: days wait for their hour.
    fn hour(&mut self, clause: &str) -> Result<(), Fault> {
        if let Some(days) = Weekdays::word(clause) {
            self.days = self.days.and(days);
            return Ok(());
        }
        let words: Vec<&str> = clause.split_whitespace().collect();
        let at = words.iter().position(|word| word.contains(':')).unwrap_or(0);
        let said = words[..at].join(" ");
        if !said.is_empty() {
            for word in said.replace(" and ", " & ").split('&') {
                let more = Weekdays::word(word)
                    .ok_or_else(|| Fault::NotAWeekday { text: word.trim().into() })?;
                self.days = self.days.and(more);
            }
        }
        let (hour, minute) = hour_and_minute(words[at])?;
        let waiting = std::mem::take(&mut self.days);
        let before = self.hours.last().map_or(Weekdays::DAILY, |hour| hour.days);
        let days = if waiting.is_empty() { before } else { waiting };
        self.hours.push(Hour { hour, minute, days });
        match words[at + 1..].join(" ") {
            zone if zone.is_empty() => Ok(()),
            zone => once(&mut self.zone, "a time zone", zone.parse()?),
        }
    }

    /// `3d`, `3d + 12h`, `3d + 12h up to 5d`: live if it is short and has no cap.
    fn bank(&mut self, clause: &str, live: bool) -> Result<(), Fault> {
        let (rest, cap) = match clause.split_once(" up to ") {
            Some((rest, cap)) => (rest, Some(cap.parse::<Length>()?)),
            None => (clause, None),
        };
        let (bank, increment) = match rest.split_once('+') {
            Some((bank, increment)) => (bank.parse()?, increment.parse()?),
            None => (rest.parse::<Length>()?, Length::NONE),
        };
        let pace = match cap {
            None if live || bank < Length::days(1) => {
                Pace::Live { bank, increment, delay: Length::NONE }
            }
            _ => Pace::Correspondence { bank, increment, cap: cap.unwrap_or(bank) },
        };
        once(&mut self.pace, "how much time there is", pace)
    }

    /// `round 1 at least 7d`, `rounds 2-3 + 2d`, `phase combat at least 12h`.
    fn part(&mut self, word: &str, rest: &str) -> Result<(), Fault> {
        let right = "write round 1 at least 7d, rounds 2-3 at least 4d or phase combat + 6h";
        let bad =
            || Fault::Unknown { what: "length of a round or a phase", text: rest.into(), right };
        let (name, joint, length) = rest
            .rsplit_once(" at least ")
            .map(|(name, length)| (name, Joint::AtLeast, length))
            .or_else(|| rest.rsplit_once('+').map(|(name, length)| (name, Joint::Plus, length)))
            .ok_or_else(bad)?;
        let (name, length) = (name.trim(), length.parse()?);
        let part = if word.eq_ignore_ascii_case("phase") {
            Part::Phase(name.into())
        } else {
            let (from, to) = name.split_once('-').unwrap_or((name, name));
            Part::Rounds(
                from.trim().parse().map_err(|_| bad())?,
                to.trim().parse().map_err(|_| bad())?,
            )
        };
        self.parts.push((part, joint, length));
        Ok(())
    }

    fn settings(self) -> Result<Settings, Fault> {
        if !self.days.is_empty() {
            return Err(Fault::NotAnHour { text: self.days.to_string() });
        }
        let pace = match (self.pace, self.hours.is_empty()) {
            (Some(_), false) => return Err(Fault::Twice { what: "how much time there is" }),
            (None, true) => return Err(Fault::NoPace),
            (None, false) => Pace::Calendar(Calendar {
                hours: self.hours,
                least: self.least.unwrap_or(Calendar::USUAL_LEAST),
                first: self.first,
            }),
            (Some(Pace::Live { bank, increment, .. }), true) => {
                Pace::Live { bank, increment, delay: self.delay.unwrap_or_default() }
            }
            (Some(pace), true) => pace,
        };
        let joint = match pace {
            Pace::Calendar(_) => Joint::AtLeast,
            _ => Joint::Plus,
        };
        let unfit = |what, only| Err(Fault::Unfit { what, only });
        if self.delay.is_some() && !matches!(pace, Pace::Live { .. }) {
            return unfit("a delay", "a live clock");
        }
        if !matches!(pace, Pace::Calendar(_)) && (self.least.is_some() || self.first.is_some()) {
            return unfit("`at least` or `first`", "a calendar");
        }
        if self.parts.iter().any(|(_, said, _)| *said != joint) {
            return match joint {
                Joint::AtLeast => unfit("`+` for a part of the game", "a bank"),
                Joint::Plus => unfit("`at least` for a part of the game", "a calendar"),
            };
        }
        let vacations = self.vacations.unwrap_or_else(|| usual_vacations(&pace));
        Ok(Settings {
            pace,
            zone: self.zone.unwrap_or_default(),
            parts: self.parts.into_iter().map(|(part, _, length)| (part, length)).collect(),
            holidays: self.holidays,
            warnings: self.warnings,
            grace: self.grace.unwrap_or_default(),
            extensions: self.extensions,
            vacations,
        })
    }
}

fn may_be_date(clause: &str) -> bool {
    let others = [":", "+", "/", " up to "];
    starts_with_digit(clause) && !others.iter().any(|other| clause.contains(other))
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
}

/// `1 Dec 2026 18:00`.
fn first(text: &str) -> Result<DateTime, Fault> {
    let bad = || Fault::NotADate { text: text.into() };
    let (day, hour) = text.rsplit_once(' ').ok_or_else(bad)?;
    let (year, day) = date(day)?;
    let (hour, minute) = hour_and_minute(hour)?;
    let date = Date::new(year.ok_or_else(bad)?, day.month, day.day).map_err(|_| bad())?;
    Ok(date.at(hour, minute, 0, 0))
}

/// `2 of 3d by all`.
fn extensions(text: &str) -> Result<Extensions, Fault> {
    let right = "write 2 of 3d by all, by most or by one";
    let bad = || Fault::Unknown { what: "number of extensions", text: text.into(), right };
    let (what, by) = text.split_once(" by ").unwrap_or((text, "all"));
    let (times, longest) = what.split_once(" of ").ok_or_else(bad)?;
    let consent = match by.trim().to_ascii_lowercase().as_str() {
        "all" => Consent::All,
        "most" => Consent::Most,
        "one" => Consent::One,
        _ => return Err(bad()),
    };
    Ok(Extensions {
        times: times.trim().parse().map_err(|_| bad())?,
        longest: longest.parse()?,
        consent,
    })
}

impl FromStr for Clock {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Clock, Fault> {
        if text.len() > LONGEST_TEXT {
            return Err(Fault::TooMany { what: "letters", most: LONGEST_TEXT });
        }
        let text = text.replace(['–', '—'], "-");
        let mut reading = Reading::default();
        for clause in text.split([',', ';']) {
            let clause = clause.split_whitespace().collect::<Vec<_>>().join(" ");
            if !clause.is_empty() {
                reading.clause(&clause)?;
            }
        }
        Clock::new(reading.settings()?)
    }
}

impl TryFrom<String> for Clock {
    type Error = Fault;

    fn try_from(text: String) -> Result<Clock, Fault> {
        text.parse()
    }
}

impl From<Clock> for String {
    fn from(clock: Clock) -> String {
        clock.to_string()
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.settings();
        let mut said: Vec<String> = Vec::new();
        let plus = |bank: Length, increment: Length| match increment.is_none() {
            true => bank.to_string(),
            false => format!("{bank} + {increment}"),
        };
        let mut joint = "+";
        match &settings.pace {
            Pace::None => return f.write_str("none"),
            Pace::Live { bank, increment, delay } => {
                // A bank of a day and more would be read as correspondence.
                let live = if *bank < Length::days(1) { "" } else { "live " };
                said.push(format!("{live}{}", plus(*bank, *increment)));
                if !delay.is_none() {
                    said.push(format!("delay {delay}"));
                }
            }
            Pace::Correspondence { bank, increment, cap } => {
                said.push(format!("{} up to {cap}", plus(*bank, *increment)));
            }
            Pace::Calendar(calendar) => {
                joint = "at least";
                let hours = calendar.hours.iter();
                said.extend(
                    hours.map(|hour| format!("{} {}:{:02}", hour.days, hour.hour, hour.minute)),
                );
                if let Some(last) = said.last_mut() {
                    last.push_str(&format!(" {}", settings.zone));
                }
                if calendar.least != Calendar::USUAL_LEAST {
                    said.push(format!("at least {}", calendar.least));
                }
                if let Some(first) = calendar.first {
                    let day = day_words(first.date());
                    said.push(format!("first {day} {}:{:02}", first.hour(), first.minute()));
                }
            }
        }
        if joint == "+" && settings.zone != Zone::UTC {
            said.push(settings.zone.to_string());
        }
        for (part, length) in &settings.parts {
            said.push(match part {
                Part::Rounds(from, to) if from == to => format!("round {from} {joint} {length}"),
                Part::Rounds(from, to) => format!("rounds {from}-{to} {joint} {length}"),
                Part::Phase(name) => format!("phase {name} {joint} {length}"),
            });
        }
        let listed = |word: &str, list: Vec<String>| {
            (!list.is_empty()).then(|| format!("{word} {}", list.join(", ")))
        };
        said.extend(listed(
            "holidays",
            settings.holidays.iter().map(ToString::to_string).collect(),
        ));
        said.extend(listed("warn", settings.warnings.iter().map(ToString::to_string).collect()));
        if !settings.grace.is_none() {
            said.push(format!("grace {}", settings.grace));
        }
        if let Some(Extensions { times, longest, consent }) = settings.extensions {
            let by = match consent {
                Consent::All => "all",
                Consent::Most => "most",
                Consent::One => "one",
            };
            said.push(format!("extensions {times} of {longest} by {by}"));
        }
        match (settings.vacations, usual_vacations(&settings.pace)) {
            (true, false) => said.push("vacations".into()),
            (false, true) => said.push("no vacations".into()),
            _ => {}
        }
        f.write_str(&said.join(", "))
    }
}
