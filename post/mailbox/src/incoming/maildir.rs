//! Messages in a Maildir: those in `new` are taken, and then lie in `cur` as read.

use super::{Arrived, Stay, Take};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the folder is looked at.
const EVERY: Duration = Duration::from_secs(1);

/// How many messages are taken at once.
const AT_ONCE: usize = 20;

/// Whether messages can be taken from a folder; if not, why.
pub fn check(path: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    for folder in ["new", "cur"] {
        if !path.join(folder).is_dir() {
            return Err(format!(
                "{}: this is no Maildir: it has no folder `{folder}`",
                path.display()
            ));
        }
    }
    fs::read_dir(path.join("new")).map_err(told)?;
    let trial = path.join("cur").join(".overwinter-trial");
    fs::write(&trial, "").and_then(|()| fs::remove_file(&trial)).map_err(told)
}

pub async fn bring(path: &Path, largest: u32, take: &Take, stay: Stay) -> Result<(), String> {
    loop {
        let waiting = tokio::task::block_in_place(|| waiting(path))?;
        for some in waiting.chunks(AT_ONCE) {
            // Whoever else reads the mailbox may have taken one.
            let read = |message: &PathBuf| Some((message.clone(), read(message, largest).ok()?));
            let read: Vec<(PathBuf, Arrived)> =
                tokio::task::block_in_place(|| some.iter().filter_map(read).collect());
            let (messages, arrived): (Vec<PathBuf>, Vec<Arrived>) = read.into_iter().unzip();
            take(arrived).await?;
            let away = || messages.iter().try_for_each(|message| put_away(path, message));
            tokio::task::block_in_place(away)?;
        }
        if stay == Stay::Once {
            return Ok(());
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// The messages that nobody has taken, in the order of their names, which begin with their time.
fn waiting(path: &Path) -> Result<Vec<PathBuf>, String> {
    check(path)?;
    let folder = path.join("new");
    let read = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        read.flatten().map(|file| file.path()).filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

fn read(message: &Path, largest: u32) -> std::io::Result<Arrived> {
    let mut bytes = Vec::new();
    fs::File::open(message)?.take(u64::from(largest) + 1).read_to_end(&mut bytes)?;
    let whole = bytes.len() <= largest as usize;
    if !whole {
        let end = bytes.windows(2).position(|two| two == b"\n\n");
        let end = end.or_else(|| bytes.windows(4).position(|four| four == b"\r\n\r\n"));
        bytes.truncate(end.unwrap_or(0));
    }
    Ok(Arrived { bytes, whole, to: None })
}

fn put_away(path: &Path, message: &Path) -> Result<(), String> {
    let name = message.file_name().unwrap_or_default().to_string_lossy();
    let name = name.split(":2,").next().unwrap_or_default();
    let to = path.join("cur").join(format!("{name}:2,S"));
    fs::rename(message, &to).map_err(|error| format!("{}: {error}", to.display()))
}
