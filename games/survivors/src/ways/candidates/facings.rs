//! The generator's chapter on movement: candidates as actions, ways onto the table, out of combat,
//! and with a horse on the rein.

use super::{Kind, MOST_CANDIDATES, Raw};
use crate::Survivors;
use crate::action::{Action, Figures, Stop};
use crate::geometry::feature::Level;
use crate::geometry::point::{Facing, INCH, Mils, Point, Vector, isqrt};
use crate::position::{FigureId, Position, Standing};
use crate::ways::spots::Spots;
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

/// Where a figure may look at the end of a move.
struct Looks<'a> {
    foes: Foes,
    /// Whether an enemy may be near enough.
    matter: bool,
    spots: &'a Spots,
}

impl<'a> Looks<'a> {
    fn of(game: &'a Survivors, position: &Position, figure: FigureId) -> Looks<'a> {
        let subject = &position.figures[figure];
        let foes = Foes::of(game, position, figure, 2 * subject.stride());
        let matter = foes.matter();
        Looks { foes, matter, spots: game.spots(subject.radius()) }
    }

    /// Where it may look beside along its way, whose last leg begins at `from`: at the nearest enemy, and
    /// at the nearest in view.
    fn at_end(&self, stop: Stop, from: Point, charge: Figures) -> ArrayVec<Vector, 2> {
        let mut looks = ArrayVec::new();
        // Far from every enemy, and in a charge, it does not matter where one looks.
        if charge != 0 || !self.matter {
            return looks;
        }
        let nearest = self.foes.nearest(stop.at);
        if nearest[0].0 > i64::from(MATTERS).pow(2) {
            return looks;
        }
        let along = stop.at - from;
        let is_along = |at: Point| {
            let way = at - stop.at;
            along.cross(way) == 0 && along.dot(way) > 0
        };
        let near = self.foes.all[nearest[0].1].at;
        if near != stop.at && !is_along(near) {
            looks.push(near - stop.at);
        }
        // Where no outlook is known, the nearest enemy stands for the nearest in view.
        let Some(spot) = self.spots.find(stop) else {
            return looks;
        };
        let outlook = self.spots.outlook(spot);
        let known = nearest.iter().filter(|(far, _)| *far < i64::MAX);
        let mut looked_at = known.map(|(_, foe)| &self.foes.all[*foe]);
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
                looks.push(one);
            }
        }
        looks
    }
}

impl Survivors {
    /// The candidates as actions, with up to three facings each. Step 12
    pub(crate) fn offer_moves(&self, position: &Position, figure: FigureId, out: &mut Vec<Action>) {
        if let Standing::Waiting { zone, .. } = position.figures[figure].standing {
            self.offer_entries(position, figure, zone, out);
            return;
        }
        let looks = Looks::of(self, position, figure);
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
            let from = match candidate.way.stops() {
                [.., before, _] => before.at,
                _ => position.figures[figure].at,
            };
            for look in looks.at_end(candidate.stop, from, candidate.charge) {
                action(Facing::along(look));
            }
        });
    }

    /// The one of the moves of a figure on the table that `choose` names by its place in their list, once it
    /// has heard how many they are; none if it names one beyond them. The list itself is not made.
    pub(crate) fn pick_move(
        &self,
        position: &Position,
        figure: FigureId,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Action> {
        let looks = Looks::of(self, position, figure);
        let picked = self.with_ends(position, figure, |search, ends| {
            // By candidate, where its moves begin in the list; it has one for each facing.
            let mut begins: ArrayVec<(usize, usize), MOST_CANDIDATES> = ArrayVec::new();
            let mut count = 0;
            let bend =
                |raw: &Raw| self.last_bend(search.reached, &raw.found, raw.stop, search.radius);
            let faced = |raw: &Raw, from: Point| looks.at_end(raw.stop, from, raw.charge);
            for (number, raw) in ends.iter().enumerate() {
                if let Some(from) = bend(raw) {
                    begins.push((count, number));
                    count += 1 + faced(raw, from).len();
                }
            }
            let place = choose(count);
            if place >= count {
                return None;
            }
            let (begin, number) = begins[begins.partition_point(|(begin, _)| *begin <= place) - 1];
            let raw = &ends[number];
            let face = match place - begin {
                0 => None,
                look => Facing::along(faced(raw, bend(raw)?)[look - 1]),
            };
            let way = self.trace(search.reached, &raw.found, raw.stop, search.radius)?;
            Some(Action::Move { figure, gait: raw.gait, way, charge: raw.charge, face })
        });
        picked.unwrap_or_else(|| {
            choose(0);
            None
        })
    }
}
