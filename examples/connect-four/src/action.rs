//! What a player decides.

use serde::{Deserialize, Serialize};

/// One of the seven columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column(u8);

impl Column {
    /// The columns from the left.
    pub const ALL: [Column; 7] =
        [Column(0), Column(1), Column(2), Column(3), Column(4), Column(5), Column(6)];

    /// The column of that number, as people count: from 1.
    pub fn numbered(number: usize) -> Option<Column> {
        Column::ALL.get(number.checked_sub(1)?).copied()
    }

    /// Its number, as people count.
    pub fn number(self) -> usize {
        self.index() + 1
    }

    /// Its place in lists of columns.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Drop a disc into a column. CF-DROP-01
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Drop(pub Column);
