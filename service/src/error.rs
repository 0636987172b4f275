//! What can go wrong with a request, and how it is told.

use crate::protocol::ErrorBody;
use crate::store::StoreError;
use axum::http::StatusCode;
use std::fmt;
use table::NotDone;
use tokio::task::JoinError;

/// Why a request was not carried out. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum ServiceError {
    /// There is no such thing.
    NotFound(String),
    /// The request itself is wrong.
    BadRequest(String),
    /// Whoever asks may not do this.
    Forbidden(String),
    /// Somebody was faster, or the page is old.
    Stale(String),
    /// The rules or the notation say no.
    NotDone(NotDone),
    /// Too many of something: of what, and in how many seconds there is room for one more.
    RateLimited(&'static str, u64),
    /// Too large a request: what may be sent.
    TooLarge(String),
    /// A body of another kind than the address takes: what it takes.
    WrongKind(String),
    /// An address that does not answer to this method; the header `Allow` says to which it does.
    WrongMethod,
    /// A request that was sent too slowly.
    TooSlow,
    /// New games are paused: why, if whoever runs the house has said it.
    Paused(String),
    /// This table has a fault; the others go on.
    BrokenTable(String),
    /// The store failed, or is closed.
    Store(StoreError),
    /// The server itself failed.
    Internal(String),
}

/// The words for programs, all of them.
pub const KINDS: [&str; 17] = [
    "advice",
    "bad_request",
    "broken_table",
    "damaged",
    "failed",
    "forbidden",
    "misread",
    "not_found",
    "not_now",
    "paused",
    "refused",
    "stale",
    "too_fast",
    "too_large",
    "too_slow",
    "wrong_kind",
    "wrong_method",
];

impl ServiceError {
    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            ServiceError::NotFound(_) => StatusCode::NOT_FOUND,
            ServiceError::BadRequest(_) => StatusCode::BAD_REQUEST,
            ServiceError::Forbidden(_) => StatusCode::FORBIDDEN,
            ServiceError::Stale(_) => StatusCode::CONFLICT,
            ServiceError::NotDone(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ServiceError::RateLimited(..) => StatusCode::TOO_MANY_REQUESTS,
            ServiceError::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ServiceError::WrongKind(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ServiceError::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            ServiceError::TooSlow => StatusCode::REQUEST_TIMEOUT,
            // It does not help to ask again.
            ServiceError::Store(StoreError::Damaged(_)) => StatusCode::INTERNAL_SERVER_ERROR,
            ServiceError::BrokenTable(_)
            | ServiceError::Paused(_)
            | ServiceError::Store(_)
            | ServiceError::Internal(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Whether a table as it stands says no: another one might not.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            ServiceError::BadRequest(_)
                | ServiceError::Forbidden(_)
                | ServiceError::Stale(_)
                | ServiceError::NotDone(_)
        )
    }

    /// One word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            ServiceError::NotFound(_) => "not_found",
            ServiceError::BadRequest(_) => "bad_request",
            ServiceError::Forbidden(_) => "forbidden",
            ServiceError::Stale(_) => "stale",
            ServiceError::NotDone(NotDone::Misread(_)) => "misread",
            ServiceError::NotDone(NotDone::Refused(_)) => "refused",
            ServiceError::NotDone(NotDone::NotNow(_)) => "not_now",
            ServiceError::NotDone(NotDone::Advice(_)) => "advice",
            ServiceError::RateLimited(..) => "too_fast",
            ServiceError::TooLarge(_) => "too_large",
            ServiceError::WrongKind(_) => "wrong_kind",
            ServiceError::WrongMethod => "wrong_method",
            ServiceError::TooSlow => "too_slow",
            ServiceError::Paused(_) => "paused",
            ServiceError::BrokenTable(_) => "broken_table",
            ServiceError::Store(StoreError::Damaged(_)) => "damaged",
            ServiceError::Store(_) | ServiceError::Internal(_) => "failed",
        }
    }

    /// The rule that says no, if one does.
    pub fn rule(&self) -> &str {
        match self {
            ServiceError::NotDone(NotDone::Refused(refusal)) => refusal.rule.0,
            _ => "",
        }
    }

    /// The words for a person, without the rule.
    pub fn words(&self) -> String {
        match self {
            ServiceError::NotDone(NotDone::Refused(refusal)) => refusal.reason.clone(),
            other => other.to_string(),
        }
    }

    /// The answer for programs.
    pub fn body(&self) -> ErrorBody<'_> {
        ErrorBody { error: self.kind(), message: self.words(), rule: self.rule() }
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServiceError::NotFound(what) => write!(f, "There is no {what} here."),
            ServiceError::BadRequest(why)
            | ServiceError::Forbidden(why)
            | ServiceError::Stale(why)
            | ServiceError::TooLarge(why)
            | ServiceError::WrongKind(why) => f.write_str(why),
            ServiceError::WrongMethod => f.write_str(
                "This address does not answer to this method: the header `Allow` says to which it does.",
            ),
            ServiceError::NotDone(not_done) => not_done.fmt(f),
            ServiceError::RateLimited(what, 0..=2) => {
                write!(f, "Too many {what}: wait a moment, then try again.")
            }
            ServiceError::RateLimited(what, seconds) => {
                write!(f, "Too many {what}: there is room for one more in {seconds} seconds.")
            }
            ServiceError::TooSlow => f.write_str("This came too slowly. Try again."),
            ServiceError::Paused(why) => f.write_str(&crate::operator::paused_words(why)),
            ServiceError::BrokenTable(_) => f.write_str(
                "This table ran into a fault in the rules. Nothing was lost; the last decision was \
                 not taken. The fault has been noted.",
            ),
            ServiceError::Store(StoreError::Closed) => f.write_str("The server is stopping."),
            ServiceError::Store(StoreError::Damaged(_)) => f.write_str(
                "What the server kept of this is damaged and cannot be read any more; everything else goes on. Whoever \
                 runs the server finds it in the log.",
            ),
            ServiceError::Store(_) => f.write_str(
                "The server could not keep this just now, so that nothing was done. Try again in a moment.",
            ),
            ServiceError::Internal(why) => write!(f, "The server could not do this: {why}."),
        }
    }
}

impl std::error::Error for ServiceError {}

/// A task of ours that panicked or was cut off when the server stopped.
impl From<JoinError> for ServiceError {
    fn from(error: JoinError) -> ServiceError {
        ServiceError::Internal(error.to_string())
    }
}

impl From<NotDone> for ServiceError {
    fn from(not_done: NotDone) -> ServiceError {
        ServiceError::NotDone(not_done)
    }
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> ServiceError {
        match error {
            StoreError::Taken => ServiceError::Stale("Somebody else was faster.".into()),
            StoreError::SignedOut => ServiceError::Forbidden(
                "You were signed out here in this moment, from another browser: sign in again."
                    .into(),
            ),
            other => ServiceError::Store(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_for_programs_are_those_that_the_interface_describes() {
        let told: serde_json::Value =
            serde_json::from_str(include_str!("../client/openapi.json")).unwrap();
        let told = &told["components"]["schemas"]["Trouble"]["properties"]["error"]["enum"];
        let mut told: Vec<&str> =
            told.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        told.sort_unstable();
        assert_eq!(told, KINDS);
    }
}
