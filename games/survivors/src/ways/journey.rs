//! Journeys: the way to a goal that is farther than a turn's run. They follow the roads as the game
//! began, and are good for setting out; what a figure really does in a turn is looked at anew.

use crate::Survivors;
use crate::action::Stop;
use crate::geometry::point::Mils;
use crate::ways::route::{MOST_TURNS, Reached};

/// A way to a goal: where it turns.
#[derive(Clone, Copy, Debug)]
pub struct Journey {
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

/// A journey that is not spelled out yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trip {
    /// Length plus two inches for each obstacle.
    pub(crate) cost: u32,
    goal: Stop,
    /// The spot nearest to the goal.
    end: usize,
    /// Where the ways from both ends meet.
    through: u16,
}

/// Known ways: those from a spot, if its number is given, or from anywhere.
pub(crate) type Outset<'a> = (Option<usize>, &'a Reached);

impl Survivors {
    /// The trip from the start of known ways to a goal. Between two spots it is always the same, and
    /// looked for once.
    pub(crate) fn trip(
        &self,
        (spot, reached): Outset<'_>,
        goal: Stop,
        radius: Mils,
    ) -> Option<Trip> {
        let spots = self.spots(radius);
        let end = spots.nearest(goal)?;
        let find = || self.meeting(reached, end, radius);
        let met = spot.map_or_else(find, |spot| spots.meeting(spot, end, find));
        met.map(|(cost, through)| Trip { cost, goal, end, through })
    }

    /// What the cheapest trip to a spot costs, and where the ways from both ends meet.
    fn meeting(&self, reached: &Reached, end: usize, radius: Mils) -> Option<(u32, u16)> {
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
        turns(reached, back, through).map(|_| (cost, through))
    }

    /// A trip, spelled out; the ways are those that it was found by.
    pub(crate) fn journey(&self, reached: &Reached, trip: &Trip, radius: Mils) -> Option<Journey> {
        let back = &self.row(trip.end, radius).reached;
        let (nodes, count) = turns(reached, back, trip.through)?;
        Some(Journey { goal: trip.goal, nodes, count })
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
        let trip = self.trip((spot, &row.reached), goal, radius);
        let Some(journey) = trip.and_then(|trip| self.journey(&row.reached, &trip, radius)) else {
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

/// The turning points of a journey and how many they are: those to where the ways from both ends meet,
/// and those from there; none if they are too many.
fn turns(reached: &Reached, back: &Reached, through: u16) -> Option<([u16; MOST_TURNS], usize)> {
    let mut nodes = [0; MOST_TURNS];
    let mut count = reached.chain_to(through, &mut nodes)?;
    let mut node = through;
    while let Some(next) = back.before(node) {
        *nodes.get_mut(count)? = next;
        count += 1;
        node = next;
    }
    Some((nodes, count))
}
