//! The sequence of a day and of a turn: T1 to T8.

use crate::Outfit;
use crate::action::Action;
use crate::event::{Cause, Event};
use crate::position::{Fate, Journey, Phase, Position, letter};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};

impl Outfit {
    /// T2: stay, roll or shoot.
    pub(super) fn offer_decision(&self, p: &Position, out: &mut Vec<Action>) {
        out.extend([Action::Stay, Action::Roll]);
        if self.target(p).is_some() {
            out.push(Action::Shoot);
        }
    }

    /// T2: stay, roll or shoot.
    pub(super) fn judge_decision(&self, p: &Position, action: Action) -> Ruling {
        match action {
            Action::Stay | Action::Roll => Ok(()),
            Action::Shoot => self.judge_shot(p),
            Action::Step(_) => Err(Refusal::RollFirst),
            _ => Err(Refusal::StayOrRoll),
        }
    }
}

impl Play<'_> {
    /// A day begins (OS-GEN-01).
    pub(super) fn dawn(&mut self) {
        self.p.day += 1;
        self.p.slot = 0;
        self.p.acted = 0;
        self.log.tell(Event::Day { day: self.p.day });
        self.p.phase = Phase::NextPerson;
        self.contact_at_dawn();
    }

    /// T1: the allowance is read; who has none is not asked (OS-SEQ-09, OS-MOVE-04).
    pub(super) fn begin_turn(&mut self) {
        let acting = self.p.acting;
        self.p.acted |= acting.bit();
        self.begin_hidden_turn();
        let allowance = self.set.allowance(self.p, acting);
        let at = self.p.actor().at;
        self.p.journey = Journey { allowance, points: allowance, ..Journey::NONE };
        self.p.journey.path[0] = at;
        if !self.set.switches.flag_overnight {
            self.p.persons[acting].rate = false;
        }
        self.tell(Event::Turn {
            person: acting.number(),
            level: letter(self.p.actor().level),
            allowance,
        });
        let role = self.set.role(acting);
        if allowance == 0 {
            self.tell(Event::TooWeak { person: acting.number() });
            self.did_not_move();
        } else if self.p.actor().player().is_none() {
            self.automated_turn();
        } else if role.must_roll {
            // OS-BEAST-06: not asked
            self.roll();
        } else {
            self.p.phase = Phase::Decide;
        }
    }

    /// OS-MOVE-10
    pub(crate) fn stay(&mut self) {
        self.tell(Event::Stayed {
            person: self.p.acting.number(),
            hex: self.set.hex_name(self.p.actor().at),
        });
        self.did_not_move();
    }

    /// The day's needs come next, without a move (OS-SEQ-06, OS-REC-04).
    pub fn did_not_move(&mut self) {
        let person = &mut self.p.persons[self.p.acting];
        // 255 days are no different from 254.
        person.stay_days = Some(person.stay_days.map_or(0, |days| days.saturating_add(1).min(254)));
        person.tally.rested = person.tally.rested.saturating_add(1);
        self.p.phase = Phase::Needs;
    }

    /// T8: immobility and quitting (OS-LIFE-09, OS-BEAST-17), sightings, the scenario's tests.
    pub(super) fn end_turn(&mut self) {
        let acting = self.p.acting;
        let role = self.set.role(acting);
        if self.p.actor().fate == Fate::Active && role.tracks {
            if role.quit_level.is_some_and(|quit| self.p.actor().level >= quit) {
                self.put_out(acting, Cause::GaveUp);
            } else if role.immobile_out && self.set.allowance(self.p, acting) == 0 {
                self.put_out(acting, Cause::Immobile);
            }
        }
        // OS-DIR-08, OS-TURN-09, OS-FRND-05: nothing is carried over to the next turn
        self.p.journey = Journey::NONE;
        self.p.phase = Phase::NextPerson;
        self.judge_turn();
        self.end_hidden_turn();
    }

    /// The day ends: conditions that wait for it, and the day limit.
    pub(super) fn dusk(&mut self) {
        self.p.phase = Phase::Dawn;
        self.judge_day();
    }
}
