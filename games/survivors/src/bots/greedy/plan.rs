//! Where a figure wants to go: goods, enemies, home; and how far it is.

use super::Mind;
use crate::action::Stop;
use crate::edition::scenarios::Worth;
use crate::geometry::point::{INCH, Point, isqrt};
use crate::position::{FOOT, FigureId, HorseFate, Place, TokenKind};
use crate::rules::base_contact::REACH;

/// The most points of a plan.
const MOST_POINTS: usize = 24;

/// Where the active figure wants to go, and how: the points of the way, and what is left to go from
/// each of them.
pub(super) struct Plan {
    points: [Stop; MOST_POINTS],
    rest: [i64; MOST_POINTS],
    pub(super) count: usize,
    /// How far it is from where the figure stands.
    pub(super) whole: i64,
    pub(super) stays: bool,
}

impl Plan {
    pub(super) const NONE: Plan = Plan {
        points: [Stop { at: Point::new(0, 0), level: 0 }; MOST_POINTS],
        rest: [0; MOST_POINTS],
        count: 0,
        whole: 0,
        stays: false,
    };

    /// Adds a point; the last one takes the place of what does not fit.
    fn push(&mut self, stop: Stop) {
        let at = self.count.min(MOST_POINTS - 1);
        self.points[at] = stop;
        self.count = at + 1;
    }

    /// Works out what is left to go from each point.
    fn measure(&mut self) {
        for i in (1..self.count).rev() {
            let leg = isqrt(self.points[i - 1].at.distance2(self.points[i].at));
            self.rest[i - 1] = self.rest[i] + leg;
        }
    }

    /// How far it is to the goal from the end of a path, which may have passed some of the points.
    pub(super) fn left(&self, path: &[Stop], end: Stop) -> i64 {
        let points = &self.points[..self.count];
        let passed = |stop: &Stop| points.iter().position(|point| point == stop);
        let next = path.iter().filter_map(passed).max().map_or(0, |point| point + 1);
        match points.get(next) {
            Some(point) => isqrt(point.at.distance2(end.at)) + self.rest[next],
            None => 0,
        }
    }
}

impl Mind<'_> {
    /// Whether a figure keeps to what its side defends until an enemy is near.
    pub(super) fn holds(&self, figure: FigureId) -> bool {
        let defends = self.scores(|worth| {
            matches!(
                worth,
                Worth::CrateInside(_)
                    | Worth::DoorHeld(_)
                    | Worth::CrateNotSecured
                    | Worth::PackHorseLeft
            )
        });
        let at = self.position.figures[figure].at;
        let near = self
            .nearest_foe(at)
            .is_some_and(|foe| self.position.figures[foe].at.distance2(at) < 9_000i64 * 9_000);
        defends && !near && self.haste == 0
    }

    /// Whether a figure need not be asked: it keeps its place, and nobody is about.
    pub(super) fn is_idle(&self, figure: FigureId) -> bool {
        let subject = &self.position.figures[figure];
        let about = self.nearest_foe(subject.at).is_some_and(|foe| {
            self.position.figures[foe].at.distance2(subject.at) < 20_000i64 * 20_000
        });
        subject.is_playing() && !about && self.holds(figure)
    }

    /// The way that a figure would like to go.
    pub(super) fn plan_of(&self, figure: FigureId) -> Plan {
        let subject = &self.position.figures[figure];
        if subject.has_moved {
            return Plan::NONE;
        }
        let Some(goal) = self.goal_of(figure) else {
            return Plan::NONE;
        };
        if !subject.is_playing() {
            // Still to enter: as the crow flies.
            let mut plan = Plan::NONE;
            plan.push(goal);
            return plan;
        }
        let start = self.game.stop_of(self.position, figure);
        let works = &self.position.works;
        let near = start.level == goal.level
            && start.at.distance2(goal.at) <= (12 * i64::from(INCH)).pow(2);
        let radius = subject.radius();
        let straight = near.then(|| self.game.straight(works, start, goal, radius)).flatten();
        let mut plan = Plan::NONE;
        if !matches!(straight, Some((_, 0))) {
            self.game.way_ahead(start, goal, radius, &mut |stop| plan.push(stop));
        }
        if plan.count == 0 {
            plan.push(goal);
        }
        plan.measure();
        plan.whole = plan.left(&[], start);
        plan.stays = self.holds(figure);
        plan
    }

    /// Where a figure would like to be.
    pub(super) fn goal_of(&self, figure: FigureId) -> Option<Stop> {
        let subject = &self.position.figures[figure];
        if (self.is_laden(figure) || self.leaves(figure))
            && let Some(way_out) = self.way_out(subject.at)
        {
            return Some(way_out);
        }
        let mut wanted: Option<(i64, Stop)> = None;
        let mut want = |at: Point, level: i8, weight: i64| {
            // What a friend is nearer to is his to fetch.
            let far = subject.at.distance2(at);
            let taken = self.position.figures.iter().any(|friend| {
                friend.side == Some(self.side)
                    && friend.is_playing()
                    && friend.carrying.is_none()
                    && 4 * friend.at.distance2(at) < 3 * far
            });
            let cost = isqrt(far) * weight / if taken { 4 } else { 10 };
            if wanted.is_none_or(|(least, _)| cost < least) {
                wanted = Some((cost, Stop { at, level }));
            }
        };
        if self.wants_goods() {
            for token in &self.position.tokens {
                if let Place::Table { at, level } = token.place
                    && !matches!(token.kind, TokenKind::Item { .. })
                {
                    want(at, level, 10);
                }
            }
        }
        if self.scores(|w| w == Worth::MedicineCarried) {
            for (place, done) in self.game.scenario.searches.iter().zip(&self.position.searched) {
                if !done {
                    want(place.at, place.level, 10);
                }
            }
        }
        if self.scores(|w| w == Worth::StrayYours) {
            for stray in &self.position.figures {
                if stray.side.is_none()
                    && stray.is_playing()
                    && stray.joining.is_none()
                    && !self.side.is_in(stray.wary)
                {
                    want(stray.at, stray.level, 8);
                }
            }
        }
        if self.scores(|w| matches!(w, Worth::PackHorseExited | Worth::HorseSecured)) {
            for horse in &self.position.horses {
                let led = self.position.everybody().any(|(number, friend)| {
                    number != figure
                        && friend.side == Some(self.side)
                        && friend.is_playing()
                        && friend.disc().gap_within(&horse.disc(), REACH)
                });
                if horse.is_loose() && horse.fate == HorseFate::Standing && !led {
                    want(horse.at, 0, 6);
                }
            }
        }
        let weight = if subject.strength >= 3 { 14 } else { 30 } - 3 * self.haste;
        if let Some(foe) = self.nearest_foe(subject.at) {
            let foe = &self.position.figures[foe];
            let cost = isqrt(subject.at.distance2(foe.at)) * weight / 10;
            if wanted.is_none_or(|(least, _)| cost < least) {
                wanted = Some((cost, Stop { at: foe.at, level: foe.level }));
            }
        }
        wanted.map(|(_, stop)| stop)
    }

    /// The point of the nearest way out that is against the edge.
    pub(super) fn way_out(&self, at: Point) -> Option<Stop> {
        let scenario = &self.game.scenario;
        let setup = &scenario.sides[self.side.index()];
        let high = self.game.table.bounds.high;
        let r = FOOT;
        let doors = setup.exits.iter().chain(&scenario.secure).map(|zone| {
            let zone = scenario.zones[usize::from(*zone)].bounds;
            let mut to = Point::new(
                at.x.clamp(zone.low.x + r, zone.high.x - r),
                at.y.clamp(zone.low.y + r, zone.high.y - r),
            );
            // A zone along an edge is left by that edge.
            if zone.high.x - zone.low.x < zone.high.y - zone.low.y {
                if zone.low.x == 0 && zone.high.x < 10 * INCH {
                    to.x = r;
                } else if zone.high.x == high.x {
                    to.x = high.x - r;
                }
            } else if zone.low.y == 0 {
                to.y = r;
            } else if zone.high.y == high.y {
                to.y = high.y - r;
            }
            to
        });
        let nearest = doors.min_by_key(|to| to.distance2(at))?;
        Some(Stop { at: nearest, level: 0 })
    }

    /// Whether a figure carries a crate or a medicine.
    pub(super) fn is_laden(&self, figure: FigureId) -> bool {
        let carried = Place::Carried { by: figure };
        self.position.figures[figure].carrying.is_some()
            || self.position.tokens.iter().any(|token| token.place == carried)
    }

    /// What it is worth to leave: nothing but points makes it good.
    pub(super) fn rate_exit(&self, figure: FigureId) -> i64 {
        if self.is_laden(figure) || self.leaves(figure) { 1_000_000 } else { -1000 }
    }

    /// Whether a figure is worth points outside, and should be on its way.
    pub(super) fn leaves(&self, figure: FigureId) -> bool {
        self.scores(|worth| worth == Worth::CharacterExited)
            && (self.leads(figure) || self.time_to_go(figure))
    }

    /// Whether nothing is left to do but to leave.
    pub(super) fn time_to_go(&self, figure: FigureId) -> bool {
        let horses_left = self
            .position
            .horses
            .iter()
            .any(|horse| horse.pack && horse.is_loose() && horse.fate == HorseFate::Standing);
        let at = self.position.figures[figure].at;
        let safe = self
            .nearest_foe(at)
            .is_none_or(|foe| self.position.figures[foe].at.distance2(at) > 12_000i64 * 12_000);
        let left = i64::from(self.game.scenario.turns.saturating_sub(self.position.turn));
        let far = self.way_out(at).map_or(0, |out| isqrt(out.at.distance2(at)));
        // A turn's walk is six inches, and no way is straight.
        let late = left <= far / (5 * i64::from(INCH)) + 2;
        late || !horses_left && safe
    }

    /// Whether a side left alone can still fetch something.
    pub(super) fn can_still_gain(&self) -> bool {
        let goods = self.position.tokens.iter().any(|token| {
            !matches!(token.kind, TokenKind::Item { .. })
                && !matches!(token.place, Place::Secured { .. } | Place::Gone)
        });
        let searches = self.position.searched.iter().any(|done| !done);
        let strays = self.position.figures.iter().any(|figure| figure.side.is_none());
        goods && self.wants_goods()
            || searches && self.scores(|worth| worth == Worth::MedicineCarried)
            || strays && self.scores(|worth| worth == Worth::StrayYours)
            || self.scores(|worth| matches!(worth, Worth::CharacterExited | Worth::PackHorseExited))
    }

    /// Where to come in: near to what one came for.
    pub(super) fn rate_entry(&self, figure: FigureId, zone: u8) -> i64 {
        let bounds = self.game.scenario.zones[usize::from(zone)].bounds;
        let clamp = |at: Point| {
            Point::new(
                at.x.clamp(bounds.low.x, bounds.high.x),
                at.y.clamp(bounds.low.y, bounds.high.y),
            )
        };
        // Half of those held back by choice stay with the others.
        let must = self.game.scenario.sides[self.side.index()].zone.is_none();
        let near = self.position.tokens.iter().filter_map(|token| match token.place {
            Place::Table { at, .. } => Some(isqrt(clamp(at).distance2(at)) / i64::from(INCH)),
            _ => None,
        });
        let far = near.min().unwrap_or(0);
        if must { 100 - far } else { 20 * i64::from(figure.index().is_multiple_of(3)) - far / 4 }
    }

    /// Whether a figure has a pack horse on the rein.
    pub(super) fn leads(&self, figure: FigureId) -> bool {
        self.led_by(figure).is_some()
    }

    /// The pack horse that a figure has on the rein: the nearest in reach.
    pub(super) fn led_by(&self, figure: FigureId) -> Option<Stop> {
        let subject = &self.position.figures[figure];
        let disc = subject.disc();
        let horses = self.position.horses.iter().filter(|horse| {
            horse.is_loose() && horse.pack && disc.gap_within(&horse.disc(), REACH)
        });
        let on_foot = horses.filter(|_| subject.mount.is_none());
        let nearest = on_foot.min_by_key(|horse| horse.at.distance2(subject.at))?;
        Some(Stop { at: nearest.at, level: 0 })
    }
}
