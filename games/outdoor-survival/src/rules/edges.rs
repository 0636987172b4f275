//! The edges of the board: over which of them a person may leave, and what comes of it.

use crate::Outfit;
use crate::event::{Cause, Event};
use crate::land::{Edge, Edges, Hex, Way, Wilderness};
use crate::position::{Fate, Phase, Position, Who};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};
use terrain::Side;

/// The edges that a step off the board crosses (OS-EDGE-03); none for a hole inside the map.
pub(crate) fn edges(board: &Wilderness, cell: Hex, side: Side) -> Edges {
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
    .filter_map(|(crossed, edge)| crossed.then_some(edge))
    .collect()
}

impl Outfit {
    /// The edges over which the person may step now (OS-EDGE-04, OS-RESC-18).
    pub(crate) fn exits(&self, p: &Position, person: Who) -> Edges {
        let role = self.role(person);
        if role.needs_charge && self.charges(p, person).next().is_none() {
            return Edges::NONE;
        }
        if !role.exits_secret.is_empty() {
            return p.border.into();
        }
        match self.switches.wrong_edge_out && !role.exits.is_empty() {
            true => Edges::ALL,
            false => role.exits,
        }
    }

    pub(super) fn judge_edge(&self, p: &Position, way: &Way) -> Ruling {
        let role = self.role(p.acting);
        if role.exits.is_empty() {
            return Err(Refusal::MayNotLeave);
        }
        if role.needs_charge && self.charges(p, p.acting).next().is_none() {
            return Err(Refusal::NobodyToBringOut);
        }
        if !role.exits_secret.is_empty() {
            return match way.edges.meets(p.border.into()) {
                false => Err(Refusal::OtherBorder { own: p.border }),
                true => Ok(()),
            };
        }
        let may = if self.switches.wrong_edge_out { Edges::ALL } else { role.exits };
        match way.edges.meets(may) {
            false => Err(Refusal::EdgeClosed),
            true => Ok(()),
        }
    }

    /// Whether a straight run in this direction with all points would cross the edge of the board
    /// (OS-EDGE-06), whatever turns there are (OS-EDGE-09).
    pub(crate) fn runs_off(&self, p: &Position, side: Side) -> bool {
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
    pub(super) fn crosses_edge(&self, p: &Position, side: Side) -> bool {
        let mut paid = 0;
        let mut flag = p.actor().rate;
        let mut way = self.way(p, side);
        loop {
            paid += u16::from(way.cost(flag));
            if paid > u16::from(p.journey.allowance) {
                return false;
            }
            let Some(to) = way.to() else { return true };
            flag = way.rate;
            way = self.board.ways(to, self.uses_trails(p.acting))[side];
        }
    }
}

impl Play<'_> {
    /// The edges that the acting person may leave over, as far as everybody knows.
    pub(crate) fn open_to_all_eyes(&self) -> Edges {
        let secret = self.set.role(self.p.acting).exits_secret;
        match secret.is_empty() {
            true => self.set.exits(self.p, self.p.acting),
            false => secret,
        }
    }

    /// Off the board (OS-EDGE-01, OS-EDGE-04, OS-SEQ-08).
    pub(super) fn leave(&mut self, edges: Edges, cost: u8) {
        let set = self.set;
        let acting = self.p.acting;
        let role = set.role(acting);
        let goals = if role.exits_secret.is_empty() { role.exits } else { self.p.border.into() };
        let right = edges.and(goals);
        if right.is_empty() {
            // OS-EDGE-04, option `wrong_edge`
            self.put_out(acting, Cause::WrongEdge);
        } else {
            let day = self.p.day;
            let person = &mut self.p.persons[acting];
            person.fate = Fate::Left;
            person.ended = day;
            person.edges = right;
            let hex = set.hex_name(person.at);
            self.log.tell(Event::Left { person: acting.number(), hex, edges: right, cost });
            self.party_leaves(acting, right);
            if set.is_hidden(acting) || !role.exits_secret.is_empty() {
                self.log.reveal();
            }
        }
        self.p.phase = Phase::End;
        self.judge_now();
    }
}
