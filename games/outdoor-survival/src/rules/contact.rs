//! Contact: found, captured, joined; and the hunter's shot.

use crate::edition::scenarios::Meeting;
use crate::event::Event;
use crate::position::Fate;
use crate::rules::Play;

impl Play<'_> {
    /// Tests contact after a single step of the acting person (OS-SEQ-11).
    pub(crate) fn contact_after_step(&mut self) {
        if self.set.watches(self.p.acting) {
            // Whether somebody hidden was met here is news either way.
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
            for person in 0..self.set.cast.len() as u8 {
                if self.p.persons[person as usize].fate == Fate::Active {
                    self.meet_others(person);
                }
            }
            self.judge_now();
        }
    }

    /// Everything that comes of this person standing where he stands.
    fn meet_others(&mut self, mover: u8) {
        let set = self.set;
        for contact in &set.scenario.contacts {
            if contact.shooting || self.p.day < contact.from_day {
                continue;
            }
            let role = set.cast[mover as usize];
            let here = self.p.persons[mover as usize].at;
            // In order of play, so that the earliest of several comes first (OS-SRCH-11).
            for slot in 0..set.cast.len() {
                let other = self.p.sequence[slot];
                let (a, b) = if role == contact.a && set.cast[other as usize] == contact.b {
                    (mover, other)
                } else if role == contact.b && set.cast[other as usize] == contact.a {
                    (other, mover)
                } else {
                    continue;
                };
                let [first, second] = [a, b].map(|i| self.p.persons[i as usize]);
                let wanted = match contact.result {
                    Meeting::Join => Fate::Stranded,
                    _ => Fate::Active,
                };
                let there = self.p.persons[other as usize].at == here;
                if there && first.fate == Fate::Active && second.fate == wanted {
                    self.come_together(a, b, contact.result);
                }
            }
        }
    }

    fn come_together(&mut self, a: u8, b: u8, result: Meeting) {
        let day = self.p.day;
        let hex = self.set.hex_name(self.p.persons[b as usize].at);
        let (fate, event) = match result {
            Meeting::Join => {
                self.join(b);
                return;
            }
            Meeting::Captured => {
                (Fate::Captured, Event::Captured { person: b + 1, by: a + 1, hex })
            }
            Meeting::Found | Meeting::Hit => {
                (Fate::Found, Event::Found { person: b + 1, by: a + 1, hex })
            }
        };
        let person = &mut self.p.persons[b as usize];
        person.fate = fate;
        person.ended = day;
        person.escort = a;
        self.log.reveal();
        self.log.tell(event);
    }
}
