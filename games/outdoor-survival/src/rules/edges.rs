//! The edges of the board: over which of them a person may leave, and what comes of it.

use crate::Outfit;
use crate::event::{Cause, Event};
use crate::land::{Edge, Hex, Way, Wilderness};
use crate::position::{Fate, Phase, Position};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};
use terrain::Side;

/// The edges that a step off the board crosses (OS-EDGE-03); none for a hole inside the map.
pub(crate) fn edges(board: &Wilderness, cell: Hex, side: Side) -> u8 {
    let grid = &board.map.grid;
    let (column, row) = grid.beyond(cell.cell(), side);
    let (columns, rows) = (grid.columns().into(), grid.rows().into());
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

    pub(super) fn judge_edge(&self, p: &Position, way: &Way) -> Ruling {
        let role = self.role(p.acting);
        if role.exits == 0 {
            return Err(Refusal::MayNotLeave);
        }
        if role.needs_charge && self.charges(p, p.acting).next().is_none() {
            return Err(Refusal::NobodyToBringOut);
        }
        if role.exits_secret != 0 {
            return match way.edges & p.border {
                0 => Err(Refusal::OtherBorder { own: Edge::of(p.border).next() }),
                _ => Ok(()),
            };
        }
        let may = if self.switches.wrong_edge_out { 15 } else { role.exits };
        if way.edges & may == 0 {
            return Err(Refusal::EdgeClosed);
        }
        Ok(())
    }

    /// Whether a straight run in this direction with all points would cross the edge of the board
    /// (OS-EDGE-06), whatever turns there are (OS-EDGE-09).
    pub(crate) fn runs_off(&self, p: &Position, side: usize) -> bool {
        let uses_trails = self.uses_trails(p.acting);
        let mut flag = p.actor().rate;
        let mut points = p.journey.allowance;
        let mut way = self.way(p, side);
        while way.cost(flag) <= points {
            points -= way.cost(flag);
            let Some(to) = way.to() else { return true };
            flag = way.rate;
            way = self.board.ways(to, uses_trails)[side];
        }
        false
    }

    /// Whether the straight run with the whole allowance would carry the person over the edge of
    /// the board (OS-EDGE-06): every hex up to the edge, and the step off it, must be paid for.
    pub(super) fn crosses_edge(&self, p: &Position, side: u8) -> bool {
        let mut paid = 0;
        let mut flag = p.actor().rate;
        let mut way = self.way(p, side as usize);
        loop {
            paid += way.cost(flag) as u16;
            if paid > p.journey.allowance as u16 {
                return false;
            }
            let Some(to) = way.to() else { return true };
            flag = way.rate;
            way = self.board.ways(to, self.uses_trails(p.acting))[side as usize];
        }
    }
}

impl Play<'_> {
    /// The edges that the acting person may leave over, as far as everybody knows.
    pub(crate) fn open_to_all_eyes(&self) -> u8 {
        let role = self.set.role(self.p.acting);
        match role.exits_secret {
            0 => self.set.exits(self.p, self.p.acting),
            secret => secret,
        }
    }

    /// Off the board (OS-EDGE-01, OS-EDGE-04, OS-SEQ-08).
    pub(super) fn leave(&mut self, edges: u8, cost: u8) {
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
}
