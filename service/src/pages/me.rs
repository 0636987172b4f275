//! Oneself: a name, ways to stay oneself, and the browsers in which one is that.

use super::{HOUR, Layout, ago};
use crate::client::Client;
use crate::error::ServiceError;
use crate::extract::{KeyForm, Keyed, OwnForm, OwnJson, Visitor};
use crate::faces;
use crate::identity::Guest;
use crate::limits::LimitedAction;
use crate::passkeys::{self, HANDLE, PATIENCE, Site};
use crate::protocol::PasskeyQuestion;
use crate::secret;
use crate::settings::Settings;
use crate::store::{DeviceRow, PasskeyRow, PersonChange, StoreError};
use crate::web::{AppState, HtmlError, HtmlPage, JsonError, redirect};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};
use table::wording::readable_line;

/// The addresses of what one is.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/me", get(me))
        .route("/me/passkeys/ask", post(ask_for_passkey))
        .route("/me/passkeys", post(add_passkey))
        .route("/me/passkeys/name", post(name_passkey))
        .route("/me/passkeys/remove", post(remove_passkey))
        .route("/me/code", post(new_code))
        .route("/me/program", post(new_pairing))
        .route("/me/devices/end", post(end_device))
        .route("/me/devices/end-others", post(end_others))
        .route("/me/sign-out", post(sign_out))
        .route("/me/settings", post(keep_settings))
        .route("/me/delete", post(delete))
        .route("/me/deleted", get(deleted))
        .route("/api/me", get(about_me))
        .route("/sign-in", get(sign_in))
        .route("/sign-in/ask", post(ask_for_sign_in))
        .route("/sign-in/passkey", post(sign_in_with_passkey))
        .route("/sign-in/code", post(sign_in_with_code))
}

/// How many passkeys a person may have.
const PASSKEYS: usize = 20;

/// What something of this kind costs to keep, more or less.
const BYTES: usize = 500;

impl AppState {
    /// Whether somebody may try to be known, or change how they are: not again and again. It is counted by address, since a
    /// new cookie costs nothing.
    pub(crate) fn check_sign_in(&self, client: Client) -> Result<(), ServiceError> {
        self.limiter.check(LimitedAction::SignIns, &client.key())?;
        self.limiter.check_bytes(client, BYTES)
    }

    fn site(&self, headers: &HeaderMap) -> Result<Site, String> {
        Site::of(self.public_url.as_deref(), headers)
    }

    /// Keeps what is needed to judge an answer, for the browser that was asked and for one purpose.
    async fn keep_question(
        &self,
        guest: &Guest,
        purpose: &str,
        (options, state): (Value, Vec<u8>),
    ) -> Result<Json<PasskeyQuestion>, ServiceError> {
        let (id, now) = (secret::random_token(26)?, self.tables.now());
        let change = PersonChange::Challenge {
            id: id.clone(),
            owner: owner(guest, purpose),
            state,
            until: now + PATIENCE,
            now,
        };
        self.tables.store().write_person(change).await?;
        Ok(Json(PasskeyQuestion { id, options }))
    }

    /// What is needed to judge an answer: once, and only if it comes from the browser that was asked.
    async fn take_question(
        &self,
        guest: &Guest,
        purpose: &str,
        id: &str,
    ) -> Result<Vec<u8>, ServiceError> {
        let late = || {
            ServiceError::Stale(
                "This took too long, or was answered already. Try once more.".into(),
            )
        };
        let (store, owner) = (self.tables.store(), owner(guest, purpose));
        let state = store.challenge(id, &owner, self.tables.now()).await?.ok_or_else(late)?;
        match store.write_person(PersonChange::Answered { id: id.to_string(), owner }).await {
            Ok(()) => Ok(state),
            Err(StoreError::Taken) => Err(late()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Of whom something was asked, and for what.
fn owner(guest: &Guest, purpose: &str) -> String {
    format!("{purpose} {} {}", guest.id, guest.badge.device)
}

async fn me(
    State(app): State<AppState>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let (store, person) = (app.tables.store(), visitor.guest.id.as_str());
    let passkeys = store.passkeys(person).await?;
    let code = store.code_made(person).await?;
    let devices = app.tables.devices(person).await?;
    let known = app.tables.is_somebody(person).await?;
    let settings = Settings::read(&store.person(person).await?.settings);
    let face = faces::address(&visitor.guest, &settings, &app.signer);
    let layout =
        Layout { title: "You", scripts: &["passkeys.js", "notices.js"], class: "plain me" };
    let content = html! {
        main #main data-key=(visitor.key()) {
            h1 { img.face src=(face) alt="" width="40" height="40"; "You" }
            @if known {
                p { "You can come back as " b { (visitor.name) } " on any device." }
            } @else {
                p {
                    "You are a guest of this browser, and need be no more to play. If its cookies are deleted, nobody can tell "
                    "that your seats are yours. A passkey or a code on paper brings you back, here and on other devices"
                    @if app.tables.mail().is_set() { ", and so does an e-mail address" } "."
                }
                p { a href="/sign-in" { "I have been here with another browser: sign in" } }
            }
            (name_form(&visitor))
            (passkey_list(&visitor, &passkeys, app.site(&headers)))
            (code_form(&visitor, code))
            (program_form(&visitor))
            (device_list(&visitor, &devices, known))
            (settings_form(&visitor, &app, &settings))
            (super::notices::section(&app, &visitor, &settings).await?)
            (delete_form(&visitor))
        }
    };
    Ok(layout.page(visitor, content))
}

/// The same for programs that bring the cookie of a browser.
async fn about_me(State(app): State<AppState>, guest: Guest) -> Result<Json<Value>, JsonError> {
    let (store, person) = (app.tables.store(), guest.id.as_str());
    let settings = Settings::read(&store.person(person).await?.settings);
    let passkeys = store.passkeys(person).await?;
    let devices = app.tables.devices(person).await?;
    let ways = store.ways(person).await?;
    Ok(Json(json!({
        "name": app.guest_name(&guest).await?,
        "known": !guest.new,
        "picture": faces::address(&guest, &settings, &app.signer),
        "can_come_back": app.tables.is_somebody(person).await?,
        "settings": settings,
        "told_by": ways
            .iter()
            .map(|row| json!({ "kind": row.kind, "name": row.name, "trouble": row.trouble }))
            .collect::<Vec<_>>(),
        "passkeys": passkeys
            .iter()
            .map(|row| json!({ "name": row.name, "created": row.created, "used": row.used }))
            .collect::<Vec<_>>(),
        "browsers": devices
            .iter()
            .map(|row| json!({
                "name": row.name,
                "created": row.created,
                "seen": row.seen,
                "here": row.id == guest.badge.device,
            }))
            .collect::<Vec<_>>(),
    })))
}

fn name_form(visitor: &Visitor) -> Markup {
    html! {
        section aria-labelledby="name" {
            h2 #name { "Name" }
            form.row method="post" action="/name" {
                (visitor.form_key())
                input type="hidden" name="to" value="/me";
                label for="name-field" { "What others call you" }
                input #name-field name="name" value=(visitor.name) maxlength="24" required autocomplete="nickname";
                button { "Save" }
            }
        }
    }
}

fn settings_form(visitor: &Visitor, app: &AppState, settings: &Settings) -> Markup {
    let own = faces::address(&visitor.guest, &Settings::default(), &app.signer);
    let choice = |name: &str, shows: &str, address: &str| {
        html! {
            label title=(shows) {
                input type="radio" name="picture" value=(name) checked[settings.picture == name];
                img.face src=(address) alt=(shows) width="40" height="40";
            }
        }
    };
    let [from, until] = settings.quiet.map(|quiet| quiet.words()).unwrap_or_default();
    html! {
        section aria-labelledby="settings" {
            h2 #settings { "Settings" }
            form.settings method="post" action="/me/settings" {
                (visitor.form_key())
                fieldset.faces {
                    legend { "Picture" }
                    (choice("", "Drawn from who you are", &own))
                    @for (name, shows, ..) in faces::DRAWN { (choice(name, shows, &format!("/face/{name}.svg"))) }
                }
                div.row {
                    label for="zone" { "Time zone" }
                    input #zone name="zone" value=(settings.zone) maxlength="60" placeholder="Europe/Berlin"
                        autocomplete="off" spellcheck="false";
                }
                div.row {
                    label for="language" { "Language, as a tag" }
                    input #language name="language" value=(settings.language) maxlength="35" placeholder="en-GB"
                        autocomplete="off" spellcheck="false";
                }
                fieldset {
                    legend { "Quiet hours, in which you want to hear nothing" }
                    div.row {
                        label for="quiet-from" { "From" }
                        input #quiet-from type="time" name="quiet-from" value=(from);
                        label for="quiet-until" { "until" }
                        input #quiet-until type="time" name="quiet-until" value=(until);
                    }
                }
                button { "Save the settings" }
            }
        }
    }
}

fn delete_form(visitor: &Visitor) -> Markup {
    html! {
        section aria-labelledby="delete" {
            h2 #delete { "Delete me" }
            details {
                summary { "What goes, and what stays" }
                p {
                    "Your name, browsers, passkeys, code, settings, vacations, notices, sandboxes, notes, friends, blocks, seeks and ratings go at once. In games that are on you become "
                    b { "Somebody" } " and leave your seat; tables of yours that wait for players are closed. Games that are over "
                    "stay readable by others, with the names under which they were played: their records are signed, and cannot "
                    "be changed. What you said at tables stays there. Nothing brings you back."
                }
                form method="post" action="/me/delete" {
                    (visitor.form_key())
                    label.choice for="sure" {
                        input #sure type="checkbox" name="sure" value="on" required;
                        span { "I mean it" }
                    }
                    button.danger { "Delete me" }
                }
            }
        }
    }
}

fn passkey_list(visitor: &Visitor, passkeys: &[PasskeyRow], site: Result<Site, String>) -> Markup {
    html! {
        section aria-labelledby="passkeys" {
            h2 #passkeys { "Passkeys" }
            p.quiet {
                "A passkey lies on your phone, computer or security key, and opens with its lock: there is no password that "
                "somebody could guess or steal."
            }
            @if !passkeys.is_empty() {
                ul.things {
                    @for row in passkeys {
                        li {
                            form.row method="post" action="/me/passkeys/name" {
                                (visitor.form_key())
                                input type="hidden" name="id" value=(row.id);
                                label.sr for=(format!("passkey-{}", row.id)) { "Name of this passkey" }
                                input id=(format!("passkey-{}", row.id)) name="name" value=(row.name) maxlength="40" required;
                                button { "Rename" span.sr { " " (row.name) } }
                            }
                            span.quiet {
                                "Made " (ago(row.created))
                                @if row.used > 0 { ", last used " (ago(row.used)) } @else { ", not used yet" }
                            }
                            form method="post" action="/me/passkeys/remove" {
                                (visitor.form_key())
                                input type="hidden" name="id" value=(row.id);
                                button.danger { "Remove" span.sr { " the passkey " (row.name) } }
                            }
                        }
                    }
                }
            }
            @match site {
                Ok(_) => {
                    p.row {
                        button #add-passkey type="button" hidden { "Add a passkey" }
                        span #passkey-told role="status" { "This needs a browser with scripts." }
                    }
                }
                Err(why) => p.told { (why) }
            }
        }
    }
}

fn code_form(visitor: &Visitor, made: Option<i64>) -> Markup {
    html! {
        section aria-labelledby="code" {
            h2 #code { "A code on paper" }
            @match made {
                Some(made) => p {
                    "You have a recovery code, made " (ago(made)) ". It counts once. Whoever has it can be you: keep it where "
                    "you keep what matters. A new one ends it."
                }
                None => p.quiet {
                    "Twenty letters that you print or write down. They count once, and bring you back when every device is lost."
                }
            }
            form method="post" action="/me/code" {
                (visitor.form_key())
                button { @if made.is_some() { "Make a new code" } @else { "Make a code" } }
            }
        }
    }
}

/// How long ago the hour was in which something happened.
fn hours_ago(hour: i64) -> String {
    match crate::tables::now() / HOUR - hour / HOUR {
        ..=0 => "within this hour".into(),
        1 => "within the hour before".into(),
        hours @ 2..24 => format!("{hours} hours ago"),
        _ => ago(hour),
    }
}

fn device_list(visitor: &Visitor, devices: &[DeviceRow], known: bool) -> Markup {
    let here = visitor.guest.badge.device.as_str();
    html! {
        section aria-labelledby="devices" {
            h2 #devices { "Browsers" }
            p.quiet { "Where you are signed in, and how long ago you last did something there, to the hour." }
            ul.things {
                li { b { "This browser" } }
                @for row in devices.iter().filter(|row| row.id != here) {
                    li {
                        (row.name) " "
                        span.quiet { "first seen " (hours_ago(row.created)) ", last " (hours_ago(row.seen)) }
                        form method="post" action="/me/devices/end" {
                            (visitor.form_key())
                            input type="hidden" name="device" value=(row.id);
                            button.danger { "Sign out" span.sr { " " (row.name) ", last seen " (hours_ago(row.seen)) } }
                        }
                    }
                }
            }
            p.quiet {
                "Signing out everywhere else ends links, tokens, webhooks, e-mail addresses and feeds too. Passkeys and the code on paper stay: if somebody \
                 else may have made one, remove it, or make a new code."
            }
            div.row {
                form method="post" action="/me/devices/end-others" {
                    (visitor.form_key())
                    button { "Sign out everywhere else" }
                }
                @if known {
                    form method="post" action="/me/sign-out" {
                        (visitor.form_key())
                        button { "Sign out here" }
                    }
                }
            }
        }
    }
}

#[derive(Deserialize)]
struct MadePasskey {
    #[serde(default)]
    key: String,
    id: String,
    answer: Value,
    #[serde(default)]
    along: bool,
}

impl Keyed for MadePasskey {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn ask_for_passkey(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    OwnJson { guest, .. }: OwnJson<KeyForm>,
) -> Result<Json<PasskeyQuestion>, JsonError> {
    app.check_sign_in(client)?;
    let site = app.site(&headers).map_err(ServiceError::BadRequest)?;
    let known = app.tables.store().passkeys(&guest.id).await?;
    if known.len() >= PASSKEYS {
        let why = format!("You have {PASSKEYS} passkeys: remove one before you add another.");
        return Err(ServiceError::Forbidden(why).into());
    }
    // All passkeys of a person know them by the same bytes, as long as nobody becomes another.
    let handle = match known.first() {
        Some(row) => row.handle.clone(),
        None => {
            let (one, two) = (secret::random_key()?, secret::random_key()?);
            let both: [u8; HANDLE] =
                std::array::from_fn(|at| if at < 32 { one[at] } else { two[at - 32] });
            both.to_vec()
        }
    };
    let name = app.guest_name(&guest).await?;
    let question = passkeys::register(&site, &handle, &name, &known)?;
    Ok(app.keep_question(&guest, "passkey", question).await?)
}

async fn add_passkey(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    OwnJson { guest, body }: OwnJson<MadePasskey>,
) -> Result<StatusCode, JsonError> {
    app.check_sign_in(client)?;
    let site = app.site(&headers).map_err(ServiceError::BadRequest)?;
    let state = app.take_question(&guest, "passkey", &body.id).await?;
    let made = passkeys::registered(&site, &state, &body.answer)?;
    let row = PasskeyRow {
        person: guest.id.clone(),
        name: crate::identity::device_name(&headers),
        created: app.tables.now(),
        ..made
    };
    match app.tables.store().write_person(PersonChange::Passkey(Box::new(row))).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(StoreError::Taken) => {
            Err(ServiceError::Stale("This passkey is known already.".into()).into())
        }
        Err(error) => Err(error.into()),
    }
}

#[derive(Deserialize)]
struct ThingForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    id: String,
    #[serde(default)]
    device: String,
    #[serde(default)]
    name: String,
}

impl Keyed for ThingForm {
    fn key(&self) -> &str {
        &self.key
    }
}

/// What to say where a passkey is another's, or nobody's: the same.
fn no_passkey(error: StoreError) -> ServiceError {
    match error {
        StoreError::Taken => ServiceError::NotFound("such passkey of yours".into()),
        error => error.into(),
    }
}

async fn name_passkey(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<ThingForm>,
) -> Result<Response, HtmlError> {
    app.check_sign_in(client)?;
    let name: String = readable_line(form.name.trim()).chars().take(40).collect();
    if name.is_empty() {
        return Err(
            ServiceError::BadRequest("A passkey needs a name of a letter or more.".into()).into()
        );
    }
    let change = PersonChange::PasskeyNamed { id: form.id, person: guest.id, name };
    app.tables.store().write_person(change).await.map_err(no_passkey)?;
    Ok(redirect("/me#passkeys", None))
}

async fn remove_passkey(
    State(app): State<AppState>,
    OwnForm { guest, form }: OwnForm<ThingForm>,
) -> Result<Response, HtmlError> {
    let change = PersonChange::PasskeyRemoved { id: form.id, person: guest.id };
    app.tables.store().write_person(change).await.map_err(no_passkey)?;
    Ok(redirect("/me#passkeys", None))
}

async fn new_code(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, .. }: OwnForm<KeyForm>,
) -> Result<Response, HtmlError> {
    app.check_sign_in(client)?;
    let code = app.tables.new_code(&guest.id).await?;
    let name = app.guest_name(&guest).await?;
    Ok(code_page(&name, &code, html! {}).into_response())
}

fn program_form(visitor: &Visitor) -> Markup {
    html! {
        section aria-labelledby="program" {
            h2 #program { "In a terminal" }
            p.quiet {
                "The program " code { "overwinter" } " plays tables of this house in a terminal, as you. A code lets it in: it counts "
                "once, for ten minutes. The program then stands among your browsers, where you can sign it out."
            }
            form method="post" action="/me/program" {
                (visitor.form_key())
                button { "Make a code for a terminal" }
            }
        }
    }
}

/// Shows the code that lets a program in, and what to write there.
async fn new_pairing(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    OwnForm { guest, .. }: OwnForm<KeyForm>,
) -> Result<Response, HtmlError> {
    app.check_sign_in(client)?;
    let code = app.tables.new_pairing(&guest).await?;
    let name = app.guest_name(&guest).await?;
    let origin = super::table::origin(&headers, client);
    let layout = Layout { title: "A code for a terminal", scripts: &[], class: "plain me" };
    let content = html! {
        main #main {
            h1 { "A code for a terminal" }
            p.code { code { (code) } }
            p { "Write in the terminal, and type the code when it is asked for:" }
            p { code.link { "overwinter play --server " (origin) } }
            p {
                "It counts once, for ten minutes, and lets that program play as " b { (name) } ". Give it to nobody: whoever has "
                "it can be you."
            }
            p.row { a.button href="/me#devices" { "Back to your page" } }
        }
    };
    let markup = layout.markup(&name, html! {}, content);
    Ok(HtmlPage { status: StatusCode::OK, markup, cookie: None }.into_response())
}

/// Shows a code, this once.
fn code_page(name: &str, code: &str, before: Markup) -> HtmlPage {
    let layout =
        Layout { title: "Your recovery code", scripts: &["passkeys.js"], class: "plain me" };
    let content = html! {
        main #main {
            h1 { "Your recovery code" }
            (before)
            p.code { code { (code) } }
            p {
                "Write it down or print it now: it is shown once. It brings " b { (name) } " back at "
                b { "/sign-in" } ", once; then you get another one. Whoever has it can be you."
            }
            p.row {
                button #print type="button" hidden { "Print" }
                a.button href="/me" { "I have it" }
            }
        }
    };
    HtmlPage {
        status: StatusCode::OK,
        markup: layout.markup(name, html! {}, content),
        cookie: None,
    }
}

async fn end_device(
    State(app): State<AppState>,
    OwnForm { guest, form }: OwnForm<ThingForm>,
) -> Result<Response, HtmlError> {
    app.tables.end_device(&guest.id, &form.device).await?;
    Ok(redirect("/me#devices", None))
}

/// Asks somebody once more whose e-mail address, which goes too, is their only way back.
fn sure_to_end_others(visitor: Visitor) -> HtmlPage {
    let layout = Layout { title: "Sign out everywhere else", scripts: &[], class: "plain" };
    let content = html! {
        main #main {
            h1 { "Sign out everywhere else?" }
            p {
                "Your e-mail address goes too, and it is all that brings you back: you have no passkey and no code on paper. If this browser "
                "forgets you after that, your games and your name are lost."
            }
            p { a.button.main href="/me" { "Make a passkey or a code first" } }
            form method="post" action="/me/devices/end-others" {
                (visitor.form_key())
                input type="hidden" name="sure" value="on";
                button.danger { "Sign out everywhere else all the same" }
            }
        }
    };
    layout.page(visitor, content)
}

async fn end_others(
    State(app): State<AppState>,
    client: Client,
    visitor: Visitor,
    OwnForm { guest, form }: OwnForm<SureForm>,
) -> Result<Response, HtmlError> {
    if form.sure != "on" && app.tables.has_mail_alone(&guest.id).await? {
        return Ok(sure_to_end_others(visitor).into_response());
    }
    app.check_sign_in(client)?;
    app.tables.end_all(&guest.id, &guest.badge).await?;
    let badge = app.tables.badge(&guest.id).await?;
    Ok(redirect("/me#devices", Some(badge.cookie(&app.signer, client.https)?)))
}

/// Only somebody who can come back signs out: a guest would lose their seats by it.
async fn sign_out(
    State(app): State<AppState>,
    OwnForm { guest, .. }: OwnForm<KeyForm>,
) -> Result<Response, HtmlError> {
    if !app.tables.is_somebody(&guest.id).await? {
        let why = "You have no passkey and no code: nobody could bring you back. Make one first.";
        return Err(ServiceError::Forbidden(why.into()).into());
    }
    app.tables.sign_out(&guest.badge).await?;
    Ok(redirect("/", None))
}

#[derive(Deserialize)]
struct SettingsForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    picture: String,
    #[serde(default)]
    zone: String,
    #[serde(default)]
    language: String,
    #[serde(default, rename = "quiet-from")]
    quiet_from: String,
    #[serde(default, rename = "quiet-until")]
    quiet_until: String,
}

impl Keyed for SettingsForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn keep_settings(
    State(app): State<AppState>,
    client: Client,
    OwnForm { guest, form }: OwnForm<SettingsForm>,
) -> Result<Response, HtmlError> {
    app.limiter.check_bytes(client, BYTES)?;
    let quiet = [form.quiet_from.as_str(), form.quiet_until.as_str()];
    let settings = Settings::from_fields(&form.picture, &form.zone, &form.language, quiet)?;
    let set = |before| Ok(settings.clone().with_notices_of(before));
    app.tables.change_settings(&guest, set).await?;
    Ok(redirect("/me#settings", None))
}

#[derive(Deserialize)]
struct SureForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    sure: String,
}

impl Keyed for SureForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn delete(
    State(app): State<AppState>,
    OwnForm { guest, form }: OwnForm<SureForm>,
) -> Result<Response, HtmlError> {
    if form.sure != "on" {
        let why = "Say that you mean it: nothing brings you back.";
        return Err(ServiceError::BadRequest(why.into()).into());
    }
    app.tables.forget(&guest.id).await?;
    Ok(redirect("/me/deleted", None))
}

/// Says to whoever was deleted that it is done; nobody else is told so.
async fn deleted(visitor: Visitor) -> Response {
    if !visitor.guest.new {
        return redirect("/me", None);
    }
    let layout = Layout { title: "You are deleted", scripts: &[], class: "plain me" };
    let content = html! {
        main #main {
            h1 { "You are deleted" }
            p role="status" {
                "It is done: what was yours here is gone, and every browser in which you were signed in is signed out. Games that are over can "
                "still be read by those who played them."
            }
            p { "This browser is a new guest now, called " b { (visitor.name) } "." }
            p { a.button href="/" { "To the lobby" } }
        }
    };
    layout.page(visitor, content).into_response()
}

async fn sign_in(
    State(app): State<AppState>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Result<HtmlPage, HtmlError> {
    let seats = app.tables.has_something(&visitor.guest).await?;
    let layout = Layout { title: "Sign in", scripts: &["passkeys.js"], class: "plain me" };
    let along = |id: &str| {
        html! {
            @if seats {
                label.choice for=(id) {
                    input id=(id) type="checkbox" name="along" value="on" checked;
                    span { "Take the seats of " (visitor.name) ", the guest of this browser, along, with friends, blocks and cups" }
                }
            }
        }
    };
    let content = html! {
        main #main data-key=(visitor.key()) {
            h1 { "Sign in" }
            p {
                "For those who have been here with another browser, and made a passkey or a code there"
                @if app.tables.mail().is_set() { ", or confirmed an e-mail address" } "."
            }
            section aria-labelledby="with-passkey" {
                h2 #with-passkey { "With a passkey" }
                @match app.site(&headers) {
                    Ok(_) => {
                        (along("along-passkey"))
                        p.row {
                            button.main #use-passkey type="button" hidden { "Sign in with a passkey" }
                            span #passkey-told role="status" { "This needs a browser with scripts." }
                        }
                    }
                    Err(why) => p.told { (why) }
                }
            }
            section aria-labelledby="with-code" {
                h2 #with-code { "With a code on paper" }
                form method="post" action="/sign-in/code" {
                    (visitor.form_key())
                    (along("along-code"))
                    div.row {
                        label for="code-field" { "The twenty letters" }
                        input #code-field name="code" required maxlength="60" autocomplete="off" autocapitalize="none"
                            spellcheck="false";
                        button { "Sign in" }
                    }
                }
            }
            (crate::mail::sign_in_section(&app, &visitor))
            p { a href="/" { "Or go on as a guest" } }
        }
    };
    Ok(layout.page(visitor, content))
}

async fn ask_for_sign_in(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    OwnJson { guest, .. }: OwnJson<KeyForm>,
) -> Result<Json<PasskeyQuestion>, JsonError> {
    app.check_sign_in(client)?;
    let site = app.site(&headers).map_err(ServiceError::BadRequest)?;
    Ok(app.keep_question(&guest, "sign-in", passkeys::sign_in(&site)?).await?)
}

/// Whatever is wrong, nobody learns whether a passkey is known here.
async fn sign_in_with_passkey(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    OwnJson { guest, body }: OwnJson<MadePasskey>,
) -> Result<Response, JsonError> {
    app.check_sign_in(client)?;
    let site = app.site(&headers).map_err(ServiceError::BadRequest)?;
    let state = app.take_question(&guest, "sign-in", &body.id).await?;
    let store = app.tables.store();
    let unknown =
        || ServiceError::Forbidden("This passkey was not accepted. Try once more.".into());
    let id = passkeys::answered_by(&body.answer)?;
    let row = store.passkey(&id).await?.ok_or_else(unknown)?;
    let state = passkeys::signed_in(&site, &state, &body.answer, &row)?;
    store.write_person(PersonChange::PasskeyUsed { id, state, at: app.tables.now() }).await?;
    let badge = app.tables.sign_in(&guest, &row.person, body.along, &headers).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    let cookie = badge.cookie(&app.signer, client.https)?;
    response.headers_mut().insert(axum::http::header::SET_COOKIE, cookie);
    Ok(response)
}

#[derive(Deserialize)]
struct CodeForm {
    #[serde(default)]
    key: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    along: String,
}

impl Keyed for CodeForm {
    fn key(&self) -> &str {
        &self.key
    }
}

async fn sign_in_with_code(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    OwnForm { guest, form }: OwnForm<CodeForm>,
) -> Result<Response, HtmlError> {
    app.check_sign_in(client)?;
    let along = form.along == "on";
    let person = app.tables.use_code(&form.code, &guest, along).await?;
    let badge = app.tables.sign_in(&guest, &person, along, &headers).await?;
    // The next one is shown with the same breath: nobody is left without.
    let code = app.tables.new_code(&person).await?;
    let name = app.guest_name(&Guest::of_id(person)).await?;
    let before =
        html! { p { "Welcome back. The code that you used is used up; this is the next." } };
    let page = HtmlPage {
        cookie: Some(badge.cookie(&app.signer, client.https)?),
        ..code_page(&name, &code, before)
    };
    Ok(page.into_response())
}
