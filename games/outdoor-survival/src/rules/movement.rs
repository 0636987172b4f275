//! Movement: which steps are open, when one may stop, and what a step does.

use crate::Outfit;
use crate::action::Action;
use crate::edition::components::Turns;
use crate::edition::scenarios::MOST_POINTS;
use crate::event::{Compass, Event, Toll};
use crate::land::{Edge, Edges, Sides, Way, Ways};
use crate::position::{Phase, Position, Who};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};
use terrain::Side;

/// What the acting person may do next in his move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    /// Sides through which he may step.
    pub steps: Sides,
    pub stop: bool,
}

impl Outfit {
    /// The steps that are open and whether one may stop, with these edges open.
    pub(crate) fn moves(&self, p: &Position, exits: Edges) -> Moves {
        self.moves_over(p, exits, &self.ways_out(p))
    }

    /// The same over ways that were looked up. Nobody stands in anybody's way (OS-GEN-09); a hex may
    /// be entered again (OS-MOVE-17), and a trail left may be joined again (OS-TRAIL-25).
    pub(crate) fn moves_over(&self, p: &Position, exits: Edges, ways: &Ways) -> Moves {
        let journey = &p.journey;
        let flag = p.actor().rate;
        let trail = ways.follows();
        let affordable = ways.affordable(flag, journey.points);
        let on_board = ways.on_board();
        let open = ways.off_board(exits);
        let fresh = match self.switches.no_revisit {
            true => ways.which(|way| way.to().is_none_or(|to| !journey.hexes().contains(&to))),
            false => Sides::ALL,
        };
        let affordable = affordable & fresh;
        let enterable = affordable & (on_board | open);
        let Some(heading) = journey.heading else {
            let (dirs, stop) = match journey.way {
                // OS-MOVE-14, OS-MOVE-15, OS-MOVE-16
                None => (Sides::ALL, (affordable & on_board).is_empty()),
                Some(way) => {
                    let ordered = way.into();
                    // OS-MOVE-13; along a trail instead: OS-TRAIL-07, OS-TRAIL-09
                    let blocked = (affordable & on_board & ordered).is_empty();
                    (ordered | trail, blocked || journey.off_board)
                }
            };
            return Moves { steps: enterable & dirs, stop: stop || journey.may_stay };
        };
        let [ahead, behind] = [heading, heading.opposite()].map(Sides::from);
        // OS-TRAIL-01, OS-TRAIL-02, OS-TRAIL-04, OS-TRAIL-05
        let mut dirs = trail & !behind;
        let ahead_needs_turn = self.ahead_needs_turn(journey.along, trail, heading);
        if !ahead_needs_turn {
            dirs |= ahead;
        }
        // OS-TURN-04; never required: OS-TURN-05
        if journey.turns > Turns::NONE {
            dirs |= self.turnable(heading);
            if ahead_needs_turn {
                dirs |= ahead;
            }
        }
        // OS-MOVE-06, OS-MOVE-07; never off the board: OS-EDGE-05, OS-EDGE-07
        let must_go_on = (affordable & on_board).has(heading) && !ahead_needs_turn;
        let trail_goes_on = self.switches.trail_forced && journey.along && {
            let to_trail = |way: &Way| way.to().is_some_and(|to| self.board.land(to).trail);
            !(enterable & trail & !behind & ways.which(to_trail)).is_empty()
        };
        // OS-TURN-10
        Moves { steps: enterable & dirs, stop: !must_go_on && !trail_goes_on }
    }

    /// T4: step, stop or shoot.
    pub(super) fn offer_move(&self, p: &Position, out: &mut Vec<Action>) {
        let moves = self.moves(p, self.exits(p, p.acting));
        out.extend(moves.steps.iter().map(Action::Step));
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
        let way = self.way(p, side);
        let cost = way.cost(p.actor().rate);
        match (journey.heading, journey.way) {
            (Some(heading), _) => self.judge_heading(p, heading, side, &way)?,
            (None, Some(to)) if side != to && !way.follows => {
                return Err(match journey.turns {
                    Turns::NONE => Refusal::DieSends { to },
                    _ => Refusal::TurnTooEarly { to },
                });
            }
            (None, _) => {}
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
        let cost = |side: Side| self.way(p, side).cost(p.actor().rate);
        let must_go_on =
            |side: Side| Refusal::MustGoOn { cost: cost(side), points: journey.points };
        let can_enter = |side: Side| {
            let again = |to| self.switches.no_revisit && journey.hexes().contains(&to);
            self.way(p, side).to().is_some_and(|to| !again(to)) && cost(side) <= journey.points
        };
        let Some(heading) = journey.heading else {
            return match journey.way {
                _ if journey.may_stay => Ok(()),
                None if Side::ALL.into_iter().any(can_enter) => Err(Refusal::MustSetOut),
                None => Ok(()),
                Some(way) if !can_enter(way) || self.crosses_edge(p, way) => Ok(()),
                Some(way) => Err(must_go_on(way)),
            };
        };
        if can_enter(heading) && !self.bound_to_trail(p, heading) {
            return Err(must_go_on(heading));
        }
        if self.switches.trail_forced && journey.along {
            let trail_goes_on = |side: Side| {
                let way = self.way(p, side);
                let trail = way.to().is_some_and(|to| self.board.land(to).trail);
                side != heading.opposite() && way.follows && can_enter(side) && trail
            };
            if Side::ALL.into_iter().any(trail_goes_on) {
                return Err(Refusal::MustFollowTrail);
            }
        }
        Ok(())
    }

    /// Pays for a step and goes it, on the board or off it.
    pub(crate) fn walk_on(&self, p: &mut Position, side: Side) {
        self.walk_over(p, side, &self.ways_out(p));
    }

    /// The same over ways that were looked up.
    pub(crate) fn walk_over(&self, p: &mut Position, side: Side, ways: &Ways) {
        let way = ways[side];
        let cost = way.cost(p.actor().rate);
        let turned = self.uses_turn(p, side, ways);
        let acting = p.acting;
        let journey = &mut p.journey;
        journey.points = journey.points.saturating_sub(cost);
        if turned {
            journey.turns = journey.turns.less_one();
        }
        // OS-TRAIL-24
        journey.heading = Some(side);
        if let Some(to) = way.to() {
            journey.along = way.pierced && self.board.land(to).trail && self.uses_trails(acting);
            journey.steps = (journey.steps + 1).min(MOST_POINTS);
            journey.path[usize::from(journey.steps)] = to;
            let person = &mut p.persons[acting];
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
        if moves.steps.is_empty() && !may_shoot {
            self.stop();
        }
    }

    /// One step (OS-MOVE-01, OS-MOVE-02, OS-MOVE-19).
    pub(crate) fn step(&mut self, side: Side) {
        let set = self.set;
        let acting = self.p.acting;
        let ways = set.ways_out(self.p);
        let way = ways[side];
        let cost = way.cost(self.p.actor().rate);
        let toll = match way.rate {
            _ if cost > way.enter => Toll::LeavingTrail,
            true => Toll::Trail,
            false => Toll::Ground,
        };
        let turned = set.uses_turn(self.p, side, &ways);
        set.walk_over(self.p, side, &ways);
        let Some(to) = way.to() else {
            self.leave(way.edges, cost);
            return;
        };
        let (points, turns) = (self.p.journey.points, self.p.journey.turns);
        let person = &mut self.p.persons[acting];
        person.tally.walked += 1;
        self.party_follows(acting);
        set.note_far(self.p, acting);
        self.tell(Event::Stepped {
            person: acting.number(),
            side: Compass(side.0),
            hex: set.hex_name(to),
            cost,
            points,
            toll,
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
            person: acting.number(),
            hex: self.set.hex_name(self.p.actor().at),
            lost: points,
            moved: steps > 0,
        });
        if steps == 0 {
            self.did_not_move();
        } else {
            // OS-REC-05, OS-MOVE-18
            self.p.persons[acting].stay_days = Some(0);
            self.p.phase = Phase::Needs;
        }
        if self.set.switches.shoot_at_end && self.set.target(self.p).is_some() {
            self.p.phase = Phase::Aim;
        }
    }
}

impl Outfit {
    /// Remembers the farthest column and row towards the role's exits (OS-SURV-09).
    fn note_far(&self, p: &mut Position, person: Who) {
        let here = self.board.place(p.persons[person].at);
        p.persons[person].far = self.farther(person, here, p.persons[person].far);
    }

    /// The column and the row of two places that lie farther towards the role's exits.
    pub(crate) fn farther(&self, person: Who, a: (u8, u8), b: (u8, u8)) -> (u8, u8) {
        let exits = self.role(person).exits;
        let farther = |a: u8, b: u8, towards: Edge, away: Edge| {
            if !exits.has(towards) && exits.has(away) { a.min(b) } else { a.max(b) }
        };
        (farther(a.0, b.0, Edge::E, Edge::W), farther(a.1, b.1, Edge::S, Edge::N))
    }
}
