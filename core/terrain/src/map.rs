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

/// A map as read from its file. Immutable once read.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// What the map is called.
    pub name: String,
    /// Its cells.
    pub grid: Grid,
    /// Terrain names in the order of the file's legend, with their letters.
    pub legend: Vec<(char, String)>,
    /// Index into the legend for each cell of the grid's extent; meaningless for missing cells.
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
}

impl Map {
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

    /// For every cell of the extent, a six-bit mask of the sides that a course of this kind crosses
    /// inside that cell. A cell that a course only points at has no bit for it.
    pub fn crossed_sides(&self, kind: &str) -> Vec<u8> {
        let mut masks = vec![0u8; self.grid.extent()];
        for course in self.courses(kind) {
            for pair in course.cells.windows(2) {
                let [(a, a_only_pointed_at), (b, b_only_pointed_at)] = [pair[0], pair[1]];
                if let Some(side) = self.grid.side_towards(a, b) {
                    if !a_only_pointed_at {
                        masks[a.index()] |= side.bit();
                    }
                    if !b_only_pointed_at {
                        masks[b.index()] |= side.opposite().bit();
                    }
                }
            }
            let ends = [
                (course.from_edge, course.cells.first()),
                (course.to_edge, course.cells.last()),
            ];
            for (edge, end) in ends {
                if let (Some(side), Some((cell, false))) = (edge, end) {
                    masks[cell.index()] |= side.bit();
                }
            }
        }
        masks
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
