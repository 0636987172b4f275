//! The files of an open store.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The files of an open store, by which it is known whether somebody has taken them away under the server: SQLite goes
/// on writing into a file that has no name any more, and everything would be lost when the server ends.
#[derive(Clone)]
pub struct StoreFiles {
    store: PathBuf,
    log: PathBuf,
    is: Option<FileId>,
    /// The file of the log, from the first change on.
    log_is: Arc<OnceLock<FileId>>,
}

/// What a file is, whatever it is called.
type FileId = (u64, u64);

impl StoreFiles {
    /// The files of a store that is open.
    pub fn of(store: &Path) -> StoreFiles {
        let (log, log_is) = (store.with_extension("sqlite-wal"), Arc::default());
        StoreFiles { store: store.to_path_buf(), log, is: file_id(store), log_is }
    }

    /// Notes the file of the log, which is there once something was written.
    pub fn note_log(&self) {
        if self.log_is.get().is_none()
            && let Some(log) = file_id(&self.log)
        {
            let _ = self.log_is.set(log);
        }
    }

    /// Whether the files are those that were opened.
    pub fn are_there(&self) -> bool {
        let log_is = self.log_is.get();
        self.is.is_some()
            && file_id(&self.store) == self.is
            && log_is.is_none_or(|log| file_id(&self.log).as_ref() == Some(log))
    }
}

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn file_id(path: &Path) -> Option<FileId> {
    path.exists().then_some((0, 0))
}
