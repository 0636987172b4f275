//! Mail from files, folders and pipes, in any shape and encoding.

use crate::error::{CommandError, CommandResult};
use crate::files;
use encoding_rs::{Encoding, WINDOWS_1252};
use mail::Message;
use postal_survival::desk::Mail;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The largest mail, and the largest file or pipe with mails of many players, in bytes.
const LARGEST_MAIL: u64 = 1 << 20;
const LARGEST_BAG: u64 = 16 << 20;

/// Mails that were read, and what could not be.
#[derive(Default)]
pub struct MailBag {
    mails: Vec<Mail>,
    /// One line for each file of a folder that was not read, with the reason.
    pub refused: Vec<String>,
}

impl MailBag {
    /// The mails in the order in which they are answered: files without a date as they were read, by
    /// name in a folder; then those that say when they were sent, the oldest first.
    pub fn in_order(mut self) -> Vec<Mail> {
        self.mails.sort_by_key(|mail| mail.sent);
        self.mails
    }

    /// Takes in a file, a folder of mails, or with `-` what comes through the pipe.
    ///
    /// A file that was named must be readable; files of a folder that are not are only listed.
    pub fn add(&mut self, path: &Path) -> CommandResult {
        if path.as_os_str() == "-" {
            let bytes = bounded(std::io::stdin().lock(), LARGEST_BAG)
                .map_err(|why| CommandError::input(format!("standard input: {why}")))?;
            self.unpack("standard input", &bytes, true);
            return Ok(());
        }
        let about = fs::metadata(path).map_err(|error| files::io_error(path, &error))?;
        if about.is_dir() {
            return self.add_folder(path);
        }
        let bytes = contents(path, LARGEST_BAG)
            .map_err(|why| CommandError::input(format!("{}: {why}", path.display())))?;
        self.unpack(&name_of(path), &bytes, true);
        Ok(())
    }

    /// A folder holds one mail a file; those in folders below it count too.
    fn add_folder(&mut self, folder: &Path) -> CommandResult {
        let problem = |error| files::io_error(folder, &error);
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder).map_err(problem)? {
            let entry = entry.map_err(problem)?;
            if !entry.file_name().to_string_lossy().starts_with('.') {
                entries.push((entry.path(), entry.file_type().map_err(problem)?.is_dir()));
            }
        }
        entries.sort();
        for (path, is_folder) in entries {
            if is_folder {
                self.add_folder(&path)?;
                continue;
            }
            match contents(&path, LARGEST_MAIL) {
                Ok(bytes) => self.unpack(&name_of(&path), &bytes, false),
                Err(why) => self.refused.push(format!("{}: {why}", path.display())),
            }
        }
        Ok(())
    }

    fn unpack(&mut self, source: &str, bytes: &[u8], bag: bool) {
        let mails = mail::split_mbox(bytes);
        if bytes.starts_with(b"From ") && !mails.is_empty() {
            return mails.iter().for_each(|mail| self.open_mail(source, mail));
        }
        if source.ends_with(".eml") || has_mail_headers(bytes) {
            return self.open_mail(source, bytes);
        }
        let mail = Mail { source: source.into(), text: decoded(bytes), bag, ..Mail::default() };
        self.mails.push(mail);
    }

    /// Takes in a mail as mail programs keep it.
    fn open_mail(&mut self, source: &str, bytes: &[u8]) {
        match Message::read(bytes) {
            Some(message) => self.mails.push(Mail::of(message, source)),
            None => self.refused.push(format!("{source}: this is not a mail")),
        }
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().to_string()
}

/// The bytes of a plain file that is not too large.
fn contents(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let about = fs::metadata(path).map_err(|error| error.to_string())?;
    if !about.is_file() {
        return Err("this is not a file".into());
    }
    bounded(File::open(path).map_err(|error| error.to_string())?, most)
}

/// Everything up to a limit; more is refused.
fn bounded(source: impl Read, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    match bytes.len() as u64 > most {
        true => Err(format!(
            "this is larger than {} MB, too large for orders; nothing of it was read",
            most >> 20
        )),
        false => Ok(bytes),
    }
}

/// Text in the encoding that it most likely has: as its mark says, UTF-8, or else Western European.
fn decoded(bytes: &[u8]) -> String {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0.into_owned();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => WINDOWS_1252.decode(bytes).0.into_owned(),
    }
}

/// Whether this begins with the headers that only mail programs write.
fn has_mail_headers(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(16 * 1024)];
    let text = String::from_utf8_lossy(start).to_lowercase();
    let headers: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).collect();
    let is_header = |line: &&str| {
        line.starts_with([' ', '\t'])
            || line.split_once(':').is_some_and(|(name, _)| {
                !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            })
    };
    let has =
        |names: &[&str]| headers.iter().any(|line| names.iter().any(|name| line.starts_with(name)));
    headers.iter().all(is_header)
        && has(&["from:"])
        && has(&["received:", "return-path:", "message-id:", "mime-version:", "content-type:"])
}
