//! Actions as data, for programs.

use crate::action::Action;
use serde_json::Value;
use table::Misread;

/// The key of the species' number, where a player owns several.
const OF: &str = "of";

/// The order line as data.
pub(crate) fn structure(action: &Action) -> Value {
    let mut written = table::structure(&action.line);
    if let (Some(of), Value::Object(parts)) = (action.of, &mut written) {
        parts.insert(OF.into(), serde_json::to_value(of).unwrap_or_default());
    }
    written
}

/// Reads an order line from data.
pub(crate) fn read_structure(written: &Value) -> Result<Action, Misread> {
    let misread = |problem: String| Misread::new(written.to_string(), problem);
    let mut line = written.clone();
    let of = line.as_object_mut().and_then(|parts| parts.remove(OF));
    let of = of.map(serde_json::from_value).transpose();
    let of = of.map_err(|error| misread(format!("`{OF}`: {error}")))?;
    Ok(Action { of, line: table::read_structure(&line).map_err(misread)? })
}
