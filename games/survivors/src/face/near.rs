//! Points of the table in words: by what is near, with inches.

use crate::Survivors;
use crate::action::{Stop, Way};
use crate::geometry::point::{Facing, Point};
use crate::knowledge::view::View;
use crate::position::FigureId;
use crate::rules::actions::budget;
use crate::rules::movement::Walked;
use crate::speech::notation::{floor_told, looking};
use crate::speech::places::inches_told;

impl Survivors {
    /// Where a point lies, by what stands for good and by who and what is there now, but for one figure; with its floor.
    pub(super) fn point_told(&self, view: &View, stop: Stop, but: FigureId) -> String {
        let but = self.figure_id(but);
        let figures = view.figures.iter().filter(|(id, _)| *id != but);
        let figures =
            figures.filter_map(|(id, figure)| Some((figure.place?, self.name_of(view, Some(id)))));
        let tokens = view
            .tokens
            .iter()
            .filter_map(|(id, token)| Some((token.place?, format!("the {} {id}", token.kind))));
        let near = self.near_landmarks(stop.at, stop.level, figures.chain(tokens));
        format!("{near}{}", floor_told(stop.level))
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
