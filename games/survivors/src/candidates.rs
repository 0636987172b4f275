//! Candidate end points for movement: a finite list for bots and clicks. SV-CAN, ledger section 5.3

use crate::Survivors;
use crate::action::{Figures, Gait, Stop, Way};
use crate::crowd::Crowd;
use crate::feature::Level;
use crate::figure::{FOOT, Figure, HORSE, NOBODY, Place, Side, budget, run_budget};
use crate::journey::Journey;
use crate::outlook::OUTLOOK;
use crate::point::{INCH, Mils, Point, RING, isqrt, rdiv};
use crate::polygon::Bounds;
use crate::position::Position;
use crate::route::{Found, Reached};
use crate::scenario::Worth;
use crate::sight::{Cover, Disc};
use crate::spots::Use;

/// The most candidates that a figure gets. SV-CAN-06
pub const MOST_CANDIDATES: usize = 48;
const MOST_RAW: usize = 192;
const MOST_SPOTS: usize = 768;
const OFF_CONTACT: Mils = 10;
/// Contact points for each enemy.
const CONTACTS: usize = 4;
/// Goals on whose way progress points lie.
const GOALS: usize = 3;

/// Why a point is a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Where it stands.
    Stay,
    /// In contact with an enemy.
    Contact,
    /// A goal: a thing, a door, stairs, an exit.
    Goal,
    /// Part of the way to a goal.
    Progress,
    /// In range of an enemy.
    Firing,
    /// Behind cover.
    Cover,
    /// Cover far from every enemy.
    Retreat,
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

/// A point that may become a candidate.
#[derive(Clone, Copy)]
struct Raw {
    stop: Stop,
    kind: Kind,
    found: Found,
    gait: Gait,
    charge: Figures,
    rank: i32,
}

/// The list being made, on the stack.
struct List {
    raw: [Raw; MOST_RAW],
    count: usize,
}

impl List {
    fn new() -> List {
        let nothing = Raw {
            stop: Stop::default(),
            kind: Kind::Stay,
            found: Found::NOWHERE,
            gait: Gait::Walk,
            charge: 0,
            rank: 0,
        };
        List { raw: [nothing; MOST_RAW], count: 0 }
    }

    fn all(&self) -> &[Raw] {
        &self.raw[..self.count]
    }

    fn has(&self, stop: Stop, charge: Figures) -> bool {
        self.all().iter().any(|known| known.stop == stop && known.charge == charge)
    }

    fn push(&mut self, raw: Raw) {
        if self.count < MOST_RAW && !self.has(raw.stop, raw.charge) {
            self.raw[self.count] = raw;
            self.count += 1;
        }
    }
}

/// An enemy, and how far it shoots now: the squared distance, or less than nothing.
#[derive(Clone, Copy)]
struct Foe {
    number: u8,
    at: Point,
    level: Level,
    radius: Mils,
    shoots: i64,
}

/// Everything that the making of a list looks at again and again.
struct Search<'a> {
    game: &'a Survivors,
    position: &'a Position,
    figure: usize,
    subject: &'a Figure,
    radius: Mils,
    allowance: u8,
    run: bool,
    far: i64,
    limit: u32,
    /// The range of its gun, if it is loaded.
    range: Option<Mils>,
    reached: &'a Reached,
    /// The ways to other spots, if the figure stands on one.
    ways: Option<&'a [(u16, Found)]>,
    /// A door was shut since the game began: spots beside it may be barred.
    shut: bool,
    crowd: Crowd,
    foes: [Foe; 64],
    foe_count: usize,
}

impl Survivors {
    /// The candidates of a figure that may move, in order. SV-CAN-01, SV-CAN-04
    pub fn candidates(&self, position: &Position, figure: usize, each: &mut dyn FnMut(&Candidate)) {
        let subject = &position.figures[figure];
        if subject.has_moved || !subject.is_playing() || self.is_held(position, figure) {
            return;
        }
        let radius = subject.radius();
        let stride = subject.stride();
        let run = subject.used == 0
            && !subject.ran_last
            && subject.carrying.is_none()
            && !subject.limbs.leg;
        let far = if run { run_budget(0, stride) } else { budget(subject.used, 0, stride) };
        let gun = self.weapon(position, figure).filter(|(slot, _, gun)| {
            (!gun.reloads || subject.is_loaded(*slot)) && subject.carrying.is_none()
        });
        let start = self.stop_of(position, figure);
        let row = self.ways_from(&position.works, start, radius);
        let live;
        let reached = match row {
            Some(row) => &row.reached,
            None => {
                live = self.reach(&position.works, start, radius, far as u32 + 2 * INCH as u32);
                &live
            }
        };
        let doors = self.doors.iter().map(|door| *door as usize);
        let shut = doors
            .into_iter()
            .any(|door| position.works.doors[door].is_shut() && !self.fresh.doors[door].is_shut());
        let nobody = Foe { number: 0, at: subject.at, level: 0, radius: 0, shoots: -1 };
        let mut search = Search {
            game: self,
            position,
            figure,
            subject,
            radius,
            allowance: self.sheet(position, figure).class.allowance(),
            run,
            far: far as i64,
            limit: far as u32 + 2 * INCH as u32,
            range: gun.map(|(_, _, gun)| gun.range),
            reached,
            ways: row.map(|row| &*row.ways),
            shut,
            crowd: Crowd::about(self, position, figure, far),
            foes: [nobody; 64],
            foe_count: 0,
        };
        for (number, other) in position.figures.iter().enumerate() {
            if other.is_playing() && self.hostile(position, figure, number) {
                let gun = self
                    .weapon(position, number)
                    .filter(|(slot, _, gun)| !gun.reloads || other.is_loaded(*slot));
                let reach =
                    gun.map_or(-1, |(_, _, gun)| (gun.range + radius + other.radius()) as i64);
                search.foes[search.foe_count] = Foe {
                    number: number as u8,
                    at: other.at,
                    level: other.level,
                    radius: other.radius(),
                    shoots: reach * reach.abs(),
                };
                search.foe_count += 1;
            }
        }
        search.list(each);
    }

    /// Whether a side scores for its people who leave.
    fn gains_by_leaving(&self, side: Side) -> bool {
        self.scenario.scores.iter().any(|score| {
            score.worth == Worth::CharacterExited && score.side.is_none_or(|only| only == side)
        })
    }

    /// What a figure would see of another from a place.
    pub fn view_from(
        &self,
        position: &Position,
        figure: usize,
        from: &Disc,
        other: usize,
    ) -> Option<Cover> {
        let to = position.figures[other].disc();
        self.view_between(position, [figure, other], from, &to)
    }

    /// The cover that a figure has, where it stands, against somebody at a point, as far as the
    /// table of outlooks knows; none if it stands on no known point.
    pub fn view_from_spot(&self, position: &Position, figure: usize, from: Stop) -> Option<Cover> {
        let subject = &position.figures[figure];
        let spots = self.spots(subject.radius());
        let spot = spots.find(self.stop_of(position, figure))?;
        spots.outlook(spot).against(subject.at, from.at)
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
}

impl Search<'_> {
    fn foes(&self) -> &[Foe] {
        &self.foes[..self.foe_count]
    }

    fn here(&self) -> Stop {
        self.reached.start
    }

    fn disc(&self, stop: Stop) -> Disc {
        Disc { centre: stop.at, level: stop.level, radius: self.radius }
    }

    /// The gait for a way of this cost, if it can be gone this turn.
    fn gait(&self, found: &Found) -> Option<Gait> {
        let (length, stride) = (found.length as Mils, self.subject.stride());
        if length <= budget(self.subject.used, found.obstacles, stride) {
            Some(Gait::Walk)
        } else if self.run && length <= run_budget(found.obstacles, stride) {
            Some(Gait::Run)
        } else {
            None
        }
    }

    fn in_reach(&self, stop: Stop) -> bool {
        stop.level != self.subject.level
            || self.subject.at.distance2(stop.at) <= self.far * self.far
    }

    fn can_rest(&self, stop: Stop) -> bool {
        self.crowd.has_room(&self.disc(stop))
            && self
                .game
                .table
                .bars_rest(&self.position.works, stop.level, stop.at, self.radius)
                .is_none()
    }

    fn way_to(&self, stop: Stop) -> Option<Found> {
        let game = self.game;
        let works = &self.position.works;
        let spots = game.spots(self.radius);
        match spots.find(stop).and_then(|spot| spots.edges(spot)) {
            Some(edges) => {
                let near = stop.level == self.here().level && self.in_reach(stop);
                let straight =
                    near.then(|| game.straight(works, self.here(), stop, self.radius)).flatten();
                game.way_to_spot(
                    works,
                    self.reached,
                    stop,
                    straight,
                    edges,
                    self.radius,
                    self.limit,
                )
            }
            None => game.way_to(works, self.reached, stop, self.radius, self.limit),
        }
    }

    /// Adds a point if the figure can get there and stand there; whether it did.
    fn offer(
        &self,
        list: &mut List,
        found: &Found,
        stop: Stop,
        kind: Kind,
        charge: Figures,
    ) -> bool {
        let Some(gait) = self.gait(found).filter(|_| stop != self.here()) else {
            return false;
        };
        let passes = || {
            let way = self.game.trace(self.reached, found, stop, self.radius);
            way.is_some_and(|way| {
                self.crowd.lets_pass(self.game, self.position, self.here(), &way, charge)
            })
        };
        let free = (self.crowd.is_open() || passes())
            && self.crowd.lets_end(self.game, self.position, &self.disc(stop), charge);
        if free {
            list.push(Raw { stop, kind, found: *found, gait, charge, rank: 0 });
        }
        free
    }

    fn list(&mut self, each: &mut dyn FnMut(&Candidate)) {
        let mut list = List::new();
        self.contacts(&mut list);
        let (goals, nearest) = self.goals(&mut list);
        self.cut_to_sure(&mut list);
        if list.count < MOST_CANDIDATES - 1 {
            self.progress(&mut list, &goals);
            self.firing_points(&mut list);
            list.count = list.count.min(MOST_CANDIDATES - 1);
            self.spots(&mut list, nearest);
        }
        let here = self.here();
        each(&Candidate {
            stop: here,
            kind: Kind::Stay,
            way: Way::empty(),
            gait: Gait::Walk,
            length: 0,
            obstacles: 0,
            charge: 0,
            actions_left: self.allowance - self.subject.used,
            rank: 0,
        });
        for raw in list.all() {
            let way = self.game.trace(self.reached, &raw.found, raw.stop, self.radius);
            if let Some(way) = way {
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
    }

    fn actions_left(&self, raw: &Raw) -> u8 {
        if raw.gait == Gait::Run {
            return 0;
        }
        let stride = self.subject.stride();
        (0..=self.allowance - self.subject.used)
            .rev()
            .find(|more| {
                raw.found.length as Mils
                    <= budget(self.subject.used + more, raw.found.obstacles, stride)
            })
            .unwrap_or(0)
    }

    /// Step 5: points in contact with one enemy, the nearest first, or with two.
    fn contacts(&self, list: &mut List) {
        if self.subject.shirked || self.subject.carrying.is_some() {
            return;
        }
        for (i, foe) in self.foes().iter().enumerate() {
            let apart = (self.radius + foe.radius + OFF_CONTACT) as i64;
            let reach = self.far + apart;
            if foe.level == self.subject.level && self.subject.at.distance2(foe.at) > reach * reach
            {
                continue;
            }
            for second in &self.foes()[i + 1..] {
                if second.level == foe.level {
                    self.between(list, foe, second);
                }
            }
            let mut ring = RING.map(|way| around(foe.at, way, apart));
            ring.sort_unstable_by_key(|at| (at.distance2(self.subject.at), *at));
            let mut kept = 0;
            for at in ring {
                if kept < CONTACTS
                    && self.contact_point(list, Stop { at, level: foe.level }, 1 << foe.number)
                {
                    kept += 1;
                }
            }
        }
    }

    fn contact_point(&self, list: &mut List, stop: Stop, charge: Figures) -> bool {
        self.in_reach(stop)
            && self.can_rest(stop)
            && self
                .way_to(stop)
                .is_some_and(|found| self.offer(list, &found, stop, Kind::Contact, charge))
    }

    /// The two points that touch two enemies.
    fn between(&self, list: &mut List, one: &Foe, two: &Foe) {
        let d1 = (self.radius + one.radius + OFF_CONTACT) as i64;
        let d2 = (self.radius + two.radius + OFF_CONTACT) as i64;
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
            let charge = 1 << one.number | 1 << two.number;
            self.contact_point(list, Stop { at, level: one.level }, charge);
        }
    }

    /// Step 2: things that can be taken, places, and ways out. Adds those in reach; gives back the
    /// cheapest that are not, and where the nearest goal lies.
    fn goals(&self, list: &mut List) -> ([Option<Journey>; GOALS], Option<Point>) {
        let position = self.position;
        let scenario = &self.game.scenario;
        let mut out_of_reach: [Option<Journey>; GOALS] = [None; GOALS];
        let mut nearest: Option<(u32, Point)> = None;
        let mut goal = |list: &mut List, stop: Stop| {
            let found = if self.in_reach(stop) { self.way_to(stop) } else { None };
            let found = found.filter(|found| self.gait(found).is_some());
            let mut entry = None;
            let cost = match found {
                Some(found) => {
                    if self.can_rest(stop) {
                        self.offer(list, &found, stop, Kind::Goal, 0);
                    }
                    found.cost
                }
                None => {
                    entry = self.game.journey(self.reached, stop, self.radius);
                    entry.map_or(u32::MAX, |journey| journey.cost)
                }
            };
            if nearest.is_none_or(|(least, _)| cost < least) {
                nearest = Some((cost, stop.at));
            }
            for slot in &mut out_of_reach {
                let cost = |it: &Option<Journey>| it.map_or(u32::MAX, |journey| journey.cost);
                if cost(&entry) < cost(slot) {
                    std::mem::swap(slot, &mut entry);
                }
            }
        };
        let carries = self.subject.carrying.is_some()
            || position
                .tokens
                .iter()
                .any(|token| token.place == Place::Carried { by: self.figure as u8 });
        let side = &scenario.sides[self.subject.side as usize % scenario.sides.len()];
        // A way out is a goal to whoever has a reason to leave; to others only if it is near.
        let leaves = carries || self.game.gains_by_leaving(self.subject.side);
        for zone in side.exits.iter().chain(&scenario.secure) {
            let bounds = scenario.zones[*zone as usize].bounds;
            let stop = Stop { at: self.nearest_edge(&bounds), level: 0 };
            if leaves || self.in_reach(stop) {
                goal(list, stop);
            }
        }
        if carries {
            // Home with it first.
            return (out_of_reach, nearest.map(|(_, at)| at));
        }
        for token in &position.tokens {
            if let Place::Table { at, level } = token.place {
                goal(list, Stop { at, level });
            }
        }
        for (place, done) in scenario.searches.iter().zip(&position.searched) {
            if !done {
                goal(list, Stop { at: place.at, level: place.level });
            }
        }
        for stop in self.nearest_beings().into_iter().flatten() {
            goal(list, stop);
        }
        (out_of_reach, nearest.map(|(_, at)| at))
    }

    /// Points beside the three nearest horses and strays.
    fn nearest_beings(&self) -> [Option<Stop>; GOALS] {
        let horses = self.position.horses.iter().filter(|horse| horse.is_loose());
        let strays =
            self.position.figures.iter().filter(|stray| {
                stray.side == NOBODY && stray.is_playing() && stray.joining == NOBODY
            });
        let beings = horses
            .map(|horse| (horse.at, 0, HORSE))
            .chain(strays.map(|stray| (stray.at, stray.level, FOOT)));
        let mut found: [Option<(i64, Stop)>; GOALS] = [None; GOALS];
        for (at, level, radius) in beings {
            let stop = Stop { at: self.beside(at, radius), level };
            let mut entry = Some((at.distance2(self.subject.at), stop));
            for slot in &mut found {
                let far = |it: &Option<(i64, Stop)>| it.map_or(i64::MAX, |(far, _)| far);
                if far(&entry) < far(slot) {
                    std::mem::swap(slot, &mut entry);
                }
            }
        }
        found.map(|it| it.map(|(_, stop)| stop))
    }

    /// A point next to another base, on the figure's side of it.
    fn beside(&self, at: Point, radius: Mils) -> Point {
        let out = self.subject.at - at;
        let length = isqrt(out.length2()).max(1);
        at + out.scaled((self.radius + radius + 50) as i64, length)
    }

    /// The point of a zone nearest to the figure, against the table's edge if it touches one.
    fn nearest_edge(&self, zone: &Bounds) -> Point {
        let r = self.radius;
        let high = self.game.table.bounds.high;
        let at = self.subject.at;
        let clamp = |v: Mils, low: Mils, high: Mils| v.clamp(low.min(high), high.max(low));
        let inner = Point::new(
            clamp(at.x, zone.low.x + r, zone.high.x - r),
            clamp(at.y, zone.low.y + r, zone.high.y - r),
        );
        let sides = [
            (zone.low.x == 0).then_some(Point::new(r, inner.y)),
            (zone.high.x == high.x).then_some(Point::new(high.x - r, inner.y)),
            (zone.low.y == 0).then_some(Point::new(inner.x, r)),
            (zone.high.y == high.y).then_some(Point::new(inner.x, high.y - r)),
        ];
        let nearest = sides.into_iter().flatten().min_by_key(|edge| (edge.distance2(at), *edge));
        nearest.unwrap_or(inner)
    }

    /// Step 11, where contacts and goals alone are too many: one contact for each enemy, then the
    /// rest by cost.
    fn cut_to_sure(&self, list: &mut List) {
        let most = MOST_CANDIDATES - 1;
        if list.count <= most {
            return;
        }
        let mut met: Figures = 0;
        for raw in &mut list.raw[..list.count] {
            let first = raw.kind == Kind::Contact && raw.charge & !met != 0;
            raw.rank = first as i32;
            met |= raw.charge;
        }
        list.raw[..list.count].sort_unstable_by_key(|raw| (-raw.rank, raw.found.cost, raw.stop));
        list.count = most;
    }

    /// Step 8: as far as the budgets go on the way to each goal.
    fn progress(&self, list: &mut List, goals: &[Option<Journey>; GOALS]) {
        let stride = self.subject.stride();
        let walk = budget(self.subject.used, 0, stride);
        for journey in goals.iter().flatten() {
            for most in [INCH, 2 * INCH, 4 * INCH, walk, 2 * stride] {
                if most <= self.far as Mils {
                    self.part_of_way(list, journey.nodes(), journey.goal, most);
                }
            }
        }
    }

    /// The farthest point of a way that can be reached and rested on, stepping back along the leg
    /// on which a budget ends.
    fn part_of_way(&self, list: &mut List, nodes: &[u16], end: Stop, most: Mils) {
        let roads = self.game.roads(self.radius);
        let mut from = self.here();
        let mut last = None;
        for i in 0..=nodes.len() {
            let to = nodes.get(i).map_or(end, |node| roads.nodes[*node as usize].stop);
            if last.is_some_and(|node| self.reached.cost(node) == u32::MAX) {
                return;
            }
            let gone = last.map_or(0, |node| self.reached.length(node)) as Mils;
            let leg = if from.level == to.level { from.at.leg(to.at) } else { 0 };
            if gone + leg > most {
                let mut m = (most - gone) as i64;
                while m > 0 {
                    let at = Survivors::step_along(from.at, to.at, m);
                    let stop = Stop { at, level: to.level };
                    let part = (from.at.leg(at) as u32, self.obstacles(from, stop));
                    let found = self.reached.after(last, part);
                    if self.gait(&found).is_some() && self.can_rest(stop) {
                        self.offer(list, &found, stop, Kind::Progress, 0);
                        break;
                    }
                    m -= 50;
                }
                return;
            }
            from = to;
            last = nodes.get(i).copied();
        }
    }

    fn obstacles(&self, from: Stop, to: Stop) -> u8 {
        self.game.table.obstacles(&self.position.works, from.level, from.at, to.at)
    }

    /// Step 4: points from which one of the three nearest enemies can be shot at this turn.
    fn firing_points(&self, list: &mut List) {
        let Some(range) = self.range else { return };
        let walk = budget(self.subject.used + 1, 0, self.subject.stride()) as i64;
        let mut nearest: [Option<(i64, &Foe)>; 3] = [None; 3];
        for foe in self.foes().iter().filter(|foe| foe.level == self.subject.level) {
            let mut entry = Some((foe.at.distance2(self.subject.at), foe));
            for slot in &mut nearest {
                let key = |a: &Option<(i64, &Foe)>| a.map_or(i64::MAX, |(far, _)| far);
                if key(&entry) < key(slot) {
                    std::mem::swap(slot, &mut entry);
                }
            }
        }
        for (far, foe) in nearest.into_iter().flatten() {
            for gap in [range - 100, range / 2] {
                let apart = (gap + self.radius + foe.radius) as i64;
                let (least, most) = ((apart - walk).max(0), apart + walk);
                if far < least * least || far > most * most {
                    continue;
                }
                for way in RING {
                    let stop = Stop { at: around(foe.at, way, apart), level: foe.level };
                    if stop.at.distance2(self.subject.at) > walk * walk || !self.can_rest(stop) {
                        continue;
                    }
                    let disc = self.disc(stop);
                    let seen =
                        self.game.view_from(self.position, self.figure, &disc, foe.number as usize);
                    if seen.is_some_and(|cover| cover < Cover::Hard)
                        && let Some(found) = self.way_to(stop)
                    {
                        self.offer(list, &found, stop, Kind::Firing, 0);
                    }
                }
            }
        }
    }

    /// Steps 3, 6, 7 and 11: the points of the table in the order of their rank, as many as there
    /// is room for.
    fn spots(&self, list: &mut List, goal: Option<Point>) {
        let spots = self.game.spots(self.radius);
        let mut ranks = Ranks::new();
        let mut retreats = Retreats::default();
        let before = goal.map_or(0, |goal| isqrt(self.subject.at.distance2(goal)));
        let mut see = |number: usize, found: Option<Found>| {
            let (stop, purpose) = spots.points[number];
            let (rank, far) = self.rank(number, stop, found, goal, before);
            if purpose == Use::Cover {
                retreats.see(far, number, found);
            }
            ranks.see(number, found, rank, purpose == Use::Goal);
        };
        match self.ways {
            Some(ways) => {
                for (number, found) in ways {
                    if self.gait(found).is_some() {
                        see(*number as usize, Some(*found));
                    }
                }
            }
            None => {
                for (number, (stop, _)) in spots.points.iter().enumerate() {
                    if self.in_reach(*stop) && self.reached.has_floor(stop.level) {
                        see(number, None);
                    }
                }
            }
        }
        let most = MOST_CANDIDATES - 1;
        if self.foe_count > 0 {
            for (_, number, found) in retreats.all() {
                if list.count < most {
                    self.try_spot(list, *number as usize, *found, Kind::Retreat, 0);
                }
            }
        }
        ranks.in_order(|number, found, rank| {
            let kind = match spots.points[number].1 {
                Use::Goal => Kind::Goal,
                Use::Cover => Kind::Cover,
                Use::Net => Kind::Lattice,
            };
            self.try_spot(list, number, found, kind, rank);
            list.count < most
        });
    }

    /// Step 10: what a spot is worth, and the squared distance of its nearest enemy.
    fn rank(
        &self,
        number: usize,
        stop: Stop,
        found: Option<Found>,
        goal: Option<Point>,
        before: i64,
    ) -> (i64, i64) {
        let outlook = self.game.spots(self.radius).outlook(number);
        let shoots_from = budget(self.subject.used + 1, 0, self.subject.stride()) as i64;
        let acts = match found {
            Some(found) => {
                let stride = self.subject.stride();
                found.length as Mils <= budget(self.subject.used + 1, found.obstacles, stride)
            }
            None => self.subject.at.distance2(stop.at) <= shoots_from * shoots_from,
        };
        let range = self.range.filter(|_| acts);
        let (mut targets, mut shooters) = (0, 0);
        let mut nearest: Option<(i64, &Foe)> = None;
        for foe in self.foes() {
            let far = foe.at.distance2(stop.at);
            if nearest.is_none_or(|(least, _)| far < least) {
                nearest = Some((far, foe));
            }
            let reach = range.map_or(-1, |range| (range + self.radius + foe.radius) as i64);
            let (mine, theirs) = (far <= reach * reach.abs(), far <= foe.shoots);
            if (mine || theirs)
                && foe.level == stop.level
                && outlook.against(stop.at, foe.at).is_some()
            {
                targets += mine as i64;
                shooters += theirs as i64;
            }
        }
        let far = nearest.map_or(0, |(far, _)| far);
        let cover = nearest.map_or(0, |(far, foe)| {
            if far > (OUTLOOK as i64).pow(2) || foe.level != stop.level {
                return 3;
            }
            outlook.against(stop.at, foe.at).map_or(3, |cover| cover as i64)
        });
        let progress =
            goal.map_or(0, |goal| (before - isqrt(stop.at.distance2(goal))) / INCH as i64);
        (3 * targets - 2 * shooters + cover + progress, far)
    }

    fn try_spot(
        &self,
        list: &mut List,
        number: usize,
        found: Option<Found>,
        kind: Kind,
        rank: i32,
    ) {
        let spots = self.game.spots(self.radius);
        let stop = spots.points[number].0;
        let rests = || match self.shut {
            true => self.can_rest(stop),
            false => self.crowd.has_room(&self.disc(stop)),
        };
        if list.has(stop, 0) || !rests() {
            return;
        }
        let found = found.or_else(|| self.way_to(stop)).filter(|found| found.cost <= self.limit);
        if let Some(found) = found
            && self.offer(list, &found, stop, kind, 0)
            && let Some(raw) = list.raw[..list.count].last_mut()
        {
            raw.rank = rank;
        }
    }
}

/// Spots by their rank, the best first; within a rank in the order in which they were seen.
struct Ranks {
    seen: [(u16, u8, i8, Option<Found>); MOST_SPOTS],
    counts: [u16; Ranks::PLACES + 1],
    count: usize,
}

impl Ranks {
    /// Ranks that are told apart.
    const PLACES: usize = 64;

    fn new() -> Ranks {
        Ranks { seen: [(0, 0, 0, None); MOST_SPOTS], counts: [0; Ranks::PLACES + 1], count: 0 }
    }

    fn see(&mut self, number: usize, found: Option<Found>, rank: i64, sure: bool) {
        if self.count == MOST_SPOTS {
            return;
        }
        let lifted = rank + if sure { Ranks::PLACES as i64 } else { 0 };
        let place = (Ranks::PLACES as i64 / 2 - lifted).clamp(0, Ranks::PLACES as i64 - 1);
        self.seen[self.count] = (number as u16, place as u8, rank.clamp(-99, 99) as i8, found);
        self.counts[place as usize + 1] += 1;
        self.count += 1;
    }

    /// Shows them in order until `each` has had enough.
    fn in_order(mut self, mut each: impl FnMut(usize, Option<Found>, i32) -> bool) {
        for place in 1..=Ranks::PLACES {
            self.counts[place] += self.counts[place - 1];
        }
        let mut order = [0u16; MOST_SPOTS];
        for (i, (_, place, _, _)) in self.seen[..self.count].iter().enumerate() {
            let slot = &mut self.counts[*place as usize];
            order[*slot as usize] = i as u16;
            *slot += 1;
        }
        for i in &order[..self.count] {
            let (number, _, rank, found) = self.seen[*i as usize];
            if !each(number as usize, found, rank as i32) {
                break;
            }
        }
    }
}

/// The six points of cover farthest from their nearest enemy. Step 6
#[derive(Default)]
struct Retreats {
    best: [(i64, u16, Option<Found>); 6],
    count: usize,
}

impl Retreats {
    fn see(&mut self, far: i64, number: usize, found: Option<Found>) {
        let mut entry = (far, number as u16, found);
        for slot in &mut self.best[..self.count] {
            if entry.0 > slot.0 {
                std::mem::swap(slot, &mut entry);
            }
        }
        if self.count < self.best.len() {
            self.best[self.count] = entry;
            self.count += 1;
        }
    }

    fn all(&self) -> &[(i64, u16, Option<Found>)] {
        &self.best[..self.count]
    }
}

/// A point of a ring about another.
fn around(at: Point, way: crate::point::Vector, apart: i64) -> Point {
    Point::new(at.x + rdiv(way.x * apart, 1000) as Mils, at.y + rdiv(way.y * apart, 1000) as Mils)
}
