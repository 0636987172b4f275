//! Order of play: who rolls for it, and in which order persons act.

use crate::Outfit;
use crate::action::Action;
use crate::edition::scenarios::{Order, PERSONS};
use crate::event::Event;
use crate::position::{Fate, Phase, Position, Who};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};
use std::cmp::Reverse;
use table::{Fit, Seat};

impl Play<'_> {
    /// Who acts before whom: by die (OS-ORD-01, OS-ORD-02), the sought role first where the set-up says
    /// so (OS-ORD-06), alone without a roll (OS-ORD-05).
    pub(crate) fn order_of_play(&mut self) {
        let set = self.set;
        let order = set.switches.order;
        let seats = usize::from(set.setup.seats);
        let sought = |seat: Seat| {
            let role = &set.scenario.roles[set.role_of_seat(seat).index()];
            order == Order::SoughtFirst && role.sought
        };
        let score = self.order_dice(|seat| !sought(seat));
        let mut ranked = [0, 1, 2, 3].map(Seat);
        if order == Order::Clockwise {
            let best = (0..seats).max_by_key(|seat| (score[*seat], seats - seat)).unwrap_or(0);
            ranked[..seats].rotate_left(best);
        } else {
            let place = |seat: &Seat| (!sought(*seat), Reverse(score[seat.index()]), *seat);
            ranked[..seats].sort_by_key(place);
        }
        self.p.order = ranked;
        if seats > 1 {
            let numbers = ranked.map(|seat| seat.0 + 1);
            self.log.tell(Event::Order { seats: numbers, count: seats.fit() });
        }
    }

    /// What every seat rolled, in seat order; ties roll again among themselves (OS-ORD-03).
    fn order_dice(&mut self, rolls: impl Fn(Seat) -> bool) -> [u64; 4] {
        let seats = self.set.setup.seats;
        let clockwise = self.set.switches.order == Order::Clockwise;
        let rolling = || Seat::first(seats).filter(|seat| rolls(*seat));
        let mut score = [0; 4];
        if rolling().count() < 2 {
            return score;
        }
        // Twenty ties in a row do not happen; dice that always tie must not hang the table.
        for round in 0..20 {
            let before: [u64; 4] = score;
            let top = rolling().map(|seat| before[seat.index()]).max();
            let tied = |seat: Seat| {
                let own = before[seat.index()];
                rolls(seat)
                    && rolling().filter(|other| before[other.index()] == own).count() > 1
                    && (!clockwise || Some(own) == top)
            };
            if !Seat::first(seats).any(tied) {
                break;
            }
            for seat in Seat::first(seats) {
                score[seat.index()] *= 8;
                if tied(seat) {
                    let die = self.dice.roll("order", 6);
                    score[seat.index()] += u64::from(die);
                    let (seat, die) = (seat.0 + 1, die.fit());
                    self.log.tell(Event::OrderDie { seat, die, again: round > 0 });
                }
            }
        }
        score
    }
}

impl Outfit {
    /// The order in which persons act each day: those of the game first, the sought role next where
    /// the scenario says so, then seat by seat (OS-SEAT-04, OS-ORD-02, OS-ORD-04, OS-ORD-06,
    /// OS-ORD-07).
    pub(super) fn arrange_sequence(&self, p: &mut Position) {
        let sought_first = self.switches.order == Order::SoughtFirst;
        let place = |who: &Who| {
            let seat = p.persons[*who].seat;
            let rank = p.order.iter().position(|other| Some(*other) == seat).unwrap_or(0);
            (seat.is_some(), !(sought_first && self.role(*who).sought), rank, *who)
        };
        let mut sequence = [Who(0); PERSONS];
        sequence.iter_mut().zip(self.everyone()).for_each(|(slot, who)| *slot = who);
        sequence[..self.cast.len()].sort_unstable_by_key(place);
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
        let owner_picks = self.set.switches.own_order && self.p.actor().player().is_some();
        self.p.phase = match owner_picks && self.set.ready(self.p).nth(1).is_some() {
            true => Phase::Pick,
            false => Phase::Begin,
        };
    }

    /// A player has picked which of his persons acts (OS-ORD-07).
    pub(super) fn pick(&mut self, person: Who) {
        if person.index() < self.set.cast.len() {
            self.p.acting = person;
            self.p.phase = Phase::Begin;
        }
    }

    /// The first person of the day's sequence who has yet to act.
    fn due(&self) -> Option<Who> {
        let count = self.set.cast.len();
        self.p.sequence[..count].iter().copied().find(|person| self.set.takes_turn(self.p, *person))
    }
}

impl Outfit {
    /// Whether this person still has a turn today (OS-GEN-01); who has left never comes back
    /// (OS-EDGE-08, OS-SEQ-10).
    pub(crate) fn takes_turn(&self, p: &Position, person: Who) -> bool {
        p.persons[person].fate == Fate::Active
            && p.acted & person.bit() == 0
            && !self.held_back(p, person)
    }

    /// Those of the acting player's persons who have yet to act (OS-ORD-07).
    pub(super) fn offer_persons(&self, p: &Position, out: &mut Vec<Action>) {
        out.extend(self.ready(p).map(Action::Person));
    }

    /// The persons of the player whose turn it is who have yet to act.
    pub(super) fn ready<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = Who> + 'a {
        let seat = p.actor().player();
        let persons = self.everyone();
        persons.filter(move |i| p.persons[*i].player() == seat && self.takes_turn(p, *i))
    }

    /// Whether the head start still holds this person back (OS-ORD-08).
    pub(crate) fn held_back(&self, p: &Position, person: Who) -> bool {
        self.scenario
            .head_start
            .is_some_and(|(role, days)| self.part(person) != role && p.day <= days)
    }

    pub(super) fn judge_person(&self, p: &Position, seat: Seat, person: Who) -> Ruling {
        if person.index() >= self.cast.len() {
            return Err(Refusal::NoSuchPerson);
        }
        let who = &p.persons[person];
        if who.player() != Some(seat) {
            return Err(Refusal::NotYourPerson);
        }
        if who.fate != Fate::Active {
            return Err(Refusal::PersonIsOut);
        }
        if p.acted & person.bit() != 0 {
            return Err(Refusal::HadHisTurn);
        }
        if self.held_back(p, person) {
            return Err(Refusal::HeldBack);
        }
        Ok(())
    }
}
