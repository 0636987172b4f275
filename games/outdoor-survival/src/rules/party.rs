//! Rescue parties: markers turned up, people joining, following, carried, left behind, brought out.

use crate::Outfit;
use crate::edition::components::Rows;
use crate::edition::scenarios::PERSONS;
use crate::event::Event;
use crate::land::Edges;
use crate::position::{Fate, Phase, Position, Who, letter};
use crate::rules::Play;
use terrain::Fit;

impl Outfit {
    /// Those whom this person escorts, however many (OS-RESC-16).
    pub(crate) fn charges<'a>(
        &'a self,
        p: &'a Position,
        person: Who,
    ) -> impl Iterator<Item = Who> + 'a {
        self.everyone().filter(move |i| p.persons[*i].walks_with(person))
    }
}

/// Those who walk with somebody now, whatever becomes of him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Party(u8);

impl Party {
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its persons, in the order of the cast.
    pub fn members(self) -> impl Iterator<Item = Who> {
        (0..PERSONS.fit()).map(Who).filter(move |who| self.0 & who.bit() != 0)
    }
}

impl Outfit {
    /// Those whom this person escorts now.
    pub(crate) fn party(&self, p: &Position, person: Who) -> Party {
        Party(self.charges(p, person).fold(0, |party, who| party | who.bit()))
    }
}

impl Play<'_> {
    /// Turns the marker of the hex just entered (OS-RESC-04); after a blank he goes on
    /// (OS-RESC-05).
    pub(crate) fn turn_marker(&mut self) {
        let set = self.set;
        let acting = self.p.acting;
        let Some(markers) = &set.scenario.markers else {
            return;
        };
        if set.part(acting) != markers.turned_by {
            return;
        }
        let here = self.p.actor().at;
        let count = usize::from(self.p.marker_count);
        let marker = self.p.markers[..count].iter_mut().find(|m| !m.turned && m.at == here);
        let Some(marker) = marker else {
            return;
        };
        marker.turned = true;
        let found = marker.person;
        self.log.reveal();
        self.log.tell(Event::Turned {
            person: acting.number(),
            hex: set.hex_name(here),
            missing: found,
        });
        let missing =
            |i: &Who| set.part(*i) == markers.role && self.p.persons[*i].fate == Fate::Missing;
        if let Some(one) = set.everyone().find(missing).filter(|_| found) {
            // OS-RESC-07
            let day = self.p.day;
            let person = &mut self.p.persons[one];
            if let Some((after, most)) = set.role(one).found {
                person.food = (day + u16::from(after)).min(u16::from(most)).fit::<u8>();
                person.water = 1;
                person.level = Rows::lost(&set.scenario.rows.food, person.food).min(14);
            }
            person.at = here;
            self.join(one);
        }
    }

    /// A person joins the acting one, whose move ends here (OS-RESC-06, OS-RESC-17).
    pub(crate) fn join(&mut self, person: Who) {
        let acting = self.p.acting;
        let here = self.p.actor().at;
        let joined = &mut self.p.persons[person];
        joined.fate = Fate::Escorted;
        joined.escort = Some(acting);
        joined.at = here;
        let (level, water, food) = (joined.level, joined.water, joined.food);
        self.log.tell(Event::Joined {
            person: person.number(),
            to: acting.number(),
            level: letter(level),
            water,
            food,
        });
        if self.p.phase == Phase::Move {
            self.p.persons[acting].stay_days = Some(0);
            self.p.phase = Phase::Needs;
        }
    }

    /// The party moves as one piece (OS-RESC-13).
    pub(crate) fn party_follows(&mut self, leader: Who) {
        let at = self.p.persons[leader].at;
        for person in &mut self.p.persons.0 {
            if person.walks_with(leader) {
                person.at = at;
            }
        }
    }

    /// The party is safe (OS-RESC-18).
    pub(crate) fn party_leaves(&mut self, leader: Who, edges: Edges) {
        let day = self.p.day;
        for who in self.set.everyone() {
            let person = &mut self.p.persons[who];
            if person.walks_with(leader) {
                person.fate = Fate::Left;
                person.ended = day;
                person.edges = edges;
                let event = Event::BroughtOut {
                    person: who.number(),
                    by: leader.number(),
                    level: letter(person.level),
                };
                self.log.tell(event);
            }
        }
    }

    /// Those who were escorted stay where they are, face up (OS-RESC-17).
    pub(crate) fn strand_charges(&mut self, leader: Who) {
        for who in self.set.everyone() {
            let person = &mut self.p.persons[who];
            if person.walks_with(leader) {
                person.escort = None;
                person.fate = Fate::Stranded;
                let event =
                    Event::Stranded { person: who.number(), hex: self.set.hex_name(person.at) };
                self.log.tell(event);
            }
        }
    }
}
