//! What can be wrong with a map file, where, and what would be right.

use std::fmt;

/// One fault of a map file and its exact place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapError {
    /// Line of the file, from 1.
    pub line: usize,
    /// Character of that line, from 1: the first of the letter, name or word in question.
    pub column: usize,
    /// Path of the field, as `body.terrain` or `courses.river[2]` (counted from 1); empty for the
    /// file as a whole.
    pub field: String,
    /// What is wrong there.
    pub fault: MapFault,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        self.fault.fmt(f)
    }
}

impl std::error::Error for MapError {}

/// What is wrong in one place of a map file. Its text says what is wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapFault {
    /// The file is not TOML; the text is the parser's.
    NotToml(String),
    /// A field that belongs here is not there.
    Missing(&'static str),
    /// A key that means nothing here, and those that do.
    UnknownKey(String, &'static [&'static str]),
    /// A value of the wrong kind, and the kind that belongs here.
    WrongKind {
        /// The kind of the value in the file.
        found: &'static str,
        /// The kind that belongs here.
        wanted: &'static str,
    },
    /// A word outside a fixed choice, and the choice.
    NotOneOf(String, Vec<&'static str>),
    /// A legend key that cannot stand for something in a drawing.
    UnusableLetter(String),
    /// A legend with more entries than a map can hold, and how many it can.
    LongLegend(usize),
    /// A drawing without any row, or a map without any hex.
    NothingDrawn,
    /// A drawing with more columns or rows than a map can have.
    TooLarge {
        /// `columns` or `rows`.
        of: &'static str,
        /// How many there are.
        has: usize,
        /// How many there can be.
        most: usize,
    },
    /// A row with too few or too many letters.
    RowLength {
        /// The row, from 1.
        row: usize,
        /// Its letters.
        has: usize,
        /// The letters that it should have.
        should: usize,
    },
    /// A row that begins with another number than its own.
    RowNumber {
        /// The number in the file.
        found: String,
        /// The row, from 1.
        row: usize,
    },
    /// A layer with another number of rows than the terrain.
    RowCount {
        /// Rows of the layer.
        has: usize,
        /// Rows of the terrain.
        should: usize,
    },
    /// A letter that the legend does not explain.
    UnknownLetter {
        /// The letter.
        letter: char,
        /// The letters that may stand here.
        known: String,
    },
    /// A layer says something about a hex that the terrain leaves out.
    NoHexHere(char),
    /// A layer leaves out a hex that the terrain has.
    HexHere,
    /// A name that no hex of this map has.
    UnknownHex {
        /// The name in the file.
        name: String,
        /// Name of the first place of the board.
        first: String,
        /// Name of the last place of the board.
        last: String,
    },
    /// Two successive hexes of a course that do not touch.
    NotNeighbours(String, String),
    /// A course that names no hex, or enters none of those it names.
    EmptyCourse,
    /// A hex in brackets elsewhere than at an end of a course.
    BracketInside(String),
    /// A side elsewhere than at an end of a course, or beside a hex in brackets.
    SideInside(String),
    /// A course that claims to leave the board where there is another hex.
    StillOnBoard {
        /// The hex at the end of the course.
        hex: String,
        /// The side by which it claims to leave.
        side: &'static str,
        /// The hex beyond that side.
        beyond: String,
    },
    /// A course points at a hex that has such a course, which does not meet it.
    OneSided {
        /// The hex that is pointed at.
        hex: String,
        /// The side of that hex which should be crossed.
        side: &'static str,
    },
    /// A name that no side of such hexes has.
    UnknownSide(String, [&'static str; 6]),
    /// A number that is not a plain whole number of at most nine digits.
    NotANumber(String),
    /// The same thing said twice where once is all that it can mean.
    Twice(String),
    /// So many faults more were found than are listed.
    More(usize),
}

impl fmt::Display for MapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MapFault::NotToml(message) => write!(f, "this is not TOML: {message}"),
            MapFault::Missing(what) => write!(f, "{what} is missing; add it here"),
            MapFault::UnknownKey(key, known) => {
                write!(f, "unknown key {key:?}; known here: {}", known.join(", "))
            }
            MapFault::WrongKind { found, wanted } => {
                write!(f, "this is of the kind {found}; it should be {wanted}")
            }
            MapFault::NotOneOf(word, choice) => {
                write!(f, "{word:?} is not one of {}", choice.join(", "))
            }
            MapFault::UnusableLetter(key) => write!(
                f,
                "{key:?} cannot stand for something in a drawing; use one character that is no \
                 digit, blank, quote, backslash or hyphen (nor a full stop in a layer)"
            ),
            MapFault::LongLegend(most) => {
                write!(f, "the legend is too long; it can have {most} entries")
            }
            MapFault::NothingDrawn => {
                write!(f, "there is no hex here; draw one row of letters per row of hexes")
            }
            MapFault::TooLarge { of, has, most } => {
                write!(f, "{has} {of} are too many; there can be {most} with such labels")
            }
            MapFault::RowLength { row, has, should } => {
                write!(f, "row {row} has {has} letters; it should have {should}")
            }
            MapFault::RowNumber { found, row } => {
                write!(f, "the row is numbered {found}; it should be {row}")
            }
            MapFault::RowCount { has, should } => {
                write!(f, "the layer has {has} rows; it should have {should}, as the terrain")
            }
            MapFault::UnknownLetter { letter, known } => {
                write!(f, "unknown letter {letter:?}; known here: {known}")
            }
            MapFault::NoHexHere(letter) => {
                write!(f, "{letter:?} stands where the terrain has no hex; write - here")
            }
            MapFault::HexHere => {
                write!(f, "- stands where the terrain has a hex; write . for nothing special")
            }
            MapFault::UnknownHex { name, first, last } => write!(
                f,
                "no hex is called {name:?}; names run from {first} to {last}, holes left out"
            ),
            MapFault::NotNeighbours(from, to) => {
                write!(f, "{to} does not touch {from}; a course goes from hex to neighbour")
            }
            MapFault::EmptyCourse => {
                write!(f, "the course enters no hex; name at least one without brackets")
            }
            MapFault::BracketInside(name) => write!(
                f,
                "({name}) is only pointed at, but the course goes on; only its first and its last \
                 hex may be in brackets"
            ),
            MapFault::SideInside(word) => write!(
                f,
                "{word:?} is out of place; a side as N: begins a course and one as :N ends it, \
                 beside a hex without brackets"
            ),
            MapFault::StillOnBoard { hex, side, beyond } => write!(
                f,
                "{side} of {hex} is still the board: {beyond} lies there; name that hex, or a side \
                 that leaves"
            ),
            MapFault::OneSided { hex, side } => write!(
                f,
                "{hex} has such a course itself, but none that crosses its {side} side; enter it \
                 without brackets, or point elsewhere"
            ),
            MapFault::UnknownSide(word, sides) => {
                write!(f, "no side is called {word:?}; the sides are {}", sides.join(", "))
            }
            MapFault::NotANumber(word) => {
                write!(f, "{word:?} is not a number; use 0 to 999999999, plain digits")
            }
            MapFault::Twice(what) => write!(f, "{what} is already said; once is enough"),
            MapFault::More(count) => write!(f, "{count} more faults are not listed"),
        }
    }
}
