//! Direction: the Direction Ability die, the Random Direction die and the friendly die.

use crate::charts::Start;
use crate::story::Event;
use crate::{Edge, Outfit, Phase, Play, Position};
use terrain::Side;

/// A person or beast that uses trails does so by these ways; see `Wilderness::ways`.
impl Outfit {
    /// The way out of the acting person's hex through a side, as friendly dice decided it.
    pub(crate) fn way(&self, p: &Position, side: usize) -> crate::Way {
        let cell = p.actor().at;
        let doubts = p.journey.doubts[p.journey.steps as usize];
        if doubts & (1 << side) != 0 && self.board.ways(cell, true)[side].on_board() {
            return *self.board.doubted(cell, side);
        }
        let mut way = self.board.ways(cell, self.uses_trails(p.acting))[side];
        if doubts & (1 << side) != 0 {
            // A corner step that was decided against the walker is a step over the closed edge.
            way.edges &= !self.role(p.acting).exits;
        }
        way
    }

    /// All ways out of the acting person's hex, by side.
    pub(crate) fn ways_out(&self, p: &Position) -> [crate::Way; 6] {
        match p.journey.doubts[p.journey.steps as usize] {
            0 => *self.board.ways(p.actor().at, self.uses_trails(p.acting)),
            _ => std::array::from_fn(|side| self.way(p, side)),
        }
    }

    pub(crate) fn uses_trails(&self, person: u8) -> bool {
        self.switches.animals_use_trails || !self.role(person).animal
    }

    /// Whether a straight run in this direction with all points would cross the edge of the board
    /// (OS-EDGE-06).
    pub(crate) fn runs_off(&self, p: &Position, side: usize) -> bool {
        let uses_trails = self.uses_trails(p.acting);
        let mut flag = p.actor().rate;
        let mut points = p.journey.allowance;
        let mut way = self.way(p, side);
        while way.cost(flag) <= points {
            points -= way.cost(flag);
            if !way.on_board() {
                return true;
            }
            flag = way.rate;
            way = self.board.ways(way.to, uses_trails)[side];
        }
        false
    }
}

impl Play<'_> {
    /// T3: the Direction Ability die and, if it says random, the Random Direction die.
    pub(crate) fn roll(&mut self) {
        let set = self.set;
        let acting = self.p.acting;
        let Some(chart) = set.role(acting).direction else {
            self.did_not_move();
            return;
        };
        let die = self.person_die("direction", 6);
        let ability = set.scenario.directions[chart].faces[die as usize - 1];
        let journey = &mut self.p.journey;
        journey.die = die;
        journey.start = ability.start;
        journey.turns = ability.turns;
        journey.may_stay = ability.may_stay;
        if ability.start == Start::Random {
            // OS-DIR-06: faces 1 to 6 are N, NE, SE, S, SW, NW
            let way = self.person_die("way", 6) - 1;
            self.p.journey.way = way;
        }
        self.tell(Event::Rolled {
            person: acting + 1,
            die,
            start: ability.start,
            turns: ability.turns,
            may_stay: ability.may_stay,
            way: (self.p.journey.way < 6).then_some(crate::story::Compass(self.p.journey.way)),
        });
        self.p.phase = Phase::Move;
        self.friendly_dice();
        if ability.start == Start::Random {
            self.p.journey.off_board = set.runs_off(self.p, self.p.journey.way as usize);
        }
        self.settle_move();
    }

    /// A die for the acting person's move, which only those may see who may see the move.
    pub(crate) fn person_die(&mut self, purpose: &'static str, sides: u32) -> u8 {
        match self.set.secret_of(self.p, self.p.acting) {
            None => self.dice.roll(purpose, sides) as u8,
            Some(audience) => {
                let roll = |dice: &mut table::Dice| dice.roll(purpose, sides);
                self.dice.secretly(audience, roll) as u8
            }
        }
    }

    /// Settles doubtful sides and corners of the hex just entered (OS-FRND-01 to 05).
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
                set.board.hex(cell).trail || (way.on_board() && set.board.hex(way.to).trail);
            let exits = set.role(acting).exits;
            let corner =
                way.edges.count_ones() > 1 && way.edges & exits != 0 && way.edges & !exits != 0;
            let ambiguous = set.uses_trails(acting)
                && trail_near
                && set.board.hex(cell).ambiguous & side.bit() != 0;
            if (corner || ambiguous) && !self.friendly_die(side) {
                self.p.journey.doubts[here] |= side.bit();
            }
        }
    }

    /// Whether this side was decided earlier in the turn, and if so whether against the walker.
    fn decided(&self, cell: u16, side: Side) -> Option<bool> {
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
        self.tell(Event::Friendly {
            person: acting + 1,
            side: crate::story::Compass(side.0),
            favour,
        });
        favour
    }

    /// The edges that the acting person may leave over, as far as everybody knows.
    pub(crate) fn open_to_all_eyes(&self) -> u8 {
        let role = self.set.role(self.p.acting);
        match role.exits_secret {
            0 => self.set.exits(self.p, self.p.acting),
            secret => secret,
        }
    }
}

impl Outfit {
    /// The edges over which the person may step now (OS-EDGE-04, OS-RESC-18).
    pub(crate) fn exits(&self, p: &Position, person: u8) -> u8 {
        let role = self.role(person);
        if role.needs_charge && self.charges(p, person).next().is_none() {
            return 0;
        }
        match (role.exits_secret, self.switches.wrong_edge_out) {
            (0, true) if role.exits != 0 => Edge::ALL.iter().fold(0, |mask, e| mask | e.bit()),
            (0, _) => role.exits,
            (_, _) => p.border,
        }
    }
}
