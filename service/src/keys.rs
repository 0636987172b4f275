//! The server's own keys, each in a file of its owner's beside the store: one seals the seeds of games that
//! are not over, one signs records. Neither is ever in the store.

use crate::error::ServiceError;
use crate::secret::{self, random_key};
use crate::store::{give_to_owner, plain_words};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use sha2::{Digest, Sha256};
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;
use table::{RecordKey, Seed};

/// What a sealed seed begins with in the store.
const SEALED: &str = "sealed:";
const NONCE: usize = 12;
/// The file of the key that is to replace that of the seeds.
const NEXT: &str = "seeds.key.next";
/// The file of the public keys that signed records before.
const RETIRED: &str = "records.retired";

/// The keys of a server.
pub struct Keys {
    seeds: Key,
    records: RecordKey,
    /// The public halves of the keys that signed records before.
    retired: Vec<String>,
    /// Whether the key of records has just been made.
    new: bool,
}

/// A seed that is promised to somebody: its commitment can be shown, and nobody but the server can open it.
pub struct SeedOffer {
    /// SHA-256 of the seed.
    pub commitment: String,
    /// The seed, sealed.
    pub sealed: String,
}

impl Keys {
    /// Reads the keys in a folder; those that are missing are made, and those that others could read are closed to
    /// them. The key of seeds that are sealed already cannot
    /// be made again: without it the games of the store could not go on.
    pub fn open(folder: &Path, seeds_are_sealed: bool) -> Result<Keys, String> {
        for name in ["seeds.key", "records.key", RETIRED] {
            close_to_others(&folder.join(name))?;
        }
        let seeds = folder.join("seeds.key");
        let seeds = match read_key(&seeds)? {
            Some(key) => key,
            None if seeds_are_sealed => {
                let why = "this file is missing, without which no game can go on: put it back";
                return Err(format!("{}: {why}", seeds.display()));
            }
            None => make_key(&seeds)?,
        };
        let records = folder.join("records.key");
        let found = read_key(&records)?;
        let new = found.is_none();
        let records = found.map_or_else(|| make_key(&records), Ok)?;
        let retired = fs::read_to_string(folder.join(RETIRED)).unwrap_or_default();
        let retired = retired.lines().map(str::to_string).collect();
        Ok(Keys { seeds: seeds.into(), records: RecordKey::new(records), retired, new })
    }

    /// Whether there was no key of records, and one has just been made.
    pub fn are_new(&self) -> bool {
        self.new
    }

    /// Keeps the public half of a key that signed records before.
    pub fn retire(&mut self, folder: &Path, public: &str) -> Result<(), String> {
        let path = folder.join(RETIRED);
        let failed = |error: std::io::Error| format!("{}: {}", path.display(), plain_words(&error));
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let made = !path.exists();
        let mut known = options.open(&path).map_err(failed)?;
        if made {
            give_to_owner(&known, &folder.join("records.key")).map_err(failed)?;
        }
        #[cfg(unix)]
        {
            // Versions before left it open to all.
            let owner: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o600);
            known.set_permissions(owner).map_err(failed)?;
        }
        writeln!(known, "{public}").map_err(failed)?;
        known.sync_all().map_err(failed)?;
        self.retired.push(public.to_string());
        Ok(())
    }

    /// The public halves of the keys that signed records before, the newest last.
    pub fn retired(&self) -> &[String] {
        &self.retired
    }

    /// Begins to replace the key of the seeds: the next one lies beside it until everything is sealed with it.
    pub fn next_seeds_key(&self, folder: &Path) -> Result<Keys, String> {
        let seeds = make_key(&folder.join(NEXT))?;
        let (records, retired) = (self.records.clone(), Vec::new());
        Ok(Keys { seeds: seeds.into(), records, retired, new: false })
    }

    /// Ends what [`next_seeds_key`](Keys::next_seeds_key) began, also if the program ended in between: of the two keys the
    /// one stays that opens what is sealed.
    pub fn settle(folder: &Path, sealed: Option<&(String, String)>) -> Result<(), String> {
        let next = folder.join(NEXT);
        let Some(key) = read_key(&next)? else { return Ok(()) };
        let opens = sealed.is_some_and(|(table, seed)| {
            unseal_with(&key.into(), seed.strip_prefix(SEALED).unwrap_or_default(), table).is_some()
        });
        let settled = match opens {
            true => fs::rename(&next, folder.join("seeds.key")),
            false => fs::remove_file(&next),
        };
        settled.map_err(|error| format!("{}: {}", next.display(), plain_words(&error)))
    }

    /// Signs records with a new key from now on; the public half of the old one is kept.
    pub fn replace_records_key(&mut self, folder: &Path) -> Result<(), String> {
        let public = self.records.public();
        // Whoever was interrupted here has noted it already.
        if !self.retired.contains(&public) {
            self.retire(folder, &public)?;
        }
        make_key(&folder.join("records.key")).map(drop)
    }

    /// By what the key of the seeds is known, without telling it.
    pub fn seeds_fingerprint(&self) -> String {
        let hash = Sha256::new().chain_update("overwinter seeds key ").chain_update(self.seeds);
        secret::hexadecimal(&hash.finalize())
    }

    /// The key with which records are signed.
    pub fn records(&self) -> &RecordKey {
        &self.records
    }

    /// A seed as the store keeps it; it can be opened for the same purpose only.
    pub fn seal(&self, seed: Seed, purpose: &str) -> Result<String, ServiceError> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce)
            .map_err(|error| ServiceError::Internal(format!("no random numbers: {error}")))?;
        let payload = Payload { msg: &seed.0, aad: purpose.as_bytes() };
        let sealed = ChaCha20Poly1305::new(&self.seeds)
            .encrypt(&Nonce::from(nonce), payload)
            .map_err(|_| ServiceError::Internal("a seed could not be sealed".into()))?;
        Ok(format!("{SEALED}{}{}", secret::hexadecimal(&nonce), secret::hexadecimal(&sealed)))
    }

    /// The seed that was sealed for this purpose. Stores of older versions kept seeds in the clear.
    pub fn unseal(&self, text: &str, purpose: &str) -> Result<Seed, ServiceError> {
        let damaged = || {
            let why = "a seed in the store was sealed with another key: put `seeds.key` back";
            ServiceError::Internal(why.into())
        };
        let Some(sealed) = text.strip_prefix(SEALED) else {
            return text.parse().map_err(|_| damaged());
        };
        unseal_with(&self.seeds, sealed, purpose).ok_or_else(damaged)
    }

    /// Whether a seed of the store is sealed.
    pub fn is_sealed(text: &str) -> bool {
        text.starts_with(SEALED)
    }

    /// A new seed, promised to a guest.
    pub fn offer(&self, guest: &str) -> Result<SeedOffer, ServiceError> {
        let seed = Seed(random_key()?);
        let sealed = self.seal(seed, &format!("offer {guest}"))?;
        Ok(SeedOffer { commitment: seed.commitment(), sealed })
    }

    /// The seed that was promised to a guest; a new one if they bring no promise.
    pub fn redeem(&self, guest: &str, sealed: &str) -> Result<Seed, ServiceError> {
        match sealed {
            "" => Ok(Seed(random_key()?)),
            sealed if !Keys::is_sealed(sealed) => Err(not_promised()),
            sealed => self.unseal(sealed, &format!("offer {guest}")).map_err(|_| not_promised()),
        }
    }
}

fn unseal_with(key: &Key, sealed: &str, purpose: &str) -> Option<Seed> {
    let bytes = secret::bytes(sealed)?;
    let (nonce, sealed) = bytes.split_first_chunk::<NONCE>()?;
    let payload = Payload { msg: sealed, aad: purpose.as_bytes() };
    let seed = ChaCha20Poly1305::new(key).decrypt(&Nonce::from(*nonce), payload).ok()?;
    seed.try_into().ok().map(Seed)
}

fn not_promised() -> ServiceError {
    ServiceError::BadRequest("This is no commitment of this server. Load the page again.".into())
}

/// Takes everybody else's rights to the file of a key, if it is there: a copy that was put back is often open to all.
#[cfg(unix)]
fn close_to_others(path: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let open = fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o077 != 0);
    if !open {
        return Ok(());
    }
    let file = path.display();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(|error| {
        let why = plain_words(&error);
        format!("{file}: others can read this key, and it cannot be closed to them: {why}. Type `chmod 600 {file}`")
    })?;
    tracing::warn!(%file, "others could read this file; it is closed to them now. If somebody else has an account on \
                   this machine, stop the server and make new keys with `overwinter keys rotate`");
    Ok(())
}

#[cfg(not(unix))]
fn close_to_others(_: &Path) -> Result<(), String> {
    Ok(())
}

/// The key in a file; none if the file is not there.
fn read_key(path: &Path) -> Result<Option<[u8; 32]>, String> {
    match fs::read(path) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            let key = secret::bytes(text.trim()).and_then(|bytes| bytes.try_into().ok());
            let no_key = || format!("{}: this is no key: 64 hexadecimal digits", path.display());
            key.map(Some).ok_or_else(no_key)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {}", path.display(), plain_words(&error))),
    }
}

/// Makes a key in a file that its owner alone can read. The file is whole or not there, whatever ends the
/// program, and on the disk before anything is sealed with it.
fn make_key(path: &Path) -> Result<[u8; 32], String> {
    let key = random_key().map_err(|error| error.to_string())?;
    let making = path.with_extension("key.new");
    let write = || -> std::io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&making)?;
        // The key of seeds that is to come takes the place of the one that is there.
        let replaced = if path.ends_with(NEXT) { path.with_extension("") } else { path.into() };
        give_to_owner(&file, &replaced)?;
        writeln!(file, "{}", secret::hexadecimal(&key))?;
        file.sync_all()?;
        fs::rename(&making, path)?;
        #[cfg(unix)]
        if let Some(folder) = path.parent() {
            fs::File::open(folder)?.sync_all()?;
        }
        Ok(())
    };
    write().map_err(|error| format!("{}: {}", path.display(), plain_words(&error)))?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_opened_by_its_own_key_and_for_its_own_purpose_only() {
        let (here, there) = (tempfile::TempDir::new().unwrap(), tempfile::TempDir::new().unwrap());
        let keys = Keys::open(here.path(), false).unwrap();
        let seed = Seed::from_number(7);
        let sealed = keys.seal(seed, "table").unwrap();
        assert!(!sealed.contains(&seed.to_string()) && Keys::is_sealed(&sealed));
        assert_eq!(keys.unseal(&sealed, "table").unwrap(), seed);
        assert!(keys.unseal(&sealed, "another table").is_err());
        assert!(Keys::open(there.path(), false).unwrap().unseal(&sealed, "table").is_err());
        let again = Keys::open(here.path(), true).unwrap();
        assert_eq!(again.unseal(&sealed, "table").unwrap(), seed);
        assert_eq!(keys.unseal(&seed.to_string(), "table").unwrap(), seed, "an older store");
    }

    #[test]
    fn the_key_of_sealed_seeds_is_not_made_again() {
        let folder = tempfile::TempDir::new().unwrap();
        for _ in 0..2 {
            let refused = Keys::open(folder.path(), true).err().unwrap();
            assert!(refused.contains("seeds.key: this file is missing"), "{refused}");
        }
        fs::write(folder.path().join("seeds.key"), [0xff, 0xfe, 0]).unwrap();
        let refused = Keys::open(folder.path(), true).err().unwrap();
        assert!(refused.contains("this is no key"), "{refused}");
    }

    #[test]
    fn a_promise_is_kept_to_whom_it_was_made() {
        let folder = tempfile::TempDir::new().unwrap();
        let keys = Keys::open(folder.path(), false).unwrap();
        let offer = keys.offer("ann").unwrap();
        assert_eq!(keys.redeem("ann", &offer.sealed).unwrap().commitment(), offer.commitment);
        assert!(keys.redeem("bob", &offer.sealed).is_err());
        assert!(keys.redeem("ann", &"00".repeat(32)).is_err(), "nobody chooses the seed");
    }

    #[cfg(unix)]
    #[test]
    fn keys_are_their_owners() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::TempDir::new().unwrap();
        Keys::open(folder.path(), false).unwrap();
        let names = ["seeds.key", "records.key", RETIRED];
        let mode =
            |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert!(names[..2].iter().all(|name| mode(name) & 0o077 == 0));
        // A copy that was put back with the rights that files usually have.
        fs::write(folder.path().join(RETIRED), "").unwrap();
        for name in names {
            let open = fs::Permissions::from_mode(0o644);
            fs::set_permissions(folder.path().join(name), open).unwrap();
        }
        Keys::open(folder.path(), true).unwrap();
        for name in names {
            assert_eq!(mode(name) & 0o077, 0, "{name}");
        }
    }
}
