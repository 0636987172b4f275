//! Routes: the cheapest way through the graph of turning points. SV-MOV-20

mod approach;
mod reach;

use crate::Survivors;
use crate::action::{MOST_LEGS, Stop, Way};
use crate::geometry::feature::{Acting, Level, LineKind, Works};
use crate::geometry::point::{INCH, Mils, Point, Vector, isqrt};
use crate::geometry::strips::MOST_LEVELS;
use crate::position::FOOT;
use crate::rules::movement::Walked;
use crate::ways::roads::{Edge, OBSTACLE, Roads};

pub(crate) use approach::Approaches;
pub use reach::Reached;
use reach::START;
pub(crate) use reach::{Horizon, MOST_TURNS};

/// How many turning points are put in order at a time.
const MOST_OPEN: usize = 48;

/// A way that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Length plus two inches for each obstacle.
    pub cost: u32,
    /// Its length.
    pub length: u32,
    /// Its obstacles.
    pub obstacles: u8,
    last: u16,
}

impl Found {
    /// The last turning point on the way; none if it is straight.
    #[inline]
    pub(crate) fn turn(&self) -> Option<u16> {
        Some(self.last).filter(|last| *last != START)
    }

    /// A straight way.
    #[inline]
    pub(crate) fn straight((length, obstacles): (u32, u8)) -> Found {
        Found { cost: length + OBSTACLE * u32::from(obstacles), length, obstacles, last: START }
    }
}

impl Survivors {
    /// The graph for a base of this radius, made when first needed.
    #[inline]
    pub fn roads(&self, radius: Mils) -> &Roads {
        let slot = &self.roads[usize::from(radius > FOOT)];
        slot.get_or_init(|| Roads::new(&self.table, radius))
    }

    /// Whether some wall has been shot through.
    pub(crate) fn is_breached(&self, works: &Works) -> bool {
        works.damage.iter().enumerate().any(|(number, damage)| {
            *damage > 0
                && self.table.lines[number].kind == LineKind::Wall
                && self.table.acting(works, number) == Acting::LowWall
        })
    }

    /// What the straight way between two points of one floor costs.
    pub fn straight(&self, works: &Works, from: Stop, to: Stop, radius: Mils) -> Option<(u32, u8)> {
        let mounted = radius > FOOT;
        let passed = self.table.passes(works, from.level, from.at, to.at, radius, mounted);
        passed.map(|obstacles| (from.at.leg(to.at) as u32, obstacles))
    }

    /// The cheapest way to a point, straight or by turning points already reached.
    pub fn way_to(
        &self,
        works: &Works,
        reached: &Reached,
        to: Stop,
        radius: Mils,
        limit: u32,
    ) -> Option<Found> {
        let mut best: Option<(Found, usize)> = None;
        if reached.start.level == to.level {
            let straight = self.straight(works, reached.start, to, radius);
            let straight = straight.map(Found::straight).filter(|found| found.cost <= limit);
            if straight.is_some_and(|found| found.obstacles == 0) {
                return straight;
            }
            best = straight.map(|found| (found, 0));
        }
        // Turning points by the least that a way through them can cost, so that the first which lets
        // one through is mostly the best; among equals the one reached first wins.
        let mut open = [(0u32, 0u16); MOST_OPEN];
        let mut count = 0;
        let nodes = &self.roads(radius).nodes;
        let most = best.map_or(limit, |(best, _)| best.cost);
        for (place, node) in reached.order.iter().enumerate() {
            let cost = reached.cost(*node);
            if cost > most {
                break;
            }
            let turning = &nodes[usize::from(*node)];
            let way = to.at - turning.stop.at;
            let room = i64::from(most - cost);
            let square = way.length2();
            if turning.stop.level != to.level
                || square > room * room
                || !turning.is_taut(way) && !reached.breached
            {
                continue;
            }
            open[count] = (cost + isqrt(square) as u32, place as u16);
            count += 1;
            if count == MOST_OPEN {
                self.try_open(works, reached, to, radius, limit, &mut open, &mut best);
                count = 0;
            }
        }
        self.try_open(works, reached, to, radius, limit, &mut open[..count], &mut best);
        best.map(|(found, _)| found)
    }

    /// Tries ways through turning points, each with the least that it can cost.
    #[allow(clippy::too_many_arguments, reason = "what a way depends on")]
    fn try_open(
        &self,
        works: &Works,
        reached: &Reached,
        to: Stop,
        radius: Mils,
        limit: u32,
        open: &mut [(u32, u16)],
        best: &mut Option<(Found, usize)>,
    ) {
        open.sort_unstable();
        let nodes = &self.roads(radius).nodes;
        for (least, place) in open.iter() {
            if best.as_ref().is_some_and(|(best, _)| *least > best.cost) || *least > limit {
                break;
            }
            let node = reached.order[usize::from(*place)];
            let Some(straight) = self.straight(works, nodes[usize::from(node)].stop, to, radius)
            else {
                continue;
            };
            let found = reached.beyond(node, straight);
            // The straight way, if there is one, is older than all others.
            let age = usize::from(*place) + 1;
            let better = best.as_ref().is_none_or(|(best, older)| {
                (found.cost, found.obstacles, age) < (best.cost, best.obstacles, *older)
            });
            if better && found.cost <= limit {
                *best = Some((found, age));
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "a spot with all that is known of it")]
    /// As [`way_to`](Survivors::way_to), for a point of the table whose straight ways are known.
    pub(crate) fn way_to_spot(
        &self,
        works: &Works,
        reached: &Reached,
        to: Stop,
        straight: Option<(u32, u8)>,
        edges: &[Edge],
        radius: Mils,
        limit: u32,
    ) -> Option<Found> {
        let mut best = straight.map(Found::straight).filter(|found| found.cost <= limit);
        if best.is_some_and(|found| found.obstacles == 0) {
            return best;
        }
        if reached.breached {
            return self.way_to(works, reached, to, radius, limit);
        }
        for edge in edges {
            let cost = reached.cost(edge.to);
            let least = best.map_or(limit, |best| best.cost);
            if edge.length > least {
                break;
            }
            if cost.saturating_add(edge.length) > least {
                continue;
            }
            if let Some(back) = edge.cost_back(&self.table, works) {
                let found = reached.beyond(edge.to, back);
                let better = best.is_none_or(|best| {
                    (found.cost, found.obstacles, reached.rank(found.last))
                        < (best.cost, best.obstacles, reached.rank(best.last))
                });
                if better && found.cost <= limit {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// The points of a way that was found.
    pub fn trace(&self, reached: &Reached, found: &Found, to: Stop, radius: Mils) -> Option<Way> {
        let mut way = Way::empty();
        self.retrace(reached, found, to, radius, &mut way).then_some(way)
    }

    /// As [`trace`](Survivors::trace), into a way that is used again; false if there are too many.
    pub(crate) fn retrace(
        &self,
        reached: &Reached,
        found: &Found,
        to: Stop,
        radius: Mils,
        way: &mut Way,
    ) -> bool {
        let nodes = &self.roads(radius).nodes;
        let mut back = [to; MOST_LEGS];
        let (mut count, mut turn) = (1, found.turn());
        while let Some(node) = turn {
            let stop = nodes[usize::from(node)].stop;
            if stop != reached.start && stop != back[count - 1] {
                if count == MOST_LEGS {
                    return false;
                }
                back[count] = stop;
                count += 1;
            }
            turn = reached.before(node);
        }
        way.refill(back[..count].iter().rev().copied());
        true
    }

    /// Shows the legs of a way that was found, from its end back to its start, until `each` does not
    /// want more; whether it wanted all.
    pub(crate) fn trace_back(
        &self,
        reached: &Reached,
        found: &Found,
        to: Stop,
        radius: Mils,
        each: &mut dyn FnMut(Stop, Stop) -> bool,
    ) -> bool {
        let nodes = &self.roads(radius).nodes;
        let (mut to, mut turn) = (to, found.turn());
        while let Some(node) = turn {
            let stop = nodes[usize::from(node)].stop;
            if stop != reached.start && stop != to {
                if !each(stop, to) {
                    return false;
                }
                to = stop;
            }
            turn = reached.before(node);
        }
        each(reached.start, to)
    }

    /// The cheapest legal route between two points, people left aside. SV-MOV-20
    pub fn route(
        &self,
        works: &Works,
        start: Stop,
        end: Stop,
        radius: Mils,
    ) -> Option<(Way, Walked)> {
        self.route_within(works, start, end, radius, 26 * INCH as u32)
    }

    /// As [`route`](Survivors::route), up to a given cost.
    pub fn route_within(
        &self,
        works: &Works,
        start: Stop,
        end: Stop,
        radius: Mils,
        limit: u32,
    ) -> Option<(Way, Walked)> {
        if !(0..MOST_LEVELS as Level).contains(&end.level) || !self.table.bounds.holds(end.at) {
            return None;
        }
        let reached = self.reach(works, start, radius, limit);
        let found = self.way_to(works, &reached, end, radius, limit)?;
        let way = self.trace(&reached, &found, end, radius)?;
        Some((way, Walked { length: found.length as Mils, obstacles: found.obstacles }))
    }

    /// A unit of direction, for those who step along a way.
    pub(crate) fn step_along(from: Point, to: Point, mils: i64) -> Point {
        let way: Vector = to - from;
        let length = i64::from(from.leg(to).max(1));
        from + way.scaled(mils.min(length), length)
    }
}
