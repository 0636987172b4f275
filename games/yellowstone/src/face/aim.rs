//! What a herd must do from here, and what has become of one that is no more.

use crate::Yellowstone;
use crate::knowledge::View;
use crate::position::{Herd, Kind, Season, Species, Step};

impl Yellowstone {
    /// What the viewer's herd must do in this season, and what counts at the end.
    pub(super) fn aim_told(&self, view: &View) -> String {
        let worth = [Kind::Female, Kind::Young, Kind::Male]
            .map(|kind| format!("{} {}", self.animal_points[kind], kind.name()));
        let worth = format!("Most Animal Points win: {}.", worth.join(", "));
        let herd = self.herd_of(view).and_then(|herd| herd.species).map_or("herd", Species::name);
        let position = view.position();
        if self.scenario.spring_only {
            return format!("Bring your {herd} to the Summer Range alive. {worth}");
        }
        let first = match (position.step, position.season) {
            (Step::Choose | Step::Place, _) | (_, Season::Spring | Season::Summer) => {
                format!("Lead your {herd} to the Summer Range and gather Food for the winter.")
            }
            (_, Season::Fall) => {
                format!("Lead your {herd} home to the Winter Range, with Food for the winter.")
            }
            (_, Season::Winter) => format!("Bring your {herd} through the winter."),
        };
        format!("{first} {worth}")
    }

    /// What has become of the viewer's herd, once no animal of it lives.
    pub(super) fn standing_told(&self, view: &View) -> Option<String> {
        let position = view.position();
        let begun = !matches!(position.step, Step::Choose | Step::Place | Step::Over);
        let herd = self.herd_of(view).filter(|herd| begun && herd.living().next().is_none())?;
        let name = herd.species.map_or("herd", Species::name);
        Some(format!("You are out: none of your {name} lives."))
    }

    fn herd_of<'a>(&self, view: &'a View) -> Option<&'a Herd> {
        let seat = view.viewer().seat()?;
        let place = self.places().find(|place| self.owner(*place) == seat)?;
        Some(view.position().herd(place))
    }
}
