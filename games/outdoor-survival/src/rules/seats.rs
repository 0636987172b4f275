//! Seats: who plays which role and runs whom.

use crate::Outfit;
use crate::edition::scenarios::{PERSONS, Role};
use crate::position::{NONE, Position};

impl Outfit {
    /// The role of the seat, by dealing seats to the roles in the order of the file (OS-SEAT-01).
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

    /// Gives every person its seat and its place in the sequence (OS-SEAT-03).
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

    /// The persons of the same role.
    pub(crate) fn members(&self, person: u8) -> impl Iterator<Item = u8> + '_ {
        let role = self.cast[person as usize];
        (0..self.cast.len() as u8).filter(move |other| self.cast[*other as usize] == role)
    }

    /// The role of a person.
    pub(crate) fn role(&self, person: u8) -> &Role {
        &self.scenario.roles[self.cast[person as usize] as usize]
    }

    /// A number for those who win and lose together and share outposts.
    pub(crate) fn side(&self, person: u8) -> u8 {
        self.sides[person as usize]
    }
}

/// For each person of this cast a number of those who win and lose together.
pub(crate) fn sides(roles: &[Role], cast: &[u8]) -> Vec<u8> {
    let side_of = |(person, role): (u8, &u8)| match &roles[*role as usize].side {
        None => PERSONS as u8 + person,
        side => roles.iter().position(|other| other.side == *side).unwrap_or(0) as u8,
    };
    (0..).zip(cast).map(side_of).collect()
}
