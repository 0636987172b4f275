//! Every request is followed: it has an id that goes through all servers, answers and lines of the log, is timed, and counted by
//! the template of its address.

use crate::client;
use crate::secret;
use crate::web::{AppState, ErrorKind};
use axum::extract::{ConnectInfo, MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::Response;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument as _;

/// The header in which the id of a request travels.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The most letters that an id of others may have.
const LONGEST_ID: usize = 64;

/// How many random letters an id of ours has: a number that counts would tell everybody how much others ask.
const LETTERS: usize = 16;

tokio::task_local! {
    static CURRENT: RequestId;
}

/// The id of a request. Copies share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// The id that a proxy which is trusted has given to a request; else a new one.
    fn of(headers: &HeaderMap, trusted: bool) -> RequestId {
        let given = headers.get(&REQUEST_ID).filter(|_| trusted);
        let given = given.and_then(|id| id.to_str().ok()).filter(|id| is_plain(id));
        match given {
            Some(id) => RequestId(id.into()),
            None => RequestId(secret::random_token(LETTERS).unwrap_or_default().into()),
        }
    }

    /// The id of the request that is being answered, if one is.
    pub fn current() -> Option<RequestId> {
        CURRENT.try_with(Clone::clone).ok()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether an id can stand in a log and a page as it is.
fn is_plain(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(plain)
}

/// The name of a method, out of few: anybody can send any word.
fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        _ => "other",
    }
}

/// Follows a request to its answer: failures are logged as errors, all others for debugging.
pub async fn follow<F: Future<Output = Response>>(
    app: &AppState,
    request: Request,
    answer: impl FnOnce(Request) -> F,
) -> Response {
    let began = Instant::now();
    let open = app.requests.begin();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let trusted = peer.is_some_and(|peer| client::is_trusted(peer, &app.trusted_proxies));
    let id = RequestId::of(request.headers(), trusted);
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or("none", MatchedPath::as_str).to_string();
    // Of the highest level, so that it is there whatever is logged.
    let span = tracing::error_span!("request", id = %id, %method, route = route.as_str());
    let answering = CURRENT.scope(id.clone(), answer(request)).instrument(span.clone());
    let mut response = answering.await;
    let (status, took) = (response.status(), began.elapsed());
    let kind = response.extensions().get::<ErrorKind>().map(|kind| kind.0);
    app.requests.answered((name(&method), &route), status.as_u16(), kind, took);
    span.in_scope(|| {
        let micros = took.as_micros() as u64;
        match status.is_server_error() && kind != Some("paused") {
            true => {
                tracing::error!(path, status = status.as_u16(), micros, "a request failed");
            }
            false => tracing::debug!(path, status = status.as_u16(), micros, "request"),
        }
    });
    if let Ok(id) = HeaderValue::from_str(&id.0) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    drop(open);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_proxy_that_is_trusted_names_a_request_and_only_plainly() {
        let id = |given: &str, trusted: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_str(given).unwrap());
            RequestId::of(&headers, trusted).to_string()
        };
        assert_eq!(id("a-1.b_2:c", true), "a-1.b_2:c");
        for (given, trusted) in
            [("mine", false), ("two words", true), ("<b>", true), (&*"x".repeat(65), true)]
        {
            let made = id(given, trusted);
            assert_eq!(made.len(), LETTERS, "{given}: {made}");
            assert_ne!(made, id(given, trusted), "each has its own");
        }
    }
}
