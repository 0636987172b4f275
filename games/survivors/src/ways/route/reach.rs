//! How far one gets: the cheapest ways from one point to turning points. SV-MOV-20

use super::Found;
use crate::Survivors;
use crate::action::Stop;
use crate::geometry::feature::{Level, Works};
use crate::geometry::point::{INCH, Mils};
use crate::position::FOOT;
use crate::ways::roads::{MOST_NODES, OBSTACLE};
use arrayvec::ArrayVec;

const NEVER: u32 = u32::MAX;
/// What stands for the start where a turning point is expected.
pub(super) const START: u16 = u16::MAX;
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

impl Reach {
    /// A straight way from the start.
    #[inline]
    fn first((length, obstacles): (u32, u8)) -> Reach {
        let cost = length + OBSTACLE * u32::from(obstacles);
        Reach { cost, length, from: START, obstacles, settled: false }
    }

    /// The way that goes on from a turning point to which this one leads.
    #[inline]
    fn on(&self, from: u16, (length, obstacles): (u32, u8)) -> Reach {
        Reach {
            cost: self.cost + length + OBSTACLE * u32::from(obstacles),
            length: self.length + length,
            from,
            obstacles: self.obstacles.saturating_add(obstacles),
            settled: false,
        }
    }
}

/// The cheapest ways from one point to all turning points within a limit.
pub struct Reached {
    /// Where they begin.
    pub start: Stop,
    /// How each turning point of the table is reached, by its number.
    reach: Reaches,
    /// Turning points in the order in which they were reached.
    pub order: ArrayVec<u16, MOST_NODES>,
    /// Whether some wall has been shot through.
    pub(super) breached: bool,
    floors: u8,
}

/// By the number of the turning point, one for each that the table has.
type Reaches = ArrayVec<Reach, MOST_NODES>;

/// How far ways are followed.
#[derive(Clone, Copy)]
pub(crate) struct Horizon {
    /// What a way may cost.
    cost: u32,
    /// What one may cost that is no longer than an inch: that far one gets over any obstacle.
    inch: u32,
}

impl Horizon {
    /// Ways that can be gone this turn, for a budget without obstacles. SV-MOV-09
    pub(crate) fn of_turn(far: Mils) -> Horizon {
        Horizon { cost: far as u32, inch: far as u32 + OBSTACLE }
    }

    /// All ways up to a cost.
    fn up_to(cost: u32) -> Horizon {
        Horizon { cost, inch: cost }
    }

    /// What a way that is so long already may cost.
    #[inline]
    fn after(&self, length: u32) -> u32 {
        if length <= INCH as u32 { self.inch } else { self.cost }
    }
}

/// A heap of turning points with their place in it, so that a cheaper way moves a point up: no
/// allocation while routes are found.
struct Heap {
    nodes: ArrayVec<u16, MOST_NODES>,
    place: ArrayVec<u16, MOST_NODES>,
}

const ABSENT: u16 = u16::MAX;

impl Heap {
    /// An empty heap for so many turning points.
    fn new(count: usize) -> Heap {
        let place = std::iter::repeat_n(ABSENT, count).collect();
        Heap { nodes: ArrayVec::new(), place }
    }

    /// Puts a point where its cost belongs.
    #[inline]
    fn raise(&mut self, node: u16, reach: &Reaches) {
        let mut at = match self.place[usize::from(node)] {
            ABSENT => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
            at => usize::from(at),
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
    fn pop(&mut self, reach: &Reaches) -> Option<u16> {
        let top = *self.nodes.first()?;
        self.place[usize::from(top)] = ABSENT;
        let last = self.nodes.pop()?;
        if self.nodes.is_empty() {
            return Some(top);
        }
        let key = key(reach, last);
        let mut at = 0;
        loop {
            let mut below = 2 * at + 1;
            if below >= self.nodes.len() {
                break;
            }
            if below + 1 < self.nodes.len()
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
fn key(reach: &Reaches, node: u16) -> u64 {
    let it = &reach[usize::from(node)];
    u64::from(it.cost) << 24 | u64::from(it.obstacles) << 16 | u64::from(node)
}

impl Reached {
    /// Nothing reached but the start, on a table with so many turning points.
    #[inline]
    pub(crate) fn nowhere(start: Stop, count: usize) -> Reached {
        let far = Reach { cost: NEVER, length: 0, from: START, obstacles: 0, settled: false };
        let reach = std::iter::repeat_n(far, count).collect();
        Reached { start, reach, order: ArrayVec::new(), breached: false, floors: 0 }
    }

    /// Where a turning point stands in the order in which they are tried; straight ways first.
    pub(super) fn rank(&self, node: u16) -> u64 {
        match node {
            START => 0,
            node => key(&self.reach, node),
        }
    }

    fn relax(&mut self, heap: &mut Heap, to: u16, way: Reach, horizon: Horizon) {
        let known = &mut self.reach[usize::from(to)];
        let better = (way.cost, way.obstacles) < (known.cost, known.obstacles);
        if way.cost <= horizon.after(way.length) && better && !known.settled {
            *known = way;
            heap.raise(to, &self.reach);
        }
    }

    /// Notes a way to a turning point if it is better than what is known, and puts the point where
    /// it belongs in the order, the first of which are settled.
    fn sort_in(&mut self, node: u16, way: Reach, settled: usize, horizon: Horizon) {
        let known = &mut self.reach[usize::from(node)];
        let better = (way.cost, way.obstacles) < (known.cost, known.obstacles);
        if way.cost > horizon.after(way.length) || !better || known.settled {
            return;
        }
        let place = if known.cost == NEVER {
            self.order.push(node);
            Some(self.order.len() - 1)
        } else {
            (settled..self.order.len()).find(|place| self.order[*place] == node)
        };
        *known = way;
        let Some(mut place) = place else { return };
        let key = key(&self.reach, node);
        while place > settled && key < self::key(&self.reach, self.order[place - 1]) {
            self.order[place] = self.order[place - 1];
            place -= 1;
        }
        self.order[place] = node;
    }

    /// The turning points within a cost.
    pub(crate) fn within(&self, limit: u32) -> impl Iterator<Item = usize> + '_ {
        let order = self.order.iter().map(|node| usize::from(*node));
        order.take_while(move |node| self.reach[*node].cost <= limit)
    }

    /// How far it is to a reached turning point.
    pub(crate) fn length(&self, node: u16) -> u32 {
        self.reach[usize::from(node)].length
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
        self.reach[usize::from(node)].cost
    }

    /// The turning points that were reached, the nearest first.
    pub(crate) fn turns(&self) -> impl Iterator<Item = u16> + '_ {
        self.order.iter().copied()
    }

    /// The turning point before another on the way to it; none if it is the first.
    pub(crate) fn before(&self, node: u16) -> Option<u16> {
        Some(self.reach[usize::from(node)].from).filter(|from| *from != START)
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
    pub(super) fn beyond(&self, node: u16, (length, obstacles): (u32, u8)) -> Found {
        let it = &self.reach[usize::from(node)];
        Found {
            cost: it.cost + length + OBSTACLE * u32::from(obstacles),
            length: it.length + length,
            obstacles: it.obstacles.saturating_add(obstacles),
            last: node,
        }
    }
}

impl Survivors {
    /// The cheapest ways from a point to every turning point that costs at most `limit`.
    pub fn reach(&self, works: &Works, start: Stop, radius: Mils, limit: u32) -> Reached {
        let mut reached = Reached::nowhere(start, self.roads(radius).nodes.len());
        self.reach_from(works, start, radius, Horizon::up_to(limit), &mut reached);
        reached
    }

    /// As [`reach`](Survivors::reach), written over what has reached nowhere yet.
    pub(crate) fn reach_from(
        &self,
        works: &Works,
        start: Stop,
        radius: Mils,
        horizon: Horizon,
        reached: &mut Reached,
    ) {
        let roads = self.roads(radius);
        reached.start = start;
        reached.breached = self.is_breached(works);
        reached.floors = 1 << start.level;
        let mut heap = Heap::new(roads.nodes.len());
        let known = self.spots[usize::from(radius > FOOT)]
            .get()
            .filter(|_| !reached.breached)
            .and_then(|spots| spots.find(start).and_then(|spot| spots.edges(spot)));
        if let Some(edges) = known {
            for edge in edges {
                if let Some(cost) = edge.cost(&self.table, works) {
                    reached.relax(&mut heap, edge.to, Reach::first(cost), horizon);
                }
            }
        }
        let hop = i64::from(roads.longest.min(horizon.cost.max(INCH as u32) as Mils));
        let tried = if reached.breached { roads.nodes.len() } else { roads.plain };
        for (number, node) in roads.nodes[..tried].iter().enumerate() {
            let number = number as u16;
            if node.stop == start {
                reached.relax(&mut heap, number, Reach::first((0, 0)), horizon);
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
                reached.relax(&mut heap, number, Reach::first(cost), horizon);
            }
        }
        while let Some(node) = heap.pop(&reached.reach) {
            reached.reach[usize::from(node)].settled = true;
            reached.order.push(node);
            reached.floors |= 1 << roads.nodes[usize::from(node)].stop.level;
            let at = reached.reach[usize::from(node)];
            let breaches =
                if reached.breached { roads.breach_edges(usize::from(node)) } else { &[] };
            for edges in [roads.edges(usize::from(node)), breaches] {
                // Whatever is longer than what is left leads nowhere.
                let most = horizon.after(at.length);
                let near = edges.iter().take_while(|edge| at.cost + edge.length <= most);
                for edge in near {
                    // A barricade that is gone may make an edge two obstacles cheaper at most.
                    if at.cost + edge.length >= reached.reach[usize::from(edge.to)].cost {
                        continue;
                    }
                    if let Some(part) = edge.cost(&self.table, works) {
                        reached.relax(&mut heap, edge.to, at.on(node, part), horizon);
                    }
                }
            }
        }
    }

    /// As [`reach_from`](Survivors::reach_from), begun with the ways of a point nearby, from which one
    /// goes straight to the start over nothing: most of them are the cheapest from here too. For a
    /// table without breaches.
    pub(crate) fn reach_beside(
        &self,
        works: &Works,
        base: &Reached,
        start: Stop,
        radius: Mils,
        horizon: Horizon,
        reached: &mut Reached,
    ) {
        let roads = self.roads(radius);
        let hop = i64::from(roads.longest.min(horizon.cost.max(INCH as u32) as Mils));
        // Ways from farther away than that may depend on what has changed since the table was set.
        let sure = roads.run as u32 + OBSTACLE;
        reached.start = start;
        reached.floors = 1 << start.level;
        // What costs more from there, by more than what lies between, costs too much from here.
        for node in base.within(horizon.inch + base.start.at.leg(start.at) as u32) {
            let (turning, known) = (&roads.nodes[node], &base.reach[node]);
            // Round the corner before it, as from there.
            let before = base.before(node as u16).filter(|before| base.cost(*before) <= sure);
            let around = before.and_then(|before| {
                let (from, way) =
                    (&base.reach[usize::from(before)], &reached.reach[usize::from(before)]);
                let part = (known.length - from.length, known.obstacles - from.obstacles);
                (way.cost != NEVER).then(|| way.on(before, part))
            });
            let way = turning.stop.at - start.at;
            let square = way.length2();
            let shorter = around.is_none_or(|way| square < i64::from(way.cost).pow(2));
            let straight = if square == 0 && turning.stop == start {
                Some((0, 0))
            } else if shorter
                && turning.stop.level == start.level
                && square <= hop * hop
                && turning.is_taut(way)
            {
                self.straight(works, start, turning.stop, radius)
            } else {
                None
            };
            let straight = straight.map(Reach::first);
            let best = [straight, around].into_iter().flatten();
            if let Some(way) = best.min_by_key(|way| (way.cost, way.obstacles)) {
                reached.sort_in(node as u16, way, 0, horizon);
            }
        }
        let mut at = 0;
        while at < reached.order.len() {
            let node = reached.order[at];
            let from = reached.reach[usize::from(node)];
            at += 1;
            reached.reach[usize::from(node)].settled = true;
            reached.floors |= 1 << roads.nodes[usize::from(node)].stop.level;
            let most = horizon.after(from.length);
            let edges = roads.edges(usize::from(node)).iter();
            for edge in edges.take_while(|edge| from.cost + edge.length <= most) {
                if from.cost + edge.length < reached.reach[usize::from(edge.to)].cost
                    && let Some(part) = edge.cost(&self.table, works)
                {
                    reached.sort_in(edge.to, from.on(node, part), at, horizon);
                }
            }
        }
    }
}
