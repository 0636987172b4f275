//! Points of the table in words: by what is near, with inches.

use crate::Survivors;
use crate::action::{Stop, Way};
use crate::edition::scenarios::Fixture;
use crate::geometry::point::{Facing, INCH, Mils, Point};
use crate::knowledge::view::View;
use crate::position::FigureId;
use crate::rules::actions::budget;
use crate::rules::movement::Walked;
use crate::speech::notation::{floor_told, looking, spot_told};
use table::Fit;
use table::wording::counted;

/// What lies farther away than this is no help to find a point.
const NEAR: Mils = 10 * INCH;

impl Survivors {
    /// Where a point lies: at a search point, inside a building, or so far from the nearest building, figure,
    /// crate or edge.
    fn near_told(&self, view: &View, stop: Stop, but: FigureId) -> String {
        let at = stop.at;
        let here = |place: &&Fixture| place.level == stop.level && place.at.leg(at) <= INCH;
        if let Some(place) = self.scenario.searches.iter().find(here) {
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

    /// The same, with the numbers of the rulers, since several points may be near one thing, and with its floor.
    pub(super) fn point_told(&self, view: &View, stop: Stop, but: FigureId) -> String {
        let near = self.near_told(view, stop, but);
        format!("{near} ({}){}", spot_told(stop.at), floor_told(stop.level))
    }

    /// A way in words: how far it is to go, whither from where the figure stands, and where that is.
    pub(super) fn way_told(&self, view: &View, figure: FigureId, way: &Way) -> String {
        match self.way_parts(view, figure, way) {
            (far, near) if far.is_empty() => near,
            (far, near) => format!("{far}, {near}"),
        }
    }

    /// How far a way is to go and whither, which is empty where that is not known, and where it ends.
    pub(super) fn way_parts(&self, view: &View, figure: FigureId, way: &Way) -> (String, String) {
        let near = format!("to {}", self.point_told(view, way.end(), figure));
        let Some((start, _, walked)) = self.settled(view, figure, way) else {
            return (String::new(), near);
        };
        let far = match Facing::towards(start.at, way.end().at) {
            Some(side) => format!("{} {}", inches_told(walked.length), looking(side)),
            None if walked.length > 0 => inches_told(walked.length),
            None => String::new(),
        };
        (far, near)
    }

    /// Where a path begins, the way that it stands for, and what that costs.
    pub(super) fn settled(
        &self,
        view: &View,
        figure: FigureId,
        way: &Way,
    ) -> Option<(Stop, Way, Walked)> {
        let walker = view.figures.get(self.figure_id(figure))?;
        let (start, way) = match walker.place {
            Some(at) => (Stop { at, level: walker.level }, *way),
            // Whoever comes onto the table begins at the first point. SV-MOV-19
            None => {
                let start = *way.stops().first()?;
                (start, Way::through(&way.stops()[1..]).unwrap_or(Way::to(start)))
            }
        };
        if way.stops() == [start] {
            return Some((start, way, Walked { length: 0, obstacles: 0 }));
        }
        let (way, walked) = self.settle(&view.works, start, &way, walker.radius).ok()?;
        Some((start, way, walked))
    }

    /// What a path takes of a figure's actions: so many of those that it has left, the break from a fight
    /// counted. SV-ACT-08, SV-MOV-03, SV-MOV-04
    pub(super) fn spent_on(
        &self,
        view: &View,
        figure: FigureId,
        way: &Way,
        broken_off: bool,
    ) -> Option<(u8, u8)> {
        let (_, _, walked) = self.settled(view, figure, way)?;
        let walker = view.figures.get(self.figure_id(figure))?;
        let (used, least) = (walker.used, u8::from(broken_off));
        let fits = |more: &u8| {
            walked.length <= budget(used + least + more, walked.obstacles, walker.stride)
        };
        let most = walker.actions_left.saturating_sub(least);
        let left = (0..=most).rev().find(fits).unwrap_or(0);
        Some((walker.actions_left - left, walker.actions_left))
    }

    /// Where a figure looks: at whom, if somebody stands just there, else to which wind.
    pub(super) fn look_told(
        &self,
        view: &View,
        figure: FigureId,
        from: Point,
        face: Facing,
    ) -> String {
        let side = view.figures.get(self.figure_id(figure)).and_then(|it| it.side.as_ref());
        let ahead = |at: Point| {
            let (x, y) = (i64::from(at.x - from.x), i64::from(at.y - from.y));
            let (along, up) = (i64::from(face.x), i64::from(face.y));
            x * up == y * along && x * along + y * up > 0
        };
        let mut seen = view.figures.iter().filter(|(_, it)| it.side.as_ref() != side);
        let seen = seen.find(|(_, it)| it.standing == "playing" && it.place.is_some_and(ahead));
        match seen {
            Some((id, _)) => format!("looking at {}", self.name_of(view, Some(id))),
            None => format!("looking {}", looking(face)),
        }
    }
}

/// A distance to the nearest half inch.
pub(super) fn inches_told(far: Mils) -> String {
    let halves: u32 = ((far + INCH / 4) / (INCH / 2)).max(1).fit();
    match (halves / 2, halves % 2) {
        (0, _) => "half an inch".into(),
        (whole, 0) => counted(whole, "inch", "inches"),
        (whole, _) => format!("{whole}.5 inches"),
    }
}
