//! Every test of the crate, built and linked as one program.

mod bots;
mod check;
mod components;
mod conformance;
mod encoding;
mod lean;
mod maker;
mod reference_walker;
mod scenario_files;
mod standard;
mod texts;
mod told;
