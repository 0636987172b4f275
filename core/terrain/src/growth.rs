//! Building blocks for map generators: patches that grow, courses that meander, things scattered
//! apart.
//!
//! Chance comes from the caller as `draw`: given `n`, at least 1, it answers a number below `n`.
//! The same answers give the same map; the order of the questions is part of the promise.

use crate::field::CostField;
use crate::fit::Fit;
use crate::grid::{Cell, Grid, Side};
use crate::map::Course;
use std::collections::{BTreeMap, BTreeSet};

/// The weight that makes compact patches, for [`grow`]: one more than the square of the neighbours.
pub fn compact(neighbours: u32) -> u32 {
    neighbours.saturating_mul(neighbours).saturating_add(1)
}

/// A patch of exactly `size` cells around the seeds, in the order in which they were taken, the
/// seeds first; `None` if there is no room for so many or the seeds are more.
///
/// Again and again one cell that touches the patch and for which `may` holds joins it, drawn from
/// all such cells in label order (column by column), each weighted by `weight(n)` where `n` of its
/// neighbours are in the patch. Every connected piece of the patch holds a seed.
pub fn grow(
    grid: &Grid,
    seeds: &[Cell],
    size: usize,
    may: impl Fn(Cell) -> bool,
    weight: impl Fn(u32) -> u32,
    draw: &mut dyn FnMut(u32) -> u32,
) -> Option<Vec<Cell>> {
    let mut patch: Vec<Cell> = Vec::new();
    let mut taken = BTreeSet::new();
    let mut border: BTreeMap<(u16, u16), (Cell, u32)> = BTreeMap::new();
    let mut seeds = seeds.iter().copied();
    loop {
        let next = match seeds.next() {
            Some(seed) => grid.has(seed).then_some(seed),
            None if patch.len() >= size => break,
            None => pick(&border, &weight, draw),
        }?;
        border.remove(&grid.place(next));
        if !taken.insert(next) {
            continue;
        }
        patch.push(next);
        for side in Side::ALL {
            if let Some(cell) = grid.neighbour(next, side)
                && !taken.contains(&cell)
                && may(cell)
            {
                border.entry(grid.place(cell)).or_insert((cell, 0)).1 += 1;
            }
        }
    }
    (patch.len() == size).then_some(patch)
}

fn pick(
    border: &BTreeMap<(u16, u16), (Cell, u32)>,
    weight: impl Fn(u32) -> u32,
    draw: &mut dyn FnMut(u32) -> u32,
) -> Option<Cell> {
    let total =
        border.values().fold(0u32, |sum, (_, neighbours)| sum.saturating_add(weight(*neighbours)));
    if total == 0 {
        return None;
    }
    let mut left = draw(total);
    border
        .values()
        .find(|(_, neighbours)| {
            let share = weight(*neighbours);
            let here = left < share;
            left = left.saturating_sub(share);
            here
        })
        .map(|(cell, _)| *cell)
}

/// A course from a cell to one of the cells `to`, or off the board through a side for which `off`
/// holds, through cells for which `may` holds; `None` if there is none.
///
/// With a `bend` of 0 it is a shortest way with long straight stretches; the larger the `bend`, the
/// more it strays: about 4 makes a river that is mostly straight, 20 one that winds. It never crosses
/// or touches itself: two of its cells are neighbours only where one follows the other.
///
/// `draw` is asked once for every cell for which `may` holds, in cell order.
pub fn meander(
    grid: &Grid,
    from: Cell,
    to: &[Cell],
    off: impl Fn(Cell, Side) -> bool,
    may: impl Fn(Cell) -> bool,
    bend: u32,
    draw: &mut dyn FnMut(u32) -> u32,
) -> Option<Course> {
    /// What every step costs besides chance.
    const STRIDE: u32 = 4;
    let bend = bend.min(u32::from(u16::MAX));
    let mut entry: Vec<Option<u32>> = vec![None; grid.extent()];
    for cell in grid.cells().filter(|cell| may(*cell)) {
        entry[cell.index()] = Some(STRIDE + draw(bend + 1).min(bend));
    }
    // The price of a cell is the same from every side, so a detour between two touching cells
    // always costs more than the step between them.
    let cost = |cell: Cell, side: Side| match grid.neighbour(cell, side) {
        Some(next) => entry[next.index()],
        None => Some(STRIDE),
    };
    let mut field = CostField::new();
    field.fill_towards_or_off(grid, to.iter().copied(), off, cost);
    let mut way = Vec::new();
    let to_edge = field.way_onwards(grid, from, &mut way);
    (!way.is_empty()).then(|| Course {
        cells: way.into_iter().map(|cell| (cell, false)).collect(),
        from_edge: None,
        to_edge,
    })
}

/// So many cells for which `may` holds, any two of them at least `apart` steps from each other as
/// the crow flies, in the order drawn; `None` if chance left no room for the last of them.
pub fn scatter(
    grid: &Grid,
    count: usize,
    apart: u32,
    may: impl Fn(Cell) -> bool,
    draw: &mut dyn FnMut(u32) -> u32,
) -> Option<Vec<Cell>> {
    let mut left: Vec<Cell> = grid.cells().filter(|cell| may(*cell)).collect();
    let mut chosen: Vec<Cell> = Vec::new();
    while chosen.len() < count {
        if left.is_empty() {
            return None;
        }
        let place = draw(left.len().fit()) as usize;
        let cell = *left.get(place)?;
        chosen.push(cell);
        left.retain(|other| *other != cell && grid.distance(cell, *other) >= apart);
    }
    Some(chosen)
}
