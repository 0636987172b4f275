//! Where cells lie on the board: centres, corners, sides, connected pieces and their outlines.
//!
//! Points are those of the grid's [`Lattice`]; the rectangle of the grid (missing cells included)
//! starts at (0, 0).

use crate::grid::{Cell, Grid, Lower, Side, Top};
use crate::lattice::{APOTHEM, Lattice, Point, RADIUS};

/// The border of one connected piece of cells, as closed rings of corner points whose last point
/// is joined to the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The ring around the piece, clockwise as seen on the board.
    pub outer: Vec<Point>,
    /// The rings around what the piece encloses without containing it, counter-clockwise.
    pub holes: Vec<Vec<Point>>,
}

/// One of the four edges of the rectangle of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Above the first row.
    North,
    /// Right of the last column.
    East,
    /// Below the last row.
    South,
    /// Left of the first column.
    West,
}

impl Edge {
    /// All four, clockwise from the top.
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];
}

impl Grid {
    /// How the cells lie. A single line of hexes has no neighbour to be shifted against.
    pub fn lattice(&self) -> Lattice {
        let (lines, _) = self.top.turned((i32::from(self.columns()), i32::from(self.rows())));
        Lattice { top: self.top, lower: if lines > 1 { self.lower } else { Lower::Even } }
    }

    /// Width and height of the rectangle of the grid, missing cells included.
    pub fn size(&self) -> Point {
        let (columns, rows) = (i32::from(self.columns()), i32::from(self.rows()));
        let (along, across) = match self.top {
            Top::Flat => (columns, rows),
            Top::Pointy => (rows, columns),
        };
        if along == 0 || across == 0 {
            return (0, 0);
        }
        let size = (
            3 * RADIUS / 2 * along + RADIUS / 2,
            2 * APOTHEM * across + if along > 1 { APOTHEM } else { 0 },
        );
        self.top.turned(size)
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> Point {
        let (column, row) = self.place(cell);
        self.lattice().centre(i32::from(column), i32::from(row))
    }

    /// The six corners of a cell, clockwise; side `k` runs from corner `k` to corner `k + 1`.
    pub fn corners(&self, cell: Cell) -> [Point; 6] {
        let (column, row) = self.place(cell);
        self.lattice().corners(i32::from(column), i32::from(row))
    }

    /// The middle of a side of a cell.
    pub fn side_middle(&self, cell: Cell, side: Side) -> Point {
        let (column, row) = self.place(cell);
        self.lattice().side_middle(i32::from(column), i32::from(row), side)
    }

    /// The cell that covers a point; a point on a border belongs to the first of the cells there
    /// that is present, in cell order.
    pub fn cell_at_point(&self, x: i32, y: i32) -> Option<Cell> {
        let (along, across) = self.top.turned((x, y));
        let line = along.div_euclid(3 * RADIUS / 2);
        let place = across.div_euclid(2 * APOTHEM);
        let near = |line: i32| (place.saturating_sub(1)..=place).map(move |place| (line, place));
        (line.saturating_sub(1)..=line)
            .flat_map(near)
            .filter_map(|place| {
                let (column, row) = self.top.turned(place);
                self.at(column, row)
            })
            .filter(|cell| self.covers(*cell, (x, y)))
            .min()
    }

    /// Whether a step from the cell through that side leads over that edge of the rectangle. A step
    /// past a corner of the board leads over two edges; a step into a missing cell over none.
    pub fn leaves_over(&self, cell: Cell, side: Side, edge: Edge) -> bool {
        let (column, row) = self.beyond(cell, side);
        match edge {
            Edge::North => row < 0,
            Edge::East => column >= i32::from(self.columns()),
            Edge::South => row >= i32::from(self.rows()),
            Edge::West => column < 0,
        }
    }

    /// The connected pieces of the cells for which `inside` holds: the cells of a piece in cell
    /// order, the pieces in the order of their first cells.
    pub fn pieces(&self, inside: impl Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
        let piece_of = self.piece_numbers(inside);
        let mut pieces = Vec::new();
        for cell in self.cells() {
            if let Some(number) = piece_of[cell.index()] {
                if number == pieces.len() {
                    pieces.push(Vec::new());
                }
                pieces[number].push(cell);
            }
        }
        pieces
    }

    /// The outlines of the connected pieces of the cells for which `inside` holds, in the order of
    /// [`Grid::pieces`]. Rings follow hex sides, never touch each other or themselves, and begin at
    /// the first of their cells in cell order.
    pub fn outlines(&self, inside: impl Fn(Cell) -> bool) -> Vec<Outline> {
        let piece_of = self.piece_numbers(inside);
        let within = |cell: Option<Cell>| cell.is_some_and(|c| piece_of[c.index()].is_some());
        let mut outlines: Vec<Outline> = Vec::new();
        let mut traced = vec![0u8; self.extent()];
        for first in self.cells().filter(|cell| within(Some(*cell))) {
            for first_side in Side::ALL {
                let mut ring = Vec::new();
                let (mut cell, mut side) = (first, first_side);
                while traced[cell.index()] & side.bit() == 0 && !within(self.neighbour(cell, side))
                {
                    traced[cell.index()] |= side.bit();
                    ring.push(self.corners(cell)[side.0 as usize]);
                    let turn = side.turned(1);
                    (cell, side) = match self.neighbour(cell, turn) {
                        Some(next) if within(Some(next)) => (next, side.turned(-1)),
                        _ => (cell, turn),
                    };
                }
                if ring.is_empty() {
                    continue;
                }
                match piece_of[first.index()].and_then(|number| outlines.get_mut(number)) {
                    // The first cell of a piece lies on its outer ring, so that ring comes first.
                    None => outlines.push(Outline { outer: ring, holes: Vec::new() }),
                    Some(outline) => outline.holes.push(ring),
                }
            }
        }
        outlines
    }

    fn piece_numbers(&self, inside: impl Fn(Cell) -> bool) -> Vec<Option<usize>> {
        let mut piece_of = vec![None; self.extent()];
        let mut count = 0;
        let mut open = Vec::new();
        for first in self.cells() {
            if piece_of[first.index()].is_some() || !inside(first) {
                continue;
            }
            piece_of[first.index()] = Some(count);
            open.push(first);
            while let Some(cell) = open.pop() {
                for next in Side::ALL.into_iter().filter_map(|side| self.neighbour(cell, side)) {
                    if piece_of[next.index()].is_none() && inside(next) {
                        piece_of[next.index()] = Some(count);
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        piece_of
    }

    fn covers(&self, cell: Cell, point: Point) -> bool {
        let (x, y) = self.centre(cell);
        let (dx, dy) = self.top.turned((point.0 - x, point.1 - y));
        let (dx, dy) = (i64::from(dx.unsigned_abs()), i64::from(dy.unsigned_abs()));
        let (radius, apothem) = (i64::from(RADIUS), i64::from(APOTHEM));
        dy <= apothem && apothem * dx + radius / 2 * dy <= apothem * radius
    }
}
