//! Candidate end points for movement: a finite list for bots and clicks. SV-CAN, ledger section 5.3

mod enemies;
mod goals;
mod ranks;

use crate::Survivors;
use crate::action::{Figures, Gait, Stop, Way};
use crate::crowd::Crowd;
use crate::feature::Level;
use crate::figure::{Figure, Side, budget, run_budget};
use crate::outlook::OUTLOOK;
use crate::point::{INCH, Mils, Point, isqrt};
use crate::position::Position;
use crate::route::{Found, Reached};
use crate::scenario::Worth;
use crate::sight::{Cover, Disc};
use crate::spots::Use;
use ranks::{Ranks, Retreats};

/// The most candidates that a figure gets. SV-CAN-06
pub const MOST_CANDIDATES: usize = 48;
const MOST_RAW: usize = 192;
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
    /// Those of them that can be the nearest to some place in reach, or shoot or be shot at there.
    close: [u8; 64],
    close_count: usize,
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
            close: [0; 64],
            close_count: 0,
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
        search.find_close();
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

    fn find_close(&mut self) {
        let apart = |foe: &Foe| isqrt(foe.at.distance2(self.subject.at));
        let nearest = self.foes().iter().map(apart).min().unwrap_or(0);
        let range = self.range.map_or(0, |range| (range + self.radius) as i64);
        let (mut close, mut count) = ([0; 64], 0);
        for (number, foe) in self.foes().iter().enumerate() {
            let shot = isqrt(foe.shoots.max(0)).max(range + foe.radius as i64);
            // Stairs take nobody farther than the floor does.
            if apart(foe) <= (nearest + 2 * self.far).max(self.far + shot) + INCH as i64 {
                close[count] = number as u8;
                count += 1;
            }
        }
        (self.close, self.close_count) = (close, count);
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

    /// The way to a point, if it can be gone this turn: only within an inch do obstacles cost more
    /// than the turn's move allows. SV-MOV-09
    fn way_to(&self, stop: Stop) -> Option<Found> {
        let inch = INCH as i64 * INCH as i64;
        let near = stop.level != self.subject.level || self.subject.at.distance2(stop.at) <= inch;
        self.way_within(stop, if near { self.limit } else { self.far as u32 })
    }

    fn way_within(&self, stop: Stop, limit: u32) -> Option<Found> {
        let game = self.game;
        let works = &self.position.works;
        let spots = game.spots(self.radius);
        match spots.find(stop).and_then(|spot| spots.edges(spot)) {
            Some(edges) => {
                let near = stop.level == self.here().level && self.in_reach(stop);
                let straight =
                    near.then(|| game.straight(works, self.here(), stop, self.radius)).flatten();
                game.way_to_spot(works, self.reached, stop, straight, edges, self.radius, limit)
            }
            None => game.way_to(works, self.reached, stop, self.radius, limit),
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

    /// Steps 3, 6, 7 and 11: the points of the table in the order of their rank, as many as there
    /// is room for.
    fn spots(&self, list: &mut List, goal: Option<Point>) {
        let spots = self.game.spots(self.radius);
        let mut ranks = Ranks::new();
        let mut retreats = Retreats::default();
        let before = goal.map_or(0, |goal| isqrt(self.subject.at.distance2(goal)));
        let mut see = |number: usize, way: usize, found: Option<Found>| {
            let (stop, purpose) = spots.points[number];
            let (rank, far) = self.rank(number, stop, found, goal, before);
            if purpose == Use::Cover {
                retreats.see(far, number, way);
            }
            ranks.see(number, way, rank, purpose == Use::Goal);
        };
        match self.ways {
            Some(ways) => {
                for (way, (number, found)) in ways.iter().enumerate() {
                    if self.gait(found).is_some() {
                        see(*number as usize, way, Some(*found));
                    }
                }
            }
            None => {
                for (number, (stop, _)) in spots.points.iter().enumerate() {
                    if self.in_reach(*stop) && self.reached.has_floor(stop.level) {
                        see(number, 0, None);
                    }
                }
            }
        }
        let known = |way: usize| self.ways.map(|ways| ways[way].1);
        let most = MOST_CANDIDATES - 1;
        if self.foe_count > 0 {
            for (_, number, way) in retreats.all() {
                if list.count < most {
                    let found = known(*way as usize);
                    self.try_spot(list, *number as usize, found, Kind::Retreat, 0);
                }
            }
        }
        ranks.in_order(|number, way, rank| {
            let kind = match spots.points[number].1 {
                Use::Goal => Kind::Goal,
                Use::Cover => Kind::Cover,
                Use::Net => Kind::Lattice,
            };
            self.try_spot(list, number, known(way), kind, rank);
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
        for foe in &self.close[..self.close_count] {
            let foe = &self.foes[*foe as usize];
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
