//! Candidate end points for movement: a finite list for bots and clicks. SV-CAN, ledger section 5.3

use crate::Survivors;
use crate::action::{Action, Figures, Gait, Stop, Way};
use crate::feature::{AreaKind, Level, LineKind};
use crate::figure::{FOOT, Figure, HORSE, NOBODY, Standing, budget, run_budget};
use crate::movement::Path;
use crate::point::{Facing, INCH, Mils, Point, RING, isqrt, rdiv};
use crate::polygon::{Bounds, centroid, edges, inside};
use crate::position::Position;
use crate::route::{Edge, Found, Reached, Roads};
use crate::sight::{Cover, Disc, view};
use crate::tabletop::{MOST_LEVELS, Tabletop};

/// The most candidates that a figure gets. SV-CAN-06
pub const MOST_CANDIDATES: usize = 48;
const MOST_RAW: usize = 768;
const OFF_CONTACT: Mils = 10;

/// Why a point is a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Where it stands.
    Stay,
    /// In contact with an enemy.
    Contact,
    /// A goal: a thing, a door, stairs, an exit.
    Goal,
    /// Behind cover.
    Cover,
    /// In range of an enemy.
    Firing,
    /// Part of the way to a goal.
    Progress,
    /// A point of the net.
    Lattice,
}

/// A candidate end point. SV-CAN-05
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Where it ends.
    pub stop: Stop,
    /// Why.
    pub kind: Kind,
    /// How to get there.
    pub way: Way,
    /// Walking or running.
    pub gait: Gait,
    /// Length of the way.
    pub length: Mils,
    /// Obstacles on it.
    pub obstacles: u8,
    /// Whom it charges.
    pub charge: Figures,
    /// Actions left afterwards.
    pub actions_left: u8,
    /// Its rank among candidates.
    pub rank: i32,
}

/// Points that depend on the table alone: cover, goals and the net.
#[derive(Clone, Debug)]
pub struct Spots {
    /// Every point with its kind.
    pub points: Vec<(Stop, Kind)>,
    edges: Vec<Edge>,
    first: Vec<u32>,
    sorted: Vec<(Stop, u32)>,
}

impl Spots {
    /// The points of a table for a base of this radius. Steps 2, 3 and 7.
    pub fn new(
        table: &Tabletop,
        searches: &[(Point, Level)],
        radius: Mils,
        roads: &Roads,
    ) -> Spots {
        let works = table.fresh();
        let mut points: Vec<(Stop, Kind)> = Vec::new();
        let mut add = |at: Point, level: Level, kind: Kind| {
            let stop = Stop { at, level };
            if table.bars_rest(&works, level, at, radius).is_none()
                && !points.iter().any(|(known, _)| *known == stop)
            {
                points.push((stop, kind));
            }
        };
        for (at, level) in searches {
            add(*at, *level, Kind::Goal);
        }
        for line in &table.lines {
            let along = line.b - line.a;
            let length = isqrt(along.length2()).max(1);
            let middle = line.middle();
            match line.kind {
                LineKind::Door => {
                    let square = along.left().scaled(750, length);
                    add(middle + square, line.level, Kind::Goal);
                    add(middle + -square, line.level, Kind::Goal);
                }
                LineKind::Window => {
                    let square = along.left().scaled(600, length);
                    add(middle + square, line.level, Kind::Cover);
                    add(middle + -square, line.level, Kind::Cover);
                }
                LineKind::LowWall | LineKind::Barricade | LineKind::Fence | LineKind::Hedge => {
                    let square = along.left().scaled((radius + 100) as i64, length);
                    let mut m = 750;
                    while m <= length {
                        let at = line.a + along.scaled(m, length);
                        add(at + square, line.level, Kind::Cover);
                        add(at + -square, line.level, Kind::Cover);
                        m += 1500;
                    }
                }
                LineKind::Wall => {
                    for end in [line.a, line.b] {
                        for (x, y) in [(501, 208), (208, 501)] {
                            for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                                let at = Point::new(end.x + x * sx, end.y + y * sy);
                                add(at, line.level, Kind::Cover);
                            }
                        }
                    }
                }
                LineKind::Wire => {}
            }
        }
        for stairs in &table.stairs {
            add(stairs.foot, stairs.level, Kind::Goal);
            add(stairs.head, stairs.level + 1, Kind::Goal);
        }
        for area in &table.areas {
            let middle = centroid(&area.corners);
            match area.kind {
                AreaKind::LowSolid => {
                    for (a, b) in edges(&area.corners) {
                        let half = Point::new((a.x + b.x) / 2, (a.y + b.y) / 2);
                        for from in [a, half] {
                            add(pushed(middle, from, radius + 100), area.level, Kind::Cover);
                        }
                    }
                }
                AreaKind::Foliage | AreaKind::Thicket => {
                    for (a, b) in edges(&area.corners) {
                        let along = b - a;
                        let length = isqrt(along.length2()).max(1);
                        let mut m = 1000;
                        while m < length {
                            let at = a + along.scaled(m, length);
                            let square = along.left().scaled(750, length);
                            for inner in [at + square, at + -square] {
                                if inside(&area.corners, inner) {
                                    add(inner, area.level, Kind::Cover);
                                }
                            }
                            m += 2000;
                        }
                    }
                }
                AreaKind::Rubble => {
                    add(middle, area.level, Kind::Cover);
                    for (a, b) in edges(&area.corners) {
                        let half = Point::new((a.x + b.x) / 2, (a.y + b.y) / 2);
                        add(pushed(middle, half, -600), area.level, Kind::Cover);
                    }
                }
                _ => {}
            }
        }
        for level in 0..MOST_LEVELS as Level {
            let mut y = INCH;
            while y < table.bounds.high.y {
                let mut x = INCH;
                while x < table.bounds.high.x {
                    let at = Point::new(x, y);
                    let near = |(known, _): &(Stop, Kind)| {
                        known.level == level && known.at.distance2(at) <= 490_000
                    };
                    // Step 9: a point of the net gives way to another candidate within 0.7".
                    if table.has_floor(at, level)
                        && !points.iter().any(near)
                        && table.bars_rest(&works, level, at, radius).is_none()
                    {
                        points.push((Stop { at, level }, Kind::Lattice));
                    }
                    x += 2 * INCH;
                }
                y += 2 * INCH;
            }
        }
        let (mut edges, mut first) = (Vec::new(), Vec::new());
        for (stop, _) in &points {
            first.push(edges.len() as u32);
            roads.edges_from(table, *stop, &mut edges);
        }
        first.push(edges.len() as u32);
        let numbered = points.iter().enumerate();
        let mut sorted: Vec<(Stop, u32)> =
            numbered.map(|(number, (stop, _))| (*stop, number as u32)).collect();
        sorted.sort_unstable();
        Spots { points, edges, first, sorted }
    }

    /// The straight ways from a point of the table to turning points.
    pub fn edges(&self, spot: usize) -> &[Edge] {
        &self.edges[self.first[spot] as usize..self.first[spot + 1] as usize]
    }

    /// The number of the point that lies exactly here.
    pub fn find(&self, stop: Stop) -> Option<usize> {
        let at = self.sorted.binary_search_by_key(&stop, |(stop, _)| *stop);
        at.ok().map(|at| self.sorted[at].1 as usize)
    }
}

/// The point so far beyond another, seen from a middle.
fn pushed(middle: Point, from: Point, by: Mils) -> Point {
    let out = from - middle;
    let length = isqrt(out.length2()).max(1);
    from + out.scaled(by as i64, length)
}

/// A point that may become a candidate.
#[derive(Clone, Copy)]
struct Raw {
    stop: Stop,
    kind: Kind,
    found: Found,
    gait: Gait,
    charge: Figures,
    rank: i32,
    kept: bool,
}

/// The list being made, on the stack.
struct List {
    raw: [Raw; MOST_RAW],
    count: usize,
}

impl List {
    fn push(&mut self, raw: Raw) {
        let twice = self.raw[..self.count]
            .iter()
            .any(|known| known.stop == raw.stop && known.charge == raw.charge);
        if self.count < MOST_RAW && !twice {
            self.raw[self.count] = raw;
            self.count += 1;
        }
    }
}

/// Everything that the making of a list looks at again and again.
struct Search<'a> {
    game: &'a Survivors,
    position: &'a Position,
    figure: usize,
    subject: &'a Figure,
    radius: Mils,
    walk: Mils,
    run: Option<Mils>,
    limit: u32,
    reached: Reached,
    enemies: [u8; 64],
    enemy_count: usize,
}

impl Survivors {
    /// Points that depend on the table alone.
    pub fn spots(&self, radius: Mils) -> &Spots {
        let slot = &self.spots[(radius > FOOT) as usize];
        slot.get_or_init(|| {
            let searches: Vec<(Point, Level)> = self
                .scenario
                .searches
                .iter()
                .chain(&self.scenario.bonfires)
                .chain(&self.scenario.machines)
                .map(|place| (place.at, place.level))
                .collect();
            Spots::new(&self.table, &searches, radius, self.roads(radius))
        })
    }

    /// The candidates of a figure that may move, in order. SV-CAN-01, SV-CAN-04
    pub fn candidates(&self, position: &Position, figure: usize, each: &mut dyn FnMut(&Candidate)) {
        let subject = &position.figures[figure];
        if subject.has_moved || !subject.is_playing() || self.is_held(position, figure) {
            return;
        }
        let radius = subject.radius();
        let walk = budget(subject.used, 0, subject.stride());
        let can_run = subject.used == 0
            && !subject.ran_last
            && subject.carrying.is_none()
            && !subject.limbs.leg;
        let run = can_run.then(|| run_budget(0, subject.stride()));
        let limit = run.unwrap_or(walk) as u32 + 2000;
        let start = Stop { at: subject.at, level: subject.level };
        let mut search = Search {
            game: self,
            position,
            figure,
            subject,
            radius,
            walk,
            run,
            limit,
            reached: self.reach(&position.works, start, radius, limit),
            enemies: [0; 64],
            enemy_count: 0,
        };
        for other in 0..position.figures.len() {
            let enemy =
                position.figures[other].is_playing() && self.hostile(position, figure, other);
            if enemy {
                search.enemies[search.enemy_count] = other as u8;
                search.enemy_count += 1;
            }
        }
        search.list(each);
    }

    /// The candidates as actions, with up to three facings each. Step 12
    pub(crate) fn list_moves(&self, position: &Position, figure: usize, out: &mut Vec<Action>) {
        let subject = &position.figures[figure];
        if let Standing::Waiting { zone, .. } = subject.standing {
            self.list_entries(position, figure, zone, out);
            return;
        }
        let number = figure as u8;
        self.candidates(position, figure, &mut |candidate| {
            if candidate.kind == Kind::Stay {
                return;
            }
            let action = |face: Option<Facing>| Action::Move {
                figure: number,
                gait: candidate.gait,
                way: candidate.way,
                charge: candidate.charge,
                face,
            };
            out.push(action(None));
            if candidate.charge != 0 {
                return;
            }
            let at = candidate.stop.at;
            let stops = candidate.way.stops();
            let from = match stops.len() {
                0 | 1 => subject.at,
                n => stops[n - 2].at,
            };
            let along = Facing::towards(from, at);
            let [seen, near] = self.facings(position, figure, candidate.stop);
            if near.is_some() && near != along {
                out.push(action(near));
            }
            if seen.is_some() && seen != along && seen != near {
                out.push(action(seen));
            }
        });
    }

    /// Towards the nearest enemy in view, and towards the nearest enemy.
    fn facings(&self, position: &Position, figure: usize, stop: Stop) -> [Option<Facing>; 2] {
        let disc =
            Disc { centre: stop.at, level: stop.level, radius: position.figures[figure].radius() };
        let mut nearest: [(i64, usize); 3] = [(i64::MAX, usize::MAX); 3];
        for other in 0..position.figures.len() {
            if position.figures[other].is_playing() && self.hostile(position, figure, other) {
                let far = position.figures[other].at.distance2(stop.at);
                let mut entry = (far, other);
                for slot in &mut nearest {
                    if entry < *slot {
                        std::mem::swap(slot, &mut entry);
                    }
                }
            }
        }
        let towards = |other: usize| Facing::towards(stop.at, position.figures[other].at);
        let known = |(_, other): &&(i64, usize)| *other != usize::MAX;
        let near = nearest.iter().find(known).and_then(|(_, o)| towards(*o));
        let seen = nearest
            .iter()
            .filter(known)
            .find(|(_, other)| self.view_from(position, figure, &disc, *other).is_some())
            .and_then(|(_, other)| towards(*other));
        [seen, near]
    }

    /// What a figure would see of another from a place.
    pub fn view_from(
        &self,
        position: &Position,
        figure: usize,
        from: &Disc,
        other: usize,
    ) -> Option<Cover> {
        let discs = position
            .figures
            .iter()
            .enumerate()
            .filter(|(number, third)| *number != figure && *number != other && third.stands())
            .map(|(_, third)| third.disc());
        let horses =
            position.horses.iter().filter(|horse| horse.is_loose()).map(|horse| horse.disc());
        let to = position.figures[other].disc();
        view(&self.table, &position.works, from, &to, discs.chain(horses))
    }

    /// What another would see of a figure at a place.
    pub fn view_of(
        &self,
        position: &Position,
        figure: usize,
        at: &Disc,
        other: usize,
    ) -> Option<Cover> {
        self.cover(position, other, figure, at)
    }

    /// Ways onto the table from an entry zone.
    fn list_entries(&self, position: &Position, figure: usize, zone: u8, out: &mut Vec<Action>) {
        let radius = position.figures[figure].radius();
        let Some(bounds) = self.scenario.zones.get(zone as usize).map(|zone| zone.bounds) else {
            return;
        };
        let high = self.table.bounds.high;
        let mut entry = |at: Point, inwards: Facing| {
            let stop = Stop { at, level: 0 };
            if !self.is_entry(zone, stop, radius) {
                return;
            }
            for (gait, far) in [(Gait::Walk, 0), (Gait::Walk, 4), (Gait::Walk, 6), (Gait::Run, 12)]
            {
                let inner =
                    Point::new(at.x + inwards.x * far * INCH, at.y + inwards.y * far * INCH);
                let mut way = Way::to(stop);
                if far > 0 {
                    way.push(Stop { at: inner, level: 0 });
                }
                let legal =
                    self.check_path(position, figure as u8, gait, &way, Path::Plain).is_ok();
                if legal {
                    out.push(Action::Move {
                        figure: figure as u8,
                        gait,
                        way,
                        charge: 0,
                        face: None,
                    });
                }
            }
        };
        let Bounds { low, high: top } = bounds;
        let mut y = low.y + 2 * INCH;
        while y < top.y {
            if low.x == 0 {
                entry(Point::new(radius, y), Facing { x: 1, y: 0 });
            }
            if top.x == high.x {
                entry(Point::new(high.x - radius, y), Facing { x: -1, y: 0 });
            }
            y += 4 * INCH;
        }
        let mut x = low.x + 2 * INCH;
        while x < top.x {
            if low.y == 0 {
                entry(Point::new(x, radius), Facing { x: 0, y: 1 });
            }
            if top.y == high.y {
                entry(Point::new(x, high.y - radius), Facing { x: 0, y: -1 });
            }
            x += 4 * INCH;
        }
    }

    /// Ways out of hand-to-hand: points of a ring, four inches away and nearer.
    pub(crate) fn list_breaks(&self, position: &Position, figure: usize, out: &mut Vec<Action>) {
        let subject = &position.figures[figure];
        let probe = Way::to(Stop { at: subject.at, level: subject.level });
        // The rule against leaving at once, or without an action, holds for every direction.
        if let Err(refusal) =
            self.check_path(position, figure as u8, Gait::Walk, &probe, Path::BreakOff)
            && ["SV-BRK-07", "SV-BRK-02", "SV-BRK-01", "SV-MOV-10"].contains(&refusal.rule.0)
        {
            return;
        }
        let most = budget(subject.used + 1, 0, subject.stride());
        for far in [most, most / 2] {
            for way in RING {
                let at = Point::new(
                    subject.at.x + rdiv(way.x * far as i64, 1000) as Mils,
                    subject.at.y + rdiv(way.y * far as i64, 1000) as Mils,
                );
                let stop = Stop { at, level: subject.level };
                if subject.at.leg(at) > most || !self.table.bounds.holds(at) {
                    continue;
                }
                let way = Way::to(stop);
                // A straight way only: a person may write any other.
                if self
                    .straight(
                        &position.works,
                        Stop { at: subject.at, level: subject.level },
                        stop,
                        subject.radius(),
                    )
                    .is_some_and(|(_, obstacles)| obstacles == 0)
                    && self
                        .check_path(position, figure as u8, Gait::Walk, &way, Path::BreakOff)
                        .is_ok()
                {
                    out.push(Action::BreakOff { figure: figure as u8, way, face: None });
                }
            }
        }
    }
}

impl Search<'_> {
    fn enemies(&self) -> impl Iterator<Item = usize> + '_ {
        self.enemies[..self.enemy_count].iter().map(|enemy| *enemy as usize)
    }

    fn disc(&self, stop: Stop) -> Disc {
        Disc { centre: stop.at, level: stop.level, radius: self.radius }
    }

    /// The gait for a way of this cost, if it can be gone this turn.
    fn gait(&self, found: &Found) -> Option<Gait> {
        let (length, stride) = (found.length as Mils, self.subject.stride());
        if length <= budget(self.subject.used, found.obstacles, stride) {
            Some(Gait::Walk)
        } else if self.run.is_some() && length <= run_budget(found.obstacles, stride) {
            Some(Gait::Run)
        } else {
            None
        }
    }

    fn farthest(&self) -> i64 {
        self.run.unwrap_or(self.walk) as i64
    }

    fn in_reach(&self, at: Point) -> bool {
        let far = self.farthest();
        self.subject.at.distance2(at) <= far * far || self.reached.start.level != self.subject.level
    }

    fn try_point(&self, list: &mut List, stop: Stop, kind: Kind, charge: Figures) {
        let same_floor = stop.level == self.subject.level;
        if same_floor && (!self.in_reach(stop.at) || stop.at == self.subject.at) {
            return;
        }
        let found =
            self.game.way_to(&self.position.works, &self.reached, stop, self.radius, self.limit);
        self.offer(list, found, stop, kind, charge);
    }

    fn offer(
        &self,
        list: &mut List,
        found: Option<Found>,
        stop: Stop,
        kind: Kind,
        charge: Figures,
    ) {
        let here = stop.at == self.subject.at && stop.level == self.subject.level;
        if let Some(found) = found.filter(|_| !here)
            && let Some(gait) = self.gait(&found)
        {
            list.push(Raw { stop, kind, found, gait, charge, rank: 0, kept: false });
        }
    }

    fn list(&mut self, each: &mut dyn FnMut(&Candidate)) {
        let nothing = Raw {
            stop: Stop::default(),
            kind: Kind::Stay,
            found: Found::NOWHERE,
            gait: Gait::Walk,
            charge: 0,
            rank: 0,
            kept: false,
        };
        let mut list = List { raw: [nothing; MOST_RAW], count: 0 };
        self.contacts(&mut list);
        let goal = self.goals(&mut list);
        self.spots(&mut list);
        self.firing_points(&mut list);
        if let Some(goal) = goal {
            self.progress(&mut list, goal);
        }
        self.prune(&mut list, goal);
        let here = Stop { at: self.subject.at, level: self.subject.level };
        let allowance = self.game.sheet(self.position, self.figure).class.allowance();
        each(&Candidate {
            stop: here,
            kind: Kind::Stay,
            way: Way::empty(),
            gait: Gait::Walk,
            length: 0,
            obstacles: 0,
            charge: 0,
            actions_left: allowance - self.subject.used,
            rank: 0,
        });
        let mut kept = 0;
        for raw in &list.raw[..list.count] {
            if !raw.kept || kept >= MOST_CANDIDATES - 1 {
                continue;
            }
            let way = self.game.trace(&self.reached, &raw.found, raw.stop, self.radius);
            let Some(way) = way else { continue };
            let path = if raw.charge == 0 { Path::Plain } else { Path::Charge(raw.charge) };
            let disc = self.disc(raw.stop);
            let mount = self.subject.mount.map(usize::from);
            let legal = self.game.clear_way(self.position, self.figure, here, &way, path)
                && self.game.check_rest(self.position, Some(self.figure), mount, &disc).is_ok()
                && self.game.ends_well(self.position, self.figure, &disc, path);
            if !legal {
                continue;
            }
            kept += 1;
            each(&Candidate {
                stop: raw.stop,
                kind: raw.kind,
                way,
                gait: raw.gait,
                length: raw.found.length as Mils,
                obstacles: raw.found.obstacles,
                charge: raw.charge,
                actions_left: self.actions_left(raw),
                rank: raw.rank,
            });
        }
    }

    fn actions_left(&self, raw: &Raw) -> u8 {
        if raw.gait == Gait::Run {
            return 0;
        }
        let allowance = self.game.sheet(self.position, self.figure).class.allowance();
        let stride = self.subject.stride();
        (0..=allowance - self.subject.used)
            .rev()
            .find(|more| {
                raw.found.length as Mils
                    <= budget(self.subject.used + more, raw.found.obstacles, stride)
            })
            .unwrap_or(0)
    }

    /// Step 5: points in contact with one enemy, or with two.
    fn contacts(&self, list: &mut List) {
        if self.subject.shirked || self.subject.carrying.is_some() {
            return;
        }
        let position = self.position;
        for enemy in self.enemies() {
            let other = &position.figures[enemy];
            let far = (self.radius + other.radius() + OFF_CONTACT) as i64;
            if !self.in_reach_of(other.at, far) {
                continue;
            }
            let before = list.count;
            for way in RING {
                let at = Point::new(
                    other.at.x + rdiv(way.x * far, 1000) as Mils,
                    other.at.y + rdiv(way.y * far, 1000) as Mils,
                );
                self.contact_point(list, at, other.level, 1 << enemy);
            }
            for second in self.enemies().filter(|second| *second > enemy) {
                let two = &position.figures[second];
                if two.level != other.level {
                    continue;
                }
                self.between(list, other, two, 1 << enemy | 1 << second);
            }
            // At most four for each enemy, the shortest first.
            let own = &mut list.raw[before..list.count];
            own.sort_by_key(|raw| (raw.charge.count_ones() == 1, raw.found.cost, raw.stop));
            let pairs = own.iter().filter(|raw| raw.charge.count_ones() > 1).count();
            list.count = list.count.min(before + pairs.min(2) + 4);
        }
    }

    fn in_reach_of(&self, at: Point, within: i64) -> bool {
        let far = self.farthest() + within;
        self.subject.at.distance2(at) <= far * far
    }

    fn contact_point(&self, list: &mut List, at: Point, level: Level, charge: Figures) {
        let stop = Stop { at, level };
        if level == self.subject.level && !self.in_reach(at) {
            return;
        }
        let disc = self.disc(stop);
        if self.game.table.bars_rest(&self.position.works, level, at, self.radius).is_some()
            || !self.game.ends_well(self.position, self.figure, &disc, Path::Charge(charge))
        {
            return;
        }
        self.try_point(list, stop, Kind::Contact, charge);
    }

    /// The two points that touch two enemies.
    fn between(&self, list: &mut List, one: &Figure, two: &Figure, charge: Figures) {
        let d1 = (self.radius + one.radius() + OFF_CONTACT) as i64;
        let d2 = (self.radius + two.radius() + OFF_CONTACT) as i64;
        let d = two.at - one.at;
        let square = d.length2();
        if square > (d1 + d2) * (d1 + d2) {
            return;
        }
        let length = isqrt(square).max(1);
        let a = rdiv(d1 * d1 - d2 * d2 + square, 2 * length);
        let h = isqrt(d1 * d1 - a * a);
        for h in [h, -h] {
            let at = Point::new(
                one.at.x + rdiv(a * d.x - h * d.y, length) as Mils,
                one.at.y + rdiv(a * d.y + h * d.x, length) as Mils,
            );
            self.contact_point(list, at, one.level, charge);
        }
    }

    /// Step 2: things that move or can be taken, and the way out. Gives back the nearest goal.
    fn goals(&self, list: &mut List) -> Option<Point> {
        let position = self.position;
        let mut nearest: Option<(i64, Point)> = None;
        let mut goal = |search: &Self, list: &mut List, stop: Stop| {
            search.try_point(list, stop, Kind::Goal, 0);
            let far = search.subject.at.distance2(stop.at);
            if nearest.is_none_or(|(least, _)| far < least) {
                nearest = Some((far, stop.at));
            }
        };
        for token in &position.tokens {
            if let crate::figure::Place::Table { at, level } = token.place {
                goal(self, list, Stop { at, level });
            }
        }
        for (place, done) in self.game.scenario.searches.iter().zip(&position.searched) {
            if !done {
                goal(self, list, Stop { at: place.at, level: place.level });
            }
        }
        let beside = |search: &Self, at: Point, radius: Mils| {
            let out = search.subject.at - at;
            let length = isqrt(out.length2()).max(1);
            at + out.scaled((search.radius + radius + 50) as i64, length)
        };
        for horse in position.horses.iter().filter(|horse| horse.is_loose()) {
            let at = beside(self, horse.at, HORSE);
            goal(self, list, Stop { at, level: 0 });
        }
        for stray in position.figures.iter() {
            if stray.side == NOBODY && stray.is_playing() && stray.joining == NOBODY {
                let at = beside(self, stray.at, FOOT);
                goal(self, list, Stop { at, level: stray.level });
            }
        }
        let side = &self.game.scenario.sides[self.subject.side as usize];
        let leaves = self.subject.carrying.is_some()
            || position.tokens.iter().any(|token| {
                token.place == crate::figure::Place::Carried { by: self.figure as u8 }
            });
        let mut ways_out = side.exits.iter().chain(&self.game.scenario.secure);
        for zone in &mut ways_out {
            let bounds = self.game.scenario.zones[*zone as usize].bounds;
            let at = self.nearest_edge(&bounds);
            self.try_point(list, Stop { at, level: 0 }, Kind::Goal, 0);
            if leaves {
                return Some(at);
            }
        }
        nearest.map(|(_, at)| at)
    }

    /// The point of a zone nearest to the figure, against the table's edge if it touches one.
    fn nearest_edge(&self, zone: &Bounds) -> Point {
        let r = self.radius;
        let high = self.game.table.bounds.high;
        let at = self.subject.at;
        let clamp = |v: Mils, low: Mils, high: Mils| v.clamp(low.min(high), high.max(low));
        let mut best = Point::new(
            clamp(at.x, zone.low.x + r, zone.high.x - r),
            clamp(at.y, zone.low.y + r, zone.high.y - r),
        );
        let mut sides = [None; 4];
        if zone.low.x == 0 {
            sides[0] = Some(Point::new(r, best.y));
        }
        if zone.high.x == high.x {
            sides[1] = Some(Point::new(high.x - r, best.y));
        }
        if zone.low.y == 0 {
            sides[2] = Some(Point::new(best.x, r));
        }
        if zone.high.y == high.y {
            sides[3] = Some(Point::new(best.x, high.y - r));
        }
        let nearest = sides.into_iter().flatten().min_by_key(|edge| (edge.distance2(at), *edge));
        if let Some(edge) = nearest {
            best = edge;
        }
        best
    }

    /// Steps 2, 3 and 7: points of the table in reach.
    fn spots(&self, list: &mut List) {
        let spots = self.game.spots(self.radius);
        for (number, (stop, kind)) in spots.points.iter().enumerate() {
            if stop.level == self.subject.level && !self.in_reach(stop.at) {
                continue;
            }
            if self.game.overlaps(
                self.position,
                Some(self.figure),
                self.subject.mount.map(usize::from),
                &self.disc(*stop),
            ) {
                continue;
            }
            let found = self.game.way_to_spot(
                &self.position.works,
                &self.reached,
                *stop,
                spots.edges(number),
                self.radius,
                self.limit,
            );
            self.offer(list, found, *stop, *kind, 0);
        }
    }

    /// Step 4.
    fn firing_points(&self, list: &mut List) {
        let Some((slot, _, gun)) = self.game.weapon(self.position, self.figure) else {
            return;
        };
        if gun.reloads && !self.subject.is_loaded(slot) || self.subject.carrying.is_some() {
            return;
        }
        for enemy in self.enemies() {
            let other = &self.position.figures[enemy];
            if other.level != self.subject.level {
                continue;
            }
            for gap in [gun.range - 100, gun.range / 2] {
                let far = (gap + self.radius + other.radius()) as i64;
                if !self.in_reach_of(other.at, far) {
                    continue;
                }
                for way in RING {
                    let at = Point::new(
                        other.at.x + rdiv(way.x * far, 1000) as Mils,
                        other.at.y + rdiv(way.y * far, 1000) as Mils,
                    );
                    let stop = Stop { at, level: other.level };
                    if !self.in_reach(at)
                        || !self.game.table.bounds.holds_disc(at, self.radius)
                        || self
                            .game
                            .table
                            .bars_rest(&self.position.works, stop.level, at, self.radius)
                            .is_some()
                    {
                        continue;
                    }
                    let seen =
                        self.game.view_from(self.position, self.figure, &self.disc(stop), enemy);
                    if seen.is_some_and(|cover| cover < Cover::Hard) {
                        self.try_point(list, stop, Kind::Firing, 0);
                    }
                }
            }
        }
    }

    /// Step 8: as far as the budgets go on the way to a goal.
    fn progress(&self, list: &mut List, goal: Point) {
        let stop = Stop { at: goal, level: 0 };
        let far = (isqrt(self.subject.at.distance2(goal)) * 3 / 2 + 8 * INCH as i64) as u32;
        if self.subject.at.distance2(goal) <= self.farthest() * self.farthest() {
            return;
        }
        let straight =
            self.game.straight(&self.position.works, self.reached.start, stop, self.radius);
        let way = match straight {
            Some((_, 0)) => Way::to(stop),
            _ => {
                let route = self.game.route_within(
                    &self.position.works,
                    self.reached.start,
                    stop,
                    self.radius,
                    far,
                );
                match route {
                    Some((way, _)) => way,
                    None => return,
                }
            }
        };
        for most in [1, 2, 4, 6, 12] {
            let most = most * INCH;
            if most > self.run.unwrap_or(self.walk) {
                continue;
            }
            let mut left = most as i64;
            let mut from = self.reached.start;
            for next in way.stops() {
                let leg = from.at.leg(next.at) as i64;
                if from.level != next.level {
                    from = *next;
                    continue;
                }
                if leg > left {
                    let mut m = left;
                    while m > 0 {
                        let at = Survivors::step_along(from.at, next.at, m);
                        let stop = Stop { at, level: next.level };
                        let free = self
                            .game
                            .table
                            .bars_rest(&self.position.works, stop.level, at, self.radius)
                            .is_none()
                            && !self.game.overlaps(
                                self.position,
                                Some(self.figure),
                                self.subject.mount.map(usize::from),
                                &self.disc(stop),
                            );
                        if free {
                            self.try_point(list, stop, Kind::Progress, 0);
                            break;
                        }
                        m -= 50;
                    }
                    break;
                }
                left -= leg;
                from = *next;
            }
        }
    }

    /// Steps 10 and 11: ranks, and the forty-eight that are kept.
    fn prune(&self, list: &mut List, goal: Option<Point>) {
        let allowed = MOST_CANDIDATES - 1;
        let position = self.position;
        let gun = self.game.weapon(position, self.figure);
        let loaded = gun.is_some_and(|(slot, _, gun)| !gun.reloads || self.subject.is_loaded(slot));
        let nearest_enemy = |stop: Stop| {
            self.enemies()
                .min_by_key(|enemy| (position.figures[*enemy].at.distance2(stop.at), *enemy))
        };
        let mut sure = 0;
        for raw in &mut list.raw[..list.count] {
            raw.kept = matches!(raw.kind, Kind::Contact | Kind::Goal);
            sure += raw.kept as usize;
        }
        if sure > allowed {
            // One contact for each enemy, then the rest by cost.
            let mut order: [u16; MOST_RAW] = std::array::from_fn(|i| i as u16);
            let order = &mut order[..list.count];
            order.sort_unstable_by_key(|i| {
                let raw = &list.raw[*i as usize];
                (!raw.kept, raw.found.cost, raw.stop)
            });
            let mut met: Figures = 0;
            let mut left = allowed;
            for raw in &mut list.raw[..list.count] {
                let first = raw.kind == Kind::Contact && raw.charge & !met != 0;
                raw.kept = first && left > 0;
                if raw.kept {
                    met |= raw.charge;
                    left -= 1;
                }
            }
            for i in order.iter() {
                let raw = &mut list.raw[*i as usize];
                let wanted = matches!(raw.kind, Kind::Contact | Kind::Goal) && !raw.kept;
                if wanted && left > 0 {
                    raw.kept = true;
                    left -= 1;
                }
            }
            return;
        }
        if list.count <= allowed {
            for raw in &mut list.raw[..list.count] {
                raw.kept = true;
            }
            return;
        }
        // What can be counted without a look at the nearest enemy.
        for i in 0..list.count {
            let raw = list.raw[i];
            let disc = self.disc(raw.stop);
            let can_shoot = loaded && self.actions_left(&raw) > 0;
            let (mut targets, mut shooters) = (0, 0);
            for enemy in self.enemies() {
                let other = &position.figures[enemy];
                let range = gun.map_or(0, |(_, _, gun)| gun.range);
                let mine = can_shoot && disc.gap_within(&other.disc(), range);
                let theirs = self.game.weapon(position, enemy).is_some_and(|(slot, _, gun)| {
                    (!gun.reloads || other.is_loaded(slot))
                        && disc.gap_within(&other.disc(), gun.range)
                });
                if (mine || theirs)
                    && self.game.view_from(position, self.figure, &disc, enemy).is_some()
                {
                    targets += mine as i32;
                    shooters += theirs as i32;
                }
            }
            let progress = goal.map_or(0, |goal| {
                let before = isqrt(self.subject.at.distance2(goal));
                let after = isqrt(raw.stop.at.distance2(goal));
                ((before - after) / INCH as i64) as i32
            });
            list.raw[i].rank = 3 * targets - 2 * shooters + progress;
        }
        // Cover adds at most three: only those that it can lift over the line are looked at.
        let mut ranks = [i32::MIN; MOST_RAW];
        let mut open = 0;
        for raw in &list.raw[..list.count] {
            if !raw.kept {
                ranks[open] = raw.rank;
                open += 1;
            }
        }
        let need = allowed - sure;
        ranks[..open].sort_unstable_by(|a, b| b.cmp(a));
        let line = ranks[need.min(open - 1)];
        for i in 0..list.count {
            let raw = list.raw[i];
            if raw.kept || raw.rank + 3 < line {
                continue;
            }
            if let Some(enemy) = nearest_enemy(raw.stop) {
                let cover = self.game.view_of(position, self.figure, &self.disc(raw.stop), enemy);
                list.raw[i].rank += cover.map_or(3, |cover| cover as i32);
            }
        }
        let mut order: [u16; MOST_RAW] = std::array::from_fn(|i| i as u16);
        let order = &mut order[..list.count];
        order.sort_unstable_by_key(|i| {
            let raw = &list.raw[*i as usize];
            (raw.kept, -raw.rank, raw.stop)
        });
        for i in order.iter().take(need) {
            list.raw[*i as usize].kept = true;
        }
    }
}
