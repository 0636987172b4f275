//! The list of letters that went out: one line each, written when the mail server took it. What is not on it is sent.

use crate::error::{CommandError, CommandResult};
use crate::files;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The room of the mail in a game's folder.
pub const ROOM: &str = "mail";

/// Letters of a signature in an address, and of the id of a letter.
const SIGNATURE: usize = 16;
const ID: usize = 24;

/// What became of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Became {
    /// The mail server took it.
    Sent,
    /// It will not be taken however often it is tried.
    Refused,
    /// It was sent by hand, before there was a list.
    ByHand,
    /// It came back.
    CameBack,
}

impl Became {
    fn word(self) -> &'static str {
        match self {
            Became::Sent => "sent",
            Became::Refused => "refused",
            Became::ByHand => "by-hand",
            Became::CameBack => "came-back",
        }
    }
}

/// What a mail server said of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The address.
    pub address: String,
    /// What it said.
    pub why: String,
}

/// The list, open for more.
pub struct Ledger {
    file: File,
    path: PathBuf,
    known: BTreeSet<String>,
}

impl Ledger {
    fn path(root: &Path) -> PathBuf {
        root.join(ROOM).join("letters.txt")
    }

    /// Whether a game has a list with something on it.
    pub fn is_begun(root: &Path) -> bool {
        fs::metadata(Ledger::path(root)).is_ok_and(|about| about.len() > 0)
    }

    /// Opens the list of a game, or begins one; nobody else may have it open.
    pub fn open(root: &Path) -> Result<Ledger, CommandError> {
        let path = Ledger::path(root);
        let room = root.join(ROOM);
        fs::create_dir_all(&room).map_err(|error| files::io_error(&room, &error))?;
        let problem = |error: std::io::Error| files::io_error(&path, &error);
        let mut options = File::options();
        let mut file = options.create(true).read(true).append(true).open(&path).map_err(problem)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(CommandError::input(format!(
                    "{}: another `post mail` is at work in this folder",
                    root.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(problem(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(problem)?;
        // A line that was not written to its end is none.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(problem)?;
            file.seek(SeekFrom::End(0)).map_err(problem)?;
        }
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let known = text.lines().filter_map(letter_of).map(str::to_string).collect();
        files::sync_folder(&room).map_err(|error| files::io_error(&room, &error))?;
        Ok(Ledger { file, path, known })
    }

    /// Whether a letter is on the list.
    pub fn has(&self, id: &str) -> bool {
        self.known.contains(id)
    }

    /// Notes what became of letters; when this returns it has reached the disk.
    pub fn note(
        &mut self,
        now: &str,
        became: Became,
        letters: &[(String, String, String)],
    ) -> CommandResult {
        let mut lines = String::new();
        for (id, address, why) in letters {
            let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let address = address.replace(char::is_whitespace, "");
            let line = format!("{now} {} {id} {address} {}", became.word(), plain(why));
            let _ = writeln!(lines, "{}", line.trim_end());
        }
        let problem = |error: std::io::Error| files::io_error(&self.path, &error);
        self.file.write_all(lines.as_bytes()).map_err(problem)?;
        self.file.sync_data().map_err(problem)?;
        if became != Became::CameBack {
            self.known.extend(letters.iter().map(|(id, ..)| id.clone()));
        }
        Ok(())
    }
}

/// The letter that a line says went out, or will not.
fn letter_of(line: &str) -> Option<&str> {
    let mut words = line.split(' ').skip(1);
    let became = words.next()?;
    let id = words.next()?;
    (became != Became::CameBack.word()).then_some(id)
}

/// How many letters were sent, and what is wrong with which addresses, the newest last.
pub fn told(root: &Path) -> Result<(usize, Vec<Trouble>), CommandError> {
    let text = files::read(&Ledger::path(root))?;
    let (mut sent, mut troubles) = (0, Vec::new());
    for line in text.lines() {
        let mut words = line.splitn(5, ' ').skip(1);
        let (Some(became), _, Some(address)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        troubles.retain(|trouble: &Trouble| trouble.address != address);
        if became == Became::Sent.word() {
            sent += 1;
        } else if became != Became::ByHand.word() {
            let how = if became == Became::Refused.word() { "was refused" } else { "came back" };
            let why = words.next().unwrap_or_default();
            let why = format!("{how} {why}").trim_end().to_string();
            troubles.push(Trouble { address: address.to_string(), why });
        }
    }
    Ok((sent, troubles))
}

/// Bytes in hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The secret of a game's addresses: whoever knows it could write for everybody.
pub struct Secret([u8; 32]);

impl Secret {
    /// The secret of a game; a new one if it has none.
    pub fn of(root: &Path) -> Result<Secret, CommandError> {
        let path = root.join(ROOM).join("secret.txt");
        if !path.exists() {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(|error| {
                CommandError::input(format!("no chance was to be had: {error}"))
            })?;
            files::write_private(&path, (hexadecimal(&bytes) + "\n").as_bytes())?;
        }
        let text = files::read(&path)?;
        let text = text.trim();
        let byte = |at: usize| {
            text.get(2 * at..2 * at + 2).and_then(|two| u8::from_str_radix(two, 16).ok())
        };
        let bytes: Option<Vec<u8>> = (0..32).map(byte).collect();
        let bytes = bytes.filter(|_| text.len() == 64).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Secret).ok_or_else(|| {
            CommandError::input(format!(
                "{}: 64 hexadecimal digits are needed; without the file a new secret is made, and old addresses count no more",
                path.display()
            ))
        })
    }

    /// A few letters that nobody can make who does not know the secret.
    fn signed(&self, parts: &[&str], letters: usize) -> String {
        let mut hash = Sha256::new();
        hash.update(self.0);
        for part in parts {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        hexadecimal(&hash.finalize()).chars().take(letters).collect()
    }

    /// What signs the address to which a reader answers: it is no other's, and ends with the reader's own address.
    pub fn signature(&self, seat: usize, address: &str) -> String {
        self.signed(&["seat", &seat.to_string(), &address.to_lowercase()], SIGNATURE)
    }

    /// The id of the letter of that name, before the @.
    pub fn id(&self, name: &str) -> String {
        self.signed(&["letter", name], ID)
    }
}
