//! Charges, getting stuck in, and fire before contact. SV-CHG, SV-PRE, SV-CIV

use crate::Survivors;
use crate::action::{Figures, Stop};
use crate::edition::components::{Item, Skill};
use crate::edition::options::PreContactBy;
use crate::event::{Event, TestFor};
use crate::geometry::point::{INCH, Mils, Point, Vector, rdiv};
use crate::geometry::sight::{Cover, Disc};
use crate::position::{
    Charge, Encouraged, FOOT, HORSE, NOBODY, Phase, Position, Side, Standing, Step, members,
};
use crate::rules::movement::Walked;
use crate::speech::notation::inches;
use crate::ways::crowd::apart;
use table::{Audience, Dice, Log, Refusal};

/// A charge from farther than this can be fired at. SV-PRE-01
const SHOT_GAP: Mils = 2 * INCH;
/// A charge from farther than this can be aimed at. SV-PRE-04
pub(crate) const AIM_GAP: Mils = 6 * INCH;
/// The steps in which the shot point is found. SV-PRE-07
const STRIDE: i64 = 10;

/// The points of a charge in steps of ten mils, its start first.
fn steps(charge: &Charge) -> impl Iterator<Item = Stop> {
    let starts = std::iter::once(&charge.start).chain(charge.way.stops());
    let legs = starts.zip(charge.way.stops()).filter(|(from, to)| from.level == to.level);
    let along = legs.flat_map(|(from, to)| {
        let (way, length) = (to.at - from.at, from.at.leg(to.at) as i64);
        let strides = (0..length).step_by(STRIDE as usize).chain((length > 0).then_some(length));
        strides.map(move |m| {
            let gone = Vector::new(rdiv(way.x * m, length), rdiv(way.y * m, length));
            Stop { at: from.at + gone, level: to.level }
        })
    });
    std::iter::once(charge.start).chain(along)
}

impl Survivors {
    /// Whether a figure must pass a test to charge. SV-CIV-01, SV-CIV-08, SV-CIV-10
    pub fn needs_courage(&self, position: &Position, figure: usize) -> bool {
        let sheet = self.sheet(position, figure);
        let armed = position.figures[figure]
            .kit
            .iter()
            .flatten()
            .any(|item| self.book.melee[*item as usize].is_some());
        sheet.civilian && !armed
    }

    /// The stuck-in test. SV-CIV-02 to SV-CIV-05, SV-CIV-09
    pub(crate) fn gets_stuck_in(
        &self,
        position: &mut Position,
        figure: usize,
        of: TestFor,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        let sheet = self.sheet(position, figure);
        let heartened = position.figures[figure].encouraged == Encouraged::Now;
        let bonus = (sheet.bonus(Skill::Plucky) == 1 || heartened) as i32 - sheet.shirker as i32;
        self.enable_test(figure, of, bonus, 4, dice, log)
    }

    /// An Enable Test. SV-TST-01, SV-TST-05, SV-TST-06
    pub(crate) fn enable_test(
        &self,
        figure: usize,
        of: TestFor,
        bonus: i32,
        target: u32,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        let roll = dice.roll("enable test", 6);
        let passed = roll as i32 + bonus >= target as i32;
        log.tell_to(
            || Audience::All,
            || Event::Tested { figure: figure as u8, of, roll, bonus, target, passed },
        );
        passed
    }

    /// The last point of a charge, in steps of ten mils, that is still two inches from the firer.
    /// SV-PRE-07
    pub fn shot_point(&self, position: &Position, charge: &Charge, firer: usize) -> Option<Stop> {
        let runner = &position.figures[charge.figure as usize];
        let firer = &position.figures[firer];
        let far = (SHOT_GAP + runner.radius() + firer.radius()) as i64;
        let clear = |at: Point| at.distance2(firer.at) >= far * far;
        steps(charge).filter(|stop| clear(stop.at)).last()
    }

    /// Who may fire at the charger, and at which point of its path. SV-PRE-01 to SV-PRE-11
    pub fn firing_point(&self, position: &Position, charge: &Charge, firer: usize) -> Option<Stop> {
        let runner = &position.figures[charge.figure as usize];
        let shooter = &position.figures[firer];
        let charged = charge.targets >> firer & 1 == 1;
        let may = match self.options.precontact_by {
            PreContactBy::Charged => charged,
            PreContactBy::Any => self.hostile(position, charge.figure as usize, firer),
        };
        let allowance = self.sheet(position, firer).class.allowance();
        if !may
            || shooter.side == NOBODY
            || !shooter.is_playing()
            || !shooter.alert
            || shooter.fired
            || !shooter.can_act(allowance, 1)
            || shooter.carrying.is_some()
        {
            return None;
        }
        let (slot, item, gun) = self.weapon(position, firer)?;
        if gun.reloads && !shooter.is_loaded(slot) {
            return None;
        }
        if shooter.limbs.arm && item == Item::Shotgun || self.is_held(position, firer) {
            return None;
        }
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
        let cover = self.looks(position, firer, charge.figure as usize, &disc)?;
        (cover <= Cover::Obscured).then_some(point) // SV-PRE-08
    }

    pub(crate) fn find_firers(&self, position: &mut Position) {
        let Some(charge) = &position.charge else {
            return;
        };
        let waiting = (0..position.figures.len())
            .filter(|firer| self.firing_point(position, charge, *firer).is_some())
            .fold(0 as Figures, |set, firer| set | 1 << firer);
        if let Some(charge) = &mut position.charge {
            charge.waiting = waiting;
        }
    }

    /// The side that is asked next whether it fires.
    pub(crate) fn precontact_side(&self, position: &Position) -> Option<Side> {
        let charge = position.charge.as_ref()?;
        members(charge.waiting).map(|figure| position.figures[figure].side).min()
    }

    /// Whether an aimed shot at this charge is possible for the firer. SV-PRE-03, SV-PRE-04
    pub(crate) fn check_precontact(
        &self,
        position: &Position,
        side: Side,
        figure: u8,
        fire: Option<(bool, bool)>,
    ) -> Result<(), Refusal> {
        let Some(charge) = &position.charge else {
            return Err(Refusal::new("SV-PRE-01", "Nobody is charging."));
        };
        let number = figure as usize;
        let owned = position.figures.get(number).is_some_and(|figure| figure.side == side);
        if !owned || charge.waiting >> figure & 1 == 0 {
            return Err(Refusal::new("SV-PRE-05", "That figure cannot fire at this charge."));
        }
        if let Some((aimed, horse)) = fire {
            let shooter = &position.figures[number];
            if aimed {
                let runner = &position.figures[charge.figure as usize];
                let start = Disc {
                    centre: charge.start.at,
                    level: charge.start.level,
                    radius: runner.radius(),
                };
                if self.gap_at_most(&start, &shooter.disc(), AIM_GAP) {
                    return Err(Refusal::new(
                        "SV-PRE-04",
                        format!(
                            "No time to aim: the charge began {}\" away.",
                            inches(start.gap(&shooter.disc()))
                        ),
                    ));
                }
                if !shooter.can_act(self.sheet(position, number).class.allowance(), 2) {
                    return Err(Refusal::new("SV-PRE-03", "An aimed shot needs two actions."));
                }
            }
            if horse && position.figures[charge.figure as usize].mount.is_none() {
                return Err(Refusal::new("SV-FIR-21", "The charger has no horse."));
            }
        }
        Ok(())
    }

    /// One charged figure fires or holds.
    pub(crate) fn precontact(
        &self,
        position: &mut Position,
        figure: u8,
        fire: Option<(bool, bool)>,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let Some(mut charge) = position.charge.clone() else {
            return;
        };
        charge.waiting &= !(1 << figure);
        let runner = charge.figure as usize;
        if let (Some((aimed, horse)), Some(point)) =
            (fire, self.firing_point(position, &charge, figure as usize))
        {
            let disc = Disc {
                centre: point.at,
                level: point.level,
                radius: position.figures[runner].radius(),
            };
            // The charger stands at the shot point while it is shot at.
            let home = (position.figures[runner].at, position.figures[runner].level);
            let waits = position.figures[runner].standing;
            self.put(position, runner, point);
            position.figures[runner].standing = Standing::Playing;
            let cover =
                self.looks(position, figure as usize, runner, &disc).unwrap_or(Cover::Obscured);
            let mounted = position.figures[runner].mount;
            let target = match mounted {
                Some(horse_number) if horse => crate::action::Target::Horse(horse_number),
                _ => crate::action::Target::Figure(runner as u8),
            };
            position.charge = None;
            self.resolve_shot(position, figure as usize, target, aimed, cover, dice, log);
            let fallen = position.figures[runner].standing == Standing::Down;
            let thrown = mounted.is_some() && position.figures[runner].mount.is_none();
            if fallen || thrown {
                // SV-PRE-13, SV-HRS-08
                let subject = &mut position.figures[runner];
                subject.has_moved = true;
                subject.base = subject.stride();
                subject.ran = charge.ran;
                subject.moved = subject.moved.max(if thrown { 10 * INCH } else { 0 });
                self.make_room(position, &charge, point, mounted);
                position.step = Step::Phase(Phase::Movement);
                self.done(position);
                return;
            }
            self.put(position, runner, Stop { at: home.0, level: home.1 });
            position.figures[runner].standing = waits;
        } else {
            log.tell_to(|| Audience::All, || Event::Holds { figure });
        }
        position.charge = Some(charge);
        self.go_on_charging(position, log);
    }

    /// Whoever still stands where a charge was shot down, be it a rider thrown or a horse that lost
    /// its rider, stands as far along the path as there is room. SV-GEO-11
    fn make_room(
        &self,
        position: &mut Position,
        charge: &Charge,
        point: Stop,
        mounted: Option<u8>,
    ) {
        let runner = charge.figure as usize;
        let horse = mounted.map(usize::from).filter(|horse| position.horses[*horse].is_loose());
        let rider = position.figures[runner].stands();
        let radius = match horse {
            Some(_) => HORSE,
            None if rider => FOOT,
            None => return,
        };
        let figures = position.figures.iter().enumerate();
        let figures = figures.filter(|(number, figure)| *number != runner && figure.stands());
        let horses = position.horses.iter().enumerate();
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

    pub(crate) fn put(&self, position: &mut Position, figure: usize, stop: Stop) {
        position.figures[figure].at = stop.at;
        position.figures[figure].level = stop.level;
        if let Some(horse) = position.figures[figure].mount {
            position.horses[horse as usize].at = stop.at;
        }
    }

    /// Waits for those who may still fire, or brings the charge home.
    pub(crate) fn go_on_charging(&self, position: &mut Position, log: &mut Log<Event>) {
        let waiting = position.charge.as_ref().map_or(0, |charge| charge.waiting);
        if waiting != 0 {
            position.step = Step::PreContact;
            return;
        }
        let Some(charge) = position.charge.take() else {
            return;
        };
        let walked = Walked { length: charge.length, obstacles: charge.obstacles };
        position.step = Step::Phase(Phase::Movement);
        self.tell_path(charge.figure, charge.start, charge.way.stops(), &walked, charge.ran, log);
        self.complete_path(
            position,
            charge.figure,
            charge.start,
            charge.way.stops(),
            walked,
            charge.ran,
            charge.face,
            log,
        );
        for target in members(charge.targets) {
            self.enter_contact(position, charge.figure, target as u8, log);
        }
        self.done(position);
    }

    #[allow(clippy::too_many_arguments, reason = "all that a path is told by")]
    pub(crate) fn tell_path(
        &self,
        figure: u8,
        start: Stop,
        stops: &[Stop],
        walked: &Walked,
        ran: bool,
        log: &mut Log<Event>,
    ) {
        log.tell_to(
            || Audience::All,
            || Event::Moves {
                figure,
                ran,
                path: std::iter::once(start)
                    .chain(stops.iter().copied())
                    .map(|stop| (stop.at, stop.level))
                    .collect(),
                length: walked.length,
                obstacles: walked.obstacles,
            },
        );
    }

    /// Begins the charge: writes it down and finds who may fire first.
    pub(crate) fn begin_charge(
        &self,
        position: &mut Position,
        charge: Charge,
        log: &mut Log<Event>,
    ) {
        let (figure, targets) = (charge.figure, charge.targets);
        let side = position.figures[figure as usize].side;
        log.tell_to(
            || Audience::All,
            || Event::Charges {
                figure,
                targets: members(targets).map(|target| target as u8).collect(),
            },
        );
        for target in members(targets) {
            let target = &mut position.figures[target];
            if target.side == NOBODY {
                target.wary |= 1 << side; // SV-STR-05
            }
        }
        position.charge = Some(charge);
        self.heed_charge(position, figure as usize, targets);
        self.find_firers(position);
        position.step = Step::PreContact;
        self.go_on_charging(position, log);
    }
}
