//! A TOML file taken apart: every value with its place, every table with what was asked of it.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and where it stands.
pub(super) struct Node {
    pub span: Range<usize>,
    pub content: Content,
}

pub(super) enum Content {
    Text(String),
    Whole(i128),
    Fraction(f64),
    Flag(bool),
    Date,
    List(Vec<Rc<Node>>),
    Table(Rc<Branch>),
}

/// The entries of a table in the order of the file, and the fields that were asked for.
#[derive(Default)]
pub(super) struct Branch {
    pub entries: Vec<Entry>,
    pub asked: RefCell<Vec<String>>,
    /// Whether somebody took it for a table at all.
    pub opened: Cell<bool>,
    /// Whether entries that nobody asks for are left alone.
    pub rest: Cell<bool>,
}

pub(super) struct Entry {
    pub key: String,
    pub key_at: usize,
    pub node: Rc<Node>,
    pub read: Cell<bool>,
}

/// The file as a table, or why it is not TOML: the first fault of each line that has one.
pub(super) fn parse(text: &str) -> Result<Branch, Vec<(usize, String)>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return Ok(branch(table.get_ref()));
    }
    let line = |byte: usize| text.get(..byte).unwrap_or(text).matches('\n').count();
    let mut told: Vec<(usize, String)> = Vec::new();
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        if told.iter().all(|(byte, _)| line(*byte) != line(span.start)) {
            told.push((span.start, in_words(error.message(), text.get(span).unwrap_or(""))));
        }
    }
    Err(told)
}

fn in_words(message: &str, found: &str) -> String {
    match message {
        "duplicate key" => {
            format!("`{}` stands here twice: say it once", super::place::quoted(found))
        }
        message => format!("this is not TOML: {message}"),
    }
}

fn branch(table: &DeTable<'_>) -> Branch {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            key_at: key.span().start,
            node: Rc::new(node(value)),
            read: Cell::new(false),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_at);
    Branch { entries, ..Branch::default() }
}

fn node(value: &Spanned<DeValue<'_>>) -> Node {
    let content = match value.get_ref() {
        DeValue::String(text) => Content::Text(text.to_string()),
        // A number with more digits than any can have is no possible one either.
        DeValue::Integer(whole) => {
            Content::Whole(i128::from_str_radix(whole.as_str(), whole.radix()).unwrap_or(i128::MAX))
        }
        DeValue::Float(number) => Content::Fraction(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Content::Flag(*flag),
        DeValue::Datetime(_) => Content::Date,
        DeValue::Array(items) => {
            Content::List(items.iter().map(|item| Rc::new(node(item))).collect())
        }
        DeValue::Table(table) => Content::Table(Rc::new(branch(table))),
    };
    Node { span: value.span(), content }
}
