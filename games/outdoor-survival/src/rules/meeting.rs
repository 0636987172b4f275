//! Meeting others: who comes into contact is found, captured or joined; and the hunter's shot.

use crate::edition::scenarios::Meeting;
use crate::event::Event;
use crate::position::{Fate, Who};
use crate::rules::Play;

impl Play<'_> {
    /// Tests contact after a single step of the acting person (OS-SEQ-11).
    pub(crate) fn contact_after_step(&mut self) {
        if self.set.scenario.hidden.is_some() {
            // Whether somebody hidden was met here is news either way, and so is whether he walks on.
            self.log.reveal();
        }
        self.turn_marker();
        self.meet_others(self.p.acting);
        self.judge_now();
    }

    /// Contact that waits for a day is tested when that day begins (OS-PURA-11).
    pub(crate) fn contact_at_dawn(&mut self) {
        let day = self.p.day;
        let contacts = &self.set.scenario.contacts;
        if day > 1 && contacts.iter().any(|contact| contact.from_day == day) {
            for person in self.set.everyone() {
                if self.p.persons[person].fate == Fate::Active {
                    self.meet_others(person);
                }
            }
            self.judge_now();
        }
    }

    /// Everything that comes of this person standing where he stands.
    fn meet_others(&mut self, mover: Who) {
        let set = self.set;
        for contact in &set.scenario.contacts {
            if contact.shooting || self.p.day < contact.from_day {
                continue;
            }
            let role = set.part(mover);
            let here = self.p.persons[mover].at;
            // In order of play, so that the earliest of several comes first (OS-SRCH-11).
            for slot in 0..set.cast.len() {
                let other = self.p.sequence[slot];
                let (a, b) = if role == contact.a && set.part(other) == contact.b {
                    (mover, other)
                } else if role == contact.b && set.part(other) == contact.a {
                    (other, mover)
                } else {
                    continue;
                };
                let [first, second] = [a, b].map(|i| self.p.persons[i]);
                let wanted = match contact.result {
                    Meeting::Join => Fate::Stranded,
                    _ => Fate::Active,
                };
                let there = self.p.persons[other].at == here;
                if there && first.fate == Fate::Active && second.fate == wanted {
                    self.come_together(a, b, contact.result);
                }
            }
        }
    }

    fn come_together(&mut self, a: Who, b: Who, result: Meeting) {
        let day = self.p.day;
        let hex = self.set.hex_name(self.p.persons[b].at);
        let (fate, event) = match result {
            Meeting::Join => {
                self.join(b);
                return;
            }
            Meeting::Captured => {
                (Fate::Captured, Event::Captured { person: b.number(), by: a.number(), hex })
            }
            Meeting::Found | Meeting::Hit => {
                (Fate::Found, Event::Found { person: b.number(), by: a.number(), hex })
            }
        };
        let person = &mut self.p.persons[b];
        person.fate = fate;
        person.ended = day;
        person.escort = Some(a);
        self.log.reveal();
        self.log.tell(event);
    }
}
