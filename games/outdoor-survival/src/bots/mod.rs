//! Players of Outdoor Survival that are no people: the greedy hiker, and what search is told.

mod counsel;
pub(crate) mod endurance;
mod greedy;
mod itinerary;
mod odds;
pub(crate) mod prospects;

pub use counsel::Scout;
pub use greedy::Greedy;

use crate::OutdoorSurvival;
use crate::edition::scenarios::{When, Win};
use crate::land::{Hex, Wilderness};
use crate::position::{Phase, Position, Who};
use crate::rules::reach::{Ends, Met};

/// What bots and studies ask of a game: the board, and what is in reach.
impl OutdoorSurvival {
    /// Everybody who takes part.
    pub fn everyone(&self) -> impl Iterator<Item = Who> + use<> {
        self.0.everyone()
    }

    /// How many persons take part.
    pub fn persons(&self) -> usize {
        self.0.cast.len()
    }

    /// The board, worked out.
    pub fn board(&self) -> &Wilderness {
        &self.0.board
    }

    /// Whether nobody meets anybody and whoever leaves the board wins: each walks for himself.
    pub fn is_race(&self) -> bool {
        let scenario = &self.0.scenario;
        let by_leaving = |win: &Win| matches!(win.when, When::Left(_));
        scenario.contacts.is_empty()
            && scenario.markers.is_none()
            && scenario.wins.iter().all(by_leaving)
    }

    /// Whether persons are looked for under markers.
    pub fn has_markers(&self) -> bool {
        self.0.scenario.markers.is_some()
    }

    /// Whether a hex is water for the first role of the scenario.
    pub fn waters(&self, cell: Hex) -> bool {
        let chart = self.0.role(Who(0)).needs;
        chart.is_some_and(|chart| self.0.serves(&self.0.scenario.needs[chart].water, cell))
    }

    /// The seat that must decide, without the outcome that [`status`](table::Rules::status) works
    /// out when the game is over.
    pub fn to_decide(&self, position: &Position) -> Option<table::Seat> {
        self.0.decider(position)
    }

    /// The points of the acting person's move.
    pub fn allowance(&self, position: &Position) -> u8 {
        self.0.allowance(position, position.acting)
    }

    /// Whether the acting person has rolled and is on his way.
    pub fn moving(&self, position: &Position) -> bool {
        position.phase == Phase::Move
    }

    /// Every hex on which the acting person's move can end from here, and a way off the board.
    pub fn ends_in_reach(&self, position: &Position) -> Ends {
        let edges = self.0.exits(position, position.acting);
        let meets = |cell| Met { water: self.waters(cell), ..Met::default() };
        let mut ends = Ends::default();
        self.0.ends(position, edges, meets, &mut ends);
        ends
    }
}
