//! Actions: how many a turn, what they leave of the move, and what keeps one from acting.

use crate::Survivors;
use crate::action::Act;
use crate::edition::components::Sheet;
use crate::event::{DoorWork, Event};
use crate::geometry::feature::DoorState;
use crate::geometry::point::{INCH, Mils, Point};
use crate::geometry::sight::Disc;
use crate::position::{Figure, FigureId, Phase, Position};
use crate::refusal::{Actions, Checked, Turn, no};
use crate::rules::base_contact::REACH;
use crate::speech::notation::InInches;
use table::{Dice, Log};

impl Figure {
    /// The base move that a path now would have. SV-MOV-01, SV-HRS-03, SV-ITM-01, SV-CHR-19,
    /// SV-HRS-02
    pub fn stride(&self) -> Mils {
        if self.mount.is_some() {
            10 * INCH
        } else if self.carrying.is_some() || self.limbs.leg {
            4 * INCH
        } else {
            6 * INCH
        }
    }

    /// The base move that this turn's budget is counted from.
    pub fn pace(&self) -> Mils {
        if self.base > 0 { self.base } else { self.stride() }
    }

    /// Whether it may take so many more actions now. SV-ACT-01, SV-ACT-08, SV-ACT-02, SV-ACT-09
    pub fn can_act(&self, allowance: u8, more: u8) -> bool {
        !self.ran
            && self.used + more <= allowance
            && self.moved <= budget(self.used + more, self.obstacles, self.pace())
    }
}

/// How far a figure may walk with so many actions and obstacles. SV-ACT-06, SV-ACT-07, SV-ACT-08,
/// SV-MOV-08, SV-MOV-05, SV-MOV-06, SV-MOV-09
pub fn budget(actions: u8, obstacles: u8, base: Mils) -> Mils {
    (base - 2 * INCH * (Mils::from(actions) + Mils::from(obstacles))).max(INCH)
}

/// How far a figure may run over so many obstacles. SV-MOV-07
pub fn run_budget(obstacles: u8, base: Mils) -> Mils {
    (2 * base - 2 * INCH * Mils::from(obstacles)).max(INCH)
}

impl Survivors {
    /// Whether a figure may take so many actions more; if not, which rule forbids it. SV-ACT-01,
    /// SV-ACT-08, SV-ACT-11
    pub(crate) fn judge_budget(&self, position: &Position, figure: FigureId, more: u8) -> Checked {
        let subject = &position.figures[figure];
        let allowance = self.sheet(position, figure).class.allowance();
        if subject.ran {
            return no(Actions::Ran);
        }
        if subject.used + more > allowance {
            return no(Actions::NoneLeft { allowance });
        }
        let most =
            crate::rules::actions::budget(subject.used + more, subject.obstacles, subject.pace());
        if subject.moved > most {
            return no(Actions::MovedTooFar {
                moved: InInches(subject.moved),
                most: InInches(most),
            });
        }
        Ok(())
    }

    /// Deeds that are worth listing. Ledger table 4.8
    pub(crate) fn offer_acts(
        &self,
        position: &Position,
        phase: Phase,
        figure: FigureId,
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
            doer.locks(each);
            doer.places(each);
            doer.patients(each);
            doer.strays(each);
        }
    }

    /// Whether a figure may take an action of the table now. SV-ACT-12, SV-ACT-14, SV-AOE-10
    pub(crate) fn judge_act(
        &self,
        position: &Position,
        phase: Phase,
        figure: FigureId,
        act: &Act,
    ) -> Checked {
        let subject = &position.figures[figure];
        let only_other = matches!(
            act,
            Act::Reload
                | Act::Force(_)
                | Act::Search(_)
                | Act::Persuade(_)
                | Act::Aid(_)
                | Act::Machine(_)
                | Act::Light(_)
        );
        if only_other && phase != Phase::Other {
            return no(Actions::Waits);
        }
        if !subject.is_playing() || !subject.alert {
            return no(Turn::NotInPlayAndAwake);
        }
        if let Act::Drop(thing) = act {
            return self.judge_drop(position, figure, *thing); // SV-ACT-15
        }
        let fighting = self.is_held(position, figure);
        if fighting && !matches!(act, Act::Draw(_) | Act::Stow) {
            return no(Actions::BusyFighting);
        }
        self.judge_budget(position, figure, 1)?;
        match *act {
            Act::Draw(item) => self.judge_draw(position, figure, item),
            Act::Stow => self.judge_stow(position, figure),
            Act::Mount(horse) => self.judge_mount(position, figure, horse),
            Act::Dismount(at) => self.judge_dismount(position, figure, at),
            Act::PickUp(token) => self.judge_pick_up(position, figure, token),
            Act::HandOver { to, thing } => self.judge_hand_over(position, figure, to, thing),
            Act::Load(horse) => self.judge_load(position, figure, horse),
            Act::Unload(horse) => self.judge_unload(position, figure, horse),
            Act::Open(door)
            | Act::Close(door)
            | Act::Lock(door)
            | Act::Unlock(door)
            | Act::Bar(door)
            | Act::Unbar(door)
            | Act::Force(door) => self.judge_door(position, figure, door, act),
            Act::Search(point) => self.judge_search(position, figure, point),
            Act::Persuade(stray) => self.judge_persuade(position, figure, stray),
            Act::Aid(patient) => self.judge_aid(position, figure, patient),
            Act::Machine(machine) => self.judge_machine(position, figure, machine),
            Act::Reload => self.judge_reload(position, figure),
            Act::Lamp(on) => self.judge_lamp_in_hand(position, figure, on),
            Act::LampAt { lamp, on } => self.judge_lamp_at(position, figure, lamp, on),
            Act::Light(fire) => self.judge_light(position, figure, fire),
            Act::Drop(_) => Ok(()),
        }
    }

    /// Does an action of the table. SV-ACT-05, SV-ACT-12, SV-ACT-14, SV-ACT-15, SV-TST-11
    pub(crate) fn perform(
        &self,
        position: &mut Position,
        figure: FigureId,
        act: &Act,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        if !matches!(act, Act::Drop(_)) {
            position.figures[figure].used += 1;
        }
        match *act {
            Act::Draw(item) => self.take_in_hand(position, figure, Some(item), log),
            Act::Stow => self.take_in_hand(position, figure, None, log),
            Act::Mount(horse) => self.mount(position, figure, horse, log),
            Act::Dismount(at) => self.dismount(position, figure, at, log),
            Act::PickUp(token) => {
                let kind = position.tokens[token].kind;
                self.take_token(position, figure, token);
                log.tell(Event::PicksUp { figure, token, kind });
            }
            Act::HandOver { to, thing } => {
                self.hand_over(position, figure, to, thing);
                log.tell(Event::HandsOver { figure, to });
            }
            Act::Load(horse) => self.load(position, figure, horse, log),
            Act::Unload(horse) => self.unload(position, figure, horse, log),
            Act::Open(line)
            | Act::Lock(line)
            | Act::Bar(line)
            | Act::Unbar(line)
            | Act::Unlock(line)
            | Act::Close(line) => {
                let (state, how) = match act {
                    Act::Open(_) => (DoorState::Open, DoorWork::Handled),
                    Act::Lock(_) => (DoorState::Locked, DoorWork::Bolted),
                    Act::Bar(_) => (DoorState::Barred, DoorWork::Bolted),
                    Act::Close(_) => (DoorState::Closed, DoorWork::Handled),
                    _ => (DoorState::Closed, DoorWork::Bolted),
                };
                self.work_door(position, figure, line, state, how, log);
            }
            Act::Force(line) => self.force_door(position, figure, line, dice, log),
            Act::Search(search) => self.search(position, figure, search, dice, log),
            Act::Persuade(stray) => self.persuade(position, figure, stray, dice, log),
            Act::Aid(patient) => self.aid(position, figure, patient, dice, log),
            Act::Machine(machine) => self.start_machine(position, figure, machine, dice, log),
            Act::Reload => self.reload(position, figure, log),
            Act::Lamp(on) => {
                position.figures[figure].lamp_lit = on;
                log.tell(Event::Lamp { figure, on });
            }
            Act::LampAt { lamp, on } => {
                position.lamps[usize::from(lamp)] = on;
                log.tell(Event::Lamp { figure, on });
            }
            Act::Light(bonfire) => self.light_bonfire(position, figure, bonfire, log),
            Act::Drop(thing) => self.drop_thing(position, figure, thing, log),
        }
    }
}

/// A figure that looks for something to do.
pub(super) struct Doer<'a> {
    pub(super) game: &'a Survivors,
    pub(super) position: &'a Position,
    pub(super) number: FigureId,
    pub(super) figure: &'a Figure,
    pub(super) sheet: &'a Sheet,
}

impl Doer<'_> {
    pub(super) fn reaches(&self, other: &Disc) -> bool {
        self.figure.disc().gap_within(other, REACH)
            && self.game.reaches_disc(self.position, self.number, other)
    }

    pub(super) fn reaches_point(&self, at: Point, level: i8) -> bool {
        self.game.reaches_point(self.position, self.number, at, level, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deductions_add_and_leave_an_inch() {
        assert_eq!(
            [(0, 0), (1, 0), (1, 1), (2, 1), (3, 4)].map(|(a, o)| budget(a, o, 6000)),
            [6000, 4000, 2000, 1000, 1000]
        );
        assert_eq!((run_budget(0, 6000), run_budget(1, 10000)), (12000, 18000));
    }
}
