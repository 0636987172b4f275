//! Characters: their sheets, wounds and limbs.

use crate::Survivors;
use crate::event::Event;
use crate::position::{FigureId, Position, Side, Standing, Waking};
use table::{Dice, Log};

impl Survivors {
    /// The sheet of a figure.
    #[inline]
    pub fn sheet(
        &self,
        position: &Position,
        figure: FigureId,
    ) -> &crate::edition::components::Sheet {
        &self.scenario.sheets
            [usize::from(position.figures[figure].sheet) % self.scenario.sheets.len()]
    }

    /// Takes points off a figure's Strength; at 0 it is out. SV-CHR-01, SV-CHR-02, SV-CHR-03,
    /// SV-CHR-04, SV-CHR-05, SV-DMG-07, SV-CHR-17, SV-CHR-18, SV-SEQ-06, SV-DMG-04, SV-HTH-28
    pub(crate) fn wound(
        &self,
        position: &mut Position,
        figure: FigureId,
        points: u8,
        by: Option<Side>,
        log: &mut Log<Event>,
    ) {
        let subject = &mut position.figures[figure];
        subject.strength = subject.strength.saturating_sub(points);
        if points > 0 {
            subject.waking = Waking::Yes;
        }
        if subject.strength > 0 || !subject.stands() {
            return;
        }
        subject.standing = Standing::Down;
        subject.out_by = by;
        let mount = subject.mount.take();
        if let Some(horse) = mount {
            position.horses[horse].rider = None;
        }
        let stray = position.figures[figure].first_side.is_none();
        let sheet = position.figures[figure].sheet;
        log.tell(Event::Falls { figure, by });
        if stray {
            log.reveal();
            log.tell(Event::Stray { figure, sheet });
        }
        self.drop_goods(position, figure, log);
        self.prune_contacts(position);
    }

    /// SV-CHR-19
    pub(super) fn limb_wound(
        &self,
        position: &mut Position,
        figure: FigureId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let roll = dice.roll("limb", 6);
        let limbs = &mut position.figures[figure].limbs;
        match roll {
            1 | 2 => limbs.leg = true,
            3 | 4 => limbs.arm = true,
            5 => limbs.head = true,
            _ => {}
        }
        log.tell(Event::Limb { figure, roll });
    }
}
