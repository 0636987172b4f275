//! What a herd must do from here, and what has become of one that is no more.

use crate::Yellowstone;
use crate::knowledge::View;
use crate::land::{Hex, Range};
use crate::position::{Herd, Kind, Place, Position, Season, Species, Step};
use crate::rules::{HARD_YEAR, SHORT_SEASON_BONUS};
use table::wording::counted;

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
        let own = self.herd_of(view);
        let species = own.and_then(|herd| herd.species);
        let herd = species.map_or("herd", Species::name);
        let position = view.position();
        let range = |range: Range| self.range_told(species, range);
        if self.scenario.spring_only {
            return format!(
                "Bring your {herd} to the {}: only animals there count, and Food only parts equals. \
                 The first whole herd there ends the game and has {SHORT_SEASON_BONUS} more. {worth}",
                range(Range::Summer)
            );
        }
        let first = match (position.step, position.season) {
            (Step::Choose | Step::Place, _) | (_, Season::Spring | Season::Summer) => {
                let summer = range(Range::Summer);
                format!("Lead your {herd} to the {summer} and gather Food for the winter.")
            }
            (_, Season::Fall) => {
                let winter = range(Range::Winter);
                match own.and_then(|own| self.snow_told(position, own)) {
                    Some(snow) => format!("{snow} Lead your {herd} home to the {winter}."),
                    None => {
                        format!("Lead your {herd} home to the {winter}, with Food for the winter.")
                    }
                }
            }
            (_, Season::Winter) => format!("Bring your {herd} through the winter."),
        };
        format!("{first} {worth}")
    }

    /// A range of a herd, with the hex in its middle once the herd is known.
    fn range_told(&self, species: Option<Species>, range: Range) -> String {
        let name = match range {
            Range::Winter => "Winter Range",
            Range::Summer => "Summer Range",
        };
        let hexes: &[Hex] = match species {
            Some(species) => self.park.range(species, range),
            None => &[],
        };
        let spread = |hex: &&Hex| hexes.iter().map(|other| other.distance(**hex)).sum::<u32>();
        match hexes.iter().min_by_key(spread) {
            Some(middle) => format!("{name} around {middle}"),
            None => name.into(),
        }
    }

    /// The range that the viewer's herd makes for now. YS-SEAS-02, YS-SEAS-06
    pub(super) fn goal(&self, view: &View) -> &[Hex] {
        let position = view.position();
        let range = match (position.step, position.season) {
            (Step::Choose | Step::Place | Step::Over, _) | (_, Season::Winter) => return &[],
            (_, Season::Spring | Season::Summer) => Range::Summer,
            (_, Season::Fall) => Range::Winter,
        };
        let species = self.herd_of(view).filter(|herd| herd.lives()).and_then(|herd| herd.species);
        match species {
            Some(species) => self.park.range(species, range),
            None => &[],
        }
    }

    /// In the last two rounds of Fall: how many of a herd are lost if they do not come home; nothing if all are
    /// there. YS-STALL-05, YS-STALL-07
    pub(super) fn snow_told(&self, position: &Position, herd: &Herd) -> Option<String> {
        let species = herd.species.filter(|_| position.season == Season::Fall)?;
        let left = self.cap(Season::Fall).saturating_sub(position.season_turns);
        let when = match left.div_ceil(u16::from(self.places)) {
            _ if position.winter_due => return None,
            0 | 1 => "Last round of Fall",
            2 => "Fall lasts 2 rounds more at most",
            _ => return None,
        };
        let out = |hex: &Hex| !self.park.on_range(species, Range::Winter, *hex);
        let hexes = herd.living().filter_map(|animal| herd.at(animal));
        let away = hexes.filter(out).count();
        let animals = counted(i64::try_from(away).ok()?, "animal is", "animals are");
        (away > 0)
            .then(|| format!("{when}: {animals} not home, and lost in the snow if it stays so."))
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
    pub(super) fn herd_of<'a>(&self, view: &'a View) -> Option<&'a Herd> {
        let seat = view.viewer().seat()?;
        let own = |place: &Place| self.owner(*place) == seat;
        let acting = self.deciding(view.position()).filter(own);
        let place = acting.or_else(|| self.places().find(own))?;
        Some(view.position().herd(place))
    }
}
