//! The folder of the store: one server has it, and nobody else reads it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The file of the store, in its folder.
const STORE: &str = "overwinter.sqlite";
/// What SQLite keeps beside it while it is open.
const BESIDE: [&str; 2] = ["overwinter.sqlite-wal", "overwinter.sqlite-shm"];
/// The file that whoever serves the folder has locked.
const LOCK: &str = "overwinter.lock";

/// A folder that this server alone has, until this is dropped or the process ends.
pub struct DataFolder {
    path: PathBuf,
    _lock: File,
}

impl DataFolder {
    /// Takes the folder, which is made if it is not there. What is made is for its owner only; a store that
    /// others could read is closed to them.
    pub fn take(path: &Path) -> Result<DataFolder, String> {
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        if !path.is_dir() {
            make_private_folder(path).map_err(failed)?;
        }
        let lock = private_file(&path.join(LOCK)).map_err(failed)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => format!(
                "{}: another server serves this folder. Stop it first, or name another folder with \
                 `--data`.",
                path.display()
            ),
            TryLockError::Error(error) => failed(error),
        })?;
        private_file(&path.join(STORE)).map_err(failed)?;
        for file in [LOCK, STORE].into_iter().chain(BESIDE) {
            close_to_others(&path.join(file)).map_err(failed)?;
        }
        if is_open_to_others(path) {
            let folder = path.display();
            tracing::warn!(%folder, "others may look into the folder of the store (not read it)");
        }
        Ok(DataFolder { path: path.to_path_buf(), _lock: lock })
    }

    /// The file of the store.
    pub fn store(&self) -> PathBuf {
        self.path.join(STORE)
    }
}

#[cfg(unix)]
fn make_private_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

#[cfg(not(unix))]
fn make_private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// The file, open for writing; made for its owner alone if it is not there.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> bool {
    false
}

/// Takes everybody else's rights to a file, if it is there.
#[cfg(unix)]
fn close_to_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    match is_open_to_others(path) {
        true => fs::set_permissions(path, fs::Permissions::from_mode(0o600)),
        false => Ok(()),
    }
}

#[cfg(not(unix))]
fn close_to_others(_: &Path) -> io::Result<()> {
    Ok(())
}
