//! The generator: what a seat may do now, with good candidates where choices are continuous.

use crate::Survivors;
use crate::action::{Action, Ruling, Stop, Target};
use crate::edition::components::{Gun, Item};
use crate::geometry::feature::{DoorState, LineKind};
use crate::geometry::point::{COMPASS, INCH, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::sight::{Disc, is_clear};
use crate::position::{NOBODY, Phase, Position, Side, Standing, Step, members};
use crate::rules::charge::AIM_GAP;
use table::{Seat, Status};

impl Survivors {
    pub(crate) fn list(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        let Status::Deciding(seats) = self.who_decides(position) else {
            return;
        };
        if !seats.has(seat) {
            return;
        }
        let Some(side) = self.side_of(position, seat) else {
            self.list_rulings(position, out);
            return;
        };
        match position.step {
            Step::Deploy => self.list_deployment(position, side, out),
            Step::Bid => self.list_bids(position.pools[side as usize], out),
            Step::Order(_) => self.list_orders(position, out),
            Step::Phase(Phase::Movement) => self.list_movement(position, side, out),
            Step::Phase(Phase::Firing) => self.list_firing(position, side, out),
            Step::Phase(Phase::HandToHand) => {
                self.list_fights(position, side, &mut |set| out.push(Action::Fight(set)));
            }
            Step::Phase(Phase::Other) => {
                for figure in 0..position.figures.len() {
                    if position.figures[figure].side == side {
                        let number = figure as u8;
                        self.list_acts(position, Phase::Other, figure, &mut |act| {
                            out.push(Action::Do { figure: number, act });
                        });
                        self.list_says(position, figure, &mut |(shout, effect)| {
                            out.push(Action::Say { figure: number, shout, text: None, effect });
                        });
                    }
                }
                out.push(Action::End);
            }
            Step::PreContact => self.list_precontact(position, side, out),
            Step::Redirect => {
                if let Some(halted) = position.fog.as_ref().and_then(|fog| fog.halted.as_ref()) {
                    out.push(self.redirected(halted));
                    out.push(Action::Done(halted.charge.figure));
                }
            }
            Step::State => self.list_statements(position, side, out),
            Step::Allocate => {
                if let Some(melee) = &position.melee {
                    let eligible = self.may_be_hurt(position, melee, melee.sharing as usize % 2);
                    for figure in members(eligible) {
                        out.push(Action::Hurt { figure: figure as u8, horse: false });
                        if self.horse_may_take(position, figure) {
                            out.push(Action::Hurt { figure: figure as u8, horse: true });
                        }
                    }
                }
            }
            Step::Stop => out.extend([Action::Stop, Action::PlayOn]),
            Step::Umpire | Step::Over => {}
        }
        // SV-END-09; where several decide at once it would tell what a seat had in mind.
        if seats.len() == 1 {
            out.push(Action::Concede);
        }
    }

    fn list_rulings(&self, position: &Position, out: &mut Vec<Action>) {
        for figure in 0..position.figures.len() {
            if position.figures[figure].is_playing() && position.tested >> figure & 1 == 0 {
                out.push(Action::Rule(Ruling::Test { figure: figure as u8, target: 4 }));
            }
        }
        for number in 0..position.works.smoke.len() {
            out.push(Action::Rule(Ruling::Clear(number as u8)));
        }
        if position.works.smoke.is_empty() && position.tested == 0 {
            out.push(Action::Rule(Ruling::Smoke {
                at: self.table.bounds.centre(),
                radius: 2 * INCH,
                turns: 2,
            }));
        }
        out.push(Action::End);
    }

    fn list_deployment(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let setup = &self.scenario.sides[side as usize];
        let next = setup
            .figures
            .clone()
            .find(|figure| position.figures[*figure as usize].standing == Standing::Undeployed);
        if let Some(figure) = next {
            let waiting = |other: &u8| {
                matches!(position.figures[*other as usize].standing, Standing::Waiting { .. })
            };
            if setup.figures.clone().filter(waiting).count() < setup.hold_back as usize {
                for zone in &setup.entries {
                    out.push(Action::Enter { figure, zone: *zone });
                }
            }
            let mut place = |at: Point, level: i8, sentry: bool| {
                let stop = Stop { at, level };
                if self.can_deploy(position, figure, stop, sentry) {
                    out.push(Action::Deploy { figure, stop, face: None });
                }
            };
            for spot in self.scenario.spots.iter().filter(|spot| spot.side == side) {
                place(spot.at, spot.level, true);
            }
            if let Some(zone) = setup.zone {
                let zone = &self.scenario.zones[zone as usize].bounds;
                for level in 0..2 {
                    for y in (zone.low.y + INCH..zone.high.y).step_by(2 * INCH as usize) {
                        for x in (zone.low.x + INCH..zone.high.x).step_by(2 * INCH as usize) {
                            let at = Point::new(x, y);
                            if self.table.has_floor(at, level) {
                                place(at, level, false);
                            }
                        }
                    }
                }
            }
        }
        out.push(Action::Ready);
    }

    /// Whether a figure can be placed at a sentry's spot, or inside its zone. SV-SET-05
    pub(crate) fn can_deploy(
        &self,
        position: &Position,
        figure: u8,
        stop: Stop,
        sentry: bool,
    ) -> bool {
        let subject = &position.figures[figure as usize];
        let setup = &self.scenario.sides[subject.side as usize];
        let disc = Disc { centre: stop.at, level: stop.level, radius: subject.radius() };
        let holds = |bounds: &Bounds| bounds.holds_disc(disc.centre, disc.radius);
        let placed = sentry
            || setup.zone.is_some_and(|zone| holds(&self.scenario.zones[zone as usize].bounds))
                && setup
                    .inside
                    .is_none_or(|within| holds(&self.table.buildings[within as usize].plan));
        let mount = subject.mount.map(usize::from);
        placed
            && !self.overlaps(position, Some(figure as usize), mount, &disc)
            && !self.touches_enemy(position, figure as usize, &disc)
            && self.table.bars_rest(&position.works, stop.level, stop.at, disc.radius).is_none()
    }

    /// Every way to share out the whole pool.
    fn list_bids(&self, pool: u8, out: &mut Vec<Action>) {
        for mv in 0..=pool {
            for fi in 0..=pool - mv {
                for hh in 0..=pool - mv - fi {
                    out.push(Action::Bid([mv, fi, hh, pool - mv - fi - hh]));
                }
            }
        }
    }

    fn list_orders(&self, position: &Position, out: &mut Vec<Action>) {
        let sides = self.sides_in_play(position);
        let count = sides.count_ones() as u8;
        fn grow(left: u8, so_far: [Side; 4], at: u8, count: u8, out: &mut Vec<Action>) {
            if at == count {
                out.push(Action::Order { sides: so_far, count });
                return;
            }
            for side in 0..8 {
                if left >> side & 1 == 1 {
                    let mut next = so_far;
                    next[at as usize] = side;
                    grow(left & !(1 << side), next, at + 1, count, out);
                }
            }
        }
        grow(sides, [NOBODY; 4], 0, count.min(4), out);
    }

    fn list_movement(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let Some(active) = position.active else {
            for (number, figure) in position.figures.iter().enumerate() {
                if figure.side == side
                    && figure.alert
                    && !figure.activated
                    && self.counts(position, number)
                {
                    out.push(Action::Take(number as u8));
                }
            }
            out.push(Action::End);
            return;
        };
        let figure = active as usize;
        let subject = &position.figures[figure];
        if !subject.has_moved {
            if subject.is_playing() && self.is_held(position, figure) {
                self.list_breaks(position, figure, out);
            } else {
                self.list_moves(position, figure, out);
            }
        }
        if subject.is_playing() {
            self.list_acts(position, Phase::Movement, figure, &mut |act| {
                out.push(Action::Do { figure: active, act });
            });
            self.list_leads(position, figure, out);
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

    fn list_firing(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        for (figure, shooter) in position.figures.iter().enumerate() {
            if shooter.side != side {
                continue;
            }
            if let Some(gun) = self.ready_gun(position, figure, 1) {
                let aims = shooter.can_act(self.sheet(position, figure).class.allowance(), 2);
                let number = figure as u8;
                self.targets(position, figure, gun, &mut |target| {
                    out.push(Action::Shoot { figure: number, target, aimed: false });
                    if aims {
                        out.push(Action::Shoot { figure: number, target, aimed: true });
                    }
                    false
                });
            }
            if self.may_turn(position, figure) {
                for (_, face) in COMPASS {
                    if face != shooter.facing {
                        out.push(Action::Face { figure: figure as u8, face });
                    }
                }
            }
        }
        out.push(Action::End);
    }

    /// The gun that a figure could fire now for so many actions. SV-FIR-09, SV-FIR-14 to SV-FIR-19
    fn ready_gun(&self, position: &Position, figure: usize, actions: u8) -> Option<&Gun> {
        let subject = &position.figures[figure];
        let (slot, item, gun) = self.weapon(position, figure)?;
        let ready = subject.is_playing()
            && subject.alert
            && !subject.fired
            && subject.carrying.is_none()
            && (!gun.reloads || subject.is_loaded(slot))
            && !(subject.limbs.arm && item == Item::Shotgun)
            && subject.can_act(self.sheet(position, figure).class.allowance(), actions)
            && !self.is_held(position, figure);
        ready.then_some(gun)
    }

    /// Whether a side has any shot to take, or figure to turn, now.
    pub(crate) fn has_shot(&self, position: &Position, side: Side) -> bool {
        (0..position.figures.len()).any(|figure| {
            position.figures[figure].side == side
                && (self.may_turn(position, figure)
                    || self
                        .ready_gun(position, figure, 1)
                        .is_some_and(|gun| self.targets(position, figure, gun, &mut |_| true)))
        })
    }

    /// Whether a figure may turn before its side fires. SV-LOS-16
    pub(crate) fn may_turn(&self, position: &Position, figure: usize) -> bool {
        self.options.free_turn_fire
            && !position.figures[figure].turned
            && self.ready_gun(position, figure, 1).is_some()
    }

    /// Shows every target worth a shot to `each`, until it has enough; whether it had.
    fn targets(
        &self,
        position: &Position,
        figure: usize,
        gun: &Gun,
        each: &mut dyn FnMut(Target) -> bool,
    ) -> bool {
        let shooter = &position.figures[figure];
        let disc = shooter.disc();
        let in_arc = |other: &Disc| {
            self.gap_at_most(&disc, other, gun.range)
                && shooter.facing.covers(shooter.at, other.centre)
        };
        for (other, target) in position.figures.iter().enumerate() {
            let fair = target.is_playing()
                && (target.side == NOBODY || self.hostile(position, figure, other));
            if !fair
                || !in_arc(&target.disc())
                || !self.options.fire_into_melee && self.is_held(position, other)
                || self.sees(position, figure, other).is_none()
            {
                continue;
            }
            if each(Target::Figure(other as u8))
                || target.mount.is_some_and(|horse| each(Target::Horse(horse)))
            {
                return true;
            }
        }
        for (number, horse) in position.horses.iter().enumerate() {
            if horse.is_loose()
                && in_arc(&horse.disc())
                && self.sees_horse(position, figure, number).is_some()
                && each(Target::Horse(number as u8))
            {
                return true;
            }
        }
        // Barricades, and doors that keep people out: other structures are for people to name.
        self.breakable.iter().any(|line| {
            let piece = &self.table.lines[*line as usize];
            let stands = match piece.kind {
                LineKind::Door => matches!(
                    position.works.doors[*line as usize],
                    DoorState::Locked | DoorState::Barred
                ),
                _ => position.works.damage[*line as usize] < piece.strength,
            };
            let middle = piece.middle();
            stands
                && piece.level == shooter.level
                && shooter.at.leg(middle) - disc.radius <= gun.range
                && shooter.facing.covers(shooter.at, middle)
                && is_clear(
                    &self.table,
                    &position.works,
                    piece.level,
                    shooter.at,
                    middle,
                    Some(*line as usize),
                )
                && each(Target::Line(*line))
        })
    }

    fn list_precontact(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let Some(charge) = &position.charge else {
            return;
        };
        let runner = &position.figures[charge.figure as usize];
        let (centre, level) = (charge.start.at, charge.start.level);
        let start = Disc { centre, level, radius: runner.radius() };
        for number in members(charge.waiting) {
            let shooter = &position.figures[number];
            if shooter.side != side {
                continue;
            }
            let figure = number as u8;
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

    fn list_statements(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let Some(melee) = &position.melee else {
            return;
        };
        let waits = (0..2).any(|i| melee.sides[i] == side && melee.capture[i].is_none());
        if waits {
            out.extend([Action::Capture(true), Action::Capture(false)]);
        }
        for figure in members(melee.unsaid) {
            if position.figures[figure].side == side {
                for yes in [true, false] {
                    out.push(Action::Improvise { figure: figure as u8, yes });
                }
            }
        }
    }

    /// The doors of the table, by line.
    pub(crate) fn find_doors(table: &crate::geometry::tabletop::Tabletop) -> Vec<u16> {
        let lines = table.lines.iter().enumerate();
        lines
            .filter(|(_, line)| line.kind == LineKind::Door)
            .map(|(number, _)| number as u16)
            .collect()
    }
}
