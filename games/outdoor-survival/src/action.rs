//! What a player decides.

use crate::edition::components::Column;
use crate::land::{Edge, Hex};
use crate::position::Who;
use serde::{Deserialize, Serialize};
use terrain::Side;

/// One decision, as a person would say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Start on this base.
    Base(u8),
    /// Place an outpost on this hex.
    Outpost(Hex),
    /// Make secretly for this edge.
    Border(Edge),
    /// Let this person act next.
    Person(Who),
    /// Rest today.
    Stay,
    /// Roll for direction.
    Roll,
    /// Step through this side.
    Step(Side),
    /// End the move.
    Stop,
    /// Shoot.
    Shoot,
    /// Take the encounter of this column.
    Column(Column),
    /// Give this person up.
    Resign,
}
