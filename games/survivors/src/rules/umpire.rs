//! The umpire: tests and smoke at the end of a turn. SV-GEN-12

use crate::Survivors;
use crate::action::{Action, Ruling};
use crate::edition::components::Class;
use crate::event::{Event, TestFor};
use crate::geometry::point::INCH;
use crate::position::Position;
use crate::refusal::{Checked, Umpire, no};
use table::{Dice, Fit, Log};

impl Survivors {
    pub(super) fn offer_rulings(&self, position: &Position, out: &mut Vec<Action>) {
        for figure in position.ids() {
            if position.figures[figure].is_playing() && !figure.is_in(position.tested) {
                out.push(Action::Rule(Ruling::Test { figure, target: 4 }));
            }
        }
        for number in 0..position.works.smoke.len() {
            out.push(Action::Rule(Ruling::Clear(number.fit::<u8>())));
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

    /// Carries out the umpire's decision.
    pub(super) fn preside(
        &self,
        position: &mut Position,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match action {
            Action::End => self.close_turn(position, dice, log),
            Action::Rule(ruling) => self.rule(position, ruling, dice, log),
            _ => {} // Refused by the judge.
        }
    }

    /// SV-GEN-12
    pub(super) fn judge_umpire(&self, position: &Position, action: &Action) -> Checked {
        match action {
            Action::End => Ok(()),
            Action::Rule(Ruling::Test { figure, target }) => {
                let playing =
                    position.figures.get(figure.index()).is_some_and(|figure| figure.is_playing());
                if !playing || figure.is_in(position.tested) {
                    return no(Umpire::OneTest);
                }
                if !(2..=6).contains(target) {
                    return no(Umpire::TargetNumber);
                }
                Ok(())
            }
            Action::Rule(Ruling::Smoke { at, radius, turns }) => {
                let fits = self.table.bounds.holds(*at)
                    && (INCH..=6 * INCH).contains(radius)
                    && (1..=6).contains(turns)
                    && position.works.smoke.len() < 4;
                if fits { Ok(()) } else { no(Umpire::SmokeSize) }
            }
            Action::Rule(Ruling::Clear(number)) => {
                if (usize::from(*number)) < position.works.smoke.len() {
                    Ok(())
                } else {
                    no(Umpire::NoSuchSmoke)
                }
            }
            _ => no(Umpire::RulesOrEnds),
        }
    }

    /// What the umpire does. SV-GEN-12
    pub(super) fn rule(
        &self,
        position: &mut Position,
        ruling: &Ruling,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match *ruling {
            Ruling::Test { figure, target } => {
                position.tested |= figure.bit();
                let hero = self.sheet(position, figure).class == Class::Hero;
                self.enable_test(
                    figure,
                    TestFor::Umpire,
                    i32::from(hero),
                    u32::from(target),
                    dice,
                    log,
                );
            }
            Ruling::Smoke { at, radius, turns } => {
                position.works.smoke.push(crate::geometry::feature::Smoke {
                    centre: at,
                    radius,
                    turns,
                });
                position.tested |= 1 << 63;
                log.tell(Event::Smoke { at, turns });
            }
            Ruling::Clear(number) => {
                let smoke = position.works.smoke.remove(usize::from(number));
                log.tell(Event::SmokeClears { at: smoke.centre });
            }
        }
    }
}
