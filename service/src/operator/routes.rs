//! What the operator's address answers.
//!
//! Whoever reaches it may see and do everything here. So it listens where only the operator is: on loopback, or anywhere with a
//! token that every request has to bring. A browser of the operator's is no way in for other pages: they can neither name the
//! address by a name of theirs nor send forms to it.

use super::{Desk, Lifecycle, ReportClosing, page, pause, resume};
use crate::assets;
use crate::error::ServiceError;
use crate::metrics;
use crate::pages;
use crate::secret::{constant_time_eq, from_base64};
use crate::web::{self, HtmlError, JsonError, redirect};
use axum::body::Bytes;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// What the operator's address knows: of a server that starts no more than that. Copies share it.
#[derive(Clone)]
pub struct OperatorState {
    /// The server, once it has started.
    pub desk: Arc<OnceLock<Desk>>,
    /// Where it stands.
    pub lifecycle: Lifecycle,
    /// What every request has to bring, if anything.
    pub token: Option<Arc<str>>,
    /// How long a server that drains goes on as before.
    pub notice: Duration,
}

impl OperatorState {
    fn desk(&self) -> Result<&Desk, ServiceError> {
        self.desk.get().ok_or_else(|| ServiceError::Internal("it is starting".into()))
    }
}

/// All addresses of the operator.
pub fn router(state: OperatorState) -> Router {
    Router::new()
        .route("/", get(overview))
        .route("/status", get(status))
        .route("/metrics", get(told_metrics))
        .route("/health", get(health))
        .route("/ready", get(ready))
        .route("/drain", post(drain))
        .route("/undrain", post(undrain))
        .route("/pause", post(pause_games))
        .route("/resume", post(resume_games))
        .route("/people", get(people))
        .route("/people/{id}", get(person).post(do_about))
        .route("/reports", get(reports))
        .route("/reports/{id}", get(report).post(close_report))
        .route("/operator.css", get(page::style))
        .route("/assets/{version}/{name}", get(asset))
        .fallback(|| async { JsonError(ServiceError::NotFound("such address".into())) })
        .layer(middleware::from_fn_with_state(state.clone(), admit))
        .layer(middleware::map_response(|mut response: Response| async {
            web::set_security_headers(response.headers_mut());
            response
        }))
        .with_state(state)
}

/// Lets in whoever may be here.
async fn admit(State(state): State<OperatorState>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let refused = |why: &str| JsonError(ServiceError::Forbidden(why.into())).into_response();
    match &state.token {
        Some(token) if !brings(headers, token) => {
            let why = "This address needs the token of its server.";
            let asks = [(header::WWW_AUTHENTICATE, "Basic realm=\"Overwinter\"")];
            let told = Json(ServiceError::Forbidden(why.into()).body()).into_response();
            return (StatusCode::UNAUTHORIZED, asks, told).into_response();
        }
        None if !names_an_address(headers) => {
            return refused("Ask this address by its number or as localhost.");
        }
        _ => {}
    }
    if *request.method() != Method::GET && !web::is_from_here(headers) {
        return refused("This request does not come from a page of this address.");
    }
    next.run(request).await
}

/// Whether a request brings the token: as such, or as a password under whatever name, as browsers ask for it.
fn brings(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let Some((scheme, given)) = given.and_then(|given| given.split_once(' ')) else { return false };
    let given = match scheme.to_ascii_lowercase().as_str() {
        "bearer" => Some(given.trim().to_string()),
        "basic" => password(given.trim()),
        _ => None,
    };
    given.is_some_and(|given| constant_time_eq(given.as_bytes(), token.as_bytes()))
}

/// The password in the value of `Basic`.
fn password(value: &str) -> Option<String> {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let decoded = String::from_utf8(from_base64(value, LETTERS)?).ok()?;
    Some(decoded.split_once(':')?.1.to_string())
}

/// Whether a request names our address by its number, or as the machine itself: whatever another name leads to, a page of
/// that name could ask us in the operator's browser.
fn names_an_address(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

async fn asset(
    Path((version, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, HtmlError> {
    assets::answer(&version, &name, &headers)
}

async fn overview(State(state): State<OperatorState>) -> Result<Response, HtmlError> {
    let desk = state.desk()?;
    let reports = desk.app.reports(false).await.map_err(HtmlError::from)?;
    Ok(page::overview(&desk.status().await, &reports).into_response())
}

async fn status(State(state): State<OperatorState>) -> Result<Response, JsonError> {
    Ok(Json(state.desk()?.status().await).into_response())
}

async fn told_metrics(State(state): State<OperatorState>) -> Result<Response, JsonError> {
    let kind = [(header::CONTENT_TYPE, metrics::TEXT_KIND)];
    Ok((kind, state.desk()?.metrics().await?).into_response())
}

async fn health(State(state): State<OperatorState>) -> Result<Response, JsonError> {
    Ok(pages::health(State(state.desk()?.app.clone())).await)
}

async fn ready(State(state): State<OperatorState>) -> Response {
    match state.desk() {
        Ok(desk) => pages::readiness(super::not_ready(&desk.app).await),
        Err(_) => pages::readiness(state.lifecycle.standing().not_ready()),
    }
}

async fn drain(
    State(state): State<OperatorState>,
    headers: HeaderMap,
) -> Result<Response, JsonError> {
    let tables = state.desk()?.app.tables.clone();
    if let Some(draining) = state.lifecycle.drain(tables, state.notice) {
        tokio::spawn(draining);
    }
    done(&state, &headers).await
}

async fn undrain(
    State(state): State<OperatorState>,
    headers: HeaderMap,
) -> Result<Response, JsonError> {
    state.lifecycle.undrain(&state.desk()?.app.tables);
    done(&state, &headers).await
}

#[derive(Deserialize)]
struct Who {
    #[serde(default)]
    who: String,
    #[serde(default)]
    after: String,
}

async fn people(
    State(state): State<OperatorState>,
    Query(asked): Query<Who>,
) -> Result<Response, JsonError> {
    Ok(Json(state.desk()?.app.people(&asked.who, &asked.after).await?).into_response())
}

async fn person(
    State(state): State<OperatorState>,
    Path(id): Path<String>,
) -> Result<Response, JsonError> {
    Ok(Json(state.desk()?.app.status_of(&id).await?).into_response())
}

async fn do_about(
    State(state): State<OperatorState>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, JsonError> {
    let deed = serde_json::from_slice(&body).map_err(|_| {
        let right = "Say what is to be done as JSON: `{\"deed\": \"mute\", \"days\": 7, \"why\": \"…\"}`, or the deeds \
                     `unmute`, `ban`, `unban`, `delete`.";
        ServiceError::BadRequest(right.into())
    })?;
    Ok(Json(state.desk()?.app.do_about(&id, deed).await?).into_response())
}

#[derive(Deserialize)]
struct WhichReports {
    #[serde(default)]
    all: bool,
}

async fn reports(
    State(state): State<OperatorState>,
    Query(asked): Query<WhichReports>,
) -> Result<Response, JsonError> {
    Ok(Json(state.desk()?.app.reports(asked.all).await?).into_response())
}

async fn report(
    State(state): State<OperatorState>,
    Path(id): Path<String>,
) -> Result<Response, JsonError> {
    Ok(Json(state.desk()?.app.report(&id).await?).into_response())
}

async fn close_report(
    State(state): State<OperatorState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, JsonError> {
    let wrong = |_| {
        let right = "Say the word to whoever reported as `word`, in a form or as JSON.";
        ServiceError::BadRequest(right.into())
    };
    let closing: ReportClosing = match is_json(&headers) {
        true => serde_json::from_slice(&body).map_err(wrong)?,
        false => form(&body),
    };
    let closed = state.desk()?.app.close_report(&id, closing).await?;
    match wants_page(&headers) {
        true => Ok(redirect("/#reports", None)),
        false => Ok(Json(closed).into_response()),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.to_str().is_ok_and(|kind| kind.starts_with("application/json")))
}

#[derive(Default, Deserialize)]
struct Reason {
    #[serde(default)]
    why: String,
}

async fn pause_games(
    State(state): State<OperatorState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, JsonError> {
    let unread =
        |_| ServiceError::BadRequest("Say the reason as `why`, in a form or as JSON.".into());
    let reason: Reason = match is_json(&headers) {
        true => serde_json::from_slice(&body).map_err(unread)?,
        false => form(&body),
    };
    pause(state.desk()?.app.tables.store(), &reason.why).await?;
    done(&state, &headers).await
}

/// What is in a form of the page.
fn form<T: DeserializeOwned + Default>(body: &[u8]) -> T {
    let uri = format!("/?{}", String::from_utf8_lossy(body)).parse::<Uri>().unwrap_or_default();
    Query::try_from_uri(&uri).map(|Query(form)| form).unwrap_or_default()
}

async fn resume_games(
    State(state): State<OperatorState>,
    headers: HeaderMap,
) -> Result<Response, JsonError> {
    resume(state.desk()?.app.tables.store()).await?;
    done(&state, &headers).await
}

/// How the server stands now: back on the page for a browser, as JSON for a program.
async fn done(state: &OperatorState, headers: &HeaderMap) -> Result<Response, JsonError> {
    match wants_page(headers) {
        true => Ok(redirect("/", None)),
        false => Ok(Json(state.desk()?.status().await).into_response()),
    }
}

fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok());
    accepted.is_some_and(|kinds| kinds.contains("text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn with(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn a_token_is_brought_as_such_or_as_a_password() {
        let brought = |value: &str| brings(&with(header::AUTHORIZATION, value), "secret word");
        assert!(brought("Bearer secret word"));
        // `operator:secret word`
        assert!(brought("Basic b3BlcmF0b3I6c2VjcmV0IHdvcmQ="));
        for wrong in
            ["Bearer secret", "secret word", "Basic c2VjcmV0IHdvcmQ=", "Basic ???", "Digest x"]
        {
            assert!(!brought(wrong), "{wrong}");
        }
        assert!(!brings(&HeaderMap::new(), "secret word"));
    }

    #[test]
    fn only_numbers_and_localhost_name_the_address() {
        let named = |host: &str| names_an_address(&with(header::HOST, host));
        for right in ["127.0.0.1:9114", "localhost:9114", "[::1]:9114", "10.0.0.7"] {
            assert!(named(right), "{right}");
        }
        for wrong in ["games.example.org", "127.0.0.1.example.org:9114", ""] {
            assert!(!named(wrong), "{wrong}");
        }
    }
}
