//! What happens.

use crate::action::Column;
use serde::Serialize;
use table::Seat;

/// A disc fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fell {
    /// Whose it is.
    pub seat: Seat,
    /// Where.
    pub column: Column,
}
