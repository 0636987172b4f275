//! Who may know what: the view of each viewer, and what a seat does not know, drawn anew.

mod resample;
mod view;

pub use resample::resample;
pub use view::{View, view};
