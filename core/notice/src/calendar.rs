//! An iCalendar feed of deadlines (RFC 5545).

use crate::notices::one_line;
use clock::Length;
use jiff::Timestamp;
use std::fmt::Write;

/// A deadline in a calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it is, in a form that never changes: the table, the seat and the question.
    pub key: String,
    /// Rises with every change of the deadline, so that calendars take the newer one.
    pub sequence: u32,
    /// What is due.
    pub summary: String,
    /// What is asked and what happens otherwise.
    pub description: String,
    /// Where it is answered.
    pub link: String,
    /// When it is due.
    pub due: Timestamp,
    /// How long before it the calendar rings, if it does.
    pub alarm: Option<Length>,
    /// When this was last changed.
    pub changed: Timestamp,
}

/// A calendar with these deadlines. `host` makes their names unique in the world.
///
/// ```
/// let text = notice::calendar("Ann's deadlines", "play.example", &[]);
/// assert!(text.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && text.ends_with("END:VCALENDAR\r\n"));
/// ```
pub fn calendar(title: &str, host: &str, events: &[Event]) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| fold(&mut text, &format!("{name}:{value}"));
    line("BEGIN", "VCALENDAR");
    line("VERSION", "2.0");
    line("PRODID", "-//Overwinter//Deadlines//EN");
    line("METHOD", "PUBLISH");
    line("X-WR-CALNAME", &escape(title));
    for event in events {
        line("BEGIN", "VEVENT");
        line("UID", &format!("{}@{}", escape(&one_line(&event.key)), escape(&one_line(host))));
        line("SEQUENCE", &event.sequence.to_string());
        line("DTSTAMP", &stamp(event.changed));
        line("DTSTART", &stamp(event.due));
        line("SUMMARY", &escape(&event.summary));
        if !event.description.is_empty() {
            line("DESCRIPTION", &escape(&event.description));
        }
        // An address is no text: nothing in it is escaped, so nothing that ends a line may be in it.
        line("URL", &one_line(&event.link));
        line("TRANSP", "TRANSPARENT");
        if let Some(alarm) = event.alarm {
            line("BEGIN", "VALARM");
            line("ACTION", "DISPLAY");
            line("DESCRIPTION", &escape(&event.summary));
            line("TRIGGER", &format!("-PT{}S", alarm.as_milliseconds() / 1000));
            line("END", "VALARM");
        }
        line("END", "VEVENT");
    }
    line("END", "VCALENDAR");
    text
}

/// A time in universal time.
fn stamp(time: Timestamp) -> String {
    let wall = clock::Zone::UTC.wall(time);
    let (year, month, day) = (wall.year(), wall.month(), wall.day());
    format!(
        "{year:04}{month:02}{day:02}T{:02}{:02}{:02}Z",
        wall.hour(),
        wall.minute(),
        wall.second()
    )
}

/// Text as a value: what has a meaning there has none.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Adds a line, in pieces of 75 bytes at most, none of which ends within a letter.
fn fold(text: &mut String, line: &str) {
    let mut room = 75;
    for letter in line.chars() {
        if letter.len_utf8() > room {
            text.push_str("\r\n ");
            room = 74;
        }
        room -= letter.len_utf8();
        let _ = text.write_char(letter);
    }
    text.push_str("\r\n");
}
