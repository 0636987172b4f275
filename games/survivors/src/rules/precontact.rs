//! Fire before contact: whoever is charged may shoot first.

use crate::Survivors;
use crate::action::{Action, Figures, Stop, Way};
use crate::edition::components::Item;
use crate::edition::options::PreContactBy;
use crate::event::Event;
use crate::geometry::point::{INCH, Mils, Point, Vector, rdiv};
use crate::geometry::sight::{Cover, Disc};
use crate::position::{
    Charge, FOOT, FigureId, HORSE, HorseId, Phase, Position, Side, Standing, Step, members,
};
use crate::refusal::{Charging, Checked, no};
use crate::rules::movement::Walked;
use crate::speech::notation::InInches;
use crate::ways::crowd::apart;
use table::{Dice, Fit, Log};

/// A charge from farther than this can be fired at. SV-PRE-01
pub(crate) const SHOT_GAP: Mils = 2 * INCH;

/// A charge from farther than this can be aimed at. SV-PRE-04
pub(crate) const AIM_GAP: Mils = 6 * INCH;

/// The steps in which the shot point is found. SV-PRE-07
const STRIDE: i64 = 10;

impl Survivors {
    /// The last point of a charge, in steps of ten mils, that is still two inches from the firer.
    /// SV-PRE-07
    pub fn shot_point(
        &self,
        position: &Position,
        charge: &Charge,
        firer: FigureId,
    ) -> Option<Stop> {
        let runner = &position.figures[charge.figure];
        let firer = &position.figures[firer];
        last_clear(charge, firer.at, runner.radius() + firer.radius())
    }

    /// Who may fire at the charger, and at which point of its path. SV-PRE-01, SV-PRE-02,
    /// SV-PRE-03, SV-PRE-04, SV-PRE-05, SV-PRE-06, SV-PRE-07, SV-PRE-08, SV-PRE-09, SV-PRE-10,
    /// SV-PRE-11, SV-PRE-02, SV-PRE-10
    pub fn firing_point(
        &self,
        position: &Position,
        charge: &Charge,
        firer: FigureId,
    ) -> Option<Stop> {
        let runner = &position.figures[charge.figure];
        let shooter = &position.figures[firer];
        let charged = firer.is_in(charge.targets);
        let may = match self.options.precontact_by {
            PreContactBy::Charged => charged,
            PreContactBy::Any => self.hostile(position, charge.figure, firer),
        };
        if !may || !self.may_answer(position, firer) {
            return None;
        }
        let (_, _, gun) = self.weapon(position, firer)?;
        let point = if charged {
            let start = Disc {
                centre: charge.start.at,
                level: charge.start.level,
                radius: runner.radius(),
            };
            if self.gap_at_most(&start, &shooter.disc(), SHOT_GAP) {
                return None; // SV-PRE-06, SV-PRE-15
            }
            self.shot_point(position, charge, firer).unwrap_or(charge.start)
        } else {
            let first = members(charge.targets).next()?;
            let point = self.shot_point(position, charge, first).unwrap_or(charge.start);
            let disc = Disc { centre: point.at, level: point.level, radius: runner.radius() };
            if !self.gap_at_most(&disc, &shooter.disc(), gun.range) {
                return None;
            }
            point
        };
        let disc = Disc { centre: point.at, level: point.level, radius: runner.radius() };
        if !shooter.facing.covers(shooter.at, point.at) {
            return None; // SV-PRE-09
        }
        let cover = self.looks(position, firer, charge.figure, &disc)?;
        (cover <= Cover::Obscured).then_some(point) // SV-PRE-08
    }

    /// Whether a figure could fire at a charge, where and what it sees left aside. SV-PRE-02, SV-PRE-03,
    /// SV-PRE-10, SV-PRE-11
    pub(crate) fn may_answer(&self, position: &Position, firer: FigureId) -> bool {
        let shooter = &position.figures[firer];
        let Some((slot, item, gun)) = self.weapon(position, firer) else { return false };
        shooter.side.is_some()
            && shooter.is_playing()
            && shooter.alert
            && !shooter.fired
            && shooter.can_act(self.sheet(position, firer).class.allowance(), 1)
            && shooter.carrying.is_none()
            && (!gun.reloads || shooter.is_loaded(slot))
            && !(shooter.limbs.arm && item == Item::Shotgun)
            && !self.is_held(position, firer)
    }

    pub(crate) fn find_firers(&self, position: &mut Position) {
        let Some(charge) = &position.charge else {
            return;
        };
        let waiting = position
            .ids()
            .filter(|firer| self.firing_point(position, charge, *firer).is_some())
            .fold(0 as Figures, |set, firer| set | firer.bit());
        if let Some(charge) = &mut position.charge {
            charge.waiting = waiting;
        }
    }

    /// The side that is asked next whether it fires.
    pub(crate) fn precontact_side(&self, position: &Position) -> Option<Side> {
        let charge = position.charge.as_ref()?;
        members(charge.waiting).filter_map(|figure| position.figures[figure].side).min()
    }

    /// Whether an aimed shot at this charge is possible for the firer. SV-PRE-03, SV-PRE-04
    pub(crate) fn judge_precontact(
        &self,
        position: &Position,
        side: Side,
        figure: FigureId,
        fire: Option<(bool, bool)>,
    ) -> Checked {
        let Some(charge) = &position.charge else {
            return no(Charging::NobodyCharges);
        };
        let owned =
            position.figures.get(figure.index()).is_some_and(|figure| figure.side == Some(side));
        if !owned || !figure.is_in(charge.waiting) {
            return no(Charging::CannotFire);
        }
        if let Some((aimed, horse)) = fire {
            let shooter = &position.figures[figure];
            if aimed {
                let runner = &position.figures[charge.figure];
                let start = Disc {
                    centre: charge.start.at,
                    level: charge.start.level,
                    radius: runner.radius(),
                };
                if self.gap_at_most(&start, &shooter.disc(), AIM_GAP) {
                    return no(Charging::NoTimeToAim { gap: InInches(start.gap(&shooter.disc())) });
                }
                if !shooter.can_act(self.sheet(position, figure).class.allowance(), 2) {
                    return no(Charging::AimNeedsTwo);
                }
            }
            if horse && position.figures[charge.figure].mount.is_none() {
                return no(Charging::NoHorse);
            }
        }
        Ok(())
    }

    /// One charged figure fires or holds.
    pub(crate) fn precontact(
        &self,
        position: &mut Position,
        figure: FigureId,
        fire: Option<(bool, bool)>,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let Some(mut charge) = position.charge.clone() else {
            return;
        };
        charge.waiting &= !(figure.bit());
        let runner = charge.figure;
        if let (Some((aimed, horse)), Some(point)) =
            (fire, self.firing_point(position, &charge, figure))
        {
            let disc = Disc {
                centre: point.at,
                level: point.level,
                radius: position.figures[runner].radius(),
            };
            // The charger stands at the shot point while it is shot at.
            let home = (position.figures[runner].at, position.figures[runner].level);
            let waits = position.figures[runner].standing;
            let base = position.figures[runner].stride();
            self.put(position, runner, point);
            position.figures[runner].standing = Standing::Playing;
            let cover = self.looks(position, figure, runner, &disc).unwrap_or(Cover::Obscured);
            let mounted = position.figures[runner].mount;
            let target = match mounted {
                Some(horse_number) if horse => crate::action::Target::Horse(horse_number),
                _ => crate::action::Target::Figure(runner),
            };
            position.charge = None;
            // SV-PRE-12
            self.resolve_shot(position, figure, target, aimed, cover, dice, log);
            let fallen = position.figures[runner].standing == Standing::Down;
            let thrown = mounted.is_some() && position.figures[runner].mount.is_none();
            if fallen || thrown {
                // SV-PRE-13, SV-HRS-07, SV-HRS-08
                let (way, walked) = self.gone_until(position, &charge, point, disc.radius);
                let subject = &mut position.figures[runner];
                subject.has_moved = true;
                subject.base = base;
                subject.ran = charge.ran;
                subject.moved = walked.length;
                subject.obstacles = walked.obstacles;
                log.tell(Event::CameTo { figure: runner, at: point.at, length: walked.length });
                self.open_doors(position, runner, charge.start, way.stops(), log); // SV-OBS-07
                self.make_room(position, &charge, point, mounted);
                position.step = Step::Phase(Phase::Movement);
                self.done(position);
                return;
            }
            self.put(position, runner, Stop { at: home.0, level: home.1 });
            position.figures[runner].standing = waits;
        } else {
            log.tell(Event::Holds { figure });
        }
        position.charge = Some(charge);
        self.go_on_charging(position, log);
    }

    /// The way that a charger has gone when it is shot at a point, and what it cost. SV-PRE-13
    fn gone_until(
        &self,
        position: &Position,
        charge: &Charge,
        point: Stop,
        radius: Mils,
    ) -> (Way, Walked) {
        let mut way = Way::empty();
        if point == charge.start {
            return (way, Walked { length: 0, obstacles: 0 });
        }
        let last = legs(charge).filter(|(_, from, to)| along(*from, *to).any(|at| at == point));
        let before = last.last().map_or(0, |(leg, _, _)| leg);
        way.refill(charge.way.stops()[..before].iter().copied().chain([point]));
        let whole = Walked { length: charge.length, obstacles: charge.obstacles };
        let walked =
            self.measure(&position.works, charge.start, way.stops(), radius).unwrap_or(whole);
        (way, walked)
    }

    /// Whoever still stands where a charge was shot down, be it a rider thrown or a horse that lost
    /// its rider, stands as far along the path as there is room. SV-GEO-11
    fn make_room(
        &self,
        position: &mut Position,
        charge: &Charge,
        point: Stop,
        mounted: Option<HorseId>,
    ) {
        let runner = charge.figure;
        let horse = mounted.filter(|horse| position.horses[*horse].is_loose());
        let rider = position.figures[runner].stands();
        let radius = match horse {
            Some(_) => HORSE,
            None if rider => FOOT,
            None => return,
        };
        let figures = position.everybody();
        let figures = figures.filter(|(number, figure)| *number != runner && figure.stands());
        let horses = position.stable();
        let horses = horses.filter(|(number, other)| Some(*number) != horse && other.is_loose());
        let others = figures.map(|(_, figure)| figure.disc());
        let others: Vec<Disc> = others.chain(horses.map(|(_, horse)| horse.disc())).collect();
        let has_room = |stop: &Stop| {
            let disc = Disc { centre: stop.at, level: stop.level, radius };
            others.iter().all(|other| apart(&disc, other))
                && self.table.lets_rest(&position.works, stop.level, stop.at, radius)
        };
        let (mut free, mut found) = (None, None);
        for stop in steps(charge) {
            free = has_room(&stop).then_some(stop).or(free);
            if stop == point {
                found = free;
            }
        }
        let Some(stop) = found else { return };
        match horse {
            Some(horse) => position.horses[horse].at = stop.at,
            None => self.put(position, runner, stop),
        }
    }

    pub(super) fn offer_precontact(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let Some(charge) = &position.charge else {
            return;
        };
        let runner = &position.figures[charge.figure];
        let (centre, level) = (charge.start.at, charge.start.level);
        let start = Disc { centre, level, radius: runner.radius() };
        for number in members(charge.waiting) {
            let shooter = &position.figures[number];
            if shooter.side != Some(side) {
                continue;
            }
            let figure = number;
            out.push(Action::Hold(figure));
            let aims = !self.gap_at_most(&start, &shooter.disc(), AIM_GAP)
                && shooter.can_act(self.sheet(position, number).class.allowance(), 2);
            for aimed in [false, true] {
                if aims || !aimed {
                    out.push(Action::Fire { figure, aimed, horse: false });
                    if runner.mount.is_some() {
                        out.push(Action::Fire { figure, aimed, horse: true });
                    }
                }
            }
        }
    }
}

/// The last point of a charge that is still two inches from a firer, with the radii of both bases. SV-PRE-07
pub(crate) fn last_clear(charge: &Charge, firer: Point, radii: Mils) -> Option<Stop> {
    let far = i64::from(SHOT_GAP + radii);
    steps(charge).filter(|stop| stop.at.distance2(firer) >= far * far).last()
}

/// The legs of a charge on one floor, by number, each from where to where.
fn legs(charge: &Charge) -> impl Iterator<Item = (usize, Stop, Stop)> {
    let starts = std::iter::once(&charge.start).chain(charge.way.stops());
    let legs = starts.zip(charge.way.stops()).enumerate();
    legs.map(|(leg, (from, to))| (leg, *from, *to)).filter(|(_, from, to)| from.level == to.level)
}

/// The points of a leg in steps of ten mils, both ends among them.
fn along(from: Stop, to: Stop) -> impl Iterator<Item = Stop> {
    let (way, length) = (to.at - from.at, i64::from(from.at.leg(to.at)));
    let strides = (0..length).step_by(STRIDE.fit::<usize>()).chain((length > 0).then_some(length));
    strides.map(move |m| {
        let gone = Vector::new(rdiv(way.x * m, length), rdiv(way.y * m, length));
        Stop { at: from.at + gone, level: to.level }
    })
}

/// The points of a charge in steps of ten mils, its start first.
fn steps(charge: &Charge) -> impl Iterator<Item = Stop> {
    std::iter::once(charge.start).chain(legs(charge).flat_map(|(_, from, to)| along(from, to)))
}
