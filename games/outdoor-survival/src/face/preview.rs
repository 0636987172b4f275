//! Looking ahead: the ways that a move can still go, and what one step of it does.

use super::prompt::price;
use crate::Outfit;
use crate::action::Action;
use crate::knowledge::view;
use crate::land::{Edges, Hex};
use crate::position::{Phase, Position};
use crate::rules::reach::{Ends, Met};
use crate::speech::{count, notation};
use ::stage::{Ahead, Ink, Point, Sketch};
use table::{Seat, Viewer};
use terrain::Top;

/// The step, what it costs and what is left after it.
pub(crate) fn preview(set: &Outfit, p: &Position, action: &Action) -> Sketch {
    let Action::Step(side) = action else {
        return Sketch::default();
    };
    let way = set.way(p, *side);
    let Some(to) = way.to() else {
        return Sketch::default();
    };
    let mut walker = p.clone();
    set.walk_on(&mut walker, *side);
    let (before, left) = (p.journey.points, walker.journey.points);
    let hex = set.board.label(to);
    let turned = if p.journey.turns == walker.journey.turns { "" } else { ", a turn" };
    let words = format!(
        "{} to {hex}: {}{turned}; {} left.",
        side.name(Top::Flat),
        count(before - left, "point"),
        count(left, "point")
    );
    let points = vec![set.point(p.actor().at), set.point(to)];
    let ink = p.actor().seat.map_or(Ink::Neutral, |seat| Ink::Seat(seat.0));
    Sketch::way(points, ink, format!("{left} left"), words)
}

/// Every hex on which the move can end, more than one step away, with the steps that lead
/// there; dice and meetings on the way are not foreseen.
pub(crate) fn ahead(set: &Outfit, p: &Position, seat: Seat) -> Vec<Ahead> {
    let mut list: Vec<Ahead> = Vec::new();
    if p.phase != Phase::Move || set.decider(p) != Some(seat) {
        return list;
    }
    let mut ends = Ends::default();
    set.ends(p, Edges::NONE, |_| Met::default(), &mut ends);
    for stop in ends.stops().iter().filter(|stop| stop.sides().len() > 1) {
        let mut walker = p.clone();
        let mut after = None;
        for side in stop.sides() {
            let Some(to) = set.way(&walker, *side).to() else { break };
            set.walk_on(&mut walker, *side);
            let notation = notation(set, &Action::Step(*side));
            let known = |step: &Ahead| step.after == after && step.notation == notation;
            after = Some(list.iter().position(known).unwrap_or_else(|| {
                let place = set.board.label(to);
                list.push(Ahead { after, notation, place, tag: String::new() });
                list.len() - 1
            }));
        }
        if let Some(last) = after.and_then(|last| list.get_mut(last)) {
            last.tag = price(p.journey.points - walker.journey.points);
            if set.ends_with(&walker, seat) {
                last.tag.push_str(", out");
            }
        }
    }
    list
}

impl Outfit {
    /// Whether a day that ends where somebody stands is their last, by what a seat may know. OS-LOST-08
    fn ends_with(&self, p: &Position, seat: Seat) -> bool {
        self.day_told(&view(self, p, Viewer::Seat(seat))).is_some_and(|day| day.last)
    }

    pub(crate) fn point(&self, cell: Hex) -> Point {
        self.board.map.grid.centre(cell.cell()).into()
    }
}
