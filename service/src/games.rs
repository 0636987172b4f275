//! The games of this server: the shelf, opened once, with its catalogues and editions.

use crate::error::ServiceError;
use crate::tables::catch_panic;
use shelf::Shelved;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
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
    own: Mutex<OwnEditions>,
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
    looked: Option<Instant>,
    found: BTreeMap<String, OwnEdition>,
}

/// An edition of one's own: what it offers, or what is wrong with it.
struct OwnEdition {
    files: Result<BTreeMap<String, String>, String>,
    read: Result<Arc<OfferedEdition>, String>,
}

/// How long a look at the folder of editions holds.
const LOOK: Duration = Duration::from_secs(1);

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
        let own = self.own();
        let whole = own.found.iter().filter(|(_, edition)| edition.read.is_ok());
        whole.map(|(name, _)| name.clone()).collect()
    }

    /// The editions that cannot be played, each with its faults.
    pub fn faulty_editions(&self) -> BTreeMap<String, String> {
        let own = self.own();
        let faulty = |(name, edition): (&String, &OwnEdition)| {
            Some((name.clone(), edition.read.as_ref().err()?.clone()))
        };
        own.found.iter().filter_map(faulty).collect()
    }

    /// The editions of one's own, looked at again if that was a while ago.
    fn own(&self) -> MutexGuard<'_, OwnEditions> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if own.looked.is_none_or(|looked| looked.elapsed() > LOOK) {
            own.look(self.game.as_ref(), &self.house.edition);
        }
        own
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
        match self.own().found.get(name).map(|edition| &edition.read) {
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
    /// Looks at the folder: files that have not changed are not read as an edition again.
    fn look(&mut self, game: &dyn AnyGame, house: &Edition) {
        self.looked = Some(Instant::now());
        let mut before = std::mem::take(&mut self.found);
        for (name, path) in self.folder.as_deref().map(folders_in).unwrap_or_default() {
            let files = files_in(&path);
            let known = before.remove(&name).filter(|known| known.files == files);
            let edition = known.unwrap_or_else(|| {
                let edition = OwnEdition::read(game, house, files);
                if let Err(faults) = &edition.read {
                    let folder = path.display();
                    tracing::warn!(%folder, faults, "an edition has faults and is not offered");
                }
                edition
            });
            self.found.insert(name, edition);
        }
    }
}

impl OwnEdition {
    fn read(
        game: &dyn AnyGame,
        house: &Edition,
        files: Result<BTreeMap<String, String>, String>,
    ) -> OwnEdition {
        let read = files.clone().and_then(|files| {
            let edition = laid_over(house, &files);
            let catalogue = read_catalogue(game, &edition)?;
            check_scenarios(game, &edition, &catalogue)?;
            Ok(Arc::new(OfferedEdition { edition, catalogue }))
        });
        OwnEdition { files, read }
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
                own: Mutex::new(own),
            };
            // Faults are logged when the server starts.
            drop(game.own());
            offered.push(game);
        }
        Ok(Games { offered })
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

/// The files of an edition in a folder, by their paths below it.
fn files_in(folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, inside)) = folders.pop() {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(&folder).map_err(failed)?.flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().to_string());
            if path.is_dir() {
                folders.push((path, format!("{inside}{name}/")));
            } else if name.ends_with(".toml") {
                let text = std::fs::read_to_string(&path)
                    .map_err(|error| format!("{inside}{name}: {error}"))?;
                files.insert(format!("{inside}{name}"), text);
            }
        }
    }
    Ok(files)
}

/// The house edition with files laid over it.
fn laid_over(house: &Edition, files: &BTreeMap<String, String>) -> Edition {
    files
        .iter()
        .fold(house.clone(), |edition, (path, text)| edition.with(path.clone(), text.clone()))
}
