//! The friendly die: doubts about the map, settled by lot.

use crate::event::{Compass, Event};
use crate::land::Hex;
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
        let here = self.p.journey.steps as usize;
        let cell = self.p.actor().at;
        for side in Side::ALL {
            if let Some(against) = self.decided(cell, side) {
                self.p.journey.doubts[here] |= if against { side.bit() } else { 0 };
                continue;
            }
            let way = set.board.ways(cell, set.uses_trails(acting))[side.0 as usize];
            let trail_near =
                set.board.land(cell).trail || way.to().is_some_and(|to| set.board.land(to).trail);
            let exits = set.role(acting).exits;
            let corner =
                way.edges.count_ones() > 1 && way.edges & exits != 0 && way.edges & !exits != 0;
            let ambiguous = set.uses_trails(acting)
                && trail_near
                && set.board.land(cell).ambiguous & side.bit() != 0;
            if (corner || ambiguous) && !self.friendly_die(side) {
                self.p.journey.doubts[here] |= side.bit();
            }
        }
    }

    /// Whether this side was decided earlier in the turn (OS-FRND-05), and if so whether against
    /// the walker.
    fn decided(&self, cell: Hex, side: Side) -> Option<bool> {
        let journey = &self.p.journey;
        let earlier = &journey.path[..journey.steps as usize];
        let neighbour = self.set.board.neighbour(cell, side);
        for (place, hex) in earlier.iter().enumerate() {
            if *hex == cell {
                return Some(journey.doubts[place] & side.bit() != 0);
            }
            if Some(*hex) == neighbour {
                return Some(journey.doubts[place] & side.opposite().bit() != 0);
            }
        }
        None
    }

    /// One friendly roll: true if it goes the walker's way.
    fn friendly_die(&mut self, side: Side) -> bool {
        let set = self.set;
        let acting = self.p.acting;
        let mine = set.side(acting);
        let seat = self.p.actor().seat;
        let seats = set.setup.seats as usize;
        let place = self.p.order[..seats].iter().position(|s| *s == seat).unwrap_or(0);
        let opponent = (1..seats).map(|k| self.p.order[(place + k) % seats]).find(|other| {
            let theirs = |i: u8| self.p.persons[i as usize].seat == *other;
            (0..set.cast.len() as u8).any(|i| theirs(i) && set.side(i) != mine)
        });
        let favour = match opponent {
            // OS-FRND-04
            None => self.person_die("friendly", 6) >= 4,
            // OS-FRND-03; the limit is for loaded dice that always tie
            Some(_) => {
                let mut favour = true;
                for _ in 0..20 {
                    let (own, other) =
                        (self.person_die("friendly", 6), self.person_die("friendly", 6));
                    favour = own > other;
                    if own != other {
                        break;
                    }
                }
                favour
            }
        };
        self.tell(Event::Friendly { person: acting + 1, side: Compass(side.0), favour });
        favour
    }
}
