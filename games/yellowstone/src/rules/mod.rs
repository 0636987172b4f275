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

pub use ending::Score;
pub(crate) use ending::{HARD_YEAR, SHORT_SEASON_BONUS};
pub(crate) use kills::{SMALL_HERD, prey_line};
pub(crate) use preparation::start;
pub(crate) use turn::SOLO_SUMMER;

use crate::Yellowstone;
use crate::action::Action;
use crate::event::Event;
use crate::land::Hex;
use crate::position::{Ending, Place, Position, Step};
use crate::refusal::{Order, Preparation, Refusal, no};
use table::{Dice, Log, Seat, Status};

/// Whose decision it is, or how the game ended.
pub(crate) fn status(game: &Yellowstone, position: &Position) -> Status {
    match game.deciding(position) {
        Some(place) => Status::one(game.owner(place)),
        None => Status::Over(Box::new(game.outcome(position))),
    }
}

/// The generator: what the seat may do now, always a finite list. YS-STALL-09
pub(crate) fn legal(game: &Yellowstone, position: &Position, seat: Seat, out: &mut Vec<Action>) {
    if game.deciding(position).map(|place| game.owner(place)) != Some(seat) {
        return;
    }
    match position.step {
        Step::Choose => game.offer_herds(position, out),
        Step::Place => game.offer_placements(position, out),
        Step::Roll | Step::PredatorRoll => out.push(Action::Roll),
        Step::Event => game.offer_event(position, out),
        Step::Move => game.offer_moves(position, out),
        Step::Hunt => game.offer_predators(position, out),
        Step::Stalk => game.offer_stalk(position, out),
        Step::DieOff => game.offer_die_off(position, out),
        Step::Over => {}
    }
}

/// The judge: whether the seat may do it now, and if not, why not.
pub(crate) fn check(
    game: &Yellowstone,
    position: &Position,
    seat: Seat,
    action: &Action,
) -> Result<(), Refusal> {
    let Some(place) = game.deciding(position) else {
        return no(Order::GameOver);
    };
    if game.owner(place) != seat {
        return match position.herd(place).species {
            Some(species) => no(Order::WaitingFor(species)),
            None => no(Order::WaitingForPlayer(game.owner(place))),
        };
    }
    match position.step {
        Step::Choose => match action {
            Action::Choose(species) => game.judge_herd(position, *species),
            _ => no(Preparation::ChooseHerd),
        },
        Step::Place => game.judge_placement(position, action),
        Step::Roll | Step::PredatorRoll => match action {
            Action::Roll => Ok(()),
            _ if position.step == Step::Roll => no(Order::RollForEvent),
            _ => no(Order::RollForPredators),
        },
        Step::Event => game.judge_event(position, action),
        Step::Move => game.judge_move(position, action),
        Step::Hunt => game.judge_predator(position, action),
        Step::Stalk => game.judge_stalk(position, action),
        Step::DieOff => game.judge_die_off(position, action),
        Step::Over => no(Order::GameOver),
    }
}

/// Does it, up to the next decision of anybody.
pub(crate) fn apply(
    game: &Yellowstone,
    position: &mut Position,
    action: &Action,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    match position.step {
        Step::Choose => {
            if let Action::Choose(species) = action {
                game.choose_herd(position, *species, dice, log);
            }
        }
        Step::Place => game.place(position, action, dice, log),
        Step::Roll => game.roll_event(position, dice, log),
        Step::PredatorRoll => game.roll_predator(position, dice, log),
        Step::Event => game.carry_out_event(position, action, dice, log),
        Step::Move => game.make_move(position, action, dice, log),
        Step::Hunt => game.choose_predator(position, action, dice, log),
        Step::Stalk => game.carry_out_stalk(position, action, dice, log),
        Step::DieOff => game.carry_out_die_off(position, action, log),
        Step::Over => {}
    }
}

/// What a seat does that does not answer.
pub(crate) fn lapse(game: &Yellowstone, position: &Position, seat: Seat) -> Action {
    let mut legal = Vec::new();
    self::legal(game, position, seat, &mut legal);
    let spare = legal
        .iter()
        .find(|action| matches!(action, Action::Decline | Action::End | Action::Confirm));
    let place = legal.iter().find(|action| matches!(action, Action::Place(..)));
    let first = legal.first().copied().unwrap_or(Action::End);
    spare.or(place).copied().unwrap_or(first)
}

/// The ways to end that this scenario knows.
pub(crate) fn endings(game: &Yellowstone) -> Vec<&'static str> {
    let endings: &[Ending] = match game.scenario.spring_only {
        true => &[Ending::Arrived, Ending::TimeUp, Ending::WipedOut],
        false => &[Ending::Home, Ending::Snowed, Ending::WipedOut],
    };
    endings.iter().map(|ending| ending.word()).collect()
}

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
}
