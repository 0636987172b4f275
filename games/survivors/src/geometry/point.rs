//! Points and vectors of the measured table, in mils (thousandths of an inch). SV-GEO-01, SV-GEO-04

use serde::{Deserialize, Serialize};
use std::ops::{Add, Neg, Sub};

/// A mil: a thousandth of an inch.
pub type Mils = i32;

/// One inch, which has no scale in the world. SV-GEN-02, SV-GEN-07
pub const INCH: Mils = 1000;

/// A point of the table: x to the east, y to the north, from the south-west corner. SV-GEO-02
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Point {
    /// To the east.
    pub x: Mils,
    /// To the north.
    pub y: Mils,
}

/// The way from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Vector {
    /// To the east.
    pub x: i64,
    /// To the north.
    pub y: i64,
}

impl Point {
    /// The point at these coordinates.
    #[inline]
    pub const fn new(x: Mils, y: Mils) -> Point {
        Point { x, y }
    }

    /// The squared distance to another point. SV-GEO-23
    #[inline]
    pub fn distance2(self, other: Point) -> i64 {
        (other - self).length2()
    }

    /// The distance, rounded up to whole mils: the length of a leg. SV-GEO-15
    #[inline]
    pub fn leg(self, other: Point) -> Mils {
        ceil_sqrt(self.distance2(other)) as Mils
    }
}

impl Vector {
    /// The vector with these parts.
    #[inline]
    pub const fn new(x: i64, y: i64) -> Vector {
        Vector { x, y }
    }

    /// The scalar product.
    #[inline]
    pub fn dot(self, other: Vector) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: positive if the other vector lies to the left.
    #[inline]
    pub fn cross(self, other: Vector) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// The squared length.
    #[inline]
    pub fn length2(self) -> i64 {
        self.dot(self)
    }

    /// The vector turned by a quarter to the left.
    #[inline]
    pub fn left(self) -> Vector {
        Vector::new(-self.y, self.x)
    }

    /// The vector times `n` over `d`, each part rounded to nearest, halves away from zero.
    #[inline]
    pub fn scaled(self, n: i64, d: i64) -> Vector {
        Vector::new(rdiv(self.x * n, d), rdiv(self.y * n, d))
    }
}

impl Sub for Point {
    type Output = Vector;

    #[inline]
    fn sub(self, from: Point) -> Vector {
        Vector::new(i64::from(self.x - from.x), i64::from(self.y - from.y))
    }
}

impl Add<Vector> for Point {
    type Output = Point;

    #[inline]
    fn add(self, by: Vector) -> Point {
        Point::new(self.x + by.x as Mils, self.y + by.y as Mils)
    }
}

impl Neg for Vector {
    type Output = Vector;

    fn neg(self) -> Vector {
        Vector::new(-self.x, -self.y)
    }
}

/// The whole square root, rounded down.
#[inline]
pub fn isqrt(n: i64) -> i64 {
    // Below 2^52 a root that is rounded correctly, as IEEE 754 has it on every machine, never
    // reaches the next whole number.
    if n < 1 << 52 { (n.max(0) as f64).sqrt() as i64 } else { isqrt_of_many(n) }
}

#[cold]
fn isqrt_of_many(n: i64) -> i64 {
    (n as u64).isqrt() as i64
}

/// The whole square root, rounded up.
#[inline]
pub fn ceil_sqrt(n: i64) -> i64 {
    let root = isqrt(n);
    if root * root < n { root + 1 } else { root }
}

/// `n / d` for a positive `d`, rounded to nearest, halves away from zero. SV-GEO-25
#[inline]
pub fn rdiv(n: i64, d: i64) -> i64 {
    if n >= 0 { (2 * n + d) / (2 * d) } else { -((-2 * n + d) / (2 * d)) }
}

/// Where a figure looks: a whole-number vector without a common divisor, never zero. SV-GEO-13
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Facing {
    /// To the east.
    pub x: i32,
    /// To the north.
    pub y: i32,
}

/// The eight compass points, by name.
pub const COMPASS: [(&str, Facing); 8] = [
    ("N", Facing { x: 0, y: 1 }),
    ("NE", Facing { x: 1, y: 1 }),
    ("E", Facing { x: 1, y: 0 }),
    ("SE", Facing { x: 1, y: -1 }),
    ("S", Facing { x: 0, y: -1 }),
    ("SW", Facing { x: -1, y: -1 }),
    ("W", Facing { x: -1, y: 0 }),
    ("NW", Facing { x: -1, y: 1 }),
];

impl Facing {
    /// North.
    pub const NORTH: Facing = Facing { x: 0, y: 1 };

    /// The facing from one point towards another; none if they are the same.
    pub fn towards(from: Point, to: Point) -> Option<Facing> {
        Facing::along(to - from)
    }

    /// The facing along a vector; none along zero.
    pub fn along(way: Vector) -> Option<Facing> {
        let (x, y) = (way.x as i32, way.y as i32);
        match gcd(x.unsigned_abs(), y.unsigned_abs()) as i32 {
            0 => None,
            1 => Some(Facing { x, y }),
            divisor => Some(Facing { x: x / divisor, y: y / divisor }),
        }
    }

    /// Whether a point seen from here lies in the front arc of 180 degrees, exactly sideways
    /// included. SV-GEO-14
    #[inline]
    pub fn covers(self, from: Point, to: Point) -> bool {
        self.vector().dot(to - from) >= 0
    }

    /// The facing as a vector.
    #[inline]
    pub fn vector(self) -> Vector {
        Vector::new(i64::from(self.x), i64::from(self.y))
    }

    /// Turned by a quarter to the left.
    pub fn left(self) -> Facing {
        Facing { x: -self.y, y: self.x }
    }

    /// Turned by a quarter to the right.
    pub fn right(self) -> Facing {
        Facing { x: self.y, y: -self.x }
    }
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a << twos
}

/// Twelve directions in steps of 30 degrees, each of length 1000.
pub const RING: [Vector; 12] = [
    Vector::new(1000, 0),
    Vector::new(866, 500),
    Vector::new(500, 866),
    Vector::new(0, 1000),
    Vector::new(-500, 866),
    Vector::new(-866, 500),
    Vector::new(-1000, 0),
    Vector::new(-866, -500),
    Vector::new(-500, -866),
    Vector::new(0, -1000),
    Vector::new(500, -866),
    Vector::new(866, -500),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_round_away_from_zero() {
        assert_eq!([5, -5, 4, -4, 7].map(|n| rdiv(n, 2)), [3, -3, 2, -2, 4]);
        assert_eq!((rdiv(-1, 3), rdiv(-2, 3)), (0, -1));
    }

    #[test]
    fn roots_are_whole_and_rounded_down() {
        let roots =
            [0, 1, 2, 47_999, 60_000_000, (1 << 26) - 1, 1 << 26, (1 << 26) + 1, 3_000_000_000];
        for root in roots {
            let square: i64 = root * root;
            assert_eq!(isqrt(square), root);
            assert_eq!(isqrt(square + 2 * root), root);
            assert_eq!(isqrt(square - 1), (root - 1).max(0));
        }
        assert_eq!(isqrt(-5), 0);
    }

    #[test]
    fn a_facing_has_no_common_divisor() {
        let from = Point::new(1000, 1000);
        assert_eq!(Facing::towards(from, Point::new(5000, 4000)), Some(Facing { x: 4, y: 3 }));
        assert_eq!(Facing::towards(from, from), None);
    }
}
