//! Actions as data, for programs.

use crate::action::Action;
use serde_json::Value;
use table::Misread;

/// The action as data.
pub(crate) fn structure(action: &Action) -> Value {
    table::structure(action)
}

/// Reads an action from data.
pub(crate) fn read_structure(written: &Value) -> Result<Action, Misread> {
    table::read_structure(written).map_err(|problem| Misread::new(written.to_string(), problem))
}
