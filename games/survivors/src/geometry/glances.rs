//! Glances: what stands between one part of the ground and another, worked out when first asked for. Like the
//! index of the table, it never changes a result: it only spares a closer look.

use crate::geometry::feature::{AreaKind, Line, LineKind};
use crate::geometry::point::{INCH, Mils, Point, Vector};
use crate::geometry::polygon::{Bounds, edges, inside};
use crate::geometry::sight::{BEHIND, SHOULDER};
use crate::geometry::tabletop::Tabletop;
use crate::position::FOOT;
use std::sync::atomic::{AtomicU8, Ordering};

const CELL: Mils = 2 * INCH;
/// How far from the middle of a cell the shoulder of somebody on foot may lie along an axis.
const HALF: i64 = (CELL / 2 + shoulder(FOOT)) as i64;

/// How far a shoulder lies from the centre of a base along an axis, at most.
const fn shoulder(radius: Mils) -> Mils {
    radius * SHOULDER.0 / SHOULDER.1 + 1
}

/// What somebody on foot in one cell sees of somebody on foot in another, wherever they stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glance {
    /// Nothing, for ever.
    Nothing,
    /// Nothing while this line stops sight.
    Past(usize),
    /// Everything that people and smoke let through.
    Everything,
    /// It takes a closer look.
    Unclear,
}

/// A glance in one byte; nought stands for what nobody has asked yet.
impl Glance {
    const LINES: usize = 4;

    fn noted(self) -> u8 {
        match self {
            Glance::Unclear => 1,
            Glance::Everything => 2,
            Glance::Nothing => 3,
            Glance::Past(line) => (Glance::LINES + line) as u8,
        }
    }

    #[inline]
    fn read(note: u8) -> Option<Glance> {
        Some(match note {
            0 => return None,
            1 => Glance::Unclear,
            2 => Glance::Everything,
            3 => Glance::Nothing,
            line => Glance::Past(usize::from(line) - Glance::LINES),
        })
    }
}

/// A glance for every two cells of the ground.
#[derive(Debug, Default)]
pub(crate) struct Glances {
    columns: i32,
    rows: i32,
    notes: Box<[AtomicU8]>,
}

/// What is known already is found again.
impl Clone for Glances {
    fn clone(&self) -> Glances {
        let notes = self.notes.iter().map(|note| AtomicU8::new(note.load(Ordering::Relaxed)));
        Glances { columns: self.columns, rows: self.rows, notes: notes.collect() }
    }
}

impl Glances {
    /// Room for the glances on a table so large.
    pub(crate) fn new(bounds: &Bounds) -> Glances {
        let (columns, rows) = (bounds.high.x / CELL + 1, bounds.high.y / CELL + 1);
        let pairs = ((columns * rows) as usize).pow(2);
        let notes = std::iter::repeat_with(AtomicU8::default).take(pairs).collect();
        Glances { columns, rows, notes }
    }

    #[inline]
    fn cell(&self, p: Point) -> Option<(i32, i32)> {
        let (column, row) = (p.x / CELL, p.y / CELL);
        let on = p.x >= 0 && p.y >= 0 && column < self.columns && row < self.rows;
        on.then_some((column, row))
    }

    /// What one sees at a glance from one point of the ground at another.
    #[inline]
    pub(crate) fn between(&self, table: &Tabletop, from: Point, to: Point) -> Glance {
        let (Some(from), Some(to)) = (self.cell(from), self.cell(to)) else {
            return Glance::Unclear;
        };
        let number = |(column, row): (i32, i32)| (row * self.columns + column) as usize;
        let cells = (self.columns * self.rows) as usize;
        let note = &self.notes[number(from) * cells + number(to)];
        Glance::read(note.load(Ordering::Relaxed)).unwrap_or_else(|| {
            let found = Lane::between(from, to).glance(table);
            note.store(found.noted(), Ordering::Relaxed);
            found
        })
    }
}

/// All lines of sight from one cell to another: the cells, each as wide as its shoulders reach, and what lies
/// between them.
struct Lane {
    from: Point,
    to: Point,
    way: Vector,
    /// How far to the left or right of the way it reaches, times the length of the way.
    width: i64,
    bounds: Bounds,
}

impl Lane {
    fn between(from: (i32, i32), to: (i32, i32)) -> Lane {
        let middle =
            |(column, row): (i32, i32)| Point::new(column * CELL + CELL / 2, row * CELL + CELL / 2);
        let (from, to) = (middle(from), middle(to));
        let way = to - from;
        Lane {
            from,
            to,
            way,
            width: HALF * (way.x.abs() + way.y.abs()),
            bounds: Bounds::between(from, to).widened(HALF as Mils),
        }
    }

    fn glance(&self, table: &Tabletop) -> Glance {
        let mut past = None;
        for (number, line) in table.lines.iter().enumerate().filter(|(_, line)| line.level == 0) {
            if !self.is_parted_by(line.a, line.b) {
                continue;
            }
            match line.kind {
                LineKind::Wall if line.strength == 0 => return Glance::Nothing,
                LineKind::Wall | LineKind::Door
                    if number + Glance::LINES <= usize::from(u8::MAX) =>
                {
                    past = past.or(Some(Glance::Past(number)));
                }
                _ => {}
            }
        }
        let solid = table.areas.iter().filter(|area| area.on(0) && area.kind == AreaKind::Solid);
        if solid.flat_map(|area| edges(&area.corners)).any(|(a, b)| self.is_parted_by(a, b)) {
            return Glance::Nothing;
        }
        past.unwrap_or(if self.is_clear(table) { Glance::Everything } else { Glance::Unclear })
    }

    /// Whether nothing on the table ever matters to any line of sight here.
    fn is_clear(&self, table: &Tabletop) -> bool {
        // What is low covers only whoever is close behind it.
        let behind = BEHIND + FOOT;
        let cell = Bounds::between(self.to, self.to).widened(CELL / 2 + behind);
        let matters = |line: &&Line| match line.kind {
            LineKind::Wire => false,
            LineKind::LowWall | LineKind::Barricade | LineKind::Fence => {
                cell.overlaps(&Bounds::between(line.a, line.b))
            }
            LineKind::Wall | LineKind::Door | LineKind::Window | LineKind::Hedge => true,
        };
        let mut lines = table.lines.iter().filter(|line| line.level == 0).filter(matters);
        let mut areas = table.areas.iter().filter(|area| {
            area.on(0)
                && match area.kind {
                    AreaKind::Water | AreaKind::Ditch => false,
                    AreaKind::Rubble => cell.overlaps(&area.bounds),
                    _ => true,
                }
        });
        !lines.any(|line| self.touches(line.a, line.b))
            && !areas.any(|area| {
                edges(&area.corners).any(|(a, b)| self.touches(a, b))
                    || inside(&area.corners, self.from)
            })
    }

    /// How far a point lies to the left of the way, times the length of the way.
    fn left(&self, p: Point) -> i64 {
        self.way.cross(p - self.from)
    }

    /// How far both ends of the lane lie to the left of a line at least and at most, times its length.
    fn sides(&self, a: Point, b: Point) -> [(i64, i64); 2] {
        let along = b - a;
        let play = HALF * (along.x.abs() + along.y.abs());
        [self.from, self.to].map(|end| {
            let left = along.cross(end - a);
            (left - play, left + play)
        })
    }

    /// Whether every line of sight meets this one.
    fn is_parted_by(&self, a: Point, b: Point) -> bool {
        let (left_a, left_b) = (self.left(a), self.left(b));
        let across = left_a > self.width && left_b < -self.width
            || left_a < -self.width && left_b > self.width;
        let [from, to] = self.sides(a, b);
        across && (from.0 > 0 && to.1 < 0 || from.1 < 0 && to.0 > 0)
    }

    /// Whether a line comes into the lane.
    fn touches(&self, a: Point, b: Point) -> bool {
        let (left_a, left_b) = (self.left(a), self.left(b));
        let beside = left_a > self.width && left_b > self.width
            || left_a < -self.width && left_b < -self.width;
        let [from, to] = self.sides(a, b);
        let on_one_side = from.0 > 0 && to.0 > 0 || from.1 < 0 && to.1 < 0;
        !beside && !on_one_side && self.bounds.overlaps(&Bounds::between(a, b))
    }
}
