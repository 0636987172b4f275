//! Every test of the crate, built and linked as one program.

mod bots;
mod campaign;
mod conformance;
mod edition;
mod encoding;
mod laws;
mod lean;
mod quiet;
mod standard;
mod texts;
