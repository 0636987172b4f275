//! What a herd must do from here, and what has become of one that is no more.

use crate::Yellowstone;
use crate::knowledge::View;
use crate::position::{Herd, Kind, Place, Season, Species, Step};
use crate::rules::{HARD_YEAR, SHORT_SEASON_BONUS};

impl Yellowstone {
    /// What the viewer's herd must do in this season, and what counts at the end.
    pub(super) fn aim_told(&self, view: &View) -> String {
        let worth = [Kind::Female, Kind::Young, Kind::Male]
            .map(|kind| format!("{} {}", self.animal_points[kind], kind.name()));
        let worth = worth.join(", ");
        let worth = match self.scenario.solo {
            true => format!("{HARD_YEAR} Animal Points or more are a win: {worth}."),
            false => format!("Most Animal Points win: {worth}."),
        };
        let several = view.viewer().seat().is_some_and(|seat| {
            self.places().filter(|place| self.owner(*place) == seat).count() > 1
        });
        let worth = if several { worth + " Those of your herds are added." } else { worth };
        let herd = self.herd_of(view).and_then(|herd| herd.species).map_or("herd", Species::name);
        let position = view.position();
        if self.scenario.spring_only {
            return format!(
                "Bring your {herd} to the Summer Range: only animals there count. The first whole herd \
                 there ends the game and has {SHORT_SEASON_BONUS} more. {worth}"
            );
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
        let seat = view.viewer().seat()?;
        let own = || self.places().filter(|place| self.owner(*place) == seat);
        let mut herds = own().map(|place| position.herd(place));
        let gone = begun && herds.all(|herd| herd.living().next().is_none());
        let herd = self.herd_of(view).filter(|_| gone)?;
        let name = herd.species.map_or("herd", Species::name);
        Some(format!("You are out: none of your {name} lives."))
    }

    /// The viewer's herd; of several the one that decides now.
    fn herd_of<'a>(&self, view: &'a View) -> Option<&'a Herd> {
        let seat = view.viewer().seat()?;
        let own = |place: &Place| self.owner(*place) == seat;
        let acting = self.deciding(view.position()).filter(own);
        let place = acting.or_else(|| self.places().find(own))?;
        Some(view.position().herd(place))
    }
}
