//! Order of play: who rolls for it, and in which order persons act.

use crate::Outfit;
use crate::action::Action;
use crate::edition::scenarios::{Order, PERSONS};
use crate::event::Event;
use crate::position::{Fate, NONE, Phase, Position};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};
use table::Seat;

impl Play<'_> {
    /// OS-ORD-01, OS-ORD-02, OS-ORD-03, OS-ORD-04, OS-ORD-05, OS-ORD-06: who rolls, in seat order;
    /// ties roll again among themselves.
    pub(crate) fn order_of_play(&mut self) {
        let seats = self.set.setup.seats as usize;
        let order = self.set.switches.order;
        let rolls = |seat: usize| {
            order != Order::SoughtFirst
                || !self.set.scenario.roles[self.set.role_of_seat(seat as u8)].sought
        };
        let mut score = [0u64; 4];
        let rolling = (0..seats).filter(|seat| rolls(*seat)).count();
        if rolling > 1 {
            // Twenty ties in a row do not happen; dice that always tie must not hang the table.
            for round in 0..20 {
                let tied = |seat: usize| {
                    let same = |other: usize| rolls(other) && score[other] == score[seat];
                    let top = (0..seats).filter(|s| rolls(*s)).map(|s| score[s]).max();
                    rolls(seat)
                        && (0..seats).filter(|other| same(*other)).count() > 1
                        && (order != Order::Clockwise || Some(score[seat]) == top)
                };
                let again: [bool; 4] = std::array::from_fn(|seat| seat < seats && tied(seat));
                if !again.contains(&true) {
                    break;
                }
                for seat in 0..seats {
                    score[seat] *= 8;
                    if again[seat] {
                        let die = self.dice.roll("order", 6);
                        score[seat] += die as u64;
                        self.log.tell(Event::OrderDie {
                            seat: seat as u16 + 1,
                            die: die as u8,
                            again: round > 0,
                        });
                    }
                }
            }
        }
        let sought = |seat: u8| !rolls(seat as usize);
        let mut ranked = [0u8, 1, 2, 3];
        if order == Order::Clockwise {
            let first = (0..seats).max_by_key(|seat| (score[*seat], seats - seat)).unwrap_or(0);
            for (place, seat) in ranked.iter_mut().enumerate().take(seats) {
                *seat = ((first + place) % seats) as u8;
            }
        } else {
            ranked[..seats].sort_by_key(|seat| {
                (!sought(*seat), std::cmp::Reverse(score[*seat as usize]), *seat)
            });
        }
        self.p.order = ranked;
        if seats > 1 {
            self.log.tell(Event::Order {
                seats: ranked.map(|seat| seat as u16 + 1),
                count: seats as u8,
            });
        }
    }
}

impl Outfit {
    /// The order in which persons act each day: those of the game first, the sought role next where
    /// the scenario says so, then seat by seat (OS-SEAT-04, OS-ORD-02, OS-ORD-04, OS-ORD-06,
    /// OS-ORD-07).
    pub(super) fn arrange_sequence(&self, p: &mut Position) {
        let sought_first = self.switches.order == Order::SoughtFirst;
        let place = |person: usize| {
            let seat = p.persons[person].seat;
            let role = self.role(person as u8);
            let rank = p.order.iter().position(|other| *other == seat).unwrap_or(0);
            (seat != NONE, !(sought_first && role.sought), rank, person)
        };
        let mut sequence = [0; PERSONS];
        let count = self.cast.len();
        for (person, slot) in sequence.iter_mut().enumerate().take(count) {
            *slot = person as u8;
        }
        sequence[..count].sort_unstable_by_key(|person| place(*person as usize));
        p.sequence = sequence;
    }
}

impl Play<'_> {
    /// The next person in order (OS-SEQ-02, OS-ORD-04, OS-ORD-07).
    pub(super) fn next_person(&mut self) {
        let Some(next) = self.due() else {
            self.p.phase = Phase::Dusk;
            return;
        };
        self.p.acting = next;
        let owner_picks = self.set.switches.own_order && self.p.actor().seat != NONE;
        self.p.phase = match owner_picks && self.set.ready(self.p).nth(1).is_some() {
            true => Phase::Pick,
            false => Phase::Begin,
        };
    }

    /// A player has picked which of his persons acts (OS-ORD-07).
    pub(super) fn pick(&mut self, person: u8) {
        if (person as usize) < self.set.cast.len() {
            self.p.acting = person;
            self.p.phase = Phase::Begin;
        }
    }

    /// The first person of the day's sequence who has yet to act.
    fn due(&self) -> Option<u8> {
        let count = self.set.cast.len();
        self.p.sequence[..count].iter().copied().find(|person| self.set.takes_turn(self.p, *person))
    }
}

impl Outfit {
    /// Whether this person still has a turn today (OS-GEN-01); who has left never comes back
    /// (OS-EDGE-08, OS-SEQ-10).
    pub(crate) fn takes_turn(&self, p: &Position, person: u8) -> bool {
        p.persons[person as usize].fate == Fate::Active
            && p.acted & (1 << person) == 0
            && !self.held_back(p, person)
    }

    /// Those of the acting player's persons who have yet to act (OS-ORD-07).
    pub(super) fn offer_persons(&self, p: &Position, out: &mut Vec<Action>) {
        out.extend(self.ready(p).map(Action::Person));
    }

    /// The persons of the player whose turn it is who have yet to act.
    pub(super) fn ready<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = u8> + 'a {
        let seat = p.actor().seat;
        let persons = 0..self.cast.len() as u8;
        persons.filter(move |i| p.persons[*i as usize].seat == seat && self.takes_turn(p, *i))
    }

    /// Whether the head start still holds this person back (OS-ORD-08).
    pub(crate) fn held_back(&self, p: &Position, person: u8) -> bool {
        self.scenario
            .head_start
            .is_some_and(|(role, days)| self.cast[person as usize] != role && p.day <= days)
    }

    pub(super) fn judge_person(&self, p: &Position, seat: Seat, person: u8) -> Ruling {
        if person as usize >= self.cast.len() {
            return Err(Refusal::NoSuchPerson);
        }
        let who = &p.persons[person as usize];
        if who.seat as u16 != seat.0 {
            return Err(Refusal::NotYourPerson);
        }
        if who.fate != Fate::Active {
            return Err(Refusal::PersonIsOut);
        }
        if p.acted & (1 << person) != 0 {
            return Err(Refusal::HadHisTurn);
        }
        if self.held_back(p, person) {
            return Err(Refusal::HeldBack);
        }
        Ok(())
    }
}
