//! Enable Tests.

use crate::Survivors;
use crate::event::{Event, TestFor};
use crate::position::FigureId;
use table::{Dice, Fit, Log};

impl Survivors {
    /// An Enable Test. SV-TST-01, SV-TST-05, SV-TST-06, SV-TST-10, SV-TST-13
    pub(crate) fn enable_test(
        &self,
        figure: FigureId,
        of: TestFor,
        bonus: i32,
        target: u32,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> bool {
        let roll = dice.roll("enable test", 6);
        let passed = roll.fit::<i32>() + bonus >= target.fit::<i32>();
        log.tell(Event::Tested { figure, of, roll, bonus, target, passed });
        passed
    }
}
