//! The tests of clocks, as one program.

mod laws;
mod table_time;
mod texts;
mod year;
