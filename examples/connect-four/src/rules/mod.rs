//! The rules, a chapter a file.

mod dropping;
mod ending;

pub(crate) use dropping::{apply, check, lapse, legal, start};
pub(crate) use ending::{endings, status};
