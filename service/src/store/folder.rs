//! The folder of the store: one server has it, and nobody else reads it.

use super::StoreAddress;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

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
    /// others could read is closed to them. Where the store lies elsewhere, the folder has the keys alone.
    pub fn take(path: &Path, store: &StoreAddress) -> Result<DataFolder, String> {
        let failed = |error: io::Error| format!("{}: {}", path.display(), plain_words(&error));
        if path.exists() && !path.is_dir() {
            return Err(format!(
                "{}: this is a file. `--data` names the folder in which the store lies.",
                path.display()
            ));
        }
        if !path.is_dir() {
            make_private_folder(path).map_err(failed)?;
            File::open(path).and_then(|made| give_to_owner(&made, path)).map_err(failed)?;
        }
        let lock = private_file(&path.join(LOCK)).map_err(failed)?;
        take_lock(&lock).map_err(|error| match error {
            TryLockError::WouldBlock => format!(
                "{}: another server serves this folder. Stop it first, or name another folder with \
                 `--data`.",
                path.display()
            ),
            TryLockError::Error(error) => failed(error),
        })?;
        close_to_others(&path.join(LOCK)).map_err(failed)?;
        if store.is_in_folder() {
            make_store(path).map_err(failed)?;
        }
        if is_open_to_others(path) {
            let folder = path.display();
            tracing::warn!(%folder, "others can see which files lie in the folder of the store; those of the store and \
                           its keys are closed to them. Close it too with `chmod 700` and its name");
        }
        Ok(DataFolder { path: path.to_path_buf(), _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of the store.
    pub fn store(&self) -> PathBuf {
        DataFolder::store_in(&self.path)
    }

    /// The data folder whose store a file is, by whatever name it goes; nothing if it is another file.
    pub fn of_store(file: &Path) -> Option<PathBuf> {
        let file = fs::canonicalize(file).ok()?;
        let folder = file.parent()?;
        let is_store = file.file_name()? == STORE && folder.join(LOCK).is_file();
        is_store.then(|| folder.to_path_buf())
    }

    /// The file of the store in a folder, whoever has that.
    pub fn store_in(folder: &Path) -> PathBuf {
        folder.join(STORE)
    }
}

/// How often the lock is tried for, and how long apart.
const LOCK_TRIES: u32 = 25;
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// Locks a file. A server that has just ended, or a process that it had just begun, may have the lock for a moment more.
fn take_lock(file: &File) -> Result<(), TryLockError> {
    for _ in 1..LOCK_TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            done => return done,
        }
    }
    file.try_lock()
}

/// Makes the file of the store, if it is not there, and closes it to others.
fn make_store(path: &Path) -> io::Result<()> {
    if let Some(keys) = keys_without_store(path) {
        let folder = path.display();
        tracing::warn!(%folder, keys, "there are keys of a server here and no store: was it deleted or \
                       moved? An empty one is begun. To have the old one back, stop the server and put it there");
    }
    private_file(&path.join(STORE))?;
    [STORE].into_iter().chain(BESIDE).try_for_each(|file| close_to_others(&path.join(file)))
}

/// The keys in a folder that has none of the store to which they belong, or an empty one.
fn keys_without_store(folder: &Path) -> Option<String> {
    let empty = fs::metadata(folder.join(STORE)).map_or(true, |store| store.len() == 0);
    let log = fs::metadata(folder.join(BESIDE[0])).is_ok_and(|log| log.len() > 0);
    let keys = ["seeds.key", "records.key"].into_iter().filter(|key| folder.join(key).exists());
    let keys = keys.collect::<Vec<_>>().join(", ");
    (empty && !log && !keys.is_empty()).then_some(keys)
}

/// Why a file could not be read or written, without the numbers of the system.
pub fn plain_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "this is not there".into(),
        io::ErrorKind::PermissionDenied => "whoever runs this program has no right to it".into(),
        io::ErrorKind::AlreadyExists => "something else is there already".into(),
        io::ErrorKind::StorageFull => "the disk is full".into(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read".into(),
        io::ErrorKind::NotADirectory => "a file stands where a folder should".into(),
        io::ErrorKind::IsADirectory => "a folder stands where a file should".into(),
        io::ErrorKind::AddrInUse => "another program listens there".into(),
        io::ErrorKind::AddrNotAvailable => "this machine has no such address".into(),
        kind => kind.to_string(),
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

/// The file, open for writing; made for its owner alone if it is not there, who is the owner of its folder.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = !path.exists();
    let file = options.open(path)?;
    if made {
        give_to_owner(&file, path)?;
    }
    Ok(file)
}

/// Gives a file that was just made to whoever has the file in whose place it comes, or else its folder: what root makes in the
/// folder of a service's user can then be read by the service. Whoever may not do that keeps it.
#[cfg(unix)]
pub fn give_to_owner(file: &File, replaced: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let folder = replaced.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let like = fs::metadata(replaced).or_else(|_| fs::metadata(folder))?;
    // A file that is its own place has nobody's before it.
    let (like, own) = match (like, file.metadata()?) {
        (like, own) if like.ino() == own.ino() && like.dev() == own.dev() => {
            (fs::metadata(folder)?, own)
        }
        others => others,
    };
    if (like.uid(), like.gid()) == (own.uid(), own.gid()) {
        return Ok(());
    }
    match fchown(file, Some(like.uid()), Some(like.gid())) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        given => given,
    }
}

#[cfg(not(unix))]
pub fn give_to_owner(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_whose_store_is_gone_are_noticed() {
        let folder = tempfile::TempDir::new().unwrap();
        assert_eq!(keys_without_store(folder.path()), None, "a new folder");
        fs::write(folder.path().join("seeds.key"), "00").unwrap();
        assert_eq!(keys_without_store(folder.path()).as_deref(), Some("seeds.key"));
        fs::write(folder.path().join(STORE), "").unwrap();
        assert_eq!(keys_without_store(folder.path()).as_deref(), Some("seeds.key"));
        fs::write(folder.path().join(STORE), "store").unwrap();
        assert_eq!(keys_without_store(folder.path()), None);
    }

    #[test]
    fn a_file_in_place_of_the_folder_is_told_as_such() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("data");
        fs::write(&file, "x").unwrap();
        let refused = DataFolder::take(&file, &StoreAddress::default()).err().unwrap();
        assert!(refused.contains("this is a file") && !refused.contains("os error"), "{refused}");
    }
}
