//! The HTTP side: who may ask what, and how answers are dressed.

use crate::error::ServiceError;
use crate::identity::Guest;
use crate::limits::{LimitedAction, RateLimiter};
use crate::secret::Signer;
use crate::tables::Tables;
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use maud::Markup;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

/// What every request can reach.
#[derive(Clone)]
pub struct AppState {
    /// The tables.
    pub tables: Tables,
    /// Signs cookies and forms.
    pub signer: Signer,
    /// Counts requests.
    pub limiter: Arc<RateLimiter>,
    /// When the server started.
    pub started: Instant,
    /// Ends event streams when the server stops.
    pub stopping: tokio::sync::watch::Receiver<bool>,
}

/// What pages may load: only our own things, and no script but our files.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// All addresses of the server.
pub fn router(app: AppState) -> Router {
    let body = app.limiter.body_limit();
    Router::new()
        .merge(crate::pages::routes())
        .merge(crate::api::routes())
        .merge(crate::assets::routes())
        .fallback(|| async { HtmlPage::error(&ServiceError::NotFound("such page".into())) })
        .layer(DefaultBodyLimit::max(body))
        .layer(middleware::from_fn_with_state(app.clone(), dressed))
        .with_state(app)
}

/// Counts the request, and dresses the answer in what keeps browsers safe.
async fn dressed(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let address = peer_address(&request);
    let mut response = match app.limiter.check(LimitedAction::Requests, &address.to_string()) {
        Ok(()) => next.run(request).await,
        Err(error) => JsonError(error).into_response(),
    };
    let too_fast = response.status() == StatusCode::TOO_MANY_REQUESTS;
    let headers = response.headers_mut();
    let mut set = |name: header::HeaderName, value: &'static str| {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "same-origin");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::CACHE_CONTROL, "no-store");
    if too_fast {
        set(header::RETRY_AFTER, "1");
    }
    let status = response.status();
    if status.is_server_error() {
        tracing::error!(%method, path, status = status.as_u16(), "a request failed");
    } else {
        let micros = began.elapsed().as_micros() as u64;
        tracing::debug!(%method, path, status = status.as_u16(), micros, "request");
    }
    response
}

fn peer_address(request: &Request) -> IpAddr {
    let info = request.extensions().get::<ConnectInfo<SocketAddr>>();
    info.map_or(IpAddr::from([127, 0, 0, 1]), |ConnectInfo(address)| address.ip())
}

/// Whether a request that changes something comes from our own pages. A browser says where a
/// request comes from; a form or script of ours also knows the guest's form key.
pub fn verify_own_request(
    headers: &HeaderMap,
    guest: &Guest,
    signer: &Signer,
    key: &str,
) -> Result<(), ServiceError> {
    let foreign = || {
        Err(ServiceError::Forbidden(
            "This request does not come from a page of this server. Load the page again.".into(),
        ))
    };
    if let Some(site) = headers.get("sec-fetch-site")
        && site != "same-origin"
        && site != "none"
    {
        return foreign();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if let Some(origin) = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok()) {
        let ours = origin.split_once("://").is_some_and(|(_, from)| from == host);
        if !ours {
            return foreign();
        }
    }
    if guest.new || !signer.verify("form", &guest.id, key) {
        return foreign();
    }
    Ok(())
}

/// A page as an answer.
pub struct HtmlPage {
    /// The status.
    pub status: StatusCode,
    /// The page.
    pub markup: Markup,
    /// The cookie to set, if any.
    pub cookie: Option<HeaderValue>,
}

impl HtmlPage {
    /// A page for a guest, who gets a cookie if they have none.
    pub fn new(markup: Markup, guest: &Guest, signer: &Signer) -> HtmlPage {
        let cookie = guest.new.then(|| guest.cookie(signer).ok()).flatten();
        HtmlPage { status: StatusCode::OK, markup, cookie }
    }

    /// A page that says what went wrong.
    pub fn error(error: &ServiceError) -> HtmlPage {
        HtmlPage { status: error.status(), markup: crate::pages::error_page(error), cookie: None }
    }
}

impl IntoResponse for HtmlPage {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        let mut response = (self.status, kind, self.markup.into_string()).into_response();
        if let Some(cookie) = self.cookie {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// ServiceError on a page.
pub struct HtmlError(pub ServiceError);

impl IntoResponse for HtmlError {
    fn into_response(self) -> Response {
        HtmlPage::error(&self.0).into_response()
    }
}

impl<T: Into<ServiceError>> From<T> for HtmlError {
    fn from(error: T) -> HtmlError {
        HtmlError(error.into())
    }
}

/// ServiceError for a script or a program.
pub struct JsonError(pub ServiceError);

impl IntoResponse for JsonError {
    fn into_response(self) -> Response {
        (self.0.status(), axum::Json(self.0.body())).into_response()
    }
}

impl<T: Into<ServiceError>> From<T> for JsonError {
    fn from(error: T) -> JsonError {
        JsonError(error.into())
    }
}

/// An answer that leads to another page.
pub fn redirect(to: &str, cookie: Option<HeaderValue>) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}
