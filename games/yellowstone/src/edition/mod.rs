//! What comes in the box and can be edited: components, charts, scenarios, options.

mod charts;
mod components;
pub mod options;
mod scenarios;

pub use charts::{Cell, Effect};
pub use components::{Allowances, Components, Food, Footing, PredatorData, Start};
pub use scenarios::Scenario;

use crate::land::{Park, Range};
use crate::position::{ByKind, HERDS, Hunter, Place, Species, Value};
use crate::{Rulebook, Yellowstone};
use include_dir::{Dir, include_dir};
use options::{ModerateWinter, Readings};
use std::sync::Arc;
use table::{Catalogue, Chosen, Edition, Fault, Fit, Rules, ScenarioInfo, Setup, SetupError};
use terrain::Map;

static DATA: Dir = include_dir!("$CARGO_MANIFEST_DIR/data");

/// The house edition.
pub fn house() -> Edition {
    fn files<'a>(dir: &'a Dir<'a>, out: &mut Vec<(&'a str, &'a str)>) {
        for file in dir.files() {
            if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
                out.push((path, text));
            }
        }
        dir.dirs().for_each(|dir| files(dir, out));
    }
    let mut all = Vec::new();
    files(&DATA, &mut all);
    Edition::new(all)
}

/// What an edition offers.
pub(crate) fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
    let scenarios = scenarios::scenarios(edition)?;
    let scenarios = scenarios.into_iter().map(|(id, file)| {
        let [least, most] = file.seats;
        ScenarioInfo::new(&id, &file.name, &file.summary, least..=most.min(HERDS.fit()))
    });
    Ok(Catalogue {
        game: Yellowstone::ID.into(),
        title: "Yellowstone".into(),
        summary: "Lead a herd through four seasons; most Animal Points after the winter win."
            .into(),
        scenarios: scenarios.collect(),
        options: options::options(),
    })
}

impl Rulebook {
    /// How many herds are in play.
    pub fn herds(&self) -> usize {
        usize::from(self.places)
    }

    /// The places of the herds in play, in the order of turns.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        Place::ALL.into_iter().take(self.herds())
    }

    /// What each kind of animal needs for the winter.
    pub fn needs(&self) -> ByKind<i16> {
        self.needs
    }

    /// Animal Points of each kind.
    pub fn animal_points(&self) -> ByKind<i16> {
        self.animal_points
    }

    /// Counters of a kind of predator.
    pub fn predator_count(&self, hunter: Hunter) -> u8 {
        self.predators[hunter.index()].count
    }

    /// Food Points for a turn of Summer begun wholly on the Summer Range.
    pub fn summer_turn(&self) -> i16 {
        self.food.summer_turn
    }

    /// Food Points for a turn of Fall begun wholly on the Winter Range.
    pub fn fall_turn(&self) -> i16 {
        self.food.fall_turn
    }

    /// Food Points for the first animal and for the whole herd on the Summer Range.
    pub fn arrival(&self) -> [i16; 2] {
        [self.food.first, self.food.whole]
    }

    /// What a Food counter of this value is worth; 0 where there is none.
    pub fn food_value(&self, value: Value) -> i16 {
        self.food.values[value.index()]
    }
}

impl Yellowstone {
    /// Opens a game on another map than its scenario's.
    pub(crate) fn open_with(
        edition: &Edition,
        setup: &Setup,
        change: impl FnOnce(&mut Map) -> Result<(), SetupError>,
    ) -> Result<Yellowstone, SetupError> {
        let catalogue = catalogue(edition)?;
        catalogue.admits(setup)?;
        let chosen = Chosen::new(&catalogue.options, &Default::default(), setup)?;
        let readings = Readings::new(&chosen);
        let (components, map) = Components::read(edition, &setup.scenario)?;
        let path = edition.find("maps", "map", &map)?;
        let mut map = Map::parse(edition.text(&path)?).map_err(|errors| {
            let faults = errors.into_iter().map(|error| Fault {
                at: Some((error.line, error.column)),
                ..Fault::field(&error.field, error.fault.to_string()).in_file(&path)
            });
            SetupError(faults.collect())
        })?;
        change(&mut map)?;
        let park = Park::new(map, &components, readings.slowest).map_err(|faults| {
            let placed = faults.into_iter().map(|fault| fault.in_file(&path));
            SetupError(placed.collect())
        })?;
        let nearest = Species::ALL.map(|species| {
            let steps = park.steps_from(species, park.range(species, Range::Summer));
            let mut hexes = park.range(species, Range::Winter).to_vec();
            hexes.sort_by_key(|hex| (steps[hex.index()], *hex));
            hexes
        });
        if components
            .scenario
            .placed
            .iter()
            .any(|(_, hex)| park.hexes().binary_search(hex).is_err())
        {
            return Err(Fault::field("placed", "a predator starts off the map").into());
        }
        let mut winters = components.winter;
        if readings.moderate_winter == ModerateWinter::Row {
            winters.swap(2, 3); // YS-WIN-05
        }
        let ground = Arc::new(crate::face::ground(&park));
        Ok(Yellowstone(Arc::new(Rulebook {
            places: (setup.seats * components.scenario.herds_each).fit(),
            setup: setup.clone(),
            park: Arc::new(park),
            readings,
            scenario: components.scenario,
            movement_points: components.movement_points,
            start: components.start,
            allowances: components.allowances,
            needs: components.need,
            animal_points: components.points,
            predators: components.predators,
            food: components.food,
            charts: components.charts,
            winters,
            caps: components.caps,
            cap_without: components.cap_without,
            nearest,
            ground,
        })))
    }
}
