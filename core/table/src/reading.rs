//! The one reader of set-up files: scenarios, maps, charts, factions, editions, lists of readers.
//!
//! A [`Reading`] opens the files of an [`Edition`] and collects every fault that is found in them.
//! What is asked of a [`Table`] or a [`Value`] is handed back if it is right; if not, a fault is
//! noted with file, line, column and field, something usable is handed back instead, and reading
//! goes on. At the end [`Reading::finish`] adds every field that nobody asked for, and hands back
//! what was read or everything that is wrong.
//!
//! ```
//! use table::{Edition, reading::Reading};
//!
//! let edition = Edition::new([("walk.toml", "days = 40\nstart = \"B7\"\nnmae = \"Home\"\n")]);
//! let reading = Reading::of(&edition);
//! let walk = reading.file("walk.toml");
//! let days: u8 = walk.number("days", 1..=30);
//! let (name, start) = (walk.text("name"), walk.text("start"));
//! let faults = reading.finish(Some((days, name, start))).unwrap_err();
//! assert_eq!(
//!     faults.to_string(),
//!     "walk.toml:1:8: days: 40 is not possible: say a whole number from 1 to 30\n\
//!      walk.toml:3:1: nmae: there is no field `nmae`: did you mean `name`?"
//! );
//! ```
//!
//! What a file may not say in silence has its building block:
//!
//! | | |
//! |---|---|
//! | a field, file or folder that does not exist | [`Reading::finish`], [`Reading::only`] |
//! | a word that does not exist | [`Table::choice`] with a [`Word`] |
//! | a reference to what does not exist, such as a rule | [`Ids::find`], [`Value::known`], [`Value::file_in`] |
//! | the same id twice | [`Ids::add`], [`EachOnce::put`], [`Table::distinct_choices`] |
//! | a row too few or too many | [`EachOnce::complete`] |
//! | a gap or an overlap in a table of rolls | [`Rolls`], [`Table::faces`] |
//! | a minimum above its maximum | [`Table::bounds`], [`Table::min_max`] |
//! | more counters than there are | [`Stock`] |
//! | a placeholder that nothing fills | [`Value::phrase`] |
//! | two ways to say a thing where one is meant | [`Table::one_of_fields`] |
//! | an option that does not exist, or a value that it does not take | [`Table::options`] |

mod choices;
mod folders;
mod ids;
mod numbers;
mod phrases;
mod place;
mod rolls;
mod spoiling;
mod stock;
mod tables;
mod tree;
mod values;

pub use choices::{EachOnce, Word};
pub use ids::Ids;
pub use numbers::Whole;
pub use place::FilePlace;
pub use rolls::Rolls;
pub use spoiling::{complaints, spoiled};
pub use stock::Stock;
pub use tables::Table;
pub(crate) use tree::toml_table;
pub use values::{Kind, Value};

use crate::edition::Edition;
use crate::refusal::{Fault, SetupError, unknown};
use place::{Notes, Page};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use terrain::Map;

/// One reading of the files of an edition, and every fault found so far.
///
/// A file is taken apart once, however often it is asked for, so that a chart which two scenarios
/// share is faulted once and where it stands.
///
/// ```
/// use table::{Edition, reading::Reading};
///
/// let edition = Edition::new([
///     ("charts/life.toml", "water = [0, 1, 99]"),
///     ("scenarios/lost.toml", "rows = 12"),
/// ]);
/// let reading = Reading::of(&edition);
/// reading.only(&["charts/life.toml", "scenarios/*.toml"]);
/// let scenario = reading.named("scenarios", "scenario", "lost");
/// let rows: u8 = scenario.number("rows", 1..=60);
/// let water: Vec<u8> = reading.file("charts/life.toml").numbers("water", 1..=60, 0..=15);
/// let faults = reading.finish(Some((rows, water))).unwrap_err();
/// assert_eq!(
///     faults.to_string(),
///     "charts/life.toml:1:16: water[3]: 99 is not possible: say a whole number from 0 to 15"
/// );
/// ```
pub struct Reading {
    edition: Edition,
    notes: Rc<Notes>,
    open: RefCell<BTreeMap<String, Table>>,
}

impl Reading {
    /// A reading of this edition, nothing of which is read yet.
    pub fn of(edition: &Edition) -> Reading {
        Reading { edition: edition.clone(), notes: Rc::default(), open: RefCell::default() }
    }

    /// The edition that is read.
    pub fn edition(&self) -> &Edition {
        &self.edition
    }

    /// A file of the edition. If there is none, or if it is not TOML, that is the fault, and the
    /// table handed back is silent: whatever is asked of it is no further fault.
    pub fn file(&self, path: &str) -> Table {
        if let Some(table) = self.open.borrow().get(path) {
            return table.clone();
        }
        let table = match self.edition.text(path) {
            Ok(text) => self.toml(path, text),
            Err(error) => {
                error.0.into_iter().for_each(|fault| self.fault(fault));
                Table::silent(FilePlace::start(self.page(path, "")))
            }
        };
        self.open.borrow_mut().insert(path.to_string(), table.clone());
        table
    }

    /// The file of that name in a folder, as a set-up names it; a name that no file has is a fault of
    /// the set-up.
    pub fn named(&self, folder: &str, what: &str, name: &str) -> Table {
        match self.edition.find(folder, what, name) {
            Ok(path) => self.file(&path),
            Err(error) => {
                error.0.into_iter().for_each(|fault| self.fault(fault));
                Table::silent(FilePlace::start(self.page("", "")))
            }
        }
    }

    /// A file that belongs to no edition, such as a list that is handed in beside it.
    pub fn text(&self, file: &str, text: &str) -> Table {
        let table = self.toml(file, text);
        self.open.borrow_mut().insert(file.to_string(), table.clone());
        table
    }

    /// The lines of a file that is no TOML, without blank ones and those that begin with `#`.
    ///
    /// ```
    /// use table::{Edition, reading::Reading};
    ///
    /// let reading = Reading::of(&Edition::default());
    /// for line in reading.lines("readers.txt", "# name, address\nAnn, ann@example.org\nBen\n") {
    ///     let fields = line.pieces(&[',', ';']);
    ///     if fields.len() < 2 {
    ///         line.fault("say a name and an address");
    ///     }
    /// }
    /// let faults = reading.finish(Some(())).unwrap_err();
    /// assert_eq!(faults.to_string(), "readers.txt:3:1: say a name and an address");
    /// ```
    pub fn lines(&self, file: &str, text: &str) -> Vec<Value> {
        let page = self.page(file, text);
        let mut end = 0;
        let lines = text.split_inclusive('\n').filter_map(|line| {
            let start = end;
            end += line.len();
            let unmarked = line.trim_start_matches('\u{feff}').trim_start();
            let byte = start + line.len() - unmarked.len();
            let said = unmarked.trim_end();
            (!said.is_empty() && !said.starts_with('#')).then(|| Value::line(&page, byte, said))
        });
        lines.collect()
    }

    /// The map in a file of the edition; every fault of it is noted.
    pub fn map(&self, path: &str) -> Option<Map> {
        let text = self.keep(self.edition.text(path))?;
        let errors = match Map::parse(text) {
            Ok(map) => return Some(map),
            Err(errors) => errors,
        };
        for error in errors {
            self.fault(Fault {
                file: path.to_string(),
                at: Some((error.line, error.column)),
                field: error.field,
                problem: error.fault.to_string(),
            });
        }
        None
    }

    /// Notes what a game finds wrong with a map that could be read, each fault where the map speaks of
    /// its field: by the path of that field, or by the name of a mark or an area; else where it begins.
    ///
    /// ```
    /// use table::{Edition, Fault, reading::Reading};
    ///
    /// let map = "name = 'Isle'\n[layers.marks.legend]\nd = 'lion den'\n";
    /// let reading = Reading::of(&Edition::new([("maps/isle.toml", map)]));
    /// reading.map_faults("maps/isle.toml", [Fault::field("lion den", "there is none: two are needed")]);
    /// let faults = reading.finish(Some(())).unwrap_err();
    /// assert_eq!(faults.to_string(), "maps/isle.toml:3:5: lion den: there is none: two are needed");
    /// ```
    pub fn map_faults(&self, path: &str, faults: impl IntoIterator<Item = Fault>) {
        let text = self.edition.text(path).unwrap_or_default();
        let map = tree::parse(text).unwrap_or_default();
        for fault in faults {
            let byte = map.field(&fault.field).or_else(|| map.said(&fault.field)).unwrap_or(0);
            self.fault(fault.in_file(path).at_byte(text, byte));
        }
    }

    /// Notes a fault that was found elsewhere, such as one of the set-up.
    pub fn fault(&self, fault: Fault) {
        self.notes.add(fault);
    }

    /// What was worked out, if it was; else its faults are noted.
    pub fn keep<T>(&self, worked_out: Result<T, impl Into<SetupError>>) -> Option<T> {
        worked_out.map_err(|error| error.into().0.into_iter().for_each(|f| self.fault(f))).ok()
    }

    /// Whether no fault was found so far. Fields that nobody asks for are found at the end only.
    pub fn sound(&self) -> bool {
        self.notes.is_empty()
    }

    /// What was read, if nothing is wrong with it; else every fault, in the order of the files.
    ///
    /// Fields that nobody asked for are faults, unless the table was told to
    /// [`leave_rest`](Table::leave_rest).
    pub fn finish<T>(self, read: Option<T>) -> Result<T, SetupError> {
        for table in self.open.borrow().values() {
            table.note_unread();
        }
        let faults = self.notes.sorted();
        match read {
            Some(read) if faults.is_empty() => Ok(read),
            None if faults.is_empty() => {
                Err(Fault::file("", "these files cannot be read together").into())
            }
            _ => Err(SetupError(faults)),
        }
    }

    fn page(&self, file: &str, text: &str) -> Rc<Page> {
        Rc::new(Page { file: file.into(), text: text.into(), notes: self.notes.clone() })
    }

    fn toml(&self, file: &str, text: &str) -> Table {
        let page = self.page(file, text);
        match tree::parse(text) {
            Ok(branch) => Table::root(FilePlace::start(page), branch),
            Err(errors) => {
                let start = FilePlace::start(page);
                for (byte, problem) in errors {
                    start.at(byte).fault(problem);
                }
                Table::silent(start)
            }
        }
    }
}

impl Value {
    /// The path of the file in `folder` that this text names; a name that no file has is a fault.
    pub fn file_in(&self, reading: &Reading, folder: &str, what: &str) -> Option<String> {
        let name = self.text()?;
        let names = reading.edition.names_in(folder);
        if names.contains(&name.as_str()) {
            return Some(format!("{folder}/{name}.toml"));
        }
        self.fault(unknown(what, &name, names.iter().copied()));
        None
    }
}

#[cfg(test)]
mod tests;
