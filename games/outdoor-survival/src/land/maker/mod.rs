//! A new wilderness from a seed.
//!
//! A map is sketched in the order in which a painter would work: swamps and deserts, rivers, bases
//! and fords, mountains, woods, trails, symbols. Every step draws by lot and looks for room; a
//! sketch that runs out of room is thrown away and another begun, with the same dice.

mod balance;
mod patches;
mod rivers;
mod symbols;
mod tracks;

use crate::edition::components::Terrain;
use crate::land::house_checks;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use table::{Dice, Seed};
use terrain::{Cell, Course, Fit, Grid, Labels, Lower, Map, Side, Top};

/// Sketches begun before a seed is given up.
const SKETCHES: u32 = 200;

/// What a step ends with: its work, or what there was no room for.
type Step<T = ()> = Result<T, &'static str>;

/// A new map that passes [`house_checks`]: the same for the same seed, on every machine.
pub fn make_map(seed: Seed) -> Result<Map, String> {
    let mut dice = Dice::seeded(seed);
    let mut problem = String::new();
    for _ in 0..SKETCHES {
        let mut sketch = Sketch::new(&mut dice);
        match sketch.paint() {
            Ok(()) => {
                let map = sketch.map();
                match house_checks(&map).first() {
                    None => return Ok(map),
                    Some(fault) => problem = fault.to_string(),
                }
            }
            Err(lacking) => problem = lacking.into(),
        }
    }
    Err(format!(
        "no wilderness came of this seed in {SKETCHES} sketches; the last failed: {problem}"
    ))
}

/// A map in the making.
struct Sketch<'d> {
    dice: &'d mut Dice,
    grid: Grid,
    ground: Vec<Terrain>,
    /// Clear hexes that stay clear.
    kept: Vec<bool>,
    rivers: Vec<Course>,
    river: Vec<bool>,
    trails: Vec<Course>,
    trail: Vec<bool>,
    bases: BTreeMap<u32, Cell>,
    fords: Vec<Cell>,
    basins: Vec<Cell>,
    foods: Vec<Cell>,
}

impl<'d> Sketch<'d> {
    fn new(dice: &'d mut Dice) -> Sketch<'d> {
        let grid = Grid::rectangle(Top::Flat, Lower::Even, Labels::ColumnRow, 43, 34);
        let extent = grid.extent();
        Sketch {
            dice,
            grid,
            ground: vec![Terrain::Clear; extent],
            kept: vec![false; extent],
            rivers: Vec::new(),
            river: vec![false; extent],
            trails: Vec::new(),
            trail: vec![false; extent],
            bases: BTreeMap::new(),
            fords: Vec::new(),
            basins: Vec::new(),
            foods: Vec::new(),
        }
    }

    fn paint(&mut self) -> Step {
        let camp = self.grid.find("2217").ok_or("no hex for Base 5")?;
        self.bases.insert(5, camp);
        self.swamps()?;
        self.deserts()?;
        self.rivers()?;
        self.bases()?;
        self.fords()?;
        self.mountains()?;
        self.woods()?;
        self.trails()?;
        self.balance()?;
        self.basins()?;
        self.foods()
    }

    /// The sketch as it stands.
    fn map(&self) -> Map {
        let letters = ['.', 'w', 'd', 'm', 's'];
        let legend = Terrain::ALL.map(|terrain| (letters[terrain as usize], terrain.word().into()));
        let mut map = Map::new("A new wilderness", self.grid.clone(), legend.to_vec(), |cell| {
            self.ground[cell.index()] as u8
        });
        for (kind, courses) in [("river", &self.rivers), ("trail", &self.trails)] {
            map.courses.insert(kind.into(), courses.clone());
        }
        for (name, cells) in [("ford", &self.fords), ("basin", &self.basins), ("food", &self.foods)]
        {
            let mut cells = cells.clone();
            cells.sort_by_key(|cell| self.grid.place(*cell));
            map.features.insert(name.into(), cells);
        }
        map.numbered.insert("base".into(), self.bases.clone());
        map
    }

    /// A number from the range, each as likely as the other.
    fn between(&mut self, range: RangeInclusive<u32>) -> u32 {
        range.start() + self.dice.roll("map", range.end() - range.start() + 1) - 1
    }

    fn one_of<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        self.dice.pick("map", things).copied()
    }

    /// Of so many hexes drawn by lot the one with the most room around it.
    fn roomiest(&mut self, among: &[Cell], room: &[u32], lots: u32) -> Option<Cell> {
        let drawn: Vec<Cell> = (0..lots).filter_map(|_| self.one_of(among)).collect();
        drawn.into_iter().max_by_key(|cell| room[cell.index()])
    }

    fn is(&self, cell: Cell, terrain: Terrain) -> bool {
        self.ground[cell.index()] == terrain
    }

    fn all(&self, terrain: Terrain) -> Vec<Cell> {
        self.grid.cells().filter(|cell| self.is(*cell, terrain)).collect()
    }

    fn camp(&self) -> Cell {
        self.bases[&5]
    }

    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        Side::ALL.into_iter().filter_map(move |side| self.grid.neighbour(cell, side))
    }

    /// Column and row, counted from 1.
    fn place(&self, cell: Cell) -> (u32, u32) {
        let (column, row) = self.grid.place(cell);
        (u32::from(column) + 1, u32::from(row) + 1)
    }

    /// Every hex in those columns and rows, counted from 1.
    fn within(&self, columns: RangeInclusive<u32>, rows: RangeInclusive<u32>) -> Vec<Cell> {
        let inside = |cell: &Cell| {
            let (column, row) = self.place(*cell);
            columns.contains(&column) && rows.contains(&row)
        };
        self.grid.cells().filter(inside).collect()
    }

    /// How far every hex is from the nearest of these, as the crow flies; very far if there are
    /// none.
    fn from(&self, cells: &[Cell]) -> Vec<u32> {
        let mut far = vec![u32::MAX; self.grid.extent()];
        let mut reached = cells.to_vec();
        for cell in cells {
            far[cell.index()] = 0;
        }
        let mut next = 0;
        while let Some(cell) = reached.get(next).copied() {
            next += 1;
            for beside in self.neighbours(cell) {
                if far[beside.index()] == u32::MAX {
                    far[beside.index()] = far[cell.index()] + 1;
                    reached.push(beside);
                }
            }
        }
        far
    }

    /// Whether giving this hex that terrain, or taking it away, neither joins nor parts patches of
    /// it: its neighbours of that terrain are some, not all, and follow one another.
    fn at_rim(&self, cell: Cell, terrain: Terrain) -> bool {
        let around = Side::ALL
            .map(|side| self.grid.neighbour(cell, side).is_some_and(|next| self.is(next, terrain)));
        (0..6).filter(|k| around[*k] && !around[(k + 1) % 6]).count() == 1
    }

    /// How many neighbours of the hex have that terrain.
    fn beside(&self, cell: Cell, terrain: Terrain) -> u32 {
        self.neighbours(cell).filter(|next| self.is(*next, terrain)).count().fit::<u32>()
    }

    /// Whether nothing but terrain is on the hex, so that its terrain can still change.
    fn open(&self, cell: Cell) -> bool {
        let index = cell.index();
        !self.kept[index] && !self.river[index] && !self.trail[index]
    }
}
