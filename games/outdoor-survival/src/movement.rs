//! Movement: which steps are open, when one may stop, and what a step does. The generator's side;
//! the judge is in `judge.rs`.

use crate::charts::Start;
use crate::story::{Cause, Compass, Event};
use crate::wilderness::Way;
use crate::{Fate, NO_HEADING, Outfit, Phase, Play, Position};

/// What the acting person may do next in his move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    /// Sides through which he may step, as bits.
    pub steps: u8,
    pub stop: bool,
}

fn bit(side: u8) -> u8 {
    1 << side
}

fn back(heading: u8) -> u8 {
    (heading + 3) % 6
}

impl Outfit {
    /// The steps that are open and whether one may stop, with these edges open.
    pub(crate) fn moves(&self, p: &Position, exits: u8) -> Moves {
        self.moves_over(p, exits, &self.ways_out(p))
    }

    /// The same over ways that were looked up.
    pub(crate) fn moves_over(&self, p: &Position, exits: u8, ways: &[Way; 6]) -> Moves {
        let journey = &p.journey;
        let flag = p.actor().rate;
        let (mut trail, mut affordable, mut on_board, mut open) = (0, 0, 0, 0);
        for (side, way) in ways.iter().enumerate() {
            trail |= (way.follows as u8) << side;
            affordable |= ((way.cost(flag) <= journey.points) as u8) << side;
            on_board |= (way.on_board() as u8) << side;
            open |= ((way.edges & exits != 0) as u8) << side;
        }
        let fresh = if self.switches.no_revisit {
            mask(ways, |way| !journey.hexes().contains(&way.to))
        } else {
            63
        };
        let enterable = affordable & fresh & (on_board | open);
        if journey.heading == NO_HEADING {
            let (dirs, stop) = match journey.start {
                Start::Choice => (63, affordable & on_board & fresh == 0),
                Start::Random => {
                    let ordered = bit(journey.way);
                    let blocked = affordable & on_board & fresh & ordered == 0;
                    (ordered | trail, blocked || journey.off_board)
                }
            };
            return Moves { steps: enterable & dirs, stop: stop || journey.may_stay };
        }
        let ahead = bit(journey.heading);
        let behind = bit(back(journey.heading));
        let mut dirs = trail & !behind;
        let ahead_needs_turn = self.ahead_needs_turn(journey.along, trail, ahead);
        if !ahead_needs_turn {
            dirs |= ahead;
        }
        if journey.turns > 0 {
            dirs |= self.turnable(journey.heading);
            if ahead_needs_turn {
                dirs |= ahead;
            }
        }
        let must_go_on = affordable & on_board & fresh & ahead != 0 && !ahead_needs_turn;
        let trail_goes_on = self.switches.trail_forced
            && journey.along
            && enterable
                & trail
                & !behind
                & mask(ways, |way| way.on_board() && self.board.hex(way.to).trail)
                != 0;
        Moves { steps: enterable & dirs, stop: !must_go_on && !trail_goes_on }
    }

    /// Whether leaving straight ahead off a trail needs a turn (OS-TRAIL-10, option `trail_leave`).
    fn ahead_needs_turn(&self, along: bool, trail: u8, ahead: u8) -> bool {
        self.switches.leave_at_end_only && along && trail & ahead == 0 && trail.count_ones() > 1
    }

    /// The directions that one turn can take (OS-TURN-07, 08).
    fn turnable(&self, heading: u8) -> u8 {
        let sixty = bit((heading + 1) % 6) | bit((heading + 5) % 6);
        if self.switches.sixty_degrees {
            sixty
        } else {
            sixty | bit((heading + 2) % 6) | bit((heading + 4) % 6)
        }
    }

    /// Pays for a step and goes it, on the board or off it.
    pub(crate) fn walk_on(&self, p: &mut Position, side: u8) {
        self.walk_over(p, side, &self.ways_out(p));
    }

    /// The same over ways that were looked up.
    pub(crate) fn walk_over(&self, p: &mut Position, side: u8, ways: &[Way; 6]) {
        let way = ways[side as usize % 6];
        let cost = way.cost(p.actor().rate);
        let turned = self.uses_turn(p, side, ways);
        let acting = p.acting;
        let journey = &mut p.journey;
        journey.points = journey.points.saturating_sub(cost);
        if turned && journey.turns != crate::charts::ANY_TURNS {
            journey.turns = journey.turns.saturating_sub(1);
        }
        journey.heading = side;
        if way.on_board() {
            journey.along = way.pierced && self.board.hex(way.to).trail && self.uses_trails(acting);
            journey.steps = (journey.steps + 1).min(crate::PATH as u8 - 1);
            journey.path[journey.steps as usize] = way.to;
            let person = &mut p.persons[acting as usize];
            person.at = way.to;
            person.rate = way.rate;
        }
    }

    /// Whether a step through this side uses up a turn.
    fn uses_turn(&self, p: &Position, side: u8, ways: &[Way; 6]) -> bool {
        let journey = &p.journey;
        if journey.heading == NO_HEADING {
            return false;
        }
        let trail = mask(ways, |way| way.follows);
        if side == journey.heading {
            self.ahead_needs_turn(journey.along, trail, bit(side))
        } else {
            trail & bit(side) == 0
        }
    }
}

fn mask(ways: &[Way; 6], holds: impl Fn(&Way) -> bool) -> u8 {
    (0..6).fold(0, |mask, side| mask | (holds(&ways[side]) as u8) << side)
}

impl Play<'_> {
    /// After a roll or a step: stops without asking when nothing else is possible.
    pub(crate) fn settle_move(&mut self) {
        if self.p.phase != Phase::Move {
            return;
        }
        let moves = self.set.moves(self.p, self.open_to_all_eyes());
        let may_shoot = !self.set.switches.shoot_at_end && self.set.target(self.p).is_some();
        if moves.steps == 0 && !may_shoot {
            self.stop();
        }
    }

    /// One step (OS-MOVE-01, 02, 19).
    pub(crate) fn step(&mut self, side: u8) {
        let set = self.set;
        let acting = self.p.acting;
        let ways = set.ways_out(self.p);
        let way = ways[side as usize % 6];
        let cost = way.cost(self.p.actor().rate);
        let turned = set.uses_turn(self.p, side, &ways);
        set.walk_over(self.p, side, &ways);
        if !way.on_board() {
            self.leave(way.edges, cost);
            return;
        }
        let (points, turns) = (self.p.journey.points, self.p.journey.turns);
        let person = &mut self.p.persons[acting as usize];
        person.tally.walked += 1;
        self.party_follows(acting);
        set.note_far(self.p, acting);
        self.tell(Event::Stepped {
            person: acting + 1,
            side: Compass(side),
            hex: set.hex_name(way.to),
            cost,
            points,
            turned,
            turns,
        });
        self.friendly_dice();
        self.contact_after_step();
        self.settle_move();
    }

    /// Off the board (OS-EDGE-01 to 08, OS-SEQ-08).
    fn leave(&mut self, edges: u8, cost: u8) {
        let set = self.set;
        let acting = self.p.acting;
        let role = set.role(acting);
        let right = match role.exits_secret {
            0 => edges & role.exits,
            _ => edges & self.p.border,
        };
        if right == 0 {
            // OS-EDGE-04, option `wrong_edge`
            self.put_out(acting, Cause::WrongEdge);
        } else {
            let day = self.p.day;
            let person = &mut self.p.persons[acting as usize];
            person.fate = Fate::Left;
            person.ended = day;
            person.edges = right;
            let hex = set.hex_name(person.at);
            self.log.tell(Event::Left { person: acting + 1, hex, edges: right, cost });
            self.party_leaves(acting, right);
            if set.is_hidden(acting) || role.exits_secret != 0 {
                self.log.reveal();
            }
        }
        self.p.phase = Phase::End;
        self.judge_now();
    }

    /// The move ends here.
    pub(crate) fn stop(&mut self) {
        let (steps, points) = (self.p.journey.steps, self.p.journey.points);
        let acting = self.p.acting;
        self.tell(Event::Stopped {
            person: acting + 1,
            hex: self.set.hex_name(self.p.actor().at),
            lost: points,
            moved: steps > 0,
        });
        if steps == 0 {
            self.did_not_move();
        } else {
            // OS-REC-05, OS-MOVE-18
            self.p.persons[acting as usize].stay_days = 0;
            self.p.phase = Phase::Needs;
        }
        if self.set.switches.shoot_at_end && self.set.target(self.p).is_some() {
            self.p.phase = Phase::Aim;
        }
    }
}

impl Outfit {
    /// Remembers the farthest column and row towards the role's exits (OS-SURV-09).
    fn note_far(&self, p: &mut Position, person: u8) {
        let exits = self.role(person).exits;
        let person = &mut p.persons[person as usize];
        let (column, row) = self.board.place(person.at);
        let farther = |now: u8, best: u8, towards: crate::Edge, away: crate::Edge| {
            if exits & towards.bit() == 0 && exits & away.bit() != 0 {
                now.min(best)
            } else {
                now.max(best)
            }
        };
        person.far = (
            farther(column, person.far.0, crate::Edge::E, crate::Edge::W),
            farther(row, person.far.1, crate::Edge::S, crate::Edge::N),
        );
    }
}
