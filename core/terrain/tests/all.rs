//! Every test of the crate, built and linked as one program.

mod faults;
mod guide;
mod laws;
mod park;
mod wilderness;
