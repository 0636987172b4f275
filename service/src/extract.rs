//! What handlers take from a request: visitors, tables, viewers, and what our own pages send.

use crate::client::Client;
use crate::error::ServiceError;
use crate::identity::{self, Badge, Guest};
use crate::tables::{SandboxPlace, TableGuard, TableHandle};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError, RequestError, verify_own_request};
use axum::body::Bytes;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::{FormRejection, PathRejection, QueryRejection};
use axum::extract::{Form, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use maud::{Markup, html};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::error::Error;
use std::marker::PhantomData;
use std::sync::Arc;
use table::Viewer;

impl FromRequestParts<AppState> for Guest {
    type Rejection = JsonError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Guest, JsonError> {
        Ok(app.guest(&parts.headers).await?)
    }
}

/// Whoever asks for a page.
pub struct Visitor {
    /// The guest.
    pub guest: Guest,
    /// What the guest is called.
    pub name: String,
    key: String,
    cookie: Option<HeaderValue>,
}

impl Visitor {
    /// The hidden field by which a form of ours is known.
    pub fn form_key(&self) -> Markup {
        html! { input type="hidden" name="key" value=(self.key); }
    }

    /// What scripts of ours send with a decision.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// A page as an answer to them; whoever has no cookie gets one.
    pub fn page(self, markup: Markup) -> HtmlPage {
        HtmlPage { status: StatusCode::OK, markup, cookie: self.cookie }
    }
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = HtmlError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Visitor, HtmlError> {
        let mut guest = app.guest(&parts.headers).await?;
        let name = app.guest_name(&guest).await?;
        let key = guest.form_key(&app.signer);
        let Ok(client) = Client::from_request_parts(parts, app).await;
        let is_older = guest.badge.device.is_empty();
        if is_older {
            guest.badge = Badge::new(guest.badge.id)?;
        }
        let due = guest.new || is_older || identity::brings_old_cookie(&parts.headers, &app.signer);
        let cookie = due.then(|| guest.badge.cookie(&app.signer, client.https).ok()).flatten();
        Ok(Visitor { guest, name, key, cookie })
    }
}

/// What stands in the address between its slashes; what is wrong with it is told in our words.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<AppState> for Path<T> {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, RequestError> {
        let found = axum::extract::Path::from_request_parts(parts, app).await;
        let axum::extract::Path(found) = found.map_err(ServiceError::from)?;
        Ok(Path(found))
    }
}

/// What stands in the address after `?`; what is wrong with it is told in our words.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<AppState> for Query<T> {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, RequestError> {
        let found = axum::extract::Query::from_request_parts(parts, app).await;
        let axum::extract::Query(found) = found.map_err(ServiceError::from)?;
        Ok(Query(found))
    }
}

/// A JSON body; what is wrong with it is told in our words.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = RequestError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, RequestError> {
        if !is_json(request.headers()) {
            let why = "Send JSON here, with the header `Content-Type: application/json`.";
            return Err(ServiceError::WrongKind(why.into()).into());
        }
        let body = Bytes::from_request(request, app).await;
        let body = body.map_err(|_| ServiceError::BadRequest("The body broke off.".into()))?;
        Ok(JsonBody(read_json(&body).map_err(ServiceError::BadRequest)?))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
        || kind
            .to_ascii_lowercase()
            .strip_prefix("application/")
            .is_some_and(|it| it.ends_with("+json"))
}

/// What a JSON text holds; else what is wrong with it, and where.
fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, String> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    let read = serde_path_to_error::deserialize(&mut reader);
    let read = read.map_err(|error| (error.path().to_string(), error.into_inner()));
    let ended = read.and_then(|read| match reader.end() {
        Ok(()) => Ok(read),
        Err(error) => Err((String::new(), error)),
    });
    ended.map_err(|(field, error)| {
        let at = format!("line {}, column {}", error.line(), error.column());
        let told = error.to_string();
        let told = told.split(" at line ").next().unwrap_or_default();
        match error.classify() {
            Category::Data => {
                let what = fault(&field, told);
                format!("The JSON does not hold what is asked for ({at}): {what}.")
            }
            _ if body.trim_ascii().is_empty() => "There is no JSON: the body is empty.".into(),
            _ => format!("The body cannot be read as JSON ({at}): {told}."),
        }
    })
}

/// The table of `{id}` in the address; `E` says how it is told that there is none.
pub struct TablePath<E = HtmlError> {
    /// The table.
    pub table: Arc<TableHandle>,
    told: PhantomData<E>,
}

#[derive(Deserialize)]
struct TableId {
    id: String,
    /// The decision of a sandbox at the table that is looked at, if one is.
    node: Option<u32>,
}

/// The table, not older than the request: whoever saw something at another server sees it here too. A decision is judged by
/// the store in any case, and need not ask it twice.
async fn table(parts: &mut Parts, app: &AppState) -> Result<Arc<TableHandle>, ServiceError> {
    let path = axum::extract::Path::from_request_parts(parts, app).await;
    let axum::extract::Path(TableId { id, .. }) = path.map_err(ServiceError::from)?;
    let asked = parts.uri.path();
    match asked.ends_with("/act") || asked.ends_with("/undo") {
        true => app.tables.table(&id).await,
        false => app.tables.fresh(&id).await,
    }
}

impl<E: From<ServiceError> + IntoResponse> FromRequestParts<AppState> for TablePath<E> {
    type Rejection = E;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<TablePath<E>, E> {
        Ok(TablePath { table: table(parts, app).await?, told: PhantomData })
    }
}

/// A table, or a place in a sandbox of theirs, as a guest sees it, through the eyes that `?as=` names: by default a seat of theirs, the one
/// that must decide first; the public's if they have none.
pub struct TableView<E = HtmlError> {
    /// The guest.
    pub guest: Guest,
    /// The table.
    pub table: Arc<TableHandle>,
    /// Its state.
    pub state: TableGuard,
    /// Whose eyes.
    pub viewer: Viewer,
    told: PhantomData<E>,
}

/// Whose eyes a request names.
#[derive(Deserialize)]
pub struct ViewerQuery {
    /// The seat, counted from 1, or `table`; empty if it names none.
    #[serde(default, rename = "as")]
    pub viewer: String,
    /// Whether a program asks by itself: that is no sign of life of its person.
    #[serde(default)]
    pub by_itself: bool,
}

impl<E: From<ServiceError> + IntoResponse> FromRequestParts<AppState> for TableView<E> {
    type Rejection = E;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<TableView<E>, E> {
        let guest = app.guest(&parts.headers).await?;
        let query = Query::<ViewerQuery>::from_request_parts(parts, app).await;
        let Query(wanted) = query.map_err(|rejected| rejected.0)?;
        let table = table(parts, app).await?;
        if let Ok(Path(TableId { node: Some(node), .. })) =
            Path::from_request_parts(parts, app).await
        {
            // What somebody does in a sandbox is no sign of life: its page gives one, as that of the table does.
            let Ok(client) = Client::from_request_parts(parts, app).await;
            let place = app.tables.sandbox_place(&table, &guest.id, node, client).await?;
            let viewer = place.state.viewer(&guest, &wanted.viewer)?;
            let SandboxPlace { table, state } = place;
            return Ok(TableView { guest, table, state, viewer, told: PhantomData });
        }
        let state = app.tables.read(&table).await?;
        let viewer = state.viewer(&guest, &wanted.viewer)?;
        // A stream that opens again by itself is no sign of life, nor is a page that asks unseen.
        let by_itself = ["/stream", "/turn"].iter().any(|end| parts.uri.path().ends_with(end));
        if !by_itself {
            app.tables.notice_if_known(&table, &state, &guest);
        }
        Ok(TableView { guest, table, state, viewer, told: PhantomData })
    }
}

/// What a page of ours sends, with the guest's form key in it.
pub trait Keyed: DeserializeOwned {
    /// The form key.
    fn key(&self) -> &str;
}

/// A form that a page of ours sent.
pub struct OwnForm<T> {
    /// Who sent it.
    pub guest: Guest,
    /// What is in it.
    pub form: T,
}

impl<T: Keyed + Send> FromRequest<AppState> for OwnForm<T> {
    type Rejection = HtmlError;

    async fn from_request(request: Request, app: &AppState) -> Result<OwnForm<T>, HtmlError> {
        let headers = request.headers().clone();
        let form = Form::<T>::from_request(request, app).await;
        let Form(form) = form.map_err(ServiceError::from)?;
        let guest = verify_own_request(&headers, app, form.key()).await?;
        Ok(OwnForm { guest, form })
    }
}

/// JSON that a script of ours sent.
pub struct OwnJson<T> {
    /// Who sent it.
    pub guest: Guest,
    /// What is in it.
    pub body: T,
}

impl<T: Keyed + Send> FromRequest<AppState> for OwnJson<T> {
    type Rejection = JsonError;

    async fn from_request(request: Request, app: &AppState) -> Result<OwnJson<T>, JsonError> {
        let headers = request.headers().clone();
        let body = JsonBody::<T>::from_request(request, app).await;
        let JsonBody(body) = body.map_err(|rejected| rejected.0)?;
        let guest = verify_own_request(&headers, app, body.key()).await?;
        Ok(OwnJson { guest, body })
    }
}

/// A form with nothing in it but its key.
#[derive(Deserialize)]
pub struct KeyForm {
    #[serde(default)]
    key: String,
}

impl Keyed for KeyForm {
    fn key(&self) -> &str {
        &self.key
    }
}

/// A form that opens a table and says nothing but what its luck comes from.
#[derive(Deserialize)]
pub struct LuckForm {
    #[serde(default)]
    key: String,
    /// The server's promise, sealed; empty if the page asked for none.
    #[serde(default)]
    pub promise: String,
    /// What the guest adds; empty if nothing.
    #[serde(default)]
    pub contribution: String,
}

impl Keyed for LuckForm {
    fn key(&self) -> &str {
        &self.key
    }
}

/// A form field by field: fields may come several times.
impl Keyed for Vec<(String, String)> {
    fn key(&self) -> &str {
        self.iter().find(|(name, _)| name == "key").map_or("", |(_, key)| key)
    }
}

/// What a reader of forms and addresses found, in our words.
fn fault_in(error: &dyn Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    let told = error.to_string();
    match told.split_once(": ") {
        Some((field, what)) if !field.contains(' ') => fault(field, what),
        _ => fault("", &told),
    }
}

/// A fault that a reader found in a field, in our words: the field, and what would be right.
fn fault(field: &str, told: &str) -> String {
    let field = match field {
        "" | "." => "what was sent".to_string(),
        field => format!("`{field}`"),
    };
    let quoted = |text: &str| text.split('`').nth(1).unwrap_or_default().to_string();
    if told.starts_with("missing field") {
        return format!("`{}` is missing", quoted(told));
    }
    if told.starts_with("duplicate field") {
        return format!("`{}` stands there twice", quoted(told));
    }
    if told.starts_with("unknown field") {
        let known: Vec<&str> = told.split('`').skip(3).step_by(2).collect();
        let known = known.join("`, `");
        return format!("there is no field `{}`: the fields are `{known}`", quoted(told));
    }
    if told.starts_with("unknown variant") {
        let known: Vec<&str> = told.split('`').skip(3).step_by(2).collect();
        return format!("{field} must be one of `{}`", known.join("`, `"));
    }
    match right_value(told) {
        Some(right) => format!("{field} must be {right}"),
        None => format!("{field} is not understood"),
    }
}

/// What would have been right where a reader found something else.
fn right_value(told: &str) -> Option<&'static str> {
    let whole = "a whole number, 0 or more";
    if told.starts_with("number too large") {
        return Some("a smaller number");
    }
    if ["invalid digit", "cannot parse integer", "number too small"]
        .iter()
        .any(|start| told.starts_with(start))
    {
        return Some(whole);
    }
    if told.contains("float literal") || told.contains("parse float") {
        return Some("a number");
    }
    if told.contains("`true` or `false`") {
        return Some("true or false");
    }
    match told.rsplit_once("expected ")?.1 {
        "u8" => Some("a whole number from 0 to 255"),
        "u16" => Some("a whole number from 0 to 65535"),
        "u32" | "u64" | "usize" => Some(whole),
        "i32" | "i64" => Some("a whole number"),
        "f32" | "f64" => Some("a number"),
        "a string" | "a borrowed string" => Some("a text"),
        "a boolean" => Some("true or false"),
        "a sequence" => Some("a list"),
        "a map" => Some("an object"),
        thing if thing.starts_with("struct ") => Some("an object with fields"),
        _ => None,
    }
}

impl From<FormRejection> for ServiceError {
    fn from(rejection: FormRejection) -> ServiceError {
        match rejection.status() {
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                let kind = "`Content-Type: application/x-www-form-urlencoded`";
                ServiceError::WrongKind(format!("Send a form here, with the header {kind}."))
            }
            _ => {
                let what = fault_in(&rejection);
                ServiceError::BadRequest(format!(
                    "The form does not hold what is asked for: {what}."
                ))
            }
        }
    }
}

impl From<QueryRejection> for ServiceError {
    fn from(rejection: QueryRejection) -> ServiceError {
        let what = fault_in(&rejection);
        ServiceError::BadRequest(format!("What stands after `?` is not understood: {what}."))
    }
}

impl From<PathRejection> for ServiceError {
    fn from(rejection: PathRejection) -> ServiceError {
        let PathRejection::FailedToDeserializePathParams(failed) = rejection else {
            return ServiceError::NotFound("such address".into());
        };
        let what = match failed.kind() {
            ErrorKind::InvalidUtf8InPathParam { key } | ErrorKind::ParseErrorAtKey { key, .. } => {
                key.as_str()
            }
            _ => "",
        };
        let what = match what {
            "id" => "such table",
            "node" => "such decision in the sandbox",
            _ => "such address",
        };
        ServiceError::NotFound(what.into())
    }
}
