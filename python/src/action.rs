//! One decision.

use crate::convert::to_python;
use pyo3::prelude::*;
use pyo3::types::PyAny;
use serde_json::Value;

/// One decision: its line, and the same as data.
#[pyclass(frozen, module = "overwinter", eq, hash)]
#[derive(Clone, PartialEq)]
pub struct Action {
    /// The action's one canonical line.
    #[pyo3(get)]
    pub notation: String,
    structure: Value,
}

impl std::hash::Hash for Action {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.notation.hash(state);
    }
}

impl Action {
    pub fn new(notation: String, structure: Value) -> Action {
        Action { notation, structure }
    }
}

#[pymethods]
impl Action {
    /// The action as data: what is done under `do`, and its parts.
    #[getter]
    fn structure<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.structure)
    }

    fn __str__(&self) -> &str {
        &self.notation
    }

    fn __repr__(&self) -> String {
        format!("<Action: {}>", self.notation)
    }
}
