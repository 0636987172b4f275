//! The shelf: the games that the program brings.

pub use arena::Shelved;
pub use bots::search::{Clock, Means};

/// All games, in the order in which they are shown. Their bots know no clock and use one thread.
pub fn shelf() -> Vec<Shelved> {
    shelf_with(Means::default())
}

/// All games, with bots that have these means.
pub fn shelf_with(means: Means) -> Vec<Shelved> {
    vec![
        outdoor_survival::entry().shelved(means),
        postal_survival::entry().shelved(means),
        outlive::entry().shelved(means),
        survivors::entry().shelved(means),
        yellowstone::entry().shelved(means),
    ]
}
