//! Routes: the graph of turning points around everything that is in the way, and the cheapest way
//! through it. SV-MOV-20
//!
//! The graph is made once for a table. What doors, barricades and breaches change is written on the
//! edges they concern, so that no change of the terrain needs a new graph.

use crate::Survivors;
use crate::action::{MOST_LEGS, Stop, Way};
use crate::feature::{Acting, Level, LineKind, Works};
use crate::figure::FOOT;
use crate::movement::Walked;
use crate::point::{INCH, Mils, Point, Vector};
use crate::position::Position;
use crate::tabletop::{MOST_LEVELS, Tabletop};

/// The most turning points that a table may have.
pub const MOST_NODES: usize = 2048;
const NEVER: u32 = u32::MAX;
const HEAP: usize = 8192;
/// What an obstacle costs when routes are compared.
pub const OBSTACLE: u32 = 2 * INCH as u32;

/// A straight way between two turning points.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Where it leads.
    pub to: u16,
    /// Obstacles on it, as the table begins.
    pub obstacles: u8,
    /// Obstacles on the way back: areas are entered from one side only.
    pub back: u8,
    /// Its length.
    pub length: u32,
    /// Up to two lines whose state decides whether it is open or what it costs.
    pub depends: [u16; 2],
}

const FREE: u16 = u16::MAX;

/// The graph for one size of base.
#[derive(Clone, Debug)]
pub struct Roads {
    /// Turning points, in order.
    pub nodes: Vec<Stop>,
    edges: Vec<Edge>,
    first: Vec<u32>,
    radius: Mils,
    longest: Mils,
}

impl Roads {
    /// The graph of a table for a base of this radius.
    pub fn new(table: &Tabletop, radius: Mils) -> Roads {
        let works = passable(table);
        let mut roads = Roads {
            nodes: nodes(table, &works, radius),
            edges: Vec::new(),
            first: Vec::new(),
            radius,
            longest: if radius > FOOT { 20 * INCH } else { 12 * INCH },
        };
        let breaches = breaches(table);
        for from in 0..roads.nodes.len() {
            roads.first.push(roads.edges.len() as u32);
            for to in 0..roads.nodes.len() {
                if from == to {
                    continue;
                }
                let (p, q) = (roads.nodes[from], roads.nodes[to]);
                let plain = roads.edge(table, &works, p, q);
                let breach = || {
                    let wall = breaches
                        .iter()
                        .find(|(a, b, _)| (*a, *b) == (p, q) || (*b, *a) == (p, q))?;
                    roads.breach(table, &works, p, q, wall.2)
                };
                if let Some(edge) = plain.or_else(breach) {
                    roads.edges.push(Edge { to: to as u16, ..edge });
                }
            }
        }
        roads.first.push(roads.edges.len() as u32);
        roads
    }

    /// The edges that leave a turning point.
    pub fn edges(&self, node: usize) -> &[Edge] {
        &self.edges[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// Adds the straight ways from any point to the turning points.
    pub(crate) fn edges_from(&self, table: &Tabletop, from: Stop, out: &mut Vec<Edge>) {
        let works = passable(table);
        for (number, node) in self.nodes.iter().enumerate() {
            if from.level == node.level
                && let Some(edge) = self.edge(table, &works, from, *node)
            {
                out.push(Edge { to: number as u16, ..edge });
            }
        }
    }

    /// A straight way between two points, with everything passable that may become so.
    pub(crate) fn edge(&self, table: &Tabletop, works: &Works, p: Stop, q: Stop) -> Option<Edge> {
        let mounted = self.radius > FOOT;
        if p.level != q.level {
            table.stairs_between(p.at, p.level, q.at, q.level)?;
            return (!mounted).then_some(Edge {
                to: 0,
                length: 0,
                obstacles: 1,
                back: 1,
                depends: [FREE; 2],
            });
        }
        let longest = self.longest as i64;
        if p.at.distance2(q.at) > longest * longest {
            return None;
        }
        if table.bars(works, p.level, p.at, q.at, self.radius, mounted).is_some() {
            return None;
        }
        let mut depends = [FREE; 2];
        let mut count = 0;
        for number in table.along(p.level, p.at, q.at, self.radius).lines.iter() {
            let line = &table.lines[number];
            let crossed = crate::segment::crosses(p.at, q.at, line.a, line.b);
            let matters = match line.kind {
                LineKind::Door | LineKind::Wall => {
                    crate::segment::too_close(p.at, q.at, line.a, line.b, self.radius)
                }
                LineKind::Barricade => crossed,
                _ => false,
            };
            if matters {
                if count == 2 {
                    return None;
                }
                depends[count] = number as u16;
                count += 1;
            }
        }
        Some(Edge {
            to: 0,
            length: p.at.leg(q.at) as u32,
            obstacles: table.obstacles(works, p.level, p.at, q.at),
            back: table.obstacles(works, p.level, q.at, p.at),
            depends,
        })
    }

    /// The way through a wall, once it is breached. SV-OBS-08
    fn breach(&self, table: &Tabletop, works: &Works, p: Stop, q: Stop, wall: u16) -> Option<Edge> {
        let mut works = works.clone();
        works.damage[wall as usize] = table.lines[wall as usize].strength;
        self.edge(table, &works, p, q).map(|edge| Edge { depends: [wall, edge.depends[1]], ..edge })
    }

    /// What an edge costs now: length and obstacles; none if it is shut.
    #[inline]
    pub fn cost(&self, table: &Tabletop, works: &Works, edge: &Edge) -> Option<(u32, u8)> {
        let mut obstacles = edge.obstacles;
        for line in edge.depends {
            if line == FREE {
                break;
            }
            match table.acting(works, line as usize) {
                acting if acting.stops_disc() => return None,
                Acting::Nothing => obstacles = obstacles.saturating_sub(1),
                _ => {}
            }
        }
        Some((edge.length, obstacles))
    }
}

/// The state of the table in which every door is unlocked and every wall stands.
fn passable(table: &Tabletop) -> Works {
    let mut works = table.fresh();
    for state in &mut works.doors {
        *state = crate::feature::DoorState::Open;
    }
    works
}

/// The two points on either side of a line's middle, and the line.
fn beside(line: &crate::feature::Line) -> (Stop, Stop) {
    let along = line.b - line.a;
    let length = crate::point::isqrt(along.length2()).max(1);
    let square = along.left().scaled(750, length);
    let stop = |at: Point| Stop { at, level: line.level };
    (stop(line.middle() + square), stop(line.middle() + -square))
}

/// The points on either side of every wall that can be breached.
fn breaches(table: &Tabletop) -> Vec<(Stop, Stop, u16)> {
    let walls = table.lines.iter().enumerate();
    walls
        .filter(|(_, line)| line.kind == LineKind::Wall && line.strength > 0)
        .map(|(number, line)| {
            let (p, q) = beside(line);
            (p, q, number as u16)
        })
        .collect()
}

/// The turning points of a table. Ledger section 5.3, step 1
fn nodes(table: &Tabletop, works: &Works, radius: Mils) -> Vec<Stop> {
    let mut found: Vec<Stop> = Vec::new();
    let mut add = |at: Point, level: Level| {
        let legal = table.bars(works, level, at, at, radius, radius > FOOT).is_none();
        if legal {
            found.push(Stop { at, level });
        }
    };
    let (wide, narrow) =
        if radius > FOOT { ((751, 312), (201, 84)) } else { ((501, 208), (201, 84)) };
    let mut around = |p: Point, level: Level, (k, j): (Mils, Mils)| {
        for (x, y) in [(k, j), (k, -j), (-k, j), (-k, -j), (j, k), (j, -k), (-j, k), (-j, -k)] {
            add(Point::new(p.x + x, p.y + y), level);
        }
    };
    for line in &table.lines {
        match line.kind {
            LineKind::Wall => {
                around(line.a, line.level, wide);
                around(line.b, line.level, wide);
            }
            LineKind::Door | LineKind::Window => {}
            _ => {
                around(line.a, line.level, narrow);
                around(line.b, line.level, narrow);
            }
        }
    }
    for area in &table.areas {
        let clearance = if area.kind.is_impassable() {
            wide
        } else if area.kind.is_obstacle() {
            narrow
        } else {
            continue;
        };
        for corner in &area.corners {
            around(*corner, area.level, clearance);
        }
    }
    for line in &table.lines {
        if matches!(line.kind, LineKind::Door | LineKind::Window | LineKind::Wall) {
            let (p, q) = beside(line);
            add(p.at, line.level);
            add(q.at, line.level);
        }
    }
    for stairs in &table.stairs {
        add(stairs.foot, stairs.level);
        add(stairs.head, stairs.level + 1);
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST_NODES);
    found
}

/// A heap of bounded size on the stack: no allocation while routes are found.
struct Heap {
    entries: [u64; HEAP],
    count: usize,
}

impl Heap {
    fn new() -> Heap {
        Heap { entries: [0; HEAP], count: 0 }
    }

    #[inline]
    fn push(&mut self, entry: u64) {
        if self.count == HEAP {
            return;
        }
        let mut at = self.count;
        self.count += 1;
        while at > 0 {
            let above = (at - 1) / 2;
            if self.entries[above] <= entry {
                break;
            }
            self.entries[at] = self.entries[above];
            at = above;
        }
        self.entries[at] = entry;
    }

    #[inline]
    fn pop(&mut self) -> Option<u64> {
        if self.count == 0 {
            return None;
        }
        let top = self.entries[0];
        self.count -= 1;
        let last = self.entries[self.count];
        let mut at = 0;
        loop {
            let mut below = 2 * at + 1;
            if below >= self.count {
                break;
            }
            if below + 1 < self.count && self.entries[below + 1] < self.entries[below] {
                below += 1;
            }
            if last <= self.entries[below] {
                break;
            }
            self.entries[at] = self.entries[below];
            at = below;
        }
        self.entries[at] = last;
        Some(top)
    }
}

/// The cheapest ways from one point to all turning points within a limit.
pub struct Reached {
    /// Where they begin.
    pub start: Stop,
    cost: [u32; MOST_NODES],
    length: [u32; MOST_NODES],
    obstacles: [u8; MOST_NODES],
    from: [u16; MOST_NODES],
    /// Turning points in the order in which they were reached.
    pub order: [u16; MOST_NODES],
    /// How many were reached.
    pub count: usize,
}

const START: u16 = u16::MAX;

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
}

impl Reached {
    /// Where a turning point stands in the order in which they are tried; straight ways first.
    fn rank(&self, node: u16) -> (u32, u8, u16) {
        match node {
            START => (0, 0, 0),
            node => (self.cost[node as usize], self.obstacles[node as usize], node),
        }
    }

    /// What it costs to get to a turning point.
    #[inline]
    pub fn cost(&self, node: usize) -> u32 {
        self.cost[node]
    }
}

impl Survivors {
    /// The graph for a base of this radius, made when first needed.
    pub fn roads(&self, radius: Mils) -> &Roads {
        let slot = &self.roads[(radius > FOOT) as usize];
        slot.get_or_init(|| Roads::new(&self.table, radius))
    }

    /// The cheapest ways from a point to every turning point that costs at most `limit`.
    pub fn reach(&self, works: &Works, start: Stop, radius: Mils, limit: u32) -> Reached {
        let roads = self.roads(radius);
        let mut reached = Reached {
            start,
            cost: [NEVER; MOST_NODES],
            length: [0; MOST_NODES],
            obstacles: [0; MOST_NODES],
            from: [START; MOST_NODES],
            order: [0; MOST_NODES],
            count: 0,
        };
        let mut heap = Heap::new();
        let known = self.spots[(radius > FOOT) as usize]
            .get()
            .and_then(|spots| spots.find(start).map(|spot| spots.edges(spot)));
        if let Some(edges) = known {
            for edge in edges {
                if let Some((length, obstacles)) = roads.cost(&self.table, works, edge) {
                    let (number, cost) = (edge.to as usize, length + OBSTACLE * obstacles as u32);
                    if cost <= limit {
                        reached.cost[number] = cost;
                        reached.length[number] = length;
                        reached.obstacles[number] = obstacles;
                        heap.push((cost as u64) << 24 | (obstacles as u64) << 16 | number as u64);
                    }
                }
            }
        }
        for (number, node) in roads.nodes.iter().enumerate() {
            if *node != start && known.is_some() {
                continue;
            }
            if *node == start {
                reached.cost[number] = 0;
                heap.push(number as u64);
                continue;
            }
            if node.level != start.level {
                continue;
            }
            let far = start.at.distance2(node.at);
            if far > limit as i64 * limit as i64 {
                continue;
            }
            if let Some((length, obstacles)) = self.straight(works, start, *node, radius) {
                let cost = length + OBSTACLE * obstacles as u32;
                if cost <= limit {
                    reached.cost[number] = cost;
                    reached.length[number] = length;
                    reached.obstacles[number] = obstacles;
                    heap.push((cost as u64) << 24 | (obstacles as u64) << 16 | number as u64);
                }
            }
        }
        let mut settled = [0u64; MOST_NODES / 64];
        while let Some(entry) = heap.pop() {
            let node = (entry & 0xffff) as usize;
            if settled[node / 64] >> (node % 64) & 1 == 1 {
                continue;
            }
            settled[node / 64] |= 1 << (node % 64);
            reached.order[reached.count] = node as u16;
            reached.count += 1;
            for edge in roads.edges(node) {
                let to = edge.to as usize;
                let bound = reached.cost[node] + edge.length + OBSTACLE * edge.obstacles as u32;
                if bound > reached.cost[to].saturating_add(2 * OBSTACLE)
                    || bound > limit + 2 * OBSTACLE
                {
                    continue;
                }
                let Some((length, obstacles)) = roads.cost(&self.table, works, edge) else {
                    continue;
                };
                let cost = reached.cost[node] + length + OBSTACLE * obstacles as u32;
                let total = reached.obstacles[node].saturating_add(obstacles);
                let better = cost < reached.cost[to]
                    || cost == reached.cost[to] && total < reached.obstacles[to];
                if cost <= limit && better {
                    reached.cost[to] = cost;
                    reached.length[to] = reached.length[node] + length;
                    reached.obstacles[to] = total;
                    reached.from[to] = node as u16;
                    heap.push((cost as u64) << 24 | (total as u64) << 16 | to as u64);
                }
            }
        }
        reached
    }

    /// What the straight way between two points of one floor costs.
    pub(crate) fn straight(
        &self,
        works: &Works,
        from: Stop,
        to: Stop,
        radius: Mils,
    ) -> Option<(u32, u8)> {
        let barred = self.table.bars(works, from.level, from.at, to.at, radius, radius > FOOT);
        if barred.is_some() {
            return None;
        }
        let obstacles = self.table.obstacles(works, from.level, from.at, to.at);
        Some((from.at.leg(to.at) as u32, obstacles))
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
        let mut best: Option<Found> = None;
        if reached.start.level == to.level
            && let Some((length, obstacles)) = self.straight(works, reached.start, to, radius)
        {
            best = Some(Found {
                cost: length + OBSTACLE * obstacles as u32,
                length,
                obstacles,
                last: START,
            });
            if obstacles == 0 {
                return best.filter(|found| found.cost <= limit);
            }
        }
        let nodes = &self.roads(radius).nodes;
        for node in &reached.order[..reached.count] {
            let number = *node as usize;
            let least = best.map_or(limit, |best| best.cost.min(limit));
            if reached.cost[number] > least {
                break;
            }
            let stop = nodes[number];
            if stop.level != to.level {
                continue;
            }
            let room = (least - reached.cost[number]) as i64;
            if stop.at.distance2(to.at) > room * room {
                continue;
            }
            if let Some((length, obstacles)) = self.straight(works, stop, to, radius) {
                let found = Found {
                    cost: reached.cost[number] + length + OBSTACLE * obstacles as u32,
                    length: reached.length[number] + length,
                    obstacles: reached.obstacles[number].saturating_add(obstacles),
                    last: *node,
                };
                let better = best
                    .is_none_or(|best| (found.cost, found.obstacles) < (best.cost, best.obstacles));
                if better && found.cost <= limit {
                    best = Some(found);
                }
            }
        }
        best.filter(|found| found.cost <= limit)
    }

    /// The cheapest way to a point of the table whose straight ways are known.
    pub(crate) fn way_to_spot(
        &self,
        works: &Works,
        reached: &Reached,
        to: Stop,
        edges: &[Edge],
        radius: Mils,
        limit: u32,
    ) -> Option<Found> {
        let mut best: Option<Found> = None;
        if reached.start.level == to.level
            && reached.start.at.distance2(to.at) <= limit as i64 * limit as i64
            && let Some((length, obstacles)) = self.straight(works, reached.start, to, radius)
        {
            best = Some(Found {
                cost: length + OBSTACLE * obstacles as u32,
                length,
                obstacles,
                last: START,
            });
            if obstacles == 0 {
                return best.filter(|found| found.cost <= limit);
            }
        }
        let roads = self.roads(radius);
        for edge in edges {
            let node = edge.to as usize;
            let least = best.map_or(limit, |best| best.cost.min(limit));
            // A barricade that is gone may make an edge two obstacles cheaper at most.
            let bound = reached.cost[node].saturating_add(edge.length);
            if bound > least {
                continue;
            }
            let back = Edge { obstacles: edge.back, ..*edge };
            if let Some((length, obstacles)) = roads.cost(&self.table, works, &back) {
                let found = Found {
                    cost: reached.cost[node] + length + OBSTACLE * obstacles as u32,
                    length: reached.length[node] + length,
                    obstacles: reached.obstacles[node].saturating_add(obstacles),
                    last: edge.to,
                };
                let better = best.is_none_or(|best| {
                    (found.cost, found.obstacles, reached.rank(found.last))
                        < (best.cost, best.obstacles, reached.rank(best.last))
                });
                if better && found.cost <= limit {
                    best = Some(found);
                }
            }
        }
        best.filter(|found| found.cost <= limit)
    }

    /// The points of a way that was found.
    pub fn trace(&self, reached: &Reached, found: &Found, to: Stop, radius: Mils) -> Option<Way> {
        let nodes = &self.roads(radius).nodes;
        let mut back = [Stop::default(); MOST_LEGS];
        back[0] = to;
        let mut count = 1;
        let mut node = found.last;
        while node != START {
            let stop = nodes[node as usize];
            if stop != reached.start && stop != back[count - 1] {
                if count == MOST_LEGS {
                    return None;
                }
                back[count] = stop;
                count += 1;
            }
            node = reached.from[node as usize];
        }
        let mut way = Way::empty();
        for stop in back[..count].iter().rev() {
            way.push(*stop);
        }
        Some(way)
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
