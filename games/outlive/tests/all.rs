//! Every test of the crate, built and linked as one program.

mod absence;
mod allocations;
mod bots;
mod components;
mod conformance;
mod encoding;
mod notation;
mod setup;
mod standard;
mod texts;
