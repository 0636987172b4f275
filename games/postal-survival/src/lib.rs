//! Survival, the all-reader postal game: every reader is the god of one species on a small island.
//!
//! The chapters of the rulebook, in its order, are the files of [`rules`]: whose a species is and what
//! it is called ([`players`](rules::players)), the start ([`founding`](rules::founding)), seasons and
//! births ([`calendar`](rules::calendar), [`births`](rules::births)), genes
//! ([`genes`](rules::genes)), moving ([`movement`](rules::movement),
//! [`tracking`](rules::tracking)), modes and enemies ([`behaviour`](rules::behaviour)), what creatures
//! do without orders ([`wandering`](rules::wandering), [`standing`](rules::standing)), feeding hex by
//! hex ([`feeding`](rules::feeding) with [`predators`](rules::predators), [`carrion`](rules::carrion)
//! and [`plants`](rules::plants)), [`hunger`](rules::hunger), [`orders`](rules::orders),
//! [`press`](rules::press) and the [`ending`](rules::ending). The order of play is in [`rules`]
//! itself.
//!
//! What a player decides is an [`Action`], what changes is the [`Position`], what happens is an
//! [`Event`], and why not is a [`Refusal`]. [`edition`] holds what can be edited, [`land`] the map,
//! [`knowledge`] who may know what, [`speech`] notation, story and reports, `face` the board, [`bots`]
//! how readers play, [`measures`] what is counted. [`desk`] runs a whole game in a folder and reads
//! orders as people write them.

#![warn(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless
)]

pub mod action;
pub mod bots;
mod contract;
pub mod desk;
pub mod edition;
pub mod encoding;
pub mod event;
mod face;
pub mod knowledge;
pub mod land;
pub mod measures;
pub mod position;
pub mod refusal;
pub mod rule;
pub mod rules;
mod shown;
pub mod speech;

pub use action::{Action, Line, Whom};
pub use edition::{Diet, Gene, Genes, Mode, Rulings};
pub use event::Event;
pub use knowledge::View;
pub use land::{Hex, Island, Land, Place, Terrain, maker};
pub use position::{Creature, Id, Kind, Number, Phase, Position, Sheet, Slot, Species, Tag};
pub use refusal::Refusal;
pub use rules::Round;
pub use shown::Given;

use crate::edition::Choice;
use std::sync::Arc;
use table::Setup;

/// The game as set up: the readings of the rules and the kind of island.
#[derive(Clone, Debug)]
pub struct PostalSurvival {
    setup: Setup,
    choice: Arc<Choice>,
}

impl PostalSurvival {
    /// The readings of the rules in force.
    pub fn rulings(&self) -> &Rulings {
        &self.choice.rulings
    }

    /// Everything that the set-up chose.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// How many species play.
    pub fn species(&self) -> usize {
        usize::from(self.setup.seats) * usize::from(self.rulings().species_per_player)
    }
}

/// What the game brings to a shelf beside its rules: players, what is counted, and map tools.
pub fn entry() -> arena::GameEntry {
    let silent = "sends nothing: its creatures live by the defaults of the absent";
    let forage = "sends every creature to forage, and nothing else";
    let fierce = "sends every creature to forage, and makes all of them aggressive";
    let greedy =
        "sends every creature to the likeliest meal and out of the way of stronger hunters";
    let decent = "plays like greedy, with whatever diet it is dealt: greedy asks for plants";
    let maps = table::MapTools {
        terrains: &["grassland", "jungle", "desert", "water"],
        check: land::check_map,
        house: land::house_checks,
        make: Some(land::maker::make_map),
        look: land::map_file::map_look,
    };
    arena::GameEntry::of::<PostalSurvival>()
        .bot("default", silent, || Box::new(bots::Absent))
        .bot("forage", forage, || Box::new(bots::Forager { fierce: false }))
        .bot("fierce", fierce, || Box::new(bots::Forager { fierce: true }))
        .bot("greedy", greedy, || Box::new(bots::Greedy))
        .bot("decent", decent, || Box::new(bots::Decent))
        .counsel::<bots::Naturalist>()
        .measures::<measures::Counted>()
        .encoding::<encoding::InNumbers>()
        .maps(maps)
        .build()
}
