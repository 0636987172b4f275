//! The tests of plans, as one program.

mod absent;
mod games;
mod small;
