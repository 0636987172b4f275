//! Invitations: whom a host invites, and what whoever is invited sees and answers.

use super::ago;
use super::friends::called;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{Keyed, OwnForm, TablePath, Visitor};
use crate::identity::Guest;
use crate::store::{Bond, FriendRow, Phase, SeatRow, TableRow};
use crate::tables::random_bytes;
use crate::web::{AppState, HtmlError, redirect};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::post;
use maud::{Markup, html};
use serde::Deserialize;

/// The addresses of invitations.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/t/{id}/invitation", post(answer_invitation))
        .route("/t/{id}/invite", post(invite))
}

/// What somebody who is invited sees at the table.
pub(super) async fn invited(
    app: &AppState,
    visitor: &Visitor,
    table: &str,
    (host, commitment): (&str, &str),
) -> Result<Markup, ServiceError> {
    if visitor.guest.new || app.tables.invited_by(table, &visitor.guest.id).await?.is_none() {
        return Ok(html! {});
    }
    let answer = |deed: &str, inside: Markup| {
        html! {
            form method="post" action=(format!("/t/{table}/invitation")) {
                (visitor.form_key())
                input type="hidden" name="deed" value=(deed);
                (inside)
            }
        }
    };
    let host = app.guest_name(&Guest::of_id(host)).await?;
    Ok(html! {
        div.invited role="group" aria-label="Your invitation" {
            p { b { (host) } " invites you to this table." }
            div.row {
                (answer("accept", html! { (super::luck::sitting_field(commitment)) button.main { "Sit down" span.sr { ", as " (host) " invites you" } } }))
                (answer("decline", html! { button { "Decline" } }))
            }
        }
    })
}

/// Whom the host invites, and has invited.
pub(super) async fn inviting(
    app: &AppState,
    visitor: &Visitor,
    table: &str,
    listed: bool,
) -> Result<Markup, ServiceError> {
    let store = app.tables.store();
    let friends = store.friends(&visitor.guest.id).await?;
    let friends: Vec<&FriendRow> = friends.iter().filter(|row| row.bond == Bond::Friends).collect();
    let asked = store.invitations_at(table).await?;
    let state_of = |row: &FriendRow| {
        let found = asked.iter().find(|asked| asked.person == row.other);
        found.map_or("", |asked| asked.state.as_str())
    };
    let form = |deed: &str, id: &str, inside: Markup| {
        html! {
            form method="post" action=(format!("/t/{table}/invite")) {
                (visitor.form_key())
                input type="hidden" name="deed" value=(deed);
                input type="hidden" name="friend" value=(id);
                (inside)
            }
        }
    };
    Ok(html! {
        section #inviting aria-labelledby="inviting-title" {
            h2 #inviting-title { "Invite" }
            @if listed {
                (form("unlist", "", html! {
                    span { "Everybody: this table stands in the lobby. " }
                    button { "Take it out of the lobby" }
                }))
            } @else {
                (form("list", "", html! {
                    span { "Everybody: this table does not stand in the lobby. " }
                    button { "Show it in the lobby" }
                }))
            }
            @if friends.is_empty() {
                p.quiet { a href="/friends" { "Friends" } " can be invited by name." }
            } @else {
                ul.things {
                    @for row in friends {
                        li {
                            b { (called(row)) }
                            @match state_of(row) {
                                "open" => {
                                    span.quiet { "invited" }
                                    (form("take-back", &row.id, html! { button { "Take it back" span.sr { ": " (called(row)) } } }))
                                }
                                "declined" => { span.quiet { "has declined" } }
                                _ => {
                                    (form("invite", &row.id, html! { button { "Invite" span.sr { " " (called(row)) } } }))
                                }
                            }
                        }
                    }
                }
            }
        }
    })
}

#[derive(Deserialize)]
struct InviteForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    deed: String,
    #[serde(default)]
    friend: String,
    #[serde(default)]
    contribution: String,
    #[serde(default)]
    to: String,
}

impl Keyed for InviteForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn invite(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    client: Client,
    OwnForm { guest, form }: OwnForm<InviteForm>,
) -> Result<Response, HtmlError> {
    app.check_company(&guest, client)?;
    match form.deed.as_str() {
        "invite" => app.tables.invite(&table, &guest.id, &form.friend).await?,
        "take-back" => app.tables.take_back_invitation(&table, &guest.id, &form.friend).await?,
        "list" => app.tables.list_table(&table, &guest.id, true).await?,
        "unlist" => app.tables.list_table(&table, &guest.id, false).await?,
        _ => return Err(ServiceError::BadRequest("Nothing is asked for.".into()).into()),
    }
    Ok(redirect(&format!("{}#inviting", table.url()), None))
}

async fn answer_invitation(
    State(app): State<AppState>,
    TablePath { table, .. }: TablePath,
    client: Client,
    OwnForm { guest, form }: OwnForm<InviteForm>,
) -> Result<Response, HtmlError> {
    app.check_company(&guest, client)?;
    match form.deed.as_str() {
        "accept" => {
            let name = app.guest_name(&guest).await?;
            let brought = random_bytes(&form.contribution)?;
            app.tables.accept_invitation(&table, &guest.id, &name, brought).await?;
            Ok(redirect(&table.url(), None))
        }
        "decline" => {
            app.tables.decline(&table, &guest).await?;
            Ok(redirect(if form.to == "/" { "/" } else { "/my" }, None))
        }
        _ => Err(ServiceError::BadRequest("Nothing is asked for.".into()).into()),
    }
}

/// An invitation to a table that still waits for players.
struct Standing {
    /// Who invites.
    host: String,
    /// Since when, in seconds since 1970.
    made: i64,
    table: TableRow,
    seats: Vec<SeatRow>,
}

/// The invitations of somebody to tables that still wait for players.
async fn standing(app: &AppState, person: &str) -> Result<Vec<Standing>, ServiceError> {
    let mut shown = Vec::new();
    for row in app.tables.store().invitations_to(person).await? {
        if app.tables.are_apart(&row.host, person) {
            continue;
        }
        // A table that is gone meanwhile, or cannot be read, invites nobody.
        if let Ok(Some((table, seats))) = app.tables.store().table(&row.table).await
            && table.phase == Phase::Open
        {
            let host = match row.name.as_str() {
                "" => Guest::of_id(row.host.as_str()).default_name(),
                name => name.to_string(),
            };
            shown.push(Standing { host, made: row.made, table, seats });
        }
    }
    Ok(shown)
}

/// How many wait for an answer of somebody: who ask to be friends, and who invite.
pub(super) async fn asking(app: &AppState, person: &str) -> Result<usize, ServiceError> {
    let known = app.tables.store().friends(person).await?;
    let friends = known.iter().filter(|row| row.bond == Bond::Asks).count();
    Ok(friends + standing(app, person).await?.len())
}

/// The invitations of somebody, each with what one must know before one sits down.
pub(super) async fn invitations(
    app: &AppState,
    visitor: &Visitor,
    to: &str,
) -> Result<Markup, ServiceError> {
    if visitor.guest.new {
        return Ok(html! {});
    }
    let shown = standing(app, &visitor.guest.id).await?;
    Ok(html! {
        @if !shown.is_empty() {
            section.tables #invitations aria-labelledby="invitations-title" {
                h2 #invitations-title { "Invitations " span.quiet { "(" (shown.len()) ")" } }
                ul {
                    @for Standing { host, made, table, seats } in &shown {
                        @let offered = app.tables.games().find(&table.game).ok();
                        @let title = offered.map_or(table.game.as_str(), |offered| &offered.catalogue().title);
                        li.your-turn {
                            img src=(super::card::illustration(&table.game)) alt="" width="64" height="64" loading="lazy";
                            div {
                                a href=(format!("/t/{}", table.id)) { (title) }
                                span.seated {
                                    (host) " invites you, " (ago(*made))
                                }
                                span.stands {
                                    (super::seeks::free_seats(seats))
                                    @if let Some(clock) = super::clocks::in_short(table) { " · clock " (clock) }
                                    @if table.rated { " · rated" }
                                    @if table.reliable > 0 { " · for players who keep " (table.reliable) " of 100 deadlines" }
                                    @if !table.referee_name.is_empty() { " · referee " (table.referee_name) }
                                }
                                div.row {
                                    a.button.main href=(format!("/t/{}", table.id)) { "See the table" span.sr { ": " (title) } }
                                    form method="post" action=(format!("/t/{}/invitation", table.id)) {
                                        (visitor.form_key())
                                        input type="hidden" name="deed" value="decline";
                                        input type="hidden" name="to" value=(to);
                                        button { "Decline" span.sr { ": " (title) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    })
}

/// Boxes to invite friends with when a table is opened; nothing for those who have none.
pub(super) async fn friends_to_invite(
    app: &AppState,
    visitor: &Visitor,
) -> Result<Markup, ServiceError> {
    let known = match visitor.guest.new {
        true => Vec::new(),
        false => app.tables.store().friends(&visitor.guest.id).await?,
    };
    let friends: Vec<&FriendRow> = known.iter().filter(|row| row.bond == Bond::Friends).collect();
    Ok(html! {
        @if !friends.is_empty() {
            fieldset.card-box.friends {
                legend { "Invite friends to seats that are Open or Link" }
                @for row in friends {
                    label.choice { input type="checkbox" name="friend" value=(row.id); (called(row)) }
                }
            }
        }
    })
}
