//! The files and folders that an edition may have.

use super::Reading;
use crate::refusal::{Fault, unknown};

/// Folder and name of a path; the folder is empty for a file that lies in none.
fn parts(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

impl Reading {
    /// Notes every file of the edition that the game does not know: `board.toml` is one file that it
    /// knows, and `scenarios/*.toml` are files of any name in a folder.
    ///
    /// ```
    /// use table::{Edition, reading::Reading};
    ///
    /// let edition = Edition::new([
    ///     ("board.toml", ""),
    ///     ("bord.toml", ""),
    ///     ("scenario/mine.toml", ""),
    ///     ("scenarios/lost.toml", ""),
    /// ]);
    /// let reading = Reading::of(&edition);
    /// reading.only(&["board.toml", "scenarios/*.toml"]);
    /// let faults = reading.finish(Some(())).unwrap_err();
    /// assert_eq!(
    ///     faults.to_string(),
    ///     "bord.toml:1:1: there is no file `bord.toml`: did you mean `board.toml`?\n\
    ///      scenario/mine.toml:1:1: there is no folder `scenario`: did you mean `scenarios`?"
    /// );
    /// ```
    pub fn only(&self, known: &[&str]) {
        for path in self.edition().paths() {
            let (folder, name) = parts(path);
            let is_known = known.iter().any(|known| match parts(known) {
                (other, "*.toml") => other == folder && name.ends_with(".toml"),
                _ => *known == path,
            });
            if !is_known {
                let problem = self.unknown_file(known, path);
                self.fault(Fault { at: Some((1, 1)), ..Fault::file(path, problem) });
            }
        }
    }

    fn unknown_file(&self, known: &[&str], path: &str) -> String {
        let (folder, name) = parts(path);
        let mut folders: Vec<&str> = known.iter().map(|known| parts(known).0).collect();
        folders.retain(|folder| !folder.is_empty());
        folders.sort_unstable();
        folders.dedup();
        let within: Vec<&str> = known
            .iter()
            .map(|known| parts(known))
            .filter(|(other, _)| *other == folder)
            .map(|(_, name)| name)
            .collect();
        if within.is_empty() && !folder.is_empty() {
            unknown("folder", folder, folders.iter().copied())
        } else if within.contains(&"*.toml") {
            format!("`{name}` is no file of this folder: its files end in `.toml`")
        } else {
            unknown("file", name, within.iter().copied())
        }
    }
}
