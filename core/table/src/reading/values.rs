//! One value of a file.

use super::place::{FilePlace, Page, quoted};
use super::tables::Table;
use super::tree::{Content, Node};
use crate::refusal::unknown;
use std::rc::Rc;

/// What a value is, whatever it should be.
///
/// ```
/// use table::{Edition, reading::{Kind, Reading}};
///
/// let reading = Reading::of(&Edition::new([("a.toml", "count = 3\nname = 'Ann'")]));
/// let file = reading.file("a.toml");
/// assert_eq!(file.value("count").kind(), Some(Kind::Whole));
/// assert_eq!(file.value("name").kind(), Some(Kind::Text));
/// assert_eq!(file.value("days").kind(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text in quotes.
    Text,
    /// A whole number.
    Whole,
    /// A number with a fraction.
    Fraction,
    /// `true` or `false`.
    Flag,
    /// A date or a time.
    Date,
    /// A list in square brackets.
    List,
    /// A table of fields.
    Table,
}

impl Kind {
    fn in_words(self) -> &'static str {
        match self {
            Kind::Text => "text in quotes",
            Kind::Whole => "a whole number",
            Kind::Fraction => "a number with a fraction",
            Kind::Flag => "true or false",
            Kind::Date => "a date",
            Kind::List => "a list",
            Kind::Table => "a table",
        }
    }
}

/// One value of a file, which may also be missing. What is asked of it is handed back if it is right;
/// else that is noted as a fault where it stands.
///
/// ```
/// use table::{Edition, reading::{Kind, Reading}};
///
/// let edition = Edition::new([("roles.toml", "count = \"per_player\"\ndays = \"three\"")]);
/// let reading = Reading::of(&edition);
/// let file = reading.file("roles.toml");
/// // A field that may be written in more than one way.
/// let count = file.value("count");
/// let count = match count.kind() {
///     Some(Kind::Text) => count.known("count", ["per_player"]),
///     _ => count.number(1..=9),
/// };
/// assert_eq!(count, Some(0));
/// assert_eq!(file.value("days").number(1..=9), None::<u8>);
/// let faults = reading.finish(count).unwrap_err();
/// assert_eq!(
///     faults.to_string(),
///     "roles.toml:2:8: days: `\"three\"` is text in quotes: say a whole number from 1 to 9"
/// );
/// ```
#[derive(Clone)]
pub struct Value {
    place: FilePlace,
    state: State,
}

#[derive(Clone)]
enum State {
    Here(Rc<Node>),
    /// It should be there: that it is not becomes a fault when it is known what should be there.
    Missing,
    /// It belongs to something that is a fault already.
    Silent,
}

impl Value {
    pub(super) fn here(place: FilePlace, node: Rc<Node>) -> Value {
        Value { place, state: State::Here(node) }
    }

    pub(super) fn missing(place: FilePlace) -> Value {
        Value { place, state: State::Missing }
    }

    pub(super) fn silent(place: FilePlace) -> Value {
        Value { place, state: State::Silent }
    }

    pub(super) fn line(page: &Rc<Page>, byte: usize, text: &str) -> Value {
        Value::said(FilePlace::start(page.clone()).at(byte), text)
    }

    pub(super) fn said(place: FilePlace, text: &str) -> Value {
        let span = place.byte..place.byte + text.len();
        Value::here(place, Rc::new(Node { span, content: Content::Text(text.into()) }))
    }

    /// Where it stands, or should stand.
    pub fn place(&self) -> &FilePlace {
        &self.place
    }

    /// Notes a fault of this value, unless it belongs to something that is a fault already.
    pub fn fault(&self, problem: impl Into<String>) {
        if !matches!(self.state, State::Silent) {
            self.place.fault(problem);
        }
    }

    /// Notes that the value is not what belongs here: says what was found, and what would be right.
    pub fn refuse(&self, right: &str) {
        match &self.state {
            State::Silent => {}
            State::Missing => self.place.missing(right),
            State::Here(_) => {
                self.place.fault(format!("{} is not possible: say {right}", self.found()))
            }
        }
    }

    /// What it is; nothing if it is missing.
    pub fn kind(&self) -> Option<Kind> {
        let State::Here(node) = &self.state else {
            return None;
        };
        Some(match node.content {
            Content::Text(_) => Kind::Text,
            Content::Whole(_) => Kind::Whole,
            Content::Fraction(_) => Kind::Fraction,
            Content::Flag(_) => Kind::Flag,
            Content::Date => Kind::Date,
            Content::List(_) => Kind::List,
            Content::Table(_) => Kind::Table,
        })
    }

    /// The value as the file has it, for a message.
    fn found(&self) -> String {
        let State::Here(node) = &self.state else {
            return "nothing".into();
        };
        match &node.content {
            Content::Text(text) => format!("`{}`", quoted(text)),
            Content::List(_) => "this list".into(),
            Content::Table(_) => "this table".into(),
            _ => quoted(self.place.page.text.get(node.span.clone()).unwrap_or_default()),
        }
    }

    /// The content, if there is one.
    pub(super) fn content(&self, right: &str) -> Option<&Content> {
        match &self.state {
            State::Here(node) => Some(&node.content),
            State::Missing => {
                self.place.missing(right);
                None
            }
            State::Silent => None,
        }
    }

    /// Notes that the value is of another kind than the one that belongs here.
    pub(super) fn wrong_kind<T>(&self, right: &str) -> Option<T> {
        let kind = self.kind()?;
        let found = match kind {
            Kind::List | Kind::Table => format!("this is {}", kind.in_words()),
            Kind::Text => {
                format!("`\"{}\"` is {}", self.found().trim_matches('`'), kind.in_words())
            }
            Kind::Flag => format!("{} is not possible", self.found()),
            _ => format!("{} is {}", self.found(), kind.in_words()),
        };
        self.place.fault(format!("{found}: say {right}"));
        None
    }

    /// The text.
    pub fn text(&self) -> Option<String> {
        self.text_of("text in quotes")
    }

    pub(super) fn text_of(&self, right: &str) -> Option<String> {
        match self.content(right)? {
            Content::Text(text) => Some(text.clone()),
            _ => self.wrong_kind(right),
        }
    }

    /// Whether it is `true`.
    pub fn flag(&self) -> Option<bool> {
        let right = "true or false";
        match self.content(right)? {
            Content::Flag(flag) => Some(*flag),
            _ => self.wrong_kind(right),
        }
    }

    /// What a text means, as `read` has it, which says what is wrong otherwise.
    ///
    /// ```
    /// use table::{Edition, reading::Reading};
    ///
    /// let reading = Reading::of(&Edition::new([("a.toml", "face = \"X2\"")]));
    /// let face = reading.file("a.toml").value("face").parsed(|text| match text {
    ///     "C2" => Ok(2),
    ///     _ => Err("say R or C, then the turns, such as C2".into()),
    /// });
    /// let faults = reading.finish(face).unwrap_err();
    /// assert_eq!(faults.to_string(), "a.toml:1:8: face: `X2` is not possible: say R or C, then the turns, such as C2");
    /// ```
    pub fn parsed<T>(&self, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        let text = self.text()?;
        match read(&text) {
            Ok(meant) => Some(meant),
            Err(problem) => {
                self.fault(format!("{} is not possible: {problem}", self.found()));
                None
            }
        }
    }

    /// The place of the text among known names; a name that is not among them is a fault.
    pub fn known<'a>(
        &self,
        what: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Option<usize> {
        let text = self.text_of(&format!("the {what} in quotes"))?;
        let found = known.clone().into_iter().position(|name| name == text);
        if found.is_none() {
            self.fault(unknown(what, &quoted(&text), known));
        }
        found
    }

    /// The items of a list, each of which knows its number.
    pub fn items(&self) -> Option<Vec<Value>> {
        self.items_of("a list, such as [1, 2]")
    }

    pub(super) fn items_of(&self, right: &str) -> Option<Vec<Value>> {
        match self.content(right)? {
            Content::List(items) => {
                let items = items.iter().enumerate().map(|(index, node)| {
                    Value::here(self.place.item(index + 1, node.span.start), node.clone())
                });
                Some(items.collect())
            }
            _ => self.wrong_kind(right),
        }
    }

    /// The items of a list that has exactly so many; `right` says which.
    ///
    /// ```
    /// use table::{Edition, reading::Reading};
    ///
    /// let reading = Reading::of(&Edition::new([("a.toml", "placed = [\"lion\", \"C5\"]")]));
    /// let placed = reading.file("a.toml").value("placed").parts("[predator, hex]");
    /// let placed = placed.map(|[predator, hex]| (predator.text(), hex.text()));
    /// assert_eq!(reading.finish(placed).unwrap().1.as_deref(), Some("C5"));
    /// ```
    pub fn parts<const COUNT: usize>(&self, right: &str) -> Option<[Value; COUNT]> {
        let items = self.items_of(right)?;
        let found = items.len();
        match <[Value; COUNT]>::try_from(items) {
            Ok(parts) => Some(parts),
            Err(_) => {
                self.fault(format!("a list of {found} is not possible: say {right}"));
                None
            }
        }
    }

    /// The table; a silent one if it is none, so that reading goes on.
    pub fn table(&self) -> Table {
        let right = format!("a table of fields, such as {} = {{ … }}", self.name());
        match self.content(&right) {
            Some(Content::Table(branch)) => {
                branch.opened.set(true);
                Table::here(self.place.clone(), branch.clone())
            }
            Some(_) => {
                self.wrong_kind::<()>(&right);
                Table::silent(self.place.clone())
            }
            None => Table::silent(self.place.clone()),
        }
    }

    /// The parts of a text between any of these letters, without the blanks around them.
    pub fn pieces(&self, separators: &[char]) -> Vec<Value> {
        let Some(text) = self.text() else {
            return Vec::new();
        };
        // In quotes without escapes every piece stands where it is written.
        let written = self.place.page.text.get(self.place.byte..).unwrap_or_default();
        let quotes = usize::from(!written.starts_with(&text));
        let exact = written.get(quotes..).is_some_and(|written| written.starts_with(&text));
        let mut end = 0;
        let pieces = text.split_inclusive(separators).map(|piece| {
            let start = end + piece.len() - piece.trim_start().len();
            end += piece.len();
            let byte = self.place.byte + if exact { quotes + start } else { 0 };
            Value::said(self.place.at(byte), piece.trim_end_matches(separators).trim())
        });
        pieces.collect()
    }

    /// The last name of the field.
    pub(super) fn name(&self) -> &str {
        let name = self.place.field.rsplit('.').next().unwrap_or_default();
        name.split('[').next().unwrap_or_default()
    }
}
