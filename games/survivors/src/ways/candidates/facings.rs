//! The generator's chapter on movement: candidates as actions, ways onto the table, out of combat,
//! and with a horse on the rein.

use crate::Survivors;
use crate::action::Action;
use crate::geometry::feature::Level;
use crate::geometry::point::{Facing, INCH, Mils, Point, isqrt};
use crate::position::{FigureId, Position, Standing};
use crate::ways::candidates::Kind;
use arrayvec::ArrayVec;

/// Within this distance of an enemy a facing is worth choosing.
const MATTERS: Mils = 20 * INCH;
/// How many enemies are looked at before a facing is given up.
const LOOKED_AT: usize = 3;

/// An enemy of a figure that moves.
#[derive(Clone, Copy)]
struct Foe {
    /// No more than its squared distance from where a path may end.
    least: i64,
    at: Point,
    level: Level,
}

/// The enemies of a figure.
struct Foes {
    all: ArrayVec<Foe, 64>,
}

impl Foes {
    /// The enemies of a figure that can go so far.
    fn of(game: &Survivors, position: &Position, figure: FigureId, far: Mils) -> Foes {
        let mut foes = Foes { all: ArrayVec::new() };
        let from = position.figures[figure].at;
        for (number, foe) in position.everybody().take(64) {
            if foe.is_playing() && game.hostile(position, figure, number) {
                let least = (isqrt(foe.at.distance2(from)) - i64::from(far)).max(0).pow(2);
                foes.all.push(Foe { least, at: foe.at, level: foe.level });
            }
        }
        foes
    }

    /// The nearest to where a path ends, by number, with their squared distances; what is missing is
    /// endlessly far.
    #[inline]
    fn nearest(&self, to: Point) -> [(i64, usize); LOOKED_AT] {
        let mut nearest = [(i64::MAX, 0); LOOKED_AT];
        for (number, foe) in self.all.iter().enumerate() {
            if foe.least >= nearest[LOOKED_AT - 1].0 {
                continue;
            }
            let mut entry = (foe.at.distance2(to), number);
            if entry.0 >= nearest[LOOKED_AT - 1].0 {
                continue;
            }
            for slot in &mut nearest {
                if entry.0 < slot.0 {
                    (*slot, entry) = (entry, *slot);
                }
            }
        }
        nearest
    }

    /// Whether one of them may matter to where a figure looks.
    fn matter(&self) -> bool {
        self.all.iter().any(|foe| foe.least <= i64::from(MATTERS).pow(2))
    }
}

impl Survivors {
    /// The candidates as actions, with up to three facings each. Step 12
    pub(crate) fn offer_moves(&self, position: &Position, figure: FigureId, out: &mut Vec<Action>) {
        if let Standing::Waiting { zone, .. } = position.figures[figure].standing {
            self.offer_entries(position, figure, zone, out);
            return;
        }
        let subject = &position.figures[figure];
        let foes = Foes::of(self, position, figure, 2 * subject.stride());
        let matter = foes.matter();
        let spots = self.spots(subject.radius());
        self.candidates(position, figure, &mut |candidate| {
            if candidate.kind == Kind::Stay {
                return;
            }
            let mut action = |face: Option<Facing>| {
                out.push(Action::Move {
                    figure,
                    gait: candidate.gait,
                    way: candidate.way,
                    charge: candidate.charge,
                    face,
                });
            };
            action(None);
            let stop = candidate.stop;
            // Far from every enemy, and in a charge, it does not matter where one looks.
            if candidate.charge != 0 || !matter {
                return;
            }
            let nearest = foes.nearest(stop.at);
            if nearest[0].0 > i64::from(MATTERS).pow(2) {
                return;
            }
            let from = match candidate.way.stops() {
                [.., before, _] => before.at,
                _ => subject.at,
            };
            let along = stop.at - from;
            let is_along = |at: Point| {
                let way = at - stop.at;
                along.cross(way) == 0 && along.dot(way) > 0
            };
            let near = foes.all[nearest[0].1].at;
            if near != stop.at && !is_along(near) {
                action(Facing::towards(stop.at, near));
            }
            // Where no outlook is known, the nearest enemy stands for the nearest in view.
            let Some(spot) = spots.find(stop) else {
                return;
            };
            let outlook = spots.outlook(spot);
            let known = nearest.iter().filter(|(far, _)| *far < i64::MAX);
            let mut looked_at = known.map(|(_, foe)| &foes.all[*foe]);
            let in_view = looked_at
                .find(|foe| foe.level == stop.level && outlook.against(stop.at, foe.at).is_some());
            if let Some(seen) = in_view.map(|foe| foe.at)
                && seen != near
                && seen != stop.at
                && !is_along(seen)
            {
                let (one, other) = (seen - stop.at, near - stop.at);
                let same = one.cross(other) == 0 && one.dot(other) > 0;
                if !same {
                    action(Facing::along(one));
                }
            }
        });
    }
}
