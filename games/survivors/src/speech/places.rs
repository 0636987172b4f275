//! Points of the table in words: by what stands near for good, with inches.

use crate::Survivors;
use crate::geometry::feature::{Level, LineKind};
use crate::geometry::point::{Facing, INCH, Mils, Point};
use crate::speech::notation::{floor_told, looking};
use table::Fit;
use table::wording::counted;

/// What lies farther away than this is no help to find a point.
const NEAR: Mils = 10 * INCH;

/// Something by which a point is found: the spot of it that is nearest, and what it is called.
pub(crate) type Landmark = (Point, String);

impl Survivors {
    /// Where a point lies: at a search point, inside a building, or so far from the nearest edge or thing that never
    /// moves; with its floor.
    pub(crate) fn place_told(&self, at: Point, level: Level) -> String {
        let lines = self.table.lines.iter().filter(|line| {
            let apart = !matches!(line.kind, LineKind::Wall | LineKind::Door | LineKind::Window);
            apart && line.building.is_none() && line.level == level
        });
        let lines =
            lines.map(|line| (nearest_on(line.a, line.b, at), format!("the {}", line.kind.word())));
        let areas = self.table.areas.iter().filter(|area| area.level == level);
        let areas = areas.map(|area| {
            let (low, high) = (area.bounds.low, area.bounds.high);
            let edge = Point::new(at.x.clamp(low.x, high.x), at.y.clamp(low.y, high.y));
            (edge, format!("the {}", area.kind.word()))
        });
        let near = self.near_landmarks(at, level, lines.chain(areas));
        format!("{near}{}", floor_told(level))
    }

    /// Where a point lies: at a search point, inside a building, or so far from the nearest building, edge or one of
    /// these.
    pub(crate) fn near_landmarks(
        &self,
        at: Point,
        level: Level,
        more: impl Iterator<Item = Landmark>,
    ) -> String {
        let mut searches = self.scenario.searches.iter();
        if let Some(place) = searches.find(|place| place.level == level && place.at.leg(at) <= INCH)
        {
            return format!("at search point {}", place.id);
        }
        let inside = self.table.buildings.iter().find(|building| building.plan.holds(at));
        if let Some(building) = inside {
            return format!("inside the {}", building.name);
        }
        let buildings = self.table.buildings.iter().map(|building| {
            let (low, high) = (building.plan.low, building.plan.high);
            let wall = Point::new(at.x.clamp(low.x, high.x), at.y.clamp(low.y, high.y));
            (wall, format!("the {}", building.name))
        });
        let nearest = buildings
            .chain(more)
            .map(|(place, name)| (place.leg(at), place, name))
            .chain([self.nearest_edge(at)])
            .min_by_key(|(far, _, _)| *far);
        match nearest {
            Some((far, place, name)) if far <= NEAR => match Facing::towards(place, at) {
                Some(side) if far >= INCH / 2 => {
                    format!("{} {} of {name}", inches_told(far), looking(side))
                }
                _ => format!("beside {name}"),
            },
            _ => "in the open".into(),
        }
    }

    /// Along an edge many points lie as far from it: how far along tells them apart.
    fn nearest_edge(&self, at: Point) -> (Mils, Point, String) {
        let (low, high) = (self.table.bounds.low, self.table.bounds.high);
        let edges = [
            (at.x - low.x, Point::new(low.x, at.y), "the west edge"),
            (high.x - at.x, Point::new(high.x, at.y), "the east edge"),
            (at.y - low.y, Point::new(at.x, low.y), "the south edge"),
            (high.y - at.y, Point::new(at.x, high.y), "the north edge"),
        ];
        let nearest = edges.into_iter().min_by_key(|(far, _, _)| *far);
        nearest.map_or((0, at, String::new()), |(far, edge, name)| {
            let along = match edge.x == at.x {
                true => format!("{} from the west", inches_told(at.x - low.x)),
                false => format!("{} from the south", inches_told(at.y - low.y)),
            };
            (far, edge, format!("{name}, {along}"))
        })
    }
}

/// The spot of a stretch that is nearest to a point.
fn nearest_on(a: Point, b: Point, at: Point) -> Point {
    let (x, y) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
    let whole = (x * x + y * y).max(1);
    let along = i64::from(at.x - a.x) * x + i64::from(at.y - a.y) * y;
    let along = along.clamp(0, whole);
    Point::new(a.x + (x * along / whole).fit::<i32>(), a.y + (y * along / whole).fit::<i32>())
}

/// A distance to the nearest half inch.
pub(crate) fn inches_told(far: Mils) -> String {
    let halves: u32 = ((far + INCH / 4) / (INCH / 2)).max(1).fit();
    match (halves / 2, halves % 2) {
        (0, _) => "half an inch".into(),
        (whole, 0) => counted(whole, "inch", "inches"),
        (whole, _) => format!("{whole}.5 inches"),
    }
}
