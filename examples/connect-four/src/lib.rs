//! Connect four: how to write a game for the table.
//!
//! Seven columns of six; four in a line win. The rules have two chapters:
//!
//! 1. dropping discs: `rules/dropping.rs`
//! 2. how a game ends: `rules/ending.rs`
//!
//! Around them stand the rooms that every game has: what changes in play (`position`), what is decided
//! (`action`), what happens (`event`) and what is refused (`refusal`); the set-up (`edition`), who may
//! know what (`knowledge`), words (`speech`), the board (`face`), what shows the rules (`shown`),
//! players that are no people (`bots`) and what is counted (`measures`). `contract` signs for all of it.

mod action;
pub mod bots;
mod contract;
mod edition;
pub mod encoding;
mod event;
mod face;
mod knowledge;
pub mod measures;
mod position;
mod refusal;
pub mod rule;
mod rules;
mod shown;
mod speech;

pub use action::{Column, Drop};
pub use event::Fell;
pub use knowledge::View;
pub use position::Position;
pub use refusal::Refusal;
pub use shown::Given;

use stage::Ground;
use std::sync::Arc;
use table::Setup;

/// The rules as set up: there is nothing to choose, and the board is drawn once.
#[derive(Clone)]
pub struct ConnectFour {
    setup: Setup,
    ground: Arc<Ground>,
}

/// What the game brings to a shelf beside its rules: a player, and what is counted.
pub fn entry() -> arena::GameEntry {
    let about = "takes a win, blocks one, and otherwise likes the middle";
    arena::GameEntry::of::<ConnectFour>()
        .bot("greedy", about, || Box::new(bots::Greedy))
        .measures::<measures::Counted>()
        .encoding::<encoding::InNumbers>()
        .example()
        .build()
}
