//! The arena: games among bots by the thousand, and what can be concluded from them.
//!
//! A contest is one set-up with bots on its seats; it plays games by number, and the same number
//! gives the same game. [`ExternalBots`] may sit among them, who are asked in notation. A [`run`] shares them among threads and hands the results on in order, so that
//! nothing depends on how many threads there were. A [`Summary`] gathers means with intervals in
//! constant space. [`league`] rates bots against each other. [`plot`] and [`report`] draw.

#![warn(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless
)]

mod contest;
mod entry;
#[cfg(feature = "environments")]
pub mod environments;
mod external;
pub mod league;
mod measures;
mod parts;
pub mod plot;
pub mod report;
mod roster;
mod run;
pub mod statistics;
mod summary;
mod sweep;

pub use contest::{AnyArena, AnyContest, PlayedGames, Seating};
pub use entry::{EntryBuilder, GameEntry, Shelf, Shelved};
pub use external::{
    AbortedGame, Connect, ExternalBot, ExternalBots, ExternalQuestion, ExternalSeat, Judge,
    bot_seed,
};
pub use measures::{Column, Measures, NoMeasures};
pub use parts::{Part, PartRow, part_rows};
pub use roster::Roster;
pub use run::{Progress, run};
pub use summary::Summary;
pub use sweep::{Sweep, SweepCell, grid};
