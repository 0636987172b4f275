//! Times in words.

use crate::calendar::names;
use crate::length::Length;
use crate::zone::Zone;
use jiff::Timestamp;

/// A time as people say it: the day of the week if it is within six days, else the date, and the year if it is
/// another.
///
/// ```
/// use clock::{Zone, when};
///
/// let at = |text: &str| text.parse::<jiff::Timestamp>().unwrap();
/// let (now, zone) = (at("2026-11-17T12:00Z"), "Europe/Berlin".parse::<Zone>().unwrap());
/// assert_eq!(when(at("2026-11-20T17:00Z"), now, &zone), "Fri 18:00");
/// assert_eq!(when(at("2026-11-27T17:00Z"), now, &zone), "Fri 27 Nov 18:00");
/// assert_eq!(when(at("2027-01-01T17:00Z"), now, &zone), "Fri 1 Jan 2027 18:00");
/// ```
pub fn when(time: Timestamp, now: Timestamp, zone: &Zone) -> String {
    let (wall, today) = (zone.wall(time), zone.wall(now));
    let (day, month) = names(wall.date());
    let near = Length::between(time.min(now), time.max(now)) < Length::days(6);
    let date = match (near, wall.year() == today.year()) {
        (true, _) => String::new(),
        (false, true) => format!(" {} {month}", wall.day()),
        (false, false) => format!(" {} {month} {}", wall.day(), wall.year()),
    };
    format!("{day}{date} {}:{:02}", wall.hour(), wall.minute())
}
