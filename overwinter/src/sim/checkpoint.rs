//! The checkpoint: the values of all games in order, so that a run can be stopped and go on.

use crate::error::{CommandError, CommandResult};
use crate::files;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const SETTINGS: &str = "resume.json";
const VALUES: &str = "resume.bin";

/// Values of games, eight bytes each, game by game.
pub struct Checkpoint {
    path: PathBuf,
    file: BufWriter<File>,
    width: usize,
}

impl Checkpoint {
    /// The checkpoint of a folder; what another run with other settings left there is not touched.
    pub fn open(
        folder: &Path,
        fingerprint: &str,
        width: usize,
    ) -> Result<Checkpoint, CommandError> {
        std::fs::create_dir_all(folder).map_err(|error| files::io_error(folder, &error))?;
        let settings = folder.join(SETTINGS);
        if settings.exists() {
            if files::read(&settings)?.trim() != fingerprint {
                return Err(CommandError::input(format!(
                    "{}: a run with other settings was stopped here; finish it, or take another folder",
                    folder.display()
                )));
            }
        } else {
            files::write(&settings, fingerprint.as_bytes())?;
            // Values without their settings mean nothing.
            let _ = std::fs::remove_file(folder.join(VALUES));
        }
        let path = folder.join(VALUES);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(|error| files::io_error(&path, &error))?;
        Ok(Checkpoint { file: BufWriter::new(file), path, width: width.max(1) })
    }

    /// Hands on the games that are there, at most so many, with their places; cuts off what was not
    /// written whole. How many there were.
    pub fn read(&mut self, most: u64, each: impl FnMut(u64, &[f64])) -> Result<u64, CommandError> {
        let there = read_values(&self.path, self.width, most, each)?;
        let file = self.file.get_mut();
        let end = there * self.width as u64 * 8;
        file.set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)))
            .map_err(|error| files::io_error(&self.path, &error))?;
        Ok(there)
    }

    /// Adds the values of whole games.
    pub fn write(&mut self, values: &[f64]) -> CommandResult {
        let written = values
            .iter()
            .try_for_each(|value| self.file.write_all(&value.to_le_bytes()))
            .and_then(|()| self.file.flush());
        written.map_err(|error| files::io_error(&self.path, &error))
    }

    /// Hands on all games of a folder in order.
    pub fn replay(folder: &Path, width: usize, each: impl FnMut(u64, &[f64])) -> CommandResult {
        read_values(&folder.join(VALUES), width.max(1), u64::MAX, each).map(drop)
    }

    /// Nothing is left to go on with.
    pub fn remove(folder: &Path) -> CommandResult {
        for name in [SETTINGS, VALUES] {
            let path = folder.join(name);
            std::fs::remove_file(&path).map_err(|error| files::io_error(&path, &error))?;
        }
        Ok(())
    }
}

fn read_values(
    path: &Path,
    width: usize,
    most: u64,
    mut each: impl FnMut(u64, &[f64]),
) -> Result<u64, CommandError> {
    let file = File::open(path).map_err(|error| files::io_error(path, &error))?;
    let length = file.metadata().map_err(|error| files::io_error(path, &error))?.len();
    let there = (length / (width as u64 * 8)).min(most);
    let mut reader = BufReader::new(file);
    let (mut bytes, mut values) = (vec![0; width * 8], vec![0.0; width]);
    for game in 0..there {
        reader.read_exact(&mut bytes).map_err(|error| files::io_error(path, &error))?;
        for (value, bytes) in values.iter_mut().zip(bytes.chunks_exact(8)) {
            *value = bytes.try_into().map(f64::from_le_bytes).unwrap_or(f64::NAN);
        }
        each(game, &values);
    }
    Ok(there)
}
