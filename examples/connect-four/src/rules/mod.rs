//! The rules, a chapter a file.

pub(crate) mod dropping;
pub(crate) mod ending;
