//! The friendly die: doubts about the map, settled by lot.

use crate::event::{Compass, Event};
use crate::land::Hex;
use crate::position::Who;
use crate::rules::Play;
use terrain::Side;

impl Play<'_> {
    /// Settles doubtful sides and corners of the hex just entered (OS-FRND-01, OS-FRND-02).
    pub(crate) fn friendly_dice(&mut self) {
        if !self.set.switches.friendly_die {
            return;
        }
        let set = self.set;
        let acting = self.p.acting;
        let here = usize::from(self.p.journey.steps);
        let cell = self.p.actor().at;
        for side in Side::ALL {
            if let Some(against) = self.decided(cell, side) {
                if against {
                    self.p.journey.doubts[here] |= side.into();
                }
                continue;
            }
            let way = set.board.ways(cell, set.uses_trails(acting))[side];
            let trail_near =
                set.board.land(cell).trail || way.to().is_some_and(|to| set.board.land(to).trail);
            let exits = set.role(acting).exits;
            let corner =
                way.edges.len() > 1 && way.edges.meets(exits) && !way.edges.but(exits).is_empty();
            let ambiguous =
                set.uses_trails(acting) && trail_near && set.board.land(cell).ambiguous.has(side);
            if (corner || ambiguous) && !self.friendly_die(side) {
                self.p.journey.doubts[here] |= side.into();
            }
        }
    }

    /// Whether this side was decided earlier in the turn (OS-FRND-05), and if so whether against
    /// the walker.
    fn decided(&self, cell: Hex, side: Side) -> Option<bool> {
        let journey = &self.p.journey;
        let earlier = &journey.path[..usize::from(journey.steps)];
        let neighbour = self.set.board.neighbour(cell, side);
        for (place, hex) in earlier.iter().enumerate() {
            if *hex == cell {
                return Some(journey.doubts[place].has(side));
            }
            if Some(*hex) == neighbour {
                return Some(journey.doubts[place].has(side.opposite()));
            }
        }
        None
    }

    /// One friendly roll: true if it goes the walker's way.
    fn friendly_die(&mut self, side: Side) -> bool {
        let set = self.set;
        let acting = self.p.acting;
        let mine = set.team(acting);
        let seat = self.p.actor().seat;
        let seats = usize::from(set.setup.seats);
        let place =
            self.p.order[..seats].iter().position(|other| Some(*other) == seat).unwrap_or(0);
        let opponent = (1..seats).map(|k| self.p.order[(place + k) % seats]).find(|other| {
            let theirs = |i: Who| self.p.persons[i].seat == Some(*other);
            set.everyone().any(|i| theirs(i) && set.team(i) != mine)
        });
        let mut die = self.person_die("friendly", 6);
        let mut against = None;
        // OS-FRND-03; the limit is for loaded dice that always tie
        if opponent.is_some() {
            let mut other = self.person_die("friendly", 6);
            for _ in 1..20 {
                if die != other {
                    break;
                }
                (die, other) = (self.person_die("friendly", 6), self.person_die("friendly", 6));
            }
            against = Some(other);
        }
        // OS-FRND-04
        let favour = against.map_or(die >= 4, |other| die > other);
        let (person, side) = (acting.number(), Compass(side.0));
        self.tell(Event::Friendly { person, side, die, against, favour });
        favour
    }
}
