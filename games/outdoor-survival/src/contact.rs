//! Contact: found, captured, joined; and the hunter's shot.

use crate::charts::Terrain;
use crate::scenario::Meeting;
use crate::story::Event;
use crate::{Fate, Outfit, Phase, Play, Position};

/// A shot that is possible now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    pub target: u8,
    /// The faces that hit, as bits 1 to 6; 0 for a hit without a roll.
    pub faces: u8,
}

impl Outfit {
    /// The best shot of the acting person, if he is in a shooting position and has not shot today
    /// (OS-BEAST-09 to 14, 22).
    pub(crate) fn target(&self, p: &Position) -> Option<Shot> {
        if p.journey.shot {
            return None;
        }
        let shooter = p.acting;
        let sure_first = |shot: &Shot| match shot.faces {
            0 => 0,
            faces => 7 - faces.count_ones(),
        };
        let role = self.cast[shooter as usize];
        let contacts = self.scenario.contacts.iter();
        contacts
            .filter(|contact| contact.shooting && contact.a == role && p.day >= contact.from_day)
            .flat_map(|contact| {
                let of_role = move |i: &u8| self.cast[*i as usize] == contact.b;
                (0..self.cast.len() as u8).filter(of_role)
            })
            .filter(|i| p.persons[*i as usize].fate == Fate::Active)
            .filter_map(|target| {
                self.aim(p.actor().at, p.persons[target as usize].at)
                    .map(|faces| Shot { target, faces })
            })
            .min_by_key(sure_first)
    }

    /// The faces that hit from one hex to another; `None` if there is no shot.
    pub(crate) fn aim(&self, from: u16, to: u16) -> Option<u8> {
        let shooting = &self.scenario.shooting;
        let stand = self.board.hex(from).terrain;
        let distance = self.board.distance(from, to);
        if distance == 0 {
            return Some(shooting.rolls[stand as usize]);
        }
        if shooting.range.is_empty() {
            return (distance == 1 && shooting.range1_from & stand.bit() != 0).then_some(0);
        }
        // Variant V1
        let best = *shooting.range.get(distance as usize - 1)?;
        if shooting.blind & stand.bit() != 0 {
            return None;
        }
        let mut open = true;
        self.board.between(from, to, |cell| {
            open &= cell
                .is_some_and(|cell| shooting.line_over & self.board.hex(cell).terrain.bit() != 0);
        });
        let cover = shooting.cover & self.board.hex(to).terrain.bit() != 0;
        let best = best.saturating_sub(cover as u8);
        (open && best > 0).then(|| (2..=best).fold(2, |faces, face| faces | 1 << face))
    }

    /// The words for why there is no shot.
    pub(crate) fn no_shot(&self, p: &Position) -> &'static str {
        match self.board.hex(p.actor().at).terrain {
            Terrain::Clear => "Too far: from here you can hit only what is near enough.",
            _ => "Too far: out of rough country you must share its hex.",
        }
    }
}

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
            Meeting::Captured => (
                Fate::Captured,
                Event::Captured {
                    person: b + 1,
                    by: a + 1,
                    hex,
                },
            ),
            Meeting::Found | Meeting::Hit => (
                Fate::Found,
                Event::Found {
                    person: b + 1,
                    by: a + 1,
                    hex,
                },
            ),
        };
        let person = &mut self.p.persons[b as usize];
        person.fate = fate;
        person.ended = day;
        person.escort = a;
        self.log.reveal();
        self.log.tell(event);
    }

    /// A shot (OS-BEAST-09 to 16).
    pub(crate) fn shoot(&mut self) {
        let Some(shot) = self.set.target(self.p) else {
            return;
        };
        let acting = self.p.acting;
        self.p.journey.shot = true;
        let die = if shot.faces == 0 {
            0
        } else {
            self.person_die("shot", 6)
        };
        let hit = shot.faces == 0 || shot.faces & (1 << die) != 0;
        self.log.tell(Event::Shot {
            person: acting + 1,
            at: shot.target + 1,
            die,
            hit,
        });
        if hit {
            let day = self.p.day;
            let target = &mut self.p.persons[shot.target as usize];
            target.fate = Fate::Hit;
            target.ended = day;
            target.escort = acting;
        }
        match self.p.phase {
            Phase::Decide => self.did_not_move(),
            Phase::Move if self.p.journey.steps == 0 => self.did_not_move(),
            Phase::Move => {
                self.p.persons[acting as usize].stay_days = 0;
                self.p.phase = Phase::Needs;
            }
            _ => self.p.phase = Phase::Needs,
        }
        self.judge_now();
    }
}
