//! Events: what happens.

use crate::edition::Effect;
use crate::land::Hex;
use crate::position::{Animal, ByKind, Ending, Hunter, Pair, Place, Predator, Season, Species};
use serde::Serialize;

/// Why an animal went out of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Death {
    /// A second injury.
    Injury,
    /// Left outside when Winter was forced.
    Snow,
}

/// Why a predator went to the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Removal {
    /// A second injury.
    Injury,
    /// A healthy rival that came into its hex.
    Rival,
    /// A healthy rival into whose hex it came.
    Intruded,
    /// A ranger.
    Ranger,
    /// Winter sleep.
    Hibernation,
}

/// What makes an animal prey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PreyLine {
    /// It is injured.
    Injured,
    /// It is a Young of an injured Female.
    OfInjured,
    /// It is a Young that goes with no Female.
    Alone,
    /// A Human takes any animal.
    Any,
}

/// Food Points by where they came from. YS-NEED-03
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct FoodSum {
    pub counters: i16,
    pub first: i16,
    pub whole: i16,
    pub summer_turns: i16,
    pub fall_turns: i16,
    pub events: i16,
    pub winter: i16,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is told in a line by `narrate`")]
pub enum Event {
    HerdRoll {
        herd: Place,
        dice: Pair,
    },
    Chose {
        herd: Place,
        species: Species,
    },
    FoodLaid {
        hexes: u8,
        aside: u8,
    },
    Placed {
        species: Species,
        animal: Animal,
        hex: Hex,
    },
    Unplaced {
        species: Species,
        animal: Animal,
    },
    Confirmed {
        species: Species,
    },
    FirstRoll {
        species: Species,
        dice: Pair,
    },
    First {
        species: Species,
    },
    HeadStart {
        species: Species,
        points: i16,
    },
    Turn {
        species: Species,
        season: Season,
        round: u16,
    },
    Income {
        species: Species,
        season: Season,
        points: i16,
    },
    EventRoll {
        species: Species,
        season: Season,
        dice: Pair,
        total: u8,
    },
    NoEffect {
        species: Species,
        effect: Effect,
    },
    Limited {
        species: Species,
        points: u8,
    },
    Food {
        species: Species,
        points: i16,
        effect: Effect,
    },
    Injured {
        species: Species,
        animal: Animal,
        effect: Option<Effect>,
    },
    Died {
        species: Species,
        animal: Animal,
        of: Death,
    },
    Starved {
        species: Species,
        animal: Animal,
        injured: bool,
        food: i16,
        need: i16,
    },
    Healed {
        species: Species,
        animal: Animal,
        effect: Effect,
    },
    Born {
        species: Species,
        young: Animal,
        female: Animal,
    },
    Put {
        predator: Predator,
        hex: Hex,
    },
    Abandoned {
        species: Species,
        young: Animal,
    },
    PredatorInjured {
        predator: Predator,
    },
    PredatorRemoved {
        predator: Predator,
        by: Removal,
    },
    Returned {
        species: Species,
        animal: Animal,
        hex: Hex,
    },
    Declined {
        species: Species,
        effect: Option<Effect>,
    },
    Moved {
        species: Species,
        animal: Animal,
        from: Hex,
        to: Hex,
        points: u8,
    },
    FoodTaken {
        species: Species,
        hex: Hex,
    },
    FoodValue {
        species: Species,
        value: i16,
    },
    Joined {
        species: Species,
        young: Animal,
        female: Animal,
        in_place: bool,
    },
    Split {
        species: Species,
        young: Animal,
    },
    MoveEnded {
        species: Species,
        animal: Animal,
        unused: u8,
    },
    MovesEnded {
        species: Species,
    },
    PredatorRoll {
        species: Species,
        dice: Pair,
        hunter: Hunter,
    },
    NoPredator {
        hunter: Hunter,
    },
    Stalked {
        predator: Predator,
        from: Hex,
        to: Hex,
        left: u8,
    },
    Killed {
        predator: Predator,
        species: Species,
        animal: Animal,
        hex: Hex,
        line: PreyLine,
        fall: bool,
    },
    KilledPredator {
        predator: Predator,
        prey: Predator,
        hex: Hex,
    },
    FirstArrived {
        species: Species,
        points: i16,
    },
    WholeArrived {
        species: Species,
        points: i16,
    },
    SeasonBegins {
        season: Season,
        forced: bool,
    },
    Warning {
        season: Season,
        rounds: u16,
    },
    WinterNears,
    WinterRoll {
        species: Species,
        dice: Pair,
        total: u8,
        points: i16,
    },
    Revealed {
        species: Species,
        counters: u8,
        points: i16,
    },
    Counted {
        species: Species,
        food: i16,
        need: i16,
        sum: FoodSum,
        animals: ByKind<i16>,
    },
    Scored {
        species: Species,
        points: i16,
        animals: ByKind<i16>,
        bonus: i16,
        surplus: i16,
    },
    Ended {
        ending: Ending,
    },
}
