//! Meeting somebody unseen: a path that would touch him halts before him, a charge may be turned on
//! him, and a place that he holds cannot be taken. SV-FOG-05, SV-FOG-06, SV-FOG-07

use crate::Survivors;
use crate::action::{Action, Figures, Gait, Stop, Way};
use crate::event::Event;
use crate::geometry::point::{Facing, Mils};
use crate::geometry::segment::nearest;
use crate::geometry::sight::Disc;
use crate::position::{Charge, FigureId, Halted, Phase, Position, Side, Standing, Step, members};
use crate::refusal::{Checked, Unseen, no};
use crate::rules::base_contact::CONTACT;
use crate::rules::movement::{Path, Walked};
use table::{Audience, Dice, Log, Seat, Viewer};

/// How far outside contact one halts. SV-FOG-05
const HALT: Mils = 10;
/// The steps in which the place to halt is looked for.
const STRIDE: usize = 10;

/// A path of the active side, as it was decided on.
struct Planned {
    figure: FigureId,
    gait: Gait,
    path: Path,
    face: Option<Facing>,
    start: Stop,
    way: Way,
}

/// Where a path meets somebody unseen.
struct Met {
    /// Whom.
    who: FigureId,
    /// Which leg of the path.
    leg: usize,
    /// The point of that leg nearest to him.
    at: Stop,
}

impl Survivors {
    /// Carries out a decision in fog: as decided if nobody unseen is in its way; then everybody
    /// looks
    /// about. SV-FOG-09
    pub(crate) fn decide_in_fog(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let before = position.fog.as_ref().map_or([0; 4], |fog| fog.seen);
        let mut told = Log::new();
        if self.meets_unseen(position, seat, action, dice, &mut told) {
            self.advance(position, dice, &mut told);
        } else {
            self.decide(position, seat, action, dice, &mut told);
        }
        self.look_about(position);
        let quiet = matches!(
            action,
            Action::Take(_)
                | Action::Deploy { .. }
                | Action::Enter { .. }
                | Action::GiveLamp(_)
                | Action::Stand { .. }
        );
        if !quiet || told.revealed() {
            log.reveal();
        }
        self.pass_on(position, before, &mut told, log);
    }

    /// Does what a decision comes to if somebody unseen is in its way; whether that is so.
    fn meets_unseen(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        let Some(side) = self.side_of(position, seat) else {
            return false;
        };
        if position.step == Step::Redirect {
            return self.redirect(position, action, log);
        }
        let viewer = Viewer::Seat(seat);
        let unseen = self.unseen(position, viewer);
        if unseen == 0 || self.judge(position, seat, action).is_ok() {
            return false;
        }
        if let Some(planned) = self.planned(position, viewer, action)
            && let Some(met) = self.first_met(position, &planned, unseen)
        {
            self.come_upon(position, &planned, &met, dice, log);
            return true;
        }
        for figure in members(self.in_the_way(position, seat, action, unseen)) {
            self.discover(position, side, None, figure, log);
        }
        log.reveal();
        true
    }

    fn planned(&self, position: &Position, viewer: Viewer, action: &Action) -> Option<Planned> {
        let (figure, gait, way, path, face) = match action {
            Action::Move { figure, gait, way, charge: 0, face } => {
                (*figure, *gait, way, Path::Plain, *face)
            }
            Action::Move { figure, gait, way, charge, face } => {
                (*figure, *gait, way, Path::Charge(*charge), *face)
            }
            Action::BreakOff { figure, way, face } => {
                (*figure, Gait::Walk, way, Path::BreakOff, *face)
            }
            _ => return None,
        };
        let known = self.known(position, viewer);
        let (start, way, _) = self.judge_path(&known, figure, gait, way, path).ok()?;
        Some(Planned { figure, gait, path, face, start, way })
    }

    /// The first of the unseen that a path touches.
    fn first_met(&self, position: &Position, planned: &Planned, unseen: Figures) -> Option<Met> {
        let radius = position.figures[planned.figure].radius();
        let mut from = planned.start;
        for (leg, to) in planned.way.stops().iter().enumerate() {
            let touched = |who: &FigureId| {
                let other = &position.figures[*who];
                other.level == to.level
                    && if from.level == to.level {
                        self.would_touch(position, other, radius, from, *to)
                    } else {
                        self.would_touch(position, other, radius, *to, *to)
                    }
            };
            let first = members(unseen)
                .filter(touched)
                .map(|who| {
                    let at = nearest(position.figures[who].at, from.at, to.at);
                    (from.at.distance2(at), who, at)
                })
                .min_by_key(|(far, who, _)| (*far, *who));
            if let Some((_, who, at)) = first {
                let at = if from.level == to.level { Stop { at, level: to.level } } else { from };
                return Some(Met { who, leg, at });
            }
            from = *to;
        }
        None
    }

    /// The path up to the last point where one can halt before somebody. SV-FOG-05
    fn up_to(&self, position: &Position, planned: &Planned, met: &Met) -> Option<Way> {
        let mover = planned.figure;
        let subject = &position.figures[mover];
        let (radius, mount) = (subject.radius(), subject.mount);
        let other = position.figures[met.who].disc();
        let fits = |stop: Stop| {
            let disc = Disc { centre: stop.at, level: stop.level, radius };
            let clear = stop.level != other.level
                || !disc.gap_within(&other, CONTACT + HALT - 1)
                || self.is_parted(position, &disc, &other);
            clear
                && self.judge_rest(position, Some(mover), mount, &disc).is_ok()
                && (planned.path == Path::BreakOff || !self.touches_enemy(position, mover, &disc))
        };
        let stops = planned.way.stops();
        for leg in (0..=met.leg).rev() {
            let from = if leg == 0 { planned.start } else { stops[leg - 1] };
            let to = if leg == met.leg { met.at } else { stops[leg] };
            let length = if from.level == to.level { i64::from(from.at.leg(to.at)) } else { 0 };
            let found = (0..=length).rev().step_by(STRIDE).map(|m| Stop {
                at: if m == 0 { from.at } else { Survivors::step_along(from.at, to.at, m) },
                level: from.level,
            });
            if let Some(stop) = found.into_iter().find(|stop| fits(*stop)) {
                let mut way = Way::empty();
                for before in &stops[..leg] {
                    way.push(*before);
                }
                if stop != from || leg == 0 {
                    way.push(stop);
                }
                return Some(way);
            }
        }
        None
    }

    /// A path meets somebody unseen: it halts before him, and he is seen.
    fn come_upon(
        &self,
        position: &mut Position,
        planned: &Planned,
        met: &Met,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let figure = planned.figure;
        let side = position.figures[figure].side;
        log.reveal();
        self.activate(position, figure);
        let charging = matches!(planned.path, Path::Charge(_));
        if charging && !self.dares(position, figure, dice, log) {
            return;
        }
        if planned.path == Path::BreakOff {
            position.figures[figure].used += 1;
            log.tell(Event::BreaksOff { figure });
        }
        if let Some(side) = side {
            self.discover(position, side, Some(figure), met.who, log);
        }
        let Some(way) = self.up_to(position, planned, met) else {
            return; // No room at all: it stays where it was, and may try elsewhere.
        };
        if charging && let Some(charge) = self.turned_on(position, planned, met, &way) {
            if let Some(fog) = &mut position.fog {
                fog.halted = Some(Halted { charge, way });
            }
            position.step = Step::Redirect;
            return;
        }
        self.halt(position, planned.figure, planned.start, &way, planned.gait, planned.face, log);
    }

    #[allow(clippy::too_many_arguments, reason = "all that a path leaves behind")]
    fn halt(
        &self,
        position: &mut Position,
        figure: FigureId,
        start: Stop,
        way: &Way,
        gait: Gait,
        face: Option<Facing>,
        log: &mut Log<Event>,
    ) {
        let radius = position.figures[figure].radius();
        let walked = self
            .measure(&position.works, start, way.stops(), radius)
            .unwrap_or(Walked { length: 0, obstacles: 0 });
        let ran = gait == Gait::Run;
        self.walk(position, figure, start, way.stops(), walked, ran, face, log);
        self.prune_contacts(position);
        self.after_action(position, figure);
    }

    /// The charge turned on whom it met, if the length allows. SV-FOG-06
    fn turned_on(
        &self,
        position: &Position,
        planned: &Planned,
        met: &Met,
        way: &Way,
    ) -> Option<Charge> {
        let subject = &position.figures[planned.figure];
        let other = position.figures[met.who].disc();
        let mut legs = way.stops().to_vec();
        let last = legs.pop()?;
        let to = planned.way.stops().get(met.leg)?;
        if last.level != to.level {
            return None;
        }
        let length = i64::from(last.at.leg(to.at));
        let touching = (1..=length)
            .take(20 * STRIDE)
            .map(|m| Stop { at: Survivors::step_along(last.at, to.at, m), level: to.level })
            .find(|stop| {
                let disc = Disc { centre: stop.at, level: stop.level, radius: subject.radius() };
                self.bases_touch(position, &disc, &other)
            })?;
        legs.push(touching);
        let targets = met.who.bit();
        let entering = matches!(subject.standing, Standing::Waiting { .. });
        if entering {
            legs.insert(0, planned.start);
        }
        let way = Way::through(&legs)?;
        let (start, way, walked) = self
            .judge_path(position, planned.figure, planned.gait, &way, Path::Charge(targets))
            .ok()?;
        Some(Charge {
            figure: planned.figure,
            targets,
            start,
            way,
            length: walked.length,
            obstacles: walked.obstacles,
            ran: planned.gait == Gait::Run,
            face: planned.face,
            waiting: 0,
        })
    }

    /// The charge at whom it met, as an action.
    pub(crate) fn redirected(&self, halted: &Halted) -> Action {
        let charge = &halted.charge;
        Action::Move {
            figure: charge.figure,
            gait: if charge.ran { Gait::Run } else { Gait::Walk },
            way: Way::to(charge.way.end()),
            charge: charge.targets,
            face: charge.face,
        }
    }

    /// SV-FOG-06
    pub(crate) fn judge_redirect(&self, position: &Position, action: &Action) -> Checked {
        let halted = position.fog.as_ref().and_then(|fog| fog.halted.as_ref());
        let fits = halted.is_some_and(|halted| {
            *action == Action::Done(halted.charge.figure) || *action == self.redirected(halted)
        });
        if fits { Ok(()) } else { no(Unseen::ChargeOrHalt) }
    }

    /// A halted charge goes on at whom it met, or not.
    fn redirect(&self, position: &mut Position, action: &Action, log: &mut Log<Event>) -> bool {
        let Some(Halted { charge, way }) = position.fog.as_mut().and_then(|fog| fog.halted.take())
        else {
            return false;
        };
        position.step = Step::Phase(Phase::Movement);
        match action {
            Action::Move { .. } => self.begin_charge(position, charge, log),
            Action::Done(_) => {
                let gait = if charge.ran { Gait::Run } else { Gait::Walk };
                self.halt(position, charge.figure, charge.start, &way, gait, charge.face, log);
            }
            _ => return false,
        }
        true
    }

    /// Those of the unseen because of whom a decision cannot be carried out. SV-FOG-07
    fn in_the_way(
        &self,
        position: &Position,
        seat: Seat,
        action: &Action,
        unseen: Figures,
    ) -> Figures {
        let known = self.known(position, Viewer::Seat(seat));
        let hinders = |figure: &FigureId| {
            let mut probe = known.clone().into_owned();
            probe.figures[*figure] = position.figures[*figure].clone();
            self.judge(&probe, seat, action).is_err()
        };
        let found = members(unseen).filter(hinders).fold(0, |set, figure| set | figure.bit());
        if found == 0 { unseen } else { found }
    }

    fn discover(
        &self,
        position: &mut Position,
        side: Side,
        figure: Option<FigureId>,
        who: FigureId,
        log: &mut Log<Event>,
    ) {
        self.give_away(position, side, who);
        let seat = self.seat_of(position, side);
        log.tell_to(|| Audience::only(seat), || Event::ComesUpon { figure, who });
    }

    pub(crate) fn offer_redirect(&self, position: &Position, out: &mut Vec<Action>) {
        if let Some(halted) = position.fog.as_ref().and_then(|fog| fog.halted.as_ref()) {
            out.push(self.redirected(halted));
            out.push(Action::Done(halted.charge.figure));
        }
    }
}
