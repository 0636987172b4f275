//! Unarmed civilians and Shirkers: who must dare to get stuck in.

use crate::Survivors;
use crate::edition::components::Skill;
use crate::event::{Event, TestFor};
use crate::position::{Encouraged, FigureId, Position};
use table::{Dice, Log};

impl Survivors {
    /// Whether a figure must pass a test to charge. SV-CIV-01, SV-CIV-08, SV-CIV-10
    pub fn needs_courage(&self, position: &Position, figure: FigureId) -> bool {
        let sheet = self.sheet(position, figure);
        let armed = position.figures[figure]
            .kit
            .iter()
            .flatten()
            .any(|item| self.book.adds(*item).is_some());
        sheet.civilian && !armed
    }

    /// The stuck-in test. SV-CIV-02, SV-CIV-03, SV-CIV-04, SV-CIV-05, SV-CIV-09
    pub(crate) fn gets_stuck_in(
        &self,
        position: &mut Position,
        figure: FigureId,
        of: TestFor,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        let sheet = self.sheet(position, figure);
        let heartened = position.figures[figure].encouraged.is_now();
        let plucky = sheet.bonus(Skill::Plucky) == 1;
        let bonus = i32::from(plucky || heartened) - i32::from(sheet.shirker);
        if self.options.strict_comms && !plucky {
            // The score tells everybody. SV-COM-11
            let known = if heartened { Encouraged::Now } else { Encouraged::No };
            position.figures[figure].encouraged = known;
            log.reveal();
        }
        self.enable_test(figure, of, bonus, 4, dice, log)
    }

    /// Whether a figure gets stuck in, where that is to be seen. SV-CIV-04, SV-CIV-07
    pub(crate) fn dares(
        &self,
        position: &mut Position,
        number: FigureId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        if self.needs_courage(position, number) && !position.figures[number].stuck_in {
            let dares = self.gets_stuck_in(position, number, TestFor::StuckIn, dice, log);
            position.figures[number].shirked = !dares;
            position.figures[number].stuck_in = dares;
            return dares;
        }
        true
    }
}
