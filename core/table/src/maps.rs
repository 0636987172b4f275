//! What a game knows about the maps that it is played on.

use crate::dice::Seed;
use crate::refusal::Fault;
use stage::hexmap::MapLook;
use terrain::Map;

/// What a game can do with maps: check them, draw them, make new ones.
///
/// ```
/// use stage::hexmap::MapLook;
/// use table::{Fault, MapTools};
/// use terrain::Map;
///
/// fn named(map: &Map) -> Vec<Fault> {
///     let nameless = map.name.is_empty();
///     nameless.then(|| Fault::field("name", "a map needs a name")).into_iter().collect()
/// }
///
/// let tools = MapTools {
///     terrains: &["clear", "woods"],
///     check: named,
///     house: |_| Vec::new(),
///     make: None,
///     look: MapLook::default,
/// };
/// let map = Map::parse(
///     "name = \"Ford\"\ntops = \"flat\"\nlower = \"even\"\nlabels = \"A1\"\n\
///      [legend]\n\".\" = \"clear\"\n[body]\nterrain = \"\"\"\n..\n\"\"\"\n",
/// )
/// .unwrap();
/// assert!((tools.check)(&map).is_empty());
/// ```
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
