//! Outdoor Survival: alone, racing, searching or hunting in the wilderness, one day a turn.
//!
//! The crate in the order of the rulebook, whose chapters are those of `RULES.md`; ids such as
//! `OS-MOVE-05` are its rows. In every chapter of `rules/` stand what is offered, what is judged
//! and what is carried out, side by side.
//!
//! | chapter | file |
//! |---|---|
//! | General and set-up | `rules/set_up.rs`, `rules/order_of_play.rs`; who sits where: `rules/seats.rs` |
//! | Sequence of a turn | `rules/mod.rs` (who decides, and on to which chapter),
//! `rules/turn.rs` |
//! | Movement | `rules/direction.rs` (dice and turns), `rules/movement.rs`, `rules/edges.rs` |
//! | Terrain, rivers, fords | `rules/terrain.rs` |
//! | Trails | `rules/trails.rs`, `rules/friendly.rs` |
//! | Life Levels, water, food | `rules/life.rs` |
//! | Necessities and recovery | `rules/needs.rs` |
//! | Optional rules | `rules/encounters.rs`, `rules/needs.rs` (bases), `rules/outposts.rs` |
//! | The scenarios | `data/scenarios/`, read by `edition/`; what they call for: `rules/meeting.rs`
//! (search and pursuit), `rules/party.rs` (rescue), `rules/shooting.rs` (the hunt) |
//! | Map, files, automated roles, ends | `land/`, `edition/`, `rules/automated.rs`,
//! `rules/ending.rs` |
//! | Variants | search in the dark: `knowledge/`; the others where they differ |
//!
//! Where a move can end (`rules/reach.rs`) is asked by the deer, by previews and by bots. Rules that are
//! data are listed in `data/README.md`. The survival primer has no effect on play (OS-GEN-06) and is not
//! here; the reference walker (OS-BOT-03) is `tests/reference_walker.rs`.

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

pub use action::Action;
pub use bots::endurance::Condition;
pub use bots::prospects::{Aim, Foe, Prospects};
pub use edition::components::{Column, Start, Terrain, Turns};
pub use event::{Aiming, Cause, Compass, Event, Faces, HexName, Supply, Toll};
pub use knowledge::view::{MarkerView, OutpostView, PersonView, RolledView, View};
pub use land::{
    Edge, Edges, Hex, Land, Sides, Target, VICINITY, Way, Ways, Wilderness, check_map,
    house_checks, make_map,
};
pub use position::{Fate, Number, Person, Position, Who};
pub use refusal::Refusal;
pub use rules::reach::{Ends, Stop};
pub use shown::Given;

use edition::options::Switches;
use edition::scenarios::{RoleId, Scenario};
use position::Team;
use std::sync::Arc;
use table::Setup;

/// Outdoor Survival as set up: scenario, board, switches and cast.
#[derive(Clone)]
pub struct OutdoorSurvival(pub(crate) Arc<Outfit>);

/// What lies on the table before play and never changes.
#[derive(Clone)]
pub(crate) struct Outfit {
    pub setup: Setup,
    /// The options that were chosen otherwise than the scenario has them, in words.
    pub options: Vec<String>,
    pub scenario: Arc<Scenario>,
    pub switches: Switches,
    pub board: Arc<Wilderness>,
    /// The role of each person.
    pub cast: Vec<RoleId>,
    /// The team of each person.
    pub teams: Vec<Team>,
    /// What every person is called, such as "Hiker 2" or "The deer".
    pub names: Vec<Arc<str>>,
    /// Cheapest way off from every hex, for each role with exits.
    pub way_off: Arc<Vec<Vec<u16>>>,
    /// Where the outposts of each role may stand as long as no other is there, in the order of the hexes.
    pub outpost_ground: Arc<Vec<Vec<land::Hex>>>,
    pub outlook: Arc<bots::prospects::Outlook>,
    pub ground: Arc<::stage::Ground>,
}

/// What the game brings to a shelf beside its rules: players, what is counted, and map tools.
pub fn entry() -> arena::GameEntry {
    let about = "knows the way and the water, and walks like a sensible beginner";
    let maps = table::MapTools {
        terrains: &["clear", "woods", "desert", "mountain", "swamp"],
        check: check_map,
        house: house_checks,
        make: Some(make_map),
        look: ::stage::hexmap::MapLook::default,
    };
    arena::GameEntry::of::<OutdoorSurvival>()
        .bot("greedy", about, || Box::new(bots::Greedy))
        .counsel::<bots::Scout>()
        .measures::<measures::Counted>()
        .encoding::<encoding::InNumbers>()
        .maps(maps)
        .build()
}
