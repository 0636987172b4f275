//! Records played again, and rule cases run.

use crate::errors::{bad_input, fault, setup_error};
use crate::game::{Edition, files_below, find, read};
use crate::table_of_play::Table;
use pyo3::prelude::*;
use std::path::PathBuf;
use table::case::{Case, Verdict};
use table::{Integrity, Record};

/// A record played again.
#[pyclass(module = "overwinter")]
pub struct Replay {
    table: Option<Table>,
    /// Where record and rules part, if they do: the step, and in what they differ.
    #[pyo3(get)]
    divergence: Option<(usize, String)>,
    /// In what the record's rules or edition differ from ours, if they do.
    #[pyo3(get)]
    other_rules: Option<String>,
    /// What the text shows about itself: `signed`, `unsigned`, `changed`, `forged`, `cut off` or
    /// `version 1`.
    #[pyo3(get)]
    integrity: String,
    /// The public key that signed it, if one did.
    #[pyo3(get)]
    signed_by: Option<String>,
    /// Whether the record reveals its seed, so that every die was held to it.
    #[pyo3(get)]
    reveals_seed: bool,
}

#[pymethods]
impl Replay {
    /// The table as far as the record could be followed; it can be taken once.
    #[getter]
    fn table(&mut self, py: Python<'_>) -> PyResult<Table> {
        self.table.take().ok_or_else(|| fault(py, "the table of this replay was taken already"))
    }

    /// Whether every step was played by our rules, and the text is as it was written.
    #[getter]
    fn holds(&self) -> bool {
        let whole = ["signed", "unsigned", "version 1"].contains(&self.integrity.as_str());
        whole && self.divergence.is_none() && self.other_rules.is_none()
    }

    fn __repr__(&self) -> String {
        let holds = if self.holds() { "holds" } else { "does not hold" };
        format!("<Replay: {holds}, {}>", self.integrity)
    }
}

/// Plays a record again, given as its text or as the path of a file, and holds every step to the rules.
#[pyfunction]
#[pyo3(signature = (record, *, steps=None))]
pub fn replay(py: Python<'_>, record: &str, steps: Option<usize>) -> PyResult<Replay> {
    let text = match record.contains('\n') {
        true => record.to_string(),
        false => read(py, &PathBuf::from(record))?,
    };
    let record = Record::parse(&text).map_err(|why| fault(py, why.to_string()))?;
    let shelved = find(py, &record.game)?;
    let replay = py.detach(|| shelved.game.replay(&record, steps.unwrap_or(usize::MAX)));
    let replay = replay.map_err(|error| setup_error(py, &error))?;
    let (integrity, signed_by) = match Integrity::of(&text) {
        Integrity::Version1 => ("version 1", None),
        Integrity::CutOff => ("cut off", None),
        Integrity::Changed => ("changed", None),
        Integrity::Forged => ("forged", None),
        Integrity::Unsigned => ("unsigned", None),
        Integrity::Signed(key) => ("signed", Some(key)),
    };
    Ok(Replay {
        table: Some(Table::new(shelved, replay.game)),
        divergence: replay.divergence.map(|divergence| (divergence.step, divergence.why)),
        other_rules: replay.other_rules,
        integrity: integrity.to_string(),
        signed_by,
        reveals_seed: record.seed.is_some(),
    })
}

/// What came of a rule case.
#[pyclass(frozen, module = "overwinter", get_all)]
pub struct CaseResult {
    /// The file it came from.
    file: String,
    /// What it shows, in a sentence.
    title: String,
    /// The game's id.
    game: String,
    /// The rules it shows.
    rules: Vec<String>,
    /// Whether everything was as expected.
    passed: bool,
    /// What was not.
    failures: Vec<String>,
}

#[pymethods]
impl CaseResult {
    fn __repr__(&self) -> String {
        let word = if self.passed { "passed" } else { "failed" };
        format!("<CaseResult: {word}, {}: {}>", self.file, self.title)
    }
}

/// Runs rule cases: those that come with a game, by its id; or those of a file or a folder. A case that
/// cannot be run as it is written is bad input.
#[pyfunction]
#[pyo3(signature = (cases, *, edition=None))]
pub fn run_cases(
    py: Python<'_>,
    cases: &str,
    edition: Option<&Edition>,
) -> PyResult<Vec<CaseResult>> {
    let path = PathBuf::from(cases);
    let texts: Vec<(String, String)> = if path.is_dir() {
        let mut texts = Vec::new();
        for file in files_below(py, &path, "toml")? {
            texts.push((file.display().to_string(), read(py, &file)?));
        }
        texts
    } else if path.extension().is_some_and(|extension| extension == "toml") {
        vec![(path.display().to_string(), read(py, &path)?)]
    } else {
        let own = |(file, text): (&str, &str)| (file.to_string(), text.to_string());
        find(py, cases)?.game.cases().into_iter().map(own).collect()
    };
    let (mut results, mut faults) = (Vec::new(), Vec::new());
    for (file, text) in texts {
        let read = match Case::parse(&file, &text) {
            Ok(read) => read,
            Err(fault) => {
                faults.push(fault.to_string());
                continue;
            }
        };
        for case in read {
            let shelved = find(py, &case.game)?;
            let house;
            let edition = match edition {
                Some(edition) => &edition.edition,
                None => {
                    house = shelved.game.house();
                    &house
                }
            };
            let failures = match py.detach(|| shelved.game.judge(&case, edition)) {
                Verdict::Passed => Vec::new(),
                Verdict::Failed(failures) => failures,
                Verdict::Faulty(found) => {
                    faults.extend(found.iter().map(ToString::to_string));
                    continue;
                }
            };
            let Case { file, title, game, rules, .. } = case;
            let passed = failures.is_empty();
            results.push(CaseResult { file, title, game, rules, passed, failures });
        }
    }
    match faults.is_empty() {
        true => Ok(results),
        false => Err(bad_input(py, &faults)),
    }
}
