//! Pages of mail: an address is confirmed by a link in a letter, mail is ended by another, and somebody signs in by a third.

use super::WAY;
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{Keyed, OwnForm, Path, Visitor};
use crate::identity::Guest;
use crate::limits::LimitedAction;
use crate::pages::Layout;
use crate::secret;
use crate::settings::Settings;
use crate::store::{Change, NoticeChange, PersonChange, StoreError, WayRow};
use crate::web::{AppState, HtmlError, HtmlPage, redirect};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use mailbox::{Letter, Part};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

/// For how many seconds the link in a letter confirms an address.
const CONFIRMS: i64 = 24 * 60 * 60;

/// For how many seconds the link in a letter signs somebody in.
const SIGNS_IN: i64 = 15 * 60;

/// For what the links are: nobody answers one with the other.
const CONFIRM: &str = "mail-confirm";
const SIGN_IN: &str = "mail-sign-in";

/// How many addresses a person may have.
const ADDRESSES: usize = 5;

/// The longest address.
const LONGEST: usize = 254;

/// The addresses of mail.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/me/mail", post(add_address))
        .route("/me/mail/pictures", post(keep_pictures))
        .route("/mail/confirm/{id}", get(confirm_page).post(confirm))
        .route("/mail/stop/{link}", get(stop_page).post(stop))
        .route("/sign-in/mail", post(ask_for_link))
        .route("/sign-in/mail/{id}", get(sign_in_page).post(sign_in))
}

/// What a link in a letter is for.
#[derive(Serialize, Deserialize)]
struct Linked {
    person: String,
    address: String,
    /// By what the cookie is known with which it was asked for, if the link counts no longer than that.
    #[serde(default)]
    cookie: Option<[String; 2]>,
}

/// The part of one's page about mail; nothing where the house sends none.
pub fn section(app: &AppState, visitor: &Visitor, ways: &[WayRow]) -> Markup {
    let Some(house) = app.tables.mail().house() else { return html! {} };
    let addresses = ways.iter().filter(|way| way.kind == WAY);
    html! {
        h3 #by-mail { "By e-mail" }
        p.quiet {
            "A mail tells what happened, shows the board, and asks what you are asked."
            @if house.is_answered() { " Answer it, and your decision is played." }
            " An address also brings you back: a link to sign in goes there."
        }
        @if ways.iter().any(|way| way.kind == WAY) {
            ul.things { @for way in addresses { (crate::pages::way_line(visitor, way)) } }
        }
        form.row method="post" action="/me/mail" {
            (visitor.form_key())
            label for="mail-address" { "Your address" }
            input #mail-address name="address" type="email" required maxlength=(LONGEST) autocomplete="email";
            button { "Send the link" }
        }
    }
}

/// The part of the page on which one signs in; nothing where the house sends no mail.
pub fn sign_in_section(app: &AppState, visitor: &Visitor) -> Markup {
    if !app.tables.mail().is_set() {
        return html! {};
    }
    html! {
        section aria-labelledby="with-mail" {
            h2 #with-mail { "With a link by e-mail" }
            form method="post" action="/sign-in/mail" {
                (visitor.form_key())
                div.row {
                    label for="sign-in-address" { "The address that you confirmed here" }
                    input #sign-in-address name="address" type="email" required maxlength=(LONGEST) autocomplete="email";
                    button { "Send the link" }
                }
            }
        }
    }
}

/// An address as it is kept: without blanks, its domain in small letters.
fn address(text: &str) -> Result<String, ServiceError> {
    let text = text.trim();
    let wrong = || {
        ServiceError::BadRequest("This is no e-mail address: write it like ann@example.org.".into())
    };
    let (local, domain) = text.rsplit_once('@').ok_or_else(wrong)?;
    let address = format!("{local}@{}", domain.to_lowercase());
    let plain = address.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>,;\"".contains(&byte));
    let part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let dotted = domain.contains('.') && domain.split('.').all(part);
    let one = !local.is_empty() && !local.contains('@');
    match plain && dotted && one && text.len() <= LONGEST {
        true => Ok(address),
        false => Err(wrong()),
    }
}

/// A page with a few words.
fn told(name: &str, title: &'static str, content: Markup) -> HtmlPage {
    let layout = Layout { title, scripts: &[], class: "plain me" };
    let content = html! { main #main { h1 { (title) } (content) } };
    HtmlPage {
        status: StatusCode::OK,
        markup: layout.markup(name, html! {}, content),
        cookie: None,
    }
}

#[derive(Deserialize)]
struct AddressForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    address: String,
    #[serde(default)]
    along: String,
    #[serde(default)]
    plain: String,
}

impl Keyed for AddressForm {
    fn key(&self) -> &str {
        &self.key
    }
}

/// Sends the link that confirms an address.
async fn add_address(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<AddressForm>,
) -> Result<HtmlPage, HtmlError> {
    app.limiter.check_person(LimitedAction::Notices, &guest.id, client)?;
    app.limiter.check_bytes(client, 2000)?;
    let address = address(&form.address)?;
    let ways = app.tables.store().ways(&guest.id).await?;
    let mut known = ways.iter().filter(|way| way.kind == WAY);
    if known.clone().count() >= ADDRESSES {
        let why = format!("You have {ADDRESSES} addresses: remove one before you add another.");
        return Err(ServiceError::Forbidden(why).into());
    }
    if known.any(|way| way.address == address) {
        return Err(ServiceError::BadRequest("You are told at this address already.".into()).into());
    }
    let name = app.guest_name(&guest).await?;
    let linked = Linked {
        person: guest.id.clone(),
        address: address.clone(),
        cookie: Some(guest.badge.known_by()),
    };
    let (change, id) = question(&app, CONFIRM, CONFIRMS, &linked)?;
    let link = format!("{}/mail/confirm/{id}", app.tables.base_url());
    let letter = Letter {
        subject: "Confirm your address".into(),
        parts: vec![
            Part::Said(format!("{name} wants to be told here of games at Overwinter.")),
            Part::Link("Yes, this is my address".into(), link),
            Part::Said("The link counts for a day. If this was not you, do nothing: then you hear nothing more.".into()),
        ],
        foot: Vec::new(),
    };
    if !app.tables.write_to((&guest.id, &address, false), letter, change).await? {
        let why = "Too many letters went to this address today: try again tomorrow.";
        return Err(ServiceError::Forbidden(why.into()).into());
    }
    let content = html! {
        p { "A letter is on its way to " b { (address) } ". Open its link within a day." }
        p { a.button href="/me#by-mail" { "Back" } }
    };
    Ok(told(&name, "Look into your mail", content))
}

/// The change that keeps what the link in a letter is for, and its id.
fn question(
    app: &AppState,
    purpose: &str,
    counts: i64,
    linked: &Linked,
) -> Result<(Change, String), ServiceError> {
    let (id, now) = (secret::random_token(32)?, app.tables.now());
    let change = PersonChange::Challenge {
        id: id.clone(),
        owner: purpose.into(),
        state: serde_json::to_vec(linked).unwrap_or_default(),
        until: now + counts,
        now,
    };
    Ok((Change::Person(change), id))
}

fn late() -> ServiceError {
    ServiceError::Stale(
        "This link counts no more: it was used, or is too old. Ask for another.".into(),
    )
}

/// What a link is for, if it still counts.
async fn linked(app: &AppState, purpose: &str, id: &str) -> Result<Linked, ServiceError> {
    let state = app.tables.store().challenge(id, purpose, app.tables.now()).await?;
    let state = state.ok_or_else(late)?;
    serde_json::from_slice(&state).map_err(|_| late())
}

/// The address that a link confirms, and the cookie with which it was asked for: whoever had somebody's browser for a moment, or
/// the guest whom they took along, confirms nothing once that cookie has ended.
async fn to_confirm(app: &AppState, id: &str) -> Result<(Linked, [String; 2]), ServiceError> {
    let linked = linked(app, CONFIRM, id).await?;
    let cookie = linked.cookie.clone().ok_or_else(late)?;
    match app.tables.store().has_ended(cookie.clone()).await? {
        true => Err(late()),
        false => Ok((linked, cookie)),
    }
}

/// Uses a link up: whoever comes second has none.
fn used(purpose: &str, id: &str) -> Change {
    Change::Person(PersonChange::Answered { id: id.into(), owner: purpose.into() })
}

fn taken(error: StoreError) -> ServiceError {
    match error {
        StoreError::Taken => late(),
        error => error.into(),
    }
}

/// Programs that look into mail open links: nothing is done before a button is pressed.
async fn confirm_page(
    State(app): State<AppState>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<HtmlPage, HtmlError> {
    let (linked, _) = to_confirm(&app, &id).await?;
    let name = app.guest_name(&Guest::of_id(linked.person)).await?;
    let layout = Layout { title: "Confirm your address", scripts: &[], class: "plain me" };
    let content = html! {
        main #main {
            h1 { "Confirm your address" }
            p { b { (name) } " is told of games at " b { (linked.address) } " from now on, and can sign in by a link that goes there." }
            form method="post" action=(format!("/mail/confirm/{id}")) {
                (visitor.form_key())
                button.main { "Yes, this is my address" }
            }
        }
    };
    Ok(layout.page(visitor, content))
}

async fn confirm(
    State(app): State<AppState>,
    Path(id): Path<String>,
    OwnForm { guest, .. }: OwnForm<AddressForm>,
) -> Result<Response, HtmlError> {
    let (linked, cookie) = to_confirm(&app, &id).await?;
    let person = app.tables.who_is(Guest::of_id(linked.person)).id;
    let way = WayRow {
        id: secret::random_token(16)?,
        person: person.clone(),
        kind: WAY.into(),
        name: linked.address.clone(),
        address: linked.address,
        secret: secret::random_token(26)?,
        created: app.tables.now(),
        trouble: String::new(),
    };
    let way = Change::Notice(NoticeChange::Way(Box::new(way)));
    let together = Change::Together(vec![Change::Asked(cookie), used(CONFIRM, &id), way]);
    app.tables.store().write(together).await.map_err(taken)?;
    if person == guest.id {
        return Ok(redirect("/me#by-mail", None));
    }
    let content = html! { p { "Thank you: mail goes there from now on." } };
    Ok(told("", "Confirmed", content).into_response())
}

/// The way of a link that ends mail.
async fn stopped(app: &AppState, link: &str) -> Result<Option<WayRow>, ServiceError> {
    let Some(house) = app.tables.mail().house() else { return Ok(None) };
    let Some((id, signature)) = link.split_once('.') else { return Ok(None) };
    let way = app.tables.store().way(id).await?;
    Ok(way.filter(|way| way.kind == WAY && house.stops(way, signature)))
}

async fn stop_page(
    State(app): State<AppState>,
    Path(link): Path<String>,
) -> Result<HtmlPage, HtmlError> {
    let Some(way) = stopped(&app, &link).await? else { return Ok(nothing_more()) };
    let content = html! {
        p { "No mail goes to " b { (way.address) } " any more, and nobody signs in by it. Your seats stay yours, in the browser." }
        form method="post" action=(format!("/mail/stop/{link}")) {
            button.main { "No more mail" }
        }
    };
    Ok(told("", "No more mail?", content))
}

fn nothing_more() -> HtmlPage {
    told("", "No more mail", html! { p { "No mail goes to this address any more." } })
}

/// Ends mail to an address, with one click in a mail program: whoever has the link may.
async fn stop(
    State(app): State<AppState>,
    Path(link): Path<String>,
) -> Result<HtmlPage, HtmlError> {
    if let Some(way) = stopped(&app, &link).await? {
        app.tables.store().write_notice(NoticeChange::WayGone(way.id)).await?;
    }
    Ok(nothing_more())
}

async fn keep_pictures(
    State(app): State<AppState>,
    OwnForm { guest, form }: OwnForm<AddressForm>,
) -> Result<Response, HtmlError> {
    let plain_mail = form.plain == "on";
    let set = |before| Ok(Settings { plain_mail, ..before });
    app.tables.change_settings(&guest, set).await?;
    Ok(redirect("/me#by-mail", None))
}

/// Sends a link to sign in to an address that is known. Whoever asks learns nothing of whether it is.
async fn ask_for_link(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<AddressForm>,
) -> Result<HtmlPage, HtmlError> {
    app.check_sign_in(client)?;
    if !app.tables.mail().is_set() {
        return Err(ServiceError::NotFound("mail at this house".into()).into());
    }
    let address = address(&form.address)?;
    let name = app.guest_name(&guest).await?;
    let (asked, to) = (app.clone(), address.clone());
    // Nobody waits for it: how long it takes would tell whether the address is known.
    tokio::spawn(async move {
        if let Err(error) = send_links(&asked, &to).await {
            tracing::warn!(%error, "a link to sign in could not be written");
        }
    });
    let content = html! {
        p { "If somebody here has confirmed " b { (address) } ", a letter with a link is on its way there. It counts once, for a quarter of an hour." }
        p { a.button href="/sign-in" { "Back" } }
    };
    Ok(told(&name, "Look into your mail", content))
}

async fn send_links(app: &AppState, address: &str) -> Result<(), ServiceError> {
    for (_, person) in app.tables.store().ways_by_address(WAY, address).await? {
        let name = app.guest_name(&Guest::of_id(person.as_str())).await?;
        let linked = Linked { person: person.clone(), address: address.into(), cookie: None };
        let (change, id) = question(app, SIGN_IN, SIGNS_IN, &linked)?;
        let link = format!("{}/sign-in/mail/{id}", app.tables.base_url());
        let letter = Letter {
            subject: format!("Sign in as {name}"),
            parts: vec![
                Part::Said(format!("Somebody asked for a link by which {name} signs in at Overwinter.")),
                Part::Link(format!("Sign in as {name}"), link),
                Part::Said("It counts once, for a quarter of an hour. If this was not you, do nothing, and give the link to nobody: whoever has it can be you.".into()),
            ],
            foot: Vec::new(),
        };
        if !app.tables.write_to((&person, address, true), letter, change).await? {
            tracing::info!("an address asked for too many links today");
        }
    }
    Ok(())
}

async fn sign_in_page(
    State(app): State<AppState>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<HtmlPage, HtmlError> {
    let linked = linked(&app, SIGN_IN, &id).await?;
    let name = app.guest_name(&Guest::of_id(linked.person)).await?;
    let seats = app.tables.has_something(&visitor.guest).await?;
    let layout = Layout { title: "Sign in", scripts: &[], class: "plain me" };
    let content = html! {
        main #main {
            h1 { "Sign in" }
            form method="post" action=(format!("/sign-in/mail/{id}")) {
                (visitor.form_key())
                @if seats {
                    label.choice for="along-mail" {
                        input #along-mail type="checkbox" name="along" value="on" checked;
                        span { "Take the seats of " (visitor.name) ", the guest of this browser, along, with friends, blocks and cups" }
                    }
                }
                button.main { "Sign in as " (name) }
            }
        }
    };
    Ok(layout.page(visitor, content))
}

async fn sign_in(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Path(id): Path<String>,
    OwnForm { guest, form }: OwnForm<AddressForm>,
) -> Result<Response, HtmlError> {
    app.check_sign_in(client)?;
    let linked = linked(&app, SIGN_IN, &id).await?;
    let store = app.tables.store();
    // An address that was removed meanwhile brings nobody back.
    let known = store.ways_by_address(WAY, &linked.address).await?;
    let person = app.tables.who_is(Guest::of_id(linked.person)).id;
    if !known.iter().any(|(_, whose)| *whose == person) {
        return Err(late().into());
    }
    store.write(used(SIGN_IN, &id)).await.map_err(taken)?;
    let badge = app.tables.sign_in(&guest, &person, form.along == "on", &headers).await?;
    Ok(redirect("/me", Some(badge.cookie(&app.signer, client.https)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_and_nothing_else() {
        assert_eq!(address(" Ann@Example.ORG ").unwrap(), "Ann@example.org");
        for wrong in [
            "",
            "ann",
            "ann@",
            "@example.org",
            "ann@localhost",
            "a b@example.org",
            "a@b.org,c@d.org",
            "<a@b.org>",
            "x@@example.org",
            "x@example..org",
            "a@[127.0.0.1]",
        ] {
            assert!(
                address(wrong).is_err_and(|why| why.to_string().contains("ann@example.org")),
                "{wrong}"
            );
        }
    }
}
