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

impl Branch {
    /// Where the value of this field begins, which may be one of a table within.
    pub fn field(&self, path: &str) -> Option<usize> {
        self.entries.iter().find_map(|entry| {
            match (path.strip_prefix(&entry.key)?, &entry.node.content) {
                ("", _) => Some(entry.node.span.start),
                (rest, Content::Table(within)) => within.field(rest.strip_prefix('.')?),
                _ => None,
            }
        })
    }

    /// Where this name is said first: as a field, or as a text, here or in a table within.
    pub fn said(&self, name: &str) -> Option<usize> {
        self.entries.iter().find_map(|entry| match &entry.node.content {
            _ if entry.key == name => Some(entry.key_at),
            Content::Text(text) if text == name => Some(entry.node.span.start),
            Content::Table(within) => within.said(name),
            _ => None,
        })
    }
}

pub(super) struct Entry {
    pub key: String,
    pub key_at: usize,
    pub node: Rc<Node>,
    pub read: Cell<bool>,
}

/// The file as a table, or why it is not TOML. A bracket or quote that is not closed spoils the lines
/// after it, so of faults on lines that follow each other only the first is told.
pub(crate) fn toml_table(text: &str) -> Result<Spanned<DeTable<'_>>, Vec<(usize, String)>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return Ok(table);
    }
    let line = |byte: usize| text.get(..byte).unwrap_or(text).matches('\n').count();
    let mut found: Vec<(usize, &str, Range<usize>)> = errors
        .iter()
        .map(|error| (error.span().unwrap_or(0..0), error.message()))
        .map(|(span, message)| (line(span.start), message, span))
        .collect();
    found.sort_by_key(|(_, _, span)| span.start);
    let told = found.chunk_by(|(before, ..), (after, ..)| after - before <= 1);
    let told = told.filter_map(|run| run.first()).map(|(_, message, span)| {
        (span.start, in_words(message, text.get(span.clone()).unwrap_or("")))
    });
    Err(told.collect())
}

/// The file as a tree, or why it is not TOML.
pub(super) fn parse(text: &str) -> Result<Branch, Vec<(usize, String)>> {
    toml_table(text).map(|table| branch(table.get_ref()))
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
