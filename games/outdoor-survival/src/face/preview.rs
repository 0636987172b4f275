//! Looking ahead: the ways that a move can still go, and what one step of it does.

use crate::Outfit;
use crate::action::Action;
use crate::land::{Edges, Hex};
use crate::position::{Phase, Position};
use crate::rules::reach::{Ends, Met};
use crate::speech::count;
use ::stage::{Ahead, Ink, Point, Sketch};
use table::Seat;
use terrain::Top;

impl Outfit {
    pub(crate) fn point(&self, cell: Hex) -> Point {
        self.board.map.grid.centre(cell.cell()).into()
    }

    /// Every hex on which the move can end, more than one step away, with the steps that lead
    /// there; dice and meetings on the way are not foreseen.
    pub(crate) fn ahead(&self, p: &Position, seat: Seat) -> Vec<Ahead> {
        let mut list: Vec<Ahead> = Vec::new();
        if p.phase != Phase::Move || self.decider(p) != Some(seat) {
            return list;
        }
        let mut ends = Ends::default();
        self.ends(p, Edges::NONE, |_| Met::default(), &mut ends);
        for stop in ends.stops().iter().filter(|stop| stop.sides().len() > 1) {
            let mut walker = p.clone();
            let mut after = None;
            for side in stop.sides() {
                let Some(to) = self.way(&walker, *side).to() else { break };
                self.walk_on(&mut walker, *side);
                let notation = self.write(Action::Step(*side));
                let known = |step: &Ahead| step.after == after && step.notation == notation;
                after = Some(list.iter().position(known).unwrap_or_else(|| {
                    let place = self.board.label(to);
                    list.push(Ahead { after, notation, place, tag: String::new() });
                    list.len() - 1
                }));
            }
            if let Some(last) = after.and_then(|last| list.get_mut(last)) {
                last.tag = (p.journey.points - walker.journey.points).to_string();
            }
        }
        list
    }

    /// The step, what it costs and what is left after it.
    pub(crate) fn preview(&self, p: &Position, action: &Action) -> Sketch {
        let Action::Step(side) = action else {
            return Sketch::default();
        };
        let way = self.way(p, *side);
        let Some(to) = way.to() else {
            return Sketch::default();
        };
        let mut walker = p.clone();
        self.walk_on(&mut walker, *side);
        let (before, left) = (p.journey.points, walker.journey.points);
        let hex = self.board.label(to);
        let turned = if p.journey.turns == walker.journey.turns { "" } else { ", a turn" };
        let words = format!(
            "{} to {hex}: {}{turned}; {} left.",
            side.name(Top::Flat),
            count(before - left, "point"),
            count(left, "point")
        );
        let points = vec![self.point(p.actor().at), self.point(to)];
        let ink = p.actor().seat.map_or(Ink::Neutral, |seat| Ink::Seat(seat.0));
        Sketch::way(points, ink, format!("{left} left"), words)
    }
}
