//! Reading and writing files, with errors that name them.

use crate::error::{CommandError, CommandResult};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Larger files are not ours: a record of a long game is a few hundred kilobytes.
const LARGEST: u64 = 64 << 20;

/// The text of a file.
pub fn read(path: &Path) -> Result<String, CommandError> {
    let problem = |why: String| CommandError::input(format!("{}: {why}", path.display()));
    let about = fs::metadata(path).map_err(|error| problem(describe(&error)))?;
    if about.is_dir() {
        return Err(problem("this is a folder, not a file".into()));
    }
    if about.len() > LARGEST {
        return Err(problem(format!("this file is larger than {} MB", LARGEST >> 20)));
    }
    let bytes = fs::read(path).map_err(|error| problem(describe(&error)))?;
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|b| **b == b'\n')
            .count()
            + 1;
        problem(format!("line {line} is not UTF-8 text"))
    })
}

/// Where games are kept unless another folder is given: `overwinter` in the user's data folder.
pub fn data_folder() -> PathBuf {
    user_folder("XDG_DATA_HOME", &[".local", "share"])
}

/// `overwinter` in the folder that a variable names, else in this one of the user's own.
fn user_folder(variable: &str, below_home: &[&str]) -> PathBuf {
    let from = |variable: &str| {
        std::env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute())
    };
    let in_home = |home: PathBuf| below_home.iter().fold(home, |folder, name| folder.join(name));
    from(variable)
        .or_else(|| from("HOME").map(in_home))
        .or_else(|| from("APPDATA"))
        .unwrap_or_default()
        .join("overwinter")
}

/// Where what the program must know of its user is kept: `overwinter` in the user's folder of settings.
pub fn config_folder() -> PathBuf {
    user_folder("XDG_CONFIG_HOME", &[".config"])
}

/// Writes a file whole or not at all that nobody but its owner can read.
pub fn write_private(path: &Path, bytes: &[u8]) -> CommandResult {
    let folder = folder_of(path);
    let written = fs::create_dir_all(folder).map_err(|error| io_error(folder, &error));
    written?;
    let beside = beside(path)?;
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let done = options
        .open(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path))
        .and_then(|()| sync_folder(folder));
    done.map_err(|error| {
        let _ = fs::remove_file(&beside);
        io_error(path, &error)
    })
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> CommandResult {
    replace(&beside(path)?, path, bytes)
}

/// Fails if a file could not be written there; leaves no trace.
pub fn writable(path: &Path) -> CommandResult {
    if path.is_dir() {
        let problem = format!("{}: this is a folder, not a file", path.display());
        return Err(CommandError::input(problem));
    }
    let beside = beside(path)?;
    let tried = fs::File::create(&beside).and_then(|_| fs::remove_file(&beside));
    tried.map_err(|error| io_error(path, &error))
}

/// Another file in the same folder, for what is not yet whole.
fn beside(path: &Path) -> Result<PathBuf, CommandError> {
    let Some(name) = path.file_name() else {
        return Err(CommandError::input(format!("{}: this is not a file name", path.display())));
    };
    let name = format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id());
    Ok(path.with_file_name(name))
}

/// Writes a file whole or not at all, by way of another file on the same disk; when this returns it
/// has reached the disk.
pub fn replace(by_way_of: &Path, path: &Path, bytes: &[u8]) -> CommandResult {
    let written = write_synced(by_way_of, bytes)
        .and_then(|()| fs::rename(by_way_of, path))
        .and_then(|()| sync_folder(folder_of(path)));
    written.map_err(|error| {
        // What is left of the attempt is of no use to anybody.
        let _ = fs::remove_file(by_way_of);
        io_error(path, &error)
    })
}

/// Writes a file that nobody looks at yet; when this returns its bytes have reached the disk.
pub fn write_synced(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Removes a file, which may be gone already; when this returns it is gone from the disk.
pub fn remove(path: &Path) -> CommandResult {
    match fs::remove_file(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(io_error(path, &error)),
        Ok(()) => sync_folder(folder_of(path)).map_err(|error| io_error(path, &error)),
    }
}

/// Lets the names in a folder reach the disk.
pub fn sync_folder(folder: &Path) -> std::io::Result<()> {
    match cfg!(unix) {
        true => fs::File::open(folder)?.sync_all(),
        false => Ok(()),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The error that says what went wrong with a file.
pub fn io_error(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::input(format!("{}: {}", path.display(), describe(error)))
}

/// What went wrong with a file, a folder or an address, in words.
pub fn describe(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        std::io::ErrorKind::AlreadyExists => "there is a file of that name already".into(),
        std::io::ErrorKind::NotADirectory => "part of this path is a file, not a folder".into(),
        std::io::ErrorKind::IsADirectory => "this is a folder, not a file".into(),
        std::io::ErrorKind::StorageFull => "the disk is full".into(),
        std::io::ErrorKind::ReadOnlyFilesystem => "nothing can be written there".into(),
        std::io::ErrorKind::AddrInUse => "another program listens there already".into(),
        std::io::ErrorKind::AddrNotAvailable => "this machine has no such address".into(),
        _ => error.to_string(),
    }
}

/// All files with this ending below a folder, in order.
pub fn files_below(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, CommandError> {
    let problem = |error| io_error(folder, &error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        if path.is_dir() {
            found.extend(files_below(&path, ending)?);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
