//! Actions as data, for programs.

use crate::action::Action;
use serde_json::Value;

/// The action as data.
pub(crate) fn structure(action: &Action) -> Value {
    table::structure(action)
}
