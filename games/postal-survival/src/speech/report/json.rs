//! The report for programs.

use super::Report;

/// The whole report as JSON.
pub fn write(report: &Report) -> String {
    serde_json::to_string_pretty(report).unwrap_or_default()
}
