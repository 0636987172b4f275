//! The table with everything that stands on it, and the index that finds what is near. The index is
//! made once; results never depend on it.

use crate::geometry::feature::{
    Acting, Area, Building, DoorState, Level, Line, LineKind, Stairs, Works,
};
use crate::geometry::glances::{Glance, Glances};
use crate::geometry::point::{Mils, Point};
use crate::geometry::polygon::{Bounds, inside};
use crate::geometry::room::Room;
use crate::geometry::segment::{Lane, meet, near, too_close};
use crate::geometry::strips::{FoundFeatures, Strips};
use crate::position::bits;
use std::sync::OnceLock;

/// Where a line runs, and how it acts if that never changes: what is looked at first, side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trace {
    pub(crate) a: Point,
    pub(crate) b: Point,
    pub(crate) level: Level,
    bounds: Bounds,
    steady: Option<Acting>,
}

impl Trace {
    fn of(line: &Line) -> Trace {
        let steady = match line.kind {
            LineKind::Wall if line.strength == 0 => Some(Acting::Wall),
            LineKind::Barricade if line.strength == 0 => Some(Acting::LowWall),
            LineKind::Wall | LineKind::Barricade | LineKind::Door => None,
            LineKind::Window => Some(Acting::Window),
            LineKind::LowWall => Some(Acting::LowWall),
            LineKind::Fence => Some(Acting::Fence),
            LineKind::Hedge => Some(Acting::Hedge),
            LineKind::Wire => Some(Acting::Wire),
        };
        let bounds = Bounds::between(line.a, line.b);
        Trace { a: line.a, b: line.b, level: line.level, bounds, steady }
    }
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
    /// How far all of them lead together, seen from above: a flight costs an obstacle and no
    /// inches.
    pub(crate) flights: Mils,
    /// Whether opening a door is an action of its own. SV-OBS-07
    pub door_action: bool,
    traces: Vec<Trace>,
    strips: Strips,
    /// The free space, found when first needed; nowhere any if the table has no index.
    room: OnceLock<Room>,
    /// What one sees at a glance; nothing of the kind if the table has no index.
    glances: OnceLock<Glances>,
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
        let flights = stairs.iter().map(|stairs| stairs.foot.leg(stairs.head));
        Tabletop {
            flights: flights.sum(),
            traces: lines.iter().map(Trace::of).collect(),
            strips: Strips::new(bounds.high, &lines, &areas),
            bounds,
            lines,
            areas,
            buildings,
            stairs,
            door_action,
            room: OnceLock::new(),
            glances: OnceLock::new(),
        }
    }

    /// The same table with an index that leaves nothing out: slow, and for holding the index to it.
    pub fn without_index(&self) -> Tabletop {
        let mut table = self.clone();
        table.room = OnceLock::from(Room::default());
        table.glances = OnceLock::from(Glances::default());
        table.strips = self.strips.filled();
        table
    }

    /// What may lie within `margin` of the way from `p` to `q` on one floor.
    #[inline]
    pub fn along(&self, level: Level, p: Point, q: Point, margin: Mils) -> FoundFeatures {
        self.strips.overlapping(level, &Bounds::between(p, q).widened(margin))
    }

    /// Where a line runs.
    #[inline]
    pub(crate) fn trace(&self, number: usize) -> &Trace {
        &self.traces[number]
    }

    fn room(&self) -> &Room {
        self.room.get_or_init(|| Room::new(&self.bounds, &self.lines, &self.areas))
    }

    /// Room for what one sees at a glance.
    #[inline]
    pub(crate) fn glances(&self) -> &Glances {
        self.glances.get_or_init(|| Glances::new(&self.bounds))
    }

    /// What somebody on foot sees at a glance from one point of the ground at another: `Nothing`, or
    /// `Everything` where only people are in the way, or `Unclear`.
    #[inline]
    pub(crate) fn glance(&self, works: &Works, from: Point, to: Point) -> Glance {
        match self.glances().between(self, from, to) {
            Glance::Past(line) if self.acting(works, line).stops_sight() => Glance::Nothing,
            Glance::Past(_) => Glance::Unclear,
            Glance::Everything if !works.smoke.is_empty() => Glance::Unclear,
            glance => glance,
        }
    }

    /// Whether it is plain, without a closer look, that nothing is near a straight way.
    #[inline]
    fn is_free(&self, level: Level, p: Point, q: Point, r: Mils) -> bool {
        level == 0 && self.room().is_free(p, q, r)
    }

    /// How a line acts now.
    #[inline]
    pub fn acting(&self, works: &Works, number: usize) -> Acting {
        self.traces[number].steady.unwrap_or_else(|| self.acting_now(works, number))
    }

    fn acting_now(&self, works: &Works, number: usize) -> Acting {
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
    #[inline]
    pub fn has_floor(&self, p: Point, level: Level) -> bool {
        level == 0
            || level > 0
                && self.buildings.iter().any(|building| {
                    i32::from(building.storeys) > i32::from(level) && building.plan.holds(p)
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
            let line = &self.traces[number];
            let acting = self.acting(works, number);
            if acting.stops_disc() && too_close(p, q, line.a, line.b, r)
                || mounted
                    && acting == Acting::Window
                    && crate::geometry::segment::crosses(p, q, line.a, line.b)
            {
                return Some(Barrier::Line(number));
            }
        }
        for number in found.areas.iter() {
            let area = &self.areas[number];
            if area.kind.is_impassable()
                && area.bounds.near_segment(p, q, r)
                && (crate::geometry::polygon::edges(&area.corners)
                    .any(|(a, b)| too_close(p, q, a, b, r))
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
        let swept = Bounds::between(p, q).widened(r);
        if !self.bounds.holds(swept.low)
            || !self.bounds.holds(swept.high)
            || !self.has_floor(p, level)
            || !self.has_floor(q, level)
        {
            return None;
        }
        let lane = Lane::new(p, q, r);
        let mut count = 0u8;
        for layer in 0..self.strips.layers() {
            let [lines, areas] = self.strips.of_layer(layer, level, &swept);
            for number in bits(lines).map(|bit| layer * 64 + bit) {
                let Trace { a, b, bounds, .. } = &self.traces[number];
                if !bounds.overlaps(&swept) || lane.is_beside(&[*a, *b]) {
                    continue;
                }
                let acting = self.acting(works, number);
                if acting.stops_disc() {
                    if lane.is_too_close(q, *a, *b, r) {
                        return None;
                    }
                } else if acting.is_obstacle() && crate::geometry::segment::crosses(p, q, *a, *b) {
                    if mounted && acting == Acting::Window {
                        return None;
                    }
                    count = count.saturating_add(1);
                }
            }
            for number in bits(areas).map(|bit| layer * 64 + bit) {
                let area = &self.areas[number];
                if !area.bounds.overlaps(&swept) || lane.is_beside(&area.corners) {
                    continue;
                }
                if area.kind.is_impassable() {
                    let lies_in = |at: Point| area.bounds.holds(at) && inside(&area.corners, at);
                    if crate::geometry::polygon::edges(&area.corners)
                        .any(|(a, b)| too_close(p, q, a, b, r))
                        || lies_in(p)
                        || lies_in(q)
                    {
                        return None;
                    }
                } else if area.kind.is_obstacle() {
                    let entered =
                        crate::geometry::polygon::entries(&area.corners, area.anticlockwise, p, q);
                    count = count.saturating_add(entered);
                }
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
                let line = &self.traces[*number];
                self.acting(works, *number).parts_bases() && near(p, line.a, line.b, r)
            })
            .map(Barrier::Line)
    }

    /// Whether a disc can rest here, people left aside: that [`bars_rest`](Tabletop::bars_rest)
    /// says
    /// nothing against it, found at once. SV-GEO-18
    pub fn lets_rest(&self, works: &Works, level: Level, p: Point, r: Mils) -> bool {
        if level == 0 && self.room().about(p) > r {
            return true;
        }
        if !self.bounds.holds_disc(p, r) || !self.has_floor(p, level) {
            return false;
        }
        let found = self.along(level, p, p, r);
        found.lines.iter().all(|number| {
            let Trace { a, b, .. } = &self.traces[number];
            let acting = self.acting(works, number);
            !(acting.stops_disc() || acting.parts_bases()) || !near(p, *a, *b, r)
        }) && found.areas.iter().all(|number| {
            let area = &self.areas[number];
            !area.kind.is_impassable()
                || !area.bounds.near_segment(p, p, r)
                || !inside(&area.corners, p)
                    && crate::geometry::polygon::edges(&area.corners)
                        .all(|(a, b)| !near(p, a, b, r))
        })
    }

    /// How many obstacles a straight way passes on one floor. SV-OBS-01, SV-OBS-02, SV-OBS-03,
    /// SV-OBS-04, SV-OBS-05, SV-OBS-06, SV-TER-19
    pub fn obstacles(&self, works: &Works, level: Level, p: Point, q: Point) -> u8 {
        let found = self.along(level, p, q, 0);
        let lines = found.lines.iter().filter(|number| {
            let line = &self.traces[*number];
            self.acting(works, *number).is_obstacle()
                && crate::geometry::segment::crosses(p, q, line.a, line.b)
        });
        let lines = lines.count() as u8;
        let areas = found.areas.iter().map(|number| {
            let area = &self.areas[number];
            if area.kind.is_obstacle() && area.bounds.near_segment(p, q, 0) {
                crate::geometry::polygon::entries(&area.corners, area.anticlockwise, p, q)
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
            let line = &self.traces[number];
            let acting = self.acting(works, number);
            if acting != Acting::Nothing && meet(p, q, line.a, line.b) {
                match acting {
                    Acting::Window => parted.window = Some(number as u16),
                    acting if acting.parts_bases() => parted.shut = Some(number as u16),
                    acting
                        if acting.defends()
                            && crate::geometry::segment::crosses(p, q, line.a, line.b) =>
                    {
                        parted.low = Some(number as u16);
                    }
                    _ => {}
                }
            }
        }
        let solid = found.areas.iter().find(|number| {
            let area = &self.areas[*number];
            area.kind == crate::geometry::feature::AreaKind::Solid
                && (crate::geometry::polygon::edges(&area.corners).any(|(a, b)| meet(p, q, a, b))
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
                format!("{} {}", line.kind.word(), line.id)
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
