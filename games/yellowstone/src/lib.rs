//! Yellowstone: herds through four seasons.
//!
//! Each player leads a herd from its Winter Range to its Summer Range and back, gathers Food, and
//! hopes to bring most of it through the winter.
//!
//! The chapters in the order of the rulebook, each a file of `rules/` in which stand what is offered
//! (`offer_…`), what is judged (`judge_…`) and what is carried out:
//!
//! | chapter | file |
//! |---|---|
//! | Preparation for play: herds, Food, Coyotes, placement, the first player | `preparation` |
//! | The turn, rounds, herds without animals | `turn` |
//! | Seasons, arrivals, caps | `seasons` |
//! | Movement and terrain | `movement` |
//! | Young: where they part and where they join | `young` |
//! | Food: counters, arrivals, income, Food Points | `food` |
//! | Seasonal events | `seasonal_events` |
//! | Predators on the move | `predators` |
//! | Territory of Grizzlies and Lions | `territory` |
//! | Kills and prey | `kills` |
//! | Injury and healing | `injury` |
//! | Winter and Need | `winter` |
//! | The die-off | `die_off` |
//! | Animal Points, ranks, ties | `ending` |
//! | The solo game: the park moves the predators | `solo` |
//!
//! `rules/mod.rs` has the order of play. The map is in `land/`, what can be edited in `edition/`,
//! what a viewer may know in `knowledge/`.

#![warn(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless
)]

mod action;
pub mod bots;
mod contract;
mod edition;
pub mod encoding;
mod event;
mod face;
mod knowledge;
mod land;
pub mod measures;
mod position;
mod refusal;
mod rule;
mod rules;
mod shown;
mod speech;

pub use action::{Action, Prey};
pub use edition::options::{Readings, Slowest};
pub use edition::{Allowances, Cell, Components, Effect, Footing, HeadStart, Scenario};
pub use event::{Death, Event, FoodSum, PreyLine, Removal};
pub use face::map_look;
pub use knowledge::View;
pub use land::{
    EXTENT, Hex, Hexes, Park, Range, Spot, Terrain, TerrainKind, check_map, house_checks,
};
pub use position::{
    Animal, Animals, ByKind, Chips, Counter, Ending, Face, HERD, HERDS, Happening, Herd, Hunt,
    Hunter, Hunters, Kind, Laid, Moving, PACK, Pack, Pair, Place, Position, Predator,
    PredatorCounter, Season, Species, Step, VALUES, Value,
};
pub use refusal::Refusal;
pub use rules::Score;
pub use shown::Given;

use edition::{Food, PredatorData, Start, TerrainLimits};
use stage::Ground;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use table::Setup;

/// Everything that stays the same while the game is played.
#[derive(Clone, Debug)]
pub struct Rulebook {
    setup: Setup,
    /// The map with its tables.
    pub park: Arc<Park>,
    /// How the rules are read.
    pub readings: Readings,
    /// What the scenario changes.
    pub scenario: Scenario,
    places: u8,
    movement_points: u8,
    limits: [TerrainLimits; 4],
    start: Start,
    allowances: Allowances,
    needs: ByKind<i16>,
    animal_points: ByKind<i16>,
    predators: [PredatorData; 4],
    food: Food,
    charts: [Vec<Cell>; 3],
    winters: Vec<(String, i16)>,
    caps: [u16; 3],
    cap_without: u16,
    /// Winter hexes of each species, nearest to its Summer Range first.
    nearest: [Vec<Hex>; 4],
    ground: Arc<Ground>,
    /// The board with the ranges of some herds alone, by which these are: in play, and when all is over.
    grounds: [[OnceLock<Arc<Ground>>; 1 << Species::ALL.len()]; 2],
}

/// Yellowstone as set up.
#[derive(Clone, Debug)]
pub struct Yellowstone(Arc<Rulebook>);

impl Deref for Yellowstone {
    type Target = Rulebook;

    fn deref(&self) -> &Rulebook {
        &self.0
    }
}

/// What the game brings to a shelf beside its rules: players, what is counted, and map tools.
pub fn entry() -> arena::GameEntry {
    let about = "keeps the herd together, takes Food on the way and sets predators on the leader";
    let maps = table::MapTools {
        terrains: &["clear", "forest", "mountain", "lake"],
        check: check_map,
        house: house_checks,
        make: None,
        look: map_look,
    };
    arena::GameEntry::of::<Yellowstone>()
        .bot("greedy", about, || Box::new(bots::Greedy::default()))
        .counsel::<bots::Ranger>()
        .measures::<measures::Counted>()
        .encoding::<encoding::InNumbers>()
        .maps(maps)
        .build()
}
