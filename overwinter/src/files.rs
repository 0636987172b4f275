//! Reading and writing files, with errors that name them.

use crate::failure::{Done, Failure};
use std::fs;
use std::io::Write;
use std::path::Path;

/// Larger files are not ours: a record of a long game is a few hundred kilobytes.
const LARGEST: u64 = 64 << 20;

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Failure> {
    let problem = |why: String| Failure::input(format!("{}: {why}", path.display()));
    let about = fs::metadata(path).map_err(|error| problem(plain(&error)))?;
    if about.is_dir() {
        return Err(problem("this is a folder, not a file".into()));
    }
    if about.len() > LARGEST {
        return Err(problem(format!("this file is larger than {} MB", LARGEST >> 20)));
    }
    let bytes = fs::read(path).map_err(|error| problem(plain(&error)))?;
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|b| **b == b'\n')
            .count()
            + 1;
        problem(format!("line {line} is not UTF-8 text"))
    })
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Done {
    let problem = |why: String| Failure::input(format!("{}: {why}", path.display()));
    let name = path.file_name().ok_or_else(|| problem("this is not a file name".into()))?;
    let mut beside = path.to_path_buf();
    beside.set_file_name(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let written = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    written.map_err(|error| {
        // What is left of the attempt is of no use to anybody.
        let _ = fs::remove_file(&beside);
        problem(plain(&error))
    })
}

fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}

/// All files with this ending below a folder, in order.
pub fn below(folder: &Path, ending: &str) -> Result<Vec<std::path::PathBuf>, Failure> {
    let problem = |error| Failure::input(format!("{}: {}", folder.display(), plain(&error)));
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        if path.is_dir() {
            found.extend(below(&path, ending)?);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
