//! Every test of the crate, built and linked as one program.

mod encodings;
mod lessons;
mod lots;
mod promises;
mod told;
