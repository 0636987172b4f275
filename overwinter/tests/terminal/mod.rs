//! What keeps a game in a terminal alive: saves, signals, terminals that go away, and two people at one
//! keyboard. Most of it needs a pseudo-terminal.
#![cfg(unix)]

pub mod console;
mod full_screen;
mod plain;
mod printing;
mod saves;
mod signals;
mod starting;
mod stories;
