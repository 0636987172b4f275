//! What it is worth to end a path somewhere: nearer to the goal, in reach of targets, out of sight.

use super::{IN_RANGE, Mind};
use crate::action::{Gait, Stop, Way};
use crate::geometry::point::{Facing, INCH, Mils, Point, Vector, isqrt};
use crate::geometry::sight::{Cover, Disc};
use crate::position::{FOOT, FigureId, HORSE};
use crate::rules::actions::budget;
use crate::rules::base_contact::REACH;

/// What it is worth to stand on a point whose outlook is known.
const KNOWN_GROUND: i64 = 40;

/// What it costs to leave a horse behind.
const LEFT_BEHIND: i64 = 1500;
/// What it is worth to stay rather than to go to a place just as good: who keeps still achieves
/// nothing.
const INERTIA: i64 = -45;
/// What it is worth to have the nearest enemy in front.
const WATCHING: i64 = 4;
/// What a shot is worth at most.
const BEST_SHOT: i64 = 160;

/// What the bot thinks of a place where a path ends.
#[derive(Clone, Copy)]
pub(super) struct End {
    stop: Stop,
    /// Its number, if it is a known point.
    spot: Option<usize>,
    gait: Gait,
    worth: i64,
    /// How far one can shoot from there.
    range: Option<Mils>,
    /// Whether enemies were looked for.
    looked: bool,
    /// The nearest enemy.
    nearest: Option<Point>,
    /// Whom it could shoot, and how much that would hurt.
    shots: [(Point, i64); 4],
    count: usize,
}

impl Mind<'_> {
    /// What it is worth to end at a point: nearer to the goal, in reach of targets, out of sight; or
    /// anything up to a floor if it is no more than that.
    pub(super) fn rate_move(
        &self,
        figure: FigureId,
        gait: Gait,
        way: &Way,
        charge: u64,
        face: Option<Facing>,
        floor: i64,
    ) -> i64 {
        if charge != 0 {
            return self.headway(figure, way) / 2 + self.rate_charge(figure, charge);
        }
        let stop = way.end();
        // The facings of one end come one after another.
        let mut last = self.last.borrow_mut();
        let known = last.as_ref().is_some_and(|end| (end.stop, end.gait) == (stop, gait));
        let end = match &mut *last {
            Some(end) if known => end,
            last => last.insert(self.end_of(figure, gait, way)),
        };
        if !end.looked {
            let ceiling = end.worth + WATCHING + end.range.map_or(0, |_| BEST_SHOT);
            if ceiling <= floor {
                return ceiling;
            }
            self.look_from(figure, end);
        }
        let from = match way.stops() {
            [.., before, _] => before.at,
            _ => self.position.figures[figure].at,
        };
        let look = face.map_or(stop.at - from, Facing::vector);
        if look == Vector::default() {
            return end.worth;
        }
        let covers = |at: Point| look.dot(at - stop.at) >= 0;
        let shots = end.shots[..end.count].iter();
        let shot = shots.filter(|(at, _)| covers(*at)).map(|(_, harm)| *harm).max();
        let watches = end.nearest.is_some_and(covers);
        end.worth + shot.unwrap_or(0) + WATCHING * i64::from(watches)
    }

    /// What it is worth to stay, looking somewhere.
    pub(super) fn rate_place(&self, figure: FigureId, face: Facing) -> i64 {
        let here = Way::to(self.game.stop_of(self.position, figure));
        let floor = self.most.get().saturating_sub(INERTIA);
        self.rate_move(figure, Gait::Walk, &here, 0, Some(face), floor) + INERTIA
    }

    /// Whether a horse on the rein could follow to a place, as far as one sees at a glance.
    fn follows(&self, horse: Stop, to: Stop) -> bool {
        let rein = i64::from(REACH + FOOT + HORSE - 100);
        let far = isqrt(horse.at.distance2(to.at)) - rein;
        let way = self.game.straight(&self.position.works, horse, to, FOOT);
        way.is_some_and(|(_, obstacles)| far <= i64::from(budget(0, obstacles, 6 * INCH)))
    }

    /// How much nearer to the goal a path ends, in twentieths of an inch.
    pub(super) fn headway(&self, figure: FigureId, way: &Way) -> i64 {
        let stop = way.end();
        if self.plan.count == 0 {
            0
        } else if !self.position.figures[figure].is_playing() {
            // To come in is good in itself.
            (100 * i64::from(INCH) - self.plan.left(&[], stop)) / 20
        } else if self.plan.stays {
            -isqrt(self.position.figures[figure].at.distance2(stop.at)) / 40
        } else {
            let gain = self.plan.whole - self.plan.left(way.stops(), stop);
            // Whoever goes home lets nothing keep him.
            if self.mover.goes_home { gain / 12 } else { gain / 20 }
        }
    }

    /// What a place is worth before one looks for enemies.
    fn end_of(&self, figure: FigureId, gait: Gait, way: &Way) -> End {
        let subject = &self.position.figures[figure];
        let stop = way.end();
        let spot = self.game.spots(subject.radius()).find(stop);
        // A horse on the rein does not run.
        let run = if self.mover.horse.is_some() { 1000 } else { 15 };
        let known = if self.mover.goes_home { 0 } else { KNOWN_GROUND };
        let left_behind = self.mover.horse.is_some_and(|horse| !self.follows(horse, stop));
        let worth = self.headway(figure, way) - run * i64::from(gait == Gait::Run)
            + known * i64::from(spot.is_some())
            - LEFT_BEHIND * i64::from(left_behind);
        let can_shoot = gait == Gait::Walk && subject.at.leg(stop.at) <= 4000;
        let range = self.mover.range.filter(|_| can_shoot);
        let (looked, nearest, shots, count) = (false, None, Default::default(), 0);
        End { stop, spot, gait, worth, range, looked, nearest, shots, count }
    }

    /// Notes who could shoot at a place, and whom one could shoot from it.
    fn look_from(&self, figure: FigureId, end: &mut End) {
        let (stop, range) = (end.stop, end.range);
        let radius = self.position.figures[figure].radius();
        let disc = Disc { centre: stop.at, level: stop.level, radius };
        let outlook = end.spot.map(|spot| self.game.spots(radius).outlook(spot));
        let mut nearest = i64::MAX;
        end.looked = true;
        for foe in self.enemies().iter().filter(|foe| !foe.remote) {
            let far = foe.at.distance2(stop.at);
            if far < nearest {
                (nearest, end.nearest) = (far, Some(foe.at));
            }
            if far > IN_RANGE * IN_RANGE {
                continue;
            }
            let mine = range.is_some_and(|range| disc.gap_within(&foe.disc, range));
            let theirs = foe.range.is_some_and(|range| disc.gap_within(&foe.disc, range + 2000));
            if !mine && !theirs {
                continue;
            }
            // What is seen from a known point is looked up, and who is seen is seen by the other;
            // a closer look is only for a shot between two others.
            let level = foe.disc.level == stop.level;
            let known = foe.spot.filter(|_| level).map(|spot| {
                let outlook = self.game.spots(foe.disc.radius).outlook(usize::from(spot));
                outlook.against(foe.at, stop.at)
            });
            let seen = match (outlook, known) {
                (Some(outlook), _) if level => outlook.against(stop.at, foe.at),
                (_, Some(theirs)) => theirs.map(|_| Cover::Obscured),
                _ if mine => self.game.view_from(self.position, figure, &disc, foe.number),
                _ => Some(Cover::Obscured),
            };
            let Some(cover) = seen else { continue };
            if theirs {
                end.worth -= [45, 32, 20, 8][cover.index()] * (4 - self.haste) / 4;
            }
            if mine && end.count < end.shots.len() {
                let harm = match known.flatten() {
                    Some(Cover::Open) => BEST_SHOT,
                    Some(Cover::Obscured) => 110,
                    Some(Cover::Soft) => 70,
                    Some(Cover::Hard) => 20,
                    None => 100,
                };
                end.shots[end.count] = (foe.at, harm);
                end.count += 1;
            }
        }
    }
}
