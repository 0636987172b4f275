//! The judge: whether a seat may take an action now, and if not, why not.

use crate::Survivors;
use crate::action::{Action, Gait, Ruling};
use crate::geometry::point::INCH;
use crate::position::{Phase, Position, Side, Step, members};
use crate::rules::movement::Path;
use table::{Refusal, Seat, Status};

type Checked = Result<(), Refusal>;

fn no(rule: &'static str, why: impl Into<String>) -> Checked {
    Err(Refusal::new(rule, why))
}

impl Survivors {
    pub(crate) fn judge(&self, position: &Position, seat: Seat, action: &Action) -> Checked {
        let Status::Deciding(seats) = self.who_decides(position) else {
            return no("SV-END-04", "The game is over.");
        };
        if !seats.has(seat) {
            return no("SV-SEQ-02", "It is not your turn to decide.");
        }
        let Some(side) = self.side_of(position, seat) else {
            return self.judge_umpire(position, action);
        };
        match action {
            Action::Concede | Action::Stand { .. } => Ok(()),
            Action::Rule(_) => no("SV-GEN-12", "Only an umpire rules."),
            action => match position.step {
                Step::Deploy => self.judge_deployment(position, side, action),
                Step::Bid => match action {
                    Action::Bid(bid) => self.check_bid(position, side, bid),
                    _ => no("SV-IP-09", "Share out your initiative points first."),
                },
                Step::Order(_) => match action {
                    Action::Order { sides, count } => {
                        self.check_order(position, &sides[..(*count as usize).min(4)])
                    }
                    _ => no("SV-IP-19", "Name the order of the sides first."),
                },
                Step::Phase(Phase::Movement) => self.judge_movement(position, side, action),
                Step::Phase(Phase::Firing) => self.judge_firing(position, side, action),
                Step::Phase(Phase::HandToHand) => match action {
                    Action::Fight(set) => self.check_fight(position, side, *set),
                    _ => no("SV-HTH-05", "Form a fight."),
                },
                Step::Phase(Phase::Other) => self.judge_other(position, side, action),
                Step::PreContact => match action {
                    Action::Hold(figure) => self.check_precontact(position, side, *figure, None),
                    Action::Fire { figure, aimed, horse } => {
                        self.check_precontact(position, side, *figure, Some((*aimed, *horse)))
                    }
                    _ => no("SV-PRE-01", "You are being charged: hold, fire or aim."),
                },
                Step::Redirect => self.check_redirect(position, action),
                Step::State => self.judge_statement(position, side, action),
                Step::Allocate => match action {
                    Action::Hurt { figure, horse } => {
                        self.check_hurt(position, side, *figure, *horse)
                    }
                    _ => no("SV-ALC-01", "Share out your losses."),
                },
                Step::Stop => match action {
                    Action::Stop | Action::PlayOn => Ok(()),
                    _ => no("SV-END-05", "Play on, or stop."),
                },
                Step::Umpire | Step::Over => no("SV-END-04", "The game is over."),
            },
        }
    }

    /// SV-GEN-12
    fn judge_umpire(&self, position: &Position, action: &Action) -> Checked {
        match action {
            Action::End => Ok(()),
            Action::Rule(Ruling::Test { figure, target }) => {
                let playing = position
                    .figures
                    .get(*figure as usize)
                    .is_some_and(|figure| figure.is_playing());
                if !playing || position.tested >> figure & 1 == 1 {
                    return no("SV-GEN-12", "One test a turn, on a figure in play.");
                }
                if !(2..=6).contains(target) {
                    return no("SV-GEN-12", "The target number is 2 to 6.");
                }
                Ok(())
            }
            Action::Rule(Ruling::Smoke { at, radius, turns }) => {
                let fits = self.table.bounds.holds(*at)
                    && (INCH..=6 * INCH).contains(radius)
                    && (1..=6).contains(turns)
                    && position.works.smoke.len() < 4;
                if fits {
                    Ok(())
                } else {
                    no(
                        "SV-GEN-12",
                        "Smoke: on the table, 1\" to 6\" wide, 1 to 6 turns, four at most.",
                    )
                }
            }
            Action::Rule(Ruling::Clear(number)) => {
                if (*number as usize) < position.works.smoke.len() {
                    Ok(())
                } else {
                    no("SV-GEN-12", "There is no such smoke.")
                }
            }
            _ => no("SV-GEN-12", "An umpire rules, or ends."),
        }
    }

    fn judge_deployment(&self, position: &Position, side: Side, action: &Action) -> Checked {
        match action {
            Action::Deploy { figure, stop, .. } => {
                self.check_deploy(position, side, *figure, *stop)
            }
            Action::Enter { figure, zone } => self.check_held_back(position, side, *figure, *zone),
            Action::GiveLamp(figure) => self.check_lamp(position, side, *figure),
            Action::Ready => Ok(()),
            _ => no("SV-SET-05", "Place your figures, or say ready."),
        }
    }

    fn judge_movement(&self, position: &Position, side: Side, action: &Action) -> Checked {
        let activation = |figure: u8| self.check_activation(position, side, figure);
        match action {
            Action::Take(figure) => activation(*figure),
            Action::Move { figure, gait, way, charge, .. } => {
                activation(*figure)?;
                let path = self.check_charge(position, *figure, *charge)?;
                self.check_path(position, *figure, *gait, way, path).map(drop)
            }
            Action::BreakOff { figure, way, .. } => {
                activation(*figure)?;
                self.check_path(position, *figure, Gait::Walk, way, Path::BreakOff).map(drop)
            }
            Action::Lead { figure, horse, way } => {
                activation(*figure)?;
                self.check_lead(position, *figure, *horse, way).map(drop)
            }
            Action::Exit(figure) => {
                activation(*figure)?;
                self.check_exit(position, *figure)
            }
            Action::Face { figure, .. } => {
                activation(*figure)?;
                if !position.figures[*figure as usize].is_playing() {
                    return no("SV-MOV-19", "It is not on the table yet.");
                }
                Ok(())
            }
            Action::Done(figure) => activation(*figure),
            Action::Do { figure, act } => {
                activation(*figure)?;
                self.check_act(position, Phase::Movement, *figure, act)
            }
            Action::End => Ok(()),
            Action::Say { .. } => no("SV-COM-01", "Talk waits for Any Other Events."),
            Action::Shoot { .. } => no("SV-SEQ-01", "Shots wait for the Firing phase."),
            _ => no("SV-SEQ-01", "This is the Movement phase."),
        }
    }

    /// SV-CHG-02, SV-CHG-05, SV-CIV-04
    fn check_charge(
        &self,
        position: &Position,
        figure: u8,
        charge: crate::action::Figures,
    ) -> Result<Path, Refusal> {
        if charge == 0 {
            return Ok(Path::Plain);
        }
        let subject = &position.figures[figure as usize];
        for target in members(charge) {
            self.check_seen(position, target)?;
            let fits = position.figures.get(target).is_some_and(|other| {
                other.is_playing()
                    && (self.hostile(position, figure as usize, target)
                        || other.side == crate::position::NOBODY)
            });
            if !fits {
                return Err(Refusal::new("SV-CHG-02", "Only enemies can be charged."));
            }
        }
        if subject.shirked {
            return Err(Refusal::new("SV-CIV-04", "It has lost its nerve for this turn."));
        }
        Ok(Path::Charge(charge))
    }

    fn judge_firing(&self, position: &Position, side: Side, action: &Action) -> Checked {
        match action {
            Action::Shoot { figure, target, aimed } => {
                self.check_shooter(position, side, *figure, *aimed)?;
                self.check_shot(position, *figure, *target).map(drop)
            }
            Action::Face { figure, .. } => {
                let own = position
                    .figures
                    .get(*figure as usize)
                    .is_some_and(|subject| subject.side == side);
                if own && self.may_turn(position, *figure as usize) {
                    Ok(())
                } else {
                    no("SV-LOS-16", "A figure turns only in its own movement.")
                }
            }
            Action::End => Ok(()),
            _ => no("SV-SEQ-01", "This is the Firing phase."),
        }
    }

    fn judge_other(&self, position: &Position, side: Side, action: &Action) -> Checked {
        let own = |figure: u8| {
            let own =
                position.figures.get(figure as usize).is_some_and(|subject| subject.side == side);
            if own { Ok(()) } else { no("SV-SEQ-03", "That figure is not yours.") }
        };
        match action {
            Action::Do { figure, act } => {
                own(*figure)?;
                self.check_act(position, Phase::Other, *figure, act)
            }
            Action::Say { figure, shout, text, effect } => {
                own(*figure)?;
                self.check_say(position, *figure, *shout, text.as_deref(), *effect)
            }
            Action::End => Ok(()),
            _ => no("SV-SEQ-01", "This is the phase of Any Other Events."),
        }
    }

    fn judge_statement(&self, position: &Position, side: Side, action: &Action) -> Checked {
        let Some(melee) = &position.melee else {
            return no("SV-PRI-03", "There is no fight.");
        };
        match action {
            Action::Capture(_) => {
                let waits = (0..2).any(|i| melee.sides[i] == side && melee.capture[i].is_none());
                if waits { Ok(()) } else { no("SV-PRI-03", "That is stated already.") }
            }
            Action::Improvise { figure, .. } => {
                let waits = (*figure as usize) < position.figures.len()
                    && position.figures[*figure as usize].side == side
                    && melee.unsaid >> figure & 1 == 1;
                if waits {
                    Ok(())
                } else {
                    no("SV-HTH-12", "Only an unarmed figure in this fight improvises.")
                }
            }
            _ => no("SV-PRI-03", "Say whether you want prisoners."),
        }
    }
}
