//! A server that was built without mail.

use crate::extract::Visitor;
use crate::notices::Sent;
use crate::store::{NoticeRow, WayRow};
use crate::tables::Tables;
use crate::web::AppState;
use axum::Router;
use clock::{Timestamp, Zone};
use maud::{Markup, html};
use notice::Notice;

/// No mail.
pub struct Mail;

impl Mail {
    /// No mail.
    pub fn none() -> Mail {
        Mail
    }

    /// Whether mail goes out; it does not.
    pub fn is_set(&self) -> bool {
        false
    }
}

impl Tables {
    /// Nothing is sent.
    pub(crate) async fn send_mail(
        &self,
        _: &WayRow,
        _: &[(NoticeRow, Notice)],
        _: &Zone,
        _: Timestamp,
    ) -> Sent {
        Sent::Refused("this server was built without mail".into())
    }

    /// When an answer by mail was written; none was.
    pub(crate) async fn answered_by_mail(
        &self,
        _: &str,
        _: &str,
    ) -> Result<Option<i64>, crate::error::ServiceError> {
        Ok(None)
    }
}

/// No addresses.
pub fn routes() -> Router<AppState> {
    Router::new()
}

/// Nothing about mail stands on one's page.
pub fn section(_: &AppState, _: &Visitor, _: &[WayRow]) -> Markup {
    html! {}
}

/// Nobody signs in by mail.
pub fn sign_in_section(_: &AppState, _: &Visitor) -> Markup {
    html! {}
}
