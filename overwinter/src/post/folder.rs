//! A game's folder on disk: read whole, changed whole, by one desk at a time.
//!
//! New files are first written beside the game; then the changes are written to a journal, in one
//! file, and from then on they count; then the files are put in their places one by one; then the
//! journal goes. Whoever opens a folder with a journal in it makes the changes again: a program that
//! dies in the middle has done everything or nothing.

use crate::error::{CommandError, CommandResult};
use crate::{files, show};
use postal_survival::desk::{Change, Folder};
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Where the lock, the journal and files on their way are; nothing in it belongs to the game.
const WORK_FOLDER: &str = ".desk";

/// How long to wait for another desk to finish.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// Files that are written at the same time: disks are slow to say that one has arrived.
const WRITERS: usize = 8;

/// The width of the map as a picture, in pixels.
const PICTURE_WIDTH: u32 = 1800;

/// A folder that nobody else is writing to.
pub struct GameFolder {
    root: PathBuf,
    _lock: File,
}

impl GameFolder {
    /// Opens the folder of a game, waits for other desks, and finishes what one of them began.
    pub fn open(root: &Path) -> Result<GameFolder, CommandError> {
        if !root.is_dir() {
            return Err(CommandError::input(format!(
                "{}: there is no such folder",
                root.display()
            )));
        }
        if !root.join("game.toml").exists() && !root.join(WORK_FOLDER).exists() {
            return Err(CommandError::input(format!(
                "{}: there is no game here (no game.toml). Begin one with `overwinter post new`.",
                root.display()
            )));
        }
        GameFolder::lock(root)
    }

    /// Opens a folder for a new game; makes it if it is not there.
    pub fn create(root: &Path) -> Result<GameFolder, CommandError> {
        fs::create_dir_all(root).map_err(|error| files::io_error(root, &error))?;
        GameFolder::lock(root)
    }

    fn lock(root: &Path) -> Result<GameFolder, CommandError> {
        let workroom = root.join(WORK_FOLDER);
        let problem = |error: std::io::Error| files::io_error(&workroom, &error);
        fs::create_dir_all(&workroom).map_err(problem)?;
        let door = workroom.join("lock");
        let lock = File::options().create(true).append(true).open(&door).map_err(problem)?;
        wait_for_lock(&lock, root)?;
        let folder = GameFolder { root: root.to_path_buf(), _lock: lock };
        let ignored = workroom.join(".gitignore");
        if !ignored.exists() {
            files::replace(&folder.staged_path(0), &ignored, b"*\n")?;
        }
        folder.remove_staged()?;
        folder.finish_journal()?;
        Ok(folder)
    }

    /// Where a file is written before it is put in its place.
    fn staged_path(&self, number: usize) -> PathBuf {
        self.root.join(WORK_FOLDER).join(format!("{number}.tmp"))
    }

    /// Sweeps out what a desk that died had written and not put in its place.
    fn remove_staged(&self) -> CommandResult {
        let workroom = self.root.join(WORK_FOLDER);
        let entries =
            fs::read_dir(&workroom).map_err(|error| files::io_error(&workroom, &error))?;
        let left = entries.filter_map(|entry| Some(entry.ok()?.path()));
        left.filter(|path| path.extension().is_some_and(|ending| ending == "tmp"))
            .try_for_each(|path| files::remove(&path))
    }

    fn journal(&self) -> PathBuf {
        self.root.join(WORK_FOLDER).join("journal.json")
    }

    /// The texts of the game. Reports are listed without their texts: nothing is read from them.
    pub fn read(&self) -> Result<Folder, CommandError> {
        let mut folder = Folder::new();
        for name in ["game.toml", "players.txt", "map.toml", "log.txt"] {
            if self.root.join(name).exists() {
                folder.insert(name.into(), files::read(&self.root.join(name))?);
            }
        }
        for room in ["draft", "edition", "rounds"] {
            if self.root.join(room).is_dir() {
                self.read_subfolder(room, &mut folder)?;
            }
        }
        Ok(folder)
    }

    fn read_subfolder(&self, room: &str, folder: &mut Folder) -> CommandResult {
        let path = self.root.join(room);
        let problem = |error| files::io_error(&path, &error);
        for entry in fs::read_dir(&path).map_err(problem)? {
            let entry = entry.map_err(problem)?;
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
            let inside = format!("{room}/{name}");
            if entry.file_type().map_err(problem)?.is_dir() {
                self.read_subfolder(&inside, folder)?;
            } else if is_report(room, name) {
                folder.insert(inside, String::new());
            } else if !name.ends_with(".png") {
                let text = files::read(&entry.path())?;
                folder.insert(inside, text);
            }
        }
        Ok(())
    }

    /// Makes the changes, all or none; when this returns they have reached the disk.
    pub fn change(&self, changes: &[Change]) -> CommandResult {
        if changes.is_empty() {
            return Ok(());
        }
        let pictures = pictures(changes)?;
        let steps = steps(changes, &pictures);
        self.stage_files(&steps)?;
        let journal = serde_json::to_vec(changes).map_err(|error| {
            CommandError::input(format!("the journal cannot be written: {error}"))
        })?;
        files::replace(&self.journal().with_extension("tmp"), &self.journal(), &journal)?;
        self.commit_files(&steps)
    }

    fn finish_journal(&self) -> CommandResult {
        if !self.journal().exists() {
            return Ok(());
        }
        let text = files::read(&self.journal())?;
        let changes: Vec<Change> = serde_json::from_str(&text).map_err(|error| {
            CommandError::input(format!(
                "{}: {error}; this file was changed",
                self.journal().display()
            ))
        })?;
        let pictures = pictures(&changes)?;
        let steps = steps(&changes, &pictures);
        self.stage_files(&steps)?;
        self.commit_files(&steps)
    }

    /// Writes all new files beside the game, and waits until they have reached the disk.
    fn stage_files(&self, steps: &[FileStep<'_>]) -> CommandResult {
        let write = |step: &FileStep<'_>| match step.bytes {
            Some(bytes) => files::write_synced(&self.staged_path(step.number), bytes)
                .map_err(|error| files::io_error(&self.root.join(step.path), &error)),
            None => Ok(()),
        };
        std::thread::scope(|scope| {
            let shares = steps.chunks(steps.len().div_ceil(WRITERS).max(1));
            let writers: Vec<_> =
                shares.map(|share| scope.spawn(move || share.iter().try_for_each(write))).collect();
            let died = || CommandError::input("a file could not be written");
            writers.into_iter().try_for_each(|writer| writer.join().map_err(|_| died())?)
        })
    }

    /// Puts the new files in their places and takes old ones away, one by one and in order; then the
    /// journal goes.
    fn commit_files(&self, steps: &[FileStep<'_>]) -> CommandResult {
        let mut rooms = BTreeSet::new();
        for step in steps {
            let path = self.root.join(step.path);
            match step.bytes {
                Some(_) => self.rename_into_place(&self.staged_path(step.number), &path)?,
                None => self.remove(&path)?,
            }
            let above = path.ancestors().skip(1).take_while(|room| room.starts_with(&self.root));
            rooms.extend(above.map(Path::to_path_buf));
        }
        for room in rooms.iter().filter(|room| room.is_dir()) {
            files::sync_folder(room).map_err(|error| files::io_error(room, &error))?;
        }
        files::remove(&self.journal())
    }

    fn rename_into_place(&self, from: &Path, path: &Path) -> CommandResult {
        if let Some(room) = path.parent() {
            fs::create_dir_all(room).map_err(|error| files::io_error(room, &error))?;
        }
        fs::rename(from, path).map_err(|error| files::io_error(path, &error))
    }

    /// Removes a file, and the folders that are empty without it.
    fn remove(&self, path: &Path) -> CommandResult {
        files::remove(path)?;
        let rooms = path.ancestors().skip(1).take_while(|room| *room != self.root);
        for room in rooms {
            if fs::remove_dir(room).is_err() {
                break;
            }
        }
        Ok(())
    }
}

fn wait_for_lock(lock: &File, root: &Path) -> CommandResult {
    let begun = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_TIMEOUT => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(CommandError::input(format!(
                    "{}: another desk is at work in this folder; try again when it is done",
                    root.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(files::io_error(root, &error)),
        }
    }
}

/// Whether a file of a round is written for people and never read again.
fn is_report(room: &str, name: &str) -> bool {
    room.starts_with("rounds/")
        && (name.starts_with("report.") || name == "map.svg" || room.ends_with("/players"))
}

/// One file to be written or removed.
struct FileStep<'c> {
    number: usize,
    path: &'c str,
    bytes: Option<&'c [u8]>,
}

/// The files of all changes. Pictures come first: the change that makes a round count is the last.
fn steps<'c>(changes: &'c [Change], pictures: &'c [Picture]) -> Vec<FileStep<'c>> {
    let pictures = pictures.iter().map(|picture| (&picture.path, picture.bytes.as_deref()));
    let texts = changes.iter().map(|change| match change {
        Change::Write { path, text } => (path, Some(text.as_bytes())),
        Change::Remove { path } => (path, None),
    });
    let files = pictures.chain(texts).enumerate();
    files.map(|(number, (path, bytes))| FileStep { number, path, bytes }).collect()
}

/// The map as a picture: it follows the drawing of the same name.
struct Picture {
    path: String,
    bytes: Option<Vec<u8>>,
}

fn pictures(changes: &[Change]) -> Result<Vec<Picture>, CommandError> {
    let mut pictures = Vec::new();
    for change in changes {
        let (drawing, text) = match change {
            Change::Write { path, text } => (path, Some(text)),
            Change::Remove { path } => (path, None),
        };
        let Some(stem) = drawing.strip_suffix(".svg") else { continue };
        let render = |svg: &String| show::rendered(svg, PICTURE_WIDTH, drawing);
        let bytes = text.filter(|_| show::DRAWS_PNG).map(render).transpose()?;
        pictures.push(Picture { path: format!("{stem}.png"), bytes });
    }
    Ok(pictures)
}
