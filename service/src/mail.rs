//! The mail of the house: people are told by e-mail, sign in by a link in it, and play by answering it. What is told to whom is
//! `tables/notices.rs`, and what an answer does is `tables/mail.rs`; here is how letters are written and how lines are read.

#[cfg(feature = "mail")]
mod house;
#[cfg(not(feature = "mail"))]
#[path = "mail/absent.rs"]
mod house;
#[cfg(feature = "mail")]
pub mod letters;
#[cfg(feature = "mail")]
pub mod lines;
#[cfg(feature = "mail")]
mod pages;

pub use house::Mail;
#[cfg(feature = "mail")]
pub use house::{House, InvitationKey, SeatKey};
#[cfg(not(feature = "mail"))]
pub use house::{routes, section, sign_in_section};
#[cfg(feature = "mail")]
pub use pages::{routes, section, sign_in_section};

/// The word for an address among the ways by which somebody is told.
pub const WAY: &str = "mail";
