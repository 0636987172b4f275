//! Movement: which steps are open, when one may stop, and what a step does.

use crate::Outfit;
use crate::action::Action;
use crate::edition::components::{ANY_TURNS, Start};
use crate::event::{Compass, Event};
use crate::land::{Edge, Way};
use crate::position::{NO_HEADING, PATH, Phase, Position};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};
use terrain::Side;

/// What the acting person may do next in his move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    /// Sides through which he may step, as bits.
    pub steps: u8,
    pub stop: bool,
}

pub(super) fn bit(side: u8) -> u8 {
    1 << side
}

pub(super) fn back(heading: u8) -> u8 {
    (heading + 3) % 6
}

pub(super) fn mask(ways: &[Way; 6], holds: impl Fn(&Way) -> bool) -> u8 {
    (0..6).fold(0, |mask, side| mask | (holds(&ways[side]) as u8) << side)
}

impl Outfit {
    /// The steps that are open and whether one may stop, with these edges open.
    pub(crate) fn moves(&self, p: &Position, exits: u8) -> Moves {
        self.moves_over(p, exits, &self.ways_out(p))
    }

    /// The same over ways that were looked up. Nobody stands in anybody's way (OS-GEN-09); a hex
    /// may
    /// be entered again (OS-MOVE-17), and a trail left may be joined again (OS-TRAIL-25).
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
            mask(ways, |way| way.to().is_none_or(|to| !journey.hexes().contains(&to)))
        } else {
            63
        };
        let enterable = affordable & fresh & (on_board | open);
        if journey.heading == NO_HEADING {
            let (dirs, stop) = match journey.start {
                // OS-MOVE-14, OS-MOVE-15, OS-MOVE-16
                Start::Choice => (63, affordable & on_board & fresh == 0),
                Start::Random => {
                    let ordered = bit(journey.way);
                    // OS-MOVE-13; along a trail instead: OS-TRAIL-07, OS-TRAIL-09
                    let blocked = affordable & on_board & fresh & ordered == 0;
                    (ordered | trail, blocked || journey.off_board)
                }
            };
            return Moves { steps: enterable & dirs, stop: stop || journey.may_stay };
        }
        let ahead = bit(journey.heading);
        let behind = bit(back(journey.heading));
        // OS-TRAIL-01, OS-TRAIL-02, OS-TRAIL-04, OS-TRAIL-05
        let mut dirs = trail & !behind;
        let ahead_needs_turn = self.ahead_needs_turn(journey.along, trail, ahead);
        if !ahead_needs_turn {
            dirs |= ahead;
        }
        // OS-TURN-04; never required: OS-TURN-05
        if journey.turns > 0 {
            dirs |= self.turnable(journey.heading);
            if ahead_needs_turn {
                dirs |= ahead;
            }
        }
        // OS-MOVE-06, OS-MOVE-07; never off the board: OS-EDGE-05, OS-EDGE-07
        let must_go_on = affordable & on_board & fresh & ahead != 0 && !ahead_needs_turn;
        let trail_goes_on = self.switches.trail_forced
            && journey.along
            && enterable
                & trail
                & !behind
                & mask(ways, |way| way.to().is_some_and(|to| self.board.land(to).trail))
                != 0;
        // OS-TURN-10
        Moves { steps: enterable & dirs, stop: !must_go_on && !trail_goes_on }
    }

    /// T4: step, stop or shoot.
    pub(super) fn offer_move(&self, p: &Position, out: &mut Vec<Action>) {
        let moves = self.moves(p, self.exits(p, p.acting));
        let open = Side::ALL.into_iter().filter(|side| moves.steps & side.bit() != 0);
        out.extend(open.map(Action::Step));
        if moves.stop {
            out.push(Action::Stop);
        }
        if !self.switches.shoot_at_end && self.target(p).is_some() {
            out.push(Action::Shoot);
        }
    }

    /// T4: step, stop or shoot.
    pub(super) fn judge_move(&self, p: &Position, action: Action) -> Ruling {
        match action {
            Action::Step(side) => self.judge_step(p, side),
            Action::Stop => self.judge_stop(p),
            Action::Stay if p.journey.steps == 0 && p.journey.may_stay => Err(Refusal::StopToStay),
            Action::Stay if self.role(p.acting).must_roll => {
                Err(Refusal::MovesEveryDay { name: self.person_name(p.acting).clone() })
            }
            Action::Stay => Err(Refusal::RestBeforeRoll),
            Action::Roll => Err(Refusal::HasRolled),
            Action::Shoot if self.switches.shoot_at_end => Err(Refusal::NoShotOnTheWay),
            Action::Shoot => self.judge_shot(p),
            _ => Err(Refusal::StepOrStop),
        }
    }

    fn judge_step(&self, p: &Position, side: Side) -> Ruling {
        if side.0 > 5 {
            return Err(Refusal::NoSuchSide);
        }
        let journey = &p.journey;
        let way = self.way(p, side.0 as usize);
        let cost = way.cost(p.actor().rate);
        if journey.heading == NO_HEADING {
            if journey.start == Start::Random && side.0 != journey.way && !way.follows {
                let to = Side(journey.way);
                return Err(match journey.turns {
                    0 => Refusal::DieSends { to },
                    _ => Refusal::TurnTooEarly { to },
                });
            }
        } else {
            self.judge_heading(p, side, &way)?;
        }
        match way.to() {
            None => self.judge_edge(p, &way)?,
            Some(to) if self.switches.no_revisit && journey.hexes().contains(&to) => {
                return Err(Refusal::NoHexTwice);
            }
            Some(_) => {}
        }
        if cost > journey.points {
            return Err(Refusal::TooDear { cost, points: journey.points });
        }
        Ok(())
    }

    fn judge_stop(&self, p: &Position) -> Ruling {
        let journey = &p.journey;
        let cost = |side: u8| self.way(p, side as usize).cost(p.actor().rate);
        let must_go_on = |side: u8| Refusal::MustGoOn { cost: cost(side), points: journey.points };
        let can_enter = |side: u8| {
            let way = self.way(p, side as usize);
            way.to().is_some_and(|to| !(self.switches.no_revisit && journey.hexes().contains(&to)))
                && cost(side) <= journey.points
        };
        if journey.heading == NO_HEADING {
            if journey.may_stay {
                return Ok(());
            }
            return match journey.start {
                Start::Choice => match (0..6).find(|side| can_enter(*side)) {
                    None => Ok(()),
                    Some(_) => Err(Refusal::MustSetOut),
                },
                Start::Random if !can_enter(journey.way) => Ok(()),
                Start::Random if self.crosses_edge(p, journey.way) => Ok(()),
                Start::Random => Err(must_go_on(journey.way)),
            };
        }
        if can_enter(journey.heading) && !self.bound_to_trail(p) {
            return Err(must_go_on(journey.heading));
        }
        if self.switches.trail_forced && journey.along {
            let back = (journey.heading + 3) % 6;
            let trail_goes_on = |side: u8| {
                let way = self.way(p, side as usize);
                let trail = way.to().is_some_and(|to| self.board.land(to).trail);
                side != back && way.follows && can_enter(side) && trail
            };
            if (0..6).any(trail_goes_on) {
                return Err(Refusal::MustFollowTrail);
            }
        }
        Ok(())
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
        if turned && journey.turns != ANY_TURNS {
            journey.turns = journey.turns.saturating_sub(1);
        }
        // OS-TRAIL-24
        journey.heading = side;
        if let Some(to) = way.to() {
            journey.along = way.pierced && self.board.land(to).trail && self.uses_trails(acting);
            journey.steps = (journey.steps + 1).min(PATH as u8 - 1);
            journey.path[journey.steps as usize] = to;
            let person = &mut p.persons[acting as usize];
            person.at = to;
            // OS-TRAIL-17
            person.rate = way.rate;
        }
    }
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

    /// One step (OS-MOVE-01, OS-MOVE-02, OS-MOVE-19).
    pub(crate) fn step(&mut self, side: u8) {
        let set = self.set;
        let acting = self.p.acting;
        let ways = set.ways_out(self.p);
        let way = ways[side as usize % 6];
        let cost = way.cost(self.p.actor().rate);
        let turned = set.uses_turn(self.p, side, &ways);
        set.walk_over(self.p, side, &ways);
        let Some(to) = way.to() else {
            self.leave(way.edges, cost);
            return;
        };
        let (points, turns) = (self.p.journey.points, self.p.journey.turns);
        let person = &mut self.p.persons[acting as usize];
        person.tally.walked += 1;
        self.party_follows(acting);
        set.note_far(self.p, acting);
        self.tell(Event::Stepped {
            person: acting + 1,
            side: Compass(side),
            hex: set.hex_name(to),
            cost,
            points,
            turned,
            turns,
        });
        self.friendly_dice();
        self.contact_after_step();
        self.settle_move();
    }

    /// The move ends here, and what points are left are lost (OS-MOVE-09).
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
        let farther = |now: u8, best: u8, towards: Edge, away: Edge| {
            if exits & towards.bit() == 0 && exits & away.bit() != 0 {
                now.min(best)
            } else {
                now.max(best)
            }
        };
        person.far = (
            farther(column, person.far.0, Edge::E, Edge::W),
            farther(row, person.far.1, Edge::S, Edge::N),
        );
    }
}
