//! The shelf: every game that a program can take down and play, with its bots and its map tools.

use bots::Random;
use outdoor_survival::OutdoorSurvival;
use outlive::Outlive;
use postal_survival::PostalSurvival;
use stage::hexmap::MapLook;
use survivors::Survivors;
use table::{AnyGame, Fault, GameBox, Seed, Shown};
use terrain::Map;
use yellowstone::Yellowstone;

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
    /// A new map that passes both; `None` if the game has no map maker.
    pub make: Option<fn(Seed) -> Result<Map, String>>,
    /// How the map is shown.
    pub look: fn() -> MapLook<'static>,
}

/// All games, in the order in which they are shown.
pub fn shelf() -> Vec<Shelved> {
    vec![outdoor_survival(), postal_survival(), outlive(), survivors(), yellowstone()]
}

/// A game with the bot that plays every game.
fn boxed<G: Shown>() -> GameBox<G> {
    GameBox::new()
        .bot("random", "takes any legal action, each as likely as the other", || Box::new(Random))
}

fn outdoor_survival() -> Shelved {
    let about = "knows the way and the water, and walks like a sensible beginner";
    let greedy = || Box::new(bots::outdoor_survival::Greedy) as _;
    Shelved {
        game: Box::new(boxed::<OutdoorSurvival>().bot("greedy", about, greedy)),
        maps: Some(MapTools {
            terrains: &["clear", "woods", "desert", "mountain", "swamp"],
            check: outdoor_survival::check_map,
            house: outdoor_survival::house_checks,
            make: Some(outdoor_survival::make_map),
            look: MapLook::default,
        }),
    }
}

fn postal_survival() -> Shelved {
    let silent = "sends nothing: its creatures live by the defaults of the absent";
    let decent =
        "sends every creature to the likeliest meal and out of the way of stronger hunters";
    let game = boxed::<PostalSurvival>()
        .bot("default", silent, || Box::new(bots::postal_survival::Absent))
        .bot("greedy", decent, || Box::new(bots::postal_survival::Greedy));
    Shelved { game: Box::new(game), maps: None }
}

fn outlive() -> Shelved {
    let about =
        "feeds its people, seals the airlock, fills rooms and keeps away from stronger heroes";
    let greedy = || Box::new(bots::outlive::Greedy) as _;
    Shelved { game: Box::new(boxed::<Outlive>().bot("greedy", about, greedy)), maps: None }
}

fn survivors() -> Shelved {
    let about = "uses cover, shoots at what it can hit, gangs up and fetches what is worth points";
    let greedy = || Box::new(bots::survivors::Greedy) as _;
    Shelved { game: Box::new(boxed::<Survivors>().bot("greedy", about, greedy)), maps: None }
}

fn yellowstone() -> Shelved {
    let about = "keeps the herd together, takes Food on the way and sets predators on the leader";
    let greedy = || Box::new(bots::yellowstone::Greedy::default()) as _;
    Shelved {
        game: Box::new(boxed::<Yellowstone>().bot("greedy", about, greedy)),
        maps: Some(MapTools {
            terrains: &["clear", "forest", "mountain", "lake"],
            check: yellowstone::check_map,
            house: yellowstone::house_checks,
            make: None,
            look: yellowstone::map_look,
        }),
    }
}
