//! Ways that were asked for before: where moves from a hex can end depends on the land and on what the
//! walker can do, so that it is worked out once and kept with the land.

use crate::edition::{Gene, Genes};
use crate::land::Hex;
use crate::rules::movement::Way;
use std::sync::OnceLock;

/// The ends of moves from every hex, by class of walker; each is found when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct KnownWays([OnceLock<Ways>; CLASSES]);

/// By hex.
type Ways = Box<[OnceLock<Box<[Way]>>]>;

/// One to three points of movement; on land alone, swimming or at home in water; whether swimming and
/// walking mix.
const CLASSES: usize = 3 * 3 * 2;

/// A copy finds them again: they follow from the hexes.
impl Clone for KnownWays {
    fn clone(&self) -> KnownWays {
        KnownWays::default()
    }
}

impl KnownWays {
    /// The ways of such a walker from a hex, one of so many; `find` works them out.
    pub(crate) fn of(
        &self,
        hexes: usize,
        (genes, swim_mix): (Genes, bool),
        from: Hex,
        find: impl FnOnce() -> Vec<Way>,
    ) -> &[Way] {
        let water = match (genes.swims(), genes.has(Gene::Amphibiousness)) {
            (_, true) => 2,
            (true, false) => 1,
            (false, false) => 0,
        };
        let pace = usize::from(genes.movement() - 1);
        let class = (pace * 3 + water) * 2 + usize::from(swim_mix);
        let ways = self.0[class].get_or_init(|| (0..hexes).map(|_| OnceLock::new()).collect());
        ways[from.index()].get_or_init(|| find().into_boxed_slice())
    }
}
