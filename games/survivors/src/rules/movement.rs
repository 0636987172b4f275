//! Movement: paths, their cost, who is in the way; breaking off.

use crate::Survivors;
use crate::action::{Action, Figures, Gait, Stop, Way};
use crate::event::Event;
use crate::geometry::feature::Works;
use crate::geometry::point::{COMPASS, Facing, Mils};
use crate::geometry::segment::{near, nearest, within};
use crate::geometry::sight::Disc;
use crate::geometry::tabletop::Barrier;
use crate::position::{
    Charge, FOOT, Figure, FigureId, HORSE, HorseId, Phase, Position, Side, Standing, Step,
};
use crate::refusal::{
    BreakingOff, Charging, Checked, Movement, Name, Refusal, Room, Solid, Turn, no,
};
use crate::rules::actions::{budget, run_budget};
use crate::rules::base_contact::{CONTACT, WINDOW_CONTACT};
use crate::speech::notation::InInches;
use crate::ways::roads::OBSTACLE;
use table::{Audience, Dice, Fit, Log};

/// What a path costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// Its length.
    pub length: Mils,
    /// Obstacles passed.
    pub obstacles: u8,
}

/// What kind of path it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Keeps clear of every enemy.
    Plain,
    /// Ends in contact with these.
    Charge(Figures),
    /// Leaves contact.
    BreakOff,
}

/// Whether a figure may run this turn. SV-MOV-03, SV-MOV-04, SV-ITM-01, SV-CHR-19
fn judge_run(subject: &Figure) -> Checked {
    if subject.used > 0 {
        return no(Movement::Acted);
    }
    if subject.ran_last {
        return no(Movement::RanLastTurn);
    }
    if subject.carrying.is_some() {
        return no(Movement::Laden);
    }
    if subject.limbs.leg {
        return no(Movement::Lame);
    }
    Ok(())
}

impl Survivors {
    /// What a path costs, people left aside. SV-GEO-15, SV-GEO-16, SV-GEO-17, SV-GEO-18,
    /// SV-GEO-19, SV-GEO-20
    pub fn measure(
        &self,
        works: &Works,
        start: Stop,
        stops: &[Stop],
        radius: Mils,
    ) -> Result<Walked, Barrier> {
        let mounted = radius > FOOT;
        let mut walked = Walked { length: 0, obstacles: 0 };
        let mut from = start;
        for to in stops {
            if from.level == to.level {
                let bar = self.table.bars(works, from.level, from.at, to.at, radius, mounted);
                if let Some(barrier) = bar {
                    return Err(barrier);
                }
                walked.length += from.at.leg(to.at);
                let passed = self.table.obstacles(works, from.level, from.at, to.at);
                walked.obstacles = walked.obstacles.saturating_add(passed);
            } else {
                // SV-OBS-13, SV-OBS-14, SV-OBS-15
                // SV-OBS-03, SV-OBS-14
                let stairs = self.table.stairs_between(from.at, from.level, to.at, to.level);
                if mounted || stairs.is_none() {
                    return Err(Barrier::NoStairs);
                }
                walked.obstacles = walked.obstacles.saturating_add(1);
            }
            from = *to;
        }
        Ok(walked)
    }

    /// The path that a way stands for: itself, or the cheapest route to a destination. SV-MOV-20
    pub fn settle(
        &self,
        works: &Works,
        start: Stop,
        way: &Way,
        radius: Mils,
    ) -> Result<(Way, Walked), Barrier> {
        let straight = self.measure(works, start, way.stops(), radius);
        if way.stops().len() > 1 || matches!(straight, Ok(Walked { obstacles: 0, .. })) {
            return straight.map(|walked| (*way, walked));
        }
        let routed = match &straight {
            // No way about it may cost more.
            Ok(walked) => {
                let most = walked.length.fit::<u32>() + OBSTACLE * u32::from(walked.obstacles);
                self.route_within(works, start, way.end(), radius, most)
            }
            Err(_) => self.route(works, start, way.end(), radius),
        };
        match (routed, straight) {
            (Some((way, walked)), _) => Ok((way, walked)),
            (None, Ok(walked)) => Ok((*way, walked)),
            (None, Err(barrier)) => Err(barrier),
        }
    }

    /// Who is in the way of a path, if anybody. SV-MOV-13, SV-MOV-14, SV-MOV-15, SV-CHG-04,
    /// SV-BRK-05
    fn people_in_way(
        &self,
        position: &Position,
        mover: FigureId,
        start: Stop,
        stops: &[Stop],
        path: Path,
    ) -> Checked {
        let radius = position.figures[mover].radius();
        let mut from = start;
        for to in stops {
            if from.level == to.level {
                for (number, other) in position.everybody() {
                    if number == mover || !other.stands() || other.level != from.level {
                        continue;
                    }
                    let close = radius + other.radius();
                    if !within(other.at, from.at, to.at, close + WINDOW_CONTACT) {
                        continue;
                    }
                    self.passes(position, mover, number, from, *to, close, path)?;
                }
                let own = position.figures[mover].mount;
                for (number, horse) in position.stable() {
                    if horse.is_loose()
                        && Some(number) != own
                        && from.level == 0
                        && near(horse.at, from.at, to.at, radius + HORSE)
                    {
                        return no(Movement::HorseInTheWay { horse: self.horse_name(number) });
                    }
                }
            }
            from = *to;
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "one leg of one mover past one other figure")]
    fn passes(
        &self,
        position: &Position,
        mover: FigureId,
        number: FigureId,
        from: Stop,
        to: Stop,
        close: Mils,
        path: Path,
    ) -> Checked {
        let other = &position.figures[number];
        let overlaps = near(other.at, from.at, to.at, close);
        let hostile = other.is_playing() && self.hostile(position, mover, number);
        let declared = matches!(path, Path::Charge(targets) if number.is_in(targets));
        if !hostile && !declared {
            let friend = other.side.is_some() && other.is_playing();
            if overlaps && !friend {
                return no(Movement::InTheWay { figure: self.figure_name(number) });
            }
            return Ok(());
        }
        let radius = position.figures[mover].radius();
        let touches = || self.would_touch(position, other, radius, from, to);
        match path {
            Path::Plain if touches() => {
                no(Movement::WouldTouch { figure: self.figure_name(number) })
            }
            Path::Charge(_) if !declared && touches() => {
                no(Charging::PassesInContact { figure: self.figure_name(number) })
            }
            Path::Charge(_) | Path::BreakOff if overlaps => Err(if path == Path::BreakOff {
                BreakingOff::NoWayThrough { figure: self.figure_name(number) }.into()
            } else {
                Charging::NoWayThrough { figure: self.figure_name(number) }.into()
            }),
            _ => Ok(()),
        }
    }

    /// Whether a base on this leg of a path comes in contact with a figure. SV-MOV-14
    pub(crate) fn would_touch(
        &self,
        position: &Position,
        other: &Figure,
        radius: Mils,
        from: Stop,
        to: Stop,
    ) -> bool {
        let at = nearest(other.at, from.at, to.at);
        let disc = Disc { centre: at, level: from.level, radius };
        within(other.at, from.at, to.at, radius + other.radius() + CONTACT)
            && !self.is_parted(position, &disc, &other.disc())
            || self.bases_touch(position, &disc, &other.disc())
    }

    /// Whether a base can rest at a point: terrain, then people. SV-GEO-11, SV-GEO-12, SV-GEO-18
    pub fn judge_rest(
        &self,
        position: &Position,
        mover: Option<FigureId>,
        horse: Option<HorseId>,
        disc: &Disc,
    ) -> Checked {
        if let Some(barrier) =
            self.table.bars_rest(&position.works, disc.level, disc.centre, disc.radius)
        {
            return Err(self.no_room(barrier));
        }
        if self.overlaps(position, mover, horse, disc) {
            return no(Room::Taken);
        }
        Ok(())
    }

    /// What every decision about a figure in its Movement activation needs.
    pub(crate) fn judge_activation(
        &self,
        position: &Position,
        side: Side,
        figure: FigureId,
    ) -> Checked {
        let name = || self.figure_name(figure);
        let Some(subject) = position.figures.get(figure.index()) else {
            return no(Turn::NoSuchFigure);
        };
        if subject.side != Some(side) {
            return no(Turn::FigureNotYours { figure: name() });
        }
        if !self.counts(position, figure) {
            return no(Turn::NotInPlay { figure: name() });
        }
        if !subject.alert {
            return no(Turn::NoticedNothing { figure: name() });
        }
        if subject.activated && position.active != Some(figure) {
            return no(Turn::HasMoved);
        }
        Ok(())
    }

    /// Whether a figure may make this path now. SV-CAN-02
    pub(crate) fn judge_path(
        &self,
        position: &Position,
        figure: FigureId,
        gait: Gait,
        way: &Way,
        path: Path,
    ) -> Checked<(Stop, Way, Walked)> {
        let subject = &position.figures[figure];
        if way.stops().is_empty() {
            return no(Movement::Legs);
        }
        if subject.has_moved {
            return no(Movement::MadeItsPath);
        }
        let held = self.is_held(position, figure);
        if held && path != Path::BreakOff {
            return no(Movement::HeldInCombat);
        }
        if path == Path::BreakOff {
            self.judge_break_off(position, figure, held)?;
        }
        if gait == Gait::Run {
            judge_run(subject)?;
        }
        let (start, way) = self.start_of(position, figure, way)?;
        let asked = way;
        let (mut way, mut walked) = if asked.stops() == [start] {
            (asked, Walked { length: 0, obstacles: 0 })
        } else {
            self.settle(&position.works, start, &asked, subject.radius()).map_err(|barrier| {
                // What lies too far off even in a straight line is told so, whatever stands between.
                let straight = Walked { length: start.at.leg(asked.end().at), obstacles: 0 };
                let out_of_reach =
                    asked.stops().len() == 1 && straight.length > run_budget(0, subject.stride());
                match self.judge_length(subject, gait, path, &straight) {
                    Err(too_long) if out_of_reach => too_long,
                    _ => self.no_way(barrier),
                }
            })?
        };
        let judge = |way: &Way, walked: &Walked| {
            self.judge_length(subject, gait, path, walked)?;
            self.people_in_way(position, figure, start, way.stops(), path)
        };
        if let Err(refusal) = judge(&way, &walked) {
            let [end] = asked.stops() else { return Err(refusal) };
            let base = (subject.radius(), subject.mount);
            let fits = |way: &Way, walked: &Walked| judge(way, walked).is_ok();
            (way, walked) = self
                .way_round(position, (start, *end), base, path == Path::Plain, &fits)
                .ok_or(refusal)?;
        }
        let end = way.end();
        let disc = Disc { centre: end.at, level: end.level, radius: subject.radius() };
        self.judge_rest(position, Some(figure), subject.mount, &disc)?;
        self.judge_end(position, figure, &disc, path)?;
        Ok((start, way, walked))
    }

    /// Whether a figure may go so far this turn as such, be it where it likes. SV-CAN-02, SV-MOV-10, SV-MOV-16
    pub(crate) fn may_go(&self, position: &Position, figure: FigureId, gait: Gait) -> bool {
        let subject = &position.figures[figure];
        let waits = matches!(subject.standing, Standing::Waiting { .. });
        (subject.is_playing() && subject.alert || waits)
            && !subject.has_moved
            && !self.is_held(position, figure)
            && (gait == Gait::Walk || judge_run(subject).is_ok())
    }

    /// Why a path cannot go on.
    pub(crate) fn no_way(&self, barrier: Barrier) -> Refusal {
        match self.solid(barrier) {
            Ok(by) => Movement::Blocked { by }.into(),
            Err(Barrier::NoFloor) => Movement::NoFloor.into(),
            Err(Barrier::NoStairs) => Movement::NoStairs.into(),
            Err(_) => Movement::OffTable.into(),
        }
    }

    /// Why a base cannot rest.
    fn no_room(&self, barrier: Barrier) -> Refusal {
        match self.solid(barrier) {
            Ok(by) => Room::Blocked { by }.into(),
            Err(Barrier::NoFloor) => Room::NoFloor.into(),
            Err(Barrier::NoStairs) => Room::NoStairs.into(),
            Err(_) => Room::OffTable.into(),
        }
    }

    /// A line as refusals name it: by what it is and whose, since ids of walls tell people nothing.
    pub(super) fn structure(&self, line: usize) -> Solid {
        let line = &self.table.lines[line];
        let building = line.building.and_then(|id| self.table.buildings.get(usize::from(id)));
        Solid::Line(line.kind, building.map(|building| Name::from(&building.name)))
    }

    /// What is in the way, if it is a thing; the barrier itself otherwise.
    fn solid(&self, barrier: Barrier) -> Result<Solid, Barrier> {
        match barrier {
            Barrier::Line(number) => Ok(self.structure(number)),
            Barrier::Area(number) => {
                let area = &self.table.areas[number];
                Ok(Solid::Area(area.kind, Name::from(&area.id)))
            }
            Barrier::Edge | Barrier::NoFloor | Barrier::NoStairs => Err(barrier),
        }
    }

    /// SV-MOV-01, SV-MOV-02, SV-MOV-07, SV-MOV-11
    fn judge_length(&self, subject: &Figure, gait: Gait, path: Path, walked: &Walked) -> Checked {
        let base = subject.stride();
        let actions = subject.used + u8::from(path == Path::BreakOff);
        let most = match gait {
            Gait::Run => run_budget(walked.obstacles, base),
            Gait::Walk => budget(actions, walked.obstacles, base),
        };
        if walked.length <= most {
            return Ok(());
        }
        let (whole, most, length) = (InInches(base), InInches(most), InInches(walked.length));
        match gait {
            Gait::Run => no(Movement::RunTooLong { whole: InInches(2 * base), most, length }),
            Gait::Walk if path == Path::BreakOff => {
                no(Movement::BreakOffTooLong { whole, most, length })
            }
            Gait::Walk => {
                let reach = run_budget(walked.obstacles, base);
                let run = walked.length <= reach && judge_run(subject).is_ok();
                no(Movement::WalkTooLong { whole, most, length, run })
            }
        }
    }

    /// What a path ends in contact with.
    fn judge_end(&self, position: &Position, figure: FigureId, disc: &Disc, path: Path) -> Checked {
        for (number, other) in position.everybody() {
            if number == figure || !other.is_playing() {
                continue;
            }
            let declared = matches!(path, Path::Charge(targets) if number.is_in(targets));
            if !declared && !self.hostile(position, figure, number) {
                continue;
            }
            let touches = self.bases_touch(position, disc, &other.disc());
            if declared && !touches {
                let short = (disc.gap(&other.disc()) - CONTACT).max(1);
                return no(Charging::FallsShort { by: InInches(short) });
            }
            if touches && !declared {
                let figure = self.figure_name(number);
                return Err(match path {
                    Path::Charge(_) => Charging::EndsInContact { figure }.into(),
                    Path::BreakOff => BreakingOff::StillTouches { figure }.into(),
                    Path::Plain => Movement::WouldTouch { figure }.into(),
                });
            }
        }
        Ok(())
    }

    /// Makes a figure the one being activated; another that was is done.
    pub(crate) fn activate(&self, position: &mut Position, figure: FigureId) {
        if let Some(before) = position.active.filter(|before| *before != figure) {
            position.figures[before].activated = true;
        }
        position.active = Some(figure);
        position.figures[figure].activated = true;
    }

    /// Ends the activation.
    pub(crate) fn done(&self, position: &mut Position) {
        position.active = None;
    }

    /// Tells a figure's path, puts it at its end and writes down what it cost.
    #[allow(clippy::too_many_arguments, reason = "all that a path leaves behind")]
    pub(crate) fn walk(
        &self,
        position: &mut Position,
        figure: FigureId,
        start: Stop,
        stops: &[Stop],
        walked: Walked,
        ran: bool,
        face: Option<Facing>,
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
        self.open_doors(position, figure, start, stops, log);
        if let Standing::Waiting { zone, .. } = position.figures[figure].standing {
            position.figures[figure].standing = Standing::Playing;
            position.figures[figure].facing =
                Facing::towards(start.at, self.table.bounds.centre()).unwrap_or(Facing::NORTH);
            log.reveal();
            log.tell(Event::Enters { figure, zone });
        }
        let subject = &mut position.figures[figure];
        let mut from = start;
        let mut along = None;
        for stop in stops {
            along = Facing::towards(from.at, stop.at).or(along);
            from = *stop;
        }
        subject.at = from.at;
        subject.level = from.level;
        subject.base = subject.stride();
        subject.moved = walked.length;
        subject.obstacles = walked.obstacles;
        subject.has_moved = true;
        subject.ran = ran;
        if let Some(facing) = face.or(along) {
            subject.facing = facing; // SV-MOV-17
        }
        let (at, mount) = (subject.at, subject.mount);
        if let Some(horse) = mount {
            position.horses[horse].at = at;
        }
        self.secure(position, figure, log);
        self.noticed(position, figure);
    }

    pub(super) fn offer_movement(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let Some(active) = position.active else {
            for (number, figure) in position.everybody() {
                if figure.side == Some(side)
                    && figure.alert
                    && !figure.activated
                    && self.counts(position, number)
                {
                    out.push(Action::Take(number));
                }
            }
            out.push(Action::End);
            return;
        };
        let figure = active;
        let subject = &position.figures[figure];
        if !subject.has_moved {
            if subject.is_playing() && self.is_held(position, figure) {
                self.offer_breaks(position, figure, out);
            } else {
                self.offer_moves(position, figure, out);
            }
        }
        if subject.is_playing() {
            self.offer_acts(position, Phase::Movement, figure, &mut |act| {
                out.push(Action::Do { figure: active, act });
            });
            self.offer_leads(position, figure, out);
            if self.can_leave(position, figure) {
                out.push(Action::Exit(active));
            }
            for (_, face) in COMPASS {
                if face != subject.facing {
                    out.push(Action::Face { figure: active, face });
                }
            }
        }
        out.push(Action::Done(active));
    }

    pub(super) fn judge_movement(
        &self,
        position: &Position,
        side: Side,
        action: &Action,
    ) -> Checked {
        let activation = |figure: FigureId| self.judge_activation(position, side, figure);
        match action {
            Action::Take(figure) => activation(*figure),
            Action::Move { figure, gait, way, charge, .. } => {
                activation(*figure)?;
                let path = self.judge_charge(position, *figure, *charge)?;
                self.judge_path(position, *figure, *gait, way, path).map(drop)
            }
            Action::BreakOff { figure, way, .. } => {
                activation(*figure)?;
                self.judge_path(position, *figure, Gait::Walk, way, Path::BreakOff).map(drop)
            }
            Action::Lead { figure, horse, way } => {
                activation(*figure)?;
                self.judge_lead(position, *figure, *horse, way).map(drop)
            }
            Action::Exit(figure) => {
                activation(*figure)?;
                self.judge_exit(position, *figure)
            }
            Action::Face { figure, .. } => {
                activation(*figure)?;
                if !position.figures[*figure].is_playing() {
                    return no(Movement::NotOnTable);
                }
                Ok(())
            }
            Action::Done(figure) => activation(*figure),
            Action::Do { figure, act } => {
                activation(*figure)?;
                self.judge_act(position, Phase::Movement, *figure, act)
            }
            Action::End => Ok(()),
            Action::Say { .. } => no(Turn::TalkWaits),
            Action::Shoot { .. } => no(Turn::ShotsWait),
            _ => no(Turn::MovementPhase),
        }
    }

    /// Moves, charges or breaks off along a path that the judge allowed.
    pub(super) fn go(
        &self,
        position: &mut Position,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match action {
            Action::Move { figure, gait, way, charge, face } => {
                let path = if *charge == 0 { Path::Plain } else { Path::Charge(*charge) };
                self.activate(position, *figure);
                let Ok((start, way, walked)) = self.judge_path(position, *figure, *gait, way, path)
                else {
                    self.done(position);
                    return;
                };
                let ran = *gait == Gait::Run;
                if *charge == 0 {
                    self.walk(position, *figure, start, way.stops(), walked, ran, *face, log);
                    self.after_action(position, *figure);
                } else if self.dares(position, *figure, dice, log) {
                    let charge = Charge {
                        figure: *figure,
                        targets: *charge,
                        start,
                        way,
                        length: walked.length,
                        obstacles: walked.obstacles,
                        ran,
                        face: *face,
                        waiting: 0,
                    };
                    self.begin_charge(position, charge, log);
                }
            }
            Action::BreakOff { figure, way, face } => {
                let Ok((start, way, walked)) =
                    self.judge_path(position, *figure, Gait::Walk, way, Path::BreakOff)
                else {
                    return;
                };
                self.activate(position, *figure);
                position.figures[*figure].used += 1;
                log.tell(Event::BreaksOff { figure: *figure });
                self.walk(position, *figure, start, way.stops(), walked, false, *face, log);
                self.prune_contacts(position);
                self.after_action(position, *figure);
            }
            _ => {}
        }
    }

    /// Ends the activation of a figure that can do nothing more.
    pub(crate) fn after_action(&self, position: &mut Position, figure: FigureId) {
        let subject = &position.figures[figure];
        let allowance = self.sheet(position, figure).class.allowance();
        let leads = position.horses.iter().any(|horse| horse.is_loose() && !horse.has_moved);
        let more = subject.is_playing()
            && (subject.can_act(allowance, 1)
                || !subject.has_moved
                || leads && !subject.ran
                || self.can_leave(position, figure));
        if !more {
            self.done(position);
        }
    }

    /// A figure turns on the spot: in its own activation, or before its side fires. SV-ACT-10
    pub(super) fn turn_to(
        &self,
        position: &mut Position,
        figure: FigureId,
        face: Facing,
        log: &mut Log<Event>,
    ) {
        position.figures[figure].facing = face;
        if position.step == Step::Phase(Phase::Movement) {
            self.activate(position, figure);
            self.done(position);
        } else {
            position.figures[figure].turned = true;
        }
        log.tell(Event::Turns { figure });
    }

    /// The start of a path, as a stop.
    #[inline]
    pub fn stop_of(&self, position: &Position, figure: FigureId) -> Stop {
        Stop { at: position.figures[figure].at, level: position.figures[figure].level }
    }
}
