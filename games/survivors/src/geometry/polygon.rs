//! Polygons: inside or outside, where a line runs through them, whether they are simple.

use crate::geometry::point::{Mils, Point, Vector, rdiv};
use crate::geometry::segment::{meet, orient};

/// An upright rectangle that holds something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// South-west corner.
    pub low: Point,
    /// North-east corner.
    pub high: Point,
}

impl Bounds {
    /// The smallest that holds all the points.
    pub fn of(points: &[Point]) -> Bounds {
        let first = points.first().copied().unwrap_or_default();
        points.iter().fold(Bounds { low: first, high: first }, |held, p| Bounds {
            low: Point::new(held.low.x.min(p.x), held.low.y.min(p.y)),
            high: Point::new(held.high.x.max(p.x), held.high.y.max(p.y)),
        })
    }

    /// The smallest that holds both points.
    #[inline]
    pub fn between(p: Point, q: Point) -> Bounds {
        Bounds {
            low: Point::new(p.x.min(q.x), p.y.min(q.y)),
            high: Point::new(p.x.max(q.x), p.y.max(q.y)),
        }
    }

    /// Whether it holds the point, edges included.
    #[inline]
    pub fn holds(&self, p: Point) -> bool {
        p.x >= self.low.x && p.x <= self.high.x && p.y >= self.low.y && p.y <= self.high.y
    }

    /// Whether it holds a whole disc.
    #[inline]
    pub fn holds_disc(&self, centre: Point, r: Mils) -> bool {
        centre.x - r >= self.low.x
            && centre.x + r <= self.high.x
            && centre.y - r >= self.low.y
            && centre.y + r <= self.high.y
    }

    /// Whether the box of a segment, widened by `r`, overlaps it.
    #[inline]
    pub fn near_segment(&self, p: Point, q: Point, r: Mils) -> bool {
        p.x.max(q.x) + r >= self.low.x
            && p.x.min(q.x) - r <= self.high.x
            && p.y.max(q.y) + r >= self.low.y
            && p.y.min(q.y) - r <= self.high.y
    }

    /// The same, wider by so much on every side.
    #[inline]
    pub fn widened(&self, by: Mils) -> Bounds {
        Bounds {
            low: Point::new(self.low.x - by, self.low.y - by),
            high: Point::new(self.high.x + by, self.high.y + by),
        }
    }

    /// Whether they share a point.
    #[inline]
    pub fn overlaps(&self, other: &Bounds) -> bool {
        self.low.x <= other.high.x
            && self.high.x >= other.low.x
            && self.low.y <= other.high.y
            && self.high.y >= other.low.y
    }

    /// The middle.
    pub fn centre(&self) -> Point {
        Point::new((self.low.x + self.high.x) / 2, (self.low.y + self.high.y) / 2)
    }

    /// The corners, anticlockwise from the south-west.
    pub fn corners(&self) -> [Point; 4] {
        let (l, h) = (self.low, self.high);
        [l, Point::new(h.x, l.y), h, Point::new(l.x, h.y)]
    }
}

/// The edges of a polygon, each from a corner to the next.
#[inline]
pub fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let count = corners.len();
    (0..count).map(move |i| (corners[i], corners[if i + 1 == count { 0 } else { i + 1 }]))
}

/// Whether a point is inside, by the even-odd rule with half-open edges.
pub fn inside(corners: &[Point], p: Point) -> bool {
    edges(corners).fold(false, |inside, (a, b)| {
        if (a.y > p.y) == (b.y > p.y) {
            return inside;
        }
        let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
        inside != (orient(low, high, p) > 0)
    })
}

/// Twice the signed area: positive if the corners run anticlockwise.
pub fn doubled_area(corners: &[Point]) -> i64 {
    edges(corners)
        .map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y))
        .sum()
}

/// The centre of gravity, to the nearest mil.
pub fn centroid(corners: &[Point]) -> Point {
    let area = i128::from(doubled_area(corners));
    let (mut x, mut y) = (0i128, 0i128);
    for (a, b) in edges(corners) {
        let cross = i128::from(i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y));
        x += i128::from(a.x + b.x) * cross;
        y += i128::from(a.y + b.y) * cross;
    }
    if area == 0 {
        return Bounds::of(corners).centre();
    }
    Point::new(
        rdiv((x / area.signum()) as i64, 3 * area.abs() as i64) as Mils,
        rdiv((y / area.signum()) as i64, 3 * area.abs() as i64) as Mils,
    )
}

/// Whether no two edges that are not neighbours touch.
pub fn is_simple(corners: &[Point]) -> bool {
    let n = corners.len();
    let edge = |i: usize| (corners[i], corners[(i + 1) % n]);
    (0..n).all(|i| {
        (i + 1..n).filter(|j| (i + 1) % n != *j && (j + 1) % n != i).all(|j| {
            let ((a, b), (c, d)) = (edge(i), edge(j));
            !meet(a, b, c, d)
        })
    })
}

/// How many stretches of a line inside one polygon can be kept.
pub const MOST_STRETCHES: usize = 8;

/// Stretches along a line, from and to, in mils from its start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stretches {
    found: [(i64, i64); MOST_STRETCHES],
    count: usize,
}

impl Stretches {
    /// The stretches in order.
    pub fn iter(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.found[..self.count].iter().copied()
    }

    /// Adds a stretch; what does not fit is joined to the last.
    pub fn push(&mut self, stretch: (i64, i64)) {
        if self.count < MOST_STRETCHES {
            self.found[self.count] = stretch;
            self.count += 1;
        } else {
            self.found[MOST_STRETCHES - 1].1 = self.found[MOST_STRETCHES - 1].1.max(stretch.1);
        }
    }

    /// The length of their union.
    pub fn union_length(&mut self) -> i64 {
        let found = &mut self.found[..self.count];
        found.sort_unstable();
        let (mut total, mut reached) = (0, i64::MIN);
        for &mut (from, to) in found {
            if to > reached {
                total += to - from.max(reached);
                reached = to;
            }
        }
        total
    }
}

/// Whether some corners lie to one side of the line through `v` along `d` and some to the other.
#[inline]
pub fn is_split(corners: &[Point], v: Point, d: Vector) -> bool {
    let mut lefts = corners.iter().map(|corner| d.cross(*corner - v) >= 0);
    let first = lefts.next();
    lefts.any(|left| Some(left) != first)
}

/// The stretches of the line from `v` to `t` (of length `length`) inside a polygon, clipped to the
/// line; empty ones are dropped.
#[inline]
pub fn stretches(corners: &[Point], v: Point, t: Point, length: i64) -> Stretches {
    let d = t - v;
    let mut found = Stretches::default();
    let (mut cuts, mut count) = ([0i64; 2 * MOST_STRETCHES], 0);
    let Some(first) = corners.first() else { return found };
    let (mut a, mut left) = (*first, d.cross(*first - v));
    for b in corners[1..].iter().chain([first]) {
        let (from, before) = (std::mem::replace(&mut a, *b), left);
        left = d.cross(*b - v);
        if (before >= 0) == (left >= 0) || count == cuts.len() {
            continue;
        }
        let (mut num, mut den) = ((from - v).cross(*b - v), left - before);
        if den < 0 {
            (num, den) = (-num, -den);
        }
        cuts[count] = (num * length).div_euclid(den);
        count += 1;
    }
    cuts[..count].sort_unstable();
    for pair in cuts[..count].chunks_exact(2) {
        let (from, to) = (pair[0].max(0), pair[1].min(length));
        if from < to {
            found.push((from, to));
        }
    }
    found
}

/// How often the way from `p` to `q` passes from outside to inside: the edge itself counts as
/// inside where the way enters, and its start does not count. SV-GEO-20
pub fn entries(corners: &[Point], anticlockwise: bool, p: Point, q: Point) -> u8 {
    let d = q - p;
    let mut count = 0;
    for (a, b) in edges(corners) {
        let (left_a, left_b) = (d.cross(a - p) >= 0, d.cross(b - p) >= 0);
        if left_a == left_b {
            continue;
        }
        // Along an anticlockwise outline the inside lies to the left: a way enters where the edge
        // runs from its left to its right.
        let entering = left_a == anticlockwise;
        let e = b - a;
        let (mut num, mut den) = ((a - p).cross(e), d.cross(e));
        if den < 0 {
            (num, den) = (-num, -den);
        }
        if entering && num > 0 && num <= den {
            count += 1;
        }
    }
    count
}

/// The octagon of smoke about a centre. SV-SMK-02
pub fn octagon(centre: Point, radius: Mils) -> [Point; 8] {
    let short = rdiv(i64::from(radius) * 414, 1000) as Mils;
    let (r, s) = (radius, short);
    [(r, -s), (r, s), (s, r), (-s, r), (-r, s), (-r, -s), (-s, -r), (s, -r)]
        .map(|(x, y)| Point::new(centre.x + x, centre.y + y))
}
