//! Room: how much free space there is about every point of the ground. What lies wholly in the free
//! need not be looked at closer; like the index of the table, it never changes a result.

use crate::geometry::feature::{Area, Line};
use crate::geometry::point::{Mils, Point, isqrt};
use crate::geometry::polygon::{Bounds, edges, inside};
use crate::geometry::segment::{nearest, rough_length};

const CELL: Mils = 500;
/// From the middle of a cell to its corner, with what rounding may lose.
const CORNER: i64 = 358;

/// What rounding may lose on the way to a point between two others.
const ROUNDING: Mils = 4;
/// A shorter step is not worth taking.
const LEAST_STEP: Mils = 200;

/// For every half inch of the ground, how far it is at least to the nearest thing that could keep a
/// base out, slow it down or part it from another, in whatever state that thing is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    columns: i32,
    rows: i32,
    cells: Vec<u16>,
}

impl Room {
    /// The free space on a table.
    pub(crate) fn new(bounds: &Bounds, lines: &[Line], areas: &[Area]) -> Room {
        let (columns, rows) = (bounds.high.x / CELL + 1, bounds.high.y / CELL + 1);
        let lines = lines.iter().filter(|line| line.level == 0);
        let mut segments: Vec<(Point, Point)> = lines.map(|line| (line.a, line.b)).collect();
        let in_the_way =
            |area: &&Area| area.on(0) && (area.kind.is_impassable() || area.kind.is_obstacle());
        let areas: Vec<&Area> = areas.iter().filter(in_the_way).collect();
        segments.extend(areas.iter().flat_map(|area| edges(&area.corners)));
        segments.extend(edges(&bounds.corners()));
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let room = |(column, row): (i32, i32)| {
            let middle = Point::new(column * CELL + CELL / 2, row * CELL + CELL / 2);
            if areas.iter().any(|area| inside(&area.corners, middle)) {
                return 0;
            }
            let far = segments.iter().map(|(a, b)| nearest(middle, *a, *b).distance2(middle)).min();
            (isqrt(far.unwrap_or(0)) - CORNER).clamp(0, i64::from(u16::MAX)) as u16
        };
        Room { columns, rows, cells: cells.map(room).collect() }
    }

    /// How far it is at least from a point to anything.
    #[inline]
    pub(crate) fn about(&self, p: Point) -> Mils {
        let (column, row) = (p.x.div_euclid(CELL), p.y.div_euclid(CELL));
        if (0..self.columns).contains(&column) && (0..self.rows).contains(&row) {
            Mils::from(self.cells[(row * self.columns + column) as usize])
        } else {
            0
        }
    }

    /// Whether it is plain that a disc meets nothing, and brushes nothing, on a straight way: each
    /// step goes as far as there is room about the point before it.
    #[inline]
    pub(crate) fn is_free(&self, p: Point, q: Point, r: Mils) -> bool {
        let mut room = self.about(p) - r - ROUNDING;
        if room < LEAST_STEP {
            return false;
        }
        let way = q - p;
        let length = rough_length(way) as Mils;
        if room >= length {
            return true;
        }
        // In 65536ths.
        let (x, y) = ((way.x << 16) / i64::from(length), (way.y << 16) / i64::from(length));
        let mut gone = 0;
        while room >= LEAST_STEP {
            gone += room;
            if gone >= length {
                return true;
            }
            let part = |slope: i64| ((slope * i64::from(gone)) >> 16) as Mils;
            room = self.about(Point::new(p.x + part(x), p.y + part(y))) - r - ROUNDING;
        }
        false
    }
}
