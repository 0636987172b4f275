//! What can be wrong with what people write.

use crate::length::Length;
use std::fmt;

/// Why a text or a wish about time cannot be taken: one sentence, which says what would be right.
///
/// ```
/// let fault = "3d + 6d up to 5d".parse::<clock::Clock>().unwrap_err();
/// assert_eq!(fault.to_string(), "The increment of 6d is above the cap of 5d: with every turn it can add at most the cap.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A text that is no length of time.
    NotALength {
        /// The text.
        text: String,
    },
    /// A text that is no hour of the day.
    NotAnHour {
        /// The text.
        text: String,
    },
    /// A text that is no day of the week.
    NotAWeekday {
        /// The text.
        text: String,
    },
    /// A text that is no date, or no dates.
    NotADate {
        /// The text.
        text: String,
    },
    /// A zone that does not exist.
    UnknownZone {
        /// The text.
        text: String,
        /// The zone that may be meant.
        near: Option<String>,
    },
    /// Words that mean nothing here.
    Unknown {
        /// What they should be.
        what: &'static str,
        /// The words.
        text: String,
        /// What would be right.
        right: &'static str,
    },
    /// Something that is said twice.
    Twice {
        /// What.
        what: &'static str,
    },
    /// Nothing says how much time there is.
    NoPace,
    /// Something that this kind of clock cannot have.
    Unfit {
        /// What.
        what: &'static str,
        /// Which clocks can.
        only: &'static str,
    },
    /// An increment above the cap.
    IncrementAboveCap {
        /// The increment.
        increment: Length,
        /// The cap.
        cap: Length,
    },
    /// A bank above the cap.
    BankAboveCap {
        /// The bank.
        bank: Length,
        /// The cap.
        cap: Length,
    },
    /// A warning that comes before anybody has so little time left.
    VainWarning {
        /// The warning.
        warning: Length,
        /// The most that anybody has.
        all: Length,
    },
    /// Something too long.
    TooLong {
        /// What.
        what: String,
        /// The longest that can be.
        most: Length,
    },
    /// Something too short.
    TooShort {
        /// What.
        what: String,
        /// The shortest that can be.
        least: Length,
    },
    /// Too many of something.
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there can be.
        most: usize,
    },
    /// Holidays that leave no room for a deadline.
    NoRoom {
        /// The longest stretch without a holiday.
        longest: Length,
        /// What there must be.
        needed: Length,
    },
    /// A time that is over.
    Past {
        /// What should have been then.
        what: &'static str,
        /// When.
        at: String,
        /// What time it is.
        now: String,
    },
    /// A period that ends before it begins.
    Backwards,
    /// More vacation than is left.
    NoVacationLeft {
        /// The year.
        year: i16,
        /// Days that are asked for.
        asked: u32,
        /// Days that are left.
        left: u32,
    },
    /// Something that cannot be done at this table now.
    NotNow(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotALength { text } => {
                write!(f, "`{text}` is no length of time: write one such as 3d, 12h, 5m or 1d 12h.")
            }
            Fault::NotAnHour { text } => {
                write!(f, "`{text}` is no hour of the day: write one such as 18:00.")
            }
            Fault::NotAWeekday { text } => write!(
                f,
                "`{text}` is no day of the week: write Mon, Tue, Wed, Thu, Fri, Sat, Sun, Mon-Fri or daily."
            ),
            Fault::NotADate { text } => {
                write!(f, "`{text}` is no date: write one such as 24 Dec or 24 Dec 2026.")
            }
            Fault::UnknownZone { text, near: Some(near) } => {
                write!(f, "There is no time zone `{text}`: did you mean `{near}`?")
            }
            Fault::UnknownZone { text, near: None } => {
                write!(f, "There is no time zone `{text}`: say one such as Europe/London.")
            }
            Fault::Unknown { what, text, right } => write!(f, "`{text}` is no {what}: {right}."),
            Fault::Twice { what } => write!(f, "It says {what} twice: say it once."),
            Fault::NoPace => f.write_str(
                "It does not say how much time there is: write none, 5m + 10s, 3d + 12h up to 5d or Fri 18:00 Europe/London.",
            ),
            Fault::Unfit { what, only } => write!(f, "This clock cannot have {what}: only {only} can."),
            Fault::IncrementAboveCap { increment, cap } => write!(
                f,
                "The increment of {increment} is above the cap of {cap}: with every turn it can add at most the cap."
            ),
            Fault::BankAboveCap { bank, cap } => {
                write!(f, "The bank of {bank} is above the cap of {cap}: a bank is at most the cap.")
            }
            Fault::VainWarning { warning, all } => write!(
                f,
                "A warning {warning} before the end is never given, since nobody has more than {all}: say less than {all}."
            ),
            Fault::TooLong { what, most } => write!(f, "{what} is too long: at most {most}."),
            Fault::TooShort { what, least } => write!(f, "{what} is too short: at least {least}."),
            Fault::TooMany { what, most } => write!(f, "There are too many {what}: at most {most}."),
            Fault::NoRoom { longest, needed } => write!(
                f,
                "The holidays leave {longest} in a row at most, and a deadline needs {needed}: take some away."
            ),
            Fault::Past { what, at, now } => {
                write!(f, "{what} would be {at}, which is over: it is {now} now.")
            }
            Fault::Backwards => f.write_str("It would end before it begins: say the earlier first."),
            Fault::NoVacationLeft { year, asked, left } => write!(
                f,
                "That takes {asked} days of vacation in {year}, and {left} are left: choose fewer."
            ),
            Fault::NotNow(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Fault {}
