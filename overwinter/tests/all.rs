//! Every test of the crate, built and linked as one program.

mod command;
mod hostile_input;
mod kill;
mod outsiders;
mod post;
mod simulation;
mod terminal;
