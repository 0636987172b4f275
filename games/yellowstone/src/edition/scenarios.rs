//! Scenarios: what each changes.

use super::charts::Effect;
use super::components::Start;
use crate::land::Hex;
use crate::position::{Hunter, Season};
use serde::Deserialize;
use table::{Edition, SetupError};
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replaced {
    pub chart: Season,
    pub roll: Spanned<u8>,
    pub name: String,
    pub effects: Vec<Effect>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SomeCaps {
    pub spring: Option<u16>,
    pub summer: Option<u16>,
    pub fall: Option<u16>,
}

fn yes() -> bool {
    true
}

fn one() -> i16 {
    1
}

fn park() -> String {
    "park".into()
}

/// A scenario file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    pub name: String,
    pub summary: String,
    pub order: u32,
    pub seats: [u16; 2],
    #[serde(default = "park")]
    pub map: String,
    #[serde(default = "yes")]
    pub events: bool,
    #[serde(default = "yes")]
    pub predators: bool,
    #[serde(default)]
    pub open_map: bool,
    pub fixed_winter: Option<i16>,
    #[serde(default)]
    pub winter_shift: u8,
    #[serde(default)]
    pub solo: bool,
    #[serde(default)]
    pub spring_only: bool,
    pub herds_each: Option<Spanned<u16>>,
    pub food_hexes: Option<u8>,
    pub counter_value: Option<i16>,
    #[serde(default = "one")]
    pub income_factor: i16,
    pub start: Option<Spanned<Start>>,
    #[serde(default)]
    pub caps: SomeCaps,
    #[serde(default)]
    pub placed: Vec<Spanned<(Hunter, String)>>,
    #[serde(default)]
    pub replace: Vec<Replaced>,
}

/// What a scenario changes in the order of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether event rolls are made.
    pub events: bool,
    /// Whether there are predators.
    pub predators: bool,
    /// Whether Food lies face up.
    pub open_map: bool,
    /// The winter's change, if it is not rolled.
    pub fixed_winter: Option<i16>,
    /// Added to the winter roll, 12 at most.
    pub winter_shift: u8,
    /// Whether one player plays against the park.
    pub solo: bool,
    /// Whether the game ends with Spring.
    pub spring_only: bool,
    /// Herds of each player.
    pub herds_each: u16,
    /// Food hexes that get a counter, if not all.
    pub food_hexes: Option<u8>,
    /// Predators on the map at the start beside the Coyotes.
    pub placed: Vec<(Hunter, Hex)>,
}

/// The scenario files of an edition, in the order in which they are offered.
pub(crate) fn scenarios(edition: &Edition) -> Result<Vec<(String, ScenarioFile)>, SetupError> {
    let mut all = Vec::new();
    for name in edition.names_in("scenarios") {
        let file: ScenarioFile = edition.read(&format!("scenarios/{name}.toml"))?;
        all.push((name.to_string(), file));
    }
    all.sort_by(|(a, x), (b, y)| (x.order, a).cmp(&(y.order, b)));
    Ok(all)
}
