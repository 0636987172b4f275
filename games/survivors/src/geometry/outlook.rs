//! What one sees from a spot, in every direction: a table from which ranks are read. Terrain as the
//! table begins, people left aside; the rules themselves never ask it.

use crate::action::Stop;
use crate::geometry::feature::Works;
use crate::geometry::point::{INCH, Mils, Point, Vector, isqrt};
use crate::geometry::sight::{Cover, Disc, glimpses};
use crate::geometry::tabletop::Tabletop;
use crate::position::FOOT;

const DIRECTIONS: usize = 32;
const RINGS: usize = 8;

/// Who is seen from a spot, and how well its owner is covered against them: by 32 directions and
/// eight distances, two inches apart.
#[derive(Clone, Copy, Debug)]
pub struct Outlook([u32; DIRECTIONS]);

/// The direction of a vector: an eighth of the circle, and a quarter of that by its slope.
#[inline]
fn direction(way: Vector) -> usize {
    let (x, y) = (way.x.unsigned_abs(), way.y.unsigned_abs());
    let steep = y > x;
    let (short, long) = if steep { (x, y) } else { (y, x) };
    let slope = usize::from(4 * short > long)
        + usize::from(2 * short > long)
        + usize::from(4 * short > 3 * long);
    usize::from(steep) << 4 | usize::from(way.x < 0) << 3 | usize::from(way.y < 0) << 2 | slope
}

/// The vector in the middle of a direction.
fn middle(direction: usize) -> Vector {
    let short = 2 * (direction as i64 & 3) + 1;
    let (x, y) = if direction >> 4 & 1 == 1 { (short, 8) } else { (8, short) };
    Vector::new(
        if direction >> 3 & 1 == 1 { -x } else { x },
        if direction >> 2 & 1 == 1 { -y } else { y },
    )
}

/// The ring of a squared distance: the nearest of 2, 4 … 16 inches.
#[inline]
fn ring(square: i64) -> usize {
    [4, 2, 1].into_iter().fold(0, |ring, step| {
        let from = (2 * (ring + step) as i64 + 1) * i64::from(INCH);
        if square >= from * from { ring + step } else { ring }
    })
}

impl Outlook {
    /// The outlook from a point of the table.
    pub fn from(table: &Tabletop, works: &Works, spot: Stop) -> Outlook {
        let own = Disc { centre: spot.at, level: spot.level, radius: FOOT };
        Outlook(std::array::from_fn(|direction| {
            let way = middle(direction);
            let length = isqrt(way.length2() * 1_000_000);
            let eyes: [Disc; RINGS] = std::array::from_fn(|ring| {
                let far = (ring as i64 + 1) * 2 * i64::from(INCH);
                Disc { centre: spot.at + way.scaled(far * 1000, length), ..own }
            });
            let seen = glimpses(table, works, eyes, &own);
            seen.into_iter().enumerate().fold(0, |found, (ring, seen)| {
                found | seen.map_or(0, |cover| 0b100 | cover as u32) << (3 * ring)
            })
        }))
    }

    /// The cover that its owner has against somebody at a point of the same floor; none if they do
    /// not see each other.
    #[inline]
    pub fn against(&self, spot: Point, other: Point) -> Option<Cover> {
        let way = other - spot;
        let bits = self.0[direction(way)] >> (3 * ring(way.length2()));
        (bits & 0b100 != 0).then(|| Cover::of((bits & 0b11) as u8))
    }
}

/// How far the table of an outlook reaches.
pub const OUTLOOK: Mils = 17 * INCH;
