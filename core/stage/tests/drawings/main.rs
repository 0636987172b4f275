//! What every drawing keeps: it is well-formed, it is the same every time, it shows everything, and
//! nothing in it can break out of it.

mod pictures;
mod scenes;
mod sketches;
mod words;
