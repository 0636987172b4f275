//! Spots: the points of a table that are worth standing on, found once: cover, goals and the net. SV-CAN-01

use crate::action::Stop;
use crate::geometry::feature::{AreaKind, Level, LineKind, Works};
use crate::geometry::outlook::Outlook;
use crate::geometry::point::{INCH, Mils, Point, isqrt};
use crate::geometry::polygon::{centroid, edges, inside};
use crate::geometry::strips::{MOST_LEVELS, Some256};
use crate::geometry::tabletop::Tabletop;
use crate::position::{FOOT, HORSE};
use crate::ways::roads::{Edge, Fans, Roads};
use crate::ways::route::{Found, Reached};
use crate::{Survivors, rules};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use table::{Dice, Seed};

/// How far ways to goals are looked for.
pub(crate) const HORIZON: u32 = 60 * INCH as u32;

/// How near a spot must be for its ways to be of use.
const BESIDE: Mils = 2 * INCH;

/// What a spot is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A door, stairs, or a place of the scenario.
    Goal,
    /// Behind or in something.
    Cover,
    /// A point of the net of two inches.
    Net,
}

/// The ways from one spot to the others within a turn's run, as the table begins.
pub(crate) struct Row {
    pub(crate) reached: Reached,
    /// Spots in order, each with the way there.
    pub(crate) ways: Vec<(u16, Found)>,
    /// Lines whose state these ways depend on.
    depends: Some256,
}

/// The points of a table that depend on the table alone, in order of x, y and floor.
pub struct Spots {
    /// Every point with its use.
    pub points: Vec<(Stop, Use)>,
    fans: Fans,
    sure: Vec<bool>,
    outlook: Vec<Outlook>,
    rows: Vec<OnceLock<Box<Row>>>,
    net: Net,
    /// The trips from every spot to every other, as far as somebody asked.
    meetings: OnceLock<Box<[AtomicU64]>>,
}

/// Where on the table the points lie: their numbers by cells of two inches.
struct Net {
    columns: i32,
    rows: i32,
    numbers: Vec<u16>,
    ends: Vec<u32>,
}

impl Net {
    const CELL: Mils = 2 * INCH;

    fn new(high: Point, points: &[(Stop, Use)]) -> Net {
        let (columns, rows) = (high.x / Net::CELL + 1, high.y / Net::CELL + 1);
        let mut net = Net { columns, rows, numbers: Vec::new(), ends: Vec::new() };
        let mut cells = vec![Vec::new(); (columns * rows) as usize * MOST_LEVELS];
        for (number, (stop, _)) in points.iter().enumerate() {
            if let Some((column, row)) = net.place(*stop) {
                cells[net.cell(stop.level, column, row)].push(number as u16);
            }
        }
        for cell in cells {
            net.numbers.extend(cell);
            net.ends.push(net.numbers.len() as u32);
        }
        net
    }

    /// The column and row of a point; none if it is off the table.
    #[inline]
    fn place(&self, stop: Stop) -> Option<(i32, i32)> {
        let (column, row) = (stop.at.x.div_euclid(Net::CELL), stop.at.y.div_euclid(Net::CELL));
        let on = (0..self.columns).contains(&column)
            && (0..self.rows).contains(&row)
            && (0..MOST_LEVELS as Level).contains(&stop.level);
        on.then_some((column, row))
    }

    #[inline]
    fn cell(&self, level: Level, column: i32, row: i32) -> usize {
        ((i32::from(level) * self.rows + row) * self.columns + column) as usize
    }

    /// The points in a cell, in order.
    #[inline]
    fn within(&self, level: Level, column: i32, row: i32) -> &[u16] {
        let cell = self.cell(level, column, row);
        let from = if cell == 0 { 0 } else { self.ends[cell - 1] as usize };
        &self.numbers[from..self.ends[cell] as usize]
    }
}

/// A list of spots that is being made.
struct Search<'a> {
    table: &'a Tabletop,
    works: Works,
    radius: Mils,
    points: Vec<(Stop, Use)>,
}

impl Search<'_> {
    fn add(&mut self, at: Point, level: Level, purpose: Use) {
        let stop = Stop { at, level };
        if self.table.bars_rest(&self.works, level, at, self.radius).is_none()
            && !self.points.iter().any(|(known, _)| *known == stop)
        {
            self.points.push((stop, purpose));
        }
    }

    fn along_lines(&mut self) {
        for line in &self.table.lines {
            let along = line.b - line.a;
            let length = isqrt(along.length2()).max(1);
            let middle = line.middle();
            match line.kind {
                LineKind::Door => {
                    let square = along.left().scaled(750, length);
                    self.add(middle + square, line.level, Use::Goal);
                    self.add(middle + -square, line.level, Use::Goal);
                }
                LineKind::Window => {
                    let square = along.left().scaled(600, length);
                    self.add(middle + square, line.level, Use::Cover);
                    self.add(middle + -square, line.level, Use::Cover);
                }
                LineKind::LowWall | LineKind::Barricade | LineKind::Fence | LineKind::Hedge => {
                    let square = along.left().scaled(i64::from(self.radius + 100), length);
                    for m in (750..=length).step_by(1500) {
                        let at = line.a + along.scaled(m, length);
                        self.add(at + square, line.level, Use::Cover);
                        self.add(at + -square, line.level, Use::Cover);
                    }
                }
                LineKind::Wall | LineKind::Wire => {}
            }
        }
    }

    fn at_areas(&mut self) {
        for area in &self.table.areas {
            let middle = centroid(&area.corners);
            match area.kind {
                AreaKind::LowSolid => {
                    for (a, b) in edges(&area.corners) {
                        let half = Point::new((a.x + b.x) / 2, (a.y + b.y) / 2);
                        for from in [a, half] {
                            let at = pushed(middle, from, self.radius + 100);
                            self.add(at, area.level, Use::Cover);
                        }
                    }
                }
                AreaKind::Foliage | AreaKind::Thicket => {
                    for (a, b) in edges(&area.corners) {
                        let along = b - a;
                        let length = isqrt(along.length2()).max(1);
                        for m in (1000..length).step_by(2000) {
                            let at = a + along.scaled(m, length);
                            let square = along.left().scaled(750, length);
                            for inner in [at + square, at + -square] {
                                if inside(&area.corners, inner) {
                                    self.add(inner, area.level, Use::Cover);
                                }
                            }
                        }
                    }
                }
                AreaKind::Rubble => {
                    self.add(middle, area.level, Use::Cover);
                    for (a, b) in edges(&area.corners) {
                        let half = Point::new((a.x + b.x) / 2, (a.y + b.y) / 2);
                        self.add(pushed(middle, half, -600), area.level, Use::Cover);
                    }
                }
                _ => {}
            }
        }
    }

    /// The net of odd inches; a point of it gives way to another within 0.7". Steps 7 and 9
    fn net(&mut self) {
        let high = self.table.bounds.high;
        for level in 0..MOST_LEVELS as Level {
            for y in (INCH..high.y).step_by(2 * INCH as usize) {
                for x in (INCH..high.x).step_by(2 * INCH as usize) {
                    let at = Point::new(x, y);
                    let near = |(known, _): &(Stop, Use)| {
                        known.level == level && known.at.distance2(at) <= 490_000
                    };
                    if self.table.has_floor(at, level) && !self.points.iter().any(near) {
                        self.add(at, level, Use::Net);
                    }
                }
            }
        }
    }
}

impl Spots {
    /// The points of a table for a base of this radius, with the places of its scenario.
    pub fn new(
        table: &Tabletop,
        places: &[(Point, Level)],
        starts: &[(Point, Level)],
        radius: Mils,
        roads: &Roads,
    ) -> Spots {
        let mut search = Search { table, works: table.fresh(), radius, points: Vec::new() };
        for (at, level) in places {
            search.add(*at, *level, Use::Goal);
        }
        search.along_lines();
        for stairs in &table.stairs {
            search.add(stairs.foot, stairs.level, Use::Goal);
            search.add(stairs.head, stairs.level + 1, Use::Goal);
        }
        search.at_areas();
        // Corners of walls: the turning points about them. Step 3
        for node in roads.nodes[..roads.plain].iter().filter(|node| node.is_at_wall(radius)) {
            search.add(node.stop.at, node.stop.level, Use::Cover);
        }
        for (at, level) in starts {
            search.add(*at, *level, Use::Net);
        }
        search.net();
        let works = search.works;
        let mut points = search.points;
        points.sort_unstable_by_key(|(stop, _)| *stop);
        let mut fans = Fans::default();
        let sure = points.iter().map(|(stop, _)| roads.edges_from(table, *stop, &mut fans));
        let sure = sure.collect();
        let outlook = points.iter().map(|(stop, _)| Outlook::from(table, &works, *stop)).collect();
        let rows = points.iter().map(|_| OnceLock::new()).collect();
        let net = Net::new(table.bounds.high, &points);
        Spots { points, fans, sure, outlook, rows, net, meetings: OnceLock::new() }
    }

    /// Room for a note about every two spots.
    fn meetings(&self) -> &[AtomicU64] {
        self.meetings.get_or_init(|| {
            let pairs = self.points.len() * self.points.len();
            std::iter::repeat_with(AtomicU64::default).take(pairs).collect()
        })
    }

    /// What the cheapest trip from one spot to another costs and where the ways from both ends meet,
    /// if there is a trip; `find` is asked once for each two of them, or seldom more often.
    pub(crate) fn meeting(
        &self,
        from: usize,
        to: usize,
        find: impl FnOnce() -> Option<(u32, u16)>,
    ) -> Option<(u32, u16)> {
        const KNOWN: u64 = 1 << 63;
        const NEVER: u64 = 1 << 62;
        let kept = &self.meetings()[from * self.points.len() + to];
        let known = kept.load(Ordering::Relaxed);
        if known & KNOWN == 0 {
            let found = find();
            let noted = found.map_or(NEVER, |(cost, at)| u64::from(cost) << 16 | u64::from(at));
            kept.store(KNOWN | noted, Ordering::Relaxed);
            return found;
        }
        (known & NEVER == 0).then_some(((known >> 16) as u32, known as u16))
    }

    /// The straight ways from a point of the table to turning points; none if they must be tried.
    #[inline]
    pub fn edges(&self, spot: usize) -> Option<&[Edge]> {
        self.sure[spot].then(|| self.fans.of(spot))
    }

    /// What one sees from a point of the table.
    #[inline]
    pub fn outlook(&self, spot: usize) -> &Outlook {
        &self.outlook[spot]
    }

    /// The number of the point that lies exactly here.
    #[inline]
    pub fn find(&self, stop: Stop) -> Option<usize> {
        let (column, row) = self.net.place(stop)?;
        let mut near =
            self.net.within(stop.level, column, row).iter().map(|number| usize::from(*number));
        near.find(|number| self.points[*number].0 == stop)
    }

    /// The point nearest to a place of the same floor; the first of those equally near.
    pub(crate) fn nearest(&self, stop: Stop) -> Option<usize> {
        if let Some(here) = self.find(stop) {
            return Some(here);
        }
        let far = |number: u16| self.points[usize::from(number)].0.at.distance2(stop.at);
        let Some((column, row)) = self.net.place(stop) else {
            let level = (0..self.points.len() as u16)
                .filter(|number| self.points[usize::from(*number)].0.level == stop.level);
            return level.min_by_key(|number| far(*number)).map(usize::from);
        };
        let mut best: Option<(i64, u16)> = None;
        for ring in 0..self.net.columns.max(self.net.rows) {
            // What lies beyond the rings before this one is so far away at least.
            let least = i64::from(((ring - 1) * Net::CELL).max(0));
            if best.is_some_and(|(far, _)| far < least * least) {
                break;
            }
            let rows = (row - ring).max(0)..=(row + ring).min(self.net.rows - 1);
            for y in rows {
                let edge = (y - row).abs() == ring;
                let step = if edge || ring == 0 { 1 } else { 2 * ring as usize };
                for x in (column - ring..=column + ring).step_by(step) {
                    if !(0..self.net.columns).contains(&x) {
                        continue;
                    }
                    for number in self.net.within(stop.level, x, y) {
                        let entry = (far(*number), *number);
                        if best.is_none_or(|best| entry < best) {
                            best = Some(entry);
                        }
                    }
                }
            }
        }
        best.map(|(_, number)| usize::from(number))
    }
}

/// The point so far beyond another, seen from a middle.
fn pushed(middle: Point, from: Point, by: Mils) -> Point {
    let out = from - middle;
    let length = isqrt(out.length2()).max(1);
    from + out.scaled(i64::from(by), length)
}

impl Survivors {
    /// Points that depend on the table alone, found when first needed.
    #[inline]
    pub fn spots(&self, radius: Mils) -> &Spots {
        let slot = &self.spots[usize::from(radius > FOOT)];
        slot.get_or_init(|| {
            let scenario = &self.scenario;
            let places = scenario.searches.iter().chain(&scenario.bonfires);
            let mut places: Vec<(Point, Level)> =
                places.chain(&scenario.machines).map(|place| (place.at, place.level)).collect();
            places.extend(scenario.crates.iter().map(|(_, at, level)| (*at, *level)));
            Spots::new(&self.table, &places, &self.default_places(), radius, self.roads(radius))
        })
    }

    /// Where figures stand that are placed by default: many a game begins there. SV-SET-06
    fn default_places(&self) -> Vec<(Point, Level)> {
        let mut position = rules::start(self, &mut Dice::seeded(Seed::from_number(0)));
        for side in self.sides() {
            self.deploy_rest(&mut position, side);
        }
        let placed = position.figures.iter().filter(|figure| figure.is_playing());
        placed.map(|figure| (figure.at, figure.level)).collect()
    }

    /// The ways from a spot, found when first needed; none if the state of the table has changed
    /// what they depend on.
    pub(crate) fn ways_from(
        &self,
        works: &Works,
        start: Stop,
        radius: Mils,
    ) -> Option<(usize, &Row)> {
        let spot = self.spots(radius).find(start)?;
        let row = self.row(spot, radius);
        let changed = |line: &u16| {
            let kept = |works: &Works| {
                let acting = self.table.acting(works, usize::from(*line));
                (acting.stops_disc(), acting == crate::geometry::feature::Acting::Nothing)
            };
            row.depends.has(usize::from(*line)) && kept(works) != kept(&self.fresh)
        };
        let valid =
            !self.is_breached(works) && !self.doors.iter().chain(&*self.breakable).any(changed);
        valid.then_some((spot, row))
    }

    /// The spot nearest to a point, with the ways from there, if one goes straight from one to the
    /// other over nothing.
    pub(crate) fn row_beside(
        &self,
        works: &Works,
        start: Stop,
        radius: Mils,
    ) -> Option<(usize, &Row)> {
        let spots = self.spots(radius);
        let spot = spots.nearest(start)?;
        let stop = spots.points[spot].0;
        let near = stop.level == start.level && stop.at.leg(start.at) <= BESIDE;
        let beside =
            near && self.straight(works, start, stop, radius).is_some_and(|way| way.1 == 0);
        self.ways_from(works, stop, radius).filter(|_| beside)
    }

    /// The ways from a spot as the table begins.
    pub(crate) fn row(&self, spot: usize, radius: Mils) -> &Row {
        let spots = self.spots(radius);
        spots.rows[spot].get_or_init(|| Box::new(self.make_row(spots, spot, radius)))
    }

    fn make_row(&self, spots: &Spots, spot: usize, radius: Mils) -> Row {
        let start = spots.points[spot].0;
        let works = &self.fresh;
        let roads = self.roads(radius);
        let far = roads.run;
        let limit = far as u32 + 2 * INCH as u32;
        let reached = self.reach(works, start, radius, HORIZON);
        let mut depends = Some256::default();
        let note = |depends: &mut Some256, edges: &[Edge]| {
            edges.iter().flat_map(Edge::lines).for_each(|line| depends.insert(usize::from(line)));
        };
        note(&mut depends, spots.fans.of(spot));
        for node in reached.within(limit) {
            note(&mut depends, roads.edges(node));
        }
        let mut ways = Vec::new();
        for (number, (stop, _)) in spots.points.iter().enumerate() {
            let near = start.at.distance2(stop.at) <= i64::from(far) * i64::from(far);
            if number == spot || stop.level == start.level && !near {
                continue;
            }
            let same = stop.level == start.level;
            if same {
                self.lines_beside(start, *stop, radius, |line| depends.insert(line));
            }
            let found = match spots.edges(number) {
                Some(edges) => {
                    let straight =
                        same.then(|| self.straight(works, start, *stop, radius)).flatten();
                    self.way_to_spot(works, &reached, *stop, straight, edges, radius, limit)
                }
                None => self.way_to(works, &reached, *stop, radius, limit),
            };
            note(&mut depends, spots.fans.of(number));
            if let Some(found) = found {
                ways.push((number as u16, found));
            }
        }
        Row { reached, ways, depends }
    }

    /// The doors and barricades that a straight way passes or brushes.
    fn lines_beside(&self, p: Stop, q: Stop, radius: Mils, mut each: impl FnMut(usize)) {
        for number in self.table.along(p.level, p.at, q.at, radius).lines.iter() {
            let line = &self.table.lines[number];
            if matches!(line.kind, LineKind::Door | LineKind::Barricade)
                && crate::geometry::segment::too_close(p.at, q.at, line.a, line.b, radius)
            {
                each(number);
            }
        }
    }

    /// Works out everything that is otherwise worked out when first needed.
    pub fn prepare(&self) {
        self.table.glances();
        for radius in [FOOT, HORSE] {
            let spots = self.spots(radius);
            spots.meetings();
            for spot in 0..spots.points.len() {
                self.row(spot, radius);
            }
        }
    }
}
