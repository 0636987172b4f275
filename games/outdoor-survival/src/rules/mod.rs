//! The order of play: who decides, and which chapter offers, judges and carries out.

mod automated;
mod direction;
mod edges;
mod encounters;
pub(crate) mod ending;
mod friendly;
pub(crate) mod life;
mod meeting;
mod movement;
pub(crate) mod needs;
mod order_of_play;
pub(crate) mod outposts;
mod party;
pub(crate) mod reach;
pub(crate) mod seats;
pub(crate) mod set_up;
pub(crate) mod shooting;
pub(crate) mod terrain;
pub(crate) mod trails;
mod turn;

pub(crate) use automated::lapse;
pub(crate) use ending::endings;
pub(crate) use set_up::start;

use crate::Outfit;
use crate::action::Action;
use crate::edition::components::Column;
use crate::edition::options::Encounters;
use crate::event::Event;
use crate::position::{Fate, Phase, Position};
use crate::refusal::Refusal;
use table::{Dice, Log, Seat, Seats, Status};

/// Whether something is allowed, and if not, why not.
type Ruling = Result<(), Refusal>;

/// One stretch of play: the game, the position, the dice and the story.
pub(crate) struct Play<'a> {
    pub set: &'a Outfit,
    pub p: &'a mut Position,
    pub dice: &'a mut Dice,
    pub log: &'a mut Log<Event>,
}

impl Play<'_> {
    /// Goes on until somebody must decide or the game is over, in the order of a turn (OS-SEQ-01);
    /// alone as in company (OS-GEN-04).
    pub fn run(&mut self) {
        loop {
            match self.p.phase {
                Phase::SetUp(step) => {
                    if self.next_setup_step(step) {
                        return;
                    }
                }
                Phase::Dawn => self.dawn(),
                Phase::NextPerson => self.next_person(),
                Phase::Begin => self.begin_turn(),
                Phase::Needs => self.needs_step(),
                Phase::Encounter => self.encounter_step(),
                Phase::End => self.end_turn(),
                Phase::Dusk => self.dusk(),
                Phase::Pick
                | Phase::Decide
                | Phase::Move
                | Phase::Aim
                | Phase::Column
                | Phase::Over => return,
            }
        }
    }

    /// Carries out a decision of the acting person.
    pub(crate) fn act(&mut self, action: Action) {
        match (self.p.phase, action) {
            (Phase::Over, _) => {}
            (_, Action::Resign) => self.resign(),
            (Phase::SetUp(_), action) => self.set_up(action),
            (Phase::Pick, Action::Person(person)) => self.pick(person),
            (Phase::Decide, Action::Stay) => self.stay(),
            (Phase::Decide, Action::Roll) => self.roll(),
            (Phase::Decide | Phase::Move | Phase::Aim, Action::Shoot) => self.shoot(),
            (Phase::Move, Action::Step(side)) if side.0 < 6 => self.step(side),
            (Phase::Move, Action::Stop) => self.stop(),
            (Phase::Aim, Action::Stop) => self.p.phase = Phase::Needs,
            (Phase::Column, Action::Column(column)) => self.encounter(column, None),
            _ => {}
        }
    }
}

/// Who must decide, or how the game ended.
pub(crate) fn status(set: &Outfit, p: &Position) -> Status {
    match (p.verdict, set.decider(p)) {
        (Some(verdict), _) => Status::Over(Box::new(set.outcome(p, verdict))),
        (None, Some(seat)) => Status::one(seat),
        (None, None) => Status::Deciding(Seats::none()),
    }
}

/// The generator: every legal action of the seat, in a stable order.
pub(crate) fn legal(set: &Outfit, p: &Position, seat: Seat, out: &mut Vec<Action>) {
    if set.decider(p) != Some(seat) {
        return;
    }
    if offer(set, p, out) {
        out.push(Action::Resign);
    }
}

/// One of the legal actions of the seat beside resigning, by its place in the list.
pub(crate) fn pick(
    set: &Outfit,
    p: &Position,
    seat: Seat,
    list: &mut Vec<Action>,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<Action> {
    if set.decider(p) != Some(seat) {
        return None;
    }
    if let Some(person) = set.puts_down_outpost(p) {
        return set.pick_outpost(p, person, choose);
    }
    list.clear();
    offer(set, p, list);
    (!list.is_empty()).then(|| list.swap_remove(choose(list.len())))
}

/// Offers what the acting person may do beside resigning; whether he is asked anything.
fn offer(set: &Outfit, p: &Position, out: &mut Vec<Action>) -> bool {
    match p.phase {
        Phase::SetUp(number) => set.offer_set_up(p, number, out),
        Phase::Pick => set.offer_persons(p, out),
        Phase::Decide => set.offer_decision(p, out),
        Phase::Move => set.offer_move(p, out),
        Phase::Aim => out.extend([Action::Stop, Action::Shoot]),
        Phase::Column => out.extend(Column::ALL.map(Action::Column)),
        _ => return false,
    }
    true
}

/// The judge: whether the seat may take the action now.
pub(crate) fn check(set: &Outfit, p: &Position, seat: Seat, action: &Action) -> Ruling {
    if p.phase == Phase::Over {
        return Err(Refusal::GameOver);
    }
    if p.actor().player() != Some(seat) {
        if set.gave_up(p, seat) {
            return Err(Refusal::GaveUp);
        }
        let mut own = set.everyone().filter(|i| p.persons[*i].seat == Some(seat));
        if own.all(|i| p.persons[i].fate != Fate::Active) {
            return Err(Refusal::YourPersonIsOut);
        }
        let mut own = set.everyone().filter(|i| {
            let person = &p.persons[*i];
            person.seat == Some(seat) && person.fate == Fate::Active
        });
        let walks = matches!(action, Action::Roll | Action::Step(_));
        if walks && own.all(|i| set.own_allowance(p, i) == 0) {
            return Err(Refusal::TooWeak);
        }
        return Err(Refusal::NotYourTurn);
    }
    match (p.phase, *action) {
        (_, Action::Resign) => Ok(()),
        (Phase::SetUp(number), action) => set.judge_set_up(p, number, action),
        (Phase::Pick, Action::Person(person)) => set.judge_person(p, seat, person),
        (Phase::Pick, _) => Err(Refusal::PickPersonFirst),
        (Phase::Column, Action::Column(_)) => Ok(()),
        (Phase::Column, _) => Err(Refusal::NameColumnFirst),
        (_, Action::Column(_)) => Err(match set.switches.encounters {
            Encounters::Rolled => Refusal::NoColumnRolled,
            _ => Refusal::NoColumnChosen,
        }),
        (_, Action::Base(_) | Action::Outpost(_)) => Err(Refusal::TableIsSet),
        (_, Action::Border(_)) => Err(Refusal::NoEdgeToName),
        (_, Action::Person(_)) => Err(Refusal::FixedOrder),
        (Phase::Decide, action) => set.judge_decision(p, action),
        (Phase::Aim, Action::Shoot | Action::Stop) => Ok(()),
        (Phase::Aim, _) => Err(Refusal::ShootOrStop),
        (_, action) => set.judge_move(p, action),
    }
}

/// Carries a decision of the acting person out, with all that follows by itself.
pub(crate) fn apply(
    set: &Outfit,
    p: &mut Position,
    action: &Action,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let mut play = Play { set, p, dice, log };
    play.act(*action);
    play.run();
}

/// Whether who decides so leaves the game.
pub(crate) fn gives_up(action: &Action) -> bool {
    *action == Action::Resign
}

impl Outfit {
    /// The seat that must decide now.
    pub(crate) fn decider(&self, p: &Position) -> Option<Seat> {
        match p.phase {
            Phase::Over => None,
            _ => p.actor().player(),
        }
    }
}
