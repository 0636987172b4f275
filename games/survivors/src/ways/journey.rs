//! Journeys: the way to a goal that is farther than a turn's run. They follow the roads as the game
//! began, and are good for setting out; what a figure really does in a turn is looked at anew.

use crate::Survivors;
use crate::action::Stop;
use crate::geometry::point::Mils;
use crate::ways::route::{MOST_TURNS, Reached};

/// A way to a goal: what it costs, and where it turns.
#[derive(Clone, Copy, Debug)]
pub struct Journey {
    /// Length plus two inches for each obstacle.
    pub cost: u32,
    /// Where it leads.
    pub goal: Stop,
    nodes: [u16; MOST_TURNS],
    count: usize,
}

impl Journey {
    /// The turning points on the way, by number.
    pub(crate) fn nodes(&self) -> &[u16] {
        &self.nodes[..self.count]
    }
}

impl Survivors {
    /// The journey from the start of known ways to a goal.
    pub(crate) fn journey(&self, reached: &Reached, goal: Stop, radius: Mils) -> Option<Journey> {
        let end = self.spots(radius).nearest(goal)?;
        let back = &self.row(end, radius).reached;
        let over = |node: u16| reached.cost(node).saturating_add(back.cost(node));
        let mut best: Option<(u32, u16)> = None;
        for node in reached.turns() {
            // Whatever is reached later costs more already.
            if best.is_some_and(|(least, _)| reached.cost(node) > least) {
                break;
            }
            let entry = (over(node), node);
            if best.is_none_or(|best| entry < best) {
                best = Some(entry);
            }
        }
        let (cost, through) = best.filter(|(cost, _)| *cost < u32::MAX)?;
        let mut journey = Journey { cost, goal, nodes: [0; MOST_TURNS], count: 0 };
        journey.count = reached.chain_to(through, &mut journey.nodes)?;
        let mut node = through;
        while let Some(next) = back.before(node) {
            *journey.nodes.get_mut(journey.count)? = next;
            journey.count += 1;
            node = next;
        }
        Some(journey)
    }

    /// The points at which a journey from one place to another turns, the goal last: for those who
    /// want to know where to go. From beside a spot it is as from the spot.
    pub fn way_ahead(
        &self,
        start: Stop,
        goal: Stop,
        radius: Mils,
        each: &mut dyn FnMut(Stop),
    ) -> bool {
        let spot = self.spots(radius).nearest(start);
        let Some(row) = spot.map(|spot| self.row(spot, radius)) else {
            return false;
        };
        let Some(journey) = self.journey(&row.reached, goal, radius) else {
            return false;
        };
        let roads = self.roads(radius);
        for node in journey.nodes() {
            each(roads.nodes[usize::from(*node)].stop);
        }
        each(goal);
        true
    }
}
