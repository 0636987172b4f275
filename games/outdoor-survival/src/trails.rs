//! What a step costs: terrain, rivers, fords and the trail cases A to G.

use crate::charts::Terrain;
use crate::wilderness::{Edge, Ground, Hex, OFF, Way, Wilderness};
use terrain::{Cell, Side};

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

/// The own cost of a hex (OS-TERR-01 to 12, OS-RIV-01, 02, OS-FORD-01, 02).
pub(crate) fn own(hex: &Hex, ground: Ground) -> u8 {
    if hex.river && hex.ford {
        return if ground.ford_costs_terrain {
            hex.terrain.cost()
        } else {
            1
        };
    }
    match hex.terrain {
        Terrain::Swamp => Terrain::Swamp.cost(),
        _ if hex.river => 3,
        terrain => terrain.cost(),
    }
}

/// The ways out of every hex.
pub(crate) fn ways(board: &Wilderness, ground: Ground, doubt: Doubt) -> Vec<[Way; 6]> {
    let trails = doubt != Doubt::NoTrails;
    (0..board.hexes.len() as u32)
        .map(|index| {
            let from = board.hex(index as u16);
            Side::ALL.map(|side| {
                let next = board
                    .neighbour(index as u16, side)
                    .map(|cell| (cell, board.hex(cell)));
                let in_doubt = from.ambiguous & side.bit() != 0;
                let lists = |hex: &Hex, side: Side| {
                    trails
                        && hex.trail
                        && match (in_doubt, doubt) {
                            (true, Doubt::Unpierced) => false,
                            (true, _) => true,
                            (false, _) => hex.trail_sides & side.bit() != 0,
                        }
                };
                let follows = lists(from, side);
                let pierced = follows || next.is_some_and(|(_, hex)| lists(hex, side.opposite()));
                // OS-TRAIL-16
                let clear = if from.marked_clear & side.bit() != 0 {
                    true
                } else {
                    from.marked_closed & side.bit() == 0 && from.terrain == Terrain::Clear
                };
                // OS-TRAIL-14, OS-RIV-04
                let rate = trails
                    && (pierced || clear)
                    && next.is_some_and(|(_, hex)| {
                        hex.trail && (!hex.river || hex.ford || ground.trail_over_river)
                    });
                Way {
                    to: next.map_or(OFF, |(cell, _)| cell),
                    // OS-TRAIL-15, OS-EDGE-02
                    enter: match next {
                        Some((_, hex)) if !rate => own(hex, ground),
                        _ => 1,
                    },
                    leave: if trails && from.trail && !pierced {
                        own(from, ground)
                    } else {
                        0
                    },
                    edges: if next.is_some() {
                        0
                    } else {
                        edges(board, index, side)
                    },
                    rate,
                    pierced,
                    follows,
                }
            })
        })
        .collect()
}

/// The edges that a step off the board crosses (OS-EDGE-03); none for a hole inside the map.
fn edges(board: &Wilderness, index: u32, side: Side) -> u8 {
    let (column, row) = board.map.grid.beyond(Cell(index), side);
    let (columns, rows) = (
        board.map.grid.columns() as i32,
        board.map.grid.rows() as i32,
    );
    [
        (row < 0, Edge::N),
        (column >= columns, Edge::E),
        (row >= rows, Edge::S),
        (column < 0, Edge::W),
    ]
    .into_iter()
    .filter(|(crossed, _)| *crossed)
    .fold(0, |mask, (_, edge)| mask | edge.bit())
}
