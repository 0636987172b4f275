//! The game as it is seen: the board, the sheets beside it, the question, and looking ahead.

mod aim;
mod cards;
mod changes;
mod labels;
mod preview;
mod prompt;
mod question;
pub(crate) mod scene;
mod sheets;
mod shelter;

pub(crate) use preview::preview;
pub(crate) use scene::scene;
