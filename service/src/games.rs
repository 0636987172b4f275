//! The games of this server: the shelf, opened once, with its catalogues and editions.

use crate::error::ServiceError;
use shelf::Shelved;
use std::collections::BTreeMap;
use std::path::Path;
use table::{AnyGame, Catalogue, Course, Edition, Ledger, Lesson};

/// The games that this server offers.
pub struct Games {
    offered: Vec<OfferedGame>,
}

/// A game as this server offers it.
pub struct OfferedGame {
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// Its editions by name; the house's own has the empty name and comes first.
    pub editions: BTreeMap<String, (Edition, Catalogue)>,
    /// The ledger of its rules.
    pub ledger: Ledger,
    /// Its lessons.
    pub course: Course,
    /// Whether it shows how to write a game, rather than being one of the house.
    pub example: bool,
}

impl OfferedGame {
    /// The game's id.
    pub fn id(&self) -> &'static str {
        self.game.id()
    }

    /// What the house edition offers.
    pub fn catalogue(&self) -> &Catalogue {
        static NOTHING: Catalogue = Catalogue {
            game: String::new(),
            title: String::new(),
            summary: String::new(),
            scenarios: Vec::new(),
            options: Vec::new(),
        };
        self.editions.get("").map_or(&NOTHING, |(_, catalogue)| catalogue)
    }

    /// The names of the editions beside the house's own.
    pub fn own_editions(&self) -> Vec<&str> {
        self.editions.keys().map(String::as_str).filter(|name| !name.is_empty()).collect()
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

    /// An edition by name, with what it offers; the empty name is the house's own.
    pub fn edition(&self, name: &str) -> Result<&(Edition, Catalogue), ServiceError> {
        let found = self.editions.get(name);
        found.ok_or_else(|| {
            ServiceError::BadRequest(format!("There is no edition `{name}` of this game."))
        })
    }
}

impl Games {
    /// The given games; editions of one's own are folders `GAME/NAME` below `editions`.
    pub fn new(shelf: Vec<Shelved>, editions: Option<&Path>) -> Result<Games, String> {
        let mut offered = Vec::new();
        for shelved in shelf {
            let Shelved { game, example, .. } = shelved;
            let house = game.house();
            let catalogue = game.catalogue(&house).map_err(|error| error.to_string())?;
            let mut kept = BTreeMap::from([(String::new(), (house.clone(), catalogue))]);
            if let Some(folder) = editions.map(|folder| folder.join(game.id())) {
                for (name, edition) in edition_folders(&folder, &house)? {
                    let catalogue = game
                        .catalogue(&edition)
                        .map_err(|error| format!("{}: {error}", folder.join(&name).display()))?;
                    kept.insert(name, (edition, catalogue));
                }
            }
            let course = Course::parse(&game.lessons()).map_err(|faults| {
                faults.iter().map(|fault| format!("{fault}\n")).collect::<String>()
            })?;
            let ledger = game.ledger();
            offered.push(OfferedGame { game, editions: kept, ledger, course, example });
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

/// The editions in the folders below this one.
fn edition_folders(folder: &Path, house: &Edition) -> Result<Vec<(String, Edition)>, String> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        if !path.is_dir() {
            continue;
        }
        let mut edition = house.clone();
        overlay_folder(&path, "", &mut edition)?;
        found.push((entry.file_name().to_string_lossy().to_string(), edition));
    }
    Ok(found)
}

fn overlay_folder(folder: &Path, inside: &str, edition: &mut Edition) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(failed)?.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().to_string());
        if path.is_dir() {
            overlay_folder(&path, &format!("{inside}{name}/"), edition)?;
        } else if name.ends_with(".toml") {
            let text = std::fs::read_to_string(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            *edition = std::mem::take(edition).with(format!("{inside}{name}"), text);
        }
    }
    Ok(())
}
