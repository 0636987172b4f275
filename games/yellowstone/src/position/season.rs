//! The seasons of the year.

use serde::{Deserialize, Serialize};

/// A season. YS-SEAS-01
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Season {
    /// The season of rebirth.
    Spring,
    /// The warm season.
    Summer,
    /// The waning season.
    Fall,
    /// The deadly season: the game is decided.
    Winter,
}

impl Season {
    /// The index, for arrays with an entry for each season.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The word of the data files.
    pub fn word(self) -> &'static str {
        ["spring", "summer", "fall", "winter"][self.index()]
    }

    /// The name.
    pub fn name(self) -> &'static str {
        ["Spring", "Summer", "Fall", "Winter"][self.index()]
    }

    /// The season after this one.
    pub(crate) fn next(self) -> Season {
        match self {
            Season::Spring => Season::Summer,
            Season::Summer => Season::Fall,
            _ => Season::Winter,
        }
    }
}
