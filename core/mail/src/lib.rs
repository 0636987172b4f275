//! Mail, read: what the writer of a message wrote, and what kind of message it is.
//!
//! [`Message::read`] takes the bytes of a message as mail programs keep them. [`Written`] is its text
//! line by line, and says of each line whether its writer wrote it, quoted it, or has it put under
//! every mail: `>` and the header blocks, attributions and separators of mail programs in many
//! languages ([`phrases`]), quotations and signatures in HTML, forwards. What is written between quoted
//! lines is the writer's. A header inside a body is text like any other, never a new message.
//!
//! Pure: no clock, no file, no network; nothing that a message points to is ever fetched.
//!
//! ```
//! let bytes = b"From: Ann <ann@example.org>\r\nMessage-ID: <1@example.org>\r\n\r\n17 stay\r\n\r\nOn Mon, 1 Jun 2026 at 10:11, The GM <gm@example.org> wrote:\r\n> Orders, please.\r\n> 17 forage\r\n";
//! let message = mail::Message::read(bytes).unwrap();
//! assert_eq!(message.from[0].address, "ann@example.org");
//! assert_eq!(message.written.own(), "17 stay");
//! assert_eq!(message.kind, mail::Kind::Personal);
//! ```

mod body;
mod dom;
mod html;
mod mailbox;
mod message;
pub mod phrases;
mod quoting;
mod written;

pub use mailbox::split_mbox;
pub use message::{Bounce, Kind, Mailbox, Message, OWN_HEADER};
pub use written::{Line, Part, Written};
