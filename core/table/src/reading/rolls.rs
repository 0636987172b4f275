//! Tables of rolls: every face or total once, none left out.

use super::place::{FilePlace, quoted};
use super::tables::Table;
use super::values::{Kind, Value};
use std::ops::RangeInclusive;

/// A table with a row for every face, total or turn of a range: no gap, no overlap.
///
/// ```
/// use table::{Edition, reading::{Reading, Rolls}};
///
/// let text = "
/// [coyote]
/// roll = [2, 5]
/// [grizzly]
/// roll = '5-7'
/// [human]
/// roll = 12
/// ";
/// let reading = Reading::of(&Edition::new([("predators.toml", text)]));
/// let file = reading.file("predators.toml");
/// let mut moved = Rolls::new("total of two dice", 2..=12);
/// for (number, key) in ["coyote", "grizzly", "human"].into_iter().enumerate() {
///     moved.put(&file.table(key).value("roll"), number);
/// }
/// let moved: Option<Vec<usize>> = moved.complete(file.place());
/// let faults = reading.finish(moved).unwrap_err();
/// assert_eq!(
///     faults.to_string(),
///     "predators.toml:1:1: there is no row for the total of two dice 8 to 11: give each of 2 to 12 once\n\
///      predators.toml:5:8: grizzly.roll: the total of two dice 5 stands here twice: it is on line 3 already"
/// );
/// ```
pub struct Rolls<T> {
    what: &'static str,
    range: RangeInclusive<u32>,
    rows: Vec<(u32, T, FilePlace)>,
    /// Whether the rolls of some row could not be read.
    astray: bool,
}

impl<T: Clone> Rolls<T> {
    /// No rows yet; `what` says what is rolled or counted, such as `total of two dice`.
    pub fn new(what: &'static str, range: RangeInclusive<u32>) -> Rolls<T> {
        Rolls { what, range, rows: Vec::new(), astray: false }
    }

    /// Adds a row for the rolls that the value names: `5`, `[2, 5]` or `"2-5"`.
    pub fn put(&mut self, rolls: &Value, row: T) {
        match rolls.rolls(self.range.clone()) {
            Some(found) => self.put_known(rolls, found, row),
            None => self.astray = true,
        }
    }

    /// Adds a row for these rolls, which stand at this value.
    pub fn put_known(&mut self, at: &Value, rolls: RangeInclusive<u32>, row: T) {
        let (least, most) = (self.range.start(), self.range.end());
        if !self.range.contains(rolls.start()) || !self.range.contains(rolls.end()) {
            self.astray = true;
            return at.refuse(&format!("a {} from {least} to {most}", self.what));
        }
        let mut overlap: Vec<u32> = Vec::new();
        let mut line = 0;
        for roll in rolls {
            match self.rows.iter().find(|(known, ..)| *known == roll) {
                Some((.., first)) => {
                    overlap.push(roll);
                    line = first.line();
                }
                None => self.rows.push((roll, row.clone(), at.place().clone())),
            }
        }
        if !overlap.is_empty() {
            let (what, list) = (self.what, in_words(&overlap));
            at.fault(format!("the {what} {list} stands here twice: it is on line {line} already"));
        }
    }

    /// The rows in the order of the rolls, with `row` for those that have none.
    pub fn complete_with(self, row: T) -> Vec<T> {
        let row_of = |roll| self.rows.iter().find(|(known, ..)| *known == roll);
        self.range
            .clone()
            .map(|r| row_of(r).map_or(row.clone(), |(_, row, _)| row.clone()))
            .collect()
    }

    /// The rows in the order of the rolls; a roll without a row is a fault at this place.
    pub fn complete(mut self, place: &FilePlace) -> Option<Vec<T>> {
        let has = |roll: &u32| self.rows.iter().any(|(known, ..)| known == roll);
        let missing: Vec<u32> = self.range.clone().filter(|roll| !has(roll)).collect();
        if !missing.is_empty() {
            // A row whose rolls could not be read may be the one that is missing.
            if !self.astray {
                let (list, least, most) =
                    (in_words(&missing), self.range.start(), self.range.end());
                place.fault(format!(
                    "there is no row for the {} {list}: give each of {least} to {most} once",
                    self.what
                ));
            }
            return None;
        }
        self.rows.sort_by_key(|(roll, ..)| *roll);
        Some(self.rows.into_iter().map(|(_, row, _)| row).collect())
    }
}

/// Rolls in words: `4`, `8 to 11`, `2, 4 to 6`.
fn in_words(rolls: &[u32]) -> String {
    let runs = rolls.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

impl Value {
    /// Rolls as a row names them: `5`, `[2, 5]` or `"2-5"`, within the range and the least first.
    pub fn rolls(&self, range: RangeInclusive<u32>) -> Option<RangeInclusive<u32>> {
        match self.kind() {
            Some(Kind::Text) => {
                let text = self.text()?;
                let (first, last) = text.split_once(['-', '–']).unwrap_or((&text, &text));
                let number = |text: &str| text.trim().parse().ok().filter(|n| range.contains(n));
                match (number(first), number(last)) {
                    (Some(first), Some(last)) if first <= last => Some(first..=last),
                    _ => {
                        let (least, most) = (range.start(), range.end());
                        self.refuse(&format!("\"{least}-{most}\" or a part of it"));
                        None
                    }
                }
            }
            Some(Kind::List) => self.bounds(range),
            _ => self.number(range).map(|roll| roll..=roll),
        }
    }
}

impl Table {
    /// The entries of a chart whose fields are the faces of a die, from `1` to `FACES`: none missing,
    /// no other. Entries that `read` does not hand back are faults already.
    ///
    /// ```
    /// use table::{Edition, reading::Reading};
    ///
    /// let text = "[lost]\n1 = 'R0'\n2 = 'R1'\n4 = 'C0'\n7 = 'C0'\n";
    /// let reading = Reading::of(&Edition::new([("charts/directions.toml", text)]));
    /// let chart = reading.file("charts/directions.toml").table("lost");
    /// let faces: Option<[String; 4]> = chart.faces(|face| face.text());
    /// let faults = reading.finish(faces).unwrap_err();
    /// assert_eq!(
    ///     faults.to_string(),
    ///     "charts/directions.toml:1:1: lost: there is no row for the face 3: give each of 1 to 4 once\n\
    ///      charts/directions.toml:5:1: lost.7: `7` is not a face: say 1 to 4"
    /// );
    /// ```
    pub fn faces<T: Clone, const FACES: usize>(
        &self,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<[T; FACES]> {
        let most = u32::try_from(FACES).unwrap_or(u32::MAX);
        let mut rolls = Rolls::new("face", 1..=most);
        for (name, entry) in self.fields() {
            let text = name.text().unwrap_or_default();
            let face = text.parse().ok().filter(|face| (1..=most).contains(face));
            let row = read(&entry);
            match face {
                Some(face) if face.to_string() == text => {
                    rolls.put_known(&name, face..=face, row);
                }
                _ => name.fault(format!("`{}` is not a face: say 1 to {most}", quoted(&text))),
            }
        }
        let rows = self.sounding(rolls)?;
        let rows: Option<Vec<T>> = rows.into_iter().collect();
        rows?.try_into().ok()
    }

    /// The rows, unless the table is a fault already.
    fn sounding<T: Clone>(&self, rolls: Rolls<T>) -> Option<Vec<T>> {
        if self.is_silent() { None } else { rolls.complete(self.place()) }
    }
}
