//! What comes in the box and can be edited: components, charts, scenarios, options.

mod charts;
mod components;
pub mod options;
mod scenarios;

pub use charts::{Cell, Charts, Effect};
pub use components::{
    Allowances, Components, Food, Footing, MOST_COUNTERS, PredatorData, Start, TerrainLimits,
};
pub use scenarios::{HeadStart, Scenario};

use crate::land::{Park, Range};
use crate::position::{ByKind, Hunter, Place, Species, Value};
use crate::{Rulebook, Yellowstone};
use options::{ModerateWinter, Readings};
use scenarios::Offer;
use std::sync::Arc;
use table::reading::Reading;
use table::{Catalogue, Chosen, Edition, Fit, Rules, Setup, SetupError};
use terrain::Map;

/// The house edition.
pub fn house() -> Edition {
    table::house_edition!()
}

/// The files that an edition may have.
const FILES: &[&str] = &[
    "herds.toml",
    "predators.toml",
    "food.toml",
    "seasons.toml",
    "charts/spring.toml",
    "charts/summer.toml",
    "charts/fall.toml",
    "charts/winter.toml",
    "maps/*.toml",
    "scenarios/*.toml",
];

/// What an edition offers.
pub(crate) fn catalogue(edition: &Edition) -> Result<Catalogue, SetupError> {
    let reading = Reading::of(edition);
    reading.only(FILES);
    let offers = Offer::all(&reading);
    reading.finish(Some(offered(&offers)))
}

fn offered(offers: &[Offer]) -> Catalogue {
    Catalogue {
        game: Yellowstone::ID.into(),
        title: "Yellowstone".into(),
        summary: "Lead a herd through four seasons; most Animal Points after the winter win."
            .into(),
        scenarios: offers.iter().map(|offer| offer.info.clone()).collect(),
        options: options::options(),
    }
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

/// The game of a set-up.
pub(crate) fn open(edition: &Edition, setup: &Setup) -> Result<Yellowstone, SetupError> {
    open_with(edition, setup, |_| Ok(()))
}

/// Opens a game on its scenario's map, changed or not; every fault of set-up and edition is found
/// here.
pub(crate) fn open_with(
    edition: &Edition,
    setup: &Setup,
    change: impl FnOnce(&mut Map) -> Result<(), SetupError>,
) -> Result<Yellowstone, SetupError> {
    let reading = Reading::of(edition);
    reading.only(FILES);
    let offers = Offer::all(&reading);
    let catalogue = offered(&offers);
    reading.keep(catalogue.admits(setup).map(drop));
    let chosen = reading.keep(Chosen::new(&catalogue.options, &Default::default(), setup));
    let contents = Components::read(&reading).zip(Charts::read(&reading));
    let offer = offers.into_iter().find(|offer| offer.info.id == setup.scenario);
    let offer = offer.and_then(|offer| Some((offer.map(&reading)?, offer)));
    let read = chosen.zip(contents).zip(offer);
    let book = read.and_then(|((chosen, (mut components, mut charts)), (mut map, offer))| {
        reading.keep(change(&mut map))?;
        offer.change(&mut components, &mut charts);
        let readings = Readings::new(&chosen);
        let park = offer.park(&reading, map, &components, readings.slowest)?;
        Some(rulebook(setup, readings, offer.scenario, components, charts, park))
    });
    reading.finish(book).map(|book| Yellowstone(Arc::new(book)))
}

/// What stays the same while the game is played, worked out once.
fn rulebook(
    setup: &Setup,
    readings: Readings,
    scenario: Scenario,
    components: Components,
    charts: Charts,
    park: Park,
) -> Rulebook {
    let nearest = Species::ALL.map(|species| {
        let steps = park.steps_from(species, park.range(species, Range::Summer));
        let mut hexes = park.range(species, Range::Winter).to_vec();
        hexes.sort_by_key(|hex| (steps[hex.index()], *hex));
        hexes
    });
    let mut winters = charts.winter;
    if readings.moderate_winter == ModerateWinter::Row {
        winters.swap(2, 3); // YS-WIN-05
    }
    Rulebook {
        places: (setup.seats * scenario.herds_each).fit(),
        setup: setup.clone(),
        ground: Arc::new(crate::face::ground(&park)),
        grounds: Default::default(),
        park: Arc::new(park),
        readings,
        scenario,
        movement_points: components.movement_points,
        limits: components.herds,
        start: components.start,
        allowances: components.allowances,
        needs: components.need,
        animal_points: components.points,
        predators: components.predators,
        food: components.food,
        charts: charts.seasons,
        winters,
        caps: components.caps,
        cap_without: components.cap_without,
        nearest,
    }
}
