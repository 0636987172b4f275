//! What a seat does that does not answer; losses, Pressure and feeding say it in their chapters.

use crate::edition::roster::Token;
use crate::position::{Ask, Loss, Phase, Position, Step};
use crate::{Action, Outlive, Side};
use table::Seat;

/// What happens when nobody answers in time: a legal answer that spends as little as it can.
/// Answered so, every game ends.
pub(crate) fn lapse(game: &Outlive, p: &Position, seat: Seat) -> Action {
    let seat = Side::from(seat);
    let first = || {
        let mut found = None;
        game.offer(p, seat, &mut |action| {
            found.get_or_insert(action);
        });
        found.unwrap_or(Action::End)
    };
    match p.phase {
        Phase::Losses => game.lapse_loss(p, seat),
        Phase::Night if p.shelters[seat].loss != Loss::Nothing => game.lapse_loss(p, seat),
        Phase::Night if p.shelters[seat].step == Step::Feed => game.lapse_feeding(p, seat),
        Phase::Night => Action::End,
        Phase::Pressure => game.lapse_pressure(p, seat),
        Phase::Overcome => Action::Pass,
        Phase::Actions => game.lapse_action(p, seat),
        Phase::Activation => game.lapse_activation(p, seat),
        Phase::Draft | Phase::Search | Phase::Placement | Phase::Over => first(),
    }
}

impl Outlive {
    /// The first hero that lies goes, without any help, where most tokens lie.
    fn lapse_activation(&self, p: &Position, seat: Side) -> Action {
        let mut best = (i32::MIN, Action::End);
        self.offer(p, seat, &mut |action| {
            let worth = match action {
                Action::Activate { to, exo: false, hook: false, share: false, .. } => {
                    10 + i32::from(p.at[to.index()])
                }
                Action::Stay(_) => 0,
                Action::Activate { .. } => -1,
                _ => -2,
            };
            if worth > best.0 {
                best = (worth, action);
            }
        });
        best.1
    }

    /// The hero takes what lies there, searches or fetches the ship's survivor, and ends.
    fn lapse_action(&self, p: &Position, seat: Side) -> Action {
        let shelter = &p.shelters[seat];
        match p.go.ask {
            Ask::HuntingRooms => self.all_hunting_rooms(shelter),
            Ask::Refugee => Action::Refugee(None),
            Ask::Merchant(_) => Action::NoSwap,
            Ask::Looter => Token::ALL
                .into_iter()
                .rev()
                .max_by_key(|token| shelter.has(*token))
                .map_or(Action::End, Action::Lose),
            Ask::Nothing => {
                let mut best = Action::End;
                let mut most = 0;
                self.offer(p, seat, &mut |action| match action {
                    Action::Take(count) if count > most => (most, best) = (count, action),
                    Action::Board(_) | Action::Search if most == 0 => (most, best) = (1, action),
                    _ => {}
                });
                best
            }
        }
    }
}
