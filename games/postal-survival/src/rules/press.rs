//! Press: what players have printed in the report. Nothing that is said there binds anybody.
//! PS-PRESS-01, PS-PRESS-05, PS-GEN-07

use super::Judged;
use super::feeding::tell;
use crate::action::Press;
use crate::edition::Rulings;
use crate::event::Event;
use crate::land::Island;
use crate::position::Sheet;
use crate::refusal::Refusal;
use table::Log;

/// Press has a text.
pub(super) fn judge_press(press: &Press) -> Judged {
    match press.text.trim().is_empty() {
        true => Err(Refusal::EmptyPress),
        false => Ok(()),
    }
}

/// Prints the press of a round, cut to its limit. PS-PRESS-01, PS-PRESS-02, PS-PRESS-03
pub fn print_press(island: &Island, sheets: &[Sheet], rulings: &Rulings, log: &mut Log<Event>) {
    for (species, sheet) in island.species.iter().zip(sheets) {
        let mut left = rulings.press_limit;
        for press in &sheet.press {
            let text: String = press.text.chars().take(left).collect();
            let length = text.chars().count();
            left -= length;
            if length == 0 {
                continue;
            }
            let signed = !(press.anonymous && rulings.press_anon);
            tell(log, || Event::Printed { by: signed.then(|| species.name.clone()), text });
        }
    }
}
