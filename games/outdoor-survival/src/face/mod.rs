//! How the game looks: board, sheets, question, previews.

mod aim;
mod day_end;
mod preview;
mod prompt;
pub(crate) mod scene;
mod sheets;

pub(crate) use preview::{ahead, preview};
pub(crate) use scene::scene;
