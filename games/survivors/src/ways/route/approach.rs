//! Approaches: the turning points by which one comes near a point, found once for all places about it.

use super::{Found, Reached};
use crate::Survivors;
use crate::action::Stop;
use crate::geometry::feature::Works;
use crate::geometry::point::{Mils, isqrt};

/// The turning points by which places about a point may be reached, by their places in the order of
/// those reached, each with the least that a way through it costs; the cheapest first.
pub(crate) struct Approaches {
    all: [(u32, u16); MOST_APPROACHES],
    count: usize,
}

/// The most turning points by which one comes near a point.
const MOST_APPROACHES: usize = 128;

impl Survivors {
    /// The turning points by which a way within a limit may come so near to a point; none if they
    /// are too many.
    pub(crate) fn approaches(
        &self,
        reached: &Reached,
        to: Stop,
        near: Mils,
        radius: Mils,
        limit: u32,
    ) -> Option<Approaches> {
        let nodes = &self.roads(radius).nodes;
        let mut found = Approaches { all: [(0, 0); MOST_APPROACHES], count: 0 };
        for (place, node) in reached.order.iter().enumerate() {
            let (turning, cost) = (&nodes[usize::from(*node)], reached.cost(*node));
            if cost > limit {
                break;
            }
            let way = to.at - turning.stop.at;
            let room = i64::from(limit - cost) + i64::from(near);
            let square = way.length2();
            if turning.stop.level == to.level
                && square <= room * room
                && (reached.breached || turning.may_be_taut(way, near))
            {
                let least = cost + (isqrt(square) - i64::from(near)).max(0) as u32;
                *found.all.get_mut(found.count)? = (least, place as u16);
                found.count += 1;
            }
        }
        found.all[..found.count].sort_unstable();
        Some(found)
    }

    /// As [`way_to`](Survivors::way_to), to a place about the point whose approaches these are, if
    /// the straight way there is not free.
    #[allow(clippy::too_many_arguments, reason = "what a way depends on")]
    pub(crate) fn way_by_approaches(
        &self,
        works: &Works,
        reached: &Reached,
        approaches: &Approaches,
        straight: Option<Found>,
        to: Stop,
        radius: Mils,
        limit: u32,
    ) -> Option<Found> {
        let nodes = &self.roads(radius).nodes;
        // Among equals the straight way wins, then the one by what was reached first.
        let mut best = straight.map(|found| (found, 0));
        for (least, place) in &approaches.all[..approaches.count] {
            let most = best.map_or(limit, |(best, _)| best.cost);
            if *least > most {
                break;
            }
            let node = reached.order[usize::from(*place)];
            let (turning, cost) = (&nodes[usize::from(node)], reached.cost(node));
            let way = to.at - turning.stop.at;
            let room = i64::from(most) - i64::from(cost);
            if room < 0 || way.length2() > room * room || !turning.is_taut(way) && !reached.breached
            {
                continue;
            }
            if let Some(part) = self.straight(works, turning.stop, to, radius) {
                let (found, age) = (reached.beyond(node, part), usize::from(*place) + 1);
                let better = best.is_none_or(|(best, older)| {
                    (found.cost, found.obstacles, age) < (best.cost, best.obstacles, older)
                });
                if better && found.cost <= limit {
                    best = Some((found, age));
                }
            }
        }
        best.map(|(found, _)| found)
    }
}
