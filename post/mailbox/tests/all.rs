//! Every test of the crate, built and linked as one program.

mod letters;
mod listening;
mod settings;
