//! The tests of ratings and cups, as one program.

mod cups;
mod strength;
