//! Games that are not over, each in a file of its own, to which every decision is added as it is taken.
//!
//! A save is a record without its last line, with the players on top. `docs/terminal.md` says how long it is
//! kept.

use crate::error::CommandError;
use crate::files;
use crate::seats::SeatPlayer;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use table::{AnyMatch, Fault, Record};

const FIRST_LINE: &str = "overwinter save 1";
const ENDING: &str = "owsave";

/// The folder in which running games are kept.
pub fn folder() -> PathBuf {
    files::data_folder().join("saves")
}

/// Where a game is kept, from its first decision on.
pub struct Save {
    players: Vec<SeatPlayer>,
    place: Place,
}

enum Place {
    /// No person has decided yet: the file will be in this folder.
    Folder(PathBuf),
    File(SaveFile),
    /// It cannot be written any more.
    Lost,
}

/// A file that grows by a line with each step. Nobody else can go on with it while it is open.
struct SaveFile {
    path: PathBuf,
    file: File,
    /// Where the line of each step ends.
    ends: Vec<u64>,
    /// The first step that is no longer what the file says.
    stale: usize,
}

impl Save {
    /// A game that is about to begin; fails if it could not be kept.
    pub fn new(folder: &Path, players: &[SeatPlayer]) -> Result<Save, CommandError> {
        fs::create_dir_all(folder).map_err(|error| files::io_error(folder, &error))?;
        let probe = folder.join(format!(".{}.tmp", std::process::id()));
        files::writable(&probe)?;
        Ok(Save { players: players.to_vec(), place: Place::Folder(folder.to_path_buf()) })
    }

    /// Where the game is kept, once it is.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::File(save) => Some(&save.path),
            Place::Folder(_) | Place::Lost => None,
        }
    }

    /// Keeps the game as it stands, from the first decision of a person on. An error is told once: after it
    /// nothing more is kept.
    pub fn follow(&mut self, game: &dyn AnyMatch, by_person: bool) -> Result<(), CommandError> {
        let (path, done) = match &mut self.place {
            Place::Lost => return Ok(()),
            Place::Folder(_) if !by_person => return Ok(()),
            Place::Folder(folder) => {
                let made = SaveFile::create(folder, &self.players, &game.record(true));
                (folder.clone(), made.map(|file| self.place = Place::File(file)))
            }
            Place::File(save) => {
                let written = save.follow(game);
                let synced = written.and_then(|()| if by_person { save.sync() } else { Ok(()) });
                (save.path.clone(), synced)
            }
        };
        done.map_err(|error| {
            self.place = Place::Lost;
            files::io_error(&path, &error)
        })
    }

    /// Steps from this one on are no longer what they were: they are written again when the game is followed.
    pub fn forget_from(&mut self, step: usize) {
        if let Place::File(save) = &mut self.place {
            save.stale = save.stale.min(step);
        }
    }

    /// Lets what bots decided reach the disk.
    pub fn sync(&self) {
        if let Place::File(save) = &self.place {
            // Whatever is wrong with the disk is told with the next decision.
            let _ = save.sync();
        }
    }

    /// Removes the file of a game that is over.
    pub fn remove(self) -> Result<(), CommandError> {
        match self.place {
            Place::File(SaveFile { path, file, .. }) => {
                drop(file);
                files::remove(&path)
            }
            Place::Folder(_) | Place::Lost => Ok(()),
        }
    }
}

impl SaveFile {
    fn create(folder: &Path, players: &[SeatPlayer], record: &Record) -> io::Result<SaveFile> {
        let (path, file) = new_file(folder, &record.game)?;
        let _ = file.try_lock();
        let mut save = SaveFile { path, file, ends: Vec::new(), stale: usize::MAX };
        let words: Vec<String> = players.iter().map(SeatPlayer::word).collect();
        let begun = record.begun();
        let text = format!("{FIRST_LINE}\nplayers: {}\n{begun}", serde_json::json!(words));
        save.file.write_all(text.as_bytes())?;
        save.file.sync_all()?;
        files::sync_folder(folder)?;
        save.ends = ends_of_steps(&text, record.steps.len());
        Ok(save)
    }

    /// Adds the steps that were taken since, or takes those away that were taken back.
    fn follow(&mut self, game: &dyn AnyMatch) -> io::Result<()> {
        let steps = game.len() + 1;
        let sound = steps.min(std::mem::replace(&mut self.stale, usize::MAX));
        if self.ends.len() > sound {
            self.ends.truncate(sound);
            self.cut()?;
        }
        while let (true, Some(step)) = (self.ends.len() < steps, game.recorded(self.ends.len())) {
            let line = format!("{}\n", step.line(self.ends.len()));
            if let Err(error) = self.file.write_all(line.as_bytes()) {
                self.cut()?;
                return Err(error);
            }
            self.ends.push(self.length() + line.len() as u64);
        }
        Ok(())
    }

    fn length(&self) -> u64 {
        self.ends.last().copied().unwrap_or_default()
    }

    /// Cuts off whatever stands behind the last step.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length())?;
        self.file.seek(SeekFrom::End(0)).map(drop)
    }

    fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// A file of a new name, by the game and the time.
fn new_file(folder: &Path, game: &str) -> io::Result<(PathBuf, File)> {
    let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let time = time.replace(':', "").replace('T', "-").replace('Z', "");
    let mut number = 1;
    loop {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{game}-{time}{more}.{ENDING}"));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            opened => return opened.map(|file| (path, file)),
        }
    }
}

/// Where the last so many lines end.
fn ends_of_steps(text: &str, steps: usize) -> Vec<u64> {
    let ends: Vec<u64> = text.match_indices('\n').map(|(place, _)| place as u64 + 1).collect();
    ends[ends.len().saturating_sub(steps)..].to_vec()
}

/// A game that was kept.
pub struct KeptGame {
    /// Its file.
    pub path: PathBuf,
    /// The game as far as it was played.
    pub record: Record,
    /// Who plays, as in a list of seats.
    pub players: Vec<String>,
    /// When the last decision was taken.
    pub changed: SystemTime,
    file: File,
    length: u64,
}

impl KeptGame {
    /// Opens a save. A last line that was cut off was never answered, and is left out.
    pub fn open(path: &Path) -> Result<KeptGame, CommandError> {
        let problem = |why: String| CommandError::input(format!("{}: {why}", path.display()));
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(|error| files::io_error(path, &error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(problem("this game is being played in another terminal".into()));
            }
            // Where files cannot be locked, nobody can be kept out.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        let read = file.read_to_end(&mut bytes).and_then(|_| file.metadata()?.modified());
        let changed = read.map_err(|error| files::io_error(path, &error))?;
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        let text = String::from_utf8(bytes).map_err(|_| problem("this is not text".into()))?;
        let (players, record) =
            parse(&text).map_err(|fault| fault.in_file(path.display().to_string()))?;
        let length = text.len() as u64;
        Ok(KeptGame { path: path.to_path_buf(), record, players, changed, file, length })
    }

    /// The save of a game that goes on.
    pub fn go_on(self, players: &[SeatPlayer]) -> Result<Save, CommandError> {
        let KeptGame { path, record, mut file, length, .. } = self;
        // A file that is whole keeps its time.
        let cut = file.metadata().and_then(|about| match about.len() == length {
            true => Ok(()),
            false => file.set_len(length),
        });
        let text = cut
            .and_then(|()| file.rewind())
            .and_then(|()| io::read_to_string(&mut file))
            .map_err(|error| files::io_error(&path, &error))?;
        let ends = ends_of_steps(&text, record.steps.len());
        let place = Place::File(SaveFile { path, file, ends, stale: usize::MAX });
        Ok(Save { players: players.to_vec(), place })
    }

    /// How far the game is, in a line.
    pub fn summary(&self) -> String {
        let ago = SystemTime::now().duration_since(self.changed).unwrap_or_default();
        let ago = humantime::format_duration(ago).to_string();
        let ago = ago.split(' ').next().unwrap_or_default();
        let decisions = self.record.steps.len() - 1;
        let names = self.record.setup.names.join(", ");
        format!(
            "{} {}, {}, {ago} ago ({names})",
            self.record.game,
            self.record.setup.scenario,
            table::wording::counted(decisions as i64, "decision", "decisions")
        )
    }
}

fn parse(text: &str) -> Result<(Vec<String>, Record), Fault> {
    let no_save = || Fault { at: Some((1, 1)), ..Fault::field("", "this is no save of a game") };
    let rest = text.strip_prefix(FIRST_LINE).and_then(|rest| rest.strip_prefix('\n'));
    let (players, record) = rest.and_then(|rest| rest.split_once('\n')).ok_or_else(no_save)?;
    let players = players.strip_prefix("players: ").ok_or_else(no_save)?;
    let players = serde_json::from_str(players).map_err(|_| Fault {
        at: Some((2, 1)),
        ..Fault::field("players", "this is no list of players")
    })?;
    let (_, steps) = record.split_once("\n\n").ok_or_else(no_save)?;
    let steps = steps.lines().count().saturating_sub(1);
    let record = format!("{record}end: {steps} steps, running\n");
    // The record begins after the two lines of the save.
    let record = Record::parse(&record).map_err(|fault| Fault {
        at: fault.at.map(|(line, column)| (line + 2, column)),
        ..fault
    })?;
    Ok((players, record))
}

/// The games in a folder that nobody plays just now, the newest first. What cannot be read is left out.
pub fn kept_games(folder: &Path) -> Vec<KeptGame> {
    let paths = files::files_below(folder, ENDING).unwrap_or_default();
    let mut found: Vec<KeptGame> =
        paths.iter().filter_map(|path| KeptGame::open(path).ok()).collect();
    found.sort_by_key(|kept| std::cmp::Reverse(kept.changed));
    found
}
