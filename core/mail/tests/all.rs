//! Every test of the crate, built and linked as one program.

mod corpus;
mod reading;
