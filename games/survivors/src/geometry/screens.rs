//! Screens: walls that keep all of one part of the table from seeing any of another. What is certain of
//! two cells is found once; what is not is left to a closer look.

use crate::geometry::point::{Mils, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::segment::orient;
use std::sync::atomic::{AtomicU8, Ordering};

/// The width of a cell.
const CELL: Mils = 2000;

/// No base is wider than that.
const WIDEST: Mils = 750;

/// Whether bases that stand in two cells of the ground cannot see each other, whatever else stands there:
/// one wall that never falls lies across every line between them.
#[derive(Debug, Default)]
pub(crate) struct Screens {
    walls: Vec<(Point, Point)>,
    columns: Mils,
    rows: Mils,
    /// By two cells, the lesser first: what is known.
    pairs: Box<[AtomicU8]>,
}

const UNKNOWN: u8 = 0;
const OPEN: u8 = 1;
const SCREENED: u8 = 2;

/// A copy finds out again: it follows from the walls.
impl Clone for Screens {
    fn clone(&self) -> Screens {
        let pairs = self.pairs.iter().map(|_| AtomicU8::new(UNKNOWN)).collect();
        Screens { walls: self.walls.clone(), columns: self.columns, rows: self.rows, pairs }
    }
}

impl Screens {
    /// The screens of a table that is so large: walls of the ground that never fall, and edges of what is
    /// solid there.
    pub(crate) fn new(high: Point, walls: Vec<(Point, Point)>) -> Screens {
        let (columns, rows) = (high.x / CELL + 1, high.y / CELL + 1);
        let cells = (columns * rows) as usize;
        let pairs = (0..cells * cells).map(|_| AtomicU8::new(UNKNOWN)).collect();
        Screens { walls, columns, rows, pairs }
    }

    fn cell(&self, at: Point) -> Option<usize> {
        let (column, row) = (at.x.div_euclid(CELL), at.y.div_euclid(CELL));
        let on_table = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        on_table.then(|| (row * self.columns + column) as usize)
    }

    /// Where the eyes and the shoulders of a base may be whose centre lies in a cell.
    fn reach(&self, cell: usize) -> Bounds {
        let (column, row) = (cell as Mils % self.columns, cell as Mils / self.columns);
        let low = Point::new(column * CELL, row * CELL);
        Bounds { low, high: Point::new(low.x + CELL - 1, low.y + CELL - 1) }.widened(WIDEST)
    }

    /// Whether it is certain that two bases, no wider than this, do not see each other.
    #[inline]
    pub(crate) fn part(&self, one: Point, other: Point, radius: Mils) -> bool {
        if radius > WIDEST {
            return false;
        }
        let (Some(one), Some(other)) = (self.cell(one), self.cell(other)) else { return false };
        let (less, more) = (one.min(other), one.max(other));
        let cells = (self.columns * self.rows) as usize;
        let pair = &self.pairs[less * cells + more];
        match pair.load(Ordering::Relaxed) {
            UNKNOWN => {
                let (one, other) = (self.reach(less), self.reach(more));
                let screened = self.walls.iter().any(|(a, b)| screens(*a, *b, &one, &other));
                pair.store(if screened { SCREENED } else { OPEN }, Ordering::Relaxed);
                screened
            }
            known => known == SCREENED,
        }
    }
}

/// Whether a wall lies across every straight line from one box to another.
fn screens(a: Point, b: Point, one: &Bounds, other: &Bounds) -> bool {
    let lefts = |bounds: &Bounds| bounds.corners().map(|corner| orient(a, b, corner).signum());
    let (ones, others) = (lefts(one), lefts(other));
    let side = ones[0];
    if side == 0 || ones.iter().any(|it| *it != side) || others.iter().any(|it| *it != -side) {
        return false;
    }
    // From every corner to every corner one end of the wall is to the left and one to the right: so it is,
    // then, between all other points of the boxes.
    one.corners().iter().all(|p| {
        other
            .corners()
            .iter()
            .all(|q| orient(*p, *q, a).signum() == -side && orient(*p, *q, b).signum() == side)
    })
}
