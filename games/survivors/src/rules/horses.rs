//! Horses: leading and mounting them, and what becomes of them.

use crate::Survivors;
use crate::action::{Act, Action, Stop, Way};
use crate::edition::components::Skill;
use crate::event::{Event, TestFor};
use crate::geometry::point::{Mils, Point, RING, rdiv};
use crate::geometry::segment::near;
use crate::geometry::sight::Disc;
use crate::position::{FOOT, FigureId, HORSE, HorseFate, HorseId, Place, Position, Side};
use crate::refusal::{Actions, Checked, Goods, Horses, Room, no};
use crate::rules::actions::{Doer, budget};
use crate::rules::base_contact::REACH;
use crate::rules::movement::Walked;
use crate::speech::notation::InInches;
use table::{Dice, Fit, Log};

impl Survivors {
    /// SV-HRS-09
    pub(crate) fn judge_lead(
        &self,
        position: &Position,
        figure: FigureId,
        horse: HorseId,
        way: &Way,
    ) -> Checked<(Way, Walked)> {
        let leader = &position.figures[figure];
        let Some(beast) = position.horses.get(horse.index()) else {
            return no(Horses::NoneToLead);
        };
        if !leader.is_playing() || leader.mount.is_some() {
            return no(Horses::LeaderOnFoot);
        }
        if leader.ran {
            return no(Horses::NoRun);
        }
        if self.is_held(position, figure) {
            return no(Actions::BusyFighting);
        }
        if !beast.is_loose() || beast.has_moved {
            return no(Horses::CannotBeLed);
        }
        let (began, level) = leader.began;
        let from = Disc { centre: began, level, radius: FOOT };
        let in_reach = |disc: &Disc| disc.level == 0 && disc.gap_within(&beast.disc(), REACH);
        let held = in_reach(&leader.disc()) || leader.has_moved && in_reach(&from);
        if !held {
            return no(Horses::OutOfReach);
        }
        let start = Stop { at: beast.at, level: 0 };
        let (way, walked) = self
            .settle(&position.works, start, way, HORSE)
            .map_err(|barrier| self.no_way(barrier))?;
        let most = budget(leader.used, walked.obstacles, leader.pace());
        if walked.length > most {
            return no(Horses::LeadTooLong {
                most: InInches(most),
                length: InInches(walked.length),
            });
        }
        let end = Disc { centre: way.end().at, level: 0, radius: HORSE };
        let mut last = start;
        for stop in way.stops() {
            for (number, other) in position.everybody() {
                let enemy = other.is_playing() && self.hostile(position, figure, number);
                let blocks = other.stands() && (enemy || other.side.is_none());
                if blocks
                    && other.level == 0
                    && near(other.at, last.at, stop.at, HORSE + other.radius())
                {
                    return no(Horses::NoWayThrough { figure: self.figure_name(number) });
                }
            }
            last = *stop;
        }
        self.judge_rest(position, None, Some(horse), &end)?;
        if !leader.disc().gap_within(&end, REACH) || leader.level != 0 {
            return no(Horses::EndsInReach);
        }
        Ok((way, walked))
    }

    pub(crate) fn lead(
        &self,
        position: &mut Position,
        figure: FigureId,
        horse: HorseId,
        way: &Way,
        log: &mut Log<Event>,
    ) {
        let start = Stop { at: position.horses[horse].at, level: 0 };
        self.open_doors(position, figure, start, way.stops(), log);
        let side = position.figures[figure].side;
        position.figures[figure].has_moved = true;
        let beast = &mut position.horses[horse];
        beast.at = way.end().at;
        beast.side = side;
        beast.has_moved = true;
        log.tell(Event::Leads { figure, horse, to: way.end().at });
        self.secure_horse(position, horse, side, log);
    }

    pub(crate) fn secure_horse(
        &self,
        position: &mut Position,
        horse: HorseId,
        by: Option<Side>,
        log: &mut Log<Event>,
    ) {
        let listed = horse.index() < self.scenario.horses.len();
        let (Some(zone), Some(side)) = (self.scenario.secure.filter(|_| listed), by) else {
            return;
        };
        let beast = &mut position.horses[horse];
        let bounds = &self.scenario.zones[usize::from(zone)].bounds;
        if beast.fate == HorseFate::Standing && bounds.holds(beast.at) {
            beast.fate = HorseFate::Secured;
            beast.side = Some(side);
            log.tell(Event::HorseSecured { horse, side });
        }
    }

    /// SV-HRS-04, SV-HRS-05, SV-HRS-10
    pub(crate) fn judge_mount(
        &self,
        position: &Position,
        figure: FigureId,
        horse: HorseId,
    ) -> Checked {
        let subject = &position.figures[figure];
        let Some(beast) = position.horses.get(horse.index()) else {
            return no(Horses::NoneToMount);
        };
        if subject.mount.is_some() || !beast.is_loose() {
            return no(Horses::CannotBeMounted);
        }
        if beast.pack {
            return no(Horses::PackHorse);
        }
        if subject.carrying.is_some() {
            return no(Horses::NotWithCrate);
        }
        let disc = beast.disc();
        if self.overlaps(position, Some(figure), Some(horse), &disc)
            || self.touches_enemy(position, figure, &disc)
        {
            return no(Horses::NoRoomToMount);
        }
        self.judge_reach(position, figure, &disc)
    }

    /// Takes points off a horse; at 0 its rider is thrown. SV-HRS-07
    pub(crate) fn wound_horse(
        &self,
        position: &mut Position,
        horse: HorseId,
        points: u8,
        by: Option<Side>,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let beast = &mut position.horses[horse];
        beast.strength = beast.strength.saturating_sub(points);
        if beast.strength > 0 || matches!(beast.fate, HorseFate::Dead | HorseFate::Exited) {
            return;
        }
        beast.fate = HorseFate::Dead;
        let rider = beast.rider.take();
        let at = beast.at;
        for token in beast.crates.iter_mut().filter_map(Option::take) {
            position.tokens[token].place = Place::Table { at, level: 0 };
        }
        log.tell(Event::HorseFalls { horse });
        if let Some(rider) = rider {
            let number = rider;
            position.figures[number].mount = None;
            position.figures[number].has_moved = true;
            let bonus = self.sheet(position, number).bonus(Skill::Rider);
            let of = TestFor::Thrown;
            if !self.enable_test(number, of, bonus, 4, dice, log) {
                self.wound(position, number, 1, by, log);
            }
            self.prune_contacts(position);
        }
    }

    /// Places for a led horse: straight to a ring about its leader, over obstacles too. SV-HRS-09
    pub(crate) fn offer_leads(&self, position: &Position, figure: FigureId, out: &mut Vec<Action>) {
        let leader = &position.figures[figure];
        if leader.mount.is_some()
            || leader.ran
            || leader.level != 0
            || self.is_held(position, figure)
        {
            return;
        }
        let (began, floor) = leader.began;
        let reach = i64::from(REACH + FOOT + HORSE);
        for (number, horse) in position.stable() {
            let held = leader.at.distance2(horse.at) <= reach * reach
                || leader.has_moved && floor == 0 && began.distance2(horse.at) <= reach * reach;
            if !horse.is_loose() || horse.has_moved || !held {
                continue;
            }
            let start = Stop { at: horse.at, level: 0 };
            for way in RING {
                let at = Point::new(
                    leader.at.x + rdiv(way.x * (reach - 100), 1000).fit::<Mils>(),
                    leader.at.y + rdiv(way.y * (reach - 100), 1000).fit::<Mils>(),
                );
                let end = Stop { at, level: 0 };
                if let Some(way) = self.lead_to(position, figure, number, start, end) {
                    out.push(Action::Lead { figure, horse: number, way });
                }
            }
        }
    }

    /// The straight way by which a horse is led to a point, if it can be.
    fn lead_to(
        &self,
        position: &Position,
        leader: FigureId,
        horse: HorseId,
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
        let walked = self.measure(&position.works, start, way.stops(), HORSE).ok()?;
        let clear = [(start, half), (Stop { at: half, level: 0 }, end.at)].iter().all(|(p, q)| {
            let to = Stop { at: *q, level: 0 };
            self.nobody_stops(position, leader, *p, to)
        });
        (fits(walked.length, walked.obstacles) && clear).then_some(way)
    }

    /// Whether nobody stands in the way of a led horse.
    fn nobody_stops(&self, position: &Position, leader: FigureId, from: Stop, to: Stop) -> bool {
        let figures = position.everybody().filter(|(_, other)| other.stands());
        figures.filter(|(_, other)| other.level == 0).all(|(number, other)| {
            let stops = other.side.is_none()
                || other.is_playing() && self.hostile(position, leader, number);
            !(stops && near(other.at, from.at, to.at, HORSE + other.radius()))
        })
    }

    /// Whether a led horse can go straight to a point and stand there, terrain on the way left
    /// aside.
    fn has_room_for(
        &self,
        position: &Position,
        leader: FigureId,
        horse: HorseId,
        start: Stop,
        end: Stop,
    ) -> bool {
        let apart = |at: Point, radius: Mils| {
            let close = i64::from(HORSE + radius);
            at.distance2(end.at) >= close * close
        };
        let mut figures =
            position.figures.iter().filter(|other| other.stands() && other.level == 0);
        figures.all(|other| apart(other.at, other.radius()))
            && self.nobody_stops(position, leader, start, end)
            && self.table.bars_rest(&position.works, 0, end.at, HORSE).is_none()
            && position.stable().all(|(number, other)| {
                number == horse || !other.is_loose() || apart(other.at, HORSE)
            })
    }

    /// SV-HRS-05
    pub(super) fn judge_dismount(
        &self,
        position: &Position,
        figure: FigureId,
        at: Point,
    ) -> Checked {
        let subject = &position.figures[figure];
        let Some(horse) = subject.mount else {
            return no(Horses::NotMounted);
        };
        let disc = Disc { centre: at, level: 0, radius: FOOT };
        let beast = Disc { centre: subject.at, level: 0, radius: HORSE };
        let far = i64::from(REACH + FOOT + HORSE);
        if disc.centre.distance2(beast.centre) > far * far {
            return no(Horses::OutOfReachOfHorse);
        }
        let clear = i64::from(FOOT + HORSE);
        if disc.centre.distance2(beast.centre) < clear * clear {
            return no(Room::Taken);
        }
        if self.table.bars(&position.works, 0, beast.centre, at, FOOT, false).is_some() {
            return no(Horses::NoWayDown);
        }
        self.judge_rest(position, Some(figure), Some(horse), &disc)?;
        if self.touches_enemy(position, figure, &disc) {
            return no(Horses::TouchesEnemy);
        }
        Ok(())
    }

    /// SV-HRS-10
    pub(super) fn judge_load(
        &self,
        position: &Position,
        figure: FigureId,
        horse: HorseId,
    ) -> Checked {
        let Some(beast) = position.horses.get(horse.index()) else {
            return no(Horses::NoSuchHorse);
        };
        if !beast.pack || !beast.is_loose() || !beast.crates.contains(&None) {
            return no(Horses::CannotBeLoaded);
        }
        if position.figures[figure].carrying.is_none() {
            return no(Horses::NothingToLoad);
        }
        self.judge_reach(position, figure, &beast.disc())
    }

    pub(super) fn judge_unload(
        &self,
        position: &Position,
        figure: FigureId,
        horse: HorseId,
    ) -> Checked {
        let subject = &position.figures[figure];
        let Some(beast) = position.horses.get(horse.index()) else {
            return no(Horses::NoSuchHorse);
        };
        if !beast.is_loose() || beast.crates == [None; 2] {
            return no(Horses::NothingToUnload);
        }
        if subject.carrying.is_some() || subject.mount.is_some() {
            return no(Goods::OneCrate);
        }
        self.judge_reach(position, figure, &beast.disc())
    }

    /// SV-HRS-05, SV-HRS-13
    pub(super) fn mount(
        &self,
        position: &mut Position,
        figure: FigureId,
        horse: HorseId,
        log: &mut Log<Event>,
    ) {
        let rider = &mut position.figures[figure];
        let beast = &mut position.horses[horse];
        beast.rider = Some(figure);
        beast.side = rider.side;
        if beast.fate == HorseFate::Secured {
            beast.fate = HorseFate::Standing;
        }
        rider.mount = Some(horse);
        rider.at = beast.at;
        log.tell(Event::Mounts { figure, horse });
    }

    pub(super) fn dismount(
        &self,
        position: &mut Position,
        figure: FigureId,
        at: Point,
        log: &mut Log<Event>,
    ) {
        let rider = &mut position.figures[figure];
        let Some(horse) = rider.mount.take() else { return };
        let side = rider.side;
        rider.at = at;
        position.horses[horse].rider = None;
        position.horses[horse].side = side;
        log.tell(Event::Dismounts { figure, horse });
        self.secure_horse(position, horse, side, log);
    }

    pub(super) fn load(
        &self,
        position: &mut Position,
        figure: FigureId,
        horse: HorseId,
        log: &mut Log<Event>,
    ) {
        let subject = &mut position.figures[figure];
        let Some(token) = subject.carrying.take() else { return };
        let beast = &mut position.horses[horse];
        if let Some(slot) = beast.crates.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(token);
        }
        beast.side = subject.side;
        position.tokens[token].place = Place::Packed { on: horse };
        log.tell(Event::Loads { figure, horse, token });
    }

    pub(super) fn unload(
        &self,
        position: &mut Position,
        figure: FigureId,
        horse: HorseId,
        log: &mut Log<Event>,
    ) {
        let subject = &mut position.figures[figure];
        let beast = &mut position.horses[horse];
        beast.side = subject.side;
        if let Some(token) = beast.crates.iter_mut().find_map(Option::take) {
            subject.carrying = Some(token);
            position.tokens[token].place = Place::Carried { by: figure };
            log.tell(Event::Unloads { figure, horse, token });
        }
    }

    /// Leads a horse along a way, as its leader decides.
    pub(super) fn lead_along(
        &self,
        position: &mut Position,
        figure: FigureId,
        horse: HorseId,
        way: &Way,
        log: &mut Log<Event>,
    ) {
        if let Ok((way, _)) = self.judge_lead(position, figure, horse, way) {
            self.activate(position, figure);
            self.lead(position, figure, horse, &way, log);
            self.after_action(position, figure);
        }
    }
}

impl Doer<'_> {
    pub(super) fn horses(&self, each: &mut dyn FnMut(Act)) {
        let (game, position) = (self.game, self.position);
        for (number, horse) in position.stable() {
            if !horse.is_loose() || !self.reaches(&horse.disc()) {
                continue;
            }
            let laden = self.figure.carrying.is_some();
            let on_foot = self.figure.mount.is_none();
            if horse.pack && laden && horse.crates.contains(&None) {
                each(Act::Load(number));
            }
            if horse.crates != [None; 2] && !laden && on_foot {
                each(Act::Unload(number));
            }
            let room = || {
                let disc = horse.disc();
                !game.overlaps(position, Some(self.number), Some(number), &disc)
                    && !game.touches_enemy(position, self.number, &disc)
            };
            if !horse.pack && !laden && on_foot && room() {
                each(Act::Mount(number));
            }
        }
        let Some(mount) = self.figure.mount else { return };
        let far = i64::from(FOOT + HORSE + 50);
        for way in RING.iter().step_by(3) {
            let at = Point::new(
                self.figure.at.x + rdiv(way.x * far, 1000).fit::<i32>(),
                self.figure.at.y + rdiv(way.y * far, 1000).fit::<i32>(),
            );
            let disc = Disc { centre: at, level: 0, radius: FOOT };
            let works = &position.works;
            if game.table.bars(works, 0, self.figure.at, at, FOOT, false).is_none()
                && game.table.bars_rest(works, 0, at, FOOT).is_none()
                && !game.overlaps(position, Some(self.number), Some(mount), &disc)
                && !game.touches_enemy(position, self.number, &disc)
            {
                each(Act::Dismount(at));
            }
        }
    }
}
