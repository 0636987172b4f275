//! Who stands in the way: the generator's view of the bases around a figure that moves. SV-MOV-13,
//! SV-MOV-14, SV-MOV-15, SV-CHG-04, SV-BRK-05

use crate::Survivors;
use crate::action::{Figures, Stop, Way};
use crate::geometry::point::{Mils, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::segment::{near, nearest, within};
use crate::geometry::sight::Disc;
use crate::position::{FigureId, Position, Standing};
use crate::rules::base_contact::{CONTACT, WINDOW_CONTACT};
use arrayvec::ArrayVec;

const MOST: usize = 96;

/// How a base stands in the way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stance {
    /// Nobody passes: a stray, a captive, a horse.
    Solid,
    /// To be kept clear of, unless it is charged.
    Enemy(FigureId),
    /// One passes through, but does not end there.
    Friend,
}

/// The bases that a figure could meet in a turn.
pub(crate) struct Crowd {
    bases: ArrayVec<(Disc, Stance), MOST>,
    /// Those through which nobody passes.
    in_the_way: Some128,
    near: Neighbours,
    radius: Mils,
}

/// A set of bases by number.
type Some128 = u128;

/// Which bases reach into which strip of the table about a figure, with all that they may touch:
/// a look at four strips gives those near a place.
struct Neighbours {
    origin: Point,
    /// What begins in a strip or before it, from west to east and from south to north.
    begun: [[Some128; Neighbours::STRIPS]; 2],
    /// What ends in a strip or beyond it.
    lasting: [[Some128; Neighbours::STRIPS]; 2],
}

impl Neighbours {
    const STRIPS: usize = 32;
    /// A strip is 1024 mils wide.
    const STRIP: u32 = 10;

    fn about(centre: Point) -> Neighbours {
        let half = (Neighbours::STRIPS as Mils / 2) << Neighbours::STRIP;
        let none = [[0; Neighbours::STRIPS]; 2];
        let origin = Point::new(centre.x - half, centre.y - half);
        Neighbours { origin, begun: none, lasting: none }
    }

    #[inline]
    fn strip(at: Mils, origin: Mils) -> usize {
        ((at - origin) >> Neighbours::STRIP).clamp(0, Neighbours::STRIPS as Mils - 1) as usize
    }

    fn add(&mut self, number: usize, bounds: &Bounds) {
        let (low, high, origin) = (bounds.low, bounds.high, self.origin);
        self.begun[0][Neighbours::strip(low.x, origin.x)] |= 1 << number;
        self.begun[1][Neighbours::strip(low.y, origin.y)] |= 1 << number;
        self.lasting[0][Neighbours::strip(high.x, origin.x)] |= 1 << number;
        self.lasting[1][Neighbours::strip(high.y, origin.y)] |= 1 << number;
    }

    /// Carries what has begun, and what has not ended, on through the strips.
    fn spread(&mut self) {
        for axis in 0..2 {
            for at in 1..Neighbours::STRIPS {
                self.begun[axis][at] |= self.begun[axis][at - 1];
            }
            for at in (1..Neighbours::STRIPS).rev() {
                self.lasting[axis][at - 1] |= self.lasting[axis][at];
            }
        }
    }

    /// Those whose surroundings overlap a box, and now and then another.
    #[inline]
    fn overlapping(&self, bounds: &Bounds) -> Some128 {
        let (low, high, origin) = (bounds.low, bounds.high, self.origin);
        self.lasting[0][Neighbours::strip(low.x, origin.x)]
            & self.begun[0][Neighbours::strip(high.x, origin.x)]
            & self.lasting[1][Neighbours::strip(low.y, origin.y)]
            & self.begun[1][Neighbours::strip(high.y, origin.y)]
    }
}

/// Whether two bases do not overlap. SV-GEO-11
#[inline]
pub(crate) fn apart(one: &Disc, other: &Disc) -> bool {
    let close = i64::from(one.radius + other.radius);
    other.level != one.level || one.centre.distance2(other.centre) >= close * close
}

impl Crowd {
    /// Everybody within reach of a figure that can go so far; for a figure still to enter,
    /// everybody.
    pub(crate) fn about(
        game: &Survivors,
        position: &Position,
        mover: FigureId,
        far: Mils,
    ) -> Crowd {
        let subject = &position.figures[mover];
        let waits = matches!(subject.standing, Standing::Waiting { .. });
        let centre = subject.at;
        let radius = subject.radius();
        let flights = game.table.flights;
        let mut crowd = Crowd {
            bases: ArrayVec::new(),
            in_the_way: 0,
            near: Neighbours::about(centre),
            radius,
        };
        let mut add = |disc: Disc, stance: Stance| {
            let reach = i64::from(far + flights + radius + disc.radius + 2 * WINDOW_CONTACT);
            let out_of_reach = !waits && disc.centre.distance2(centre) > reach * reach;
            if out_of_reach || crowd.bases.is_full() {
                return;
            }
            let touched = Bounds::between(disc.centre, disc.centre);
            let number = crowd.bases.len();
            crowd.near.add(number, &touched.widened(disc.radius + WINDOW_CONTACT));
            crowd.in_the_way |= Some128::from(stance != Stance::Friend) << number;
            crowd.bases.push((disc, stance));
        };
        for (number, other) in position.everybody() {
            if number == mover || !other.stands() {
                continue;
            }
            let stance = if !other.is_playing() {
                Stance::Solid
            } else if game.hostile(position, mover, number) {
                Stance::Enemy(number)
            } else if other.side.is_none() {
                Stance::Solid
            } else {
                Stance::Friend
            };
            add(other.disc(), stance);
        }
        for (number, horse) in position.stable() {
            if horse.is_loose() && subject.mount != Some(number) {
                add(horse.disc(), Stance::Solid);
            }
        }
        crowd.near.spread();
        crowd
    }

    /// Those of some bases that are near the figure when it moves from one place to another.
    #[inline]
    fn near(
        &self,
        from: Point,
        to: Point,
        among: Some128,
    ) -> impl Iterator<Item = &(Disc, Stance)> {
        let swept = Bounds::between(from, to).widened(self.radius);
        let mut set = self.near.overlapping(&swept) & among;
        std::iter::from_fn(move || {
            (set != 0).then(|| {
                let number = set.trailing_zeros() as usize;
                set &= set - 1;
                &self.bases[number]
            })
        })
    }

    /// Whether nobody is there whom one could not pass through.
    pub(crate) fn is_open(&self) -> bool {
        self.in_the_way == 0
    }

    /// Whether the figure, resting here, would overlap nobody. SV-GEO-11
    #[inline]
    pub(crate) fn has_room(&self, disc: &Disc) -> bool {
        self.near(disc.centre, disc.centre, Some128::MAX).all(|(other, _)| apart(disc, other))
    }

    /// Whether the figure, resting here, would overlap nobody and touch no enemy.
    #[inline]
    pub(crate) fn admits(&self, game: &Survivors, position: &Position, disc: &Disc) -> bool {
        self.near(disc.centre, disc.centre, Some128::MAX).all(|(other, stance)| {
            let enemy = matches!(stance, Stance::Enemy(_));
            apart(disc, other) && !(enemy && game.bases_touch(position, disc, other))
        })
    }

    /// Whether a way touches nobody whom it must not touch, and runs over nobody.
    pub(crate) fn lets_pass(
        &self,
        game: &Survivors,
        position: &Position,
        start: Stop,
        way: &Way,
        charge: Figures,
    ) -> bool {
        let mut from = start;
        way.stops().iter().all(|to| {
            let leg = (from, *to);
            from = *to;
            self.lets_leg(game, position, leg, charge)
        })
    }

    /// Whether one leg of a way touches nobody whom it must not touch, and runs over nobody.
    pub(crate) fn lets_leg(
        &self,
        game: &Survivors,
        position: &Position,
        leg: (Stop, Stop),
        charge: Figures,
    ) -> bool {
        leg.0.level != leg.1.level
            || self
                .near(leg.0.at, leg.1.at, self.in_the_way)
                .all(|(other, stance)| self.passes(game, position, leg, other, *stance, charge))
    }

    fn passes(
        &self,
        game: &Survivors,
        position: &Position,
        (from, to): (Stop, Stop),
        other: &Disc,
        stance: Stance,
        charge: Figures,
    ) -> bool {
        let close = self.radius + other.radius;
        let (at, reach) = (other.centre, close + WINDOW_CONTACT);
        let beside = at.x > from.at.x.max(to.at.x) + reach
            || at.x < from.at.x.min(to.at.x) - reach
            || at.y > from.at.y.max(to.at.y) + reach
            || at.y < from.at.y.min(to.at.y) - reach;
        if beside || other.level != from.level || !within(at, from.at, to.at, reach) {
            return true;
        }
        match stance {
            Stance::Enemy(number) if !number.is_in(charge) => {
                let at = nearest(other.centre, from.at, to.at);
                let disc = Disc { centre: at, level: from.level, radius: self.radius };
                let parted = game.table.parted(&position.works, from.level, at, other.centre);
                let apart = parted.shut.is_some() || parted.solid;
                (apart || !within(other.centre, from.at, to.at, close + CONTACT))
                    && !game.bases_touch(position, &disc, other)
            }
            _ => !near(other.centre, from.at, to.at, close),
        }
    }

    /// Whether a way may end here: in contact with everybody charged and with no other enemy.
    pub(crate) fn lets_end(
        &self,
        game: &Survivors,
        position: &Position,
        disc: &Disc,
        charge: Figures,
    ) -> bool {
        let mut met: Figures = 0;
        let fits = |(other, stance): &(Disc, Stance)| match stance {
            Stance::Enemy(number) => {
                let (touches, bit) = (game.bases_touch(position, disc, other), number.bit());
                met |= if touches { bit } else { 0 };
                touches == (charge & bit != 0)
            }
            _ => true,
        };
        self.near(disc.centre, disc.centre, self.in_the_way).all(fits) && met == charge
    }
}
