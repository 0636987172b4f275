//! The question that the game asks, and the answers that it takes.

use crate::ground::Point;
use crate::steps::AT_A_GLANCE;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

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

/// What a choice surely changes in a count on a sheet.
///
/// The promise holds for whoever is asked, right after the choice and before anybody decides anything
/// else: the count then differs by just so much from what it is now. Nothing is promised of a count that
/// is no longer on the sheet by then, nor where a new chapter of the story (a day, a turn, a round) has
/// begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The id of the sheet.
    pub sheet: String,
    /// What is counted: the label of a fact or of a track, which the sheet has once.
    pub count: String,
    /// By how much: the first number of the fact rises, or the counter of the track moves on by so many
    /// boxes; less than 0 for what is spent.
    pub by: i32,
}

impl Change {
    /// A count on a sheet that rises by so much, or falls where it is less than 0.
    pub fn new(sheet: impl Into<String>, count: impl Into<String>, by: impl Into<i32>) -> Change {
        Change { sheet: sheet.into(), count: count.into(), by: by.into() }
    }

    /// Whether a cost says just this: `1 AP` of one action point.
    fn is_cost(&self, cost: &str) -> bool {
        let words = self.count.split_whitespace().filter_map(|word| word.chars().next());
        let initials: String = words.flat_map(char::to_uppercase).collect();
        self.by < 0 && cost == format!("{} {initials}", self.by.unsigned_abs())
    }

    /// Whether a text says so much of this count: "2 points" of the movement points, "2 of 5 points".
    fn told_in(&self, text: &str) -> bool {
        let bare = |word: &str| {
            let word = word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
            word.strip_suffix('s').map_or(word.clone(), str::to_string)
        };
        let words: Vec<String> = text.split_whitespace().map(bare).collect();
        let number = self.by.unsigned_abs().to_string();
        let count = self.count.trim_end_matches(" left");
        let Some(thing) = count.split_whitespace().last().map(bare) else { return false };
        let near = |at: usize| words[at + 1..].iter().take(3).any(|word| *word == thing);
        words.iter().enumerate().any(|(at, word)| *word == number && near(at))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {:+}", self.count, self.by)
    }
}

/// What an answer comes to, in a few characters: `5 meals`, `starves`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upshot {
    /// The characters, which say nothing that the description does not.
    pub words: String,
    /// Whether this does harm to whoever chooses it.
    pub bad: bool,
}

/// One answer.
///
/// ```
/// use stage::{Change, Choice, Target};
///
/// let north = Choice::new("move n", "north").on(Target::Place("B1".into()), "2");
/// let north = Choice { changes: vec![Change::new("ann", "Movement points", -2)], ..north };
/// assert_eq!(north.told(), "Movement points -2.");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The action's canonical line.
    pub notation: String,
    /// A few words for a button.
    pub label: String,
    /// What it costs or means, in a sentence; empty if plain.
    pub description: String,
    /// The same in a few characters, for faces that have no room for the sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upshot: Option<Upshot>,
    /// What one would click.
    pub target: Option<Target>,
    /// A few characters written on the target, such as its cost.
    pub tag: String,
    /// What it costs, in a few characters for the end of its row: a number and the initials of what is counted, such
    /// as `1 AP`; empty if that is said otherwise.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cost: String,
    /// Whether dice fall or something hidden is shown, or may be as far as the seat knows, so that it
    /// cannot be taken back: people can have themselves asked again before they choose it.
    pub final_: bool,
    /// The piece that goes to the target: to drag it there is to choose this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Whether it answers only if its piece is meant, of which the question does not ask: a board shows it once that
    /// piece is picked, and until then only that the piece can go.
    #[serde(default, skip_serializing_if = "is_false")]
    pub aside: bool,
    /// What it surely costs or brings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The piece, place or kind of thing under which it stands among the others; empty if it needs no
    /// heading.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub group: String,
    /// Whether it finishes the decision (done, ready, pass), so that it is always in sight.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ends: bool,
    /// Whether it ends the seat's own game (resign, concede). It stands in no list, has no number, is no
    /// default, is written whole, and is always asked again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub grave: bool,
    /// Whether it surely brings the seat nothing, or lets something lapse that could still be used, which its description
    /// says: it is told apart, so that nobody chooses it unawares.
    #[serde(default, skip_serializing_if = "is_false")]
    pub vain: bool,
    /// Whether it was said already, and holds unless something else is: an order that was given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub said: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
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

    /// The same answer under a heading.
    pub fn under(self, group: impl Into<String>) -> Choice {
        Choice { group: group.into(), ..self }
    }

    /// Whether each of these words begins one of its own: of its heading, its label or its line.
    ///
    /// ```
    /// let store = stage::Choice::new("free S2", "Build Tool Store (S2) free");
    /// assert!(store.has("tool store") && store.has("S2") && !store.has("workshop"));
    /// ```
    pub fn has(&self, words: &str) -> bool {
        let apart = |text: &str| -> Vec<String> {
            let parts = text.split(|letter: char| !letter.is_alphanumeric());
            parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
        };
        let own = apart(&format!("{} {} {}", self.group, self.label, self.notation));
        apart(words).iter().all(|word| own.iter().any(|own| own.starts_with(word.as_str())))
    }

    /// What it costs or means: its description, and those of its changes that neither label nor
    /// description tells.
    pub fn told(&self) -> Cow<'_, str> {
        self.told_but(&|_| false)
    }

    /// The same without what its cost says.
    ///
    /// ```
    /// use stage::{Change, Choice};
    ///
    /// let changes = vec![Change::new("ann", "Action points", -1)];
    /// let search = Choice { changes, cost: "1 AP".into(), ..Choice::new("search", "Search") };
    /// assert_eq!((&*search.told(), &*search.told_beside_cost()), ("Action points -1.", ""));
    /// ```
    pub fn told_beside_cost(&self) -> Cow<'_, str> {
        self.told_but(&|change| change.is_cost(&self.cost))
    }

    /// Description and changes, but not those that are said elsewhere.
    fn told_but(&self, elsewhere: &dyn Fn(&Change) -> bool) -> Cow<'_, str> {
        let told = |change: &&Change| {
            elsewhere(change) || change.told_in(&self.label) || change.told_in(&self.description)
        };
        let untold = self.changes.iter().filter(|change| !told(change));
        let untold = untold.map(ToString::to_string).collect::<Vec<_>>().join(", ");
        match (self.description.trim_end_matches('.'), untold.is_empty()) {
            (_, true) => Cow::Borrowed(&self.description),
            ("", false) => Cow::Owned(format!("{untold}.")),
            (words, false) => Cow::Owned(format!("{words}. {untold}.")),
        }
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
    /// Whether it takes a way: points on the way are written before the last one, with a space between
    /// them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub way: bool,
    /// What it costs or means wherever it leads, in a few words; empty if that is plain.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// What follows the line if it is said where the piece looks in the end, such as ` face {at}`; empty
    /// if that cannot be said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub facing: String,
}

impl Free {
    /// The action's line through these points, looking at another in the end if that is said.
    ///
    /// ```
    /// use stage::Free;
    ///
    /// let walk = Free {
    ///     label: "Walk".into(),
    ///     notation: "walk A1 {at}".into(),
    ///     moves: Some("A1".into()),
    ///     way: true,
    ///     words: String::new(),
    ///     facing: " face {at}".into(),
    /// };
    /// assert_eq!(walk.line(&["3,4", "5,4"], Some("5,9")), "walk A1 3,4 5,4 face 5,9");
    /// ```
    pub fn line(&self, points: &[&str], looks_at: Option<&str>) -> String {
        let filled = |word: &str| match word.contains(AT) {
            true => {
                points.iter().map(|point| word.replace(AT, point)).collect::<Vec<_>>().join(" ")
            }
            false => word.to_string(),
        };
        let line = self.notation.split(' ').map(filled).collect::<Vec<_>>().join(" ");
        line + &looks_at.map(|point| self.facing.replace(AT, point)).unwrap_or_default()
    }
}

/// What stands for a point in the notation of a [`Free`] action: thousands of board units across and
/// upright with a comma between them, counted as the rulers of the plane count, such as `18,10.25`.
pub const AT: &str = "{at}";

/// Several decisions under one name, taken one after the other as long as each is still offered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// A few words for a button: "Place my herd".
    pub label: String,
    /// What it means, in a sentence.
    pub description: String,
    /// The lines of the decisions, in their order; the first is among the choices.
    pub lines: Vec<String>,
}

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

impl BlankKind {
    /// Whether this can be filled in.
    fn takes(&self, entry: &str, is_place: &dyn Fn(&str) -> bool) -> bool {
        let among = |words: &[(String, String)]| words.iter().any(|(word, _)| word == entry);
        match self {
            BlankKind::OneOf(words) => among(words),
            BlankKind::Place { words, between } if between.is_empty() => {
                among(words) || is_place(entry)
            }
            BlankKind::Place { words, between } => {
                among(words) || entry.split(between.as_str()).all(is_place)
            }
            BlankKind::Number { least, most, .. } => {
                entry.parse().is_ok_and(|number: i32| (*least..=*most).contains(&number))
            }
            BlankKind::Text { most } => entry.chars().count() <= *most,
        }
    }
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

    /// The entries with which the slip says this line; none if it cannot say it. What is a place is asked.
    ///
    /// ```
    /// use stage::{Blank, BlankKind, Slip};
    ///
    /// let entry = BlankKind::Place { words: Vec::new(), between: String::new() };
    /// let blanks = vec![Blank { label: "Hex".into(), before: " ".into(), entry }];
    /// let slip = Slip { title: "A camp".into(), start: "camp".into(), blanks, sum: None };
    /// assert_eq!(slip.entries("camp C4", &|place| place == "C4"), Some(vec!["C4".to_string()]));
    /// assert_eq!(slip.entries("camp here", &|place| place == "C4"), None);
    /// ```
    pub fn entries(&self, line: &str, is_place: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
        let rest = line.strip_prefix(self.start.trim_start())?;
        read_blanks(&self.blanks, rest, is_place)
    }

    /// Whether every blank is a number.
    pub fn is_of_numbers(&self) -> bool {
        self.blanks.iter().all(|blank| matches!(blank.entry, BlankKind::Number { .. }))
    }

    /// How it is written: its line with the names of its blanks, and what each of them takes.
    pub fn told(&self) -> String {
        let named = |label: &str| format!("<{}>", label.to_lowercase());
        let names: Vec<String> = self.blanks.iter().map(|blank| named(&blank.label)).collect();
        let line = self.line(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let takes = |kind: &BlankKind| match kind {
            BlankKind::OneOf(words) if words.len() <= AT_A_GLANCE => {
                let told = words.iter().map(|(word, means)| {
                    let word = if word.is_empty() { "nothing" } else { word };
                    match means == word || means.is_empty() {
                        true => word.to_string(),
                        false => format!("{word} ({means})"),
                    }
                });
                Some(told.collect::<Vec<_>>().join(", "))
            }
            BlankKind::Number { least, most, .. } => Some(format!("{least} to {most}")),
            _ => None,
        };
        let blanks = self.blanks.iter().zip(&names);
        let blanks: Vec<String> = blanks
            .filter_map(|(blank, name)| Some(format!("{name} {}", takes(&blank.entry)?)))
            .collect();
        let sum = self.sum.map_or(String::new(), |sum| format!("; together {sum}"));
        let bare = if self.is_of_numbers() { ", or the numbers alone" } else { "" };
        let blanks =
            if blanks.is_empty() { String::new() } else { format!(": {}", blanks.join("; ")) };
        format!("{}: write {line}{bare}{blanks}{sum}", self.title)
    }
}

/// The entries of these blanks that make up a text.
fn read_blanks(
    blanks: &[Blank],
    text: &str,
    is_place: &dyn Fn(&str) -> bool,
) -> Option<Vec<String>> {
    let Some((blank, others)) = blanks.split_first() else {
        return text.trim().is_empty().then(Vec::new);
    };
    let ends = |rest: &str| {
        let ends: Vec<usize> = rest.char_indices().map(|(at, _)| at).skip(1).collect();
        ends.into_iter().chain([rest.len()]).filter(|end| *end > 0).rev().collect::<Vec<_>>()
    };
    let filled = text.strip_prefix(&blank.before).and_then(|rest| {
        ends(rest).into_iter().find_map(|end| {
            let (entry, behind) = rest.split_at(end);
            let fits = entry.trim() == entry && blank.entry.takes(entry, is_place);
            let behind = fits.then(|| read_blanks(others, behind, is_place)).flatten()?;
            Some(std::iter::once(entry.to_string()).chain(behind).collect())
        })
    });
    let left_out = || {
        let behind = blank.entry.takes("", is_place).then(|| read_blanks(others, text, is_place));
        Some(std::iter::once(String::new()).chain(behind.flatten()?).collect())
    };
    filled.or_else(left_out)
}

/// One of several pieces that a question is about: its choices belong together, and faces may show them one piece
/// at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// What the headings of its choices are, or begin with before a `: `.
    pub heading: String,
    /// The piece on the board.
    pub piece: String,
    /// What holds of it now, in a few words: what it was told, how far it may go; empty if nothing does.
    pub state: String,
    /// Whether it still waits for an answer.
    pub waits: bool,
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
    /// What can be answered by pointing at the board, in a sentence, for faces at which one can point; empty if that
    /// goes without saying.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pointing: String,
    /// The answers.
    pub choices: Vec<Choice>,
    /// The pieces that it is about, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subjects: Vec<Subject>,
    /// Answers that take any point of a plane.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<Free>,
    /// Several decisions that can be taken under one name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<Plan>,
    /// Decisions further ahead, for those who point at where they want to end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<Ahead>,
    /// Slips that can be filled in instead of choosing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slips: Vec<Slip>,
    /// The sheet of whoever is asked, where sheets have no seat's colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// The choice that may be lit before anybody has moved, so that Enter takes it: harmless, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<usize>,
}

impl Prompt {
    /// The same question with its choices in the order in which faces list them: groups together, in the
    /// order in which they come first; what finishes the decision behind the rest; what is grave last.
    /// Where nothing else can be done, a choice that can be taken back is the default.
    ///
    /// ```
    /// use stage::{Choice, Prompt};
    ///
    /// let choice = |line: &str, group: &str| Choice::new(line, line).under(group);
    /// let done = Choice { ends: true, ..choice("done", "") };
    /// let choices = vec![done, choice("a n", "A"), choice("b n", "B"), choice("a s", "A")];
    /// let prompt = Prompt { choices, ..Prompt::default() }.arranged();
    /// let lines = prompt.choices.iter().map(|choice| choice.notation.as_str());
    /// assert_eq!(lines.collect::<Vec<_>>(), ["a n", "a s", "b n", "done"]);
    /// ```
    pub fn arranged(mut self) -> Prompt {
        let default = self.default.and_then(|index| self.choices.get(index)).cloned();
        let mut groups: BTreeMap<String, (usize, bool)> = BTreeMap::new();
        for (place, choice) in self.choices.iter().enumerate() {
            let (_, ends) = groups.entry(choice.group.clone()).or_insert((place, true));
            *ends &= choice.ends || choice.grave;
        }
        self.choices.sort_by_cached_key(|choice| {
            let (first, ends) = groups.get(&choice.group).copied().unwrap_or_default();
            (choice.grave, ends, first, choice.ends)
        });
        let mut plain = self.choices.iter().filter(|choice| !choice.grave);
        let only = match (plain.next(), plain.next()) {
            (Some(only), None) if !only.final_ => Some(only.clone()),
            _ => None,
        };
        let default = default.or(only);
        self.default =
            default.and_then(|default| self.choices.iter().position(|it| *it == default));
        self
    }

    /// The choices that stand in a list: all but those that end the seat's own game.
    pub fn listed(&self) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(|choice| !choice.grave)
    }

    /// The only answer that there is: nothing else can be said but what ends the seat's own game.
    ///
    /// ```
    /// use stage::{Choice, Prompt};
    ///
    /// let resign = Choice { grave: true, ..Choice::new("resign", "Resign") };
    /// let mut prompt = Prompt { choices: vec![Choice::new("roll", "Roll"), resign], ..Prompt::default() };
    /// assert_eq!(prompt.only().map(|only| only.notation.as_str()), Some("roll"));
    /// prompt.choices.push(Choice::new("stay", "Stay"));
    /// assert_eq!(prompt.only(), None);
    /// ```
    pub fn only(&self) -> Option<&Choice> {
        let mut listed = self.listed();
        let only = listed.next().filter(|_| listed.next().is_none())?;
        let else_said = self.free.len() + self.slips.len() + self.plans.len();
        (else_said == 0).then_some(only)
    }

    /// The line that bare numbers mean, where numbers are the answer: those of a slip that asks for
    /// nothing else, or the one in which all choices but the last word are alike.
    ///
    /// ```
    /// use stage::{Choice, Prompt};
    ///
    /// let choices = vec![Choice::new("bid 3", "3 chips"), Choice::new("bid 4", "4 chips")];
    /// let prompt = Prompt { choices, ..Prompt::default() };
    /// assert_eq!(prompt.numbers("4").as_deref(), Some("bid 4"));
    /// assert_eq!(prompt.numbers("1"), None);
    /// ```
    pub fn numbers(&self, typed: &str) -> Option<String> {
        let numbers: Vec<&str> = typed.split_whitespace().collect();
        if numbers.is_empty() || numbers.iter().any(|number| number.parse::<i32>().is_err()) {
            return None;
        }
        let number = |blank: &Blank| matches!(blank.entry, BlankKind::Number { .. });
        let asks =
            |slip: &&Slip| slip.blanks.len() == numbers.len() && slip.blanks.iter().all(number);
        if let Some(slip) = self.slips.iter().find(asks) {
            return Some(slip.line(&numbers));
        }
        let parts = |choice: &Choice| {
            let (start, last) = choice.notation.rsplit_once(' ')?;
            last.parse::<i32>().ok().map(|_| start.to_string())
        };
        let start = parts(self.listed().next()?)?;
        let alike = self.listed().all(|choice| parts(choice).as_ref() == Some(&start));
        let line = format!("{start} {}", numbers.first().filter(|_| numbers.len() == 1)?);
        self.listed().find(|choice| alike && choice.notation == line).map(|it| it.notation.clone())
    }
}
