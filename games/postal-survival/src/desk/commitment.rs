//! What the start report commits the master to: the seed, the scenario, the options and the edition.
//!
//! The folder keeps it from the first round on, and the desk refuses a folder that no longer agrees with it.
//! Whoever changes both is found out by the players, who have the start report.

use super::{Folder, GameFile, Trouble, in_round, trouble};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::{Edition, Seed};

/// Where it is kept.
pub(super) fn path() -> String {
    in_round(0, "commitment.json")
}

/// What cannot be changed once a game has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Commitment {
    /// SHA-256 of the seed.
    seed: String,
    scenario: String,
    options: BTreeMap<String, String>,
    /// The digest of the files that were laid over the house edition.
    edition: String,
}

impl Commitment {
    /// What a game with this file, this seed and this edition is committed to.
    pub fn of(file: &GameFile, seed: Seed, edition: &Edition) -> Commitment {
        let own = edition.own_files().iter().map(|(path, text)| (path.as_str(), text.as_str()));
        Commitment {
            seed: seed.commitment(),
            scenario: file.scenario.clone(),
            options: file.options.clone(),
            edition: Edition::new(own).digest(),
        }
    }

    /// What the start report says of it, in sentences.
    pub fn notices(&self) -> Vec<String> {
        let options: Vec<String> =
            self.options.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let options = match options.is_empty() {
            true => "no options".to_string(),
            false => format!("options {}", options.join(", ")),
        };
        vec![
            format!(
                "All dice follow from a seed that the last report shows. Its SHA-256 is {}.",
                self.seed
            ),
            format!("Scenario {}, {options}, own files {}.", self.scenario, self.edition),
        ]
    }

    /// Holds a folder to what its game was committed to; folders of older versions kept nothing.
    pub fn hold(&self, folder: &Folder) -> Result<(), Trouble> {
        let path = path();
        let Some(text) = folder.get(&path) else { return Ok(()) };
        let kept: Commitment =
            serde_json::from_str(text).map_err(|error| Trouble(format!("{path}: {error}")))?;
        let changed = kept.changes(self);
        match changed.is_empty() {
            true => Ok(()),
            false => trouble(format!(
                "this is not the game that the start report committed to: {}. Put back what was there.",
                changed.join("; ")
            )),
        }
    }

    /// In what another commitment differs from this one.
    fn changes(&self, now: &Commitment) -> Vec<String> {
        let mut changed = Vec::new();
        if self.seed != now.seed {
            changed.push("game.toml: the seed is another one".to_string());
        }
        if self.scenario != now.scenario {
            let (then, now) = (&self.scenario, &now.scenario);
            changed.push(format!("game.toml: the scenario was `{then}` and is now `{now}`"));
        }
        let keys: BTreeSet<&String> = self.options.keys().chain(now.options.keys()).collect();
        for key in keys {
            let word = |options: &BTreeMap<String, String>| {
                options.get(key).map_or("left out".to_string(), |value| format!("`{value}`"))
            };
            let (then, now) = (word(&self.options), word(&now.options));
            if then != now {
                changed.push(format!("game.toml: the option {key} was {then} and is now {now}"));
            }
        }
        if self.edition != now.edition {
            changed.push("map.toml or edition/: the files are other ones".to_string());
        }
        changed
    }
}
