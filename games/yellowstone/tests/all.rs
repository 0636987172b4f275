//! Every test of the crate, built and linked as one program.

mod bots;
mod conformance;
mod edition;
mod encoding;
mod lean;
mod map;
mod stage;
mod standard;
mod texts;
mod told;
