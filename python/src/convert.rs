//! Values between Rust and Python.

use crate::errors::{fault, shown};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};
use table::{Seat, Seed, Viewer};

/// JSON as dictionaries, lists, numbers and texts.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_bound_py_any(py),
            (None, Some(whole)) => whole.into_bound_py_any(py),
            (None, None) => number.as_f64().unwrap_or(f64::NAN).into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(to_python(py, value)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, value) in fields {
                dict.set_item(key, to_python(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// How deep a value of Python may be nested.
const DEEPEST: usize = 32;

/// Dictionaries, lists, numbers and texts as JSON.
pub fn to_json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    nested_json(value, 0)
}

fn nested_json(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    let py = value.py();
    if depth > DEEPEST {
        return Err(fault(py, format!("this is nested more than {DEEPEST} deep")));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Value::Bool(truth.is_true()));
    }
    if value.is_instance_of::<PyInt>() {
        let whole: i64 = value
            .extract()
            .map_err(|_| fault(py, format!("{} is too large a number", shown(value))))?;
        return Ok(Value::from(whole));
    }
    if value.is_instance_of::<PyFloat>() {
        let number = Number::from_f64(value.extract()?);
        let number = number.ok_or_else(|| fault(py, format!("{} is no number", shown(value))))?;
        return Ok(Value::Number(number));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::from(text.to_string()));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let mut fields = Map::new();
        for (key, value) in dict {
            let key: String = key
                .extract()
                .map_err(|_| fault(py, format!("the key {} is no text", shown(&key))))?;
            fields.insert(key, nested_json(&value, depth + 1)?);
        }
        return Ok(Value::Object(fields));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let values = value.try_iter()?.map(|value| nested_json(&value?, depth + 1));
        return Ok(Value::Array(values.collect::<PyResult<_>>()?));
    }
    Err(fault(py, format!("{} is neither a dictionary, a list, a number nor a text", shown(value))))
}

/// A seat of a table with so many, counted from 0.
pub fn seat(value: &Bound<'_, PyAny>, seats: u16) -> PyResult<Seat> {
    let right = match seats {
        1 => "the only seat is 0".to_string(),
        seats => format!("seats are counted from 0 to {}", seats - 1),
    };
    let number = value.extract::<u16>().ok().filter(|number| *number < seats);
    number
        .map(Seat)
        .ok_or_else(|| fault(value.py(), format!("there is no seat {}: {right}", shown(value))))
}

/// Whose eyes: a seat, `table` for what everybody sees, `referee` for everything.
pub fn viewer(value: &Bound<'_, PyAny>, seats: u16) -> PyResult<Viewer> {
    if let Ok(word) = value.cast::<PyString>() {
        return match word.to_string().as_str() {
            "table" => Ok(Viewer::Table),
            "referee" => Ok(Viewer::Referee),
            other => {
                let right = "say a seat, \"table\" or \"referee\"";
                Err(fault(value.py(), format!("there is no viewer `{other}`: {right}")))
            }
        };
    }
    seat(value, seats).map(Viewer::Seat)
}

/// A seed: a whole number, 64 hexadecimal digits, or a new one that nobody knows.
pub fn seed(py: Python<'_>, value: Option<&Bound<'_, PyAny>>) -> PyResult<Seed> {
    let Some(value) = value else {
        let random = py.import("secrets")?.call_method1("token_bytes", (32,))?;
        return Ok(Seed(random.extract()?));
    };
    if let Ok(number) = value.extract::<u64>() {
        return Ok(Seed::from_number(number));
    }
    let digits = value.extract::<String>().ok().and_then(|text| text.parse().ok());
    digits.ok_or_else(|| {
        let right = "a whole number from 0, or 64 hexadecimal digits";
        fault(py, format!("{} is no seed: give {right}", shown(value)))
    })
}
