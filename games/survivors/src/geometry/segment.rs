//! Segments: which side, whether they meet, how near. Whole numbers throughout. SV-GEO-04

use crate::geometry::point::{Mils, Point, Vector};

/// Twice the area of the triangle: positive if `p` lies to the left of the way from `a` to `b`.
#[inline]
pub fn orient(a: Point, b: Point, p: Point) -> i64 {
    (b - a).cross(p - a)
}

#[inline]
fn in_box(a: Point, b: Point, p: Point) -> bool {
    p.x >= a.x.min(b.x) && p.x <= a.x.max(b.x) && p.y >= a.y.min(b.y) && p.y <= a.y.max(b.y)
}

/// Whether the boxes about two segments are `r` or more apart, so that no closer look is needed.
#[inline]
fn apart(p: Point, q: Point, a: Point, b: Point, r: Mils) -> bool {
    p.x.max(q.x) + r < a.x.min(b.x)
        || a.x.max(b.x) + r < p.x.min(q.x)
        || p.y.max(q.y) + r < a.y.min(b.y)
        || a.y.max(b.y) + r < p.y.min(q.y)
}

/// Whether two closed segments share a point: touching counts. SV-LOS-07
#[inline]
pub fn meet(p: Point, q: Point, a: Point, b: Point) -> bool {
    !apart(p, q, a, b, 0) && meet_inside(p, q, a, b)
}

fn meet_inside(p: Point, q: Point, a: Point, b: Point) -> bool {
    // What lies wholly on one side of a line does not touch it.
    let on_one_side = |one: i64, other: i64| one > 0 && other > 0 || one < 0 && other < 0;
    let (ap, aq) = (orient(a, b, p), orient(a, b, q));
    if on_one_side(ap, aq) {
        return false;
    }
    let (pa, pb) = (orient(p, q, a), orient(p, q, b));
    if on_one_side(pa, pb) {
        return false;
    }
    if ap != 0 && aq != 0 && pa != 0 && pb != 0 {
        return true;
    }
    ap == 0 && in_box(a, b, p)
        || aq == 0 && in_box(a, b, q)
        || pa == 0 && in_box(p, q, a)
        || pb == 0 && in_box(p, q, b)
}

/// Whether a leg crosses a line feature: the ends of each on different sides of the other, a zero
/// counting as the positive side in all four tests. SV-GEO-19
#[inline]
pub fn crosses(p: Point, q: Point, a: Point, b: Point) -> bool {
    (orient(a, b, p) >= 0) != (orient(a, b, q) >= 0)
        && (orient(p, q, a) >= 0) != (orient(p, q, b) >= 0)
}

/// Whether a point is nearer to a segment than `r`.
#[inline]
pub fn near(p: Point, a: Point, b: Point, r: Mils) -> bool {
    let (r, d, w) = (i64::from(r), b - a, p - a);
    let along = w.dot(d);
    if along <= 0 {
        w.length2() < r * r
    } else if along >= d.length2() {
        p.distance2(b) < r * r
    } else {
        let off = i128::from(d.cross(w));
        off * off < i128::from(r * r) * i128::from(d.length2())
    }
}

/// Whether a point is no farther from a segment than `r`.
#[inline]
pub fn within(p: Point, a: Point, b: Point, r: Mils) -> bool {
    let (r, d, w) = (i64::from(r), b - a, p - a);
    let along = w.dot(d);
    if along <= 0 {
        w.length2() <= r * r
    } else if along >= d.length2() {
        p.distance2(b) <= r * r
    } else {
        let off = i128::from(d.cross(w));
        off * off <= i128::from(r * r) * i128::from(d.length2())
    }
}

/// Whether a disc of radius `r` that moves from `p` to `q` comes nearer to the segment than its
/// radius. SV-GEO-17
#[inline]
pub fn too_close(p: Point, q: Point, a: Point, b: Point, r: Mils) -> bool {
    !apart(p, q, a, b, r)
        && !beside(p, q, a, b, r)
        && !beside(a, b, p, q, r)
        && comes_close(p, q, a, b, r)
}

/// No less than the length of a vector, and at most a hundredth more.
#[inline]
pub(crate) fn rough_length(way: Vector) -> i64 {
    let (x, y) = (way.x.abs(), way.y.abs());
    x.max(y) + x.min(y) * 27 / 64 + 1
}

/// Whether a segment lies wholly on one side of the line through `p` and `q`, more than `r` away, so
/// that no closer look is needed.
#[inline]
fn beside(p: Point, q: Point, a: Point, b: Point, r: Mils) -> bool {
    let d = q - p;
    let bound = i64::from(r) * rough_length(d);
    let (left_a, left_b) = (d.cross(a - p), d.cross(b - p));
    left_a > bound && left_b > bound || left_a < -bound && left_b < -bound
}

/// The straight way of a disc, for telling at a glance that something lies beside it.
pub(crate) struct Lane {
    from: Point,
    way: Vector,
    bound: i64,
}

impl Lane {
    #[inline]
    pub(crate) fn new(p: Point, q: Point, r: Mils) -> Lane {
        let way = q - p;
        Lane { from: p, way, bound: i64::from(r) * rough_length(way) }
    }

    /// What [`too_close`] says of a line whose box overlaps the way's and which is not beside it.
    #[inline]
    pub(crate) fn is_too_close(&self, to: Point, a: Point, b: Point, r: Mils) -> bool {
        !beside(a, b, self.from, to, r) && comes_close(self.from, to, a, b, r)
    }

    /// Whether all these points, and so what lies between them, are on one side of the way, more
    /// than the radius from its line.
    #[inline]
    pub(crate) fn is_beside(&self, points: &[Point]) -> bool {
        let lefts = points.iter().map(|point| self.way.cross(*point - self.from));
        let (least, most) = lefts
            .fold((i64::MAX, i64::MIN), |(least, most), left| (least.min(left), most.max(left)));
        least > self.bound || most < -self.bound
    }
}

fn comes_close(p: Point, q: Point, a: Point, b: Point, r: Mils) -> bool {
    meet_inside(p, q, a, b)
        || near(p, a, b, r)
        || near(q, a, b, r)
        || near(a, p, q, r)
        || near(b, p, q, r)
}

/// The point of a segment that is nearest to `p`, rounded to whole mils.
pub fn nearest(p: Point, a: Point, b: Point) -> Point {
    let (d, w) = (b - a, p - a);
    let along = w.dot(d);
    if along <= 0 {
        a
    } else if along >= d.length2() {
        b
    } else {
        let scale = |part: i64| {
            let n = i128::from(part) * i128::from(along);
            let half = i128::from(d.length2()) / 2;
            ((n + if n >= 0 { half } else { -half }) / i128::from(d.length2())) as i64
        };
        a + Vector::new(scale(d.x), scale(d.y))
    }
}
