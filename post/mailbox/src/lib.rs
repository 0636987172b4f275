//! The mail of a house: its settings, letters that go out, and messages that come in.
//!
//! [`MailSettings`] are read from a file; whatever is wrong there is told with its line and field. A [`Letter`] is what
//! somebody is told: text and HTML are made of it, and [`Letter::posted`] puts it into an envelope with an id that stays the
//! same however often it is sent. [`Outgoing`] hands it to a mail server. [`Incoming`] brings messages from an IMAP mailbox,
//! a Maildir, or a mail server that hands them over, to whoever takes them: a message is marked as taken only when that is
//! durable, so that none is lost, and some may come twice.
//!
//! Settings and letters are pure; the rest speaks to mail servers, and to nobody else: nothing that a message points to is
//! ever fetched.

mod check;
mod incoming;
mod letter;
mod outgoing;
mod reply;
mod settings;

pub use check::{Checked, check};
pub use incoming::{Arrived, Incoming, Take};
pub use letter::{Envelope, Letter, LineDone, Occasion, Offer, Part, Posted};
pub use outgoing::{Handed, Line, Outgoing};
pub use reply::ReplyAddress;
pub use settings::{Account, Inbox, MailServer, MailSettings, Method, Secret, Security};
