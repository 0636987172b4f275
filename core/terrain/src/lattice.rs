//! Where hexes lie: the endless pattern of centres and corners that grids are cut from.
//!
//! All points are whole board units, x to the right and y downwards. From the centre of a hex to a
//! corner it is 1000 units. The one irrational length of a hex, half the distance between opposite
//! sides, is rounded once, from 866.025 to 866; everything else follows from it without rounding, so
//! hexes are congruent, neighbours share their corners exactly, and every hex has the area
//! [`HEX_AREA`].

use crate::grid::{Lower, Side, Top};

/// A point of the board, in board units: x to the right, y downwards.
pub type Point = (i32, i32);

/// Units from the centre of a hex to each of its corners.
pub const RADIUS: i32 = 1000;

/// Units from the centre of a hex to the middle of each of its sides.
pub const APOTHEM: i32 = 866;

/// Square units that one hex covers.
pub const HEX_AREA: i64 = 3 * RADIUS as i64 * APOTHEM as i64;

/// How hexes are turned and shifted: all that is needed to find one on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// Which way the hexes point.
    pub top: Top,
    /// Which columns (flat tops) or rows (pointy tops) are shifted.
    pub lower: Lower,
}

impl Lattice {
    /// The centre of the hex in that column and row, counted from 0.
    pub fn centre(self, column: i32, row: i32) -> Point {
        let (line, place) = self.top.turned((column, row));
        let shifted = (line.rem_euclid(2) == 1) == (self.lower == Lower::Even);
        let shift = if shifted { APOTHEM } else { 0 };
        self.top.turned((3 * RADIUS / 2 * line + RADIUS, 2 * APOTHEM * place + APOTHEM + shift))
    }

    /// The corners of the hex in that column and row, clockwise; side `k` runs from corner `k` to
    /// corner `k + 1`.
    pub fn corners(self, column: i32, row: i32) -> [Point; 6] {
        self.corners_around(self.centre(column, row))
    }

    /// The corners around a centre, clockwise as [`Lattice::corners`] gives them.
    pub fn corners_around(self, (x, y): Point) -> [Point; 6] {
        const HALF: i32 = RADIUS / 2;
        let offsets = match self.top {
            Top::Flat => [
                (-HALF, -APOTHEM),
                (HALF, -APOTHEM),
                (RADIUS, 0),
                (HALF, APOTHEM),
                (-HALF, APOTHEM),
                (-RADIUS, 0),
            ],
            Top::Pointy => [
                (0, -RADIUS),
                (APOTHEM, -HALF),
                (APOTHEM, HALF),
                (0, RADIUS),
                (-APOTHEM, HALF),
                (-APOTHEM, -HALF),
            ],
        };
        offsets.map(|(dx, dy)| (x + dx, y + dy))
    }

    /// The middle of a side of the hex in that column and row.
    pub fn side_middle(self, column: i32, row: i32, side: Side) -> Point {
        let corners = self.corners(column, row);
        let (from, to) = (corners[side.0 as usize % 6], corners[(side.0 as usize + 1) % 6]);
        ((from.0 + to.0) / 2, (from.1 + to.1) / 2)
    }
}

impl Top {
    /// Flat tops as they are, pointy tops with x and y exchanged: lines of hexes run along x.
    pub(crate) fn turned(self, point: Point) -> Point {
        match self {
            Top::Flat => point,
            Top::Pointy => (point.1, point.0),
        }
    }
}
