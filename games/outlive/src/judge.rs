//! The judge: each phase has its own, in its chapter.

use crate::position::{Phase, Position};
use crate::{Action, Outlive};
use table::Refusal;

impl Outlive {
    /// Whether a seat that owes a decision may decide so.
    pub(crate) fn judge(&self, p: &Position, seat: usize, action: &Action) -> Result<(), Refusal> {
        match p.phase {
            Phase::Draft => self.judge_draft(p, seat, action),
            Phase::Search => self.judge_search_at_setup(p, seat, action),
            Phase::Placement => self.judge_placement(p, seat, action),
            Phase::Losses => self.judge_loss(p, seat, action),
            Phase::Activation => self.judge_activation(p, seat, action),
            Phase::Pressure => self.judge_pressure(p, seat, action),
            Phase::Actions => self.judge_action(p, seat, action),
            Phase::Overcome => self.judge_overcome(p, seat, action),
            Phase::Night => self.judge_night(p, seat, action),
            Phase::Over => Err(Refusal::new("OL-END-01", "The game is over.")),
        }
    }
}
