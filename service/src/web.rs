//! The router and its layers: who may ask what, and how answers are made.

use crate::client::Client;
use crate::error::ServiceError;
use crate::fence;
use crate::identity::Guest;
use crate::limits::{LimitedAction, RateLimiter};
use crate::metrics::RequestMetrics;
use crate::notices::Outgoing;
use crate::observe;
use crate::operator::{self, Lifecycle};
use crate::passkeys::PublicUrl;
use crate::secret::Signer;
use crate::store::Damage;
use crate::tables::Tables;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use maud::Markup;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What every request can reach. Copies share it: every request is handed several.
#[derive(Clone)]
pub struct AppState(Arc<App>);

impl From<App> for AppState {
    fn from(app: App) -> AppState {
        AppState(Arc::new(app))
    }
}

impl Deref for AppState {
    type Target = App;

    fn deref(&self) -> &App {
        &self.0
    }
}

/// What a server has at hand for every request.
pub struct App {
    /// The tables.
    pub tables: Tables,
    /// Signs cookies and forms.
    pub signer: Signer,
    /// Counts requests.
    pub limiter: Arc<RateLimiter>,
    /// Proxies whose word about the client counts.
    pub trusted_proxies: Arc<[IpNet]>,
    /// Sends notices out of the house.
    pub outgoing: Arc<Outgoing>,
    /// The address under which people reach the server, if it was said.
    pub public_url: Option<Arc<PublicUrl>>,
    /// How long the body of a request may take.
    pub body_patience: Duration,
    /// What is wrong with the file of the store, once it was looked through.
    pub damage: Arc<OnceLock<Damage>>,
    /// When the server started.
    pub started: Instant,
    /// Ends event streams when the server drains or stops.
    pub stopping: tokio::sync::watch::Receiver<bool>,
    /// What is counted of requests.
    pub requests: RequestMetrics,
    /// Where the server stands between its start and its end.
    pub lifecycle: Lifecycle,
}

/// What a table costs to keep, more or less.
const TABLE_BYTES: usize = 10_000;

/// What a name costs to keep, more or less.
const NAME_BYTES: usize = 200;

impl AppState {
    /// Whether a guest may open one more table: not too often, and not too many that are never finished. What was
    /// counted is given back if the table is not opened.
    pub async fn new_table(&self, guest: &Guest, client: Client) -> Result<Opening, ServiceError> {
        let opening = self.new_table_of_program(client).await?;
        if !self.limiter.may_host(self.tables.store().hosted(&guest.id).await?) {
            let why = "You host too many games that are not over. Finish some, or leave those that nobody joined.";
            return Err(ServiceError::Forbidden(why.into()));
        }
        Ok(opening)
    }

    /// The same for a program, which hosts under no name.
    pub async fn new_table_of_program(&self, client: Client) -> Result<Opening, ServiceError> {
        if let Some(why) = operator::paused(self.tables.store()).await? {
            return Err(ServiceError::Paused(why));
        }
        self.limiter.check(LimitedAction::Tables, &client.key())?;
        let mut opening =
            Opening { limiter: self.limiter.clone(), client, bytes: 0, is_done: false };
        self.limiter.check_bytes(client, TABLE_BYTES)?;
        opening.bytes = TABLE_BYTES;
        Ok(opening)
    }

    /// Whether a guest may take a name, or become another guest: not again and again, since every table has to hear of
    /// it, and all that is kept.
    pub fn check_new_name(&self, guest: &Guest, client: Client) -> Result<(), ServiceError> {
        self.limiter.check_person(LimitedAction::Names, &guest.id, client)?;
        self.limiter.check_bytes(client, NAME_BYTES)
    }

    /// The guest of a request; a new one if it brings no valid cookie, or one that counts no more.
    pub async fn guest(&self, headers: &HeaderMap) -> Result<Guest, ServiceError> {
        let guest = Guest::from_headers(headers, &self.signer)?;
        if guest.new {
            return Ok(guest);
        }
        self.tables.look_at_people().await?;
        if !self.tables.counts_still(&guest.badge) {
            fence::lift();
            return Guest::newcomer();
        }
        fence::by(&guest.badge);
        Ok(self.tables.who_is(guest))
    }

    /// Whoever's program brings their token; refused if it counts no more.
    pub async fn person(&self, headers: &HeaderMap) -> Result<Guest, ServiceError> {
        let guest = self.guest(headers).await?;
        if guest.new {
            let why = "You are not signed in here: this program's token is missing, or was ended.";
            return Err(ServiceError::Forbidden(why.into()));
        }
        self.tables.check_not_banned(&guest.id)?;
        self.tables.note_device(&guest, headers).await;
        Ok(guest)
    }

    /// What the guest is called.
    pub async fn guest_name(&self, guest: &Guest) -> Result<String, ServiceError> {
        if guest.new {
            return Ok(guest.default_name());
        }
        let name = self.tables.store().guest_name(&guest.id).await?;
        Ok(name.unwrap_or_else(|| guest.default_name()))
    }
}

/// A table that is being opened: it counts against whoever opens it only if that is done.
pub struct Opening {
    limiter: Arc<RateLimiter>,
    client: Client,
    bytes: usize,
    is_done: bool,
}

impl Opening {
    /// The table is open, and counts.
    pub fn done(mut self) {
        self.is_done = true;
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        if !self.is_done {
            self.limiter.give_back(LimitedAction::Tables, self.client, 1);
            self.limiter.give_back(LimitedAction::Bytes, self.client, self.bytes);
        }
    }
}

/// What pages may load: only our own things, and no script but our files.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// All addresses of the server.
pub fn router(app: AppState) -> Router {
    Router::new()
        .merge(crate::pages::routes())
        .merge(crate::api::routes())
        .merge(crate::mail::routes())
        .merge(crate::assets::routes())
        .fallback(|| async { HtmlError(ServiceError::NotFound("such page".into())) })
        .layer(middleware::from_fn_with_state(app.clone(), answer))
        .with_state(app)
}

/// Whom a page is for that says what went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asker {
    /// What they are called; empty if that is not known.
    pub name: String,
    /// The page of ours from which they came, if they came from one.
    pub from: Option<String>,
}

/// An answer that tells this error as a page, until it is known to whom.
#[derive(Clone)]
struct PageError(ServiceError);

/// What whoever asks is called; empty if nobody knows, or the store does not answer.
async fn asker(app: &AppState, headers: &HeaderMap) -> String {
    match app.guest(headers).await {
        Ok(guest) if !guest.new => app.guest_name(&guest).await.unwrap_or_default(),
        _ => String::new(),
    }
}

/// The page of ours on which a request was made, without its origin; nothing if its browser does not say, or names another site.
fn page_before(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let (_, rest) = text(header::REFERER)?.split_once("://")?;
    let page = rest.strip_prefix(text(header::HOST)?)?;
    // What begins with two slashes would be another site.
    let plain = page.starts_with('/') && !page.starts_with("//") && !page.contains('\\');
    (plain && is_from_here(headers)).then(|| page.to_string())
}

/// What is done with every request, whatever it asks for. One layer: each would copy all those below it for every request.
async fn answer(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let answering = |request| fence::around(answer_in_our_words(&app, request, next));
    observe::follow(&app, request, answering).await
}

async fn answer_in_our_words(app: &AppState, request: Request, next: Next) -> Response {
    let takes_page = takes_page(&request);
    let headers = takes_page.then(|| request.headers().clone());
    let response = answer_if_allowed(app, request, next).await;
    let mut response = in_our_words(response, takes_page);
    if let (Some(headers), Some(PageError(error))) =
        (headers, response.extensions_mut().remove::<PageError>())
    {
        let name = match error {
            // Whoever asks too often makes no more work than they must.
            ServiceError::RateLimited(..) => String::new(),
            _ => asker(app, &headers).await,
        };
        let to = Asker { name, from: page_before(&headers) };
        response = with_wait(HtmlPage::error(&error, &to).into_response(), &error);
    }
    set_security_headers(response.headers_mut());
    response
}

/// Notes where the request comes from, refuses those of an address that asks too often, and takes the body.
async fn answer_if_allowed(app: &AppState, mut request: Request, next: Next) -> Response {
    let client = Client::of(&request, &app.trusted_proxies);
    request.extensions_mut().insert(client);
    let allowed = app.limiter.check(LimitedAction::Requests, &client.key());
    let taken = match allowed {
        Ok(()) => take_body(app, request).await,
        Err(error) => Err(error),
    };
    match taken {
        Ok(request) => next.run(request).await,
        Err(error) => RequestError(error).into_response(),
    }
}

/// An error that is told in the way of whoever asked: as a page to a browser that goes somewhere, as JSON to scripts
/// and programs.
pub struct RequestError(pub ServiceError);

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let mut response = self.0.status().into_response();
        response.extensions_mut().insert(self.0);
        response
    }
}

impl<T: Into<ServiceError>> From<T> for RequestError {
    fn from(error: T) -> RequestError {
        RequestError(error.into())
    }
}

/// Whether an error is told to whoever asks as a page.
fn takes_page(request: &Request) -> bool {
    let accepted = request.headers().get_all(header::ACCEPT).iter();
    let takes_pages = accepted.filter_map(|kinds| kinds.to_str().ok()).any(|kinds| {
        let mut kinds = kinds.split(',');
        kinds.any(|kind| kind.trim_start().starts_with("text/html"))
    });
    takes_pages && !request.uri().path().starts_with("/api/")
}

/// Sees to it that every error is told in our words.
fn in_our_words(mut response: Response, page: bool) -> Response {
    let failed = response.status().is_client_error() || response.status().is_server_error();
    // What we make ourselves is a page or JSON.
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    if !failed || kind.is_some_and(|kind| !kind.starts_with(b"text/plain")) {
        return response;
    }
    let error = response.extensions_mut().remove::<ServiceError>();
    let error = error.unwrap_or_else(|| untold(response.status()));
    match page {
        true => HtmlError(error).into_response(),
        false => JsonError(error).into_response(),
    }
}

/// The error behind an answer that nobody of ours has made.
fn untold(status: StatusCode) -> ServiceError {
    match status {
        StatusCode::NOT_FOUND => ServiceError::NotFound("such address".into()),
        StatusCode::METHOD_NOT_ALLOWED => ServiceError::WrongMethod,
        status if status.is_client_error() => {
            ServiceError::BadRequest("This request cannot be understood.".into())
        }
        _ => ServiceError::Internal("something went wrong".into()),
    }
}

/// Takes the whole body before anything is done with it: it is small, and whoever sends it slowly is cut off.
async fn take_body(app: &AppState, request: Request) -> Result<Request, ServiceError> {
    let (parts, body) = request.into_parts();
    let most = app.limiter.body_limit();
    let taken = axum::body::to_bytes(body, most);
    match tokio::time::timeout(app.body_patience, taken).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, Body::from(bytes))),
        Ok(Err(error)) if !is_too_long(&error) => {
            let why =
                "The body of this request broke off, or its pieces are not as long as they say.";
            Err(ServiceError::BadRequest(why.into()))
        }
        Ok(Err(_)) => {
            let why = format!("This is too large: a request may have at most {most} bytes.");
            Err(ServiceError::TooLarge(why))
        }
        Err(_) => Err(ServiceError::TooSlow),
    }
}

/// Whether a body was longer than it may be, rather than broken.
fn is_too_long(error: &(dyn std::error::Error + 'static)) -> bool {
    error.is::<http_body_util::LengthLimitError>() || error.source().is_some_and(is_too_long)
}

/// Sets the headers that keep browsers safe, unless the answer has its own.
pub fn set_security_headers(headers: &mut HeaderMap) {
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
}

/// Whether a request comes from a page of ours or from no page, as far as its browser says.
pub fn is_from_here(headers: &HeaderMap) -> bool {
    let site_is_ours =
        headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none");
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    let origin_is_ours = text(header::ORIGIN)
        .is_none_or(|origin| origin.split_once("://").is_some_and(|(_, from)| from == host));
    site_is_ours && origin_is_ours
}

/// The guest who sends a request that changes something, if it comes from our own pages. A browser says
/// where a request comes from; a form or script of ours also knows the guest's form key. A person's program brings their token,
/// which no page of another site can.
pub async fn verify_own_request(
    headers: &HeaderMap,
    app: &AppState,
    key: &str,
) -> Result<Guest, ServiceError> {
    let guest = app.guest(headers).await?;
    let by_token = crate::identity::comes_by_token(headers);
    let key_is_theirs = !guest.new && (by_token || app.signer.verify("form", &guest.id, key));
    if is_from_here(headers) && key_is_theirs {
        app.tables.check_not_banned(&guest.id)?;
        app.tables.note_device(&guest, headers).await;
        return Ok(guest);
    }
    Err(ServiceError::Forbidden(
        "This request does not come from a page of this server. Load the page again.".into(),
    ))
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
    /// A page that says what went wrong.
    pub fn error(error: &ServiceError, to: &Asker) -> HtmlPage {
        let markup = crate::pages::error_page(error, to);
        HtmlPage { status: error.status(), markup, cookie: None }
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

/// An error as a page.
pub struct HtmlError(pub ServiceError);

impl IntoResponse for HtmlError {
    fn into_response(self) -> Response {
        let page = HtmlPage::error(&self.0, &Asker::default());
        let mut response = with_wait(page.into_response(), &self.0);
        response.extensions_mut().insert(PageError(self.0));
        response
    }
}

/// What went wrong with a request, in the word that programs get: for whoever counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorKind(pub &'static str);

/// The answer, with what is wrong for whoever counts, and the time after which it helps to ask again, if that is known.
fn with_wait(mut response: Response, error: &ServiceError) -> Response {
    response.extensions_mut().insert(ErrorKind(error.kind()));
    if let ServiceError::RateLimited(_, seconds) = error {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*seconds));
    }
    response
}

impl<T: Into<ServiceError>> From<T> for HtmlError {
    fn from(error: T) -> HtmlError {
        HtmlError(error.into())
    }
}

/// An error as JSON, for a script or a program.
pub struct JsonError(pub ServiceError);

impl IntoResponse for JsonError {
    fn into_response(self) -> Response {
        with_wait((self.0.status(), axum::Json(self.0.body())).into_response(), &self.0)
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
