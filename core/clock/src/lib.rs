//! Clocks: how long people may think, and what happens when they do not answer.
//!
//! Everything here is a value: it knows no clock on the wall, no file and no network. Whoever keeps a table hands
//! in the time, stores what it is given, and asks again.
//!
//! | value | whose it is | what it answers |
//! |---|---|---|
//! | [`Clock`] | the table's, chosen when it is opened | how much time a decision has |
//! | [`Timekeeper`] | the table's, changes with every decision | when each seat's time runs out, and what is left |
//! | [`Absence`] | the table's, chosen when it is opened | what happens when it has run out |
//! | [`Vacations`] | a person's | when no deadline of theirs falls |
//! | [`Reliability`] | a person's | how many deadlines they kept |
//!
//! Each has one line of text that people write and read, and that is also how it is stored: what is read from
//! anywhere is validated, and a fault is one sentence that says what would be right.
//!
//! # The clocks
//!
//! ```
//! use clock::Clock;
//!
//! for text in [
//!     "none",
//!     "5m + 10s",                                      // live: a bank, and more with every turn
//!     "10m, delay 5s",                                 // live: the first seconds of a turn are free
//!     "3d + 12h up to 5d",                             // correspondence: a bank with a cap
//!     "3d + 12h up to 5d, Europe/London, holidays 24 Dec - 1 Jan, warn 1d, 6h, grace 12h",
//!     "Tue, Fri 18:00 Europe/London, at least 2d, round 1 at least 7d, phase combat at least 12h",
//!     "Mon-Fri 9:00 America/New_York, first 1 Dec 2026 9:00, extensions 2 of 3d by most",
//! ] {
//!     let clock: Clock = text.parse().unwrap();
//!     assert_eq!(clock.to_string().parse(), Ok(clock));
//! }
//! let fault = "1d + 12h up to 6h".parse::<Clock>().unwrap_err();
//! assert_eq!(fault.to_string(), "The bank of 1d is above the cap of 6h: a bank is at most the cap.");
//! let fault = "Fri 18:00 Europe/Lundon".parse::<Clock>().unwrap_err();
//! assert_eq!(fault.to_string(), "There is no time zone `Europe/Lundon`: did you mean `Europe/London`?");
//! ```
//!
//! # When time runs
//!
//! A bank runs from the question to the answer; it stands still in holidays, in vacations (where the clock honours
//! them), in pauses, and while the server was down. A calendar's deadline is the first of its hours that leaves the
//! least time it states after the question, and after every holiday, vacation and pause before it. So no deadline
//! falls into any of them. An hour that a change to summer time leaves out is the hour after it; of an hour that
//! comes twice it is the first.
//!
//! # Keeping a table's time
//!
//! ```
//! use clock::{Clock, Length, Moment, Timekeeper, Zone};
//! use table::{Seat, Seats};
//!
//! let clock: Clock = "3d + 12h up to 5d, warn 1d".parse().unwrap();
//! let mut keeper = Timekeeper::new(clock, 2);
//! let at = |text: &str| text.parse().unwrap();
//! let moment = Moment::default();
//!
//! // After the start and after every decision: who decided, and who must decide now.
//! keeper.follow(None, &Seats::one(Seat(0)), &moment, at("2026-11-17T12:00Z"));
//! let deadline = keeper.deadline(Seat(0)).unwrap();
//! assert_eq!(deadline.due, at("2026-11-20T12:00Z"));
//! assert_eq!(keeper.warnings(Seat(0))[0].at, at("2026-11-19T12:00Z"));
//! let left = keeper.left(Seat(0), at("2026-11-18T09:00Z")).unwrap();
//! let london: Zone = "Europe/London".parse().unwrap();
//! assert_eq!(left.words(&london), "2 days 3 hours, until Fri 12:00");
//!
//! // A day later the seat has answered: a day is gone, half a day is added.
//! keeper.follow(Some(Seat(0)), &Seats::one(Seat(1)), &moment, at("2026-11-18T12:00Z"));
//! assert_eq!(keeper.bank(Seat(0)), Some(Length::hours(60)));
//!
//! // When its time has come, a deadline is taken: once.
//! let due = keeper.deadline(Seat(1)).unwrap();
//! assert!(keeper.run_out(Seat(1), due.question, at("2026-11-21T11:59Z")).is_err(), "not yet");
//! assert!(keeper.run_out(Seat(1), due.question, due.until).is_ok());
//! assert!(keeper.run_out(Seat(1), due.question, due.until).is_err(), "it is gone");
//! ```

mod absence;
mod calendar;
mod fault;
mod keeper;
mod length;
mod periods;
mod reliability;
mod setting;
mod text;
mod vacation;
mod words;
mod zone;

pub use absence::{Absence, AtDeadline, Spending};
pub use calendar::{Calendar, Holiday, Hour, MonthDay, Weekdays};
pub use fault::Fault;
pub use jiff::civil::Date;
pub use jiff::{Span, Timestamp};
pub use keeper::{Deadline, Left, Moment, NotTaken, RanOut, Timekeeper, Warning};
pub use length::Length;
pub use periods::{Period, Periods};
pub use reliability::Reliability;
pub use setting::{Clock, Consent, Extensions, Pace, Part, Settings};
pub use vacation::Vacations;
pub use words::when;
pub use zone::Zone;
