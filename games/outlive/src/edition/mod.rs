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

/// The edition that is built in: its files, and the rules that each of them carries.
pub(crate) fn house() -> Edition {
    // board.toml: OL-DAWN-03, OL-DAWN-04, OL-DAWN-05, OL-DAWN-06, OL-DAWN-07, OL-CARG-01,
    // OL-CARG-14, OL-RES-02, OL-TURN-03, OL-UPK-02, OL-UPK-03
    // shelter.toml: OL-FEED-06, OL-RAD-06, OL-SCORE-02, OL-BUILD-01, OL-SETUP-14
    // rooms.toml: OL-COMP-02, OL-COMP-03, OL-ROOM-08
    // equipment.toml: OL-REP-02, OL-EQ-14
    // events.toml: OL-COMP-05, OL-EVT-40
    // leaders.toml: OL-COMP-05, OL-LEAD-01, OL-LEAD-02, OL-SETUP-24
    // wild_game.toml: OL-COMP-05, OL-HUNT-14, OL-HUNT-31, OL-HUNT-32, OL-SETUP-35
    // search.toml: OL-COMP-05, OL-CITY-11, OL-CITY-12
    // horde.toml: OL-SOLO-06
    table::house_edition!()
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
