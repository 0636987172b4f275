//! Points that are about an enemy: in contact with one or two, or in range. SV-CAN-01

use super::{CONTACTS, Foe, Kind, List, OFF_CONTACT, Search};
use crate::action::{Figures, Stop};
use crate::geometry::point::{INCH, Mils, Point, RING, Vector, isqrt, rdiv};
use crate::geometry::sight::Cover;
use crate::rules::actions::budget;
use crate::ways::route::{Approaches, Found};
use std::cell::OnceCell;

/// Those of the twelve points about an enemy that are on the near side of it.
const NEAR_SIDE: usize = 7;

/// What is found once for all points in contact with an enemy.
struct About<'a> {
    foe: &'a Foe,
    /// How far from it they are.
    apart: Mils,
    /// The turning points by which they may be reached; none if they are too many.
    approaches: OnceCell<Option<Approaches>>,
}

impl Search<'_> {
    /// Writes down everybody hostile, and how near he must be to shoot or to be shot at.
    pub(super) fn find_foes(&mut self) {
        let (game, position) = (self.game, self.position);
        for (number, other) in position.everybody() {
            if !other.is_playing() || !game.hostile(position, self.figure, number) {
                continue;
            }
            let gun = game
                .weapon(position, number)
                .filter(|(slot, _, gun)| !gun.reloads || other.is_loaded(*slot));
            let apart = i64::from(self.radius + other.radius());
            let reach =
                |range: Option<Mils>| range.map_or(-1, |range| (i64::from(range) + apart).pow(2));
            let shoots = reach(gun.map(|(_, _, gun)| gun.range));
            let shot = reach(self.range);
            self.foes.push(Foe {
                number,
                at: other.at,
                level: other.level,
                radius: other.radius(),
                shoots,
                shot,
                most: shoots.max(shot),
            });
        }
    }

    /// Notes which enemies matter somewhere in reach: those that shoot or are shot at there, and
    /// those that could be nearest; by the floor, for stairs seldom lead farther.
    pub(super) fn find_close(&mut self) {
        let foes = &self.foes;
        let from = self.subject.at;
        self.nearest = foes.iter().map(|foe| foe.at).min_by_key(|at| at.distance2(from));
        let Some(nearest) = self.nearest else { return };
        let margin = i64::from(INCH);
        for foe in foes {
            let shoots = isqrt(foe.most.max(0)) + self.far + margin;
            let apart = foe.at.distance2(from);
            // Of two points one is the nearer everywhere within a circle about a third, if it is
            // so by more than twice the circle's radius times what parts them.
            let gain = 2 * (self.far + margin) * (isqrt(foe.at.distance2(nearest)) + 1);
            let matters = foe.most >= 0 && apart <= shoots * shoots
                || apart - nearest.distance2(from) <= gain;
            if matters {
                self.close.push(*foe);
            }
        }
    }

    /// Step 5: points in contact with one enemy, the nearest first, or with two.
    pub(super) fn contacts(&self, list: &mut List) {
        if self.subject.shirked || self.subject.carrying.is_some() {
            return;
        }
        for (i, foe) in self.foes().iter().enumerate() {
            let apart = i64::from(self.radius + foe.radius + OFF_CONTACT);
            let reach = self.far + apart;
            if foe.level == self.subject.level && self.subject.at.distance2(foe.at) > reach * reach
            {
                continue;
            }
            let about = About { foe, apart: apart as Mils, approaches: OnceCell::new() };
            for second in &self.foes()[i + 1..] {
                if second.level == foe.level {
                    self.between(list, &about, second);
                }
            }
            let mut ring = RING.map(|way| {
                let at = around(foe.at, way, apart);
                (at.distance2(self.subject.at), at)
            });
            ring.sort_unstable();
            let mut kept = 0;
            for (number, (_, at)) in ring.into_iter().enumerate() {
                // Round its back only where its front is out of reach. SV-CAN-06
                if kept == CONTACTS || kept > 0 && number >= NEAR_SIDE {
                    break;
                }
                kept += usize::from(self.contact_point(list, &about, at, foe.number.bit()));
            }
        }
    }

    /// Offers a point in contact with an enemy.
    fn contact_point(&self, list: &mut List, about: &About, at: Point, charge: Figures) -> bool {
        let stop = Stop { at, level: about.foe.level };
        self.in_reach(stop)
            && self.can_rest(stop)
            && self.crowd.lets_end(self.game, self.position, &self.disc(stop), charge)
            && self.way_beside(about, stop).is_some_and(|found| {
                let mut add = |found: &Found| self.add(list, found, stop, Kind::Contact, charge);
                add(&found) || self.straight_over(stop).is_some_and(|over| add(&over))
            })
    }

    /// The straight way to a point over obstacles: for where somebody stands in the cheapest. SV-MOV-20
    fn straight_over(&self, stop: Stop) -> Option<Found> {
        let works = &self.position.works;
        let straight = (stop.level == self.here().level)
            .then(|| self.game.straight(works, self.here(), stop, self.radius))?;
        straight.map(Found::straight).filter(|found| found.obstacles > 0)
    }

    /// The way to a point in contact with an enemy.
    fn way_beside(&self, about: &About, stop: Stop) -> Option<Found> {
        if self.game.spots(self.radius).find(stop).is_some() {
            return self.way_to(stop);
        }
        let (game, works, radius) = (self.game, &self.position.works, self.radius);
        let limit = self.most_for(stop);
        let mut straight = None;
        if self.subject.level == stop.level {
            straight = game.straight(works, self.here(), stop, radius).map(Found::straight);
            straight = straight.filter(|found| found.cost <= limit);
            if straight.is_some_and(|found| found.obstacles == 0) {
                return straight;
            }
        }
        let approaches = about.approaches.get_or_init(|| {
            let to = Stop { at: about.foe.at, level: about.foe.level };
            // With what rounding may add.
            let apart = about.apart + 10;
            let beside = i64::from(INCH + apart);
            let far = to.level == self.subject.level
                && self.subject.at.distance2(to.at) > beside * beside;
            let limit = if far { self.far as u32 } else { self.limit };
            game.approaches(self.reached, to, apart, radius, limit)
        });
        match approaches {
            Some(approaches) => {
                let reached = self.reached;
                game.way_by_approaches(works, reached, approaches, straight, stop, radius, limit)
            }
            None => game.way_to(works, self.reached, stop, radius, limit),
        }
    }

    /// The two points that touch two enemies.
    fn between(&self, list: &mut List, about: &About, two: &Foe) {
        let one = about.foe;
        let d1 = i64::from(self.radius + one.radius + OFF_CONTACT);
        let d2 = i64::from(self.radius + two.radius + OFF_CONTACT);
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
            let charge = one.number.bit() | two.number.bit();
            self.contact_point(list, about, at, charge);
        }
    }

    /// Step 4: points from which one of the three nearest enemies can be shot at this turn.
    pub(super) fn firing_points(&self, list: &mut List) {
        let Some(range) = self.range else { return };
        let walk = i64::from(budget(self.subject.used + 1, 0, self.subject.stride()));
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
                let apart = i64::from(gap + self.radius + foe.radius);
                let (least, most) = ((apart - walk).max(0), apart + walk);
                if far < least * least || far > most * most {
                    continue;
                }
                for way in RING {
                    let stop = Stop { at: around(foe.at, way, apart), level: foe.level };
                    if stop.at.distance2(self.subject.at) > walk * walk || !self.can_rest(stop) {
                        continue;
                    }
                    // With an action left for the shot.
                    let Some(found) = self.way_within(stop, walk as u32) else { continue };
                    // The dearest question comes last.
                    let number = foe.number;
                    let disc = self.disc(stop);
                    let seen = || self.game.view_from(self.position, self.figure, &disc, number);
                    if !list.has(stop, 0)
                        && self.crowd.lets_end(self.game, self.position, &disc, 0)
                        && self.lets_pass(list, &found, stop, 0)
                        && seen().is_some_and(|cover| cover < Cover::Hard)
                    {
                        self.add(list, &found, stop, Kind::Firing, 0);
                    }
                }
            }
        }
    }
}

/// A point of a ring about another.
fn around(at: Point, way: Vector, apart: i64) -> Point {
    Point::new(at.x + rdiv(way.x * apart, 1000) as Mils, at.y + rdiv(way.y * apart, 1000) as Mils)
}
