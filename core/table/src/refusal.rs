//! Why something was not done: refusals by rule, misread notation, and faults in files.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The id of a rule in a game's ledger, such as `OS-MOVE-05`.
///
/// ```
/// use connect_four::rule;
/// use table::RuleId;
///
/// // A game's ids are constants that are made from its ledger, so that a misspelt one does not compile.
/// assert_eq!(rule::CF_DROP_02, RuleId("CF-DROP-02"));
/// assert_eq!(rule::CF_DROP_02.to_string(), "CF-DROP-02");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RuleId(pub &'static str);

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A place in a game's sources or data that names a rule: a line of a file, seen from the crate.
///
/// ```
/// use connect_four::rule;
///
/// let place = rule::PLACES.iter().find(|place| place.rule == "CF-DROP-01").unwrap();
/// assert!(place.file.starts_with("src/") && place.line > 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RulePlace {
    /// The rule's id, in capitals.
    pub rule: &'static str,
    /// The file.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
}

impl RulePlace {
    /// A line that names a rule.
    pub const fn new(rule: &'static str, file: &'static str, line: u32) -> RulePlace {
        RulePlace { rule, file, line }
    }
}

impl From<&'static str> for RuleId {
    fn from(id: &'static str) -> RuleId {
        RuleId(id)
    }
}

/// Why the rules of a game do not allow an action: a value of the game's own. Its `Display` is the
/// sentence that the player reads.
///
/// ```
/// use table::{Refusal, Refused, RuleId};
///
/// table::refusals! {
///     /// Why a door stays shut.
///     pub enum Shut {
///         Locked { locks: u8 } => RuleId("XX-DOOR-01"), "It has {locks} locks.";
///     }
/// }
///
/// let shut = Shut::Locked { locks: 2 };
/// assert_eq!(shut.rule(), RuleId("XX-DOOR-01"));
/// assert_eq!(Refusal::of(&shut), Refusal::new("XX-DOOR-01", "It has 2 locks."));
/// ```
pub trait Refused: Clone + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// The rule that says no.
    fn rule(&self) -> RuleId;
}

impl Refused for Refusal {
    fn rule(&self) -> RuleId {
        self.rule
    }
}

/// An action that the rules do not allow now, as it is told to a player of any game. The position is
/// untouched.
///
/// ```
/// use table::Refusal;
///
/// let refusal = Refusal::new("XX-DOOR-01", "The door is locked.");
/// assert_eq!((refusal.rule.0, refusal.to_string().as_str()), ("XX-DOOR-01", "The door is locked."));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The rule that says no.
    pub rule: RuleId,
    /// The reason in plain words, to the player.
    pub reason: String,
}

impl Refusal {
    /// A refusal under a rule.
    pub fn new(rule: impl Into<RuleId>, reason: impl Into<String>) -> Refusal {
        Refusal { rule: rule.into(), reason: reason.into() }
    }

    /// What a game's own refusal says.
    pub fn of(refused: &impl Refused) -> Refusal {
        Refusal { rule: refused.rule(), reason: refused.to_string() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Refusal {}

/// A line that is no action of this game.
///
/// ```
/// use table::Misread;
///
/// let misread = Misread::new("up", "say n, e, s or w");
/// assert_eq!(misread.to_string(), "I do not understand `up`: say n, e, s or w");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Misread {
    /// The line as it came.
    pub line: String,
    /// What was expected instead.
    pub expected: String,
}

impl Misread {
    /// A misread line, and what was expected.
    pub fn new(line: impl Into<String>, expected: impl Into<String>) -> Misread {
        Misread { line: line.into(), expected: expected.into() }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "I do not understand `{}`: {}", self.line, self.expected)
    }
}

impl std::error::Error for Misread {}

/// Something wrong in a file or a set-up: where, what, and what would be right.
///
/// ```
/// use table::Fault;
///
/// let fault = Fault::field("days", "40 is too many: say at most 30").in_file("lost.toml");
/// assert_eq!(fault.at_byte("rows = 12\ndays = 40", 10).to_string(), "lost.toml:2:1: days: 40 is too many: say at most 30");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Fault {
    /// The file; empty if the fault is in a set-up rather than a file.
    pub file: String,
    /// Line and column, counted from 1, if known.
    pub at: Option<(usize, usize)>,
    /// The field; empty if the fault is not in one.
    pub field: String,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl Fault {
    /// A fault in a field of a set-up.
    pub fn field(field: impl Into<String>, problem: impl Into<String>) -> Fault {
        Fault { field: field.into(), problem: problem.into(), ..Fault::default() }
    }

    /// A fault somewhere in a file.
    pub fn file(file: impl Into<String>, problem: impl Into<String>) -> Fault {
        Fault { file: file.into(), problem: problem.into(), ..Fault::default() }
    }

    /// The same fault, placed in a file.
    pub fn in_file(mut self, file: impl Into<String>) -> Fault {
        self.file = file.into();
        self
    }

    /// The same fault, placed at a byte of the file's text.
    pub fn at_byte(mut self, text: &str, byte: usize) -> Fault {
        self.at = Some(line_and_column(text, byte));
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            f.write_str(&self.file)?;
            if let Some((line, column)) = self.at {
                write!(f, ":{line}:{column}")?;
            }
            f.write_str(": ")?;
        } else if let Some((line, column)) = self.at {
            write!(f, "line {line}, column {column}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for Fault {}

/// Line and column, counted from 1 in characters, of a byte of a text.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let mut end = byte.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

/// Everything wrong with a set-up or the files it names; never empty.
///
/// ```
/// use connect_four::ConnectFour;
/// use table::{Rules, Setup};
///
/// let refused = ConnectFour::open(&ConnectFour::house(), &Setup::new("plain", 3).with("fog", "on"));
/// let faults = refused.err().unwrap().0;
/// assert_eq!(faults.len(), 2, "both the seats and the option are told");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(pub Vec<Fault>);

impl From<Fault> for SetupError {
    fn from(fault: Fault) -> SetupError {
        SetupError(vec![fault])
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}

/// The known word nearest to a misspelt one, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let near = |(distance, candidate): &(usize, &str)| {
        let letters = candidate.chars().count();
        *distance <= 1 + letters / 4 && *distance < letters
    };
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(near)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Known words that a message lists; of more it lists the first.
const MOST_WORDS: usize = 40;

/// "`word` is unknown", with the nearest known word or all of them.
pub fn unknown<'a>(
    what: &str,
    word: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    if let Some(near) = nearest(word, known.clone()) {
        return format!("there is no {what} `{word}`: did you mean `{near}`?");
    }
    let all: Vec<&str> = known.into_iter().collect();
    match all.len() {
        0 => format!("there is no {what} `{word}`: there is none at all"),
        1..=MOST_WORDS => format!("there is no {what} `{word}`: choose from {}", all.join(", ")),
        _ => {
            let (first, more) = (all[..MOST_WORDS].join(", "), all.len() - MOST_WORDS);
            format!("there is no {what} `{word}`: choose from {first} and {more} more")
        }
    }
}
