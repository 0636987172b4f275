//! A map: a grid with terrain, features, courses, marks on sides, and areas.

use crate::grid::{Cell, Grid, Side};
use std::collections::BTreeMap;

/// A line that runs from hex to hex through their sides: a river, a trail.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Course {
    /// The cells in order; `true` if the course only points at the cell and does not enter it.
    pub cells: Vec<(Cell, bool)>,
    /// The side by which the course leaves the board from its first cell.
    pub from_edge: Option<Side>,
    /// The side by which the course leaves the board from its last cell.
    pub to_edge: Option<Side>,
}

/// A note about one side of one hex, for the rare place where the drawing says more than the terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideMark {
    /// The hex.
    pub cell: Cell,
    /// Its side.
    pub side: Side,
    /// What is said of it: a word that the game knows.
    pub word: String,
}

/// A drawing of areas in the map file: which letter stands for which area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// What the layer is called.
    pub name: String,
    /// Letters with the names of their areas, in the order of the file's legend.
    pub legend: Vec<(char, String)>,
}

/// A map as read from its file. Immutable once read.
///
/// ```
/// let file = r#"
/// name = "Islet"
/// tops = "flat"
/// lower = "even"
/// labels = "A1"
/// [legend]
/// "." = "grass"
/// w = "woods"
/// [body]
/// terrain = """
/// 1  .w.
/// 2  ...
/// """
/// "#;
/// let map = terrain::Map::parse(file).unwrap();
/// let b1 = map.grid.find("B1").unwrap();
/// assert_eq!(map.terrain_name(b1), "woods");
/// assert_eq!(terrain::Map::parse(&map.to_file()), Ok(map));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// What the map is called.
    pub name: String,
    /// Its cells.
    pub grid: Grid,
    /// Terrain names in the order of the file's legend, with their letters.
    pub legend: Vec<(char, String)>,
    /// Index into the legend for each cell of the grid's extent; 0 for missing cells.
    pub terrain: Vec<u8>,
    /// Cells that carry a feature (a ford, a basin …), by the feature's name, in label order.
    pub features: BTreeMap<String, Vec<Cell>>,
    /// Numbered features (bases), by name and number.
    pub numbered: BTreeMap<String, BTreeMap<u32, Cell>>,
    /// Courses (rivers, trails) by the kind's name.
    pub courses: BTreeMap<String, Vec<Course>>,
    /// Marks on single sides.
    pub sides: Vec<SideMark>,
    /// Areas (ranges, panels): sets of cells by name, in cell order.
    pub areas: BTreeMap<String, Vec<Cell>>,
    /// How the file draws its areas, in its order. An area in no layer is written as a list.
    pub layers: Vec<Layer>,
}

impl Map {
    /// A map with terrain and nothing else: `terrain` gives each cell that is present its index
    /// into the legend.
    pub fn new(
        name: impl Into<String>,
        grid: Grid,
        legend: Vec<(char, String)>,
        terrain: impl Fn(Cell) -> u8,
    ) -> Map {
        let mut indices = vec![0; grid.extent()];
        for cell in grid.cells() {
            indices[cell.index()] = terrain(cell);
        }
        Map {
            name: name.into(),
            grid,
            legend,
            terrain: indices,
            features: BTreeMap::new(),
            numbered: BTreeMap::new(),
            courses: BTreeMap::new(),
            sides: Vec::new(),
            areas: BTreeMap::new(),
            layers: Vec::new(),
        }
    }

    /// Name of the terrain of a cell.
    pub fn terrain_name(&self, cell: Cell) -> &str {
        &self.legend[self.terrain[cell.index()] as usize].1
    }

    /// Cells that carry the feature; empty if the map has none such.
    pub fn featured(&self, name: &str) -> &[Cell] {
        self.features.get(name).map_or(&[], Vec::as_slice)
    }

    /// Courses of that kind; empty if the map has none such.
    pub fn courses(&self, kind: &str) -> &[Course] {
        self.courses.get(kind).map_or(&[], Vec::as_slice)
    }

    /// Cells of the area in cell order; empty if the map has none such.
    pub fn area(&self, name: &str) -> &[Cell] {
        self.areas.get(name).map_or(&[], Vec::as_slice)
    }

    /// The cell of that number; a number that the map does not give has none.
    pub fn numbered(&self, name: &str, number: u32) -> Option<Cell> {
        self.numbered.get(name)?.get(&number).copied()
    }

    /// For every cell of the extent, a six-bit mask of the sides that a course of this kind crosses
    /// inside that cell. A cell that a course only points at has no bit for it.
    pub fn crossed_sides(&self, kind: &str) -> Vec<u8> {
        let mut masks = vec![0u8; self.grid.extent()];
        for (cell, mask) in crossings(&self.grid, self.courses(kind)) {
            masks[cell.index()] = mask;
        }
        masks
    }

    /// The sides that a course of this kind crosses although nothing in the neighbour meets it: where
    /// it points at a hex without entering. A river that a game wants unbroken has none.
    pub fn one_sided(&self, kind: &str) -> Vec<(Cell, Side)> {
        let crossings = crossings(&self.grid, self.courses(kind));
        let meets = |cell: Cell, side: Side| {
            crossings.get(&cell).is_some_and(|mask| mask & side.bit() != 0)
        };
        crossings
            .keys()
            .flat_map(|cell| Side::ALL.map(|side| (*cell, side)))
            .filter(|(cell, side)| {
                let next = self.grid.neighbour(*cell, *side);
                meets(*cell, *side) && next.is_some_and(|next| !meets(next, side.opposite()))
            })
            .collect()
    }

    /// For every cell of the extent, whether it carries the feature.
    pub fn has_feature(&self, name: &str) -> Vec<bool> {
        let mut has = vec![false; self.grid.extent()];
        for cell in self.featured(name) {
            has[cell.index()] = true;
        }
        has
    }

    /// For every cell of the extent, whether a course of this kind runs through it.
    pub fn on_course(&self, kind: &str) -> Vec<bool> {
        let mut on = vec![false; self.grid.extent()];
        for course in self.courses(kind) {
            for (cell, only_pointed_at) in &course.cells {
                on[cell.index()] |= !only_pointed_at;
            }
        }
        on
    }
}

/// The six-bit masks of the sides that the courses cross, for every cell that they enter.
pub(crate) fn crossings(grid: &Grid, courses: &[Course]) -> BTreeMap<Cell, u8> {
    let mut masks = BTreeMap::new();
    for course in courses {
        let mut cross = |(cell, only_pointed_at): (Cell, bool), side: Option<Side>| {
            if !only_pointed_at {
                *masks.entry(cell).or_default() |= side.map_or(0, Side::bit);
            }
        };
        for pair in course.cells.windows(2) {
            if let Some(side) = grid.side_towards(pair[0].0, pair[1].0) {
                cross(pair[0], Some(side));
                cross(pair[1], Some(side.opposite()));
            }
        }
        if let (Some(first), Some(last)) = (course.cells.first(), course.cells.last()) {
            cross(*first, course.from_edge);
            cross(*last, course.to_edge);
        }
    }
    masks
}
