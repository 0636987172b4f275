//! TableState down, leaving, replacing, and private links.

use super::{KeyForm, Layout, form_key, guest_name, sender};
use crate::error::ServiceError;
use crate::identity::Guest;
use crate::tables::Invitation;
use crate::web::{AppState, HtmlError, HtmlPage, redirect};
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use maud::html;
use serde::Deserialize;
use table::Seat;

/// The addresses of seats.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/s/{link}", get(invitation).post(accept))
        .route("/t/{id}/join", post(join))
        .route("/t/{id}/leave", post(leave))
        .route("/t/{id}/replace", post(replace))
        .route("/t/{id}/rematch", post(rematch))
}

/// What a private link leads to: asked before anything is done, since programs follow links too.
async fn invitation(
    State(app): State<AppState>,
    Path(link): Path<String>,
    headers: HeaderMap,
) -> Result<HtmlPage, HtmlError> {
    let guest = Guest::from_headers(&headers, &app.signer)?;
    let name = guest_name(&app, &guest).await?;
    let claim = app.tables.claim(&link).await?;
    let layout = Layout { title: "Invitation", scripts: &[], class: "plain", name: &name };
    let (table, content) = match &claim {
        Invitation::Free { table, seat } => (
            table,
            html! {
                h1 { "A seat is kept for you" }
                p { "It is seat " (seat) " at the table below." }
                form.row method="post" {
                    (form_key(&app, &guest))
                    label for="name-field" { "Your name" }
                    input #name-field name="name" value=(name) maxlength="24" required autocomplete="nickname";
                    button.main { "Sit down" }
                }
            },
        ),
        Invitation::Held { table, holder, .. } if *holder == guest.id => (
            table,
            html! {
                h1 { "This is your seat" }
                p { a.button href=(format!("/t/{table}")) { "To the table" } }
            },
        ),
        Invitation::Held { table, name, .. } => (
            table,
            html! {
                h1 { "Go on as " (name) "?" }
                p { "This browser then is " (name) ", at this table and at all others." }
                form method="post" {
                    (form_key(&app, &guest))
                    button.main { "Go on as " (name) }
                }
            },
        ),
    };
    let state = app.tables.read(&app.tables.table(table).await?).await?;
    let offered = app.tables.games().find(&state.row.game)?;
    let page = layout.page(html! {
        main #main {
            (content)
            p.quiet { (offered.catalogue().title) ", scenario " (state.row.scenario) }
        }
    });
    Ok(HtmlPage::new(page, &guest, &app.signer))
}

#[derive(Deserialize)]
struct InvitationForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    name: String,
}

async fn accept(
    State(app): State<AppState>,
    Path(link): Path<String>,
    headers: HeaderMap,
    Form(form): Form<InvitationForm>,
) -> Result<Response, HtmlError> {
    let guest = sender(&app, &headers, &form.key)?;
    match app.tables.claim(&link).await? {
        Invitation::Free { table, seat } => {
            let name = crate::identity::valid_name(&form.name)?;
            let change = crate::store::Change::Guest {
                id: guest.id.clone(),
                name: name.clone(),
                at: crate::tables::now(),
            };
            app.tables.store().write(change).await?;
            let at = app.tables.table(&table).await?;
            app.tables.join(&at, seat, Some(&link), &guest.id, &name).await?;
            Ok(redirect(&format!("/t/{table}"), None))
        }
        Invitation::Held { table, holder, .. } => {
            let cookie = Guest { id: holder, new: false }.cookie(&app.signer)?;
            Ok(redirect(&format!("/t/{table}"), Some(cookie)))
        }
    }
}

#[derive(Deserialize)]
struct Place {
    #[serde(default)]
    key: String,
    #[serde(default)]
    seat: String,
    #[serde(default)]
    bot: String,
}

fn seat(text: &str) -> Result<Seat, ServiceError> {
    text.parse().map_err(ServiceError::BadRequest)
}

async fn join(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Place>,
) -> Result<Response, HtmlError> {
    let guest = sender(&app, &headers, &form.key)?;
    let name = guest_name(&app, &guest).await?;
    let table = app.tables.table(&id).await?;
    app.tables.join(&table, seat(&form.seat)?, None, &guest.id, &name).await?;
    Ok(redirect(&format!("/t/{id}"), None))
}

async fn leave(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<KeyForm>,
) -> Result<Response, HtmlError> {
    let guest = sender(&app, &headers, &form.key)?;
    let table = app.tables.table(&id).await?;
    app.tables.leave(&table, &guest.id).await?;
    Ok(redirect("/", None))
}

async fn replace(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Place>,
) -> Result<Response, HtmlError> {
    let guest = sender(&app, &headers, &form.key)?;
    let table = app.tables.table(&id).await?;
    app.tables.replace(&table, seat(&form.seat)?, &form.bot, &guest.id).await?;
    Ok(redirect(&format!("/t/{id}"), None))
}

async fn rematch(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<KeyForm>,
) -> Result<Response, HtmlError> {
    let guest = sender(&app, &headers, &form.key)?;
    let table = app.tables.table(&id).await?;
    let next = app.tables.rematch(&table, &guest.id).await?;
    Ok(redirect(&format!("/t/{next}"), None))
}
