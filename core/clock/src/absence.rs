//! What happens when somebody does not answer.

use crate::fault::Fault;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Whether a stand-in may spend what is scarce.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spending {
    /// It keeps what is scarce, whatever it would gain.
    #[default]
    Never,
    /// It plays as it would for itself.
    Freely,
}

/// What happens at a deadline that nobody kept. None of it ends the game for the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtDeadline {
    /// The rules' own way to go on without an answer.
    Lapse,
    /// A bot decides until the person is back.
    Bot {
        /// The bot's name, which says how strong it is.
        strength: String,
        /// What it may spend.
        spending: Spending,
    },
    /// Anybody may take the seat; until somebody does, the rules' own way.
    Open,
    /// The seat resigns; where the rules know no resigning, the rules' own way from then on, at once.
    Resign,
}

/// What happens at deadlines that nobody kept: at the first ones, and at those that follow without an answer
/// between them. Written, read and stored as one line.
///
/// ```
/// use clock::{Absence, AtDeadline};
///
/// let absence: Absence = "lapse, after 2 bot greedy".parse().unwrap();
/// assert_eq!(absence.at(2), &AtDeadline::Lapse);
/// assert_eq!(absence.told(3), "a bot (greedy) plays for you until you are back, and spends nothing scarce");
/// assert_eq!(absence.to_string(), "lapse, after 2 bot greedy");
/// let fault = "robot".parse::<Absence>().unwrap_err();
/// assert_eq!(fault.to_string(), "`robot` is no thing that can happen at a deadline: say lapse, bot NAME, open or resign.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Absence {
    /// At first.
    pub first: AtDeadline,
    /// After so many in a row, this.
    pub then: Option<(u8, AtDeadline)>,
}

impl Absence {
    /// What happens at the deadline that is missed as so many in a row, counted from 1.
    pub fn at(&self, in_a_row: u32) -> &AtDeadline {
        match &self.then {
            Some((after, then)) if in_a_row > u32::from(*after) => then,
            _ => &self.first,
        }
    }

    /// The same in words to the person, to follow "otherwise".
    pub fn told(&self, in_a_row: u32) -> String {
        match self.at(in_a_row) {
            AtDeadline::Lapse => "the game goes on as its rules say when nobody answers".into(),
            AtDeadline::Bot { strength, spending } => {
                let spends = match spending {
                    Spending::Never => "spends nothing scarce",
                    Spending::Freely => "may spend what is scarce",
                };
                format!("a bot ({strength}) plays for you until you are back, and {spends}")
            }
            AtDeadline::Open => "anybody may take your seat".into(),
            AtDeadline::Resign => "you resign, and the others play on".into(),
        }
    }
}

impl Default for Absence {
    /// The rules' own way.
    fn default() -> Absence {
        Absence { first: AtDeadline::Lapse, then: None }
    }
}

impl FromStr for AtDeadline {
    type Err = Fault;

    fn from_str(text: &str) -> Result<AtDeadline, Fault> {
        let right = "say lapse, bot NAME, open or resign";
        let bad = || Fault::Unknown {
            what: "thing that can happen at a deadline",
            text: text.trim().into(),
            right,
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["lapse"] => Ok(AtDeadline::Lapse),
            ["open"] => Ok(AtDeadline::Open),
            ["resign"] => Ok(AtDeadline::Resign),
            ["bot", strength] => {
                Ok(AtDeadline::Bot { strength: strength.into(), spending: Spending::Never })
            }
            ["bot", strength, "spending", "freely"] => {
                Ok(AtDeadline::Bot { strength: strength.into(), spending: Spending::Freely })
            }
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for AtDeadline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AtDeadline::Lapse => f.write_str("lapse"),
            AtDeadline::Open => f.write_str("open"),
            AtDeadline::Resign => f.write_str("resign"),
            AtDeadline::Bot { strength, spending: Spending::Never } => write!(f, "bot {strength}"),
            AtDeadline::Bot { strength, spending: Spending::Freely } => {
                write!(f, "bot {strength} spending freely")
            }
        }
    }
}

impl FromStr for Absence {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Absence, Fault> {
        let Some((first, then)) = text.split_once(',') else {
            return Ok(Absence { first: text.parse()?, then: None });
        };
        let bad = || Fault::Unknown {
            what: "thing that happens later",
            text: then.trim().into(),
            right: "write lapse, after 2 bot greedy",
        };
        let rest = then.trim().strip_prefix("after ").ok_or_else(bad)?;
        let (after, then) = rest.split_once(' ').ok_or_else(bad)?;
        let after: u8 = after.parse().map_err(|_| bad())?;
        if after == 0 {
            return Err(bad());
        }
        Ok(Absence { first: first.parse()?, then: Some((after, then.parse()?)) })
    }
}

impl fmt::Display for Absence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.then {
            Some((after, then)) => write!(f, "{}, after {after} {then}", self.first),
            None => self.first.fmt(f),
        }
    }
}

impl TryFrom<String> for Absence {
    type Error = Fault;

    fn try_from(text: String) -> Result<Absence, Fault> {
        text.parse()
    }
}

impl From<Absence> for String {
    fn from(absence: Absence) -> String {
        absence.to_string()
    }
}
