//! What observations and actions are made of, as Python sees it.

use arena::environments::Spaces;
use pyo3::prelude::*;

/// One array of an observation.
#[pyclass(frozen, module = "overwinter", get_all)]
pub struct Part {
    /// Its name.
    name: String,
    /// Where it begins in the observation.
    begin: usize,
    /// Its shape: columns; rows and columns; or channels, height and width.
    shape: Vec<usize>,
    /// What stands in every column or, of planes, in every channel.
    columns: Vec<String>,
}

/// A kind of actions, which has a range of numbers of its own.
#[pyclass(frozen, module = "overwinter", get_all)]
pub struct Family {
    /// Its name.
    name: String,
    /// Its first number.
    begin: u32,
    /// How many numbers it has.
    size: u32,
    /// What its numbers stand for.
    about: String,
}

#[pymethods]
impl Part {
    fn __repr__(&self) -> String {
        format!("<Part: {} {:?}>", self.name, self.shape)
    }
}

#[pymethods]
impl Family {
    fn __repr__(&self) -> String {
        format!("<Family: {}, {} from {}>", self.name, self.size, self.begin)
    }
}

pub fn parts<S: Spaces + ?Sized>(of: &S) -> Vec<Part> {
    let mut begin = 0;
    let part = |part: &table::encoding::Part| {
        let begun = begin;
        begin += part.size();
        Part {
            name: part.name.clone(),
            begin: begun,
            shape: part.shape.clone(),
            columns: part.columns.clone(),
        }
    };
    of.layout().parts.iter().map(part).collect()
}

pub fn families<S: Spaces + ?Sized>(of: &S) -> Vec<Family> {
    let family = |(begin, family): (u32, &table::encoding::Family)| Family {
        name: family.name.clone(),
        begin,
        size: family.size,
        about: family.about.clone(),
    };
    of.space().families().map(family).collect()
}
