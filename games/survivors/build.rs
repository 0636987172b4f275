//! Gathers the rule cases and the sources of tests, so that a new file is taken up by itself.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn list(folder: &Path, ending: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .map(|entries| {
            entries
                .flatten()
                .map(|entry| entry.file_name().to_string_lossy().into_owned())
                .filter(|name| name.ends_with(ending))
                .collect()
        })
        .unwrap_or_default();
    names.sort();
    names
}

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let out = env::var("OUT_DIR").unwrap_or_default();
    let mut code = String::new();
    for (name, folder, ending) in [("CASES", "cases", ".toml"), ("TESTS", "tests", ".rs")] {
        let path = Path::new(&root).join(folder);
        println!("cargo:rerun-if-changed={}", path.display());
        let _ = writeln!(code, "const {name}: &[(&str, &str)] = &[");
        for file in list(&path, ending) {
            let full = path.join(&file);
            let _ =
                writeln!(code, "    ({file:?}, include_str!({:?})),", full.display().to_string());
        }
        let _ = writeln!(code, "];");
    }
    let written = fs::write(Path::new(&out).join("cases.rs"), code);
    if let Err(error) = written {
        println!("cargo:warning=cases could not be gathered: {error}");
    }
}
