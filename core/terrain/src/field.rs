//! Movement: how far everything is, and the way there, when steps cost.
//!
//! hexx has such searches too, over hash maps that are made anew each time; rules and bots ask far
//! too often for that, and our boards have edges to step off.

use crate::grid::{Cell, Grid, Side};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No cell has this key: not reached.
const FAR: u64 = u64::MAX;

/// No step: the cell is where the field begins.
const START: u8 = 6;

/// The cheapest ways from some cells, or towards some goal, over a whole grid.
///
/// A field is filled again and again; once its buffers have grown to the grid and its traffic,
/// filling allocates nothing, and filling within a small budget touches only the cells in reach.
///
/// A cost is asked as `cost(cell, side)`: what a step from the cell through that side costs, or
/// `None` if it cannot be made. Sides that lead off the board are asked only when a field leads
/// off the board. Distances of `u32::MAX` and more count as out of reach.
///
/// **Ties.** Of the cheapest ways the one with the fewest steps is taken; of these, looking from the
/// cell that one asks about, the one through the lowest [`Side`] of that cell, and so on at each cell
/// up to the field's beginning. The order of the given cells does not matter.
///
/// ```
/// use terrain::{CostField, Grid, Labels, Lower, Top};
///
/// let grid = Grid::rectangle(Top::Flat, Lower::Odd, Labels::LetterNumber, 6, 6);
/// let [from, to] = ["A1", "D1"].map(|label| grid.find(label).unwrap());
/// let mut field = CostField::new();
/// field.fill_from(&grid, [from], |_, _| Some(2)); // every step costs two
/// assert_eq!(field.cost(to), Some(6));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CostField {
    /// Cost in the upper half, steps in the lower, so that one comparison orders both.
    keys: Vec<u64>,
    /// The side of each reached cell through which the field's beginning lies.
    back: Vec<u8>,
    queue: BinaryHeap<Reverse<(u64, Cell)>>,
    /// Cells with a key, to be wiped before the next filling.
    touched: Vec<Cell>,
    /// Cells whose distance is final, nearest first.
    reached: Vec<Cell>,
}

impl CostField {
    /// An empty field that reaches nothing.
    pub fn new() -> CostField {
        CostField::default()
    }

    /// Fills the field with the cheapest ways from the nearest of these cells to every cell.
    pub fn fill_from(
        &mut self,
        grid: &Grid,
        from: impl IntoIterator<Item = Cell>,
        cost: impl Fn(Cell, Side) -> Option<u32>,
    ) {
        self.fill_from_within(grid, from, u32::MAX, cost);
    }

    /// As [`CostField::fill_from`], but only to the cells that cost at most `budget`.
    pub fn fill_from_within(
        &mut self,
        grid: &Grid,
        from: impl IntoIterator<Item = Cell>,
        budget: u32,
        cost: impl Fn(Cell, Side) -> Option<u32>,
    ) {
        self.begin(grid, from);
        self.spread(grid, budget, |_, cell, side| cost(cell, side));
    }

    /// Fills the field with the cheapest ways from every cell to the nearest of these cells.
    pub fn fill_towards(
        &mut self,
        grid: &Grid,
        to: impl IntoIterator<Item = Cell>,
        cost: impl Fn(Cell, Side) -> Option<u32>,
    ) {
        self.fill_towards_or_off(grid, to, |_, _| false, cost);
    }

    /// As [`CostField::fill_towards`], where stepping off the board (or into a missing cell) through a
    /// side for which `off` holds is as good as reaching one of the cells.
    pub fn fill_towards_or_off(
        &mut self,
        grid: &Grid,
        to: impl IntoIterator<Item = Cell>,
        off: impl Fn(Cell, Side) -> bool,
        cost: impl Fn(Cell, Side) -> Option<u32>,
    ) {
        self.begin(grid, to);
        for cell in grid.cells() {
            for side in Side::ALL {
                if grid.neighbour(cell, side).is_none()
                    && off(cell, side)
                    && let Some(key) = cost(cell, side).and_then(|cost| farther(0, cost))
                {
                    self.offer(cell, key, side.0);
                }
            }
        }
        self.spread(grid, u32::MAX, |next, _, side| cost(next, side.opposite()));
    }

    /// Fills the field with plain steps from the nearest of these cells, through cells for which
    /// `passable` holds.
    pub fn fill_steps(
        &mut self,
        grid: &Grid,
        from: impl IntoIterator<Item = Cell>,
        passable: impl Fn(Cell) -> bool,
    ) {
        self.fill_from(grid, from, |cell, side| {
            let next = grid.neighbour(cell, side)?;
            passable(next).then_some(1)
        });
    }

    /// The cost between the cell and the field's beginning, if there is a way.
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        let key = *self.keys.get(cell.index())?;
        (key != FAR).then(|| cost_of(key))
    }

    /// The steps of the way between the cell and the field's beginning, if there is one.
    pub fn steps(&self, cell: Cell) -> Option<u32> {
        let key = *self.keys.get(cell.index())?;
        (key != FAR).then(|| steps_of(key))
    }

    /// The side of the cell through which its way goes: onwards in a field towards something,
    /// backwards in a field from something. `None` at the field's beginning and out of reach.
    pub fn side(&self, cell: Cell) -> Option<Side> {
        self.cost(cell)?;
        match self.back.get(cell.index()) {
            Some(&side) if side < START => Some(Side(side)),
            _ => None,
        }
    }

    /// The cells that cost at most `budget`, nearest first; cells that cost the same go by fewest
    /// steps, then in cell order.
    pub fn within(&self, budget: u32) -> &[Cell] {
        let end = self
            .reached
            .partition_point(|cell| self.cost(*cell).is_some_and(|cost| cost <= budget));
        &self.reached[..end]
    }

    /// Puts the way from the cell to the goal of a field towards something into `way`, both ends
    /// included, and gives the side by which it then leaves the board, if it does. `way` stays empty
    /// if there is no way.
    pub fn way_onwards(&self, grid: &Grid, from: Cell, way: &mut Vec<Cell>) -> Option<Side> {
        way.clear();
        self.cost(from)?;
        way.push(from);
        let mut cell = from;
        while let Some(side) = self.side(cell) {
            match grid.neighbour(cell, side) {
                Some(next) => cell = next,
                None => return Some(side),
            }
            way.push(cell);
        }
        None
    }

    /// Puts the way to the cell from the beginning of a field from something into `way`, both ends
    /// included. `way` stays empty if there is no way.
    pub fn way_to(&self, grid: &Grid, to: Cell, way: &mut Vec<Cell>) {
        self.way_onwards(grid, to, way);
        way.reverse();
    }

    fn begin(&mut self, grid: &Grid, cells: impl IntoIterator<Item = Cell>) {
        if self.keys.len() == grid.extent() {
            for cell in &self.touched {
                self.keys[cell.index()] = FAR;
            }
        } else {
            self.keys.clear();
            self.keys.resize(grid.extent(), FAR);
            self.back.clear();
            self.back.resize(grid.extent(), START);
        }
        self.queue.clear();
        self.touched.clear();
        self.reached.clear();
        for cell in cells {
            if grid.has(cell) {
                self.offer(cell, 0, START);
            }
        }
    }

    /// Settles cells nearest first. `cost(next, cell, side)` is the cost of the step between `cell`
    /// and the `next` cell through `side` of `cell`, in the direction of travel.
    fn spread(&mut self, grid: &Grid, budget: u32, cost: impl Fn(Cell, Cell, Side) -> Option<u32>) {
        while let Some(Reverse((key, cell))) = self.queue.pop() {
            if key != self.keys[cell.index()] {
                continue;
            }
            self.reached.push(cell);
            for side in Side::ALL {
                let Some(next) = grid.neighbour(cell, side) else {
                    continue;
                };
                // A cell at least as near as this one needs no other way.
                if self.keys[next.index()] <= key {
                    continue;
                }
                let step = cost(next, cell, side).and_then(|cost| farther(key, cost));
                if let Some(next_key) = step
                    && cost_of(next_key) <= budget
                {
                    self.offer(next, next_key, side.opposite().0);
                }
            }
        }
    }

    fn offer(&mut self, cell: Cell, key: u64, back: u8) {
        let known = &mut self.keys[cell.index()];
        if key < *known {
            if *known == FAR {
                self.touched.push(cell);
            }
            *known = key;
            self.back[cell.index()] = back;
            self.queue.push(Reverse((key, cell)));
        } else if key == *known && key != 0 {
            let side = &mut self.back[cell.index()];
            *side = back.min(*side);
        }
    }
}

/// What a key costs: its high half.
#[inline]
fn cost_of(key: u64) -> u32 {
    steps_of(key >> 32)
}

/// In how many steps: the low half of a key.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the low half is what is asked for")]
fn steps_of(key: u64) -> u32 {
    key as u32
}

/// The key one step of that cost further on, unless that is out of reach.
fn farther(key: u64, cost: u32) -> Option<u64> {
    let total = cost_of(key);
    let total = total.checked_add(cost).filter(|total| *total < u32::MAX)?;
    Some(u64::from(total) << 32 | (u64::from(steps_of(key)) + 1))
}
