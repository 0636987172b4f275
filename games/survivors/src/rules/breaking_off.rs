//! Breaking off: the way out of hand-to-hand.

use crate::Survivors;
use crate::action::{Action, Figures, Stop, Way};
use crate::geometry::point::{Mils, Point, RING, rdiv};
use crate::geometry::sight::Disc;
use crate::position::{FigureId, Position};
use crate::refusal::{BreakingOff, Checked, no};
use crate::rules::actions::budget;
use crate::ways::crowd::Crowd;
use table::Fit;

impl Survivors {
    /// Ways out of hand-to-hand: straight to points of two rings.
    /// SV-BRK-03, SV-BRK-04, SV-BRK-06, SV-BRK-09
    pub(crate) fn offer_breaks(
        &self,
        position: &Position,
        figure: FigureId,
        out: &mut Vec<Action>,
    ) {
        let subject = &position.figures[figure];
        let allowance = self.sheet(position, figure).class.allowance();
        let charged = position.contacts.iter().any(|contact| {
            (contact.on, contact.turn) == (figure, position.turn)
                && self.in_contact(position, contact.by, figure)
        });
        if charged || !subject.can_act(allowance, 1) {
            return;
        }
        let start = self.stop_of(position, figure);
        let most = budget(subject.used + 1, 0, subject.stride());
        let crowd = Crowd::about(self, position, figure, most);
        for far in [most, most / 2] {
            for way in RING {
                let at = Point::new(
                    subject.at.x + rdiv(way.x * i64::from(far), 1000).fit::<Mils>(),
                    subject.at.y + rdiv(way.y * i64::from(far), 1000).fit::<Mils>(),
                );
                let end = Stop { at, level: subject.level };
                let disc = Disc { centre: at, level: end.level, radius: subject.radius() };
                let way = Way::to(end);
                let free = subject.at.leg(at) <= most
                    && matches!(
                        self.straight(&position.works, start, end, disc.radius),
                        Some((_, 0))
                    )
                    && self.table.bars_rest(&position.works, end.level, at, disc.radius).is_none()
                    && crowd.has_room(&disc)
                    // On the way out it may brush past those whom it leaves.
                    && crowd.lets_pass(self, position, start, &way, Figures::MAX)
                    && crowd.lets_end(self, position, &disc, 0);
                if free {
                    out.push(Action::BreakOff { figure, way, face: None });
                }
            }
        }
    }

    /// SV-BRK-02, SV-BRK-03, SV-BRK-04, SV-BRK-05, SV-BRK-06, SV-BRK-07, SV-BRK-08
    pub(super) fn judge_break_off(
        &self,
        position: &Position,
        figure: FigureId,
        held: bool,
    ) -> Checked {
        if !held {
            return no(BreakingOff::NoCombat);
        }
        let charged = position.contacts.iter().any(|contact| {
            contact.on == figure
                && contact.turn == position.turn
                && self.in_contact(position, contact.by, figure)
        });
        if charged {
            return no(BreakingOff::FightFirst);
        }
        let subject = &position.figures[figure];
        let allowance = self.sheet(position, figure).class.allowance();
        if !subject.can_act(allowance, 1) {
            return no(BreakingOff::NoActionLeft);
        }
        Ok(())
    }
}
