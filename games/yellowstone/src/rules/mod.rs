//! The order of play: who decides, and which chapter offers, judges and carries out what.

mod die_off;
mod ending;
mod food;
mod injury;
mod kills;
mod movement;
mod predators;
mod preparation;
mod seasonal_events;
mod seasons;
mod solo;
mod territory;
mod turn;
mod winter;
mod young;

pub(crate) use ending::HARD_YEAR;
pub use ending::Score;
pub(crate) use kills::{SMALL_HERD, prey_line};
pub(crate) use turn::SOLO_SUMMER;

use crate::Yellowstone;
use crate::action::Action;
use crate::event::Event;
use crate::land::Hex;
use crate::position::{Ending, Place, Position, Step};
use crate::refusal::{Order, Preparation, Refusal, no};
use table::{Dice, Log, Seat, Status};

impl Yellowstone {
    /// The seat that leads the herd at a place of the order of turns. YS-NPL-05
    pub fn owner(&self, place: Place) -> Seat {
        Seat((place.number() - 1) % self.setup.seats)
    }

    /// The place whose turn comes after this one's. YS-SETUP-16
    pub(crate) fn after(&self, place: Place) -> Place {
        Place::new((place.index() + 1) % self.herds())
    }

    pub(super) fn is_on_map(&self, hex: Hex) -> bool {
        self.park.hexes().binary_search(&hex).is_ok()
    }

    /// The place of the herd that decides now; none once the game is over.
    pub fn deciding(&self, position: &Position) -> Option<Place> {
        match position.step {
            Step::Over => None,
            Step::Choose | Step::Place => Some(self.preparing(position)),
            Step::DieOff => Some(position.counted()),
            _ => Some(position.active),
        }
    }

    /// Whose decision it is, or how the game ended.
    pub(crate) fn who_decides(&self, position: &Position) -> Status {
        match self.deciding(position) {
            Some(place) => Status::one(self.owner(place)),
            None => Status::Over(Box::new(self.outcome(position))),
        }
    }

    /// The ways to end that this scenario knows.
    pub(crate) fn endings_of_year(&self) -> Vec<&'static str> {
        let endings: &[Ending] = match self.scenario.spring_only {
            true => &[Ending::Arrived, Ending::TimeUp, Ending::WipedOut],
            false => &[Ending::Home, Ending::Snowed, Ending::WipedOut],
        };
        endings.iter().map(|ending| ending.word()).collect()
    }

    /// What the seat may do now: always a finite list. YS-STALL-09
    pub(crate) fn offer(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        if self.deciding(position).map(|place| self.owner(place)) != Some(seat) {
            return;
        }
        match position.step {
            Step::Choose => self.offer_herds(position, out),
            Step::Place => self.offer_placements(position, out),
            Step::Roll | Step::PredatorRoll => out.push(Action::Roll),
            Step::Event => self.offer_event(position, out),
            Step::Move => self.offer_moves(position, out),
            Step::Hunt => self.offer_predators(position, out),
            Step::Stalk => self.offer_stalk(position, out),
            Step::DieOff => self.offer_die_off(position, out),
            Step::Over => {}
        }
    }

    /// Whether the seat may do it now, and if not, why not.
    pub(crate) fn judge(
        &self,
        position: &Position,
        seat: Seat,
        action: &Action,
    ) -> Result<(), Refusal> {
        let Some(place) = self.deciding(position) else {
            return no(Order::GameOver);
        };
        if self.owner(place) != seat {
            return match position.herd(place).species {
                Some(species) => no(Order::WaitingFor(species)),
                None => no(Order::WaitingForPlayer(self.owner(place))),
            };
        }
        match position.step {
            Step::Choose => match action {
                Action::Choose(species) => self.judge_herd(position, *species),
                _ => no(Preparation::ChooseHerd),
            },
            Step::Place => self.judge_placement(position, action),
            Step::Roll | Step::PredatorRoll => match action {
                Action::Roll => Ok(()),
                _ if position.step == Step::Roll => no(Order::RollForEvent),
                _ => no(Order::RollForPredators),
            },
            Step::Event => self.judge_event(position, action),
            Step::Move => self.judge_move(position, action),
            Step::Hunt => self.judge_predator(position, action),
            Step::Stalk => self.judge_stalk(position, action),
            Step::DieOff => self.judge_die_off(position, action),
            Step::Over => no(Order::GameOver),
        }
    }

    /// Does it, up to the next decision of anybody.
    pub(crate) fn carry_out(
        &self,
        position: &mut Position,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match position.step {
            Step::Choose => {
                if let Action::Choose(species) = action {
                    self.choose_herd(position, *species, dice, log);
                }
            }
            Step::Place => self.place(position, action, dice, log),
            Step::Roll => self.roll_event(position, dice, log),
            Step::PredatorRoll => self.roll_predator(position, dice, log),
            Step::Event => self.carry_out_event(position, action, dice, log),
            Step::Move => self.make_move(position, action, dice, log),
            Step::Hunt => self.choose_predator(position, action, dice, log),
            Step::Stalk => self.carry_out_stalk(position, action, dice, log),
            Step::DieOff => self.carry_out_die_off(position, action, log),
            Step::Over => {}
        }
    }

    /// What a seat does that does not answer.
    pub(crate) fn absent(&self, position: &Position, seat: Seat) -> Action {
        let mut legal = Vec::new();
        self.offer(position, seat, &mut legal);
        let spare = legal
            .iter()
            .find(|action| matches!(action, Action::Decline | Action::End | Action::Confirm));
        let place = legal.iter().find(|action| matches!(action, Action::Place(..)));
        let first = legal.first().copied().unwrap_or(Action::End);
        spare.or(place).copied().unwrap_or(first)
    }
}
