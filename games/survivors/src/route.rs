//! Routes: the cheapest way through the graph of turning points. SV-MOV-20

use crate::Survivors;
use crate::action::{MOST_LEGS, Stop, Way};
use crate::feature::{Acting, Level, LineKind, Works};
use crate::figure::FOOT;
use crate::movement::Walked;
use crate::point::{INCH, Mils, Point, Vector, isqrt};
use crate::position::Position;
use crate::roads::{Edge, MOST_NODES, OBSTACLE, Roads};
use crate::strips::MOST_LEVELS;

const NEVER: u32 = u32::MAX;
const START: u16 = u16::MAX;
/// How many turning points are put in order at a time.
const MOST_OPEN: usize = 48;
/// The most turning points of a journey.
pub(crate) const MOST_TURNS: usize = 32;

/// How a turning point is reached.
#[derive(Clone, Copy)]
struct Reach {
    cost: u32,
    length: u32,
    from: u16,
    obstacles: u8,
    settled: bool,
}

/// The cheapest ways from one point to all turning points within a limit.
pub struct Reached {
    /// Where they begin.
    pub start: Stop,
    reach: [Reach; MOST_NODES],
    /// Turning points in the order in which they were reached.
    pub order: [u16; MOST_NODES],
    /// How many were reached.
    pub count: usize,
    breached: bool,
    floors: u8,
}

/// Some of the turning points that were reached, by their places in the order.
pub(crate) struct Places {
    places: [u16; MOST_NODES],
    count: usize,
}

impl Places {
    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.places[..self.count].iter().copied()
    }
}

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
    /// No way at all.
    pub(crate) const NOWHERE: Found = Found { cost: 0, length: 0, obstacles: 0, last: START };

    /// The last turning point on the way; none if it is straight.
    #[inline]
    pub(crate) fn turn(&self) -> Option<u16> {
        Some(self.last).filter(|last| *last != START)
    }

    /// A straight way.
    #[inline]
    fn straight((length, obstacles): (u32, u8)) -> Found {
        Found { cost: length + OBSTACLE * obstacles as u32, length, obstacles, last: START }
    }
}

/// A heap of turning points with their place in it, so that a cheaper way moves a point up: no
/// allocation while routes are found.
struct Heap {
    nodes: [u16; MOST_NODES],
    place: [u16; MOST_NODES],
    count: usize,
}

const ABSENT: u16 = u16::MAX;

impl Heap {
    fn new() -> Heap {
        Heap { nodes: [0; MOST_NODES], place: [ABSENT; MOST_NODES], count: 0 }
    }

    /// Puts a point where its cost belongs.
    #[inline]
    fn raise(&mut self, node: u16, reach: &[Reach; MOST_NODES]) {
        let mut at = match self.place[node as usize] {
            ABSENT => {
                self.count += 1;
                self.count - 1
            }
            at => at as usize,
        };
        let key = key(reach, node);
        while at > 0 {
            let above = (at - 1) / 2;
            let other = self.nodes[above];
            if self::key(reach, other) <= key {
                break;
            }
            self.nodes[at] = other;
            self.place[other as usize] = at as u16;
            at = above;
        }
        self.nodes[at] = node;
        self.place[node as usize] = at as u16;
    }

    #[inline]
    fn pop(&mut self, reach: &[Reach; MOST_NODES]) -> Option<u16> {
        if self.count == 0 {
            return None;
        }
        let top = self.nodes[0];
        self.place[top as usize] = ABSENT;
        self.count -= 1;
        if self.count == 0 {
            return Some(top);
        }
        let last = self.nodes[self.count];
        let key = key(reach, last);
        let mut at = 0;
        loop {
            let mut below = 2 * at + 1;
            if below >= self.count {
                break;
            }
            if below + 1 < self.count
                && self::key(reach, self.nodes[below + 1]) < self::key(reach, self.nodes[below])
            {
                below += 1;
            }
            let other = self.nodes[below];
            if key <= self::key(reach, other) {
                break;
            }
            self.nodes[at] = other;
            self.place[other as usize] = at as u16;
            at = below;
        }
        self.nodes[at] = last;
        self.place[last as usize] = at as u16;
        Some(top)
    }
}

/// Cheaper first, then fewer obstacles, then the order of the points.
#[inline]
fn key(reach: &[Reach; MOST_NODES], node: u16) -> u64 {
    let it = &reach[node as usize];
    (it.cost as u64) << 24 | (it.obstacles as u64) << 16 | node as u64
}

impl Reached {
    /// Nothing reached but the start.
    #[inline]
    pub(crate) fn nowhere(start: Stop) -> Reached {
        let far = Reach { cost: NEVER, length: 0, from: START, obstacles: 0, settled: false };
        Reached {
            start,
            reach: [far; MOST_NODES],
            order: [0; MOST_NODES],
            count: 0,
            breached: false,
            floors: 0,
        }
    }

    /// Where a turning point stands in the order in which they are tried; straight ways first.
    fn rank(&self, node: u16) -> u64 {
        match node {
            START => 0,
            node => key(&self.reach, node),
        }
    }

    fn relax(&mut self, heap: &mut Heap, to: u16, way: Reach, limit: u32) {
        let known = &mut self.reach[to as usize];
        let better = (way.cost, way.obstacles) < (known.cost, known.obstacles);
        if way.cost <= limit && better && !known.settled {
            *known = way;
            heap.raise(to, &self.reach);
        }
    }

    /// The turning points within a cost.
    pub(crate) fn within(&self, limit: u32) -> impl Iterator<Item = usize> + '_ {
        let order = self.order[..self.count].iter().map(|node| *node as usize);
        order.take_while(move |node| self.reach[*node].cost <= limit)
    }

    /// How far it is to a reached turning point.
    pub(crate) fn length(&self, node: u16) -> u32 {
        self.reach[node as usize].length
    }

    /// Whether a floor was reached.
    #[inline]
    pub(crate) fn has_floor(&self, level: Level) -> bool {
        self.floors >> level & 1 == 1
    }

    /// The way that goes on from a turning point, or from the start.
    pub(crate) fn after(&self, node: Option<u16>, part: (u32, u8)) -> Found {
        node.map_or_else(|| Found::straight(part), |node| self.beyond(node, part))
    }

    /// What it costs to get to a turning point.
    #[inline]
    pub(crate) fn cost(&self, node: u16) -> u32 {
        self.reach[node as usize].cost
    }

    /// The turning points that were reached, the nearest first.
    pub(crate) fn turns(&self) -> impl Iterator<Item = u16> + '_ {
        self.order[..self.count].iter().copied()
    }

    /// The turning point before another on the way to it; none if it is the first.
    pub(crate) fn before(&self, node: u16) -> Option<u16> {
        Some(self.reach[node as usize].from).filter(|from| *from != START)
    }

    /// The turning points to one that was reached, from the start on, itself last; none if there
    /// are too many.
    pub(crate) fn chain_to(&self, node: u16, out: &mut [u16; MOST_TURNS]) -> Option<usize> {
        let (mut node, mut count) = (Some(node), 0);
        while let Some(at) = node {
            *out.get_mut(count)? = at;
            count += 1;
            node = self.before(at);
        }
        out[..count].reverse();
        Some(count)
    }

    /// The way that goes on from a reached turning point.
    fn beyond(&self, node: u16, (length, obstacles): (u32, u8)) -> Found {
        let it = &self.reach[node as usize];
        Found {
            cost: it.cost + length + OBSTACLE * obstacles as u32,
            length: it.length + length,
            obstacles: it.obstacles.saturating_add(obstacles),
            last: node,
        }
    }
}

impl Survivors {
    /// The graph for a base of this radius, made when first needed.
    #[inline]
    pub fn roads(&self, radius: Mils) -> &Roads {
        let slot = &self.roads[(radius > FOOT) as usize];
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

    /// The cheapest ways from a point to every turning point that costs at most `limit`.
    pub fn reach(&self, works: &Works, start: Stop, radius: Mils, limit: u32) -> Reached {
        let mut reached = Reached::nowhere(start);
        self.reach_from(works, start, radius, limit, &mut reached);
        reached
    }

    /// As [`reach`](Survivors::reach), written over what has reached nowhere yet.
    pub(crate) fn reach_from(
        &self,
        works: &Works,
        start: Stop,
        radius: Mils,
        limit: u32,
        reached: &mut Reached,
    ) {
        let roads = self.roads(radius);
        reached.start = start;
        reached.breached = self.is_breached(works);
        reached.floors = 1 << start.level;
        let mut heap = Heap::new();
        let first = |(length, obstacles): (u32, u8)| Reach {
            cost: length + OBSTACLE * obstacles as u32,
            length,
            from: START,
            obstacles,
            settled: false,
        };
        let known = self.spots[(radius > FOOT) as usize]
            .get()
            .filter(|_| !reached.breached)
            .and_then(|spots| spots.find(start).and_then(|spot| spots.edges(spot)));
        if let Some(edges) = known {
            for edge in edges {
                if let Some(cost) = edge.cost(&self.table, works) {
                    reached.relax(&mut heap, edge.to, first(cost), limit);
                }
            }
        }
        let hop = roads.longest.min(limit as Mils) as i64;
        let tried = if reached.breached { roads.nodes.len() } else { roads.plain };
        for (number, node) in roads.nodes[..tried].iter().enumerate() {
            let number = number as u16;
            if node.stop == start {
                reached.relax(&mut heap, number, first((0, 0)), limit);
                continue;
            }
            let way = node.stop.at - start.at;
            if known.is_some()
                || node.stop.level != start.level
                || way.length2() > hop * hop
                || !node.is_taut(way)
            {
                continue;
            }
            if let Some(cost) = self.straight(works, start, node.stop, radius) {
                reached.relax(&mut heap, number, first(cost), limit);
            }
        }
        while let Some(node) = heap.pop(&reached.reach) {
            reached.reach[node as usize].settled = true;
            reached.order[reached.count] = node;
            reached.count += 1;
            reached.floors |= 1 << roads.nodes[node as usize].stop.level;
            let at = reached.reach[node as usize];
            let breaches = if reached.breached { roads.breach_edges(node as usize) } else { &[] };
            for edges in [roads.edges(node as usize), breaches] {
                // Whatever is longer than what is left leads nowhere.
                let near = edges.iter().take_while(|edge| at.cost + edge.length <= limit);
                for edge in near {
                    // A barricade that is gone may make an edge two obstacles cheaper at most.
                    if at.cost + edge.length >= reached.reach[edge.to as usize].cost {
                        continue;
                    }
                    let Some((length, obstacles)) = edge.cost(&self.table, works) else {
                        continue;
                    };
                    let way = Reach {
                        cost: at.cost + length + OBSTACLE * obstacles as u32,
                        length: at.length + length,
                        from: node,
                        obstacles: at.obstacles.saturating_add(obstacles),
                        settled: false,
                    };
                    reached.relax(&mut heap, edge.to, way, limit);
                }
            }
        }
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
        self.way_among(works, reached, 0..reached.count as u16, to, radius, limit)
    }

    /// As [`way_to`](Survivors::way_to), by those turning points only that were reached at these
    /// places of the order.
    pub(crate) fn way_among(
        &self,
        works: &Works,
        reached: &Reached,
        places: impl Iterator<Item = u16>,
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
        for place in places {
            let node = reached.order[place as usize] as usize;
            let cost = reached.reach[node].cost;
            if cost > most {
                break;
            }
            let turning = &nodes[node];
            let way = to.at - turning.stop.at;
            let room = (most - cost) as i64;
            let square = way.length2();
            if turning.stop.level != to.level
                || square > room * room
                || !turning.is_taut(way) && !reached.breached
            {
                continue;
            }
            open[count] = (cost + isqrt(square) as u32, place);
            count += 1;
            if count == MOST_OPEN {
                self.try_open(works, reached, to, radius, limit, &mut open, &mut best);
                count = 0;
            }
        }
        self.try_open(works, reached, to, radius, limit, &mut open[..count], &mut best);
        best.map(|(found, _)| found)
    }

    /// The places, in the order of those reached, of the turning points by which a way within a
    /// limit may come so near to a point.
    pub(crate) fn turns_about(
        &self,
        reached: &Reached,
        to: Stop,
        near: Mils,
        radius: Mils,
        limit: u32,
    ) -> Places {
        let nodes = &self.roads(radius).nodes;
        let mut places = Places { places: [0; MOST_NODES], count: 0 };
        for (place, node) in reached.order[..reached.count].iter().enumerate() {
            let (stop, cost) = (nodes[*node as usize].stop, reached.reach[*node as usize].cost);
            if cost > limit {
                break;
            }
            let room = (limit - cost) as i64 + near as i64;
            if stop.level == to.level && stop.at.distance2(to.at) <= room * room {
                places.places[places.count] = place as u16;
                places.count += 1;
            }
        }
        places
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
            let node = reached.order[*place as usize];
            let Some(straight) = self.straight(works, nodes[node as usize].stop, to, radius) else {
                continue;
            };
            let found = reached.beyond(node, straight);
            // The straight way, if there is one, is older than all others.
            let age = *place as usize + 1;
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
            let cost = reached.reach[edge.to as usize].cost;
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
        let (mut count, mut node) = (1, found.last);
        while node != START {
            let stop = nodes[node as usize].stop;
            if stop != reached.start && stop != back[count - 1] {
                if count == MOST_LEGS {
                    return false;
                }
                back[count] = stop;
                count += 1;
            }
            node = reached.reach[node as usize].from;
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
        let (mut to, mut node) = (to, found.last);
        while node != START {
            let stop = nodes[node as usize].stop;
            if stop != reached.start && stop != to {
                if !each(stop, to) {
                    return false;
                }
                to = stop;
            }
            node = reached.reach[node as usize].from;
        }
        each(reached.start, to)
    }

    /// The cheapest legal route between two points, people left aside. SV-MOV-20
    pub fn route(
        &self,
        position: &Position,
        start: Stop,
        end: Stop,
        radius: Mils,
    ) -> Option<(Way, Walked)> {
        self.route_within(&position.works, start, end, radius, 26 * INCH as u32)
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
        let length = from.leg(to).max(1) as i64;
        from + way.scaled(mils.min(length), length)
    }
}
