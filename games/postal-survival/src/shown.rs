//! The rule cases and test sources that show the rules.

use include_dir::{Dir, include_dir};

static CASES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cases");
static TESTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests");
static LAND: &str = include_str!("land.rs");

fn texts(folder: &'static Dir<'static>, ending: &str) -> Vec<(&'static str, &'static str)> {
    let mut found: Vec<_> = folder
        .files()
        .filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)))
        .filter(|(path, _)| path.ends_with(ending))
        .collect();
    found.extend(folder.dirs().flat_map(|inner| texts(inner, ending)));
    found.sort_unstable();
    found
}

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
