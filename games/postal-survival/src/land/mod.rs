//! The land: which hexes there are, what they are called, and who borders whom; the island on it,
//! the maker of islands, and islands as map files with their checks.

mod check;
mod island;
mod known_ways;
pub mod maker;
pub mod map_file;

pub use check::{check_map, house_checks};
pub use island::{Food, Island};

use known_ways::KnownWays;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use table::Fit;
use terrain::{Cell, Grid, Labels, Lower, Side, Top};

/// What a hex is. It never changes. PS-MAP-02
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Grass, for herbivores. PS-MAP-05
    Grassland,
    /// Fruit, for herbivores and omnivores. PS-MAP-06
    Jungle,
    /// No plants. PS-MAP-04
    Desert,
    /// For swimmers; one fish a round. PS-MAP-03
    Water,
}

impl Terrain {
    /// All four, in the order of the generator.
    pub const ALL: [Terrain; 4] =
        [Terrain::Water, Terrain::Desert, Terrain::Grassland, Terrain::Jungle];

    /// The letter on text maps.
    pub fn letter(self) -> char {
        match self {
            Terrain::Grassland => 'G',
            Terrain::Jungle => 'J',
            Terrain::Desert => 'D',
            Terrain::Water => 'W',
        }
    }

    /// The terrain of a letter, in any case.
    pub fn from_letter(letter: char) -> Option<Terrain> {
        Terrain::ALL.into_iter().find(|terrain| terrain.letter() == letter.to_ascii_uppercase())
    }

    /// The terrain of that name.
    pub fn named(name: &str) -> Option<Terrain> {
        Terrain::ALL.into_iter().find(|terrain| terrain.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Terrain::Grassland => "grassland",
            Terrain::Jungle => "jungle",
            Terrain::Desert => "desert",
            Terrain::Water => "water",
        }
    }

    /// Whether plants grow there.
    pub fn fertile(self) -> bool {
        matches!(self, Terrain::Grassland | Terrain::Jungle)
    }

    /// Whether it is not water.
    pub fn is_land(self) -> bool {
        self != Terrain::Water
    }
}

/// A printed hex label such as B7, on whatever map: column and row, counted from 1. PS-MAP-16
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Place {
    /// Column, A = 1.
    pub column: u16,
    /// Row from the top.
    pub row: u16,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = [0u8; 4];
        let (mut rest, mut count) = (u32::from(self.column), 0);
        while rest > 0 && count < 4 {
            rest -= 1;
            letters[count] = b'A' + (rest % 26).fit::<u8>();
            rest /= 26;
            count += 1;
        }
        for letter in letters[..count].iter().rev() {
            write!(f, "{}", *letter as char)?;
        }
        write!(f, "{}", self.row)
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        let wrong = || format!("`{text}` is no hex label such as B7");
        let text = text.trim();
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let digits = &text[letters..];
        let shaped = (1..=2).contains(&letters)
            && (1..=3).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_digit());
        if !shaped {
            return Err(wrong());
        }
        let column = text[..letters]
            .bytes()
            .fold(0u16, |sum, b| sum * 26 + u16::from(b.to_ascii_uppercase() - b'A') + 1);
        let row = digits.parse().map_err(|_| wrong())?;
        Ok(Place { column, row })
    }
}

impl From<Place> for String {
    fn from(place: Place) -> String {
        place.to_string()
    }
}

impl TryFrom<String> for Place {
    type Error = String;

    fn try_from(text: String) -> Result<Place, String> {
        text.parse()
    }
}

/// A hex of one land, as its position in label order, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hex(pub u32);

impl Hex {
    /// No hex: where a founder is stored before it is placed; [`Creature::placed`](crate::Creature::placed)
    /// says so.
    pub(crate) const NOWHERE: Hex = Hex(u32::MAX);

    /// The index, for arrays with one entry per hex.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The hexes of an island in label order: by column, then by row. PS-MAP-01, PS-MAP-17
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Land {
    grid: Grid,
    cells: Vec<Cell>,
    places: Vec<Place>,
    terrain: Vec<Terrain>,
    neighbours: Vec<[u32; 6]>,
    /// The hex of each cell of the grid.
    index: Vec<u32>,
    /// What was asked about moves so far.
    known_ways: KnownWays,
}

/// Lands with equal hexes are equal: everything else follows from them.
impl PartialEq for Land {
    fn eq(&self, other: &Land) -> bool {
        self.places == other.places && self.terrain == other.terrain
    }
}

const NONE: u32 = u32::MAX;

impl Land {
    /// The land of these hexes, in whatever order they come.
    pub fn new(hexes: impl IntoIterator<Item = (Place, Terrain)>) -> Land {
        let mut hexes: Vec<(Place, Terrain)> = hexes.into_iter().collect();
        hexes.sort();
        hexes.dedup_by_key(|(place, _)| *place);
        let columns = hexes.iter().map(|(place, _)| place.column).max();
        let rows = hexes.iter().map(|(place, _)| place.row).max();
        let present = |column, row| {
            let place = Place { column: column + 1, row: row + 1 };
            hexes.binary_search_by_key(&place, |hex| hex.0).is_ok()
        };
        let grid = Grid::with_holes(
            Top::Flat,
            Lower::Even,
            Labels::LetterNumber,
            columns.unwrap_or(1),
            rows.unwrap_or(1),
            present,
        );
        let cells: Vec<Cell> = hexes
            .iter()
            .filter_map(|(place, _)| grid.at(i32::from(place.column) - 1, i32::from(place.row) - 1))
            .collect();
        let mut index = vec![NONE; grid.extent()];
        for (hex, cell) in cells.iter().enumerate() {
            index[cell.index()] = hex.fit::<u32>();
        }
        let beyond =
            |cell: Cell, side| grid.neighbour(cell, side).map_or(NONE, |next| index[next.index()]);
        Land {
            neighbours: cells
                .iter()
                .map(|cell| Side::ALL.map(|side| beyond(*cell, side)))
                .collect(),
            places: hexes.iter().map(|(place, _)| *place).collect(),
            terrain: hexes.iter().map(|(_, terrain)| *terrain).collect(),
            cells,
            index,
            grid,
            known_ways: KnownWays::default(),
        }
    }

    /// How many hexes there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// All hexes in label order.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.cells.len().fit::<u32>()).map(Hex)
    }

    /// The grid under the land, for drawing.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The grid's cell of a hex.
    pub fn cell(&self, hex: Hex) -> Cell {
        self.cells[hex.index()]
    }

    /// What a hex is.
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// The label of a hex.
    pub fn place(&self, hex: Hex) -> Place {
        self.places.get(hex.index()).copied().unwrap_or(Place { column: 0, row: 0 })
    }

    /// The hex of that label, if it exists.
    pub fn find(&self, place: Place) -> Option<Hex> {
        let found = self.places.binary_search(&place).ok()?;
        Some(Hex(found.fit::<u32>()))
    }

    /// The neighbour through a side, if it exists: sides count as the wandering die, N first.
    /// PS-MAP-18
    pub fn neighbour(&self, hex: Hex, side: Side) -> Option<Hex> {
        match self.neighbours[hex.index()][usize::from(side.0)] {
            NONE => None,
            next => Some(Hex(next)),
        }
    }

    /// The neighbours that exist, in the order of the wandering die.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.neighbours[hex.index()].iter().filter(|next| **next != NONE).map(|next| Hex(*next))
    }

    /// The ways from every hex that were asked for so far.
    pub(crate) fn known_ways(&self) -> &KnownWays {
        &self.known_ways
    }

    /// Whether two hexes touch.
    pub fn touch(&self, a: Hex, b: Hex) -> bool {
        self.neighbours[a.index()].contains(&b.0)
    }
}

/// Rows of letters, `.` where there is no hex: how a land is written down.
impl From<Land> for String {
    fn from(land: Land) -> String {
        let mut text = String::new();
        for row in 0..i32::from(land.grid.rows()) {
            if row > 0 {
                text.push('/');
            }
            for column in 0..i32::from(land.grid.columns()) {
                let hex = land.grid.at(column, row).map(|cell| land.index[cell.index()]);
                text.push(hex.map_or('.', |hex| land.terrain(Hex(hex)).letter()));
            }
        }
        text
    }
}

impl TryFrom<String> for Land {
    type Error = String;

    fn try_from(text: String) -> Result<Land, String> {
        let mut hexes = Vec::new();
        for (row, line) in text.split(['/', '\n']).enumerate() {
            for (column, letter) in line.trim().chars().enumerate() {
                if letter == '.' {
                    continue;
                }
                let terrain = Terrain::from_letter(letter)
                    .ok_or_else(|| format!("`{letter}` is no terrain: say G, J, D, W or ."))?;
                if row >= 999 || column >= 702 {
                    return Err("the map is too large: at most 702 columns and 999 rows".into());
                }
                let place = Place { column: column.fit::<u16>() + 1, row: row.fit::<u16>() + 1 };
                hexes.push((place, terrain));
            }
        }
        if hexes.is_empty() {
            return Err("the map has no hexes".into());
        }
        Ok(Land::new(hexes))
    }
}
