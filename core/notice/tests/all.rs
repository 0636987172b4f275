//! The tests of notices, as one program.

mod feeds;
mod guarded;
mod told;
mod when_told;
