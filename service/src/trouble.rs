//! What can go wrong with a request, and how it is told.

use crate::protocol::Failure;
use crate::store::StoreError;
use axum::http::StatusCode;
use std::fmt;
use table::NotDone;

/// Why a request was not carried out. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// There is no such thing.
    NotFound(String),
    /// The request itself is wrong.
    Bad(String),
    /// Whoever asks may not do this.
    Forbidden(String),
    /// Somebody was faster, or the page is old.
    Stale(String),
    /// The rules or the notation say no.
    NotDone(NotDone),
    /// Too many requests.
    TooFast,
    /// Too large a request.
    TooLarge,
    /// This table has a fault; the others go on.
    Broken(String),
    /// The server failed.
    Failed(String),
}

impl Trouble {
    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            Trouble::NotFound(_) => StatusCode::NOT_FOUND,
            Trouble::Bad(_) => StatusCode::BAD_REQUEST,
            Trouble::Forbidden(_) => StatusCode::FORBIDDEN,
            Trouble::Stale(_) => StatusCode::CONFLICT,
            Trouble::NotDone(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Trouble::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Trouble::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Trouble::Broken(_) | Trouble::Failed(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// One word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Trouble::NotFound(_) => "not_found",
            Trouble::Bad(_) => "bad_request",
            Trouble::Forbidden(_) => "forbidden",
            Trouble::Stale(_) => "stale",
            Trouble::NotDone(NotDone::Misread(_)) => "misread",
            Trouble::NotDone(NotDone::Refused(_)) => "refused",
            Trouble::NotDone(NotDone::NotNow(_)) => "not_now",
            Trouble::TooFast => "too_fast",
            Trouble::TooLarge => "too_large",
            Trouble::Broken(_) => "broken_table",
            Trouble::Failed(_) => "failed",
        }
    }

    /// The rule that says no, if one does.
    pub fn rule(&self) -> &str {
        match self {
            Trouble::NotDone(NotDone::Refused(refusal)) => refusal.rule.0,
            _ => "",
        }
    }

    /// The words for a person, without the rule.
    pub fn words(&self) -> String {
        match self {
            Trouble::NotDone(NotDone::Refused(refusal)) => refusal.reason.clone(),
            other => other.to_string(),
        }
    }

    /// The answer for programs.
    pub fn failure(&self) -> Failure<'_> {
        Failure { error: self.kind(), message: self.words(), rule: self.rule() }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NotFound(what) => write!(f, "There is no {what} here."),
            Trouble::Bad(why) | Trouble::Forbidden(why) | Trouble::Stale(why) => f.write_str(why),
            Trouble::NotDone(not_done) => not_done.fmt(f),
            Trouble::TooFast => f.write_str("Too many requests: wait a moment, then try again."),
            Trouble::TooLarge => f.write_str("This is too large."),
            Trouble::Broken(_) => f.write_str(
                "This table ran into a fault in the rules. Nothing was lost; the last decision was \
                 not taken. The fault has been noted.",
            ),
            Trouble::Failed(why) => write!(f, "The server could not do this: {why}."),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<NotDone> for Trouble {
    fn from(not_done: NotDone) -> Trouble {
        Trouble::NotDone(not_done)
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        match error {
            StoreError::Taken => Trouble::Stale("Somebody else was faster.".into()),
            other => Trouble::Failed(other.to_string()),
        }
    }
}
