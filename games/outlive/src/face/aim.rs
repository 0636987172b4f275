//! What a tribe must do to win.

use crate::knowledge::view::View;
use crate::{Phase, Teller};

impl Teller<'_> {
    /// What brings points, and how long there is time for it.
    pub(super) fn aim_told(&self, view: &View) -> String {
        let last = self.ambient().len();
        let time = match (view.phase, last.saturating_sub(usize::from(view.turn))) {
            (Phase::Over, _) => "when the convoy came".into(),
            (_, days) if view.turn == 0 => format!("when the convoy comes, after {days} days"),
            (_, 0) => "when the convoy comes, after this day".into(),
            _ => format!("when the convoy comes, after day {last}"),
        };
        if self.seats().count() == 1 {
            // OL-SOLO-31
            return format!(
                "At least {} Survival Points {time}: survivors, full rooms, repaired equipment and overcome events.",
                self.level().bar
            );
        }
        format!(
            "Most Survival Points {time}: survivors, full rooms, repaired equipment and overcome events."
        )
    }
}
