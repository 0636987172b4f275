//! Candidate end points for movement: a finite list for bots and clicks.

mod enemies;
mod facings;
mod goals;
mod list;
mod ranks;

use crate::Survivors;
use crate::action::{Figures, Gait, MOST_LEGS, Stop, Way};
use crate::edition::scenarios::Worth;
use crate::geometry::feature::Level;
use crate::geometry::outlook::OUTLOOK;
use crate::geometry::point::{INCH, Mils, Point, isqrt};
use crate::geometry::sight::{Cover, Disc};
use crate::position::{Figure, FigureId, Position, Side};
use crate::rules::actions::{budget, run_budget};
use crate::ways::crowd::Crowd;
use crate::ways::journey::Outset;
use crate::ways::route::{Found, Horizon, Reached};
use crate::ways::spots::Use;
use arrayvec::ArrayVec;
use list::{List, Raw, Turn};
use ranks::{Ranks, Seen};

/// The most candidates that a figure gets. SV-CAN-06
pub const MOST_CANDIDATES: usize = 48;
/// How many it gets, "stay" among them, if there are not more than that to charge or to fetch.
const USUAL: usize = 20;
const OFF_CONTACT: Mils = 10;
/// Contact points for each enemy.
const CONTACTS: usize = 2;
/// Goals on whose way progress points lie.
const GOALS: usize = 3;
/// What an enemy adds to the rank of a point from which he can be shot at.
const TARGET: i64 = 3;
/// What hard cover adds.
const HARD: i64 = Cover::Hard as i64;

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

/// An enemy, with the squared distances at which it shoots now and is shot at, or less than nothing.
#[derive(Clone, Copy)]
struct Foe {
    number: FigureId,
    at: Point,
    level: Level,
    radius: Mils,
    shoots: i64,
    shot: i64,
    /// The farther of the two.
    most: i64,
}

/// What is known of the ways to spots.
#[derive(Clone, Copy)]
enum Ways<'a> {
    /// Every way, for a figure that stands on a spot.
    From(&'a [(u16, Found)]),
    /// The ways from the spot of this number, which is near.
    Beside(usize, &'a [(u16, Found)]),
    /// Nothing.
    Unknown,
}

/// Everything that the making of a list looks at again and again.
struct Search<'a> {
    game: &'a Survivors,
    position: &'a Position,
    figure: FigureId,
    subject: &'a Figure,
    radius: Mils,
    /// How far it walks in a turn with nothing else to do.
    stride: Mils,
    allowance: u8,
    run: bool,
    far: i64,
    limit: u32,
    /// The range of its gun, if it is loaded.
    range: Option<Mils>,
    reached: &'a Reached,
    /// The ways on which journeys begin: those of the figure, or of a spot beside it.
    outset: Outset<'a>,
    /// The ways to other spots.
    ways: Ways<'a>,
    /// A door was shut since the game began: spots beside it may be barred.
    shut: bool,
    crowd: &'a Crowd,
    foes: ArrayVec<Foe, 64>,
    /// Those of them that can be the nearest to some place in reach, or shoot or be shot at there.
    close: ArrayVec<Foe, 64>,
    /// Where the nearest of all stands.
    nearest: Option<Point>,
}

impl Survivors {
    /// The candidates of a figure that may move, in order. SV-CAN-01, SV-CAN-04
    pub fn candidates(
        &self,
        position: &Position,
        figure: FigureId,
        each: &mut dyn FnMut(&Candidate),
    ) {
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
        let works = &position.works;
        let mut live;
        let (reached, outset, ways) = match self.ways_from(works, start, radius) {
            Some((spot, row)) => (&row.reached, (Some(spot), &row.reached), Ways::From(&row.ways)),
            None => {
                live = Reached::nowhere(start, self.roads(radius).nodes.len());
                let horizon = Horizon::of_turn(far);
                match self.row_beside(works, start, radius) {
                    Some((spot, row)) => {
                        self.reach_beside(works, &row.reached, start, radius, horizon, &mut live);
                        (&live, (Some(spot), &row.reached), Ways::Beside(spot, &row.ways))
                    }
                    None => {
                        self.reach_from(works, start, radius, horizon, &mut live);
                        (&live, (None, &live), Ways::Unknown)
                    }
                }
            }
        };
        let doors = self.doors.iter().map(|door| usize::from(*door));
        let shut = doors
            .into_iter()
            .any(|door| position.works.doors[door].is_shut() && !self.fresh.doors[door].is_shut());
        let crowd = Crowd::about(self, position, figure, far);
        let mut search = Search {
            game: self,
            position,
            figure,
            subject,
            radius,
            stride,
            allowance: self.sheet(position, figure).class.allowance(),
            run,
            far: i64::from(far),
            limit: far as u32 + 2 * INCH as u32,
            range: gun.map(|(_, _, gun)| gun.range),
            reached,
            outset,
            ways,
            shut,
            crowd: &crowd,
            foes: ArrayVec::new(),
            close: ArrayVec::new(),
            nearest: None,
        };
        search.find_foes();
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
        figure: FigureId,
        from: &Disc,
        other: FigureId,
    ) -> Option<Cover> {
        let to = position.figures[other].disc();
        self.view_between(position, [figure, other], from, &to)
    }
}

impl Search<'_> {
    fn foes(&self) -> &[Foe] {
        &self.foes
    }

    fn here(&self) -> Stop {
        self.reached.start
    }

    fn disc(&self, stop: Stop) -> Disc {
        Disc { centre: stop.at, level: stop.level, radius: self.radius }
    }

    /// The gait for a way of this cost, if it can be gone this turn.
    fn gait(&self, found: &Found) -> Option<Gait> {
        let (length, stride) = (found.length as Mils, self.stride);
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

    /// Whether a base can rest here, people left aside.
    fn lets_rest(&self, stop: Stop) -> bool {
        self.game.table.lets_rest(&self.position.works, stop.level, stop.at, self.radius)
    }

    fn can_rest(&self, stop: Stop) -> bool {
        self.crowd.has_room(&self.disc(stop)) && self.lets_rest(stop)
    }

    /// The way to a point, if it can be gone this turn: only within an inch do obstacles cost more
    /// than the turn's move allows. SV-MOV-09
    fn way_to(&self, stop: Stop) -> Option<Found> {
        self.way_within(stop, self.most_for(stop))
    }

    fn most_for(&self, stop: Stop) -> u32 {
        let inch = i64::from(INCH) * i64::from(INCH);
        let near = stop.level != self.subject.level || self.subject.at.distance2(stop.at) <= inch;
        if near { self.limit } else { self.far as u32 }
    }

    fn way_within(&self, stop: Stop, limit: u32) -> Option<Found> {
        self.way_by(self.game.spots(self.radius).find(stop), stop, limit, true)
    }

    /// The way to a point, and which spot it is if it is one; straight only if that is worth a try.
    fn way_by(&self, spot: Option<usize>, stop: Stop, limit: u32, straight: bool) -> Option<Found> {
        let game = self.game;
        let works = &self.position.works;
        let spots = game.spots(self.radius);
        match spot.and_then(|spot| spots.edges(spot)) {
            Some(edges) => {
                let near = straight && stop.level == self.here().level && self.in_reach(stop);
                let straight =
                    near.then(|| game.straight(works, self.here(), stop, self.radius)).flatten();
                game.way_to_spot(works, self.reached, stop, straight, edges, self.radius, limit)
            }
            None => game.way_to(works, self.reached, stop, self.radius, limit),
        }
    }

    /// Adds a point if the figure can get there and end there; whether it could.
    fn offer(&self, list: &mut List, found: &Found, stop: Stop, kind: Kind) -> bool {
        self.crowd.lets_end(self.game, self.position, &self.disc(stop), 0)
            && self.add(list, found, stop, kind, 0)
    }

    /// Adds a point at which it may end if the figure can get there; whether it could.
    fn add(&self, list: &mut List, found: &Found, stop: Stop, kind: Kind, charge: Figures) -> bool {
        let Some(gait) = self.gait(found).filter(|_| stop != self.here()) else {
            return false;
        };
        let free = self.lets_pass(list, found, stop, charge);
        if free && !list.has(stop, charge) {
            list.push(Raw { stop, kind, found: *found, gait, charge, rank: 0 });
        }
        free
    }

    /// Whether nobody stands in the way to a point, its end left aside.
    fn lets_pass(&self, list: &mut List, found: &Found, stop: Stop, charge: Figures) -> bool {
        let (game, position) = (self.game, self.position);
        if self.crowd.is_open() {
            return true;
        }
        if charge == 0 {
            return match found.turn() {
                None => self.lets_leg(self.here(), stop),
                Some(turn) => self.legs_to(list, turn).is_some_and(|legs| {
                    let from = game.roads(self.radius).nodes[usize::from(turn)].stop;
                    from == stop || (usize::from(legs)) < MOST_LEGS && self.lets_leg(from, stop)
                }),
            };
        }
        let mut legs = 0;
        game.trace_back(self.reached, found, stop, self.radius, &mut |from, to| {
            legs += 1;
            legs <= MOST_LEGS && self.crowd.lets_leg(game, position, (from, to), charge)
        })
    }

    fn lets_leg(&self, from: Stop, to: Stop) -> bool {
        self.crowd.lets_leg(self.game, self.position, (from, to), 0)
    }

    /// How many legs lead to a turning point; none if somebody stands in the way.
    fn legs_to(&self, list: &mut List, turn: u16) -> Option<u8> {
        match list.turns[usize::from(turn)] {
            Turn::Barred => return None,
            Turn::Open(legs) => return Some(legs),
            Turn::Unknown => {}
        }
        let nodes = &self.game.roads(self.radius).nodes;
        let (before, from) = match self.reached.before(turn) {
            None => (Some(0), self.here()),
            Some(before) => (self.legs_to(list, before), nodes[usize::from(before)].stop),
        };
        let to = nodes[usize::from(turn)].stop;
        let legs = before.and_then(|legs| match from == to {
            true => Some(legs),
            false => self.lets_leg(from, to).then(|| legs.saturating_add(1)),
        });
        list.turns[usize::from(turn)] = legs.map_or(Turn::Barred, Turn::Open);
        legs
    }

    fn list(&mut self, each: &mut dyn FnMut(&Candidate)) {
        let mut list = List::new(self.game.roads(self.radius).nodes.len());
        self.contacts(&mut list);
        let (goals, nearest) = self.goals(&mut list);
        list.cut_to_sure(MOST_CANDIDATES - 1);
        if list.len() < USUAL - 1 {
            self.progress(&mut list, &goals);
            self.firing_points(&mut list);
            list.cut_to(USUAL - 1);
        }
        if list.len() < USUAL - 1 {
            self.spots(&mut list, nearest);
        }
        let here = self.here();
        let mut candidate = Candidate {
            stop: here,
            kind: Kind::Stay,
            way: Way::empty(),
            gait: Gait::Walk,
            length: 0,
            obstacles: 0,
            charge: 0,
            actions_left: self.allowance - self.subject.used,
            rank: 0,
        };
        each(&candidate);
        for raw in list.all() {
            let (found, way) = (&raw.found, &mut candidate.way);
            if self.game.retrace(self.reached, found, raw.stop, self.radius, way) {
                candidate.stop = raw.stop;
                candidate.kind = raw.kind;
                candidate.gait = raw.gait;
                candidate.length = found.length as Mils;
                candidate.obstacles = found.obstacles;
                candidate.charge = raw.charge;
                candidate.actions_left = self.actions_left(raw);
                candidate.rank = raw.rank;
                each(&candidate);
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

    /// Steps 3, 7 and 11: the points of the table in the order of their rank, as many as there
    /// is room for.
    fn spots(&self, list: &mut List, goal: Option<Point>) {
        let spots = self.game.spots(self.radius);
        let mut ranks = Ranks::new();
        let before = goal.map_or(0, |goal| isqrt(self.subject.at.distance2(goal)));
        let lost = (before + i64::from(INCH)).pow(2);
        let mut see = |number: usize, way: usize, found: Option<Found>| {
            let (stop, purpose) = spots.points[number];
            let acts = self.acts_at(stop, found);
            let far = goal.map_or(0, |goal| stop.at.distance2(goal));
            // Nobody runs into the open for nothing.
            if purpose == Use::Net && !acts && far >= lost && self.is_farther(stop) {
                return;
            }
            let progress = goal.map_or(0, |_| (before - isqrt(far)) / i64::from(INCH));
            ranks.see(Seen {
                number: number as u16,
                way: way as u16,
                plain: progress.clamp(-99, 99) as i8,
                sure: purpose == Use::Goal,
                acts,
            });
        };
        match self.ways {
            Ways::From(ways) => {
                for (way, (number, found)) in ways.iter().enumerate() {
                    if self.gait(found).is_some() {
                        see(usize::from(*number), way, Some(*found));
                    }
                }
            }
            Ways::Beside(spot, ways) => {
                see(spot, 0, None);
                let apart = self.subject.at.leg(spots.points[spot].0.at) as u32;
                for (way, (number, found)) in ways.iter().enumerate() {
                    // No way from here is shorter by more than what lies between.
                    let least = found.cost.saturating_sub(apart);
                    if (i64::from(least) <= self.far || found.length <= apart + INCH as u32)
                        && self.in_reach(spots.points[usize::from(*number)].0)
                    {
                        see(usize::from(*number), way, None);
                    }
                }
            }
            Ways::Unknown => {
                for (number, (stop, _)) in spots.points.iter().enumerate() {
                    if self.in_reach(*stop) && self.reached.has_floor(stop.level) {
                        see(number, 0, None);
                    }
                }
            }
        }
        // To be shot at makes a rank no better, and no cover is better than hard cover.
        let targets = self.targets();
        let most = |seen: &Seen| if seen.acts { TARGET * targets + HARD } else { HARD };
        let more = |seen: &Seen| {
            let number = usize::from(seen.number);
            self.rank(number, spots.points[number].0, seen.acts)
        };
        ranks.in_order(most, more, |seen, rank| {
            let number = usize::from(seen.number);
            let kind = match spots.points[number].1 {
                Use::Goal => Kind::Goal,
                Use::Cover => Kind::Cover,
                Use::Net => Kind::Lattice,
            };
            self.try_spot(list, number, usize::from(seen.way), kind, rank);
            list.len() < USUAL - 1
        });
    }

    /// Whether a place is farther from the enemy who is nearest now.
    #[inline]
    fn is_farther(&self, stop: Stop) -> bool {
        self.nearest.is_none_or(|foe| foe.distance2(stop.at) > foe.distance2(self.subject.at))
    }

    /// Whether a figure has an action left at a spot.
    #[inline]
    fn acts_at(&self, stop: Stop, found: Option<Found>) -> bool {
        match found {
            Some(found) => {
                found.length as Mils <= budget(self.subject.used + 1, found.obstacles, self.stride)
            }
            None => {
                let acts_within = i64::from(budget(self.subject.used + 1, 0, self.stride));
                self.subject.at.distance2(stop.at) <= acts_within * acts_within
            }
        }
    }

    /// How many enemies at most could be shot at from a place at which an action is left.
    fn targets(&self) -> i64 {
        let Some(range) = self.range else { return 0 };
        let walk = budget(self.subject.used + 1, 0, self.stride) + self.game.table.flights;
        let near = |foe: &&Foe| {
            let within = i64::from(range + walk + self.radius + foe.radius);
            foe.at.distance2(self.subject.at) <= within * within
        };
        self.close.iter().filter(near).count() as i64
    }

    /// Step 10: what a spot is worth on account of enemies.
    #[inline]
    fn rank(&self, number: usize, stop: Stop, acts: bool) -> i64 {
        let outlook = self.game.spots(self.radius).outlook(number);
        let mut nearest = (i64::MAX, None);
        let (mut targets, mut shooters) = (0, 0);
        for foe in &self.close {
            let apart = foe.at.distance2(stop.at);
            if apart < nearest.0 {
                nearest = (apart, Some(foe));
            }
            if apart > foe.most {
                continue;
            }
            let shot = acts && apart <= foe.shot;
            let shoots = apart <= foe.shoots;
            if (shot || shoots)
                && foe.level == stop.level
                && outlook.against(stop.at, foe.at).is_some()
            {
                targets += i64::from(shot);
                shooters += i64::from(shoots);
            }
        }
        let cover = match nearest {
            (_, None) => 0,
            (far, Some(foe)) if far > i64::from(OUTLOOK).pow(2) || foe.level != stop.level => HARD,
            (_, Some(foe)) => outlook.against(stop.at, foe.at).map_or(HARD, |cover| cover as i64),
        };
        TARGET * targets - 2 * shooters + cover
    }

    fn try_spot(&self, list: &mut List, number: usize, way: usize, kind: Kind, rank: i32) {
        let spots = self.game.spots(self.radius);
        let stop = spots.points[number].0;
        let disc = self.disc(stop);
        if list.has(stop, 0) || !self.crowd.admits(self.game, self.position, &disc) {
            return;
        }
        if stop == self.here() || self.shut && !self.lets_rest(stop) {
            return;
        }
        let find = |straight| self.way_by(Some(number), stop, self.most_for(stop), straight);
        let found = match self.ways {
            Ways::From(ways) => Some(ways[way].1),
            // What is around a corner there is so here, or as good as.
            Ways::Beside(spot, ways) => find(number == spot || ways[way].1.turn().is_none()),
            Ways::Unknown => find(true),
        };
        let found = found.filter(|found| found.cost <= self.limit);
        if let Some(found) = found
            && let Some(gait) = self.gait(&found)
            && self.lets_pass(list, &found, stop, 0)
        {
            list.push(Raw { stop, kind, found, gait, charge: 0, rank });
        }
    }
}
