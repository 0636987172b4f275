//! `overwinter play --server`: the real program at a real server, in a pipe and at a pseudo-terminal.
#![cfg(unix)]

mod connection;
mod house;
mod identity;
mod tables;
