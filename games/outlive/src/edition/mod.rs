//! What can be edited: components, scenarios and options, and the game that they make.

pub(crate) mod components;
pub(crate) mod options;
#[allow(clippy::cast_lossless, reason = "small numbers of files are checked as large ones")]
mod reading;
pub(crate) mod roster;
#[allow(clippy::cast_possible_truncation, reason = "there are twelve events")]
pub(crate) mod scenarios;

use crate::Outlive;
use crate::face::scene;
use components::Components;
pub(crate) use reading::catalogue;
use roster::{Equipment, RoomKind};
use std::sync::Arc;
use table::{Edition, Fit, Setup, SetupError};

/// The edition that is built in; each file carries the rules named above it.
pub(crate) fn house() -> Edition {
    Edition::new([
        // OL-DAWN-03, OL-DAWN-04, OL-DAWN-05, OL-DAWN-06, OL-DAWN-07, OL-CARG-01, OL-CARG-14, OL-RES-02,
        // OL-TURN-03, OL-UPK-02, OL-UPK-03
        ("board.toml", include_str!("../../data/board.toml")),
        // OL-FEED-06, OL-RAD-06, OL-SCORE-02, OL-BUILD-01, OL-SETUP-14
        ("shelter.toml", include_str!("../../data/shelter.toml")),
        // OL-COMP-02, OL-COMP-03, OL-ROOM-08
        ("rooms.toml", include_str!("../../data/rooms.toml")),
        // OL-REP-02, OL-EQ-14
        ("equipment.toml", include_str!("../../data/equipment.toml")),
        // OL-COMP-05, OL-EVT-40
        ("events.toml", include_str!("../../data/events.toml")),
        // OL-COMP-05, OL-LEAD-01, OL-LEAD-02, OL-SETUP-24
        ("leaders.toml", include_str!("../../data/leaders.toml")),
        // OL-COMP-05, OL-HUNT-14, OL-HUNT-31, OL-HUNT-32, OL-SETUP-35
        ("wild_game.toml", include_str!("../../data/wild_game.toml")),
        // OL-COMP-05, OL-CITY-11, OL-CITY-12
        ("search.toml", include_str!("../../data/search.toml")),
        // OL-SOLO-06
        ("horde.toml", include_str!("../../data/horde.toml")),
        ("scenarios/convoy.toml", include_str!("../../data/scenarios/convoy.toml")),
        ("scenarios/hard-rain.toml", include_str!("../../data/scenarios/hard-rain.toml")),
        ("scenarios/lean-week.toml", include_str!("../../data/scenarios/lean-week.toml")),
        ("scenarios/horde.toml", include_str!("../../data/scenarios/horde.toml")),
    ])
}

/// The names of rooms and equipment in this edition, for refusals to carry.
pub(crate) struct Titles {
    rooms: Vec<Arc<str>>,
    equipment: Vec<Arc<str>>,
}

impl Titles {
    fn of(parts: &Components) -> Titles {
        Titles {
            rooms: parts.rooms.iter().map(|room| room.name.as_str().into()).collect(),
            equipment: parts.equipment.iter().map(|tile| tile.name.as_str().into()).collect(),
        }
    }

    /// What a room of this type is called.
    pub fn room(&self, kind: RoomKind) -> Arc<str> {
        Arc::clone(&self.rooms[kind.index()])
    }

    /// What equipment of this type is called.
    pub fn tile(&self, tile: Equipment) -> Arc<str> {
        Arc::clone(&self.equipment[tile.index()])
    }
}

/// The game of a set-up, if edition and set-up have no fault.
pub(crate) fn open(edition: &Edition, setup: &Setup) -> Result<Outlive, SetupError> {
    let (scenario, options, parts) = reading::choose(edition, setup)?;
    Ok(Outlive {
        ground: Arc::new(scene::ground()),
        setup: setup.clone(),
        options,
        scenario: Arc::new(scenario),
        titles: Arc::new(Titles::of(&parts)),
        parts: Arc::new(parts),
        seats: setup.seats.fit::<u8>(),
    })
}
