//! Notices: who is told what, by which way, when.
//!
//! A [`Notice`] says the game, what happened, what is asked, by when, and what happens otherwise. It is written as text, as
//! the bodies that chat services take ([`body()`]), as an entry of an Atom [`feed()`] or as an event of an iCalendar
//! [`calendar()`]. [`Wishes`] are a person's: by which ways, when not. [`Wishes::deliver`] says when each way is to be taken,
//! and damps: one notice per turn, none while the person is looking, none in quiet hours, a digest if wished.
//! A [`Guard`] says whether an address may be called at all.
//!
//! All of it is pure: the time is handed in, nothing is sent.
//!
//! ```
//! use notice::{Kind, Notice};
//!
//! let at = |text: &str| text.parse().unwrap();
//! let notice = Notice {
//!     key: "t/k7q2/12".into(),
//!     kind: Kind::YourTurn,
//!     game: "Yellowstone".into(),
//!     table: "The long winter".into(),
//!     link: "https://play.example/t/k7q2".into(),
//!     happened: "Ann has led her herd into the valley.".into(),
//!     asked: "It is spring: where does your herd go?".into(),
//!     by: Some(at("2026-11-20T18:00Z")),
//!     otherwise: "the game goes on as its rules say when nobody answers".into(),
//!     made: at("2026-11-17T12:00Z"),
//! };
//! let zone = "Europe/Berlin".parse().unwrap();
//! assert_eq!(notice.subject(), "Your turn: The long winter (Yellowstone)");
//! assert_eq!(
//!     notice.text(&zone),
//!     "Your turn: The long winter (Yellowstone)\n\n\
//!      Ann has led her herd into the valley.\n\
//!      It is spring: where does your herd go?\n\
//!      Answer by Fri 19:00 (3 days 6 hours); otherwise the game goes on as its rules say when nobody answers.\n\
//!      https://play.example/t/k7q2\n"
//! );
//! ```

mod body;
mod calendar;
mod feed;
mod guard;
mod notices;
mod wishes;

pub use body::{Service, body, digest_body};
pub use calendar::{Event, calendar};
pub use feed::{Feed, feed};
pub use guard::{Guard, NotCalled};
pub use notices::{Kind, Notice, digest};
pub use wishes::{Delivery, Digest, Known, Quiet, Way, Wishes};
