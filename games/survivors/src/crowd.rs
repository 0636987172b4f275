//! Who stands in the way: the generator's view of the bases around a figure that moves. SV-MOV-13 to
//! SV-MOV-15, SV-CHG-04, SV-BRK-05

use crate::Survivors;
use crate::action::{Figures, Stop, Way};
use crate::contact::{CONTACT, WINDOW_CONTACT};
use crate::figure::{NOBODY, Standing};
use crate::point::Mils;
use crate::position::Position;
use crate::segment::{near, nearest, within};
use crate::sight::Disc;

const MOST: usize = 96;

/// How a base stands in the way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stance {
    /// Nobody passes: a stray, a captive, a horse.
    Solid,
    /// To be kept clear of, unless it is charged.
    Enemy(u8),
}

/// The bases that a figure could meet in a turn.
pub(crate) struct Crowd {
    /// Those through which nobody passes.
    bases: [(Disc, Stance); MOST],
    count: usize,
    /// Friends: one passes through them, but does not end there.
    friends: [Disc; MOST],
    friend_count: usize,
    radius: Mils,
}

impl Crowd {
    /// Everybody within reach of a figure that can go so far; for a figure still to enter,
    /// everybody.
    pub(crate) fn about(game: &Survivors, position: &Position, mover: usize, far: Mils) -> Crowd {
        let subject = &position.figures[mover];
        let waits = matches!(subject.standing, Standing::Waiting { .. });
        let centre = subject.at;
        let radius = subject.radius();
        let nobody = Disc { centre, level: 0, radius: 0 };
        let mut crowd = Crowd {
            bases: [(nobody, Stance::Solid); MOST],
            count: 0,
            friends: [nobody; MOST],
            friend_count: 0,
            radius,
        };
        let mut add = |disc: Disc, stance: Option<Stance>| {
            let reach = (far + radius + disc.radius + 2 * WINDOW_CONTACT) as i64;
            if !waits && disc.centre.distance2(centre) > reach * reach {
                return;
            }
            match stance {
                Some(stance) if crowd.count < MOST => {
                    crowd.bases[crowd.count] = (disc, stance);
                    crowd.count += 1;
                }
                None if crowd.friend_count < MOST => {
                    crowd.friends[crowd.friend_count] = disc;
                    crowd.friend_count += 1;
                }
                _ => {}
            }
        };
        for (number, other) in position.figures.iter().enumerate() {
            if number == mover || !other.stands() {
                continue;
            }
            let stance = if !other.is_playing() {
                Some(Stance::Solid)
            } else if game.hostile(position, mover, number) {
                Some(Stance::Enemy(number as u8))
            } else if other.side == NOBODY {
                Some(Stance::Solid)
            } else {
                None
            };
            add(other.disc(), stance);
        }
        for (number, horse) in position.horses.iter().enumerate() {
            if horse.is_loose() && subject.mount != Some(number as u8) {
                add(horse.disc(), Some(Stance::Solid));
            }
        }
        crowd
    }

    fn bases(&self) -> &[(Disc, Stance)] {
        &self.bases[..self.count]
    }

    /// Whether nobody is there whom one could not pass through.
    pub(crate) fn is_open(&self) -> bool {
        self.count == 0
    }

    /// Whether a base would overlap nobody. SV-GEO-11
    pub(crate) fn has_room(&self, disc: &Disc) -> bool {
        let apart = |other: &Disc| {
            let close = (disc.radius + other.radius) as i64;
            other.level != disc.level || disc.centre.distance2(other.centre) >= close * close
        };
        self.bases().iter().all(|(other, _)| apart(other))
            && self.friends[..self.friend_count].iter().all(apart)
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
                .bases()
                .iter()
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
            Stance::Enemy(number) if charge >> number & 1 == 0 => {
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
        self.bases().iter().all(|(other, stance)| match stance {
            Stance::Enemy(number) => {
                game.bases_touch(position, disc, other) == (charge >> number & 1 == 1)
            }
            _ => true,
        })
    }
}
