//! Lines of sight and cover, exactly.
//!
//! Three eye points look at three target points; each of the nine lines is blocked or not and has a
//! rank of cover; the eye with the least cover decides. Whether a line is blocked is always worked
//! out from the same end, so that sight is mutual.

use crate::geometry::feature::{Acting, Area, AreaKind, Level, Works};
use crate::geometry::point::{Mils, Point, Vector, isqrt, rdiv};
use crate::geometry::polygon::{Stretches, edges, inside, is_split, octagon, stretches};
use crate::geometry::segment::{Lane, meet, orient, within};
use crate::geometry::tabletop::Tabletop;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// A storey, in mils. SV-GEO-22
pub const STOREY: i64 = 3000;
/// Eyes and target points above their floor. SV-GEO-22
pub const EYE: i64 = 1200;
/// Foliage and smoke let sight pass so far. SV-LOS-03, SV-LOS-04
pub const FOLIAGE_LIMIT: i64 = 2000;
/// What a hedge counts as foliage. SV-TER-07
pub const HEDGE_DEPTH: i64 = 500;
const OWN_ZONE: i64 = 1000;
const TARGET_ZONE: i64 = 1500;

/// How well a target is covered. SV-COV-01
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Cover {
    /// Not at all.
    #[default]
    Open,
    /// Hard to make out.
    Obscured,
    /// Behind something soft.
    Soft,
    /// Behind something hard.
    Hard,
}

impl Cover {
    /// Its place in the order of cover, from none at all.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    pub(crate) fn of(rank: u8) -> Cover {
        match rank {
            0 => Cover::Open,
            1 => Cover::Obscured,
            2 => Cover::Soft,
            _ => Cover::Hard,
        }
    }

    /// Its word in capitals, as in reports.
    pub fn word(self) -> &'static str {
        match self {
            Cover::Open => "OPEN",
            Cover::Obscured => "OBSCURED",
            Cover::Soft => "SOFT",
            Cover::Hard => "HARD",
        }
    }
}

/// A base on the table: a figure's or a horse's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disc {
    /// Its centre.
    pub centre: Point,
    /// Its floor.
    pub level: Level,
    /// Its radius.
    pub radius: Mils,
}

impl Disc {
    /// Whether the gap to another base is at most so many mils. SV-GEO-06
    #[inline]
    pub fn gap_within(&self, other: &Disc, most: Mils) -> bool {
        let reach = i64::from(most + self.radius + other.radius);
        self.centre.distance2(other.centre) <= reach * reach
    }

    /// The gap to another base, rounded up to whole mils, not below 0.
    pub fn gap(&self, other: &Disc) -> Mils {
        (self.centre.leg(other.centre) - self.radius - other.radius).max(0)
    }
}

/// The centre and two shoulders of a base, square to the line between the centres. SV-LOS-06
fn points(disc: &Disc, towards: Vector, length: i64) -> [Point; 3] {
    let shoulder = i64::from(disc.radius) * 4 / 5;
    let off = Vector::new(rdiv(-towards.y * shoulder, length), rdiv(towards.x * shoulder, length));
    [disc.centre, disc.centre + off, disc.centre + -off]
}

/// The features that can matter between two bases: found once, used for all nine lines.
struct Between<'a> {
    table: &'a Tabletop,
    works: &'a Works,
    /// Lines that matter to sight, each with how it acts now.
    lines: ArrayVec<(u16, Acting), MOST_NEAR>,
    /// Where those of them run that sight never passes, if both bases are on their floor, and the edges
    /// of what is solid there.
    walls: ArrayVec<(Point, Point), MOST_NEAR>,
    areas: ArrayVec<u16, MOST_NEAR>,
    discs: ArrayVec<Disc, MOST_NEAR>,
    smoky: bool,
}

const MOST_NEAR: usize = 64;

impl<'a> Between<'a> {
    /// Nothing found yet.
    #[inline]
    fn nothing(table: &'a Tabletop, works: &'a Works) -> Between<'a> {
        Between {
            table,
            works,
            lines: ArrayVec::new(),
            walls: ArrayVec::new(),
            areas: ArrayVec::new(),
            discs: ArrayVec::new(),
            smoky: !works.smoke.is_empty(),
        }
    }

    /// Finds what stands on the table between two bases; true as soon as something that stops sight,
    /// on the floor of both, reaches across all nine lines and `parts` the eyes from what they look
    /// at: nothing more need be known then.
    fn find(
        &mut self,
        a: &Disc,
        b: &Disc,
        length: i64,
        mut parts: impl FnMut(Point, Point) -> bool,
    ) -> bool {
        let (table, works) = (self.table, self.works);
        let d = b.centre - a.centre;
        let margin = a.radius.max(b.radius);
        // Everything on the nine lines lies within a shoulder's width of the middle one.
        let width = i64::from(margin) * (length + 1);
        let lane = Lane::new(a.centre, b.centre, margin);
        let (low, high) = (a.level.min(b.level), a.level.max(b.level));
        let left = |p: Point| d.cross(p - a.centre);
        // What covers only those who are close behind it, wherever rounding puts their shoulders.
        let behind = TARGET_ZONE as Mils + margin + 10;
        for level in low..=high {
            let near = table.along(level, a.centre, b.centre, margin);
            for number in near.lines.iter() {
                let line = table.trace(number);
                let (from, to) = (left(line.a), left(line.b));
                if from > width && to > width || from < -width && to < -width {
                    continue;
                }
                let acting = table.acting(works, number);
                let stops = low == high && acting.stops_sight();
                let spans = from.abs() > width && to.abs() > width;
                if stops && spans && parts(line.a, line.b) {
                    return true;
                }
                let matters = match acting {
                    Acting::Nothing | Acting::OpenDoor | Acting::Wire => false,
                    Acting::LowWall | Acting::Fence => within(b.centre, line.a, line.b, behind),
                    _ => true,
                };
                if matters && self.lines.try_push((number as u16, acting)).is_ok() && stops {
                    let _ = self.walls.try_push((line.a, line.b));
                }
            }
            for number in near.areas.iter() {
                let area = &table.areas[number];
                let matters = match area.kind {
                    AreaKind::Water | AreaKind::Ditch => false,
                    AreaKind::Rubble => area.bounds.near_segment(b.centre, b.centre, behind),
                    _ => true,
                };
                let known = self.areas.contains(&(number as u16));
                if !matters
                    || known
                    || !area.bounds.near_segment(a.centre, b.centre, margin)
                    || lane.is_beside(&area.corners)
                {
                    continue;
                }
                let across = |p: Point, q: Point| {
                    let (from, to) = (left(p), left(q));
                    from > width && to < -width || from < -width && to > width
                };
                if low == high
                    && area.kind == AreaKind::Solid
                    && edges(&area.corners).any(|(p, q)| across(p, q) && parts(p, q))
                {
                    return true;
                }
                let kept = self.areas.try_push(number as u16).is_ok();
                if kept && low == high && area.kind == AreaKind::Solid {
                    let room = self.walls.remaining_capacity();
                    self.walls.extend(edges(&area.corners).take(room));
                }
            }
        }
        false
    }

    /// Finds who stands between two bases.
    fn find_people(&mut self, a: &Disc, b: &Disc, length: i64, others: impl Iterator<Item = Disc>) {
        let d = b.centre - a.centre;
        let margin = a.radius.max(b.radius);
        for disc in others {
            let w = disc.centre - a.centre;
            let reach = i64::from(disc.radius + margin) * (length + 1);
            let along = d.dot(w);
            let slack = reach + length;
            if d.cross(w).abs() <= reach && along > -slack && along < d.length2() + slack {
                let _ = self.discs.try_push(disc);
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.areas.is_empty() && self.discs.is_empty() && !self.smoky
    }

    /// Whether it is plain, without a closer look, that sight passes along no line from an eye.
    fn is_walled(&self, eye: Point, targets: &[Point; 3]) -> bool {
        let stopped = |t: &Point| self.walls.iter().any(|(a, b)| meet(eye, *t, *a, *b));
        !self.walls.is_empty() && targets.iter().all(stopped)
    }
}

/// One sight line: its ends and the floors they are on.
#[derive(Clone, Copy)]
struct Ray {
    v: Point,
    level_v: Level,
    t: Point,
    level_t: Level,
}

/// Heights and floors along a ray.
#[derive(Clone, Copy)]
struct Slope {
    from: i64,
    to: i64,
    length: i64,
}

impl Slope {
    fn of(ray: &Ray, length: i64) -> Slope {
        Slope {
            from: i64::from(ray.level_v) * STOREY + EYE,
            to: i64::from(ray.level_t) * STOREY + EYE,
            length,
        }
    }

    /// SV-LOS-12
    fn level(&self, s: i64) -> i64 {
        if self.from == self.to {
            return self.from / STOREY;
        }
        let height = self.from + ((self.to - self.from) * s).div_euclid(self.length.max(1));
        height.div_euclid(STOREY)
    }
}

struct Tally {
    solid: bool,
    foliage: Stretches,
    hedges: i64,
}

impl Tally {
    /// Whether there is more foliage than sight passes. SV-LOS-08, SV-LOS-09
    fn is_thick(&mut self) -> bool {
        self.foliage.union_length() + HEDGE_DEPTH * self.hedges > FOLIAGE_LIMIT
    }
}

impl Ray {
    fn turned(&self) -> Ray {
        Ray { v: self.t, level_v: self.level_t, t: self.v, level_t: self.level_v }
    }

    /// Where along the ray it meets a line that is not parallel to it.
    fn place(&self, a: Point, b: Point, length: i64) -> Option<i64> {
        let (d, e) = (self.t - self.v, b - a);
        let (mut num, mut den) = ((a - self.v).cross(e), d.cross(e));
        if den == 0 {
            return None;
        }
        if den < 0 {
            (num, den) = (-num, -den);
        }
        Some((num * length).div_euclid(den))
    }

    /// Whether it meets the edge of a solid area on its floor.
    fn meets_solid(&self, area: &Area, slope: &Slope) -> bool {
        area.kind == AreaKind::Solid
            && edges(&area.corners).any(|(a, b)| {
                meet(self.v, self.t, a, b)
                    && area.on(slope.level(self.place(a, b, slope.length).unwrap_or(0)))
            })
    }

    /// Blocked or not, and the rank of cover: 0 clear, 1 obscured, 2 soft, 3 hard.
    fn look(&self, between: &Between<'_>) -> (bool, u8) {
        let (table, works) = (between.table, between.works);
        let d = self.t - self.v;
        let length = isqrt(d.length2());
        if length == 0 {
            return (true, 1); // SV-LOS-14
        }
        // SV-COV-03
        let near = OWN_ZONE.min(length / 2);
        let target = (length - TARGET_ZONE).max(near);
        let slope = Slope::of(self, length);
        let low = |rank: u8| {
            if self.level_v > self.level_t {
                rank - 1 // SV-COV-14
            } else {
                rank
            }
        };
        // SV-COV-16, SV-HIT-07
        let mut rank = 0;
        let mut solid_at_target = false;
        let mut foliage_at_target = false;
        let mut tally = Tally { solid: false, foliage: Stretches::default(), hedges: 0 };
        for (number, acting) in &between.lines {
            let (line, acting) = (table.trace(usize::from(*number)), *acting);
            if !meet(self.v, self.t, line.a, line.b) {
                continue;
            }
            let Some(s) = self.place(line.a, line.b, length) else {
                if acting.stops_sight() {
                    let along = |p: Point| d.dot(p - self.v).div_euclid(length);
                    let s = along(line.a).max(along(line.b)).min(length);
                    if slope.level(s.max(0)) == i64::from(line.level) {
                        tally.solid = true;
                        solid_at_target |= s >= target;
                    }
                }
                continue; // SV-COV-15
            };
            if slope.level(s) != i64::from(line.level) {
                continue;
            }
            let (own, tgt) = (s < near, s >= target);
            match acting {
                Acting::Wall | Acting::ShutDoor { .. } => {
                    tally.solid = true;
                    solid_at_target |= tgt && !own;
                }
                _ if own && acting != Acting::Hedge => {} // SV-COV-04
                Acting::Window => rank = rank.max(if tgt { 3 } else { 1 }), // SV-COV-07
                Acting::Hedge => {
                    tally.hedges += 1;
                    if tgt && !own {
                        rank = rank.max(2);
                        foliage_at_target = true;
                    } else if !own {
                        rank = rank.max(1); // SV-COV-06
                    }
                }
                Acting::LowWall if tgt => rank = rank.max(low(3)), // SV-COV-05
                Acting::Fence if tgt => rank = rank.max(low(2)),
                _ => {}
            }
        }
        let lined = tally.solid;
        for number in &between.areas {
            let area = &table.areas[usize::from(*number)];
            tally.solid |= self.meets_solid(area, &slope);
            if !is_split(&area.corners, self.v, d) {
                continue;
            }
            for (from, to) in stretches(&area.corners, self.v, self.t, length).iter() {
                if !area.on(slope.level((from + to).div_euclid(2))) {
                    continue;
                }
                match area.kind {
                    AreaKind::Solid => {
                        tally.solid = true;
                        solid_at_target |= to > target;
                    }
                    AreaKind::Foliage | AreaKind::Thicket => {
                        tally.foliage.push((from, to));
                        if to > from.max(near) {
                            if to > target {
                                rank = rank.max(2);
                                foliage_at_target = true;
                            } else {
                                rank = rank.max(1); // SV-COV-08
                            }
                        }
                    }
                    AreaKind::Smoke => {}
                    AreaKind::LowSolid if to > target => rank = rank.max(low(3)), // SV-COV-09
                    AreaKind::LowSolid if from >= near => rank = rank.max(low(1)),
                    AreaKind::Rubble if to > target => rank = rank.max(low(3)),
                    AreaKind::LowSolid | AreaKind::Rubble | AreaKind::Water | AreaKind::Ditch => {}
                }
            }
        }
        for smoke in &works.smoke {
            let corners = octagon(smoke.centre, smoke.radius);
            for (from, to) in stretches(&corners, self.v, self.t, length).iter() {
                if slope.level((from + to).div_euclid(2)) == 0 {
                    tally.foliage.push((from, to));
                    if to > from.max(near) {
                        rank = rank.max(1);
                    }
                }
            }
        }
        tally.solid |= self.passes_floor(table, &slope, d);
        for disc in &between.discs {
            let w = disc.centre - self.v;
            let along = d.dot(w);
            let (off, reach) = (i128::from(d.cross(w)), i128::from(disc.radius));
            if along > 0
                && along < d.length2()
                && off * off <= reach * reach * i128::from(d.length2())
            {
                let s = along / length;
                if s >= near && slope.level(s) == i64::from(disc.level) {
                    // SV-LOS-10
                    rank = rank.max(1); // SV-COV-10
                }
            }
        }
        let straight = self.level_v == self.level_t && tally.foliage.iter().next().is_none();
        // SV-LOS-11: worked out from the lesser end.
        let (solid, thick) = if straight || self.v <= self.t {
            // SV-LOS-08, SV-LOS-09
            (tally.solid, tally.is_thick())
        } else if self.level_v == self.level_t {
            // Lines are met from either end alike; stretches are rounded from the start of the ray.
            let mut back =
                Tally { solid: lined, foliage: Stretches::default(), hedges: tally.hedges };
            self.turned().tally_areas(between, &mut back);
            (back.solid, back.is_thick())
        } else {
            self.turned().is_blocked(between)
        };
        if solid {
            rank = rank.max(if solid_at_target { 3 } else { 1 }); // SV-COV-11
        }
        if thick {
            rank = rank.max(if foliage_at_target { 2 } else { 1 });
        }
        (solid || thick, rank)
    }

    /// SV-LOS-13
    fn passes_floor(&self, table: &Tabletop, slope: &Slope, d: Vector) -> bool {
        let (low, high) =
            (i64::from(self.level_v.min(self.level_t)), i64::from(self.level_v.max(self.level_t)));
        (low + 1..=high).any(|boundary| {
            let (from, to, length) = (slope.from, slope.to, slope.length);
            let mut n = (boundary * STOREY - from) * length;
            let mut over = to - from;
            if over < 0 {
                (n, over) = (-n, -over);
            }
            let s = n.div_euclid(over);
            let p = self.v + d.scaled(s, length);
            table.buildings.iter().any(|building| {
                i64::from(building.storeys) >= boundary && inside(&building.plan.corners(), p)
            })
        })
    }

    /// Whether something solid, or too much foliage, lies on the ray: the part of
    /// [`look`](Ray::look) that must not depend on who looks.
    fn is_blocked(&self, between: &Between<'_>) -> (bool, bool) {
        let table = between.table;
        let d = self.t - self.v;
        let length = isqrt(d.length2());
        let slope = Slope::of(self, length);
        let mut tally = Tally { solid: false, foliage: Stretches::default(), hedges: 0 };
        for (number, acting) in &between.lines {
            let (line, acting) = (table.trace(usize::from(*number)), *acting);
            let matters = acting.stops_sight() || acting == Acting::Hedge;
            if !matters || !meet(self.v, self.t, line.a, line.b) {
                continue;
            }
            let s = self.place(line.a, line.b, length);
            let at = s.unwrap_or_else(|| {
                let along = |p: Point| d.dot(p - self.v).div_euclid(length);
                along(line.a).max(along(line.b)).min(length).max(0)
            });
            if slope.level(at) != i64::from(line.level) {
                continue;
            }
            match acting {
                Acting::Hedge if s.is_some() => tally.hedges += 1,
                Acting::Hedge => {}
                _ => tally.solid = true,
            }
        }
        self.tally_areas(between, &mut tally);
        tally.solid |= self.passes_floor(table, &slope, d);
        (tally.solid, tally.is_thick())
    }

    /// Adds what areas and smoke put in the way, for [`is_blocked`](Ray::is_blocked).
    fn tally_areas(&self, between: &Between<'_>, tally: &mut Tally) {
        let (table, works) = (between.table, between.works);
        let d = self.t - self.v;
        let length = isqrt(d.length2());
        let slope = Slope::of(self, length);
        for number in &between.areas {
            let area = &table.areas[usize::from(*number)];
            tally.solid |= self.meets_solid(area, &slope);
            if !is_split(&area.corners, self.v, d) {
                continue;
            }
            for (from, to) in stretches(&area.corners, self.v, self.t, length).iter() {
                if area.on(slope.level((from + to).div_euclid(2))) {
                    match area.kind {
                        AreaKind::Solid => tally.solid = true,
                        AreaKind::Foliage | AreaKind::Thicket => tally.foliage.push((from, to)),
                        _ => {}
                    }
                }
            }
        }
        for smoke in &works.smoke {
            let corners = octagon(smoke.centre, smoke.radius);
            for (from, to) in stretches(&corners, self.v, self.t, length).iter() {
                if slope.level((from + to).div_euclid(2)) == 0 {
                    tally.foliage.push((from, to));
                }
            }
        }
    }
}

/// What one eye has in its way along the lines that were looked along.
#[derive(Default)]
struct Count {
    seen: bool,
    hard: u8,
    soft: u8,
    any: u8,
}

impl Count {
    fn add(&mut self, (blocked, rank): (bool, u8)) {
        self.seen |= !blocked;
        self.hard += u8::from(rank == 3);
        self.soft += u8::from(rank >= 2);
        self.any += u8::from(rank >= 1);
    }

    /// SV-COV-12
    fn cover(&self) -> Cover {
        if self.hard >= 2 {
            Cover::Hard
        } else if self.soft >= 2 {
            Cover::Soft
        } else if self.any >= 1 {
            Cover::Obscured
        } else {
            Cover::Open
        }
    }
}

/// What one base sees of another: nothing, or the cover it has. Arc and light left aside.
/// SV-ACT-03, SV-LOS-15
pub fn view(
    table: &Tabletop,
    works: &Works,
    from: &Disc,
    to: &Disc,
    others: impl Iterator<Item = Disc>,
) -> Option<Cover> {
    let d = to.centre - from.centre;
    let length = isqrt(d.length2());
    if length == 0 {
        return None; // SV-LOS-14
    }
    let mut ends = None;
    let mut ends = || *ends.get_or_insert_with(|| (points(from, d, length), points(to, d, length)));
    let mut between = Between::nothing(table, works);
    let parts = |a: Point, b: Point| {
        let (eyes, targets) = ends();
        let left = |p: &Point| orient(a, b, *p);
        let apart = |near: &[Point; 3], far: &[Point; 3]| {
            near.iter().all(|p| left(p) > 0) && far.iter().all(|p| left(p) < 0)
        };
        apart(&eyes, &targets) || apart(&targets, &eyes)
    };
    if between.find(from, to, length, parts) {
        return None; // Every line meets it.
    }
    between.find_people(from, to, length, others);
    if between.is_empty() && from.level == to.level {
        return Some(Cover::Open);
    }
    let (eyes, targets) = ends();
    let mut best: Option<Cover> = None;
    for v in eyes {
        if between.is_walled(v, &targets) {
            continue;
        }
        let mut count = Count::default();
        for t in targets {
            let ray = Ray { v, level_v: from.level, t, level_t: to.level };
            count.add(ray.look(&between));
            // Another line only adds to what this eye has in its way.
            if best.is_some_and(|best| count.cover() >= best) {
                break;
            }
        }
        let cover = count.cover();
        if count.seen && best.is_none_or(|best| cover < best) {
            best = Some(cover); // SV-COV-13
        }
        if best == Some(Cover::Open) {
            break;
        }
    }
    best
}

/// What eyes see of a base along the lines between the centres alone, people left aside: eyes
/// behind
/// one another, the farthest last, so that what lies between is found once.
pub(crate) fn glimpses<const N: usize>(
    table: &Tabletop,
    works: &Works,
    eyes: [Disc; N],
    of: &Disc,
) -> [Option<Cover>; N] {
    let Some(farthest) = eyes.last() else { return [None; N] };
    let length = isqrt((of.centre - farthest.centre).length2());
    let mut between = Between::nothing(table, works);
    between.find(farthest, of, length, |_, _| false);
    eyes.map(|eye| {
        let ray = Ray { v: eye.centre, level_v: eye.level, t: of.centre, level_t: of.level };
        let (blocked, rank) = ray.look(&between);
        (!blocked).then(|| Cover::of(rank))
    })
}

/// Whether nothing solid stands on the single line between two points of one floor, the line `but`
/// left aside: for lamps and for shots at structures. SV-NGT-06, SV-STC-04
pub fn is_clear(
    table: &Tabletop,
    works: &Works,
    level: Level,
    p: Point,
    q: Point,
    but: Option<usize>,
) -> bool {
    let found = table.along(level, p, q, 0);
    let lines = found.lines.iter().all(|number| {
        let line = &table.lines[number];
        Some(number) == but
            || !table.acting(works, number).stops_sight()
            || !meet(p, q, line.a, line.b)
    });
    lines
        && found.areas.iter().all(|number| {
            let area = &table.areas[number];
            area.kind != AreaKind::Solid
                || !edges(&area.corners).any(|(a, b)| meet(p, q, a, b)) && !inside(&area.corners, p)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Survivors;
    use crate::position::{FOOT, HORSE};
    use table::{Dice, Rules, Seed, Setup};

    /// All nine lines, with everything in between that could matter to any of them.
    fn looked_at_whole(game: &Survivors, from: &Disc, to: &Disc, people: &[Disc]) -> Option<Cover> {
        let (table, works) = (&*game.table, &*game.fresh);
        let mut between = Between::nothing(table, works);
        let margin = from.radius.max(to.radius);
        let lane = Lane::new(from.centre, to.centre, margin);
        for level in from.level.min(to.level)..=from.level.max(to.level) {
            let near = table.along(level, from.centre, to.centre, margin);
            for number in near.lines.iter() {
                let line = table.trace(number);
                if !lane.is_beside(&[line.a, line.b]) {
                    between.lines.push((number as u16, table.acting(works, number)));
                }
            }
            for number in near.areas.iter() {
                let known = between.areas.contains(&(number as u16));
                if !known && !lane.is_beside(&table.areas[number].corners) {
                    between.areas.push(number as u16);
                }
            }
        }
        between.discs.extend(people.iter().copied());
        let d = to.centre - from.centre;
        let length = isqrt(d.length2());
        let eyes = points(from, d, length).map(|v| {
            let mut count = Count::default();
            for t in points(to, d, length) {
                let ray = Ray { v, level_v: from.level, t, level_t: to.level };
                count.add(ray.look(&between));
            }
            count.seen.then(|| count.cover())
        });
        eyes.into_iter().flatten().min()
    }

    /// What is left out because it cannot matter does not matter.
    // rules: SV-LOS-06, SV-COV-12, SV-COV-13
    #[test]
    fn a_look_at_what_matters_sees_what_a_look_at_everything_sees() {
        for scenario in ["forecourt", "surgery", "mill", "tollgate"] {
            let setup = Setup::new(scenario, 2);
            let game = Survivors::open(&Survivors::house(), &setup).expect("a sound edition");
            let mut dice = Dice::seeded(Seed::from_number(5));
            let high = game.table.bounds.high;
            let mut disc = || {
                let mut within = |most: Mils| dice.roll("a place", most as u32) as Mils;
                let centre = Point::new(within(high.x), within(high.y));
                let upstairs = within(3) == 1 && game.table.has_floor(centre, 1);
                let radius = if within(4) == 1 { HORSE } else { FOOT };
                Disc { centre, level: Level::from(upstairs), radius }
            };
            let mut covers = [0; 5];
            for _ in 0..4000 {
                let (from, to, people) = (disc(), disc(), [disc(), disc(), disc()]);
                let seen = view(&game.table, &game.fresh, &from, &to, people.into_iter());
                let whole = looked_at_whole(&game, &from, &to, &people);
                assert_eq!(seen, whole, "{scenario}: {from:?} looks at {to:?}, {people:?} about");
                covers[seen.map_or(4, Cover::index)] += 1;
            }
            assert!(covers.iter().all(|count| *count > 10), "{scenario}: {covers:?}");
        }
    }
}
