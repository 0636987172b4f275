//! Where hexes lie: centres, corners and the outlines of areas, in board units.
//!
//! Where one hex lies is for [`terrain::Lattice`] to say; this adds what drawing needs.

use crate::ground::{HexCell, HexField, Point, Rect};
use std::collections::{BTreeMap, BTreeSet};
use terrain::{APOTHEM as SIDE, Integer, Lower, RADIUS as CORNER, Side, Top};

/// How a field of hexes is turned and shifted: all that is needed to find a hex on the board.
///
/// ```
/// use stage::hexes::HexLayout;
/// use terrain::{Lower, Top};
///
/// let layout = HexLayout::new(Top::Flat, Lower::Even);
/// let centre = layout.centre(3, 2);
/// assert_eq!(layout.hex_at(centre), (3, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexLayout(terrain::Lattice);

impl HexLayout {
    /// Hexes that point this way and are shifted so.
    pub const fn new(top: Top, lower: Lower) -> HexLayout {
        HexLayout(terrain::Lattice { top, lower })
    }

    /// The lattice of a field.
    pub fn of(field: &HexField) -> HexLayout {
        HexLayout::new(field.top, field.lower)
    }

    /// Which way the hexes point.
    pub fn top(self) -> Top {
        self.0.top
    }

    /// The centre of the hex in that column and row, counted from 0.
    pub fn centre(self, column: i32, row: i32) -> Point {
        self.0.centre(column, row).into()
    }

    /// The corners around a centre, clockwise; corner `k` and `k + 1` bound side `k`.
    pub fn corners_around(self, centre: Point) -> [Point; 6] {
        self.0.corners_around((centre.x, centre.y)).map(Point::from)
    }

    /// The corners of the hex in that column and row, clockwise; corner `k` and `k + 1` bound side `k`.
    pub fn corners(self, column: i32, row: i32) -> [Point; 6] {
        self.0.corners(column, row).map(Point::from)
    }

    /// The centre of a hex of the field.
    pub fn centre_of(self, cell: &HexCell) -> Point {
        self.centre(cell.column.into(), cell.row.into())
    }

    /// The corners of a hex of the field, as [`HexLayout::corners`] gives them.
    pub fn corners_of(self, cell: &HexCell) -> [Point; 6] {
        self.corners(cell.column.into(), cell.row.into())
    }

    /// The middle of a side, counted as [`terrain::Side`] counts.
    pub fn side_middle(self, column: i32, row: i32, side: u8) -> Point {
        self.0.side_middle(column, row, Side(side)).into()
    }

    /// Column and row of the hex whose centre is nearest to the point.
    pub fn hex_at(self, point: Point) -> (i32, i32) {
        let (column, row) = match self.0.top {
            Top::Flat => {
                ((point.x - CORNER).div_euclid(1500), (point.y - SIDE).div_euclid(2 * SIDE))
            }
            Top::Pointy => {
                ((point.x - SIDE).div_euclid(2 * SIDE), (point.y - CORNER).div_euclid(1500))
            }
        };
        (-1..=2)
            .flat_map(|dc| (-1..=2).map(move |dr| (column + dc, row + dr)))
            .min_by_key(|&(c, r)| {
                let centre = self.centre(c, r);
                let (dx, dy) = (i64::from(centre.x - point.x), i64::from(centre.y - point.y));
                dx * dx + dy * dy
            })
            .unwrap_or((column, row))
    }

    /// The closed rings around a set of hexes, given by column and row, with the hexes on the right
    /// hand of each ring: outer rings run clockwise, holes the other way. Rings come in a stable
    /// order and start at their first corner from the top left.
    pub fn rings(self, hexes: impl IntoIterator<Item = (i32, i32)>) -> Vec<Vec<Point>> {
        let hexes: BTreeSet<(i32, i32)> = hexes.into_iter().collect();
        let mut edges = BTreeSet::new();
        for &(column, row) in &hexes {
            let corners = self.corners(column, row);
            for side in 0..6 {
                edges.insert((key(corners[side]), key(corners[(side + 1) % 6])));
            }
        }
        let border: Vec<_> =
            edges.iter().filter(|(a, b)| !edges.contains(&(*b, *a))).copied().collect();
        // Three hexes meet at a corner, so at most one border edge leaves it.
        let mut next: BTreeMap<_, _> = border.into_iter().collect();
        let mut rings = Vec::new();
        while let Some((&start, _)) = next.iter().next() {
            let mut ring = Vec::new();
            let mut at = start;
            while let Some(to) = next.remove(&at) {
                ring.push(Point { x: at.1, y: at.0 });
                at = to;
            }
            rings.push(ring);
        }
        rings
    }
}

fn key(point: Point) -> (i32, i32) {
    (point.y, point.x)
}

/// A ring drawn `by` board units further in, towards its right hand.
pub fn inset(ring: &[Point], by: i32) -> Vec<Point> {
    let count = ring.len();
    let normal = |a: Point, b: Point| {
        let (dx, dy) = (f64::from(b.x - a.x), f64::from(b.y - a.y));
        let length = dx.hypot(dy).max(1.0);
        (-dy / length, dx / length)
    };
    (0..count)
        .map(|index| {
            let (before, here, after) =
                (ring[(index + count - 1) % count], ring[index], ring[(index + 1) % count]);
            let (ax, ay) = normal(before, here);
            let (bx, by_) = normal(here, after);
            let (sx, sy) = (ax + bx, ay + by_);
            let square = (sx * sx + sy * sy).max(0.2);
            let stretch = 2.0 * f64::from(by) / square;
            Point {
                x: here.x + i32::truncated((sx * stretch).round()),
                y: here.y + i32::truncated((sy * stretch).round()),
            }
        })
        .collect()
}

/// The rectangle around all hexes of a field; empty if it has none.
pub fn extent(field: &HexField) -> Rect {
    let layout = HexLayout::of(field);
    let corners = field.cells.iter().flat_map(|cell| layout.corners_of(cell));
    Rect::around(corners)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LATTICES: [HexLayout; 4] = [
        HexLayout::new(Top::Flat, Lower::Odd),
        HexLayout::new(Top::Flat, Lower::Even),
        HexLayout::new(Top::Pointy, Lower::Odd),
        HexLayout::new(Top::Pointy, Lower::Even),
    ];

    #[test]
    fn the_board_starts_at_the_origin() {
        for layout in LATTICES {
            let corners = (0..2).flat_map(|c| (0..2).flat_map(move |r| layout.corners(c, r)));
            let rect = Rect::around(corners);
            assert_eq!((rect.x, rect.y), (0, 0), "{layout:?}");
        }
        let flat = LATTICES[1];
        assert_eq!(flat.centre(0, 0), Point { x: 1000, y: 866 });
        assert_eq!(flat.centre(1, 0), Point { x: 2500, y: 1732 });
        let pointy = LATTICES[3];
        assert_eq!(pointy.centre(0, 0), Point { x: 866, y: 1000 });
        assert_eq!(pointy.centre(0, 1), Point { x: 1732, y: 2500 });
    }

    #[test]
    fn neighbours_share_the_side_that_the_grid_says() {
        for layout in LATTICES {
            let grid = terrain::Grid::rectangle(
                layout.0.top,
                layout.0.lower,
                terrain::Labels::ColumnRow,
                6,
                6,
            );
            for cell in grid.cells() {
                let (column, row) = grid.place(cell);
                for side in terrain::Side::ALL {
                    let (c, r) = grid.beyond(cell, side);
                    assert_eq!(
                        layout.side_middle(i32::from(column), i32::from(row), side.0),
                        layout.side_middle(c, r, side.opposite().0),
                        "{layout:?} {column},{row} {side:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_centre_belongs_to_its_own_hex() {
        for layout in LATTICES {
            for (column, row) in [(0, 0), (3, 4), (4, 3), (7, 7)] {
                let Point { x, y } = layout.centre(column, row);
                for (dx, dy) in [(0, 0), (400, 400), (-400, 400), (0, -800), (790, 0)] {
                    assert_eq!(layout.hex_at(Point { x: x + dx, y: y + dy }), (column, row));
                }
            }
        }
    }

    #[test]
    fn a_ring_of_six_has_an_outside_and_a_hole() {
        let layout = LATTICES[1];
        let grid =
            terrain::Grid::rectangle(Top::Flat, Lower::Even, terrain::Labels::ColumnRow, 9, 9);
        let middle = grid.find("0404").unwrap();
        let ring = terrain::Side::ALL.map(|side| grid.beyond(middle, side));
        let rings = layout.rings(ring);
        let mut lengths: Vec<_> = rings.iter().map(Vec::len).collect();
        lengths.sort();
        assert_eq!(lengths, [6, 18]);
        let area = |ring: &Vec<Point>| -> i64 {
            (0..ring.len())
                .map(|i| {
                    let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
                    i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y)
                })
                .sum()
        };
        for ring in &rings {
            assert_eq!(area(ring) > 0, ring.len() == 18, "outer rings run clockwise, holes do not");
            let smaller = inset(ring, 100);
            assert!(area(&smaller) < area(ring), "an inset ring lies inside the area");
        }
    }
}
