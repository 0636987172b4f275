//! What keeps a map from being an island, and what the house island has besides.

use super::maker::{self, Plan};
use super::map_file::{Drawn, read_land};
use table::Fault;
use terrain::Map;

/// What is wrong with a map for this game, beyond what every map must be.
pub fn check_map(map: &Map) -> Vec<Fault> {
    Drawn::read(map).err().unwrap_or_default()
}

/// What is wrong with a map that wants to be the island of 44 readers: the first run's, or one such
/// as the maker makes. PS-MAP-12
pub fn house_checks(map: &Map) -> Vec<Fault> {
    let mut faults = check_map(map);
    let Ok(land) = read_land(map) else { return faults };
    let [first, usual] = [Plan::first_run(44), Plan::usual(44)].map(|plan| plan.hexes);
    if ![first, usual].contains(&land.len()) {
        let hexes = land.len();
        let problem =
            format!("44 readers have {usual} hexes, in the first run {first}; not {hexes}");
        faults.push(Fault::file("", problem));
    }
    faults.extend(maker::unsound(&land).map(|problem| Fault::file("", problem)));
    faults
}
