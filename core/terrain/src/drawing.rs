//! Drawings: one line of letters per row of hexes.
//!
//! Blanks never count, so a row may be indented and spaced to look like the board; a row may begin
//! with its number; lines without letters are skipped.

use crate::fault::MapFault;
use crate::grid::{Cell, Grid, Lower, Top};
use crate::page::{Page, Passage};

/// Stands where there is no hex.
pub(crate) const HOLE: char = '-';

/// Stands in a layer where nothing is said of a hex.
pub(crate) const NOTHING: char = '.';

/// Most columns or rows of any drawing.
pub(crate) const MOST_LINES: usize = 1000;

/// One row of a drawing.
pub(crate) struct Row {
    /// The letters, each with its byte in the passage; none beyond the most columns.
    pub letters: Vec<(usize, char)>,
    /// How many letters there are.
    pub count: usize,
    /// The byte after the last letter.
    end: usize,
}

impl Row {
    /// Notes a fault if the row has not `should` letters.
    pub fn check_length(&self, page: &mut Page, passage: &Passage, row: usize, should: usize) {
        if self.count != should {
            let index = self.letters.get(should).map_or(self.end, |(index, _)| *index);
            let fault = MapFault::RowLength { row: row + 1, has: self.count, should };
            page.fault_in(passage, index, fault);
        }
    }
}

/// The rows of a drawing, at most as many as there can be, and how many there are in the file.
pub(crate) fn read_rows(page: &mut Page, passage: &Passage) -> (Vec<Row>, usize) {
    let mut rows: Vec<Row> = Vec::new();
    let mut count = 0;
    let mut line_start = 0;
    for line in passage.text.split_inclusive('\n') {
        let start = line_start;
        line_start += line.len();
        let indent = line.len() - line.trim_start().len();
        let drawn = line[indent..].trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &line[indent..line.len() - drawn.len()];
        if drawn.trim().is_empty() && number.is_empty() {
            continue;
        }
        count += 1;
        if count > MOST_LINES {
            continue;
        }
        if !number.is_empty() && number.trim_start_matches('0') != count.to_string() {
            let fault =
                MapFault::RowNumber { found: crate::page::quoted_briefly(number), row: count };
            page.fault_in(passage, start + indent, fault);
        }
        let offset = start + line.len() - drawn.len();
        let mut row = Row { letters: Vec::new(), count: 0, end: offset };
        for (index, letter) in drawn.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            row.count += 1;
            row.end = offset + index + letter.len_utf8();
            if row.count <= MOST_LINES {
                row.letters.push((offset + index, letter));
            }
        }
        rows.push(row);
    }
    (rows, count)
}

/// The number of letters that most rows have; of several such numbers, the one seen first.
pub(crate) fn usual_length(rows: &[Row]) -> usize {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for row in rows {
        match counts.iter_mut().find(|(length, _)| *length == row.count) {
            Some((_, times)) => *times += 1,
            None => counts.push((row.count, 1)),
        }
    }
    let most = counts.iter().map(|(_, times)| *times).max().unwrap_or(0);
    counts.iter().find(|(_, times)| *times == most).map_or(0, |(length, _)| *length)
}

/// Whether the character can stand for something in a drawing.
pub(crate) fn usable(letter: char) -> bool {
    !(letter.is_ascii_digit()
        || letter.is_whitespace()
        || letter.is_control()
        || ['"', '\'', '\\', HOLE].contains(&letter))
}

/// Draws the grid with these letters, numbered, and staggered where rows are.
pub(crate) fn draw(grid: &Grid, letter: impl Fn(Cell) -> char) -> String {
    let mut text = String::new();
    let digits = grid.rows().to_string().len();
    for row in 0..i32::from(grid.rows()) {
        let shifted = (row % 2 == 1) == (grid.lower == Lower::Even);
        let (indent, gap) = match grid.top {
            Top::Flat => ("", ""),
            Top::Pointy => (if shifted { " " } else { "" }, " "),
        };
        text.push_str(&format!("{:0digits$} {indent}", row + 1));
        for column in 0..i32::from(grid.columns()) {
            if column > 0 {
                text.push_str(gap);
            }
            text.push(grid.at(column, row).map_or(HOLE, &letter));
        }
        text.push('\n');
    }
    text
}
