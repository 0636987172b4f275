//! Who knows what: what a viewer may see, and what a seat does not know, drawn anew.

mod resample;
pub(crate) mod view;

pub(crate) use resample::resample;
pub(crate) use view::{View, view};
