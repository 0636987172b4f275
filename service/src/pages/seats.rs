//! Sitting down, leaving, replacing, and private links.

use super::Layout;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{KeyForm, Keyed, OwnForm, TablePath, Visitor};
use crate::identity::{self, Guest};
use crate::tables::SeatInvitation;
use crate::web::{AppState, HtmlError, HtmlPage, redirect};
use axum::Router;
use axum::extract::{Path, State};
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
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let claim = app.tables.claim(&link).await?;
    let layout = Layout { title: "Invitation", scripts: &[], class: "plain" };
    let (table, content) = match &claim {
        SeatInvitation::Free { table, seat } => (
            table,
            html! {
                h1 { "A seat is kept for you" }
                p { "It is seat " (seat) " at the table below." }
                form.row method="post" {
                    (visitor.form_key())
                    label for="name-field" { "Your name" }
                    input #name-field name="name" value=(visitor.name) maxlength="24" required autocomplete="nickname";
                    button.main { "Sit down" }
                }
            },
        ),
        SeatInvitation::Held { table, holder, .. } if *holder == visitor.guest.id => (
            table,
            html! {
                h1 { "This is your seat" }
                p { a.button href=(format!("/t/{table}")) { "To the table" } }
            },
        ),
        SeatInvitation::Held { table, name, .. } => (
            table,
            html! {
                h1 { "Go on as " (name) "?" }
                p { "This browser then is " (name) ", at this table and at all others." }
                form method="post" {
                    (visitor.form_key())
                    button.main { "Go on as " (name) }
                }
            },
        ),
    };
    let state = app.tables.read(&app.tables.table(table).await?).await?;
    let offered = app.tables.games().find(&state.row.game)?;
    let content = html! {
        main #main {
            (content)
            p.quiet { (offered.catalogue().title) ", scenario " (state.row.scenario) }
        }
    };
    Ok(layout.page(visitor, content))
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
    client: Client,
    OwnForm { guest, form }: OwnForm<InvitationForm>,
) -> Result<Response, HtmlError> {
    match app.tables.claim(&link).await? {
        SeatInvitation::Free { table, seat } => {
            let name = identity::valid_name(&form.name)?;
            app.tables.rename_guest(&guest, &name).await?;
            let table = app.tables.table(&table).await?;
            app.tables.join(&table, seat, Some(&link), &guest.id, &name).await?;
            Ok(redirect(&table.url(), None))
        }
        SeatInvitation::Held { table, holder, .. } => {
            let cookie = Guest { id: holder, new: false }.cookie(&app.signer, client.https)?;
            Ok(redirect(&format!("/t/{table}"), Some(cookie)))
        }
    }
}

impl Keyed for InvitationForm {
    fn key(&self) -> &str {
        &self.key
    }
}

#[derive(Deserialize)]
struct SeatForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    seat: String,
    #[serde(default)]
    bot: String,
}

impl SeatForm {
    fn seat(&self) -> Result<Seat, ServiceError> {
        self.seat.parse().map_err(ServiceError::BadRequest)
    }
}

impl Keyed for SeatForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn join(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    OwnForm { guest, form }: OwnForm<SeatForm>,
) -> Result<Response, HtmlError> {
    let name = app.guest_name(&guest).await?;
    app.tables.join(&table, form.seat()?, None, &guest.id, &name).await?;
    Ok(redirect(&table.url(), None))
}

async fn leave(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    OwnForm { guest, .. }: OwnForm<KeyForm>,
) -> Result<Response, HtmlError> {
    app.tables.leave(&table, &guest.id).await?;
    Ok(redirect("/", None))
}

async fn replace(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    OwnForm { guest, form }: OwnForm<SeatForm>,
) -> Result<Response, HtmlError> {
    app.tables.replace(&table, form.seat()?, &form.bot, &guest.id).await?;
    Ok(redirect(&table.url(), None))
}

async fn rematch(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    OwnForm { guest, .. }: OwnForm<KeyForm>,
) -> Result<Response, HtmlError> {
    let next = app.tables.rematch(&table, &guest.id).await?;
    Ok(redirect(&format!("/t/{next}"), None))
}
