//! A server that was built without notices that leave the house.

use super::{OutgoingSettings, Sent};
use crate::error::ServiceError;
use crate::store::{Store, WayRow};
use clock::{Timestamp, Zone};
use notice::Notice;

/// What is said to whoever wants to be told.
const ABSENT: &str =
    "This server was built without notices that leave it: feeds are all that it has.";

/// Sends nothing.
pub struct Outgoing;

impl Outgoing {
    /// Nothing is needed.
    pub async fn new(_: OutgoingSettings, _: &Store) -> Result<Outgoing, ServiceError> {
        Ok(Outgoing)
    }

    /// The key by which browsers know who pushes; there is none.
    pub fn push_key(&self) -> Option<&str> {
        None
    }

    /// Why nothing is sent.
    pub fn absent(&self) -> Option<&'static str> {
        Some(ABSENT)
    }

    /// No address may be called.
    pub fn check(&self, _: &WayRow) -> Result<(), String> {
        Err(ABSENT.into())
    }

    /// Nothing is sent.
    pub async fn send(&self, _: &WayRow, _: &[Notice], _: &Zone, _: Timestamp) -> Sent {
        Sent::Refused("this server was built without notices that leave it".into())
    }
}
