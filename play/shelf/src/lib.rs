//! The shelf: every game that a program can take down and play, with its bots and its map tools.

use bots::Random;
use connect_four::ConnectFour;
use stage::Ground;
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
    /// The map as a board.
    pub ground: fn(&Map) -> Ground,
    /// A new map that passes the check.
    pub make: fn(Seed) -> Result<Map, String>,
}

const RANDOM: &str = "takes any legal action, each as likely as the other";

/// All games, in the order in which they are shown.
pub fn shelf() -> Vec<Shelved> {
    vec![Shelved {
        game: Box::new(GameBox::<ConnectFour>::new().bot("random", RANDOM, || Box::new(Random))),
        maps: None,
    }]
}
