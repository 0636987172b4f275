//! What a hex costs by its terrain, its river and its ford.

use crate::edition::components::Terrain;
use crate::land::{Ground, Hex};

/// The own cost of a hex (OS-TERR-01 to 12, OS-RIV-01, 02, OS-FORD-01, 02).
pub(crate) fn own(hex: &Hex, ground: Ground) -> u8 {
    if hex.river && hex.ford {
        return if ground.ford_costs_terrain { hex.terrain.cost() } else { 1 };
    }
    match hex.terrain {
        Terrain::Swamp => Terrain::Swamp.cost(),
        _ if hex.river => 3,
        terrain => terrain.cost(),
    }
}
