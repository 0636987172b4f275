//! The shelf of the house: its five games, and connect four as an example of how to write one.

pub use arena::{Shelf, Shelved};
pub use bots::search::{Clock, Means};

/// The games of the house, in the order in which they are shown.
///
/// ```
/// let games = shelf::house().games(shelf::Means::default());
/// assert!(games.iter().any(|shelved| shelved.game.id() == "yellowstone"));
/// ```
pub fn house() -> Shelf {
    Shelf::new()
        .with(outdoor_survival::entry)
        .with(postal_survival::entry)
        .with(outlive::entry)
        .with(survivors::entry)
        .with(yellowstone::entry)
        .with(connect_four::entry)
}

/// The games of the house. Their bots know no clock and use one thread: the same dice give the same
/// choices everywhere.
pub fn shelf() -> Vec<Shelved> {
    house().games(Means::default())
}
