//! What is seen: the board, the sheets, the question, and what a step would do.

mod aim;
mod guide;
mod preview;
mod prompt;
mod scene;
mod sheets;

pub(crate) use preview::{ahead, preview};
pub use scene::map_look;
pub(crate) use scene::{ground, scene};
