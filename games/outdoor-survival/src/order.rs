//! Order of play: who sits where, who runs whom, and in which order persons act.

use crate::scenario::{Order, PERSONS};
use crate::story::Event;
use crate::{NONE, Outfit, Play, Position};

impl Outfit {
    /// The role of the seat, by dealing seats to the roles in the order of the file.
    pub(crate) fn role_of_seat(&self, seat: u8) -> usize {
        let index = self.setup.seats as usize - 1;
        let mut dealt = 0;
        for (role, file) in self.scenario.roles.iter().enumerate() {
            dealt += file.players[index];
            if seat < dealt {
                return role;
            }
        }
        0
    }

    /// Puts seats, sequence and first hexes that follow from the order of play.
    pub(crate) fn seat_persons(&self, p: &mut Position) {
        let seats = self.setup.seats as u8;
        for role in 0..self.scenario.roles.len() {
            let mut mine = [NONE; 4];
            let mut count = 0;
            let persons = self.cast.iter().filter(|cast| **cast as usize == role).count();
            // By order of play where one player runs several (OS-PURA-02), else seat by seat.
            let players = (0..seats).filter(|seat| self.role_of_seat(*seat) == role).count();
            for place in 0..seats {
                let seat = if persons == players { place } else { p.order[place as usize] };
                if self.role_of_seat(seat) == role {
                    mine[count] = seat;
                    count += 1;
                }
            }
            if count == 0 {
                continue;
            }
            let members = self.cast.iter().enumerate().filter(|(_, cast)| **cast as usize == role);
            for (number, (person, _)) in members.enumerate() {
                p.persons[person].seat = mine[number % count];
            }
        }
        self.arrange_sequence(p);
    }

    /// The order in which persons act each day: those of the game first, the sought role next where
    /// the scenario says so, then seat by seat (OS-ORD-02, 04, 06, 07).
    fn arrange_sequence(&self, p: &mut Position) {
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
    /// OS-ORD-01 to 06: who rolls, in seat order; ties roll again among themselves.
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
