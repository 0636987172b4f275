//! Sitting down, leaving, replacing, and private links.

use super::{Layout, Terms, card};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{
    KeyForm, Keyed, LuckForm, OwnForm, OwnJson, Path, TablePath, TableView, Visitor,
};
use crate::identity::{self, Guest};
use crate::qr;
use crate::store::{SeatKind, SeatRow};
use crate::tables::{SeatInvitation, random_bytes};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError, redirect};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, Response};
use axum::routing::{get, post};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use table::Seat;

/// The addresses of seats.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/s/{link}", get(invitation).post(accept))
        .route("/t/{id}/join", post(join))
        .route("/t/{id}/leave", post(leave))
        .route("/t/{id}/replace", get(replaceable).post(replace))
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
    let (SeatInvitation::Free { table, .. } | SeatInvitation::Held { table, .. }) = &claim;
    let state = app.tables.read(&app.tables.fresh(table).await?).await?;
    let offered = app.tables.games().find(&state.row.game)?;
    let terms = Terms::of(app.tables.games(), &state)?;
    let catalogue = &terms.catalogue;
    let seated = state.seats.iter().find(|seat| seat.holder == state.row.host);
    let host = match seated {
        Some(seat) => seat.name.clone(),
        None => app.guest_name(&Guest::of_id(state.row.host.as_str())).await?,
    };
    let barrier = match &claim {
        SeatInvitation::Held { holder, .. } if app.tables.is_somebody(holder).await? => {
            Some(Barrier::Theirs)
        }
        SeatInvitation::Held { .. } if app.tables.is_somebody(&visitor.guest.id).await? => {
            Some(Barrier::Own)
        }
        _ => None,
    };
    let title = match &claim {
        SeatInvitation::Free { .. } => format!("{host} invites you to {}", catalogue.title),
        SeatInvitation::Held { holder, .. } if *holder == visitor.guest.id => {
            "This is your seat".into()
        }
        SeatInvitation::Held { name, .. } => match barrier {
            None => format!("Go on as {name}?"),
            Some(_) => format!("This seat is {name}’s"),
        },
    };
    let layout = Layout { title: &title, scripts: &["luck.js"], class: "plain invitation" };
    let summary = terms.summary();
    let head = html! {
        meta name="description" content=(summary);
        meta property="og:title" content=(title);
        meta property="og:description" content=(summary);
    };
    let role = match &claim {
        SeatInvitation::Free { seat, .. } => state.role(*seat),
        SeatInvitation::Held { .. } => None,
    };
    let content = html! {
        main #main data-table=(table) data-commitment=(state.row.commitment) {
            div.game-head {
                img src=(card::illustration(offered.id())) alt="" width="600" height="400";
                div {
                    h1 { (title) }
                    p { b { (catalogue.title) ": " (terms.scenario()) } }
                    p { (summary) }
                    @if let Some(role) = role { p { "You would be the " (role) "." } }
                    (answer(&claim, barrier, &visitor, &state.row.commitment))
                }
            }
            @if let SeatInvitation::Free { .. } = &claim {
                (who_else(&state.seats))
                (terms.shown())
                p.quiet { (super::clocks::rule(&state.row)) }
                p { a href=(format!("/help/{}", offered.id())) { "How " (catalogue.title) " is played" } }
            }
            (super::luck::referee(&state))
        }
    };
    Ok(layout.page_with(visitor, head, content))
}

/// Why nobody goes on as the holder of a seat by its link.
#[derive(Clone, Copy)]
enum Barrier {
    /// Its holder signs in elsewhere.
    Theirs,
    /// Whoever opened the link has a passkey or a code: whoever sent it would be them.
    Own,
}

/// What whoever opened a link can do with it.
fn answer(
    claim: &SeatInvitation,
    barrier: Option<Barrier>,
    visitor: &Visitor,
    commitment: &str,
) -> Markup {
    html! {
        @match claim {
            SeatInvitation::Free { seat, .. } => {
                form method="post" {
                    (visitor.form_key())
                    p { "Seat " (seat) " is kept for you. It costs nothing and needs no account." }
                    div.row {
                        label for="name-field" { "Your name" }
                        input #name-field name="name" value=(visitor.name) maxlength="24" required autocomplete="nickname";
                        (super::luck::sitting_field(commitment))
                        button.main { "Sit down" }
                    }
                }
            }
            SeatInvitation::Held { table, holder, .. } if *holder == visitor.guest.id => {
                p { a.button href=(format!("/t/{table}")) { "To the table" } }
            }
            SeatInvitation::Held { name, .. } => @match barrier {
            Some(Barrier::Theirs) => {
                p { (name) " has a passkey or a code on paper: only these bring " (name) " to another device." }
                p { a.button href="/sign-in" { "Sign in" } }
            }
            Some(Barrier::Own) => {
                p { "This seat is that of " (name) ", a guest in another browser. You are " (visitor.name)
                    ", with a passkey or a code on paper: whoever has that browser would be you." }
                p { "If it is yours too, sign in there, and take its seats along. To go on as " (name)
                    " here, sign out first, or open this link in another browser." }
                p { a.button href="/me" { "To your page" } }
            }
            None => {
                p { "You are then the same guest on both devices: called " (name)
                    ", with the seats of both. Nothing is lost." }
                p { "Do this only if both devices are yours: whoever has the other one can then play your seats." }
                form method="post" {
                    (visitor.form_key())
                    button.main { "Go on as " (name) }
                }
            }
            }
        }
    }
}

/// Who sits at a table already, and how many are still awaited.
fn who_else(seats: &[SeatRow]) -> Markup {
    let taken = |seat: &&SeatRow| matches!(seat.kind, SeatKind::Person | SeatKind::Bot);
    let names: Vec<&str> = seats.iter().filter(taken).map(|seat| seat.name.as_str()).collect();
    let free = seats.len() - names.len();
    html! {
        p {
            @if !names.is_empty() { "At the table: " (names.join(", ")) ". " }
            @if free == 2 { "The game starts when one more has sat down beside you." }
            @else if free > 2 { "The game starts when " (free - 1) " more have sat down beside you." }
            @else { "The game starts as soon as you sit down." }
        }
    }
}

/// A link for whoever is to have a seat, with ways to send it.
pub fn link_to_send(address: &str, words: &str) -> Markup {
    html! {
        div.invite data-words=(words) {
            button.copy.main type="button" hidden { "Copy the link" }
            button.share type="button" hidden { "Share" span.sr { " the link" } }
            code.link { (address) }
            @if let Some(code) = qr::svg(address) {
                details.qr { summary { "QR code" } (PreEscaped(code)) }
            }
            span.quiet role="status" {}
        }
    }
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
            app.check_new_name(&guest, client)?;
            app.tables.rename_guest(&guest, &name).await?;
            let table = app.tables.fresh(&table).await?;
            let brought = random_bytes(&form.contribution)?;
            app.tables.join(&table, seat, Some(&link), &guest.id, &name, brought).await?;
            Ok(redirect(&table.url(), None))
        }
        SeatInvitation::Held { table, holder, .. } => {
            if guest.id != holder {
                app.check_new_name(&guest, client)?;
            }
            let id = app.tables.join_guests(&guest, &link).await?;
            let cookie = app.tables.badge(&id).await?.cookie(&app.signer, client.https)?;
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

/// Who can be replaced now, as the form that does it.
async fn replaceable(
    State(app): State<AppState>,
    TableView { state, .. }: TableView<JsonError>,
    visitor: Visitor,
) -> Result<Html<String>, JsonError> {
    let offered = app.tables.games().find(&state.row.game)?;
    Ok(Html(super::table::replace_form(&app, &visitor, &state, offered).into_string()))
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
        app.tables.announce(&table, &by, &words).await;
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
    client: Client,
    OwnForm { guest, form }: OwnForm<LuckForm>,
) -> Result<Response, HtmlError> {
    let opening = app.new_table(&guest, client).await?;
    let luck = super::luck::luck(&app.tables, &guest, &form.promise, &form.contribution)?;
    let next = app.tables.rematch(&table, &guest.id, luck, client).await?;
    opening.done();
    Ok(redirect(&format!("/t/{next}"), None))
}
