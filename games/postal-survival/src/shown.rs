//! The rule cases and test sources that show the rules.

use include_dir::{Dir, include_dir};
use table::texts;

static CASES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cases");
static TESTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests");
static LAND: &str = include_str!("land.rs");

/// The rule cases: file name and text.
pub fn cases() -> Vec<(&'static str, &'static str)> {
    texts(&CASES, ".toml")
}

/// The test sources: file name and text.
pub fn tests() -> Vec<(&'static str, &'static str)> {
    let mut tests = texts(&TESTS, ".rs");
    tests.push(("land.rs", LAND));
    tests
}
