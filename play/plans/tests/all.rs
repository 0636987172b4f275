//! The tests of plans, as one program.

mod absent;
mod examples;
mod games;
mod imagined;
mod small;
mod variations;
