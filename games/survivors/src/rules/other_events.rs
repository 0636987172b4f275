//! Any other events: searching, first aid, machines, lamps, reloading.

use crate::Survivors;
use crate::action::{Act, Action};
use crate::edition::components::{Item, Skill};
use crate::event::{Event, TestFor};
use crate::geometry::feature::Smoke;
use crate::position::{FigureId, Phase, Place, Position, Side, Token, TokenKind};
use crate::refusal::{Checked, Other, Turn, no};
use crate::rules::actions::Doer;
use table::{Dice, Fit, Log};

impl Survivors {
    /// Whether a side has anything to do in Any Other Events, as far as everybody knows: what it said unheard is
    /// not told by its being asked no more. SV-COM-11
    pub(crate) fn has_other(&self, position: &Position, side: Side) -> bool {
        let position = &*self.overt(position);
        let mut any = false;
        for figure in position.ids() {
            if position.figures[figure].side == Some(side) {
                self.offer_acts(position, Phase::Other, figure, &mut |_| any = true);
                self.offer_says(position, figure, &mut |_| any = true);
            }
            if any {
                return true;
            }
        }
        false
    }

    /// SV-AOE-05
    pub(super) fn judge_search(&self, position: &Position, figure: FigureId, point: u8) -> Checked {
        let Some(place) = self.scenario.searches.get(usize::from(point)) else {
            return no(Other::NoSuchPlace);
        };
        if position.searched[usize::from(point)] {
            return no(Other::Searched);
        }
        if !self.reaches_point(position, figure, place.at, place.level, None) {
            return no(Other::PlaceOutOfReach);
        }
        Ok(())
    }

    /// SV-AOE-07
    pub(super) fn judge_aid(
        &self,
        position: &Position,
        figure: FigureId,
        patient: FigureId,
    ) -> Checked {
        let Some(other) = position.figures.get(patient.index()) else {
            return no(Other::NoSuchPatient);
        };
        if !self.sheet(position, figure).has(Skill::Medic) {
            return no(Other::OnlyMedic);
        }
        if !other.is_playing() || other.side.is_none() {
            return no(Other::PatientOut);
        }
        let full = self.sheet(position, patient).strength;
        if other.strength >= full || other.aided {
            return no(Other::NothingToHeal);
        }
        if self.is_held(position, patient) {
            return no(Other::PatientFights);
        }
        if patient != figure {
            self.judge_reach(position, figure, &other.disc())?;
        }
        Ok(())
    }

    /// SV-AOE-09
    pub(super) fn judge_machine(
        &self,
        position: &Position,
        figure: FigureId,
        machine: u8,
    ) -> Checked {
        let Some(place) = self.scenario.machines.get(usize::from(machine)) else {
            return no(Other::NoSuchMachine);
        };
        if position.running[usize::from(machine)] {
            return no(Other::MachineRuns);
        }
        if !self.reaches_point(position, figure, place.at, place.level, None) {
            return no(Other::MachineOutOfReach);
        }
        Ok(())
    }

    /// SV-AOE-02, SV-FIR-10, SV-FIR-11
    pub(super) fn judge_reload(&self, position: &Position, figure: FigureId) -> Checked {
        match self.weapon(position, figure) {
            Some((slot, _, gun)) if gun.reloads && !position.figures[figure].is_loaded(slot) => {
                Ok(())
            }
            Some(_) => no(Other::Loaded),
            None => no(Other::NothingToReload),
        }
    }

    /// SV-AOE-11
    pub(super) fn judge_lamp_in_hand(
        &self,
        position: &Position,
        figure: FigureId,
        on: bool,
    ) -> Checked {
        let subject = &position.figures[figure];
        if subject.held() != Some(Item::Lamp) {
            return no(Other::NoLampInHand);
        }
        if subject.lamp_lit == on {
            return no(Other::LampIsSo);
        }
        Ok(())
    }

    /// SV-AOE-11
    pub(super) fn judge_lamp_at(
        &self,
        position: &Position,
        figure: FigureId,
        lamp: u8,
        on: bool,
    ) -> Checked {
        let Some(place) = self.scenario.lamps.get(usize::from(lamp)) else {
            return no(Other::NoSuchLamp);
        };
        if position.lamps[usize::from(lamp)] == on {
            return no(Other::LampIsSo);
        }
        if !self.reaches_point(position, figure, place.at, place.level, None) {
            return no(Other::LampOutOfReach);
        }
        Ok(())
    }

    /// SV-SCN-13
    pub(super) fn judge_light(&self, position: &Position, figure: FigureId, fire: u8) -> Checked {
        let Some(place) = self.scenario.bonfires.get(usize::from(fire)) else {
            return no(Other::NoSuchBonfire);
        };
        let side = position.figures[figure].side;
        let may = self.scenario.setup_of(side).is_some_and(|side| side.lights);
        if !may || position.lit[usize::from(fire)] {
            return no(Other::CannotBeLit);
        }
        if !self.reaches_point(position, figure, place.at, place.level, None) {
            return no(Other::BonfireOutOfReach);
        }
        Ok(())
    }

    /// SV-AOE-05, SV-TST-05
    pub(super) fn search(
        &self,
        position: &mut Position,
        figure: FigureId,
        search: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let bonus = self.sheet(position, figure).bonus(Skill::Scrounger);
        let target = u32::from(self.scenario.searches[usize::from(search)].target);
        if self.enable_test(figure, TestFor::Search(search), bonus, target, dice, log) {
            position.searched[usize::from(search)] = true;
            let medicine = position.contents[usize::from(search)];
            if medicine {
                let place = Place::Carried { by: figure };
                position.tokens.push(Token { kind: TokenKind::Medicine, place });
            }
            log.reveal();
            log.tell(Event::Finds { figure, search, medicine });
        }
    }

    /// SV-AOE-07
    pub(super) fn aid(
        &self,
        position: &mut Position,
        figure: FigureId,
        patient: FigureId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let bonus = self.sheet(position, figure).bonus(Skill::Medic);
        if self.enable_test(figure, TestFor::Aid(patient), bonus, 4, dice, log) {
            position.figures[patient].strength += 1;
            position.figures[patient].aided = true;
            log.tell(Event::Heals { figure, patient });
        }
    }

    /// SV-AOE-09
    pub(super) fn start_machine(
        &self,
        position: &mut Position,
        figure: FigureId,
        machine: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let bonus = self.sheet(position, figure).bonus(Skill::Mechanic);
        let target = u32::from(self.scenario.machines[usize::from(machine)].target);
        if self.enable_test(figure, TestFor::Machine, bonus, target, dice, log) {
            position.running[usize::from(machine)] = true;
            log.tell(Event::Starts { machine });
        }
    }

    pub(super) fn reload(&self, position: &mut Position, figure: FigureId, log: &mut Log<Event>) {
        let subject = &mut position.figures[figure];
        if let Some(slot) = subject.in_hand {
            subject.loaded |= 1 << slot;
        }
        log.tell(Event::Reloads { figure });
    }

    /// SV-SCN-13
    pub(super) fn light_bonfire(
        &self,
        position: &mut Position,
        figure: FigureId,
        bonfire: u8,
        log: &mut Log<Event>,
    ) {
        position.lit[usize::from(bonfire)] = true;
        let fire = &self.scenario.bonfires[usize::from(bonfire)];
        position.works.smoke.push(Smoke {
            centre: fire.at,
            radius: fire.radius,
            turns: fire.turns + 1,
        });
        log.tell(Event::Bonfire { figure, bonfire });
    }

    /// SV-AOE-01
    pub(super) fn offer_other(&self, position: &Position, side: Side, out: &mut Vec<Action>) {
        for figure in position.ids() {
            if position.figures[figure].side == Some(side) {
                self.offer_acts(position, Phase::Other, figure, &mut |act| {
                    out.push(Action::Do { figure, act });
                });
                self.offer_says(position, figure, &mut |(shout, effect)| {
                    out.push(Action::Say { figure, shout, text: None, effect });
                });
            }
        }
        out.push(Action::End);
    }

    pub(super) fn judge_other(&self, position: &Position, side: Side, action: &Action) -> Checked {
        let own = |figure: FigureId| {
            let own = position
                .figures
                .get(figure.index())
                .is_some_and(|subject| subject.side == Some(side));
            if own { Ok(()) } else { no(Turn::NotYours) }
        };
        match action {
            Action::Do { figure, act } => {
                own(*figure)?;
                self.judge_act(position, Phase::Other, *figure, act)
            }
            Action::Say { figure, shout, text, effect } => {
                own(*figure)?;
                self.judge_say(position, *figure, *shout, text.as_deref(), *effect)
            }
            Action::End => Ok(()),
            _ => no(Turn::OtherPhase),
        }
    }
}

impl Doer<'_> {
    /// Points to search, machines and bonfires.
    pub(super) fn places(&self, each: &mut dyn FnMut(Act)) {
        let (game, position) = (self.game, self.position);
        for (number, place) in game.scenario.searches.iter().enumerate() {
            if !position.searched[number] && self.reaches_point(place.at, place.level) {
                each(Act::Search(number.fit::<u8>()));
            }
        }
        for (number, place) in game.scenario.machines.iter().enumerate() {
            if !position.running[number] && self.reaches_point(place.at, place.level) {
                each(Act::Machine(number.fit::<u8>()));
            }
        }
        let lights = game.scenario.setup_of(self.figure.side);
        if lights.is_some_and(|side| side.lights) {
            for (number, place) in game.scenario.bonfires.iter().enumerate() {
                if !position.lit[number] && self.reaches_point(place.at, place.level) {
                    each(Act::Light(number.fit::<u8>()));
                }
            }
        }
    }

    /// Patients in reach. SV-AOE-07
    pub(super) fn patients(&self, each: &mut dyn FnMut(Act)) {
        let (game, position) = (self.game, self.position);
        if self.sheet.has(Skill::Medic) {
            for (number, patient) in position.everybody() {
                let hurt = patient.is_playing()
                    && patient.side == self.figure.side
                    && !patient.aided
                    && patient.strength < game.sheet(position, number).strength;
                if hurt
                    && (number == self.number || self.reaches(&patient.disc()))
                    && !game.is_held(position, number)
                {
                    each(Act::Aid(number));
                }
            }
        }
    }

    pub(super) fn lamps(&self, each: &mut dyn FnMut(Act)) {
        if !self.game.scenario.is_dark() {
            return;
        }
        if self.figure.held() == Some(Item::Lamp) {
            each(Act::Lamp(!self.figure.lamp_lit));
        }
        for (lamp, place) in self.game.scenario.lamps.iter().enumerate() {
            if self.reaches_point(place.at, place.level) {
                each(Act::LampAt { lamp: lamp.fit::<u8>(), on: !self.position.lamps[lamp] });
            }
        }
    }

    pub(super) fn reloads(&self, each: &mut dyn FnMut(Act)) {
        let gun = self.game.weapon(self.position, self.number);
        if gun.is_some_and(|(slot, _, gun)| gun.reloads && !self.figure.is_loaded(slot)) {
            each(Act::Reload);
        }
    }
}
