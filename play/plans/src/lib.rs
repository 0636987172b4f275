//! Deciding beforehand, and deciding for those who are not there, in any game.
//!
//! A [`Plan`] is a seat's secret: *premoves*, which are played in order when their time comes; *answers*, which are given
//! whenever a kind of question is asked; *conditions*, which act when something has come about; and what is *kept*, below
//! which neither answers nor conditions nor a stand-in spend. A plan is a value: [`Plan::decide`] says whether it acts now
//! and how, what is left of it, and what its seat is told. It looks through [`Eyes`], which show a match as its seat sees
//! it and nothing else.
//!
//! [`Variations`] are what somebody has tried from a position, before they decide: a tree of lines.
//!
//! [`stand_in`] decides for a seat whose time has run out, as the table's [`clock::AtDeadline`] says.
//!
//! ```
//! use connect_four::ConnectFour;
//! use plans::{Eyes, Plan, Premove, Progress};
//! use table::{AnyGame, GameBox, Seat, Seed, Setup};
//!
//! let game = GameBox::<ConnectFour>::new();
//! let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
//! let mut plan = Plan::new(&Eyes::new(&*play, Seat(1)));
//! plan.premoves = vec![Premove::new("drop 4"), Premove::new("drop 5")];
//! assert!(plan.faults(&Eyes::new(&*play, Seat(1))).is_empty());
//!
//! // It is not seat 2's turn: nothing happens.
//! let decision = plan.decide(&Eyes::new(&*play, Seat(1)));
//! assert!(decision.act.is_none());
//!
//! // After every step, whoever is asked and has a plan is asked through it first.
//! play.act(Seat(0), "drop 3").unwrap();
//! let decision = decision.left.decide(&Eyes::new(&*play, Seat(1)));
//! let act = decision.act.unwrap();
//! assert_eq!(play.act(Seat(1), &act.line).unwrap(), "drop 4");
//! assert_eq!(decision.left.premoves, [Premove::new("drop 5")]);
//! # Ok::<(), table::SetupError>(())
//! ```

mod absent;
mod eyes;
mod plan;
mod questions;
mod test;
mod variations;

pub use absent::{Manner, StandIn, resignation, spends_scarce, stand_in};
pub use eyes::{Eyes, amount};
pub use plan::{Act, Answer, By, Condition, Cut, Decision, Plan, Premove, Progress};
pub use questions::{QuestionKind, Reply, Survey, asked_now, survey};
pub use test::{Floor, Is, Test};
pub use variations::{
    Decided, LONGEST_NAME, MOST_LETTERS, MOST_TRIED, NotTried, Tried, Variations,
};
