//! The generator's chapter on movement: candidates as actions, ways onto the table, out of combat,
//! and with a horse on the rein.

use crate::Survivors;
use crate::action::{Action, Figures, Gait, Stop, Way};
use crate::geometry::feature::Level;
use crate::geometry::point::{Facing, INCH, Mils, Point, RING, isqrt, rdiv};
use crate::geometry::polygon::Bounds;
use crate::geometry::segment::near;
use crate::geometry::sight::Disc;
use crate::position::{FOOT, HORSE, NOBODY, Position, Standing};
use crate::rules::actions::{budget, run_budget};
use crate::rules::contact::REACH;
use crate::ways::candidates::Kind;
use crate::ways::crowd::Crowd;

/// Within this distance of an enemy a facing is worth choosing.
const MATTERS: Mils = 20 * INCH;
/// How many enemies are looked at before a facing is given up.
const LOOKED_AT: usize = 3;

/// An enemy of a figure that moves.
#[derive(Clone, Copy, Default)]
struct Foe {
    /// No more than its squared distance from where a path may end.
    least: i64,
    at: Point,
    level: Level,
}

/// The enemies of a figure.
struct Foes {
    all: [Foe; 64],
    count: usize,
}

impl Foes {
    /// The enemies of a figure that can go so far.
    fn of(game: &Survivors, position: &Position, figure: usize, far: Mils) -> Foes {
        let mut foes = Foes { all: [Foe::default(); 64], count: 0 };
        let from = position.figures[figure].at;
        for (number, foe) in position.figures.iter().enumerate().take(64) {
            if foe.is_playing() && game.hostile(position, figure, number) {
                let least = (isqrt(foe.at.distance2(from)) - far as i64).max(0).pow(2);
                foes.all[foes.count] = Foe { least, at: foe.at, level: foe.level };
                foes.count += 1;
            }
        }
        foes
    }

    /// The nearest to where a path ends, by number, with their squared distances; what is missing is
    /// endlessly far.
    #[inline]
    fn nearest(&self, to: Point) -> [(i64, usize); LOOKED_AT] {
        let mut nearest = [(i64::MAX, 0); LOOKED_AT];
        for (number, foe) in self.all[..self.count].iter().enumerate() {
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
        self.all[..self.count].iter().any(|foe| foe.least <= (MATTERS as i64).pow(2))
    }
}

impl Survivors {
    /// The candidates as actions, with up to three facings each. Step 12
    pub(crate) fn list_moves(&self, position: &Position, figure: usize, out: &mut Vec<Action>) {
        if let Standing::Waiting { zone, .. } = position.figures[figure].standing {
            self.list_entries(position, figure, zone, out);
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
                    figure: figure as u8,
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
            if nearest[0].0 > (MATTERS as i64).pow(2) {
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

    /// Ways onto the table from an entry zone: straight in. SV-MOV-19
    fn list_entries(&self, position: &Position, figure: usize, zone: u8, out: &mut Vec<Action>) {
        let subject = &position.figures[figure];
        let radius = subject.radius();
        let Some(bounds) = self.scenario.zones.get(zone as usize).map(|zone| zone.bounds) else {
            return;
        };
        let crowd = Crowd::about(self, position, figure, 0);
        let high = self.table.bounds.high;
        let mut entry = |at: Point, inwards: Facing| {
            let start = Stop { at, level: 0 };
            if !self.is_entry(zone, start, radius) {
                return;
            }
            for (gait, far) in [(Gait::Walk, 0), (Gait::Walk, 4), (Gait::Walk, 6), (Gait::Run, 12)]
            {
                let at = Point::new(at.x + inwards.x * far * INCH, at.y + inwards.y * far * INCH);
                let end = Stop { at, level: 0 };
                let most = match gait {
                    Gait::Walk => budget(subject.used, 0, subject.stride()),
                    Gait::Run => run_budget(0, subject.stride()),
                };
                let disc = Disc { centre: at, level: 0, radius };
                let mut way = Way::to(start);
                if far > 0 {
                    way.push(end);
                }
                let fits = far * INCH <= most
                    && matches!(self.straight(&position.works, start, end, radius), Some((_, 0)))
                    && self.table.bars_rest(&position.works, 0, at, radius).is_none()
                    && crowd.has_room(&disc)
                    && crowd.lets_pass(self, position, start, &way, 0)
                    && crowd.lets_end(self, position, &disc, 0);
                if fits {
                    let figure = figure as u8;
                    out.push(Action::Move { figure, gait, way, charge: 0, face: None });
                }
            }
        };
        let Bounds { low, high: top } = bounds;
        for y in (low.y + 2 * INCH..top.y).step_by(4 * INCH as usize) {
            if low.x == 0 {
                entry(Point::new(radius, y), Facing { x: 1, y: 0 });
            }
            if top.x == high.x {
                entry(Point::new(high.x - radius, y), Facing { x: -1, y: 0 });
            }
        }
        for x in (low.x + 2 * INCH..top.x).step_by(4 * INCH as usize) {
            if low.y == 0 {
                entry(Point::new(x, radius), Facing { x: 0, y: 1 });
            }
            if top.y == high.y {
                entry(Point::new(x, high.y - radius), Facing { x: 0, y: -1 });
            }
        }
    }

    /// Ways out of hand-to-hand: straight to points of two rings. SV-BRK
    pub(crate) fn list_breaks(&self, position: &Position, figure: usize, out: &mut Vec<Action>) {
        let subject = &position.figures[figure];
        let allowance = self.sheet(position, figure).class.allowance();
        let charged = position.contacts.iter().any(|contact| {
            (contact.on as usize, contact.turn) == (figure, position.turn)
                && self.in_contact(position, contact.by as usize, figure)
        });
        if charged || !subject.can_act(allowance, 1) {
            return;
        }
        let start = self.stop_of(position, figure);
        let most = budget(subject.used + 1, 0, subject.stride());
        let crowd = Crowd::about(self, position, figure, most);
        for far in [most, most / 2] {
            for way in RING {
                let at = Point::new(
                    subject.at.x + rdiv(way.x * far as i64, 1000) as Mils,
                    subject.at.y + rdiv(way.y * far as i64, 1000) as Mils,
                );
                let end = Stop { at, level: subject.level };
                let disc = Disc { centre: at, level: end.level, radius: subject.radius() };
                let way = Way::to(end);
                let free = subject.at.leg(at) <= most
                    && matches!(
                        self.straight(&position.works, start, end, disc.radius),
                        Some((_, 0))
                    )
                    && self.table.bars_rest(&position.works, end.level, at, disc.radius).is_none()
                    && crowd.has_room(&disc)
                    // On the way out it may brush past those whom it leaves.
                    && crowd.lets_pass(self, position, start, &way, Figures::MAX)
                    && crowd.lets_end(self, position, &disc, 0);
                if free {
                    out.push(Action::BreakOff { figure: figure as u8, way, face: None });
                }
            }
        }
    }

    /// Places for a led horse: straight to a ring about its leader, over obstacles too. SV-HRS-09
    pub(crate) fn list_leads(&self, position: &Position, figure: usize, out: &mut Vec<Action>) {
        let leader = &position.figures[figure];
        if leader.mount.is_some()
            || leader.ran
            || leader.level != 0
            || self.is_held(position, figure)
        {
            return;
        }
        let (began, floor) = leader.began;
        let reach = (REACH + FOOT + HORSE) as i64;
        for (number, horse) in position.horses.iter().enumerate() {
            let held = leader.at.distance2(horse.at) <= reach * reach
                || leader.has_moved && floor == 0 && began.distance2(horse.at) <= reach * reach;
            if !horse.is_loose() || horse.has_moved || !held {
                continue;
            }
            let start = Stop { at: horse.at, level: 0 };
            for way in RING {
                let at = Point::new(
                    leader.at.x + rdiv(way.x * (reach - 100), 1000) as Mils,
                    leader.at.y + rdiv(way.y * (reach - 100), 1000) as Mils,
                );
                let end = Stop { at, level: 0 };
                if let Some(way) = self.lead_to(position, figure, number, start, end) {
                    let (figure, horse) = (figure as u8, number as u8);
                    out.push(Action::Lead { figure, horse, way });
                }
            }
        }
    }

    /// The straight way by which a horse is led to a point, if it can be.
    fn lead_to(
        &self,
        position: &Position,
        leader: usize,
        horse: usize,
        start: Stop,
        end: Stop,
    ) -> Option<Way> {
        let subject = &position.figures[leader];
        let fits =
            |length: Mils, obstacles: u8| length <= budget(subject.used, obstacles, subject.pace());
        let straight = start.at.leg(end.at);
        if !fits(straight, 0) || !self.has_room_for(position, leader, horse, start, end) {
            return None;
        }
        let (_, obstacles) = self.straight(&position.works, start, end, HORSE)?;
        if obstacles == 0 {
            return Some(Way::to(end));
        }
        if !fits(straight, obstacles) {
            return None;
        }
        // With a point between, so that it is not led around instead. SV-MOV-20
        let half = Point::new((start.at.x + end.at.x) / 2, (start.at.y + end.at.y) / 2);
        let way = Way::through(&[Stop { at: half, level: 0 }, end])?;
        let walked = self.measure(position, start, way.stops(), HORSE).ok()?;
        let clear = [(start, half), (Stop { at: half, level: 0 }, end.at)].iter().all(|(p, q)| {
            let to = Stop { at: *q, level: 0 };
            self.nobody_stops(position, leader, *p, to)
        });
        (fits(walked.length, walked.obstacles) && clear).then_some(way)
    }

    /// Whether nobody stands in the way of a led horse.
    fn nobody_stops(&self, position: &Position, leader: usize, from: Stop, to: Stop) -> bool {
        let figures = position.figures.iter().enumerate().filter(|(_, other)| other.stands());
        figures.filter(|(_, other)| other.level == 0).all(|(number, other)| {
            let stops = other.side == NOBODY
                || other.is_playing() && self.hostile(position, leader, number);
            !(stops && near(other.at, from.at, to.at, HORSE + other.radius()))
        })
    }

    /// Whether a led horse can go straight to a point and stand there, terrain on the way left aside.
    fn has_room_for(
        &self,
        position: &Position,
        leader: usize,
        horse: usize,
        start: Stop,
        end: Stop,
    ) -> bool {
        let apart = |at: Point, radius: Mils| {
            let close = (HORSE + radius) as i64;
            at.distance2(end.at) >= close * close
        };
        let mut figures =
            position.figures.iter().filter(|other| other.stands() && other.level == 0);
        figures.all(|other| apart(other.at, other.radius()))
            && self.nobody_stops(position, leader, start, end)
            && self.table.bars_rest(&position.works, 0, end.at, HORSE).is_none()
            && position.horses.iter().enumerate().all(|(number, other)| {
                number == horse || !other.is_loose() || apart(other.at, HORSE)
            })
    }
}
