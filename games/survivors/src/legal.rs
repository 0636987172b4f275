//! The generator: what a seat may do now, with good candidates where choices are continuous.

use crate::Survivors;
use crate::action::{Act, Action, Effect, Ruling, Stop, Target, Thing};
use crate::feature::{DoorState, LineKind};
use crate::figure::{Encouraged, HorseFate, NOBODY, Place, Side, Skill, Standing, TokenKind};
use crate::movement::REACH;
use crate::point::{COMPASS, INCH, Point, RING, rdiv};
use crate::position::{Phase, Position, Step, members};
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
            for zone in &setup.entries {
                if self.check_held_back(position, side, figure, *zone).is_ok() {
                    out.push(Action::Enter { figure, zone: *zone });
                }
            }
            let mut place = |at: Point, level: i8| {
                let stop = Stop { at, level };
                if self.check_deploy(position, side, figure, stop).is_ok() {
                    out.push(Action::Deploy { figure, stop, face: None });
                }
            };
            for spot in self.scenario.spots.iter().filter(|spot| spot.side == side) {
                place(spot.at, spot.level);
            }
            if let Some(zone) = setup.zone {
                let zone = &self.scenario.zones[zone as usize].bounds;
                for level in 0..2 {
                    let mut y = zone.low.y + INCH;
                    while y < zone.high.y {
                        let mut x = zone.low.x + INCH;
                        while x < zone.high.x {
                            let at = Point::new(x, y);
                            if self.table.has_floor(at, level) {
                                place(at, level);
                            }
                            x += 2 * INCH;
                        }
                        y += 2 * INCH;
                    }
                }
            }
        }
        out.push(Action::Ready);
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
            for figure in 0..position.figures.len() {
                if self.check_activation(position, side, figure as u8).is_ok() {
                    out.push(Action::Take(figure as u8));
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
            if self.check_exit(position, active).is_ok() {
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

    fn list_leads(&self, position: &Position, figure: usize, out: &mut Vec<Action>) {
        let subject = &position.figures[figure];
        if subject.mount.is_some() || subject.ran || subject.level != 0 {
            return;
        }
        let reach = (REACH + subject.radius() + crate::figure::HORSE - 100) as i64;
        for (number, horse) in position.horses.iter().enumerate() {
            if !horse.is_loose() || horse.has_moved || horse.fate != HorseFate::Standing {
                continue;
            }
            let near = |at: Point| at.distance2(horse.at) <= (reach + 200) * (reach + 200);
            if !near(subject.at) && !near(subject.began.0) {
                continue;
            }
            for way in RING {
                let at = Point::new(
                    subject.at.x + rdiv(way.x * reach, 1000) as i32,
                    subject.at.y + rdiv(way.y * reach, 1000) as i32,
                );
                let way = crate::action::Way::to(Stop { at, level: 0 });
                if self.check_lead(position, figure as u8, number as u8, &way).is_ok() {
                    out.push(Action::Lead { figure: figure as u8, horse: number as u8, way });
                }
            }
        }
    }

    fn list_firing(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        for figure in 0..position.figures.len() {
            let number = figure as u8;
            if position.figures[figure].side != side
                || self.check_shooter(position, side, number, false).is_err()
            {
                continue;
            }
            let Some((_, _, gun)) = self.weapon(position, figure) else {
                continue;
            };
            let aim = self.check_shooter(position, side, number, true).is_ok();
            let disc = position.figures[figure].disc();
            let shoot = |target: Target, out: &mut Vec<Action>| {
                if self.check_shot(position, number, target).is_ok() {
                    for aimed in [false, true] {
                        if !aimed || aim {
                            out.push(Action::Shoot { figure: number, target, aimed });
                        }
                    }
                }
            };
            for other in 0..position.figures.len() {
                let target = &position.figures[other];
                if other == figure
                    || !target.is_playing()
                    || target.side == side
                    || !disc.gap_within(&target.disc(), gun.range + INCH)
                {
                    continue;
                }
                shoot(Target::Figure(other as u8), out);
                if let Some(horse) = target.mount {
                    shoot(Target::Horse(horse), out);
                }
            }
            for horse in 0..position.horses.len() {
                if position.horses[horse].is_loose()
                    && disc.gap_within(&position.horses[horse].disc(), gun.range + INCH)
                {
                    shoot(Target::Horse(horse as u8), out);
                }
            }
            for line in self.structures_near(position, figure, gun.range) {
                out.push(Action::Shoot {
                    figure: number,
                    target: Target::Line(line),
                    aimed: false,
                });
            }
        }
        for figure in 0..position.figures.len() {
            if position.figures[figure].side == side && self.may_turn(position, figure) {
                for (_, face) in COMPASS {
                    if face != position.figures[figure].facing {
                        out.push(Action::Face { figure: figure as u8, face });
                    }
                }
            }
        }
        out.push(Action::End);
    }

    fn list_precontact(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        let Some(charge) = &position.charge else {
            return;
        };
        let mounted = position.figures[charge.figure as usize].mount.is_some();
        for figure in members(charge.waiting) {
            if position.figures[figure].side != side {
                continue;
            }
            let figure = figure as u8;
            out.push(Action::Hold(figure));
            for aimed in [false, true] {
                for horse in [false, true] {
                    let fire = Some((aimed, horse));
                    if (!horse || mounted)
                        && self.check_precontact(position, side, figure, fire).is_ok()
                    {
                        out.push(Action::Fire { figure, aimed, horse });
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

    /// Actions of the table that are worth listing.
    pub(crate) fn list_acts(
        &self,
        position: &Position,
        phase: Phase,
        figure: usize,
        each: &mut dyn FnMut(Act),
    ) {
        let subject = &position.figures[figure];
        let sheet = self.sheet(position, figure);
        if !subject.is_playing() || !subject.alert || !subject.can_act(sheet.class.allowance(), 1) {
            return;
        }
        let number = figure as u8;
        let legal = |act: &Act| self.check_act(position, phase, number, act).is_ok();
        let mut offer = |act: Act| {
            if legal(&act) {
                each(act);
            }
        };
        for (slot, item) in subject.kit.iter().enumerate() {
            if let Some(item) = item
                && subject.in_hand != Some(slot as u8)
            {
                offer(Act::Draw(*item));
            }
        }
        if self.is_held(position, figure) {
            return;
        }
        if phase == Phase::Other {
            offer(Act::Reload);
        }
        let near = |at: Point| subject.at.distance2(at) <= 4_000_000;
        for (token, thing) in position.tokens.iter().enumerate() {
            if let Place::Table { at, .. } = thing.place
                && near(at)
            {
                offer(Act::PickUp(token as u8));
            }
        }
        for (horse, beast) in position.horses.iter().enumerate() {
            if beast.is_loose() && near(beast.at) {
                offer(Act::Mount(horse as u8));
                offer(Act::Load(horse as u8));
                offer(Act::Unload(horse as u8));
            }
        }
        if subject.mount.is_some() {
            let far = (crate::figure::FOOT + crate::figure::HORSE + 50) as i64;
            for way in RING.iter().step_by(3) {
                offer(Act::Dismount(Point::new(
                    subject.at.x + rdiv(way.x * far, 1000) as i32,
                    subject.at.y + rdiv(way.y * far, 1000) as i32,
                )));
            }
        }
        for door in self.doors.iter() {
            let line = &self.table.lines[*door as usize];
            if line.level != subject.level || !near(line.middle()) {
                continue;
            }
            match position.works.doors[*door as usize] {
                DoorState::Open => offer(Act::Close(*door)),
                DoorState::Closed => {
                    offer(Act::Open(*door));
                    offer(Act::Lock(*door));
                    offer(Act::Bar(*door));
                }
                DoorState::Locked => {
                    offer(Act::Unlock(*door));
                    offer(Act::Force(*door));
                }
                DoorState::Barred => {
                    offer(Act::Unbar(*door));
                    offer(Act::Force(*door));
                }
                DoorState::Destroyed => {}
            }
        }
        if self.scenario.is_dark() {
            offer(Act::Lamp(!subject.lamp_lit));
            for (lamp, place) in self.scenario.lamps.iter().enumerate() {
                if near(place.at) {
                    offer(Act::LampAt { lamp: lamp as u8, on: !position.lamps[lamp] });
                }
            }
        }
        // Goods and kit to friends beside.
        for (to, other) in position.figures.iter().enumerate() {
            if other.side != subject.side || to == figure || !other.is_playing() || !near(other.at)
            {
                continue;
            }
            for (token, thing) in position.tokens.iter().enumerate() {
                if thing.place == (Place::Carried { by: number })
                    && thing.kind != (TokenKind::Medicine)
                {
                    offer(Act::HandOver { to: to as u8, thing: Thing::Token(token as u8) });
                }
            }
            if phase == Phase::Other && sheet.has(Skill::Medic) {
                offer(Act::Aid(to as u8));
            }
        }
        if phase != Phase::Other {
            return;
        }
        if sheet.has(Skill::Medic) {
            offer(Act::Aid(number));
        }
        for search in 0..self.scenario.searches.len() {
            if near(self.scenario.searches[search].at) {
                offer(Act::Search(search as u8));
            }
        }
        for machine in 0..self.scenario.machines.len() {
            offer(Act::Machine(machine as u8));
        }
        for fire in 0..self.scenario.bonfires.len() {
            if near(self.scenario.bonfires[fire].at) {
                offer(Act::Light(fire as u8));
            }
        }
        for stray in self.scenario.cast as usize..position.figures.len() {
            if position.figures[stray].side == NOBODY {
                offer(Act::Persuade(stray as u8));
            }
        }
    }

    /// Messages that do something.
    pub(crate) fn list_says(
        &self,
        position: &Position,
        figure: usize,
        each: &mut dyn FnMut((bool, Effect)),
    ) {
        let subject = &position.figures[figure];
        if !subject.is_playing() || subject.spoke || !subject.alert {
            return;
        }
        let asleep = |far: i32| {
            position.figures.iter().any(|other| {
                other.side == subject.side
                    && !other.alert
                    && !other.waking
                    && other.is_playing()
                    && self.gap_at_most(&subject.disc(), &other.disc(), far)
            })
        };
        let number = figure as u8;
        for shout in [true, false] {
            let far = if shout { crate::other::SHOUT } else { crate::other::SPEECH };
            if self.scenario.alarm
                && asleep(far)
                && self.check_say(position, number, shout, None, Effect::Alert).is_ok()
            {
                each((shout, Effect::Alert));
            }
        }
        for friend in 0..position.figures.len() {
            let other = &position.figures[friend];
            if other.side == subject.side
                && friend != figure
                && other.is_playing()
                && other.encouraged == Encouraged::No
                && self.needs_courage(position, friend)
                && self
                    .check_say(position, number, false, None, Effect::Encourage(friend as u8))
                    .is_ok()
            {
                each((false, Effect::Encourage(friend as u8)));
            }
        }
    }

    /// The doors of the table, by line.
    pub(crate) fn find_doors(table: &crate::tabletop::Tabletop) -> Vec<u16> {
        let lines = table.lines.iter().enumerate();
        lines
            .filter(|(_, line)| line.kind == LineKind::Door)
            .map(|(number, _)| number as u16)
            .collect()
    }
}
