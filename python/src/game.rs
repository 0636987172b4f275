//! Games on the shelf: scenarios, options, bots, editions.

use crate::convert::seed;
use crate::errors::{fault, setup_error, shown};
use crate::table_of_play::Table;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBool, PyDict};
use shelf::{Means, Shelved};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use table::{Catalogue, OptionKind, ScenarioInfo, Setup};

/// Every game of the shelf, opened once. Bots have no clock: the same seed gives the same choices.
static SHELF: LazyLock<Vec<Arc<Shelved>>> =
    LazyLock::new(|| shelf::house().games(Means::default()).into_iter().map(Arc::new).collect());

/// The shelved game of that id.
pub fn find(py: Python<'_>, id: &str) -> PyResult<Arc<Shelved>> {
    let found = SHELF.iter().find(|shelved| shelved.game.id().eq_ignore_ascii_case(id));
    found.cloned().ok_or_else(|| {
        let ids: Vec<&str> = SHELF.iter().map(|shelved| shelved.game.id()).collect();
        fault(py, table::unknown("game", id, ids))
    })
}

/// All games, those of the house first.
#[pyfunction]
pub fn games() -> Vec<Game> {
    SHELF.iter().cloned().map(|shelved| Game { shelved }).collect()
}

/// The game of that id.
#[pyfunction]
pub fn game(py: Python<'_>, id: &str) -> PyResult<Game> {
    Ok(Game { shelved: find(py, id)? })
}

/// A game in its box.
#[pyclass(frozen, module = "overwinter")]
pub struct Game {
    pub shelved: Arc<Shelved>,
}

/// A scenario that a game offers.
#[pyclass(frozen, module = "overwinter", get_all)]
pub struct Scenario {
    /// Its id.
    id: String,
    /// What it is called.
    name: String,
    /// What it is about, in a sentence or two.
    summary: String,
    /// How many may play.
    seats: Vec<u16>,
    /// Options that it sets otherwise than the game does.
    defaults: BTreeMap<String, String>,
}

/// An option that a game offers.
#[pyclass(frozen, module = "overwinter", get_all)]
pub struct OptionInfo {
    /// Its name.
    key: String,
    /// What it does.
    about: String,
    /// The rule behind it.
    rule: String,
    /// The values that can be chosen; of a range of numbers the least and the most.
    values: Vec<String>,
    /// What is so if nobody chooses.
    default: String,
}

/// A bot that plays a game.
#[pyclass(frozen, module = "overwinter", get_all)]
pub struct BotInfo {
    /// Its name.
    name: String,
    /// How it plays, in a sentence.
    about: String,
}

/// A rule of a game's ledger.
#[pyclass(frozen, module = "overwinter", get_all)]
pub struct Rule {
    /// Its id.
    id: String,
    /// What it says.
    text: String,
    /// What kind of rule it is.
    kind: String,
}

macro_rules! shown_as {
    ($($class:ty: $field:ident),*) => {$(
        #[pymethods]
        impl $class {
            fn __repr__(&self) -> String {
                format!("<{}: {}>", stringify!($class), self.$field)
            }
        }
    )*};
}

shown_as!(Scenario: id, OptionInfo: key, BotInfo: name, Rule: id);

/// The files of a game: those of the house, with others laid over them.
#[pyclass(frozen, module = "overwinter")]
#[derive(Clone)]
pub struct Edition {
    pub edition: table::Edition,
}

#[pymethods]
impl Edition {
    /// The paths of all files.
    #[getter]
    fn paths(&self) -> Vec<String> {
        self.edition.paths().map(str::to_string).collect()
    }

    /// The digest by which records name it.
    #[getter]
    fn digest(&self) -> String {
        self.edition.digest()
    }

    /// The text of a file.
    fn text(&self, py: Python<'_>, path: &str) -> PyResult<String> {
        self.edition.text(path).map(str::to_string).map_err(|error| setup_error(py, &error))
    }

    /// The same with one more file, or another text for one that is there.
    fn with_file(&self, path: &str, text: &str) -> Edition {
        Edition { edition: self.edition.clone().with(path, text) }
    }

    fn __repr__(&self) -> String {
        format!("<Edition: {} files, {}>", self.edition.paths().count(), self.edition.digest())
    }
}

/// The files below a folder that end so, in order.
pub fn files_below(py: Python<'_>, folder: &Path, ending: &str) -> PyResult<Vec<PathBuf>> {
    let problem = |path: &Path, why: &str| fault(py, format!("{}: {why}", path.display()));
    if !folder.is_dir() {
        let why = if folder.exists() {
            "this is a file, not a folder"
        } else {
            "there is no such folder"
        };
        return Err(problem(folder, why));
    }
    let (mut folders, mut files) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(&folder).map_err(|error| problem(&folder, &error.to_string()))?;
        for entry in entries {
            let path = entry.map_err(|error| problem(&folder, &error.to_string()))?.path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The text of a file.
pub fn read(py: Python<'_>, path: &Path) -> PyResult<String> {
    let problem = |why: String| fault(py, format!("{}: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| problem(error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| problem("this is not UTF-8 text".into()))
}

/// A set-up as it is asked for in Python, with the edition that it is read by.
#[derive(Clone)]
pub struct Asked {
    pub edition: table::Edition,
    pub setup: Setup,
}

/// Reads what is asked for: scenario by id or by file, seats, options, names.
pub fn asked(
    py: Python<'_>,
    shelved: &Shelved,
    scenario: Option<&str>,
    seats: Option<u16>,
    options: Option<&Bound<'_, PyDict>>,
    names: Vec<String>,
    edition: Option<&Edition>,
) -> PyResult<Asked> {
    let game = shelved.game.as_ref();
    let mut edition = edition.map_or_else(|| game.house(), |edition| edition.edition.clone());
    let mut id = scenario.map(str::to_string);
    if let Some(path) = scenario.filter(|word| word.ends_with(".toml")) {
        let path = Path::new(path);
        let name = path.file_stem().map(|stem| stem.to_string_lossy().to_string());
        let name = name.unwrap_or_default();
        edition = edition.with(format!("scenarios/{name}.toml"), read(py, path)?);
        id = Some(name);
    }
    let catalogue = game.catalogue(&edition).map_err(|error| setup_error(py, &error))?;
    let info = scenario_of(py, &catalogue, id.as_deref())?;
    let options = match options {
        Some(options) => chosen(options)?,
        None => BTreeMap::new(),
    };
    let seats = seats.unwrap_or_else(|| info.seats_near(2));
    Ok(Asked { setup: Setup { scenario: info.id.clone(), seats, names, options }, edition })
}

fn scenario_of<'a>(
    py: Python<'_>,
    catalogue: &'a Catalogue,
    id: Option<&str>,
) -> PyResult<&'a ScenarioInfo> {
    let Some(id) = id else {
        let none = || fault(py, "this edition has no scenario");
        return catalogue.scenarios.first().ok_or_else(none);
    };
    let found = catalogue.scenarios.iter().find(|info| info.id.eq_ignore_ascii_case(id));
    found.ok_or_else(|| {
        let known: Vec<&str> = catalogue.scenarios.iter().map(|info| info.id.as_str()).collect();
        fault(py, table::unknown("scenario", id, known))
    })
}

/// Options as words: truth is `on` or `off`.
fn chosen(options: &Bound<'_, PyDict>) -> PyResult<BTreeMap<String, String>> {
    let mut read = BTreeMap::new();
    for (key, value) in options {
        let key: String = key
            .extract()
            .map_err(|_| fault(options.py(), format!("the option {} is no text", shown(&key))))?;
        let word = match value.cast::<PyBool>() {
            Ok(truth) => if truth.is_true() { "on" } else { "off" }.to_string(),
            Err(_) => value.str()?.to_string(),
        };
        read.insert(key, word);
    }
    Ok(read)
}

impl Game {
    fn catalogue(&self, py: Python<'_>, edition: Option<&Edition>) -> PyResult<Catalogue> {
        let game = self.shelved.game.as_ref();
        let edition = edition.map_or_else(|| game.house(), |edition| edition.edition.clone());
        game.catalogue(&edition).map_err(|error| setup_error(py, &error))
    }
}

#[pymethods]
impl Game {
    /// The game's id.
    #[getter]
    fn id(&self) -> &str {
        self.shelved.game.id()
    }

    /// What it is called.
    #[getter]
    fn title(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.catalogue(py, None)?.title)
    }

    /// What it is about, in a sentence or two.
    #[getter]
    fn summary(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.catalogue(py, None)?.summary)
    }

    /// The version of its rules; it rises whenever a recorded game could go on differently.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.shelved.game.rules_version()
    }

    /// Whether it shows how to write a game, rather than being one of the house.
    #[getter]
    fn example(&self) -> bool {
        self.shelved.example
    }

    /// The scenarios of an edition: that of the house if none is given.
    #[pyo3(signature = (edition=None))]
    fn scenarios(&self, py: Python<'_>, edition: Option<&Edition>) -> PyResult<Vec<Scenario>> {
        let scenario = |info: ScenarioInfo| Scenario {
            seats: info.seats().collect(),
            id: info.id,
            name: info.name,
            summary: info.summary,
            defaults: info.defaults,
        };
        Ok(self.catalogue(py, edition)?.scenarios.into_iter().map(scenario).collect())
    }

    /// The options of an edition: that of the house if none is given.
    #[pyo3(signature = (edition=None))]
    fn options(&self, py: Python<'_>, edition: Option<&Edition>) -> PyResult<Vec<OptionInfo>> {
        let option = |info: table::OptionInfo| OptionInfo {
            values: match &info.kind {
                OptionKind::Number(min, max) => vec![min.to_string(), max.to_string()],
                _ => info.values(),
            },
            key: info.key,
            about: info.about,
            rule: info.rule,
            default: info.default,
        };
        Ok(self.catalogue(py, edition)?.options.into_iter().map(option).collect())
    }

    /// The bots that play it.
    #[getter]
    fn bots(&self) -> Vec<BotInfo> {
        let info = |bot: table::BotInfo| BotInfo {
            name: bot.name.to_string(),
            about: bot.about.to_string(),
        };
        self.shelved.game.bots().into_iter().map(info).collect()
    }

    /// Every rule of its ledger.
    #[getter]
    fn rules(&self) -> Vec<Rule> {
        let rule = |rule: table::Rule| Rule { id: rule.id, text: rule.text, kind: rule.kind };
        self.shelved.game.ledger().rules.into_iter().map(rule).collect()
    }

    /// How to play it, in ten minutes, as Markdown.
    #[getter]
    fn learn(&self) -> String {
        self.shelved.game.learn()
    }

    /// The edition of the house, with the TOML files of a folder laid over it if one is given.
    #[pyo3(signature = (folder=None))]
    fn edition(&self, py: Python<'_>, folder: Option<PathBuf>) -> PyResult<Edition> {
        let mut edition = self.shelved.game.house();
        if let Some(folder) = folder {
            for path in files_below(py, &folder, "toml")? {
                let inside = path.strip_prefix(&folder).unwrap_or(&path);
                let inside = inside.to_string_lossy().replace('\\', "/");
                edition = edition.with(inside, read(py, &path)?);
            }
        }
        Ok(Edition { edition })
    }

    /// Opens a table: a scenario by its id or as a file that ends in `.toml` (the first if none is
    /// named), so many seats (two, or as near as the scenario takes), options by name, a seed.
    #[pyo3(signature = (scenario=None, *, seats=None, options=None, seed=None, names=Vec::new(), edition=None))]
    #[allow(clippy::too_many_arguments, reason = "they are named in Python")]
    fn open(
        &self,
        py: Python<'_>,
        scenario: Option<&str>,
        seats: Option<u16>,
        options: Option<&Bound<'_, PyDict>>,
        seed: Option<&Bound<'_, PyAny>>,
        names: Vec<String>,
        edition: Option<&Edition>,
    ) -> PyResult<Table> {
        let asked = asked(py, &self.shelved, scenario, seats, options, names, edition)?;
        let seed = self::seed(py, seed)?;
        let started = self.shelved.game.start(asked.edition, &asked.setup, seed);
        started
            .map(|game| Table::new(self.shelved.clone(), game))
            .map_err(|error| setup_error(py, &error))
    }

    fn __repr__(&self) -> String {
        format!("<Game: {}>", self.shelved.game.id())
    }
}
