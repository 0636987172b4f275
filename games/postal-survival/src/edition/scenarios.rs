//! Scenario files: who may play, and which options differ from their defaults.

use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Edition, Fault, SetupError};

/// A scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile {
    /// Where it stands in the list.
    pub order: u32,
    pub name: String,
    pub summary: String,
    pub players: [u16; 2],
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
}

impl ScenarioFile {
    /// The options as words.
    pub fn options(&self) -> BTreeMap<String, String> {
        let word = |value: &toml::Value| match value {
            toml::Value::String(word) => word.clone(),
            toml::Value::Boolean(on) => if *on { "on" } else { "off" }.into(),
            other => other.to_string(),
        };
        self.options.iter().map(|(key, value)| (key.clone(), word(value))).collect()
    }
}

/// The scenarios of an edition, in the order of its list.
pub(super) fn scenarios(edition: &Edition) -> Result<Vec<(String, ScenarioFile)>, SetupError> {
    let mut scenarios = Vec::new();
    for name in edition.names_in("scenarios") {
        let path = format!("scenarios/{name}.toml");
        let file: ScenarioFile = edition.read(&path)?;
        let [least, most] = file.players;
        // PS-GEN-06
        if least < 2 || most < least {
            let problem = "say the fewest players, at least 2, and the most";
            return Err(Fault::field("players", problem).in_file(path).into());
        }
        scenarios.push((name.to_string(), file));
    }
    scenarios.sort_by_key(|(_, file)| file.order);
    Ok(scenarios)
}
