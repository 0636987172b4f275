//! Wedges: what is certain of the straight ways from a point of the ground, by direction. Found once for a
//! point and a direction; what is not certain is left to a closer look, so that no result depends on it.

use crate::geometry::feature::{Acting, LineKind};
use crate::geometry::point::{INCH, Mils, Point, Vector};
use crate::geometry::polygon::{Bounds, edges};
use crate::geometry::segment::{orient, too_close};
use crate::geometry::tabletop::Tabletop;
use std::sync::atomic::{AtomicU32, Ordering};

/// Directions that are told apart: eight slopes in each eighth of the circle.
const DIRECTIONS: usize = 64;
/// Slopes in an eighth of the circle.
const SLOPES: u32 = 8;
/// Ways are looked along so far, by the longer of their two parts.
const FARTHEST: Mils = 20 * INCH;
/// How finely it is told how far a way is free.
const STEP: Mils = 128;
/// A way is never so long that it is surely barred.
const NEVER: u32 = u16::MAX as u32;

/// What is certain of a straight way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prospect {
    /// The base meets nothing and passes no obstacle, in whatever state the table is.
    Free,
    /// It cannot go there, in whatever state the table is.
    Barred,
    /// Nothing.
    Open,
}

/// The straight ways of a base from certain points of the ground.
#[derive(Debug)]
pub(crate) struct Wedges {
    /// For each point and direction, how far ways are free and from where on they are barred, by the
    /// longer of their two parts; nothing until somebody asks.
    known: Box<[AtomicU32]>,
    radius: Mils,
}

/// The direction of a way, and the longer of its two parts; none if it leads nowhere.
#[inline]
fn direction(way: Vector) -> Option<(usize, u32)> {
    let (x, y) = (way.x.unsigned_abs() as u32, way.y.unsigned_abs() as u32);
    let steep = y > x;
    let (short, long) = if steep { (x, y) } else { (y, x) };
    let slope = (SLOPES * short).checked_div(long)?.min(SLOPES - 1);
    let turned = usize::from(steep) << 2 | usize::from(way.x < 0) << 1 | usize::from(way.y < 0);
    Some((turned << 3 | slope as usize, long))
}

/// The two sides of a direction, each with a longer part of as many mils as there are slopes.
fn sides(direction: usize) -> [Vector; 2] {
    let slope = (direction & 7) as i64;
    [slope, slope + 1].map(|short| {
        let long = i64::from(SLOPES);
        let (x, y) = if direction >> 5 & 1 == 1 { (short, long) } else { (long, short) };
        Vector::new(
            if direction >> 4 & 1 == 1 { -x } else { x },
            if direction >> 3 & 1 == 1 { -y } else { y },
        )
    })
}

/// All ways from a point in one direction: a triangle, as far as one looks.
struct Wedge {
    from: Point,
    sides: [Vector; 2],
}

impl Wedge {
    /// The corners of the triangle that holds all ways whose longer part is at most so long.
    fn corners(&self, far: Mils) -> [Point; 3] {
        let part = i64::from(far / SLOPES as Mils);
        let [one, other] =
            self.sides.map(|side| self.from + Vector::new(side.x * part, side.y * part));
        [self.from, one, other]
    }

    /// Whether a base of this radius on such a way could come nearer to a segment than its radius; with
    /// no radius, whether it could touch it.
    fn meets(&self, far: Mils, (a, b): (Point, Point), radius: Mils) -> bool {
        let corners = self.corners(far);
        let turns = edges(&corners).map(|(p, q)| orient(p, q, a));
        let holds = |least: i64, most: i64| least >= 0 || most <= 0;
        let (least, most) = turns
            .fold((i64::MAX, i64::MIN), |(least, most), turn| (least.min(turn), most.max(turn)));
        holds(least, most) || edges(&corners).any(|(p, q)| too_close(p, q, a, b, radius))
    }

    /// How long the longer part of a way must be to cross a segment for certain; none if not all do.
    fn crossed(&self, (a, b): (Point, Point)) -> Option<i64> {
        let left = |p: Point| self.sides.map(|side| side.cross(p - self.from));
        let (of_a, of_b) = (left(a), left(b));
        let parts = |right: [i64; 2], left: [i64; 2]| {
            right.iter().all(|turn| *turn < 0) && left.iter().all(|turn| *turn > 0)
        };
        let (a, b) = if parts(of_a, of_b) {
            (a, b)
        } else if parts(of_b, of_a) {
            (b, a)
        } else {
            return None;
        };
        let ahead = (a - self.from).cross(b - self.from);
        let along = b - a;
        let reach = |side: &Vector| {
            let reached = i64::from(SLOPES) * ahead;
            reached.div_euclid(side.cross(along)) + 1
        };
        (ahead > 0).then(|| self.sides.iter().map(reach).max()).flatten()
    }
}

impl Wedges {
    /// Nothing known of so many points yet, for bases of this radius.
    pub(crate) fn new(points: usize, radius: Mils) -> Wedges {
        let known = std::iter::repeat_with(AtomicU32::default).take(points * DIRECTIONS).collect();
        Wedges { known, radius }
    }

    /// What is certain of the straight way from a point of the ground, by its number, to another point
    /// of the ground, and back.
    #[inline]
    pub(crate) fn prospect(
        &self,
        table: &Tabletop,
        (number, from): (usize, Point),
        to: Point,
    ) -> Prospect {
        let Some((direction, long)) = direction(to - from) else {
            return Prospect::Open;
        };
        let slot = &self.known[number * DIRECTIONS + direction];
        let known = match slot.load(Ordering::Relaxed) {
            0 => self.look(table, from, direction, slot),
            known => known,
        };
        let (free, barred) = (known & NEVER, known >> 16);
        if long <= free {
            Prospect::Free
        } else if barred < NEVER && long >= barred {
            Prospect::Barred
        } else {
            Prospect::Open
        }
    }

    #[cold]
    fn look(&self, table: &Tabletop, from: Point, direction: usize, slot: &AtomicU32) -> u32 {
        let wedge = Wedge { from, sides: sides(direction) };
        let (mut free, mut barred) = (FARTHEST, i64::from(NEVER));
        let mut see = |segment: (Point, Point), radius: Mils, bars: bool| {
            if wedge.meets(free, segment, radius) {
                let (mut least, mut most) = (0, free / STEP);
                while least < most {
                    let half = (least + most + 1) / 2;
                    match wedge.meets(half * STEP, segment, radius) {
                        true => most = half - 1,
                        false => least = half,
                    }
                }
                free = least * STEP;
            }
            if let Some(far) = wedge.crossed(segment).filter(|_| bars) {
                barred = barred.min(far);
            }
        };
        let [a, b, c] = wedge.corners(FARTHEST);
        let whole = Bounds::of(&[a, b, c]);
        let near = table.along(0, whole.low, whole.high, self.radius);
        for number in near.lines.iter() {
            let line = &table.lines[number];
            // Other lines are in nobody's way who does not cross them.
            let stops = matches!(line.kind, LineKind::Wall | LineKind::Door);
            let radius = if stops { self.radius } else { 0 };
            see((line.a, line.b), radius, table.always(number) == Some(Acting::Wall));
        }
        for number in near.areas.iter() {
            let area = &table.areas[number];
            let bars = area.kind.is_impassable();
            if bars || area.kind.is_obstacle() {
                let radius = if bars { self.radius } else { 0 };
                edges(&area.corners).for_each(|edge| see(edge, radius, bars));
            }
        }
        edges(&table.bounds.corners()).for_each(|edge| see(edge, self.radius, false));
        let known = (barred.clamp(1, i64::from(NEVER)) as u32) << 16 | free as u32;
        slot.store(known, Ordering::Relaxed);
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Survivors;
    use crate::geometry::feature::{DoorState, Works};
    use crate::position::{FOOT, HORSE};
    use table::{Dice, Rules, Seed, Setup};

    /// What is certain of a way is what a closer look finds, in whatever state doors and walls are.
    // rules: SV-GEO-17
    #[test]
    fn what_is_certain_is_what_a_closer_look_finds() {
        for scenario in ["forecourt", "surgery", "mill", "tollgate"] {
            let setup = Setup::new(scenario, 2);
            let game = Survivors::open(&Survivors::house(), &setup).expect("a sound edition");
            let table = &*game.table;
            let mut shot: Works = table.fresh();
            for (number, line) in table.lines.iter().enumerate() {
                shot.doors[number] = DoorState::Barred;
                shot.damage[number] = line.strength;
            }
            let mut dice = Dice::seeded(Seed::from_number(7));
            let mut found = [0; 3];
            for radius in [FOOT, HORSE] {
                let nodes = &game.roads(radius).nodes;
                let wedges = Wedges::new(nodes.len(), radius);
                for _ in 0..6000 {
                    let mut within = |most: Mils| dice.roll("a place", most as u32) as Mils;
                    let number = within(nodes.len() as Mils) as usize - 1;
                    let stop = nodes[number].stop;
                    let far = if within(2) == 1 { 4 * INCH } else { 22 * INCH };
                    let at = |from: Mils, off: Mils| from + off - far;
                    let to =
                        Point::new(at(stop.at.x, within(2 * far)), at(stop.at.y, within(2 * far)));
                    if stop.level != 0 {
                        continue;
                    }
                    let mounted = radius > FOOT;
                    let closer = |works: &Works| {
                        let there = table.passes(works, 0, stop.at, to, radius, mounted);
                        (there, table.passes(works, 0, to, stop.at, radius, mounted))
                    };
                    let prospect = wedges.prospect(table, (number, stop.at), to);
                    let expected = match prospect {
                        Prospect::Free => (Some(0), Some(0)),
                        Prospect::Barred => (None, None),
                        Prospect::Open => continue,
                    };
                    found[usize::from(prospect == Prospect::Free)] += 1;
                    for works in [&table.fresh(), &shot] {
                        let seen = closer(works);
                        assert_eq!(seen, expected, "{scenario}: {:?} to {to:?}", stop.at);
                    }
                }
            }
            assert!(found[..2].iter().all(|count| *count > 500), "{scenario}: {found:?}");
        }
    }
}
