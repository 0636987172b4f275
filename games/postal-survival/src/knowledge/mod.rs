//! Who may know what: the view of each viewer, and what a seat does not know, drawn anew.

pub(crate) mod resample;
mod view;

pub use view::View;
