//! Editions: a game's components as files, held in memory.

use crate::dice::hexadecimal;
use crate::refusal::{Fault, SetupError, unknown};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The components of a game: text files by their path, such as `scenarios/lost.toml`. The house
/// edition is built in; whoever owns a box of the original may lay files of their own over it.
/// Copies share their files.
///
/// ```
/// use table::Edition;
///
/// let house = Edition::new([("charts/life.toml", "days = 5"), ("scenarios/lost.toml", "")]);
/// let own = house.clone().with("charts/life.toml", "days = 9");
/// assert_eq!(own.text("charts/life.toml")?, "days = 9");
/// assert_eq!(own.names_in("scenarios"), ["lost"]);
/// assert_ne!(own.digest(), house.digest());
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Edition {
    files: Arc<BTreeMap<String, String>>,
    /// The files that were laid over the house edition.
    own: Arc<BTreeMap<String, String>>,
}

impl Edition {
    /// An edition of these files.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Edition {
        let files = files.into_iter().map(|(path, text)| (path.to_string(), text.to_string()));
        Edition { files: Arc::new(files.collect()), own: Arc::default() }
    }

    /// The same edition with one file laid over it.
    pub fn with(mut self, path: impl Into<String>, text: impl Into<String>) -> Edition {
        let (path, text) = (path.into(), text.into());
        Arc::make_mut(&mut self.own).insert(path.clone(), text.clone());
        Arc::make_mut(&mut self.files).insert(path, text);
        self
    }

    /// Whether both share the very same files.
    pub fn shares(&self, other: &Edition) -> bool {
        Arc::ptr_eq(&self.files, &other.files)
    }

    /// The files that were laid over the house edition, by path.
    pub fn own_files(&self) -> &BTreeMap<String, String> {
        &self.own
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Result<&str, SetupError> {
        self.files
            .get(path)
            .map(String::as_str)
            .ok_or_else(|| Fault::file(path, "this edition has no such file").into())
    }

    /// The paths of all files, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The names of the TOML files in a folder, without folder and ending, in order.
    pub fn names_in(&self, folder: &str) -> Vec<&str> {
        self.files
            .keys()
            .filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".toml"))
            .filter(|name| !name.contains('/'))
            .collect()
    }

    /// The path of a named file in a folder, or a fault that lists the names there are.
    pub fn find(&self, folder: &str, what: &str, name: &str) -> Result<String, SetupError> {
        let names = self.names_in(folder);
        if names.contains(&name) {
            return Ok(format!("{folder}/{name}.toml"));
        }
        Err(Fault::field(what, unknown(what, name, names.iter().copied())).into())
    }

    /// A name for exactly these files: the first 16 hexadecimal digits of a SHA-256.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for (path, text) in self.files.iter() {
            for part in [path, text] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part.as_bytes());
            }
        }
        hexadecimal(&hash.finalize()[..8])
    }
}

/// The edition that a game brings: every TOML file in the folder `data` of its crate, embedded.
#[macro_export]
macro_rules! house_edition {
    () => {{
        use $crate::include_dir;
        static DATA: include_dir::Dir<'static> =
            include_dir::include_dir!("$CARGO_MANIFEST_DIR/data");
        $crate::Edition::new($crate::texts(&DATA, ".toml"))
    }};
}
