//! What a hex costs by its terrain, its river and its ford.

use crate::edition::components::Terrain;
use crate::land::{Ground, Land};

/// Points to enter a river hex, but in swamp (OS-TERR-05).
pub(crate) const RIVER: u8 = 3;

/// The own cost of a hex, whatever lies in it (OS-TERR-09, OS-TERR-10, OS-TERR-11) and whether or
/// not its water is crossed (OS-RIV-01, OS-RIV-03).
pub(crate) fn own(hex: &Land, ground: Ground) -> u8 {
    // OS-TERR-07, OS-FORD-01, OS-FORD-02
    if hex.river && hex.ford {
        return if ground.ford_costs_terrain { hex.terrain.cost() } else { 1 };
    }
    match hex.terrain {
        // OS-RIV-02
        Terrain::Swamp => Terrain::Swamp.cost(),
        _ if hex.river => RIVER,
        terrain => terrain.cost(),
    }
}
