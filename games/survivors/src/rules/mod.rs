//! The rules, a chapter each, in the order of the rulebook.

pub mod actions;
pub mod alarm;
pub mod base_contact;
pub mod breaking_off;
pub mod campaign;
pub mod characters;
pub mod charge;
pub mod civilians;
pub mod communication;
pub mod deployment;
pub mod enable_tests;
pub mod ending;
pub mod entry_and_exit;
pub mod firing;
pub mod goods;
pub mod horses;
pub mod initiative;
pub mod losses;
pub mod melee;
pub mod movement;
pub mod night;
pub mod obstacles;
pub mod other_events;
pub mod precontact;
pub mod prisoners;
pub mod strays;
pub mod structures;
pub mod turn;
pub mod umpire;

pub(crate) use deployment::start;

use crate::Survivors;
use crate::action::{Action, Question};
use crate::event::Event;
use crate::position::{Ending, FigureId, Phase, Position, Side, Step, members};
use crate::refusal::{Charging, Checked, HandToHand, Initiative, Turn, Umpire, no};
use std::cmp::Reverse;
use table::{Dice, Fit, Log, Seat, Seats, Status, Viewer};

/// Who must decide, or `Over`.
pub(crate) fn status(game: &Survivors, position: &Position) -> Status {
    let seat = |side| game.seat_of(position, side);
    let sides = |bits: u8| -> Seats {
        (0..8).map(Side::new).filter(|side| side.is_in(bits)).map(seat).collect()
    };
    match position.step {
        Step::Deploy => Status::Deciding(sides(game.deploying(position))),
        Step::Bid => Status::Deciding(sides(game.waiting_bids(position))),
        Step::Order(phase) => {
            Status::Deciding(position.initiative[phase.index()].map(seat).into_iter().collect())
        }
        Step::Phase(_) | Step::Redirect => {
            Status::Deciding(position.acting().map(seat).into_iter().collect())
        }
        Step::PreContact => {
            Status::Deciding(sides(game.precontact_side(position).map_or(0, |side| side.bit())))
        }
        Step::State => Status::Deciding(sides(
            position.melee.as_ref().map_or(0, |melee| game.unstated(melee, position)),
        )),
        Step::Allocate => {
            Status::Deciding(game.sharing_side(position).map(seat).into_iter().collect())
        }
        Step::Umpire => Status::one(Seat(game.side_count().fit())),
        Step::Stop => Status::Deciding(sides(game.sides_present(position))),
        Step::Over => {
            Status::Over(Box::new(game.outcome(position, position.ended.unwrap_or(Ending::Limit))))
        }
    }
}

/// The generator: what a seat may decide now, as far as it knows.
pub(crate) fn legal(game: &Survivors, position: &Position, seat: Seat, out: &mut Vec<Action>) {
    game.offer(&game.known(position, Viewer::Seat(seat)), seat, out);
}

/// The judge: whether a seat may decide so now, by what it knows.
pub(crate) fn check(game: &Survivors, position: &Position, seat: Seat, action: &Action) -> Checked {
    game.judge(&game.known(position, Viewer::Seat(seat)), seat, action)
}

/// Carries out what a seat decided, if it is due; in fog somebody unseen may be in its way.
pub(crate) fn apply(
    game: &Survivors,
    position: &mut Position,
    seat: Seat,
    action: &Action,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    if !game.is_due(position, seat, action) {
        return;
    }
    if game.options.fog {
        game.decide_in_fog(position, seat, action, dice, log);
    } else {
        game.decide(position, seat, action, dice, log);
    }
}

/// What an absent seat decides.
pub(crate) fn lapse(game: &Survivors, position: &Position, seat: Seat) -> Action {
    let Some(side) = game.side_of(position, seat) else {
        return Action::End;
    };
    match position.step {
        Step::Deploy => Action::Ready,
        Step::Bid => {
            // Split evenly, from Movement on.
            let pool = position.pools[side.index()];
            let mut bid = [pool / 4; 4];
            for points in bid.iter_mut().take(usize::from(pool) % 4) {
                *points += 1;
            }
            Action::Bid(bid)
        }
        Step::PreContact => {
            let charge = position.charge.as_ref();
            let waiting = charge.map_or(0, |charge| charge.waiting);
            let own = members(waiting).find(|figure| position.figures[*figure].side == Some(side));
            Action::Hold(own.unwrap_or_default())
        }
        Step::Allocate => {
            let melee = position.melee.as_ref();
            let eligible = melee.map_or(0, |melee| {
                game.may_be_hurt(position, melee, usize::from(melee.sharing) % 2)
            });
            let most = members(eligible)
                .max_by_key(|figure| (position.figures[*figure].strength, Reverse(*figure)));
            Action::Hurt { figure: most.unwrap_or_default(), horse: false }
        }
        Step::Stop => Action::Stop,
        Step::Redirect => {
            let halted = position.fog.as_ref().and_then(|fog| fog.halted.as_ref());
            Action::Done(halted.map_or_else(FigureId::default, |halted| halted.charge.figure))
        }
        Step::Phase(Phase::HandToHand)
        | Step::Order(_)
        | Step::State
        | Step::Umpire
        | Step::Over => {
            let mut legal = Vec::new();
            self::legal(game, position, seat, &mut legal);
            legal.into_iter().next().unwrap_or(Action::End)
        }
        Step::Phase(_) => Action::End,
    }
}

/// Whether who decides so leaves the game. SV-END-09
pub(crate) fn gives_up(action: &Action) -> bool {
    matches!(action, Action::Concede)
}

/// The ways in which a game can end.
pub(crate) fn endings() -> Vec<&'static str> {
    [Ending::Limit, Ending::Empty, Ending::Stopped, Ending::Conceded].map(Ending::id).to_vec()
}

impl Survivors {
    /// What a seat may decide now, with good candidates where choices are continuous.
    pub(crate) fn offer(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        let Status::Deciding(seats) = status(self, position) else {
            return;
        };
        if !seats.has(seat) {
            return;
        }
        let Some(side) = self.side_of(position, seat) else {
            self.offer_rulings(position, out);
            return;
        };
        match position.step {
            Step::Deploy => self.offer_deployment(position, side, out),
            Step::Bid => self.offer_bids(position.pools[side.index()], out),
            Step::Order(_) => self.offer_orders(position, out),
            Step::Phase(Phase::Movement) => self.offer_movement(position, side, out),
            Step::Phase(Phase::Firing) => self.offer_firing(position, side, out),
            Step::Phase(Phase::HandToHand) => {
                self.offer_fights(position, side, &mut |set| out.push(Action::Fight(set)));
            }
            Step::Phase(Phase::Other) => self.offer_other(position, side, out),
            Step::PreContact => self.offer_precontact(position, side, out),
            Step::Redirect => self.offer_redirect(position, out),
            Step::State => self.offer_statements(position, side, out),
            Step::Allocate => self.offer_losses(position, out),
            Step::Stop => out.extend([Action::Stop, Action::PlayOn]),
            Step::Umpire | Step::Over => {}
        }
        // SV-END-09; where several decide at once it would tell what a seat had in mind.
        if seats.len() == 1 {
            out.push(Action::Concede);
        }
    }

    /// Whether a seat may decide so now, and if not, why not.
    pub(crate) fn judge(&self, position: &Position, seat: Seat, action: &Action) -> Checked {
        let Status::Deciding(seats) = status(self, position) else {
            return no(Turn::GameOver);
        };
        if !seats.has(seat) {
            return no(Turn::NotYourTurn);
        }
        let Some(side) = self.side_of(position, seat) else {
            return self.judge_umpire(position, action);
        };
        match action {
            Action::Concede | Action::Stand { .. } => Ok(()),
            Action::Rule(_) => no(Umpire::NotYou),
            action => match position.step {
                Step::Deploy => self.judge_deployment(position, side, action),
                Step::Bid => match action {
                    Action::Bid(bid) => self.judge_bid(position, side, bid),
                    _ => no(Initiative::BidFirst),
                },
                Step::Order(_) => match action {
                    Action::Order(order) => self.judge_order(position, *order),
                    _ => no(Initiative::OrderFirst),
                },
                Step::Phase(Phase::Movement) => self.judge_movement(position, side, action),
                Step::Phase(Phase::Firing) => self.judge_firing(position, side, action),
                Step::Phase(Phase::HandToHand) => match action {
                    Action::Fight(set) => self.judge_fight(position, side, *set),
                    _ => no(HandToHand::FormAFight),
                },
                Step::Phase(Phase::Other) => self.judge_other(position, side, action),
                Step::PreContact => match action {
                    Action::Hold(figure) => self.judge_precontact(position, side, *figure, None),
                    Action::Fire { figure, aimed, horse } => {
                        self.judge_precontact(position, side, *figure, Some((*aimed, *horse)))
                    }
                    _ => no(Charging::HoldFireOrAim),
                },
                Step::Redirect => self.judge_redirect(position, action),
                Step::State => self.judge_statement(position, side, action),
                Step::Allocate => match action {
                    Action::Hurt { figure, horse } => {
                        self.judge_hurt(position, side, *figure, *horse)
                    }
                    _ => no(HandToHand::ShareLosses),
                },
                Step::Stop => match action {
                    Action::Stop | Action::PlayOn => Ok(()),
                    _ => no(Turn::PlayOnOrStop),
                },
                Step::Umpire | Step::Over => no(Turn::GameOver),
            },
        }
    }

    /// Carries out an allowed decision, and goes on to the next of anybody.
    pub(crate) fn decide(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match self.side_of(position, seat) {
            Some(side) => self.carry_out(position, side, action, dice, log),
            None => self.preside(position, action, dice, log),
        }
        // A standing answer is for later: it settles nothing now.
        if !matches!(action, Action::Stand { .. }) {
            self.advance(position, dice, log);
        }
    }

    /// Carries out a side's decision.
    fn carry_out(
        &self,
        position: &mut Position,
        side: Side,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match action {
            Action::Deploy { figure, stop, face } => {
                self.place(position, side, *figure, *stop, *face, log);
            }
            Action::Enter { figure, zone } => self.hold_back(position, side, *figure, *zone, log),
            Action::GiveLamp(figure) => self.give_lamp(position, side, *figure),
            Action::Ready => self.ready(position, side, dice, log),
            Action::Bid(bid) => self.bid(position, side, bid, log),
            Action::Order(order) => self.name_order(position, *order, log),
            Action::Take(figure) => self.activate(position, *figure),
            Action::Move { .. } | Action::BreakOff { .. } => self.go(position, action, dice, log),
            Action::Lead { figure, horse, way } => {
                self.lead_along(position, *figure, *horse, way, log);
            }
            Action::Exit(figure) => {
                self.activate(position, *figure);
                self.leave(position, *figure, log);
                self.done(position);
            }
            Action::Face { figure, face } => self.turn_to(position, *figure, *face, log),
            Action::Done(figure) => {
                self.activate(position, *figure);
                self.done(position);
            }
            Action::Do { figure, act } => {
                let moving = position.step == Step::Phase(Phase::Movement);
                if moving {
                    self.activate(position, *figure);
                }
                self.perform(position, *figure, act, dice, log);
                if moving {
                    self.after_action(position, *figure);
                }
            }
            Action::Hold(figure) => self.precontact(position, *figure, None, dice, log),
            Action::Fire { figure, aimed, horse } => {
                self.precontact(position, *figure, Some((*aimed, *horse)), dice, log)
            }
            Action::Shoot { figure, target, aimed } => {
                if let Ok(cover) = self.judge_shot(position, *figure, *target) {
                    let shooter = *figure;
                    self.resolve_shot(position, shooter, *target, *aimed, cover, dice, log);
                }
            }
            Action::Fight(set) => self.form_fight(position, side, *set, dice, log),
            Action::Capture(want) => {
                self.state_capture(position, side, *want);
                self.go_on_fighting(position, dice, log);
            }
            Action::Improvise { figure, yes } => {
                self.state_improvising(position, *figure, *yes);
                self.go_on_fighting(position, dice, log);
            }
            Action::Hurt { figure, horse } => {
                self.hurt(position, *figure, *horse);
                self.share(position, dice, log);
            }
            Action::Say { figure, shout, text, effect } => {
                self.say(position, *figure, *shout, text, *effect, log)
            }
            Action::End => self.next_side(position),
            Action::Stand { question, answer } => {
                let number = match question {
                    Question::Capture => 0,
                    Question::Improvise => 1,
                };
                position.answers[side.index()][number] = *answer;
            }
            Action::Stop => self.finish(position, Ending::Stopped, dice, log),
            Action::PlayOn => {
                position.plays_on = true;
                self.begin_turn(position, dice, log);
            }
            Action::Concede => self.concede(position, side, dice, log),
            Action::Rule(_) => {} // The umpire's alone.
        }
    }
}
