//! The question that the game asks, and the answers that it takes.

use crate::ground::Point;
use serde::{Deserialize, Serialize};

/// The thing on the board that one would click to choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A place of the ground.
    Place(String),
    /// A piece.
    Piece(String),
    /// A card of a panel.
    Card(String),
    /// A point of a plane.
    Point(Point),
}

/// One answer.
///
/// ```
/// use stage::{Choice, Target};
///
/// let north = Choice::new("move n", "north").on(Target::Place("B1".into()), "2 points");
/// assert_eq!(north.notation, "move n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The action's canonical line.
    pub notation: String,
    /// A few words for a button.
    pub label: String,
    /// What it costs or means, in a sentence; empty if plain.
    pub description: String,
    /// What one would click.
    pub target: Option<Target>,
    /// A few characters written on the target, such as its cost.
    pub tag: String,
    /// Whether dice fall or something hidden is shown, or may be as far as the seat knows, so that it
    /// cannot be taken back: people can have themselves asked again before they choose it.
    pub final_: bool,
    /// The piece that goes to the target: to drag it there is to choose this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
}

impl Choice {
    /// An answer that can be taken back and that nothing on the board stands for.
    pub fn new(notation: impl Into<String>, label: impl Into<String>) -> Choice {
        Choice { notation: notation.into(), label: label.into(), ..Choice::default() }
    }

    /// The same answer, with the thing that one would click and the few characters written on it.
    pub fn on(self, target: Target, tag: impl Into<String>) -> Choice {
        Choice { target: Some(target), tag: tag.into(), ..self }
    }
}

/// A decision further ahead on a way that is gone decision by decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ahead {
    /// The decision before it, as an index into the list of those ahead; none if it is open now.
    pub after: Option<usize>,
    /// The action's canonical line.
    pub notation: String,
    /// The place to which it leads.
    pub place: String,
    /// What the whole way costs so far; empty if one passes here only on the way elsewhere.
    pub tag: String,
}

/// An action that takes any point of a plane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Free {
    /// A word or two for a button: "Walk".
    pub label: String,
    /// The action's line, in which [`AT`] stands for the point.
    pub notation: String,
    /// The piece that goes to the point: to drag it there is to choose this.
    pub moves: Option<String>,
}

/// What stands for a point in the notation of a [`Free`] action: thousands of board units across and
/// upright with a comma between them, counted as the rulers of the plane count, such as `18,10.25`.
pub const AT: &str = "{at}";

/// What is filled into a blank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlankKind {
    /// One of these: what is written, and what it means.
    OneOf(Vec<(String, String)>),
    /// A place of the ground, by its id, or one of these words; several with something between them
    /// if a way is asked for.
    Place {
        /// Words that may be written instead: what is written, and what it means.
        words: Vec<(String, String)>,
        /// What stands between the places of a way; empty if one place is asked for.
        between: String,
    },
    /// A whole number.
    Number {
        /// The least.
        least: i32,
        /// The most.
        most: i32,
        /// What is there at first.
        first: i32,
    },
    /// Words.
    Text {
        /// At most so many letters.
        most: usize,
    },
}

/// One blank of a slip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blank {
    /// What is asked for.
    pub label: String,
    /// What is written before it, if anything is filled in.
    pub before: String,
    /// What can be filled in.
    pub entry: BlankKind,
}

/// A slip to fill in, for answers that have more parts than a list of choices should show.
///
/// ```
/// use stage::{Blank, BlankKind, Slip};
///
/// let number = |label: &str, before: &str| Blank {
///     label: label.into(),
///     before: before.into(),
///     entry: BlankKind::Number { least: 1, most: 9, first: 1 },
/// };
/// let slip = Slip {
///     title: "A bid".into(),
///     start: "bid".into(),
///     blanks: vec![number("Chips", " "), number("Lot", " for ")],
///     sum: None,
/// };
/// assert_eq!(slip.line(&["3", "7"]), "bid 3 for 7");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slip {
    /// What it is for.
    pub title: String,
    /// How the action's line begins.
    pub start: String,
    /// Its blanks, in the order of the line.
    pub blanks: Vec<Blank>,
    /// What its numbers must add up to, if they must.
    pub sum: Option<i32>,
}

impl Slip {
    /// The action's line with these entries; blanks that are left empty add nothing. An end of line
    /// within an entry becomes a blank, since an action is one line.
    pub fn line(&self, entries: &[&str]) -> String {
        let mut line = self.start.clone();
        for (blank, entry) in self.blanks.iter().zip(entries) {
            let entry = entry.trim();
            if !entry.is_empty() {
                line.push_str(&blank.before);
                line.push_str(&entry.replace(['\r', '\n'], " "));
            }
        }
        line.trim().to_string()
    }
}

/// A question to one seat.
///
/// ```
/// use stage::{Choice, Prompt, Target};
///
/// let north = Choice::new("n", "Walk north").on(Target::Place("C6".into()), "2");
/// let prompt = Prompt {
///     question: "Where to?".into(),
///     hint: String::new(),
///     choices: vec![north, Choice::new("stop", "Stop here")],
///     ..Prompt::default()
/// };
/// assert_eq!(prompt.choices[0].tag, "2");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// Who is asked.
    pub seat: u16,
    /// What is asked.
    pub question: String,
    /// Advice or the reason for what is not offered; empty if none.
    pub hint: String,
    /// The answers.
    pub choices: Vec<Choice>,
    /// Answers that take any point of a plane.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<Free>,
    /// Decisions further ahead, for those who point at where they want to end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<Ahead>,
    /// Slips that can be filled in instead of choosing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slips: Vec<Slip>,
}
