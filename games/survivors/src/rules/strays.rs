//! Strays: neutral people who may be persuaded.

use crate::Survivors;
use crate::action::Act;
use crate::edition::components::Skill;
use crate::event::{Event, TestFor};
use crate::position::{FigureId, Position, Side, Spoke};
use crate::refusal::{Checked, Strays, no};
use crate::rules::actions::Doer;
use crate::rules::communication::SPEECH;
use table::{Dice, Log};

impl Survivors {
    /// SV-AOE-08, SV-STR-04, SV-STR-05
    pub(super) fn judge_persuade(
        &self,
        position: &Position,
        figure: FigureId,
        stray: FigureId,
    ) -> Checked {
        let subject = &position.figures[figure];
        let Some(other) = position.figures.get(stray.index()) else {
            return no(Strays::NoSuchFigure);
        };
        if other.side.is_some() || !other.is_playing() || other.joining.is_some() {
            return no(Strays::NobodyToPersuade);
        }
        if subject.spoke.is_so() {
            return no(Strays::Communicated);
        }
        let side = Side::set_of(subject.side);
        if side & other.wary != 0 {
            return no(Strays::WillNotListen);
        }
        if side & other.asked != 0 {
            return no(Strays::OneAttempt);
        }
        if !self.gap_at_most(&subject.disc(), &other.disc(), SPEECH) {
            return no(Strays::TooFar);
        }
        let guarded = position.ids().any(|third| {
            let third = &position.figures[third];
            third.is_playing()
                && third.side.is_some()
                && third.side != subject.side
                && self.bases_touch(position, &third.disc(), &other.disc())
        });
        if guarded {
            return no(Strays::HeldByOthers);
        }
        Ok(())
    }

    /// SV-AOE-08
    pub(super) fn persuade(
        &self,
        position: &mut Position,
        figure: FigureId,
        stray: FigureId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let subject = &mut position.figures[figure];
        subject.spoke = Spoke::Yes;
        let side = subject.side;
        position.figures[stray].asked |= Side::set_of(side);
        let bonus = self.sheet(position, figure).bonus(Skill::Talker);
        if self.enable_test(figure, TestFor::Persuade(stray), bonus, 4, dice, log) {
            position.figures[stray].joining = side;
        }
    }
}

impl Doer<'_> {
    /// Strays who would listen. SV-AOE-08
    pub(super) fn strays(&self, each: &mut dyn FnMut(Act)) {
        let (game, position) = (self.game, self.position);
        if self.figure.spoke.is_so() {
            return;
        }
        let side = self.figure.side;
        for (number, stray) in position.everybody() {
            let listens = stray.side.is_none()
                && stray.is_playing()
                && stray.joining.is_none()
                && Side::set_of(side) & (stray.wary | stray.asked) == 0;
            if !listens || !game.gap_at_most(&self.figure.disc(), &stray.disc(), SPEECH) {
                continue;
            }
            let held = position.figures.iter().any(|third| {
                third.is_playing()
                    && third.side.is_some()
                    && third.side != side
                    && game.bases_touch(position, &third.disc(), &stray.disc())
            });
            if !held {
                each(Act::Persuade(number));
            }
        }
    }
}
