//! Segments: which side, whether they meet, how near. Whole numbers throughout. SV-GEO-04

use crate::point::{Mils, Point};

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
    let (ap, aq) = (orient(a, b, p), orient(a, b, q));
    let (pa, pb) = (orient(p, q, a), orient(p, q, b));
    if (ap > 0 && aq < 0 || ap < 0 && aq > 0) && (pa > 0 && pb < 0 || pa < 0 && pb > 0) {
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
    let (r, d, w) = (r as i64, b - a, p - a);
    let along = w.dot(d);
    if along <= 0 {
        w.length2() < r * r
    } else if along >= d.length2() {
        p.distance2(b) < r * r
    } else {
        let off = d.cross(w) as i128;
        off * off < (r * r) as i128 * d.length2() as i128
    }
}

/// Whether a point is no farther from a segment than `r`.
#[inline]
pub fn within(p: Point, a: Point, b: Point, r: Mils) -> bool {
    let (r, d, w) = (r as i64, b - a, p - a);
    let along = w.dot(d);
    if along <= 0 {
        w.length2() <= r * r
    } else if along >= d.length2() {
        p.distance2(b) <= r * r
    } else {
        let off = d.cross(w) as i128;
        off * off <= (r * r) as i128 * d.length2() as i128
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

/// Whether a segment lies wholly on one side of the line through `p` and `q`, more than `r` away, so
/// that no closer look is needed.
#[inline]
fn beside(p: Point, q: Point, a: Point, b: Point, r: Mils) -> bool {
    let d = q - p;
    let (x, y) = (d.x.abs(), d.y.abs());
    // No less than the length, and at most a hundredth more.
    let bound = r as i64 * (x.max(y) + x.min(y) * 27 / 64 + 1);
    let (left_a, left_b) = (d.cross(a - p), d.cross(b - p));
    left_a > bound && left_b > bound || left_a < -bound && left_b < -bound
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
            let n = part as i128 * along as i128;
            let half = d.length2() as i128 / 2;
            ((n + if n >= 0 { half } else { -half }) / d.length2() as i128) as i64
        };
        a + crate::point::Vector::new(scale(d.x), scale(d.y))
    }
}
