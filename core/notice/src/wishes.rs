//! What a person wishes to be told, how and when.

use crate::notices::{Kind, Notice};
use clock::{Weekdays, Zone};
use jiff::Timestamp;
use jiff::civil::Time;
use serde::{Deserialize, Serialize};

/// A way to tell somebody something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// In the page, when they next look.
    Page,
    /// To their browser.
    Push,
    /// By mail.
    Mail,
    /// To an address of theirs, by its number among their hooks.
    Hook(u32),
}

impl Way {
    /// Whether what goes by it may wait to be sent with others.
    fn can_wait(&self) -> bool {
        matches!(self, Way::Mail | Way::Hook(_))
    }
}

/// Hours in which nothing is sent, by the clock on the person's wall; over midnight if the end is before the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quiet {
    /// When they begin.
    pub from: Time,
    /// When they end.
    pub to: Time,
}

/// When notices are sent together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    /// At what hour.
    pub at: Time,
    /// On which days.
    pub days: Weekdays,
}

/// What a person wishes.
///
/// ```
/// use notice::{Quiet, Wishes};
///
/// let at = |text: &str| text.parse::<jiff::Timestamp>().unwrap();
/// let night = Quiet { from: "22:00".parse().unwrap(), to: "07:30".parse().unwrap() };
/// let wishes = Wishes { quiet: Some(night), ..Wishes::new("Europe/Berlin".parse().unwrap()) };
/// assert_eq!(wishes.awake(at("2026-11-17T23:00Z")), at("2026-11-18T06:30Z"));
/// assert_eq!(wishes.awake(at("2026-11-17T12:00Z")), at("2026-11-17T12:00Z"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wishes {
    /// By which ways; `Page` is always one.
    pub ways: Vec<Way>,
    /// What they do not want to be told.
    #[serde(default)]
    pub without: Vec<Kind>,
    /// By whose clock on the wall.
    pub zone: Zone,
    /// When they are left alone.
    #[serde(default)]
    pub quiet: Option<Quiet>,
    /// Whether mails and hooks wait for a digest, and for which; a browser is told at once.
    #[serde(default, with = "digest_text")]
    pub digest: Option<Digest>,
}

/// What is known of a person and of what they were told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Whether they are looking at this table now.
    pub looking: bool,
    /// Whether they were told of this key and kind before.
    pub told: bool,
    /// Whether they have been told of the same table, by anything but the page, since they last looked at it.
    pub told_since_look: bool,
}

/// A notice by a way at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The way.
    pub way: Way,
    /// Not before this.
    pub at: Timestamp,
    /// Whether it goes into the digest of that time rather than alone.
    pub digest: bool,
}

impl Wishes {
    /// Notices in the page alone.
    pub fn new(zone: Zone) -> Wishes {
        Wishes { ways: vec![Way::Page], without: Vec::new(), zone, quiet: None, digest: None }
    }

    /// How a notice is delivered, and when. None is told twice; while the person looks at the table they see it in the
    /// page and nothing is sent; of a table they are told once until they look, but warned, asked for consent and told
    /// of the end all the same; in quiet hours it waits. A warning that would come too late is left out: ask
    /// [`warn_at`](Wishes::warn_at) when to make it.
    pub fn deliver(&self, notice: &Notice, known: Known, now: Timestamp) -> Vec<Delivery> {
        if known.told || self.without.contains(&notice.kind) {
            return Vec::new();
        }
        let mut ways: Vec<&Way> = self.ways.iter().chain([&Way::Page]).collect();
        ways.sort();
        ways.dedup();
        let again = known.told_since_look
            && !matches!(notice.kind, Kind::Warning | Kind::Over | Kind::Consent | Kind::RanOut);
        let mut deliveries = Vec::new();
        for way in ways {
            if *way == Way::Page {
                deliveries.push(Delivery { way: Way::Page, at: now, digest: false });
                continue;
            }
            if known.looking || again {
                continue;
            }
            let digest = self.digest.filter(|_| way.can_wait() && !notice.kind.urgent());
            let at = match digest {
                Some(digest) => digest.next(now, &self.zone),
                None => self.awake(now),
            };
            // What is due before the next digest does not wait for it.
            let (at, digest) = match notice.by {
                Some(by) if digest.is_some() && at >= by => (self.awake(now), false),
                _ => (at, digest.is_some()),
            };
            let in_time = !notice.kind.urgent() || notice.by.is_none_or(|by| at < by);
            if in_time {
                deliveries.push(Delivery { way: way.clone(), at, digest });
            }
        }
        deliveries
    }

    /// The first time from now on that lies in no quiet hours.
    pub fn awake(&self, now: Timestamp) -> Timestamp {
        let Some(quiet) = self.quiet.filter(|quiet| quiet.from != quiet.to) else { return now };
        if !self.is_quiet(now) {
            return now;
        }
        let wall = self.zone.wall(now);
        let over_midnight = quiet.from > quiet.to && wall.time() >= quiet.from;
        let day = if over_midnight { wall.date().tomorrow() } else { Ok(wall.date()) };
        let end = day.map_or(now, |day| self.zone.time(day.to_datetime(quiet.to)));
        // A clock that is put back shows quiet hours again: they are over when they are over for good.
        if end > now && !self.is_quiet(end) {
            end
        } else {
            clock::Length::hours(1).after(now.max(end))
        }
    }

    /// Whether a time lies in quiet hours.
    pub fn is_quiet(&self, time: Timestamp) -> bool {
        let Some(quiet) = self.quiet else { return false };
        let now = self.zone.wall(time).time();
        match quiet.from <= quiet.to {
            true => quiet.from <= now && now < quiet.to,
            false => quiet.from <= now || now < quiet.to,
        }
    }

    /// When a warning that falls at a time is best sent: then, or, if it falls into quiet hours that end after its
    /// deadline, at the last moment before they begin.
    pub fn warn_at(&self, at: Timestamp, due: Timestamp) -> Timestamp {
        let awake = self.awake(at);
        if awake < due {
            return awake;
        }
        let Some(quiet) = self.quiet else { return at };
        let wall = self.zone.wall(at);
        let before_midnight = quiet.from > quiet.to && wall.time() < quiet.from;
        let day = if before_midnight { wall.date().yesterday() } else { Ok(wall.date()) };
        let start = day.map_or(at, |day| self.zone.time(day.to_datetime(quiet.from)));
        clock::Length::minutes(1).before(start.min(at))
    }
}

impl Digest {
    /// The next time for a digest after a time.
    pub fn next(&self, now: Timestamp, zone: &Zone) -> Timestamp {
        let mut day = zone.wall(now).date();
        for _ in 0..9 {
            let at = zone.time(day.to_datetime(self.at));
            if at > now && self.days.has(day.weekday()) {
                return at;
            }
            let Ok(next) = day.tomorrow() else { break };
            day = next;
        }
        now
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}:{:02}", self.days, self.at.hour(), self.at.minute())
    }
}

impl std::str::FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Digest, String> {
        let bad = || format!("`{text}` is no time for a digest: write daily 18:00.");
        let (days, at) = text.rsplit_once(' ').ok_or_else(bad)?;
        let days: Weekdays = days.parse().map_err(|fault: clock::Fault| fault.to_string())?;
        let (hour, minute) = at.split_once(':').ok_or_else(bad)?;
        let (hour, minute) = (hour.parse().map_err(|_| bad())?, minute.parse().map_err(|_| bad())?);
        Ok(Digest { at: Time::new(hour, minute, 0, 0).map_err(|_| bad())?, days })
    }
}

/// A digest as text: `daily 18:00`, `Mon-Fri 7:30`.
mod digest_text {
    use super::Digest;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(
        digest: &Option<Digest>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match digest {
            Some(digest) => serializer.collect_str(digest),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Digest>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
