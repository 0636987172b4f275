//! What a viewer sees: the table, what is asked, and what a decision would do.

mod aim;
mod fights;
mod handy;
mod near;
mod preview;
mod prompt;
mod question;
mod scene;
mod scenery;
mod sheets;

pub(crate) use preview::{gauge, preview};
pub(crate) use scene::scene;
