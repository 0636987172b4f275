//! The text of a map file as it is read: where everything stands, and the faults found so far.

use crate::fault::{MapError, MapFault};
use crate::fit::Fit;
use crate::grid::{Cell, Grid, Side};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Faults that are listed one by one; further ones are only counted.
const MOST_LISTED: usize = 200;

/// Characters of a word that a message quotes.
const MOST_QUOTED: usize = 40;

pub(crate) struct Page<'t> {
    text: &'t str,
    lines: Vec<usize>,
    errors: Vec<MapError>,
    found: usize,
}

impl<'t> Page<'t> {
    pub fn new(text: &'t str) -> Page<'t> {
        let ends = text.match_indices('\n').map(|(index, _)| index + 1);
        let first = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Page {
            text,
            lines: std::iter::once(first).chain(ends).collect(),
            errors: Vec::new(),
            found: 0,
        }
    }

    /// How many faults were found so far, listed or not.
    pub fn found(&self) -> usize {
        self.found
    }

    /// Notes a fault at a byte of the file.
    pub fn fault(&mut self, at: usize, field: &str, fault: MapFault) {
        self.found += 1;
        if self.errors.len() < MOST_LISTED {
            let line = self.lines.partition_point(|start| *start <= at).max(1);
            let before = self.text.get(self.lines[line - 1]..at).unwrap_or("");
            self.errors.push(MapError {
                line,
                column: before.chars().count() + 1,
                field: field.to_string(),
                fault,
            });
        }
    }

    /// Notes a fault at a byte of a passage.
    pub fn fault_in(&mut self, passage: &Passage, index: usize, fault: MapFault) {
        // Finding the place of an escaped text takes a while, so only where it will be told.
        let listed = self.errors.len() < MOST_LISTED;
        let at = if listed { passage.at(index) } else { 0 };
        self.fault(at, &passage.field, fault);
    }

    /// Every fault in the order of the file.
    pub fn into_errors(mut self) -> Vec<MapError> {
        self.errors.sort_by_key(|error| (error.line, error.column));
        if self.found > self.errors.len() {
            let (line, column) = self.errors.last().map_or((1, 1), |e| (e.line, e.column));
            self.errors.push(MapError {
                line,
                column,
                field: String::new(),
                fault: MapFault::More(self.found - self.errors.len()),
            });
        }
        self.errors
    }

    /// The value as text, or a fault.
    pub fn text<'v>(
        &mut self,
        value: &'v Spanned<DeValue<'t>>,
        field: impl Into<String>,
    ) -> Option<Passage<'v>>
    where
        't: 'v,
    {
        let field = field.into();
        match value.get_ref() {
            DeValue::String(text) => Some(Passage {
                text,
                raw: self.text.get(value.span()).unwrap_or(""),
                start: value.span().start,
                field,
            }),
            other => {
                self.wrong_kind(value, &field, other, "text in quotes");
                None
            }
        }
    }

    /// The entries of the value in the order of the file if it is a table, or none and a fault.
    pub fn table<'v>(
        &mut self,
        value: &'v Spanned<DeValue<'t>>,
        field: &str,
    ) -> Vec<Entry<'v, 't>> {
        match value.get_ref() {
            DeValue::Table(table) => in_file_order(table),
            other => {
                self.wrong_kind(value, field, other, "a table");
                Vec::new()
            }
        }
    }

    /// The members of the value if it is a list, or none and a fault.
    pub fn list<'v>(
        &mut self,
        value: &'v Spanned<DeValue<'t>>,
        field: &str,
        wanted: &'static str,
    ) -> &'v [Spanned<DeValue<'t>>] {
        match value.get_ref() {
            DeValue::Array(members) => members,
            other => {
                self.wrong_kind(value, field, other, wanted);
                &[]
            }
        }
    }

    fn wrong_kind(
        &mut self,
        value: &Spanned<DeValue<'t>>,
        field: &str,
        found: &DeValue<'t>,
        wanted: &'static str,
    ) {
        let found = found.type_str();
        self.fault(value.span().start, field, MapFault::WrongKind { found, wanted });
    }

    /// The cell of that name, which stands at `index` of the passage, or a fault.
    pub fn cell(
        &mut self,
        grid: &Grid,
        passage: &Passage,
        index: usize,
        name: &str,
    ) -> Option<Cell> {
        let cell = grid.find(name);
        if cell.is_none() {
            let fault = MapFault::UnknownHex {
                name: quoted_briefly(name),
                first: grid.label(Cell(0)),
                last: grid.label(Cell(grid.extent().fit::<u32>() - 1)),
            };
            self.fault_in(passage, index, fault);
        }
        cell
    }

    /// The side of that name, which stands at `index` of the passage, or a fault.
    pub fn side(
        &mut self,
        grid: &Grid,
        passage: &Passage,
        index: usize,
        name: &str,
    ) -> Option<Side> {
        let side = Side::parse(name, grid.top);
        if side.is_none() {
            let sides = Side::ALL.map(|side| side.name(grid.top));
            let fault = MapFault::UnknownSide(quoted_briefly(name), sides);
            self.fault_in(passage, index, fault);
        }
        side
    }
}

/// A key and its value.
pub(crate) type Entry<'v, 't> = (&'v Spanned<std::borrow::Cow<'t, str>>, &'v Spanned<DeValue<'t>>);

/// The entries of a table in the order of the file.
pub(crate) fn in_file_order<'v, 't>(table: &'v DeTable<'t>) -> Vec<Entry<'v, 't>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// The word as a message quotes it: cut off if it is long.
pub(crate) fn quoted_briefly(word: &str) -> String {
    match word.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_string(),
    }
}

/// The path of a key within a field.
pub(crate) fn path(field: &str, key: &str) -> String {
    let key = quoted_briefly(key);
    match field {
        "" => key,
        field => format!("{field}.{key}"),
    }
}

/// A text value of the file that still knows where each of its characters stands.
pub(crate) struct Passage<'v> {
    /// The text, with escapes resolved.
    pub text: &'v str,
    /// The field that it fills.
    pub field: String,
    raw: &'v str,
    start: usize,
}

impl<'v> Passage<'v> {
    /// The byte of the file at which the byte `index` of the text is written.
    pub fn at(&self, index: usize) -> usize {
        let opening = if self.raw.starts_with("\"\"\"") || self.raw.starts_with("'''") {
            let inside = &self.raw[3..];
            3 + if inside.starts_with("\r\n") { 2 } else { usize::from(inside.starts_with('\n')) }
        } else {
            1
        };
        let rest = |place: usize| self.raw.get(place..).unwrap_or("");
        if rest(opening).starts_with(self.text) {
            return self.start + opening + index;
        }
        let escapes = self.raw.starts_with('"');
        let mut place = opening;
        for (here, letter) in self.text.char_indices() {
            if escapes {
                // A backslash at the end of a line joins it with the next.
                while let Some(after) = rest(place).strip_prefix('\\') {
                    let blank = after.len() - after.trim_start().len();
                    if blank == 0 {
                        break;
                    }
                    place += 1 + blank;
                }
            }
            if here >= index {
                break;
            }
            place += match rest(place).as_bytes() {
                [b'\\', b'x', ..] if escapes => 4,
                [b'\\', b'u', ..] if escapes => 6,
                [b'\\', b'U', ..] if escapes => 10,
                [b'\\', ..] if escapes => 2,
                [b'\r', b'\n', ..] if letter == '\n' => 2,
                _ => letter.len_utf8(),
            };
        }
        self.start + place.min(self.raw.len())
    }

    /// The words between blanks and commas, each with its byte in the text.
    pub fn words(&self) -> impl Iterator<Item = (usize, &'v str)> + use<'v> {
        let apart = |letter: char| letter.is_whitespace() || letter == ',';
        let mut end = 0;
        self.text.split_inclusive(apart).filter_map(move |piece| {
            let start = end;
            end += piece.len();
            let word = piece.trim_end_matches(apart);
            (!word.is_empty()).then_some((start, word))
        })
    }
}
