//! Goals: things that can be taken, places, ways out, and how far one gets on the way to them. Ledger
//! section 5.3, steps 2 and 8

use super::{GOALS, Kind, List, Search};
use crate::action::Stop;
use crate::geometry::point::{INCH, Mils, Point, isqrt};
use crate::geometry::polygon::Bounds;
use crate::position::{FOOT, HORSE, Place};
use crate::rules::actions::budget;
use crate::ways::journey::Trip;

/// How far one steps back at a time from where a budget ends.
const STEP_BACK: i64 = 50;

impl Search<'_> {
    /// Step 2: things that can be taken, places, and ways out. Adds those in reach; gives back the
    /// cheapest that are not, and where the nearest goal lies.
    pub(super) fn goals(&self, list: &mut List) -> ([Option<Trip>; GOALS], Option<Point>) {
        let position = self.position;
        let scenario = &self.game.scenario;
        let mut out_of_reach: [Option<Trip>; GOALS] = [None; GOALS];
        let mut nearest: Option<(u32, Point)> = None;
        let mut goal = |list: &mut List, stop: Stop| {
            let found = if self.in_reach(stop) { self.way_to(stop) } else { None };
            let found = found.filter(|found| self.gait(found).is_some());
            let mut entry = None;
            let cost = match found {
                Some(found) => {
                    if self.can_rest(stop) {
                        self.offer(list, &found, stop, Kind::Goal);
                    }
                    found.cost
                }
                None => {
                    entry = self.game.trip(self.outset, stop, self.radius);
                    entry.map_or(u32::MAX, |trip| trip.cost)
                }
            };
            if nearest.is_none_or(|(least, _)| cost < least) {
                nearest = Some((cost, stop.at));
            }
            for slot in &mut out_of_reach {
                let cost = |it: &Option<Trip>| it.map_or(u32::MAX, |trip| trip.cost);
                if cost(&entry) < cost(slot) {
                    std::mem::swap(slot, &mut entry);
                }
            }
        };
        let carries = self.subject.carrying.is_some()
            || position
                .tokens
                .iter()
                .any(|token| token.place == Place::Carried { by: self.figure });
        // A way out is a goal to whoever has a reason to leave; to others only if it is near.
        let leaves =
            carries || self.subject.side.is_some_and(|side| self.game.gains_by_leaving(side));
        let exits = scenario.setup_of(self.subject.side).into_iter().flat_map(|setup| &setup.exits);
        for zone in exits.chain(&scenario.secure) {
            let bounds = scenario.zones[usize::from(*zone)].bounds;
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
                stray.side.is_none() && stray.is_playing() && stray.joining.is_none()
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
        at + out.scaled(i64::from(self.radius + radius + 50), length)
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

    /// Step 8: as far as the budgets go on the way to each goal.
    pub(super) fn progress(&self, list: &mut List, goals: &[Option<Trip>; GOALS]) {
        let stride = self.subject.stride();
        let walk = budget(self.subject.used, 0, stride);
        for trip in goals.iter().flatten() {
            let journey = self.game.journey(self.outset.1, trip, self.radius);
            let Some(journey) = journey else { continue };
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
            let to = nodes.get(i).map_or(end, |node| roads.nodes[usize::from(*node)].stop);
            if last.is_some_and(|node| self.reached.cost(node) == u32::MAX) {
                return;
            }
            let gone = last.map_or(0, |node| self.reached.length(node)) as Mils;
            let leg = if from.level == to.level { from.at.leg(to.at) } else { 0 };
            if gone + leg > most {
                self.part_of_leg(list, (last, from), to, i64::from(most - gone));
                return;
            }
            from = to;
            last = nodes.get(i).copied();
        }
    }

    /// Whether doors or structures are no longer as the game began.
    fn works_changed(&self) -> bool {
        let (now, fresh) = (&self.position.works, &self.game.fresh);
        now.doors != fresh.doors || now.damage != fresh.damage
    }

    /// The farthest point of a leg, so long at most, that can be reached and rested on.
    fn part_of_leg(&self, list: &mut List, (last, from): (Option<u16>, Stop), to: Stop, most: i64) {
        let (leg, length) = (to.at - from.at, i64::from(from.at.leg(to.at).max(1)));
        let stop = |steps: i64| {
            let most = (most - STEP_BACK * steps).min(length);
            let at = |far: i64| from.at + leg.scaled(far, length);
            // Rounded to thousandths a point may lie beyond, where it would cost an action more. SV-GEO-15
            let beyond = i64::from(from.at.leg(at(most))) > most;
            Stop { at: at(most - i64::from(beyond)), level: to.level }
        };
        // A journey follows the roads as the game began, and ends beside them.
        let way = |steps: i64| {
            let part = self.game.straight(&self.position.works, from, stop(steps), self.radius)?;
            let found = self.reached.after(last, part);
            self.gait(&found).map(|_| found)
        };
        let all = (most.max(0) + STEP_BACK - 1) / STEP_BACK;
        // Less of a way is never harder to go: what can be gone begins at one step.
        let whole = way(0);
        let (mut first, mut beyond) = (0, if whole.is_some() { 0 } else { all });
        while first < beyond {
            let half = (first + beyond) / 2;
            match way(half) {
                Some(_) => beyond = half,
                None => first = half + 1,
            }
        }
        let rests = (first..all).find(|steps| self.can_rest(stop(*steps)));
        if let Some(steps) = rests
            && let Some(found) = whole.filter(|_| steps == 0).or_else(|| way(steps))
        {
            // Where a door or a wall has changed since, there may be a cheaper way to this point.
            let plain = !self.works_changed() || last.is_none() && found.obstacles == 0;
            if let Some(found) = if plain { Some(found) } else { self.way_to(stop(steps)) } {
                self.offer(list, &found, stop(steps), Kind::Progress);
            }
        }
    }
}
