//! Who somebody is at each server, kept in a file that only they can read.

use crate::error::{CommandError, CommandResult};
use crate::files;
use serde::{Deserialize, Serialize};
use service::remote::ServerUrl;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Who somebody is at one server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// What they were called there last.
    pub name: String,
    /// What the program brings: whoever has it is that person.
    pub token: String,
}

/// Who somebody is at the servers where they were.
pub struct Identities {
    path: PathBuf,
    known: BTreeMap<String, Identity>,
}

impl Identities {
    /// Those that are kept.
    pub fn load() -> Result<Identities, CommandError> {
        let path = files::config_folder().join("servers.json");
        if !path.exists() {
            return Ok(Identities { path, known: BTreeMap::new() });
        }
        check_private(&path)?;
        let known = serde_json::from_str(&files::read(&path)?).map_err(|error| {
            CommandError::input(format!(
                "{}: who you are at servers cannot be read from it ({error}); remove it to sign in anew",
                path.display()
            ))
        })?;
        Ok(Identities { path, known })
    }

    /// Who one is at a server.
    pub fn at(&self, url: &ServerUrl) -> Option<&Identity> {
        self.known.get(&url.to_string())
    }

    /// Keeps who one is at a server.
    pub fn keep(&mut self, url: &ServerUrl, identity: Identity) -> CommandResult {
        self.known.insert(url.to_string(), identity);
        self.write()
    }

    /// Keeps it no longer.
    pub fn forget(&mut self, url: &ServerUrl) -> CommandResult {
        self.known.remove(&url.to_string());
        match self.known.is_empty() {
            true => files::remove(&self.path),
            false => self.write(),
        }
    }

    /// Where they are kept.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn write(&self) -> CommandResult {
        let text = serde_json::to_string_pretty(&self.known);
        let text = text.map_err(|error| CommandError::input(error.to_string()))?;
        files::write_private(&self.path, text.as_bytes())
    }
}

/// Refuses a file that others can read: whoever has a token is its person.
#[cfg(unix)]
fn check_private(path: &Path) -> CommandResult {
    use std::os::unix::fs::PermissionsExt;
    let about = std::fs::metadata(path).map_err(|error| files::io_error(path, &error))?;
    match about.permissions().mode() & 0o077 {
        0 => Ok(()),
        _ => {
            let path = path.display();
            Err(CommandError::input(format!(
                "{path}: others can read who you are at servers; say `chmod 600 {path}` first"
            )))
        }
    }
}

#[cfg(not(unix))]
fn check_private(_: &Path) -> CommandResult {
    Ok(())
}
