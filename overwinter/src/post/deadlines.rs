//! Deadlines by a calendar: when the next one is, in words and as a time. PS-GM-12

use crate::error::CommandError;
use clock::{Clock, Length, Moment, Pace, Timekeeper, Timestamp, Zone};
use postal_survival::desk::{Deadline, Desk};
use table::{Seat, Seats};

/// How a deadline is written for people.
const WORDS: &str = "%A, %-d %B %Y, %H:%M";

/// The calendar of a game.
pub struct Deadlines(Clock);

impl Deadlines {
    /// Reads one, such as `Fri 18:00 Europe/London, at least 5d, holidays 24 Dec - 1 Jan, warn 1d`.
    pub fn read(text: &str) -> Result<Deadlines, CommandError> {
        let wrong = |why: &str| {
            CommandError::input(format!(
                "clock `{text}`: {why} Say days and an hour, such as `Fri 18:00 Europe/London, at least 5d, warn 1d`"
            ))
        };
        let clock: Clock = text.parse().map_err(|fault: clock::Fault| wrong(&fault.to_string()))?;
        let settings = clock.settings();
        if !matches!(settings.pace, Pace::Calendar(_)) {
            return Err(wrong("rounds by post end on given days."));
        }
        if !settings.grace.is_none() || settings.extensions.is_some() {
            return Err(wrong("the editor alone gives more time: leave out grace and extensions."));
        }
        Ok(Deadlines(clock))
    }

    /// The calendar of a game, if it has one.
    pub fn of(desk: &Desk<'_>) -> Result<Option<Deadlines>, CommandError> {
        match desk.clock() {
            "" => Ok(None),
            text => Deadlines::read(text)
                .map(Some)
                .map_err(|error| error.with("It stands in game.toml; `amend clock` changes it.")),
        }
    }

    /// The deadline of a round whose report goes out at this time.
    pub fn of_round(&self, round: u16, now: Timestamp) -> Deadline {
        let mut keeper = Timekeeper::new(self.0.clone(), 1);
        let moment = Moment { round: round.into(), phase: String::new() };
        keeper.follow(None, &Seats::one(Seat(0)), &moment, now);
        let Some(deadline) = keeper.deadline(Seat(0)) else { return Deadline::default() };
        let zone = &self.0.settings().zone;
        let wall = zone.wall(deadline.due).strftime(WORDS);
        let words = format!("{wall} ({})", zone.name());
        Deadline { words, due: Some(deadline.due.to_string()) }
    }

    /// How long before a deadline those are reminded who have sent nothing.
    pub fn warnings(&self) -> &[Length] {
        &self.0.settings().warnings
    }
}

/// The time of a deadline, if a clock sees to it; a file that says another thing than a time is a fault.
pub fn time_of(deadline: &Deadline) -> Result<Option<Timestamp>, CommandError> {
    let Some(due) = &deadline.due else { return Ok(None) };
    due.parse().map(Some).map_err(|_| {
        CommandError::input(format!(
            "the deadline says `{due}`, which is no time: `amend deadline` sets another"
        ))
    })
}

/// The deadline of a round whose orders are asked for now: as it was said, or by the game's calendar.
pub fn next(
    desk: &Desk<'_>,
    said: Option<&str>,
    round: u16,
    now: &str,
) -> Result<Option<Deadline>, CommandError> {
    if let Some(said) = said {
        return Ok(Some(Deadline::in_words(said)));
    }
    let Some(deadlines) = Deadlines::of(desk)? else { return Ok(None) };
    Ok(Some(deadlines.of_round(round, timestamp(now)?)))
}

/// A deadline as its editor says it: a time is kept by `post mail`, anything else is for people to read.
pub fn said(text: &str) -> Result<Deadline, CommandError> {
    let Ok(due) = text.trim().parse::<Timestamp>() else { return Ok(Deadline::in_words(text)) };
    let wall = Zone::UTC.wall(due).strftime(WORDS);
    Ok(Deadline { words: format!("{wall} (UTC)"), due: Some(due.to_string()) })
}

/// A time as the log has it.
pub fn timestamp(text: &str) -> Result<Timestamp, CommandError> {
    text.parse().map_err(|_| CommandError::input(format!("`{text}` is no time")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_ends_on_a_day_of_the_calendar_that_leaves_time_enough() {
        let calendar = "Fri 18:00 Europe/London, at least 5d, holidays 24 Dec - 1 Jan";
        let deadlines = Deadlines::read(calendar).unwrap();
        let due = |now: &str| deadlines.of_round(3, now.parse().unwrap());
        // A Tuesday in winter; then a week before Christmas.
        let soon = due("2026-11-17T12:00:00Z");
        assert_eq!(soon.words, "Friday, 27 November 2026, 18:00 (Europe/London)");
        assert_eq!(soon.due.as_deref(), Some("2026-11-27T18:00:00Z"));
        assert!(due("2026-12-21T12:00:00Z").words.starts_with("Friday, 8 January 2027"));
    }

    #[test]
    fn a_clock_that_is_no_calendar_is_refused_with_what_would_be_one() {
        for wrong in
            ["5m + 10s", "none", "Fri 18:00 Europe/Lundon", "Fri 18:00 UTC, grace 1h", "soon"]
        {
            let told = Deadlines::read(wrong).err().map(|error| error.to_string());
            assert!(told.is_some_and(|told| told.contains("Fri 18:00 Europe/London")), "{wrong}");
        }
    }
}
