//! The package `overwinter` for Python: the table, observations and actions in numbers, and batches.
//!
//! Only what Python cannot do stands here; what is comfortable stands in `overwinter/*.py`.

mod action;
mod batch;
mod convert;
mod environment;
mod errors;
mod game;
mod records;
mod scene;
mod spaces;
mod table_of_play;
mod words;

use pyo3::prelude::*;

/// Five survival games with exact rules, for programs.
#[pymodule]
mod _overwinter {
    use super::*;

    #[pymodule_export]
    use super::action::Action;
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::environment::Environment;
    #[pymodule_export]
    use super::game::{BotInfo, Edition, Game, OptionInfo, Rule, Scenario, game, games};
    #[pymodule_export]
    use super::records::{CaseResult, Replay, replay, run_cases};
    #[pymodule_export]
    use super::scene::Scene;
    #[pymodule_export]
    use super::spaces::{Family, Part};
    #[pymodule_export]
    use super::table_of_play::{Outcome, StoryLine, Table};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
