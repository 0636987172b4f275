//! Seats: who plays which role and runs whom.

use crate::Outfit;
use crate::edition::scenarios::{PERSONS, Role, RoleId};
use crate::position::{Person, Position, Team, Who};
use table::{Fit, Seat};

impl Outfit {
    /// The role of the seat, by dealing seats to the roles in the order of the file (OS-SEAT-01).
    pub(crate) fn role_of_seat(&self, seat: Seat) -> RoleId {
        let seats = usize::from(self.setup.seats);
        let mut dealt = 0;
        let role = self.scenario.roles.iter().position(|role| {
            dealt += u16::from(role.players[seats - 1]);
            seat.0 < dealt
        });
        RoleId(role.unwrap_or(0).fit())
    }

    /// Gives every person its seat and its place in the sequence (OS-SEAT-03).
    pub(crate) fn seat_persons(&self, p: &mut Position) {
        let seats = || Seat::first(self.setup.seats);
        for (role, _) in self.roles() {
            let members = || self.everyone().filter(|who| self.part(*who) == role);
            let players = seats().filter(|seat| self.role_of_seat(*seat) == role).count();
            // By order of play where one player runs several (OS-PURA-02), else seat by seat.
            let by_seat = members().count() == players;
            let order = p.order;
            for (number, who) in members().enumerate().filter(|_| players > 0) {
                let mut mine = seats()
                    .map(|seat| if by_seat { seat } else { order[seat.index()] })
                    .filter(|seat| self.role_of_seat(*seat) == role);
                p.persons[who].seat = mine.nth(number % players);
            }
        }
        self.arrange_sequence(p);
    }

    /// The persons of the same role.
    pub(crate) fn members(&self, person: Who) -> impl Iterator<Item = Who> + '_ {
        let role = self.part(person);
        self.everyone().filter(move |other| self.part(*other) == role)
    }

    /// Everybody, in the order of the cast.
    pub(crate) fn everyone(&self) -> impl DoubleEndedIterator<Item = Who> + Clone + use<> {
        (0..self.cast.len().fit()).map(Who)
    }

    /// The roles of the scenario, each by its place.
    pub(crate) fn roles(&self) -> impl Iterator<Item = (RoleId, &Role)> {
        (0..).map(RoleId).zip(&self.scenario.roles)
    }

    /// Those who take part.
    pub(crate) fn persons<'a>(&self, p: &'a Position) -> &'a [Person] {
        &p.persons.0[..self.cast.len()]
    }

    /// Which role a person plays.
    #[inline]
    pub(crate) fn part(&self, who: Who) -> RoleId {
        self.cast[who.index()]
    }

    /// The role of a person.
    pub(crate) fn role(&self, person: Who) -> &Role {
        &self.scenario.roles[self.part(person).index()]
    }

    /// Those with whom a person wins, loses and shares outposts.
    pub(crate) fn team(&self, person: Who) -> Team {
        self.teams[person.index()]
    }
}

/// The team of each person of this cast.
pub(crate) fn teams(roles: &[Role], cast: &[RoleId]) -> Vec<Team> {
    let team_of = |(person, role): (usize, &RoleId)| match &roles[role.index()].side {
        None => PERSONS + person,
        side => roles.iter().position(|other| other.side == *side).unwrap_or(0),
    };
    cast.iter().enumerate().map(team_of).map(|team| Team(team.fit())).collect()
}
