//! Every test of the crate, built and linked as one program.

mod admin;
mod command;
mod hostile_input;
mod keeping;
mod kill;
#[cfg(target_os = "linux")]
mod memory;
mod outsiders;
mod post;
mod remote;
mod simulation;
mod terminal;
