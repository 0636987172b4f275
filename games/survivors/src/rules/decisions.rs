//! What each decision does, once it is known to be allowed.

use crate::Survivors;
use crate::action::{Action, Gait, Question, Ruling};
use crate::edition::components::Class;
use crate::event::{Event, TestFor};
use crate::position::{Charge, Ending, NOBODY, Phase, Position, Standing, Step};
use crate::rules::movement::Path;
use table::{Audience, Dice, Log, Seat};

impl Survivors {
    /// Carries out an allowed decision, and goes on to the next of anybody.
    pub(crate) fn decide(
        &self,
        position: &mut Position,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let side = self.side_of(position, seat).unwrap_or(NOBODY);
        match action {
            Action::Deploy { figure, stop, face } => {
                self.deploy(position, *figure, *stop, *face);
                let seat = self.seat_of(position, side);
                log.tell_to(
                    || {
                        if self.scenario.simultaneous {
                            Audience::only(seat)
                        } else {
                            Audience::All
                        }
                    },
                    || Event::Placed { figure: *figure, at: stop.at, level: stop.level },
                );
            }
            Action::Enter { figure, zone } => {
                let turn = self.scenario.sides[side as usize].enters;
                position.figures[*figure as usize].standing =
                    Standing::Waiting { zone: *zone, turn };
                log.tell_to(
                    || Audience::only(self.seat_of(position, side)),
                    || Event::HeldBack { figure: *figure, zone: *zone },
                );
            }
            Action::GiveLamp(figure) => self.give_lamp(position, side, *figure),
            Action::Ready => self.ready(position, side, dice, log),
            Action::Bid(bid) => {
                position.bids[side as usize] = *bid;
                position.bid_in |= 1 << side;
                log.tell_to(|| Audience::All, || Event::BidMade { side });
            }
            Action::Order { sides, count } => {
                if let Step::Order(phase) = position.step {
                    position.order = [NOBODY; 4];
                    for (place, side) in sides.iter().take(*count as usize).enumerate() {
                        position.order[place] = *side;
                    }
                    position.place = 0;
                    position.step = Step::Phase(phase);
                    log.tell_to(
                        || Audience::All,
                        || Event::Ordered { phase, order: sides[..*count as usize].to_vec() },
                    );
                }
            }
            Action::Take(figure) => self.activate(position, *figure),
            Action::Move { .. } | Action::BreakOff { .. } => self.go(position, action, dice, log),
            Action::Lead { figure, horse, way } => {
                if let Ok((way, _)) = self.check_lead(position, *figure, *horse, way) {
                    self.activate(position, *figure);
                    self.lead(position, *figure, *horse, &way, log);
                    self.after_action(position, *figure);
                }
            }
            Action::Exit(figure) => {
                self.activate(position, *figure);
                self.leave(position, *figure, log);
                self.done(position);
            }
            Action::Face { figure, face } => {
                position.figures[*figure as usize].facing = *face;
                if position.step == Step::Phase(Phase::Movement) {
                    self.activate(position, *figure);
                    self.done(position);
                } else {
                    position.figures[*figure as usize].turned = true;
                }
                log.tell_to(|| Audience::All, || Event::Turns { figure: *figure });
            }
            Action::Done(figure) => {
                self.activate(position, *figure);
                self.done(position);
            }
            Action::Do { figure, act } => {
                if position.step == Step::Phase(Phase::Movement) {
                    self.activate(position, *figure);
                }
                self.perform(position, *figure, act, dice, log);
                if position.step == Step::Phase(Phase::Movement) {
                    self.after_action(position, *figure);
                }
            }
            Action::Hold(figure) => self.precontact(position, *figure, None, dice, log),
            Action::Fire { figure, aimed, horse } => {
                self.precontact(position, *figure, Some((*aimed, *horse)), dice, log)
            }
            Action::Shoot { figure, target, aimed } => {
                if let Ok(cover) = self.check_shot(position, *figure, *target) {
                    let shooter = *figure as usize;
                    self.resolve_shot(position, shooter, *target, *aimed, cover, dice, log);
                }
            }
            Action::Fight(set) => self.form_fight(position, side, *set, dice, log),
            Action::Capture(want) => {
                if let Some(melee) = &mut position.melee {
                    for i in 0..2 {
                        if melee.sides[i] == side {
                            melee.capture[i] = Some(*want);
                        }
                    }
                }
                self.go_on_fighting(position, dice, log);
            }
            Action::Improvise { figure, yes } => {
                if let Some(melee) = &mut position.melee {
                    melee.unsaid &= !(1 << figure);
                    if *yes {
                        melee.improvising |= 1 << figure;
                    }
                }
                self.go_on_fighting(position, dice, log);
            }
            Action::Hurt { figure, horse } => {
                self.hurt(position, *figure, *horse);
                self.share(position, dice, log);
            }
            Action::Say { figure, shout, text, effect } => {
                self.say(position, *figure, *shout, text, *effect, log)
            }
            Action::End => {
                if position.step == Step::Umpire {
                    self.close_turn(position, dice, log);
                } else {
                    self.next_side(position);
                }
            }
            Action::Stand { question, answer } => {
                let number = match question {
                    Question::Capture => 0,
                    Question::Improvise => 1,
                };
                position.answers[side as usize][number] = *answer;
                return;
            }
            Action::Stop => self.finish(position, Ending::Stopped, dice, log),
            Action::PlayOn => {
                position.plays_on = true;
                self.begin_turn(position, dice, log);
            }
            Action::Concede => self.concede(position, side, dice, log),
            Action::Rule(ruling) => self.rule(position, ruling, dice, log),
        }
        self.advance(position, dice, log);
    }

    fn go(&self, position: &mut Position, action: &Action, dice: &mut Dice, log: &mut Log<Event>) {
        match action {
            Action::Move { figure, gait, way, charge, face } => {
                let path = if *charge == 0 { Path::Plain } else { Path::Charge(*charge) };
                self.activate(position, *figure);
                let Ok((start, way, walked)) = self.check_path(position, *figure, *gait, way, path)
                else {
                    self.done(position);
                    return;
                };
                let number = *figure as usize;
                let ran = *gait == Gait::Run;
                if *charge == 0 {
                    self.tell_path(*figure, start, way.stops(), &walked, ran, log);
                    self.complete_path(
                        position,
                        *figure,
                        start,
                        way.stops(),
                        walked,
                        ran,
                        *face,
                        log,
                    );
                    self.after_action(position, *figure);
                    return;
                }
                if !self.dares(position, number, dice, log) {
                    return;
                }
                let charge = Charge {
                    figure: *figure,
                    targets: *charge,
                    start,
                    way,
                    length: walked.length,
                    obstacles: walked.obstacles,
                    ran,
                    face: *face,
                    waiting: 0,
                };
                self.begin_charge(position, charge, log);
            }
            Action::BreakOff { figure, way, face } => {
                let Ok((start, way, walked)) =
                    self.check_path(position, *figure, Gait::Walk, way, Path::BreakOff)
                else {
                    return;
                };
                self.activate(position, *figure);
                position.figures[*figure as usize].used += 1;
                log.tell_to(|| Audience::All, || Event::BreaksOff { figure: *figure });
                self.tell_path(*figure, start, way.stops(), &walked, false, log);
                self.complete_path(
                    position,
                    *figure,
                    start,
                    way.stops(),
                    walked,
                    false,
                    *face,
                    log,
                );
                self.prune_contacts(position);
                self.after_action(position, *figure);
            }
            _ => {}
        }
    }

    /// Whether a figure gets stuck in, where that is to be seen. SV-CIV-04
    pub(crate) fn dares(
        &self,
        position: &mut Position,
        number: usize,
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

    /// Ends the activation of a figure that can do nothing more.
    pub(crate) fn after_action(&self, position: &mut Position, figure: u8) {
        let subject = &position.figures[figure as usize];
        let allowance = self.sheet(position, figure as usize).class.allowance();
        let leads = position.horses.iter().any(|horse| horse.is_loose() && !horse.has_moved);
        let more = subject.is_playing()
            && (subject.can_act(allowance, 1)
                || !subject.has_moved
                || leads && !subject.ran
                || self.can_leave(position, figure as usize));
        if !more {
            self.done(position);
        }
    }

    /// What the umpire does. SV-GEN-12
    fn rule(
        &self,
        position: &mut Position,
        ruling: &Ruling,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match *ruling {
            Ruling::Test { figure, target } => {
                position.tested |= 1 << figure;
                let hero = self.sheet(position, figure as usize).class == Class::Hero;
                self.enable_test(
                    figure as usize,
                    TestFor::Umpire,
                    hero as i32,
                    target as u32,
                    dice,
                    log,
                );
            }
            Ruling::Smoke { at, radius, turns } => {
                position.works.smoke.push(crate::geometry::feature::Smoke {
                    centre: at,
                    radius,
                    turns,
                });
                position.tested |= 1 << 63;
                log.tell_to(|| Audience::All, || Event::Smoke { at, turns });
            }
            Ruling::Clear(number) => {
                let smoke = position.works.smoke.remove(number as usize);
                log.tell_to(|| Audience::All, || Event::SmokeClears { at: smoke.centre });
            }
        }
    }
}
