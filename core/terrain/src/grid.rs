//! The grid under a map: which cells there are, what they are called, and who borders whom.

use crate::fit::Fit;
use hexx::{Hex, HexOrientation, OffsetHexMode};
use serde::{Deserialize, Serialize};

/// One hex of one grid, as a dense index from 0, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell(pub u32);

impl Cell {
    /// The index, for a caller that keeps its own facts in an array.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which way a hex points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Top {
    /// Flat sides at top and bottom: columns are straight, neighbours are N NE SE S SW NW.
    Flat,
    /// Points at top and bottom: rows are straight, neighbours are NE E SE SW W NW.
    Pointy,
}

/// Which columns (flat tops) lie half a hex lower, or which rows (pointy tops) half a hex to the
/// right, counting from 1 as on a printed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lower {
    /// The first, third, fifth …
    Odd,
    /// The second, fourth, sixth …
    Even,
}

/// How cells are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Labels {
    /// Two digits of column, two of row: 0101 is the top left.
    #[serde(rename = "0101")]
    ColumnRow,
    /// Column letters, row number: A1 is the top left; AA follows Z.
    #[serde(rename = "A1")]
    LetterNumber,
}

/// One of the six sides of a hex, clockwise from the first; the opposite of `k` is `k + 3`.
///
/// Flat tops count N NE SE S SW NW, pointy tops NE E SE SW W NW.
///
/// ```
/// use terrain::{Side, Top};
///
/// let north = Side::parse("n", Top::Flat).unwrap();
/// assert_eq!(north.opposite().name(Top::Flat), "S");
/// assert_eq!(north.turned(-1).name(Top::Flat), "NW");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Side(pub u8);

impl Side {
    /// All six, in order.
    pub const ALL: [Side; 6] = [Side(0), Side(1), Side(2), Side(3), Side(4), Side(5)];

    /// The side across the hex.
    pub fn opposite(self) -> Side {
        Side((self.0 + 3) % 6)
    }

    /// The side `steps` further clockwise.
    pub fn turned(self, steps: i8) -> Side {
        Side((i16::from(self.0) + i16::from(steps)).rem_euclid(6).fit())
    }

    /// The bit of this side in a six-bit mask.
    pub fn bit(self) -> u8 {
        1 << self.0
    }

    /// The compass name of this side on a grid with such tops.
    pub fn name(self, top: Top) -> &'static str {
        match top {
            Top::Flat => ["N", "NE", "SE", "S", "SW", "NW"][self.0 as usize],
            Top::Pointy => ["NE", "E", "SE", "SW", "W", "NW"][self.0 as usize],
        }
    }

    /// The side of that compass name, in any case.
    pub fn parse(text: &str, top: Top) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.name(top).eq_ignore_ascii_case(text))
    }
}

/// A grid of hexes inside a rectangle of columns and rows, some of which may be missing.
///
/// ```
/// use terrain::{Grid, Labels, Lower, Side, Top};
///
/// let grid = Grid::rectangle(Top::Flat, Lower::Odd, Labels::LetterNumber, 5, 4);
/// let b2 = grid.find("b2").unwrap();
/// let north = grid.neighbour(b2, Side::parse("N", Top::Flat).unwrap()).unwrap();
/// assert_eq!((grid.label(north).as_str(), grid.distance(b2, north)), ("B1", 1));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Which way the hexes point.
    pub top: Top,
    /// Which columns or rows are shifted.
    pub lower: Lower,
    /// How cells are named.
    pub labels: Labels,
    columns: u16,
    rows: u16,
    present: Vec<bool>,
    neighbours: Vec<[u32; 6]>,
}

const NONE: u32 = u32::MAX;

impl Grid {
    /// A full rectangle.
    pub fn rectangle(top: Top, lower: Lower, labels: Labels, columns: u16, rows: u16) -> Grid {
        Grid::with_holes(top, lower, labels, columns, rows, |_, _| true)
    }

    /// A rectangle in which only the cells are present for which `present(column, row)` holds,
    /// both counted from 0.
    pub fn with_holes(
        top: Top,
        lower: Lower,
        labels: Labels,
        columns: u16,
        rows: u16,
        present: impl Fn(u16, u16) -> bool,
    ) -> Grid {
        let mut grid = Grid {
            top,
            lower,
            labels,
            columns,
            rows,
            present: (0..rows)
                .flat_map(|row| (0..columns).map(move |column| (column, row)))
                .map(|(column, row)| present(column, row))
                .collect(),
            neighbours: Vec::new(),
        };
        grid.neighbours = (0..grid.present.len().fit())
            .map(|index| {
                Side::ALL.map(|side| {
                    let (column, row) = grid.beyond(Cell(index), side);
                    grid.at(column, row).map_or(NONE, |cell| cell.0)
                })
            })
            .collect();
        grid
    }

    /// Columns of the rectangle.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Rows of the rectangle.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// Length of an array indexed by [`Cell`]: cells of the rectangle, missing ones included.
    pub fn extent(&self) -> usize {
        self.present.len()
    }

    /// Every cell that is present, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.present.len().fit()).map(Cell).filter(|cell| self.present[cell.index()])
    }

    /// Whether the cell is one of this grid's.
    pub fn has(&self, cell: Cell) -> bool {
        self.present.get(cell.index()).copied().unwrap_or(false)
    }

    /// The cell in that column and row, counted from 0, if it is present.
    pub fn at(&self, column: i32, row: i32) -> Option<Cell> {
        let inside = (0..i32::from(self.columns)).contains(&column)
            && (0..i32::from(self.rows)).contains(&row);
        let index = inside
            .then(|| row.fit::<usize>() * usize::from(self.columns) + column.fit::<usize>())?;
        self.present[index].then_some(Cell(index.fit()))
    }

    /// Column and row of a cell, counted from 0.
    pub fn place(&self, cell: Cell) -> (u16, u16) {
        ((cell.0 % u32::from(self.columns)).fit(), (cell.0 / u32::from(self.columns)).fit())
    }

    /// The neighbour through that side, if it is present.
    pub fn neighbour(&self, cell: Cell, side: Side) -> Option<Cell> {
        match self.neighbours[cell.index()][side.0 as usize] {
            NONE => None,
            index => Some(Cell(index)),
        }
    }

    /// Column and row, counted from 0, of the place beyond that side, on the grid or off it.
    pub fn beyond(&self, cell: Cell, side: Side) -> (i32, i32) {
        let (column, row) = self.place(cell);
        let (column, row) = (i32::from(column), i32::from(row));
        let shifted = |line: i32| (line % 2 == 1) == (self.lower == Lower::Even);
        match self.top {
            Top::Flat => {
                let low = i32::from(shifted(column));
                match side.0 {
                    0 => (column, row - 1),
                    1 => (column + 1, row - 1 + low),
                    2 => (column + 1, row + low),
                    3 => (column, row + 1),
                    4 => (column - 1, row + low),
                    _ => (column - 1, row - 1 + low),
                }
            }
            Top::Pointy => {
                let right = i32::from(shifted(row));
                match side.0 {
                    0 => (column + right, row - 1),
                    1 => (column + 1, row),
                    2 => (column + right, row + 1),
                    3 => (column - 1 + right, row + 1),
                    4 => (column - 1, row),
                    _ => (column - 1 + right, row - 1),
                }
            }
        }
    }

    /// The side of `from` through which one steps straight to `to`, if they touch.
    pub fn side_towards(&self, from: Cell, to: Cell) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.neighbour(from, *side) == Some(to))
    }

    /// The cell in hexx's axial coordinates, for its algebra of lines, rings and ranges.
    pub fn hex(&self, cell: Cell) -> Hex {
        let (column, row) = self.place(cell);
        Hex::from_offset_coordinates(
            [i32::from(column), i32::from(row)],
            self.offset_mode(),
            self.orientation(),
        )
    }

    /// The cell at those axial coordinates, if it is present.
    pub fn cell(&self, hex: Hex) -> Option<Cell> {
        let [column, row] = hex.to_offset_coordinates(self.offset_mode(), self.orientation());
        self.at(column, row)
    }

    /// Steps between two cells as the crow flies.
    pub fn distance(&self, a: Cell, b: Cell) -> u32 {
        self.hex(a).unsigned_distance_to(self.hex(b))
    }

    /// The printed name of a cell.
    pub fn label(&self, cell: Cell) -> String {
        let (column, row) = self.place(cell);
        match self.labels {
            Labels::ColumnRow => format!("{:02}{:02}", column + 1, row + 1),
            Labels::LetterNumber => format!("{}{}", column_letters(column), row + 1),
        }
    }

    /// The cell of that printed name, if it is present. Case and leading zeroes of the number do
    /// not matter.
    pub fn find(&self, label: &str) -> Option<Cell> {
        let label = label.trim();
        let (column, row): (i32, i32) = match self.labels {
            Labels::ColumnRow => {
                if label.len() != 4 || !label.bytes().all(|b| b.is_ascii_digit()) {
                    return None;
                }
                (label[..2].parse().ok()?, label[2..].parse().ok()?)
            }
            Labels::LetterNumber => {
                let letters = label.bytes().take_while(u8::is_ascii_alphabetic).count();
                if letters == 0 || letters > 3 || label.len() > letters + 5 {
                    return None;
                }
                let column = label[..letters]
                    .bytes()
                    .fold(0, |sum, b| sum * 26 + i32::from(b.to_ascii_uppercase() - b'A' + 1));
                let number = &label[letters..];
                if !number.bytes().all(|b| b.is_ascii_digit()) {
                    return None;
                }
                (column, number.parse().ok()?)
            }
        };
        self.at(column - 1, row - 1)
    }

    /// hexx's name for our way of pointing.
    pub fn orientation(&self) -> HexOrientation {
        match self.top {
            Top::Flat => HexOrientation::Flat,
            Top::Pointy => HexOrientation::Pointy,
        }
    }

    fn offset_mode(&self) -> OffsetHexMode {
        // hexx counts from 0, we from 1: our even lines are its odd ones.
        match self.lower {
            Lower::Even => OffsetHexMode::Odd,
            Lower::Odd => OffsetHexMode::Even,
        }
    }
}

fn column_letters(column: u16) -> String {
    let mut letters = Vec::new();
    let mut rest = u32::from(column) + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(b'A' + (rest % 26).fit::<u8>());
        rest /= 26;
    }
    letters.iter().rev().map(|b| *b as char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids() -> Vec<Grid> {
        let mut grids = Vec::new();
        for top in [Top::Flat, Top::Pointy] {
            for lower in [Lower::Odd, Lower::Even] {
                for labels in [Labels::ColumnRow, Labels::LetterNumber] {
                    grids.push(Grid::rectangle(top, lower, labels, 31, 9));
                }
            }
        }
        grids
    }

    #[test]
    fn neighbours_are_mutual_and_at_distance_one() {
        for grid in grids() {
            for cell in grid.cells() {
                for side in Side::ALL {
                    if let Some(next) = grid.neighbour(cell, side) {
                        assert_eq!(grid.neighbour(next, side.opposite()), Some(cell));
                        assert_eq!(grid.distance(cell, next), 1, "{:?} {side:?}", grid.top);
                    }
                }
            }
        }
    }

    #[test]
    fn every_label_finds_its_cell() {
        for grid in grids() {
            for cell in grid.cells() {
                assert_eq!(grid.find(&grid.label(cell)), Some(cell));
                assert_eq!(grid.cell(grid.hex(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn labels_outside_the_grid_or_of_another_shape_find_nothing() {
        let digits = Grid::rectangle(Top::Flat, Lower::Even, Labels::ColumnRow, 43, 34);
        for wrong in ["", "0001", "4401", "0135", "B7", "22 17", "00101", "é7ü1"] {
            assert_eq!(digits.find(wrong), None, "{wrong}");
        }
        let letters = Grid::rectangle(Top::Flat, Lower::Even, Labels::LetterNumber, 28, 12);
        assert_eq!(letters.find("b07"), letters.find("B7"));
        assert_eq!(letters.label(letters.find("AB12").unwrap()), "AB12");
        for wrong in ["B0", "B13", "AC1", "7B", "B", "7", "B-7", "ZZZZZ1"] {
            assert_eq!(letters.find(wrong), None, "{wrong}");
        }
    }
}
