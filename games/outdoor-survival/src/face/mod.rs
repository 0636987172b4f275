//! How the game looks: board, sheets, question, previews.

mod aim;
mod preview;
mod prompt;
pub(crate) mod scene;
mod sheets;
