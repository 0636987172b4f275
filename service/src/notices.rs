//! Notices that leave the house: to browsers by Web Push, and to the addresses that people set. What is told to whom, and when,
//! is `tables/notices.rs`; here is how it is sent, and where to it may be.

#[cfg(feature = "notices")]
mod outgoing;
#[cfg(not(feature = "notices"))]
#[path = "notices/absent.rs"]
mod outgoing;
#[cfg(feature = "notices")]
mod push;

pub use outgoing::Outgoing;

use ipnet::IpNet;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

/// What a name leads to, with a port.
pub type NameService = fn(&str, u16) -> io::Result<Vec<SocketAddr>>;

/// What the machine makes of a name.
pub fn name_service(name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    Ok((name, port).to_socket_addrs()?.collect())
}

/// Where to and how notices are sent.
#[derive(Clone)]
#[cfg_attr(not(feature = "notices"), expect(dead_code, reason = "nothing is sent"))]
pub struct OutgoingSettings {
    /// Networks that may be called although they are not open to all; these alone without encryption.
    pub may_call: Vec<IpNet>,
    /// What names lead to.
    pub name_service: NameService,
    /// How long a call may take in all.
    pub patience: Duration,
    /// Where people reach the server: those who carry pushes want to know whose they are.
    pub contact: String,
}

/// What became of something that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "notices"), expect(dead_code, reason = "nothing is sent"))]
pub enum Sent {
    /// It was taken: what was answered, in words.
    Taken(String),
    /// Nobody is there any more, for good.
    Gone,
    /// It will not be taken however often it is tried: why.
    Refused(String),
    /// It was not taken now: why.
    Later(String),
}

impl Sent {
    /// In a sentence for whoever tries it.
    pub fn words(&self) -> String {
        match self {
            Sent::Taken(said) => format!("It was taken: {said}."),
            Sent::Gone => "Nobody is there any more: set it up again.".into(),
            Sent::Refused(why) => format!("It was not taken: {why}."),
            Sent::Later(why) => {
                format!("It was not taken now: {why}. A notice would be tried again.")
            }
        }
    }
}
