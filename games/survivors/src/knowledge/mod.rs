//! What each viewer may know, and what a seat does not know drawn anew.

mod encounter;
mod figures;
pub mod fog;
mod resample;
mod rumour;
pub mod view;
mod words;

pub(crate) use figures::actions_left;
pub(crate) use resample::resample;
pub use view::View;
pub(crate) use view::view;
