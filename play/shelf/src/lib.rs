//! The shelf: every game that a program can take down and play, with its bots and its map tools.

use bots::Random;
use outdoor_survival::OutdoorSurvival;
use stage::hexmap::MapLook;
use table::{AnyGame, Fault, GameBox, Seed};
use terrain::Map;

/// A game on the shelf.
pub struct Shelved {
    /// The game with its bots.
    pub game: Box<dyn AnyGame>,
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
    /// A new map that passes both.
    pub make: fn(Seed) -> Result<Map, String>,
    /// How the map is shown.
    pub look: fn() -> MapLook<'static>,
}

const RANDOM: &str = "takes any legal action, each as likely as the other";

/// All games, in the order in which they are shown.
pub fn shelf() -> Vec<Shelved> {
    vec![Shelved {
        game: Box::new(
            GameBox::<OutdoorSurvival>::new().bot("random", RANDOM, || Box::new(Random)).bot(
                "greedy",
                "knows the way and the water, and walks like a sensible beginner",
                || Box::new(bots::outdoor_survival::Greedy),
            ),
        ),
        maps: Some(MapTools {
            terrains: &["clear", "woods", "desert", "mountain", "swamp"],
            check: outdoor_survival::check_map,
            house: outdoor_survival::house_checks,
            make: |_| Err("soon".into()),
            look: MapLook::default,
        }),
    }]
}
