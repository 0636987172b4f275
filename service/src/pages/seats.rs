//! Sitting down, leaving, replacing, and private links.

use super::Layout;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{KeyForm, Keyed, LuckForm, OwnForm, OwnJson, TablePath, Visitor};
use crate::identity::{self, Guest};
use crate::store::SeatKind;
use crate::tables::{SeatInvitation, random_bytes};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError, redirect};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
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
        .route("/t/{id}/back", post(come_back))
        .route("/t/{id}/here", post(here))
        .route("/t/{id}/hurry", post(hurry))
        .route("/t/{id}/rematch", post(rematch))
}

/// What a private link leads to: asked before anything is done, since programs follow links too.
async fn invitation(
    State(app): State<AppState>,
    Path(link): Path<String>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let claim = app.tables.claim(&link).await?;
    let layout = Layout { title: "Invitation", scripts: &["luck.js"], class: "plain" };
    let (SeatInvitation::Free { table, .. } | SeatInvitation::Held { table, .. }) = &claim;
    let state = app.tables.read(&app.tables.table(table).await?).await?;
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
                    (super::luck::sitting_field(&state.row.commitment))
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
    let offered = app.tables.games().find(&state.row.game)?;
    let content = html! {
        main #main data-table=(table) data-commitment=(state.row.commitment) {
            (content)
            (super::luck::referee(&state))
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
    #[serde(default)]
    contribution: String,
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
            let brought = random_bytes(&form.contribution)?;
            app.tables.join(&table, seat, Some(&link), &guest.id, &name, brought).await?;
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
    #[serde(default)]
    contribution: String,
    /// Whether whoever replaces a player said that they mean it.
    #[serde(default)]
    sure: String,
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
    let brought = random_bytes(&form.contribution)?;
    app.tables.join(&table, form.seat()?, None, &guest.id, &name, brought).await?;
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
    let (seat, person) = {
        let state = app.tables.read(&table).await?;
        let seat = form.seat()?;
        let taken = state.seats.get(seat.index()).filter(|row| row.kind == SeatKind::Person);
        (seat, taken.map(|row| (row.name.clone(), state.row.absence.words())))
    };
    if person.is_some() && form.sure != "on" {
        let why = "Say that you mean it: a bot would decide in place of a player.";
        return Err(ServiceError::BadRequest(why.into()).into());
    }
    app.tables.replace(&table, seat, &form.bot, &guest.id).await?;
    if let Some((name, absence)) = person {
        let by = app.guest_name(&guest).await?;
        let words =
            format!("(gave the seat of {name} to a bot after {absence} without a sign of life)");
        app.tables.say(&table, None, &by, &words).await?;
    }
    Ok(redirect(&table.url(), None))
}

/// A player who was away takes their seat back.
async fn come_back(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    OwnForm { guest, .. }: OwnForm<KeyForm>,
) -> Result<Response, HtmlError> {
    app.tables.come_back(&table, &guest.id).await?;
    Ok(redirect(&table.url(), None))
}

/// A sign of life of somebody who has the page open and does something there.
async fn here(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    OwnJson { guest, .. }: OwnJson<KeyForm>,
) -> Result<StatusCode, JsonError> {
    let state = app.tables.read(&table).await?;
    app.tables.notice_if_known(&table, &state, &guest);
    Ok(StatusCode::NO_CONTENT)
}

/// Somebody who is out of the game wants to see how it ends.
async fn hurry(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath<JsonError>,
    OwnJson { guest, .. }: OwnJson<KeyForm>,
) -> Result<StatusCode, JsonError> {
    app.tables.hurry(&table, &guest.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn rematch(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    OwnForm { guest, form }: OwnForm<LuckForm>,
) -> Result<Response, HtmlError> {
    let luck = super::luck::luck(&app.tables, &guest, &form.promise, &form.contribution)?;
    let next = app.tables.rematch(&table, &guest.id, luck).await?;
    Ok(redirect(&format!("/t/{next}"), None))
}
