//! Round a horse: where the cheapest way to a destination will not do, there may be another.
//! SV-MOV-15, SV-MOV-20

use crate::Survivors;
use crate::action::{Stop, Way};
use crate::geometry::point::{INCH, Mils, Point, RING};
use crate::position::{HORSE, HorseId, Position};
use crate::rules::movement::Walked;
use crate::ways::roads::OBSTACLE;

/// The corners of the way about a horse lie so many hundredths of the nearest that one may come from
/// its middle: the straight way from one to the next then keeps clear of it.
const CLEAR: i64 = 105;

/// What a way costs, and which comes first among equals. SV-MOV-20
type Price = (u32, u8, Vec<Stop>);

fn price(way: &Way, walked: &Walked) -> Price {
    let cost = walked.length as u32 + OBSTACLE * u32::from(walked.obstacles);
    (cost, walked.obstacles, way.stops().to_vec())
}

impl Survivors {
    /// The cheapest way that fits of those straight to a destination and, if asked, about a horse:
    /// for when the cheapest of all will not do. SV-MOV-09, SV-MOV-15, SV-MOV-20
    pub(crate) fn way_round(
        &self,
        position: &Position,
        (start, end): (Stop, Stop),
        (radius, mount): (Mils, Option<HorseId>),
        about_horses: bool,
        fits: &dyn Fn(&Way, &Walked) -> bool,
    ) -> Option<(Way, Walked)> {
        let mut best: Option<(Price, (Way, Walked))> = None;
        let mut see = |way: Way| {
            let Ok(walked) = self.measure(&position.works, start, way.stops(), radius) else {
                return;
            };
            let price = price(&way, &walked);
            let better = best.as_ref().is_none_or(|(least, _)| price < *least);
            if better && fits(&way, &walked) {
                best = Some((price, (way, walked)));
            }
        };
        see(Way::to(end));
        for (number, horse) in position.stable() {
            if about_horses && horse.is_loose() && Some(number) != mount {
                self.ways_about(position, horse.at, (start, end), radius, &mut see);
            }
        }
        best.map(|(_, found)| found)
    }

    /// The ways to a destination by the corners about a horse: to one of them, about it so far and
    /// on.
    fn ways_about(
        &self,
        position: &Position,
        horse: Point,
        (start, end): (Stop, Stop),
        radius: Mils,
        see: &mut dyn FnMut(Way),
    ) {
        let far = i64::from(radius + HORSE) * CLEAR / 100;
        let corners = RING.map(|way| Stop { at: horse + way.scaled(far, 1000), level: 0 });
        let most = 26 * INCH as u32;
        let route = |from: Stop, to: Stop| {
            self.route_within(&position.works, from, to, radius, most).map(|(way, _)| way)
        };
        let there = corners.map(|corner| route(start, corner));
        let onwards = corners.map(|corner| route(corner, end));
        let count = corners.len();
        for first in 0..count {
            let Some(there) = &there[first] else { continue };
            for step in [1, count - 1] {
                let mut stops = there.stops().to_vec();
                for turns in 0..=count / 2 {
                    let corner = (first + turns * step) % count;
                    if turns > 0 {
                        stops.push(corners[corner]);
                    }
                    if let Some(onwards) = &onwards[corner]
                        && let Some(way) = Way::through(&[&stops, onwards.stops()].concat())
                    {
                        see(way);
                    }
                }
            }
        }
    }
}
