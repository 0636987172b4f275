//! The game on a board: the map with its creatures, the sheets, the question, the order form, and
//! what an order would do.

mod aim;
mod gauge;
mod ordered;
mod outlook;
pub(crate) mod preview;
mod prompt;
pub(crate) mod scene;
mod sheets;
mod slips;
mod words;

pub use gauge::gauge;
pub use preview::preview;
pub use scene::scene;
pub(crate) use words::gene_effect;
