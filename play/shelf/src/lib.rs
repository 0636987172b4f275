//! The shelf: every game that a program can take down and play, with its bots and its map tools.

use arena::{AnyArena, Measured, Roster};
use bots::search::outdoor_survival::Scout;
use bots::search::outlive::Convoy;
use bots::search::postal_survival::Naturalist;
use bots::search::survivors::Veteran;
use bots::search::yellowstone::Ranger;
use bots::search::{Counsel, FAST, STRONG, Search, fast, strong};
use outdoor_survival::OutdoorSurvival;
use outlive::Outlive;
use postal_survival::PostalSurvival;
use stage::hexmap::MapLook;
use std::sync::Arc;
use survivors::Survivors;
use table::{AnyGame, Fault, Seed, Shown};
use terrain::Map;
use yellowstone::Yellowstone;

pub use bots::search::{Clock, Means};

/// A game on the shelf.
pub struct Shelved {
    /// The game with its bots.
    pub game: Box<dyn AnyGame>,
    /// The game in the arena: contests among its bots.
    pub arena: Box<dyn AnyArena>,
    /// What it can do with maps, if it is played on one.
    pub maps: Option<MapTools>,
}

/// What a game knows about the maps that it is played on.
#[derive(Clone, Copy)]
pub struct MapTools {
    /// The terrain that the game knows.
    pub terrains: &'static [&'static str],
    /// What is wrong with a map for this game, beyond what every map must be.
    pub check: fn(&Map) -> Vec<Fault>,
    /// What is wrong with a map that wants to be the house map.
    pub house: fn(&Map) -> Vec<Fault>,
    /// A new map that passes both; `None` if the game has no map maker.
    pub make: Option<fn(Seed) -> Result<Map, String>>,
    /// How the map is shown.
    pub look: fn() -> MapLook<'static>,
}

/// All games, in the order in which they are shown. Their bots know no clock and use one thread.
pub fn shelf() -> Vec<Shelved> {
    shelf_with(Means::default())
}

/// All games, with bots that have these means.
pub fn shelf_with(means: Means) -> Vec<Shelved> {
    vec![
        outdoor_survival(means),
        postal_survival(means),
        outlive(means),
        survivors(means),
        yellowstone(means),
    ]
}

/// A game with its bots: `random`, what is given, and the two levels of search.
fn shelved<G: Shown + Measured, C: Counsel<G> + Default + Sync>(
    bots: Roster<G>,
    means: Means,
    maps: Option<MapTools>,
) -> Shelved {
    let fast = move || Box::new(Search::new(C::default(), fast::<G, C>(means))) as _;
    let strong = move || Box::new(Search::new(C::default(), strong::<G, C>(means))) as _;
    let bots = bots.with("search:fast", FAST, fast).with("search:strong", STRONG, strong);
    Shelved { game: Box::new(bots.boxed()), arena: Box::new(Arc::new(bots)), maps }
}

fn outdoor_survival(means: Means) -> Shelved {
    let about = "knows the way and the water, and walks like a sensible beginner";
    let greedy = || Box::new(bots::outdoor_survival::Greedy) as _;
    let maps = MapTools {
        terrains: &["clear", "woods", "desert", "mountain", "swamp"],
        check: outdoor_survival::check_map,
        house: outdoor_survival::house_checks,
        make: Some(outdoor_survival::make_map),
        look: MapLook::default,
    };
    shelved::<OutdoorSurvival, Scout>(
        Roster::new().with("greedy", about, greedy),
        means,
        Some(maps),
    )
}

fn postal_survival(means: Means) -> Shelved {
    let silent = "sends nothing: its creatures live by the defaults of the absent";
    let forage = "sends every creature to forage, and nothing else";
    let fierce = "the same, always aggressive";
    let greedy =
        "sends every creature to the likeliest meal and out of the way of stronger hunters";
    let decent = "the same, with whatever diet it is dealt";
    let bots = Roster::new()
        .with("default", silent, || Box::new(bots::postal_survival::Absent))
        .with("forage", forage, || Box::new(bots::postal_survival::Forager { fierce: false }))
        .with("fierce", fierce, || Box::new(bots::postal_survival::Forager { fierce: true }))
        .with("greedy", greedy, || Box::new(bots::postal_survival::Greedy))
        .with("decent", decent, || Box::new(bots::postal_survival::Decent));
    let maps = MapTools {
        terrains: &["grassland", "jungle", "desert", "water"],
        check: postal_survival::drawn::check_map,
        house: postal_survival::drawn::house_checks,
        make: Some(postal_survival::drawn::make_map),
        look: postal_survival::drawn::map_look,
    };
    shelved::<PostalSurvival, Naturalist>(bots, means, Some(maps))
}

fn outlive(means: Means) -> Shelved {
    let about =
        "feeds its people, seals the airlock, fills rooms and keeps away from stronger heroes";
    let greedy = || Box::new(bots::outlive::Greedy) as _;
    shelved::<Outlive, Convoy>(Roster::new().with("greedy", about, greedy), means, None)
}

fn survivors(means: Means) -> Shelved {
    let about = "uses cover, shoots at what it can hit, gangs up and fetches what is worth points";
    let greedy = || Box::new(bots::survivors::Greedy) as _;
    shelved::<Survivors, Veteran>(Roster::new().with("greedy", about, greedy), means, None)
}

fn yellowstone(means: Means) -> Shelved {
    let about = "keeps the herd together, takes Food on the way and sets predators on the leader";
    let greedy = || Box::new(bots::yellowstone::Greedy::default()) as _;
    let maps = MapTools {
        terrains: &["clear", "forest", "mountain", "lake"],
        check: yellowstone::check_map,
        house: yellowstone::house_checks,
        make: None,
        look: yellowstone::map_look,
    };
    shelved::<Yellowstone, Ranger>(Roster::new().with("greedy", about, greedy), means, Some(maps))
}
