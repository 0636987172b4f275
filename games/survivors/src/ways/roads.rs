//! Roads: the turning points around everything that is in the way, and the straight ways between
//! them. SV-MOV-20
//!
//! The graph is made once for a table and a size of base. What doors, barricades and breaches change
//! is written on the edges they concern, so that no change of the terrain needs a new graph. A way
//! bends only where it is drawn taut around a corner: points and edges that no taut string could use
//! are left out.

use crate::action::Stop;
use crate::geometry::feature::{Acting, DoorState, Level, Line, LineKind, Works};
use crate::geometry::point::{INCH, Mils, Point, Vector, isqrt};
use crate::geometry::segment::rough_length;
use crate::geometry::tabletop::Tabletop;
use crate::position::FOOT;

/// The most turning points that a table may have.
pub const MOST_NODES: usize = 768;
/// What an obstacle costs when routes are compared.
pub const OBSTACLE: u32 = 2 * INCH as u32;

/// A turning point, with the two neighbours on the octagon about its corner; none for the points
/// beside openings, where a way may bend either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where.
    pub stop: Stop,
    around: Option<[Vector; 2]>,
}

impl Node {
    /// Whether a straight way in this direction passes the corner taut: the octagon about the
    /// corner lies on one side of it.
    #[inline]
    pub fn is_taut(&self, way: Vector) -> bool {
        self.around.is_none_or(|[a, b]| {
            let (a, b) = (way.cross(a), way.cross(b));
            a >= 0 && b >= 0 || a <= 0 && b <= 0
        })
    }
}

impl Node {
    /// Whether a straight way to some place may pass the corner taut, if the place is within so
    /// much of where this way leads.
    #[inline]
    pub(crate) fn may_be_taut(&self, way: Vector, within: Mils) -> bool {
        self.around.is_none_or(|[a, b]| {
            let play = |to: Vector| i64::from(within) * rough_length(to);
            let (left, right) = (way.cross(a), way.cross(b));
            let (a, b) = (play(a), play(b));
            !(left > a && right < -b || left < -a && right > b)
        })
    }

    /// Whether it turns about a corner of something that keeps a base of this radius out.
    pub(crate) fn is_at_wall(&self, radius: Mils) -> bool {
        // Its neighbours on a wide octagon are farther away than on a narrow one.
        self.around
            .is_some_and(|[a, b]| a.length2().max(b.length2()) > (i64::from(radius) / 2).pow(2))
    }
}

/// A straight way to a turning point.
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

impl Edge {
    /// The lines that it depends on.
    pub(crate) fn lines(&self) -> impl Iterator<Item = u16> + use<> {
        self.depends.into_iter().filter(|line| *line != FREE)
    }

    /// What it costs now: length and obstacles; none if it is shut.
    #[inline]
    pub fn cost(&self, table: &Tabletop, works: &Works) -> Option<(u32, u8)> {
        self.cost_of(self.obstacles, table, works)
    }

    /// What the way back costs now.
    #[inline]
    pub fn cost_back(&self, table: &Tabletop, works: &Works) -> Option<(u32, u8)> {
        self.cost_of(self.back, table, works)
    }

    #[inline]
    fn cost_of(&self, mut obstacles: u8, table: &Tabletop, works: &Works) -> Option<(u32, u8)> {
        if self.depends[0] == FREE {
            return Some((self.length, obstacles));
        }
        for line in self.depends {
            if line == FREE {
                break;
            }
            match table.acting(works, usize::from(line)) {
                acting if acting.stops_disc() => return None,
                Acting::Nothing => obstacles = obstacles.saturating_sub(1),
                _ => {}
            }
        }
        Some((self.length, obstacles))
    }
}

/// Lists of edges, one after another, each from the shortest to the longest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fans {
    edges: Vec<Edge>,
    ends: Vec<u32>,
}

impl Fans {
    pub(crate) fn push(&mut self, edge: Edge) {
        self.edges.push(edge);
    }

    /// Ends the list that is being filled, and puts it in order.
    pub(crate) fn close(&mut self) {
        let from = self.ends.last().map_or(0, |end| *end as usize);
        self.edges[from..].sort_by_key(|edge| edge.length);
        self.ends.push(self.edges.len() as u32);
    }

    #[inline]
    pub(crate) fn of(&self, number: usize) -> &[Edge] {
        let from = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.edges[from..self.ends[number] as usize]
    }
}

/// The graph for one size of base.
#[derive(Clone, Debug)]
pub struct Roads {
    /// Turning points in order; those on either side of walls that can be breached come last.
    pub nodes: Vec<Node>,
    /// How many of them do not wait for a breach.
    pub plain: usize,
    fans: Fans,
    breach_fans: Fans,
    radius: Mils,
    /// The longest straight way that is looked at.
    pub(crate) longest: Mils,
    /// The farthest that such a base goes in a turn.
    pub(crate) run: Mils,
}

impl Roads {
    /// The graph of a table for a base of this radius.
    pub fn new(table: &Tabletop, radius: Mils) -> Roads {
        let works = passable(table);
        let mut nodes = nodes(table, &works, radius);
        let plain = nodes.len();
        let breaches = breaches(table);
        let legal = |stop: Stop| {
            table.bars(&works, stop.level, stop.at, stop.at, radius, radius > FOOT).is_none()
        };
        for stop in breaches.iter().flat_map(|(p, q, _)| [*p, *q]) {
            if nodes.len() < MOST_NODES && legal(stop) {
                nodes.push(Node { stop, around: None });
            }
        }
        let mut roads = Roads {
            nodes,
            plain,
            fans: Fans::default(),
            breach_fans: Fans::default(),
            radius,
            longest: 30 * INCH,
            run: if radius > FOOT { 20 * INCH } else { 12 * INCH },
        };
        for from in 0..roads.nodes.len() {
            for to in 0..roads.nodes.len() {
                if from == to {
                    continue;
                }
                let (p, q) = (roads.nodes[from], roads.nodes[to]);
                let way = q.stop.at - p.stop.at;
                let taut = p.is_taut(way) && q.is_taut(way);
                let edge = taut.then(|| roads.edge(table, &works, p.stop, q.stop)).flatten();
                if from < plain && to < plain {
                    if let Some(edge) = edge {
                        roads.fans.push(Edge { to: to as u16, ..edge });
                    }
                    continue;
                }
                let breach = || {
                    let wall = breaches.iter().find(|(a, b, _)| {
                        (*a, *b) == (p.stop, q.stop) || (*b, *a) == (p.stop, q.stop)
                    })?;
                    roads.breach(table, &works, p.stop, q.stop, wall.2)
                };
                if let Some(edge) = edge.or_else(breach) {
                    roads.breach_fans.push(Edge { to: to as u16, ..edge });
                }
            }
            roads.fans.close();
            roads.breach_fans.close();
        }
        roads
    }

    /// The edges that leave a turning point, the shortest first.
    #[inline]
    pub fn edges(&self, node: usize) -> &[Edge] {
        self.fans.of(node)
    }

    /// The edges by which a breach is reached and left.
    pub(crate) fn breach_edges(&self, node: usize) -> &[Edge] {
        self.breach_fans.of(node)
    }

    /// Adds the straight ways from any point to the turning points, as one list; false if one of
    /// them depends on too much to be written down.
    pub(crate) fn edges_from(&self, table: &Tabletop, from: Stop, out: &mut Fans) -> bool {
        let works = passable(table);
        let mut sure = true;
        for (number, node) in self.nodes[..self.plain].iter().enumerate() {
            if from.level == node.stop.level && node.is_taut(node.stop.at - from.at) {
                match self.edge(table, &works, from, node.stop) {
                    Some(edge) => out.push(Edge { to: number as u16, ..edge }),
                    None => sure &= self.is_barred(table, &works, from, node.stop),
                }
            }
        }
        out.close();
        sure
    }

    fn is_barred(&self, table: &Tabletop, works: &Works, p: Stop, q: Stop) -> bool {
        let longest = i64::from(self.longest);
        p.at.distance2(q.at) > longest * longest
            || table.bars(works, p.level, p.at, q.at, self.radius, self.radius > FOOT).is_some()
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
        let longest = i64::from(self.longest);
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
            let crossed = crate::geometry::segment::crosses(p.at, q.at, line.a, line.b);
            let matters = match line.kind {
                LineKind::Door | LineKind::Wall => {
                    crate::geometry::segment::too_close(p.at, q.at, line.a, line.b, self.radius)
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
        works.damage[usize::from(wall)] = table.lines[usize::from(wall)].strength;
        self.edge(table, &works, p, q).map(|edge| Edge { depends: [wall, edge.depends[1]], ..edge })
    }
}

/// The state of the table in which every door is unlocked and every wall stands.
pub(crate) fn passable(table: &Tabletop) -> Works {
    let mut works = table.fresh();
    for state in &mut works.doors {
        *state = DoorState::Open;
    }
    works
}

/// The two points on either side of a line's middle.
fn beside(line: &Line) -> (Stop, Stop) {
    let along = line.b - line.a;
    let length = isqrt(along.length2()).max(1);
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

/// A corner that ways go round: where it is, and how far the disc keeps from it.
struct Corner {
    at: Point,
    level: Level,
    clearance: (Mils, Mils),
    /// The directions of the edges that meet in it.
    arms: Vec<Vector>,
}

impl Corner {
    /// Whether a taut string could bend at this offset: it lies in the cone that no arm leans into.
    /// A blunt corner has a cone narrower than the step of the octagon, so the nearest points count.
    fn bends(&self, offset: Vector) -> bool {
        let blunt = self.arms.iter().enumerate().any(|(i, a)| {
            self.arms[..i].iter().any(|b| {
                // An inner angle of more than 135 degrees, but no straight line.
                let dot = a.dot(*b);
                let squares = i128::from(a.length2()) * i128::from(b.length2());
                dot < 0 && 2 * i128::from(dot) * i128::from(dot) > squares && a.cross(*b) != 0
            })
        });
        self.arms.iter().all(|arm| {
            let lean = arm.dot(offset);
            // sin 45 degrees: one step of the octagon to either side.
            let allowed = if blunt { isqrt(arm.length2() * offset.length2() / 2) } else { 0 };
            lean <= allowed
        })
    }
}

/// The corners of a table: ends of lines that meet in one point are one corner.
fn corners(table: &Tabletop, radius: Mils) -> Vec<Corner> {
    let (wide, narrow) =
        if radius > FOOT { ((751, 312), (201, 84)) } else { ((501, 208), (201, 84)) };
    let mut found: Vec<Corner> = Vec::new();
    let mut add = |at: Point, level: Level, clearance: (Mils, Mils), arms: &[Vector]| {
        let known = found
            .iter_mut()
            .find(|corner| (corner.at, corner.level, corner.clearance) == (at, level, clearance));
        match known {
            Some(corner) => corner.arms.extend(arms),
            None => found.push(Corner { at, level, clearance, arms: arms.to_vec() }),
        }
    };
    for line in &table.lines {
        let clearance = match line.kind {
            LineKind::Door | LineKind::Window => continue,
            LineKind::Wall => wide,
            _ => narrow,
        };
        add(line.a, line.level, clearance, &[line.b - line.a]);
        add(line.b, line.level, clearance, &[line.a - line.b]);
    }
    for area in &table.areas {
        let clearance = if area.kind.is_impassable() {
            wide
        } else if area.kind.is_obstacle() {
            narrow
        } else {
            continue;
        };
        let count = area.corners.len();
        for (i, corner) in area.corners.iter().enumerate() {
            let arms = [
                area.corners[(i + 1) % count] - *corner,
                area.corners[(i + count - 1) % count] - *corner,
            ];
            add(*corner, area.level, clearance, &arms);
        }
    }
    found
}

/// The turning points of a table.
fn nodes(table: &Tabletop, works: &Works, radius: Mils) -> Vec<Node> {
    let mut found: Vec<Node> = Vec::new();
    let mut add = |at: Point, level: Level, around: Option<[Vector; 2]>| {
        let legal = table.bars(works, level, at, at, radius, radius > FOOT).is_none();
        if legal {
            found.push(Node { stop: Stop { at, level }, around });
        }
    };
    for corner in corners(table, radius) {
        let (k, j) = corner.clearance;
        let ring = [(k, j), (j, k), (-j, k), (-k, j), (-k, -j), (-j, -k), (j, -k), (k, -j)]
            .map(|(x, y)| Vector::new(i64::from(x), i64::from(y)));
        for (i, offset) in ring.into_iter().enumerate() {
            if corner.bends(offset) {
                let to = |n: usize| {
                    let other = ring[n % 8];
                    Vector::new(other.x - offset.x, other.y - offset.y)
                };
                add(corner.at + offset, corner.level, Some([to(i + 1), to(i + 7)]));
            }
        }
    }
    for line in &table.lines {
        if matches!(line.kind, LineKind::Door | LineKind::Window) {
            let (p, q) = beside(line);
            add(p.at, line.level, None);
            add(q.at, line.level, None);
        }
    }
    for stairs in &table.stairs {
        add(stairs.foot, stairs.level, None);
        add(stairs.head, stairs.level + 1, None);
    }
    // A point that several corners share bends for any of them.
    found.sort_by_key(|node| node.stop);
    found.dedup_by(|next, kept| {
        let same = next.stop == kept.stop;
        if same && next.around != kept.around {
            kept.around = None;
        }
        same
    });
    found.truncate(MOST_NODES);
    found
}
