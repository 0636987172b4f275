//! Sitting down, leaving, replacing, and private links.

use super::{Bare, Layout, form_key, name_of, sender};
use crate::identity::Guest;
use crate::tables::Claim;
use crate::trouble::Trouble;
use crate::web::{App, Page, Told, go};
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use maud::html;
use serde::Deserialize;
use table::Seat;

/// The addresses of seats.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/s/{link}", get(invitation).post(accept))
        .route("/t/{id}/join", post(join))
        .route("/t/{id}/leave", post(leave))
        .route("/t/{id}/replace", post(replace))
        .route("/t/{id}/rematch", post(rematch))
}

/// What a private link leads to: asked before anything is done, since programs follow links too.
async fn invitation(
    State(app): State<App>,
    Path(link): Path<String>,
    headers: HeaderMap,
) -> Result<Page, Told> {
    let guest = Guest::of(&headers, &app.signer)?;
    let name = name_of(&app, &guest).await?;
    let claim = app.tables.claim(&link).await?;
    let layout = Layout { title: "Invitation", scripts: &[], class: "plain", name: &name };
    let (table, content) = match &claim {
        Claim::Free { table, seat } => (
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
        Claim::Held { table, holder, .. } if *holder == guest.id => (
            table,
            html! {
                h1 { "This is your seat" }
                p { a.button href=(format!("/t/{table}")) { "To the table" } }
            },
        ),
        Claim::Held { table, name, .. } => (
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
    let sitting = app.tables.look(&app.tables.table(table).await?).await?;
    let offered = app.tables.hall().games.find(&sitting.row.game)?;
    let page = layout.page(html! {
        main #main {
            (content)
            p.quiet { (offered.catalogue().title) ", scenario " (sitting.row.scenario) }
        }
    });
    Ok(Page::new(page, &guest, &app.signer))
}

#[derive(Deserialize)]
struct Accepted {
    #[serde(default)]
    key: String,
    #[serde(default)]
    name: String,
}

async fn accept(
    State(app): State<App>,
    Path(link): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Accepted>,
) -> Result<Response, Told> {
    let guest = sender(&app, &headers, &form.key)?;
    match app.tables.claim(&link).await? {
        Claim::Free { table, seat } => {
            let name = crate::identity::name(&form.name)?;
            let change = crate::store::Change::Guest {
                id: guest.id.clone(),
                name: name.clone(),
                at: crate::tables::now(),
            };
            app.tables.hall().store.write(change).await?;
            let at = app.tables.table(&table).await?;
            app.tables.join(&at, seat, Some(&link), &guest.id, &name).await?;
            Ok(go(&format!("/t/{table}"), None))
        }
        Claim::Held { table, holder, .. } => {
            let cookie = Guest { id: holder, new: false }.cookie(&app.signer)?;
            Ok(go(&format!("/t/{table}"), Some(cookie)))
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

fn seat(text: &str) -> Result<Seat, Trouble> {
    text.parse().map_err(Trouble::Bad)
}

async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Place>,
) -> Result<Response, Told> {
    let guest = sender(&app, &headers, &form.key)?;
    let name = name_of(&app, &guest).await?;
    let table = app.tables.table(&id).await?;
    app.tables.join(&table, seat(&form.seat)?, None, &guest.id, &name).await?;
    Ok(go(&format!("/t/{id}"), None))
}

async fn leave(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Bare>,
) -> Result<Response, Told> {
    let guest = sender(&app, &headers, &form.key)?;
    let table = app.tables.table(&id).await?;
    app.tables.leave(&table, &guest.id).await?;
    Ok(go("/", None))
}

async fn replace(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Place>,
) -> Result<Response, Told> {
    let guest = sender(&app, &headers, &form.key)?;
    let table = app.tables.table(&id).await?;
    app.tables.replace(&table, seat(&form.seat)?, &form.bot, &guest.id).await?;
    Ok(go(&format!("/t/{id}"), None))
}

async fn rematch(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<Bare>,
) -> Result<Response, Told> {
    let guest = sender(&app, &headers, &form.key)?;
    let table = app.tables.table(&id).await?;
    let next = app.tables.rematch(&table, &guest.id).await?;
    Ok(go(&format!("/t/{next}"), None))
}
