//! What went wrong, as exceptions of `overwinter.errors`.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use table::{Fault, Misread, NotDone, SetupError};

/// An exception of `overwinter.errors`, made with these arguments.
fn exception<A>(py: Python<'_>, name: &str, arguments: A) -> PyErr
where
    A: for<'py> pyo3::call::PyCallArgs<'py>,
{
    let made = py
        .import("overwinter.errors")
        .and_then(|errors| errors.getattr(name))
        .and_then(|class| class.call1(arguments));
    match made {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// Something that was handed in is not right: what, where, and what would be.
pub fn bad_input(py: Python<'_>, faults: &[String]) -> PyErr {
    exception(py, "BadInput", (faults.to_vec(),))
}

/// The same for a single fault.
pub fn fault(py: Python<'_>, problem: impl Into<String>) -> PyErr {
    bad_input(py, &[problem.into()])
}

/// Faults of a set-up or an edition.
pub fn setup_error(py: Python<'_>, error: &SetupError) -> PyErr {
    let faults: Vec<String> = error.0.iter().map(Fault::to_string).collect();
    bad_input(py, &faults)
}

/// A line or a dictionary that is no action of the game.
pub fn misread(py: Python<'_>, misread: &Misread) -> PyErr {
    exception(py, "NotUnderstood", (misread.line.as_str(), misread.expected.as_str()))
}

/// Why a decision was not carried out.
pub fn not_done(py: Python<'_>, why: &NotDone) -> PyErr {
    match why {
        NotDone::Misread(why) => misread(py, why),
        NotDone::Refused(refusal) => {
            exception(py, "Refused", (refusal.rule.0, refusal.reason.as_str()))
        }
        NotDone::NotNow(why) | NotDone::Advice(why) => exception(py, "NotNow", (why.as_str(),)),
    }
}

/// A value of Python as it is shown in a message.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "this".into(), |text| text.to_string())
}
