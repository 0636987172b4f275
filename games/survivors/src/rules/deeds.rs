//! The generator's chapter on deeds: what a figure can do with its hands and its voice. Written from
//! the doer's side; the judge asks the same of every deed from the rule's side ([`crate::other`]).

use crate::Survivors;
use crate::action::{Act, Effect, Thing};
use crate::edition::components::{Item, Sheet, Skill};
use crate::geometry::feature::DoorState;
use crate::geometry::point::{Point, RING, rdiv};
use crate::geometry::sight::Disc;
use crate::position::{Encouraged, FOOT, Figure, HORSE, NOBODY, Phase, Place, Position, TokenKind};
use crate::rules::communication::{SHOUT, SPEECH};
use crate::rules::contact::REACH;

/// A figure that looks for something to do.
struct Doer<'a> {
    game: &'a Survivors,
    position: &'a Position,
    number: usize,
    figure: &'a Figure,
    sheet: &'a Sheet,
}

impl Survivors {
    /// Deeds that are worth listing. Ledger table 4.8
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
        let doer = Doer { game: self, position, number: figure, figure: subject, sheet };
        doer.draws(each);
        if self.is_held(position, figure) {
            return; // SV-ACT-16
        }
        doer.goods(each);
        doer.horses(each);
        doer.doors(each);
        doer.lamps(each);
        if phase == Phase::Other {
            doer.reloads(each);
            doer.places(each);
            doer.people(each);
        }
    }
}

impl Doer<'_> {
    fn reaches(&self, other: &Disc) -> bool {
        self.figure.disc().gap_within(other, REACH)
            && self.game.reaches_disc(self.position, self.number, other)
    }

    fn reaches_point(&self, at: Point, level: i8) -> bool {
        self.game.reaches_point(self.position, self.number, at, level, None)
    }

    fn draws(&self, each: &mut dyn FnMut(Act)) {
        let kit = &self.figure.kit;
        for (slot, item) in kit.iter().enumerate() {
            if let Some(item) = item
                && self.figure.held() != Some(*item)
                && !kit[..slot].contains(&Some(*item))
            {
                each(Act::Draw(*item));
            }
        }
    }

    /// Picking up, and handing to friends beside.
    fn goods(&self, each: &mut dyn FnMut(Act)) {
        let hands_free = self.figure.carrying.is_none() && self.figure.mount.is_none();
        for (token, thing) in self.position.tokens.iter().enumerate() {
            match thing.place {
                Place::Table { at, level } => {
                    let room = match thing.kind {
                        TokenKind::Crate => hands_free,
                        TokenKind::Medicine => true,
                        TokenKind::Item { .. } => self.figure.kit.contains(&None),
                    };
                    if room && self.reaches_point(at, level) {
                        each(Act::PickUp(token as u8));
                    }
                }
                Place::Carried { by }
                    if by as usize == self.number && thing.kind == TokenKind::Crate =>
                {
                    self.friends(|to, friend| {
                        if friend.carrying.is_none()
                            && friend.mount.is_none()
                            && !self.game.is_held(self.position, to as usize)
                        {
                            each(Act::HandOver { to, thing: Thing::Token(token as u8) });
                        }
                    });
                }
                _ => {}
            }
        }
    }

    /// Friends in reach.
    fn friends(&self, mut each: impl FnMut(u8, &Figure)) {
        for (number, friend) in self.position.figures.iter().enumerate() {
            if number != self.number
                && friend.side == self.figure.side
                && friend.is_playing()
                && self.reaches(&friend.disc())
            {
                each(number as u8, friend);
            }
        }
    }

    fn horses(&self, each: &mut dyn FnMut(Act)) {
        let (game, position) = (self.game, self.position);
        for (number, horse) in position.horses.iter().enumerate() {
            if !horse.is_loose() || !self.reaches(&horse.disc()) {
                continue;
            }
            let number = number as u8;
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
                !game.overlaps(position, Some(self.number), Some(number as usize), &disc)
                    && !game.touches_enemy(position, self.number, &disc)
            };
            if !horse.pack && !laden && on_foot && room() {
                each(Act::Mount(number));
            }
        }
        let Some(mount) = self.figure.mount else { return };
        let far = (FOOT + HORSE + 50) as i64;
        for way in RING.iter().step_by(3) {
            let at = Point::new(
                self.figure.at.x + rdiv(way.x * far, 1000) as i32,
                self.figure.at.y + rdiv(way.y * far, 1000) as i32,
            );
            let disc = Disc { centre: at, level: 0, radius: FOOT };
            let works = &position.works;
            if game.table.bars(works, 0, self.figure.at, at, FOOT, false).is_none()
                && game.table.bars_rest(works, 0, at, FOOT).is_none()
                && !game.overlaps(position, Some(self.number), Some(mount as usize), &disc)
                && !game.touches_enemy(position, self.number, &disc)
            {
                each(Act::Dismount(at));
            }
        }
    }

    fn doors(&self, each: &mut dyn FnMut(Act)) {
        let (game, position) = (self.game, self.position);
        for door in game.doors.iter().copied() {
            let line = &game.table.lines[door as usize];
            let middle = line.middle();
            let handled = || {
                game.reaches_point(position, self.number, middle, line.level, Some(door as usize))
            };
            let near = (REACH + self.figure.radius()) as i64;
            if self.figure.at.distance2(middle) > near * near || !handled() {
                continue;
            }
            let inside = line.building.is_some_and(|building| {
                game.table.buildings[building as usize].plan.holds(self.figure.at)
            });
            match position.works.doors[door as usize] {
                DoorState::Open => {
                    let blocked = position.discs().any(|disc| {
                        disc.level == line.level
                            && crate::geometry::segment::near(
                                disc.centre,
                                line.a,
                                line.b,
                                disc.radius,
                            )
                    });
                    if !blocked {
                        each(Act::Close(door));
                    }
                }
                DoorState::Closed => {
                    each(Act::Open(door));
                    if inside {
                        each(Act::Lock(door));
                        if line.barrable {
                            each(Act::Bar(door));
                        }
                    }
                }
                DoorState::Locked if inside => each(Act::Unlock(door)),
                DoorState::Barred if inside => each(Act::Unbar(door)),
                DoorState::Locked | DoorState::Barred | DoorState::Destroyed => {}
            }
        }
    }

    fn lamps(&self, each: &mut dyn FnMut(Act)) {
        if !self.game.scenario.is_dark() {
            return;
        }
        if self.figure.held() == Some(Item::Lamp) {
            each(Act::Lamp(!self.figure.lamp_lit));
        }
        for (lamp, place) in self.game.scenario.lamps.iter().enumerate() {
            if self.reaches_point(place.at, place.level) {
                each(Act::LampAt { lamp: lamp as u8, on: !self.position.lamps[lamp] });
            }
        }
    }

    fn reloads(&self, each: &mut dyn FnMut(Act)) {
        let gun = self.game.weapon(self.position, self.number);
        if gun.is_some_and(|(slot, _, gun)| gun.reloads && !self.figure.is_loaded(slot)) {
            each(Act::Reload);
        }
    }

    /// Locks to force, points to search, machines and bonfires.
    fn places(&self, each: &mut dyn FnMut(Act)) {
        let (game, position) = (self.game, self.position);
        for door in game.doors.iter().copied() {
            let shut = matches!(
                position.works.doors[door as usize],
                DoorState::Locked | DoorState::Barred
            );
            let line = &game.table.lines[door as usize];
            let but = Some(door as usize);
            if shut && game.reaches_point(position, self.number, line.middle(), line.level, but) {
                each(Act::Force(door));
            }
        }
        for (number, place) in game.scenario.searches.iter().enumerate() {
            if !position.searched[number] && self.reaches_point(place.at, place.level) {
                each(Act::Search(number as u8));
            }
        }
        for (number, place) in game.scenario.machines.iter().enumerate() {
            if !position.running[number] && self.reaches_point(place.at, place.level) {
                each(Act::Machine(number as u8));
            }
        }
        let lights = game.scenario.sides.get(self.figure.side as usize);
        if lights.is_some_and(|side| side.lights) {
            for (number, place) in game.scenario.bonfires.iter().enumerate() {
                if !position.lit[number] && self.reaches_point(place.at, place.level) {
                    each(Act::Light(number as u8));
                }
            }
        }
    }

    /// Patients and strays.
    fn people(&self, each: &mut dyn FnMut(Act)) {
        let (game, position) = (self.game, self.position);
        if self.sheet.has(Skill::Medic) {
            for (number, patient) in position.figures.iter().enumerate() {
                let hurt = patient.is_playing()
                    && patient.side == self.figure.side
                    && !patient.aided
                    && patient.strength < game.sheet(position, number).strength;
                if hurt
                    && (number == self.number || self.reaches(&patient.disc()))
                    && !game.is_held(position, number)
                {
                    each(Act::Aid(number as u8));
                }
            }
        }
        if self.figure.spoke {
            return;
        }
        let side = self.figure.side;
        for (number, stray) in position.figures.iter().enumerate() {
            let listens = stray.side == NOBODY
                && stray.is_playing()
                && stray.joining == NOBODY
                && (stray.wary | stray.asked) >> side & 1 == 0;
            if !listens || !game.gap_at_most(&self.figure.disc(), &stray.disc(), SPEECH) {
                continue;
            }
            let held = position.figures.iter().any(|third| {
                third.is_playing()
                    && third.side != NOBODY
                    && third.side != side
                    && game.bases_touch(position, &third.disc(), &stray.disc())
            });
            if !held {
                each(Act::Persuade(number as u8));
            }
        }
    }
}

impl Survivors {
    /// Messages that do something. SV-COM-08
    pub(crate) fn list_says(
        &self,
        position: &Position,
        figure: usize,
        each: &mut dyn FnMut((bool, Effect)),
    ) {
        let subject = &position.figures[figure];
        let allowance = self.sheet(position, figure).class.allowance();
        if !subject.is_playing()
            || subject.spoke
            || !subject.alert
            || !self.options.talk_free && !subject.can_act(allowance, 1)
        {
            return;
        }
        let hears =
            |other: &Figure, far: i32| self.gap_at_most(&subject.disc(), &other.disc(), far);
        let friends = || {
            let all = position.figures.iter().enumerate();
            all.filter(|(number, other)| {
                *number != figure && other.side == subject.side && other.is_playing()
            })
        };
        if self.scenario.alarm {
            for (shout, far) in [(true, SHOUT), (false, SPEECH)] {
                let asleep = |other: &Figure| !other.alert && !other.waking && hears(other, far);
                if friends().any(|(_, other)| asleep(other)) {
                    each((shout, Effect::Alert));
                }
            }
        }
        for (number, friend) in friends() {
            if friend.encouraged == Encouraged::No
                && self.needs_courage(position, number)
                && hears(friend, SPEECH)
            {
                each((false, Effect::Encourage(number as u8)));
            }
        }
    }
}
