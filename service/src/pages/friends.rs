//! People among people: somebody's page, one's own list, invitations, and what is told to whoever runs the house.

use super::seats::link_to_send;
use super::{Layout, ago};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{Keyed, OwnForm, Path, Visitor};
use crate::identity::Guest;
use crate::limits::LimitedAction;
use crate::store::{Bond, FriendRow, SeatKind, SeatRow};
use crate::tables::{REASONS, TableHandle, TableState};
use crate::web::{AppState, HtmlError, HtmlPage, redirect};
use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use std::sync::Arc;
use table::Seat;

/// The addresses of people among people.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/friends", get(page).post(change))
        .route("/friends/{id}", get(of_list).post(do_of_list))
        .route("/friend/{code}", get(of_code).post(do_of_code))
        .route("/t/{id}/person/{seat}", get(at_seat).post(do_at_seat))
        .route("/t/{id}/said/{number}", get(of_line).post(do_of_line))
}

/// What something of this kind costs to keep, more or less.
const BYTES: usize = 500;

impl AppState {
    /// Whether somebody may do one more thing about others: not again and again.
    pub(super) fn check_company(&self, guest: &Guest, client: Client) -> Result<(), ServiceError> {
        self.limiter.check_person(LimitedAction::Company, &guest.id, client)?;
        self.limiter.check_bytes(client, BYTES)
    }
}

/// Somebody whom a page points at. The id stays here.
pub(super) struct Pointed {
    id: String,
    name: String,
    /// Where the page is.
    address: String,
    /// The table at which they are pointed at.
    table: Option<Arc<TableHandle>>,
}

fn nobody() -> ServiceError {
    ServiceError::NotFound("such person".into())
}

async fn seated(app: &AppState, id: &str, seat: &str) -> Result<Pointed, ServiceError> {
    let table = app.tables.fresh(id).await?;
    let number: Seat = seat.parse().map_err(|_| nobody())?;
    let state = app.tables.read(&table).await?;
    let row = state.seats.get(number.index()).filter(|row| !row.person().is_empty());
    let row = row.filter(|row| row.kind != SeatKind::Bot || !row.away.is_empty());
    let row = row.ok_or_else(nobody)?;
    let (id, name) = (row.person().to_string(), row.name.clone());
    let address = format!("/t/{}/person/{number}", table.id);
    drop(state);
    Ok(Pointed { id, name, address, table: Some(table) })
}

async fn speaker(app: &AppState, id: &str, number: i64) -> Result<Pointed, ServiceError> {
    let table = app.tables.fresh(id).await?;
    let state = app.tables.read(&table).await?;
    let line = state.talk.iter().find(|line| line.number == number && !line.person.is_empty());
    let line = line.ok_or_else(nobody)?;
    // Whoever said it may have become one with another since.
    let id = app.tables.who_is(Guest::of_id(line.person.as_str())).id;
    let name = line.name.clone();
    let address = format!("/t/{}/said/{number}", table.id);
    drop(state);
    Ok(Pointed { id, name, address, table: Some(table) })
}

async fn with_code(app: &AppState, code: &str) -> Result<Pointed, ServiceError> {
    let gone =
        || ServiceError::NotFound("link of this kind (its owner may have made a new one)".into());
    let id = app.tables.store().person_of_friend_code(code).await?.ok_or_else(gone)?;
    let name = app.guest_name(&Guest::of_id(id.as_str())).await?;
    Ok(Pointed { id, name, address: format!("/friend/{code}"), table: None })
}

async fn known(app: &AppState, guest: &Guest, id: &str) -> Result<Pointed, ServiceError> {
    let row = app.tables.known_to(&guest.id, id).await?;
    let name = called(&row);
    Ok(Pointed { id: row.other, name, address: format!("/friends/{id}"), table: None })
}

pub(super) fn called(row: &FriendRow) -> String {
    match row.name.as_str() {
        "" => Guest::of_id(row.other.as_str()).default_name(),
        name => name.to_string(),
    }
}

async fn at_seat(
    State(app): State<AppState>,
    Path((id, seat)): Path<(String, String)>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let pointed = seated(&app, &id, &seat).await?;
    somebody(&app, visitor, pointed).await
}

async fn of_line(
    State(app): State<AppState>,
    Path((id, number)): Path<(String, i64)>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let pointed = speaker(&app, &id, number).await?;
    somebody(&app, visitor, pointed).await
}

async fn of_code(
    State(app): State<AppState>,
    Path(code): Path<String>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let pointed = with_code(&app, &code).await?;
    somebody(&app, visitor, pointed).await
}

async fn of_list(
    State(app): State<AppState>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let pointed = known(&app, &visitor.guest, &id).await?;
    somebody(&app, visitor, pointed).await
}

async fn do_at_seat(
    State(app): State<AppState>,
    Path((id, seat)): Path<(String, String)>,
    client: Client,
    OwnForm { guest, form }: OwnForm<PersonForm>,
) -> Result<Response, HtmlError> {
    let pointed = seated(&app, &id, &seat).await?;
    do_and_show(&app, client, &guest, pointed, form).await
}

async fn do_of_line(
    State(app): State<AppState>,
    Path((id, number)): Path<(String, i64)>,
    client: Client,
    OwnForm { guest, form }: OwnForm<PersonForm>,
) -> Result<Response, HtmlError> {
    let pointed = speaker(&app, &id, number).await?;
    do_and_show(&app, client, &guest, pointed, form).await
}

async fn do_of_code(
    State(app): State<AppState>,
    Path(code): Path<String>,
    client: Client,
    OwnForm { guest, form }: OwnForm<PersonForm>,
) -> Result<Response, HtmlError> {
    let pointed = with_code(&app, &code).await?;
    do_and_show(&app, client, &guest, pointed, form).await
}

async fn do_of_list(
    State(app): State<AppState>,
    Path(id): Path<String>,
    client: Client,
    OwnForm { guest, form }: OwnForm<PersonForm>,
) -> Result<Response, HtmlError> {
    let pointed = known(&app, &guest, &id).await?;
    do_and_show(&app, client, &guest, pointed, form).await
}

/// What is done about somebody.
#[derive(Default, Deserialize)]
pub(super) struct PersonForm {
    #[serde(default)]
    pub(super) key: String,
    /// What.
    #[serde(default)]
    pub(super) deed: String,
    /// Why somebody is reported.
    #[serde(default)]
    pub(super) reason: String,
    /// The same in words.
    #[serde(default)]
    pub(super) words: String,
    /// Where the form stands, if not on their page.
    #[serde(default)]
    pub(super) to: String,
}

impl Keyed for PersonForm {
    fn key(&self) -> &str {
        &self.key
    }
}

/// Somebody's page: what is known of them to anybody, and what one can do.
async fn somebody(
    app: &AppState,
    visitor: Visitor,
    pointed: Pointed,
) -> Result<HtmlPage, HtmlError> {
    let guest = &visitor.guest;
    let me = guest.id == pointed.id;
    let store = app.tables.store();
    let bond = store.bond(&guest.id, &pointed.id).await?;
    let blocked = store.blocks_of(&guest.id).await?;
    let at = pointed.table.as_ref().map_or("", |table| table.id.as_str());
    let theirs =
        |table: &str| blocked.iter().any(|row| row.other == pointed.id && row.table == table);
    let (blocks, hides) = (theirs(""), !at.is_empty() && theirs(at));
    let reliability = app.tables.reliability(&Guest::of_id(pointed.id.as_str())).await?;
    let play = super::ratings::of_somebody(app, guest, &pointed.id).await?;
    let layout = Layout { title: &pointed.name, scripts: &[], class: "plain me somebody" };
    let content = html! {
        main #main {
            h1 { (pointed.name) }
            @if app.tables.is_house_referee(&pointed.id) { p { b { "A referee of this house" } ", who sees to reports." } }
            @if let Some(percent) = reliability.percent() {
                p { "Reliability with a clock: " b { (percent) " of 100" } "." }
            }
            (play)
            @if me {
                p { "That is you. " a href="/me/statistics" { "All your statistics" } " · " a href="/friends" { "Your friends" } }
            } @else {
                section aria-labelledby="friendship" {
                    h2 #friendship { "Friends" }
                    (friendship(&visitor, &pointed.address, bond, blocks))
                }
                section aria-labelledby="peace" {
                    h2 #peace { "Peace and quiet" }
                    @if !at.is_empty() && !blocks {
                        (deed(&visitor, &pointed.address, if hides { "hear" } else { "hide" }, html! {
                            span.quiet { @if hides { "You do not see what they say at this table." } @else { "Hides what they say at this table from you alone." } }
                            button { @if hides { "Show their talk again" } @else { "Hide their talk here" } }
                        }))
                    }
                    (deed(&visitor, &pointed.address, if blocks { "unblock" } else { "block" }, html! {
                        span.quiet {
                            @if blocks { "You block them." }
                            @else {
                                "Whoever you block cannot ask or invite you, is never found as your partner, takes no seat at tables that "
                                "you host, and you see nothing of what they say. They are not told."
                            }
                        }
                        button.danger[!blocks] { @if blocks { "Block them no more" } @else { "Block" } }
                    }))
                }
                section aria-labelledby="report" {
                    h2 #report { "Report" }
                    details {
                        summary { "Tell whoever runs this house" }
                        (report_form(&visitor, &pointed))
                    }
                }
            }
            p.row {
                @if let Some(table) = &pointed.table { a.button href=(table.url()) { "To the table" } }
                a.button href="/friends" { "Your friends" }
            }
        }
    };
    Ok(layout.page(visitor, content))
}

/// A form that does one thing.
fn deed(visitor: &Visitor, address: &str, deed: &str, inside: Markup) -> Markup {
    html! {
        form.row method="post" action=(address) {
            (visitor.form_key())
            input type="hidden" name="deed" value=(deed);
            (inside)
        }
    }
}

fn friendship(visitor: &Visitor, address: &str, bond: Option<Bond>, blocks: bool) -> Markup {
    html! {
        @match bond {
            Some(Bond::Friends) => {
                p { "You are friends: you can invite each other to tables by name." }
                (deed(visitor, address, "end", html! { button.danger { "End the friendship" } }))
            }
            Some(Bond::Asked) => {
                (deed(visitor, address, "end", html! {
                    span { "You have asked, and there is no answer yet." }
                    button { "Take it back" }
                }))
            }
            Some(Bond::Asks) => {
                p { "They ask to be your friend." }
                div.row {
                    (deed(visitor, address, "yes", html! { button.main { "Yes" } }))
                    (deed(visitor, address, "no", html! { button { "No" } }))
                }
            }
            _ if blocks => { p.quiet { "You block them." } }
            _ => {
                (deed(visitor, address, "ask", html! {
                    span.quiet { "Friends invite each other to tables by name. They see that you ask, and may say no." }
                    button.main { "Ask to be friends" }
                }))
            }
        }
    }
}

fn report_form(visitor: &Visitor, pointed: &Pointed) -> Markup {
    html! {
        form.report method="post" action=(pointed.address) {
            (visitor.form_key())
            input type="hidden" name="deed" value="report";
            label for="reason" { "Why" }
            select #reason name="reason" required {
                option value="" selected { "Choose" }
                @for (word, words) in REASONS { option value=(word) { (words) } }
            }
            label for="report-words" { "In your words, if you like" }
            textarea #report-words name="words" maxlength="1000" rows="3" {}
            @if pointed.table.is_some() {
                p.quiet { "What was said at this table goes along, its last lines. " (pointed.name) " is not told." }
            }
            button { "Send the report" }
        }
    }
}

/// Does something about somebody.
pub(super) async fn do_about(
    app: &AppState,
    client: Client,
    guest: &Guest,
    pointed: &Pointed,
    form: &PersonForm,
) -> Result<(), ServiceError> {
    app.check_company(guest, client)?;
    let (tables, id, other) = (&app.tables, guest.id.as_str(), pointed.id.as_str());
    let at = pointed.table.as_ref().map_or("", |table| table.id.as_str());
    match form.deed.as_str() {
        "ask" => tables.ask_to_be_friends(id, other).await.map(drop),
        "yes" => tables.answer_friend(id, other, true).await,
        "no" => tables.answer_friend(id, other, false).await,
        "end" => tables.end_friendship(id, other).await,
        "block" => tables.block(id, (other, &pointed.name), "").await,
        "hide" if !at.is_empty() => tables.block(id, (other, &pointed.name), at).await,
        "unblock" | "hear" => {
            let at = if form.deed == "hear" { at } else { "" };
            let all = tables.store().blocks_of(id).await?;
            let row = all.into_iter().find(|row| row.other == other && row.table == at);
            let row = row.ok_or_else(|| ServiceError::Stale("That has ended already.".into()))?;
            tables.unblock(id, &row.id).await
        }
        "report" => {
            let why = (form.reason.as_str(), form.words.as_str());
            tables.report_person(id, (other, &pointed.name), pointed.table.as_ref(), why).await
        }
        _ => Err(ServiceError::BadRequest("Nothing is asked for.".into())),
    }
}

/// Does it, and says where one sees what came of it.
async fn do_and_show(
    app: &AppState,
    client: Client,
    guest: &Guest,
    pointed: Pointed,
    form: PersonForm,
) -> Result<Response, HtmlError> {
    do_about(app, client, guest, &pointed, &form).await?;
    let table = pointed.table.as_ref().map(|table| table.url());
    let to = match (form.deed.as_str(), form.to.as_str()) {
        (_, to @ ("/" | "/friends" | "/my")) => to.to_string(),
        ("no" | "end", _) => "/friends".into(),
        ("block", _) => "/friends#blocked".into(),
        ("report", _) => "/friends#reports".into(),
        ("hide", _) => table.unwrap_or(pointed.address),
        _ => pointed.address,
    };
    Ok(redirect(&to, None))
}

/// Whoever an address of a page points at.
pub(super) async fn pointed_at(
    app: &AppState,
    guest: &Guest,
    address: &str,
) -> Result<Pointed, ServiceError> {
    let parts: Vec<&str> = address.trim_start_matches('/').split('/').collect();
    match parts.as_slice() {
        ["t", table, "person", seat] => seated(app, table, seat).await,
        ["t", table, "said", number] => {
            speaker(app, table, number.parse().map_err(|_| nobody())?).await
        }
        ["friend", code] => with_code(app, code).await,
        ["friends", id] => known(app, guest, id).await,
        _ => Err(ServiceError::BadRequest(
            "Say who is meant by the address of their page, such as `/t/TABLE/person/2`.".into(),
        )),
    }
}

/// The id of whoever an address of a page points at.
pub(super) async fn id_of(
    app: &AppState,
    guest: &Guest,
    address: &str,
) -> Result<String, ServiceError> {
    Ok(pointed_at(app, guest, address).await?.id)
}

/// One's own list.
async fn page(
    State(app): State<AppState>,
    headers: HeaderMap,
    client: Client,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let (store, person) = (app.tables.store(), visitor.guest.id.as_str());
    let known = store.friends(person).await?;
    let blocked = store.blocks_of(person).await?;
    let reports = store.reports_by(person).await?;
    let code = store.friend_code(person).await?;
    let of = |bond: Bond| known.iter().filter(move |row| row.bond == bond);
    let origin = super::table::origin(&headers, client);
    let layout = Layout { title: "Friends", scripts: &["invite.js"], class: "plain me friends" };
    let content = html! {
        main #main {
            h1 { "Friends" }
            (asking(&visitor, &known, "/friends"))
            @if of(Bond::Friends).next().is_none() {
                p {
                    "Friends invite each other to tables by name. Ask somebody with whom you play: their name in the waiting room, and "
                    "under More at the table, leads to them. Or send a link."
                }
            }
            @if of(Bond::Friends).next().is_some() {
                ul.things {
                    @for row in of(Bond::Friends) {
                        li { a href=(format!("/friends/{}", row.id)) { (called(row)) } " " span.quiet { (ago(row.made)) } }
                    }
                }
            }
            @if of(Bond::Asked).next().is_some() {
                section aria-labelledby="you-asked" {
                    h2 #you-asked { "You have asked" }
                    ul.things {
                        @for row in of(Bond::Asked) {
                            li {
                                a href=(format!("/friends/{}", row.id)) { (called(row)) } " " span.quiet { (ago(row.made)) }
                                (deed(&visitor, &format!("/friends/{}", row.id), "end", html! { button { "Take it back" span.sr { ": " (called(row)) } } }))
                            }
                        }
                    }
                }
            }
            (own_link(&visitor, code.as_deref(), &origin))
            @if !blocked.is_empty() {
                section aria-labelledby="blocked" {
                    h2 #blocked { "Whom you do not hear" }
                    ul.things {
                        @for row in &blocked {
                            li {
                                b { (row.name) } " "
                                span.quiet {
                                    @if row.table.is_empty() { "blocked " } @else { "hidden at " a href=(format!("/t/{}", row.table)) { "a table" } " " }
                                    (ago(row.made))
                                }
                                form method="post" action="/friends" {
                                    (visitor.form_key())
                                    input type="hidden" name="deed" value="unblock";
                                    input type="hidden" name="id" value=(row.id);
                                    button { "End that" span.sr { ": " (row.name) } }
                                }
                            }
                        }
                    }
                }
            }
            @if !reports.is_empty() {
                section aria-labelledby="reports" {
                    h2 #reports { "Your reports" }
                    ul.things {
                        @for row in &reports {
                            li {
                                span { b { (row.name) } ": " (reason_words(&row.reason)) ", " (ago(row.made)) ". " }
                                @if row.closed == 0 { span.quiet { "Received: whoever runs this house will read it." } }
                                @else {
                                    span { "Closed " (ago(row.closed)) @if row.verdict.is_empty() { "." } @else { ": " q { (row.verdict) } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    Ok(layout.page(visitor, content))
}

fn reason_words(word: &str) -> &str {
    REASONS.iter().find(|(known, _)| *known == word).map_or(word, |(_, words)| words)
}

/// Those who ask to be one's friend, to be answered where this stands.
pub(super) fn asking(visitor: &Visitor, known: &[FriendRow], to: &str) -> Markup {
    let asks: Vec<&FriendRow> = known.iter().filter(|row| row.bond == Bond::Asks).collect();
    let answer = |row: &FriendRow, deed: &str, word: &str| {
        html! {
            form method="post" action=(format!("/friends/{}", row.id)) {
                (visitor.form_key())
                input type="hidden" name="deed" value=(deed);
                input type="hidden" name="to" value=(to);
                button.main[deed == "yes"] { (word) span.sr { ", " (called(row)) } }
            }
        }
    };
    html! {
        @if !asks.is_empty() {
            section aria-labelledby="asks" {
                h2 #asks { "They ask to be your friends" }
                ul.things {
                    @for row in asks {
                        li {
                            a href=(format!("/friends/{}", row.id)) { (called(row)) } " " span.quiet { (ago(row.made)) }
                            (answer(row, "yes", "Yes"))
                            (answer(row, "no", "No"))
                        }
                    }
                }
            }
        }
    }
}

fn own_link(visitor: &Visitor, code: Option<&str>, origin: &str) -> Markup {
    let form = |deed: &str, word: &str| {
        html! {
            form method="post" action="/friends" {
                (visitor.form_key())
                input type="hidden" name="deed" value=(deed);
                button { (word) }
            }
        }
    };
    html! {
        section aria-labelledby="link" {
            h2 #link { "Your link" }
            @match code {
                Some(code) => {
                    p.quiet { "Whoever opens it can ask to be your friend; you answer." }
                    (link_to_send(&format!("{origin}/friend/{code}"), &format!("{} on Overwinter", visitor.name)))
                    div.row { (form("renew", "Make another, and end this one")) (form("forget", "End it")) }
                }
                None => {
                    p.quiet { "A link that you send to people you know: whoever opens it can ask to be your friend." }
                    (form("renew", "Make a link"))
                }
            }
        }
    }
}

#[derive(Deserialize)]
struct OwnListForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    deed: String,
    #[serde(default)]
    id: String,
}

impl Keyed for OwnListForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn change(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<OwnListForm>,
) -> Result<Response, HtmlError> {
    app.check_company(&guest, client)?;
    match form.deed.as_str() {
        "renew" => app.tables.set_friend_code(&guest.id, true).await?,
        "forget" => app.tables.set_friend_code(&guest.id, false).await?,
        "unblock" => app.tables.unblock(&guest.id, &form.id).await?,
        _ => return Err(ServiceError::BadRequest("Nothing is asked for.".into()).into()),
    }
    Ok(redirect("/friends", None))
}

/// The people at a table, each with the way to their page.
pub(super) fn people_of(visitor: &Visitor, state: &TableState) -> Markup {
    let others: Vec<&SeatRow> = state
        .seats
        .iter()
        .filter(|row| row.kind == SeatKind::Person && row.holder != visitor.guest.id)
        .collect();
    html! {
        @if !others.is_empty() && state.row.lesson.is_empty() {
            h2 { "People" }
            ul.people {
                @for row in others { li { (link_to(state, row)) } }
            }
            p.quiet { "Ask somebody to be a friend, hide what they say, block or report them." }
        }
    }
}

/// The name of somebody in a seat, which leads to them.
pub(super) fn link_to(state: &TableState, row: &SeatRow) -> Markup {
    html! { a href=(format!("/t/{}/person/{}", state.row.id, row.seat)) { (row.name) } }
}
