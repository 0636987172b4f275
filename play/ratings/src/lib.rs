//! How strong people and bots are, and cups among them. Pure values: nothing here knows a game, a clock or a store.
//!
//! A [`Rating`] is what is known of a player's strength in one game, with how sure that is. [`rate`] takes the ranks of a
//! game with any number of players and gives everybody's rating after it.
//!
//! ```
//! use ratings::{Rating, rate};
//!
//! let (ann, bob, cem) = (Rating::NEW, Rating::NEW, Rating::NEW);
//! let after = rate(&[ann, bob, cem], &[1, 2, 2]).unwrap();
//! assert!(after[0].points() > 1500 && after[1] == after[2]);
//! assert!(after[0].interval().0 < after[0].points() && after[0].points() < after[0].interval().1);
//! ```
//!
//! A [`Cup`] pairs its entrants round by round: all against all, by the Swiss system, or knock-out.
//!
//! ```
//! use ratings::{Cup, Format};
//!
//! let names = ["Ann", "Bob", "Cem", "Dora", "Eva"].map(String::from);
//! let mut cup = Cup::new(Format::Swiss { rounds: 3, size: 2 }, names.to_vec()).unwrap();
//! while let Ok(round) = cup.next_round() {
//!     for table in 0..cup.round(round).unwrap().tables.len() {
//!         cup.report(round, table, &[1, 2]).unwrap();
//!     }
//! }
//! assert!(cup.is_over());
//! assert_eq!(cup.standings()[0].rank, 1);
//! ```

mod cup;
mod matching;
mod pairing;
mod rating;
mod standings;

pub use cup::{Cup, CupFault, Entrant, Format, Handover, Round, Table};
pub use rating::{Rating, RatingFault, chances, rate, rate_teams};
pub use standings::{FULL, Standing};
