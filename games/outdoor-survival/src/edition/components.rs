//! The components: terrains, charts and rows, checked.

use serde::{Deserialize, Serialize};
use table::reading::Word;

/// The five dominant terrains (OS-TERR-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// Open ground.
    Clear,
    /// Woods and rough ground (OS-GEN-11).
    Woods,
    /// Desert.
    Desert,
    /// Mountains.
    Mountain,
    /// Swamp.
    Swamp,
}

impl Terrain {
    /// All five.
    pub const ALL: [Terrain; 5] =
        [Terrain::Clear, Terrain::Woods, Terrain::Desert, Terrain::Mountain, Terrain::Swamp];

    /// The word for it in files and on the board.
    pub fn word(self) -> &'static str {
        ["clear", "woods", "desert", "mountain", "swamp"][self as usize]
    }

    /// The terrain of that word.
    pub fn parse(word: &str) -> Option<Terrain> {
        Terrain::ALL.into_iter().find(|terrain| terrain.word() == word)
    }

    /// Movement points to enter it (OS-TERR-01, OS-TERR-02, OS-TERR-03, OS-TERR-04, OS-TERR-06):
    /// always one at least (OS-END-02).
    pub fn cost(self) -> u8 {
        [1, 2, 2, 3, 4][self as usize]
    }

    /// Its bit in a mask of what a hex offers.
    pub(crate) fn bit(self) -> u16 {
        16 << self as u16
    }
}

impl Word for Terrain {
    const WHAT: &'static str = "terrain";
    const ALL: &'static [Terrain] = &Terrain::ALL;

    fn word(self) -> &'static str {
        Terrain::word(self)
    }
}

/// What can satisfy a need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    River,
    Basin,
    Food,
    Base,
    Clear,
    Woods,
    Desert,
    Mountain,
    Swamp,
}

impl Source {
    pub fn bit(self) -> u16 {
        1 << self as u16
    }
}

table::words! {
    Source is "source":
        River = "river", Basin = "basin", Food = "food", Base = "base", Clear = "clear",
        Woods = "woods", Desert = "desert", Mountain = "mountain", Swamp = "swamp",
}

/// How a person sets out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// Where the Random Direction die points.
    Random,
    /// Where the player likes.
    Choice,
}

table::words! { Start is "start": Random = "random", Choice = "choice" }

/// Turns that a move still allows: so many, or as many as one likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turns(u8);

impl Turns {
    /// No turn.
    pub const NONE: Turns = Turns(0);
    /// As many as one likes.
    pub const ANY: Turns = Turns(99);

    /// So many turns, 9 at most.
    pub fn new(turns: u8) -> Turns {
        Turns(turns.min(9))
    }

    /// How many there are; nothing if there are as many as one likes.
    pub fn count(self) -> Option<u8> {
        (self != Turns::ANY).then_some(self.0)
    }

    /// What is left after one turn.
    #[must_use]
    pub fn less_one(self) -> Turns {
        self.count().map_or(Turns::ANY, |turns| Turns(turns.saturating_sub(1)))
    }
}

/// One face of a Direction Ability chart (OS-DIR-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ability {
    /// How the person sets out.
    pub start: Start,
    /// Turns allowed in the move.
    pub turns: Turns,
    /// Whether staying is still allowed after the roll.
    pub may_stay: bool,
}

/// When a need is met (OS-NEED-04, OS-NEED-05, OS-NEED-06, OS-NEED-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// If the turn ends on a source.
    End,
    /// If a source was entered, or the turn ends on one.
    Pass,
    /// Every day.
    Always,
    /// There is no such need.
    None,
}

table::words! {
    Mode is "mode": End = "end", Pass = "pass", Always = "always", None = "none",
}

/// The three columns of a Wilderness Encounter chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Column {
    /// Natural Hazards: cautious.
    Natural,
    /// Animal / Insect.
    Animal,
    /// Personal: reckless.
    Personal,
}

impl Column {
    /// All three, from cautious to reckless.
    pub const ALL: [Column; 3] = [Column::Natural, Column::Animal, Column::Personal];

    /// Its heading on the chart.
    pub fn heading(self) -> &'static str {
        ["Natural Hazards", "Animal / Insect", "Personal"][self as usize]
    }

    /// Its word in the notation.
    pub fn word(self) -> &'static str {
        ["natural", "animal", "personal"][self as usize]
    }
}

/// One result of a Wilderness Encounter chart: steps of water and food and Life Levels, gained
/// (positive) or lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// Water steps.
    pub water: i8,
    /// Food steps.
    pub food: i8,
    /// Life Levels.
    pub life: i8,
    /// What happens.
    pub text: String,
}

/// Levels A to O.
pub const LEVELS: usize = 15;

/// A Direction Ability chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Directions {
    pub id: String,
    pub faces: [Ability; 6],
}

/// One need of a Necessities chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    pub mode: Mode,
    pub sources: u16,
    pub not_in: u16,
    pub on_end: u8,
    pub every: u8,
    pub steps: u8,
    pub on_met: u8,
    pub desert_extra: u8,
    /// What the sources are called, for the card.
    pub words: Vec<&'static str>,
}

impl Need {
    /// Whether a hex that offers this is a source.
    pub fn source(&self, offers: u16) -> bool {
        offers & self.sources != 0 && offers & self.not_in == 0
    }
}

/// A Necessities chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    pub id: String,
    pub water: Need,
    pub food: Need,
}

/// A Wilderness Encounter chart: three columns of six.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EncounterChart {
    pub id: String,
    pub columns: [[Effect; 6]; 3],
}

/// The Life Level rows: what crossing from block i to i + 1 costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    pub allowances: [u8; LEVELS],
    pub water: Vec<u8>,
    pub food: Vec<u8>,
}

impl Rows {
    /// Levels lost by a row between block 1 and this block.
    pub fn lost(row: &[u8], block: u8) -> u8 {
        row.iter().take(usize::from(block) - 1).fold(0, |sum, levels| sum.saturating_add(*levels))
    }
}
