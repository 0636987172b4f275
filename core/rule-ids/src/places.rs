//! Where rules are named: in comments, by constants, and in data files.

use ledger::Rule;
use proc_macro::Literal;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Every place below `src` and `data` that names a rule, as a constant: `PLACES`.
pub fn constant(root: &Path, rules: &[Rule]) -> String {
    let known: HashSet<String> = rules.iter().map(|rule| rule.id.to_uppercase()).collect();
    let mut files = Vec::new();
    gather(&root.join("src"), &mut files);
    gather(&root.join("data"), &mut files);
    files.sort();
    let mut entries = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let path = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let path = Literal::string(&path.replace('\\', "/"));
        for (number, line) in text.lines().enumerate() {
            for id in named(line).filter(|id| known.contains(id)) {
                let id = Literal::string(&id);
                entries += &format!("::table::RulePlace::new({id}, {path}, {}),", number + 1);
            }
        }
    }
    format!(
        "#[doc = \"Where each rule is named beside what carries it.\"] \
         pub const PLACES: &[::table::RulePlace] = &[{entries}];"
    )
}

/// All files of a folder and its inner folders.
fn gather(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, out);
        } else {
            out.push(path);
        }
    }
}

/// The words of a line that could be ids, with `-` for `_` and in capitals.
fn named(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')
        .filter(|word| word.len() > 4)
        .map(|word| word.replace('_', "-").to_uppercase())
}
