//! Where something stands in a file, and the faults that were found.

use crate::refusal::{Fault, line_and_column};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Faults that are listed one by one; further ones are only counted.
const MOST_LISTED: usize = 200;

/// Faults of which it is looked up where they stand; further ones are only counted, so that a file that is wrong throughout
/// takes no longer than one that is right.
const MOST_NOTED: usize = 5 * MOST_LISTED;

/// Characters of a file's text that a message quotes.
const MOST_QUOTED: usize = 40;

/// The text as a message quotes it: on one line, and cut off if it is long.
pub(super) fn quoted(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Every fault of a reading.
#[derive(Default)]
pub(super) struct Notes {
    noted: RefCell<Vec<Noted>>,
    /// How many more there are.
    counted: Cell<usize>,
}

struct Noted {
    fault: Fault,
    /// Whether it says that a field is missing, which a misspelt field explains.
    missing: bool,
}

impl Notes {
    pub fn add(&self, fault: Fault) {
        self.noted.borrow_mut().push(Noted { fault, missing: false });
    }

    /// Whether so many are noted that one more is only counted, which is done then.
    fn is_full(&self) -> bool {
        let full = self.noted.borrow().len() >= MOST_NOTED;
        self.counted.set(self.counted.get() + usize::from(full));
        full
    }

    pub fn is_empty(&self) -> bool {
        self.noted.borrow().is_empty()
    }

    /// Whether a fault was found in this field of the file or within it.
    pub fn within(&self, file: &str, field: &str) -> bool {
        self.noted.borrow().iter().any(|noted| {
            let rest = noted.fault.field.strip_prefix(field);
            let inside = rest.is_some_and(|rest| field.is_empty() || !rest.starts_with(is_name));
            noted.fault.file == file && inside
        })
    }

    /// Whether a field was found missing; if so, that is no fault any more.
    pub fn explain_missing(&self, file: &str, field: &str) {
        self.noted.borrow_mut().retain(|noted| {
            !(noted.missing && noted.fault.file == file && noted.fault.field == field)
        });
    }

    /// Every fault once, in the order of files and lines.
    pub fn sorted(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> =
            self.noted.borrow().iter().map(|noted| noted.fault.clone()).collect();
        faults.sort_by(|a, b| (&a.file, a.at).cmp(&(&b.file, b.at)));
        let mut listed: Vec<Fault> = Vec::new();
        for fault in faults {
            if listed.iter().rev().take_while(|l| l.at == fault.at).all(|l| *l != fault) {
                listed.push(fault);
            }
        }
        if listed.len() > MOST_LISTED {
            let more = listed.len() - MOST_LISTED + self.counted.get();
            listed.truncate(MOST_LISTED);
            let last = Fault { field: String::new(), ..listed[MOST_LISTED - 1].clone() };
            listed.push(Fault { problem: format!("{more} more faults are not listed"), ..last });
        }
        listed
    }
}

fn is_name(letter: char) -> bool {
    letter != '.' && letter != '['
}

/// A file as it is read.
pub(super) struct Page {
    pub file: String,
    pub text: String,
    pub notes: Rc<Notes>,
}

/// Where something stands: file, line, column and field. It can be kept, so that a fault which is
/// found later is still told where it stands.
///
/// ```
/// use table::{Edition, reading::Reading};
///
/// let reading = Reading::of(&Edition::new([("walk.toml", "days = 3\nrests = 9\n")]));
/// let file = reading.file("walk.toml");
/// let (days, rests): (u8, u8) = (file.number("days", 1..=30), file.number("rests", 0..=30));
/// let place = file.value("rests").place().clone();
/// assert_eq!((place.file(), place.line()), ("walk.toml", 2));
/// if rests > days {
///     place.fault("there are more rests than days");
/// }
/// assert_eq!(
///     reading.finish(Some(())).unwrap_err().to_string(),
///     "walk.toml:2:9: rests: there are more rests than days"
/// );
/// ```
#[derive(Clone)]
pub struct FilePlace {
    pub(super) page: Rc<Page>,
    pub(super) field: String,
    pub(super) byte: usize,
}

impl FilePlace {
    pub(super) fn start(page: Rc<Page>) -> FilePlace {
        FilePlace { page, field: String::new(), byte: 0 }
    }

    /// The same field at another byte of the file.
    pub(super) fn at(&self, byte: usize) -> FilePlace {
        FilePlace { byte, ..self.clone() }
    }

    /// A field within this one.
    pub(super) fn field(&self, key: &str, byte: usize) -> FilePlace {
        let key = quoted(key);
        let field = if self.field.is_empty() { key } else { format!("{}.{key}", self.field) };
        FilePlace { page: self.page.clone(), field, byte }
    }

    /// The item of that number, counted from 1.
    pub(super) fn item(&self, number: usize, byte: usize) -> FilePlace {
        FilePlace { page: self.page.clone(), field: format!("{}[{number}]", self.field), byte }
    }

    /// The file.
    pub fn file(&self) -> &str {
        &self.page.file
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        line_and_column(&self.page.text, self.byte).0
    }

    /// Notes a fault here: what is wrong, and what would be right.
    pub fn fault(&self, problem: impl Into<String>) {
        self.note(problem.into(), false);
    }

    pub(super) fn missing(&self, right: &str) {
        self.note(format!("is missing: say {right}"), true);
    }

    fn note(&self, problem: String, missing: bool) {
        let notes = &self.page.notes;
        if notes.is_full() {
            return;
        }
        let fault = Fault::field(&self.field, problem).in_file(&self.page.file);
        let fault = fault.at_byte(&self.page.text, self.byte);
        notes.noted.borrow_mut().push(Noted { fault, missing });
    }
}
