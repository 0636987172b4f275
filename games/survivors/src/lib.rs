//! Survivors: a skirmish with single figures on a measured table.
//!
//! What a player decides is in [`action`], what changes in [`position`], what happens in [`event`].
//! [`rules`] holds the order of play and one file for each chapter of the rulebook, in which what is
//! offered, what is judged and what is carried out stand side by side:
//!
//! * setting up: `deployment`; people: `characters`, `enable_tests`; the umpire: `umpire`
//! * a turn: `turn`; initiative points: `initiative`; what a figure may do: `actions`
//! * bases that touch, and what is in reach: `base_contact`; who sees whom by day and night: `night`
//! * movement: `movement`, `obstacles` (doors and stairs), `entry_and_exit`, `breaking_off`
//! * charging: `charge`, `precontact` (fire before contact), `civilians` (who dares)
//! * firing: `firing`, `structures`
//! * hand-to-hand: `melee`, `losses`, `prisoners`
//! * any other events: `other_events`, `communication`, `strays`, `horses`, `goods`, `alarm`
//! * the end: `ending`; games linked as episodes: `campaign`
//!
//! [`geometry`] is the measured table in whole numbers, [`ways`] where one can go on it. In fog a side
//! knows only what it sees: [`knowledge`]. [`edition`] reads what can be edited; [`speech`] writes and
//! reads lines and tells the story; `face` draws; [`shown`] holds the rules to their cases; [`bots`]
//! play.

#![warn(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless
)]

pub mod action;
pub mod bots;
mod contract;
pub mod edition;
pub mod encoding;
pub mod event;
mod face;
pub mod geometry;
pub mod knowledge;
pub mod measures;
pub mod position;
pub mod refusal;
pub mod rule;
pub mod rules;
pub mod shown;
pub mod speech;
pub mod ways;

use edition::Book;
use edition::options::Options;
use edition::scenarios::Scenario;
use geometry::feature::Works;
use geometry::tabletop::Tabletop;
use std::sync::{Arc, OnceLock};
use ways::roads::Roads;
use ways::spots::Spots;

/// The game as set up: options, table, scenario, and what is worked out from them once.
#[derive(Clone)]
pub struct Survivors {
    setup: ::table::Setup,
    /// The settings.
    pub options: Options,
    /// The charts.
    pub book: Arc<Book>,
    /// The table.
    pub table: Arc<Tabletop>,
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// Doors, damage and smoke as the game begins.
    fresh: Arc<Works>,
    doors: Arc<[u16]>,
    breakable: Arc<[u16]>,
    roads: Arc<[OnceLock<Roads>; 2]>,
    spots: Arc<[OnceLock<Spots>; 2]>,
    /// As it is drawn by day, at dusk and by night.
    grounds: Arc<[OnceLock<Arc<::stage::Ground>>; 3]>,
}

/// What the game brings to a shelf beside its rules: players, and what is counted.
pub fn entry() -> arena::GameEntry {
    let about = "uses cover, shoots at what it can hit, gangs up and fetches what is worth points";
    arena::GameEntry::of::<Survivors>()
        .bot("greedy", about, || Box::new(bots::Greedy))
        .counsel::<bots::Veteran>()
        .measures::<measures::Counted>()
        .encoding::<encoding::InNumbers>()
        .build()
}
