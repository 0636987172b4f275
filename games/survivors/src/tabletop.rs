//! The table with everything that stands on it, and the index that finds what is near. The index is
//! made once; results never depend on it.

use crate::feature::{Acting, Area, Building, DoorState, Level, Line, LineKind, Stairs, Works};
use crate::point::{Mils, Point};
use crate::polygon::{Bounds, inside};
use crate::room::Room;
use crate::segment::{meet, near, too_close};
use std::sync::OnceLock;

/// The most lines, and the most areas, that a table can hold.
pub const MOST_FEATURES: usize = 256;

/// The floors that a table can have.
pub const MOST_LEVELS: usize = 4;

const CELL: Mils = 4000;
const WORDS: usize = MOST_FEATURES / 64;

/// A set of features by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Some256([u64; WORDS]);

impl Some256 {
    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Whether a feature is in it.
    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Joins the first words of another set.
    #[inline]
    fn join(&mut self, other: &Some256, words: usize) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0).take(words) {
            *mine |= theirs;
        }
    }

    /// The numbers in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let (mut words, mut at) = (self.0, 0);
        std::iter::from_fn(move || {
            while at < WORDS {
                let bits = words[at];
                if bits != 0 {
                    words[at] = bits & (bits - 1);
                    return Some(at * 64 + bits.trailing_zeros() as usize);
                }
                at += 1;
            }
            None
        })
    }
}

/// What lies in one cell of the index.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// Lines.
    pub lines: Some256,
    /// Areas.
    pub areas: Some256,
}

/// Where a line runs: what is looked at first, side by side.
#[derive(Clone, Copy, Debug)]
struct Trace {
    a: Point,
    b: Point,
    bounds: Bounds,
}

/// The table: what never moves on it, and where to find it.
#[derive(Clone, Debug)]
pub struct Tabletop {
    /// Its extent.
    pub bounds: Bounds,
    /// Its lines.
    pub lines: Vec<Line>,
    /// Its areas.
    pub areas: Vec<Area>,
    /// Its buildings.
    pub buildings: Vec<Building>,
    /// Its stairs.
    pub stairs: Vec<Stairs>,
    /// Whether opening a door is an action of its own. SV-OBS-07
    pub door_action: bool,
    traces: Vec<Trace>,
    columns: i32,
    rows: i32,
    cells: Vec<Found>,
    /// The free space, found when first needed; nowhere any if the table has no index.
    room: OnceLock<Room>,
}

/// Why a disc cannot go or stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// The edge of the table.
    Edge,
    /// A line, by number.
    Line(usize),
    /// An area, by number.
    Area(usize),
    /// No floor to stand on.
    NoFloor,
    /// No stairs between these points.
    NoStairs,
}

impl Tabletop {
    /// The table, indexed.
    pub fn new(
        bounds: Bounds,
        lines: Vec<Line>,
        areas: Vec<Area>,
        buildings: Vec<Building>,
        stairs: Vec<Stairs>,
        door_action: bool,
    ) -> Tabletop {
        let columns = (bounds.high.x + CELL - 1) / CELL;
        let rows = (bounds.high.y + CELL - 1) / CELL;
        let trace =
            |line: &Line| Trace { a: line.a, b: line.b, bounds: Bounds::of(&[line.a, line.b]) };
        let mut table = Tabletop {
            traces: lines.iter().map(trace).collect(),
            bounds,
            lines,
            areas,
            buildings,
            stairs,
            door_action,
            columns,
            rows,
            cells: vec![Found::default(); (columns * rows) as usize * MOST_LEVELS],
            room: OnceLock::new(),
        };
        table.fill();
        table
    }

    fn fill(&mut self) {
        for level in 0..MOST_LEVELS as Level {
            for row in 0..self.rows {
                for column in 0..self.columns {
                    let low = Point::new(column * CELL, row * CELL);
                    let cell = Bounds { low, high: Point::new(low.x + CELL, low.y + CELL) };
                    let mut found = Found::default();
                    let lines = self.lines.iter().enumerate();
                    for (number, line) in lines.filter(|(_, line)| line.level == level) {
                        if touches(&cell, line.a, line.b) {
                            found.lines.insert(number);
                        }
                    }
                    let areas = self.areas.iter().enumerate();
                    for (number, area) in areas.filter(|(_, area)| area.on(level as i64)) {
                        let overlaps = crate::polygon::edges(&area.corners)
                            .any(|(a, b)| touches(&cell, a, b))
                            || inside(&area.corners, cell.centre());
                        if overlaps {
                            found.areas.insert(number);
                        }
                    }
                    let at = self.cell(level, column, row);
                    self.cells[at] = found;
                }
            }
        }
    }

    /// The same table with an index that leaves nothing out: slow, and for holding the index to it.
    pub fn without_index(&self) -> Tabletop {
        let mut table = self.clone();
        table.room = OnceLock::from(Room::default());
        for level in 0..MOST_LEVELS as Level {
            let mut all = Found::default();
            for (number, line) in self.lines.iter().enumerate() {
                if line.level == level {
                    all.lines.insert(number);
                }
            }
            for (number, area) in self.areas.iter().enumerate() {
                if area.on(level as i64) {
                    all.areas.insert(number);
                }
            }
            let cells = (self.columns * self.rows) as usize;
            table.cells[level as usize * cells..][..cells].fill(all);
        }
        table
    }

    #[inline]
    fn cell(&self, level: Level, column: i32, row: i32) -> usize {
        ((level as i32 * self.rows + row) * self.columns + column) as usize
    }

    /// What may lie within `margin` of the way from `p` to `q` on one floor.
    pub fn along(&self, level: Level, p: Point, q: Point, margin: Mils) -> Found {
        let mut found = Found::default();
        if !(0..MOST_LEVELS as Level).contains(&level) {
            return found;
        }
        let words = (self.lines.len().div_ceil(64), self.areas.len().div_ceil(64));
        let mut look = |column: i32, row: i32| {
            let here = &self.cells[self.cell(level, column, row)];
            found.lines.join(&here.lines, words.0);
            found.areas.join(&here.areas, words.1);
        };
        let last = |limit: i32, at: Mils| (at / CELL).clamp(0, limit - 1);
        let west = last(self.columns, p.x.min(q.x) - margin);
        let east = last(self.columns, p.x.max(q.x) + margin);
        let south = last(self.rows, p.y.min(q.y) - margin);
        let north = last(self.rows, p.y.max(q.y) + margin);
        if east - west <= 1 || north - south <= 1 || (east - west) * (north - south) <= 4 {
            // A short way: everything about it.
            for row in south..north + 1 {
                for column in west..east + 1 {
                    look(column, row);
                }
            }
            return found;
        }
        // Walk along the longer axis in slabs of one cell; in each slab the way covers a known
        // stretch of the other axis, taken from a slope in 65536ths.
        let (dx, dy) = ((q.x - p.x) as i64, (q.y - p.y) as i64);
        let steep = dy.abs() > dx.abs();
        let turn = |p: Point| if steep { (p.y, p.x) } else { (p.x, p.y) };
        let ((u0, v0), (u1, v1)) =
            if turn(p).0 <= turn(q).0 { (turn(p), turn(q)) } else { (turn(q), turn(p)) };
        let (slabs, ranks) =
            if steep { (self.rows, self.columns) } else { (self.columns, self.rows) };
        let slope = if u1 > u0 { (((v1 - v0) as i64) << 16) / (u1 - u0) as i64 } else { 0 };
        let height = |u: Mils| v0 + ((slope * (u - u0) as i64) >> 16) as Mils;
        for slab in last(slabs, u0 - margin)..=last(slabs, u1 + margin) {
            let from = (slab * CELL - margin).clamp(u0, u1);
            let to = ((slab + 1) * CELL + margin).clamp(u0, u1);
            let (a, b) = (height(from), height(to));
            let low = last(ranks, a.min(b) - margin - 2);
            let high = last(ranks, a.max(b) + margin + 2);
            for rank in low..high + 1 {
                if steep {
                    look(rank, slab);
                } else {
                    look(slab, rank);
                }
            }
        }
        found
    }

    fn room(&self) -> &Room {
        self.room.get_or_init(|| Room::new(&self.bounds, &self.lines, &self.areas))
    }

    /// Whether it is plain, without a closer look, that nothing is near a straight way.
    #[inline]
    fn is_free(&self, level: Level, p: Point, q: Point, r: Mils) -> bool {
        level == 0 && self.room().is_free(p, q, r)
    }

    /// How a line acts now.
    #[inline]
    pub fn acting(&self, works: &Works, number: usize) -> Acting {
        let line = &self.lines[number];
        let fallen = || line.strength > 0 && works.damage[number] >= line.strength;
        match line.kind {
            LineKind::Wall if fallen() => Acting::LowWall, // SV-STC-06
            LineKind::Wall => Acting::Wall,
            LineKind::Door => match works.doors[number] {
                DoorState::Open | DoorState::Destroyed => Acting::OpenDoor,
                DoorState::Closed => Acting::ShutDoor { keeps_out: self.door_action },
                DoorState::Locked | DoorState::Barred => Acting::ShutDoor { keeps_out: true },
            },
            LineKind::Window => Acting::Window,
            LineKind::Barricade if fallen() => Acting::Nothing,
            LineKind::LowWall | LineKind::Barricade => Acting::LowWall,
            LineKind::Fence => Acting::Fence,
            LineKind::Hedge => Acting::Hedge,
            LineKind::Wire => Acting::Wire,
        }
    }

    /// The state in which everything on the table begins.
    pub fn fresh(&self) -> Works {
        Works {
            doors: self.lines.iter().map(|line| line.door).collect(),
            damage: vec![0; self.lines.len()],
            smoke: Vec::with_capacity(4),
        }
    }

    /// Whether there is a floor under this point.
    pub fn has_floor(&self, p: Point, level: Level) -> bool {
        level == 0
            || level > 0
                && self.buildings.iter().any(|building| {
                    (building.storeys as i32) > level as i32 && building.plan.holds(p)
                })
    }

    /// Whether a disc can move straight from `p` to `q` on one floor, people left aside.
    /// SV-GEO-12, SV-GEO-17
    pub fn bars(
        &self,
        works: &Works,
        level: Level,
        p: Point,
        q: Point,
        r: Mils,
        mounted: bool,
    ) -> Option<Barrier> {
        for end in [p, q] {
            if !self.bounds.holds_disc(end, r) {
                return Some(Barrier::Edge);
            }
            if !self.has_floor(end, level) {
                return Some(Barrier::NoFloor);
            }
        }
        let found = self.along(level, p, q, r);
        for number in found.lines.iter() {
            let line = &self.lines[number];
            let acting = self.acting(works, number);
            if acting.stops_disc() && too_close(p, q, line.a, line.b, r)
                || mounted
                    && acting == Acting::Window
                    && crate::segment::crosses(p, q, line.a, line.b)
            {
                return Some(Barrier::Line(number));
            }
        }
        for number in found.areas.iter() {
            let area = &self.areas[number];
            if area.kind.is_impassable()
                && area.bounds.near_segment(p, q, r)
                && (crate::polygon::edges(&area.corners).any(|(a, b)| too_close(p, q, a, b, r))
                    || inside(&area.corners, p)
                    || inside(&area.corners, q))
            {
                return Some(Barrier::Area(number));
            }
        }
        None
    }

    /// How many obstacles a disc passes on a straight way, or nothing if it cannot go there: what
    /// [`bars`](Tabletop::bars) and [`obstacles`](Tabletop::obstacles) say, found at once.
    pub fn passes(
        &self,
        works: &Works,
        level: Level,
        p: Point,
        q: Point,
        r: Mils,
        mounted: bool,
    ) -> Option<u8> {
        let stands = |end: Point| self.bounds.holds_disc(end, r) && self.has_floor(end, level);
        if !stands(p) || !stands(q) {
            return None;
        }
        let found = self.along(level, p, q, r);
        let swept = Bounds::of(&[p, q]).widened(r);
        let mut count = 0u8;
        for number in found.lines.iter() {
            let Trace { a, b, bounds } = &self.traces[number];
            if !bounds.overlaps(&swept) {
                continue;
            }
            let acting = self.acting(works, number);
            if acting.stops_disc() {
                if too_close(p, q, *a, *b, r) {
                    return None;
                }
            } else if acting.is_obstacle() && crate::segment::crosses(p, q, *a, *b) {
                if mounted && acting == Acting::Window {
                    return None;
                }
                count = count.saturating_add(1);
            }
        }
        for number in found.areas.iter() {
            let area = &self.areas[number];
            if !area.bounds.overlaps(&swept) {
                continue;
            }
            if area.kind.is_impassable() {
                let lies_in = |at: Point| area.bounds.holds(at) && inside(&area.corners, at);
                if crate::polygon::edges(&area.corners).any(|(a, b)| too_close(p, q, a, b, r))
                    || lies_in(p)
                    || lies_in(q)
                {
                    return None;
                }
            } else if area.kind.is_obstacle() {
                let entered = crate::polygon::entries(&area.corners, area.anticlockwise, p, q);
                count = count.saturating_add(entered);
            }
        }
        Some(count)
    }

    /// Whether a disc can rest here, people left aside. SV-GEO-18
    pub fn bars_rest(&self, works: &Works, level: Level, p: Point, r: Mils) -> Option<Barrier> {
        if level == 0 && self.room().about(p) > r {
            return None;
        }
        if let Some(barrier) = self.bars(works, level, p, p, r, false) {
            return Some(barrier);
        }
        let found = self.along(level, p, p, r);
        found
            .lines
            .iter()
            .find(|number| {
                let line = &self.lines[*number];
                self.acting(works, *number).parts_bases() && near(p, line.a, line.b, r)
            })
            .map(Barrier::Line)
    }

    /// How many obstacles a straight way passes on one floor. SV-OBS-01 to SV-OBS-06
    pub fn obstacles(&self, works: &Works, level: Level, p: Point, q: Point) -> u8 {
        let found = self.along(level, p, q, 0);
        let lines = found.lines.iter().filter(|number| {
            let line = &self.lines[*number];
            self.acting(works, *number).is_obstacle()
                && crate::segment::crosses(p, q, line.a, line.b)
        });
        let lines = lines.count() as u8;
        let areas = found.areas.iter().map(|number| {
            let area = &self.areas[number];
            if area.kind.is_obstacle() && area.bounds.near_segment(p, q, 0) {
                crate::polygon::entries(&area.corners, area.anticlockwise, p, q)
            } else {
                0
            }
        });
        areas.fold(lines, u8::saturating_add)
    }

    /// The lines between two points of one floor that keep bases apart.
    pub fn parted(&self, works: &Works, level: Level, p: Point, q: Point) -> Parted {
        if self.is_free(level, p, q, 0) {
            return Parted::default();
        }
        let found = self.along(level, p, q, 0);
        let mut parted = Parted::default();
        for number in found.lines.iter() {
            let line = &self.lines[number];
            let acting = self.acting(works, number);
            if acting != Acting::Nothing && meet(p, q, line.a, line.b) {
                match acting {
                    Acting::Window => parted.window = Some(number as u16),
                    acting if acting.parts_bases() => parted.shut = Some(number as u16),
                    acting if acting.defends() && crate::segment::crosses(p, q, line.a, line.b) => {
                        parted.low = Some(number as u16);
                    }
                    _ => {}
                }
            }
        }
        let solid = found.areas.iter().find(|number| {
            let area = &self.areas[*number];
            area.kind == crate::feature::AreaKind::Solid
                && (crate::polygon::edges(&area.corners).any(|(a, b)| meet(p, q, a, b))
                    || inside(&area.corners, p))
        });
        if solid.is_some() {
            parted.solid = true;
        }
        parted
    }

    /// The stairs between two points, if they are the ends of one flight.
    pub fn stairs_between(
        &self,
        p: Point,
        level_p: Level,
        q: Point,
        level_q: Level,
    ) -> Option<usize> {
        self.stairs.iter().position(|stairs| {
            let foot = (stairs.foot, stairs.level);
            let head = (stairs.head, stairs.level + 1);
            (foot, head) == ((p, level_p), (q, level_q))
                || (head, foot) == ((p, level_p), (q, level_q))
        })
    }

    /// The line of this id.
    pub fn line(&self, id: &str) -> Option<usize> {
        self.lines.iter().position(|line| line.id.eq_ignore_ascii_case(id))
    }

    /// A barrier by its name.
    pub fn name(&self, barrier: Barrier) -> String {
        match barrier {
            Barrier::Edge => "the edge of the table".into(),
            Barrier::Line(number) => {
                let line = &self.lines[number];
                format!("{} {}", word(line.kind), line.id)
            }
            Barrier::Area(number) => {
                let area = &self.areas[number];
                format!("{} {}", area.kind.word(), area.id)
            }
            Barrier::NoFloor => "there is no floor".into(),
            Barrier::NoStairs => "there are no stairs".into(),
        }
    }
}

/// What stands between two points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parted {
    /// A wall or shut door.
    pub shut: Option<u16>,
    /// A solid area.
    pub solid: bool,
    /// A window.
    pub window: Option<u16>,
    /// A low line or open door, which can be defended.
    pub low: Option<u16>,
}

/// The word for a kind of line.
pub fn word(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Wall => "wall",
        LineKind::Door => "door",
        LineKind::Window => "window",
        LineKind::LowWall => "low wall",
        LineKind::Barricade => "barricade",
        LineKind::Fence => "fence",
        LineKind::Hedge => "hedge",
        LineKind::Wire => "wire",
    }
}

fn touches(cell: &Bounds, a: Point, b: Point) -> bool {
    let corners = cell.corners();
    cell.holds(a) || cell.holds(b) || crate::polygon::edges(&corners).any(|(c, d)| meet(a, b, c, d))
}
