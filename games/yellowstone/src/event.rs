//! Events: what happens.

use crate::edition::Effect;
use crate::land::Hex;
use crate::position::{Animal, Ending, Hunter, Pair, Place, Predator, Season, Species};
use serde::Serialize;

/// Why an animal went out of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Death {
    /// A second injury.
    Injury,
    /// Left outside when Winter was forced.
    Snow,
    /// Hunger.
    Hunger,
}

/// Why a predator went to the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Removal {
    /// A second injury.
    Injury,
    /// A healthy rival in its hex.
    Rival,
    /// A ranger.
    Ranger,
    /// Winter sleep.
    Hibernation,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is told in a line by `narrate`")]
pub enum Event {
    HerdRoll { herd: Place, dice: Pair },
    Chose { herd: Place, species: Species },
    FoodLaid { hexes: u8, aside: u8 },
    Placed { species: Species, animal: Animal, hex: Hex },
    Unplaced { species: Species, animal: Animal },
    Confirmed { species: Species },
    FirstRoll { species: Species, dice: Pair },
    First { species: Species },
    HeadStart { species: Species, points: i16 },
    Turn { species: Species, season: Season, round: u16 },
    Income { species: Species, season: Season, points: i16 },
    EventRoll { species: Species, season: Season, dice: Pair, total: u8 },
    NoEffect { species: Species, effect: Effect },
    Limited { species: Species, points: u8 },
    Food { species: Species, points: i16 },
    Injured { species: Species, animal: Animal },
    Died { species: Species, animal: Animal, of: Death },
    Healed { species: Species, animal: Animal },
    Born { species: Species, young: Animal, female: Animal },
    Put { predator: Predator, hex: Hex },
    Abandoned { species: Species, young: Animal },
    PredatorInjured { predator: Predator },
    PredatorRemoved { predator: Predator, by: Removal },
    Returned { species: Species, animal: Animal, hex: Hex },
    Declined { species: Species },
    Moved { species: Species, animal: Animal, from: Hex, to: Hex, points: u8 },
    FoodTaken { species: Species, hex: Hex },
    FoodValue { species: Species, value: i16 },
    Joined { species: Species, young: Animal, female: Animal },
    Split { species: Species, young: Animal },
    MovesEnded { species: Species },
    PredatorRoll { species: Species, dice: Pair, hunter: Hunter },
    NoPredator { hunter: Hunter },
    Stalked { predator: Predator, from: Hex, to: Hex },
    Killed { predator: Predator, species: Species, animal: Animal },
    KilledPredator { predator: Predator, prey: Predator },
    FirstArrived { species: Species, points: i16 },
    WholeArrived { species: Species, points: i16 },
    SeasonBegins { season: Season, forced: bool },
    Warning { season: Season, rounds: u16 },
    WinterNears,
    WinterRoll { species: Species, dice: Pair, total: u8, points: i16 },
    Revealed { species: Species, counters: u8, points: i16 },
    Counted { species: Species, food: i16, need: i16 },
    Scored { species: Species, points: i16, females: u8, surplus: i16 },
    Ended { ending: Ending },
}
