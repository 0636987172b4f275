//! What a step costs: terrain, rivers, fords and the trail cases A to G.

use super::edges::edges;
use super::terrain::own;
use crate::Outfit;
use crate::edition::components::Terrain;
use crate::land::{Edges, Ground, Land, Sides, Way, Ways, Wilderness};
use crate::position::{Position, Who};
use terrain::Side;

/// How sides marked ambiguous are taken, and whether trails count at all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// An ambiguous side is pierced (OS-FRND-02).
    Pierced,
    /// An ambiguous side is not pierced.
    Unpierced,
    /// Trails do not exist, as for animals under one ruling (OS-TRAIL-27).
    NoTrails,
}

/// The ways out of every hex.
pub(crate) fn ways(board: &Wilderness, ground: Ground, doubt: Doubt) -> Vec<Ways> {
    let trails = doubt != Doubt::NoTrails;
    board
        .extent()
        .map(|cell| {
            let from = board.land(cell);
            Ways::new(Side::ALL.map(|side| {
                let next = board.neighbour(cell, side).map(|next| (next, board.land(next)));
                let in_doubt = from.ambiguous.has(side);
                let lists = |hex: &Land, side: Side| {
                    trails
                        && hex.trail
                        && match (in_doubt, doubt) {
                            (true, Doubt::Unpierced) => false,
                            (true, _) => true,
                            (false, _) => hex.trail_sides.has(side),
                        }
                };
                // OS-TRAIL-06
                let follows = lists(from, side);
                let pierced = follows || next.is_some_and(|(_, hex)| lists(hex, side.opposite()));
                // OS-TRAIL-16
                let clear = if from.marked_clear.has(side) {
                    true
                } else {
                    !from.marked_closed.has(side) && from.terrain == Terrain::Clear
                };
                // OS-TERR-08, OS-TRAIL-14, OS-RIV-04
                let rate = trails
                    && (pierced || clear)
                    && next.is_some_and(|(_, hex)| {
                        hex.trail && (!hex.river || hex.ford || ground.trail_over_river)
                    });
                // `leave`: OS-TRAIL-18, OS-TRAIL-20, OS-TRAIL-23, OS-TRAIL-26
                Way {
                    target: next.map(|(cell, _)| cell).into(),
                    // OS-TRAIL-15, OS-EDGE-02
                    enter: match next {
                        Some((_, hex)) if !rate => own(hex, ground),
                        _ => 1,
                    },
                    leave: if trails && from.trail && !pierced { own(from, ground) } else { 0 },
                    edges: if next.is_some() { Edges::NONE } else { edges(board, cell, side) },
                    rate,
                    pierced,
                    follows,
                }
            }))
        })
        .collect()
}

impl Outfit {
    /// The way out of the acting person's hex through a side, as friendly dice decided it.
    pub(crate) fn way(&self, p: &Position, side: Side) -> Way {
        let cell = p.actor().at;
        let doubted = p.journey.doubts().has(side);
        if doubted && self.board.ways(cell, true)[side].on_board() {
            return *self.board.doubted(cell, side);
        }
        let mut way = self.board.ways(cell, self.uses_trails(p.acting))[side];
        if doubted {
            // A corner step that was decided against the walker is a step over the closed edge.
            way.edges = way.edges.but(self.role(p.acting).exits);
        }
        way
    }

    /// All ways out of the acting person's hex, by side.
    pub(crate) fn ways_out(&self, p: &Position) -> Ways {
        match p.journey.doubts().is_empty() {
            true => *self.board.ways(p.actor().at, self.uses_trails(p.acting)),
            false => Ways::new(Side::ALL.map(|side| self.way(p, side))),
        }
    }

    pub(crate) fn uses_trails(&self, person: Who) -> bool {
        self.switches.animals_use_trails || !self.role(person).animal
    }

    /// Whether leaving straight ahead off a trail needs a turn (OS-TRAIL-10, option `trail_leave`);
    /// never where the trail ends (OS-TRAIL-12, OS-TRAIL-13).
    pub(super) fn ahead_needs_turn(&self, along: bool, trail: Sides, heading: Side) -> bool {
        self.switches.leave_at_end_only && along && !trail.has(heading) && trail.len() > 1
    }

    /// Under `trail_leave = "end"`: came along the trail, which goes on, but not straight ahead.
    pub(super) fn bound_to_trail(&self, p: &Position, heading: Side) -> bool {
        let sides = Side::ALL.into_iter().filter(|side| self.way(p, *side).follows).count();
        self.switches.leave_at_end_only
            && p.journey.along
            && sides > 1
            && !self.way(p, heading).follows
    }
}
