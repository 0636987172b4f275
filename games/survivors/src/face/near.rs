//! Points of the table in words: by what is near, with inches.

use crate::Survivors;
use crate::geometry::point::{Facing, INCH, Mils, Point};
use crate::knowledge::view::View;
use crate::position::FigureId;
use crate::speech::notation::{inches, looking};
use table::Fit;
use table::wording::counted;

/// What lies farther away than this is no help to find a point.
const NEAR: Mils = 10 * INCH;

impl Survivors {
    /// Where a point lies: inside a building, or so far from the nearest building, figure, crate or edge.
    pub(super) fn near_told(&self, view: &View, at: Point, but: FigureId) -> String {
        let inside = self.table.buildings.iter().find(|building| building.plan.holds(at));
        if let Some(building) = inside {
            return format!("inside the {}", building.name);
        }
        let buildings = self.table.buildings.iter().map(|building| {
            let (low, high) = (building.plan.low, building.plan.high);
            let wall = Point::new(at.x.clamp(low.x, high.x), at.y.clamp(low.y, high.y));
            (wall, format!("the {}", building.name))
        });
        let but = self.figure_id(but);
        let figures = view.figures.iter().filter(|(id, _)| *id != but);
        let figures =
            figures.filter_map(|(id, figure)| Some((figure.place?, self.name_of(view, Some(id)))));
        let tokens = view
            .tokens
            .iter()
            .filter_map(|(id, token)| Some((token.place?, format!("the {} {id}", token.kind))));
        let nearest = buildings
            .chain(figures)
            .chain(tokens)
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

    /// The same, with the numbers of the rulers where they are not told: several points may be near one thing.
    pub(super) fn point_told(&self, view: &View, at: Point, but: FigureId) -> String {
        let tenths = |mils: Mils| inches((mils + INCH / 20) / (INCH / 10) * (INCH / 10));
        let near = self.near_told(view, at, but);
        match near.contains(" edge, ") {
            true => near,
            false => format!("{near} ({},{})", tenths(at.x), tenths(at.y)),
        }
    }

    /// A way in words: how far and whither from where the figure stands, and where that is.
    pub(super) fn way_told(&self, view: &View, figure: FigureId, at: Point) -> String {
        let near = self.point_told(view, at, figure);
        let from = view.figures.get(self.figure_id(figure)).and_then(|figure| figure.place);
        match from.and_then(|from| Some((from.leg(at), Facing::towards(from, at)?))) {
            Some((far, side)) => {
                format!("{} {}, to {near}", inches_told(far), looking(side))
            }
            None => format!("to {near}"),
        }
    }
}

/// A distance to the nearest half inch.
fn inches_told(far: Mils) -> String {
    let halves: u32 = ((far + INCH / 4) / (INCH / 2)).max(1).fit();
    match (halves / 2, halves % 2) {
        (0, _) => "half an inch".into(),
        (whole, 0) => counted(whole, "inch", "inches"),
        (whole, _) => format!("{whole}.5 inches"),
    }
}
