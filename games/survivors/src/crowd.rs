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
    /// One passes through it, but does not end there.
    Friend,
    /// Nobody passes: a stray, a captive, a horse.
    Solid,
    /// To be kept clear of, unless it is charged.
    Enemy(u8),
}

/// The bases that a figure could meet in a turn.
pub(crate) struct Crowd {
    bases: [(Disc, Stance); MOST],
    count: usize,
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
        let mut crowd = Crowd { bases: [(nobody, Stance::Friend); MOST], count: 0, radius };
        let mut add = |disc: Disc, stance: Stance| {
            let reach = (far + radius + disc.radius + 2 * WINDOW_CONTACT) as i64;
            let meets = waits || disc.centre.distance2(centre) <= reach * reach;
            if meets && crowd.count < MOST {
                crowd.bases[crowd.count] = (disc, stance);
                crowd.count += 1;
            }
        };
        for (number, other) in position.figures.iter().enumerate() {
            if number == mover || !other.stands() {
                continue;
            }
            let stance = if !other.is_playing() {
                Stance::Solid
            } else if game.hostile(position, mover, number) {
                Stance::Enemy(number as u8)
            } else if other.side == NOBODY {
                Stance::Solid
            } else {
                Stance::Friend
            };
            add(other.disc(), stance);
        }
        for (number, horse) in position.horses.iter().enumerate() {
            if horse.is_loose() && subject.mount != Some(number as u8) {
                add(horse.disc(), Stance::Solid);
            }
        }
        crowd
    }

    fn bases(&self) -> &[(Disc, Stance)] {
        &self.bases[..self.count]
    }

    /// Whether nobody is there whom one could not pass through.
    pub(crate) fn is_open(&self) -> bool {
        self.bases().iter().all(|(_, stance)| *stance == Stance::Friend)
    }

    /// Whether a base would overlap nobody. SV-GEO-11
    pub(crate) fn has_room(&self, disc: &Disc) -> bool {
        self.bases().iter().all(|(other, _)| {
            let close = (disc.radius + other.radius) as i64;
            other.level != disc.level || disc.centre.distance2(other.centre) >= close * close
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
            leg.0.level != to.level
                || self
                    .bases()
                    .iter()
                    .all(|(other, stance)| self.passes(game, position, leg, other, *stance, charge))
        })
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
        if stance == Stance::Friend
            || other.level != from.level
            || !within(other.centre, from.at, to.at, close + WINDOW_CONTACT)
        {
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
