//! Lines of sight and cover, exactly.
//!
//! Three eye points look at three target points; each of the nine lines is blocked or not and has a
//! rank of cover; the eye with the least cover decides. Whether a line is blocked is always worked
//! out from the same end, so that sight is mutual.

use crate::geometry::feature::{Acting, Area, AreaKind, Level, Works};
use crate::geometry::glances::Glance;
use crate::geometry::point::{Mils, Point, Vector, isqrt, rdiv};
use crate::geometry::polygon::{Stretches, edges, inside, is_split, octagon, stretches};
use crate::geometry::segment::{Lane, meet, within};
use crate::geometry::tabletop::Tabletop;
use crate::position::FOOT;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;

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
/// How near to a base, its radius left aside, something low must be to cover it, wherever rounding puts the
/// shoulders.
pub(crate) const BEHIND: Mils = TARGET_ZONE as Mils + 10;
/// How far a shoulder lies from the centre, as a part of the radius. SV-LOS-06
pub(crate) const SHOULDER: (Mils, Mils) = (4, 5);

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
    let shoulder = i64::from(disc.radius * SHOULDER.0 / SHOULDER.1);
    let off = Vector::new(rdiv(-towards.y * shoulder, length), rdiv(towards.x * shoulder, length));
    [disc.centre, disc.centre + off, disc.centre + -off]
}

/// Which of the lines that are looked along meet something, a bit for each.
type Met = u16;

/// Nine lines of sight: three eyes, and three points that each looks at.
struct Gaze {
    eyes: [Point; 3],
    targets: [Point; 3],
}

impl Gaze {
    /// All nine lines, eye by eye.
    const ALL: Met = 0b111_111_111;

    fn between(from: &Disc, to: &Disc, d: Vector, length: i64) -> Gaze {
        Gaze { eyes: points(from, d, length), targets: points(to, d, length) }
    }

    /// The lines that share a point with a segment, by [`meet`]: what its ends and the points have to do with
    /// each other is worked out once for all of them.
    fn met(&self, a: Point, b: Point) -> Met {
        let along = b - a;
        let [from, to] = [self.eyes, self.targets].map(|ends| ends.map(|p| along.cross(p - a)));
        let mut sides = from.iter().chain(&to);
        if sides.clone().all(|side| *side > 0) || sides.all(|side| *side < 0) {
            return 0;
        }
        let mut found = 0;
        for (i, (eye, side)) in self.eyes.iter().zip(from).enumerate() {
            for (j, (target, other)) in self.targets.iter().zip(to).enumerate() {
                if side > 0 && other > 0 || side < 0 && other < 0 {
                    continue;
                }
                let left_a = (*target - *eye).cross(a - *eye);
                let left_b = left_a + side - other;
                let meets = if side != 0 && other != 0 && left_a != 0 && left_b != 0 {
                    (left_a > 0) != (left_b > 0)
                } else {
                    meet(*eye, *target, a, b)
                };
                found |= Met::from(meets) << (3 * i + j);
            }
        }
        found
    }
}

/// The features that can matter between two bases: found once, used for all lines that are looked along.
struct Between<'a> {
    table: &'a Tabletop,
    works: &'a Works,
    /// Lines that matter to sight, each with how it acts now and by what it is met.
    lines: ArrayVec<(u16, Acting, Met), MOST_NEAR>,
    /// Areas, each with what meets its outline.
    areas: ArrayVec<(u16, Met), MOST_NEAR>,
    discs: ArrayVec<Disc, MOST_NEAR>,
    /// The lines of sight along which nothing is seen, as far as that is plain.
    shut: Met,
    /// Whether both bases are on one floor.
    flat: bool,
    /// Whether anything was near, be it met or not.
    near: bool,
    smoky: bool,
}

const MOST_NEAR: usize = 64;

impl<'a> Between<'a> {
    /// Nothing found yet.
    #[inline]
    fn nothing(table: &'a Tabletop, works: &'a Works, flat: bool) -> Between<'a> {
        Between {
            table,
            works,
            lines: ArrayVec::new(),
            areas: ArrayVec::new(),
            discs: ArrayVec::new(),
            shut: 0,
            flat,
            near: false,
            smoky: !works.smoke.is_empty(),
        }
    }

    /// Finds what stands on the table between two bases that look at each other along lines of which `met`
    /// tells which meet a segment; true as soon as it is plain that sight passes along none of `all`.
    fn find(
        &mut self,
        a: &Disc,
        b: &Disc,
        length: i64,
        all: Met,
        mut met: impl FnMut(Point, Point) -> Met,
    ) -> bool {
        let (table, works) = (self.table, self.works);
        let d = b.centre - a.centre;
        let margin = a.radius.max(b.radius);
        // Everything on the nine lines lies within a shoulder's width of the middle one.
        let width = i64::from(margin) * (length + 1);
        let lane = Lane::new(a.centre, b.centre, margin);
        let left = |p: Point| d.cross(p - a.centre);
        // What covers only those who are close behind it.
        let behind = BEHIND + margin;
        for level in a.level.min(b.level)..=a.level.max(b.level) {
            let near = table.along(level, a.centre, b.centre, margin);
            for number in near.lines.iter() {
                let line = table.trace(number);
                let (from, to) = (left(line.a), left(line.b));
                if from > width && to > width || from < -width && to < -width {
                    continue;
                }
                let acting = table.acting(works, number);
                let matters = match acting {
                    Acting::Nothing | Acting::OpenDoor | Acting::Wire => false,
                    Acting::LowWall | Acting::Fence => within(b.centre, line.a, line.b, behind),
                    _ => true,
                };
                if !matters {
                    continue;
                }
                self.near = true;
                let met = met(line.a, line.b);
                if self.flat && acting.stops_sight() {
                    self.shut |= met;
                    if self.shut == all {
                        return true;
                    }
                }
                if met != 0 {
                    let _ = self.lines.try_push((number as u16, acting, met));
                }
            }
            for number in near.areas.iter() {
                let area = &table.areas[number];
                let matters = match area.kind {
                    AreaKind::Water | AreaKind::Ditch => false,
                    AreaKind::Rubble => area.bounds.near_segment(b.centre, b.centre, behind),
                    _ => true,
                };
                let known = self.areas.iter().any(|(known, _)| *known == number as u16);
                if !matters
                    || known
                    || !area.bounds.near_segment(a.centre, b.centre, margin)
                    || lane.is_beside(&area.corners)
                {
                    continue;
                }
                self.near = true;
                let mut outline = 0;
                if self.flat && area.kind == AreaKind::Solid {
                    outline = edges(&area.corners).fold(0, |all, (p, q)| all | met(p, q));
                    self.shut |= outline;
                    if self.shut == all {
                        return true;
                    }
                }
                let _ = self.areas.try_push((number as u16, outline));
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
}

/// One sight line: its ends, the floors they are on, and its number among those that are looked along.
#[derive(Clone, Copy)]
struct Ray {
    number: usize,
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
        Ray { v: self.t, level_v: self.level_t, t: self.v, level_t: self.level_v, ..*self }
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

    /// Whether it is among those that meet something.
    #[inline]
    fn is_in(&self, met: Met) -> bool {
        met >> self.number & 1 == 1
    }

    /// Whether it meets the edge of a solid area on its floor.
    fn meets_solid(&self, between: &Between<'_>, (area, met): (&Area, Met), slope: &Slope) -> bool {
        if between.flat {
            return self.is_in(met);
        }
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
        for (number, acting, met) in &between.lines {
            if !self.is_in(*met) {
                continue;
            }
            let (line, acting) = (table.trace(usize::from(*number)), *acting);
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
        for (number, met) in &between.areas {
            let area = &table.areas[usize::from(*number)];
            tally.solid |= self.meets_solid(between, (area, *met), &slope);
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
            let (along, off) = (d.dot(w), d.cross(w));
            let reach = i64::from(disc.radius);
            let square = |it: i64| i128::from(it) * i128::from(it);
            if along > 0
                && along < d.length2()
                && off.abs() <= reach * (length + 1)
                && square(off) <= square(reach) * i128::from(d.length2())
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
        for (number, acting, met) in &between.lines {
            let (line, acting) = (table.trace(usize::from(*number)), *acting);
            let matters = acting.stops_sight() || acting == Acting::Hedge;
            if !matters || !self.is_in(*met) {
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
        for (number, met) in &between.areas {
            let area = &table.areas[usize::from(*number)];
            tally.solid |= self.meets_solid(between, (area, *met), &slope);
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
    let flat = from.level == to.level;
    // Bases that overlap may have points in common: there a glance is not enough.
    let apart = length > i64::from(from.radius + to.radius);
    let on_foot = from.radius.max(to.radius) <= FOOT;
    let glance = match flat && from.level == 0 && apart && on_foot {
        true => table.glance(works, from.centre, to.centre),
        false => Glance::Unclear,
    };
    if glance == Glance::Nothing {
        return None;
    }
    let gaze = OnceCell::new();
    let gaze = || gaze.get_or_init(|| Gaze::between(from, to, d, length));
    let mut between = Between::nothing(table, works, flat);
    let met = |a: Point, b: Point| gaze().met(a, b);
    if glance == Glance::Unclear && between.find(from, to, length, Gaze::ALL, met) {
        return None;
    }
    between.find_people(from, to, length, others);
    if between.is_empty() && flat && (apart || !between.near) {
        return Some(Cover::Open);
    }
    let Gaze { eyes, targets } = gaze();
    let mut best: Option<Cover> = None;
    for (eye, v) in eyes.iter().enumerate() {
        if between.shut >> (3 * eye) & 0b111 == 0b111 {
            continue;
        }
        let mut count = Count::default();
        for (target, t) in targets.iter().enumerate() {
            let number = 3 * eye + target;
            let ray = Ray { number, v: *v, level_v: from.level, t: *t, level_t: to.level };
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
    let mut between = Between::nothing(table, works, farthest.level == of.level);
    let met = |a: Point, b: Point| {
        let meets = |eye: &Disc| Met::from(meet(eye.centre, of.centre, a, b));
        eyes.iter().enumerate().fold(0, |all, (number, eye)| all | meets(eye) << number)
    };
    if between.find(farthest, of, length, (1 << N) - 1, met) {
        return [None; N];
    }
    std::array::from_fn(|number| {
        let eye = &eyes[number];
        let ray =
            Ray { number, v: eye.centre, level_v: eye.level, t: of.centre, level_t: of.level };
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
        let mut between = Between::nothing(table, works, from.level == to.level);
        let margin = from.radius.max(to.radius);
        let lane = Lane::new(from.centre, to.centre, margin);
        let d = to.centre - from.centre;
        let length = isqrt(d.length2());
        let (eyes, targets) = (points(from, d, length), points(to, d, length));
        let met = |a: Point, b: Point| {
            let lines = eyes.iter().flat_map(|v| targets.iter().map(move |t| meet(*v, *t, a, b)));
            lines.enumerate().fold(0, |all, (number, met)| all | Met::from(met) << number)
        };
        for level in from.level.min(to.level)..=from.level.max(to.level) {
            let near = table.along(level, from.centre, to.centre, margin);
            for number in near.lines.iter() {
                let line = table.trace(number);
                if !lane.is_beside(&[line.a, line.b]) {
                    let acting = table.acting(works, number);
                    between.lines.push((number as u16, acting, met(line.a, line.b)));
                }
            }
            for number in near.areas.iter() {
                let area = &table.areas[number];
                let known = between.areas.iter().any(|(known, _)| *known == number as u16);
                if !known && !lane.is_beside(&area.corners) {
                    let outline = edges(&area.corners).filter(|_| area.kind == AreaKind::Solid);
                    let met = outline.fold(0, |all, (p, q)| all | met(p, q));
                    between.areas.push((number as u16, met));
                }
            }
        }
        between.discs.extend(people.iter().copied());
        let seen = eyes.into_iter().enumerate().map(|(eye, v)| {
            let mut count = Count::default();
            for (target, t) in targets.into_iter().enumerate() {
                let number = 3 * eye + target;
                let ray = Ray { number, v, level_v: from.level, t, level_t: to.level };
                count.add(ray.look(&between));
            }
            count.seen.then(|| count.cover())
        });
        seen.flatten().min()
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
