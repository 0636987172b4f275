//! Scenario files: who may play, and which options differ from their defaults.

use super::settled;
use std::collections::BTreeMap;
use table::reading::Reading;
use table::{Chosen, OptionInfo, ScenarioInfo, Setup};

/// The most players that a scenario may take.
const MOST_PLAYERS: u16 = 10_000;

/// The scenarios of an edition, in the order in which they are offered; faults are noted.
pub(super) fn offered(reading: &Reading, options: &[OptionInfo]) -> Vec<ScenarioInfo> {
    let names = reading.edition().names_in("scenarios");
    let mut all: Vec<(u32, ScenarioInfo)> =
        names.into_iter().map(|id| read(reading, id, options)).collect();
    all.sort_by_key(|(order, _)| *order);
    all.into_iter().map(|(_, scenario)| scenario).collect()
}

/// A scenario with its place in the list.
fn read(reading: &Reading, id: &str, options: &[OptionInfo]) -> (u32, ScenarioInfo) {
    let file = reading.file(&format!("scenarios/{id}.toml"));
    let order = file.number("order", 0..=999);
    let players = file.bounds("players", 2..=MOST_PLAYERS); // PS-GEN-06
    let fewest = *players.start();
    let mut scenario = ScenarioInfo::new(id, &file.text("name"), &file.text("summary"), players);
    if let Some(table) = file.optional_table("options") {
        scenario.defaults = table.options(options);
        let chosen = Chosen::new(options, &scenario.defaults, &Setup::default());
        let settled = chosen.map(|chosen| settled(&chosen, fewest));
        if let (true, Ok(Err(fault))) = (table.sound(), settled) {
            table.fault(&fault.field, fault.problem);
        }
        scenario.defaults = unusual(options, scenario.defaults);
    }
    (order, scenario)
}

/// What differs from the options' own defaults.
fn unusual(options: &[OptionInfo], chosen: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let usual = |(key, value): &(String, String)| {
        options.iter().any(|option| option.key == *key && option.default == *value)
    };
    chosen.into_iter().filter(|chosen| !usual(chosen)).collect()
}
