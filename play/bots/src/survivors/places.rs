//! What it is worth to end a path somewhere: nearer to the goal, in reach of targets, out of sight.

use super::Mind;
use survivors::action::{Gait, Stop, Way};
use survivors::point::{Facing, INCH, Point, isqrt};
use survivors::sight::{Cover, Disc};

/// What it is worth to stand on a point whose outlook is known.
const KNOWN_GROUND: i64 = 25;

/// What the bot thinks of a place where a path ends.
#[derive(Clone, Copy)]
pub(super) struct End {
    stop: Stop,
    gait: Gait,
    worth: i64,
    /// The nearest enemy.
    nearest: Option<Point>,
    /// Whom it could shoot, and how much that would hurt.
    shots: [(Point, i64); 4],
    count: usize,
}

impl Mind<'_> {
    /// What it is worth to end at a point: nearer to the goal, in reach of targets, out of sight.
    pub(super) fn rate_move(
        &self,
        figure: usize,
        gait: Gait,
        way: &Way,
        charge: u64,
        face: Option<Facing>,
    ) -> i64 {
        if charge != 0 {
            return self.headway(figure, way) / 2 + self.rate_charge(figure, charge);
        }
        let stop = way.end();
        // The facings of one end come one after another.
        let end = match self.last.get() {
            Some(end) if (end.stop, end.gait) == (stop, gait) => end,
            _ => self.look_at(figure, gait, way),
        };
        self.last.set(Some(end));
        let from = match way.stops() {
            [.., before, _] => before.at,
            _ => self.position.figures[figure].at,
        };
        let Some(face) = face.or_else(|| Facing::towards(from, stop.at)) else {
            return end.worth;
        };
        let shots = end.shots[..end.count].iter();
        let shot = shots.filter(|(at, _)| face.covers(stop.at, *at)).map(|(_, harm)| *harm).max();
        let watches = end.nearest.is_some_and(|at| face.covers(stop.at, at));
        end.worth + shot.unwrap_or(0) + 4 * watches as i64
    }

    /// How much nearer to the goal a path ends, in twentieths of an inch.
    pub(super) fn headway(&self, figure: usize, way: &Way) -> i64 {
        let (start, stop) = (self.game.stop_of(self.position, figure), way.end());
        if self.plan.count == 0 {
            0
        } else if !self.position.figures[figure].is_playing() {
            // To come in is good in itself.
            (100 * INCH as i64 - self.plan.left(&[], stop)) / 20
        } else if self.plan.stays {
            -isqrt(start.at.distance2(stop.at)) / 40
        } else {
            let gain = self.plan.left(&[], start) - self.plan.left(way.stops(), stop);
            // Whoever brings something home lets nothing keep him.
            if self.is_laden(figure) || self.leads(figure) { gain / 12 } else { gain / 20 }
        }
    }

    /// What a place is worth before one looks anywhere, and whom one could shoot from it.
    pub(super) fn look_at(&self, figure: usize, gait: Gait, way: &Way) -> End {
        let subject = &self.position.figures[figure];
        let stop = way.end();
        let disc = Disc { centre: stop.at, level: stop.level, radius: subject.radius() };
        let spots = self.game.spots(disc.radius);
        let outlook = spots.find(stop).map(|spot| spots.outlook(spot));
        let leads = self.leads(figure);
        // A horse on the rein does not run.
        let run = if leads { 1000 } else { 15 };
        let worth = self.headway(figure, way) - run * (gait == Gait::Run) as i64
            + KNOWN_GROUND * outlook.is_some() as i64;
        let nearest = self.nearest_foe(stop.at).map(|foe| self.position.figures[foe].at);
        let mut end = End { stop, gait, worth, nearest, shots: Default::default(), count: 0 };
        let can_shoot =
            gait == Gait::Walk && subject.at.leg(stop.at) <= 4000 && subject.carrying.is_none();
        let gun = self
            .game
            .weapon(self.position, figure)
            .filter(|(slot, _, gun)| can_shoot && (!gun.reloads || subject.is_loaded(*slot)));
        for foe in self.foes() {
            let other = &self.position.figures[foe];
            if other.at.distance2(stop.at) > 13_000 * 13_000 {
                continue;
            }
            let base = other.disc();
            let mine = gun.is_some_and(|(_, _, gun)| disc.gap_within(&base, gun.range));
            let theirs = self.game.weapon(self.position, foe).is_some_and(|(slot, _, gun)| {
                (!gun.reloads || other.is_loaded(slot)) && disc.gap_within(&base, gun.range + 2000)
            });
            if !mine && !theirs {
                continue;
            }
            // Known points are looked up; others are looked at only for a shot.
            let seen = match outlook {
                Some(outlook) if other.level == stop.level => outlook.against(stop.at, other.at),
                _ if mine => self.game.view_from(self.position, figure, &disc, foe),
                _ => Some(Cover::Obscured),
            };
            let Some(cover) = seen else { continue };
            if theirs {
                end.worth -= [45, 32, 20, 8][cover as usize] * (4 - self.haste) / 4;
            }
            if mine && end.count < end.shots.len() {
                let harm = match self.game.view_from_spot(self.position, foe, stop) {
                    Some(Cover::Open) => 160,
                    Some(Cover::Obscured) => 110,
                    Some(Cover::Soft) => 70,
                    Some(Cover::Hard) => 20,
                    None => 100,
                };
                end.shots[end.count] = (other.at, harm);
                end.count += 1;
            }
        }
        end
    }
}
