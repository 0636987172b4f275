//! The games of this server: the shelf, opened once, with its catalogues and editions.

use crate::error::ServiceError;
use crate::store::plain_words;
use crate::tables::catch_panic;
use shelf::Shelved;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use table::{AnyGame, Catalogue, Edition, Ledger, Lesson, LessonCourse, Seed, Setup};

/// The games that this server offers.
pub struct Games {
    offered: Vec<OfferedGame>,
}

/// A game as this server offers it.
pub struct OfferedGame {
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// The ledger of its rules.
    pub ledger: Ledger,
    /// Its lessons.
    pub course: LessonCourse,
    /// Whether it shows how to write a game, rather than being one of the house.
    pub example: bool,
    house: Arc<OfferedEdition>,
    own: OwnEditions,
}

/// An edition, and what it offers.
pub struct OfferedEdition {
    /// The edition.
    pub edition: Edition,
    /// What it offers.
    pub catalogue: Catalogue,
}

/// The editions in a folder, as they were when it was last looked at.
#[derive(Default)]
struct OwnEditions {
    folder: Option<PathBuf>,
    found: Mutex<Arc<BTreeMap<String, OwnEdition>>>,
}

/// An edition of one's own: what it offers, or what is wrong with it.
#[derive(Clone)]
struct OwnEdition {
    /// Its files as they were listed: what has not changed is not read again.
    listed: Result<Vec<ListedFile>, String>,
    read: Result<Arc<OfferedEdition>, String>,
}

/// The most bytes that an edition may have, in all its files together: many times what the largest of ours has.
const MOST_BYTES: u64 = 1024 * 1024;
/// The most files and folders that an edition may have.
const MOST_FILES: usize = 1000;
/// How many folders may lie in one another.
const MOST_DEEP: usize = 8;

/// A file of an edition: its path below the folder, how long it is and when it was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ListedFile {
    name: String,
    path: PathBuf,
    bytes: u64,
    changed: Option<SystemTime>,
}

impl OfferedGame {
    /// The game's id.
    pub fn id(&self) -> &'static str {
        self.game.id()
    }

    /// What the house edition offers.
    pub fn catalogue(&self) -> &Catalogue {
        &self.house.catalogue
    }

    /// The names of the editions beside the house's own that can be played.
    pub fn own_editions(&self) -> Vec<String> {
        let own = self.own.found();
        let whole = own.iter().filter(|(_, edition)| edition.read.is_ok());
        whole.map(|(name, _)| name.clone()).collect()
    }

    /// The editions that cannot be played, each with its faults.
    pub fn faulty_editions(&self) -> BTreeMap<String, String> {
        let own = self.own.found();
        let faulty = |(name, edition): (&String, &OwnEdition)| {
            Some((name.clone(), edition.read.as_ref().err()?.clone()))
        };
        own.iter().filter_map(faulty).collect()
    }

    /// Looks at the folder of one's own editions: what has changed is offered from then on.
    pub fn look_at_editions(&self) {
        self.own.look(self.game.as_ref(), &self.house.edition);
    }

    /// A lesson by its name.
    pub fn lesson(&self, name: &str) -> Result<&Lesson, ServiceError> {
        let found = self.course.lessons.iter().find(|lesson| lesson.name == name);
        found.ok_or_else(|| ServiceError::NotFound("such lesson".into()))
    }

    /// The lesson that comes after the one of this name.
    pub fn lesson_after(&self, name: &str) -> Option<&Lesson> {
        let mut lessons = self.course.lessons.iter().skip_while(|lesson| lesson.name != name);
        lessons.nth(1)
    }

    /// An edition by name; the empty name is the house's own.
    pub fn edition(&self, name: &str) -> Result<Arc<OfferedEdition>, ServiceError> {
        if name.is_empty() {
            return Ok(self.house.clone());
        }
        match self.own.found().get(name).map(|edition| &edition.read) {
            Some(Ok(edition)) => Ok(edition.clone()),
            Some(Err(faults)) => Err(ServiceError::BadRequest(format!(
                "The edition `{name}` has faults and cannot be played:\n{faults}"
            ))),
            None => {
                Err(ServiceError::BadRequest(format!("There is no edition `{name}` of this game.")))
            }
        }
    }

    /// The house edition with these files laid over it.
    pub fn with_files(&self, files: &BTreeMap<String, String>) -> Edition {
        laid_over(&self.house.edition, files)
    }
}

impl OwnEditions {
    /// What was found at the last look. Nobody who asks waits for one.
    fn found(&self) -> Arc<BTreeMap<String, OwnEdition>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks at the folder: an edition whose files have not changed is not read again.
    fn look(&self, game: &dyn AnyGame, house: &Edition) {
        let before = self.found();
        let mut found = BTreeMap::new();
        for (name, path) in self.folder.as_deref().map(folders_in).unwrap_or_default() {
            let listed = files_in(&path);
            let known = before.get(&name).filter(|known| known.listed == listed).cloned();
            let edition = known.unwrap_or_else(|| {
                let edition = OwnEdition::read(game, house, listed);
                if let Err(faults) = &edition.read {
                    let folder = path.display();
                    tracing::warn!(%folder, faults, "an edition has faults and is not offered");
                }
                edition
            });
            found.insert(name, edition);
        }
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(found);
    }
}

impl OwnEdition {
    fn read(
        game: &dyn AnyGame,
        house: &Edition,
        listed: Result<Vec<ListedFile>, String>,
    ) -> OwnEdition {
        let read = listed.clone().and_then(|listed| {
            let files: BTreeMap<String, String> = listed
                .iter()
                .map(|file| Ok((file.name.clone(), text_of(file)?)))
                .collect::<Result<_, String>>()?;
            let edition = laid_over(house, &files);
            let catalogue = read_catalogue(game, &edition)?;
            check_scenarios(game, &edition, &catalogue)?;
            Ok(Arc::new(OfferedEdition { edition, catalogue }))
        });
        OwnEdition { listed, read }
    }
}

/// What an edition offers, or what is wrong with it. A fault of the reader is one of the edition.
pub fn read_catalogue(game: &dyn AnyGame, edition: &Edition) -> Result<Catalogue, String> {
    match catch_panic(game.id(), || game.catalogue(edition)) {
        Ok(read) => read.map_err(|error| error.to_string()),
        Err(_) => Err("It cannot be read.".into()),
    }
}

/// Sets every scenario up once: what only shows then is a fault of the edition too.
fn check_scenarios(
    game: &dyn AnyGame,
    edition: &Edition,
    catalogue: &Catalogue,
) -> Result<(), String> {
    let mut faults = Vec::new();
    for scenario in &catalogue.scenarios {
        let setup = Setup::new(&scenario.id, scenario.min_seats);
        let start = || game.start(edition.clone(), &setup, Seed::from_number(0)).map(drop);
        let fault = match catch_panic(game.id(), start) {
            Ok(Ok(())) => continue,
            Ok(Err(fault)) => fault.to_string(),
            Err(_) => format!("The scenario {} cannot be set up.", scenario.id),
        };
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The folders among those of editions that have the name of no game.
fn folders_of_no_game(editions: &Path, games: &[&str]) -> Vec<String> {
    let found = std::fs::read_dir(editions).into_iter().flatten().flatten();
    let folders = found.filter(|found| found.path().is_dir());
    let names = folders.map(|folder| folder.file_name().to_string_lossy().to_string());
    let mut names: Vec<String> = names.filter(|name| !games.contains(&name.as_str())).collect();
    names.sort_unstable();
    names
}

impl Games {
    /// The given games; editions of one's own are folders `GAME/NAME` below `editions`.
    pub fn new(shelf: Vec<Shelved>, editions: Option<&Path>) -> Result<Games, String> {
        let mut offered = Vec::new();
        for shelved in shelf {
            let Shelved { game, example, .. } = shelved;
            let edition = game.house();
            let catalogue = game.catalogue(&edition).map_err(|error| error.to_string())?;
            let course = LessonCourse::parse(&game.lessons()).map_err(|faults| {
                faults.iter().map(|fault| format!("{fault}\n")).collect::<String>()
            })?;
            let folder = editions.map(|folder| folder.join(game.id()));
            let own = OwnEditions { folder, ..OwnEditions::default() };
            let game = OfferedGame {
                ledger: game.ledger(),
                game,
                course,
                example,
                house: Arc::new(OfferedEdition { edition, catalogue }),
                own,
            };
            // Faults are logged when the server starts.
            game.look_at_editions();
            offered.push(game);
        }
        let ids: Vec<&str> = offered.iter().map(|offered| offered.id()).collect();
        for folder in editions.map_or_else(Vec::new, |folder| folders_of_no_game(folder, &ids)) {
            let games = ids.join(", ");
            tracing::warn!(
                folder,
                games,
                "editions in this folder are not offered: it has the name of no game"
            );
        }
        Ok(Games { offered })
    }

    /// Looks at the folders of all editions.
    pub fn look_at_editions(&self) {
        self.offered.iter().for_each(OfferedGame::look_at_editions);
    }

    /// All games, in the order in which they are shown.
    pub fn all(&self) -> &[OfferedGame] {
        &self.offered
    }

    /// The game of that id.
    pub fn find(&self, id: &str) -> Result<&OfferedGame, ServiceError> {
        self.offered
            .iter()
            .find(|offered| offered.id() == id)
            .ok_or_else(|| ServiceError::NotFound("such game".into()))
    }
}

/// The folders below this one, by name.
fn folders_in(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| (entry.file_name().to_string_lossy().to_string(), entry.path()))
        .collect()
}

/// The files of an edition in a folder, by their paths below it. What is no file, lies elsewhere, or is too much, is a fault,
/// and nothing of it is opened. Links within the edition are followed.
fn files_in(folder: &Path) -> Result<Vec<ListedFile>, String> {
    let (mut files, mut bytes, mut seen) = (Vec::new(), 0, 0);
    let gone = |error: io::Error| format!("{}: {}", folder.display(), plain_words(&error));
    let root = folder.canonicalize().map_err(gone)?;
    let mut folders = vec![(root.clone(), String::new(), 1)];
    while let Some((folder, inside, deep)) = folders.pop() {
        let failed = |error: io::Error| format!("{}: {}", folder.display(), plain_words(&error));
        for entry in std::fs::read_dir(&folder).map_err(failed)?.flatten() {
            seen += 1;
            let name = format!("{inside}{}", entry.file_name().to_string_lossy());
            let failed = |error: io::Error| format!("{name}: {}", plain_words(&error));
            let path = entry.path().canonicalize().map_err(failed)?;
            if !path.starts_with(&root) {
                return Err(format!(
                    "{name}: this is a link that leads out of the edition: put the file itself here"
                ));
            }
            let found = std::fs::metadata(&path).map_err(failed)?;
            if seen > MOST_FILES || deep > MOST_DEEP {
                return Err(format!(
                    "{name}: this is too much: at most {MOST_FILES} files, in at most {MOST_DEEP} folders in one another"
                ));
            }
            if found.is_dir() {
                folders.push((path, format!("{name}/"), deep + 1));
            } else if name.ends_with(".toml") {
                bytes += found.len();
                if !found.is_file() {
                    return Err(format!("{name}: this is no file"));
                }
                if bytes > MOST_BYTES {
                    return Err(format!(
                        "{name}: this is too large: all files of an edition together have at most {MOST_BYTES} bytes"
                    ));
                }
                let (bytes, changed) = (found.len(), found.modified().ok());
                files.push(ListedFile { name, path, bytes, changed });
            }
        }
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(files)
}

/// The text of a file that was listed. Should it have become something else since, nobody waits for it.
fn text_of(file: &ListedFile) -> Result<String, String> {
    let failed = |error: io::Error| format!("{}: {}", file.name, plain_words(&error));
    let mut options = std::fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        let at_once = rustix::fs::OFlags::NONBLOCK.bits();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, at_once as i32);
    }
    let opened = options.open(&file.path).map_err(failed)?;
    if !opened.metadata().map_err(failed)?.is_file() {
        return Err(format!("{}: this is no file", file.name));
    }
    let mut text = Vec::new();
    opened.take(MOST_BYTES).read_to_end(&mut text).map_err(failed)?;
    String::from_utf8(text).map_err(|_| format!("{}: this is no text", file.name))
}

/// The house edition with files laid over it.
fn laid_over(house: &Edition, files: &BTreeMap<String, String>) -> Edition {
    files
        .iter()
        .fold(house.clone(), |edition, (path, text)| edition.with(path.clone(), text.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_editions_with_the_name_of_no_game_is_noticed() {
        let editions = tempfile::TempDir::new().unwrap();
        assert!(folders_of_no_game(&editions.path().join("missing"), &["outlive"]).is_empty());
        for name in ["outlive", "outdoor_survival"] {
            std::fs::create_dir(editions.path().join(name)).unwrap();
        }
        std::fs::write(editions.path().join("README.md"), "").unwrap();
        assert_eq!(folders_of_no_game(editions.path(), &["outlive"]), ["outdoor_survival"]);
    }
}
